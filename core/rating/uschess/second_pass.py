"""Where US Chess' own figure for a member's report probably lies.

A member types ratings from before the event; US Chess rates the section twice (US Chess 2025, 3). The opponents' other
games are unknown: their deviation is a game's, times each K. About four of five published ratings are within the range:
77 of 95 players of five sections, 27 of 32 juniors.
"""

from math import sqrt
from typing import NamedTuple

from core.event.crosstable import EventKind
from core.rating.uschess.formulas import effective_games_cap
from core.rating.uschess.rated import RatedPlayer, formula_of, rate
from core.rating.uschess.rules import LOWEST_RATING
from core.words import displayed

DEVIATIONS = 2.5
"""Standard deviations on either side."""

_VARIANCE = 0.2
"""Of one game's result: 0.25 between equals without draws."""


class PublishedRange(NamedTuple):
    """The lowest and highest rating that US Chess will probably publish."""

    low: int
    high: int


def published_range(player: RatedPlayer) -> PublishedRange | None:
    """Return the range of a report; None for a match, an event abroad or a single game."""
    event = player.event
    if event.kind is not EventKind.TOURNAMENT or event.games_played < 2:
        return None
    half = DEVIATIONS * _deviation(player)
    low, high = max(player.rating - half, LOWEST_RATING), player.rating + half
    return PublishedRange(displayed(low), displayed(high)) if displayed(low) < displayed(high) else None


def _deviation(player: RatedPlayer) -> float:
    event, ratings = player.event, player.event.played.ratings
    formula = formula_of(player.start, player.terms, event.played.opponents, event.score)
    found = rate(formula, ratings).rating
    changes = []
    for place, opponent in enumerate(ratings):
        k = 800 / (effective_games_cap(opponent, player.edition.effective_games) + event.games_played)
        moved = opponent + k * sqrt(_VARIANCE * (event.games_played - 1))
        changes.append(rate(formula, [*ratings[:place], moved, *ratings[place + 1 :]]).rating - found)
    return sqrt(sum(change**2 for change in changes))
