"""Chances as they are told: in whole per cents, and certain only where they are."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Chance(NamedTuple):
    """How often something came about, 0 to 1. possible, certain: by reasoning, and not by having been tried."""

    value: float
    possible: bool = True
    certain: bool = False

    def __str__(self) -> str:
        if self.certain:
            return "100 %"
        return percent(self.value) if self.possible else "0 %"


def percent(value: float) -> str:
    """Return a chance in whole per cents; one that was tried is never told as none or as certain."""
    if value < 0.01:
        return "<1 %"
    return ">99 %" if value > 0.99 else f"{100 * value:.0f} %"


@dataclass(frozen=True, slots=True)
class Finish:
    """How the event may end for one player.

    alone, first: alone on top; on top, shared or not. share: of the first place, equal parts for those who share it.
    points: expected. scores: every final score that can be reached with its chance, lowest first.
    places: the share of each place from the first on, equal parts for those who are equal; as many as were asked for.
    """

    number: int
    alone: Chance
    first: Chance
    share: float
    points: float
    scores: tuple[tuple[float, float], ...]
    places: tuple[float, ...] = ()

    def mean(self, value_at: Callable[[float], float]) -> float:
        """Return what is to be expected of something that a final score brings, such as the new rating."""
        return sum(chance * value_at(score) for score, chance in self.scores if chance)


@dataclass(frozen=True, slots=True)
class Odds:
    """Everybody's finish by number. runs: how often the rest was played; 1 where nothing is left to play."""

    finishes: dict[int, Finish]
    runs: int
