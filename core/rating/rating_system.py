"""The interface of rating systems, listed in core/rating/systems.py."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol

from core.errors import InputError, RuleError
from core.event.background import Background, ExternalSystem
from core.event.crosstable import Crosstable, EventKind, GameType, TimeControl
from core.event.dated import Span
from core.event.entered_rating import EnteredRating
from core.event.published import Comparison, Difference, PublishedRating, RatedNear, are_exact, deviation
from core.lists import OwnList, RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.outcome import Award, DisplayedRating, ListOutcome, Outcome, SeasonOutcome

NO_BACKGROUNDS: Mapping[Any, Background] = MappingProxyType({})


class Bounds(NamedTuple):
    """The lowest and highest rating that may be typed."""

    lowest: float
    highest: float


class Scale(NamedTuple):
    """What a rating point means. jump: smallest notable change. ends: limits, in rating points."""

    name: str
    jump: float
    ends: Bounds | None = None


ELO_SCALE = Scale("Elo", jump=40)
"""On which 400 points are ten to one."""


class AsOpponent(NamedTuple):
    """An opponent's rating and deviation in rating points; deviation None if the system has none."""

    rating: float
    deviation: float | None = None


class Met(NamedTuple):
    """An opponent of a game. rating: after the event."""

    opponent: Hashable
    rating: float


class MissedNorm(NamedTuple):
    """The next norm above those earned; short: game points that it missed by."""

    award: Award
    short: float


class RatingClass(NamedTuple):
    """A class of ratings: its least displayed rating, and its name."""

    low: float
    name: str


class FloorDue(NamedTuple):
    """A norm far above a rating, and the minimum rating that it justifies, as displayed."""

    norm: int
    rating: int
    floor: int


class NamedEdition(Protocol):
    """Rules chosen by name: the key is stored, the title shown."""

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...


