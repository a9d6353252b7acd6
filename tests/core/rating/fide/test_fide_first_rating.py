"""First ratings: a real one, FIDE's calculator, and which events count."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from core.errors import InputError
from core.rating.fide.rules import FirstRatingRule
from core.rating.fide.state import PoolEvent, counted_events, first_rating
from tests.core.golden_cases import golden

SINCE_2024, SINCE_2017 = FirstRatingRule.SINCE_2024, FirstRatingRule.SINCE_2017
LIST, LAST_DAY = date(2026, 12, 1), date(2026, 11, 28)


@pytest.mark.parametrize("case", golden("fide/first_rating"))
def test_first_ratings(case: dict[str, Any]) -> None:
    rule = FirstRatingRule[case["rule"]]
    first = first_rating(rule, case["opponents"], case["score"], 1400 if rule is SINCE_2024 else 1000)
    assert first.rating == case["rating"]
    if "average" in case:
        assert abs(first.average - Fraction(case["average"])) <= Fraction(1, 200)
        assert (first.percentage, first.added) == (case["percentage"], case["dp"])
    if "published" in case:
        assert first.is_published == case["published"]


def test_two_hypothetical_draws_with_1800_are_added() -> None:
    """(5 * 1900 + 2 * 1800) / 7 = 1871.43; (2.5 + 1) / 7 = 50 %, dp 0."""
    first = first_rating(SINCE_2024, [1900] * 5, 2.5, 1400)
    assert (first.average, first.percentage, first.added) == (Fraction(13100, 7), 50, 0)
    assert (first.uncapped, first.rating) == (1871, 1871)


def test_half_a_point_of_rating_is_rounded_up() -> None:
    """(5 * 1600 + 1604 + 3600) / 8 = 1650.5, and 4 of 8 adds nothing."""
    assert first_rating(SINCE_2024, [1600] * 5 + [1604], 3, 1400).uncapped == 1651


def test_it_takes_five_games() -> None:
    assert not first_rating(SINCE_2024, [1800] * 4, 4, 1400).is_published
    assert first_rating(SINCE_2024, [1800] * 5, 4, 1400).is_published


def test_only_the_present_rule_has_a_highest_first_rating() -> None:
    """(5 * 2500 + 3600) / 7 = 2300, 6 of 7 = .86 and dp 309; by the old rule 2500 + 5 half points."""
    now, then = (first_rating(rule, [2500] * 5, 5, 1400) for rule in (SINCE_2024, SINCE_2017))
    # p = .86: the table has 309.
    assert (now.uncapped, now.rating) == (2609, 2200)
    assert (then.uncapped, then.rating) == (2600, 2600)


@pytest.mark.parametrize(
    ("opponents", "score", "sentence"), [([], 0, "games against rated"), ([1800], 2, "between 0 and the 1 game")]
)
def test_what_cannot_be_is_refused(opponents: list[int], score: float, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        first_rating(SINCE_2024, opponents, score, 1400)


def event(ended: date, score: float = 1.0) -> PoolEvent:
    return PoolEvent(ended, (1800,), score, "fide-2025-10-01")


def test_events_of_26_months_count() -> None:
    old, first = event(date(2024, 9, 30)), event(date(2024, 10, 1))
    last, late = event(date(2026, 11, 28)), event(date(2026, 11, 29))
    assert counted_events([old, first, last, late], LIST, LAST_DAY) == (first, last)


def test_a_first_event_without_a_point_does_not_count_and_a_later_one_does() -> None:
    nothing, again, some = (event(date(2026, 5, day), score) for day, score in ((1, 0.0), (2, 0.0), (3, 0.5)))
    assert counted_events([nothing, again, some], LIST, LAST_DAY) == (again, some)
    assert counted_events([some, nothing], LIST, LAST_DAY) == (some, nothing)
    assert counted_events([], LIST, LAST_DAY) == ()
