"""A paired evening in public: standings, brackets, rounds, games, tie-breaks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.services.evenings.announcements import entrant_named
from bot.services.evenings.free_pairing import bracket_now, waiting
from bot.services.evenings.no_shows import CHECK_IN_OPENS, missing
from bot.services.evenings.standings import Explained, LiveStandings, TieBreaks, by_play_off
from bot.services.evenings.teams import seats_taken, without_team
from bot.services.evenings.tournament import Tournament, boards_of, points_or_sign, teams_of
from bot.store.database.evening_rows import (
    Evening,
    EveningStatus,
    LiveEventEntrant,
    Pairing,
    ReportState,
    Round,
    RoundStatus,
)
from bot.ui.cards.evening_teams import standings_lines as team_lines
from bot.ui.framework.layout import INACTIVE, LEVEL, RISE, answer, cell_lines, change_text, heading
from bot.ui.framework.pages import Book, Page, look_button
from bot.ui.framework.server import actor_of, only_users, services_of
from bot.ui.framework.text import day_text, plain, points, safe
from bot.ui.wording.evenings import (
    BYES,
    DISPUTED,
    OPEN,
    WAITS,
    forfeit_line,
    goes_on,
    mention,
    sign_of,
    starts_line,
    value_text,
    white,
    who,
)
from bot.ui.wording.shared_lines import best_for_rating_line
from bot.ui.wording.wall_chart import decided_by
from core.errors import NotFoundError
from core.files.typed.results import parse_name
from core.tournament.pairing.methods import Match
from core.tournament.pairing.snapshot import section_names
from core.tournament.tiebreaks.field import Contribution
from core.tournament.tiebreaks.standings import StandingRow, deciding
from core.words import counted

_FROM_THE_END = ("Final", "Semi-finals", "Quarter-finals")


def round_name(number: int, rounds: int) -> str:
    left = rounds - number
    return _FROM_THE_END[left] if left < len(_FROM_THE_END) else f"Round {number}"


def bracket_lines(tournament: Tournament, space: int) -> list[str]:
    """Return the bracket, winners in bold, without early rounds beyond `space`."""
    rounds = bracket_now(tournament)
    blocks: list[list[str]] = []
    for number, matches in reversed(list(enumerate(rounds, start=1))):
        shown = [match for match in matches if match.one is not None or match.other is not None]
        if not shown:
            continue
        rows = [_row(tournament, number, match) for match in shown]
        block = [f"**{round_name(number, len(rounds))}**", *cell_lines([((cell,), names) for cell, names in rows], ">")]
        space -= sum(len(line.encode("utf-16-le")) // 2 + 1 for line in block)
        if space < 0 and blocks:
            break
        blocks.append(block)
    return [line for block in reversed(blocks) for line in block]


def _row(tournament: Tournament, number: int, match: Match) -> tuple[str, str]:
    """Return a match's result from the first player's side, and both names."""
    pairing = next((one for one in tournament.pairings_of(number) if {match.one, match.other} & {*one.numbers}), None)
    names = [
        "?" if one is None else f"**{name}**" if match.through == one else name
        for one in (match.one, match.other)
        for name in [safe(tournament.name_of(one), 100) if one is not None else ""]
    ]
    if match.is_over and None in (match.one, match.other):
        return "bye", next(name for name in names if name != "?")
    if pairing is None or pairing.second is None:
        return ("bye" if pairing is not None else OPEN), f"{names[0]} – {names[1]}"
    return _sign(tournament, pairing, match), f"{names[0]} – {names[1]}{_score(tournament, pairing)}"


def _sign(tournament: Tournament, pairing: Pairing, match: Match) -> str:
    report, state = tournament.report_of(pairing), tournament.state_of(pairing)
    if report is None:
        return OPEN
    if state is ReportState.DISPUTED:
        return DISPUTED
    sign = points_or_sign(report)
    if pairing.first != match.one:
        sign = ":".join(reversed(sign.split(":"))) if ":" in sign else report.result.turned.sign
    return sign + (WAITS if state is ReportState.REPORTED else "")


def _score(tournament: Tournament, pairing: Pairing) -> str:
    if pairing.goes_on is not None and tournament.needs_advance_decision(pairing):
        return "" if pairing.play_off is None else f" · play-off {pairing.play_off}"
    return goes_on(tournament, pairing)


def place_words(tournament: Tournament, rows: Sequence[StandingRow]) -> Iterator[tuple[StandingRow, str]]:
    rounds = bracket_now(tournament)
    for row in rows:
        survived = int(row.points)
        if rounds and survived == len(rounds):
            yield row, " · winner"
            continue
        is_out = any(
            match.is_over and row.number in (match.one, match.other) and match.through != row.number
            for matches in rounds
            for match in matches
        )
        yield row, f" · {round_name(survived + 1, len(rounds)).rstrip('s').lower()}" if is_out else ""


BOARDS_A_PAGE = 25


def pages_of(tournament: Tournament, round_number: int) -> list[Sequence[Pairing]]:
    pairings = tournament.pairings_of(round_number)
    return [pairings[at : at + BOARDS_A_PAGE] for at in range(0, len(pairings), BOARDS_A_PAGE)] or [()]


def pings(tournament: Tournament, round_number: int, pairings: Sequence[Pairing], *, is_repeated: bool) -> str:
    players = [tournament.by_number[number].player for one in pairings for number in one.numbers]
    called = " ".join(f"<@{one.user_id}>" for one in players if one.user_id is not None)
    text = f"**Round {round_number} was paired again.**" if is_repeated else f"**Round {round_number} is paired.**"
    begins = "begins" if white(tournament) == "begins" else "has White"
    return f"{text} The first player {begins}.\n{called}".rstrip()


def ping(tournament: Tournament, pairing: Pairing) -> str:
    if pairing.second is None:
        return f"{mention(tournament, pairing.first)} {BYES[pairing.kind]}"
    return f"`{pairing.board}` {mention(tournament, pairing.first)} – {mention(tournament, pairing.second)}"


def pinged(tournament: Tournament, pairings: Sequence[Pairing]) -> discord.AllowedMentions:
    return mentions_of(tournament, [number for one in pairings for number in one.numbers])


def mentions_of(tournament: Tournament, numbers: Sequence[int]) -> discord.AllowedMentions:
    users = (tournament.by_number[number].player.user_id for number in numbers)
    return only_users(user for user in users if user is not None)


def round_embed(tournament: Tournament, round_number: int, pairings: Sequence[Pairing]) -> discord.Embed:
    this = next((one for one in tournament.rounds if one.number == round_number), None)
    status = RoundStatus.DRAFT if this is None else this.status
    lines = board_lines(tournament, pairings) or ["Nobody is paired."]
    if this is not None and status is RoundStatus.PUBLISHED and (end := end_of(tournament, this)) is not None:
        lines.append(f"The clocks run out at <t:{end}:t> at the latest (<t:{end}:R>)")
    if this is not None and status is RoundStatus.PUBLISHED:
        lines += [forfeit_line(tournament).strip()] if forfeit_line(tournament) else []
        lines += absent_lines(tournament, "Press **Join** on the card to play from the next round on.")
    embed = discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · round {round_number}",
        description="\n".join(lines),
        colour=RISE if status is RoundStatus.CLOSED else LEVEL,
    )
    small = []
    if status is RoundStatus.CLOSED:
        small.append("Closed")
    elif status is RoundStatus.PUBLISHED:
        left = len(tournament.open_boards(round_number))
        small.append(f"{counted(left, 'board')} still playing" if left else "All results are in")
    states = [tournament.state_of(one) for one in pairings]
    if ReportState.REPORTED in states:
        small.append(f"{WAITS} not confirmed yet")
    if ReportState.DISPUTED in states:
        small.append(f"{DISPUTED} disputed: a TD decides")
    if any(one.by_hand for one in pairings):
        small.append("* paired by hand")
    embed.set_footer(text=" · ".join(small))
    return embed


NAMED = 12


def absent_lines(tournament: Tournament, hint: str) -> list[str]:
    absent = missing(tournament)
    if not absent:
        return []
    names = ", ".join(safe(one.player.name, 100) for one in absent[:NAMED])
    more = f" and {len(absent) - NAMED} more" if len(absent) > NAMED else ""
    return [f"Not checked in, so not paired: {names}{more}. {hint}"]


def end_of(tournament: Tournament, this: Round) -> int | None:
    """Return when the clocks run out (60 moves), as Unix time."""
    control = tournament.evening.time_control
    if control is None or this.published_at is None:
        return None
    return int(this.published_at.timestamp()) + 2 * 60 * (control.minutes + control.seconds)


def board_lines(tournament: Tournament, pairings: Sequence[Pairing]) -> list[str]:
    rows = []
    for one in pairings:
        mark = "*" if one.by_hand else ""
        if one.second is None:
            worth = BYES[one.kind].removeprefix("bye").replace(", ", " · ")
            rows.append((("", "bye"), f"{safe(tournament.name_of(one.first), 100)}{mark}{worth}"))
        else:
            names = f"{who(tournament, one.first)} – {who(tournament, one.second)}{mark}{goes_on(tournament, one)}"
            rows.append(((str(one.board), sign_of(tournament, one)), names))
    return cell_lines(rows, ">>")


PLAYING_SHOWN = 10


def queue_lines(tournament: Tournament) -> list[str]:
    lines = ["Press **Pair me now** to play. Two players who may meet are paired within a minute.", ""]
    wait = waiting(tournament)
    if wait:
        named = ", ".join(
            f"{safe(one.player.name, 100)} <t:{int(one.ready_at.timestamp())}:R>"
            for one in wait
            if one.ready_at is not None
        )
        lines.append(f"**{counted(len(wait), 'player')} waiting**: {named}")
    playing = [one for one in tournament.games if tournament.report_of(one) is None]
    if playing:
        lines.append(f"**{counted(len(playing), 'game')} being played**")
        lines += cell_lines([((str(one.board),), _names(tournament, one)) for one in playing[:PLAYING_SHOWN]], ">")
        if len(playing) > PLAYING_SHOWN:
            lines.append(f"… and {counted(len(playing) - PLAYING_SHOWN, 'more game')}")
    return [*lines, ""] if len(lines) > len(("press", "")) else lines


def _names(tournament: Tournament, game: Pairing) -> str:
    return " – ".join(safe(tournament.name_of(number), 100) for number in game.numbers)


def score_of(tournament: Tournament, number: int) -> str:
    decided = [one for one in tournament.games if number in one.numbers and tournament.result_of(one) is not None]
    return f"{points(tournament.points[number])}/{len(decided)}"


def game_text(tournament: Tournament, game: Pairing) -> str:
    both = " – ".join(mention(tournament, number) for number in game.numbers)
    begins = "begins" if white(tournament) == "begins" else "has White"
    return f"**Game {game.board}**: {both}. {safe(tournament.name_of(game.first), 100)} {begins}."


def game_embed(tournament: Tournament, game: Pairing) -> discord.Embed:
    state = tournament.state_of(game)
    is_over = state in (ReportState.CONFIRMED, ReportState.DECIDED)
    embed = discord.Embed(description="\n".join(board_lines(tournament, [game])), colour=RISE if is_over else LEVEL)
    small = {
        ReportState.REPORTED: f"{WAITS} not confirmed yet",
        ReportState.DISPUTED: f"{DISPUTED} disputed: a TD decides",
    }
    if state in small:
        embed.set_footer(text=small[state])
    return embed


ROOM = 3600

TIE_BREAKS_SHOWN = 2

ALL_TIE_BREAKS = "all-tie-breaks"

LINE = 450

ROWS_ON_A_PAGE = 20

_COLOURS = {
    EveningStatus.OPEN: LEVEL,
    EveningStatus.DIVIDED: LEVEL,
    EveningStatus.CLOSED: RISE,
    EveningStatus.CANCELLED: INACTIVE,
}
_TITLES = {EveningStatus.CLOSED: "Closed: ", EveningStatus.CANCELLED: "Cancelled: "}


def tournament_embed(found: LiveStandings) -> discord.Embed:
    tournament = found.tournament
    evening = tournament.evening
    begun = any(one.number < tournament.next_round for one in tournament.rounds)
    head = [*([] if begun else starts_line(evening)), *_head(found, begun=begun)]
    if evening.status is EveningStatus.DIVIDED:
        head, lines = [EACH_QUAD if tournament.method.in_groups else JOIN_SECTIONS, ""], part_lines(tournament)
    elif begun and tournament.method.is_knockout:
        lines = bracket_lines(tournament, ROOM - sum(map(len, head)))
    elif found.teams is not None:
        teams = found.teams
        lines = team_lines(teams.event, teams.rows, teams.order, uschess=teams.uschess) if begun else _in_teams(found)
    else:
        lines = standings_lines(found, TIE_BREAKS_SHOWN) if begun else _entrants(found)
    embed = discord.Embed(
        title=f"{_TITLES.get(evening.status, '')}{safe(evening.name, 80)}",
        description="\n".join([*head, *shortened(lines, ROOM - sum(map(len, head)))]),
        colour=_COLOURS[evening.status],
    )
    parts = [moved.label for moved in tournament.lists]
    control = f" · {evening.time_control}" if evening.time_control else ""
    embed.set_author(name=f"{' and '.join(parts)}{control} · {tournament.method.label}")
    playing = [one for one in tournament.entrants if one.is_in]
    waiting, absent = sum(one.waits for one in tournament.entrants), len(missing(tournament))
    absent = absent if tournament.evening.status is EveningStatus.OPEN else 0
    in_parts = sum(part.players for part in tournament.parts)
    small = [day_text(evening.day), counted(len(playing) + in_parts, "player")]
    if waiting:
        small.append(f"{waiting} waiting")
    if absent:
        small.append(f"{absent} not checked in")
    small += changed_order(found)
    if found.changes and evening.status is EveningStatus.OPEN:
        small.append("▲▼ if it ended now")
    embed.set_footer(text=" · ".join(small))
    return embed


def _head(found: LiveStandings, *, begun: bool) -> list[str]:
    tournament = found.tournament
    if tournament.evening.status is not EveningStatus.OPEN:
        return []
    playing = tournament.open_round
    if tournament.is_free:
        return queue_lines(tournament)
    if not begun:
        planned = f", {counted(tournament.evening.rounds, 'round')}" if tournament.evening.rounds else ""
        bounds = tournament.evening.bounds
        divided = "" if bounds is None else f" Sections: {', '.join(section_names(bounds))}."
        joins = f"**Join** to play{planned}"
        if tournament.evening.check_in:
            joins = f"{joins}, and **Check in** once you are at the club{_opens(tournament.evening)}"
        return [f"{joins}. A TD pairs the first round under **Directors**.{divided}", ""]
    if playing is not None:
        left = len(tournament.open_boards(playing.number))
        return [f"**Round {playing.number}**: {counted(left, 'board')} still playing." if left else
                f"**Round {playing.number}**: all results are in.", ""]  # fmt: skip
    over = tournament.next_round - 1
    return [f"After round **{over}**{'' if found.is_final else ', provisional'}.", ""]


EACH_QUAD = "Each quad has a card of its own, with its rounds and standings."
JOIN_SECTIONS = "Each section has a card of its own. **Join** enters you in the section for your rating."


def part_lines(tournament: Tournament) -> list[str]:
    rows = []
    for part in tournament.parts:
        played = f"round {part.round}" if part.is_played else f"{part.round} played" if part.round else "open"
        how = played if part.status is EveningStatus.OPEN else part.status.value
        rows.append(((str(part.players), how), safe(part.name, 100)))
    return cell_lines(rows, "><")


def _entrants(found: LiveStandings) -> list[str]:
    tournament = found.tournament
    if not tournament.entrants:
        return ["Nobody has joined yet."]
    order = sorted(tournament.entrants, key=lambda one: (one.waits, -(one.displayed or 0), one.number))
    rows = []
    for one in order:
        shown = "–" if one.displayed is None else f"{one.displayed}{'P' if one.provisional else ''}"
        rows.append(((f"#{one.number}", shown), _entered(one, checks_in=tournament.evening.check_in)))
    return cell_lines(rows, ">>")


def _in_teams(found: LiveStandings) -> list[str]:
    tournament, lines = found.tournament, []
    for name, members in teams_of(tournament).items():
        lines.append(f"**{safe(name, 60)}** {safe(', '.join(tournament.name_of(number) for number in members), 400)}")
    return [*lines, *alone_lines(tournament)]


def team_notes(tournament: Tournament, number: int) -> list[str]:
    """Return which teams cannot fill their boards in a round, and what an odd number of teams means."""
    taken, boards, lines = seats_taken(tournament, number), boards_of(tournament), []
    for name, seats in taken.items():
        if not seats:
            lines.append(f"{safe(name, 60)}: nobody plays in round {number}, so the team is not paired.")
        elif seats < boards:
            lost = "the other board is" if boards - seats == 1 else "the other boards are"
            lines.append(f"{safe(name, 60)}: {counted(seats, 'player')} for {boards} boards, {lost} lost by forfeit.")
    cycles = tournament.method.cycles
    if sum(seats > 0 or cycles > 0 for seats in taken.values()) % 2:
        bye = "has no match" if cycles else "has a bye that wins every board"
        lines.append(f"The number of teams is odd: one {bye} in each round.")
    return lines


def alone_lines(tournament: Tournament) -> list[str]:
    alone = without_team(tournament) if tournament.evening.teams is not None else []
    names = ", ".join(tournament.name_of(number) for number in alone)
    return [f"Without a team, not paired: {safe(names, 400)}"] if alone else []


def _opens(evening: Evening) -> str:
    if evening.starts_at is None:
        return ""
    return f", from <t:{int((evening.starts_at - CHECK_IN_OPENS).timestamp())}:t>"


def _entered(entrant: LiveEventEntrant, *, checks_in: bool) -> str:
    checked = " ✓" if checks_in and not entrant.missing else ""
    marks = (checked, " · waits" if entrant.waits else "", " · left the server" if entrant.mark_departed else "")
    return safe(entrant.player.name, 100) + "".join(marks)


def standings_lines(found: LiveStandings, tie_breaks: int) -> list[str]:
    """Return a line per player, with at most `tie_breaks`."""
    tournament, rows = found.tournament, []
    if tournament.method.is_knockout:
        return cell_lines(
            [
                ((str(row.rank), change_cell(found, row.number)), f"{safe(tournament.name_of(row.number), 100)}{words}")
                for row, words in place_words(tournament, found.rows)
            ],
            ">>",
        )
    parted = deciding(found.rows)
    for row in found.rows:
        values = [
            f" · {plain(found.order[at])} {value_text(row.values[at])}"
            for at in parted.get(row.number, ())[:tie_breaks]
        ]
        rows.append(((*place_cells(found, row), change_cell(found, row.number)), _name(found, row) + "".join(values)))
    return cell_lines([(("", "Pts", ""), ""), *rows], ">>>") if rows else []


def place_cells(found: LiveStandings, row: StandingRow) -> tuple[str, str]:
    """Return a player's place and points; dashes outside the table."""
    if row.out:
        return "–", "–"
    tournament = found.tournament
    return str(row.rank), score_of(tournament, row.number) if tournament.is_free else points(float(row.points))


