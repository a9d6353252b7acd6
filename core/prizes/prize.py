"""Prizes, and who may win them."""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


class PrizeKind(StrEnum):
    """What a prize is for."""

    PLACE = "place"
    RATING = "rating"
    UNRATED = "unrated"
    GROUP = "group"
    UPSET = "upset"
    BY_HAND = "by-hand"

    @property
    def by_score(self) -> bool:
        """Return whether the standings decide it, so that one player gets one of its like."""
        return self not in (PrizeKind.UPSET, PrizeKind.BY_HAND)


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody who may win prizes.

    rank: in the standings, shared by those whom nothing tells apart. points: 32 compares nothing else.
    rating: at the start of the event, None for unrated. groups: such as junior, senior or women.
    """

    number: int
    rank: int
    points: Fraction
    rating: int | None = None
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize, of money or a thing.

    name: as announced, such as 1st or U1800. place: which of its like it is, from 1.
    cents: None for a thing. thing: None for money.
    lower, upper: of a prize by rating: lower <= rating < upper; without `lower`, everybody rated below.
    group: of a prize for a group, which of `Contestant.groups`.
    """

    name: str
    kind: PrizeKind
    place: int = 1
    cents: int | None = None
    thing: str | None = None
    lower: int | None = field(default=None)
    upper: int | None = field(default=None)
    group: str | None = None

    @property
    def likes(self) -> tuple[PrizeKind, int | None, int | None, str | None]:
        """Return what all prizes of its like share: for whom they are."""
        return self.kind, self.lower, self.upper, self.group

    def is_open_to(self, contestant: Contestant) -> bool:
        """Return whether somebody may win it; the unrated win places, prizes of their own and those for a group."""
        if self.kind is PrizeKind.PLACE:
            return True
        if self.kind is PrizeKind.GROUP:
            return self.group in contestant.groups
        rating = contestant.rating
        if self.kind is PrizeKind.UNRATED:
            return rating is None
        if self.kind is PrizeKind.RATING:
            return rating is not None and (self.lower or 0) <= rating and (self.upper is None or rating < self.upper)
        return False


def precedence(prize: Prize) -> tuple[int, int, int, int, str]:
    """Return the order in which prizes are won: by amount; then places, higher classes, unrated, groups (32B4)."""
    kinds = (PrizeKind.PLACE, PrizeKind.RATING, PrizeKind.UNRATED, PrizeKind.GROUP)
    # A class without an upper end is the highest.
    end = prize.upper if prize.upper is not None else 10_000
    return (
        -(prize.cents or 0),
        kinds.index(prize.kind) if prize.kind in kinds else len(kinds),
        -end if prize.kind is PrizeKind.RATING else 0,
        prize.place,
        prize.name,
    )


def money(cents: int | Fraction) -> str:
    """Return an amount without its currency: 300, 162.50; what is less than a cent is cut off."""
    whole, rest = divmod(int(cents), 100)
    return f"{whole}.{rest:02}" if rest else str(whole)
