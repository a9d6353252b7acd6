"""The US Chess rating report: three dBase III files in a zip, layout 2C or TA (uschess-files, sections 1 to 6)."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from core.crosstable import EventKind, TimeControl
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection
from core.formats.chess.uschess_report.controls import SYSTEMS, conflict, read_control
from core.formats.chess.uschess_report.dbf import DbfRow, DbfTable, read_dbf
from core.formats.chess.uschess_report.details import SectionRows, read_details
from core.formats.chess.uschess_report.fields import (
    DETAILS,
    HEADER,
    MOST_ROUNDS_READ,
    MOST_SECTIONS,
    SECTIONS,
    has_names_and_colours,
)
from core.formats.chess.uschess_report.games import SectionChart, is_crosstable, is_double, results_of
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.chess.uschess_report.values import federation_of, whole
from core.formats.chess.uschess_report.zip import is_report_zip, kind_of, unpack
from core.formats.common.days import EARLIEST
from core.formats.common.names import shorten
from core.words import counted

_DOUBLE_SWISS, _MATCH, _ROUND_ROBIN, _CUMULATIVE = "2", "M", "R", "C"


def is_uschess_report(data: bytes) -> bool:
    """Tell whether data is a zip with a file of a rating report in it, by contents or by the name .DBF."""
    return is_report_zip(data)


def read_uschess_report(data: bytes) -> FileEvent:
    """Read a zipped report; raise InputError, with section, player and round, for one that contradicts itself."""
    return read_uschess_report_files(unpack(data))


def read_uschess_report_files(files: Sequence[bytes]) -> FileEvent:
    """Read a report from its three files in any order; raise InputError as `read_uschess_report` does."""
    found: dict[str, bytes] = {}
    for content in files:
        kind = kind_of(content)
        if kind is None:
            raise InputError("A file belongs to no rating report: upload THEXPORT, TSEXPORT and TDEXPORT.")
        if kind in found:
            raise InputError(f"There are two {kind} files: upload the report of one event.")
        found[kind] = content
    for kind in (HEADER, SECTIONS, DETAILS):
        if kind not in found:
            raise InputError(f"{kind} is missing: upload THEXPORT, TSEXPORT and TDEXPORT together in one zip.")
    tables = {kind: read_dbf(content, kind) for kind, content in found.items()}
    remarks = Remarks()
    for kind, table in tables.items():
        if table.deleted:
            remarks.add(f"{kind}: {counted(len(table.deleted), 'row')} marked as deleted and left out.")
    return _event(tables[HEADER], tables[SECTIONS], tables[DETAILS], remarks)


def _event(header: DbfTable, sections: DbfTable, details: DbfTable, remarks: Remarks) -> FileEvent:
    if len(header.rows) != 1:
        raise InputError(f"{HEADER} has {counted(len(header.rows), 'row')}, not one: upload the report of one event.")
    (row,) = header.rows
    began, day = _days(row, "H", "The event", remarks)
    _check_one_event((row, *sections.rows, *details.rows), remarks)
    read = _sections(sections, details, (began, day), remarks)
    if whole(row.text("H_TOT_SECT")) != len(sections.rows):
        remarks.add(f"{HEADER} does not count the {counted(len(sections.rows), 'section')} that {SECTIONS} has.")
    return FileEvent(
        format=f"US Chess rating report ({'2C' if has_names_and_colours(details) else 'TA'})",
        sections=read,
        name=row.text("H_NAME") or None,
        began=began,
        day=day,
        city=row.text("H_CITY") or None,
        federation=federation_of(row.text("H_COUNTRY")),
        remarks=remarks.all(),
    )


def _check_one_event(rows: Sequence[DbfRow], remarks: Remarks) -> None:
    ids = {row.text(f"{prefix}_EVENT_ID") for row in rows for prefix in "HSD"} - {""}
    if len(ids) > 1:
        remarks.add(f"The files name {len(ids)} different events by their ids: check that they belong together.")


def _sections(
    sections: DbfTable, details: DbfTable, days: tuple[date | None, date | None], remarks: Remarks
) -> tuple[FileSection, ...]:
    if not 1 <= len(sections.rows) <= MOST_SECTIONS:
        raise InputError(
            f"{SECTIONS} has {counted(len(sections.rows), 'section')}: a report has from 1 to {MOST_SECTIONS}."
        )
    rows: dict[int, DbfRow] = {}
    for row in sections.rows:
        number = whole(row.text("S_SEC_NUM"))
        if number is None:
            raise InputError(f"{SECTIONS}, row {row.number}: the section has no number: export the report again.")
        if number in rows:
            raise InputError(f"{SECTIONS}, row {row.number}: section {number} stands there twice: correct the report.")
        rows[number] = row
    players = read_details(details, {number: _rounds(number, row) for number, row in rows.items()}, remarks)
    colours = has_names_and_colours(details)
    return tuple(_section(number, row, players[number], days, colours, remarks) for number, row in rows.items())


def _rounds(number: int, row: DbfRow) -> int:
    rounds = whole(row.text("S_TOT_RNDS"))
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS_READ:
        raise InputError(f"Section {number} does not say from 1 to {MOST_ROUNDS_READ} rounds: correct S_TOT_RNDS.")
    return rounds


def _section(
    number: int,
    row: DbfRow,
    found: SectionRows,
    days: tuple[date | None, date | None],
    colours: bool,
    remarks: Remarks,
) -> FileSection:
    label = f"Section {number}"
    kind = row.text("S_TRN_TYPE").upper()
    rounds = _rounds(number, row)
    crosstable = kind == _ROUND_ROBIN and is_crosstable(found.cells, rounds)
    double = kind == _DOUBLE_SWISS or is_double(found.cells)
    _check_counts(label, row, found, remarks)
    section_days = _days(row, "S", label, remarks)
    if any(own not in (None, theirs) for own, theirs in zip(section_days, days, strict=True)):
        remarks.add(f"{label} has days of its own, {_span(section_days)}: the event's are taken.")
    if kind == _CUMULATIVE:
        remarks.add(f"{label} is a cumulative Swiss, whose cells are supposed to mean what those of any Swiss do.")
    if crosstable:
        remarks.add(f"{label} is a round robin whose columns are players: who played in which round is supposed.")
    if double:
        remarks.add(f"{label} has two games in a column: their order and the colours of the second are supposed.")
    results = results_of(
        SectionChart(found.cells, label, found.where, remarks, crosstable=crosstable, double=double, colours=colours)
    )
    control = _control(row, label, remarks)
    return FileSection(
        players=found.players,
        games=results.games,
        byes=results.byes,
        name=row.text("S_SEC_NAME") or None,
        kind=_kind(kind, found.players, label, remarks),
        time_control=control,
        written_control=None if control else _written_control(row) or _system(row),
        rounds_planned=None if crosstable else rounds * (1 + double),
    )


def _check_counts(label: str, row: DbfRow, found: SectionRows, remarks: Remarks) -> None:
    highest = max(found.cells, default=0)
    if not found.cells:
        remarks.add(f"{label} has no players.")
    elif len(found.cells) != highest:
        remarks.add(f"{label}: {counted(len(found.cells), 'player')} numbered up to {highest}, with gaps.")
    if whole(row.text("S_LST_PAIR")) != highest:
        remarks.add(f"{label}: {SECTIONS} does not say that {highest} is the highest pairing number.")


def _kind(letter: str, players: Sequence[FilePlayer], label: str, remarks: Remarks) -> EventKind:
    if letter != _MATCH:
        return EventKind.TOURNAMENT
    if len(players) == 2:
        return EventKind.MATCH
    remarks.add(f"{label} is called a match, but has {counted(len(players), 'player')}: it is read as a tournament.")
    return EventKind.TOURNAMENT


def _control(row: DbfRow, label: str, remarks: Remarks) -> TimeControl | None:
    """Return the time control, which decides; without one the rating system's letter does (section 5)."""
    written = _written_control(row)
    letter = row.text("S_R_SYSTEM").upper()
    control = read_control(written)
    if control is not None:
        fault = conflict(control, letter)
        if fault:
            remarks.add(f"{label}: {fault}")
        return control
    what = f'the time control "{shorten(written)}" cannot be read' if written else "there is no time control"
    system = _system(row)
    remarks.add(f"{label}: {what}{f'; the rating system is {system}' if system else ''}.")
    return None


def _written_control(row: DbfRow) -> str:
    return row.text("S_TIMECTL") or row.text("S_TIME_CTL")


def _system(row: DbfRow) -> str | None:
    """Return the rating system that a section names, in a word."""
    return SYSTEMS.get(row.text("S_R_SYSTEM").upper())


def _days(row: DbfRow, prefix: str, whose: str, remarks: Remarks) -> tuple[date | None, date | None]:
    began, day = (_day(row.text(f"{prefix}_{which}_DATE"), whose, remarks) for which in ("BEG", "END"))
    if began is not None and day is not None and began > day:
        remarks.add(f"{whose} ends on {day}, before it begins on {began}: only the end is taken.")
        return None, day
    return began, day


def _day(text: str, whose: str, remarks: Remarks) -> date | None:
    if not text:
        return None
    try:
        day = date(int(text[:4]), int(text[4:6]), int(text[6:])) if len(text) == 8 and text.isascii() else None
    except ValueError:
        day = None
    if day is None or day < EARLIEST:
        remarks.add(f'{whose} has the impossible date "{shorten(text)}", which is left out.')
        return None
    return day


def _span(days: tuple[date | None, date | None]) -> str:
    return " to ".join(str(day) for day in Counter(day for day in days if day is not None))
