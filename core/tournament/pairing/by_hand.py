"""Warnings about pairings made by hand (C.04.1)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from core.errors import InputError
from core.tournament.pairing.snapshot import Pairing, Snapshot


class DoubtKind(Enum):
    """What C.04.1 forbids, or the event; a sentence with {0} and {1} for the players."""

    REPEAT = "{0} and {1} have met before."
    FORBIDDEN = "{0} and {1} must not meet."
    THIRD_WHITE = "{0} would have White, or begin, for the third time in a row."
    THIRD_BLACK = "{0} would have Black, or reply, for the third time in a row."
    MANY_WHITES = "{0} would have begun three times more than replied."
    MANY_BLACKS = "{0} would have replied three times more than begun."
    SECOND_BYE = "{0} has had a bye, or a win without a game, before."


class Doubt(NamedTuple):
    """A doubt about a board. numbers: whom it is about."""

    kind: DoubtKind
    numbers: tuple[int, ...]

    def sentence(self, names: Mapping[int, str]) -> str:
        return self.kind.value.format(*(names[number] for number in self.numbers))


def require_boards(snapshot: Snapshot, pairings: Sequence[Pairing]) -> None:
    """Raise InputError unless exactly the present are each in the round once."""
    count = Counter(number for pairing in pairings for number in pairing if number is not None)
    there = set(snapshot.playing)
    for number, times in sorted(count.items()):
        if number not in there:
            raise InputError(f"{snapshot.name(number)} does not play in round {snapshot.round}. Choose another player.")
        if times > 1:
            raise InputError(
                f"{snapshot.name(number)} is paired twice in round {snapshot.round}. Choose another player."
            )
    missing = sorted(there - count.keys())
    if missing:
        raise InputError(
            f"{snapshot.name(missing[0])} has no pairing in round {snapshot.round}. Pair them, or give a bye."
        )


def doubts_about(snapshot: Snapshot, pairings: Sequence[Pairing]) -> tuple[Doubt, ...]:
    """Return what is against a round's boards; empty if nothing."""
    doubts: list[Doubt] = []
    for first, second in pairings:
        if second is None:
            if snapshot.byes_had[first]:
                doubts.append(Doubt(DoubtKind.SECOND_BYE, (first,)))
            continue
        if snapshot.games.times_met(first, second):
            doubts.append(Doubt(DoubtKind.REPEAT, (first, second)))
        if frozenset((first, second)) in snapshot.forbidden_now:
            doubts.append(Doubt(DoubtKind.FORBIDDEN, (first, second)))
        doubts += _of_colours(snapshot, first, begins=True) + _of_colours(snapshot, second, begins=False)
    return tuple(doubts)


def _of_colours(snapshot: Snapshot, number: int, *, begins: bool) -> list[Doubt]:
    began = snapshot.games.began(number)
    if began[-2:] == (begins, begins):
        return [Doubt(DoubtKind.THIRD_WHITE if begins else DoubtKind.THIRD_BLACK, (number,))]
    if abs(snapshot.games.balance(number) + (1 if begins else -1)) > 2:
        return [Doubt(DoubtKind.MANY_WHITES if begins else DoubtKind.MANY_BLACKS, (number,))]
    return []
