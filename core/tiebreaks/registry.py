"""All tie-breaks: one line adds another."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from core.errors import InputError
from core.tiebreaks import among_tied, counts, opponents_scores, ratings, spread, uschess
from core.tiebreaks.among_tied import Among, Order
from core.tiebreaks.field import Field
from core.tiebreaks.parts import Dropped, Kept, Parts, Total, Value, cut, worth


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
    """One tie-break.

    rule: its article. parts: what each round adds, in units of 1/unit.
    total: the value of what is left; None for the sum, which of nothing is `nothing`.
    remark: what an explanation says besides, such as how an average becomes a performance.
    drops: what its own rule leaves out. cuts: the modifiers it takes, by `cut`.
    among, order: of those that only look at the games among the tied.
    lowest_first: the lowest value is the best. by_rating: it needs everybody's rating.
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
        """Return whose rule it is."""
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
        """Return what the rounds add, and the places of what does not count."""
        # BH and BH/C1, MM and SOLK are made of the same.
        key = (self.tie_break.parts, number)
        parts = field.memory.get(key)
        if not isinstance(parts, list):
            parts = field.memory[key] = self.tie_break.parts(field, number)
        if self.tie_break.drops is not None:
            return parts, set(self.tie_break.drops(field, number, parts))
        return parts, self.tie_break.cut(parts, self.low, self.high) if self.low else set()

    def value(self, field: Field, number: int) -> Value | None:
        """Return the value; None where it is not defined."""
        parts, dropped = self.parts(field, number)
        kept = [part for place, part in enumerate(parts) if place not in dropped] if dropped else parts
        return self.total(field, number, kept, cut=bool(dropped))

    def total(self, field: Field, number: int, kept: Kept, *, cut: bool = False) -> Value | None:
        """Return the value of what is kept."""
        if self.tie_break.total is not None:
            return self.tie_break.total(field, number, kept)
        if not kept:
            return None if cut else self.tie_break.nothing
        return worth(sum([part.units for part in kept]), self.tie_break.unit)


_ALL = (
    TieBreak("DE", "Direct encounter", "C.07 6", unit=_QUARTERS, total=among_tied.sum_of_averages,
             among=among_tied.encounters, order=among_tied.direct_encounter),
    TieBreak("WIN", "Wins", "C.07 7.1", counts.wins),
    TieBreak("WON", "Games won", "C.07 7.2", counts.games_won),
    TieBreak("BPG", "Games with Black", "C.07 7.3", counts.games_with_black),
    TieBreak("BWG", "Games won with Black", "C.07 7.4", counts.wins_with_black),
    TieBreak("PS", "Progressive scores", "C.07 7.5", counts.progressive, _QUARTERS, nothing=None,
             cuts=LOW_CUTS, cut=counts.first_rounds),
    TieBreak("REP", "Rounds elected to play", "C.07 7.6", counts.rounds_elected),
    TieBreak("STD", "Standard points", "C.07 7.7", counts.standard_points, _QUARTERS),
    TieBreak("TPN", "Pairing number", "C.07 7.8", counts.pairing_number, lowest_first=True),
    TieBreak("BH", "Buchholz", "C.07 8.1", opponents_scores.buchholz, _QUARTERS, nothing=None, cuts=ALL_CUTS),
    TieBreak("AOB", "Average of opponents' Buchholz", "C.07 8.2", opponents_scores.opponents_buchholz, _QUARTERS,
             opponents_scores.mean_of_quarters),
    TieBreak("FB", "Fore Buchholz", "C.07 8.3", opponents_scores.fore_buchholz, _QUARTERS, nothing=None, cuts=ALL_CUTS),
    TieBreak("SB", "Sonneborn-Berger", "C.07 9.1", opponents_scores.sonneborn_berger, _QUARTERS, nothing=None,
             cuts=ALL_CUTS),
    TieBreak("KS", "Koya", "C.07 9.2", opponents_scores.koya, _QUARTERS),
    TieBreak("ARO", "Average rating of opponents", "C.07 10.1", ratings.opponents_ratings, total=ratings.average,
             cuts=ALL_CUTS, by_rating=True),
    TieBreak("TPR", "Tournament performance rating", "C.07 10.2", ratings.opponents_ratings,
             total=ratings.performance, remark=ratings.performance_in_words, by_rating=True),
    TieBreak("PTP", "Perfect tournament performance", "C.07 10.3", ratings.opponents_ratings,
             total=ratings.perfect, remark=ratings.perfect_in_words, by_rating=True),
    TieBreak("APRO", "Average performance of opponents", "C.07 10.4", ratings.opponents_performances,
             total=ratings.average_of_performances, by_rating=True),
    TieBreak("APPO", "Average perfect performance of opponents", "C.07 10.5", ratings.opponents_perfect_performances,
             total=ratings.average_of_performances, by_rating=True),
    TieBreak("RTNG", "Rating", "C.07 10", ratings.own_rating, nothing=None, by_rating=True),
    TieBreak("MM", "Modified median", "US Chess 34E1", uschess.solkoff, _QUARTERS, nothing=None,
             drops=uschess.modified_median_drops),
    TieBreak("SOLK", "Solkoff", "US Chess 34E2", uschess.solkoff, _QUARTERS, nothing=None),
    TieBreak("CUM", "Cumulative", "US Chess 34E3", uschess.cumulative, _QUARTERS, nothing=None),
    TieBreak("MED", "Median", "US Chess 34E4", uschess.solkoff, _QUARTERS, nothing=None, drops=uschess.median_drops),
    TieBreak("H2H", "Head to head", "US Chess 34E5", among=among_tied.plus_minus, order=among_tied.head_to_head,
             nothing=None),
    TieBreak("BLK", "Games with Black", "US Chess 34E6", counts.games_with_black),
    TieBreak("KASH", "Kashdan", "US Chess 34E7", uschess.kashdan),
    TieBreak("SBU", "Sonneborn-Berger", "US Chess 34E8", uschess.sonneborn_berger, _QUARTERS),
    TieBreak("CUMO", "Cumulative scores of opponents", "US Chess 34E9", uschess.opponents_cumulative, _QUARTERS),
    TieBreak("SPREAD", "Spread", "Scrabble", spread.spread),
)  # fmt: skip

