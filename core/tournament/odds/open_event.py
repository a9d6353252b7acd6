"""An unfinished event and its players' strengths."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from math import sqrt
from statistics import median
from typing import NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import Bye, ByeKind, Crosstable
from core.event.withdrawals import out_of_the_table
from core.rating.outcome import DisplayedRating

BYE_SPREAD = 50
"""The spread of a bye or forfeit, if the event does not say."""

_HALF_POINTS = {ByeKind.FULL_POINT: 2, ByeKind.FORFEIT_WIN: 2, ByeKind.HALF_POINT: 1}
_SPREADS = {ByeKind.FULL_POINT: 1, ByeKind.FORFEIT_WIN: 1, ByeKind.FORFEIT_LOSS: -1}


class Method(StrEnum):
    """How the rounds to come are paired."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KING_OF_THE_HILL = "king-of-the-hill"


class GamesToCome(NamedTuple):
    """A player's remaining games.

    known: opponents' numbers, one per game. unknown: games without known opponent.
    """

    known: tuple[int, ...]
    unknown: int

    @property
    def games(self) -> int:
        return len(self.known) + self.unknown


@dataclass(frozen=True, slots=True)
class Schedule:
    """An unfinished event; raise InputError for a contradiction.

    paired: last paired round. boards: its pairs without a result. absent: withdrawn. cycles: of a round robin.
    """

    crosstable: Crosstable
    method: Method
    rounds: int
    paired: int = 0
    boards: tuple[tuple[int, int], ...] = ()
    absent: frozenset[int] = field(default=frozenset())
    cycles: int = 1

    def __post_init__(self) -> None:
        if not self.numbers:
            raise InputError("This event has no players yet.")
        unknown = [number for board in self.boards for number in board if number not in self.numbers]
        if unknown:
            raise InputError(f"There is no player {unknown[0]} in this event.")

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(sorted(entrant.number for entrant in self.crosstable.entrants))

    @property
    def is_round_robin(self) -> bool:
        return self.method is Method.ROUND_ROBIN

    @property
    def _all_are_paired(self) -> bool:
        return 0 < self.rounds <= self.paired

    @property
    def out_of_the_table(self) -> frozenset[int]:
        """Return who left a round robin before half of their games, which do not count (C.05)."""
        if not self.is_round_robin:
            return frozenset()
        return out_of_the_table(self.crosstable, self.absent, self.cycles)

    def meetings(self) -> dict[frozenset[int], int]:
        """Return how often two have met, forfeits too."""
        met = {(game.round, frozenset((game.first, game.second))) for game in self.crosstable.games}
        met |= {(bye.round, frozenset((bye.entrant, bye.opponent))) for bye in self._byes if bye.opponent is not None}
        times: dict[frozenset[int], int] = {}
        for _, pair in met:
            times[pair] = times.get(pair, 0) + 1
        return times

    def to_play(self) -> tuple[tuple[int, int], ...]:
        if not self.is_round_robin or self._all_are_paired:
            return self.boards
        met = self.meetings()
        return tuple(
            pair
            for pair in combinations(self.numbers, 2)
            for _ in range(self.cycles - met.get(frozenset(pair), 0))
            if not self.absent.intersection(pair)
        )

    def to_pair(self) -> range:
        return range(0) if self.is_round_robin else range(self.paired + 1, self.rounds + 1)

    def to_come(self, number: int) -> GamesToCome:
        """Return a player's remaining games; a bye of an odd round may replace one."""
        known = tuple(
            second if first == number else first for first, second in self.to_play() if number in (first, second)
        )
        return GamesToCome(known, sum(number in self.playing(round_number) for round_number in self.to_pair()))

    def playing(self, round_number: int) -> tuple[int, ...]:
        away = self.absent | {bye.entrant for bye in self._byes if bye.round == round_number}
        return tuple(number for number in self.numbers if number not in away)

    def had_bye(self) -> frozenset[int]:
        """Return who may have no further bye: one that scored without playing (C.04.1, article 4)."""
        return frozenset(bye.entrant for bye in self._byes if bye.kind.gives_a_point)

    def half_points(self) -> dict[int, int]:
        """Return everybody's half points, with those of granted byes and forfeits to come."""
        outside, points = self.out_of_the_table, dict.fromkeys(self.numbers, 0)
        for game in self.crosstable.games:
            if game.score is not None and not outside.intersection((game.first, game.second)):
                points[game.first] += round(2 * game.score)
                points[game.second] += 2 - round(2 * game.score)
        for bye in self._counting(outside):
            points[bye.entrant] += _HALF_POINTS.get(bye.kind, 0)
        for number in self._forfeits():
            points[number] += 2
        return points

    def spreads(self) -> dict[int, int]:
        spreads = dict.fromkeys(self.numbers, 0)
        outside = self.out_of_the_table
        for game in self.crosstable.games:
            if game.first_points is None or game.second_points is None or outside & {game.first, game.second}:
                continue
            spreads[game.first] += game.first_points - game.second_points
            spreads[game.second] += game.second_points - game.first_points
        for bye in self._counting(outside):
            usual = BYE_SPREAD * _SPREADS.get(bye.kind, 0)
            spreads[bye.entrant] += usual if bye.points is None else bye.points
        return spreads

    @property
    def _byes(self) -> tuple[Bye, ...]:
        return self.crosstable.byes

    def _counting(self, outside: frozenset[int]) -> Iterable[Bye]:
        return (bye for bye in self._byes if bye.opponent not in outside)

    def _forfeits(self) -> Iterable[int]:
        if not self.is_round_robin or self._all_are_paired:
            return
        met, left = self.meetings(), self.absent - self.out_of_the_table
        for first, second in combinations(self.numbers, 2):
            for _ in range(self.cycles - met.get(frozenset((first, second)), 0)):
                if len(left & {first, second}) == 1 and not self.out_of_the_table & {first, second}:
                    yield second if first in left else first


