"""What a round is paired from, and what comes out."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from core.crosstable import Bye, ByeKind, Crosstable, Entrant
from core.errors import InputError


class Pairing(NamedTuple):
    """Two who meet, by pairing number. first: has White, or begins. second: None for a bye that the pairing gives."""

    first: int
    second: int | None


class Board(NamedTuple):
    """A pairing at its place. number: from 1, None for a bye."""

    number: int | None
    first: int
    second: int | None


class ForbiddenPair(NamedTuple):
    """Two who shall not meet. until: the last round of that, None for all."""

    first: int
    second: int
    until: int | None = None


HALF_POINTS = {ByeKind.FULL_POINT: 2, ByeKind.FORFEIT_WIN: 2, ByeKind.HALF_POINT: 1}
"""What a round without a game counts in half points; other kinds nothing."""

SPREADS = {ByeKind.FULL_POINT: 50, ByeKind.FORFEIT_WIN: 50, ByeKind.FORFEIT_LOSS: -50}
"""What a round without a game counts in points on the board, where the bye does not tell it."""


@dataclass(frozen=True)
class Snapshot:
    """The facts that a round is paired from.

    crosstable: the rounds before; entrants by pairing number. Only its rounds before `round` are looked at.
    round: the one to pair, from 1. rounds: those planned.
    asked: byes asked for this round: full, half or zero points.
    absent: who is not there, or has withdrawn. late: who came after round 1.
    forbidden: who shall not meet. fixed: pairing numbers with the board that they stay at.
    white_first: whether the first number has White in round 1, drawn by lot once.
    allocated: round and number of each bye that a pairing gave. None: the only full-point bye of a round is one.
    half_point_bye: whether such a bye is worth half a point.
    accelerated: whether the first rounds have virtual points (C.04.5.1).
    lot: a number drawn once for the event, which decides what rules leave to lot.
    sent_on: round and number of each who goes on in a knockout, by play-off or decision.
    """

    crosstable: Crosstable
    round: int
    rounds: int
    asked: Mapping[int, ByeKind] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    late: frozenset[int] = frozenset()
    forbidden: tuple[ForbiddenPair, ...] = ()
    fixed: Mapping[int, int] = field(default_factory=dict)
    white_first: bool = True
    allocated: frozenset[tuple[int, int]] | None = None
    half_point_bye: bool = False
    accelerated: bool = False
    lot: int = 0
    sent_on: frozenset[tuple[int, int]] = frozenset()

    def __post_init__(self) -> None:
        before = [game for game in self.crosstable.games if game.round < self.round]
        missing = next((game for game in before if game.score is None), None)
        if missing is not None:
            raise InputError(
                f"Round {missing.round} has no result of {self.name(missing.first)} against "
                f"{self.name(missing.second)}: report it first."
            )

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Return everybody in the order of the pairing numbers."""
        return tuple(sorted(self.crosstable.entrants, key=lambda entrant: entrant.number))

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """Return the numbers to be paired, ascending."""
        out = self.absent | self.asked.keys()
        return tuple(entrant.number for entrant in self.entrants if entrant.number not in out)

    @cached_property
    def games(self) -> "History":
        """Return the games before this round."""
        return History(
            [
                Played(game.round, game.first, game.second, game.score or 0, game.first_began)
                for game in self.crosstable.games
                if game.round < self.round
            ]
        )

    @cached_property
    def byes(self) -> tuple[Bye, ...]:
        """Return the byes and forfeits before this round."""
        return tuple(bye for bye in self.crosstable.byes if bye.round < self.round)

    @cached_property
    def given_byes(self) -> frozenset[tuple[int, int]]:
        """Return round and number of the byes that a pairing gave."""
        if self.allocated is not None:
            return frozenset(one for one in self.allocated if one[0] < self.round)
        full = [bye for bye in self.byes if bye.kind is ByeKind.FULL_POINT]
        count = Counter(bye.round for bye in full)
        return frozenset((bye.round, bye.entrant) for bye in full if count[bye.round] == 1)

    @cached_property
    def half_points(self) -> dict[int, int]:
        """Return everybody's score before this round, in half points."""
        points = dict.fromkeys((entrant.number for entrant in self.entrants), 0)
        for game in self.games:
            points[game.first] += round(2 * game.score)
            points[game.second] += 2 - round(2 * game.score)
        for bye in self.byes:
            given = (bye.round, bye.entrant) in self.given_byes
            points[bye.entrant] += (1 if self.half_point_bye else 2) if given else HALF_POINTS.get(bye.kind, 0)
        return points

    @cached_property
    def byes_had(self) -> Counter[int]:
        """Return how many rounds without a game brought each a full point, or were given by a pairing."""
        had = {(bye.round, bye.entrant) for bye in self.byes if bye.kind.gives_a_point} | self.given_byes
        return Counter(number for _, number in had)

    @cached_property
    def forbidden_now(self) -> frozenset[frozenset[int]]:
        """Return the pairs that shall not meet in this round."""
        return frozenset(
            frozenset((pair.first, pair.second))
            for pair in self.forbidden
            if pair.until is None or self.round <= pair.until
        )

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether two may be paired: not forbidden, and not met before."""
        return frozenset((one, other)) not in self.forbidden_now and not self.games.times_met(one, other)

    def name(self, number: int) -> str:
        """Return who has a pairing number, for a sentence."""
        found = next((one.name for one in self.crosstable.entrants if one.number == number), None)
        return found or f"Player {number}"

    def lots(self, *what: int) -> int:
        """Return what lot says of this, the same every time: a number from 0 below 2 to the 64th."""
        words = ":".join(str(one) for one in (self.lot, self.round, *what))
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")

    def of(self, numbers: Collection[int]) -> "Snapshot":
        """Return the same with some of the entrants alone."""
        kept = frozenset(numbers)
        table = self.crosstable
        return replace(
            self,
            crosstable=replace(
                table,
                entrants=tuple(one for one in table.entrants if one.number in kept),
                games=tuple(game for game in table.games if {game.first, game.second} <= kept),
                byes=tuple(bye for bye in table.byes if bye.entrant in kept),
            ),
        )


class Played(NamedTuple):
    """A game that was played. score: the first one's. first_began: None where it is not told."""

    round: int
    first: int
    second: int
    score: float
    first_began: bool | None


class History:
    """Games, and who met whom and began in them."""

    def __init__(self, games: Iterable[Played]) -> None:
        self._games = sorted(games, key=lambda game: game.round)
        self._met: dict[frozenset[int], list[Played]] = {}
        self._began: dict[int, list[tuple[int, bool]]] = {}
        for game in self._games:
            self._met.setdefault(frozenset((game.first, game.second)), []).append(game)
            if game.first_began is not None:
                self._began.setdefault(game.first, []).append((game.round, game.first_began))
                self._began.setdefault(game.second, []).append((game.round, not game.first_began))

    def __iter__(self) -> Iterator[Played]:
        return iter(self._games)

    def times_met(self, one: int, other: int) -> int:
        """Return how many games two have played against each other."""
        return len(self._met.get(frozenset((one, other)), ()))

    def last_meeting(self, one: int, other: int) -> Played | None:
        """Return the last game of two against each other."""
        met = self._met.get(frozenset((one, other)))
        return met[-1] if met else None

    def began(self, number: int) -> tuple[bool, ...]:
        """Return, game by game, whether somebody had White or began."""
        return tuple(began for _, began in self._began.get(number, ()))

    def balance(self, number: int) -> int:
        """Return how many times more somebody began than not."""
        return sum(1 if began else -1 for began in self.began(number))
