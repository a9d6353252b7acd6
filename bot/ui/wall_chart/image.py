"""A section's wall chart as images for a phone; drawing takes tenths of a second, so do it in a thread."""

from collections import defaultdict
from collections.abc import Sequence
from io import BytesIO
from math import ceil
from typing import Literal, NamedTuple

from matplotlib.artist import Artist
from matplotlib.backend_bases import FigureCanvasBase, RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.patches import BoxStyle, Rectangle
from matplotlib.transforms import Affine2D, IdentityTransform

from bot.services.events.section import SectionReport
from bot.ui.wall_chart.fonts import drawn_name, fitted, font, text_width
from bot.ui.wall_chart.layout import (
    EXPECTED_TITLE,
    HEADER_SIZE,
    MARGIN,
    NAME_SIZE,
    NUMBER_SIZE,
    POINTS_SCALE,
    RATING_SIZE,
    TOTAL_SIZE,
    Layout,
    expected_texts,
    layout_of,
    name_text,
    rating_parts,
    score_text,
    spread_text,
    total_text,
)
from bot.ui.wall_chart.rows import NOTHING, ChartCell, ChartLine, ExtraColumn, WallChart, wall_chart_of

MOST_IMAGES = 10
"""Files on one message of Discord."""

_PAPER, _STRIPE, _RULE = "#ffffff", "#f1f4f8", "#c4ccd6"
_INK, _GREY, _FAINT = "#16202c", "#5a6675", "#aab3bf"
_RISE, _FALL = "#1b7a45", "#b23a30"
# Fill, edge and ink of a cell. Wins are filled, draws tinted, losses outlined: told apart without their colours too.
_STYLES = {
    "W": ("#1b7a45", "#1b7a45", "#ffffff"),
    "D": ("#f6e3ae", "#b48a1e", "#4a3800"),
    "L": (_PAPER, "#b23a30", "#96281f"),
}
_NO_GAME = ("#e3e7ec", "#e3e7ec", _GREY)
_TITLE_SIZE, _FACTS_SIZE, _LEGEND_SIZE = 40, 25, 23
_LEGEND_LINE = 34
_CORNER, _EDGE = 8.0, 2.0

_HALF_A_CAPITAL = 0.365
"""Half the height of a capital letter, in sizes of the font."""

Align = Literal["left", "center", "right"]


def wall_chart_images(section: SectionReport, most: int = MOST_IMAGES, extra: ExtraColumn | None = None) -> list[bytes]:
    """Return PNGs with the players in order of score, as many on each of them, at least one and at most so many.

    Players beyond the last image are left out, and the images say so.
    """
    chart = wall_chart_of(section, extra)
    layout = layout_of(chart)
    needed = max(ceil(len(chart.lines) / layout.rows), 1)
    rows = layout.rows if needed > most else max(ceil(len(chart.lines) / needed), 1)
    parts = [chart.lines[first : first + rows] for first in range(0, max(len(chart.lines), 1), rows)]
    legend = _legend_lines(chart, layout)
    images = []
    for index, part in enumerate(parts[:most]):
        facts = chart.facts
        if len(parts) > 1:
            facts += f" · lines {index * rows + 1} to {index * rows + len(part)}"
        images.append(_Sheet(layout, len(part), len(legend)).draw(chart, part, facts, legend))
    return images


def _legend_lines(chart: WallChart, layout: Layout) -> list[str]:
    """Return the legend, broken between its entries."""
    room = layout.width - 2 * MARGIN
    legend = chart.legend
    if chart.has_expected:
        legend = [*legend, f"{EXPECTED_TITLE} expected in rated games, difference below"]
    if layout.shown < len(chart.rounds):
        left_out = len(chart.rounds) - layout.shown
        last = "the last round is" if left_out == 1 else f"the last {left_out} rounds are"
        legend = [*legend, f"{last} in the text only"]
    lines: list[str] = []
    for entry in legend:
        longer = f"{lines[-1]}  ·  {entry}" if lines else entry
        if lines and text_width(longer, _LEGEND_SIZE) <= room:
            lines[-1] = longer
        else:
            lines.append(entry)
    return lines


