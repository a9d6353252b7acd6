"""Woogles' standings: who was in each division, and totals alone, of which no game can be made."""

from core.crosstable import Board
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.formats.common.names import shorten
from core.formats.common.tables import Row, decode, read_rows

FORMAT = "Woogles standings (CSV)"
MOST_PLAYERS = 2_000
_COLUMNS = {"rank", "username", "wins", "losses", "draws"}


def is_woogles(text: str) -> bool:
    """Tell by its header whether a text is Woogles' table of standings."""
    header = text[:1_000].lstrip().partition("\n")[0]
    return _COLUMNS.issubset(cell.strip(' "').casefold() for cell in header.split(","))


def read_woogles(data: bytes) -> FileEvent:
    """Read who was in the event, with a remark that there are no games; raise InputError for a line without a name."""
    table = read_rows(decode(data))
    columns = {cell.casefold(): place for place, cell in enumerate(table[0].cells)} if table else {}
    if not columns.keys() >= _COLUMNS:
        raise InputError(f"Line 1: Woogles' standings need the columns {', '.join(sorted(_COLUMNS))}.")
    rows = table[1:]
    if len(rows) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players: upload one division at a time.")
    divisions: dict[str, list[FilePlayer]] = {}
    for row in rows:
        name = row.cell(columns["username"])
        if not name:
            raise InputError(f"Line {row.line}: the player has no name: write one.")
        _check_totals(row, columns)
        players = divisions.setdefault(row.cell(columns.get("division")), [])
        players.append(FilePlayer(len(players) + 1, name[:100], line=row.line))
    if not divisions:
        raise InputError("There are no players below the header: export the standings again.")
    why = "standings are totals without games: to have it rated, export the tournament as tsh or AUPAIR (tou)"
    sections = tuple(FileSection(tuple(players), (), name=name or None) for name, players in divisions.items())
    return FileEvent(FORMAT, sections, board=Board.SCRABBLE, remarks=(Remark(None, why),), without_games=why)


def _check_totals(row: Row, columns: dict[str, int]) -> None:
    for column in ("wins", "losses", "draws"):
        text = row.cell(columns[column])
        if not text.isascii() or not text.replace(".", "", 1).isdigit():
            raise InputError(f'Line {row.line}: {column} "{shorten(text)}" is no number: export the standings again.')
