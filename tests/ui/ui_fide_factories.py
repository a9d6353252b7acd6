"""What the tests of FIDE's cards share."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st
from ui_factories import DrawnReport, names

from bot.services.events.report import EventReport, ListReport
from bot.store.database.rows import Player
from core.errors import RatingError
from core.event.background import NOTHING_KNOWN, Background, ExternalRating, ExternalSystem
from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.fide.rules import EDITIONS, edition_for
from core.rating.fide.state import PastRating, PendingEvent, PlayerState, PoolEvent
from core.rating.fide.system import SYSTEM as system

STANDARD, RAPID = RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID
DAY = date(2026, 11, 20)


def fide_event(opponents: Sequence[float | None], results: Sequence[float | None], **more: Any) -> Crosstable:
    """Return entrant 1's event, a round for each opponent."""
    entrants = [Entrant(1, player=1, rated=True, score=more.pop("score", None))]
    entrants += [Entrant(number, rating) for number, rating in enumerate(opponents, start=2)]
    games = tuple(Game(number, 1, number + 1, score) for number, score in enumerate(results, start=1))
    return Crosstable(more.pop("day", DAY), tuple(entrants), games, **more)


def on_list(
    crosstable: Crosstable,
    state: PlayerState,
    rating_list: RatingList = STANDARD,
    rules: str | None = None,
    background: Background = NOTHING_KNOWN,
) -> ListReport:
    """Return what an event does to entrant 1 on a list."""
    outcome = system.rate_event(crosstable, rating_list, {1: state}, rules, {1: background})[1]
    return ListReport(rating_list, outcome)


def fide_report(
    crosstable: Crosstable,
    state: PlayerState,
    rating_list: RatingList = STANDARD,
    rules: str | None = None,
    background: Background = NOTHING_KNOWN,
    *,
    further: Sequence[ListReport] = (),
    opponents: Mapping[int, Player] = MappingProxyType({}),
    **more: Any,
) -> EventReport:
    """Return the report of entrant 1's event, as the services make it."""
    fields: dict[str, Any] = {"event_id": 7, "name": "Open", "player": Player(1, 11, "Dana"), "reported_by": 11}
    main = on_list(crosstable, state, rating_list, rules, background)
    return DrawnReport(
        day=crosstable.date,
        crosstable=crosstable,
        lists=(main, *further),
        opponents=dict(opponents),
        house_rules=DEFAULT_RULES,
        **(fields | more),
    )


ratings = st.one_of(st.integers(1400, 2000), st.integers(1000, 3000))
halves = st.sampled_from((0.0, 0.5, 1.0))


@st.composite
def pending_events(draw: st.DrawFn, day: date) -> PendingEvent:
    """Draw an event that has ended by a day and waits."""
    games, ended = draw(st.integers(1, 60)), day - timedelta(days=draw(st.integers(0, 40)))
    score = draw(st.integers(0, 2 * games)) / 2
    above = draw(st.integers(-100 * games, 100 * games) | st.floats(-100 * games, 100 * games))
    rules = edition_for(ended).key if isinstance(above, int) else "simplified-2017"
    return PendingEvent(ended, games, score, above, rules)


@st.composite
def pool_events(draw: st.DrawFn, day: date) -> PoolEvent:
    games = draw(st.lists(st.tuples(ratings, halves), min_size=1, max_size=12))
    ended = day - timedelta(days=draw(st.integers(0, 1000)))
    opponents, scores = tuple(rating for rating, _ in games), [score for _, score in games]
    return PoolEvent(ended, opponents, sum(scores), edition_for(ended).key)


@st.composite
def fide_states(draw: st.DrawFn, day: date = DAY) -> PlayerState:
    """Draw a standing: rated with whatever waits, or on the way to a first rating."""
    if draw(st.integers(0, 3)) == 0:
        pool = sorted(draw(st.lists(pool_events(day), max_size=4)), key=lambda event: event.ended)
        return PlayerState(games=draw(st.sampled_from([0, 40])), pool=tuple(pool))
    rating = draw(st.one_of(st.integers(1400, 2000), st.integers(1000, 3500)))
    history = (PastRating(day - timedelta(days=2), draw(st.none() | ratings)),) if draw(st.booleans()) else ()
    return PlayerState(
        rating=rating,
        games=draw(st.sampled_from([0, 3, 29, 30, 31, 900, 100_000])),
        peak=draw(st.integers(rating, 3500)),
        history=history,
        pending=tuple(draw(st.lists(pending_events(day), max_size=4))),
    )


backgrounds = st.builds(
    Background,
    born_year=st.none() | st.integers(2000, 2020),
    ratings=st.just(()) | st.builds(lambda rating: (ExternalRating(ExternalSystem.FIDE, rating, DAY),), ratings),
)


@st.composite
def fide_reports(draw: st.DrawFn, **more: Any) -> EventReport:
    """Draw a rated event of any size, under any rules, on any list."""
    games = draw(st.one_of(st.integers(1, 60), st.sampled_from([1, 4, 25, 26, 60])))
    day = draw(st.one_of(st.just(DAY), st.dates(date(2008, 1, 1), DAY)))
    count = {"min_size": games, "max_size": games}
    opponents: list[int | None]
    if draw(st.booleans()):
        opponents = draw(st.lists(st.none() | ratings, **count))
        results: list[float | None] = draw(st.lists(halves, **count))
        score = None
    else:
        opponents, results = draw(st.lists(st.integers(1400, 2400), **count)), [None] * games
        score = draw(st.integers(0, 2 * games)) / 2
    began = day - timedelta(days=draw(st.integers(0, 5)))
    crosstable = fide_event(opponents, results, score=score, day=day, began=began)
    known = {number: Player(number, None, name) for number, name in enumerate(draw(st.lists(names, max_size=4)), 100)}
    entrants = [
        Entrant(one.number, one.rating, player=98 + one.number if 98 + one.number in known else one.player,
                rated=one.rated, score=one.score)
        for one in crosstable.entrants
    ]  # fmt: skip
    crosstable = Crosstable(day, tuple(entrants), crosstable.games, began=began)
    try:
        return fide_report(
            crosstable,
            draw(fide_states(day)),
            draw(st.sampled_from(system.lists)),
            draw(st.none() | st.sampled_from([edition.key for edition in EDITIONS])),
            draw(backgrounds),
            opponents=known,
            event_id=draw(st.none() | st.integers(1, 10**18)),
            name=draw(st.none() | names),
            player=Player(1, 11, draw(names)),
            **more,
        )
    except RatingError:  # none of its games counts
        reject()
