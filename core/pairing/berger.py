"""Round robins by the Berger tables (C.05, annex 1)."""

from collections.abc import Sequence

from core.pairing.snapshot import Pairing, Snapshot


def berger_round(size: int, round_number: int) -> list[tuple[int, int]]:
    """Return the pairs of a round, White first, of an even number of players; the rounds are 1 to size - 1."""
    meetings = size - 1
    pairs = []
    for one in range(1, size):
        for other in range(one + 1, size):
            if (one + other - 2) % meetings + 1 == round_number:
                pairs.append((one, other) if (one + other) % 2 else (other, one))
        if (2 * one - 2) % meetings + 1 == round_number:
            pairs.append((one, size) if one <= size // 2 else (size, one))
    # As printed: the last number's board first, then outward from it.
    return sorted(pairs, key=lambda pair: (size not in pair, _turns(pair, round_number, meetings)))


def _turns(pair: tuple[int, int], round_number: int, meetings: int) -> int:
    """Return how far a pair stands from who meets the last number: the middle of the round."""
    middle = next(one for one in range(1, meetings + 1) if (2 * one - 2) % meetings + 1 == round_number)
    return min((one - middle) % meetings for one in pair)


def rounds_of_all(players: int, *, double: bool = False) -> int:
    """Return how many rounds it takes until everybody has met everybody."""
    once = players + players % 2 - 1
    return 2 * once if double else once


def pair_round_robin(snapshot: Snapshot, *, double: bool = False) -> tuple[Pairing, ...]:
    """Return a round of a round robin; who meets the dummy, or somebody who is not there, has a bye.

    The second cycle has the colours reversed. The last two rounds of the first are exchanged, so that nobody has a
    colour three times in a row where the cycles meet.
    """
    numbers = [entrant.number for entrant in snapshot.entrants]
    return by_table(snapshot, numbers, schedule_of_round(len(numbers), snapshot.round, double=double))


def schedule_of_round(players: int, round_number: int, *, double: bool = False) -> list[tuple[int, int]]:
    """Return who of so many players meet in a round, White first; of an odd number, one meets the next number."""
    size = players + players % 2
    cycle, place = divmod(round_number - 1, size - 1)
    if double and not cycle and size > 2 and place >= size - 3:
        place = 2 * size - 5 - place
    table = berger_round(size, place + 1)
    return [(black, white) for white, black in table] if cycle % 2 else table


def by_table(snapshot: Snapshot, numbers: list[int], table: Sequence[tuple[int, int]]) -> tuple[Pairing, ...]:
    """Return the pairs of a table with its places filled: an empty place, or one whose player is out, gives a bye."""
    there = set(snapshot.playing)
    filled = [[numbers[place - 1] for place in pair if place <= len(numbers)] for pair in table]
    present = [[number for number in pair if number in there] for pair in filled]
    pairs = [Pairing(pair[0], pair[1]) for pair in present if len(pair) == 2]
    return (*pairs, *(Pairing(pair[0], None) for pair in present if len(pair) == 1))
