"""One player's event as the US Chess rules see it."""

from collections.abc import Hashable, Sequence
from datetime import date
from typing import Any, NamedTuple

from core.crosstable import ByeKind, EventKind, TimeControl
from core.lists import RatingList
from core.uschess.rounding import displayed


class OpponentGame(NamedTuple):
    """A rated game: round, the opponent's rating, who the opponent is, and the result where it is known.

    before: the opponent's rating before the event, where it is not the one that counts.
    """

    round: int
    rating: float
    opponent: Hashable
    score: float | None = None
    before: float | None = None

    @property
    def published(self) -> int:
        """Return the opponent's rating before the event as displayed."""
        return displayed(self.rating if self.before is None else self.before)


class Games(NamedTuple):
    """A player's rated games: a column for each fact of an `OpponentGame`, a place in it for each game."""

    rounds: Sequence[int]
    ratings: Sequence[float]
    opponents: Sequence[Hashable]
    scores: Sequence[float | None]
    before: Sequence[float | None]

    @classmethod
    def of(cls, games: Sequence[OpponentGame]) -> "Games":
        columns: list[list[Any]] = [[game[place] for game in games] for place in range(len(cls._fields))]
        return cls(*columns)


class PlayerEvent(NamedTuple):
    """What one player did in one event.

    score: game points from played games.
    bye: a full-point bye or a forfeit win in the event, if there was one.
    rounds: of the event; None takes the last round in which the player had a game.
    """

    day: date
    rating_list: RatingList
    played: Games
    score: float
    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    bye: ByeKind | None = None
    rounds: int | None = None

    @property
    def games(self) -> tuple[OpponentGame, ...]:
        """Return the single games: made when they are looked at, for thousands are rated at once."""
        return tuple(map(OpponentGame, *self.played))

    @property
    def games_played(self) -> int:
        return len(self.played.ratings)

    @property
    def last_round(self) -> int:
        return max(self.played.rounds) if self.rounds is None else self.rounds
