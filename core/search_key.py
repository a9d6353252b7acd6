"""One folded key for each name, in which a typed name is found whatever its accents, case, order or apostrophes."""

import re
import unicodedata

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ı": "i", "ħ": "h"}
)
_APOSTROPHES = re.compile(r"['’‘ʼ`´]")
_NOT_A_WORD = re.compile(r"[\W_]+")


def search_key(name: str) -> str:
    """Return the words of a name without accents, case, apostrophes and punctuation, with one space before each."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(one for one in letters if not unicodedata.combining(one)).translate(_LETTERS)
    return "".join(f" {word}" for word in _NOT_A_WORD.split(_APOSTROPHES.sub("", plain)) if word)
