"""A section's wall chart as text: a whole one for a file, and pages for a phone, whose names are whole."""

from collections.abc import Iterable, Sequence

from bot.services.events.section import SectionReport
from bot.ui.framework.layout import MOST_LINES, cell_lines, code_cells, whole
from bot.ui.framework.text import fit, plain, points, width
from bot.ui.wall_chart.rows import NOTHING, ChartLine, ExtraColumn, WallChart, spread_text, wall_chart_of

COLUMNS = 31
CHARACTERS_ON_A_PAGE = 3_800
_NAME_COLUMNS = 36


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
    """Return pages of whole entries, of a phone's height: at least one.

    For each player number, total and ratings before the name, then the cells, then what was expected.
    """
    chart = wall_chart_of(section)
    ratings = [_ratings_text(line) for line in chart.lines]
    figures = [
        (str(line.number), total, spread_text(line.spread) if chart.has_points else "")
        for line, total in zip(chart.lines, _totals(chart), strict=True)
    ]
    names = [whole(line.name) for line in chart.lines]
    beside = [((*row, rated), name) for row, rated, name in zip(figures, ratings, names, strict=True)]
    heads = cell_lines(beside, ">>><")
    ratings_below = any(width(cell) > COLUMNS for cell in code_cells([row for row, _ in beside], ">>><"))
    if ratings_below:
        heads = cell_lines(zip(figures, names, strict=True), ">>>")
    cells = [[NOTHING if cell is None else str(cell) for cell in line.cells] for line in chart.lines]
    size = min(max((width(cell) for row in cells for cell in row), default=1), COLUMNS)
    entries = []
    for index, line in enumerate(chart.lines):
        entry = [heads[index], *([ratings[index]] if ratings_below and ratings[index] else [])]
        entry += _wrapped(cells[index], size)
        if chart.has_expected and line.expected is not None:
            entry.append(f"-# {line.expected}")
        entries.append(entry)
    return _packed(entries)


def _wrapped(cells: Sequence[str], size: int) -> list[str]:
    """Return lines of as many cells as a phone shows side by side, each in a column of that size."""
    on_a_line = max((COLUMNS + 1) // (size + 1), 1)
    rows = [[fit(cell, size) for cell in cells[at : at + on_a_line]] for at in range(0, len(cells), on_a_line)]
    return [code_cells([[" ".join(row).rstrip()]], "<")[0] for row in rows]


def _packed(entries: Iterable[Sequence[str]]) -> list[str]:
    """Return pages of a phone's height and of what Discord takes; an entry is split only where it alone is too long."""
    pages: list[list[str]] = [[]]
    for entry in entries:
        for part in [entry] if _fits(entry) else [[line] for line in entry]:
            if pages[-1] and not _fits([*pages[-1], *part]):
                pages.append([])
            pages[-1] += part
    return ["\n".join(page) or "No players" for page in pages]


def _fits(lines: Sequence[str]) -> bool:
    return len(lines) <= MOST_LINES and sum(len(line) + 1 for line in lines) <= CHARACTERS_ON_A_PAGE


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
