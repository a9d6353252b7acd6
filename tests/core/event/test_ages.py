"""Who is a child on a day."""

from datetime import date

import pytest

from core.event.background import is_child


@pytest.mark.parametrize(
    ("born", "year", "child"),
    [
        (date(2013, 11, 22), None, True),
        (date(2013, 11, 21), None, False),
        (date(2012, 2, 29), None, False),
        (None, 2013, True),
        (None, 2012, False),
        (None, None, None),
    ],
)
def test_thirteen_is_the_age(born: date | None, year: int | None, child: bool | None) -> None:
    """By the year alone somebody may still be twelve on the last day of it."""
    assert is_child(born, year, date(2026, 11, 21)) is child
