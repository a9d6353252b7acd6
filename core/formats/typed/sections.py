"""Sections of an event by rating, as a director types them: "1600, 1200" for Open, U1600 and U1200."""

import re

from core.errors import InputError
from core.formats.common.names import shorten
from core.pairing.sections import MOST_SECTIONS


def parse_sections(text: str) -> tuple[int, ...]:
    """Return the bounds below which a section begins, highest first; raise InputError with what to write."""
    words = [word for word in re.split(r"[,;/\s]+", text.strip()) if word and word.casefold() != "open"]
    bounds = set()
    for word in words:
        found = re.fullmatch(r"[uU<]?([1-9][0-9]{1,3})", word)
        if found is None:
            raise InputError(
                f'"{shorten(word)}" is no rating to divide at: write such as 1600, 1200 for Open, U1600 and U1200.'
            )
        bounds.add(int(found[1]))
    if not bounds:
        raise InputError("No rating to divide at is written: write such as 1600, 1200 for Open, U1600 and U1200.")
    if len(bounds) >= MOST_SECTIONS:
        raise InputError(f"An event has at most {MOST_SECTIONS} sections: write at most {MOST_SECTIONS - 1} ratings.")
    return tuple(sorted(bounds, reverse=True))
