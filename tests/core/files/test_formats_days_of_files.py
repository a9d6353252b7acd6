"""Dates in files: what comes first, times, months without a day."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from core.files.common.dates import Calendar, DayOrder, day_in, read_days
from core.files.recognise import read_event_file

TODAY = date(2026, 11, 21)
NEW_YORK = ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    "text",
    [
        *("14-Nov-26", "14 Nov 2026", "14/Nov/2026", "Nov-14-26", "Saturday, November 14, 2026", "Sat 14 Nov 2026"),
        *("11/14/26", "14/11/26", "11/14/2026", "14.11.26", "26-11-14", "Saturday, November 14", "14 November"),
        *("2026-11-14 19:30:00", "2026-11-14T19:30:00Z", "2026-11-14T19:30:00.123+00:00", "11/14/2026 7:30 PM"),
        *("2026.11.14", "20261114", "1794684600", "1794684600123", "1794684600.5"),  # 14 November 2026, 19:30 UTC
    ],
)
def test_a_date_of_a_file_is_read(text: str) -> None:
    assert day_in(text, Calendar(today=TODAY)) == date(2026, 11, 14)


@pytest.mark.parametrize("text", ["", "2026", "Foo", "2026-13-14", "31.11.2026", "2026-11-14 25:00", "99/99/26"])
def test_anything_else_is_no_date(text: str) -> None:
    assert day_in(text, Calendar(today=TODAY)) is None


def test_a_moment_is_of_the_clubs_day() -> None:
    evening = Calendar(zone=NEW_YORK)  # five hours behind UTC
    assert day_in("2026-11-15T01:30:00Z", evening) == date(2026, 11, 14)
    assert day_in("2026-11-15T01:30:00", evening) == date(2026, 11, 15)


@pytest.mark.parametrize(
    ("texts", "first", "asks"),
    [
        (["10/5/2026", "10/13/2026"], date(2026, 10, 5), False),  # no month 13
        (["10/5/2026", "13/10/2026"], date(2026, 5, 10), False),
        (["10/5/2026", "10/6/2026"], date(2026, 5, 10), True),
        (["12/5/2026"], date(2026, 5, 12), False),  # 5 December is still to come
        (["10/10/2026"], date(2026, 10, 10), False),
        (["10.5.2026"], date(2026, 5, 10), False),
    ],
)
def test_a_file_proves_what_comes_first(texts: list[str], first: date, asks: bool) -> None:
    found = read_days(texts, Calendar(today=TODAY))
    assert (found.days[texts[0]], found.unsure is not None) == (first, asks)


def test_the_club_decides_where_the_file_does_not() -> None:
    found = read_days(["10/5/26"], Calendar(DayOrder.MONTH, today=TODAY))
    assert found.days["10/5/26"] == date(2026, 10, 5)
    assert found.unsure is not None
    assert (found.unsure.day, found.unsure.other) == (date(2026, 5, 10), date(2026, 10, 5))


@pytest.mark.parametrize("column", ["timestamp", "created_at", "Played at", "DateTime"])
def test_the_moment_of_a_row_is_its_date(column: str) -> None:
    read = read_event_file(f"{column},white,black,result\n2026-11-07 19:30:00,Ada Blank,Bo Cart,1-0\n".encode())
    assert read.day == date(2026, 11, 7)


def test_the_date_counts_where_a_moment_is_beside_it() -> None:
    table = b"created_at,white,black,result,date\n2026-11-09 08:00:00,Ada Blank,Bo Cart,1-0,2026-11-07\n"
    assert read_event_file(table).day == date(2026, 11, 7)


PGN = '[White "Ada Blank"]\n[Black "Bo Cart"]\n[Result "1-0"]\n{more}\n1-0\n'


@pytest.mark.parametrize(
    ("tags", "day"),
    [
        ('[Date "2026.11.06"]\n[UTCDate "2026.11.07"]\n[UTCTime "01:30:00"]\n', date(2026, 11, 6)),
        ('[UTCDate "2026.11.07"]\n[UTCTime "01:30:00"]\n', date(2026, 11, 6)),  # 20:30 in New York
        ('[Date "????.??.??"]\n[UTCDate "2026.11.07"]\n', date(2026, 11, 7)),
    ],
)
def test_the_players_own_date_of_a_pgn_counts(tags: str, day: date) -> None:
    assert read_event_file(PGN.format(more=tags).encode(), Calendar(zone=NEW_YORK)).day == day


def test_a_month_without_a_day_is_its_first() -> None:
    read = read_event_file(PGN.format(more='[Date "2026.11.??"]\n').encode())
    assert read.day == date(2026, 11, 1)
    assert read.unsure is not None
    assert read.unsure.other is None


TRF = """\
012 Open
042 {began}
052 {ended}
001    1 m    Alfa, Anna                        2000 ITA      800000 1990/01/01  1.0    1     2 w 1
001    2 m    Bravo, Bert                       1900 ITA      800001 1990/01/01  0.0    2     1 b 0
"""


@pytest.mark.parametrize(
    ("began", "ended", "day", "asks"),
    [
        ("10/05/2026", "10/05/2026", date(2026, 10, 5), True),
        ("09/10/2026", "11/10/2026", date(2026, 10, 11), False),  # three days, not two months
        ("2026/10/05", "2026/10/05", date(2026, 10, 5), False),
    ],
)
def test_the_days_of_a_tournament_report_are_read_as_the_club_writes(
    began: str, ended: str, day: date, asks: bool
) -> None:
    read = read_event_file(TRF.format(began=began, ended=ended).encode(), Calendar(DayOrder.MONTH))
    assert (read.day, read.unsure is not None) == (day, asks)
