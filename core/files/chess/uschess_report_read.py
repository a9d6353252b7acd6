"""Read games and byes of a section, each compared with the opponent's cell (sections 4 and 6)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Bye, EventKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.round_robin import turn_of
from core.files.chess.uschess_report import (
    BYES,
    DETAILS,
    DOUBLE,
    FORFEITS,
    HEADER,
    MOST_PLAYERS,
    MOST_ROUNDS_READ,
    MOST_SECTIONS,
    PLAYED,
    SECTIONS,
    SPECIAL,
    SYSTEMS,
    DbfRow,
    DbfTable,
    Remarks,
    ReportCell,
    check_members,
    conflict,
    federation_of,
    has_names_and_colours,
    is_report_zip,
    kind_of,
    member_id,
    parse_cell,
    placeholder_name,
    rating_of,
    read_control,
    read_dbf,
    round_columns,
    state_of,
    unpack,
    whole,
)
from core.files.common.dates import EARLIEST_DAY
from core.files.common.people import readable_name
from core.files.common.text import shorten
from core.words import counted

Chart = Mapping[int, Sequence[ReportCell]]
"""Each player's cells by pairing number, all rows equally long."""

_SINGLE = {("W", "L"): (1.0,), ("L", "W"): (0.0,), ("D", "D"): (0.5,)}
# Two games in a column (section 6); their order is unknown.
_DOUBLE = {
    ("$", "L"): (1.0, 1.0),
    ("L", "$"): (0.0, 0.0),
    ("#", "D"): (1.0, 0.5),
    ("D", "#"): (0.0, 0.5),
    ("W", "W"): (1.0, 0.0),
    ("%", "%"): (0.5, 0.5),
}


class Results(NamedTuple):
    """What the cells of a section say."""

    games: tuple[Game, ...]
    byes: tuple[Bye, ...]


@dataclass(frozen=True, slots=True)
class SectionChart:
    """A section's cells.

    crosstable: columns are players. double: two games per column. colours: the format has colours.
    where: names a cell by pairing number and column.
    """

    cells: Chart
    label: str
    where: Callable[[int, int], str]
    remarks: Remarks
    crosstable: bool = False
    double: bool = False
    colours: bool = True

    def mirror(self, number: int, column: int, opponent: int) -> ReportCell:
        """Return the opponent's cell of the same round; the opponent must be in the section."""
        return self.cells[opponent][(number if self.crosstable else column) - 1]

    def rounds(self, number: int, column: int) -> tuple[int, ...]:
        unit = turn_of(number, column, max(self.cells)) if self.crosstable else column
        return (2 * unit - 1, 2 * unit) if self.double else (unit,)


def is_double(cells: Chart) -> bool:
    return any(cell.letter in DOUBLE for cell in chain.from_iterable(cells.values()))


def is_crosstable(cells: Chart, rounds: int) -> bool:
    """Return whether a round robin's column j is the result against player j (section 6)."""
    if rounds != max(cells, default=0):
        return False
    found = False
    for number, row in cells.items():
        for column, cell in enumerate(row, start=1):
            if column == number and cell.letter != "U":
                return False
            if cell.opponent is not None:
                if cell.opponent != column:
                    return False
                found = True
    return found


def results_of(chart: SectionChart) -> Results:
    games: list[Game] = []
    colourless = 0
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            if cell.letter not in PLAYED:
                continue
            theirs = _opposite(chart, number, column, cell)
            assert cell.opponent is not None
            if number < cell.opponent:
                colourless += cell.colour is None and theirs.colour is None
                games += _games(chart, number, column, cell, theirs)
    if colourless and chart.colours:
        chart.remarks.add(f"{chart.label}: {counted(colourless, 'game')} without colours.")
    games.sort(key=attrgetter("round", "first"))
    return Results(tuple(games), tuple(sorted(_byes(chart), key=attrgetter("round", "entrant"))))


