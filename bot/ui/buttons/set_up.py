"""The set-up of a club and its check."""

import asyncio
import io
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import discord

from bot.services.club.settings.change import WHAT, SetUp, Step, set_up, take_step, undo_step
from bot.services.club.settings.played import NewList, Played, sample_for, set_played
from bot.services.club.settings.table import SETTINGS
from bot.services.evenings.lifecycle import Plan, new_evening
from bot.services.events.imports.options import ImportOptions
from bot.services.events.imports.recognise import Upload
from bot.store.database.club_choices import SelfReport
from bot.store.database.evening_rows import TYPED
from bot.ui.buttons.evening_live import post_evening
from bot.ui.buttons.new_list import USUAL_LIST, new_list_fields, read_new_list
from bot.ui.buttons.roster import template_button
from bot.ui.buttons.uploads import preview_upload
from bot.ui.cards.reports import GAMES, REPORTERS, TITLES, set_up_card
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    RED,
    Filled,
    Labels,
    Press,
    Who,
    button,
    chosen_word,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.layout import LEVEL
from bot.ui.framework.server import (
    LARGEST_LIST,
    actor_of,
    hindrance,
    missing,
    services_of,
    web_pages_line,
    with_names,
)
from bot.ui.framework.text import NAME_CHARACTERS, clean
from bot.ui.wording.shared_lines import paused_line
from core.errors import InputError
from core.lists import RatingList
from core.tournament.pairing.methods import METHODS, method_named
from core.words import counted

if TYPE_CHECKING:
    from bot.services.club.check import ClubCheck
    from bot.ui.cards.club import Need


_ROLES = {"td_role": "The role of your directors", "reporter_role": "Or only members with this role"}
_SETTINGS = {
    "td_role": Step.DIRECTORS,
    "default_list": Step.LISTS,
    "self_report": Step.REPORTS,
    "reporter_role": Step.REPORTS,
    "time_zone": Step.ZONE,
}

ZONES: Mapping[str, str] = {
    "en-US": "America/New_York", "en-GB": "Europe/London", "bg": "Europe/Sofia", "zh-CN": "Asia/Shanghai",
    "zh-TW": "Asia/Taipei", "hr": "Europe/Zagreb", "cs": "Europe/Prague", "da": "Europe/Copenhagen",
    "nl": "Europe/Amsterdam", "fi": "Europe/Helsinki", "fr": "Europe/Paris", "de": "Europe/Berlin",
    "el": "Europe/Athens", "hi": "Asia/Kolkata", "hu": "Europe/Budapest", "it": "Europe/Rome", "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul", "lt": "Europe/Vilnius", "no": "Europe/Oslo", "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo", "ro": "Europe/Bucharest", "ru": "Europe/Moscow", "es-ES": "Europe/Madrid",
    "es-419": "America/Mexico_City", "sv-SE": "Europe/Stockholm", "th": "Asia/Bangkok", "tr": "Europe/Istanbul",
    "uk": "Europe/Kyiv", "vi": "Asia/Ho_Chi_Minh", "id": "Asia/Jakarta",
}  # fmt: skip

USUAL_ZONES = (
    "UTC", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo",
    "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "Africa/Lagos", "Africa/Johannesburg",
    "Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Australia/Perth",
    "Australia/Sydney", "Pacific/Auckland", "Pacific/Honolulu",
)  # fmt: skip

Chosen = Annotated[str, "|".join(_SETTINGS)]


@button("setup-open", "Set the club up (TD)", Who.DIRECTOR, style=BLUE)
async def open_set_up_button(press: Press) -> None:
    await reply_set_up(press.interaction)


@menu("setup-choose", Who.DIRECTOR)
async def choose_menu(press: Press, setting: Chosen) -> None:
    values = values_of(setting, press.values)
    await acknowledge(press.interaction)
    await _show(press, await take_step(press.services, press.actor, _SETTINGS[setting], values))


@button("setup-skip", "Skip", Who.DIRECTOR)
async def skip_button(press: Press, step: Step) -> None:
    await acknowledge(press.interaction)
    await _show(press, await take_step(press.services, press.actor, step, {}))


