"""Shared parts: names, pictures of people, pills, changes, result boxes, footers."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bot.ui.framework.text import clean
from bot.ui.pictures.fonts import can_draw, fitted, runs_of, text_width
from bot.ui.pictures.scene import (
    BLUE,
    BOX_SIZE,
    FAINT,
    FALL,
    FOOTER_SIZE,
    GROUND,
    INK,
    LEAST_CONTRAST,
    SOFT,
    TEAL,
    WIDTH,
    YELLOW,
    Align,
    Dot,
    Item,
    Mark,
    Photo,
    Rect,
    Text,
    contrast,
)

NO_NAME = "#"
"""With their number, for a name that cannot be drawn."""

_LONGEST, _LEAST_LETTERS = 100, 2
_APART = re.compile(r"[\s()\[\]（）「」{}/|,;]+")
_INITIAL_AT = 2


class DrawnName(NamedTuple):
    """A name as drawn. whole: nothing except emoji is missing."""

    text: str
    whole: bool


def drawn_name(name: str, *others: str | None, number: int | None = None) -> DrawnName:
    """Return a name as drawn.

    others: names on Discord, if it cannot be drawn. number: the last resort, `#5`.
    """
    shown = clean(name, _LONGEST)
    if can_draw(shown):
        return DrawnName(_without_symbols(shown), True)
    for part in (_part_of(shown), *(clean(other, _LONGEST) for other in others if other)):
        if part and can_draw(part):
            return DrawnName(_without_symbols(part), False)
    return DrawnName(NO_NAME if number is None else f"{NO_NAME}{number}", False)


def fitted_name(name: str, most: float, size: float, weight: int) -> str:
    """Return a name within a width: later names become initials, then it is cut.

    Castellan Prado-Valera, Emilia: Castellan Prado-V., E.
    """
    if text_width(name, size, weight) <= most:
        return name
    for shorter in _shorter(name):
        if text_width(shorter, size, weight) <= most:
            return shorter
    return fitted(name, most, size, weight)


def _shorter(name: str) -> list[str]:
    """Yield ever shorter forms; the surname stays whole until the last."""
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
    for at, character in enumerate(word):
        if character.isalpha():
            end = at + 1
            while end < len(word) and unicodedata.category(word[end])[0] == "M":
                end += 1
            return word[:end] + "." if end < len(word) - 1 else word
    return word


def _hyphen_short(word: str) -> str:
    head, hyphen, tail = word.rpartition("-")
    return f"{head}-{_initial(tail)}" if hyphen and head else word


def _part_of(name: str) -> str:
    """Return a name's drawable words; empty if hardly any letters remain."""
    words = [word for word in _APART.split(name) if word and can_draw(word) and any(map(str.isalpha, word))]
    return " ".join(words) if sum(map(str.isalpha, " ".join(words))) >= _LEAST_LETTERS else ""


def _without_symbols(name: str) -> str:
    shown = "".join(run.text for run in runs_of(name)) if len(runs_of(name)) == 1 else name
    return " ".join(shown.split())


LEFT, RIGHT = 48, WIDTH - 48
_INITIALS = 2
_BEFORE_THEIR_CONSONANT = "\u0e40\u0e41\u0e42\u0e43\u0e44"