def _opposite(chart: SectionChart, number: int, column: int, cell: ReportCell) -> ReportCell:
    opponent = cell.opponent
    if opponent is None:
        raise InputError(f"{chart.where(number, column)}: {cell} has no opponent. Correct the report.")
    if opponent == number:
        raise InputError(f"{chart.where(number, column)}: {cell} is a game against themselves. Correct the report.")
    if opponent not in chart.cells:
        raise InputError(
            f"{chart.where(number, column)}: there is no player {opponent} in this section. Correct the report."
        )
    theirs = chart.mirror(number, column, opponent)
    if theirs.letter not in PLAYED or theirs.opponent != number:
        raise InputError(
            f"{chart.where(number, column)} has {cell}, but player {opponent} has {theirs} in that round. "
            "Correct one of them."
        )
    return theirs


def _games(chart: SectionChart, number: int, column: int, cell: ReportCell, theirs: ReportCell) -> list[Game]:
    rounds = chart.rounds(number, column)
    table: Mapping[tuple[str, str], tuple[float, ...]] = _DOUBLE if chart.double else _SINGLE
    scores = table.get((cell.letter, theirs.letter))
    opponent = cell.opponent
    assert opponent is not None
    if scores is None:
        special = "is meant to be unequal" if {cell.letter, theirs.letter} & SPECIAL else "contradicts the other result"
        chart.remarks.add(
            f"{chart.where(number, column)}: {cell} {special} against {theirs} of player {opponent}. "
            "The game is stored as disputed and not rated."
        )
    began = _began(chart, number, column, cell, theirs)
    return [
        Game(
            round_number,
            number,
            opponent,
            None if scores is None else scores[place],
            None if began is None else began != bool(place),  # the second game with the other colours
            rated=scores is not None,
        )
        for place, round_number in enumerate(rounds)
    ]


def _began(chart: SectionChart, number: int, column: int, cell: ReportCell, theirs: ReportCell) -> bool | None:
    if cell.colour is not None and cell.colour == theirs.colour:
        colour = "White" if cell.colour == "W" else "Black"
        chart.remarks.add(f"{chart.where(number, column)}: both players have {colour}. Colours ignored.")
        return None
    if cell.colour is not None:
        return cell.colour == "W"
    return None if theirs.colour is None else theirs.colour == "B"


def _byes(chart: SectionChart) -> list[Bye]:
    opponents = _forfeits(chart)
    byes = []
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            # In a crosstable an empty field is an unplayed game, not a round without one.
            if cell.letter in PLAYED or (chart.crosstable and (cell.letter == "U" or column not in chart.cells)):
                continue
            if cell.letter == "Z":
                chart.remarks.add(f"{chart.where(number, column)}: a draw by forfeit counts as a half-point bye.")
            opponent = opponents.get((number, column))
            byes += [
                Bye(round_number, number, BYES[cell.letter], opponent) for round_number in chart.rounds(number, column)
            ]
    return byes


def _forfeits(chart: SectionChart) -> dict[tuple[int, int], int]:
    namers = _namers(chart)
    named: dict[tuple[int, int], int] = {}
    unknown: dict[int, dict[str, list[int]]] = {}
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            if cell.letter not in FORFEITS:
                continue
            opponent = column if chart.crosstable else cell.opponent or namers.get((number, column))
            if opponent is None:
                unknown.setdefault(column, {"X": [], "F": []})[cell.letter].append(number)
            elif _is_forfeit_between(chart, number, column, opponent):
                named[number, column] = opponent
            else:
                chart.remarks.add(
                    f"{chart.where(number, column)}: player {opponent} has no forfeit against player {number} there, "
                    "so the opponent was ignored."
                )
    for column, (winners, losers) in ((column, found.values()) for column, found in sorted(unknown.items())):
        if len(winners) == 1 and len(losers) == 1:
            named[winners[0], column], named[losers[0], column] = losers[0], winners[0]
            chart.remarks.add(
                f"{chart.label}, round {column}: player {winners[0]} won by forfeit, presumably against "
                f"player {losers[0]}, who lost by forfeit."
            )
        else:
            chart.remarks.add(
                f"{chart.label}, round {column}: {len(winners)} won and {len(losers)} lost by forfeit. "
                "The pairs are unknown."
            )
    return named


