"""Scenes: made by layouts, read by tests, drawn by `draw`.

Pixels from the top left; colours as `#RRGGBB`. Shapes, then texts, then photos.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Shape = Literal["circle", "square", "triangle", "diamond", "down"]

GROUND, PANEL, RULE = "#14181F", "#1E2530", "#313B49"
"""The picture; tiles and stripes; grid and axes."""

INK, SOFT, FAINT = "#F4F6FA", "#B7C2D0", "#8793A4"

BLUE, ORANGE, TEAL, PINK, YELLOW = "#5AB0F2", "#F28C28", "#2DC9A3", "#D96BB0", "#F7E76B"
FALL = "#FF8A5B"
"""Always with ▼ or an outline, teal always with ▲."""

DRAW_GROUND, DRAW_BAR, QUIET_BAR = "#4A4526", "#525E6E", "#39506B"

LINES: tuple[tuple[str, Shape], ...] = (
    (BLUE, "circle"),
    (ORANGE, "square"),
    (TEAL, "triangle"),
    (PINK, "diamond"),
    (YELLOW, "down"),
)
"""Colours and marks of five lines, distinct in grey too."""

LEAST_CONTRAST = 4.5


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, ground: str, opacity: float) -> str:
    """Return a colour on a ground. opacity: 0 to 1."""
    parts = zip(channels(colour), channels(ground), strict=True)
    return "#" + "".join(f"{round(opacity * one + (1 - opacity) * other):02X}" for one, other in parts)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    linear = [
        part / 12.92 if (part := channel / 255) <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for channel in channels(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


Point = tuple[float, float]
Align = Literal["left", "center", "right"]
Dash = tuple[float, float]
"""Pixels on and off; round ends make a stroke longer by its width."""

WIDTH, HEIGHT = 1080, 680
LEAST_SIZE, FOOTER_SIZE, BOX_SIZE = 32, 30, 30
"""Least text sizes: a phone shows 29% of them."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A box from its top left corner. Without fill an outline, inside its edge."""

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
    """A stroke with round joints and ends."""

    points: tuple[Point, ...]
    colour: str
    width: float = 6
    dash: Dash | None = None
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Area:
    """The area between points and a level below, to which it fades."""

    points: tuple[Point, ...]
    bottom: float
    colour: str
    opacity: float = 0.34
    bottom_opacity: float = 0.02


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle; without fill a ring inside its radius."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    edge: str | None = None
    edge_width: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign. radius: to its corners. hole: in the rim's colour."""

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
    """A line of text. x: its left, middle or right as aligned. y: its baseline.

    weight: 100 to 900. tabular: figures of one width. halo: pixels of ground colour around it.
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
    """A round photo; unreadable, the shapes below show."""

    x: float
    y: float
    radius: float
    data: bytes


Item = Rect | Line | Polyline | Area | Dot | Mark | Text | Photo


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture. alternative: its description. in_full: names that are not drawn whole."""

    items: tuple[Item, ...]
    alternative: str
    width: int = WIDTH
    height: int = HEIGHT
    ground: str = GROUND
    in_full: tuple[str, ...] = ()

    @property
    def texts(self) -> Iterable[Text]:
        return (item for item in self.items if isinstance(item, Text))