class RatingSystem(ABC):
    """A rating system.

    key: of core.<key> and bot.ui.<key>. lists: main one first. editions: oldest first. club_editions: for all a
    club's events.
    board: its game, or None. month_first: whether its country writes 10/5 for 5 October. reported_with: members'
    first command. membership: kind of number. waits_for_list: see FIDE.
    has_provisional: whether ratings can be provisional; established_games: games from which they are not, if games
    decide. typed_games: those behind a rating that is typed alone; None: the formula needs their number.
    is_calibrated: can be recalculated. quiet_schemes: shown on request. reasons: worded in bot/ui/<key>/wording.py.
    log_span: what one event of a dated list of games is. rates_sides: see core/event/sides.py.
    state_type: dataclass, unrated by default, with to_json and from_json.
    """

    key: ClassVar[str]
    ratings: ClassVar[str]
    lists: ClassVar[tuple[RatingList, ...]]
    editions: ClassVar[Sequence[NamedEdition]] = ()
    club_editions: ClassVar[Sequence[NamedEdition]] = ()
    board: ClassVar[GameType | None] = GameType.CHESS
    reported_with: ClassVar[str] = "/rating update"
    federation: ClassVar[str | None] = None
    month_first: ClassVar[bool] = False
    log_span: ClassVar[Span] = Span.DAY
    membership: ClassVar[str | None] = None
    typed_ratings: ClassVar[Bounds]
    waits_for_list: ClassVar[bool] = False
    typed_games: ClassVar[int | None] = None
    has_provisional: ClassVar[bool] = False
    established_games: ClassVar[int | None] = None
    is_calibrated: ClassVar[bool] = False
    rates_sides: ClassVar[bool] = False
    scale: ClassVar[Scale] = ELO_SCALE
    quiet_schemes: ClassVar[frozenset[str]] = frozenset()
    reasons: ClassVar[type[StrEnum]]
    state_type: ClassVar[type[Any]]
    class_marks: ClassVar[Sequence[int]] = (2400, 2200, 2000, 1800, 1600, 1400)
    """Lower bounds of the classes, highest first; one more class is below."""

    background_of: ClassVar[Mapping[RatingList, ExternalSystem]] = MappingProxyType({})
    """What a rating counts as when it gives the first rating on another of the lists."""

    in_files: ClassVar[ExternalSystem | None] = None
    """What files call its lists' ratings, as TRF does FIDE's; else None."""

    @staticmethod
    def rules_for(rating_list: RatingList, rules: str | None, house_rules: ClubRules) -> str | None:
        """Return the named edition's key, else the club's; None: the system decides."""
        return house_rules.usual_rules.get(rating_list) if rules is None else rules

    def least_games(self, rating_list: RatingList, house_rules: ClubRules) -> int | None:
        """Return from how many games a rating is not provisional; None if games do not decide."""
        return self.established_games

    @abstractmethod
    def rank(self, state: Any) -> DisplayedRating | None:
        """Return the displayed rating; None while unrated."""

    @abstractmethod
    def apply_entered(
        self, state: Any, entered: EnteredRating, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> Any:
        """Return the state after an entered rating; raise RuleError if invalid."""

    @abstractmethod
    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, Outcome]:
        """Rate an event, by `Entrant.player`.

        states: before the event. backgrounds: see `needs_player_background`. Raise InputError or RuleError.
        """

    def rate_reported(
        self, crosstable: Crosstable, rating_list: RatingList, states: Mapping[Any, Any], *more: Any
    ) -> dict[Any, Outcome]:
        """Rate an unconfirmed event, which earns nothing for life. more: see `rate_event`."""
        return self.rate_event(crosstable, rating_list, states, *more)

    def unrated(self) -> Any:
        return self.state_type()

    def load(self, data: dict[str, Any]) -> Any:
        """Read a state from `dump`, unchanged to the last bit."""
        return self.state_type.from_json(data)

    def dump(self, state: Any) -> dict[str, Any]:
        data: dict[str, Any] = state.to_json()
        return data

    def floor(self, state: Any, rating_list: RatingList) -> float:
        """Return the rating below which a player cannot fall."""
        return self.typed_ratings.lowest

    def peak(self, state: Any) -> int | None:
        """Return the highest established rating as displayed, or None."""
        return None

    def classes(self, rating_list: RatingList) -> tuple[RatingClass, ...]:
        """Return a list's named classes, highest first."""
        label = rating_list.label.partition(" (")[0]
        lowest = self.class_marks[-1]
        named = [RatingClass(mark, f"{label} {mark}") for mark in self.class_marks]
        return (*named, RatingClass(0, f"{label} under {lowest}"))

    def expected_score(self, rating: float, opponent: float) -> float:
        """Return the expected score, 0 to 1, from two ratings."""
        return 1 / (1 + 10 ** ((opponent - rating) / 400))

    def expected_against(self, own: AsOpponent, opponent: AsOpponent) -> float:
        """Return the expected score, 0 to 1, by all that is known about both."""
        return self.expected_score(own.rating, opponent.rating)

    def strength(self, rating: float) -> float:
        """Return a rating on an endless scale of Elo points; only differences count."""
        return rating

    def expected_between(self, strength: float, opponent: float) -> float:
        """Return the expected score, 0 to 1, from two strengths."""
        return self.expected_score(strength, opponent)

    def class_of(self, rating: float) -> str | None:
        """Return the name of a rating's class; None without named classes."""
        return None

    def as_shown(self, outcome: Outcome, rules: ClubRules) -> Outcome:
        """Return an outcome without what the club hides."""
        return outcome

    def compare_published(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        outcomes: Mapping[int, Outcome],
        published: Mapping[int, PublishedRating],
        near: Mapping[int, Sequence[RatedNear]],
    ) -> Comparison:
        """Return what explains the differences from published ratings, by pairing number; takes seconds."""
        exact = are_exact(published.values())
        ours = {number: outcome.after.rating for number, outcome in outcomes.items() if outcome.after is not None}
        differences = [
            Difference(number, ours[number], one.after, ())
            for number, one in published.items()
            if number in ours and deviation(ours[number], one, exact=exact)
        ]
        return Comparison(len(published.keys() & ours.keys()) - len(differences), differences, exact)

    def needs_player_background(self, state: Any) -> bool:
        """Return whether rating a player needs their background."""
        return False

    @abstractmethod
    def performance(self, opponents: Sequence[float], score: float) -> float:
        """Return the rating expected to score this. score: in game points; opponents: at least one."""

    def demote(self, state: Any) -> Any:
        """Return the state with the lifetime title 100 points lower; raise RuleError if none."""
        raise RuleError(f"{self.ratings} have no lifetime title to lower. Choose a US Chess list.")

    def related_lists(self, rating_list: RatingList) -> tuple[RatingList, ...]:
        """Return the lists that may give a first rating on a list, with itself."""
        return (rating_list,) if rating_list.is_own else self.lists

    def lists_for(
        self, control: TimeControl, usual: RatingList, began: date, highest: int | None = None
    ) -> tuple[RatingList, ...]:
        """Return the lists for a time control, main one first; raise RuleError for none.

        usual: if the time control does not matter. began: decides the rules. highest: rating among the players.
        """
        return (usual,)

    def check_kind(self, kind: EventKind) -> None:
        """Raise RuleError for doubles and small teams where the system does not rate them."""
        if kind is EventKind.SIDES and not self.rates_sides:
            who = self.ratings.removesuffix(" ratings").removesuffix("'s")
            raise RuleError(f"{who} does not rate doubles. Choose an Elo or Glicko-2 list, for example list: Elo.")

    def check_typed(self, rating: float, day: date, rules: str | None = None) -> None:
        """Raise InputError for a typed rating outside the limits of the day."""
        lowest, highest = self.typed_ratings
        if not lowest <= rating <= highest:
            raise InputError(f"{rating:g} is not a rating. Write one between {lowest:g} and {highest:g}.")

    def can_convert(self, system: ExternalSystem, day: date) -> bool:
        """Return whether another system's rating can start a player on a day."""
        return False

    def can_be_rating(self, rating_list: RatingList, rating: float, day: date) -> bool:
        """Return whether a list could have published a number by a day."""
        return self.typed_ratings.lowest <= rating <= self.typed_ratings.highest

    def rating_after(self, outcome: Outcome) -> DisplayedRating | None:
        """Return the rating after an event; None if unrated."""
        return outcome.after

    def peak_of(self, state: Any) -> float | None:
        """Return the highest established rating; None where it is not stored."""
        return None

    def entered_rating_of(self, state: Any) -> EnteredRating | None:
        """Return the initial rating that equals a state; None while unrated."""
        rank = self.rank(state)
        return None if rank is None else EnteredRating(rank.rating, rank.games)

    def change_by(self, outcome: Outcome) -> float | None:
        """Return an event's own rating change; None for a player unrated before or after it."""
        if outcome.before is None or outcome.after is None:
            return None
        return outcome.after.rating - outcome.before.rating

    def as_opponent(self, state: Any, day: date) -> AsOpponent | None:
        """Return a player as an opponent on a day; None while unrated."""
        rank = self.rank(state)
        return None if rank is None else AsOpponent(rank.rating)

    def counts_draws(self, rating_list: RatingList, house_rules: ClubRules) -> bool:
        """Return whether a draw counts; if not, half points do not show which games do."""
        return True