def _namers(chart: SectionChart) -> dict[tuple[int, int], int]:
    naming: dict[tuple[int, int], list[int]] = {}
    for number, row in chart.cells.items():
        for column, cell in enumerate(row, start=1):
            if cell.letter in FORFEITS and cell.opponent not in (None, number):
                naming.setdefault((cell.opponent, column), []).append(number)
    return {key: numbers[0] for key, numbers in naming.items() if len(numbers) == 1}


def _is_forfeit_between(chart: SectionChart, number: int, column: int, opponent: int) -> bool:
    if opponent == number or opponent not in chart.cells:
        return False
    mine, theirs = chart.cells[number][column - 1], chart.mirror(number, column, opponent)
    if theirs.letter not in FORFEITS or mine.letter == theirs.letter == "X":
        return False
    return chart.crosstable or theirs.opponent in (None, number)


# TDEXPORT (sections 3 and 4)


MOST_CELLS = 100_000
"""What a report may have in all: 10,000 players in 10 rounds."""


@dataclass(frozen=True, slots=True)
class SectionRows:
    """A section's players, and their cells by pairing number."""

    number: int
    players: tuple[FilePlayer, ...] = ()
    cells: dict[int, list[ReportCell]] = field(default_factory=dict)
    rows: Mapping[int, int] = field(default_factory=dict)

    def where(self, number: int, column: int) -> str:
        return f"Section {self.number}, row {self.rows[number]}, player {number}, round {column}"


def read_details(details: DbfTable, rounds: Mapping[int, int], remarks: Remarks) -> dict[int, SectionRows]:
    """Return each section's players. rounds: by section."""
    columns = round_columns(details)
    if not columns:
        raise InputError(f"{DETAILS} has no column D_RND01. Export the report again.")
    if len(details.rows) * len(columns) > MOST_CELLS:
        raise InputError(f"{DETAILS} has more than {MOST_CELLS} results. Upload the report of one event.")
    grouped: dict[int, dict[int, list[DbfRow]]] = {number: {} for number in rounds}
    for row in details.rows:
        section, number = whole(row.text("D_SEC_NUM")), whole(row.text("D_PAIR_NUM"))
        if section is None or number is None or not 1 <= number <= MOST_PLAYERS:
            raise InputError(
                f"{DETAILS}, row {row.number}: there is no section and pairing number from 1 to {MOST_PLAYERS}. "
                "Export the report again."
            )
        if section not in grouped:
            raise InputError(f"{DETAILS}, row {row.number}: there is no section {section}. Correct the report.")
        grouped[section].setdefault(number, []).append(row)
    parsed: dict[bytes, ReportCell] = {}
    return {
        section: _section_of(section, dict(sorted(grouped[section].items())), columns, rounds[section], parsed, remarks)
        for section in rounds
    }


def _section_of(
    section: int,
    grouped: Mapping[int, list[DbfRow]],
    columns: list[str],
    rounds: int,
    parsed: dict[bytes, ReportCell],
    remarks: Remarks,
) -> SectionRows:
    players = tuple(_player(section, number, rows[0], remarks) for number, rows in grouped.items())
    check_members(players, f"Section {section}", remarks)
    cells: dict[int, list[ReportCell]] = {}
    surplus = 0
    for number, rows in grouped.items():
        merged = _merged(section, number, rows, len(columns), rounds)
        raw = [(row, column) for row in merged for column in columns]
        if len(raw) < rounds:
            raise InputError(
                f"Section {section}, row {rows[0].number}, player {number} has {counted(len(raw), 'round')}, "
                f"the section {rounds}. Export the report again."
            )
        cells[number] = [
            _cell(row.raw(column), parsed, (section, row.number, number, round_number))
            for round_number, (row, column) in enumerate(raw[:rounds], start=1)
        ]
        surplus += sum(_is_result(row.raw(column)) for row, column in raw[rounds:])
    if surplus:
        cells_left_out, most = counted(surplus, "cell"), counted(rounds, "round")
        remarks.add(f"Section {section}: {cells_left_out} after its {most} ignored.")
    return SectionRows(section, players, cells, {number: rows[0].number for number, rows in grouped.items()})


