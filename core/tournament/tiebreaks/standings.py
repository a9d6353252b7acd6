"""Standings by points, then tie-breaks."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Crosstable, Ranking
from core.tournament.tiebreaks import methods
from core.tournament.tiebreaks.field import (
    Contribution,
    Dropped,
    Field,
    Kept,
    Part,
    Parts,
    Terms,
    Total,
    Value,
    Why,
    contribution,
    cut,
    field_of,
    worth,
)
from core.tournament.tiebreaks.methods import Among, Groups, Order, all_have_met, not_in_play, scored_in_play, split


class Family(Enum):
    """Whose rules a tie-break belongs to."""

    FIDE = "FIDE"
    USCHESS = "US Chess"
    SCRABBLE = "Scrabble"


Cut = Callable[[Parts, int, int], set[int]]
ALL_CUTS = frozenset(("C1", "C2", "M1", "M2"))
LOW_CUTS = frozenset(("C1", "C2"))
_ENDS = {"": (0, 0), "C1": (1, 0), "C2": (2, 0), "M1": (1, 1), "M2": (2, 2)}
_QUARTERS = 4


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break.

    parts: per round, in 1/unit. total: default the sum. remark: added explanation. drops: by its own rule. cuts:
    modifiers.
    among, order: only among the tied. lowest_first: lowest is best. by_rating: needs all ratings.
    """

    code: str
    name: str
    rule: str
    parts: Callable[[Field, int], Parts] = lambda _field, _number: []
    unit: int = 1
    total: Total | None = None
    nothing: Value | None = 0
    remark: Callable[[Field, int], Parts] | None = None
    drops: Dropped | None = None
    cuts: frozenset[str] = frozenset()
    cut: Cut = cut
    among: Among | None = None
    order: Order | None = None
    lowest_first: bool = False
    by_rating: bool = False

    @property
    def family(self) -> Family:
        return next((family for family in Family if self.rule.startswith(family.value)), Family.FIDE)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A tie-break with its cut, as an event's order names it: BH/C1."""

    code: str
    tie_break: TieBreak
    low: int = 0
    high: int = 0

    @property
    def name(self) -> str:
        """Return the name in full: Buchholz Cut-1."""
        if not self.low:
            return self.tie_break.name
        return f"{self.tie_break.name} {'Median' if self.high else 'Cut'}-{self.low}"

    def parts(self, field: Field, number: int) -> tuple[Parts, set[int]]:
        # BH and BH/C1 share these
        key = (self.tie_break.parts, number)
        parts = field.memory.get(key)
        if not isinstance(parts, list):
            parts = field.memory[key] = self.tie_break.parts(field, number)
        if self.tie_break.drops is not None:
            return parts, set(self.tie_break.drops(field, number, parts))
        return parts, self.tie_break.cut(parts, self.low, self.high) if self.low else set()

    def value(self, field: Field, number: int) -> Value | None:
        parts, dropped = self.parts(field, number)
        kept = [part for place, part in enumerate(parts) if place not in dropped] if dropped else parts
        return self.total(field, number, kept, cut=bool(dropped))

    def total(self, field: Field, number: int, kept: Kept, *, cut: bool = False) -> Value | None:
        if self.tie_break.total is not None:
            return self.tie_break.total(field, number, kept)
        if not kept:
            return None if cut else self.tie_break.nothing
        return worth(sum([part.units for part in kept]), self.tie_break.unit)


