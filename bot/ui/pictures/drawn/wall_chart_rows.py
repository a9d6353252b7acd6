"""The rows of a wall chart's pictures, and of its summary."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.ui.pictures import theme
from bot.ui.pictures.drawn.wall_chart_layout import (
    CELL_SIZES,
    FIGURE_SIZE,
    HEADER_SIZE,
    MARGIN,
    NAME_LEFT,
    NAME_SIZE,
    NUMBER_RIGHT,
    NUMBER_SIZE,
    SCORE_SIZE,
    TOTAL_SIZE,
    Layout,
    change_text,
    rating_text,
    score_text,
    spread_text,
    total_text,
)
from bot.ui.pictures.fonts import text_width
from bot.ui.pictures.names import fitted_name
from bot.ui.pictures.scene import Align, Item, Rect, Text
from bot.ui.wall_chart.rows import NOTHING, ChartCell, ChartLine, WallChart

# Fill, edge and ink of a cell: W is filled, D tinted, L outlined, told apart without their colours too.
STYLES = {
    "W": (theme.TEAL, theme.TEAL, theme.GROUND),
    "D": (theme.DRAW_GROUND, theme.YELLOW, theme.YELLOW),
    "L": (theme.GROUND, theme.FALL, theme.FALL),
}
NO_GAME = (theme.RULE, theme.RULE, theme.SOFT)

_STRIPE = theme.mixed(theme.PANEL, theme.GROUND, 0.65)
_COLUMN_WIDTH = 468
_CELL_EDGE, _CELL_RADIUS = 2, 9
_HALF_A_CAPITAL = 0.364


@dataclass(frozen=True, slots=True)
class Row:
    """One player's row, from its top; name: as it is drawn; places: of everybody, by pairing number."""

    chart: WallChart
    layout: Layout
    line: ChartLine
    places: Mapping[int, int]
    name: str
    top: float

    def items(self, *, striped: bool) -> Iterator[Item]:
        """Yield what is drawn."""
        layout, line, middle = self.layout, self.line, self.top + self.layout.row_height / 2
        if striped:
            yield stripe(self.top, layout.width, layout.row_height)
        name_y = middle - 19 if layout.is_tall and line.ratings else middle
        name = fitted_name(self.name, layout.name_room, NAME_SIZE, 600)
        yield centred(NUMBER_RIGHT, name_y, str(self.places[line.number]), NUMBER_SIZE, 500, theme.FAINT, "right")
        yield centred(NAME_LEFT, name_y, name, NAME_SIZE, 600, theme.INK)
        if line.ratings:
            yield from self._ratings(middle)
        for index, cell in enumerate(line.cells[: layout.shown]):
            yield from self._cell(cell, *layout.cell_corner(index, self.top))
        total_y = middle - 15 if self.chart.has_points else middle
        yield centred(layout.total_right, total_y, total_text(line), TOTAL_SIZE, 800, theme.INK, "right")
        if self.chart.has_points:
            yield centred(layout.total_right, middle + 15, spread_text(line), FIGURE_SIZE, 500, theme.SOFT, "right")
        if self.chart.extra:
            yield centred(layout.width - MARGIN, middle, line.extra, TOTAL_SIZE, 800, theme.INK, "right")

    def _ratings(self, middle: float) -> Iterator[Item]:
        layout, main = self.layout, self.line.ratings[0]
        change, colour = change_text(main), _colour(main.change)
        if layout.is_tall:
            rating = rating_text(main, with_change=True)
            yield centred(NAME_LEFT, middle + 22, rating, FIGURE_SIZE, 600, theme.SOFT)
            x = NAME_LEFT + text_width(rating, FIGURE_SIZE, 600) + 14
            if change and x + text_width(change, FIGURE_SIZE, 600) <= NAME_LEFT + layout.name_room:
                yield centred(x, middle + 22, change, FIGURE_SIZE, 600, colour)
            return
        if layout.rating_right is not None:
            rating = rating_text(main, with_change=layout.change_right is not None)
            ink = theme.INK if rating == main.short_after else theme.SOFT
            yield centred(layout.rating_right, middle, rating, FIGURE_SIZE, 600, ink, "right", tabular=True)
        if layout.change_right is not None and change:
            yield centred(layout.change_right, middle, change, FIGURE_SIZE, 600, colour, "right")

    def _cell(self, cell: ChartCell | None, x: float, y: float) -> Iterator[Item]:
        width, height = self.layout.cell_width, self.layout.cell_height
        middle = x + width / 2
        if cell is None:
            yield centred(middle, y + height / 2, NOTHING, HEADER_SIZE, 500, theme.FAINT, "center")
            return
        fill, edge, ink = STYLES.get(cell.letter, NO_GAME)
        yield Rect(x, y, width, height, fill, _CELL_RADIUS, edge, _CELL_EDGE)
        sizes = CELL_SIZES if width > CELL_SIZES[0] * 2 else CELL_SIZES[2:]
        room, score = width - 2 * _CELL_EDGE, score_text(cell) if self.chart.has_points else ""
        # Opponents are named by their places, which are the numbers of the rows.
        placed = cell if cell.opponent is None else replace(cell, opponent=self.places.get(cell.opponent))
        label = placed.result
        yield centred(
            middle, y + height * (0.34 if score else 0.5), label, _size(label, sizes, room), 700, ink, "center"
        )
        if score:
            size = _size(score, (SCORE_SIZE, SCORE_SIZE, 18, 16, 14), room)
            yield centred(middle, y + height * 0.74, score, size, 700, ink, "center")


def summary_row(line: ChartLine, place: int, name: str, left: float, middle: float) -> Iterator[Item]:
    """Yield what is drawn of a player in one of the summary's columns."""
    right, total = left + _COLUMN_WIDTH, total_text(line)
    yield centred(left + 34, middle, str(place), NUMBER_SIZE, 500, theme.FAINT, "right")
    yield centred(right, middle, total, TOTAL_SIZE, 800, theme.INK, "right")
    end = right - max(text_width(total, TOTAL_SIZE, 800), 56) - 20
    change = change_text(line.ratings[0]) if line.ratings else ""
    if change:
        yield centred(end, middle, change, FIGURE_SIZE, 600, _colour(line.ratings[0].change), "right")
        end -= text_width(change, FIGURE_SIZE, 600) + 16
    room = end - left - 54
    yield centred(left + 54, middle, fitted_name(name, room, NAME_SIZE, 600), NAME_SIZE, 600, theme.INK)


def stripe(top: float, width: int, height: float) -> Rect:
    """Return the ground of every second row."""
    return Rect(32, top, width - 64, height, _STRIPE, 10)


def rule(y: float, width: int) -> Rect:
    """Return the line below the head."""
    return Rect(MARGIN, y - 1, width - 2 * MARGIN, 2, theme.RULE)


def centred(
    x: float, middle: float, text: str, size: float, weight: int, colour: str, align: Align = "left", *,
    tabular: bool = False,
) -> Text:  # fmt: skip
    """Return a text whose capitals stand around a middle."""
    return Text(x, int(middle - 0.5 + size * _HALF_A_CAPITAL), text, size, weight, colour, align, tabular)


def _colour(change: int | None) -> str:
    if change is None:
        return theme.INK
    return theme.TEAL if change > 0 else theme.FALL if change < 0 else theme.SOFT


def _size(text: str, sizes: Sequence[int], room: float) -> int:
    """Return the largest size in which a text fits; three characters and more begin a step lower."""
    rest = sizes[1:] if len(text) > 2 else sizes
    return next((size for size in rest if text_width(text, size, 700) <= room), sizes[-1])
