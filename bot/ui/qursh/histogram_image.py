"""The distribution of a cell's margins as a picture that is read at 400 pixels.

Drawing takes tenths of a second, so do it in a thread.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.ui.wall_chart.fonts import font
from core.qursh.history import QuantileSource
from core.qursh.tables import Column, Distribution

WIDTH, HEIGHT = 800, 480
_PAPER, _INK, _GREY, _BELOW, _ABOVE, _MARK = "#ffffff", "#16202c", "#5a6675", "#7d97b5", "#cfd9e5", "#b2461f"
_TICK_SIZE, _LABEL_SIZE, _MARK_SIZE = 24, 24, 30
_REACH = 3.2
"""How many deviations are shown to each side: a mark further out moves the edge."""


class Mark(NamedTuple):
    """A margin that is marked, with what stands beside it."""

    margin: float
    text: str


def histogram_image(found: Distribution, mark: Mark | None = None, who: str = "higher rated") -> bytes:
    """Return a PNG: columns of margins as `who` sees them, those below the mark darker."""
    left, right = _edges(found, mark)
    columns = [column for column in found.columns if left <= column.low and column.high <= right]
    highest = max((column.share for column in columns), default=1.0) or 1.0

    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, facecolor=_PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.03, 0.24, 0.94, 0.74), facecolor=_PAPER)
    axes.bar(
        [column.low for column in columns],
        [column.share for column in columns],
        width=[0.9 * (column.high - column.low) for column in columns],
        align="edge",
        color=_colours(columns, mark),
    )
    axes.set_xlim(left, right)
    axes.set_ylim(0, 1.32 * highest)
    if mark is not None:
        _draw(axes, mark, highest, near_left=mark.margin < (left + right) / 2)
    _ticks(axes, left, right)
    games = "normal curve" if found.summary.source is QuantileSource.PARAMETRIC else f"{found.games:,} games"
    caption = f"points of the {who} player's win · {games}"
    axes.set_xlabel(caption, fontproperties=font(_LABEL_SIZE), color=_GREY, labelpad=10)
    buffer = BytesIO()
    figure.savefig(buffer, format="png")
    FigureCanvasBase(figure)  # lets go of the pixels now, as in wall_chart_image
    return buffer.getvalue()


def _edges(found: Distribution, mark: Mark | None) -> tuple[float, float]:
    summary = found.summary
    reach = _REACH * max(summary.deviation, 1.0)
    left, right = summary.mean - reach, summary.mean + reach
    return (left, right) if mark is None else (min(left, mark.margin - 30), max(right, mark.margin + 30))


def _colours(columns: Sequence[Column], mark: Mark | None) -> list[str]:
    return [_BELOW if mark is None or column.high <= mark.margin else _ABOVE for column in columns]


def _draw(axes: Axes, mark: Mark, highest: float, *, near_left: bool) -> None:
    axes.plot([mark.margin, mark.margin], [0, 1.12 * highest], color=_MARK, linewidth=4)
    how: dict[str, Any] = {"va": "center", "color": _MARK, "fontproperties": font(_MARK_SIZE, True)}
    axes.annotate(mark.text, (mark.margin, 1.18 * highest), ha="left" if near_left else "right", **how)


def _ticks(axes: Axes, left: float, right: float) -> None:
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.set_yticks([])
    step = 100 if right - left <= 700 else 200
    edge = 0.04 * (right - left)  # a number in the corner would be cut off
    ticks = [value for value in range(-2000, 2001, step) if left + edge <= value <= right - edge]
    axes.set_xticks(ticks, [f"{value:+d}".replace("-", "−") if value else "0" for value in ticks])
    for label in axes.get_xticklabels():
        label.set_fontproperties(font(_TICK_SIZE))
        label.set_color(_INK)