class SeasonalSystem(RatingSystem):
    """A club's own rating system, whose seasons may move ratings toward the middle.

    middle: a newcomer's rating.
    """

    middle: ClassVar[float]

    def begin_season(
        self, state: Any, factor: float, player: int, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> SeasonOutcome | None:
        """Return a rating moved toward the middle; None if unrated.

        factor: share of the distance that stays; 0 starts again.
        """
        before = self.rank(state)
        if before is None:
            return None
        own = house_rules.lists.get(rating_list)
        middle = self.middle if own is None else own.start
        rating = middle + factor * (before.rating - middle)
        entered = EnteredRating(rating, games=None if factor else 0, player=player)
        after = self.apply_entered(state, entered, rating_list, house_rules)
        return SeasonOutcome(before, self.rank(after), after)


class TitledSystem(RatingSystem):
    """A system whose players hold titles.

    title_names: titles for life by code, highest first.
    """

    title_names: ClassVar[Mapping[str, str]]

    @abstractmethod
    def titles(self, state: Any, rating_list: RatingList) -> tuple[Award, ...]: ...

    def title_held(self, state: Any, rating_list: RatingList, fide_title: str | None) -> str | None:
        """Return a player's highest title. fide_title: if known."""
        held = {award.code for award in self.titles(state, rating_list)}
        return next((code for code in self.title_names if code in held), None)


class LifetimeTitles(TitledSystem):
    """A system of norms and titles for life, which only confirmed results earn."""

    @abstractmethod
    def hold_for_life(self, before: Any, after: Any) -> Any:
        """Return the state after an unconfirmed fact: titles and progress stay."""

    def as_reported(self, before: Any, outcome: Outcome) -> Outcome:
        """Return an unconfirmed event's outcome: the rating changes, but nothing is earned for life."""
        state = self.hold_for_life(before, outcome.state)
        return outcome._replace(after=self.rank(state), norms=(), titles=(), state=state)

    @abstractmethod
    def title_code(self, level: int | None, points: int | None, rules: ClubRules) -> str:
        """Return the code after a rating with a title, or empty."""

    @abstractmethod
    def missed_norm(
        self, kind: EventKind, rating_list: RatingList, opponents: Sequence[Met], score: float
    ) -> MissedNorm | None:
        """Return the next norm above those earned; None where the games could earn none.

        opponents: one per game.
        """

    @abstractmethod
    def floor_due(self, outcome: Outcome, rating_list: RatingList) -> FloorDue | None:
        """Return the minimum rating that an event suggests to a director, if any."""


class ClubPool(RatingSystem):
    """A system whose lists are pools of club players, perhaps measured by one of them.

    middle: a newcomer's rating.
    """

    middle: ClassVar[float]

    @abstractmethod
    def benchmark(self, rating_list: RatingList, house_rules: ClubRules) -> int | None:
        """Return the club's player who measures all others and moves too, or None."""

    @abstractmethod
    def measured(self, state: Any, benchmark: Any) -> Any:
        """Return a state as measured by the benchmark's present one; idempotent."""

    @abstractmethod
    def why_not_report(self, rating_list: RatingList) -> str:
        """Return why members cannot report events, and what to do instead."""

    @abstractmethod
    def why_not_typed(self, rating_list: RatingList) -> str:
        """Return why an opponent must be a player of the club, and what to write."""

    @abstractmethod
    def why_not_open(self, player: int, rating_list: RatingList, rating: float, rules: ClubRules) -> str | None:
        """Return why this player cannot be given that rating, or None."""

    @abstractmethod
    def why_not_merge(self, merged: int, name: str, rules: ClubRules) -> str | None:
        """Return why this player cannot become another, or None."""


class PlainResult(Protocol):
    """An event's outcome for one player."""

    @property
    def before(self) -> Any: ...

    @property
    def after(self) -> Any: ...

    @property
    def expected(self) -> float | None: ...

    @property
    def score(self) -> float: ...

    @property
    def performance(self) -> float: ...

    @property
    def edition(self) -> NamedEdition: ...


class PlainSystem(RatingSystem):
    """A system without norms or titles, that needs only games and states."""

    @abstractmethod
    def rate(
        self, crosstable: Crosstable, states: Mapping[Any, Any], rules: str | None, own: OwnList | None = None
    ) -> Mapping[int, PlainResult]:
        """Return the results by pairing number.

        rules: edition, or None. own: settings of a club's own list.
        """

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, Outcome]:
        if crosstable.kind.is_abroad:
            raise RuleError(f"Only US Chess rates events abroad. Remove kind for {self.ratings}.")
        own = house_rules.lists.get(rating_list)
        results = self.rate(crosstable, states, self.rules_for(rating_list, rules, house_rules), own)
        if not results and not crosstable.games:
            raise InputError("No played games. Give at least one opponent.")
        players = {entrant.number: entrant.player for entrant in crosstable.entrants}
        return {players[number]: self._outcome(result) for number, result in results.items()}

    def _outcome(self, result: PlainResult) -> Outcome:
        return Outcome(
            before=self.rank(result.before),
            after=self.rank(result.after),
            expected=result.expected,
            score=result.score,
            performance=float(result.performance),
            rules=result.edition.key,
            norms=(),
            titles=(),
            state=result.after,
            detail=result,
        )


