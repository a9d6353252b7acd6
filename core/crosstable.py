"""A crosstable: the facts of one event, of any game and any rating system.

What people report, and nothing that was calculated from it. Scores are game points: a win is 1, a draw 0.5.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from core.errors import InputError


class EventKind(StrEnum):
    TOURNAMENT = "tournament"
    MATCH = "match"


class ByeKind(StrEnum):
    """A round without a game, by the letter that US Chess prints on a crosstable."""

    FULL_POINT = "B"
    FORFEIT_WIN = "X"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Main time in minutes and increment or delay in seconds."""

    minutes: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.minutes}+{self.seconds}"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A line of the crosstable.

    number: pairing number, from 1, unique in the event.
    rating: the rating as given with the event; None when none was given.
    player: who this is in the club, or None for somebody the club does not know.
    rated: whether the event moves this entrant's rating.
    score: total of played games, where single results are unknown; None when they are known.
    """

    number: int
    rating: float | None = None
    player: Hashable | None = None
    name: str | None = None
    rated: bool = False
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A played game; `score` is the first entrant's, None when only totals are known."""

    round: int
    first: int
    second: int
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which an entrant did not play; never rated."""

    round: int
    entrant: int
    kind: ByeKind


class PlayedGame(NamedTuple):
    """A game as one entrant saw it."""

    round: int
    opponent: Entrant
    score: float | None


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The facts of one event; raise InputError when they contradict each other."""

    date: date
    entrants: tuple[Entrant, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()
    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None

    def __post_init__(self) -> None:
        numbers = {entrant.number for entrant in self.entrants}
        if len(numbers) != len(self.entrants):
            raise InputError("Two entrants have the same pairing number: number the entrants from 1 upward.")
        for entrant in self.entrants:
            if entrant.score is not None and (entrant.score < 0 or entrant.score % 0.5):
                raise InputError(f"Player {entrant.number}: a score is whole or half points, not {entrant.score:g}.")
        self._check_rounds(numbers)

    def _check_rounds(self, numbers: set[int]) -> None:
        met: set[tuple[int, int]] = set()
        for game in self.games:
            if game.first == game.second:
                raise InputError(f"Round {game.round}: player {game.first} cannot play against themselves.")
            if game.first not in numbers or game.second not in numbers:
                missing = game.second if game.first in numbers else game.first
                raise InputError(f"Round {game.round}: there is no player {missing} in this event.")
            if game.score is not None and game.score not in (0, 0.5, 1):
                raise InputError(f"Round {game.round}: a game scores 0, 0.5 or 1, not {game.score:g}.")
        for bye in self.byes:
            if bye.entrant not in numbers:
                raise InputError(f"Round {bye.round}: there is no player {bye.entrant} in this event.")
        taken = [(game.round, number) for game in self.games for number in (game.first, game.second)]
        for round_number, number in taken + [(bye.round, bye.entrant) for bye in self.byes]:
            if (round_number, number) in met:
                raise InputError(f"Round {round_number}: player {number} stands there twice.")
            met.add((round_number, number))

    def games_of(self, number: int) -> tuple[PlayedGame, ...]:
        """Return the played games of one entrant, in round order."""
        by_number = {entrant.number: entrant for entrant in self.entrants}
        played = []
        for game in self.games:
            if game.first == number:
                played.append(PlayedGame(game.round, by_number[game.second], game.score))
            elif game.second == number:
                score = None if game.score is None else 1 - game.score
                played.append(PlayedGame(game.round, by_number[game.first], score))
        played.sort(key=lambda game: game.round)
        return tuple(played)

    def score_of(self, number: int) -> float:
        """Return an entrant's points from played games; raise InputError where nothing tells them."""
        entrant = next(entrant for entrant in self.entrants if entrant.number == number)
        if entrant.score is not None:
            return entrant.score
        scores = [game.score for game in self.games_of(number)]
        known = [score for score in scores if score is not None]
        if len(known) != len(scores):
            raise InputError(f"Player {number} has games without a result: give the results or the total score.")
        return sum(known)

    def byes_of(self, number: int) -> tuple[Bye, ...]:
        """Return the rounds in which an entrant did not play."""
        return tuple(bye for bye in self.byes if bye.entrant == number)
