"""Tables of an event on a club's pages: its standings, its rounds, who entered. Players are pairing numbers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bot.services.evenings.standings import LiveStandings, rank
from bot.services.evenings.teams import standings_of_teams
from bot.services.evenings.tournament import Tournament, is_over, points_or_sign
from bot.services.events.report import SectionReport, table_to_rank
from bot.store.database.evening_rows import Pairing, RoundStatus
from bot.ui.cards.evening_standings import place_cells, place_words
from bot.ui.framework.text import day_text
from bot.ui.wording.evenings import BYES, OPEN, value_text
from bot.ui.wording.wall_chart import LETTER_WORDS, NOTHING, WallChart, spread_text, tie_break_names
from core.event.crosstable import Crosstable, Game, GameType
from core.tournament.tiebreaks.standings import ranked

PLAIN = ("Player", "Opponent")
"""The heads of a round in which it is not known who had White."""


class StandingLine(NamedTuple):
    """A line of standings; words: after the name, such as the round that a knockout ended in."""

    place: str
    number: int
    rating: str
    points: str
    values: Sequence[str]
    words: str = ""


class StandingsTable(NamedTuple):
    """Standings; order: the codes of the columns. notes: what they mean."""

    order: Sequence[str]
    lines: Sequence[StandingLine]
    notes: str


class GameLine(NamedTuple):
    """A board of a round; board: empty if unknown. second: None for a bye."""

    board: str
    first: int
    second: int | None
    result: str


class RoundTable(NamedTuple):
    """A round, or the games of an event without rounds. sides: heads of the columns."""

    title: str
    sides: tuple[str, str]
    lines: Sequence[GameLine]


class StartLine(NamedTuple):
    """Somebody who entered."""

    number: int
    rating: str
    team: str


# A stored event.


def standings_of_section(section: SectionReport, chart: WallChart) -> StandingsTable:
    found = ranked(table_to_rank(section))
    has_spread = chart.has_points and "SPREAD" not in found.order
    lines = [
        StandingLine(
            line.place,
            line.number,
            line.ratings[0].short_before if line.ratings else NOTHING,
            line.score,
            [
                *("" if row.out else value_text(value) for value in row.values),
                *([spread_text(line.spread)] if has_spread else []),
            ],
        )
        for line, row in zip(chart.lines, found.rows, strict=True)
    ]
    order = [*found.order, *(["Spread"] if has_spread else [])]
    return StandingsTable(order, lines, tie_break_names(found.order, found.edition))


def rounds_of_section(section: SectionReport, chart: WallChart) -> list[RoundTable]:
    """Return the rounds, boards of the leaders first: a stored event has no board numbers but those of teams."""
    table, places = section.crosstable, {line.number: line.line for line in chart.lines}
    boards = {(one.number, number): board for one in table.entrants for number, board in one.seats}
    sides = _sides(table)
    tables = []
    for number in chart.rounds:
        lines = [*_games(table, number, boards), *_without_games(table, number)]
        lines.sort(key=lambda line: _order(line, places))
        day = table.days[number - 1] if number <= len(table.days) else None
        title = f"Round {number}" if day is None else f"Round {number}, {day_text(day)}"
        tables.append(RoundTable(title, sides, lines))
    return tables


def _sides(table: Crosstable) -> tuple[str, str]:
    began = [game.first_began for game in table.games if game.score is not None]
    if not began or None in began:
        return PLAIN
    return ("First", "Second") if table.has_points else ("White", "Black")


def _order(line: GameLine, places: Mapping[int, int]) -> tuple[bool, int, int]:
    numbers = [line.first] if line.second is None else [line.first, line.second]
    return line.second is None, int(line.board or 0), min(places[number] for number in numbers)


def _games(table: Crosstable, number: int, boards: Mapping[tuple[int, int], int]) -> Iterable[GameLine]:
    for game in table.games:
        if game.round == number:
            turned = game.first_began is False
            first, second = (game.second, game.first) if turned else (game.first, game.second)
            board = boards.get((game.first, number), boards.get((game.second, number), ""))
            yield GameLine(str(board), first, second, _result(game, turned=turned))


_SIGNS = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}


def _result(game: Game, *, turned: bool) -> str:
    if game.score is None:
        return OPEN
    points = (game.first_points, game.second_points)
    if None not in points:
        first, second = reversed(points) if turned else points
        text = f"{first}-{second}"
    else:
        text = _SIGNS[1 - game.score if turned else game.score]
    return text if game.rated else f"({text})"


def _without_games(table: Crosstable, number: int) -> Iterable[GameLine]:
    """Yield byes, and forfeits of two players once."""
    byes = {bye.entrant: bye for bye in table.byes if bye.round == number}
    for bye in byes.values():
        other = None if bye.opponent is None else byes.get(bye.opponent)
        if other is None:
            yield GameLine("", bye.entrant, None, LETTER_WORDS[bye.kind])
        elif bye.entrant < other.entrant:
            signs = "/".join("+" if one.kind.gives_a_point else "-" for one in (bye, other))
            yield GameLine("", bye.entrant, other.entrant, signs)


def start_list_of_section(chart: WallChart, table: Crosstable) -> list[StartLine]:
    teams = {one.number: one.team or "" for one in table.entrants}
    lines = [
        StartLine(line.number, line.ratings[0].short_before if line.ratings else NOTHING, teams[line.number])
        for line in chart.lines
    ]
    return sorted(lines, key=lambda line: (-_figure(line.rating), line.number))


def _figure(rating: str) -> int:
    digits = rating.rstrip("P")
    return int(digits) if digits.lstrip("-").isdigit() else -1_000_000


# A running evening.


def live(tournament: Tournament) -> LiveStandings:
    rows, order, _, edition = rank(tournament)
    teams = standings_of_teams(tournament)
    return LiveStandings(tournament, rows, order, {}, is_over(tournament), teams=teams, edition=edition)


def standings_of_evening(found: LiveStandings) -> StandingsTable:
    tournament = found.tournament
    words = dict(_words(found)) if tournament.method.is_knockout else {}
    lines = []
    for row in found.rows:
        place, score = place_cells(found, row)
        values = ["" if row.out else value_text(value) for value in row.values]
        lines.append(
            StandingLine(place, row.number, _rating(tournament, row.number), score, values, words.get(row.number, ""))
        )
    return StandingsTable(found.order, lines, tie_break_names(found.order, found.edition))


def _words(found: LiveStandings) -> Iterable[tuple[int, str]]:
    return ((row.number, words) for row, words in place_words(found.tournament, found.rows))


def _rating(tournament: Tournament, number: int) -> str:
    entrant = tournament.by_number[number]
    return NOTHING if entrant.displayed is None else f"{entrant.displayed}{'P' * entrant.provisional}"


def rounds_of_evening(tournament: Tournament) -> list[RoundTable]:
    """Return the published rounds, the latest first; without rounds, all games."""
    sides = ("First", "Second") if tournament.game is GameType.SCRABBLE else ("White", "Black")
    if tournament.is_free:
        lines = [_line(tournament, one) for one in tournament.games]
        return [RoundTable("Games", sides, lines)] if lines else []
    tables = []
    for one in reversed(tournament.rounds):
        if one.status is not RoundStatus.DRAFT:
            lines = [_line(tournament, pairing) for pairing in tournament.pairings_of(one.number)]
            tables.append(RoundTable(f"Round {one.number}", sides, lines))
    return tables


def _line(tournament: Tournament, pairing: Pairing) -> GameLine:
    if pairing.second is None:
        return GameLine("", pairing.first, None, BYES[pairing.kind])
    report = tournament.result_of(pairing)
    result = OPEN if report is None else points_or_sign(report).replace(":", "-")
    return GameLine(str(pairing.board), pairing.first, pairing.second, result)


def start_list_of_evening(tournament: Tournament) -> list[StartLine]:
    teams = tournament.seats_in_teams
    return [
        StartLine(one.number, _rating(tournament, one.number), teams.get(one.number, ("", 0))[0])
        for one in sorted(tournament.entrants, key=lambda one: (-(one.displayed or -1_000_000), one.number))
        if one.is_in
    ]
