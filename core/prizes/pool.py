"""The pool of a tie: the most valuable prizes of which each tied player brings in one (32B1, 32B3)."""

from collections.abc import Sequence
from typing import NamedTuple

from core.prizes.prize import Contestant, Prize, precedence


class Brought(NamedTuple):
    """A prize in the pool, and the number of who is entitled to bring it in."""

    prize: Prize
    number: int


def best_pool(tied: Sequence[Contestant], prizes: Sequence[Prize]) -> tuple[Brought, ...]:
    """Return the most valuable set of prizes that different players of a tie are eligible for, best first.

    Sets that can be brought in form a matroid: taking prizes by value, each that still finds a player by an augmenting
    path, is exact.
    """
    holder: dict[int, int] = {}

    def place(prize: int, tried: set[int]) -> bool:
        for seat, player in enumerate(tied):
            if seat in tried or not ordered[prize].is_open_to(player):
                continue
            tried.add(seat)
            if seat not in holder or place(holder[seat], tried):
                holder[seat] = prize
                return True
        return False

    ordered = sorted(prizes, key=precedence)
    for prize in range(len(ordered)):
        if len(holder) == len(tied):
            break
        place(prize, set())
    seats = sorted(holder, key=lambda seat: holder[seat])
    return tuple(Brought(ordered[holder[seat]], tied[seat].number) for seat in seats)
