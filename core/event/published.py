"""Ratings that a federation published for a section, as facts to compare with."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from core.lists import RatingList
from core.words import displayed


class PublishedRating(NamedTuple):
    """A player's published rating before and after a section. before: None if unrated.

    games: after the section, if still provisional.
    """

    before: float | None
    after: float
    games: int | None = None

    def to_json(self) -> list[Any]:
        return list(self)

    @classmethod
    def from_json(cls, data: list[Any]) -> "PublishedRating":
        before, after, games = data
        return cls(None if before is None else float(before), float(after), None if games is None else int(games))


Published = tuple[tuple[RatingList, PublishedRating], ...]
"""A player's, by list."""


def are_exact(ratings: Iterable[PublishedRating]) -> bool:
    return any(one.after % 1 or (one.before or 0) % 1 for one in ratings)


ESTABLISHED = 50
"""Games that stand for an established rating without published games."""


def deviation(ours: float, theirs: PublishedRating, *, exact: bool) -> float:
    """Return the difference from a published rating, 0 if it agrees."""
    off = abs((ours if exact else displayed(ours)) - theirs.after)
    # The ratings before are rounded to hundredths too.
    return off if round(off, 2) > 0.01 else 0.0


def agreeing(ours: Mapping[int, float], published: Mapping[int, PublishedRating]) -> int:
    """Return how many published ratings are ours, to the hundredth if they have decimals."""
    exact = are_exact(published.values())
    return sum(not deviation(ours[number], one, exact=exact) for number, one in published.items())


class Cause(StrEnum):
    """What explains a difference. The comments name what `here` and `there` are."""

    RATING = "rating"  # before the event, here and there; None: unrated
    ORDER = "order"  # the same, where the one there is from before or after another event of the player
    GAMES = "games"  # behind the rating before the event, here and there
    INITIAL = "initial"  # a newcomer's initial rating, here and there
    PLAYED = "played"  # a forfeit here, a game there
    FORFEIT = "forfeit"  # a game here, a forfeit there
    EDITION = "edition"
    ROUNDED = "rounded"  # the ratings before were published without decimals


class RatedNear(NamedTuple):
    """Another event of a player with a rating before or after it."""

    event: str
    rating: float


class Explanation(NamedTuple):
    """What a federation had otherwise. numbers: players; none for the whole section. subject: event or edition."""

    cause: Cause
    numbers: tuple[int, ...] = ()
    here: float | None = None
    there: float | None = None
    round: int | None = None
    subject: str = ""


class Difference(NamedTuple):
    """A player whose ratings differ. causes: none if not explained."""

    number: int
    here: float
    there: float
    causes: tuple[Explanation, ...]


class Comparison(NamedTuple):
    """A section's published ratings and ours. exact: whether compared to the hundredth."""

    agree: int
    differences: Sequence[Difference]
    exact: bool = True

    @property
    def players(self) -> int:
        return self.agree + len(self.differences)

    @property
    def explained(self) -> int:
        return sum(bool(one.causes) for one in self.differences)

    @property
    def causes(self) -> tuple[Explanation, ...]:
        counts: dict[Explanation, int] = {}
        for difference in self.differences:
            for cause in difference.causes:
                counts[cause] = counts.get(cause, 0) + 1
        return tuple(sorted(counts, key=lambda cause: -counts[cause]))
