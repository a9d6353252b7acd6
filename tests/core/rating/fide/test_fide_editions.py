"""Which rules apply when; the dates are those of the handbook and of the announcements that spec/fide.md lists."""

from datetime import date
from typing import Any

import pytest
from fide_factories import BLITZ, RAPID, STANDARD

from core.errors import InputError
from core.rating.fide.rules import DATED, EDITIONS, FirstRatingRule, LimitRule, edition_for, edition_named


@pytest.mark.parametrize(
    ("start", "limit", "floor", "first"),
    [
        (date(2009, 6, 30), LimitRule(350), 1000, FirstRatingRule.SINCE_2017),
        (date(2009, 7, 1), LimitRule(400), 1200, FirstRatingRule.SINCE_2017),
        (date(2021, 12, 31), LimitRule(400), 1000, FirstRatingRule.SINCE_2017),
        (date(2022, 1, 1), LimitRule(400, upgrades=1), 1000, FirstRatingRule.SINCE_2017),
        (date(2024, 2, 29), LimitRule(400, upgrades=1), 1000, FirstRatingRule.SINCE_2017),
        (date(2024, 3, 1), LimitRule(400), 1400, FirstRatingRule.SINCE_2024),
        (date(2025, 9, 30), LimitRule(400), 1400, FirstRatingRule.SINCE_2024),
        (date(2025, 10, 1), LimitRule(400, exempt_from=2650), 1400, FirstRatingRule.SINCE_2024),
        (date(2026, 11, 20), LimitRule(400, exempt_from=2650), 1400, FirstRatingRule.SINCE_2024),
    ],
)
def test_the_day_on_which_an_event_begins_decides(
    start: date, limit: LimitRule, floor: int, first: FirstRatingRule
) -> None:
    edition = edition_for(start)
    assert (edition.limit_on(STANDARD), edition.floor, edition.first_rating) == (limit, floor, first)


@pytest.mark.parametrize("rating_list", [RAPID, BLITZ])
def test_rapid_and_blitz_have_no_exemption_from_the_limit(rating_list: Any) -> None:
    assert edition_for(date(2026, 1, 1)).limit_on(rating_list) == LimitRule(400)
    assert edition_for(date(2021, 12, 31)).limit_on(rating_list) == LimitRule(735)


def test_games_far_apart_stopped_counting_in_december_2024() -> None:
    assert edition_for(date(2024, 11, 30)).far_apart_counts
    assert not edition_for(date(2024, 12, 1)).far_apart_counts


def test_editions_are_in_order_and_have_names_of_their_own() -> None:
    starts = [edition.since for edition in DATED]
    assert starts == sorted(starts)
    assert len({edition.key for edition in EDITIONS}) == len({edition.title for edition in EDITIONS}) == len(EDITIONS)
    assert all(edition_named(edition.key) is edition for edition in EDITIONS)
    assert all(edition_for(edition.since) is edition for edition in DATED)


def test_an_unknown_name_is_answered_with_all_names() -> None:
    with pytest.raises(InputError, match='no FIDE rules called "fide-1900"') as refused:
        edition_named("fide-1900")
    assert all(edition.key in refused.value.message for edition in EDITIONS)
