"""K, the factor of a rating change: which one applies, and how the number of games limits it (B.02 8.3)."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import NamedTuple

from core.background import Background
from core.fide.reasons import Reason

ENOUGH_GAMES = 30
"""A player with fewer rated games is new."""

HIGH_RATING = 2400
"""Once published at it, a player keeps the lowest K for good."""

JUNIOR_RATING = 2300
"""Once published at it, a junior has a junior's K no more."""

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
    """The K of new players and juniors, of everybody else, and of those once at 2400; `flat` is one for all.

    by_rating_now: newcomers first, then the rating now, not the highest so far: the bullets of the calculator of 2017.
    """

    new: int
    usual: int
    high: int
    junior: JuniorRule = JuniorRule.NONE
    flat: int | None = None
    by_rating_now: bool = False


class KFactor(NamedTuple):
    """K before the limit of games, with why; `figures` are the inputs that the reason names."""

    value: int
    reason: Reason
    figures: tuple[int, ...]


def k_factor(
    rules: KRules, rating: int, peak: int, games: int, background: Background, rating_list_date: date
) -> KFactor:
    """Return the K that a list shows for a player: the first of the rules, in this order, that fits.

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
    """Return a junior's age on a list, by the rule's way of counting; None for whoever is none, or of unknown age."""
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
    """Return K as it is used for this many games of one list: K times the games is at most 700."""
    return k if k * games <= MOST_POINTS else MOST_POINTS // games


def games_to_next(k: KFactor) -> int | None:
    """Return how many more rated games end the K of a new player; None where games do not decide."""
    return ENOUGH_GAMES - k.figures[0] if k.reason is Reason.K_NEW else None
