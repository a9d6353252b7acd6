"""Scrabble pairing: King of the Hill, Swiss by record and spread, Fontes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.errors import RuleError
from core.event.crosstable import Crosstable
from core.tournament.pairing.snapshot import SPREADS, ForbiddenPair, History, Pairing, Played, Snapshot, due, who_begins


def cheapest_pairs(numbers: Sequence[int], cost: Callable[[int, int], int | None]) -> list[tuple[int, int]]:
    """Return the most pairs at the least total cost, deterministically.

    cost: a whole number; None for a forbidden pair.
    """
    import networkx  # slow to import

    costs = {
        (one, other): price
        for place, one in enumerate(numbers)
        for other in numbers[place + 1 :]
        if (price := cost(one, other)) is not None
    }
    most = max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(numbers)
    graph.add_weighted_edges_from((one, other, most - price) for (one, other), price in costs.items())
    place_of = {number: place for place, number in enumerate(numbers)}
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [(one, other) if place_of[one] < place_of[other] else (other, one) for one, other in matched]
    return sorted(pairs, key=lambda pair: place_of[pair[0]])


MOST_WAITING = 100
PLACES = 3
"""The most places apart on a ladder."""

ENOUGH_WAIT = 4
"""So many waiting players are paired at once."""

SECONDS_ALONE = 60
"""How long two wait for a nearer player."""

_REPEATED, _SAME_COLOUR, _WAITED, _MOST_MINUTES = 30_000, 6_000, 50, 60
_LONGEST_WAIT = 10**9
"""Outweighs all else: the longest wait is paired."""


@dataclass(frozen=True)
class Queue:
    """The waiting players.

    crosstable: today's games. waiting: minutes by number. games: limit per pair. ladder: in standing order, or empty.
    places: most apart on it.
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
    """Return pairs of waiting players. Raise RuleError for too many."""
    if len(queue.waiting) > MOST_WAITING:
        raise RuleError(
            f"{len(queue.waiting)} are waiting. At most {MOST_WAITING} can be paired at once. Make sections."
        )
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
    """Return the seconds until waiting players are paired; None while no pair is allowed."""
    numbers = sorted(queue.waiting)
    pairs = [(one, other) for place, one in enumerate(numbers) for other in numbers[place + 1 :]]
    waited = [60 * min(queue.waiting[one], queue.waiting[other]) for one, other in pairs if may_meet(queue, one, other)]
    if not waited:
        return None
    return 0.0 if len(numbers) >= ENOUGH_WAIT else max(0.0, SECONDS_ALONE - max(waited))


def may_meet(queue: Queue, one: int, other: int) -> bool:
    """Return whether two may be paired now: below the day's limit and near on the ladder."""
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
    mine, theirs = queue.history.began(one), queue.history.began(other)
    if sum(mine) != sum(theirs):
        return Pairing(one, other) if sum(mine) < sum(theirs) else Pairing(other, one)
    if mine and theirs and mine[-1] != theirs[-1]:
        return Pairing(other, one) if mine[-1] else Pairing(one, other)
    low, high = sorted((one, other), key=lambda number: (queue.ratings[number], -number))
    return Pairing(low, high)