@button("setup-undo", "Undo", Who.DIRECTOR, style=RED, emoji="↩️")
async def undo_step_button(press: Press, step: Step) -> None:
    """Undo the last step and ask it again."""
    await acknowledge(press.interaction)
    await _show(press, await undo_step(press.services, press.actor, step))


@button("setup-played", "Any other game", Who.DIRECTOR, style=BLUE)
async def played_button(press: Press, played: Played) -> None:
    """Set what the club plays; any other game needs a list of the club's own first."""
    if played is Played.OTHER:
        await press.check_director(WHAT)
        await own_game_form.open(press.interaction, USUAL_LIST)
        return
    await acknowledge(press.interaction)
    await _show(press, await set_played(press.services, press.actor, played))


@form("setup-own-list", "Your game's rating list", Who.DIRECTOR, fields=new_list_fields)
async def own_game_form(press: Press) -> None:
    await press.check_director(WHAT)
    own = NewList(*read_new_list(press))
    await acknowledge(press.interaction)
    await _show(press, await set_played(press.services, press.actor, Played.OTHER, own))


@button("setup-sample", "Try a sample file", Who.DIRECTOR)
async def sample_button(press: Press) -> None:
    """Preview a file with invented people, as the club's game has them."""
    club = await press.check_director(WHAT)
    await defer(press.interaction, ephemeral=True)
    sample = await asyncio.to_thread(sample_for, club.default_list)
    options = ImportOptions(name="Sample event", day=None if sample.is_dated else press.services.today(club))
    async with heavy_turn(press.interaction):
        await preview_upload(press.interaction, Upload(sample.data, sample.name, options))


@button("setup-zone", "Other city", Who.DIRECTOR)
async def other_zone_button(press: Press) -> None:
    """Open the form for another time zone."""
    await press.check_director(WHAT)
    await zone_form.open(press.interaction, {})


def _zone_fields(filled: Filled) -> Labels:
    yield line("time_zone", "Place", filled, placeholder="Europe/Berlin")


@form("setup-zone-form", "Time zone", Who.DIRECTOR, fields=_zone_fields)
async def zone_form(press: Press) -> None:
    await press.check_director(WHAT)
    values = {"time_zone": await asyncio.to_thread(SETTINGS["time_zone"].parse, press.text("time_zone"))}
    await acknowledge(press.interaction)
    await _show(press, await take_step(press.services, press.actor, Step.ZONE, values))


@button("setup-import", "Import an event", Who.DIRECTOR)
async def next_import_button(press: Press, event: bool) -> None:
    """Explain how to import an event, with a sample file, or a roster."""
    club = await press.check_director(WHAT)
    text = "Type `/td import` and attach the file. You see first what it would do; **Store it** stores it."
    if not event:
        view = lasting(template_button())
        await reply(press.interaction, discord.Embed(description=text, colour=LEVEL), view, ephemeral=True)
        return
    await defer(press.interaction, ephemeral=True)
    sample = await asyncio.to_thread(sample_for, club.default_list)
    embed = discord.Embed(description=f"{text} The sample file has invented people.", colour=LEVEL)
    files = [discord.File(io.BytesIO(sample.data), sample.name)]
    await edit_answer(press.interaction, embed=embed, attachments=files, view=lasting(sample_button()))


def _evening_fields(filled: Filled) -> Labels:
    yield line("name", "Name", filled, placeholder="Friday blitz")
    options = [discord.SelectOption(label="typed results: nobody is paired", value=TYPED, default=True)]
    options += [discord.SelectOption(label=one.label, value=one.key) for one in METHODS]
    method: Any = discord.ui.Select(custom_id="method", options=options[:25])
    yield discord.ui.Label(text="Pairing method", component=method)
    yield line("starts", "Start", filled, placeholder="2026-12-04 19:00", required=False)


@button("setup-evening", "Start an evening", Who.DIRECTOR, style=BLUE)
async def next_evening_button(press: Press) -> None:
    await press.check_director(WHAT)
    await evening_form.open(press.interaction, {})


