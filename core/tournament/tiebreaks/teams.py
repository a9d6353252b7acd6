"""Standings of teams by match points, with tie-breaks (FIDE C.07 11 to 13; US Chess 34G).

A match won counts 2, drawn 1. A tie-break of individuals is calculated with matches as games, in match points (MP) or
in game points (GP).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, Self

from core.errors import InputError
from core.event.crosstable import Crosstable
from core.event.teams import WIN, TeamEvent, team_event
from core.tournament.tiebreaks.field import Field, Part, Parts, Terms, Value, cut, field_of
from core.tournament.tiebreaks.methods import Groups, direct_encounter, encounters, head_to_head, opponents, split, wins

Score = Literal["M", "G"]
"""Match points or game points."""


@dataclass(frozen=True)
class TeamField:
    """The rounds of teams in match points and in game points, both as half points; boards by team and board."""

    event: TeamEvent
    terms: Terms

    @classmethod
    def counted(cls, event: TeamEvent, terms: Terms) -> Self:
        """Return the field without the matches of teams that are out of the table (C.05)."""
        if event.matches is None or not terms.out:
            return cls(event, terms)
        matches = tuple(match for match in event.matches if terms.out.isdisjoint((match.one, match.other)))
        return cls(replace(event, matches=matches), terms)

    @cached_property
    def matches(self) -> Field:
        return field_of(self.event.match_table, self.terms)

    @cached_property
    def games(self) -> Field:
        points, field = self.event.game_points, self.matches
        cells = {
            number: tuple(cell._replace(halves=points.get((cell.round, number), 0)) for cell in mine)
            for number, mine in field.cells.items()
        }
        return Field(cells, field.ratings, {}, field.rounds, field.terms, field.edition, self.event.boards)

    def of(self, score: Score) -> Field:
        return self.matches if score == "M" else self.games

    def boards(self, number: int, against: int | None = None) -> list[int]:
        """Return a team's half points by board over all matches, or those against one team.

        An allocated bye counts as a win on every board, whatever it gives (12).
        """
        sums = [0] * self.event.boards
        for match in self.event.matches or ():
            if number not in (match.one, match.other):
                continue
            if against is not None and (against not in match[1:3] or not (match.is_played or self.terms.preset)):
                continue
            halves = [board.halves[number != match.one] for board in match.boards]
            if match.kind is not None:
                given = any((match.round, one) in self.event.given for one in self.event.by_number[number].members)
                worth = WIN if given else self.event.game_points[match.round, number] // max(match.members, 1)
                halves = [worth] * min(match.members, self.event.boards)
            for place, worth in enumerate(halves):
                sums[place] += worth
        return sums


class TeamTieBreak(NamedTuple):
    """A tie-break of teams. value: by number, of one. order: only among the tied. cuts: whether C1 and C2 apply."""

    code: str
    name: str
    rule: str
    value: Callable[[TeamField, int, int], Value] = lambda _field, _number, _low: 0
    order: Callable[[TeamField, Sequence[int]], Groups] | None = None
    cuts: bool = False


def _sum_of(parts: Parts, low: int) -> int:
    dropped = cut(parts, low, 0) if low else set()
    return sum(part.units for place, part in enumerate(parts) if place not in dropped)


def _buchholz(score: Score) -> Callable[[TeamField, int, int], Value]:
    def value(field: TeamField, number: int, low: int) -> Value:
        parts = [
            Part(cell.round, cell.opponent, adjusted, why, (), adjusted, vur)
            for cell, adjusted, why, _, vur in opponents(field.of(score), number)
        ]
        return _points(_sum_of(parts, low), score)

    return value


def _sonneborn_berger(theirs: Score, own: Score) -> Callable[[TeamField, int, int], Value]:
    """Return the sum of the opponents' scores times one's own against them (13.2)."""

    def value(field: TeamField, number: int, low: int) -> Value:
        mine = field.of(own).cells[number]
        parts = [
            Part(cell.round, cell.opponent, adjusted * mine[cell.round - 1].halves, why, (), adjusted, vur)
            for cell, adjusted, why, _, vur in opponents(field.of(theirs), number)
        ]
        return _points(_points(_sum_of(parts, low), theirs), own)

    return value


def _points(halves: Value, score: Score) -> Value:
    return halves if score == "M" else Fraction(halves, 2)


def _total(score: Score) -> Callable[[TeamField, int, int], Value]:
    return lambda field, number, _low: _points(field.of(score).points[number], score)


def _amateur_team(field: TeamField, number: int, low: int) -> Value:
    """Return the game points of each match times the opponent's final match score, a match won being 1 (34G2)."""
    matches, mine = field.matches, field.games.cells[number]
    return Fraction(
        sum(
            mine[cell.round - 1].halves * matches.points[cell.opponent]
            for cell in matches.cells[number]
            if cell.opponent is not None
        ),
        4,
    )


