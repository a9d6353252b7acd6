"""A roster read from a table, CSV or TSV: one line a person, in any order of columns; the header names them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.errors import InputError
from core.event_file import Remark
from core.formats.common.cells import unguarded
from core.formats.common.names import NAME_CHARACTERS, clean_name, shorten
from core.formats.common.tables import TableRow, decode_text, read_rows
from core.formats.common.warnings import ParseWarnings, fault
from core.formats.roster.cells import is_nothing, read_born, read_detail, read_rating, read_whole
from core.formats.roster.columns import Part, RatingColumn, column_of
from core.formats.roster.lines import DETAILS, RosterFile, RosterLine
from core.lists import RatingList
from core.opening import Opening

FORMAT = "roster (CSV)"
MOST_PEOPLE = 10_000

COLUMNS = "name, US Chess id, FIDE id, born, rating, games"
"""What is proposed where a file has nothing of it."""


@dataclass(frozen=True, slots=True)
class _Header:
    """Where each column stands: those of a person by key, ratings by list and part."""

    persons: dict[str, int] = field(default_factory=dict)
    ratings: dict[RatingList, dict[Part, int]] = field(default_factory=dict)


def read_roster(data: bytes, usual: RatingList) -> RosterFile:
    """Read a roster; raise InputError with the line for one that contradicts itself, and nothing of it is taken.

    usual: the list of a rating whose column names none.
    """
    if data[:2] == b"PK":
        raise InputError("That is a zip: upload the table in it, as CSV, .xlsx or .ods.")
    decoded = decode_text(data)
    rows = read_rows(decoded.text)
    if not rows:
        raise InputError(f"The file is empty: write a line with {COLUMNS}, and one line for each person.")
    head, *people = rows
    doubts = ParseWarnings()
    header, unused = _header(head, people, usual)
    if not people:
        raise InputError("There is nobody below the header: write one line for each person.")
    if len(people) > MOST_PEOPLE:
        raise InputError(f"There are more than {MOST_PEOPLE} people: upload them in parts.")
    lines = tuple(_line(row, header, doubts) for row in people)
    unread = [Remark(head.line, f'the column "{shorten(name)}" is not used') for name in unused]
    return RosterFile(FORMAT, lines, (*decoded.remarks, *unread, *doubts.remarks()))


def _header(head: TableRow, people: Sequence[TableRow], usual: RatingList) -> tuple[_Header, list[str]]:
    """Return where each column stands, and the names of those that are not known."""
    header, unused = _Header(), []
    for index, name in enumerate(head.cells):
        if not name:
            continue
        column = column_of(unguarded(name), [cell for row in people if (cell := row.cell(index))])
        if isinstance(column, RatingColumn):
            taken = header.ratings.setdefault(column.rating_list or usual, {})
            if column.part in taken:
                raise fault(head.line, f'two columns are the {column.part} of one list: rename "{shorten(name)}".')
            taken[column.part] = index
        elif column is None or column in header.persons:
            unused.append(name)
        else:
            header.persons[column] = index
    if not header.persons.keys() & {"name", "last", "discord", *DETAILS[:3]}:
        raise fault(head.line, f"no column says who it is: name the columns in the first line, such as {COLUMNS}.")
    return header, unused


def _line(row: TableRow, header: _Header, doubts: ParseWarnings) -> RosterLine:
    cells = {column: unguarded(row.cell(index)) for column, index in header.persons.items()}
    told = ((column, read_detail(column, cells.get(column, ""), row.line, doubts)) for column in DETAILS)
    born, year = read_born(cells.get("born", ""), row.line, doubts)
    details = {column: text for column, text in told if text is not None}
    name = _name(cells)
    discord = _discord(cells.get("discord", ""), row.line)
    if name is None and discord is None and not details.keys() & set(DETAILS[:3]):
        raise fault(row.line, "nothing says who it is: write a name.")
    ratings = {}
    for moved, columns in header.ratings.items():
        opening = _rating(row, moved, columns)
        if opening is not None:
            ratings[moved] = opening
    return RosterLine(row.line, name, discord, details, born, year, ratings)


def _discord(text: str, line: int) -> str | None:
    """Return a Discord user's id, or a name; raise InputError with the line for an id that a spreadsheet has cut."""
    mention = re.fullmatch(r"<@!?([0-9]{1,19})>", text)
    written = mention[1] if mention else clean_name(text, NAME_CHARACTERS).removeprefix("@")
    if re.fullmatch(r"[0-9]\.[0-9]+[eE]\+?[0-9]+|[0-9]{15}0{2,4}", written):
        raise fault(line, f'"{shorten(text)}" is what a spreadsheet leaves of a Discord id: format the column as text.')
    return None if is_nothing(written) else written


def _name(cells: dict[str, str]) -> str | None:
    """Return the name as "First Last", however it is written."""
    written = cells.get("name", "")
    if not written:
        written = f"{cells.get('first', '')} {cells.get('last', '')}"
    return clean_name(written, NAME_CHARACTERS) or None


def _rating(row: TableRow, moved: RatingList, columns: dict[Part, int]) -> Opening | None:
    """Return the rating on a list; None where the line has none."""
    cells = {part: row.cell(index) for part, index in columns.items()}
    read = read_rating(cells.get(Part.RATING, ""), row.line)
    games = read_whole(cells.get(Part.GAMES, ""), row.line, f"games of {moved.label}:")
    peak, floor = (read_rating(cells.get(part, ""), row.line) for part in (Part.PEAK, Part.FLOOR))
    if read is None:
        if peak is not None or floor is not None:
            raise fault(row.line, f"there is a peak or floor without a {moved.label} rating: write that too.")
        return None
    rating, behind = read
    return Opening(
        rating,
        behind if games is None else games,
        None if peak is None else peak[0],
        None if floor is None else floor[0],
    )