@form("setup-evening-form", "A club evening", Who.DIRECTOR, fields=_evening_fields)
async def evening_form(press: Press) -> None:
    await press.check_director(WHAT)
    method, name = press.text("method"), clean(press.text("name"), NAME_CHARACTERS)
    await defer(press.interaction)
    plan = None if method == TYPED else Plan(method_named(method))
    card = await new_evening(press.services, press.actor, name, None, plan, press.text("starts") or None)
    await post_evening(press.interaction, press.actor, card)


async def reply_set_up(interaction: discord.Interaction[Any]) -> None:
    actor = actor_of(interaction)
    await defer(interaction, ephemeral=True)
    found = await set_up(services_of(interaction), actor)
    await reply(interaction, _steps_card(interaction, found), set_up_view(found, proposed_zone(interaction)))


async def _show(press: Press, found: SetUp) -> None:
    card, view = _steps_card(press.interaction, found), set_up_view(found, proposed_zone(press.interaction))
    await edit_answer(press.interaction, embed=card, view=view)


def _steps_card(interaction: discord.Interaction[Any], found: SetUp) -> discord.Embed:
    return with_names(set_up_card(found, missing(interaction.app_permissions)), interaction.guild)


def proposed_zone(interaction: discord.Interaction[Any]) -> str:
    locale = str(interaction.guild_locale or "en-US")
    # American English is every server's default.
    return ZONES.get(str(interaction.locale) if locale == "en-US" else locale, "UTC")


def set_up_view(found: SetUp, proposed: str = "UTC") -> discord.ui.View:
    games = [played_button.but(label=GAMES[one].label)(one) for one in Played] if found.step is Step.LISTS else []
    menus = (_menu(setting, proposed) for setting, step in _SETTINGS.items() if step is found.step)
    view = lasting(*games, *menus)
    if found.step in (None, Step.ROSTER) or (found.last is Step.LISTS and found.done[Step.LISTS]):
        view.add_item(sample_button())
    if found.step is None:
        view.add_item(next_import_button.but(label="Import a roster")(False))
        view.add_item(next_import_button(True))
        view.add_item(next_evening_button())
        view.add_item(check_button())
    if found.step is Step.ZONE:
        view.add_item(other_zone_button())
    if found.step is not None:
        if found.step is Step.ROSTER:
            view.add_item(template_button())
        skip = skip_button.but(label="Done") if found.step is Step.ROSTER else skip_button
        view.add_item(skip(found.step))
    if found.last is not None:
        view.add_item(undo_step_button.but(label=f"Undo: {TITLES[found.last]}")(found.last))
    return view


def _menu(setting: str, proposed: str) -> discord.ui.Item[discord.ui.View]:
    custom_id = choose_menu.id(setting)
    if setting in _ROLES:
        return discord.ui.RoleSelect(custom_id=custom_id, placeholder=_ROLES[setting])
    if setting == "default_list":
        placeholder = "Or only a usual list, such as FIDE Rapid"
        options = [discord.SelectOption(label=one.label, value=one.value) for one in RatingList]
    elif setting == "time_zone":
        placeholder = "The club's time zone"
        zones = list(dict.fromkeys([proposed, *USUAL_ZONES, *ZONES.values()]))[:25]
        options = [discord.SelectOption(label=name, value=name) for name in zones]
        options[0].description = "Suggested by the language"
    else:
        placeholder = "Who may report"
        who = (SelfReport.EVERYONE, SelfReport.DIRECTORS)
        options = [discord.SelectOption(label=REPORTERS[one].capitalize(), value=one.value) for one in who]
    return discord.ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def values_of(option: str, values: object) -> dict[str, Any]:
    """Return the setting of a choice; raise InputError if it was not offered."""
    word = chosen_word(values)
    setting = next(one for one in SETTINGS.values() if one.option == option)
    if word in ("", SelfReport.ROLE):
        raise InputError(DAMAGED)
    return {setting.name: setting.parse(word)}


@button("club-check", "Check", Who.DIRECTOR, style=BLUE)
async def check_button(press: Press) -> None:
    """Check what is missing in the club."""
    await reply_check(press.interaction)


