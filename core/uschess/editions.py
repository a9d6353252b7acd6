"""Editions of the US Chess rules, each in force from a date.

The bonus multiplier B by date is section 8 of "The US Chess Rating System" (July 26 2025); the present
formula for the effective number of games is in force since May 2013.
"""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from enum import Enum

from core.errors import InputError


class EffectiveGamesRule(Enum):
    """Which formula caps the effective number of games."""

    UNTIL_2013 = "50/sqrt(1 + (2200-R)^2/100000)"
    SINCE_2013 = "50/sqrt(0.662 + 0.00000739(2569-R)^2)"
    MINUS_ONE = "50/sqrt(0.662 + 0.00000739(2569-R)^2) - 1"


class NormTest(Enum):
    """How an event's score is held against a norm level."""

    TITLE_SYSTEM = "US Chess Title System, 2016"
    LOGISTIC = "logistic expectancy, score at least one point above"


@dataclass(frozen=True, slots=True)
class Edition:
    """One set of rules.

    key: what the database stores and a command accepts.
    title: what an answer prints.
    since: first day of events it applies to; None for an edition that is chosen by name only.
    bonus_multiplier: B, rating points.
    k_always_reduced_above_2200: cut K in every event, not only in dual-rated Regular ones.
    performance_by_descent: show the performance as a search finds it that stops early, beside the exact one.
    decimals: how many decimals the rules' own tables print.
    """

    key: str
    title: str
    since: date | None
    bonus_multiplier: float
    effective_games: EffectiveGamesRule
    norm_test: NormTest = NormTest.TITLE_SYSTEM
    k_always_reduced_above_2200: bool = False
    performance_by_descent: bool = False
    decimals: int = 2
    document: str = "US Chess 2025"


_BEFORE, _NOW = EffectiveGamesRule.UNTIL_2013, EffectiveGamesRule.SINCE_2013


def _dated(since: date, multiplier: float, rule: EffectiveGamesRule) -> Edition:
    day = since.isoformat()
    return Edition(f"uschess-{day}", f"US Chess from {day} (B = {multiplier:g})", since, multiplier, rule)


DATED: tuple[Edition, ...] = (
    Edition("uschess-before-2008", "US Chess before 2008-06-06 (B = 10)", date.min, 10, _BEFORE),
    _dated(date(2008, 6, 6), 6, _BEFORE),
    _dated(date(2012, 8, 3), 8, _BEFORE),
    _dated(date(2013, 5, 1), 8, _NOW),
    _dated(date(2014, 3, 20), 10, _NOW),
    _dated(date(2015, 6, 1), 12, _NOW),
    _dated(date(2017, 6, 1), 14, _NOW),
    _dated(date(2023, 2, 1), 12, _NOW),
    _dated(date(2025, 1, 1), 10, _NOW),
)
"""The official editions, oldest first."""

INFORMAL_2020 = Edition(
    key="informal-2020",
    title="informal calculator (2020)",
    since=None,
    bonus_multiplier=14,
    effective_games=EffectiveGamesRule.MINUS_ONE,
    norm_test=NormTest.LOGISTIC,
    k_always_reduced_above_2200=True,
    performance_by_descent=True,
    decimals=4,
    document="Informal calculator, after US Chess 2020",
)
"""The rules of the informal "USCF Norm and Rating Calculator", figure by figure as its README prints them."""

EDITIONS: tuple[Edition, ...] = (*DATED, INFORMAL_2020)
_STARTS = tuple(edition.since or date.min for edition in DATED)
_BY_KEY = {edition.key: edition for edition in EDITIONS}


def edition_for(event_date: date) -> Edition:
    """Return the official edition in force on an event's date."""
    return DATED[bisect_right(_STARTS, event_date) - 1]


def edition_named(key: str) -> Edition:
    """Return an edition by its key; raise InputError for an unknown one."""
    try:
        return _BY_KEY[key]
    except KeyError:
        raise InputError(f'There are no rules called "{key}": choose one of the rules that are offered.') from None
