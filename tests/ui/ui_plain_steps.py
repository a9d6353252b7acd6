"""Every step of systems that need nothing but a rating."""

from collections.abc import Iterator
from datetime import date

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.entered_rating import EnteredRating
from core.rating.outcome import Step
from core.rating.rating_system import RatingSystem

DAY = date(2026, 11, 20)


def plain_steps(system: RatingSystem) -> Iterator[Step]:
    """Return the steps of a newcomer and of a rated player at two events, against typed ratings."""
    (rating_list,) = system.lists
    for state in (system.unrated(), system.apply_entered(system.unrated(), EnteredRating(1623.5, 40), rating_list)):
        for scores in ((1.0, 0.5, 0.0), (1.0,), (0.0, 0.0)):
            entrants = (Entrant(1, player="me", rated=True), *(Entrant(n, 1400.0 + 71 * n) for n in range(2, 5)))
            games = tuple(Game(number, 1, number + 1, score) for number, score in enumerate(scores, start=1))
            first = system.rate_event(Crosstable(DAY, entrants, games), rating_list, {"me": state})["me"]
            second = system.rate_event(Crosstable(DAY, entrants, games), rating_list, {"me": first.state})["me"]
            yield from (*first.steps, *second.steps)
        if system.rates_sides:
            me, *others = (Entrant(1, player="me", rated=True), *(Entrant(n, 1400.0 + 71 * n) for n in range(2, 5)))
            doubles = Crosstable(DAY, (me, *others), (Game(1, 1, 3, 1), Game(1, 2, 4, 1)), kind=EventKind.SIDES)
            yield from system.rate_event(doubles, rating_list, {"me": state})["me"].steps
