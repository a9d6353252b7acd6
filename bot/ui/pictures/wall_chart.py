"""Pictures of a wall chart: ten rows per page by place, or all rows in files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil

from bot.ui.pictures import scene
from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.parts import NO_NAME, DrawnName, drawn_name, fitted_name
from bot.ui.pictures.scene import HEIGHT, WIDTH, Align, Item, Rect, Scene, Text
from bot.ui.wording.wall_chart import NOTHING, ChartCell, ChartLine, Ratings, WallChart
from bot.ui.wording.wall_chart import spread_text as signed_spread
from core.words import counted

MARGIN = 48
NUMBER_RIGHT, NAME_LEFT = 82, 102
NUMBER_SIZE, NAME_SIZE, FIGURE_SIZE, TOTAL_SIZE, HEADER_SIZE = 30, 32, 30, 34, 30
CELL_SIZES = (30, 24, 22, 20, 18, 16, 14)
"""Letter sizes in a cell: for two characters, three, ..."""

SCORE_SIZE, _LINE_SIZE = 20, 18

ROWS_BOTTOM = 672

MOST_LINES = 12
"""Of cells per row; further rounds are in files only."""

_WIDE, _SMALL = (62, 70), (46, 54)

_ROW_PADDING, _TALL_PADDING, _LINE_GAP, _HEADER_LINE = 9, 6, 3, 28
_TOTAL_ROOM, _CHANGE_ROOM, _GAP = 86, 96, 30
_LEAST_NAME, _MOST_NAME, _NAME_GAP = 250, 480, 20
_MOST_WIDTH = 2400
_MOST_SMALL, _MOST_WIDE = 11, 8
_TALL = 76
"""Rows from this height have ratings below the name."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a chart's pages.

    per_line, lines: cells per line, lines per row. shown: rounds. rating_right, change_right: column ends, None without
    room. is_tall: ratings below names. rows: per page.
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
        line, column = divmod(index, self.per_line)
        height = self.lines * (self.cell_height + _LINE_GAP) - _LINE_GAP
        top = row_top + (self.row_height - height + 1) // 2 + line * (self.cell_height + _LINE_GAP)
        return self.cells_left + column * self.pitch, top

    def header_place(self, index: int) -> tuple[float, float]:
        line, column = divmod(index, self.per_line)
        baseline = self.rows_top - (18 if self.lines == 1 else 10 + _HEADER_LINE * (self.lines - 1 - line))
        return self.cells_left + column * self.pitch + self.cell_width / 2, baseline


def layout_of(chart: WallChart, *, sheet: bool = False) -> Layout:
    """Return a chart's measures.

    For room the change is dropped, then the rating; then cells shrink; then rows get several lines. sheet: for a file,
    wide enough for all.
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
        space = (left if rating_right is None else rating_right - rating_width) - _NAME_GAP - NAME_LEFT
        if space >= min(names, _LEAST_NAME):
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
        name_room=space,
        rating_right=rating_right,
        change_right=change_right,
        total_right=width - MARGIN - extra,
    )


def spread_text(line: ChartLine) -> str:
    """Return a spread, with a sign as wide as the plus."""
    return signed_spread(line.spread).replace("-", "−")


def score_text(cell: ChartCell) -> str:
    """Return the points on the board, or a bye's: 412, +50."""
    if cell.points is not None:
        return str(cell.points[0]).replace("-", "−")
    return cell.score_line.replace("-", "−")


def rating_text(ratings: Ratings, *, with_change: bool) -> str:
    """Return the rating after the event, or before if unchanged.

    with_change: `new` for a newcomer.
    """
    if ratings.change is None and (with_change or not ratings.short_after):
        return ratings.short_before
    return ratings.short_after


def change_text(ratings: Ratings) -> str:
    """Return the change with its arrow, or a newcomer's first rating; else empty."""
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
    texts = [text_width(line.score, TOTAL_SIZE, 800) for line in chart.lines]
    if chart.has_points:
        texts += [text_width(spread_text(line), FIGURE_SIZE, 500) for line in chart.lines]
    return max(_TOTAL_ROOM, ceil(max(texts, default=0)) + 20)


def _widest_name(chart: WallChart) -> float:
    names = (drawn_name(line.name, number=at).text for at, line in enumerate(chart.lines, start=1))
    return max((text_width(name, NAME_SIZE, 600) for name in names), default=0.0)


def _widest_label(chart: WallChart) -> float:
    return max((text_width(text, 18, 700) for text in set(_labels(chart))), default=0.0)


