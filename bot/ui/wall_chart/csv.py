"""A section's wall chart as a table for a spreadsheet."""

from collections.abc import Sequence

from bot.ui.wall_chart.rows import WallChart
from core.formats.common.cells import Value, table_bytes


def wall_chart_csv(chart: WallChart) -> bytes:
    """Return a line for each player, best score first; opponents are named by their numbers, as in the text."""
    header: list[Value] = ["place", "number", "name", *(["before"] if chart.lists else []), *map(str, chart.rounds)]
    header += ["total", *(["spread"] if chart.has_points else [])]
    header += ["expected", "made"] if chart.has_expected else []
    header += [*(["after"] if chart.lists else []), *(further.label for further in chart.lists[1:])]
    rows: list[Sequence[Value]] = [header]
    for place, line in enumerate(chart.lines, start=1):
        row: list[Value] = [place, line.number, line.name]
        row += [line.ratings[0].before] if chart.lists else []
        row += ["" if cell is None else str(cell) for cell in line.cells]
        row += [line.total, *([line.spread] if chart.has_points else [])]
        if chart.has_expected:
            row += ["", ""] if line.expected is None else [round(line.expected.expected, 2), line.expected.made]
        row += [line.ratings[0].after] if chart.lists else []
        row += [further.after for further in line.ratings[1:]]
        rows.append(row)
    return table_bytes(rows)
