"""In what order: pairing numbers and boards (C.04.2), and the Baku groups (C.04.5.1)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from core.pairing.snapshot import Board, Pairing, Snapshot

_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")

LAST_RENUMBERING = 4
"""The last round at whose drafting late entrants are still put in by rating, and the numbers of others move."""


@dataclass(frozen=True, slots=True)
class Seed:
    """Somebody who needs a pairing number. who: whatever the caller knows them by. rating: None or 0 for unrated."""

    who: Hashable
    rating: float | None = None
    title: str | None = None
    name: str = ""


def pairing_numbers(
    seeds: Sequence[Seed], drafting: int = 1, given: Mapping[Hashable, int] | None = None
) -> dict[Hashable, int]:
    """Return everybody's pairing number: by rating, then title, then name; unrated last.

    drafting: the round that is drafted. given: numbers had before, which stay after round 4; who comes then gets the
    next free ones.
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
    """Return the pairings on their boards: by the higher score, the sum of both, the higher's number; byes last.

    Who has a fixed board keeps it, and the others close up. Of two who meet with a board each, the lower board is it.
    """
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
    """Return how many are in the group that is accelerated: the upper half, rounded up to an even number."""
    return 2 * -(-players // 4)


def last_of_group_a(snapshot: Snapshot) -> int:
    """Return the last pairing number of that group: the same player in every round, whoever came later (C.04.5.1)."""
    table, late = snapshot.crosstable, snapshot.late
    if snapshot.round > 1:
        began = {number for game in table.games if game.round == 1 for number in (game.first, game.second)}
        began |= {bye.entrant for bye in table.byes if bye.round == 1}
        late |= {one.number for one in snapshot.entrants} - began
    first = [one.number for one in snapshot.entrants if one.number not in late]
    return first[min(group_a(len(first)), len(first)) - 1]


def virtual_points(rounds: int) -> tuple[float, ...]:
    """Return what group A has more in each accelerated round, of an event of so many rounds."""
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    return (1.0,) * whole + (0.5,) * (accelerated - whole)