@button("club-check-again", "Check again", Who.DIRECTOR)
async def recheck_button(press: Press) -> None:
    from bot.services.club.check import club_check

    found = await club_check(press.services, press.actor)
    await acknowledge(press.interaction)
    await _show_check(press.interaction, found)


@button("club-try-again", "Try again", Who.DIRECTOR)
async def resend_button(press: Press) -> None:
    from bot.services.club.check import club_check, retry_paused

    await retry_paused(press.services, press.actor)
    await acknowledge(press.interaction)
    await _show_check(press.interaction, await club_check(press.services, press.actor))


async def reply_check(interaction: discord.Interaction[Any]) -> None:
    from bot.services.club.check import club_check

    await defer(interaction, ephemeral=True)
    found = await club_check(services_of(interaction), actor_of(interaction))
    await reply(interaction, await _card(interaction, found), check_view(found))


async def _show_check(interaction: discord.Interaction[Any], found: "ClubCheck") -> None:
    await edit_answer(interaction, embed=await _card(interaction, found), view=check_view(found))


def check_view(found: "ClubCheck") -> discord.ui.View:
    view = lasting(recheck_button())
    if found.paused:
        view.add_item(resend_button())
    return view


async def _card(interaction: discord.Interaction[Any], found: "ClubCheck") -> discord.Embed:
    from bot.ui.cards.club import check_card

    guild = interaction.guild
    assert guild is not None
    needs = [need async for need in _needs(interaction, guild, found)]
    return with_names(check_card(guild.name, needs, map(paused_line, found.paused)), guild)


async def _needs(
    interaction: discord.Interaction[Any], guild: discord.Guild, found: "ClubCheck"
) -> "AsyncIterator[Need]":
    from bot.ui.pictures.font_files import system_fonts
    from bot.ui.pictures.fonts import can_shape

    yield _channel("Here", interaction.app_permissions)
    for channel_id in found.channels:
        channel = guild.get_channel(channel_id)
        if channel is None:
            yield False, f"<#{channel_id}> does not exist, or I cannot see it. Choose another channel in `/td settings`"
        else:
            yield _channel(f"<#{channel_id}>", channel.permissions_for(guild.me))
    if found.active.roles:
        obstacle = hindrance(guild, found.roles)
        yield obstacle is None, "Roles: I can give them" if obstacle is None else f"Roles: {obstacle}"
    yield await _directors(interaction, guild, found)
    if found.site is not None:
        yield web_pages_line(interaction.client, found.site)
    zone = found.club.time_zone
    yield ((True, f"Time zone {zone}") if zone != "UTC" else (False, "Time zone UTC. Set yours in `/td settings`"))
    players = counted(found.players, "player")
    yield found.players > 0, players if found.players else "No players yet. Import your roster with `/td import`"
    yield (
        can_shape(),
        _SHAPES if can_shape() else "Pictures: install libfribidi for Arabic, Hebrew, Indic and Thai names",
    )
    has_fonts = bool(system_fonts())
    yield has_fonts, "Pictures have the system's fonts" if has_fonts else "Pictures: install fonts such as Noto CJK"


_SHAPES = "Pictures draw every script"


def _channel(where: str, allowed: discord.Permissions) -> "Need":
    lacking = [words.partition(",")[0] for words in missing(allowed)]
    if not lacking:
        return True, f"{where}: I can see, write and attach files"
    return False, f"{where}: I need " + ", ".join(f"*{name}*" for name in lacking)


async def _directors(interaction: discord.Interaction[Any], guild: discord.Guild, found: "ClubCheck") -> "Need":
    role_id = found.club.td_role_id
    if role_id is None:
        return True, "Directors: members who may manage the server"
    if guild.get_role(role_id) is None:
        return False, "The directors' role no longer exists. Choose another one in `/td settings`"
    if interaction.client.intents.members and (guild.member_count or 0) <= LARGEST_LIST:
        holders = [one async for one in guild.fetch_members(limit=None) if one.get_role(role_id) is not None]
        if not holders:
            return False, f"Nobody has <@&{role_id}>. Give it to your directors"
    return True, f"Directors: <@&{role_id}>"
