"""Number rounds by day, or in listed order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.event.event_file import Conduct
from core.files.common.dates import Calendar, read_days
from core.files.common.tables import TableRow, unguarded
from core.files.common.text import ParseWarnings, fault, shorten
from core.files.games.results import RowResult, turned

MOST_ROUNDS, MOST_DATED_ROUNDS = 99, 9_999


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

    def __init__(self, rows: Sequence[TableRow], column: int | None, doubts: ParseWarnings, calendar: Calendar) -> None:
        self.rows: list[tuple[TableRow, date | None]] = []
        written = [None if column is None else unguarded(row.cell(column)) for row in rows]
        days, self.unsure = read_days(filter(None, written), calendar)
        day: date | None = None
        for row, text in zip(rows, written, strict=True):
            if text:
                day = days[text]
                if day is None:
                    raise fault(
                        row.line, f'"{shorten(text)}" is not a date. Use year-month-day, for example 2026-11-07.'
                    )
                if self.unsure is not None and self.unsure.text == text:
                    doubts.add(row.line, "dates", f'the date "{shorten(text)}" is read as {day}')
            self.rows.append((row, day))
        days_played = [day for _, day in self.rows if day is not None]
        self.last = max(days_played, default=None)
        self.first = None if not days_played or min(days_played) == self.last else min(days_played)


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


def round_days(reported: Iterable[ReportedRow]) -> Conduct | None:
    """Return the last day of each round, where known."""
    days: dict[int, date] = {}
    for one in reported:
        if one.day is not None:
            days[one.round] = max(one.day, days.get(one.round, one.day))
    return Conduct(days=tuple(map(days.get, range(1, max(days) + 1)))) if days else None


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
        if number > (MOST_ROUNDS if one.day is None else MOST_DATED_ROUNDS):
            raise InputError(
                f"Line {one.row.line}: there are more than {MOST_ROUNDS} rounds. Add the column date, or upload the "
                "later games as an event of their own."
            )
        highest[one.division] = max(number, highest.get(one.division, 0))
        last.update(dict.fromkeys(both, number))
        yield one._replace(round=number)
