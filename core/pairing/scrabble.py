"""Scrabble: King of the Hill, Swiss by record and spread, and Fontes, in tsh's words."""

from collections.abc import Callable

from core.errors import RuleError
from core.pairing.begins import due, who_begins
from core.pairing.berger import berger_round, by_table
from core.pairing.matching import cheapest_pairs
from core.pairing.snapshot import SPREADS, Pairing, Snapshot

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
    """Return a round of neighbours in the standing: 1-2, 3-4 and so on, as near as who may meet allows."""
    return _required(snapshot, _on_the_hill(snapshot, standing(snapshot)))


def pair_by_record(snapshot: Snapshot) -> tuple[Pairing, ...]:
    """Return a Swiss round by record and spread: of equal wins the upper half against the lower.

    An odd group gives its last to the next. Where somebody may not meet, the nearest arrangement: wins first.
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
    """Return a round of a Fontes start: groups of four, one from each quarter by rating, play each other.

    Who came late, or whose opponent is not there, is paired as King of the Hill; where these have all met, pairs of the
    groups give way, the last ones first. Two too many make the last group six, one makes it five, three make one of
    three. then: pairs the rounds after the third.
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
        # Two who are left have met already, such as the odd ones of a group of five: the last pair gives way to them.
        pairs.pop()


def fontes_groups(numbers: list[int]) -> list[list[int]]:
    """Return the groups, snaked: one up and one down the quarters, so that their strength is alike."""
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
    """Return who was paired in round 1, by pairing number."""
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
    """Return what a pair costs: distance in the standing, then whether both are due alike."""
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
    """Return a round of an order: straight, where all those may meet, else the cheapest way; None where there is none.

    The bye is the lowest's of those who had the fewest; the next one's, where the others cannot be paired then.
    """
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
    """Return a round; raise RuleError where there is none."""
    if pairings is not None:
        return pairings
    raise RuleError(
        f"Round {snapshot.round} cannot be paired without a repeat. Drop a forbidden pair, or pair by hand."
    )


def _for_the_bye(snapshot: Snapshot, order: list[int]) -> list[int | None]:
    """Return who may have the bye, who deserves it most first; only None of an even number."""
    if len(order) % 2 == 0:
        return [None]
    place_of = {number: place for place, number in enumerate(order)}
    return [*sorted(order, key=lambda number: (snapshot.byes_had[number], -place_of[number]))]