def rounds_of_games(pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return each game's round, in pairing order: one game per player and round."""
    had: dict[int, int] = {}
    rounds = []
    for one, other in pairs:
        number = 1 + max(had.get(one, 0), had.get(other, 0))
        had[one] = had[other] = number
        rounds.append(number)
    return tuple(rounds)


def climb(ladder: Sequence[int], winner: int, loser: int) -> tuple[int, ...]:
    """Return the ladder after a game: a lower player who wins takes the loser's place."""
    at, target = ladder.index(winner), ladder.index(loser)
    if at < target:
        return tuple(ladder)
    without = [number for number in ladder if number != winner]
    return (*without[:target], winner, *without[target:])


# Round robins by the Berger tables (C.05, annex 1)


def berger_round(size: int, round_number: int) -> list[tuple[int, int]]:
    """Return the pairs of round 1 to size - 1, White first."""
    meetings = size - 1
    pairs = []
    for one in range(1, size):
        for other in range(one + 1, size):
            if (one + other - 2) % meetings + 1 == round_number:
                pairs.append((one, other) if (one + other) % 2 else (other, one))
        if (2 * one - 2) % meetings + 1 == round_number:
            pairs.append((one, size) if one <= size // 2 else (size, one))
    # as printed: the last number's board first, then outward
    return sorted(pairs, key=lambda pair: (size not in pair, _turns(pair, round_number, meetings)))


def _turns(pair: tuple[int, int], round_number: int, meetings: int) -> int:
    middle = next(one for one in range(1, meetings + 1) if (2 * one - 2) % meetings + 1 == round_number)
    return min((one - middle) % meetings for one in pair)


def rounds_of_all(players: int, *, double: bool = False) -> int:
    once = players + players % 2 - 1
    return 2 * once if double else once


def pair_round_robin(snapshot: Snapshot, *, double: bool = False) -> tuple[Pairing, ...]:
    """Return a round; a dummy or absent opponent is a bye.

    The second cycle reverses colours. The last two rounds of the first are swapped to avoid three equal colours.
    """
    numbers = [entrant.number for entrant in snapshot.entrants]
    return by_table(snapshot, numbers, schedule_of_round(len(numbers), snapshot.round, double=double))


def schedule_of_round(players: int, round_number: int, *, double: bool = False) -> list[tuple[int, int]]:
    """Return a round's pairs, White first; if odd, one meets the next number."""
    size = players + players % 2
    cycle, place = divmod(round_number - 1, size - 1)
    if double and not cycle and size > 2 and place >= size - 3:
        place = 2 * size - 5 - place
    table = berger_round(size, place + 1)
    return [(black, white) for white, black in table] if cycle % 2 else table


def by_table(snapshot: Snapshot, numbers: list[int], table: Sequence[tuple[int, int]]) -> tuple[Pairing, ...]:
    """Return a table's pairs; an empty or withdrawn place is a bye."""
    there = set(snapshot.playing)
    filled = [[numbers[place - 1] for place in pair if place <= len(numbers)] for pair in table]
    present = [[number for number in pair if number in there] for pair in filled]
    pairs = [Pairing(pair[0], pair[1]) for pair in present if len(pair) == 2]
    return (*pairs, *(Pairing(pair[0], None) for pair in present if len(pair) == 1))


FONTES_ROUNDS = 3
_GROUP = FONTES_ROUNDS + 1
_BASE = 10**4

_Cost = Callable[[int, int], int | None]
_Straight = Callable[[list[int]], list[tuple[int, int]]]


def standing(snapshot: Snapshot) -> list[int]:
    """Return those to be paired, best first: wins (a tie is half), then spread, then rating."""
    spread = dict.fromkeys(snapshot.half_points, 0)
    for game in snapshot.crosstable.games:
        if game.round < snapshot.round:
            margin = (game.first_points or 0) - (game.second_points or 0)
            spread[game.first] += margin
            spread[game.second] -= margin
    for bye in snapshot.byes:
        spread[bye.entrant] += SPREADS.get(bye.kind, 0) if bye.points is None else bye.points
    ratings = {entrant.number: entrant.rating or 0 for entrant in snapshot.entrants}
    return sorted(
        snapshot.playing,
        key=lambda number: (-snapshot.half_points[number], -spread[number], -ratings[number], number),
    )


def pair_king_of_the_hill(snapshot: Snapshot) -> tuple[Pairing, ...]:
    """Return a round of neighbours in the standings, as near as allowed."""
    return _required(snapshot, _on_the_hill(snapshot, standing(snapshot)))


def pair_by_record(snapshot: Snapshot) -> tuple[Pairing, ...]:
    """Return a Swiss round by record and spread, upper half against lower; odd groups float down.

    Forbidden pairs: the nearest arrangement, wins first.
    """
    points = snapshot.half_points

    def straight(order: list[int]) -> list[tuple[int, int]]:
        pairs, group = [], list[int]()
        for at, number in enumerate(order):
            group.append(number)
            ends = at + 1 == len(order) or points[order[at + 1]] != points[number]
            if ends and at + 1 < len(order) and len(group) % 2:
                kept, group = group[:-1], group[-1:]
            elif ends:
                kept, group = group, []
            else:
                continue
            half = len(kept) // 2
            pairs += list(zip(kept[:half], kept[half:], strict=True))
        return pairs

    def cost_of(order: list[int]) -> _Cost:
        rank = {number: place for place, number in enumerate(order)}
        ideal = {one: rank[other] for pair in straight(order) for one, other in (pair, pair[::-1])}

        def cost(one: int, other: int) -> int | None:
            if not snapshot.may_meet(one, other):
                return None
            wins = (points[one] - points[other]) ** 2 * 250_000
            return wins + abs(rank[other] - ideal[one]) + abs(rank[one] - ideal[other])

        return cost

    return _required(snapshot, _paired(snapshot, standing(snapshot), straight, cost_of))


def pair_fontes(snapshot: Snapshot, *, then: Callable[[Snapshot], tuple[Pairing, ...]]) -> tuple[Pairing, ...]:
    """Return a round of groups of four, one from each rating quarter.

    Late players, and those whose opponent is absent, are paired as King of the Hill. Leftover players change the last
    groups to six, five or three. then: pairs later rounds.
    """
    if snapshot.round > FONTES_ROUNDS:
        return then(snapshot)
    pairs: list[Pairing] = []
    for group in fontes_groups(_from_the_start(snapshot)):
        size = len(group) + len(group) % 2
        pairs += [one for one in by_table(snapshot, group, berger_round(size, snapshot.round)) if one.second]
    order = standing(snapshot)
    while True:
        placed = {number for pair in pairs for number in pair}
        left = [number for number in order if number not in placed]
        rest = _on_the_hill(snapshot, left) if left else ()
        if rest is not None or not pairs:
            return (*pairs, *_required(snapshot, rest))
        # The two left have already met: the last pair gives way.
        pairs.pop()


def fontes_groups(numbers: list[int]) -> list[list[int]]:
    """Return the groups, snaked through the quarters so that their strength is similar."""
    three = len(numbers) % _GROUP == FONTES_ROUNDS
    count = len(numbers) // _GROUP + three
    groups: list[list[int]] = [[] for _ in range(count)]
    for place, number in enumerate(numbers):
        turn, at = divmod(place, count)
        if turn >= _GROUP:
            groups[-1].append(number)
        else:
            # With one seat too few, the last group is the one of three.
            down = count - 1 - at - (three and turn == _GROUP - 1)
            groups[down if turn % 2 else at].append(number)
    return groups


def _from_the_start(snapshot: Snapshot) -> list[int]:
    if snapshot.round == 1:
        return list(snapshot.playing)
    there = {number for game in snapshot.games if game.round == 1 for number in (game.first, game.second)}
    there |= {bye.entrant for bye in snapshot.byes if bye.round == 1 and bye.opponent}
    there |= {number for round_number, number in snapshot.given_byes if round_number == 1}
    return [entrant.number for entrant in snapshot.entrants if entrant.number in there]


def _neighbours(order: list[int]) -> list[tuple[int, int]]:
    return list(zip(order[::2], order[1::2], strict=True))


def _on_the_hill(snapshot: Snapshot, order: list[int]) -> tuple[Pairing, ...] | None:
    return _paired(snapshot, order, _neighbours, lambda rest: _hill_cost(snapshot, rest))


def _hill_cost(snapshot: Snapshot, order: list[int]) -> _Cost:
    rank = {number: place for place, number in enumerate(order)}
    games = snapshot.games
    dues = {number: due(games.began(number)) for number in order}

    def cost(one: int, other: int) -> int | None:
        if not snapshot.may_meet(one, other):
            return None
        alike = dues[one] is not None and dues[one] == dues[other]
        return abs(rank[one] - rank[other]) * _BASE + alike

    return cost


def _paired(
    snapshot: Snapshot, order: list[int], straight: _Straight, cost_of: Callable[[list[int]], _Cost]
) -> tuple[Pairing, ...] | None:
    for bye in _for_the_bye(snapshot, order):
        rest = [number for number in order if number != bye]
        cost = cost_of(rest)
        pairs = straight(rest)
        if any(cost(one, other) is None for one, other in pairs):
            pairs = cheapest_pairs(rest, cost)
        if 2 * len(pairs) == len(rest):
            games = [who_begins(snapshot, one, other) for one, other in pairs]
            return tuple(games) if bye is None else (*games, Pairing(bye, None))
    return None


def _required(snapshot: Snapshot, pairings: tuple[Pairing, ...] | None) -> tuple[Pairing, ...]:
    if pairings is not None:
        return pairings
    raise RuleError(
        f"Round {snapshot.round} cannot be paired without a repeat. Drop a forbidden pair, or pair by hand."
    )


def _for_the_bye(snapshot: Snapshot, order: list[int]) -> list[int | None]:
    if len(order) % 2 == 0:
        return [None]
    place_of = {number: place for place, number in enumerate(order)}
    return [*sorted(order, key=lambda number: (snapshot.byes_had[number], -place_of[number]))]
