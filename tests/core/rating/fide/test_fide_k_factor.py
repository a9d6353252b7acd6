"""K: which one, until when, and how many games limit it."""

from datetime import date
from typing import Any

import pytest
from fide_factories import BLITZ, RAPID, STANDARD

from core.event.background import NOTHING_KNOWN, Background
from core.lists import RatingList
from core.rating.fide.rules import DATED, KFactor, Reason, capped, edition_for, edition_named, games_to_next, k_factor
from tests.core.golden_cases import golden

LIST = date(2026, 12, 1)


def k_of(
    rating: int,
    peak: int,
    games: int,
    background: Background = NOTHING_KNOWN,
    day: date = LIST,
    on: RatingList = STANDARD,
) -> KFactor:
    return k_factor(edition_for(day).k_on(on), rating, peak, games, background, day)


@pytest.mark.parametrize("case", golden("fide/k"))
def test_the_first_rule_that_fits_decides(case: dict[str, Any]) -> None:
    peak = 2450 if case["once_2400"] else 2350 if case["once_2300"] else 2200
    background = Background(born_year=LIST.year - case["age"])
    for rating_list in (STANDARD, RAPID, BLITZ):
        assert k_of(2100, peak, case["games"], background, on=rating_list).value == case["k"]


@pytest.mark.parametrize("case", golden("fide/k_cap"))
def test_k_times_the_games_of_a_list_is_at_most_700(case: dict[str, Any]) -> None:
    assert capped(case["k"], case["games"]) == case["used"]


def test_the_birth_date_and_the_birth_year_alone_make_the_same_junior() -> None:
    for born in (date(2008, 1, 1), date(2008, 12, 31)):
        assert k_of(1800, 1800, 100, Background(born)).value == 40
        assert k_of(1800, 1800, 100, Background(born), date(2027, 1, 1)).value == 20
    assert k_of(1800, 1800, 100, Background(born_year=2008)).value == 40
    assert k_of(1800, 1800, 100, Background(date(1990, 1, 1), born_year=2015)).value == 20


def test_the_ratings_that_end_a_junior_and_a_usual_k_are_themselves_enough() -> None:
    junior = Background(born_year=2015)
    assert [k_of(2200, peak, 100, junior).value for peak in (2299, 2300, 2399, 2400)] == [40, 20, 20, 10]


def test_of_unknown_age_nobody_is_a_junior() -> None:
    assert k_of(1800, 1800, 100) == KFactor(20, Reason.K_USUAL, (100,))


def test_until_2021_a_junior_was_one_until_the_birthday() -> None:
    born = Background(date(2000, 5, 20))
    assert k_of(1800, 1800, 100, born, date(2018, 5, 1)) == KFactor(40, Reason.K_JUNIOR, (17,))
    assert k_of(1800, 1800, 100, born, date(2018, 6, 1)).value == 20


@pytest.mark.parametrize(
    ("day", "new", "usual", "high"),
    [
        (date(2009, 6, 1), 25, 15, 10),
        (date(2011, 7, 1), 30, 15, 10),
        (date(2014, 7, 1), 40, 20, 10),
        (date(2026, 11, 1), 40, 20, 10),
    ],
)
def test_the_three_factors_by_date(day: date, new: int, usual: int, high: int) -> None:
    rules = edition_for(day).k
    found = [
        k_factor(rules, 2000, peak, games, NOTHING_KNOWN, day).value
        for peak, games in ((2000, 29), (2000, 30), (2400, 29))
    ]
    assert found == [new, usual, high]


def test_in_rapid_and_blitz_k_was_20_for_all_until_september_2022() -> None:
    for on in (RAPID, BLITZ):
        assert k_of(2500, 2500, 5, Background(born_year=2010), date(2022, 9, 30), on).value == 20
        assert k_of(2500, 2500, 5, Background(born_year=2010), date(2022, 10, 1), on).value == 10
    assert k_of(2500, 2500, 5, day=date(2022, 9, 30)).value == 10


def test_the_simplified_rules_take_the_rating_as_it_is_now() -> None:
    rules = edition_named("simplified-2017").k
    assert k_factor(rules, 2399, 2500, 100, NOTHING_KNOWN, LIST).value == 20
    assert k_factor(rules, 2400, 2400, 100, NOTHING_KNOWN, LIST).value == 10


def test_the_games_to_the_next_k_are_counted_only_where_games_decide() -> None:
    assert games_to_next(k_of(1800, 1800, 12)) == 18
    assert games_to_next(k_of(1800, 1800, 30)) is None
    assert games_to_next(k_of(1800, 1800, 12, Background(born_year=2015))) is None
    assert games_to_next(k_of(2500, 2500, 12)) is None


def test_every_dated_edition_knows_a_k_on_every_list() -> None:
    for edition in DATED:
        for on in (STANDARD, RAPID, BLITZ):
            assert k_factor(edition.k_on(on), 1800, 1800, 100, NOTHING_KNOWN, LIST).value in (15, 20)