def _labels(chart: WallChart) -> Iterable[str]:
    for line in chart.lines:
        for cell in line.cells:
            if cell is not None:
                yield cell.result


# Fill, edge and ink; W, D and L differ without colour.
STYLES = {
    "W": (scene.TEAL, scene.TEAL, scene.GROUND),
    "D": (scene.DRAW_GROUND, scene.YELLOW, scene.YELLOW),
    "L": (scene.GROUND, scene.FALL, scene.FALL),
}
NO_GAME = (scene.RULE, scene.RULE, scene.SOFT)

_STRIPE = scene.mixed(scene.PANEL, scene.GROUND, 0.65)
_COLUMN_WIDTH = 468
_CELL_EDGE, _CELL_RADIUS = 2, 9
_HALF_A_CAPITAL = 0.364


@dataclass(frozen=True, slots=True)
class Row:
    """A row, from its top."""

    chart: WallChart
    layout: Layout
    line: ChartLine
    name: str
    top: float

    def items(self, *, striped: bool) -> Iterator[Item]:
        layout, line, middle = self.layout, self.line, self.top + self.layout.row_height / 2
        if striped:
            yield stripe(self.top, layout.width, layout.row_height)
        name_y = middle - 19 if layout.is_tall and line.ratings else middle
        name = fitted_name(self.name, layout.name_room, NAME_SIZE, 600)
        is_shared = line.rank != line.line
        number_y = name_y - 7 if is_shared else name_y
        yield centred(NUMBER_RIGHT, number_y, line.place, NUMBER_SIZE, 500, scene.FAINT, "right")
        if is_shared:
            yield centred(NUMBER_RIGHT, name_y + 14, f"({line.line})", _LINE_SIZE, 500, scene.FAINT, "right")
        yield centred(NAME_LEFT, name_y, name, NAME_SIZE, 600, scene.INK)
        if line.ratings:
            yield from self._ratings(middle)
        for index, cell in enumerate(line.cells[: layout.shown]):
            yield from self._cell(cell, *layout.cell_corner(index, self.top))
        total_y = middle - 15 if self.chart.has_points else middle
        yield centred(layout.total_right, total_y, line.score, TOTAL_SIZE, 800, scene.INK, "right")
        if self.chart.has_points:
            yield centred(layout.total_right, middle + 15, spread_text(line), FIGURE_SIZE, 500, scene.SOFT, "right")
        if self.chart.extra:
            yield centred(layout.width - MARGIN, middle, line.extra, TOTAL_SIZE, 800, scene.INK, "right")

    def _ratings(self, middle: float) -> Iterator[Item]:
        layout, main = self.layout, self.line.ratings[0]
        change, colour = change_text(main), _colour(main.change)
        if layout.is_tall:
            rating = rating_text(main, with_change=True)
            yield centred(NAME_LEFT, middle + 22, rating, FIGURE_SIZE, 600, scene.SOFT)
            x = NAME_LEFT + text_width(rating, FIGURE_SIZE, 600) + 14
            if change and x + text_width(change, FIGURE_SIZE, 600) <= NAME_LEFT + layout.name_room:
                yield centred(x, middle + 22, change, FIGURE_SIZE, 600, colour)
            return
        if layout.rating_right is not None:
            rating = rating_text(main, with_change=layout.change_right is not None)
            ink = scene.INK if rating == main.short_after else scene.SOFT
            yield centred(layout.rating_right, middle, rating, FIGURE_SIZE, 600, ink, "right", tabular=True)
        if layout.change_right is not None and change:
            yield centred(layout.change_right, middle, change, FIGURE_SIZE, 600, colour, "right")

    def _cell(self, cell: ChartCell | None, x: float, y: float) -> Iterator[Item]:
        width, height = self.layout.cell_width, self.layout.cell_height
        middle = x + width / 2
        if cell is None:
            yield centred(middle, y + height / 2, NOTHING, HEADER_SIZE, 500, scene.FAINT, "center")
            return
        fill, edge, ink = STYLES.get(cell.letter, NO_GAME)
        yield Rect(x, y, width, height, fill, _CELL_RADIUS, edge, _CELL_EDGE)
        sizes = CELL_SIZES if width > CELL_SIZES[0] * 2 else CELL_SIZES[2:]
        space, score = width - 2 * _CELL_EDGE, score_text(cell) if self.chart.has_points else ""
        label = cell.result
        yield centred(
            middle, y + height * (0.34 if score else 0.5), label, _size(label, sizes, space), 700, ink, "center"
        )
        if score:
            size = _size(score, (SCORE_SIZE, SCORE_SIZE, 18, 16, 14), space)
            yield centred(middle, y + height * 0.74, score, size, 700, ink, "center")


