"""The common result of all rating systems."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol


class CommonReason(StrEnum):
    """Reasons of several systems' steps; comments name the inputs, the UI has the sentences."""

    EXPECTED_SCORE = "expected-score"  # games
    SCORE_MINUS_EXPECTED = "score-minus-expected"  # S, E
    NEW_RATING = "new-rating"  # before


class Step(NamedTuple):
    """A step of a calculation.

    clause: such as "US Chess 2025, 4.2". value: the result. inputs: in order of the reason's comment.
    """

    clause: str
    reason: str
    value: float
    inputs: tuple[float, ...] = ()


class DisplayedRating(NamedTuple):
    """A leaderboard's figures.

    displayed: equal ones share a rank. title_level, title_points: of the norm code.
    """

    rating: float
    displayed: int
    games: int
    provisional: bool
    title_level: int | None = None
    title_points: int | None = None


class Award(NamedTuple):
    """A norm or title: its rules, level and printed letter."""

    scheme: str
    level: int
    code: str


class Compared(NamedTuple):
    """What a player scored against opponents rated before the event, and was expected to by those ratings.

    expectancies: the expected score of each game; empty for shares of points, or read from the journal.
    """

    scored: float
    expected: float
    games: int
    expectancies: tuple[float, ...] = ()


class Outcome(NamedTuple):
    """One player's rated event.

    before, after: None while unrated. first_pass: of an unrated player in a section. state: for the system only.
    detail: the system's result with `steps`. compared: None if not asked for, or without a rating before.
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
    compared: Compared | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        steps: tuple[Step, ...] = self.detail.steps
        return steps


class ListOutcome(Protocol):
    """A published list's effect on a player. before, after: None while unrated. rules: the edition."""

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
"""In place of an edition: a season began with other ratings."""


@dataclass(frozen=True, slots=True)
class SeasonOutcome:
    """What the beginning of a season does to one player."""

    before: DisplayedRating | None
    after: DisplayedRating | None
    state: Any
    rules: str = SEASON
    steps: tuple[Step, ...] = ()
