"""Who has won a prize already, as a director writes it: numbers such as 3 or B3, or names."""

import re
from collections.abc import Iterable, Sequence

from core.errors import InputError
from core.likeness.names_meant import names_meant
from core.qursh.prizes import Seat, seat_of
from core.qursh.ranking import RankingRow

_NUMBERS = re.compile(r"(?:(?:[a-z]+ ?)?#?[0-9]{1,4}[\s,;]*)+", re.IGNORECASE)
_NUMBER = re.compile(r"(?P<division>[a-z]+)? ?#?(?P<number>[0-9]{1,4})", re.IGNORECASE)
_HOW = "write numbers such as 3 or B3, or names with ; between"


def winners_of(text: str, rows: Sequence[RankingRow]) -> tuple[RankingRow, ...]:
    """Return the marked players of an event; raise InputError naming a word that is none of them, or several."""
    if _NUMBERS.fullmatch(text.strip()):
        marked = [_numbered(match, rows) for match in _NUMBER.finditer(text)]
    else:
        marked = [_named(name, rows) for name in _split(text, rows)]
    seats: dict[Seat, RankingRow] = {seat_of(row): row for row in marked}
    return tuple(seats.values())


def _numbered(match: re.Match[str], rows: Iterable[RankingRow]) -> RankingRow:
    number, division = int(match["number"]), match["division"]
    found = [row for row in rows if row.player.number == number]
    if division is not None:
        found = [row for row in found if (row.division or "").casefold() == division.casefold()]
    return _only(found, match[0])


def _split(text: str, rows: Sequence[RankingRow]) -> list[str]:
    """Return the names of a list: ; parts them, or a comma where it does not stand within a name."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) != 1 or "," not in text or _matching(parts[0], rows):
        return parts
    return [part.strip() for part in text.split(",") if part.strip()]


def _named(name: str, rows: Sequence[RankingRow]) -> RankingRow:
    return _only(_matching(name, rows), name)


def _matching(name: str, rows: Sequence[RankingRow]) -> list[RankingRow]:
    return names_meant(name, rows, lambda row: row.player.name)


def _only(found: Sequence[RankingRow], written: str) -> RankingRow:
    if not found:
        raise InputError(f'"{written[:40]}" is nobody in this event: {_HOW}.')
    if len(found) > 1:
        several = ", ".join(f"{row.division or ''}{row.player.number} {row.player.name}" for row in found[:4])
        raise InputError(f'"{written[:40]}" could be {several}: {_HOW}.')
    return found[0]
