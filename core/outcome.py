"""What every rating system answers about one player and one fact, whatever its formulas."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from core.explain import Step


class DisplayedRating(NamedTuple):
    """What a leaderboard needs of a player's state.

    displayed: the rating as the system shows it; players with equal ones share a rank.
    title_level, title_points: the lifetime title printed behind the rating as a norm code; None for a blank one.
    """

    rating: float
    displayed: int
    games: int
    provisional: bool
    title_level: int | None = None
    title_points: int | None = None


class Award(NamedTuple):
    """A norm or a title: the rules that gave it, its level and the letter it is printed with."""

    scheme: str
    level: int
    code: str


class Outcome(NamedTuple):
    """One player's event, rated.

    before, after: None while unrated. expected: None where nothing is expected of an unrated player.
    state: what the system goes on from, opaque to everybody else.
    detail: the system's own result, which has `steps`.
    """

    before: DisplayedRating | None
    after: DisplayedRating | None
    expected: float | None
    score: float
    performance: float
    rules: str
    norms: tuple[Award, ...]
    titles: tuple[Award, ...]
    state: Any
    detail: Any

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about."""
        steps: tuple[Step, ...] = self.detail.steps
        return steps


class ListOutcome(Protocol):
    """What a fact about a whole list, such as its publication, does to one player.

    before, after: None while unrated. rules: the edition by which it was counted.
    """

    @property
    def before(self) -> DisplayedRating | None: ...

    @property
    def after(self) -> DisplayedRating | None: ...

    @property
    def state(self) -> Any: ...

    @property
    def rules(self) -> str: ...

    @property
    def steps(self) -> tuple[Step, ...]: ...


SEASON = "season"
"""Stands for the edition where a season began with other ratings."""


@dataclass(frozen=True, slots=True)
class SeasonOutcome:
    """What the beginning of a season does to one player."""

    before: DisplayedRating | None
    after: DisplayedRating | None
    state: Any
    rules: str = SEASON
    steps: tuple[Step, ...] = ()
