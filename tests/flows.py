"""What people do in several steps, for tests that need its end."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from sqlalchemy import select

from bot.services.club.settings.table import SETTINGS
from bot.store.database.tables import evening
from bot.ui.framework.buttons import lasting
from tests.conftest import SimulatedClub, rows
from tests.file_answers import part_of, parts_of


async def fill_in(who: Any, form: Any, /, **values: Any) -> Any:
    """Send a form with what it shows already."""
    fields = {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}
    written = {name: _filled(fields[name], value) for name, value in values.items()}
    return await who.submit_modal(form, {**dict(_shown(form.modal)), **written})


TEXT, RADIOS, TICK = 4, 21, 23
"""Discord's numbers of the kinds of fields in which one value is written."""


def _filled(field: dict[str, Any], value: Any) -> Any:
    if field["type"] == TICK:
        return value in (True, "True")
    if isinstance(value, bool):
        value = "on" if value else "off"
    if field["type"] in (TEXT, RADIOS):
        return str(value)
    return value if isinstance(value, list | tuple) else [value]


def _shown(modal: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for part in modal["components"]:
        field = part["component"]
        name = field["custom_id"]
        chosen = [option["value"] for option in field.get("options", ()) if option.get("default")]
        if field["type"] == TICK:
            yield name, field.get("default", False)
        elif field.get("value") or chosen:
            yield name, field.get("value") or (chosen[0] if field["type"] == RADIOS else chosen)


async def set_settings(club: Any, /, by: Any = None, **values: Any) -> Any:
    """Fill in the pages of the settings that these belong to, one after the other; return the last answer."""
    who = by or club.td
    if not values:
        return await who.slash(club.channel, "td settings")
    answer = None
    if "rules" in values:
        values["rules"] = f"{values.pop('list')}:{values['rules']}"
    pages = {setting.option: setting.page for setting in SETTINGS.values()}
    for page in dict.fromkeys(pages[name] for name in values):
        form = await who.slash(club.channel, "td settings", page=page)
        answer = await fill_in(who, form, **{name: value for name, value in values.items() if pages[name] == page})
    return answer


async def set_board(club: Any, /, **values: Any) -> Any:
    """Keep a leaderboard up to date in a channel."""
    form = await club.td.slash(club.channel, "td settings", page="boards")
    return await fill_in(club.td, form, **{"channel": club.channel, **values})


async def post_panel(club: Any, channel: Any = None) -> Any:
    """Post the club panel as a director does; return its message."""
    where = channel or club.channel
    form = await club.td.slash(club.channel, "td settings", page="panel")
    await fill_in(club.td, form, channel=where)
    with club.env._bot_scope():
        await club.env.bot.outbox.send_due()
    return next(one for one in where.history() if "report-event" in str(one.components))


async def plan_roles(club: Any, /, **values: Any) -> Any:
    return await fill_in(club.td, await club.td.slash(club.channel, "td settings", page="roles"), **values)


POOL_PARTS = {
    "keeper": "Name Keeper",
    **dict.fromkeys(("a_max", "a_min", "a_decay_rate", "provisional_games"), "Set multipliers"),
    **dict.fromkeys(("use_draws", "draws", "bare_scores", "rebalancing"), "Set scoring"),
}
"""By figure of a pool, the button of its form; the others are of a calibration."""


async def found_list(club: Any, /, name: str, system: str = "oracle", **more: Any) -> Any:
    """Found a list of the club's own."""
    page = await club.td.slash(club.channel, "td settings", page="own-lists")
    form = await club.td.click(page.response, label="New list")
    return await fill_in(club.td, form, name=name, system=system, **more)


async def set_pool(club: Any, /, pool: str | None = None, **values: Any) -> Any:
    """Fill in the forms of an Oracle pool."""
    answer = await club.td.slash(club.channel, "td settings", page="oracle")
    if pool is not None:
        answer = await club.td.select(answer.response, [pool], custom_id="pool-choose")
    if values.pop("usual", False):
        answer = await club.td.click(answer.response, label="Reset figures")
    parts = {name: POOL_PARTS.get(name, "Set calibration") for name in values}
    for part in dict.fromkeys(parts.values()):
        form = await club.td.click(answer.response, label=part)
        answer = await fill_in(club.td, form, **{name: values[name] for name in values if parts[name] == part})
    return answer


async def set_qursh(club: Any, /, **values: Any) -> Any:
    """Say what Scrabble events are ranked against."""
    page = await club.td.slash(club.channel, "td settings", page="qursh")
    if not values:
        return page
    return await fill_in(club.td, await club.td.click(page.response, label="Change settings"), **values)


async def import_event(who: Any, channel: Any, file: tuple[str, bytes], /, **options: Any) -> Any:
    """Look at an event's file."""
    details = {name: options.pop(name) for name in ("time_control", "rules") if name in options}
    looked = await who.slash(channel, "td import", file=file, **options)
    if not details or looked.response is None:
        return looked
    return await fill_in(who, await who.click(looked.response, label="Edit details"), **details)


async def load_games(club: Any, data: bytes, name: str = "games of the club") -> Any:
    """Rank by the games of a file from now on; return what was stored, or why not."""
    looked = await club.td.slash(club.channel, "td import", file=("games.csv", data), name=name)
    if looked.response is None or not looked.response.components:
        return looked
    return await club.td.click(looked.response, label="Store it")


async def use_built_in_table(club: Any) -> Any:
    asked = await club.td.click((await set_qursh(club)).response, label="Built-in table")
    return await club.td.click(asked.response, label="Use the built-in table")


async def events_of(member: Any, channel: Any, kind: str = "all") -> Any:
    """Return the club's events of a kind, chosen in the menu."""
    listed = await member.slash(channel, "events")
    await member.select(listed.response, [kind], custom_id=part_of(listed.response, "events-kind:"))
    return listed


async def wall_chart(member: Any, channel: Any, event_id: Any, label: str = "Crosstable") -> Any:
    shown = await member.slash(channel, "events", event=str(event_id))
    return await member.click(shown.response, label=label)


async def oracle_match(
    who: Any,
    channel: Any,
    opponent: str,
    *,
    kind: str | None = None,
    results: str | None = None,
    date: str | None = None,
    pool: str = "oracle",
    **counts: int,
) -> Any:
    order = results or ""
    wins, losses, draws = (counts.get(one, order.count(one[0].upper())) for one in ("wins", "losses", "draws"))
    drawn = {"draws": draws} if draws else {}
    answer = await who.slash(channel, "match", opponent=opponent, wins=str(wins), losses=losses, list=pool, **drawn)
    if answer.modal is not None:
        answer = await fill_in(who, answer, kind=kind or "ai_hybrid")
    if (results or date) and answer.response is not None and answer.response.components:
        form = await who.click(answer.response, label="Add details")
        values = {"results": results or "", "date": date or ""}
        await who.submit_modal(form, {field: value for field, value in values.items() if value})
    return answer


async def export_event(director: Any, channel: Any, event_id: Any, form: str, /, **fields: Any) -> Any:
    """Export an event by the menus of /td export. fields."""
    asked = await director.slash(channel, "td export", what="event")
    await director.select(asked.response, [str(event_id)], custom_id=part_of(asked.response, "export-event"))
    chosen = await director.select(asked.response, [form], custom_id=part_of(asked.response, "export-format:"))
    return chosen if chosen.modal is None else await fill_in(director, chosen, **fields)


async def export_pool(director: Any, channel: Any, *labels: str) -> Any:
    """Export a pool's table; press buttons under it, such as another pool."""
    answer = await director.slash(channel, "td export", what="pool")
    for label in labels:
        await director.click(answer.response, label=label)
    return answer


async def on_page(director: Any, channel: Any, player: Any, label: str, /, **values: Any) -> Any:
    """Press a button of a player's page."""
    return await _form_below(director, await director.slash(channel, "td player", player=player), label, values)


async def set_floor(club: SimulatedClub, answer: Any, floor: str = "", peak: str = "") -> Any:
    """Let a director set a floor or a peak below the answer of a rating that was set."""
    form = await club.td.click(answer.response, label="Set floor")
    return await club.td.submit_modal(form, {"floor": floor, "peak": peak})


async def start_season(
    club: SimulatedClub, name: str = "Autumn 2026", *, ratings: str = "carry", minimum: int = 6, **options: Any
) -> Any:
    begun = await club.td.slash(club.channel, "td season", action="start", name=name, **options)
    if (ratings, minimum) == ("carry", 6) or not begun.response.embeds:
        return begun
    form = await club.td.click(begun.response, label="Change rules")
    return await club.td.submit_modal(form, {"ratings": ratings, "minimum": str(minimum)})


async def season_by(club: SimulatedClub, order: str) -> Any:
    """Show a director the season's board in an order."""
    board = await club.td.slash(club.channel, "season")
    return await club.td.select(board.response, [order])


async def distribution(member: Any, club: SimulatedClub) -> Any:
    """Show a member how the ratings of the club's list are spread."""
    board = await member.slash(club.channel, "leaderboard")
    return await member.click(board.response, label="Distribution")


async def show_td(club: Any, *members: Any) -> None:
    """Show the directors' commands to members."""
    (group,) = (root for root in await club.env.bot.tree.fetch_commands() if root.name == "td")
    club.guild.set_command_permissions(group.id, dict.fromkeys(members, True))


async def ask_to_lower(club: SimulatedClub, member: Any, reason: str) -> Any:
    """Let somebody ask below their norms for their lifetime title to be lowered."""
    norms = await member.slash(club.channel, "norms")
    form = await member.click(norms.response, label="Ask to lower title")
    return await member.submit_modal(form, {"reason": reason})


async def head_to_head(
    club: SimulatedClub, who: Any, *players: Any, label: str = "Head to head", **options: Any
) -> Any:
    """Compare two players, or somebody with another, and open their games against each other."""
    named = ", ".join(str(getattr(one, "mention", one)) for one in players)
    compared = await who.slash(club.channel, "rating compare", players=named, **options)
    shown = compared.response is not None and compared.response.components
    return await who.click(compared.response, label=label) if shown else compared


async def under_board(member: Any, club: SimulatedClub, rating_list: str, label: str) -> Any:
    """Press a button under the leaderboard of a list."""
    board = await member.slash(club.channel, "leaderboard", list=rating_list)
    return await member.click(board.response, label=label)


async def coming_list(member: Any, club: SimulatedClub) -> Any:
    return await under_board(member, club, "fide-standard", "Coming list")


async def everybody_on_board(member: Any, channel: Any) -> Any:
    """Show the leaderboard with those who have not played for a year."""
    board = await member.slash(channel, "leaderboard")
    await member.click(board.response, label="Show inactive")
    return board


# A player's page, and one's own.


_PROFILE = {"name", "born", "sex", "federation"}
_US_CHESS = ("uschess_id", "expires", "state")
_FIELDS = {"fide_id": "fide", "naspa_id": "naspa"}


def _labels(message: Any) -> list[str]:
    return [part.get("label", "") for row in message.components for part in row["components"]]


async def _form_below(who: Any, page: Any, label: str, values: dict[str, Any]) -> Any:
    if page.response is None or label not in _labels(page.response):
        return page
    pressed = await who.click(page.response, label=label)
    return pressed if pressed.modal is None else await fill_in(who, pressed, **_as_fields(pressed.modal, values))


def _as_fields(modal: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    fields = {_FIELDS.get(name, name): value for name, value in values.items() if name not in _US_CHESS}
    if told := {name: value for name, value in values.items() if name in _US_CHESS}:
        now = dict(zip(_US_CHESS, _us_chess(dict(_shown(modal)).get("uschess", "")), strict=True))
        fields["uschess"] = " ".join(value for value in {**now, **told}.values() if value not in ("", "none"))
    return fields


def _us_chess(text: str) -> tuple[str, str, str]:
    parts = text.split()
    number, month = (next((one for one in parts if len(one) == size), "") for size in (8, 7))
    return number, month, next((one for one in parts if len(one) == 2), "")


async def edit_player(who: Any, channel: Any, player: Any = None, **values: Any) -> Any:
    if player is None:
        return await _form_below(who, await who.slash(channel, "me"), "Edit profile", values)
    reason = {name: values.pop(name) for name in ("reason",) if name in values}
    answer = None
    for label, chosen in (("Edit profile", values.keys() & _PROFILE), ("Edit ids", values.keys() - _PROFILE)):
        if chosen:
            answer = await on_page(who, channel, player, label, **{name: values[name] for name in chosen}, **reason)
    return answer


async def link_player(director: Any, channel: Any, player: Any, member: Any = None, **reason: str) -> Any:
    label, chosen = ("Unlink", {}) if member is None else ("Link to a member", {"member": [member]})
    return await on_page(director, channel, player, label, **chosen, **reason)


async def merge_players(director: Any, channel: Any, player: Any, **values: Any) -> Any:
    return await on_page(director, channel, player, "Merge a duplicate", **values)


async def hide_player(director: Any, channel: Any, player: Any, *, hidden: bool = True, **reason: str) -> Any:
    return await on_page(director, channel, player, "Hide player" if hidden else "Show player", **reason)


async def claim_player(member: Any, channel: Any, player: Any) -> Any:
    return await _form_below(member, await member.slash(channel, "me"), "Claim a player", {"player": player})


async def notify(member: Any, channel: Any, **wishes: Any) -> Any:
    """Choose what one is told."""
    page = await member.slash(channel, "me")
    await _form_below(member, page, "Notifications", wishes)
    return page


async def my_data(member: Any, channel: Any) -> Any:
    """Ask for everything that the club keeps of one."""
    return await _form_below(member, await member.slash(channel, "me"), "My data", {})


async def ask_to_forget(who: Any, channel: Any, player: Any = None) -> Any:
    if player is None:
        return await _form_below(who, await who.slash(channel, "me"), "Forget me", {})
    return await on_page(who, channel, player, "Forget player")


async def forget(who: Any, channel: Any, player: Any = None) -> Any:
    """Have somebody forgotten; return what is said then, or the refusal."""
    asked = await ask_to_forget(who, channel, player)
    return await _form_below(who, asked, "Forget for ever", {})


async def correct(club: SimulatedClub, event: int | str, change: str, reason: str = "wrong") -> Any:
    shown = await club.td.slash(club.channel, "td correct", event=str(event), change=change, reason=reason)
    return await _pressed(club, shown, "Correct event")


async def void(club: SimulatedClub, event: int | str, reason: str = "wrong") -> Any:
    shown = await club.td.slash(club.channel, "td void", event=str(event), reason=reason)
    return await _pressed(club, shown, "Void event")


async def _pressed(club: SimulatedClub, shown: Any, label: str) -> Any:
    labels = [] if shown.response is None else [part.get("label") for part in parts_of(shown.response)]
    return await club.td.click(shown.response, label=label) if label in labels else shown


PLAN = ("time_control", "date", "place", "places", "sections")


async def open_evening(club: Any, **options: Any) -> Any:
    """Open an evening, and fill in its plan where something of that is given; return its card."""
    plan = {name: options.pop(name) for name in PLAN if name in options}
    answer = await club.td.slash(club.channel, "td evening", **{"name": "Friday", **options})
    if plan:
        await plan_evening(club, **plan)
    return answer


async def card_of_evening(club: Any, event: Any = None) -> tuple[Any, int, bool]:
    query = select(evening.c.id, evening.c.method).where(evening.c.status == "open")
    if event is not None:
        query = query.where(evening.c.id == int(event))
    found = (await rows(club.services.database, query.order_by(evening.c.id.desc())))[0]
    marked = (f"evening-report:{found.id}'", f'evening-report:{found.id}"')
    card = next(one for one in club.channel.history() if any(mark in str(one.components) for mark in marked))
    return card, found.id, found.method != "typed"


async def report_results(club: Any, who: Any, results: str, event: Any = None, **more: Any) -> Any:
    """Write results into the form of an evening's card."""
    card, key, _ = await card_of_evening(club, event)
    form = await who.click(card, custom_id=f"evening-report:{key}")
    return await fill_in(who, form, results=results, **more)


async def panel_button(club: Any, name: str, event: Any = None) -> Any:
    """Press a button of a paired evening's panel."""
    card, key, _ = await card_of_evening(club, event)
    panel = await club.td.click(card, label="Directors (TD)")
    return await club.td.click(panel.response, custom_id=f"{name}:{key}")


async def close_evening(club: Any, event: Any = None, *, force: bool = False) -> Any:
    """Close an evening. force: also where it asks first."""
    card, key, is_paired = await card_of_evening(club, event)
    if is_paired:
        closed = await panel_button(club, "evening-close", event)
    else:
        closed = await club.td.click(card, custom_id=f"evening-close:{key}")
    if force and "evening-close-anyway" in str(getattr(closed.response, "components", "")):
        return await club.td.click(closed.response, custom_id=f"evening-close-anyway:{key}")
    return closed


async def plan_evening(club: Any, event: Any = None, **values: Any) -> Any:
    card, key, is_paired = await card_of_evening(club, event)
    if is_paired:
        return await fill_in(club.td, await panel_button(club, "evening-plan", event), **values)
    return await fill_in(club.td, await club.td.click(card, custom_id=f"evening-plan:{key}"), **values)


async def add_player(
    club: Any, event: Any = None, *, player: str = "", newcomer: str = "", rating: str = "new", born: str = ""
) -> Any:
    """Enter somebody in a paired evening by the form, in a line of theirs."""
    line = player or ", ".join(filter(None, (newcomer, rating, born)))
    return await fill_in(club.td, await panel_button(club, "evening-add-player", event), player=line)


async def set_order(club: Any, event: Any = None, **values: Any) -> Any:
    return await fill_in(club.td, await panel_button(club, "evening-order", event), **values)


async def fide_norm(
    member: Any, channel: Any, *, opponents: str | None = None, keep: bool = False, **options: Any
) -> Any:
    """Hold typed rounds, or an event, against FIDE's norms, and tell what is named of the event and the player."""
    options = {name: _yes_no(value) for name, value in options.items()}
    asked = {name: options[name] for name in ("player", "event") if name in options}
    answer = await member.slash(channel, "norms", **asked)
    first = {name: options[name] for name in ("federation", "woman", "title", "day") if name in options}
    if opponents is not None or "day" in options:
        form = answer if answer.modal is not None else await member.click(answer.response, label="Check a FIDE norm")
        answer = await member.submit_modal(form, {"opponents": opponents or "", **first})
    elif "title" in options:
        menu = next(part["custom_id"] for part in _below(answer) if part["custom_id"].startswith("norm-title"))
        await member.select(answer.response, [options["title"]], custom_id=menu)
    for label, names in (
        ("Event details", ("format", "exemption", "championship", "host", "rounds")),
        ("More details", ("time_control", "rounds_a_day", "confirmed")),
    ):
        told = {name: options[name] for name in names if name in options}
        if told:
            told_of = await member.submit_modal(await member.click(answer.response, label=label), told)
            if told_of.followups:  # refused
                return SimpleNamespace(response=None, followups=told_of.followups)
    return await member.click(answer.response, label="Store details (TD)") if keep else answer


async def norm_tables(member: Any, club: SimulatedClub) -> Any:
    shown = await member.slash(club.channel, "norms")
    return await member.click(shown.response, label="Tables")


def _yes_no(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(getattr(value, "mention", value))


def _below(answer: Any) -> list[dict[str, Any]]:
    return [part for row in answer.response.components for part in row["components"]]


async def roster_template(club: Any) -> Any:
    """Get the table of players to fill in, from the end of the set-up."""
    page = await club.td.slash(club.channel, "td setup")
    while "Import a roster" not in _labels(page.response):
        labels = _labels(page.response)
        page = await club.td.click(page.response, label="Done" if "Done" in labels else "Skip")
    step = await club.td.click(page.response, label="Import a roster")
    return await club.td.click(step.response, label="Get template")


async def check_club(club: Any) -> Any:
    page = await club.td.slash(club.channel, "td settings")
    return await club.td.click(page.response, label="Check")


DETAILS = ("time_control", "kind", "born", "elsewhere")


async def report(who: Any, channel: Any, /, **options: Any) -> Any:
    """Report an event, and add the details among the options below the answer."""
    details = {name: options.pop(name) for name in DETAILS if name in options}
    if "elsewhere" in details and "rating" not in options:
        options.setdefault("games", 0)
    return await _with_details(who, await who.slash(channel, "rating update", **options), details)


async def estimate(who: Any, channel: Any, /, **options: Any) -> Any:
    """Estimate an event, and add the details among the options below the answer."""
    details = {name: options.pop(name) for name in DETAILS if name in options}
    if "elsewhere" in details and "rating" not in options:
        options.setdefault("games", 0)
    where = () if channel is None else (channel,)
    return await _with_details(who, await who.slash(*where, "rating estimate", **options), details)


async def report_for(director: Any, channel: Any, member: Any, /, **options: Any) -> Any:
    """Report an event for somebody else."""
    details = {name: options.pop(name) for name in DETAILS if name in options}
    before = {name: options.pop(name) for name in ("rating", "games") if name in options}
    if "rating" in before:
        same = {name: options[name] for name in ("date", "list") if name in options}
        await director.slash(channel, "td rating", player=member, **before, **same)
    answer = await on_page(director, channel, member, "Report an event", **options)
    return await _with_details(director, answer, details)


async def _with_details(who: Any, answer: Any, details: dict[str, Any]) -> Any:
    shown = answer.response is not None and answer.response.components
    if not details or not shown:
        return answer
    return await fill_in(who, await who.click(answer.response, label="Add details"), **details)


async def rank(who: Any, channel: Any, *, view: str | None = None, winners: str | None = None, **given: Any) -> Any:
    """Rank an event or a file by QURSH, then choose another view of it or name prize winners."""
    answer = await who.slash(channel, "qursh rank", **given)
    if view is not None:
        return await who.select(answer.response, [view], custom_id=part_of(answer.response, "qursh-view:"))
    if winners is not None:
        form = await who.click(answer.response, label="Prize winners")
        return await fill_in(who, form, winners=winners)
    return answer


async def qursh_table(who: Any, channel: Any, cell: str | None = None) -> Any:
    answer = await rank(who, channel, file=("a.t", RANKED.encode()), view="TABLE")
    if cell is None:
        return answer
    menus = [part for row in answer.response.components for part in row["components"]]
    options = [(part["custom_id"], one) for part in menus for one in part["options"]]
    menu, value = next((name, one["value"]) for name, one in options if one["label"] == cell)
    return await who.select(answer.response, [value], custom_id=menu)


RANKED = "Fenn, Rosa 1800 2; 420\nQuill, Ada 1675 1; 400\n"
"""A tsh file of one game."""


async def press_anywhere(club: Any, who: Any, button: Any) -> Any:
    """Press a lasting button below a message of the bot."""
    with club.env._bot_scope():
        channel = club.env.bot.get_channel(club.channel.id)
        message = await channel.send("Press it", view=lasting(button))
    posted = next(one for one in club.channel.history() if one.id == message.id)
    return await who.click(posted, custom_id=button.custom_id)
