"""Where US Chess' own figure for one member's report probably lies.

A member types the opponents' ratings from before the event; US Chess rates the whole section twice, the second time
with the ratings after the first pass (US Chess 2025, 3). What the opponents did in their other games is unknown: its
standard deviation is that of a game's result, times each opponent's K.

Measured with both passes on 1,264 players of four public events (34 to 247 players, none to 11 of them new), at
their own ratings and at 600 and 1,000 points less: 92% within the range, whose half is 4 points on average at their
own ratings (95%). Of the 16 rated players of two published junior sections of 2026,
13: the second pass moves more among children.
"""

from math import sqrt
from typing import NamedTuple

from core.crosstable import EventKind
from core.uschess.formulas import effective_games_cap
from core.uschess.rated import RatedPlayer, formula_of, rate
from core.uschess.rules import LOWEST_RATING, displayed

DEVIATIONS = 2.5
"""Standard deviations on either side."""

_VARIANCE = 0.2
"""Of one game's result: 0.25 between equals without draws."""


class PublishedRange(NamedTuple):
    """The lowest and highest rating that US Chess will probably publish."""

    low: int
    high: int


def published_range(player: RatedPlayer) -> PublishedRange | None:
    """Return the range for a report of one player's games; None for a match, an event abroad or a single game."""
    event = player.event
    if event.kind is not EventKind.TOURNAMENT or event.games_played < 2:
        return None
    half = DEVIATIONS * _deviation(player)
    low, high = max(player.rating - half, LOWEST_RATING), player.rating + half
    return PublishedRange(displayed(low), displayed(high)) if displayed(low) < displayed(high) else None


def _deviation(player: RatedPlayer) -> float:
    """Return the standard deviation of the rating that comes of the opponents' other games."""
    event, ratings = player.event, player.event.played.ratings
    formula = formula_of(player.start, player.terms, event.played.opponents, event.score)
    found = rate(formula, ratings).rating
    changes = []
    for place, opponent in enumerate(ratings):
        k = 800 / (effective_games_cap(opponent, player.edition.effective_games) + event.games_played)
        moved = opponent + k * sqrt(_VARIANCE * (event.games_played - 1))
        changes.append(rate(formula, [*ratings[:place], moved, *ratings[place + 1 :]]).rating - found)
    return sqrt(sum(change**2 for change in changes))
