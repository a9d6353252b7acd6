"""Editions of the FIDE rating rules, by the event's first day (B.02 0.1).

Rules before 2022 come from secondary sources, see comments.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum, StrEnum
from typing import NamedTuple

from core.errors import InputError, RuleError
from core.event.background import Background
from core.event.crosstable import TimeControl
from core.lists import RatingList


def nearest_half_up(numerator: int, denominator: int) -> int:
    """Return a fraction as the nearest whole number, .5 up. denominator: positive."""
    return (2 * numerator + denominator) // (2 * denominator)


def nearest_half_away(numerator: int, denominator: int) -> int:
    """Return the nearest whole number, .5 away from zero (changes, B.02 8.3.4)."""
    if numerator < 0:
        return -nearest_half_up(-numerator, denominator)
    return nearest_half_up(numerator, denominator)


def average_rating(ratings: Sequence[int]) -> int:
    """Return Ra, the average opponent's rating (B.01 1.4.7; B.02 8.2)."""
    return nearest_half_up(sum(ratings), len(ratings))


def percentage(half_points: int, games: int) -> int:
    """Return a score as a whole percentage of the games, .5 up (B.01 1.4.9; C.07 10.2)."""
    return nearest_half_up(50 * half_points, games)


# FIDE's two tables (B.02 8.1.1 and 8.1.2; the same in B.01 1.4.9 and in the rapid and blitz chapter)


# fmt: off
P_TO_DP: tuple[int, ...] = (
    -800, -677, -589, -538, -501, -470, -444, -422, -401, -383,
    -366, -351, -336, -322, -309, -296, -284, -273, -262, -251,
    -240, -230, -220, -211, -202, -193, -184, -175, -166, -158,
    -149, -141, -133, -125, -117, -110, -102, -95, -87, -80,
    -72, -65, -57, -50, -43, -36, -29, -21, -14, -7,
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)
"""dp by p, hundredths 0 to 100; ±800 for a clean score is a convention."""

BAND_ENDS: tuple[int, ...] = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)
"""The largest |D| at which the higher rated player's expected score is .50, .51, ... .99."""
# fmt: on


def expected_hundredths(difference: int) -> int:
    """Return PD, the expected score in hundredths for a rating difference."""
    if difference < 0:
        return 50 - bisect_left(BAND_ENDS, -difference)
    return 50 + bisect_left(BAND_ENDS, difference)


