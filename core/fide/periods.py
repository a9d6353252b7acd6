"""Publishing a list: everything that waits for it is added up, multiplied with K, and rounded once (B.02 8.3.4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

from core.background import NOTHING_KNOWN, Background
from core.explain import Step
from core.fide.change import OpponentGame, event_change
from core.fide.editions import Edition, edition_for, edition_named
from core.fide.explanation import explain_first_rating, explain_list
from core.fide.figures import EventFigure, figures_of
from core.fide.first_rating import FirstRating, counted_events, first_rating
from core.fide.k_factor import KFactor
from core.fide.months import first_of_month
from core.fide.rounding import nearest_half_away
from core.fide.state import PendingEvent, PlayerState, PoolEvent
from core.lists import RatingList
from core.outcome import DisplayedRating

REPORT_DAYS = 3
"""An event has to end so many days before the list it counts on."""


@dataclass(frozen=True, slots=True)
class Published:
    """One player on one list; `steps` says how it came about.

    day: of the list. through: the last day on which an event that counts has ended.
    previous, state: the player's state before and after.
    base: the rating that the change is added to; None for an unrated player.
    events: with what each brings. change: of all, hundredths of a rating point. rounded: in rating points.
    pool, first: of an unrated player, the events that count, and what they give.
    lost: the first event of an unrated player, where it went without a point.
    """

    rating_list: RatingList
    day: date
    through: date
    edition: Edition
    previous: PlayerState
    state: PlayerState
    base: int | None = None
    events: tuple[EventFigure, ...] = ()
    change: int | Fraction = 0
    rounded: int = 0
    pool: tuple[PoolEvent, ...] = ()
    first: FirstRating | None = None
    lost: PoolEvent | None = None

    @property
    def points(self) -> float:
        """Return the change of all events in rating points."""
        return float(self.change) / 100

    @property
    def before(self) -> DisplayedRating | None:
        return self.previous.rank

    @property
    def after(self) -> DisplayedRating | None:
        return self.state.rank

    @property
    def rules(self) -> str:
        """Return the key of the edition in force on the day of the list."""
        return self.edition.key

    @property
    def games(self) -> int:
        """Return how many games count on the list."""
        return sum(figure.event.games for figure in self.events) + (self.first.games if self.first else 0)

    @property
    def score(self) -> float:
        """Return the points from these games."""
        return sum(figure.event.score for figure in self.events) + (self.first.score if self.first else 0.0)

    @property
    def expected(self) -> float | None:
        """Return the expected score in game points; None for an unrated player."""
        if self.base is None:
            return None
        return sum(100 * figure.event.score - figure.event.above for figure in self.events) / 100

    @property
    def calculated(self) -> int | None:
        """Return the new rating, whether the floor lets it be published or not; None where nothing gives one."""
        if self.base is not None:
            return self.base + self.rounded
        return None if self.first is None else self.first.rating

    @property
    def k(self) -> KFactor | None:
        """Return the K that the list before shows; None where no event of a rated player counts."""
        return self.events[-1].k if self.events else None

    @property
    def used_k(self) -> int | None:
        """Return K as it was used."""
        return self.events[-1].used if self.events else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about, one step at a time."""
        if self.base is not None:
            return explain_list(self.rating_list, self.base, self.events, self.change, self.rounded, self.edition.floor)
        return explain_first_rating(self.rating_list, self.first, self.lost)


def list_for(ended: date) -> date:
    """Return the date of the first list that an event counts on: it ends three days before it or earlier."""
    return first_of_month(ended + timedelta(days=REPORT_DAYS - 1), 1)


def last_day_for(day: date) -> date:
    """Return the last day on which an event may end that counts on the list of a day."""
    return day - timedelta(days=REPORT_DAYS)


def publish(
    state: PlayerState, rating_list: RatingList, day: date, through: date, background: Background = NOTHING_KNOWN
) -> Published | None:
    """Publish the list of a day for one player: all that ended until `through`; None where nothing changes.

    Published a second time, it finds nothing left to count.
    """
    published = _publish(state, rating_list, day, through, background)
    return None if published.state == state else published