class PublishedSystem(RatingSystem):
    """A system whose results wait until a list of everybody's ratings is published."""

    waits_for_list = True

    @abstractmethod
    def list_for(self, day: date) -> date:
        """Return the date of the list on which an event counts."""

    @abstractmethod
    def last_day_for(self, day: date) -> date:
        """Return the last day whose events count on a list."""

    @abstractmethod
    def coming_day(self, today: date) -> date:
        """Return the date of the next list."""

    @abstractmethod
    def publish(
        self, state: Any, rating_list: RatingList, day: date, through: date, background: Background
    ) -> ListOutcome | None:
        """Count events up to `through` into the list of `day`; None without a change."""


class CalibratedSystem(RatingSystem):
    """A system whose pools can be recalculated from all events so far."""

    is_calibrated = True

    @abstractmethod
    def calibrate_club(
        self,
        crosstables: Iterable[Crosstable],
        rating_list: RatingList,
        states: Mapping[Any, Any],
        day: date,
        house_rules: ClubRules = DEFAULT_RULES,
        names: Mapping[Any, str] | None = None,
    ) -> Mapping[Any, ListOutcome]:
        """Return each moved player's outcome. states: before. names: of players, for errors."""

    def related_lists(self, rating_list: RatingList) -> tuple[RatingList, ...]:
        return (rating_list,)