def summary_row(line: ChartLine, name: str, left: float, middle: float) -> Iterator[Item]:
    right, total = left + _COLUMN_WIDTH, line.score
    yield centred(left + 34, middle, line.place, NUMBER_SIZE, 500, scene.FAINT, "right")
    yield centred(right, middle, total, TOTAL_SIZE, 800, scene.INK, "right")
    end = right - max(text_width(total, TOTAL_SIZE, 800), 56) - 20
    change = change_text(line.ratings[0]) if line.ratings else ""
    if change:
        yield centred(end, middle, change, FIGURE_SIZE, 600, _colour(line.ratings[0].change), "right")
        end -= text_width(change, FIGURE_SIZE, 600) + 16
    space = end - left - 54
    yield centred(left + 54, middle, fitted_name(name, space, NAME_SIZE, 600), NAME_SIZE, 600, scene.INK)


def stripe(top: float, width: int, height: float) -> Rect:
    return Rect(32, top, width - 64, height, _STRIPE, 10)


def rule(y: float, width: int) -> Rect:
    return Rect(MARGIN, y - 1, width - 2 * MARGIN, 2, scene.RULE)


def centred(
    x: float, middle: float, text: str, size: float, weight: int, colour: str, align: Align = "left", *,
    tabular: bool = False,
) -> Text:  # fmt: skip
    return Text(x, int(middle - 0.5 + size * _HALF_A_CAPITAL), text, size, weight, colour, align, tabular)


def _colour(change: int | None) -> str:
    if change is None:
        return scene.INK
    return scene.TEAL if change > 0 else scene.FALL if change < 0 else scene.SOFT


def _size(text: str, sizes: Sequence[int], space: float) -> int:
    """Return the largest size that fits; three characters begin one lower."""
    rest = sizes[1:] if len(text) > 2 else sizes
    return next((size for size in rest if text_width(text, size, 700) <= space), sizes[-1])


MOST_WITHOUT_SUMMARY = 40
"""Longer charts begin with a page of the first twenty."""

SUMMARY_ROWS, SHEET_ROWS, MOST_SHEETS = 20, 60, 7
"""Places on the summary; rows per picture in a file; pictures per message."""

_TITLE_SIZE, _FACTS_SIZE, _PAGE_SIZE = 46, 30, 32
_SUMMARY_ROW, _SUMMARY_COLUMNS = 49, (48, 564)


