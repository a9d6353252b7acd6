"""Who shall not meet, and who keeps a board, as directors type them, one a line. Only reads.

Ada / Bob               in no round
Ada / Bob rounds 1-3    not in the first three
Ada: 3                  Ada plays on board 3
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.typed.boards import parse_name
from core.formats.typed.results_list import ParsedName

MOST_LINES = 50
_ROUNDS = re.compile(r"[ ,]+rounds? *(?P<first>[0-9]{1,2})(?: *[-‐‑‒–—] *(?P<last>[0-9]{1,2}))?$", re.IGNORECASE)
_BOARD = re.compile(r"(?P<who>.+?) *[:=] *(?:board +)?(?P<board>[1-9][0-9]{0,2})", re.IGNORECASE)


class TypedPair(NamedTuple):
    """Two who shall not meet. until: the last round of that, None for all."""

    first: ParsedName
    second: ParsedName
    until: int | None


def parse_forbidden(text: str) -> tuple[TypedPair, ...]:
    """Read the pairs that shall not meet; raise InputError that names the line and says what to write."""
    found = []
    for position, line in _lines(text):
        rounds = _ROUNDS.search(line)
        names = [name.strip() for name in re.split(r"\s*/\s*", line[: rounds.start()] if rounds else line)]
        if len(names) != 2 or not all(names):
            raise InputError(f'Line {position}: write "{shorten(line)}" as in "Ada / Bob" or "Ada / Bob rounds 1-3".')
        until = None
        if rounds is not None:
            until = int(rounds["last"] or rounds["first"])
            if int(rounds["first"]) != 1 or until < 1:
                raise InputError(f"Line {position}: rounds begin with 1, as in rounds 1-3; leave them out for all.")
        found.append(TypedPair(parse_name(names[0]), parse_name(names[1]), until))
    return tuple(found)


def parse_fixed(text: str) -> tuple[tuple[ParsedName, int], ...]:
    """Read who keeps which board; raise InputError that names the line and says what to write."""
    found: list[tuple[ParsedName, int]] = []
    for position, line in _lines(text):
        match = _BOARD.fullmatch(line)
        if match is None:
            raise InputError(f'Line {position}: write "{shorten(line)}" as in "Ada: 3".')
        found.append((parse_name(match["who"]), int(match["board"])))
    return tuple(found)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    lines: Sequence[str] = [" ".join(line.split()) for line in re.split(r"[;\n\r]+", text)]
    if sum(map(bool, lines)) > MOST_LINES:
        raise InputError(f"At most {MOST_LINES} lines are taken: leave some out.")
    yield from ((position, line) for position, line in enumerate(lines, start=1) if line)
