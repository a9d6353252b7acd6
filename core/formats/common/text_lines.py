"""Lines of a text with their numbers."""

from typing import NamedTuple

from core.errors import InputError
from core.formats.common.tables import MOST_ROWS


class TextLine(NamedTuple):
    """A line of the file; `number` counts from 1."""

    number: int
    text: str


def text_lines(text: str) -> list[TextLine]:
    """Return the lines of a file; raise InputError for more than an event has."""
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The file has more than {MOST_ROWS} lines: upload one event at a time.")
    return [TextLine(number, line) for number, line in enumerate(text.split("\n"), start=1)]


def clean(text: str) -> str:
    """Return text on one line: control characters, and others that cannot be seen, count as spaces."""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(text.split())