@dataclass(frozen=True)
class ChartPictures:
    """A wall chart as pictures. called: names on Discord, by pairing number."""

    chart: WallChart
    called: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.chart)

    @cached_property
    def places(self) -> dict[int, int]:
        """Return everybody's line, from 1, by pairing number."""
        return {line.number: line.line for line in self.chart.lines}

    @property
    def has_summary(self) -> bool:
        return len(self.chart.lines) > MOST_WITHOUT_SUMMARY

    @property
    def pages(self) -> int:
        return max(ceil(len(self.chart.lines) / self.layout.rows), 1) + self.has_summary

    def nameless(self) -> list[int]:
        return [line.number for line in self.chart.lines if drawn_name(line.name).text == NO_NAME]

    def page_of(self, number: int) -> int | None:
        place = self.places.get(number)
        return None if place is None else (place - 1) // self.layout.rows + self.has_summary

    def page(self, at: int) -> Scene:
        at = max(0, min(at, self.pages - 1))
        page = f"{at + 1} / {self.pages}" if self.pages > 1 else ""
        if self.has_summary and at == 0:
            return self._summary(page)
        first = (at - self.has_summary) * self.layout.rows
        # equal heights: nothing moves between pages
        return self._rows(self.layout, range(first, first + self.layout.rows), page, HEIGHT if page else None)

    def sheets(self) -> list[Scene]:
        """Return the pictures for a file, of even lengths, at most sixty rows each."""
        players, layout = len(self.chart.lines), layout_of(self.chart, sheet=True)
        amount = max(ceil(players / SHEET_ROWS), 1)
        rows = max(ceil(players / amount), 1)
        parts = [range(first, min(first + rows, players)) for first in range(0, max(players, 1), rows)]
        return [
            self._rows(layout, part, "" if amount == 1 else f"{part.start + 1} to {part.stop}", None)
            for part in parts[:MOST_SHEETS]
        ]

    def _rows(self, layout: Layout, rows: range, page: str, height: int | None) -> Scene:
        lines = self.chart.lines[rows.start : rows.stop]
        names = [self._name(place, line) for place, line in enumerate(lines, start=rows.start + 1)]
        items = [*self._head(layout.width, page), *self._header(layout)]
        for index, (line, name) in enumerate(zip(lines, names, strict=True)):
            row = Row(self.chart, layout, line, name.text, layout.rows_top + index * layout.row_height)
            items += row.items(striped=index % 2 == 1)
        bottom = layout.rows_top + len(lines) * layout.row_height
        return self._finished(items, (layout.width, height or max(bottom + 12, 250)), lines, names)

    def _summary(self, page: str) -> Scene:
        lines = self.chart.lines[:SUMMARY_ROWS]
        names = [self._name(place, line) for place, line in enumerate(lines, start=1)]
        items = [*self._head(WIDTH, page), rule(174, WIDTH)]
        for index, (line, name) in enumerate(zip(lines, names, strict=True)):
            column, row = divmod(index, SUMMARY_ROWS // 2)
            top = 178 + row * _SUMMARY_ROW
            if row % 2 and column == 0:
                items.append(stripe(top, WIDTH, _SUMMARY_ROW))
            items += summary_row(line, name.text, _SUMMARY_COLUMNS[column], top + _SUMMARY_ROW / 2)
        return self._finished(items, (WIDTH, HEIGHT), lines, names)

    def _name(self, place: int, line: ChartLine) -> DrawnName:
        return drawn_name(line.name, self.called.get(line.number), number=place)

    def _head(self, width: int, page: str) -> Iterator[Item]:
        right = width - MARGIN
        space = right - MARGIN - (text_width(page, _PAGE_SIZE, 600) + _PAGE_SIZE if page else 0)
        title = drawn_name(self.chart.title).text
        shown = fitted("Wall chart" if title == NO_NAME else title, space, _TITLE_SIZE, 700)
        yield Text(MARGIN, 70, shown, _TITLE_SIZE, 700, scene.INK)
        facts = fitted(self._facts(), right - MARGIN, _FACTS_SIZE, 500)
        yield Text(MARGIN, 112, facts, _FACTS_SIZE, 500, scene.SOFT)
        if page:
            yield Text(right, 70, page, _PAGE_SIZE, 600, scene.SOFT, "right")

    def _facts(self) -> str:
        chart, day = self.chart, self.chart.day
        facts = [f"{day.day} {day:%B} {day.year}", " and ".join(moved.label for moved in chart.lists)]
        facts.append(counted(len(chart.lines), "player"))
        if self.layout.shown < len(chart.rounds):
            facts.append(f"{self.layout.shown} of {counted(len(chart.rounds), 'round')}")
        return " · ".join(fact for fact in facts if fact)

    def _header(self, layout: Layout) -> Iterator[Item]:
        for index, played in enumerate(self.chart.rounds[: layout.shown]):
            x, y = layout.header_place(index)
            size = HEADER_SIZE if layout.pitch > 60 or played < 1000 else HEADER_SIZE / 2
            yield Text(x, y, str(played), size, 500, scene.FAINT, "center")
        if self.chart.extra:
            right = layout.width - MARGIN
            yield Text(right, layout.rows_top - 18, self.chart.extra, HEADER_SIZE, 500, scene.FAINT, "right")
        yield rule(layout.rows_top - 4, layout.width)

    def _finished(
        self,
        items: Sequence[Item],
        size: tuple[int, int],
        lines: Sequence[ChartLine],
        names: Sequence[DrawnName],
    ) -> Scene:
        lines_text = "; ".join(map(_line_text, lines))
        in_full = tuple(line.name for line, name in zip(lines, names, strict=True) if not name.whole)
        words = f"Wall chart of {self.chart.title}, {self._facts()}. {lines_text}"
        return Scene(tuple(items), words, *size, in_full=in_full)


def _line_text(line: ChartLine) -> str:
    parts = [f"{line.label} {line.name} {line.score}"]
    if line.ratings:
        rating = rating_text(line.ratings[0], with_change=False)
        change = "" if line.ratings[0].change is None else change_text(line.ratings[0])
        parts.append(f"{rating} {change}".rstrip())
    return ", ".join(parts)