class _Sheet:
    """One image while it is drawn; places are counted from the top left corner."""

    def __init__(self, layout: Layout, rows: int, legend_lines: int) -> None:
        self.layout = layout
        self.rows_bottom = layout.rows_top + rows * layout.row_height
        height = ceil(self.rows_bottom + legend_lines * _LEGEND_LINE + MARGIN + (12 if legend_lines else 0))
        self.height = height
        # 72 dots an inch: a point is a pixel.
        self.figure = Figure(figsize=(layout.width / 72, height / 72), dpi=72, facecolor=_PAPER)
        FigureCanvasAgg(self.figure)
        self.words: list[_Word] = []
        self.boxes: dict[tuple[str, str, str], list[tuple[float, float]]] = defaultdict(list)

    def draw(self, chart: WallChart, lines: Sequence[ChartLine], facts: str, legend: Sequence[str]) -> bytes:
        self._draw_head(chart, facts)
        for index, line in enumerate(lines):
            self._draw_line(chart, line, index)
        self._draw_boxes()
        for index, text in enumerate(legend):
            y = self.rows_bottom + 12 + (index + 0.5) * _LEGEND_LINE
            self._write(MARGIN, y, text, _LEGEND_SIZE, _GREY)
        self.figure.add_artist(_Words(self.words))
        buffer = BytesIO()
        self.figure.savefig(buffer, format="png", pil_kwargs={"compress_level": 1})
        # The canvas holds the pixels, and figure and canvas hold each other until the garbage collector finds them:
        # an empty canvas in its place lets go of tens of megabytes now.
        FigureCanvasBase(self.figure)
        return buffer.getvalue()

    def _draw_head(self, chart: WallChart, facts: str) -> None:
        layout, room = self.layout, self.layout.width - 2 * MARGIN
        title = drawn_name(chart.title, bold=True) or "Wall chart"
        self._write(MARGIN, 48, fitted(title, room, _TITLE_SIZE, bold=True), _TITLE_SIZE, _INK, bold=True)
        self._write(MARGIN, 96, fitted(facts, room, _FACTS_SIZE), _FACTS_SIZE, _GREY)
        y = layout.rows_top - 15
        self._write(layout.number_right, y, "#", HEADER_SIZE, _GREY, "right")
        self._write(layout.name_left, y, "Player", HEADER_SIZE, _GREY)
        self._write(layout.total_right, y, "Total", HEADER_SIZE, _GREY, "right")
        extra = chart.extra or (EXPECTED_TITLE if chart.has_expected else "")
        self._write(layout.extra_right, y, extra, HEADER_SIZE, _GREY, "right")
        for index, played in enumerate(chart.rounds[: layout.shown]):
            x, y = layout.header_place(index)
            self._write(x, y, str(played), HEADER_SIZE, _GREY, "center")
        self._fill(layout.rows_top - 1, 2, _RULE)

    def _draw_line(self, chart: WallChart, line: ChartLine, index: int) -> None:
        layout = self.layout
        top = layout.rows_top + index * layout.row_height
        middle = top + layout.row_height / 2
        if index % 2:
            self._fill(top, layout.row_height, _STRIPE)
        has_ratings = bool(line.ratings)
        name_y = middle - 17 if has_ratings else middle
        self._write(layout.number_right, name_y, str(line.number), NUMBER_SIZE, _GREY, "right")
        self._write(layout.name_left, name_y, fitted(name_text(line), layout.name_width, NAME_SIZE), NAME_SIZE, _INK)
        if has_ratings:
            self._draw_ratings(line, middle + 20)
        for place, cell in enumerate(line.cells[: layout.shown]):
            self._draw_cell(cell, *layout.cell_place(place, top))
        total_y = middle - 17 if chart.has_points else middle
        self._write(layout.total_right, total_y, total_text(line), TOTAL_SIZE, _INK, "right", bold=True)
        if chart.has_points:
            self._write(layout.total_right, middle + 20, spread_text(line), RATING_SIZE, _GREY, "right")
        if chart.extra:
            self._write(layout.extra_right, total_y, line.extra, TOTAL_SIZE, _INK, "right", bold=True)
        elif chart.has_expected:
            expected, difference = expected_texts(line)
            self._write(layout.extra_right, middle - 17, expected, RATING_SIZE, _INK, "right")
            self._write(layout.extra_right, middle + 20, difference, RATING_SIZE, _GREY, "right")

    def _draw_ratings(self, line: ChartLine, y: float) -> None:
        x = self.layout.name_left
        right = x + self.layout.name_width
        before, after, change = rating_parts(line)
        rose = _RISE if "▲" in change else _FALL if "▼" in change else _GREY
        for text, colour, bold in ((before, _GREY, False), (after, _INK, True), (change, rose, False)):
            shown = fitted(text, right - x, RATING_SIZE, bold)
            self._write(x, y, shown, RATING_SIZE, colour, bold=bold)
            x += text_width(text, RATING_SIZE, bold)

    def _draw_cell(self, cell: ChartCell | None, x: float, y: float) -> None:
        size = self.layout.cell_size
        if cell is None:
            self._write(x, y, NOTHING, size, _FAINT, "center")
            return
        style = _STYLES.get(cell.letter, _NO_GAME)
        self.boxes[style].append((x, self.height - y))
        ink = style[2]
        if cell.score_line:
            offset = size * 0.5
            self._write(x, y - offset, cell.result, size, ink, "center", bold=True)
            self._write(x, y + offset + 2, score_text(cell), size * POINTS_SCALE, ink, "center")
        else:
            self._write(x, y, cell.result, size, ink, "center", bold=True)

    def _draw_boxes(self) -> None:
        """Draw the cells' boxes, those of a style all at once."""
        width, height = self.layout.cell_width - _EDGE, self.layout.cell_height - _EDGE
        path = BoxStyle.Round(pad=0, rounding_size=_CORNER)(-width / 2, -height / 2, width, height, 1)
        for (fill, edge, _), places in self.boxes.items():
            boxes = PathCollection(
                [path],
                offsets=places,
                offset_transform=IdentityTransform(),
                facecolors=[fill],
                edgecolors=[edge],
                linewidths=[_EDGE],
                zorder=2,
            )
            boxes.set_transform(Affine2D())
            self.figure.add_artist(boxes)

    def _fill(self, top: float, height: float, colour: str) -> None:
        corner = (0, self.height - top - height)
        stripe = Rectangle(corner, self.layout.width, height, color=colour, linewidth=0, zorder=1)
        stripe.set_transform(IdentityTransform())
        self.figure.add_artist(stripe)

    def _write(
        self, x: float, y: float, text: str, size: float, colour: str, align: Align = "left", *, bold: bool = False
    ) -> None:
        if align != "left":
            x -= text_width(text, size, bold) / (2 if align == "center" else 1)
        self.words.append(_Word(x, y + size * _HALF_A_CAPITAL, text, size, colour, bold))


class _Word(NamedTuple):
    """A piece of text; x, y: where its baseline begins, from the top left corner."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool


class _Words(Artist):
    """All text of an image, drawn in half the time that as many of matplotlib's own Text objects take.

    Nothing is taken for a formula, whatever signs it has in it.
    """

    def __init__(self, words: Sequence[_Word]) -> None:
        super().__init__()
        self.words = words
        self.set_zorder(3)

    def draw(self, renderer: RendererBase) -> None:
        context = renderer.new_gc()
        for word in self.words:
            context.set_foreground(word.colour)
            renderer.draw_text(context, word.x, word.y, word.text, font(word.size, word.bold), 0)
        context.restore()
