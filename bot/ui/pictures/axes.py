"""Axes: nice steps, ticks, and places for labels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from math import ceil, floor

from bot.ui.pictures.fonts import Box, box_of
from bot.ui.pictures.scene import Point, Text

RATING_STEPS = (10, 20, 25, 50, 100, 200, 500)
_RAISED = 14
_BEYOND = 22
_STROKE = 4

_MONTHS_SHOWN, _QUARTERS_SHOWN = 6, 18
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Scale:
    """Values on whole steps, laid on pixels. low, high: the values at start and end."""

    low: float
    high: float
    step: float
    start: float
    end: float

    def place(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    @property
    def ticks(self) -> list[float]:
        return [self.low + at * self.step for at in range(floor((self.high - self.low) / self.step + 1e-9) + 1)]


def date_ticks(first: date, last: date) -> list[tuple[date, str]]:
    """Return days and labels: months below 6 months, quarters below 18, else years."""
    months = 12 * (last.year - first.year) + last.month - first.month
    if months < _MONTHS_SHOWN:
        step = 1
    elif months < _QUARTERS_SHOWN:
        step = 3
    else:
        step = 12 * max(1, ceil(months / 12 / 7))
    ticks = []
    number = 12 * first.year + first.month - 1
    number = ceil(number / step) * step
    while (day := date(number // 12, number % 12 + 1, 1)) <= last:
        if day >= first:
            label = str(day.year) if day.month == 1 else day.strftime("%b")
            ticks.append((day, label))
        number += step
    return ticks


def count_ticks(highest: int, lowest: int = 0) -> list[int]:
    """Return counts in steps of 1, 2 or 5 times a power of ten."""
    step = 1
    while (highest - lowest) / step > MOST_TICKS:
        step = {"1": 2, "2": 5, "5": 10}[str(step)[0]] * 10 ** (len(str(step)) - 1)
    return list(range(ceil(lowest / step) * step, highest + 1, step))


def label_place(
    label: Text, at: Point, away: float, within: Box, occupied: Iterable[Box], lines: Iterable[Sequence[Point]] = ()
) -> Text | None:
    """Return a label beside, above or below a point; None without a free place.

    away: pixels from the point. taken: boxes, lines: strokes not to touch.
    """
    box = box_of(replace(label, align="left"))
    middle = (box.top + box.bottom) / 2 - label.y
    x, y = at
    above, below = y - away - (box.bottom - label.y), y + away + (label.y - box.top)
    occupied, lines = list(occupied), [list(line) for line in lines]
    for align, left, baseline in (
        ("left", x + away, y - middle),
        ("left", x + away, y - middle - _RAISED),
        ("left", x + away, y - middle - 2 * _RAISED),
        ("right", x - away, y - middle),
        ("right", x - away, y - middle - _RAISED),
        ("center", x, above),
        ("right", x + _BEYOND, above),
        ("left", x - _BEYOND, above),
        ("center", x, below),
        ("left", x - _BEYOND, below),
        ("right", x + _BEYOND, below),
    ):
        tried = replace(label, x=left, y=baseline, align=align)  # type: ignore[arg-type]
        if is_free(box_of(tried), within, occupied, lines):
            return tried
    return None


def is_free(box: Box, within: Box, occupied: Iterable[Box], lines: Iterable[Sequence[Point]] = ()) -> bool:
    if box.left < within.left or box.right > within.right or box.top < within.top or box.bottom > within.bottom:
        return False
    if any(box.meets(other, 4) for other in occupied):
        return False
    wider = Box(box.left - _STROKE, box.top - _STROKE, box.right + _STROKE, box.bottom + _STROKE)
    return not any(_crosses(wider, one, other) for line in lines for one, other in pairwise(line))


def _crosses(box: Box, one: Point, other: Point) -> bool:
    (x1, y1), (x2, y2) = one, other
    first, last = 0.0, 1.0
    for delta, space in (
        (x1 - x2, x1 - box.left),
        (x2 - x1, box.right - x1),
        (y1 - y2, y1 - box.top),
        (y2 - y1, box.bottom - y1),
    ):
        if delta == 0:
            if space < 0:
                return False
        elif delta < 0:
            first = max(first, space / delta)
        else:
            last = min(last, space / delta)
    return first <= last