def _name(found: LiveStandings, row: StandingRow) -> str:
    return safe(found.tournament.name_of(row.number), 100) + left_mark(found.tournament.by_number[row.number])


def left_mark(entrant: LiveEventEntrant) -> str:
    left = " · left the server" if entrant.mark_departed else ""
    return " · withdrew" if entrant.until_round is not None else left


def change_cell(found: LiveStandings, number: int) -> str:
    change = found.changes.get(number)
    if change is None:
        return ""
    before, after = change
    return f"={after.displayed}" if before is None else change_text(after.displayed - before.displayed, space="")


def shortened(lines: Sequence[str], space: int, noun: str = "player") -> list[str]:
    shown: list[str] = []
    for line in lines:
        space -= len(line.encode("utf-16-le")) // 2 + 1
        if space < 60:
            return [*shown, f"… and {counted(len(lines) - len(shown), f'more {noun}')}"]
        shown.append(line)
    return shown


def standings_embed(found: LiveStandings) -> discord.Embed:
    tournament = found.tournament
    lines, decides = standings_lines(found, TIE_BREAKS_SHOWN), decided_by(found.order, found.edition)
    if found.teams is not None:
        teams, decides = found.teams, decided_by(found.teams.order, found.teams.edition)
        shown = team_lines(teams.event, teams.rows, teams.order, uschess=teams.uschess)
        lines = [*shown, "", *standings_lines(found, 0)]
    best = best_for_rating_line(found.for_rating, tournament.name_of)
    embed = discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · standings",
        description="\n".join([*shortened(lines, ROOM - LINE), *best]) or "Nobody has joined yet.",
        colour=LEVEL,
    )
    small = ["final" if found.is_final else "provisional"]
    if decides:
        small.append(decides)
    small += changed_order(found)
    corrected = [str(one.number) for one in tournament.rounds if one.corrected]
    if corrected:
        small.append(f"round {', '.join(corrected)} corrected after the next was paired")
    embed.set_footer(text=" · ".join(small))
    return embed


