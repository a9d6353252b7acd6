"""Where everything stands on the pictures of a wall chart: pixels from the top left corner."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from bot.ui.framework.text import points
from bot.ui.pictures.fonts import text_width
from bot.ui.pictures.names import drawn_name
from bot.ui.pictures.scene import WIDTH
from bot.ui.wall_chart.rows import ChartCell, ChartLine, Ratings, WallChart
from bot.ui.wall_chart.rows import spread_text as signed_spread

MARGIN = 48
NUMBER_RIGHT, NAME_LEFT = 82, 102
NUMBER_SIZE, NAME_SIZE, FIGURE_SIZE, TOTAL_SIZE, HEADER_SIZE = 28, 32, 28, 34, 28
CELL_SIZES = (28, 24, 22, 20, 18, 16, 14)
"""Sizes of the letters in a cell, the largest first; the first is for two characters, the second for three."""

SCORE_SIZE = 20
"""Of the points on the board, below the letter."""

ROWS_BOTTOM = 672
"""Where the rows of a page end."""

MOST_LINES = 12
"""Of cells in a row: rounds beyond are in the files alone."""

_WIDE, _SMALL = (62, 70), (46, 54)
"""Widths of a cell, and from one to the next."""

_ROW_PADDING, _TALL_PADDING, _LINE_GAP, _HEADER_LINE = 9, 6, 3, 28
_TOTAL_ROOM, _CHANGE_ROOM, _GAP = 86, 96, 30
_LEAST_NAME, _MOST_NAME, _NAME_GAP = 250, 480, 20
_MOST_WIDTH = 2400
"""Of a picture for a file."""
_MOST_SMALL, _MOST_WIDE = 11, 8
_TALL = 76
"""From this height on a row has the ratings below the name."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures that all pages of a chart share.

    per_line, lines: cells side by side, and lines of them in a row. shown: rounds that are drawn.
    rating_right, change_right: where these columns end; None where there is no room for them.
    is_tall: ratings stand below the names. rows: on a page.
    """

    width: int
    per_line: int
    lines: int
    shown: int
    cell_width: int
    cell_height: int
    pitch: int
    cells_left: float
    row_height: int
    rows_top: int
    rows: int
    is_tall: bool
    name_room: float
    rating_right: float | None
    change_right: float | None
    total_right: float

    def cell_corner(self, index: int, row_top: float) -> tuple[float, float]:
        """Return the top left corner of a cell."""
        line, column = divmod(index, self.per_line)
        height = self.lines * (self.cell_height + _LINE_GAP) - _LINE_GAP
        top = row_top + (self.row_height - height + 1) // 2 + line * (self.cell_height + _LINE_GAP)
        return self.cells_left + column * self.pitch, top

    def header_place(self, index: int) -> tuple[float, float]:
        """Return where the number of a round stands: its middle and its baseline."""
        line, column = divmod(index, self.per_line)
        baseline = self.rows_top - (18 if self.lines == 1 else 10 + _HEADER_LINE * (self.lines - 1 - line))
        return self.cells_left + column * self.pitch + self.cell_width / 2, baseline


def layout_of(chart: WallChart, *, sheet: bool = False) -> Layout:
    """Return the measures of a chart.

    Room is made in this order: the change goes, the rating goes, cells shrink, a row has several lines of cells.
    sheet: for a file, which may be wider than a phone: nothing goes.
    """
    rounds, names = len(chart.rounds), _widest_name(chart)
    rating_width, change_width = _rating_width(chart), _change_width(chart)
    extra = _extra_width(chart) if chart.extra else 0
    totals = extra + _total_width(chart)
    fits_small = _widest_label(chart) <= _SMALL[0] - 4 and not sheet
    width, per_line = WIDTH, (_MOST_SMALL if fits_small else _MOST_WIDE) - bool(chart.extra)
    if sheet:
        fixed = NAME_LEFT + min(names, _MOST_NAME) + _NAME_GAP + rating_width + change_width + _GAP + totals + MARGIN
        per_line = int((_MOST_WIDTH - fixed) // _WIDE[1])
        width = max(ceil(fixed) + min(rounds, per_line) * _WIDE[1], WIDTH)
    lines = max(min(ceil(rounds / per_line), MOST_LINES), 1)
    shown = min(rounds, lines * per_line)
    per_line = max(ceil(shown / lines), 1)
    cell_height = 52 if chart.has_points else 40 if lines == 1 else 36
    height = lines * (cell_height + _LINE_GAP) - _LINE_GAP
    row_height = height + (_ROW_PADDING if lines == 1 else _TALL_PADDING)
    is_tall = row_height >= _TALL
    rows_top = 178 if lines == 1 else 186 + _HEADER_LINE * (lines - 2)
    choices = [(_WIDE, True, True), (_WIDE, True, False), (_WIDE, False, False), (_SMALL, False, False)]
    if is_tall:
        choices = [(_WIDE, False, False), (_SMALL, False, False)]
    for cell, has_rating, has_change in choices if fits_small else [one for one in choices if one[0] is _WIDE]:
        left = width - MARGIN - totals - (cell[0] + (per_line - 1) * cell[1] if shown else 0)
        change_right = left - _GAP if has_change else None
        rating_right = left - _GAP - (change_width if has_change else 0) if has_rating else None
        room = (left if rating_right is None else rating_right - rating_width) - _NAME_GAP - NAME_LEFT
        if room >= min(names, _LEAST_NAME):
            break
    return Layout(
        width=width,
        per_line=per_line,
        lines=lines,
        shown=shown,
        cell_width=cell[0],
        cell_height=cell_height,
        pitch=cell[1],
        cells_left=left,
        row_height=row_height,
        rows_top=rows_top,
        rows=max((ROWS_BOTTOM - rows_top) // row_height, 1),
        is_tall=is_tall,
        name_room=room,
        rating_right=rating_right,
        change_right=change_right,
        total_right=width - MARGIN - extra,
    )


def total_text(line: ChartLine) -> str:
    """Return a total as it is drawn."""
    return "?" if line.total is None else points(line.total)


def spread_text(line: ChartLine) -> str:
    """Return a spread as it is drawn, with a sign as wide as the plus."""
    return signed_spread(line.spread).replace("-", "−")


def score_text(cell: ChartCell) -> str:
    """Return what a player made on the board, or a bye is worth: 412, +50."""
    if cell.points is not None:
        return str(cell.points[0]).replace("-", "−")
    return cell.score_line.replace("-", "−")


def rating_text(ratings: Ratings, *, with_change: bool) -> str:
    """Return the rating after the event, that before where the event does not move it.

    with_change: `new` for a newcomer, whose first rating stands in the place of a change.
    """
    if ratings.change is None and (with_change or not ratings.short_after):
        return ratings.short_before
    return ratings.short_after


def change_text(ratings: Ratings) -> str:
    """Return the change with its arrow; a newcomer's first rating; nothing where the event does not move it."""
    if ratings.change is None:
        return ratings.short_after
    if ratings.change == 0:
        return "="
    return f"{'▲' if ratings.change > 0 else '▼'} {abs(ratings.change)}"


