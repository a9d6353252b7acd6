"""Boards of a round as a director types them, one a line: who begins first.

Dana - Eli          a board; also Dana – Eli, Dana vs Eli, with a board's number in front
#3 - Bo             the number on the card
Ann bye
"""

import re

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.typed_text import plain_text
from core.formats.typed.results_list import ParsedName

MOST_BOARDS = 100
_BOARD = re.compile(r"[0-9]{1,3}[.:)]? +(?=\S)")
_AGAINST = re.compile(r" +(?:[-‐‑‒–—]|vs?\.?) +", re.IGNORECASE)
_BYE = re.compile(r"(?P<who>.+?)(?: +[-–—])? +bye", re.IGNORECASE)


def parse_boards(text: str) -> tuple[tuple[ParsedName, ParsedName | None], ...]:
    """Read the boards of a round in their order; raise InputError that names the line and says what to write."""
    found: list[tuple[ParsedName, ParsedName | None]] = []
    for position, entry in enumerate(
        (" ".join(line.split()) for line in re.split(r"[;\n\r]+", plain_text(text))), start=1
    ):
        if not entry:
            continue
        if len(found) == MOST_BOARDS:
            raise InputError(f"That is more than {MOST_BOARDS} boards: pair the others in sections of their own.")
        words = _BOARD.sub("", entry, count=1)
        names = _AGAINST.split(words)
        bye = _BYE.fullmatch(words)
        if bye is not None:
            found.append((parse_name(bye["who"]), None))
        elif len(names) == 2 and all(names):
            found.append((parse_name(names[0]), parse_name(names[1])))
        else:
            raise InputError(f'Line {position}: write "{shorten(entry)}" as in "Dana - Eli", or "Dana bye".')
    if not found:
        raise InputError('No board is written: write one a line, as in "Dana - Eli".')
    return tuple(found)


def parse_name(words: str) -> ParsedName:
    """Read one player: a name, a mention, or the number on the card."""
    words = plain_text(words).strip()
    text = shorten(words)
    mention = re.fullmatch(r"<@!?([0-9]{1,18})>", words)
    if mention is not None:
        return ParsedName(text, user=int(mention[1]))
    number = re.fullmatch(r"#([0-9]{1,9})", words)
    if number is not None:
        return ParsedName(text, number=int(number[1]))
    name = words.strip('@" ')
    if not name:
        raise InputError("No player is written there: write a name, or the # of the card, as in #3.")
    return ParsedName(text, name=name)
