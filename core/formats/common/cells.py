"""Cells of the tables that are written: none of them may be a formula where a spreadsheet opens the file.

A text that begins with = + - @ gets an apostrophe before it, and so does one that begins with apostrophes and such a
character: readers take one off, and have what was written.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Value: TypeAlias = str | int | float | None

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def guarded(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Return the text that was guarded."""
    return text[1:] if _GUARDED.match(text) else text


def plain(text: str) -> str:
    """Return text on one line with single blanks, without control characters, as every reader has it in the end."""
    visible = (" " if unicodedata.category(character) in ("Cc", "Cs") else character for character in text)
    return " ".join("".join(visible).split())


def number_text(number: float) -> str:
    """Return a number without an exponent, and without decimals where it has none."""
    if float(number).is_integer():
        return str(int(number))
    return repr(number) if "e" not in repr(number) else f"{number:.9f}".rstrip("0").rstrip(".")


def table_bytes(rows: Iterable[Sequence[Value]]) -> bytes:
    """Return rows as CSV in UTF-8, with the mark by which spreadsheets know it."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return file.getvalue().encode("utf-8-sig")


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return guarded(plain(value) if isinstance(value, str) else number_text(value))
