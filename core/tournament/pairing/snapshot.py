"""What a round is paired from, and what comes out."""

import hashlib
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant


class Pairing(NamedTuple):
    """Two by pairing number. first: has White, or begins. second: None for an allocated bye."""

    first: int
    second: int | None


class Board(NamedTuple):
    """A pairing at its place. number: from 1, None for a bye."""

    number: int | None
    first: int
    second: int | None


class ForbiddenPair(NamedTuple):
    """Two who must not meet. until: the last such round; None for all."""

    first: int
    second: int
    until: int | None = None


HALF_POINTS = {ByeKind.FULL_POINT: 2, ByeKind.FORFEIT_WIN: 2, ByeKind.HALF_POINT: 1}
"""Half points of a round without a game; other kinds nothing."""

SPREADS = {ByeKind.FULL_POINT: 50, ByeKind.FORFEIT_WIN: 50, ByeKind.FORFEIT_LOSS: -50}
"""Spreads of a round without a game, unless the bye has one."""


@dataclass(frozen=True)
class Snapshot:
    """The facts that a round is paired from.

    crosstable: earlier rounds. asked: requested byes. absent: also withdrawn. late: after round 1. fixed: board by
    number.
    white_first: of number 1 in round 1. allocated: (round, number) of allocated byes. accelerated: C.04.5.1.
    lot: drawn once per event. sent_on: (round, number) of decided knockout matches.
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
                f"{self.name(missing.second)}. Report it first."
            )

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(sorted(self.crosstable.entrants, key=lambda entrant: entrant.number))

    @cached_property
    def playing(self) -> tuple[int, ...]:
        out = self.absent | self.asked.keys()
        return tuple(entrant.number for entrant in self.entrants if entrant.number not in out)

    @cached_property
    def games(self) -> "History":
        return History(
            [
                Played(game.round, game.first, game.second, game.score or 0, game.first_began)
                for game in self.crosstable.games
                if game.round < self.round
            ]
        )

    @cached_property
    def byes(self) -> tuple[Bye, ...]:
        return tuple(bye for bye in self.crosstable.byes if bye.round < self.round)

    @cached_property
    def given_byes(self) -> frozenset[tuple[int, int]]:
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
        """Return each player's number of full-point or allocated byes."""
        had = {(bye.round, bye.entrant) for bye in self.byes if bye.kind.gives_a_point} | self.given_byes
        return Counter(number for _, number in had)

    @cached_property
    def forbidden_now(self) -> frozenset[frozenset[int]]:
        return frozenset(
            frozenset((pair.first, pair.second))
            for pair in self.forbidden
            if pair.until is None or self.round <= pair.until
        )

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether two may be paired: not forbidden, and not met before."""
        return frozenset((one, other)) not in self.forbidden_now and not self.games.times_met(one, other)

    def name(self, number: int) -> str:
        found = next((one.name for one in self.crosstable.entrants if one.number == number), None)
        return found or f"Player {number}"

    def lots(self, *parts: int) -> int:
        """Return the lot for a subject, deterministic: from 0 to below 2^64."""
        words = ":".join(str(one) for one in (self.lot, self.round, *parts))
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")

    def of(self, numbers: Collection[int]) -> "Snapshot":
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
    """A played game. score: the first's. first_began: None if unknown."""

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
        return len(self._met.get(frozenset((one, other)), ()))

    def last_meeting(self, one: int, other: int) -> Played | None:
        met = self._met.get(frozenset((one, other)))
        return met[-1] if met else None

    def began(self, number: int) -> tuple[bool, ...]:
        return tuple(began for _, began in self._began.get(number, ()))

    def balance(self, number: int) -> int:
        """Return how many times more a player began than not."""
        return sum(1 if began else -1 for began in self.began(number))


MOST_SECTIONS = 20


def section_names(bounds: Sequence[int]) -> tuple[str, ...]:
    return tuple(section_name(under) for under in (None, *bounds))


def section_name(under: int | None) -> str:
    """Return a section's name. under: its upper rating limit, excluded; None for the highest."""
    return "Open" if under is None else f"U{under}"


def section_of_rating(rating: float | None, bounds: Sequence[int]) -> int:
    """Return the index of a rating's section, 0 for the highest; unrated in the lowest."""
    return len(bounds) if rating is None else sum(rating < bound for bound in bounds)


