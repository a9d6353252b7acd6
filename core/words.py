"""Words that go with amounts."""

import re
import unicodedata
from math import floor


def counted(amount: float, noun: str) -> str:
    """Return an amount with its noun: 1 game, 2.5 points."""
    figure = amount if isinstance(amount, int) else f"{amount:g}"
    return f"{figure} {noun if amount == 1 else plural(noun)}"


def plural(noun: str) -> str:
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("ch", "s", "sh", "x")) else f"{noun}s"


HALF_UP = 0.5 + 1e-9
"""An exact half that was calculated through a logarithm is a little less."""


def displayed(rating: float) -> int:
    """Return a rating, or the like, as a whole number: halves up. Nothing else rounds one."""
    return floor(rating + HALF_UP)


_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ı": "i", "ħ": "h"}
)
_APOSTROPHES = re.compile(r"['’‘ʼ`´]")
_NOT_A_WORD = re.compile(r"[\W_]+")
_GENERATIONS = frozenset({"jr", "sr", "ii", "iii", "iv"})
_PARTICLES = frozenset(
    {"da", "de", "del", "den", "der", "di", "dos", "du", "el", "la", "le", "ten", "ter", "van", "von"}
)
_LONGEST = 300
"""A column's length: a character may fold into eighteen."""


def search_key(name: str) -> str:
    """Return a name's words without accents, case and punctuation, each after a space."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(one for one in letters if not unicodedata.combining(one)).translate(_LETTERS)
    return "".join(f" {word}" for word in _NOT_A_WORD.split(_APOSTROPHES.sub("", plain)) if word)


def name_key(name: str) -> str:
    """Return the folded words of a name, sorted: "Smith, John" equals "JOHN SMITH"."""
    return (" ".join(sorted(search_key(name).split())) or name.strip().casefold())[:_LONGEST]


def first_name_first(name: str) -> str:
    """Return "Last, First" as "First Last"; other names unchanged."""
    last, *rest = (part.strip() for part in name.split(","))
    after = [part for part in rest if part.strip(".").casefold() in _GENERATIONS]
    first = [part for part in rest if part not in after]
    if len(first) != 1 or not first[0] or not last:
        return name
    return " ".join((first[0], last, *after))


def last_name_first(name: str) -> str:
    """Return "First Last" as "Last, First", with "van der" and "Jr." in place."""
    words = name.split()
    after = [words.pop()] if len(words) > 1 and words[-1].strip(".").casefold() in _GENERATIONS else []
    if "," in name or len(words) < 2:
        return name
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return ", ".join((" ".join(words[at:]), " ".join((*words[:at], *after))))
