"""The players of a file of pairings: from its second table, or from the rows themselves."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from core.errors import InputError
from core.event_file import FilePlayer
from core.formats.common.cells import unguarded
from core.formats.common.names import shorten
from core.formats.common.tables import TableRow
from core.formats.common.warnings import ParseWarnings, clean, fault
from core.formats.pairings.tables import PLAYER_FIELDS

MOST_PLAYERS = 2_000
_RATING = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,20})?)(?:[pP/]([0-9]{1,4}))?")
_UNRATED = {"", "-", "0", "unr", "unr.", "unrated", "nr"}
_NUMBERS = {"games": (0, 1_000_000), "born_year": (1, 9_999)}


class Roster:
    """Sections by the name of the division, and their players by number."""

    def __init__(self, rows: Sequence[TableRow], doubts: ParseWarnings) -> None:
        self.sections: dict[str, dict[int, FilePlayer]] = {}
        self._names: dict[tuple[str, str], int] = {}
        self._doubts = doubts
        self._count = 0
        for row in rows:
            self._read(row)

    def by_number(self, row: TableRow, division: str, number_text: str, name: str) -> int:
        """Return the number of a player who has one; raise InputError where it is another player's."""
        number = _number(row, number_text)
        known = self.sections.get(division, {}).get(number)
        if known is None:
            self._add(row, division, FilePlayer(number, name or f"Player {number}", line=row.line))
        elif name and known.name != name:
            raise fault(
                row.line,
                f'player {number} is "{shorten(name)}", but "{shorten(known.name)}" in line {known.line}: correct one.',
            )
        return number

    def by_name(self, row: TableRow, division: str, name: str, rating_text: str) -> int:
        """Return the number of a player who has none in the file; they are numbered as they come."""
        rating, games = _rating(row, rating_text)
        number = self._names.get((division, name.casefold()))
        if number is None:
            number = len(self.sections.get(division, ())) + 1
            self._add(row, division, FilePlayer(number, name, rating, games, line=row.line))
        elif rating is not None and rating != (known := self.sections[division][number]).rating:
            text = (
                f'"{shorten(name)}" has the rating {rating:g}, but {known.rating or 0:g} in line {known.line}: that one'
            )
            self._doubts.add(row.line, "ratings that differ", text)
        return number

    def _add(self, row: TableRow, division: str, player: FilePlayer) -> None:
        self._count += 1
        if self._count > MOST_PLAYERS:
            raise InputError(f"There are more than {MOST_PLAYERS} players: upload one section at a time.")
        section = self.sections.setdefault(division, {})
        if player.number in section:
            raise fault(row.line, f"player {player.number} stands there twice: give each their own number.")
        section[player.number] = player
        self._names.setdefault((division, player.name.casefold()), player.number)

    def _read(self, row: TableRow) -> None:
        division, *cells = [unguarded(cell) for cell in row.cells]
        fields: dict[str, Any] = {}
        for field, text in zip(PLAYER_FIELDS.values(), cells, strict=False):
            if text:
                fields[field] = _value(row, field, text)
        if "number" not in fields or "name" not in fields:
            raise fault(row.line, "the player has no number or no name: write both.")
        rating = fields.pop("rating", (None, None))
        fields.setdefault("games", rating[1])
        self._add(row, clean(division), FilePlayer(rating=rating[0], line=row.line, **fields))


def _value(row: TableRow, field: str, text: str) -> Any:
    if field == "number":
        return _number(row, text)
    if field == "rating":
        return _rating(row, text)
    if field in _NUMBERS:
        least, most = _NUMBERS[field]
        if not re.fullmatch(r"[0-9]{1,7}", text) or not least <= int(text) <= most:
            raise fault(row.line, f'"{shorten(text)}" is no number from {least} to {most}.')
        return int(text)
    if field == "born":
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise fault(row.line, f'born "{shorten(text)}" is no date: write year-month-day.') from None
    return clean(text)


def _number(row: TableRow, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not int(text):
        raise fault(row.line, f'"{shorten(text)}" is no player\'s number: write one from 1 upward.')
    return int(text)


def _rating(row: TableRow, text: str) -> tuple[float | None, int | None]:
    """Return the rating, and the games that stand behind it as in 1210P7; None for unrated."""
    if text.casefold() in _UNRATED:
        return None, None
    match = _RATING.fullmatch(text)
    if match is None:
        raise fault(row.line, f'"{shorten(text)}" is not a rating: write a number, or nothing.')
    return float(match[1]) or None, None if match[2] is None else int(match[2])
