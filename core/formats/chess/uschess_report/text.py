"""Names and other text of rating reports: as they are read, and in the ASCII that a report holds."""

import re
import unicodedata

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.text_lines import clean

# Letters that do not decompose (section 2), and signs that word processors put in the place of ASCII's.
_LETTERS = str.maketrans({
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ð": "d",
    "ẞ": "SS", "Ø": "O", "Ł": "L", "Đ": "D", "Æ": "AE", "Œ": "OE", "Þ": "TH", "Ð": "D",
    "‘": "'", "’": "'", "“": '"', "”": '"', "‐": "-", "–": "-", "—": "-", "⁄": "/",
})  # fmt: skip
_SUFFIXES = {"JR", "JR.", "SR", "SR.", "II", "III", "IV"}
_WORD = re.compile(r"[^\W\d_]+")


def to_ascii(text: str, whose: str) -> str:
    """Return text in ASCII, accents dropped; raise InputError, which begins with `whose`, where a letter has none."""
    folded = unicodedata.normalize("NFKD", clean(text).translate(_LETTERS)).translate(_LETTERS)
    plain = clean("".join(letter for letter in folded if not unicodedata.combining(letter)))
    strange = next((letter for letter in plain if not " " <= letter <= "~"), None)
    if strange is not None:
        raise InputError(f'{whose}: "{strange}" in "{shorten(text)}" has no ASCII letter: write it in Latin letters.')
    return plain


def readable_name(text: str) -> str:
    """Return a name as people read it: a space after the comma, and not all in capitals."""
    last, comma, first = (part.strip() for part in clean(text).partition(","))
    name = f"{last}, {first}" if comma and first else last
    return _WORD.sub(_titled, name) if name.isupper() else name


def _titled(match: re.Match[str]) -> str:
    word = match[0]
    if word in _SUFFIXES - {"JR", "SR"}:
        return word
    if word.startswith("MC") and len(word) > 4:
        return "Mc" + word[2:].capitalize()
    # Not "Dana'S".
    after_apostrophe = match.start() > 0 and match.string[match.start() - 1] == "'"
    return word.lower() if after_apostrophe and len(word) == 1 else word.capitalize()


def placeholder_name(number: int, member: str | None) -> str:
    """Return what stands for the name of a player of whom the file tells none."""
    return member or f"Player {number}"


def report_name(name: str, whose: str) -> str:
    """Return a name as reports have it, LAST, FIRST in capitals; raise InputError as `to_ascii` does."""
    plain = to_ascii(name, whose).upper()
    last, comma, first = (part.strip() for part in plain.partition(","))
    if not comma:
        words = plain.split()
        surname = 2 if len(words) > 2 and words[-1] in _SUFFIXES else 1
        last, first = " ".join(words[-surname:]), " ".join(words[:-surname])
    return f"{last}, {first}" if first else last
