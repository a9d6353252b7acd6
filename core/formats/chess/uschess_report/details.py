"""TDEXPORT: the players of every section with their cells, one row or two for each (sections 3 and 4)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import InputError
from core.event_file import FilePlayer
from core.formats.chess.uschess_report.cells import ReportCell, parse_cell
from core.formats.chess.uschess_report.dbf import DbfRow, DbfTable
from core.formats.chess.uschess_report.fields import DETAILS, MOST_PLAYERS, round_columns
from core.formats.chess.uschess_report.players import check_members, member_id, rating_of, state_of
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.chess.uschess_report.text import placeholder_name, readable_name
from core.formats.chess.uschess_report.values import whole
from core.words import counted

MOST_CELLS = 100_000
"""What a report may have in all: 10,000 players in 10 rounds."""


@dataclass(frozen=True, slots=True)
class SectionRows:
    """The players of a section, and their cells by pairing number, as many as the section has rounds."""

    number: int
    players: tuple[FilePlayer, ...] = ()
    cells: dict[int, list[ReportCell]] = field(default_factory=dict)
    rows: Mapping[int, int] = field(default_factory=dict)

    def where(self, number: int, column: int) -> str:
        """Say in words where a cell stands."""
        return f"Section {self.number}, row {self.rows[number]}, player {number}, round {column}"


def read_details(details: DbfTable, rounds: Mapping[int, int], remarks: Remarks) -> dict[int, SectionRows]:
    """Return the players of every section; raise InputError for a row that belongs nowhere, or twice.

    rounds: how many each section has, by its number.
    """
    columns = round_columns(details)
    if not columns:
        raise InputError(f"{DETAILS} has no column D_RND01: export the report again.")
    if len(details.rows) * len(columns) > MOST_CELLS:
        raise InputError(f"{DETAILS} has more than {MOST_CELLS} results: upload the report of one event.")
    grouped: dict[int, dict[int, list[DbfRow]]] = {number: {} for number in rounds}
    for row in details.rows:
        section, number = whole(row.text("D_SEC_NUM")), whole(row.text("D_PAIR_NUM"))
        if section is None or number is None or not 1 <= number <= MOST_PLAYERS:
            raise InputError(
                f"{DETAILS}, row {row.number}: there is no section and pairing number from 1 to {MOST_PLAYERS}: "
                "export the report again."
            )
        if section not in grouped:
            raise InputError(f"{DETAILS}, row {row.number}: there is no section {section}: correct the report.")
        grouped[section].setdefault(number, []).append(row)
    parsed: dict[bytes, ReportCell] = {}
    return {
        section: _section(section, dict(sorted(grouped[section].items())), columns, rounds[section], parsed, remarks)
        for section in rounds
    }


def _section(
    section: int,
    grouped: Mapping[int, list[DbfRow]],
    columns: list[str],
    rounds: int,
    parsed: dict[bytes, ReportCell],
    remarks: Remarks,
) -> SectionRows:
    """Return a section; `parsed` remembers the cells that were read before."""
    players = tuple(_player(section, number, rows[0], remarks) for number, rows in grouped.items())
    check_members(players, f"Section {section}", remarks)
    cells: dict[int, list[ReportCell]] = {}
    surplus = 0
    for number, rows in grouped.items():
        merged = _merged(section, number, rows, len(columns), rounds)
        raw = [(row, column) for row in merged for column in columns]
        if len(raw) < rounds:
            raise InputError(
                f"Section {section}, row {rows[0].number}, player {number}: it has {counted(len(raw), 'round')}, "
                f"not the {rounds} of the section: export the report again."
            )
        cells[number] = [
            _cell(row.raw(column), parsed, (section, row.number, number, round_number))
            for round_number, (row, column) in enumerate(raw[:rounds], start=1)
        ]
        surplus += sum(_is_result(row.raw(column)) for row, column in raw[rounds:])
    if surplus:
        cells_left_out, most = counted(surplus, "cell"), counted(rounds, "round")
        remarks.add(f"Section {section}: {cells_left_out} with results beyond its {most} left out.")
    return SectionRows(section, players, cells, {number: rows[0].number for number, rows in grouped.items()})


def _merged(section: int, number: int, rows: list[DbfRow], columns: int, rounds: int) -> list[DbfRow]:
    """Return a player's rows in the order of their rounds; a second one continues where the first has too few."""
    if len(rows) > 1:
        ids = {row.text("D_MEM_ID") for row in rows}
        if len(rows) > 2 or len(ids) > 1 or rounds <= columns:
            raise InputError(
                f"Section {section}, row {rows[1].number}: player {number} stands there twice: correct the report."
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
