import pytest

from core.errors import RuleError
from core.event.crosstable import TimeControl
from core.lists import RatingList
from core.rating.uschess.rules import is_dual_rated, lists_for

REGULAR, QUICK, BLITZ = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ


# US Chess 2025, section 1: Blitz 5 to 10, Quick above 10 and below 30, Regular from 30; 30 to 65 is dual rated.
@pytest.mark.parametrize(
    ("minutes", "seconds", "lists"),
    [
        (5, 0, (BLITZ,)),
        (3, 2, (BLITZ,)),
        (5, 5, (BLITZ,)),
        (10, 0, (BLITZ,)),
        (10, 1, (QUICK,)),
        (24, 5, (QUICK,)),
        (25, 5, (REGULAR, QUICK)),
        (30, 0, (REGULAR, QUICK)),
        (60, 5, (REGULAR, QUICK)),
        (61, 5, (REGULAR,)),
        (90, 30, (REGULAR,)),
    ],
)
def test_minutes_plus_seconds_decide_the_lists(minutes: int, seconds: int, lists: tuple[RatingList, ...]) -> None:
    assert lists_for(TimeControl(minutes, seconds)) == lists


@pytest.mark.parametrize(("minutes", "seconds"), [(0, 0), (4, 0), (3, 1), (1, 3)])
def test_below_five_nothing_is_rated(minutes: int, seconds: int) -> None:
    with pytest.raises(RuleError, match=f"{minutes}\\+{seconds} is too fast"):
        lists_for(TimeControl(minutes, seconds))


@pytest.mark.parametrize(
    ("control", "dual"),
    [
        (TimeControl(24, 5), False),
        (TimeControl(25, 5), True),
        (TimeControl(60, 5), True),
        (TimeControl(60, 6), False),
        (None, False),
    ],
)
def test_from_30_to_65_an_event_is_dual_rated(control: TimeControl | None, dual: bool) -> None:
    assert is_dual_rated(control) is dual


@pytest.mark.parametrize("total", range(5, 130))
def test_dual_rated_events_are_those_on_two_lists(total: int) -> None:
    control = TimeControl(total, 0)
    assert is_dual_rated(control) is (len(lists_for(control)) == 2)