TIE_BREAKS: Mapping[str, TieBreak] = {tie_break.code: tie_break for tie_break in _ALL}
"""By code, in the order in which they are offered."""

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
"""By the event's method, or "uschess" for the rulebook's own list; points come before all."""

MOST, MOST_CHARACTERS = 10, 200
_INSTEAD = "write codes with commas between, such as DE, BH/C1, SB"
_SEPARATORS = re.compile(r"[,;\n]|(?<=\w)\s+(?![/:-]|[CM][12]\b)")
_WRITTEN = re.compile(r"(?P<code>\w+?)\s*[/:# -]?\s*(?P<cut>[CM][12])?", re.ASCII)


def chosen(code: str) -> Chosen:
    """Return the tie-break that a code names; raise InputError for one that there is not."""
    written = code.strip().upper()
    match = _WRITTEN.fullmatch(written)
    tie_break = TIE_BREAKS.get(written) or (TIE_BREAKS.get(match["code"]) if match else None)
    if tie_break is None:
        shown = written if len(written) <= 20 and written.isascii() and written.isprintable() else "That"
        raise InputError(f"{shown} is no tie-break: {_INSTEAD}; there are {', '.join(TIE_BREAKS)}.")
    modifier = (match and written != tie_break.code and match["cut"]) or ""
    if modifier and modifier not in tie_break.cuts:
        takes = f"/{' and /'.join(sorted(tie_break.cuts))}" if tie_break.cuts else "no cut"
        raise InputError(f"{tie_break.code} takes {takes}: write {tie_break.code} without /{modifier}.")
    low, high = _ENDS[modifier]
    return Chosen(f"{tie_break.code}/{modifier}" if modifier else tie_break.code, tie_break, low, high)


def parse_order(text: str) -> tuple[str, ...]:
    """Read an order as people type it, such as "DE, BH/C1"; "none" is no tie-break at all."""
    if text.strip().lower() == "none":
        return ()
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"That is too long: {_INSTEAD}.")
    pieces = [piece for piece in _SEPARATORS.split(text.upper()) if piece.strip()]
    if not pieces:
        raise InputError(f"No tie-break is written: {_INSTEAD}, or none.")
    if len(pieces) > MOST:
        raise InputError(f"That is more than {MOST} tie-breaks: leave out the last ones.")
    found = [chosen(piece) for piece in pieces]
    for place, one in enumerate(found):
        # Only those among the tied may bring something new when they come again.
        if one.tie_break.among is None and one in found[:place]:
            raise InputError(f"{one.code} stands there twice: write each tie-break once.")
    return tuple(one.code for one in found)
