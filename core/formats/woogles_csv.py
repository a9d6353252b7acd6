"""Woogles' standings: totals alone, of which no event can be made."""

from core.errors import InputError
from core.event_file import FileEvent

_COLUMNS = {"rank", "username", "wins", "losses", "draws"}


def is_woogles(text: str) -> bool:
    """Tell by its header whether a text is Woogles' table of standings."""
    header = text[:1_000].lstrip().partition("\n")[0]
    return _COLUMNS.issubset(cell.strip(' "').casefold() for cell in header.split(","))


def read_woogles(data: bytes) -> FileEvent:
    """Raise InputError that says what to export instead; nobody is in the standings as somebody's opponent."""
    raise InputError(
        "These are Woogles' standings, totals without games: export the tournament as tsh or AUPAIR (tou) there, "
        "and upload that."
    )
