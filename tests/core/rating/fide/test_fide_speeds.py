"""Which list a time control belongs to."""

import pytest
from fide_factories import BLITZ, RAPID, STANDARD

from core.errors import RuleError
from core.event.crosstable import TimeControl
from core.lists import RatingList
from core.rating.fide.rules import edition_named, lists_for

IN_2017 = edition_named("fide-2014-07-01")


@pytest.mark.parametrize(
    ("minutes", "seconds", "highest", "right"),
    [
        (3, 1, 2800, BLITZ),
        (3, 2, None, BLITZ),
        (10, 0, 2000, BLITZ),
        (10, 1, 2000, RAPID),
        (15, 10, 2800, RAPID),
        (59, 0, 2800, RAPID),
        (60, 0, None, STANDARD),
        (60, 0, 1799, STANDARD),
        (60, 30, 2399, STANDARD),
        (90, 30, 2400, STANDARD),
    ],
)
def test_minutes_plus_seconds_decide(minutes: int, seconds: int, highest: int | None, right: RatingList) -> None:
    assert lists_for(TimeControl(minutes, seconds), highest) == (right,)


@pytest.mark.parametrize(("minutes", "seconds"), [(3, 0), (1, 2), (2, 1), (0, 1)])
def test_three_minutes_are_too_fast(minutes: int, seconds: int) -> None:
    with pytest.raises(RuleError, match="must add up to more than 3"):
        lists_for(TimeControl(minutes, seconds), 2000)


@pytest.mark.parametrize(("total", "highest", "least"), [(60, 1800, 90), (89, 2399, 90), (119, 2400, 120)])
def test_strong_players_need_more_time(total: int, highest: int, least: int) -> None:
    with pytest.raises(RuleError, match=f"must be at least {least}"):
        lists_for(TimeControl(total, 0), highest)


def test_until_2021_weaker_players_needed_it_too() -> None:
    assert lists_for(TimeControl(60, 0), 1599, IN_2017) == (STANDARD,)
    with pytest.raises(RuleError, match="a player of 1600 or more"):
        lists_for(TimeControl(60, 0), 1600, IN_2017)
    with pytest.raises(RuleError, match="a player of 2200 or more"):
        lists_for(TimeControl(90, 0), 2200, IN_2017)
