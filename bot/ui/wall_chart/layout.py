"""Where everything stands on the image of a wall chart; pixels, counted from the top left corner."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from bot.ui.framework.text import points
from bot.ui.wall_chart.fonts import drawn_name, text_width
from bot.ui.wall_chart.rows import NOTHING, ChartCell, ChartLine, WallChart
from bot.ui.wall_chart.rows import spread_text as signed_spread

PHONE_WIDTH, MOST_WIDTH, MOST_HEIGHT = 1080, 2000, 6_400
MOST_ROWS = 60
"""Rows on one image, where the height allows it."""

MARGIN, GAP, CELL_GAP = 24, 16, 6
NAME_SIZE, RATING_SIZE, NUMBER_SIZE, TOTAL_SIZE, HEADER_SIZE = 30, 24, 24, 32, 22
CELL_SIZES = (28, 27, 26, 25, 24, 23, 22)
"""Sizes of the letters in a cell, the best first."""

POINTS_SCALE = 0.78
"""How large the points on the board are beside the result above them."""

LEAST_WIDTH, LEAST_NAME, MOST_NAME = 760, 300, 480
EXPECTED_TITLE = "Exp."

_ROW_HEIGHT, _ROW_PADDING, _CELL_PADDING = 84, 14, 10
_ON_A_LINE, _LINES_OF_CELLS, _MOST_LINES = 7, 3, 7
_TITLE_HEIGHT, _HEADER_LINE = 136, 30


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures that all images of a chart share.

    number_right, name_left, cells_left, total_right, extra_right: where the columns begin or end.
    on_a_line: cells side by side.
    shown: how many rounds the image has room for.
    """

    width: int
    number_right: float
    name_left: float
    name_width: float
    cells_left: float
    cell_width: float
    cell_height: float
    cell_size: float
    on_a_line: int
    lines: int
    shown: int
    total_right: float
    extra_right: float
    row_height: float
    rows_top: float
    rows: int

    def cell_place(self, index: int, row_top: float) -> tuple[float, float]:
        """Return the middle of a cell."""
        line, column = divmod(index, self.on_a_line)
        x = self.cells_left + column * (self.cell_width + CELL_GAP) + self.cell_width / 2
        height = self.lines * (self.cell_height + CELL_GAP) - CELL_GAP
        top = row_top + (self.row_height - height) / 2 + line * (self.cell_height + CELL_GAP)
        return x, top + self.cell_height / 2

    def header_place(self, index: int) -> tuple[float, float]:
        """Return the middle of a round's number above the rows."""
        x, _ = self.cell_place(index, 0)
        return x, self.rows_top - (self.lines - index // self.on_a_line) * _HEADER_LINE + _HEADER_LINE / 2


def layout_of(chart: WallChart) -> Layout:
    """Return the measures of a chart: as wide as a phone has room for, wider only for many rounds."""
    numbers = _widest((str(line.number) for line in chart.lines), NUMBER_SIZE)
    totals = max(_widest((total_text(line) for line in chart.lines), TOTAL_SIZE, bold=True), 64)
    if chart.has_points:
        totals = max(totals, _widest((spread_text(line) for line in chart.lines), RATING_SIZE))
    extras = 0.0
    if chart.extra:
        extras = _widest((line.extra for line in chart.lines), TOTAL_SIZE, bold=True)
        extras = max(extras, text_width(chart.extra, HEADER_SIZE)) + GAP
    elif chart.has_expected:
        figures = [text for line in chart.lines for text in expected_texts(line)]
        extras = max(_widest(figures, RATING_SIZE), text_width(EXPECTED_TITLE, HEADER_SIZE)) + GAP
    fixed = 2 * MARGIN + numbers + totals + extras + 3 * GAP
    least, named = _name_widths(chart.lines)
    rounds = len(chart.rounds)
    size, cell = _cell_measure(chart, fixed + least)
    # As few lines of cells as leave the names their room; many lines make the image wider instead.
    fitting = max(int((PHONE_WIDTH - fixed - least) // (cell + CELL_GAP)), 1)
    on_a_line = min(fitting, _ON_A_LINE)
    if rounds > max(on_a_line * _LINES_OF_CELLS, _ON_A_LINE):
        widest = max(int((MOST_WIDTH - fixed - least) // (cell + CELL_GAP)), 1)
        on_a_line = max(min(ceil(rounds / _LINES_OF_CELLS), widest), on_a_line)
    shown = min(rounds, on_a_line * _MOST_LINES)
    lines = max(ceil(shown / on_a_line), 1)
    on_a_line = max(ceil(shown / lines), 1)
    cells = on_a_line * (cell + CELL_GAP)
    wanted = max(fixed + named + cells, LEAST_WIDTH)
    width = int(min(wanted, max(PHONE_WIDTH, fixed + least + cells), MOST_WIDTH))
    height = size * (1 + POINTS_SCALE) + 18 if chart.has_points else size + (20 if lines == 1 else 12)
    row_height = max(_ROW_HEIGHT, lines * (height + CELL_GAP) - CELL_GAP + _ROW_PADDING)
    rows_top = _TITLE_HEIGHT + lines * _HEADER_LINE
    total_right = width - MARGIN - extras
    cells_left = total_right - totals - GAP - cells + CELL_GAP
    name_left = MARGIN + numbers + GAP
    return Layout(
        width=width,
        number_right=MARGIN + numbers,
        name_left=name_left,
        name_width=cells_left - GAP - name_left,
        cells_left=cells_left,
        cell_width=cell,
        cell_height=height,
        cell_size=size,
        on_a_line=on_a_line,
        lines=lines,
        shown=shown,
        total_right=total_right,
        extra_right=width - MARGIN,
        row_height=row_height,
        rows_top=rows_top,
        rows=max(min(MOST_ROWS, int((MOST_HEIGHT - rows_top - 120) // row_height)), 1),
    )


def total_text(line: ChartLine) -> str:
    """Return a total as it is drawn."""
    return "?" if line.total is None else points(line.total)


def spread_text(line: ChartLine) -> str:
    """Return a spread as it is drawn, with a sign as wide as the plus."""
    return signed_spread(line.spread).replace("-", "−")


def score_text(cell: ChartCell) -> str:
    """Return the points on the board as they are drawn."""
    return cell.score_line.replace("-", "−" if cell.points is None else "–")


def expected_texts(line: ChartLine) -> tuple[str, str]:
    """Return expected and difference as they are drawn, one below the other; empty where nothing was expected."""
    if line.expected is None:
        return NOTHING, ""
    expected, _, difference = line.expected.texts
    return expected, difference.replace("-", "−")


def rating_parts(line: ChartLine) -> tuple[str, str, str]:
    """Return what stands below a name: before with an arrow, after, and the change."""
    if not line.ratings:
        return "", "", ""
    main = line.ratings[0]
    if not main.after:
        return main.before, "", ""
    if main.change is None:
        return f"{main.before} → ", main.after, ""
    sign = "▲" if main.change > 0 else "▼" if main.change < 0 else "±"
    return f"{main.before} → ", main.after, f"  {sign}{abs(main.change)}"


def name_text(line: ChartLine) -> str:
    """Return a name as it is drawn, before it is cut; the number alone where the font has none of its letters."""
    return drawn_name(line.name) or f"player {line.number}"


def _name_widths(lines: Iterable[ChartLine]) -> tuple[float, float]:
    """Return the room that the ratings need, for names can be cut, and the room that both want, within bounds."""
    names, ratings = 0.0, 0.0
    for line in lines:
        before, after, change = rating_parts(line)
        below = text_width(before, RATING_SIZE) + text_width(after, RATING_SIZE, True) + text_width(change, RATING_SIZE)
        names, ratings = max(names, text_width(name_text(line), NAME_SIZE)), max(ratings, below)
    least = min(max(ratings, LEAST_NAME), MOST_NAME)
    return least, min(max(names, least), MOST_NAME)


def _cell_measure(chart: WallChart, fixed: float) -> tuple[float, float]:
    """Return the size of a cell's letters and its width: the largest that fits beside what is fixed."""
    cells = [cell for line in chart.lines for cell in line.cells if cell is not None]
    results, scores = {cell.result for cell in cells} | {NOTHING}, {cell.score_line for cell in cells}
    sizes = CELL_SIZES[:1] if chart.has_points else CELL_SIZES
    rounds = len(chart.rounds)
    side_by_side = ceil(rounds / max(ceil(rounds / _ON_A_LINE), 1))
    width = 0.0
    for size in sizes:
        width = _widest(results, size, bold=True) + _CELL_PADDING
        if chart.has_points:
            width = max(width, _widest(scores, size * POINTS_SCALE) + _CELL_PADDING)
        if fixed + side_by_side * (width + CELL_GAP) <= PHONE_WIDTH:
            return size, width
    return sizes[-1], width


def _widest(texts: Iterable[str], size: float, bold: bool = False) -> float:
    return max((text_width(text, size, bold) for text in set(texts)), default=0.0)
