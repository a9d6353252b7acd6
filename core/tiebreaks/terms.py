"""What a crosstable does not tell of an event, and its tie-breaks depend on."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from core.crosstable import Crosstable


class Edition(Enum):
    """An edition of C.07, by the first day of the events that it is for."""

    SINCE_2024 = datetime.date(2024, 4, 1)
    SINCE_2026 = datetime.date(2026, 3, 1)

    @property
    def caps_dummies(self) -> bool:
        """Return whether the dummy opponent of an unplayed round is limited (16.4 of 2026)."""
        return self is Edition.SINCE_2026


@dataclass(frozen=True, slots=True)
class Terms:
    """What was announced of an event.

    planned: rounds it has in all; None where those of the crosstable are all of them.
    preset: the pairings were known beforehand, as in a round robin (15.2).
    bye_worth: points of a full-point or allocated bye, 1 or 1/2.
    edition: of C.07; None for that of the event's first day.
    unrated: what the unrated count as in tie-breaks by rating; None where nothing was announced (10).
    spread_cap: the most that a round's spread counts, either way; None for all of it.
    seeds: pairing numbers by the crosstable's own, where these are others.
    out: who is out of the table, by pairing number: none of their games counts (C.05).
    """

    planned: int | None = None
    preset: bool = False
    bye_worth: Fraction = Fraction(1)
    edition: Edition | None = None
    unrated: int | None = None
    spread_cap: int | None = None
    seeds: Mapping[int, int] = field(default_factory=dict)
    out: frozenset[int] = frozenset()

    def edition_for(self, crosstable: Crosstable) -> Edition:
        """Return the edition that applies: the named one, or that of the first day."""
        if self.edition is not None:
            return self.edition
        first_day = crosstable.began or crosstable.date
        return Edition.SINCE_2026 if first_day >= Edition.SINCE_2026.value else Edition.SINCE_2024
