"""What every rating system answers about one player and one fact, whatever its formulas."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol


class CommonReason(StrEnum):
    """Why a step was taken, where several systems take it; each has more in a `Reason` of its own.

    The UI owns the sentence for each; core owns the figures. The comment behind a reason names its inputs, in order.
    """

    EXPECTED_SCORE = "expected-score"  # games
    SCORE_MINUS_EXPECTED = "score-minus-expected"  # S, E
    NEW_RATING = "new-rating"  # before


class Step(NamedTuple):
    """One step of a calculation; a tuple, for a calculation makes dozens of them.

    clause: the document and section that demands it, e.g. "US Chess 2025, 4.2".
    reason: what was done, by a system's enumeration; the UI turns it into words.
    value: the figure that came out (rating points, games or score points, by reason).
    inputs: the figures that went in, in the order in which the reason's comment names them.
    """

    clause: str
    reason: str
    value: float
    inputs: tuple[float, ...] = ()


class DisplayedRating(NamedTuple):
    """What a leaderboard needs of a player's state.

    displayed: the rating as the system shows it; players with equal ones share a rank.
    title_level, title_points: the lifetime title printed behind the rating as a norm code; None for a blank one. The
        points are None where none was ever earned.
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
    first_pass: an unrated player's rating after the first pass over a section, where `expected` comes from it.
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
    first_pass: float | None = None

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