def who_begins(snapshot: Snapshot, one: int, other: int) -> Pairing:
    """Return the pair, beginner first: fewer starts; else not the beginner of their last game; else by lot."""
    games = snapshot.games
    firsts = sum(games.began(one)) - sum(games.began(other))
    if firsts:
        return Pairing(one, other) if firsts < 0 else Pairing(other, one)
    last = games.last_meeting(one, other)
    if last is not None and last.first_began is not None:
        began = last.first if last.first_began else last.second
        return Pairing(other, one) if began == one else Pairing(one, other)
    low, high = sorted((one, other))
    return Pairing(low, high) if snapshot.lots(low, high) % 2 else Pairing(high, low)


def due(began: tuple[bool, ...]) -> bool | None:
    """Return whether a player is due to begin: fewer starts than replies, else replied last. None without games."""
    if not began:
        return None
    balance = 2 * sum(began) - len(began)
    return balance < 0 if balance else not began[-1]


# In what order (C.04.2)


_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")

LAST_RENUMBERING = 4
"""The last drafted round that inserts late entrants by rating."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A player who needs a pairing number. who: the caller's key. rating: None or 0 for unrated."""

    who: Hashable
    rating: float | None = None
    title: str | None = None
    name: str = ""


def pairing_numbers(
    seeds: Sequence[Seed], drafting: int = 1, given: Mapping[Hashable, int] | None = None
) -> dict[Hashable, int]:
    """Return pairing numbers by rating, title, name; unrated last.

    drafting: the round. given: earlier numbers, final after round 4.
    """
    ordered = [seed.who for seed in sorted(seeds, key=_strength)]
    if drafting <= LAST_RENUMBERING or not given:
        return {who: place for place, who in enumerate(ordered, start=1)}
    kept = {who: given[who] for who in ordered if who in given}
    late = [who for who in ordered if who not in given]
    first_free = max(given.values(), default=0) + 1
    return kept | {who: number for number, who in enumerate(late, start=first_free)}


def _strength(seed: Seed) -> tuple[float, int, str]:
    title = (seed.title or "").upper()
    return -(seed.rating or 0), _TITLES.index(title) if title in _TITLES else len(_TITLES), seed.name.casefold()


def seated(snapshot: Snapshot, pairings: Sequence[Pairing]) -> tuple[Board, ...]:
    """Return pairings by board: higher score, sum, number; byes last. Fixed boards stay, the lower of two."""
    points = snapshot.half_points

    def place(pairing: Pairing) -> tuple[int, int, int]:
        scores = sorted((-points[one], one) for one in pairing if one is not None)
        return scores[0][0], sum(score for score, _ in scores), scores[0][1]

    games = sorted((one for one in pairings if one.second is not None), key=place)
    byes = sorted((one for one in pairings if one.second is None), key=place)
    taken: dict[int, Pairing] = {}
    for pairing in games:
        own = sorted(snapshot.fixed[one] for one in pairing if one is not None and one in snapshot.fixed)
        free = next((board for board in own if board not in taken), None)
        if free is not None:
            taken[free] = pairing
    at_their_place = set(taken.values())
    number = 0
    for pairing in games:
        if pairing not in at_their_place:
            number += 1
            while number in taken:
                number += 1
            taken[number] = pairing
    boards = [Board(board, pairing.first, pairing.second) for board, pairing in sorted(taken.items())]
    return (*boards, *(Board(None, bye.first, None) for bye in byes))


def group_a(players: int) -> int:
    """Return the accelerated group's size: the upper half, rounded up to even."""
    return 2 * -(-players // 4)


def last_of_group_a(snapshot: Snapshot) -> int:
    """Return that group's last pairing number, the same in every round (C.04.5.1)."""
    table, late = snapshot.crosstable, snapshot.late
    if snapshot.round > 1:
        began = {number for game in table.games if game.round == 1 for number in (game.first, game.second)}
        began |= {bye.entrant for bye in table.byes if bye.round == 1}
        late |= {one.number for one in snapshot.entrants} - began
    first = [one.number for one in snapshot.entrants if one.number not in late]
    return first[min(group_a(len(first)), len(first)) - 1]


def virtual_points(rounds: int) -> tuple[float, ...]:
    """Return group A's virtual points in each accelerated round."""
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    return (1.0,) * whole + (0.5,) * (accelerated - whole)
