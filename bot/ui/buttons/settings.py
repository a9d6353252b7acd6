"""The page of a club's settings: menu and forms."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import discord

from bot.services.club.settings.change import (
    SEE,
    DirectorRoleLost,
    SettingsPage,
    change_settings,
    new_site_address,
    settings_page,
    undo_settings,
    undoable,
)
from bot.services.club.settings.table import PAGES, PROVISIONAL, on_page, value_text
from bot.services.framework.setting_kinds import (
    OFF,
    ON,
    Choice,
    Lists,
    Number,
    ServerId,
    Setting,
    Several,
    Switch,
    Written,
)
from bot.services.framework.transaction import check_director
from bot.services.messages.live_boards import set_live_board, set_panel
from bot.services.messages.roles import (
    PLANNED,
    ROLES_OFF,
    WHAT,
    RolePlan,
    RolePreview,
    preview_roles,
    read_names,
    roles_to_come,
    set_roles,
    usual_plan,
)
from bot.services.ratings.leaderboard import BoardOrder
from bot.store.database.club_choices import NewsWhen, SiteAccess
from bot.store.database.rows import Club
from bot.store.messages.roles import BY_TITLE
from bot.ui.buttons.set_up import check_button
from bot.ui.buttons.undo import strike
from bot.ui.cards.club import (
    names_text,
    progress_card,
    roles_preview_card,
    roles_set_card,
    settings_card,
)
from bot.ui.cards.leaderboard import ORDERS
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import (
    DAMAGED,
    GREEN,
    MOST_OPTIONS,
    RED,
    Digest,
    Labels,
    Press,
    Who,
    button,
    chosen_word,
    form,
    lasting,
    menu,
)
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.layout import LEVEL
from bot.ui.framework.server import (
    actor_of,
    check_may_write,
    givable,
    hindrance,
    services_of,
    web_pages_line,
    with_names,
)
from bot.ui.framework.text import capital
from core.errors import InputError, NotFoundError, RuleError
from core.files.typed.rules import STANDARD
from core.lists import RatingList
from core.rating.systems import system_of

MOST_RADIOS = 10
OTHER_PAGES = {
    "oracle": ("Oracle", "The Keeper and the figures of a pool"),
    "qursh": ("QURSH", "What Scrabble events are ranked against"),
    "own-lists": ("Own lists", "Rating lists of the club's own, for example Table tennis"),
}
"""Pages of other modules, which `opens` declares."""

OpenPage = Callable[[Press], Coroutine[Any, Any, None]]
OPENED: dict[str, OpenPage] = {}


def opens(key: str) -> Callable[[OpenPage], OpenPage]:
    """Declare what opens one of `OTHER_PAGES`."""

    def declared(open_page: OpenPage) -> OpenPage:
        OPENED[key] = open_page
        return open_page

    return declared


ROLES_BY = {"class": "by class of rating", "title": "by title", OFF: "off"}
TOPS = {"10": "10", "20": "20", "30": "30", OFF: "off: remove the board"}
_LIST = Setting("list", "", Lists(), label="List")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the menu. what: its description. changes: whether it changes settings."""

    label: str
    description: str
    settings: tuple[Setting, ...]
    changes: bool = False


BOARD = (
    Setting("channel", "", ServerId("channel"), label="Channel", hint="Another channel: the board is posted there"),
    _LIST,
    Setting("order", "", Choice(ORDERS), label="Order"),
    Setting("top", "", Choice(TOPS), label="Players"),
)
PANEL = (Setting("channel", "", ServerId("channel"), label="Channel", hint="Empty: no panel, its message is deleted"),)
ROLES = (
    _LIST,
    Setting("by", "", Choice(ROLES_BY), label="Roles follow"),
    Setting("create", "", Switch(), label="Make the roles that are missing"),
    Setting("provisional", "", Switch(), label="Count provisional ratings too"),
    Setting("remove", "", Switch(), label="When off: delete the roles that I made"),
)
_USUAL = {"order": BoardOrder.RATING.value, "top": "10", "by": "class", "create": ON}

