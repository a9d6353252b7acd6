"""Bytes of a table, CSV or TSV, to rows of text with their line numbers."""

import codecs
import csv
import io
import re
from collections.abc import Callable
from typing import NamedTuple

from core.errors import InputError
from core.formats.common.code_pages import DecodedText, decode_in_code_page

MOST_BYTES = 10 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS, MOST_CELLS = 1_000, 500_000
"""More than any event has; counted before a table is taken apart, for that takes longest where there is most of it."""
MOST_TITLES, MOST_TITLE_CHARACTERS = 25, 20_000
"""How far below the beginning a table's header is looked for."""
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as that of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DELIMITERS = "\t;,|"
_VISIBLE = re.compile(r"\S")


class TableRow(NamedTuple):
    """The cells of a row, stripped; `line` counts from 1."""

    line: int
    cells: list[str]

    def cell(self, index: int | None) -> str:
        """Return a cell, empty where the row is too short or the table has no such column."""
        return self.cells[index] if index is not None and index < len(self.cells) else ""


def decode(data: bytes) -> str:
    """Return text as `decode_text` does, without what was assumed."""
    return decode_text(data).text


def decode_text(data: bytes) -> DecodedText:
    """Return text by its byte-order mark, in UTF-8, or else in a code page; raise InputError for what is no text."""
    if len(data) > MOST_BYTES:
        raise InputError("The file has more than 10 MiB: a result file is smaller, upload that alone.")
    if not data.strip():
        raise InputError("The file is empty: upload the result file of an event.")
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    if marked is not None:
        try:
            data = data.decode(marked).encode()
        except UnicodeError:
            raise InputError("The file is damaged: save the table again, as CSV in UTF-8.") from None
    nul = data.find(b"\0")
    if 0 <= nul < 4096:
        raise InputError("The file is not text: upload a result file, such as a table saved as CSV.")
    if nul >= 0:
        line = data.count(b"\n", 0, nul) + 1
        raise InputError(f"Line {line}: there is a NUL character, which no text has: take it out.")
    try:
        decoded = DecodedText(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        decoded = decode_in_code_page(data)
    return decoded._replace(text=decoded.text.replace("\r\n", "\n").replace("\r", "\n"))


def first_line(text: str) -> str:
    """Return the first line that has something in it, empty where none has."""
    seen = _VISIBLE.search(text)
    if seen is None:
        return ""
    end = text.find("\n", seen.start())
    return text[text.rfind("\n", 0, seen.start()) + 1 : len(text) if end < 0 else end]


def without_titles(text: str, is_header: Callable[[TableRow], bool]) -> tuple[list[str], str]:
    """Return the lines above a table, and the text in which they are blank; none where no line is its header."""
    titles: list[str] = []
    for number, line in enumerate(text[:MOST_TITLE_CHARACTERS].split("\n")):
        if not line.strip():
            continue
        try:
            (row,) = read_rows(line)
        except (InputError, ValueError):  # no table, or a row without anything
            row = TableRow(1, [])
        if is_header(row):
            return titles, "\n" * number + "\n".join(text.split("\n")[number:])
        titles.append(" ".join(cell for cell in row.cells if cell) or line.strip())
        if len(titles) > MOST_TITLES:
            break
    return [], text


def read_rows(text: str) -> list[TableRow]:
    """Return the rows that have something in them; raise InputError, with the line, for a table that breaks off."""
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The table has more than {MOST_ROWS} lines: upload one event at a time.")
    first = first_line(text)
    delimiter = max(_DELIMITERS, key=first.count)
    if first.count(delimiter) > MOST_COLUMNS:
        raise InputError(f"The table has more than {MOST_COLUMNS} columns: upload one event at a time.")
    if text.count(delimiter) > MOST_CELLS:
        raise InputError(f"The table has more than {MOST_CELLS} cells: upload one event at a time.")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    rows = []
    try:
        for cells in reader:
            if len(cells) > MOST_COLUMNS:
                raise InputError(
                    f"Line {reader.line_num}: there are more than {MOST_COLUMNS} cells in the row: cut it."
                )
            stripped = [" ".join(cell.split()) for cell in cells]
            if any(stripped):
                rows.append(TableRow(reader.line_num, stripped))
    except csv.Error as error:
        raise InputError(f'Line {reader.line_num}: the table breaks off ({error}): check its " marks.') from None
    return rows