def _merged(section: int, number: int, rows: list[DbfRow], columns: int, rounds: int) -> list[DbfRow]:
    if len(rows) > 1:
        ids = {row.text("D_MEM_ID") for row in rows}
        if len(rows) > 2 or len(ids) > 1 or rounds <= columns:
            raise InputError(
                f"Section {section}, row {rows[1].number}: player {number} is listed twice. Correct the report."
            )
    return sorted(rows, key=lambda row: row.text("D_REC_SEQ"))


def _cell(raw: bytes, parsed: dict[bytes, ReportCell], place: tuple[int, int, int, int]) -> ReportCell:
    cell = parsed.get(raw)
    if cell is None:
        try:
            cell = parsed[raw] = parse_cell(raw.replace(b"\0", b" ").decode("latin-1"))
        except InputError as error:
            section, row, number, round_number = place
            where = f"Section {section}, row {row}, player {number}, round {round_number}"
            raise InputError(f"{where}: {error.message}") from None
    return cell


def _is_result(raw: bytes) -> bool:
    return raw.strip(b" \0").upper() not in (b"", b"0", b"U", b"U0")


def _player(section: int, number: int, row: DbfRow, remarks: Remarks) -> FilePlayer:
    member = member_id(row.text("D_MEM_ID"))
    rating, games = rating_of(row.text("D_RATING"), f"Section {section}, player {number}", remarks)
    return FilePlayer(
        number=number,
        name=readable_name(row.text("D_NAME")) or placeholder_name(number, member),
        rating=rating,
        games=games,
        uschess_id=member,
        state=state_of(row.text("D_STATE")),
        line=row.number,
    )


# The US Chess rating report (uschess-files, sections 1 to 6)


_DOUBLE_SWISS, _MATCH, _ROUND_ROBIN, _CUMULATIVE = "2", "M", "R", "C"


def is_uschess_report(data: bytes) -> bool:
    return is_report_zip(data)


def read_uschess_report(data: bytes) -> FileEvent:
    return read_uschess_report_files(unpack(data))


def read_uschess_report_files(files: Sequence[bytes]) -> FileEvent:
    found: dict[str, bytes] = {}
    for content in files:
        kind = kind_of(content)
        if kind is None:
            raise InputError("One file is not part of a rating report. Upload THEXPORT, TSEXPORT and TDEXPORT.")
        if kind in found:
            raise InputError(f"There are two {kind} files. Upload the report of one event.")
        found[kind] = content
    for kind in (HEADER, SECTIONS, DETAILS):
        if kind not in found:
            raise InputError(f"{kind} is missing. Upload THEXPORT, TSEXPORT and TDEXPORT together in one zip.")
    tables = {kind: read_dbf(content, kind) for kind, content in found.items()}
    remarks = Remarks()
    for kind, table in tables.items():
        if table.deleted:
            remarks.add(f"{kind}: {counted(len(table.deleted), 'row')} marked as deleted. Ignored.")
    return _event(tables[HEADER], tables[SECTIONS], tables[DETAILS], remarks)


def _event(header: DbfTable, sections: DbfTable, details: DbfTable, remarks: Remarks) -> FileEvent:
    if len(header.rows) != 1:
        raise InputError(f"{HEADER} has {counted(len(header.rows), 'row')}, not one. Upload the report of one event.")
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
        remarks.add(f"The files name {len(ids)} different events by their ids. Check that they belong together.")