SETTING_FORMS: Mapping[str, Form] = {
    **{key: Form(page.label, page.description, on_page(key), changes=True) for key, page in PAGES.items()},
    "panel": Form("Club panel", "One message with buttons to report, challenge and see ratings", PANEL),
    "boards": Form("Live boards", "Leaderboards that follow every change in a channel", BOARD),
    "roles": Form("Roles", "Roles that follow ratings or titles; shown first, set by a click", ROLES),
}

PAGES_OFFERED = {key: (one.label, one.description) for key, one in SETTING_FORMS.items()} | OTHER_PAGES


def fields(key: str, club: Club) -> Labels:
    for setting in SETTING_FORMS[key].settings:
        if setting.name == "rules":
            yield discord.ui.Label(text=setting.label, description=setting.hint, component=_rules_menu(club))
        elif setting.name == "provisional_players":
            yield discord.ui.Label(text=setting.label, description=setting.hint, component=_provisional_menu(club))
        elif SETTING_FORMS[key].changes:
            off = setting.name == "news_when" and club.news_channel_id is None
            yield field(_with_lists(setting, club), NewsWhen.DAILY if off else value_text(setting, club))
        else:
            now = club.default_list.value if setting is _LIST else _USUAL.get(setting.name, "")
            yield field(_with_lists(setting, club), now)


def _rules_menu(club: Club) -> Any:
    options = []
    for moved in RatingList:
        system = system_of(moved)
        if system.club_editions:
            options.append(_option(moved, "the rules of the date (standard)", STANDARD))
        options += [_option(moved, edition.title, edition.key) for edition in system.club_editions]
    chosen = [f"{moved.value}:{key}" for moved, key in club.house_rules.usual_rules.items()]
    for option in options:
        option.default = [option.value] == chosen
    return discord.ui.Select(custom_id="rules", options=options)


def _provisional_menu(club: Club) -> Any:
    """Return the menu of what could be chosen instead, for lists that have provisional players."""
    rules, options = club.house_rules, []
    for one in dict.fromkeys((club.default_list, *rules.own_lists, *RatingList)):
        others = [where for where in PROVISIONAL if where is not rules.provisional_on(one)]
        if system_of(one).has_provisional:
            options += [_option(one, PROVISIONAL[where], where) for where in others]
    return discord.ui.Select(custom_id="provisional_players", options=options[: MOST_OPTIONS - 1])


def _option(moved: RatingList, title: str, key: str) -> discord.SelectOption:
    return discord.SelectOption(label=f"{moved.label}: {title}"[:100], value=f"{moved.value}:{key}")


def _with_lists(setting: Setting, club: Club) -> Setting:
    if not isinstance(setting.kind, Lists):
        return setting
    lists = dict.fromkeys((club.default_list, *club.house_rules.own_lists, *RatingList))
    return replace(setting, kind=Choice({one: one.label for one in list(lists)[:MOST_OPTIONS]}))


def field(setting: Setting, now: str) -> "discord.ui.Label[Any]":
    return discord.ui.Label(text=setting.label, description=setting.hint, component=_component(setting, now))


