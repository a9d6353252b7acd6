"""Which format a file has, by its contents alone."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from core.errors import InputError
from core.event.event_file import FileEvent, FileKind, Remark
from core.files.chess.csv_table import is_csv_table, is_standings, is_without_results, read_csv_table
from core.files.chess.papi import is_papi, read_papi
from core.files.chess.swisssys import is_swisssys, read_swisssys
from core.files.chess.trf_read import is_trf, read_trf
from core.files.chess.uschess_crosstable import is_bars, read_bars
from core.files.chess.uschess_report_read import is_uschess_report, read_uschess_report
from core.files.chess.uschess_section import is_uschess_section, read_uschess_section
from core.files.common.byes import without_byes
from core.files.common.dates import ANYWHERE, Calendar
from core.files.common.packed import GZIP, ZippedFile, base_name, first_bytes, is_zip, open_zip, unpacked_event
from core.files.common.people import with_written_people
from core.files.common.tables import MOST_BYTES, decode_text, first_line, read_rows
from core.files.common.text import harmless, shorten, site_of
from core.files.games.columns import HEADER, is_without_result
from core.files.games.lichess import is_lichess, read_lichess
from core.files.games.pgn import is_pgn, read_pgn, read_pgn_files
from core.files.games.read import is_pairings, read_pairings
from core.files.oracle_csv import has_strengths, is_oracle_csv
from core.files.roster.fide_list import is_fide_list
from core.files.roster.table import is_roster
from core.files.scrabble.coco_csv import check_games, is_coco, read_coco
from core.files.scrabble.game_history import is_game_history
from core.files.scrabble.tourney_js import is_newt, read_newt
from core.files.scrabble.tsh import is_tsh, read_tsh
from core.files.scrabble.tsh_archive import read_tsh_files

_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[{])')
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|table|\?xml)\b", re.IGNORECASE)
_IS_JSON = (
    "The file is JSON of another site or program. Export the event as CSV, PGN or TRF instead, or upload a list of "
    f"games as CSV with {HEADER}."
)
_IS_PAGE = (
    "The file is a saved web page. Copy the table out of it into a spreadsheet and upload that, or use the site's "
    "export, for example Excel, PGN or TRF."
)
_AUPAIR = re.compile(r"\s*\*M[ \t]*[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{4}")
_IS_AUPAIR = "AUPAIR's .tou files cannot be read. Export the event as tsh, or upload its results as CSV."
_TABLES_OF_SWISSPERFECT = (b"LOC_RTG\0", b"W_SCORE\0")
_IS_SWISSPERFECT = (
    "SwissPerfect's own files cannot be read. Export the crosstable as text, with tabs between the columns, and upload "
    "that."
)


def _refuse(sentence: str) -> FileEvent:
    raise InputError(sentence)


_TEXT_FORMATS: tuple[tuple[Callable[[str], bool], Callable[[bytes], FileEvent]], ...] = (
    (is_newt, read_newt),
    (is_pgn, read_pgn),
    (is_papi, read_papi),
    (is_lichess, read_lichess),
    (lambda text: _JSON.match(text) is not None, lambda data: _refuse(_IS_JSON)),
    (lambda text: _PAGE.match(text) is not None, lambda data: _refuse(_IS_PAGE)),
    (is_trf, read_trf),
    (is_bars, read_bars),
    (is_coco, read_coco),
    (is_pairings, read_pairings),
    (is_csv_table, read_csv_table),
    (lambda text: _AUPAIR.match(text) is not None, lambda data: _refuse(_IS_AUPAIR)),
    (is_tsh, read_tsh),
)
"""Plainest marks first; a tsh file is only names and numbers."""


_MOST_MANIFEST = 100_000


def is_club_copy(data: bytes) -> bool:
    try:
        with open_zip(data) as archive:
            manifest = json.loads(first_bytes(archive, archive.getinfo("manifest.json"), _MOST_MANIFEST))
    except (InputError, KeyError, ValueError, RecursionError):  # no zip, no manifest, or no JSON
        return False
    return isinstance(manifest, dict) and manifest.get("program") == "crosstable"


def _is_swissperfect(data: bytes) -> bool:
    return data.startswith(b"\x03") and any(mark in data[:4096] for mark in _TABLES_OF_SWISSPERFECT)


def kinds_of(data: bytes) -> tuple[FileKind, ...]:
    """Return a file's possible kinds; unknown files are events."""
    history = is_game_history(data)
    if data.startswith(GZIP) or (history and len(data) > MOST_BYTES):
        return (FileKind.HISTORY,)
    if is_club_copy(data):
        return (FileKind.CLUB,)
    if is_fide_list(data):
        return (FileKind.ROSTER,)
    if data.startswith(b"PK") or is_swisssys(data) or is_uschess_section(data) or _is_swissperfect(data):
        return (FileKind.EVENT,)
    text = decode_text(data).text
    reader = next((read for is_of_format, read in _TEXT_FORMATS if is_of_format(text)), None)
    if history:
        return (FileKind.EVENT, FileKind.HISTORY) if reader else (FileKind.HISTORY,)
    if reader is read_csv_table:
        is_open = is_roster(text) and is_without_results(text)
        return (FileKind.EVENT, FileKind.ROSTER) if is_open else (FileKind.EVENT,)
    if reader is not None:
        return (FileKind.EVENT,)
    if has_strengths(text):
        return (FileKind.ORACLE,)
    if is_standings(text) or not is_roster(text):
        return (FileKind.EVENT,)
    return (FileKind.ORACLE, FileKind.ROSTER) if is_oracle_csv(text) else (FileKind.ROSTER,)


