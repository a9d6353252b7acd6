"""Names are harmless wherever they are shown."""

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import discord
import pytest
from simcord.backend.errors import SetupError

from cogs.options.events import RUNNING
from tests.conftest import SimulatedClub, said
from tests.file_answers import part_of, rest_are_new
from tests.flows import (
    add_player,
    ask_to_lower,
    check_club,
    claim_player,
    edit_player,
    export_event,
    forget,
    hide_player,
    link_player,
    merge_players,
    notify,
    on_page,
    plan_roles,
    rank,
    report_for,
    report_results,
    set_board,
    set_order,
    set_pool,
    set_qursh,
    set_settings,
    use_built_in_table,
    wall_chart,
)

LINK, MENTIONS, MARKUP, FENCE = (
    "[ok](https://evil.example/a)",
    "@everyone <@1> <@&2> <t:1> <#3>",
    "**x** `x` ||y|| ~~z~~ __u__",
    "```x *i* <:a:1>",
)
NAMES = (LINK, MENTIONS, MARKUP, FENCE)
"""Each as long as Discord lets a display name be."""

LIVE = re.compile(
    r"\[ok\]\(|https?://evil|@everyone|<@&?[12]>|<t:1>|<#3>|<:a:1|\*\*x\*\*|\|\|y|~~z~~|__u__|```|`x`|\*i\*"
)
ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
CODE_BLOCK, CODE = re.compile(r"```\n.*?```", re.DOTALL), re.compile(r"`[^`\n]+`")


def live_in(text: str) -> list[str]:
    """Return what of a hostile name is markup in a text that Discord reads as markdown."""
    if "```x" in text:
        return [text]
    # What is escaped is no markup, and in code there is none.
    text = ESCAPED.sub("\u241b", CODE_BLOCK.sub("", text)).replace("\u200b", "\u241b")
    return LIVE.findall(CODE.sub("", text) if "`x`" not in text else text)


@pytest.mark.parametrize("name", [*NAMES, "# big", "a`b", "\n- x"])
def test_the_check_sees_a_name_that_is_not_escaped(name: str) -> None:
    if name in NAMES:
        assert live_in(f"There is {name} here.")
    assert not live_in("**Dana** `/rating update` plays in ```\nName 1\n```")


