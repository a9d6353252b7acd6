"""A prize fund that depends on how many enter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from core.prizes.prize import Prize

SMALL_FUND = 50_000
"""Up to so many cents, prizes fall in proportion; above, never below half (32C)."""


@dataclass(frozen=True, slots=True)
class PrizeFund:
    """What was announced. based_on: the entries that full prizes need; None where they are paid anyhow."""

    prizes: tuple[Prize, ...]
    based_on: int | None = None

    @property
    def cents(self) -> int:
        """Return all the money."""
        return _total(self.prizes)

    def for_entries(self, entries: int) -> tuple[Prize, ...]:
        """Return the prizes that so many entries pay for, in whole cents, .5 up."""
        if self.based_on is None or entries >= self.based_on:
            return self.prizes
        factor = Fraction(entries, self.based_on)
        if self.cents > SMALL_FUND:
            factor = max(factor, Fraction(1, 2))
        return tuple(
            prize if prize.cents is None else replace(prize, cents=int(prize.cents * factor + Fraction(1, 2)))
            for prize in self.prizes
        )


def _total(prizes: Sequence[Prize]) -> int:
    return sum(prize.cents or 0 for prize in prizes)