DEVIATION, PROVISIONAL_DEVIATION, UNRATED_DEVIATION = 60.0, 240.0, 300.0
"""Standard errors in rating points: of anybody, added by few games, of an unrated player."""

USUAL_DRAWS, GAMES_OF_PRIOR = 0.25, 50
"""The assumed share of draws between equals, and the games that it counts for."""


class Strength(NamedTuple):
    """A rating and its standard error, in rating points."""

    rating: float
    deviation: float = DEVIATION


def strengths_of(
    ratings: Mapping[int, DisplayedRating | None], scaled: Callable[[float], float] = float
) -> dict[int, Strength]:
    """Return strengths by number; raise RuleError without any rating. Unrated: the field's middle.

    scaled: converts a rating.
    """
    known = [scaled(rating.rating) for rating in ratings.values() if rating is not None]
    if not known:
        raise RuleError("Nobody in this event has a rating yet.")
    middle = Strength(median(known), UNRATED_DEVIATION)
    return {
        number: middle if rating is None else Strength(scaled(rating.rating), _deviation(rating))
        for number, rating in ratings.items()
    }


def _deviation(rating: DisplayedRating) -> float:
    few = PROVISIONAL_DEVIATION / sqrt(rating.games + 1) if rating.provisional else 0.0
    return DEVIATION + few


def draw_share(draws: int, games: int) -> float:
    """Return the share of draws between equals, by a club's games of this kind."""
    return (draws + USUAL_DRAWS * GAMES_OF_PRIOR) / (games + GAMES_OF_PRIOR)


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """An unfinished event; raise InputError for a missing strength.

    expected: 0 to 1 for two strengths. draws: share between equals. bye: its points. has_points: spread breaks ties.
    """

    schedule: Schedule
    strengths: Mapping[int, Strength]
    expected: Callable[[float, float], float]
    draws: float = USUAL_DRAWS
    has_points: bool = False
    bye: float = 1.0

    def __post_init__(self) -> None:
        missing = [number for number in self.schedule.numbers if number not in self.strengths]
        if missing:
            raise InputError(f"Player {missing[0]} has no strength. Give every player a strength.")


class Chance(NamedTuple):
    """A frequency, 0 to 1. possible, certain: by reasoning, not by simulation."""

    value: float
    possible: bool = True
    certain: bool = False

    def __str__(self) -> str:
        if self.certain:
            return "100%"
        return percent(self.value) if self.possible else "0%"


def percent(value: float) -> str:
    """Return a chance in whole per cent; 0 and 100 only if certain."""
    if value < 0.01:
        return "<1%"
    return ">99%" if value > 0.99 else f"{100 * value:.0f}%"


@dataclass(frozen=True, slots=True)
class Finish:
    """How the event may end for one player.

    alone, first: chances. share: of first place. points: expected. scores: chances of final scores. places: chances.
    """

    number: int
    alone: Chance
    first: Chance
    share: float
    points: float
    scores: tuple[tuple[float, float], ...]
    places: tuple[float, ...] = ()

    def mean(self, value_at: Callable[[float], float]) -> float:
        """Return the mean of a function of the final score, such as the new rating."""
        return sum(chance * value_at(score) for score, chance in self.scores if chance)


@dataclass(frozen=True, slots=True)
class Odds:
    """Finishes by number. runs: simulations; 1 if nothing is left to play."""

    finishes: dict[int, Finish]
    runs: int


RUNS, RUNS_IN_A_ROUND = 10_000, 2_000
"""Simulations after and during a round."""
