"""Free pairing: those who wait are paired now; and the ladder, where only neighbours may be."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.crosstable import Crosstable
from core.errors import RuleError
from core.pairing.begins import due
from core.pairing.matching import cheapest_pairs
from core.pairing.snapshot import ForbiddenPair, History, Pairing, Played

MOST_WAITING = 100
PLACES = 3
"""How many places apart two of a ladder may be."""

ENOUGH_WAIT = 4
"""So many who wait are paired at once."""

SECONDS_ALONE = 60
"""How long two wait whether somebody nearer comes."""

_REPEATED, _SAME_COLOUR, _WAITED, _MOST_MINUTES = 30_000, 6_000, 50, 60
_LONGEST_WAIT = 10**9
"""More than all else: who has waited longest is paired."""


@dataclass(frozen=True)
class Queue:
    """Who waits, and what they are paired from.

    crosstable: everybody, and the games of today, those still being played included, in the order of their rounds.
    waiting: pairing number by number, with the minutes waited. games: how many games two may have today.
    ladder: the pairing numbers in standing order; empty for free pairing. places: how far apart they may be in it.
    """

    crosstable: Crosstable
    waiting: Mapping[int, float]
    games: int = 1
    forbidden: tuple[ForbiddenPair, ...] = ()
    ladder: tuple[int, ...] = ()
    places: int = PLACES
    ratings: dict[int, float] = field(init=False)
    history: History = field(init=False)

    def __post_init__(self) -> None:
        table = self.crosstable
        rated = sorted(entrant.rating for entrant in table.entrants if entrant.rating)
        middle = rated[len(rated) // 2] if rated else 0.0
        object.__setattr__(self, "ratings", {one.number: one.rating or middle for one in table.entrants})
        games = [Played(one.round, one.first, one.second, one.score or 0, one.first_began) for one in table.games]
        object.__setattr__(self, "history", History(games))


def pair_waiting(queue: Queue) -> tuple[Pairing, ...]:
    """Return pairs of those who wait; who is in none goes on waiting.

    Who has waited longest is in one, if there is anybody to meet. An unrated player counts as rated in the middle.
    Raise RuleError where more wait than can be paired at once.
    """
    if len(queue.waiting) > MOST_WAITING:
        raise RuleError(f"At most {MOST_WAITING} can be paired at once, and {len(queue.waiting)} wait: make sections.")
    numbers = sorted(queue.waiting, key=lambda number: (-queue.waiting[number], number))
    history = queue.history
    dues = {number: due(history.began(number)) for number in numbers}

    def cost(one: int, other: int) -> int | None:
        if not may_meet(queue, one, other):
            return None
        minutes = min(queue.waiting[one], _MOST_MINUTES) + min(queue.waiting[other], _MOST_MINUTES)
        same = dues[one] is not None and dues[one] == dues[other]
        return (
            round(100 * abs(queue.ratings[one] - queue.ratings[other]) - _WAITED * minutes)
            + _REPEATED * history.times_met(one, other)
            + _SAME_COLOUR * same
            - _LONGEST_WAIT * (one == numbers[0])
        )

    return tuple(_coloured(queue, *pair) for pair in cheapest_pairs(numbers, cost))


def seconds_left(queue: Queue) -> float | None:
    """Return in how many seconds those who wait are paired by themselves; None while nobody may meet anybody.

    At once where enough wait, otherwise as soon as two who may meet have waited long enough.
    """
    numbers = sorted(queue.waiting)
    pairs = [(one, other) for place, one in enumerate(numbers) for other in numbers[place + 1 :]]
    waited = [60 * min(queue.waiting[one], queue.waiting[other]) for one, other in pairs if may_meet(queue, one, other)]
    if not waited:
        return None
    return 0.0 if len(numbers) >= ENOUGH_WAIT else max(0.0, SECONDS_ALONE - max(waited))


def may_meet(queue: Queue, one: int, other: int) -> bool:
    """Tell whether two may be paired now: below the day's limit, and on a ladder near enough."""
    if queue.history.times_met(one, other) >= queue.games:
        return False
    if any({one, other} == {pair.first, pair.second} for pair in queue.forbidden):
        return False
    if not queue.ladder:
        return True
    last = len(queue.ladder)  # where a newcomer comes in
    one_at, other_at = (queue.ladder.index(who) if who in queue.ladder else last for who in (one, other))
    return abs(one_at - other_at) <= queue.places


def _coloured(queue: Queue, one: int, other: int) -> Pairing:
    """Return two, White first: who had it less; else who had Black last; else the lower rated."""
    mine, theirs = queue.history.began(one), queue.history.began(other)
    if sum(mine) != sum(theirs):
        return Pairing(one, other) if sum(mine) < sum(theirs) else Pairing(other, one)
    if mine and theirs and mine[-1] != theirs[-1]:
        return Pairing(other, one) if mine[-1] else Pairing(one, other)
    low, high = sorted((one, other), key=lambda number: (queue.ratings[number], -number))
    return Pairing(low, high)


def rounds_of_games(pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return a round for each game, in the order in which they were paired: nobody has two games in one."""
    had: dict[int, int] = {}
    rounds = []
    for one, other in pairs:
        number = 1 + max(had.get(one, 0), had.get(other, 0))
        had[one] = had[other] = number
        rounds.append(number)
    return tuple(rounds)


def climb(ladder: Sequence[int], winner: int, loser: int) -> tuple[int, ...]:
    """Return the ladder after a game: a lower one who wins takes the place of the beaten."""
    at, target = ladder.index(winner), ladder.index(loser)
    if at < target:
        return tuple(ladder)
    without = [number for number in ladder if number != winner]
    return (*without[:target], winner, *without[target:])