_DATED: dict[object, Callable[[bytes, Calendar], FileEvent]] = {
    read: read for read in (read_pgn, read_lichess, read_trf, read_pairings)
}
"""Readers of dates that a club may write otherwise than another, or of moments."""


def read_event_file(data: bytes, calendar: Calendar = ANYWHERE) -> FileEvent:
    """Read a result file of any format, sanitised. calendar: of the club."""
    return _with_site(without_byes(with_written_people(harmless(_read(data, calendar)))))


def _read_zip(files: Sequence[ZippedFile], calendar: Calendar) -> FileEvent:
    if any(_is_swissperfect(file.content) for file in files):
        return _refuse(_IS_SWISSPERFECT)
    games = [file for file in files if _is_pgn(file.content)]
    if not games:
        return read_tsh_files(files)
    event = read_pgn_files(games, calendar)
    others = [
        Remark(None, f'"{shorten(base_name(file.name))}" is not a PGN. Ignored') for file in files if file not in games
    ]
    return replace(event, remarks=(*others, *event.remarks))


def _is_pgn(content: bytes) -> bool:
    try:
        return is_pgn(decode_text(content).text)
    except InputError:  # empty, or no text
        return False


def _with_site(event: FileEvent) -> FileEvent:
    if event.site is not None:
        return event
    names = (section.name for section in event.sections)
    return replace(event, site=site_of((event.name, event.city, *names)))


def _read(data: bytes, calendar: Calendar) -> FileEvent:
    if len(data) > MOST_BYTES:
        raise InputError("The file has more than 10 MiB. Upload only the result file of one event.")
    # a zip, or JSON with control characters: not text
    if is_uschess_report(data):
        return read_uschess_report(data)
    if is_uschess_section(data):
        return read_uschess_section(data)
    if _is_swissperfect(data):
        return _refuse(_IS_SWISSPERFECT)
    if is_zip(data):
        return _read_zip(unpacked_event(data), calendar)
    if is_swisssys(data):
        return read_swisssys(data)
    decoded = decode_text(data)
    text = decoded.text
    check_games(text)
    for is_of_format, read in _TEXT_FORMATS:
        if is_of_format(text):
            dated = _DATED.get(read)
            event = read(text.encode()) if dated is None else dated(text.encode(), calendar)
            return replace(event, remarks=(*decoded.remarks, *event.remarks))
    if is_standings(text):
        raise InputError(
            "The file has standings without games. Upload the crosstable with the opponents of each round, or the "
            "event's TRF file."
        )
    if is_roster(text):
        raise InputError(
            "The file is a list of players without results. A director can import it as a roster with /td import."
        )
    header = next(iter(read_rows(first_line(text))), None) if first_line(text) else None
    if header is not None and is_without_result(header.cells):
        raise InputError(
            "The list of games does not say how they ended. Add a column result, with 1-0, 1/2-1/2 or 0-1."
        )
    if header is not None and len(header.cells) > 1 and any(re.fullmatch(r"[0-9.]+", cell) for cell in header.cells):
        raise InputError(
            "The table has no line of headings. Write one above it: name,rating for a roster, number,name,rating,1,2,3 "
            f"for a crosstable, or {HEADER} for a list of games."
        )
    raise InputError(
        "The file is not a known result file. Upload TRF, PGN, SwissSys' JSON, a US Chess rating report, a crosstable "
        f"as CSV with the columns number, name, rating, games, 1, 2, 3, or a list of games as CSV with {HEADER}."
    )
