"""The tables of the lifetime titles, which the surviving document has lost (USCF, May 1998, Tables I to III).

Each row says where it comes from. `ATTESTED`: a figure or an example of the document fixes it. `RECONSTRUCTED`: it
follows the pattern of the attested ones, or has no evidence at all. `CLUB`: a club has replaced it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from core.errors import InputError
from core.words import counted


class Evidence(StrEnum):
    ATTESTED = "attested"
    RECONSTRUCTED = "reconstructed"
    CLUB = "set by the club"


class TitleRow(NamedTuple):
    """A row of Table I: the level in rating points, the title's name, and its letter."""

    level: int
    name: str
    letter: str
    evidence: Evidence


class DeltaRow(NamedTuple):
    """A row of Table II: what a score must exceed the expected score by, in thousandths of a point."""

    rounds: int
    delta: int
    evidence: Evidence


_A, _R = Evidence.ATTESTED, Evidence.RECONSTRUCTED

# The names and their order are the document's. "c2" is 1400, "B0" is 1700 and "a0" is 1800: lower case is Certified,
# upper case Advanced, and the letters from 1000 to 1900 follow. Nothing tells those from 2000 up.
TITLES: tuple[TitleRow, ...] = (
    TitleRow(1000, "Certified Class E", "e", _R),
    TitleRow(1100, "Advanced Class E", "E", _R),
    TitleRow(1200, "Certified Class D", "d", _R),
    TitleRow(1300, "Advanced Class D", "D", _R),
    TitleRow(1400, "Certified Class C", "c", _A),
    TitleRow(1500, "Advanced Class C", "C", _R),
    TitleRow(1600, "Certified Class B", "b", _R),
    TitleRow(1700, "Advanced Class B", "B", _A),
    TitleRow(1800, "Certified Class A", "a", _A),
    TitleRow(1900, "Advanced Class A", "A", _R),
    TitleRow(2000, "Certified Expert", "x", _R),
    TitleRow(2100, "Advanced Expert", "X", _R),
    TitleRow(2200, "Life Master", "l", _R),
    TitleRow(2300, "Advanced Life Master", "L", _R),
    TitleRow(2400, "Senior Life Master", "s", _R),
    TitleRow(2500, "Star Master", "S", _R),
    TitleRow(2600, "2-Star Master", "t", _R),
    TitleRow(2700, "3-Star Master", "T", _R),
    TitleRow(2800, "4-Star Master", "u", _R),
    TitleRow(2900, "5-Star Master", "U", _R),
)
LOWEST_LEVEL, HIGHEST_LEVEL = TITLES[0].level, TITLES[-1].level

# Five rounds: Barry Bishop's example. Six: the examples with opponents of 1800 leave 0.5 alone. Four: a performance
# of about 2060 for an Expert norm asks for 0.3. From seven rounds on nothing is said.
DELTAS: tuple[DeltaRow, ...] = (
    DeltaRow(4, 300, _R),
    DeltaRow(5, 600, _A),
    DeltaRow(6, 500, _A),
    DeltaRow(7, 500, _R),
)
FEWEST_ROUNDS = DELTAS[0].rounds


@dataclass(frozen=True, slots=True)
class LifetimeTables:
    """Tables I and II, as the document has them or as a club has set them.

    titles: by level, lowest first, each of them. deltas: by rounds, from four on; each holds until the next one.
    """

    titles: tuple[TitleRow, ...] = TITLES
    deltas: tuple[DeltaRow, ...] = DELTAS

    def delta(self, rounds: int) -> DeltaRow:
        """Return the delta for an event of at least four rounds: a row holds until the next one."""
        return next(row for row in reversed(self.deltas) if row.rounds <= rounds)

    def title(self, level: int) -> TitleRow:
        """Return the title of a level; raise InputError for one that there is not."""
        index, rest = divmod(level - LOWEST_LEVEL, 100)
        if rest or not 0 <= index < len(self.titles):
            raise InputError(f"There is no lifetime title of {level}: they go from 1000 to 2900 in hundreds.")
        return self.titles[index]

    def of_letter(self, letter: str) -> TitleRow:
        """Return the title of a letter, whose case counts; raise InputError for one that there is not."""
        for row in self.titles:
            if row.letter == letter:
                return row
        letters = " ".join(row.letter for row in self.titles)
        raise InputError(f'"{letter}" is no title\'s letter: the letters are {letters}.')

    def with_letters(self, letters: Mapping[int, str]) -> "LifetimeTables":
        """Return the tables with a club's letters for some levels; raise InputError when two titles share one."""
        rows = []
        for row in self.titles:
            letter = letters.get(row.level)
            rows.append(row if letter is None else row._replace(letter=letter, evidence=Evidence.CLUB))
        unknown = letters.keys() - {row.level for row in rows}
        if unknown:
            raise InputError(f"There is no lifetime title of {min(unknown)}: they go from 1000 to 2900 in hundreds.")
        seen: dict[str, int] = {}
        for row in rows:
            if len(row.letter) != 1 or not row.letter.isascii() or not row.letter.isalpha():
                raise InputError(f'"{row.letter}" for {row.level} is not one letter from a to z or A to Z.')
            if row.letter in seen:
                raise InputError(f"{seen[row.letter]} and {row.level} would both be {row.letter}: give each its own.")
            seen[row.letter] = row.level
        return replace(self, titles=tuple(rows))

    def with_deltas(self, deltas: Mapping[int, int]) -> "LifetimeTables":
        """Return the tables with a club's deltas, in thousandths; those for rounds left out stay.

        Raise InputError for fewer than four rounds or a delta outside 0 to 3 points.
        """
        rows = {row.rounds: row for row in self.deltas}
        for rounds, delta in deltas.items():
            if not FEWEST_ROUNDS <= rounds <= 20:
                raise InputError(f"A delta is for 4 to 20 rounds, not for {rounds}.")
            if not 0 <= delta <= 3000:
                raise InputError(
                    f"The delta for {counted(rounds, 'round')} lies between 0 and 3, not at {delta / 1000:g}."
                )
            rows[rounds] = DeltaRow(rounds, delta, Evidence.CLUB)
        return replace(self, deltas=tuple(rows[rounds] for rounds in sorted(rows)))

    def to_json(self) -> dict[str, Any]:
        """Return what a club has set, and nothing else; `from_json` reads it back."""
        return {
            "letters": {str(row.level): row.letter for row in self.titles if row.evidence is Evidence.CLUB},
            "deltas": {str(row.rounds): row.delta for row in self.deltas if row.evidence is Evidence.CLUB},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "LifetimeTables":
        tables = cls()
        if data.get("deltas"):
            tables = tables.with_deltas({int(rounds): delta for rounds, delta in data["deltas"].items()})
        if data.get("letters"):
            tables = tables.with_letters({int(level): letter for level, letter in data["letters"].items()})
        return tables


STANDARD_TABLES = LifetimeTables()


@lru_cache(maxsize=8192)
def scoring_probability(difference: int) -> int:
    """Return Table III in thousandths: the expected score of whoever is `difference` points higher, or lower.

    Reconstructed: the logistic curve, each term rounded to three decimals, gives every figure of the document.
    """
    higher = round(1000 / (1 + 10 ** (-abs(difference) / 400)))
    return higher if difference >= 0 else 1000 - higher
