"""What each norm asks for (FIDE B.01, 0.5 and 1.4)."""

from dataclasses import dataclass
from enum import StrEnum


class PlayerTitle(StrEnum):
    """A title that a player may hold; the value is what FIDE prints."""

    GM = "GM"
    IM = "IM"
    FM = "FM"
    CM = "CM"
    WGM = "WGM"
    WIM = "WIM"
    WFM = "WFM"
    WCM = "WCM"


TITLE_HOLDERS = frozenset(PlayerTitle) - {PlayerTitle.CM, PlayerTitle.WCM}
"""Titles that count for the half of title-holders (1.4.5a)."""

MASTERS = frozenset({PlayerTitle.GM, PlayerTitle.IM, PlayerTitle.WGM, PlayerTitle.WIM})
"""Titles that are gained by norms, and that are counted in a large Swiss (1.4.3d)."""


@dataclass(frozen=True, slots=True)
class TitleNorm:
    """A norm and its title; all figures are rating points.

    performance: fewest, after rounding (1.4.8). average: fewest of the opponents (1.4.8a).
    floor: what the lowest opponent is raised to (1.4.6a).
    counting: titles that count for the third that is asked for (1.4.5b to e).
    rating: to be reached once for the title (1.5.3).
    one_round_days: whether one norm must come from an event with one round a day for three days (1.1.3a).
    """

    title: PlayerTitle
    performance: int
    average: int
    floor: int
    counting: frozenset[PlayerTitle]
    rating: int
    women_only: bool
    one_round_days: bool

    def __str__(self) -> str:
        return self.title.value

    def counts_for(self, lower: "TitleNorm") -> bool:
        """Return whether who makes this norm makes the other one too; every requirement of it is as high."""
        return NORMS.index(self) <= NORMS.index(lower)


_GM, _IM, _WGM, _WIM = PlayerTitle.GM, PlayerTitle.IM, PlayerTitle.WGM, PlayerTitle.WIM

GM = TitleNorm(_GM, 2600, 2380, 2200, frozenset({_GM}), 2500, women_only=False, one_round_days=True)
IM = TitleNorm(_IM, 2450, 2230, 2050, frozenset({_GM, _IM}), 2400, women_only=False, one_round_days=False)
WGM = TitleNorm(_WGM, 2400, 2180, 2000, frozenset({_GM, _IM, _WGM}), 2300, women_only=True, one_round_days=True)
WIM = TitleNorm(_WIM, 2250, 2030, 1850, MASTERS, 2200, women_only=True, one_round_days=False)

NORMS: tuple[TitleNorm, ...] = (GM, IM, WGM, WIM)
"""Highest first: each asks for no more than the one before it."""


def open_to(woman: bool | None) -> tuple[TitleNorm, ...]:
    """Return the norms that a player may make; those for women alone where somebody has said that she is one."""
    return tuple(norm for norm in NORMS if woman or not norm.women_only)
