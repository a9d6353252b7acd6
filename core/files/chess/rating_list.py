"""A club's rating list as US Chess printed it in the 1990s, as text and CSV ("Lifetime Title System", May 1998):

| NAME | ID | EXP. | ST | REGULAR |
| CHESS, JOHN | 12345678 | 0893 | WV | 1575*c2 |
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.files.common.tables import plain, table_bytes
from core.words import last_name_first

HEADER = ("NAME", "ID", "EXP.", "ST", "REGULAR", "QUICK")


class RatingListLine(NamedTuple):
    """A player's line.

    expires: such as 1993-08. regular, quick: with norm code.
    """

    name: str
    uschess_id: str | None = None
    expires: str | None = None
    state: str | None = None
    regular: str | None = None
    quick: str | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the line as printed: capitals, the month before two digits of the year."""
        expires = "" if self.expires is None else self.expires[5:] + self.expires[2:4]
        known = (self.uschess_id, expires, self.state, self.regular, self.quick)
        return (last_name_first(plain(self.name)).upper().replace("|", "/"), *(cell or "" for cell in known))


def write_rating_list_csv(lines: Iterable[RatingListLine]) -> bytes:
    return table_bytes([HEADER, *(line.cells for line in lines)])


def write_rating_list_text(lines: Iterable[RatingListLine]) -> bytes:
    """Write columns that are straight in any monospaced font."""
    rows: list[Sequence[str]] = [HEADER, *(line.cells for line in lines)]
    widths = [max(_width(row[column]) for row in rows) for column in range(len(HEADER))]
    text = [
        "| " + " | ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    return ("\n".join(text) + "\n").encode()


def _width(text: str) -> int:
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcswidth  # tables of every version of Unicode

    return max(wcswidth(text), 0)
