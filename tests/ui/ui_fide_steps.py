"""Every step that core.rating.fide takes, over players, events and lists of every kind that its rules tell apart."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import product

from core.errors import RatingError
from core.event.background import Background, ExternalRating, ExternalSystem
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.rating.fide.periods import LeftOut, OpponentGame
from core.rating.fide.rules import EDITIONS
from core.rating.fide.state import PastRating, PendingEvent, PlayerState, PoolEvent
from core.rating.fide.system import SYSTEM as system
from core.rating.fide.system import EventTerms, OwnRating, rate_player
from core.rating.outcome import Step

DAY, LIST = date(2026, 11, 20), date(2026, 12, 1)
BEGAN = DAY - timedelta(days=3)

PLAYERS = (
    PlayerState(),
    PlayerState(
        pool=(PoolEvent(DAY, (1800,) * 5, 0.0, EDITIONS[-2].key), PoolEvent(DAY, (1800,) * 5, 2.5, EDITIONS[0].key))
    ),
    PlayerState(pool=(PoolEvent(DAY, (1405,) * 6, 0.5, EDITIONS[-2].key),)),
    PlayerState(pool=(PoolEvent(DAY, (2600,) * 6, 5.5, EDITIONS[-2].key),)),
    PlayerState(1850, 12, 1850, (PastRating(DAY, None),)),
    PlayerState(1850, 200, 1900),
    PlayerState(1401, 200, 1900, pending=(PendingEvent(DAY, 9, 1.5, -250, EDITIONS[-2].key),)),
    PlayerState(2655, 900, 2700, pending=(PendingEvent(DAY, 90, 55.5, -213, EDITIONS[-2].key),)),
)
"""The second last edition is the present one."""

FIELDS: tuple[tuple[int | None, ...], ...] = (
    (1800,),
    (1803, None, 1450, 1200, 2300, 2655),
    (2000, 2100, 1900, 2000, 2055),
)
SOME_EDITIONS = (EDITIONS[0], EDITIONS[5], *EDITIONS[-2:])
BACKGROUNDS = (
    Background(),
    Background(born_year=2012),
    Background(ratings=(ExternalRating(ExternalSystem.FIDE, 1905, DAY),)),
)


def events() -> Iterator[Crosstable]:
    """Return events of one member against people the club does not know."""
    for field, score in product(FIELDS, (0.0, 0.5, 1.0)):
        opponents = tuple(Entrant(number, rating) for number, rating in enumerate(field, start=2))
        entrants = (Entrant(1, player="me", rated=True), *opponents)
        games = tuple(Game(number, 1, number + 1, score) for number in range(1, len(field) + 1))
        yield Crosstable(DAY, entrants, games, began=BEGAN)
    pair = (Entrant(1, player="me", rated=True), Entrant(2, player="you", rated=True))
    yield Crosstable(DAY, pair, tuple(Game(number, 1, 2, 1) for number in range(1, 5)), kind=EventKind.MATCH)


def fide_steps() -> Iterator[Step]:
    """Return the steps of all these events by editions that differ."""
    for state, event, edition, background in product(PLAYERS, events(), SOME_EDITIONS, BACKGROUNDS):
        for rating_list in system.lists:
            try:
                states = {"me": state, "you": PlayerState(1800, 200, 1800)}
                outcomes = system.rate_event(event, rating_list, states, edition.key, {"me": background})
            except RatingError:  # none of its games counts
                continue
            yield from outcomes["me"].steps
    for state, rating_list in product(PLAYERS, system.lists):
        yield from system.estimate(state, rating_list, LIST).steps
    yield from _match_with_unrated()
    yield from _longer_than_a_month()


def _longer_than_a_month() -> tuple[Step, ...]:
    state = PlayerState(1900, 200, 1900, (PastRating(date(2026, 11, 1), 1850),))
    entrants = (Entrant(1, player="me", rated=True), Entrant(2, 1800))
    games = (Game(1, 1, 2, 1.0), Game(2, 1, 2, 0.5))
    began = date(2026, 10, 1)
    event = Crosstable(DAY, entrants, games, began=began, days=(began, DAY))
    steps: tuple[Step, ...] = system.rate_event(event, system.lists[0], {"me": state})["me"].steps
    return steps


def _match_with_unrated() -> tuple[Step, ...]:
    game = OpponentGame(1, 1800, 1.0, LeftOut.MATCH_UNRATED)
    terms = EventTerms(EDITIONS[-2], system.lists[0], DAY, DAY)
    return rate_player(PLAYERS[-3], OwnRating(1850), [game], terms).steps