def estimate(
    state: PlayerState, rating_list: RatingList, day: date, background: Background = NOTHING_KNOWN
) -> Published:
    """Return what publishing the list of a day would give now: the month so far."""
    return _publish(state, rating_list, day, last_day_for(day), background)


def last_figure(
    state: PlayerState, rating_list: RatingList, background: Background = NOTHING_KNOWN
) -> EventFigure | None:
    """Return what the event that has begun to wait last brings by itself on its list; None where none waits."""
    if not state.pending:
        return None
    # It stands behind all that has been waiting.
    return estimate(state, rating_list, list_for(state.pending[-1].ended), background).events[-1]


def waiting_lists(
    state: PlayerState, rating_list: RatingList, background: Background = NOTHING_KNOWN
) -> tuple[Published, ...]:
    """Return the lists that events of a player wait for, as they would be published now, the next one first."""
    lists = []
    while state.pending:
        day = min(list_for(event.ended) for event in state.pending)
        lists.append(estimate(state, rating_list, day, background))
        state = lists[-1].state
    return tuple(lists)


def _publish(
    state: PlayerState, rating_list: RatingList, day: date, through: date, background: Background
) -> Published:
    edition = edition_for(day)
    taken = [event for event in state.pending if event.ended <= through]
    if state.rating is not None or taken:
        return _publish_rated(state, rating_list, day, through, background, edition, taken)
    return _publish_unrated(state, rating_list, day, through, edition)


def _publish_rated(
    state: PlayerState,
    rating_list: RatingList,
    day: date,
    through: date,
    background: Background,
    edition: Edition,
    taken: Sequence[PendingEvent],
) -> Published:
    base = state.rating
    if base is None:
        # The standard rating stood in for one on this list.
        base = next(event.borrowed for event in taken if event.borrowed is not None)
    figures = figures_of(state, rating_list, day, background, taken, base)
    change = sum(figure.change for figure in figures)
    rounded = nearest_half_away(change.numerator, 100 * change.denominator)
    rating: int | None = base + rounded
    assert rating is not None
    games = state.games + sum(event.games for event in taken)
    left = tuple(event for event in state.pending if event.ended > through)
    if rating < edition.floor:
        # Unrated from here on; what is left was rated against a rating that is gone.
        rating, left = None, ()
    after = state.published(day, rating, games=games, pending=left, pool=())
    return Published(rating_list, day, through, edition, state, after, base, figures, change, rounded)


def _publish_unrated(
    state: PlayerState, rating_list: RatingList, day: date, through: date, edition: Edition
) -> Published:
    pool = counted_events(state.pool, day, through)
    lost = state.pool[0] if state.pool and state.pool[0].score == 0 and state.pool[0].ended <= through else None
    if not pool:
        return Published(rating_list, day, through, edition, state, state, lost=lost)
    opponents = [opponent for event in pool for opponent in event.opponents]
    rule = edition_named(pool[-1].rules).first_rating
    first = first_rating(rule, opponents, sum(event.score for event in pool), edition.floor)
    after = state
    if first.is_published:
        late = [event for event in state.pool if event.ended > through]
        pending = tuple(_as_rated(event, first.rating, rating_list) for event in late)
        games = state.games + first.games
        after = state.published(day, first.rating, games=games, pending=(*state.pending, *pending), pool=())
    return Published(rating_list, day, through, edition, state, after, pool=pool, first=first, lost=lost)


def _as_rated(event: PoolEvent, rating: int, rating_list: RatingList) -> PendingEvent:
    """Return a newcomer's later event, which counts with the rating that is published meanwhile (B.02 8.2.4)."""
    games = [OpponentGame(number, opponent) for number, opponent in enumerate(event.opponents, start=1)]
    # No result of single games is kept, so that none can be left out for being far apart.
    edition = replace(edition_named(event.rules), far_apart_counts=True)
    change = event_change(rating, games, edition, rating_list, event.score)
    return PendingEvent(event.ended, change.counting, change.score, change.above, event.rules)