@dataclass(frozen=True)
class Who:
    """A person. number: if the name cannot be drawn. called: on Discord.

    photo: a picture file instead of initials. colour: their own choice.
    """

    name: str
    number: int | None = None
    called: str | None = None
    photo: bytes | None = None
    colour: str | None = None

    @cached_property
    def drawn(self) -> DrawnName:
        return drawn_name(self.name, self.called, number=self.number)

    @property
    def initials(self) -> str:
        surname, comma, given = (part.strip() for part in self.drawn.text.partition(","))
        words = [*given.split()[:1], *surname.split()[:1]] if comma and given else surname.split()
        letters = [word.lstrip(_BEFORE_THEIR_CONSONANT)[:1] for word in words]
        letters = [letter for letter in letters if letter.isalnum()]
        chosen = [letters[0], letters[-1]] if len(letters) >= _INITIALS else letters
        return "".join(chosen).upper() or "#"

    def tint(self) -> str:
        chosen = self.colour
        return chosen if chosen is not None and contrast(chosen, GROUND) >= LEAST_CONTRAST else BLUE

    def shown(self, most: float, sizes: Sequence[int], weight: int) -> tuple[str, int]:
        """Return the name within a width, in the largest size that leaves it whole."""
        for size in sizes:
            if text_width(self.drawn.text, size, weight) <= most:
                return self.drawn.text, size
        return fitted_name(self.drawn.text, most, sizes[-1], weight), sizes[-1]

    def left_out(self, text: str) -> tuple[str, ...]:
        """Return the full name if not drawn whole."""
        return () if self.drawn.whole and text == self.drawn.text else (self.name,)


def avatar(who: Who, x: float, y: float, radius: float, colour: str) -> Iterator[Item]:
    yield Dot(x, y, radius, fill=colour)
    size = 50 if radius > 62 else 46
    yield Text(x, y + 0.36 * size, who.initials, size, 800, GROUND, "center")
    if who.photo is not None:
        yield Photo(x, y, radius, who.photo)


def pill(x: float, y: float, text: str, ink: str, ground: str, height: float = 46, size: float = 30) -> list[Item]:
    """Return a pill from its left edge; its first item has the width."""
    wide = text_width(text, size, 600) + 34
    return [
        Rect(x, y, wide, height, fill=ground, radius=height / 2),
        Text(x + wide / 2, y + height / 2 + 0.36 * size, text, size, 600, ink, "center"),
    ]


def change_items(right: float, baseline: float, change: int, size: float) -> Iterator[Item]:
    """Yield a change with arrow, right-aligned: teal up, orange down."""
    if change == 0:
        yield Text(right, baseline, "=", size, 800, SOFT, "right")
        return
    colour = TEAL if change > 0 else FALL
    figure, radius = f"{abs(change)}", 0.5 * size
    yield Text(right, baseline, figure, size, 800, colour, "right")
    x = right - text_width(figure, size, 800) - radius - 0.2 * size
    y = baseline - (0.5 if change > 0 else 1) * radius
    yield Mark(x, y, radius, "triangle" if change > 0 else "down", colour)


def form_boxes(middle: float, top: float, results: Sequence[float]) -> Iterator[Item]:
    """Yield W, D and L in boxes that differ without colour."""
    wide, high, apart = 34, 38, 4
    x = middle - (len(results) * (wide + apart) - apart) / 2
    for result in results:
        letter, fill, ink = {1.0: ("W", TEAL, GROUND), 0.5: ("D", YELLOW, GROUND)}.get(result, ("L", None, FALL))
        edge = FALL if fill is None else None
        yield Rect(x, top, wide, high, fill=fill, radius=8, edge=edge, edge_width=3 if edge else 0)
        yield Text(x + wide / 2, top + high / 2 + 0.36 * BOX_SIZE, letter, BOX_SIZE, 800, ink, "center")
        x += wide + apart


def footer(height: float, right: str, left: str = "") -> Iterator[Text]:
    free = RIGHT - LEFT - (text_width(left, FOOTER_SIZE) + 40 if left else 0)
    align: Align = "right" if left else "left"
    if left:
        yield Text(LEFT, height - 22, left, FOOTER_SIZE, 500, FAINT)
    x = RIGHT if left else LEFT
    yield Text(x, height - 22, fitted(right, free, FOOTER_SIZE), FOOTER_SIZE, 500, FAINT, align)


def title_lines(title: str, subtitle: str, most: float = RIGHT - LEFT) -> Iterator[Text]:
    yield Text(LEFT, 92, fitted(title, most, 56, 700), 56, 700, INK)
    yield Text(LEFT, 140, fitted(subtitle, most, 32), 32, 500, SOFT)
