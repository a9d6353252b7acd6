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
_TITLE = re.compile(r"(?:^|(?<=,))\s*(?P<title>(?:W?[GFI]|W?C|N|A[GIFC])M)\.?\s+(?=\w)", re.IGNORECASE)
_ASIDE = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|\b(?:she|he|they)/\w+(?:/\w+)*|(?:^|(?<=,))\s*(?:Dr|Prof)\b\.?(?=\s*\w)", re.IGNORECASE
)


def title_and_name(name: str) -> tuple[str | None, str]:
    """Return a chess title written before a name, and the name without it."""
    found = _TITLE.search(name)
    # Im is a family name too, in capitals in some lists.
    if found is None or (found["title"].casefold() == "im" and (found["title"] != "IM" or name.isupper())):
        return None, name
    return found["title"].upper(), " ".join(f"{name[: found.start()]} {name[found.end() :]}".split())


def bare_name(name: str) -> str:
    """Return a name without titles, pronouns and what is in brackets; as it is if nothing else is there."""
    bare = _ASIDE.sub(" ", title_and_name(name)[1])
    return bare if search_key(bare) else name


def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one)).translate(_LETTERS)


def search_key(name: str) -> str:
    """Return a name's words without accents, case and punctuation, each after a space."""
    return "".join(f" {word}" for word in _NOT_A_WORD.split(_APOSTROPHES.sub("", _folded(name))) if word)


def name_key(name: str) -> str:
    """Return the folded words of a bare name, sorted: "Smith, FM John" equals "JOHN SMITH"."""
    return (" ".join(sorted(search_key(bare_name(name)).split())) or name.strip().casefold())[:_LONGEST]


def spelling_key(name: str) -> str:
    """Return what all spellings of a name in one file have in common: case, accents, "Last, First" and titles differ.

    A single word may be a user name, whose signs matter.
    """
    plain = first_name_first(title_and_name(name)[1])
    return search_key(plain) if " " in plain else _folded(plain)


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
