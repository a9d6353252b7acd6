"""What the FIDE rules need to know of a player between events, one record for each list."""

from datetime import date
from typing import Any, NamedTuple

from core.errors import RuleError
from core.fide.k_factor import ENOUGH_GAMES
from core.opening import Opening
from core.outcome import DisplayedRating

LOWEST_RATING, HIGHEST_RATING = 1000, 3500
"""No rating beyond them is accepted as typed by a person; no FIDE list had a lower one."""

LISTS_KEPT = 8
"""Changes of the rating that are remembered: an event's ratings are those of the day on which it began."""


class PastRating(NamedTuple):
    """A list that changed the rating: its date, and the rating until then, None for unrated."""

    day: date
    before: int | None


class PendingEvent(NamedTuple):
    """An event that waits for its list.

    games, score: those that count. above: score minus expected score in hundredths; whole but by simplified rules.
    rules: key of the edition. borrowed: a rating from elsewhere that stood in for a missing one.
    """

    ended: date
    games: int
    score: float
    above: int | float
    rules: str
    borrowed: int | None = None


class PoolEvent(NamedTuple):
    """An event of an unrated player: the rated opponents, one for each game, and the score against them."""

    ended: date
    opponents: tuple[int, ...]
    score: float
    rules: str


class PlayerState(NamedTuple):
    """A player's standing on one list; the default is an unrated player.

    rating: as published; None while unrated. games: rated games that are published.
    peak: highest published rating.
    history: the last lists that changed the rating, oldest first.
    pending: events whose list has not come out. pool: those toward a first rating, oldest first.
    """

    rating: int | None = None
    games: int = 0
    peak: int | None = None
    history: tuple[PastRating, ...] = ()
    pending: tuple[PendingEvent, ...] = ()
    pool: tuple[PoolEvent, ...] = ()

    def in_force(self, day: date) -> int | None:
        """Return the rating of the list in force on a day, as far back as is remembered."""
        for change in self.history:
            if day < change.day:
                return change.before
        return self.rating

    @property
    def rank(self) -> DisplayedRating | None:
        """Return what a leaderboard shows: the published rating; None while unrated."""
        if self.rating is None:
            return None
        return DisplayedRating(float(self.rating), self.rating, self.games, self.games < ENOUGH_GAMES)

    def published(self, day: date, rating: int | None, **more: Any) -> "PlayerState":
        """Return the state after a list on which the rating is another, or the same."""
        peak, history = self.peak, self.history
        if rating is not None:
            peak = rating if peak is None else max(peak, rating)
        if rating != self.rating:
            history = (*history, PastRating(day, self.rating))[-LISTS_KEPT:]
        return self._replace(rating=rating, peak=peak, history=history, **more)

    def to_json(self) -> dict[str, Any]:
        """Return the fields that differ from an unrated player's; `from_json` reads them back."""
        data: dict[str, Any] = {}
        for name in ("rating", "games", "peak"):
            value = getattr(self, name)
            if value != getattr(UNRATED, name):
                data[name] = value
        for name in ("history", "pending", "pool"):
            rows = getattr(self, name)
            if rows:
                data[name] = [[day.isoformat(), *rest] for day, *rest in rows]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        return cls(
            rating=data.get("rating"),
            games=data.get("games", 0),
            peak=data.get("peak"),
            history=tuple(PastRating(date.fromisoformat(day), before) for day, before in data.get("history", ())),
            pending=tuple(PendingEvent(date.fromisoformat(day), *rest) for day, *rest in data.get("pending", ())),
            pool=tuple(
                PoolEvent(date.fromisoformat(day), tuple(opponents), score, rules)
                for day, opponents, score, rules in data.get("pool", ())
            ),
        )


UNRATED = PlayerState()


def open_rating(state: PlayerState, opening: Opening) -> PlayerState:
    """Return the state after a starting rating or a correction; raise RuleError when it is no FIDE rating.

    The rating is the base of the next list; events that wait for it go on waiting. FIDE corrects ratings so too.
    """
    rating, games = opening.rating, state.games if opening.games is None else opening.games
    if rating != int(rating) or not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise RuleError(f"A FIDE rating is a whole number from {LOWEST_RATING} to {HIGHEST_RATING}, not {rating:g}.")
    if games < 0:
        raise RuleError(f"A rating is based on 0 games or more, not on {games}.")
    peak = opening.peak
    if peak is not None and (peak != int(peak) or not rating <= peak <= HIGHEST_RATING):
        raise RuleError(
            f"The highest rating is a whole number from the rating, {rating:g}, to {HIGHEST_RATING}, not {peak:g}: "
            "leave peak out."
        )
    if peak is None:
        # With games given, the history is told anew.
        peak = rating if opening.games is not None or state.peak is None else max(state.peak, rating)
    return state._replace(rating=int(rating), games=games, peak=int(peak), pool=())
