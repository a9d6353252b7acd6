"""Typed sides of a match: "Ann + Bo, Cy and Di", or "with Bo against Cy + Di" for the writer's own side."""

import re

from core.errors import InputError
from core.files.common.text import plain_text, shorten

ME = "me"
_BETWEEN = re.compile(r"\s*,\s*|\s+(?:against|versus|vs?\.?)\s+", re.IGNORECASE)
_WITH = re.compile(r"with\s+", re.IGNORECASE)
_AND = re.compile(r"\s+(?:and|&)\s+", re.IGNORECASE)


def parse_sides(text: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the names of both sides, `ME` for the writer; None for a text without a side of several.

    Raise InputError unless there are two sides.
    """
    written = plain_text(text).strip()
    sides = _BETWEEN.split(_WITH.sub(f"{ME} + ", written, count=1) if _WITH.match(written) else written)
    several = [_AND.sub("+", side) for side in sides]
    # A single "and" may be part of a name.
    if "+" not in written and not (len(sides) == 2 and all("+" in side for side in several)):
        return None
    names = [tuple(name.strip() for name in side.split("+")) for side in several]
    if len(names) != 2 or not all(name for side in names for name in side):
        raise InputError(
            f'"{shorten(text)}" does not name two sides. Write both with a comma between them, '
            "for example Ann + Bo, Cy + Di."
        )
    first, second = (tuple(ME if name.casefold() in ("me", "i") else name for name in side) for side in names)
    return first, second