def changed_order(found: LiveStandings) -> list[str]:
    reason, words = found.tournament.evening.tie_breaks_reason, by_play_off(found.tournament, found.rows)
    if reason is not None:
        words.append(f"tie-breaks changed after round 1 was published: {plain(reason, 200)}")
    return words


def tie_break_pages(found: LiveStandings) -> list[discord.Embed]:
    head = ("", "Pts", *(plain(code) for code in found.order)), ""
    rows = [
        ((*place_cells(found, row), *("" if row.out else value_text(value) for value in row.values)), _name(found, row))
        for row in found.rows
    ]
    return [
        answer(
            [
                heading(safe(found.tournament.evening.name, 80), "tie-breaks"),
                *cell_lines([head, *rows[start : start + ROWS_ON_A_PAGE]], ">" * len(head[0])),
            ],
            footer=["final" if found.is_final else "provisional", "tie-breaks in their order, after points"]
            + ([found.edition] if found.edition else []),
        )
        for start in range(0, max(len(rows), 1), ROWS_ON_A_PAGE)
    ]


def standings_buttons(found: LiveStandings) -> list[discord.ui.Item[Any]]:
    key = found.tournament.evening.id
    if found.teams is not None:
        return [look_button("How?", f"team-tie-breaks:{key}")] if found.teams.order else []
    if not found.order or not found.rows:
        return []
    return [look_button("All tie-breaks", f"{ALL_TIE_BREAKS}:{key}"), look_button("How?", f"tie-breaks:{key}")]