_ALL = (
    TieBreak("DE", "Direct encounter", "C.07 6", unit=_QUARTERS, total=methods.sum_of_averages,
             among=methods.encounters, order=methods.direct_encounter),
    TieBreak("WIN", "Wins", "C.07 7.1", methods.wins),
    TieBreak("WON", "Games won", "C.07 7.2", methods.games_won),
    TieBreak("BPG", "Games with Black", "C.07 7.3", methods.games_with_black),
    TieBreak("BWG", "Games won with Black", "C.07 7.4", methods.wins_with_black),
    TieBreak("PS", "Progressive scores", "C.07 7.5", methods.progressive, _QUARTERS, nothing=None,
             cuts=LOW_CUTS, cut=methods.first_rounds),
    TieBreak("REP", "Rounds elected to play", "C.07 7.6", methods.rounds_elected),
    TieBreak("STD", "Standard points", "C.07 7.7", methods.standard_points, _QUARTERS),
    TieBreak("TPN", "Pairing number", "C.07 7.8", methods.pairing_number, lowest_first=True),
    TieBreak("BH", "Buchholz", "C.07 8.1", methods.buchholz, _QUARTERS, nothing=None, cuts=ALL_CUTS),
    TieBreak("AOB", "Average of opponents' Buchholz", "C.07 8.2", methods.opponents_buchholz, _QUARTERS,
             methods.mean_of_quarters),
    TieBreak("FB", "Fore Buchholz", "C.07 8.3", methods.fore_buchholz, _QUARTERS, nothing=None, cuts=ALL_CUTS),
    TieBreak("SB", "Sonneborn-Berger", "C.07 9.1", methods.sonneborn_berger, _QUARTERS, nothing=None,
             cuts=ALL_CUTS),
    TieBreak("KS", "Koya", "C.07 9.2", methods.koya, _QUARTERS),
    TieBreak("ARO", "Average rating of opponents", "C.07 10.1", methods.opponents_ratings, total=methods.average,
             cuts=ALL_CUTS, by_rating=True),
    TieBreak("TPR", "Tournament performance rating", "C.07 10.2", methods.opponents_ratings,
             total=methods.performance, remark=methods.performance_in_words, by_rating=True),
    TieBreak("PTP", "Perfect tournament performance", "C.07 10.3", methods.opponents_ratings,
             total=methods.perfect, remark=methods.perfect_in_words, by_rating=True),
    TieBreak("APRO", "Average performance of opponents", "C.07 10.4", methods.opponents_performances,
             total=methods.average_of_performances, by_rating=True),
    TieBreak("APPO", "Average perfect performance of opponents", "C.07 10.5", methods.opponents_perfect_performances,
             total=methods.average_of_performances, by_rating=True),
    TieBreak("RTNG", "Rating", "C.07 10", methods.own_rating, nothing=None, by_rating=True),
    TieBreak("MM", "Modified median", "US Chess 34E1", methods.solkoff, _QUARTERS, nothing=None,
             drops=methods.modified_median_drops),
    TieBreak("SOLK", "Solkoff", "US Chess 34E2", methods.solkoff, _QUARTERS, nothing=None),
    TieBreak("CUM", "Cumulative", "US Chess 34E3", methods.cumulative, _QUARTERS, nothing=None),
    TieBreak("MED", "Median", "US Chess 34E4", methods.solkoff, _QUARTERS, nothing=None, drops=methods.median_drops),
    TieBreak("H2H", "Head to head", "US Chess 34E5", among=methods.plus_minus, order=methods.head_to_head,
             nothing=None),
    TieBreak("BLK", "Games with Black", "US Chess 34E6", methods.games_with_black),
    TieBreak("KASH", "Kashdan", "US Chess 34E7", methods.kashdan),
    TieBreak("SBU", "Sonneborn-Berger", "US Chess 34E8", methods.us_chess_sonneborn_berger, _QUARTERS),
    TieBreak("CUMO", "Cumulative scores of opponents", "US Chess 34E9", methods.opponents_cumulative, _QUARTERS),
    TieBreak("SPREAD", "Spread", "Scrabble", methods.spread),
)  # fmt: skip

TIE_BREAKS: Mapping[str, TieBreak] = {tie_break.code: tie_break for tie_break in _ALL}
"""By code, in order of offering."""