def shown(payload: Any, key: str = "", path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Return every text of what the bot sends."""
    if isinstance(payload, dict):
        for name, value in payload.items():
            yield from shown(value, name, (*path, name))
    elif isinstance(payload, list):
        for value in payload:
            yield from shown(value, key, path)
    elif isinstance(payload, str):
        yield path, payload


def is_marked_up(path: tuple[str, ...]) -> bool:
    if path[-1] == "name":
        return "fields" in path
    if path[-1] == "value":
        return "fields" in path
    if path[-1] in ("title", "description"):
        return "embeds" in path
    return path[-1] == "content"


def faults(requests: list[Any]) -> list[str]:
    """Return what is alive of a hostile name in what the bot has sent."""
    found = []
    for request in requests:
        for path, text in shown(request.json):
            if path[-1] in ("custom_id", "image", "url", "id"):
                continue
            live = live_in(text) if is_marked_up(path) else re.findall("[\n\r\u202a-\u202e]", text)
            if live:
                found.append(f"{'.'.join(path)}: {live} in {text[:300]!r}")
    return found


class Walk:
    """Acts in a club whose people are called hostile names, and remembers which commands were answered."""

    def __init__(self, club: SimulatedClub) -> None:
        self.club = club
        self.people = [club.add(name) for name in NAMES]
        manager = club.guild.create_role(LINK, permissions=discord.Permissions(manage_guild=True))
        self.director = club.add(MARKUP, manager)
        self.answered: set[str] = set()
        self.refused: dict[str, str] = {}
        self.file_names: set[str] = set()

    async def slash(self, who: Any, command: str, **options: Any) -> Any:
        answer = await who.slash(self.club.channel, command, **options)
        for message in (answer.response, *answer.followups):
            if message is not None:
                self.file_names |= {one.filename for one in message.attachments}
                if message.embeds:
                    self.answered.add(command)
                else:
                    self.refused[command] = message.content
        return answer

    async def td(self, command: str, **options: Any) -> Any:
        return await self.slash(self.director, command, **options)

    async def press(self, who: Any, message: Any, *labels: str) -> Any:
        """Press the buttons of a message that have one of these labels."""
        pressed = None
        for part in list(_parts(message.components)):
            if part["type"] == BUTTON and any(label in (part.get("label") or "") for label in labels):
                pressed = await who.click(message, custom_id=part["custom_id"])
        assert pressed is not None, [part.get("label") for part in _parts(message.components)]
        return pressed

    async def offered(self, command: str, option: str, value: str = "") -> list[str]:
        choices = await self.director.autocomplete(self.club.channel, command, option, value)
        return [choice["value"] for choice in choices]


BUTTON, MENU = 2, 3


def _parts(components: Any) -> Iterator[dict[str, Any]]:
    if isinstance(components, dict):
        if components.get("custom_id") and not components.get("disabled"):
            yield components
        for value in components.values():
            yield from _parts(value)
    elif isinstance(components, list):
        for value in components:
            yield from _parts(value)


def section(*names: str, ratings: str = "1500") -> bytes:
    """Return a file of four players of whom everybody has met everybody."""
    lines = ["number,name,rating,games,1,2,3"]
    cells = ("W2,W3,D4", "L1,D4,W3", "W4,L1,L2", "L3,D2,D1")
    for number, (name, row) in enumerate(zip(names, cells, strict=True), start=1):
        quoted = name.replace('"', '""')
        lines.append(f'{number},"{quoted}",{ratings},30,{row}')
    return ("\n".join(lines) + "\n").encode()


def commands(club: SimulatedClub) -> dict[str, Any]:
    return {
        command.qualified_name: command
        for command in club.env.bot.tree.walk_commands()
        if hasattr(command, "parameters")
    }


async def test_no_refusal_carries_what_a_name_is_made_of(club: SimulatedClub) -> None:
    """Every text of every command is given a hostile name, beside what else the command needs."""
    walk, used, texts = Walk(club), set(), set()
    names = cycle(NAMES)
    for name, command in commands(club).items():
        needed = {one.display_name: one for one in command.parameters if one.required}
        for option in [one for one in command.parameters if one.type.value in (TEXT, FILE) and not one.choices]:
            texts.add(name)
            hostile = next(names)
            options = {one.display_name: _value(walk, one, hostile) for one in (*needed.values(), option)}
            try:
                await walk.slash(club.td, name, **options)
            except SetupError:
                continue  # Discord itself does not take it
            used.add(name)

    club.forgive()
    assert faults(club.env.http_requests) == []
    assert used == texts


TEXT, WHOLE, YES_NO, MEMBER, CHANNEL, ROLE, NUMBER, FILE = 3, 4, 5, 6, 7, 8, 10, 11
"""Discord's numbers of the kinds of options."""


def _value(walk: Walk, option: Any, hostile: str) -> Any:
    kind = option.type.value
    if option.display_name == "list":
        return "elo"
    if option.choices:
        return option.choices[0].value
    if kind == MEMBER:
        return walk.people[NAMES.index(hostile)]
    if kind == CHANNEL:
        return walk.club.channel
    if kind == ROLE:
        return walk.club.td_role
    if kind == FILE:
        return f"{hostile.replace('/', '')}.csv", f"number,name,rating,1\n1,{hostile},x,W2\n".encode()
    return {TEXT: hostile, WHOLE: 1, YES_NO: True, NUMBER: 1500.0}[kind]


@pytest.mark.long
async def test_no_answer_carries_what_a_name_is_made_of(club: SimulatedClub) -> None:
    """Every command is used with people, events, evenings and files of hostile names, and says them harmlessly."""
    walk = Walk(club)
    await _ratings(walk)
    await _events(walk)
    await _evening(walk)
    await _players(walk)
    await _fide(walk)
    await _scrabble(walk)
    await _oracle(walk)
    await _community(walk)
    await walk.slash(walk.people[0], "help")
    await set_settings(club, by=walk.director, td_role=club.td_role, self_report="role", reporter_role=club.td_role)
    await walk.td("td settings")
    for kind in ("events", "reports", "evenings", "ratings", "players", "lists", "settings"):
        await walk.td("td audit", kind=kind)
    await walk.td("td setup")
    await walk.td("yearbook")
    await walk.td("td export", what="club")
    for name, command in commands(club).items():
        for option in command.parameters:
            if option.autocomplete:
                await walk.offered(name, option.display_name)
    page = await walk.slash(walk.people[0], "me")
    await walk.press(walk.people[0], page.response, "My data")
    await forget(walk.people[0], club.channel)
    assert faults(club.env.http_requests) == []
    assert walk.answered == set(commands(club)), walk.refused
    assert all(re.fullmatch(r"[\w.-]+", file_name) for file_name in walk.file_names), walk.file_names


async def _ratings(walk: Walk) -> None:
    first, second, third, fourth = walk.people
    for who, rating in zip(walk.people, (1580.0, 1600.0, 1700.0, 1800.0), strict=True):
        await walk.td("td rating", player=who, rating=rating, games=30, reason=LINK, date="2026-01-01")
    against = f"W<@{second.id}> D<@{third.id}> L<@{fourth.id}>"
    for at, name in enumerate(NAMES, start=1):
        reported = await walk.slash(first, "rating update", opponents=against, event=name, date=f"2026-02-0{at}")
        await walk.press(first, reported.response, "calculation", "Calculation", "How")
    await walk.slash(first, "rating update", opponents=against, event=NAMES[0], date="2026-02-01")  # once more
    disputing = await walk.press(second, reported.response, "Dispute")
    await second.submit_modal(disputing, {_field(disputing): MARKUP})
    await walk.press(third, reported.response, "Confirm")
    await walk.td("td queue")
    await walk.slash(first, "rating estimate", opponents=f"W<@{third.id}>")
    await walk.slash(first, "rating estimate", target=1650.0, opponents=against)
    await walk.slash(first, "rating estimate", opponents=f"<@{second.id}>")
    await walk.slash(first, "rating show", player=first)
    await walk.slash(first, "rating history", player=first)
    await walk.slash(first, "rating history", player=second, since=MARKUP)
    await walk.slash(first, "rating compare", players=f"{second.mention} {third.mention}")
    await walk.slash(first, "norms", player=first)
    await walk.slash(first, "leaderboard")
    entered = await walk.td("td rating", player=first, rating=1580.0, games=40, date="2026-02-20")
    form = await walk.director.click(entered.response, label="Set floor")
    await walk.director.submit_modal(form, {"floor": "", "peak": "1580"})
    await walk.td("td rating", player=first, rating=1350.0, date="2026-02-20")
    asked = await ask_to_lower(walk.club, first, FENCE)
    await walk.press(walk.director, asked.response, "Lower the title (TD)")
    await walk.press(walk.director, asked.response, "Undo")
    lowered = await on_page(walk.director, walk.club.channel, first, "Lower title", reason=FENCE)
    await walk.press(walk.director, lowered.response, "Undo")
    await walk.slash(first, "rating undo")
    await walk.td("td export", what="ratings")
    await walk.td("td rating", player=fourth, rating=1600.0, games=200, date="2026-02-20")
    four = {"opponents": "2060 2060 2060 2060", "score": "2", "date": "2026-02-21"}
    alerted = await report_for(walk.director, walk.club.channel, fourth, **four)
    pressed = await walk.press(walk.director, alerted.followups[0], "Floor")
    await walk.press(walk.director, pressed.followups[0], "Undo")


async def _events(walk: Walk) -> None:
    first = walk.people[0]
    file = (f"{LINK.replace('/', '')}.csv", section(*NAMES))
    preview = await walk.td("td import", file=file, name=MARKUP, date="2026-03-01")
    for part in list(_parts(preview.response.components)):
        if part["type"] == MENU:
            await walk.director.select(preview.response, [part["options"][0]["value"]], custom_id=part["custom_id"])
    await walk.press(walk.director, preview.response, "Store it")
    await walk.td("td import", file=file, name=LINK)  # is stored already
    for event in await walk.offered("events", "event"):
        await walk.slash(first, "events", event=event)
        chart = await wall_chart(first, walk.club.channel, event)
        await walk.press(first, chart.response, "As text")
    imported, *_ = await walk.offered("events", "event", "x")
    place = {"affiliate": "A1234567", "director": "12345678", "place": f"{LINK}, NY 10001"}
    for form in ("trf", "csv", "dbf"):
        await export_event(walk.director, walk.club.channel, imported, form, **(place if form == "dbf" else {}))
    await walk.slash(first, "events")
    change = f"name {FENCE}\nround 1: {first.mention} loss"
    for asked, label in (("td correct", "Correct event"), ("td void", "Void event")):
        more = {"change": change, "reason": LINK} if asked == "td correct" else {"reason": MARKUP}
        shown = await walk.td(asked, event=imported, **more)
        await walk.press(walk.director, shown.response, label)
        await walk.press(walk.director, shown.response, "Undo")


async def _evening(walk: Walk) -> None:
    director, (first, second, third, _) = walk.director, walk.people
    card = (await walk.td("td evening", name=LINK)).response
    for who in walk.people:
        await walk.press(who, card, "Join")
    await walk.press(third, card, "Leave")
    await walk.press(third, card, "Join")
    reporting = await walk.press(first, card, "Report")
    await first.submit_modal(reporting, {_field(reporting): f"1: {LINK} 1-0 {FENCE}"})
    reported = await report_results(walk.club, first, "2: #1 1-0 #2")
    await walk.press(director, card, "Close")  # not confirmed yet
    await walk.press(second, reported.response, "Confirm")
    await report_results(walk.club, third, f"1: #3 1-0 {NAMES[2]}")
    await report_results(walk.club, director, "1: #3 1-0 #4")
    await report_results(walk.club, director, "1: #3 0-1 #4")
    await walk.td("td evening", name=FENCE)
    asked = await walk.press(director, card, "Close")
    await walk.press(director, asked.response, "Count as reported")
    other = (await walk.td("td evening", name=MENTIONS)).response
    await walk.press(first, other, "Join")
    asked = await walk.press(director, other, "Cancel")
    await walk.press(director, asked.response, "Yes, cancel it")
    await walk.td("td evening", name=MARKUP, method="round-robin")
    await set_order(walk.club, order="SB")
    running = [one for one in await walk.offered("events", "event") if one.startswith(RUNNING)]
    shown = await walk.td("events", event=running[0])
    fund = await walk.press(director, shown.response, "Prizes")
    form = await walk.press(director, fund.response, "Set prizes (TD)")
    await director.submit_modal(form, {"prizes": f"1st 100\n{LINK} 20", "sharing": "uschess"})
    await add_player(walk.club, newcomer=f"{FENCE} {LINK}")


def _field(shown_modal: Any) -> str:
    return str(next(_parts(shown_modal.modal["components"]))["custom_id"])


async def _store(walk: Walk, preview: Any) -> Any:
    if part_of(preview.response, "settle:") is not None:
        await rest_are_new(walk.director, preview)
    return await walk.press(walk.director, preview.response, "Store it")


async def _players(walk: Walk) -> None:
    first, second, *_ = walk.people
    await walk.td("td import", file=("a.csv", section("Ada", "Bo", "Cy", "Di")), date="2026-04-01")
    preview = await walk.td("td import", file=("a.csv", section(*(f"{name}2" for name in NAMES))), date="2026-04-02")
    await _store(walk, preview)
    await walk.td("td export", what="roster")
    table = "name\n" + "".join(f'"{name}4"\n' for name in NAMES) + f'"{LINK}"\n'
    people = await walk.td("td import", file=("r.csv", table.encode()))
    await walk.press(walk.director, people.response, "Store it")
    await walk.td("td import", file=("r.csv", f"name,id,{LINK}\n{LINK},{FENCE},1\n".encode()))
    mine = (await walk.offered("rating show", "player", "ok"))[0]
    for player in await walk.offered("rating show", "player"):
        shown = await walk.slash(first, "rating show", player=player)
        if shown.response is not None and shown.response.attachments:
            for label in ("Games", "Details"):
                await walk.press(first, shown.response, label)
    compared = await walk.slash(first, "rating compare", players=second.mention)
    await walk.press(first, compared.response, "Head to head")
    gone = (await walk.offered("td player", "player", "x*i*2") or await walk.offered("td player", "player", "2"))[0]
    changed = {"name": f"{LINK}3", "reason": MARKUP, "uschess_id": "12345678"}
    await edit_player(walk.director, walk.club.channel, player=gone, **changed)
    await edit_player(walk.director, walk.club.channel, player=mine, uschess_id="12345678")  # is another one's
    new = walk.club.add(LINK)
    await link_player(walk.director, walk.club.channel, player=gone, member=new, reason=FENCE)
    await link_player(walk.director, walk.club.channel, player=gone, member=second, reason=FENCE)
    await link_player(walk.director, walk.club.channel, player=gone, reason=FENCE)
    merged = await merge_players(walk.director, walk.club.channel, player=mine, duplicate=gone, reason=LINK)
    await walk.td("rating show", player=gone)
    await walk.press(walk.director, merged.response, "Undo")
    await merge_players(walk.director, walk.club.channel, player=mine, duplicate=gone, reason=LINK)
    await on_page(walk.director, walk.club.channel, mine, "Split")
    file = ("b.csv", section(*(f"{name}4" for name in NAMES)))
    preview = await walk.td("td import", file=file, date="2026-04-03")
    stored = await _store(walk, preview)
    shown = await walk.press(second, stored.response, "That's me")
    (menu,) = [part for part in _parts(shown.response.components) if part["type"] == MENU]
    await second.select(shown.response, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    await edit_player(second, walk.club.channel, fide_id="2020009")
    claimed = await claim_player(new, walk.club.channel, player=menu["options"][1]["value"].join(("#", "")))
    await walk.td("td queue")
    await walk.td("td player", player=mine)
    await walk.slash(first, "about")
    await walk.press(walk.director, claimed.response, "Confirm (TD)")
    namesake = walk.club.add(f"{LINK}4")
    for command in ("norms", "rating show", "rating update"):
        await walk.slash(
            namesake, command, **({"opponents": "W1500", "games": 0} if command == "rating update" else {})
        )
    await hide_player(walk.director, walk.club.channel, player=f"#{menu['options'][2]['value']}", reason=LINK)
    nobody = walk.club.add(MARKUP + "5")
    await edit_player(nobody, walk.club.channel, federation="USA")
    await on_page(walk.director, walk.club.channel, nobody, "Delete player", reason=FENCE)


async def _community(walk: Walk) -> None:
    first, second, third, _ = walk.people
    asked = await walk.slash(first, "challenge", player=second, list="elo", note=MARKUP)
    await walk.press(second, asked.response, "Accept")
    await walk.slash(first, "challenge", player=third, list="elo", note=LINK)
    await walk.slash(third, "challenge")
    await notify(first, walk.club.channel, notices="each")
    begun = await walk.td("td season", action="start", name=LINK, starts="2026-02-01")
    form = await walk.press(walk.director, begun.response, "Change rules")
    await walk.director.submit_modal(form, {"ratings": "carry", "minimum": "1"})
    for order in ("rating", "gain", "performance", "points", "games"):
        board = await walk.slash(first, "season")
        await first.select(board.response, [order])
    await walk.td("td season", action="end")
    await walk.press(first, board.response, "All seasons")
    await set_settings(walk.club, channel=walk.club.channel, when="event")
    await set_board(walk.club)
    await plan_roles(walk.club)
    await check_club(walk.club)


async def _fide(walk: Walk) -> None:
    first, second, third, fourth = walk.people
    for who in walk.people[1:]:
        await walk.td("td rating", player=who, rating=1800.0, games=50, list="fide-standard", date="2026-01-01")
    against = f"W<@{second.id}> D<@{third.id}> L<@{fourth.id}>"
    more = {"list": "fide-standard", "event": FENCE, "games": 0}
    await walk.slash(first, "rating update", opponents=against, **more)
    await walk.slash(second, "rating update", opponents="W1700 W1700", list="fide-standard", event=LINK)
    await walk.slash(first, "rating estimate", opponents=against, games=0, list="fide-standard")
    await walk.slash(first, "norms", player=second)
    await walk.slash(first, "rating show", player=second, list="fide-standard")
    board = await walk.slash(first, "leaderboard", list="fide-standard")
    await walk.press(first, board.response, "Coming list")
    published = await walk.td("td publish", what="fide-standard")
    await walk.press(walk.director, published.response, "Undo")


async def _scrabble(walk: Walk) -> None:
    first = walk.people[0]
    rows = "".join(
        f"{name.replace(';', ''):<34} {rating} {other} {other}; {one} {two}\n"
        for name, rating, other, one, two in ((LINK, 1800, 2, 420, 410), (MARKUP, 1675, 1, 400, 400))
    )
    for options in ({}, {"winners": LINK}, {"view": "COMPARED"}, {"view": "TEXT"}):
        await rank(first, walk.club.channel, file=("x.t", rows.encode()), **options)
    await walk.slash(first, "qursh rank", file=("x.t", rows.encode()))
    await walk.slash(first, "qursh margin", rating=9.0, opponent=8.0)
    games = "rating_hi,rating_lo,score_hi,score_lo\n" + "1800,1675,420,400\n" * 250
    for name in NAMES:
        looked = await walk.td("td import", file=("games.csv", games.encode()), name=name)
        await walk.press(walk.director, looked.response, "Store it")
    await set_qursh(walk.club, own_games="naspa")
    await use_built_in_table(walk.club)


async def _oracle(walk: Walk) -> None:
    first, second, third, _ = walk.people
    await set_pool(walk.club, keeper=LINK)
    await walk.slash(first, "match", opponent=LINK, wins="3", losses=2, list="oracle")  # several people's name
    for other in (second, third):
        asked = await walk.slash(first, "match", opponent=f"<@{other.id}>", wins="3", losses=2, list="oracle")
        await walk.press(other, asked.response, "Confirm")
    asked = await walk.slash(first, "match", opponent=MARKUP, wins="3", losses=2, list="oracle")
    await walk.press(first, asked.response, "Undo", "Confirm")
    asked = await walk.slash(first, "match", opponent=f"<@{second.id}>", wins="1", losses=0, list="oracle")
    await walk.press(second, asked.response, "Dispute")
    await walk.td("td export", what="pool")
    board = await walk.slash(first, "leaderboard", list="oracle")
    await walk.press(first, board.response, "Compare systems")
    offered = ["Keeper", f"<@{first.id}>", f"<@{second.id}>"]
    await walk.slash(first, "rating estimate", opponents=offered[0], list="oracle")
    await walk.slash(first, "rating estimate", opponents=", ".join(offered[:3]), list="oracle")
    looked = await walk.td("td publish", what="oracle")
    await walk.press(walk.director, looked.response, "Store it")
    header = "id,name,type,rating,bt_strength,games,wins\n"
    table = header + f'0,"{LINK}",1,50,1.0,4,1\n1,"{FENCE}",0,55,1.236304,3,2\n'
    looked = await walk.td("td import", file=("pool.csv", table.encode()))
    if looked.response is not None and looked.response.components:
        await walk.press(walk.director, looked.response, "Store it")


HALF = "\ud83d"
"""Half of an emoji, as JSON can carry it."""


async def test_half_of_a_character_is_refused_wherever_it_is_written(club: SimulatedClub) -> None:
    sentence = "That text contains half of a character, for example a broken emoji. Write it again."
    assert await said(club.dana.slash(club.channel, "rating show", player=HALF)) == sentence
    assert (
        await said(club.dana.slash(club.channel, "rating update", opponents="W1500", event=f"Open {HALF}")) == sentence
    )
    page = await club.td.slash(club.channel, "td settings")
    form = await club.td.select(page.response, ["zone"], custom_id="settings-change")
    answer = await club.td.submit_modal(form, {"time_zone": HALF})
    assert sentence in [message.content for message in (answer.response, *answer.followups) if message is not None]