def rules_embed(found: Explained) -> discord.Embed:
    tournament, row, tie_break = found.tournament, found.row, found.tie_break
    word = "point" if row.points == 1 else "points"
    head = f"{row.rank}. {safe(tournament.name_of(row.number), 100)}, {points(float(row.points))} {word}"
    value = f"**{tie_break.name}** ({tie_break.tie_break.rule}): **{value_text(found.value)}**"
    counting = [one for one in found.contributions if one.round is not None]
    remarks = [one for one in found.contributions if one.round is None]
    rows = [((f"R{one.round}", value_text(one.value)), _words(found, one)) for one in counting]
    lines = cell_lines(rows, "<>") or [
        "No players are tied here." if tie_break.tie_break.among else ("Nothing counts toward it.")
    ]
    remark_lines = [
        f"{value_text(one.value)}: {_words(found, one)}" if one.value else _words(found, one) for one in remarks
    ]
    embed = discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · how?",
        description="\n".join((head, value, "", *lines, *remark_lines)),
        colour=LEVEL,
    )
    embed.set_footer(text="Turn pages for the next tie-break, then the next player")
    return embed


def _words(found: Explained, one: Contribution) -> str:
    """Return what a round adds and why, struck through if cut."""
    against = "" if one.opponent is None else f"{safe(found.tournament.name_of(one.opponent), 60)}: "
    rule = "" if one.rule == found.tie_break.tie_break.rule else f" ({one.rule})"
    text = f"{against}{one.words}{rule}"
    return text if one.counted or one.round is None else f"~~{text}~~ cut"


@dataclass(frozen=True, slots=True)
class HowBook(Book):
    """A page per player and tie-break; opens at the viewer's own."""

    found: TieBreaks

    @property
    def has_jump(self) -> bool:
        return True

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        explained = self.found.explained(at)
        return Page(rules_embed(explained), explained.at, explained.pages)

    async def first(self, interaction: discord.Interaction[Any]) -> Page:
        return await self.page(interaction, self.found.mine(actor_of(interaction)) or 0)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        at = self.found.mine(actor_of(interaction))
        if at is None:
            raise NotFoundError("You are not in these standings.")
        return await self.page(interaction, at)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        number = await entrant_named(services_of(interaction), self.found.tournament, parse_name(words))
        at = self.found.first_of(number)
        if at is None:
            raise NotFoundError(f"{self.found.tournament.name_of(number)} is not in these standings.")
        return await self.page(interaction, at)