_FIDE_SWISS = ("DE", "BH/C1", "BH", "SB", "WIN")
_FIDE_ROUND_ROBIN = ("DE", "SB", "WIN", "KS")
DEFAULT_ORDER: Mapping[str, tuple[str, ...]] = {
    "typed": (),
    "free": (),
    "knockout": (),
    "swiss": _FIDE_SWISS,
    "round-robin": _FIDE_ROUND_ROBIN,
    "double-round-robin": _FIDE_ROUND_ROBIN,
    "quads": _FIDE_ROUND_ROBIN,
    "uschess": ("MM", "SOLK", "CUM", "CUMO"),
    "scrabble-koth": ("SPREAD",),
    "scrabble-swiss": ("SPREAD",),
    "scrabble-round-robin": ("SPREAD",),
    "fontes": ("SPREAD",),
}

MOST, MOST_CHARACTERS = 10, 200
_INSTEAD = "Write names or codes with commas between, for example Buchholz Cut 1, SB"
_SEPARATORS = re.compile(r"[,;\n]|(?<=\w)\s+(?![/:-]|[CM][12]\b)")
_CALLED = {
    **{tie_break.name.lower(): tie_break.code for tie_break in reversed(_ALL)},
    "median buchholz": "BH/M1", "buchholz median": "BH/M1", "number of wins": "WIN", "koya system": "KS",
    "sonneborn": "SB", "neustadtl": "SB", "progressive score": "PS", "progressive": "PS", "average rating": "ARO",
    "performance rating": "TPR", "rating performance": "TPR", "performance": "TPR", "number of blacks": "BPG",
    "black games": "BPG", "direct encounters": "DE", "modified median": "MM", "sum of progressive scores": "PS",
}  # fmt: skip
"""Names in lower case; of equals, FIDE's."""
_NAMES = re.compile(
    r"(?<!\w)(?:"
    + "|".join(
        r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", name))) for name in sorted(_CALLED, key=len, reverse=True)
    )
    + r")(?!\w)",
    re.IGNORECASE,
)
_CALLED_FLAT = {re.sub(r"[\s-]+", " ", name): code for name, code in _CALLED.items()}
_NAMED_CUT = re.compile(r"\s*[ /-]\s*(?P<kind>cut|median)[\s-]?(?P<number>[12])(?!\w)", re.IGNORECASE)
_WRITTEN = re.compile(r"(?P<code>\w+?)\s*[/:# -]?\s*(?P<cut>[CM][12])?", re.ASCII)


def chosen(code: str) -> Chosen:
    """Return the tie-break that a code names; raise InputError if invalid."""
    written = " ".join(code.upper().split())
    match = _WRITTEN.fullmatch(written)
    tie_break = TIE_BREAKS.get(written) or (TIE_BREAKS.get(match["code"]) if match else None)
    if tie_break is None:
        shown = written if len(written) <= 20 and written.isascii() and written.isprintable() else "The text"
        raise InputError(f"{shown} is not a tie-break. {_INSTEAD}. The codes are {', '.join(TIE_BREAKS)}.")
    modifier = (match and written != tie_break.code and match["cut"]) or ""
    if modifier and modifier not in tie_break.cuts:
        takes = f"/{' and /'.join(sorted(tie_break.cuts))}" if tie_break.cuts else "no cut"
        raise InputError(f"{tie_break.code} has {takes}. Write {tie_break.code} without /{modifier}.")
    low, high = _ENDS[modifier]
    return Chosen(f"{tie_break.code}/{modifier}" if modifier else tie_break.code, tie_break, low, high)


def _coded(text: str) -> str:
    text = _NAMED_CUT.sub(lambda match: f"/{match['kind'][0]}{match['number']}", text)
    return _NAMES.sub(lambda match: _CALLED_FLAT[re.sub(r"[\s-]+", " ", match[0].lower())], text)


