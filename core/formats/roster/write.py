"""A roster written as a table, in columns that its reader takes back."""

from collections.abc import Sequence

from core.formats.common.cells import Value, table_bytes
from core.formats.roster.columns import Part
from core.formats.roster.lines import RosterLine
from core.lists import RatingList
from core.opening import Opening

PERSON = ("Name", "Discord id", "US Chess id", "FIDE id", "NASPA id", "Born", "Federation", "Sex", "Title")
_KEYS = ("uschess_id", "fide_id", "naspa_id")


def write_roster(lines: Sequence[RosterLine], lists: Sequence[RatingList]) -> bytes:
    """Return people as CSV, with four columns for each of the lists.

    A Discord id is written as a mention: of a number so long a spreadsheet keeps the first 15 digits alone.
    """
    header = [*PERSON, *(f"{moved.label} {part}" for moved in lists for part in Part)]
    return table_bytes([header, *(_row(line, lists) for line in lines)])


def _row(line: RosterLine, lists: Sequence[RatingList]) -> list[Value]:
    born = line.born_year if line.born is None else line.born.isoformat()
    details = line.details.get
    discord = f"<@{line.discord}>" if line.discord is not None and line.discord.isdigit() else line.discord
    row: list[Value] = [line.name, discord, *map(details, _KEYS), born]
    row += [details("federation"), details("sex"), details("title")]
    for moved in lists:
        row += _cells(line.ratings.get(moved))
    return row


def _cells(opening: Opening | None) -> list[Value]:
    if opening is None:
        return [None] * len(Part)
    rating, peak, floor = (
        None if number is None else round(number, 2) for number in (opening.rating, opening.peak, opening.floor)
    )
    return [rating, opening.games, peak, floor]


def template(lists: Sequence[RatingList]) -> bytes:
    """Return a table to fill in: the columns, and one line that shows how."""
    example = RosterLine(
        2,
        "Ada Example",
        "ada.example",
        {"uschess_id": "12345678", "fide_id": "2020009", "federation": "USA", "sex": "w"},
        None,
        2008,
        {moved: Opening(1650, 30) for moved in lists[:1]},
    )
    return write_roster([example], lists)
