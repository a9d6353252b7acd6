"""Names of people as pictures show them: whole, else what can be drawn of them, else a number; never boxes."""

import re
import unicodedata
from typing import NamedTuple

from bot.ui.framework.text import clean
from bot.ui.pictures.fonts import can_draw, fitted, runs_of, text_width

NO_NAME = "#"
"""What stands for somebody of whom nothing can be drawn, with their number where there is one."""

_LONGEST, _LEAST_LETTERS = 100, 2
_APART = re.compile(r"[\s()\[\]（）「」{}/|,;]+")
_INITIAL_AT = 2


class DrawnName(NamedTuple):
    """What is drawn for a name; whole: nothing of it had to be left out but emoji."""

    text: str
    whole: bool


def drawn_name(name: str, *others: str | None, number: int | None = None) -> DrawnName:
    """Return what is drawn for somebody.

    others: what else they are called, as on Discord, taken where the name has no letters that can be drawn.
    number: their place or id, for `#5` where nothing can be drawn.
    """
    shown = clean(name, _LONGEST)
    if can_draw(shown):
        return DrawnName(_without_symbols(shown), True)
    for part in (_part_of(shown), *(clean(other, _LONGEST) for other in others if other)):
        if part and can_draw(part):
            return DrawnName(_without_symbols(part), False)
    return DrawnName(NO_NAME if number is None else f"{NO_NAME}{number}", False)


def fitted_name(name: str, most: float, size: float, weight: int) -> str:
    """Return a name of at most so many pixels: later names become initials, then it is cut.

    Castellan Prado-Valera, Emilia: Castellan Prado-V., E.
    """
    if text_width(name, size, weight) <= most:
        return name
    for shorter in _shorter(name):
        if text_width(shorter, size, weight) <= most:
            return shorter
    return fitted(name, most, size, weight)


def _shorter(name: str) -> list[str]:
    """Return ever shorter forms of a name; the surname stays whole until the last."""
    surname, comma, given = (part.strip() for part in name.partition(","))
    if not (surname and given):
        surname, comma, given = surname or given, "", ""
    words = given.split() if comma else surname.split()
    if not comma:
        if len(words) < _INITIAL_AT:
            return []
        first, *middle, last = words
        forms = [" ".join([first, *map(_initial, middle), last])] if middle else []
        return [*forms, " ".join([*map(_initial, words[:-1]), last]), f"{_initial(first)} {_hyphen_short(last)}"]
    forms = []
    if len(words) > 1:
        forms.append(f"{surname}, {' '.join([words[0], *map(_initial, words[1:])])}")
    initials = " ".join(map(_initial, words[:1]))
    forms.append(f"{surname}, {initials}")
    forms.append(f"{_hyphen_short(surname)}, {initials}")
    first, *rest = surname.split()
    if rest:
        forms.append(f"{' '.join([first, *map(_initial, rest)])}, {initials}")
    return forms


def _initial(word: str) -> str:
    """Return a letter with its marks and a point; what has none stays."""
    for at, character in enumerate(word):
        if character.isalpha():
            end = at + 1
            while end < len(word) and unicodedata.category(word[end])[0] == "M":
                end += 1
            return word[:end] + "." if end < len(word) - 1 else word
    return word


def _hyphen_short(word: str) -> str:
    """Return a surname whose part behind a hyphen is an initial."""
    head, hyphen, tail = word.rpartition("-")
    return f"{head}-{_initial(tail)}" if hyphen and head else word


def _part_of(name: str) -> str:
    """Return the words of a name that can be drawn; empty where they have next to no letters."""
    words = [word for word in _APART.split(name) if word and can_draw(word) and any(map(str.isalpha, word))]
    return " ".join(words) if sum(map(str.isalpha, " ".join(words))) >= _LEAST_LETTERS else ""


def _without_symbols(name: str) -> str:
    shown = "".join(run.text for run in runs_of(name)) if len(runs_of(name)) == 1 else name
    return " ".join(shown.split())
