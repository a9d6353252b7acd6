"""What a picture is made of: a layout returns a scene, tests read it, and bot.ui.pictures.draw draws it.

Pixels, counted from the top left corner. Colours are `#RRGGBB`. Shapes are drawn in their order, then the texts, then
the photos.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.ui.pictures.theme import GROUND, Shape

Point = tuple[float, float]
Align = Literal["left", "center", "right"]
Dash = tuple[float, float]
"""Pixels on and off; ends are round, so that a stroke is longer by its width."""

WIDTH, HEIGHT = 1080, 680
LEAST_SIZE, FOOTER_SIZE, BOX_SIZE = 32, 28, 26
"""The least size of what must be read, of a footer, of a letter in a coloured box: a phone shows 29 % of it."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A box from its top left corner; without fill an outline. The edge lies within."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    radius: float = 0
    edge: str | None = None
    edge_width: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float = 2
    dash: Dash | None = None
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Polyline:
    """A stroke through points, with round joints and ends."""

    points: tuple[Point, ...]
    colour: str
    width: float = 6
    dash: Dash | None = None
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Area:
    """The ground between a line of points, from left to right, and a level below; it fades toward the level."""

    points: tuple[Point, ...]
    bottom: float
    colour: str
    opacity: float = 0.34
    bottom_opacity: float = 0.02


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle; without fill a ring. The edge lies within the radius."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    edge: str | None = None
    edge_width: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a point; radius: from its middle to its corners. hole: the radius of one, in the rim's colour."""

    x: float
    y: float
    radius: float
    shape: Shape
    fill: str
    rim: str | None = None
    rim_width: float = 0
    hole: float = 0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; x: its left, middle or right as aligned; y: its baseline.

    weight: 100 to 900. tabular: figures of one width, for columns. halo: pixels of the ground's colour around it.
    What no font has is left out when it is drawn.
    """

    x: float
    y: float
    text: str
    size: float
    weight: int
    colour: str
    align: Align = "left"
    tabular: bool = False
    halo: float = 0


@dataclass(frozen=True, slots=True)
class Photo:
    """Somebody's picture in a circle; where it cannot be read, what lies under it is seen."""

    x: float
    y: float
    radius: float
    data: bytes


Item = Rect | Line | Polyline | Area | Dot | Mark | Text | Photo


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture.

    alternative: what it shows, in words, for who cannot see it.
    in_full: names that are not drawn whole, and so belong into the message beside it.
    """

    items: tuple[Item, ...]
    alternative: str
    width: int = WIDTH
    height: int = HEIGHT
    ground: str = GROUND
    in_full: tuple[str, ...] = ()

    @property
    def texts(self) -> Iterable[Text]:
        """Return all texts, in the order of drawing."""
        return (item for item in self.items if isinstance(item, Text))
