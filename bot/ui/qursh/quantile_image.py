"""The distribution of a cell's margins with one game in it, as a picture that is read at 400 pixels.

Drawing takes tenths of a second, so do it in a thread.
"""

from io import BytesIO

from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from bot.services.qursh.quantile import QuantileReport
from bot.ui.qursh.quantile_card import percent
from bot.ui.wall_chart.fonts import font
from core.qursh.history import QuantileSource

WIDTH, HEIGHT = 800, 480
_PAPER, _INK, _GREY, _BELOW, _ABOVE, _GAME = "#ffffff", "#16202c", "#5a6675", "#7d97b5", "#cfd9e5", "#b2461f"
_TICK_SIZE, _LABEL_SIZE, _GAME_SIZE = 24, 24, 30
_REACH = 3.2
"""How many deviations are shown to each side: a game further out moves the edge."""


def quantile_image(report: QuantileReport) -> bytes:
    """Return a PNG: columns of margins as the higher rated player sees them, those below the game darker."""
    placed, summary = report.placed, report.distribution.summary
    reach = _REACH * max(summary.deviation, 1.0)
    left = min(summary.mean - reach, placed.margin - 30)
    right = max(summary.mean + reach, placed.margin + 30)
    columns = [column for column in report.distribution.columns if left <= column.low and column.high <= right]
    highest = max((column.share for column in columns), default=1.0) or 1.0

    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, facecolor=_PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.03, 0.24, 0.94, 0.74), facecolor=_PAPER)
    axes.bar(
        [column.low for column in columns],
        [column.share for column in columns],
        width=[0.9 * (column.high - column.low) for column in columns],
        align="edge",
        color=[_BELOW if column.high <= placed.margin else _ABOVE for column in columns],
    )
    axes.set_xlim(left, right)
    axes.set_ylim(0, 1.32 * highest)
    axes.plot([placed.margin, placed.margin], [0, 1.12 * highest], color=_GAME, linewidth=4)
    near_left = placed.margin < (left + right) / 2
    axes.annotate(
        f"{f'{placed.margin:+d}' if placed.margin else 'tie'}: {percent(_of_higher(report))}",
        (placed.margin, 1.18 * highest),
        ha="left" if near_left else "right",
        va="center",
        color=_GAME,
        fontproperties=font(_GAME_SIZE, True),
    )
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
    axes.set_xlabel(_caption(report), fontproperties=font(_LABEL_SIZE), color=_GREY, labelpad=10)
    buffer = BytesIO()
    figure.savefig(buffer, format="png")
    FigureCanvasBase(figure)  # lets go of the pixels now, as in wall_chart_image
    return buffer.getvalue()


def _of_higher(report: QuantileReport) -> int:
    """Return the tenths of whom the margin is counted for: the higher rated player, the first of equals."""
    placed = report.placed
    return placed.first_tenths if report.first.rating >= report.second.rating else placed.second_tenths


def _caption(report: QuantileReport) -> str:
    who = "higher rated" if report.first.rating != report.second.rating else "first"
    games = "normal curve" if report.placed.source is QuantileSource.PARAMETRIC else f"{report.placed.games:,} games"
    return f"points of the {who} player's win · {games}"
