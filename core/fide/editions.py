"""Editions of the FIDE rating rules: each applies to events that begin on its date or later (B.02 0.1).

A date on which only the rapid and blitz rules changed makes an edition too. What is known of the rules before 2022
comes from secondary sources: see the comments.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from core.errors import InputError
from core.fide.k_factor import JuniorRule, KRules
from core.lists import RatingList


class FirstRatingRule(Enum):
    """How an unrated player's first rating comes about."""

    SINCE_2017 = "average of the opponents, 20 points for each half point above 50 %, the table below"
    SINCE_2024 = "two draws with 1800 added, the table, at most 2200"


@dataclass(frozen=True, slots=True)
class LimitRule:
    """How far a difference of ratings counts.

    widest: a larger difference counts as this.
    upgrades: how many games of an event may be counted so to the player's advantage; None for any number.
    exempt_from: from this own rating on, every difference counts in full.
    """

    widest: int
    upgrades: int | None = None
    exempt_from: int | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    """One set of rules.

    key: what the database stores and a command accepts.
    title: what an answer prints.
    since: first day of the events it applies to; None for an edition that is chosen by name only.
    limit, fast_limit, k, fast_k: on the standard list, and on the rapid and blitz lists.
    floor: whoever falls below it is unrated; nobody's first rating is below it.
    far_apart_counts: rapid and blitz games 600 points apart are rated even if a player is above 2600.
    slow_enough: for a player of this rating, the least minutes of a standard game, strongest first.
    simplified: the expected score comes from the logistic formula instead of the table, and no K is limited.
    """

    key: str
    title: str
    since: date | None
    limit: LimitRule
    fast_limit: LimitRule
    k: KRules
    fast_k: KRules
    floor: int
    first_rating: FirstRatingRule = FirstRatingRule.SINCE_2017
    far_apart_counts: bool = True
    slow_enough: tuple[tuple[int, int], ...] = ((2200, 120), (1600, 90))
    simplified: bool = False

    def limit_on(self, rating_list: RatingList) -> LimitRule:
        return self.limit if rating_list is RatingList.FIDE_STANDARD else self.fast_limit

    def k_on(self, rating_list: RatingList) -> KRules:
        return self.k if rating_list is RatingList.FIDE_STANDARD else self.fast_k


_2009 = KRules(25, 15, 10)
_2014 = KRules(40, 20, 10, JuniorRule.BIRTHDAY)
_2022 = KRules(40, 20, 10, JuniorRule.YEAR)
_FAST_2012 = KRules(20, 20, 20, flat=20)
_ANY_400 = LimitRule(400)


def _from(before: Edition, day: date, what: str, **changed: object) -> Edition:
    """Return the edition that changes another one from a day on."""
    title = f"FIDE from {day.isoformat()} ({what})"
    return replace(before, key=f"fide-{day.isoformat()}", title=title, since=day, **changed)  # type: ignore[arg-type]


def _dated() -> tuple[Edition, ...]:
    before_2009 = Edition(
        key="fide-before-2009-07-01",
        title="FIDE before 2009-07-01 (differences count up to 350)",
        since=date.min,
        limit=LimitRule(350),
        # A blog's word (2021): until then nothing beyond the end of the table.
        fast_limit=LimitRule(735),
        k=_2009,
        fast_k=_FAST_2012,
        floor=1000,  # nothing is known of that time's; the lowest that ever was
    )
    from_2009 = _from(before_2009, date(2009, 7, 1), "differences up to 400", limit=_ANY_400, floor=1200)
    from_2011 = _from(from_2009, date(2011, 7, 1), "K 30 for new players", k=KRules(30, 15, 10))
    # The day on which the floor went down to 1000 is not certain.
    from_2012 = _from(from_2011, date(2012, 7, 1), "floor 1000", floor=1000)
    from_2014 = _from(from_2012, date(2014, 7, 1), "K 40, 20, 10", k=_2014)
    one_upgrade = LimitRule(400, upgrades=1)
    from_2022 = _from(
        from_2014,
        date(2022, 1, 1),
        "one difference above 400 an event",
        limit=one_upgrade,
        fast_limit=one_upgrade,
        k=_2022,
        slow_enough=((2400, 120), (1800, 90)),
    )
    fast_2022 = _from(from_2022, date(2022, 10, 1), "K alike for rapid and blitz", fast_k=_2022)
    from_2024 = _from(
        fast_2022,
        date(2024, 3, 1),
        "floor 1400",
        limit=_ANY_400,
        fast_limit=_ANY_400,
        floor=1400,
        first_rating=FirstRatingRule.SINCE_2024,
    )
    fast_2024 = _from(from_2024, date(2024, 12, 1), "no rapid or blitz games far apart", far_apart_counts=False)
    strong_2025 = LimitRule(400, exempt_from=2650)
    from_2025 = _from(fast_2024, date(2025, 10, 1), "no limit from 2650 up", limit=strong_2025)
    early = (before_2009, from_2009, from_2011, from_2012, from_2014)
    return (*early, from_2022, fast_2022, from_2024, fast_2024, from_2025)


DATED: tuple[Edition, ...] = _dated()
"""The official editions, oldest first."""

_FULL = LimitRule(10_000)
SIMPLIFIED_2017 = Edition(
    key="simplified-2017",
    title="FIDE as in the calculator of 2017 (logistic formula)",
    since=None,
    limit=_FULL,
    fast_limit=_FULL,
    k=KRules(40, 20, 10, by_rating_now=True),
    fast_k=KRules(40, 20, 10, by_rating_now=True),
    floor=1000,
    simplified=True,
)
"""The rules of the "FIDE Rating System Calculator", as its README has them: an approximation, see `simplified`.

Stored events name it by its key, which is older than its title.
"""

EDITIONS: tuple[Edition, ...] = (*DATED, SIMPLIFIED_2017)
_STARTS = tuple(edition.since or date.min for edition in DATED)
_BY_KEY = {edition.key: edition for edition in EDITIONS}


def edition_for(start: date) -> Edition:
    """Return the official edition for an event that begins on a day."""
    return DATED[bisect_right(_STARTS, start) - 1]


def edition_named(key: str) -> Edition:
    """Return an edition by its key; raise InputError for an unknown one."""
    try:
        return _BY_KEY[key]
    except KeyError:
        names = ", ".join(_BY_KEY)
        raise InputError(f'There are no FIDE rules called "{key}": choose one of {names}.') from None