def _sections(
    sections: DbfTable, details: DbfTable, days: tuple[date | None, date | None], remarks: Remarks
) -> tuple[FileSection, ...]:
    if not 1 <= len(sections.rows) <= MOST_SECTIONS:
        raise InputError(f"{SECTIONS} has {counted(len(sections.rows), 'section')}: a report has 1 to {MOST_SECTIONS}.")
    rows: dict[int, DbfRow] = {}
    for row in sections.rows:
        number = whole(row.text("S_SEC_NUM"))
        if number is None:
            raise InputError(f"{SECTIONS}, row {row.number}: the section has no number. Export the report again.")
        if number in rows:
            raise InputError(f"{SECTIONS}, row {row.number}: section {number} is listed twice. Correct the report.")
        rows[number] = row
    players = read_details(details, {number: _rounds(number, row) for number, row in rows.items()}, remarks)
    colours = has_names_and_colours(details)
    return tuple(_section(number, row, players[number], days, colours, remarks) for number, row in rows.items())


def _rounds(number: int, row: DbfRow) -> int:
    rounds = whole(row.text("S_TOT_RNDS"))
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS_READ:
        raise InputError(f"Section {number} does not say from 1 to {MOST_ROUNDS_READ} rounds. Correct S_TOT_RNDS.")
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
        remarks.add(f"{label} has its own days, {_span(section_days)}. The event's days are used.")
    if kind == _CUMULATIVE:
        remarks.add(f"{label} is a cumulative Swiss, which is read like any Swiss.")
    if crosstable:
        remarks.add(f"{label} is a round robin whose columns are players. The rounds of the games are assumed.")
    if double:
        remarks.add(f"{label} has two games in one column: their order and the colours of the second are assumed.")
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
    remarks.add(f"{label} is called a match, but has {counted(len(players), 'player')}. Read as a tournament.")
    return EventKind.TOURNAMENT


def _control(row: DbfRow, label: str, remarks: Remarks) -> TimeControl | None:
    """Return the time control, or one by the rating system's letter (section 5)."""
    written = _written_control(row)
    letter = row.text("S_R_SYSTEM").upper()
    control = read_control(written)
    if control is not None:
        fault = conflict(control, letter)
        if fault:
            remarks.add(f"{label}: {fault}")
        return control
    problem = f'the time control "{shorten(written)}" cannot be read' if written else "no time control is given"
    system = _system(row)
    remarks.add(f"{label}: {problem}{f'; the rating system is {system}' if system else ''}.")
    return None


def _written_control(row: DbfRow) -> str:
    return row.text("S_TIMECTL") or row.text("S_TIME_CTL")


def _system(row: DbfRow) -> str | None:
    return SYSTEMS.get(row.text("S_R_SYSTEM").upper())


def _days(row: DbfRow, prefix: str, where: str, remarks: Remarks) -> tuple[date | None, date | None]:
    began, day = (_day(row.text(f"{prefix}_{which}_DATE"), where, remarks) for which in ("BEG", "END"))
    if began is not None and day is not None and began > day:
        remarks.add(f"{where} ends on {day}, before it begins on {began}. Only the end is used.")
        return None, day
    return began, day


def _day(text: str, where: str, remarks: Remarks) -> date | None:
    if not text:
        return None
    try:
        day = date(int(text[:4]), int(text[4:6]), int(text[6:])) if len(text) == 8 and text.isascii() else None
    except ValueError:
        day = None
    if day is None or day < EARLIEST_DAY:
        remarks.add(f'{where} has the impossible date "{shorten(text)}". Ignored.')
        return None
    return day


def _span(days: tuple[date | None, date | None]) -> str:
    return " to ".join(str(day) for day in Counter(day for day in days if day is not None))
