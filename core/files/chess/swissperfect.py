"""SwissPerfect's own files: players (.trn) and results (.sco) as dBase III tables, the event (.ini) as text.

Columns as icu_tournament, the Irish Chess Union's public reader, knows them.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from core.errors import InputError
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.csv_table import MOST_ROUNDS, PrintedCell, games_of_chart
from core.files.chess.uschess_report import DbfRow, DbfTable, read_dbf
from core.files.common.packed import first_bytes, is_zip, members_of, open_zip, unpacked
from core.files.common.tables import decode_text
from core.files.common.text import clean, shorten
from core.words import counted

FORMAT = "SwissPerfect"
_HEAD = 4096
_MARKS = {"players": (b"SURNAME\0", b"LOC_RTG\0"), "results": (b"W_SCORE\0", b"B_SCORE\0")}
_INCOMPLETE = (
    "SwissPerfect stores an event in three files. Upload the .trn, .sco and .ini files together, for example in a zip, "
    "or export the crosstable as text."
)
_EVENT = re.compile(r"\[Tournament Info\](.*?)(?=^\[|\Z)", re.DOTALL | re.MULTILINE)


def is_swissperfect(data: bytes) -> bool:
    """Return whether it is one of the tables, or a zip with one."""
    if not is_zip(data):
        return _kind(data) is not None
    try:
        with open_zip(data) as archive:
            return any(_kind(first_bytes(archive, member, _HEAD)) for member in members_of(archive))
    except InputError:
        return False


def _kind(data: bytes) -> str | None:
    head = data[:_HEAD]
    found = (kind for kind, marks in _MARKS.items() if all(mark in head for mark in marks))
    return next(found, None) if head.startswith(b"\x03") else None


def read_swissperfect(data: bytes) -> FileEvent:
    files = [one.content for one in unpacked(data)] if is_zip(data) else [data]
    tables: dict[str, list[DbfTable]] = {kind: [] for kind in _MARKS}
    texts = []
    for content in files:
        kind = _kind(content)
        if kind is None:
            texts.append(decode_text(content).text)
        else:
            tables[kind].append(read_dbf(content, f"The file of {kind}"))
    if not all(tables.values()):
        raise InputError(_INCOMPLETE)
    if any(len(found) > 1 for found in tables.values()):
        raise InputError("There are several events of SwissPerfect. Upload the three files of one event at a time.")
    (players,), (results,) = tables["players"], tables["results"]
    return _event(players, results, "\n".join(texts))


def _event(players: DbfTable, results: DbfTable, text: str) -> FileEvent:
    ids = [_number(row, "ID") for row in players.rows]
    places = [_number(row, "START_NO") for row in players.rows]
    if len(set(places)) < len(places) or 0 in places:
        places = ids
    if not ids or len(set(ids)) < len(ids) or min(ids) < 1:
        raise InputError("SwissPerfect's players have no numbers of their own. Save the event again.")
    numbers = dict(zip(ids, places, strict=True))
    games, byes = games_of_chart(_chart(results, numbers))
    listed = sorted(
        (_player(numbers[key], row) for key, row in zip(ids, players.rows, strict=True)), key=lambda x: x.number
    )
    about = _EVENT.search(text)
    lines = [] if about is None else [line.partition("=") for line in about[1].splitlines()]
    named = {name.strip(): clean(value) for name, _, value in lines}
    planned = named.get("Rounds", "")
    rounds = int(planned) if re.fullmatch("[1-9][0-9]?", planned) else None
    return FileEvent(
        FORMAT, (FileSection(tuple(listed), games, byes, rounds_planned=rounds),), name=named.get("Name") or None
    )


def _player(number: int, row: DbfRow) -> FilePlayer:
    name = ", ".join(part for part in (row.text("SURNAME"), row.text("FIRSTNAME")) if part)
    rating, fide_id, federation = _number(row, "INTL_RTG"), row.text("INTL_ID"), row.text("FEDER").upper()
    return FilePlayer(
        number,
        name or f"Player {number}",
        float(rating) if 0 < rating < 4000 else None,
        fide_id=fide_id if re.fullmatch("[1-9][0-9]{3,11}", fide_id) else None,
        federation=federation if re.fullmatch("[A-Z]{3}", federation) else None,
        sex={1: "m", 2: "w"}.get(_number(row, "SEX")),
    )


def _chart(results: DbfTable, numbers: Mapping[int, int]) -> dict[int, list[PrintedCell | None]]:
    chart: dict[int, list[PrintedCell | None]] = {number: [None] * MOST_ROUNDS for number in numbers.values()}
    for row in results.rows:
        result = _Result(*(_number(row, name) for name in _COLUMNS))
        where = f"Round {result.round}, row {row.number} of the .sco file"
        if not 1 <= result.round <= MOST_ROUNDS:
            raise InputError(f"{where}: there is no such round. Save the event again.")
        white, black = (_seat(key, numbers, where) for key in (result.white, result.black))
        for own, other, score, is_white in (
            (white, black, result.white_score, True),
            (black, white, result.black_score, False),
        ):
            if own is None:
                continue
            if chart[own][result.round - 1] is not None:
                raise InputError(f"{where}: player {own} has two results in that round. Save the event again.")
            chart[own][result.round - 1] = _cell(result, other, score, is_white)
    return chart


class _Result(NamedTuple):
    """Players by id, 0 for nobody; scores in half points; types: 1 for a played game."""

    round: int
    white: int
    black: int
    white_score: int
    black_score: int
    white_type: int
    black_type: int


_COLUMNS = ("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE")
_PLAYED, _FORFEITED, _ALONE = "LDW", "FHX", "ZHB"
"""Letters of a cell by half points: a game, a board that was not played, nobody to play."""


def _cell(result: _Result, other: int | None, score: int, is_white: bool) -> PrintedCell:
    if not 0 <= score < len(_PLAYED):
        raise InputError(f"Round {result.round}: a player has {counted(score, 'half point')}. Save the event again.")
    if other is None:
        return PrintedCell(_ALONE[score])
    is_played = result.white_type == result.black_type == 1 and result.white_score + result.black_score == 2
    if is_played:
        return PrintedCell(_PLAYED[score], other, is_white)
    return PrintedCell(_FORFEITED[score], None if score == 1 else other)


def _seat(key: int, numbers: Mapping[int, int], where: str) -> int | None:
    if key > 0 and key not in numbers:
        raise InputError(f"{where}: there is no player {key}. Upload the .trn file of the same event.")
    return numbers.get(key)


def _number(row: DbfRow, name: str) -> int:
    text = row.text(name) or "0"
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        raise InputError(
            f'Row {row.number}, {name}: "{shorten(text)}" is not a number. Save the event again.'
        ) from None
