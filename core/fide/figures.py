"""What each event brings on a list: its score against the table's, times K."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from core.background import Background
from core.fide.editions import edition_for, edition_named
from core.fide.k_factor import KFactor, capped, k_factor
from core.fide.months import first_of_month
from core.fide.state import PendingEvent, PlayerState
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class EventFigure:
    """What one event brings on a list, by itself; FIDE shows it, but does not round it.

    k: as the list before shows it. used: K as the games of all events limit it.
    change: hundredths of a rating point.
    """

    event: PendingEvent
    k: KFactor
    used: int
    change: int | Fraction

    @property
    def points(self) -> float:
        """Return the change in rating points."""
        return float(self.change) / 100


def figures_of(
    state: PlayerState,
    rating_list: RatingList,
    day: date,
    background: Background,
    events: Sequence[PendingEvent],
    base: int,
) -> tuple[EventFigure, ...]:
    """Return what each event brings on the list of a day: with the K of the list before, limited by all games.

    base: the rating that is changed.
    """
    peak = base if state.peak is None else max(state.peak, base)
    games = sum([event.games for event in events])
    list_before = first_of_month(day, -1)
    figures = []
    for event in events:
        edition = edition_named(event.rules)
        k = k_factor(edition.k_on(rating_list), base, peak, state.games, background, list_before)
        used = k.value if edition.simplified else capped(k.value, games)
        above = event.above if isinstance(event.above, int) else Fraction(event.above)
        figures.append(EventFigure(event, k, used, used * above))
    return tuple(figures)


def k_shown(state: PlayerState, rating_list: RatingList, day: date, background: Background) -> KFactor | None:
    """Return the K that the list in force on a day shows for a player; None for an unrated one."""
    if state.rating is None:
        return None
    peak = state.rating if state.peak is None else state.peak
    rules = edition_for(day).k_on(rating_list)
    return k_factor(rules, state.rating, peak, state.games, background, first_of_month(day))