def filled_values(settings: Iterable[Setting], filled: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    return {
        setting.name: setting.check(filled.get(setting.option))
        if isinstance(setting.kind, Several)
        else setting.parse(next(iter(filled.get(setting.option, ())), "").strip())
        for setting in settings
    }


def _component(setting: Setting, now: str) -> Any:
    kind, custom_id = setting.kind, setting.option
    if isinstance(kind, Switch) and kind.words is None:
        return discord.ui.Checkbox(custom_id=custom_id, default=now == ON)
    if isinstance(kind, Switch | Choice):
        return _choice(custom_id, kind.words or {}, now)
    if isinstance(kind, Several):
        several = [
            discord.SelectOption(label=text, value=str(word), default=word in now.split())
            for word, text in kind.words.items()
        ]
        return discord.ui.Select(custom_id=custom_id, options=several, max_values=len(several))
    if isinstance(kind, ServerId):
        chosen: Any = {
            "custom_id": custom_id,
            "required": False,
            "min_values": 0,
            "default_values": [discord.Object(int(now))] if now else [],
        }
        if kind.target == "role":
            return discord.ui.RoleSelect(**chosen)
        return discord.ui.ChannelSelect(channel_types=[discord.ChannelType.text], **chosen)
    longest = len(str(kind.most)) if isinstance(kind, Number) else 200
    return discord.ui.TextInput(
        custom_id=custom_id, default=now or None, max_length=longest, required=not isinstance(kind, Written)
    )


def _choice(custom_id: str, words: Mapping[str, str], now: str) -> Any:
    if len(words) > MOST_RADIOS:
        options = [
            discord.SelectOption(label=text[:100], value=str(value), default=value == now)
            for value, text in words.items()
        ]
        return discord.ui.Select(custom_id=custom_id, options=options)
    radios = [
        discord.RadioGroupOption(label=text[0].upper() + text[1:], value=str(value), default=value == now)
        for value, text in words.items()
    ]
    return discord.ui.RadioGroup(custom_id=custom_id, options=radios)


PageKey = Annotated[str, "|".join(PAGES)]
PreviewKey = Annotated[str, "|".join(set(SETTING_FORMS) - set(PAGES))]


@menu("settings-change", Who.DIRECTOR)
async def change_menu(press: Press) -> None:
    await _open_form(press, chosen_word(press.values))


@button("settings-codes", "Titles of the 1990s", Who.DIRECTOR)
async def codes_button(press: Press) -> None:
    await _open_form(press, "codes")


@button("site-address", "New web address", Who.DIRECTOR)
async def new_address_button(press: Press) -> None:
    """Give the club's web pages another address: the old one stops working."""
    await defer(press.interaction, ephemeral=True)
    await new_site_address(press.services, press.actor)
    folder = (await settings_page(press.services, press.actor)).site
    address = "" if folder is None else f"\n{web_pages_line(press.interaction.client, folder)[1]}"
    sentence = f"The web pages move to a new address within a minute. The old one no longer works.{address}"
    await reply(press.interaction, discord.Embed(description=sentence, colour=LEVEL), ephemeral=True)


@button("undo-settings", "Undo", Who.DIRECTOR, style=RED, emoji="↩️")
async def undo_settings_button(press: Press, interaction_id: int) -> None:
    interaction = press.interaction
    await acknowledge(interaction)
    await undo_settings(press.services, press.actor, interaction_id)
    if interaction.message is not None and _is_page(interaction.message):
        await show_settings(interaction)
        return
    page = await settings_page(press.services, press.actor)
    card, club = _card(interaction, page), page.club
    interaction.extras[ANSWERING] = True
    await interaction.followup.send(embed=card, view=settings_view(club), ephemeral=True)
    await strike(interaction)


@form("setting-form", "Settings", Who.DIRECTOR)
async def setting_form(press: Press, key: PageKey) -> None:
    await press.check_director(SEE)
    # time zones are read from hundreds of files
    values = await asyncio.to_thread(filled_values, SETTING_FORMS[key].settings, press.filled)
    check_channel(press.interaction, values.get("news_channel_id"))
    await _seen(press.interaction)
    if await confirm_change(press.interaction, values):
        await show_settings(press.interaction, await undoable(press.services, press.actor))


async def confirm_change(interaction: discord.Interaction[Any], values: dict[str, Any]) -> bool:
    """Change settings; return False if the member would lose the directors' role."""
    try:
        await change_settings(services_of(interaction), actor_of(interaction), values)
    except DirectorRoleLost as error:
        interaction.extras.pop("thinking", None)
        sentence = "You would no longer be a tournament director (TD). Nothing was changed."
        view = lasting(give_up_button(error.role_id or 0))
        await interaction.followup.send(sentence, view=view, ephemeral=True)
        return False
    return True


@button("settings-give-up", "Change the role", Who.DIRECTOR, style=RED)
async def give_up_button(press: Press, role_id: int) -> None:
    """Change the directors' role though the member loses it. role_id: 0 for none."""
    await acknowledge(press.interaction)
    await change_settings(press.services, press.actor, {"td_role_id": role_id or None}, sure=True)
    sentence = "The directors' role is changed. You are no longer a tournament director (TD)."
    await edit_answer(press.interaction, content=sentence, view=None)


@form("preview-form", "Settings", Who.DIRECTOR)
async def preview_form(press: Press, key: PreviewKey) -> None:
    """Change a live board or the club panel, or preview what roles would do."""
    await press.check_director(SEE)
    values = filled_values(SETTING_FORMS[key].settings, press.filled)
    if key == "boards":
        await _set_board(press, values)
        return
    if key == "panel":
        check_channel(press.interaction, values["channel"])
        await _seen(press.interaction)
        await set_panel(press.services, press.actor, values["channel"])
        await show_settings(press.interaction)
        return
    await reply_roles(press.interaction, RolePlan(values.pop("list"), **values))


async def _set_board(press: Press, values: dict[str, Any]) -> None:
    channel_id, top = values["channel"], values["top"]
    if channel_id is None and top != ROLES_OFF:
        raise InputError("No channel is chosen. Choose one for the leaderboard.")
    check_channel(press.interaction, channel_id)
    await _seen(press.interaction)
    most = None if top == ROLES_OFF else int(top)
    await set_live_board(press.services, press.actor, channel_id or 0, values["list"], values["order"], most)
    await show_settings(press.interaction)


async def _seen(interaction: discord.Interaction[Any]) -> None:
    await (defer(interaction, ephemeral=True) if interaction.message is None else acknowledge(interaction))


async def open_settings(interaction: discord.Interaction[Any], page: str | None) -> None:
    if page is not None:
        await _open_form(Press(interaction), page)
        return
    await defer(interaction, ephemeral=True)
    await reply_settings(interaction)


async def _open_form(press: Press, key: str) -> None:
    if key in OTHER_PAGES:
        await OPENED[key](press)
        return
    club = await press.check_director(SEE)
    if key not in SETTING_FORMS:
        raise InputError(DAMAGED)
    found = SETTING_FORMS[key]
    opened = setting_form if found.changes else preview_form
    await opened.but(title=found.label).open_with(press.interaction, fields(key, club), key)


def check_channel(interaction: discord.Interaction[Any], channel_id: int | None) -> None:
    """Raise InputError if the bot cannot write in a channel."""
    channel = None if interaction.guild is None or channel_id is None else interaction.guild.get_channel(channel_id)
    if isinstance(channel, discord.TextChannel):
        check_may_write(channel)


async def reply_settings(interaction: discord.Interaction[Any], changed: int | None = None) -> None:
    """Answer with the page. changed: the interaction that Undo reverses."""
    page = await settings_page(services_of(interaction), actor_of(interaction))
    await reply(interaction, _card(interaction, page, changed), settings_view(page.club, changed), ephemeral=True)


async def show_settings(interaction: discord.Interaction[Any], changed: int | None = None) -> None:
    page = await settings_page(services_of(interaction), actor_of(interaction))
    await edit_answer(interaction, embed=_card(interaction, page, changed), view=settings_view(page.club, changed))


def settings_view(club: Club, changed: int | None = None) -> discord.ui.View:
    options = [
        discord.SelectOption(label=label, value=key, description=description)
        for key, (label, description) in PAGES_OFFERED.items()
    ]
    choose = discord.ui.Select[discord.ui.View](
        custom_id=change_menu.id(), placeholder="Change a setting…", options=options
    )
    undo = [] if changed is None else [undo_settings_button(changed)]
    address = [] if club.site == SiteAccess.OFF else [new_address_button()]
    return lasting(choose, check_button(), codes_button(), *address, *undo)


def _is_page(message: discord.Message) -> bool:
    """Return whether a message is the page: pools and QURSH also have its Undo."""
    view = discord.ui.View.from_message(message, timeout=None)
    return any(getattr(item, "custom_id", None) == change_menu.id() for item in view.children)


def _card(interaction: discord.Interaction[Any], page: SettingsPage, changed: int | None = None) -> discord.Embed:
    server = "" if interaction.guild is None else interaction.guild.name
    lacking = []
    if page.active.roles and not interaction.app_permissions.manage_roles:
        lacking.append("⚠️ **Roles** need *Manage Roles*: press Check.")
    if page.site is not None:
        is_there, line = web_pages_line(interaction.client, page.site)
        lacking.append(f"{'🌐' if is_there else '⚠️'} {line}")
    return with_names(settings_card(page, server, lacking, changed=changed is not None), interaction.guild)


@button("roles-set", "Turn on", Who.DIRECTOR, style=GREEN)
async def set_roles_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Turn on roles as previewed."""
    services, actor, guild = press.services, press.actor, _guild(press.interaction)
    plan = (await PLANNED.look(services, actor, pending_id, digest)).options
    existing = givable(guild)
    given = [existing[name.casefold()] for _, name in plan.names if name.casefold() in existing]
    obstacle = None if plan.by == ROLES_OFF else hindrance(guild, given)
    if obstacle is not None:
        raise RuleError(f"No roles were changed. {capital(obstacle)}.")
    await acknowledge(press.interaction)
    found = await set_roles(services, actor, pending_id, digest, existing)
    view = lasting(
        *([] if plan.by == ROLES_OFF else [import_progress_button()]), undo_settings_button(actor.interaction_id)
    )
    await edit_answer(press.interaction, embed=roles_set_card(found), view=view)


@button("roles-names", "Names and limits", Who.DIRECTOR)
async def edit_names_button(press: Press, pending_id: int, digest: Digest) -> None:
    plan = (await PLANNED.look(press.services, press.actor, pending_id, digest)).options
    first = "the title" if plan.by == BY_TITLE else "the minimum rating"
    field: Any = discord.ui.TextInput(
        custom_id="names", style=discord.TextStyle.paragraph, default=names_text(plan), max_length=1500
    )
    label: Any = discord.ui.Label(
        text="One role per line", description=f"First {first}, then the role's name; 12 at most", component=field
    )
    await names_form.open_with(press.interaction, [label], pending_id, digest)


@button("roles-progress", "How far?", Who.DIRECTOR)
async def import_progress_button(press: Press) -> None:
    """Show how many members still wait for their roles."""
    waiting = await roles_to_come(press.services, press.actor)
    await acknowledge(press.interaction)
    message = press.interaction.message
    if message is None or not message.embeds:
        raise NotFoundError("That answer no longer exists. See /td settings.")
    await edit_answer(press.interaction, embed=progress_card(message.embeds[0].copy(), waiting))


@form("role-names", "Names and limits", Who.DIRECTOR)
async def names_form(press: Press, pending_id: int, digest: Digest) -> None:
    services, actor = press.services, press.actor
    plan = (await PLANNED.look(services, actor, pending_id, digest)).options
    plan = read_names(press.written("names"), plan)
    await acknowledge(press.interaction)
    found = await preview_roles(services, actor, plan, givable(_guild(press.interaction)))
    await edit_answer(press.interaction, embed=_roles_card(press.interaction, found), view=_view(found))


async def reply_roles(interaction: discord.Interaction[Any], plan: RolePlan) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    await check_director(services, actor, WHAT)
    found = await preview_roles(services, actor, usual_plan(plan), givable(_guild(interaction)))
    await reply(interaction, _roles_card(interaction, found), _view(found), ephemeral=True)


def _roles_card(interaction: discord.Interaction[Any], found: RolePreview) -> discord.Embed:
    given = [rule.role_id for rule, _ in found.rules if rule.role_id is not None]
    guild = _guild(interaction)
    return with_names(roles_preview_card(found, None if found.plan.by == ROLES_OFF else hindrance(guild, given)), guild)


def _view(found: RolePreview) -> discord.ui.View:
    about = found.pending_id, found.digest
    if found.plan.by == ROLES_OFF:
        return lasting(set_roles_button.but(label="Turn off")(*about))
    return lasting(*([] if found.missing else [set_roles_button(*about)]), edit_names_button(*about))


def _guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    assert interaction.guild is not None
    return interaction.guild
