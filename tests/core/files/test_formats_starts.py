"""When something starts, as it is typed."""

from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.typed.rules import parse_start
from tests.depth import examples

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def test_it_is_of_the_clubs_clock() -> None:
    evening = datetime(2026, 12, 4, 18, tzinfo=UTC)  # Berlin is an hour ahead in winter
    for text in ("2026-12-04 19:00", " 2026-12-04T19:00 ", "2026-12-04  19.00"):
        assert parse_start(text, BERLIN, NOW) == evening
    assert parse_start("2026-12-04 9:05", UTC, NOW) == datetime(2026, 12, 4, 9, 5, tzinfo=UTC)
    # In the night to 28 March 2027 clocks go from 2:00 to 3:00.
    assert parse_start("2027-03-28 02:30", BERLIN, NOW) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Friday", '"Friday" is not a time. Write day and time, for example 2026-11-30 19:00.'),
        ("2026-02-30 19:00", "is not a time"),
        ("2026-12-04 25:00", "is not a time"),
        ("2026-12-04", "is not a time"),
        ("2026-11-23 12:59", "is in the past. Write a future time"),  # 11:59 in UTC
        ("2028-01-01 10:00", "more than a year ahead"),
    ],
)
def test_what_is_no_time_to_come_is_told(text: str, why: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_start(text, BERLIN, NOW)
    assert why in refused.value.message


@given(st.text(max_size=30) | st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{1,2}:[0-9]{2}"))
@examples()
def test_whatever_is_typed_ends_in_a_time_to_come_or_a_sentence(text: str) -> None:
    with suppress(InputError):
        assert parse_start(text, BERLIN, NOW) > NOW