def first_of_month(day: date, later: int = 0) -> date:
    """Return the first of a day's month, or `later` months on."""
    month = 12 * day.year + day.month - 1 + later
    return date(month // 12, month % 12 + 1, 1)


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/systems/fide/wording.py."""

    OWN_RATING = "fide-own-rating"
    OWN_AT_GAME = "fide-own-at-game"
    OWN_CURRENT = "fide-own-current"
    OWN_BORROWED = "fide-own-borrowed"
    GAME = "fide-game"  # round, opponent, D
    GAME_LIMITED = "fide-game-limited"  # round, opponent, D, limited D
    GAME_SIMPLIFIED = "fide-game-simplified"  # round, opponent, D
    GAME_UNRATED = "fide-game-unrated"  # round
    GAME_BELOW_FLOOR = "fide-game-below-floor"  # round
    GAME_FAR_APART = "fide-game-far-apart"  # round, opponent, D
    GAME_MATCH_UNRATED = "fide-game-match-unrated"  # round
    GAME_MATCH_DECIDED = "fide-game-match-decided"  # round
    K_FLAT = "fide-k-flat"
    K_HIGH = "fide-k-high"  # highest rating
    K_JUNIOR = "fide-k-junior"  # age
    K_NEW = "fide-k-new"  # games
    K_USUAL = "fide-k-usual"  # games
    K_HIGH_NOW = "fide-k-high-now"  # rating
    K_USUAL_NOW = "fide-k-usual-now"  # rating
    K_CAPPED = "fide-k-capped"  # K, games
    EVENT_CHANGE = "fide-event-change"  # K, S - E
    LIST_CHANGE = "fide-list-change"  # events, games
    ROUNDED = "fide-rounded"  # change
    LIST_RATING = "fide-list-rating"  # before, rounded change
    BELOW_FLOOR = "fide-below-floor"  # rating
    POOL_GAME = "fide-pool-game"  # round
    POOL_LOST = "fide-pool-lost"  # games
    FIRST_GAMES = "fide-first-games"  # S
    FIRST_AVERAGE = "fide-first-average"  # games
    FIRST_AVERAGE_2017 = "fide-first-average-2017"  # games
    FIRST_ADDED = "fide-first-added"  # p
    FIRST_ADDED_2017 = "fide-first-added-2017"  # half points above 50 %
    FIRST_RATING = "fide-first-rating"  # Ra, added
    FIRST_CAP = "fide-first-cap"  # uncapped
    FIRST_FEW_GAMES = "fide-first-few-games"  # games
    FIRST_TOO_LOW = "fide-first-too-low"  # Ru
    PERFORMANCE = "fide-performance"  # Ra, p, dp
    PERFORMANCE_SIMPLIFIED = "fide-performance-simplified"  # mean, S, N - S


# K (B.02 8.3)


ENOUGH_GAMES = 30
"""A player with fewer rated games is new."""

HIGH_RATING = 2400
"""Once published at it, a player keeps the lowest K."""

JUNIOR_RATING = 2300
"""Once published at it, a junior loses a junior's K."""

JUNIOR_AGE = 18

MOST_POINTS = 700
"""K times the games of one list is at most this."""


class JuniorRule(Enum):
    """Until when a player is a junior."""

    NONE = "no K for juniors"
    BIRTHDAY = "until the 18th birthday"
    YEAR = "until the end of the year of the 18th birthday"


@dataclass(frozen=True, slots=True)
class KRules:
    """K of new players and juniors, others, and those once at 2400; flat: one K for all.

    by_rating_now: uses the current rating, not the peak (calculator of 2017).
    """

    new: int
    usual: int
    high: int
    junior: JuniorRule = JuniorRule.NONE
    flat: int | None = None
    by_rating_now: bool = False


class KFactor(NamedTuple):
    """K before the limit of games; figures: inputs of the reason."""

    value: int
    reason: Reason
    figures: tuple[int, ...]


def k_factor(
    rules: KRules, rating: int, peak: int, games: int, background: Background, rating_list_date: date
) -> KFactor:
    """Return the K that the list shows: the first rule that fits.

    peak: highest published rating. games: rated games until that list.
    """
    if rules.flat is not None:
        return KFactor(rules.flat, Reason.K_FLAT, ())
    if rules.by_rating_now:
        return _k_by_rating_now(rules, rating, games)
    if peak >= HIGH_RATING:
        return KFactor(rules.high, Reason.K_HIGH, (peak,))
    age = junior_age(rules.junior, background, rating_list_date)
    if age is not None and peak < JUNIOR_RATING:
        return KFactor(rules.new, Reason.K_JUNIOR, (age,))
    if games < ENOUGH_GAMES:
        return KFactor(rules.new, Reason.K_NEW, (games,))
    return KFactor(rules.usual, Reason.K_USUAL, (games,))


def _k_by_rating_now(rules: KRules, rating: int, games: int) -> KFactor:
    if games < ENOUGH_GAMES:
        return KFactor(rules.new, Reason.K_NEW, (games,))
    if rating >= HIGH_RATING:
        return KFactor(rules.high, Reason.K_HIGH_NOW, (rating,))
    return KFactor(rules.usual, Reason.K_USUAL_NOW, (rating,))


def junior_age(rule: JuniorRule, background: Background, day: date) -> int | None:
    """Return a junior's age by the rule's way of counting; None unless known to be one."""
    born = background.born
    year = background.born_year if born is None else born.year
    if rule is JuniorRule.NONE or year is None:
        return None
    age = day.year - year
    if rule is JuniorRule.YEAR:
        return age if age <= JUNIOR_AGE else None
    if born is not None and (day.month, day.day) < (born.month, born.day):
        age -= 1
    return age if age < JUNIOR_AGE else None


def capped(k: int, games: int) -> int:
    """Return K as used: K times the games of one list is at most 700."""
    return k if k * games <= MOST_POINTS else MOST_POINTS // games


def games_to_next(k: KFactor) -> int | None:
    """Return how many more games end a new player's K; None if games do not decide."""
    return ENOUGH_GAMES - k.figures[0] if k.reason is Reason.K_NEW else None


class FirstRatingRule(Enum):
    """How an unrated player's first rating comes about."""

    SINCE_2017 = "average of the opponents, 20 points for each half point above 50%, below that the table"
    SINCE_2024 = "two draws with 1800 added, the table, at most 2200"


_NO_LIMIT = 10_000


@dataclass(frozen=True, slots=True)
class LimitRule:
    """How far a rating difference counts.

    widest: the limit. upgrades: games per event limited in the player's favour; None for any.
    exempt_from: own rating without a limit.
    """

    widest: int
    upgrades: int | None = None
    exempt_from: int | None = None

    def widest_for(self, own: int) -> int:
        return self.widest if self.exempt_from is None or own < self.exempt_from else _NO_LIMIT


@dataclass(frozen=True, slots=True)
class Edition:
    """One set of rules.

    key: as stored. since: first day; None if chosen by name only. limit, k: standard; fast_limit, fast_k: rapid
    and blitz.
    floor: lowest rating. far_apart_counts: rapid and blitz games 600 points apart count above 2600.
    slow_enough: minutes of a standard game by rating. simplified: logistic formula, no limited K.
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


def _from(before: Edition, day: date, subject: str, **changed: object) -> Edition:
    title = f"FIDE from {day.isoformat()} ({subject})"
    return replace(before, key=f"fide-{day.isoformat()}", title=title, since=day, **changed)  # type: ignore[arg-type]


def _dated() -> tuple[Edition, ...]:
    before_2009 = Edition(
        key="fide-before-2009-07-01",
        title="FIDE before 2009-07-01 (differences count up to 350)",
        since=date.min,
        limit=LimitRule(350),
        # A blog's word (2021): before, nothing beyond the end of the table.
        fast_limit=LimitRule(735),
        k=_2009,
        fast_k=_FAST_2012,
        floor=1000,  # unknown for that time; the lowest ever
    )
    from_2009 = _from(before_2009, date(2009, 7, 1), "differences up to 400", limit=_ANY_400, floor=1200)
    from_2011 = _from(from_2009, date(2011, 7, 1), "K 30 for new players", k=KRules(30, 15, 10))
    # The day on which the floor fell to 1000 is not certain.
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
"""The "FIDE Rating System Calculator" as in its README; see `simplified`.

Stored events name it by its key, older than its title.
"""

EDITIONS: tuple[Edition, ...] = (*DATED, SIMPLIFIED_2017)
_STARTS = tuple(edition.since or date.min for edition in DATED)
_BY_KEY = {edition.key: edition for edition in EDITIONS}


def edition_for(start: date) -> Edition:
    return DATED[bisect_right(_STARTS, start) - 1]


def edition_named(key: str) -> Edition:
    """Raise InputError for an unknown key."""
    try:
        return _BY_KEY[key]
    except KeyError:
        names = ", ".join(_BY_KEY)
        raise InputError(f'There are no FIDE rules called "{key}". Choose one of {names}.') from None


STANDARD_FROM = 60
BLITZ_TO, TOO_FAST_TO = 10, 3


def lists_for(control: TimeControl, highest: int | None, edition: Edition = DATED[-1]) -> tuple[RatingList, ...]:
    """Return the list that an event moves; raise RuleError if invalid.

    highest: rating among the players, who may need more time; None if all are unrated.
    """
    total = control.minutes + control.seconds
    if total <= TOO_FAST_TO:
        raise RuleError(
            f"{control} is too fast to be rated. Minutes plus seconds must add up to more than {TOO_FAST_TO}."
        )
    if total <= BLITZ_TO:
        return (RatingList.FIDE_BLITZ,)
    if total < STANDARD_FROM:
        return (RatingList.FIDE_RAPID,)
    for strong, least in edition.slow_enough:
        if highest is not None and highest >= strong and total < least:
            raise RuleError(
                f"{control} is too fast to be rated as {RatingList.FIDE_STANDARD.label} with a player of {strong} or "
                f"more, and too slow for another list: minutes plus seconds must be at least {least}. "
                "If FIDE approved it, remove the time control."
            )
    return (RatingList.FIDE_STANDARD,)
