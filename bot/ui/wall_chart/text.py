"""A section's wall chart as text: a whole one for a file, and pages of code blocks for a phone."""

from collections.abc import Iterable, Iterator, Sequence

from bot.services.events.section import SectionReport
from bot.ui.framework.text import fit, plain, points, width
from bot.ui.wall_chart.rows import NOTHING, ChartLine, ExtraColumn, WallChart, spread_text, wall_chart_of

COLUMNS = 31
CHARACTERS_ON_A_PAGE = 3_800
_FENCE = "```"
_NAME_COLUMNS = 36
_INDENT = "  "
_FEWEST_NAME_COLUMNS = 9
"""Where the figures leave less, a page puts the ratings below the name."""


def wall_chart_text(section: SectionReport, extra: ExtraColumn | None = None) -> str:
    """Return the whole wall chart for a file: columns that stand straight in any monospaced font."""
    chart = wall_chart_of(section, extra)
    header, aligns = ["#", "Player"], "><"
    if chart.lists:
        header, aligns = [*header, "Before"], aligns + ">"
    header += [str(played) for played in chart.rounds] + ["Total"]
    aligns += "<" * len(chart.rounds) + ">"
    if chart.has_points:
        header, aligns = [*header, "Spread"], aligns + ">"
    if chart.has_expected:
        header, aligns = [*header, "Expected", "Made", "Difference"], aligns + ">>>"
    if chart.lists:
        header, aligns = [*header, "After"], aligns + "<"
    for further in chart.lists[1:]:
        header, aligns = [*header, further.label], aligns + "<"
    if chart.extra:
        header, aligns = [*header, chart.extra], aligns + ">"
    totals = _totals(chart)
    rows = [_file_row(chart, line, total) for line, total in zip(chart.lines, totals, strict=True)]
    widths = [max(width(row[column]) for row in (header, *rows)) for column in range(len(header))]
    lines = [
        "  ".join(fit(cell, size, align) for cell, size, align in zip(row, widths, aligns, strict=True)).rstrip()
        for row in (header, *rows)
    ]
    lines.insert(1, "  ".join("-" * size for size in widths))
    legend = [" · ".join(chart.legend)] if chart.legend else []
    return "\n".join([plain(chart.title, 200), chart.facts, "", *lines, "", *legend]).rstrip() + "\n"


def _file_row(chart: WallChart, line: ChartLine, total: str) -> list[str]:
    name = plain(line.name, 100)
    row = [str(line.number), fit(name, _NAME_COLUMNS) if width(name) > _NAME_COLUMNS else name]
    row += [line.ratings[0].before] if chart.lists else []
    row += [NOTHING if cell is None else str(cell) for cell in line.cells]
    row.append(total)
    if chart.has_points:
        row.append(spread_text(line.spread))
    if chart.has_expected:
        row += [NOTHING] * 3 if line.expected is None else line.expected.texts
    row += [line.ratings[0].after or NOTHING] if chart.lists else []
    row += [f"{further.before} → {further.after or NOTHING}" for further in line.ratings[1:]]
    row += [line.extra] if chart.extra else []
    return row


def wall_chart_pages(section: SectionReport) -> list[str]:
    """Return code blocks of 31 columns: at least one page.

    For each player name, total and ratings, then the cells, then what was expected.
    """
    chart = wall_chart_of(section)
    totals = _totals(chart)
    spreads = [spread_text(line.spread) if chart.has_points else "" for line in chart.lines]
    ratings = [_ratings_text(line) for line in chart.lines]
    sizes = [max((width(text) for text in column), default=0) for column in (totals, spreads, ratings)]
    numbers = max((len(str(line.number)) for line in chart.lines), default=1)
    named = _name_columns(numbers, sizes)
    ratings_below = named < _FEWEST_NAME_COLUMNS
    if ratings_below:
        named = max(_name_columns(numbers, sizes[:2]), 1)
    cells = [[NOTHING if cell is None else str(cell) for cell in line.cells] for line in chart.lines]
    size = max((width(cell) for row in cells for cell in row), default=1)
    blocks = []
    for index, line in enumerate(chart.lines):
        figures = [totals[index], spreads[index], "" if ratings_below else ratings[index]]
        tail = [fit(figure, most, ">") for figure, most in zip(figures, sizes, strict=True) if most and figure]
        head = " ".join([f"{line.number:>{numbers}}", fit(plain(line.name), named), *tail])
        lines = [head, *([_INDENT + ratings[index]] if ratings_below and ratings[index] else [])]
        lines += _wrapped(cells[index], size)
        if chart.has_expected and line.expected is not None:
            lines.append(f"{_INDENT}{line.expected}")
        blocks.append([fit(text, COLUMNS).rstrip() for text in lines])
    return [f"{_FENCE}\n{text}\n{_FENCE}" for text in _packed(blocks, CHARACTERS_ON_A_PAGE - 2 * len(_FENCE) - 2)]


def _name_columns(numbers: int, sizes: Iterable[int]) -> int:
    """Return what the figures, each after a blank, leave a name."""
    return COLUMNS - numbers - 1 - sum(size + 1 for size in sizes if size)


def _wrapped(cells: Sequence[str], size: int) -> Iterator[str]:
    """Yield lines of as many cells as a phone shows side by side, each in a column of that size."""
    on_a_line = max((COLUMNS - len(_INDENT) + 1) // (size + 1), 1)
    for first in range(0, len(cells), on_a_line):
        yield _INDENT + " ".join(fit(cell, size) for cell in cells[first : first + on_a_line])


def _packed(blocks: Iterable[Sequence[str]], most: int) -> list[str]:
    """Return pages of at most so many characters; a block is split only where it alone is too long."""
    pages = [""]
    for block in blocks:
        whole = "\n".join(block)
        for part in [whole] if len(whole) <= most else block:
            if pages[-1] and len(pages[-1]) + 1 + len(part) > most:
                pages.append("")
            pages[-1] += f"\n{part}" if pages[-1] else part
    return [page or "No players" for page in pages]


def _totals(chart: WallChart) -> list[str]:
    """Return everybody's total, whole points above whole points."""
    texts = ["?" if line.total is None else points(line.total) for line in chart.lines]
    if any(text.endswith("½") for text in texts):
        return [text if text.endswith("½") else f"{text} " for text in texts]
    return texts


def _ratings_text(line: ChartLine) -> str:
    if not line.ratings:
        return ""
    main = line.ratings[0]
    return f"{main.short_before}→{main.after}" if main.after else main.short_before
