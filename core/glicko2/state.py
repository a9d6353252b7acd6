"""What Glicko-2 needs to know of a player between events: where the period began, and its results so far."""

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from math import sqrt
from typing import Any

from core.errors import RuleError
from core.glicko2.editions import GLICKO_2
from core.glicko2.formula import NEWCOMER, SCALE, START_DEVIATION, START_VOLATILITY, GlickoRating, Result, idle, update
from core.opening import Opening

LOWEST_RATING, HIGHEST_RATING = 100.0, 4000.0
"""No rating beyond them is accepted as typed by a person; results may lead there."""


@dataclass(frozen=True)
class PlayerState:
    """A player's standing; the default is an unrated player.

    start: at the beginning of the period; None while unrated.
    month: the first day of the period; None where no game was played since the rating was set.
    results: of the period so far. games: rated games of the career.
    """

    start: GlickoRating | None = None
    month: date | None = None
    results: tuple[Result, ...] = ()
    games: int = 0

    @cached_property
    def now(self) -> GlickoRating | None:
        """Return the player after the results so far."""
        if self.start is None or not self.results:
            return self.start
        return update(self.start, self.results, GLICKO_2.tau).player

    def to_json(self) -> dict[str, Any]:
        """Return the fields that differ from an unrated player's; `from_json` reads them back."""
        data: dict[str, Any] = {}
        if self.start is not None:
            data["start"] = list(self.start)
        if self.month is not None:
            data["month"] = self.month.isoformat()
        if self.results:
            data["results"] = [list(result) for result in self.results]
        if self.games:
            data["games"] = self.games
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        return cls(
            start=GlickoRating(*data["start"]) if "start" in data else None,
            month=date.fromisoformat(data["month"]) if "month" in data else None,
            results=tuple(Result(*result) for result in data.get("results", ())),
            games=data.get("games", 0),
        )


def month_of(day: date) -> date:
    """Return the first day of the period that a day lies in."""
    return day.replace(day=1)


def at_beginning(state: PlayerState, month: date) -> PlayerState:
    """Return the state as a period begins: the one before is closed, and every idle one since widens the deviation.

    A period that the state is in already, or that is past, has begun: nothing changes.
    """
    if state.month is None:
        return replace(state, start=NEWCOMER if state.start is None else state.start, month=month)
    periods = 12 * (month.year - state.month.year) + month.month - state.month.month
    if periods <= 0:
        return state
    player = state.now
    assert player is not None
    for _ in range(periods - bool(state.results)):
        player = idle(player)
    return PlayerState(player, month, (), state.games)


def open_rating(state: PlayerState, opening: Opening) -> PlayerState:
    """Return the state after an opening; raise RuleError for what Glicko-2 does not have.

    The results of the period so far are in the rating that was set, or it would not have been set; what is left of the
    period counts as one without a game.
    """
    if not LOWEST_RATING <= opening.rating <= HIGHEST_RATING:
        raise RuleError(
            f"A Glicko-2 rating lies between {LOWEST_RATING:g} and {HIGHEST_RATING:g}: {opening.rating:g} does not."
        )
    if opening.games is not None and opening.games < 0:
        raise RuleError(f"A rating is based on 0 games or more, not on {opening.games}.")
    if opening.peak is not None or opening.floor is not None:
        raise RuleError("Glicko-2 has no floors: leave peak and floor out.")
    now = state.now
    if opening.games is None and now is not None:
        return replace(state, start=now._replace(rating=float(opening.rating)), results=())
    games = state.games if opening.games is None else opening.games
    start = GlickoRating(float(opening.rating), deviation_after(games), START_VOLATILITY)
    return PlayerState(start, state.month, (), games)


def deviation_after(games: int) -> float:
    """Return the deviation that even games against settled opponents leave of a newcomer's 350.

    The paper has no way to tell it of somebody whose rating comes from elsewhere: each such game adds 1/4 to
    1/phi^2 (steps 3 and 7 with g = 1 and E = 1/2), the volatility left aside.
    """
    phi = START_DEVIATION / SCALE
    return SCALE / sqrt(1 / (phi * phi) + games / 4)
