"""Number rounds by day, or in listed order."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.files.common.tables import TableRow, unguarded
from core.files.common.text import ParseWarnings, WrittenDay, fault, parse_written_day, shorten
from core.files.games.results import RowResult, turned

MOST_ROUNDS = 99


class ReportedRow(NamedTuple):
    """A row. round: 0 if none. day: None if unknown."""

    row: TableRow
    division: str
    round: int
    first: int
    second: int | None
    outcome: RowResult
    points: int | None
    theirs: int | None
    day: date | None


class TiedToDays:
    """Rows with their days; a missing day is the previous row's."""

    def __init__(self, rows: Sequence[TableRow], column: int | None, doubts: ParseWarnings) -> None:
        self.rows: list[tuple[TableRow, date | None]] = []
        written = [None if column is None else unguarded(row.cell(column)) for row in rows]
        read = {text: _day(text) for text in written if text}
        # 03/04 is read by other dates of the list, such as 03/14.
        swapped = any(one is not None and one.day == one.other for one in read.values())
        sure = swapped or any(one is not None and one.day is not None and one.day.day > 12 for one in read.values())
        day: date | None = None
        for row, text in zip(rows, written, strict=True):
            if text:
                found = read[text]
                if found is None:
                    raise fault(
                        row.line, f'"{shorten(text)}" is not a date. Use year-month-day, for example 2026-11-07.'
                    )
                day = found.other if swapped and found.other is not None else found.day
                if not found.sure and not sure:
                    doubts.add(row.line, "dates", f'the date "{shorten(text)}" is read as {day}')
            self.rows.append((row, day))
        days = [day for _, day in self.rows if day is not None]
        self.last = max(days, default=None)
        self.first = None if not days or min(days) == self.last else min(days)


def _day(text: str) -> WrittenDay | None:
    found = parse_written_day(text)
    if found is None or found.day is None or (found.day == found.other and re.match("[0-9]{4}", text)):
        return None
    return found


def once_each(reported: Sequence[ReportedRow], doubts: ParseWarnings) -> list[ReportedRow]:
    """Return each game once if all are listed twice; else as given."""
    sides = Counter(_side(one) for one in reported if one.second is not None)
    if not sides or any(sides[_other_side(one)] != sides[_side(one)] for one in reported if one.second is not None):
        return list(reported)
    found: list[ReportedRow] = []
    waiting: Counter[tuple[object, ...]] = Counter()
    for one in reported:
        if one.second is not None and waiting[_side(one)]:
            waiting[_side(one)] -= 1
            doubts.add(one.row.line, "games that both players reported", "reported by both players. Counted once")
            continue
        found.append(one)
        if one.second is not None:
            waiting[_other_side(one)] += 1
    return found


def _side(one: ReportedRow) -> tuple[object, ...]:
    return one.division, one.round, one.day, one.first, one.second, one.outcome, one.points, one.theirs


def _other_side(one: ReportedRow) -> tuple[object, ...]:
    return one.division, one.round, one.day, one.second, one.first, turned(one.outcome), one.theirs, one.points


def in_rounds(reported: Sequence[ReportedRow]) -> list[ReportedRow]:
    """Return games with rounds: in each player's order, later days after earlier ones."""
    return list(_numbered(sorted(reported, key=lambda one: one.day or date.min)))


def _numbered(reported: Sequence[ReportedRow]) -> Iterator[ReportedRow]:
    last: dict[tuple[str, int | None], int] = {}
    highest: dict[str, int] = {}
    before: dict[str, tuple[date | None, int]] = {}
    for one in reported:
        day, base = before.get(one.division, (one.day, 0))
        if day != one.day:
            base = highest[one.division]
        before[one.division] = one.day, base
        both = [(one.division, number) for number in (one.first, one.second) if number is not None]
        number = 1 + max(base, *(last.get(player, 0) for player in both))
        if number > MOST_ROUNDS:
            raise InputError(
                f"Line {one.row.line}: there are more than {MOST_ROUNDS} rounds. Upload the later games as an event of "
                "their own."
            )
        highest[one.division] = max(number, highest.get(one.division, 0))
        last.update(dict.fromkeys(both, number))
        yield one._replace(round=number)
