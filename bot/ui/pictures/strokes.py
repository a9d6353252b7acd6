"""Where strokes and marks go: the pieces of dotted lines, the corners of marks."""

from itertools import pairwise
from math import cos, hypot, pi, sin

from bot.ui.pictures.scene import Dash, Point
from bot.ui.pictures.theme import Shape

CORNERS: dict[Shape, tuple[Point, ...]] = {
    "square": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "triangle": tuple((sin(2 * pi * at / 3), -cos(2 * pi * at / 3)) for at in range(3)),
    "down": tuple((sin(2 * pi * at / 3), cos(2 * pi * at / 3)) for at in range(3)),
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
}
"""Of a mark of radius 1 around its middle; a circle has none."""


def dashes(points: tuple[Point, ...], dash: Dash) -> list[tuple[Point, ...]]:
    """Return the pieces of a stroke through points that are drawn: so many pixels on, so many off."""
    pieces: list[tuple[Point, ...]] = []
    piece: list[Point] = []
    is_on, left = True, dash[0]
    for (x1, y1), (x2, y2) in pairwise(points):
        length, at = hypot(x2 - x1, y2 - y1), 0.0
        if is_on and not piece:
            piece = [(x1, y1)]
        while length - at > left:
            at += left
            place = (x1 + (x2 - x1) * at / length, y1 + (y2 - y1) * at / length)
            if is_on:
                pieces.append((*piece, place))
            is_on = not is_on
            piece, left = ([place], dash[0]) if is_on else ([], dash[1])
        left -= length - at
        if is_on:
            piece.append((x2, y2))
    return [*pieces, tuple(piece)] if len(piece) > 1 else pieces