def _strength(field: TeamField, number: int, low: int) -> Value:
    """Return the game points, and the Buchholz divided by the greatest ratio of the two scores (13.4)."""
    factor = max(1, 2 * field.matches.rounds // field.event.boards)
    return _points(field.games.points[number], "G") + Fraction(_buchholz("M")(field, number, 0), factor)


def _extended(then: str) -> Callable[[TeamField, Sequence[int]], Groups]:
    """Return the order by direct encounter in match points, then game points (13.3).

    then: of two who are still tied, C: board count, T: top boards, B: without bottom boards, in their matches (13.3.2).
    """

    def order(field: TeamField, tied: Sequence[int]) -> Groups:
        for score in (field.matches, field.games):
            groups = direct_encounter(score, tied)
            if len(groups) > 1:
                return [part for group in groups for part in order(field, group)]
        if len(tied) != 2:
            return [sorted(tied)]
        one, other = tied
        sums = {number: field.boards(number, against) for number, against in ((one, other), (other, one))}
        for way in then:
            groups = split(tied, {number: _KEYS[way](boards) for number, boards in sums.items()})
            if len(groups) > 1:
                return groups
        return [sorted(tied)]

    return order


def _weighted(boards: Sequence[int]) -> int:
    return sum(place * halves for place, halves in enumerate(boards, start=1))


def _from_the_top(boards: Sequence[int]) -> tuple[int, ...]:
    return tuple(boards)


def _without_the_bottom(boards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(boards[:last]) for last in range(len(boards) - 1, 0, -1))


_KEYS: Mapping[str, Callable[[Sequence[int]], "int | tuple[int, ...]"]] = {
    "C": lambda boards: -_weighted(boards),
    "T": _from_the_top,
    "B": _without_the_bottom,
}


def _by_boards(way: str) -> Callable[[TeamField, Sequence[int]], Groups]:
    def order(field: TeamField, tied: Sequence[int]) -> Groups:
        if way == "C" and len({field.games.points[number] for number in tied}) > 1:
            return [sorted(tied)]  # 12.1: only among teams with the same game points
        return split(tied, {number: _KEYS[way](field.boards(number)) for number in tied})

    return order


def _among(field: TeamField, number: int, tied: Sequence[int]) -> Value:
    return Fraction(sum(part.units for part in encounters(field.matches, number, tied)), 2)


_ALL = (
    TeamTieBreak("MPvGP", "Game points", "C.07 13.1", _total("G")),
    TeamTieBreak("EDE", "Direct encounter", "C.07 13.3", order=_extended("")),
    TeamTieBreak("EDET", "Direct encounter, then top boards", "C.07 13.3.2", order=_extended("T")),
    TeamTieBreak("EDEB", "Direct encounter, then without bottom boards", "C.07 13.3.2", order=_extended("B")),
    TeamTieBreak("EDEBT", "Direct encounter, board count, top boards", "C.07 13.3.2", order=_extended("CT")),
    TeamTieBreak("EDEBB", "Direct encounter, board count, without bottom", "C.07 13.3.2", order=_extended("CB")),
    TeamTieBreak("EMMSB", "Sonneborn-Berger, MP × MP", "C.07 13.2.1", _sonneborn_berger("M", "M"), cuts=True),
    TeamTieBreak("EMGSB", "Sonneborn-Berger, MP × GP", "C.07 13.2.2", _sonneborn_berger("M", "G"), cuts=True),
    TeamTieBreak("EGMSB", "Sonneborn-Berger, GP × MP", "C.07 13.2.3", _sonneborn_berger("G", "M"), cuts=True),
    TeamTieBreak("EGGSB", "Sonneborn-Berger, GP × GP", "C.07 13.2.4", _sonneborn_berger("G", "G"), cuts=True),
    TeamTieBreak("BH:MP", "Buchholz, match points", "C.07 8.1", _buchholz("M"), cuts=True),
    TeamTieBreak("BH:GP", "Buchholz, game points", "C.07 8.1", _buchholz("G"), cuts=True),
    TeamTieBreak("SSSC", "Scores and schedule strength", "C.07 13.4", _strength),
    TeamTieBreak("WIN", "Matches won", "C.07 7.1", lambda field, number, _low: len(wins(field.matches, number))),
    TeamTieBreak("BC", "Board count", "C.07 12.1", lambda field, number, _low:
                 Fraction(_weighted(field.boards(number)), 2), _by_boards("C")),
    TeamTieBreak("TBR", "Top board results", "C.07 12.2", lambda field, number, _low:
                 Fraction(field.boards(number)[0], 2), _by_boards("T")),
    TeamTieBreak("BBE", "Bottom board elimination", "C.07 12.3", lambda field, number, _low:
                 Fraction(sum(field.boards(number)[:-1]), 2), _by_boards("B")),
    TeamTieBreak("GP", "Game points", "US Chess 34G1", _total("G")),
    TeamTieBreak("USAT", "US Amateur Team system", "US Chess 34G2", _amateur_team),
    TeamTieBreak("H2H", "Head to head", "US Chess 34E5", order=lambda field, tied: head_to_head(field.matches, tied)),
)  # fmt: skip

TEAM_TIE_BREAKS: Mapping[str, TeamTieBreak] = {one.code: one for one in _ALL}

SWISS_ORDER = ("MPvGP", "EDE", "EMGSB", "BH:MP")
ROUND_ROBIN_ORDER = ("MPvGP", "EDE", "EMGSB")
USCHESS_ORDER = ("GP", "USAT", "H2H")
"""Deciders of equal match points by default."""

_WRITTEN = re.compile(r"(?P<code>[A-Z][A-Z0-9]*(?::[MG]P)?)(?:/C(?P<low>[12]))?(?:/P)?")
_CALLED = {"DE": "EDE", "BH": "BH:MP", "MPVGP": "MPvGP", "BUCHHOLZ": "BH:MP", "SB": "EMGSB", "GAMEPOINTS": "GP"}
MOST = 10


def chosen_for_teams(code: str) -> tuple[TeamTieBreak, int]:
    """Return the tie-break that a code names, and how many of the weakest opponents it leaves out."""
    code = " ".join(code.split())
    match = _WRITTEN.fullmatch(code.upper())
    found = match and TEAM_TIE_BREAKS.get(_CALLED.get(match["code"], match["code"]))
    if not match or not found or (match["low"] and not found.cuts):
        shown = f'"{code}"' if len(code) <= 20 and code.isprintable() else "That"
        raise InputError(f"{shown} is not a tie-break of teams. The codes are {', '.join(TEAM_TIE_BREAKS)}.")
    return found, int(match["low"] or 0)


def parse_team_order(text: str) -> tuple[str, ...]:
    """Read tie-breaks of teams, such as "MPvGP, EDE, BH:MP/C1"."""
    if text.strip().casefold() == "none":
        return ()
    pieces = [piece for piece in re.split(r"[,;\s]+", text.strip()) if piece]
    if not 0 < len(pieces) <= MOST:
        raise InputError(f"Write 1 to {MOST} tie-breaks with commas between, for example MPvGP, EDE, EMGSB.")
    found = [chosen_for_teams(piece) for piece in pieces]
    return tuple(dict.fromkeys(f"{one.code}/C{low}" if low else one.code for one, low in found))


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A line. rank: shared if tied. match_points: 2 for a match won. values: by the order's codes."""

    rank: int
    number: int
    match_points: int
    game_points: Fraction
    matches: int
    values: tuple[Value, ...]
    out: bool = False


def team_standings(event: TeamEvent, order: Sequence[str], terms: Terms | None = None) -> tuple[TeamRow, ...]:
    """Return the teams in order of match points and tie-breaks; tied ones by number."""
    field = TeamField.counted(event, terms or Terms())
    points = field.matches.points
    groups = split(tuple(points), points)
    values: dict[int, list[Value]] = {number: [] for number in points}
    for code in order:
        one, low = chosen_for_teams(code)
        for group in groups:
            for number in group:
                is_among = one.order is not None and one.code[0] in "EH"
                values[number].append(_among(field, number, group) if is_among else one.value(field, number, low))
        if one.order is None:
            groups = [part for group in groups for part in split(group, {n: values[n][-1] for n in group})]
        else:
            groups = [part for group in groups for part in (one.order(field, group) if len(group) > 1 else [group])]
    rows, rank = [], 1
    for group in groups:
        rows += [_row(field, number, rank, tuple(values[number])) for number in group]
        rank += len(group)
    out = sorted(field.terms.out)
    return (*rows, *(TeamRow(rank, number, 0, Fraction(0), 0, (0,) * len(order), out=True) for number in out))


def _row(field: TeamField, number: int, rank: int, values: tuple[Value, ...]) -> TeamRow:
    cells = field.matches.cells[number]
    game_points = Fraction(field.games.points[number], 2)
    matches = sum(cell.opponent is not None for cell in cells)
    return TeamRow(rank, number, field.matches.points[number], game_points, matches, values)


def met_everybody(event: TeamEvent) -> bool:
    met = {frozenset((match.one, match.other)) for match in event.matches or () if match.other is not None}
    return len(met) == len(event.teams) * (len(event.teams) - 1) // 2


def usual_order(event: TeamEvent, *, uschess: bool) -> tuple[str, ...]:
    """Return the deciders of equal match points by default."""
    if uschess:
        return USCHESS_ORDER
    return ROUND_ROBIN_ORDER if met_everybody(event) else SWISS_ORDER


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """An event's teams as they are ranked; without rows where members met opponents of several teams in a round.

    uschess: whether a match won counts 1. edition: of FIDE's tie-breaks, or empty.
    """

    event: TeamEvent
    rows: Sequence[TeamRow]
    order: tuple[str, ...]
    uschess: bool
    terms: Terms
    edition: str = ""


def teams_ranked(crosstable: Crosstable, *, uschess: bool) -> TeamStandings | None:
    """Rank the teams of an event, running, stored or in a file; None without teams."""
    ranking = crosstable.ranking
    in_teams = ranking is not None and ranking.teams
    event = team_event(crosstable, ranking.teams if ranking is not None else ())
    if event is None:
        return None
    if event.matches is None and any(game.score is not None for game in crosstable.games):
        return TeamStandings(event, (), (), uschess, Terms())
    if ranking is not None and in_teams:
        order, terms = ranking.team_order, Terms(planned=ranking.planned, preset=ranking.cycles > 0, out=event.out)
    else:
        order, terms = usual_order(event, uschess=uschess), Terms(preset=met_everybody(event), out=event.out)
    is_fide = any(chosen_for_teams(code)[0].rule.startswith("C.07") for code in order)
    edition = terms.edition_for(crosstable).label if is_fide else ""
    return TeamStandings(event, team_standings(event, order, terms), order, uschess, terms, edition)
