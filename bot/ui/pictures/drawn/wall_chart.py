"""A section's wall chart as pictures: sorted and numbered by place, ten rows a page, or all in one for a file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil

from bot.ui.framework.text import count
from bot.ui.pictures import theme
from bot.ui.pictures.drawn.wall_chart_layout import (
    HEADER_SIZE,
    MARGIN,
    Layout,
    change_text,
    layout_of,
    rating_text,
    total_text,
)
from bot.ui.pictures.drawn.wall_chart_rows import Row, rule, stripe, summary_row
from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.names import NO_NAME, DrawnName, drawn_name
from bot.ui.pictures.scene import HEIGHT, WIDTH, Item, Scene, Text
from bot.ui.wall_chart.rows import ChartLine, WallChart

MOST_WITHOUT_SUMMARY = 40
"""A longer chart begins with a page of the first twenty."""

SUMMARY_ROWS, SHEET_ROWS, MOST_SHEETS = 20, 60, 7
"""Places on the first page of a long chart; rows of a picture for a file; such pictures on one message."""

_TITLE_SIZE, _FACTS_SIZE, _PAGE_SIZE = 46, 30, 32
_SUMMARY_ROW, _SUMMARY_COLUMNS = 49, (48, 564)


@dataclass(frozen=True)
class ChartPictures:
    """A wall chart as pictures. called: what players are called on Discord, by pairing number."""

    chart: WallChart
    called: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def layout(self) -> Layout:
        """Return the measures of all pages."""
        return layout_of(self.chart)

    @cached_property
    def places(self) -> dict[int, int]:
        """Return everybody's place, from 1, by pairing number."""
        return {line.number: place for place, line in enumerate(self.chart.lines, start=1)}

    @property
    def has_summary(self) -> bool:
        """Tell whether the first page is the list of the first twenty."""
        return len(self.chart.lines) > MOST_WITHOUT_SUMMARY

    @property
    def pages(self) -> int:
        """Return how many pages there are, at least one."""
        return max(ceil(len(self.chart.lines) / self.layout.rows), 1) + self.has_summary

    def nameless(self) -> list[int]:
        """Return the pairing numbers of those of whose names nothing can be drawn."""
        return [line.number for line in self.chart.lines if drawn_name(line.name).text == NO_NAME]

    def page_of(self, number: int) -> int | None:
        """Return the page with a pairing number's row; None for nobody of this event."""
        place = self.places.get(number)
        return None if place is None else (place - 1) // self.layout.rows + self.has_summary

    def page(self, at: int) -> Scene:
        """Return a page, counted from 0; one that does not exist becomes the nearest that does."""
        at = max(0, min(at, self.pages - 1))
        page = f"{at + 1} / {self.pages}" if self.pages > 1 else ""
        if self.has_summary and at == 0:
            return self._summary(page)
        first = (at - self.has_summary) * self.layout.rows
        # All pages of several are of one height: nothing jumps when they are turned.
        return self._rows(self.layout, range(first, first + self.layout.rows), page, HEIGHT if page else None)

    def sheets(self) -> list[Scene]:
        """Return the pictures for a file: of even lengths, at most sixty rows each."""
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
            row = Row(self.chart, layout, line, self.places, name.text, layout.rows_top + index * layout.row_height)
            items += row.items(striped=index % 2 == 1)
        bottom = layout.rows_top + len(lines) * layout.row_height
        return self._finished(items, (layout.width, height or max(bottom + 12, 250)), lines, names, rows.start)

    def _summary(self, page: str) -> Scene:
        lines = self.chart.lines[:SUMMARY_ROWS]
        names = [self._name(place, line) for place, line in enumerate(lines, start=1)]
        items = [*self._head(WIDTH, page), rule(174, WIDTH)]
        for index, (line, name) in enumerate(zip(lines, names, strict=True)):
            column, row = divmod(index, SUMMARY_ROWS // 2)
            top = 178 + row * _SUMMARY_ROW
            if row % 2 and column == 0:
                items.append(stripe(top, WIDTH, _SUMMARY_ROW))
            items += summary_row(line, index + 1, name.text, _SUMMARY_COLUMNS[column], top + _SUMMARY_ROW / 2)
        return self._finished(items, (WIDTH, HEIGHT), lines, names, 0)

    def _name(self, place: int, line: ChartLine) -> DrawnName:
        return drawn_name(line.name, self.called.get(line.number), number=place)

    def _head(self, width: int, page: str) -> Iterator[Item]:
        right = width - MARGIN
        room = right - MARGIN - (text_width(page, _PAGE_SIZE, 600) + _PAGE_SIZE if page else 0)
        title = drawn_name(self.chart.title).text
        shown = fitted("Wall chart" if title == NO_NAME else title, room, _TITLE_SIZE, 700)
        yield Text(MARGIN, 70, shown, _TITLE_SIZE, 700, theme.INK)
        facts = fitted(self._facts(), right - MARGIN, _FACTS_SIZE, 500)
        yield Text(MARGIN, 112, facts, _FACTS_SIZE, 500, theme.SOFT)
        if page:
            yield Text(right, 70, page, _PAGE_SIZE, 600, theme.SOFT, "right")

    def _facts(self) -> str:
        chart, day = self.chart, self.chart.day
        facts = [f"{day.day} {day:%B} {day.year}", " and ".join(moved.label for moved in chart.lists)]
        facts.append(count(len(chart.lines), "player"))
        if self.layout.shown < len(chart.rounds):
            facts.append(f"{self.layout.shown} of {count(len(chart.rounds), 'round')}")
        return " · ".join(fact for fact in facts if fact)

    def _header(self, layout: Layout) -> Iterator[Item]:
        for index, played in enumerate(self.chart.rounds[: layout.shown]):
            x, y = layout.header_place(index)
            size = HEADER_SIZE if layout.pitch > 60 or played < 1000 else HEADER_SIZE / 2
            yield Text(x, y, str(played), size, 500, theme.FAINT, "center")
        if self.chart.extra:
            right = layout.width - MARGIN
            yield Text(right, layout.rows_top - 18, self.chart.extra, HEADER_SIZE, 500, theme.FAINT, "right")
        yield rule(layout.rows_top - 4, layout.width)

    def _finished(
        self,
        items: Sequence[Item],
        size: tuple[int, int],
        lines: Sequence[ChartLine],
        names: Sequence[DrawnName],
        before: int,
    ) -> Scene:
        told = "; ".join(_told(place, line) for place, line in enumerate(lines, start=before + 1))
        in_full = tuple(line.name for line, name in zip(lines, names, strict=True) if not name.whole)
        words = f"Wall chart of {self.chart.title}, {self._facts()}. {told}"
        return Scene(tuple(items), words, *size, in_full=in_full)


def _told(place: int, line: ChartLine) -> str:
    """Return a row in words."""
    parts = [f"{place} {line.name} {total_text(line)}"]
    if line.ratings:
        rating = rating_text(line.ratings[0], with_change=False)
        change = "" if line.ratings[0].change is None else change_text(line.ratings[0])
        parts.append(f"{rating} {change}".rstrip())
    return ", ".join(parts)
