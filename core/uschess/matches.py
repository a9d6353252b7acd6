"""Limits on what a match may change (US Chess 2025, matches)."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

SINGLE_MATCH = 50.0
IN_180_DAYS = 100.0
IN_3_YEARS = 200.0
WIDEST_DIFFERENCE = 400.0


class MatchChange(NamedTuple):
    """A rating change through a match on a day."""

    day: date
    change: float


class MatchLimit(NamedTuple):
    """The permitted change and the net changes through matches that stand against the limits."""

    change: float
    net_180_days: float
    net_3_years: float


def _three_years_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 3)
    except ValueError:  # 29 February
        return day.replace(year=day.year - 3, day=28)


def limit_match_change(change: float, day: date, earlier: Iterable[MatchChange]) -> MatchLimit:
    """Return the change that a match may make: 50 in one match, net 100 in 180 days, net 200 in three years."""
    past = [match for match in earlier if match.day <= day]
    net_180 = sum(match.change for match in past if (day - match.day).days < 180)
    start = _three_years_before(day)
    net_3_years = sum(match.change for match in past if match.day > start)
    limited = max(-SINGLE_MATCH, min(SINGLE_MATCH, change))
    for net, most in ((net_180, IN_180_DAYS), (net_3_years, IN_3_YEARS)):
        # Beyond a limit already, by changes that have aged at different times, nothing more may be added to it.
        limited = max(min(0.0, -most - net), min(max(0.0, most - net), limited))
    return MatchLimit(limited, net_180, net_3_years)