def _rating_width(chart: WallChart) -> float:
    texts = {
        rating_text(line.ratings[0], with_change=other)
        for line in chart.lines
        if line.ratings
        for other in (True, False)
    }
    return max((text_width(text, FIGURE_SIZE, 600, tabular=True) for text in texts), default=0.0)


def _change_width(chart: WallChart) -> int:
    texts = {change_text(line.ratings[0]) for line in chart.lines if line.ratings}
    return max(_CHANGE_ROOM, *(ceil(text_width(text, FIGURE_SIZE, 600)) + 12 for text in texts), 0)


def _extra_width(chart: WallChart) -> int:
    texts = [text_width(line.extra, TOTAL_SIZE, 800) for line in chart.lines]
    return ceil(max(text_width(chart.extra, HEADER_SIZE, 500), max(texts, default=0))) + 24


def _total_width(chart: WallChart) -> int:
    texts = [text_width(total_text(line), TOTAL_SIZE, 800) for line in chart.lines]
    if chart.has_points:
        texts += [text_width(spread_text(line), FIGURE_SIZE, 500) for line in chart.lines]
    return max(_TOTAL_ROOM, ceil(max(texts, default=0)) + 20)


def _widest_name(chart: WallChart) -> float:
    names = (drawn_name(line.name, number=at).text for at, line in enumerate(chart.lines, start=1))
    return max((text_width(name, NAME_SIZE, 600) for name in names), default=0.0)


def _widest_label(chart: WallChart) -> float:
    """Return the width of the widest letter with its number, in the least size that is to be read."""
    return max((text_width(text, 18, 700) for text in set(_labels(chart))), default=0.0)


def _labels(chart: WallChart) -> Iterable[str]:
    for line in chart.lines:
        for cell in line.cells:
            if cell is not None:
                yield cell.result
