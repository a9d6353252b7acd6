"""The colours of every picture, and how well they can be read on each other."""

from typing import Literal

Shape = Literal["circle", "square", "triangle", "diamond", "down"]

GROUND, PANEL, RULE = "#14181F", "#1E2530", "#313B49"
"""The whole picture; tiles and stripes; grid and axes."""

INK, SOFT, FAINT = "#F4F6FA", "#B7C2D0", "#8793A4"
"""Figures and names; subtitles and second facts; axis labels and footers."""

BLUE, ORANGE, TEAL, PINK, YELLOW = "#5AB0F2", "#F28C28", "#2DC9A3", "#D96BB0", "#F7E76B"
FALL = "#FF8A5B"
"""Always with ▼ or an outline, as a rise in teal is always with ▲."""

DRAW_GROUND, DRAW_BAR, QUIET_BAR = "#4A4526", "#525E6E", "#39506B"
"""The ground of a draw's box, a bar of draws, bars that are not one's own."""

LINES: tuple[tuple[str, Shape], ...] = (
    (BLUE, "circle"),
    (ORANGE, "square"),
    (TEAL, "triangle"),
    (PINK, "diamond"),
    (YELLOW, "down"),
)
"""Colour and mark of up to five lines in one picture: told apart without their colours too."""

LEAST_CONTRAST = 4.5
"""Between a text and what it stands on."""


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of `#RRGGBB`, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, ground: str, opacity: float) -> str:
    """Return what a colour looks like on a ground when that much of it is seen, 0 to 1."""
    parts = zip(channels(colour), channels(ground), strict=True)
    return "#" + "".join(f"{round(opacity * one + (1 - opacity) * other):02X}" for one, other in parts)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    linear = [
        part / 12.92 if (part := channel / 255) <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for channel in channels(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