def parse_order(text: str) -> tuple[str, ...]:
    """Read an order such as "DE, Buchholz Cut 1"."""
    if text.strip().lower() == "none":
        return ()
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"The text is too long. {_INSTEAD}.")
    text = _coded(text)
    pieces = [piece for piece in _SEPARATORS.split(text.upper()) if piece.strip()]
    if not pieces:
        raise InputError(f"No tie-breaks are given. {_INSTEAD}, or none.")
    if len(pieces) > MOST:
        raise InputError(f"An event has at most {MOST} tie-breaks. Remove the last ones.")
    found = [chosen(piece) for piece in pieces]
    for place, one in enumerate(found):
        # Only those among the tied add something when repeated.
        if one.tie_break.among is None and one in found[:place]:
            raise InputError(f"{one.code} is listed twice. Write each tie-break once.")
    return tuple(one.code for one in found)


AS_THE_CROSSTABLE_SAYS = Terms()


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line. rank: shared if tied. values: None if undefined, ranked last. out: withdrawn (C.05), last."""

    rank: int
    number: int
    points: Fraction
    values: tuple[Value | None, ...]
    out: bool = False


def standings(
    crosstable: Crosstable, order: Sequence[str] = (), terms: Terms = AS_THE_CROSSTABLE_SAYS
) -> tuple[StandingRow, ...]:
    """Return the players in order, tied ones by number.

    order: codes; raise InputError for an unknown one.
    """
    field = field_of(crosstable, terms)
    groups, columns = _ranked(field, [chosen(code) for code in order])
    rows, rank = [], 1
    for group in groups:
        rows += [
            StandingRow(
                rank, number, Fraction(field.points[number], 2), tuple(column.get(number) for column in columns)
            )
            for number in group
        ]
        rank += len(group)
    nothing = (None,) * len(order)
    return (*rows, *(StandingRow(rank, number, Fraction(0), nothing, out=True) for number in sorted(terms.out)))


class Ranked(NamedTuple):
    """An event's rows in order of rank, with its tie-breaks and rules. edition: of FIDE's, or empty."""

    rows: Sequence[StandingRow]
    order: Sequence[str] = ()
    terms: Terms = AS_THE_CROSSTABLE_SAYS
    edition: str = ""


def ranked(crosstable: Crosstable, seeds: Mapping[int, int] | None = None) -> Ranked:
    """Rank an event, running or stored: by the places of its method, else by points and its tie-breaks.

    seeds: pairing numbers, where the crosstable has others. Scores that are not known come last.
    """
    ranking = crosstable.ranking or Ranking(("SPREAD",) if crosstable.has_points else ())
    terms = Terms(
        planned=ranking.planned,
        preset=ranking.cycles > 0 and not ranking.teams,
        seeds=seeds or {},
        out=crosstable.out,
    )
    left_out = notes(crosstable, ranking.order, terms)
    order = tuple(code for code in ranking.order if code not in left_out)
    rows = standings(crosstable, order, terms)
    unknown, given = unknown_scores(crosstable), {one.number: one.place for one in crosstable.entrants}
    if unknown or any(given.values()):
        keys = {row.number: (row.out, row.number in unknown, given[row.number] or row.rank) for row in rows}
        ordered = sorted(keys.values())
        rows = tuple(
            replace(row, rank=given[row.number] or 1 + ordered.index(keys[row.number]))
            for row in sorted(rows, key=lambda row: keys[row.number])
        )
    is_fide = any(chosen(code).tie_break.family is Family.FIDE for code in order)
    return Ranked(rows, order, terms, terms.edition_for(crosstable).label if is_fide else "")


def unknown_scores(crosstable: Crosstable) -> frozenset[int]:
    """Return the numbers of those with a rated game of unknown result and no total."""
    known = {one.number for one in crosstable.entrants if one.score is not None}
    games = (game for game in crosstable.games if game.score is None and game.rated)
    return frozenset(number for game in games for number in (game.first, game.second) if number not in known)


def deciding(rows: Sequence[StandingRow]) -> dict[int, tuple[int, ...]]:
    """Return which tie-breaks separate players of equal points, as places in the order."""
    found: dict[int, tuple[int, ...]] = {}
    for _, same in groupby((row for row in rows if not row.out), lambda row: row.points):
        group = list(same)
        first = [_first_difference(one, other) for one, other in pairwise(group) if one.rank != other.rank]
        places = tuple(sorted({place for place in first if place is not None}))
        found |= dict.fromkeys((row.number for row in group), places)
    return found


def _first_difference(one: StandingRow, other: StandingRow) -> int | None:
    values = enumerate(zip(one.values, other.values, strict=True))
    return next((place for place, (mine, theirs) in values if mine != theirs), None)


def explain(
    crosstable: Crosstable,
    number: int,
    code: str,
    order: Sequence[str] = (),
    terms: Terms = AS_THE_CROSSTABLE_SAYS,
) -> tuple[Contribution, ...]:
    """Return a value's parts by round, then remarks.

    order: decides who is tied before `code`.
    """
    field, one = field_of(crosstable, terms), chosen(code)
    tie_break = one.tie_break
    if tie_break.among is None:
        parts, dropped = one.parts(field, number)
        remarks = tie_break.remark(field, number) if tie_break.remark else []
    else:
        before = list(order[: order.index(one.code)]) if one.code in order else []
        groups, _ = _ranked(field, [chosen(earlier) for earlier in before])
        tied = next(group for group in groups if number in group)
        parts, dropped = tie_break.among(field, number, frozenset(tied)), set()
        remarks = [Part(None, None, 0, Why.NOT_ALL_MET)] if one.code == "DE" and not all_have_met(field, tied) else []
    if tie_break.family is Family.USCHESS:
        remarks += not_in_play(field, number)
    counting = [
        contribution(part, tie_break.unit, tie_break.rule, place not in dropped) for place, part in enumerate(parts)
    ]
    return (*counting, *(contribution(part, 1, tie_break.rule, False) for part in remarks))


def notes(crosstable: Crosstable, order: Sequence[str], terms: Terms = AS_THE_CROSSTABLE_SAYS) -> dict[str, str]:
    """Return why a column is empty, by code; such columns are not shown."""
    field = field_of(crosstable, terms)
    if field.everybody_is_rated:
        return {}
    return {
        code: f"{code} is ignored: some players are unrated, and no rating was announced for them (C.07 10)."
        for code in order
        if chosen(code).tie_break.by_rating
    }


def _ranked(field: Field, order: Sequence[Chosen]) -> tuple[Groups, list[dict[int, Value | None]]]:
    groups = split(tuple(field.points), field.points)
    columns: list[dict[int, Value | None]] = []
    for one in order:
        tie_break = one.tie_break
        if tie_break.order is not None and tie_break.among is not None:
            columns.append(_values_among(field, one, groups))
            groups = [part for group in groups for part in tie_break.order(field, group)]
            continue
        values = {number: one.value(field, number) for number in field.points}
        columns.append(values)
        groups = [part for group in groups for part in _split(field, one, group, values)]
    return groups, columns


def _values_among(field: Field, one: Chosen, groups: Groups) -> dict[int, Value | None]:
    among = one.tie_break.among
    assert among is not None
    return {
        number: one.total(field, number, among(field, number, frozenset(group)))
        for group in groups
        if len(group) > 1
        for number in group
    }


def _split(field: Field, one: Chosen, group: list[int], values: dict[int, Value | None]) -> Groups:
    if len(group) == 1:
        return [group]
    sign = -1 if one.tie_break.lowest_first else 1
    uschess = one.tie_break.family is Family.USCHESS
    keys: dict[int, tuple[bool, bool, Value]] = {}
    for number in group:
        value = values[number]
        in_play = not uschess or scored_in_play(field, number)
        keys[number] = (in_play, value is not None, sign * (value or 0))
    found: dict[tuple[bool, bool, Value], list[int]] = {}
    for number in group:
        found.setdefault(keys[number], []).append(number)
    return [found[key] for key in sorted(found, reverse=True)]
