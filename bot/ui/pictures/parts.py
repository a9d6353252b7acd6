"""Parts that several pictures have: who somebody is, pills, a change with its arrow, boxes of results, the footer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.names import DrawnName, drawn_name, fitted_name
from bot.ui.pictures.scene import BOX_SIZE, FOOTER_SIZE, WIDTH, Align, Dot, Item, Mark, Photo, Rect, Text
from bot.ui.pictures.theme import BLUE, FAINT, FALL, GROUND, INK, LEAST_CONTRAST, SOFT, TEAL, YELLOW, contrast

LEFT, RIGHT = 48, WIDTH - 48
_INITIALS = 2
_BEFORE_THEIR_CONSONANT = "\u0e40\u0e41\u0e42\u0e43\u0e44"
"""Vowels of Thai that are written in front."""


@dataclass(frozen=True)
class Who:
    """Somebody in a picture. number: stands for a name that cannot be drawn; called: on Discord.

    photo: a picture file, drawn instead of the initials. colour: theirs, where they have chosen one.
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
        """Return the first letters of the first and the last name."""
        surname, comma, given = (part.strip() for part in self.drawn.text.partition(","))
        words = [*given.split()[:1], *surname.split()[:1]] if comma and given else surname.split()
        letters = [word.lstrip(_BEFORE_THEIR_CONSONANT)[:1] for word in words]
        letters = [letter for letter in letters if letter.isalnum()]
        chosen = [letters[0], letters[-1]] if len(letters) >= _INITIALS else letters
        return "".join(chosen).upper() or "#"

    def tint(self) -> str:
        """Return their colour where it can be read on the ground."""
        chosen = self.colour
        return chosen if chosen is not None and contrast(chosen, GROUND) >= LEAST_CONTRAST else BLUE

    def shown(self, most: float, sizes: Sequence[int], weight: int) -> tuple[str, int]:
        """Return the name within so many pixels, and its size: the first in which it is whole, else the last."""
        for size in sizes:
            if text_width(self.drawn.text, size, weight) <= most:
                return self.drawn.text, size
        return fitted_name(self.drawn.text, most, sizes[-1], weight), sizes[-1]

    def left_out(self, text: str) -> tuple[str, ...]:
        """Return the name for the message beside the picture where it is not drawn whole; else nothing."""
        return () if self.drawn.whole and text == self.drawn.text else (self.name,)


def avatar(who: Who, x: float, y: float, radius: float, colour: str) -> Iterator[Item]:
    """Yield somebody's picture, or their initials on their colour."""
    yield Dot(x, y, radius, fill=colour)
    size = 50 if radius > 62 else 46
    yield Text(x, y + 0.36 * size, who.initials, size, 800, GROUND, "center")
    if who.photo is not None:
        yield Photo(x, y, radius, who.photo)


def pill(x: float, y: float, text: str, ink: str, ground: str, height: float = 46, size: float = 30) -> list[Item]:
    """Return a pill from its left edge; its width is that of the first item."""
    wide = text_width(text, size, 600) + 34
    return [
        Rect(x, y, wide, height, fill=ground, radius=height / 2),
        Text(x + wide / 2, y + height / 2 + 0.36 * size, text, size, 600, ink, "center"),
    ]


def change_items(right: float, baseline: float, change: int, size: float) -> Iterator[Item]:
    """Yield a change with its arrow, right-aligned: teal up, orange down."""
    if change == 0:
        yield Text(right, baseline, "=", size, 800, SOFT, "right")
        return
    colour = TEAL if change > 0 else FALL
    figure, radius = f"{abs(change)}", 0.5 * size
    yield Text(right, baseline, figure, size, 800, colour, "right")
    x = right - text_width(figure, size, 800) - radius - 0.2 * size
    # Its base, or its upper edge, stands on a line with the figures'.
    y = baseline - (0.5 if change > 0 else 1) * radius
    yield Mark(x, y, radius, "triangle" if change > 0 else "down", colour)


def form_boxes(middle: float, top: float, results: Sequence[float]) -> Iterator[Item]:
    """Yield W, D and L in boxes: filled, yellow, outlined, so that they are told apart without their colours."""
    wide, high, apart = 34, 38, 4
    x = middle - (len(results) * (wide + apart) - apart) / 2
    for result in results:
        letter, fill, ink = {1.0: ("W", TEAL, GROUND), 0.5: ("D", YELLOW, GROUND)}.get(result, ("L", None, FALL))
        edge = FALL if fill is None else None
        yield Rect(x, top, wide, high, fill=fill, radius=8, edge=edge, edge_width=3 if edge else 0)
        yield Text(x + wide / 2, top + high / 2 + 0.36 * BOX_SIZE, letter, BOX_SIZE, 800, ink, "center")
        x += wide + apart


def footer(height: float, right: str, left: str = "") -> Iterator[Text]:
    """Yield the last line; a club's long name gives way to what stands left."""
    free = RIGHT - LEFT - (text_width(left, FOOTER_SIZE) + 40 if left else 0)
    align: Align = "right" if left else "left"
    if left:
        yield Text(LEFT, height - 22, left, FOOTER_SIZE, 500, FAINT)
    x = RIGHT if left else LEFT
    yield Text(x, height - 22, fitted(right, free, FOOTER_SIZE), FOOTER_SIZE, 500, FAINT, align)


def title_lines(title: str, subtitle: str, most: float = RIGHT - LEFT) -> Iterator[Text]:
    """Yield what a picture is of."""
    yield Text(LEFT, 92, fitted(title, most, 56, 700), 56, 700, INK)
    yield Text(LEFT, 140, fitted(subtitle, most, 32), 32, 500, SOFT)
