"""What every rating system answers about one player and one fact, whatever its formulas."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple, Protocol

from core.background import Background
from core.crosstable import Crosstable
from core.explain import Step
from core.house_rules import HouseRules
from core.lists import RatingList


class Rank(NamedTuple):
    """What a leaderboard needs of a player's state.

    shown: the rating as the system displays it; players with equal ones share a rank.
    title_level, title_points: the lifetime title printed behind the rating as a norm code; None for a blank one.
    """

    rating: float
    shown: int
    games: int
    provisional: bool
    title_level: int | None = None
    title_points: int | None = None


class Award(NamedTuple):
    """A norm or a title: the rules that gave it, its level and the letter it is printed with."""

    scheme: str
    level: int
    code: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One player's event, rated.

    before, after: None while unrated. expected: None where nothing is expected of an unrated player.
    state: what the system goes on from, opaque to everybody else.
    detail: the system's own result, which has `steps`.
    """

    before: Rank | None
    after: Rank | None
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


class RatingSystem(Protocol):
    """A rating system as the fold sees it; a module of core/<system>/system.py.

    States are opaque: `dump` and `load` turn them into JSON and back, unchanged to the last bit.
    """

    def unrated(self) -> Any: ...

    def load(self, data: dict[str, Any]) -> Any: ...

    def dump(self, state: Any) -> dict[str, Any]: ...

    def rank(self, state: Any) -> Rank | None: ...

    def floor(self, state: Any, rating_list: RatingList) -> float: ...

    def titles(self, state: Any, rating_list: RatingList) -> tuple[Award, ...]: ...

    def wants_background(self, state: Any) -> bool: ...

    def apply_opening(
        self, state: Any, opening: Any, rating_list: RatingList, house_rules: HouseRules = ...
    ) -> Any: ...

    def demote(self, state: Any) -> Any: ...

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = ...,
        house_rules: HouseRules = ...,
    ) -> dict[Any, Outcome]: ...


class ListOutcome(Protocol):
    """What a fact about a whole list, such as its publication, does to one player.

    before, after: None while unrated. rules: the edition by which it was counted.
    """

    @property
    def before(self) -> Rank | None: ...

    @property
    def after(self) -> Rank | None: ...

    @property
    def state(self) -> Any: ...

    @property
    def rules(self) -> str: ...

    @property
    def steps(self) -> tuple[Step, ...]: ...


class PublishedSystem(RatingSystem, Protocol):
    """A system whose results wait until a list of everybody's ratings is published.

    `publish` counts what ended until `through` into the list of `day`; None where that leaves a player as they are.
    """

    def publish(
        self, state: Any, rating_list: RatingList, day: date, through: date, background: Background
    ) -> ListOutcome | None: ...


class CalibratedSystem(RatingSystem, Protocol):
    """A system whose ratings can be set anew from all events so far.

    `calibrate_club` returns what that does to each player whom it moves; `states` are those just before.
    """

    def calibrate_club(
        self,
        crosstables: Iterable[Crosstable],
        rating_list: RatingList,
        states: Mapping[Any, Any],
        day: date,
        house_rules: HouseRules = ...,
    ) -> Mapping[Any, ListOutcome]: ...
