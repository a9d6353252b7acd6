"""How a tie divides its money (32B2, 32B3)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.prizes.pool import Brought, best_pool
from core.prizes.prize import Contestant, Prize, PrizeKind, money


@dataclass(frozen=True, slots=True)
class Division:
    """Money that some of a tie divide among themselves.

    amounts: exact cents by number. limits: the cap of those who reached it, in cents, by number.
    clause, words: what decided, for people.
    """

    pool: tuple[Brought, ...]
    amounts: dict[int, Fraction]
    limits: dict[int, int]
    clause: str
    words: str


def divide(tied: Sequence[Contestant], prizes: Sequence[Prize]) -> list[Division]:
    """Return how players of equal points divide the prizes that are left, of money and by score."""
    pool = best_pool(tied, prizes)
    sharers = [player for player in tied if any(brought.prize.is_open_to(player) for brought in pool)]
    if not sharers:
        return []
    total = sum(_cents(brought.prize) for brought in pool)
    caps = {player.number: max(_cents(prize) for prize in prizes if prize.is_open_to(player)) for player in sharers}
    amounts, limits = _level(total, caps)
    apart = _better_apart(sharers, prizes, amounts)
    if apart is None:
        clause, words = _said(pool, len(amounts), total)
        return [Division(pool, amounts, limits, clause, words)]
    # The exception of 32B3: they take only theirs, and the others divide what they bring in by themselves.
    some, taken = apart
    own = sum(_cents(brought.prize) for brought in taken)
    each = Fraction(own, len(some))
    words = f"{_names(taken)}, {money(own)}{_divided(len(some))}: more than from the pool of all who tied"
    numbers = {player.number for player in some}
    gone = [brought.prize for brought in taken]
    first = Division(taken, dict.fromkeys(sorted(numbers), each), {}, "US Chess 32B3", words)
    return [
        first,
        *divide([player for player in tied if player.number not in numbers], _without(prizes, gone)),
    ]


def _level(total: int, caps: dict[int, int]) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Divide equally, nobody above the cap; what is above goes to the others. Return amounts, and the caps reached."""
    limits: dict[int, int] = {}
    while True:
        free = [number for number in caps if number not in limits]
        each = Fraction(total - sum(limits.values()), len(free)) if free else Fraction(0)
        reached = {number: caps[number] for number in free if caps[number] < each}
        if not reached:
            return {number: Fraction(limits[number]) if number in limits else each for number in caps}, limits
        limits |= reached


def _better_apart(
    sharers: Sequence[Contestant], prizes: Sequence[Prize], amounts: dict[int, Fraction]
) -> tuple[list[Contestant], tuple[Brought, ...]] | None:
    """Return those who get more from prizes that others in the tie are not eligible for, and these; the best such."""
    best: tuple[Fraction, list[Contestant], tuple[Brought, ...]] | None = None
    for likes in dict.fromkeys(prize.likes for prize in prizes if prize.kind is not PrizeKind.PLACE):
        of_its_like = [prize for prize in prizes if prize.likes == likes]
        some = [player for player in sharers if of_its_like[0].is_open_to(player)]
        if not some or len(some) == len(sharers):
            continue
        taken = best_pool(some, of_its_like)
        each = Fraction(sum(_cents(brought.prize) for brought in taken), len(some))
        gains = any(each > amounts[player.number] for player in some)
        if gains and (best is None or each > best[0]):
            best = each, some, taken
    return None if best is None else best[1:]


def _said(pool: tuple[Brought, ...], players: int, total: int) -> tuple[str, str]:
    words = f"{_names(pool)}, {money(total)}{_divided(players)}"
    if len(pool) > 1:
        return "US Chess 32B3", words
    return ("US Chess 32B2" if players > 1 else "US Chess 32B1"), words


def _names(pool: Sequence[Brought]) -> str:
    return " + ".join(brought.prize.name for brought in pool)


def _divided(players: int) -> str:
    return f" divided by {players}" if players > 1 else ""


def _cents(prize: Prize) -> int:
    return prize.cents or 0


def _without(prizes: Sequence[Prize], gone: Collection[Prize]) -> list[Prize]:
    """Return the prizes that are left; of equal ones, each counts."""
    left = list(prizes)
    for prize in gone:
        left.remove(prize)
    return left


def remaining(prizes: Sequence[Prize], divisions: Sequence[Division]) -> list[Prize]:
    """Return the prizes that a tie has not used up."""
    return _without(prizes, [brought.prize for division in divisions for brought in division.pool])
