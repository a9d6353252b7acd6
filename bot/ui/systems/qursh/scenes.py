"""Pictures of the distribution of margins."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.services.ratings.qursh import PairReport, QuantileReport
from bot.ui.framework.text import signed
from bot.ui.pictures import scene
from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.scene import Item, Line, Rect, Scene, Text
from bot.ui.systems.qursh.cards import percent
from core.rating.qursh.history import Distribution, QuantileSource

WIDTH, HEIGHT = 1080, 600
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 1032, 236, 520
_TITLE_SIZE, _FACTS_SIZE, _TICK_SIZE, _MARK_SIZE = 46, 32, 32, 34
_PILL_TOP, _PILL_HEIGHT, _PILL_PADDING = 158, 54, 22
_REACH = 3.2

_BAR = 0.9
_STEPS, _MOST_STEPS = (100, 200, 500, 1000), 7


class Mark(NamedTuple):
    """A marked margin with its label."""

    margin: float
    text: str


def histogram_scene(found: Distribution, mark: Mark | None = None, side: str = "higher rated") -> Scene:
    """Return the columns of margins from one side, blue below the mark."""
    low, high = _edges(found, mark)
    games = "normal curve" if found.summary.source is QuantileSource.PARAMETRIC else f"{found.games:,} games"
    title, facts = f"Points of the {side} player's win", games
    items = [
        Text(_LEFT, 70, fitted(title, _RIGHT - _LEFT, _TITLE_SIZE, 700), _TITLE_SIZE, 700, scene.INK),
        Text(_LEFT, 116, facts, _FACTS_SIZE, 500, scene.SOFT),
        *_bars(found, mark, low, high),
        Line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, scene.RULE, 3),
        *_ticks(low, high),
    ]
    if mark is not None:
        items += _marked(mark, low, high)
    mean, deviation = found.summary.mean, found.summary.deviation
    words = f"Histogram of the points of the {side} player's win, {games}: mean {mean:.0f}, deviation {deviation:.0f}"
    return Scene(tuple(items), f"{words}; {mark.text}" if mark else words, WIDTH, HEIGHT)


def _edges(found: Distribution, mark: Mark | None) -> tuple[float, float]:
    summary = found.summary
    reach = _REACH * max(summary.deviation, 1.0)
    left, right = summary.mean - reach, summary.mean + reach
    return (left, right) if mark is None else (min(left, mark.margin - 30), max(right, mark.margin + 30))


def _place(margin: float, low: float, high: float) -> float:
    return _LEFT + (margin - low) / (high - low) * (_RIGHT - _LEFT)


def _bars(found: Distribution, mark: Mark | None, low: float, high: float) -> Iterator[Item]:
    columns = [column for column in found.columns if low <= column.low and column.high <= high]
    highest = max((column.share for column in columns), default=1.0) or 1.0
    for column in columns:
        left, right = _place(column.low, low, high), _place(column.high, low, high)
        height = column.share / highest * (_BOTTOM - _TOP)
        if height:
            wide = _BAR * (right - left)
            colour = scene.BLUE if mark is None or column.high <= mark.margin else scene.QUIET_BAR
            yield Rect(left, _BOTTOM - height, wide, height, colour, min(wide / 4, height / 2, 8))


def _ticks(low: float, high: float) -> Iterator[Item]:
    step = next((step for step in _STEPS if high - low <= _MOST_STEPS * step), _STEPS[-1])
    for value in range(-4000, 4001, step):
        x, label = _place(value, low, high), f"{value:+d}".replace("-", "−") if value else "0"
        half = text_width(label, _TICK_SIZE, 500) / 2
        if _LEFT + half <= x <= _RIGHT - half:  # the corner would cut a number off
            yield Line(x, _BOTTOM, x, _BOTTOM + 12, scene.RULE, 3)
            yield Text(x, _BOTTOM + 52, label, _TICK_SIZE, 500, scene.FAINT, "center")


def _marked(mark: Mark, low: float, high: float) -> Iterator[Item]:
    x = _place(mark.margin, low, high)
    wide = text_width(mark.text, _MARK_SIZE, 700) + 2 * _PILL_PADDING
    left = min(max(x - wide / 2, _LEFT), _RIGHT - wide)
    yield Line(x, _PILL_TOP + _PILL_HEIGHT, x, _BOTTOM, scene.INK, 4)
    yield Rect(left, _PILL_TOP, wide, _PILL_HEIGHT, scene.INK, _PILL_HEIGHT / 2)
    yield Text(left + wide / 2, _PILL_TOP + 39, mark.text, _MARK_SIZE, 700, scene.GROUND, "center")


def quantile_scene(report: QuantileReport) -> Scene:
    """Return the margins from the higher rated player's side, blue below the game."""
    placed = report.placed
    first_is_higher = report.first.rating >= report.second.rating
    tenths = placed.first_tenths if first_is_higher else placed.second_tenths
    margin = f"{placed.margin:+d}".replace("-", "−") if placed.margin else "tie"
    side = "higher rated" if report.first.rating != report.second.rating else "first"
    return histogram_scene(report.distribution, Mark(placed.margin, f"{margin}: {percent(tenths)}"), side)


def pair_scene(report: PairReport) -> Scene:
    """Return the margins between two ratings, with the one worth 50 percent."""
    if report.higher.rating == report.lower.rating:
        return histogram_scene(report.distribution, Mark(0, "tie: 50%"), "first")
    even = report.table.even
    return histogram_scene(report.distribution, Mark(even, f"{signed(even, 0).replace('-', '−')}: 50%"))
