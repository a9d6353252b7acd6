"""An event's crosstable on paper; for Scrabble a wall chart in tsh's form."""

from bot.services.events.report import SectionReport
from bot.ui.framework.text import clean
from bot.ui.paper.sheets import Sheet
from bot.ui.wording.wall_chart import (
    NOTHING,
    ChartCell,
    ChartLine,
    ExtraColumn,
    WallChart,
    chart_table,
    explained_in,
    spread_text,
    wall_chart_of,
)

_NAME = 1

_WINS = {"W": 1.0, "D": 0.5, "B": 1.0, "X": 1.0, "H": 0.5}
_LOSSES = {"L": 1.0, "D": 0.5, "F": 1.0}
_TURNS = {None: "", True: " 1st", False: " 2nd"}


def crosstable_sheet(section: SectionReport, extra: ExtraColumn | None = None) -> Sheet:
    """Return a section's crosstable with whole names and without empty columns."""
    chart = wall_chart_of(section, extra)
    title = clean(chart.title, 200)
    if chart.has_points:
        return _as_tsh(chart, title)
    head, aligns, rows = chart_table(chart)
    for row, line in zip(rows, chart.lines, strict=True):
        row[_NAME] = clean(line.name, 100)
    # Totals without a half end with a space, to align.
    shown = [[cell.strip() for cell in row] for row in rows]
    filled = [at for at in range(len(head)) if any(row[at] != NOTHING for row in shown)]
    shown = [[row[at] for at in filled] for row in shown]
    notes = [" · ".join(explained_in(chart))]
    return Sheet(title, chart.facts, [head[at] for at in filled], "".join(aligns[at] for at in filled), shown, notes)


def _as_tsh(chart: WallChart, title: str) -> Sheet:
    """Return a wall chart: per round score, opponent, wins and losses so far, spread."""
    head = ["#", "Player", *(f"Round {played}" for played in chart.rounds), "Total", "Spread"]
    head += [chart.extra] if chart.extra else []
    rows = []
    for line in chart.lines:
        row = [line.label, _player(line), *_rounds(line), line.score, spread_text(line.spread)]
        rows.append([*row, *([line.extra] if chart.extra else [])])
    turns = (
        ", 1st or 2nd" if any(cell and cell.began is not None for line in chart.lines for cell in line.cells) else ""
    )
    notes = [f"Each round: score, result and opponent{turns}, wins–losses so far, spread of the round and so far"]
    aligns = "><" + "<" * len(chart.rounds) + ">" * (len(head) - 2 - len(chart.rounds))
    return Sheet(title, chart.facts, head, aligns, rows, [*notes, " · ".join(explained_in(chart))])


def _player(line: ChartLine) -> str:
    name = clean(line.name, 100)
    if not line.ratings:
        return name
    main = line.ratings[0]
    return f"{name}\n{main.before} → {main.after}" if main.after else f"{name}\n{main.before}"


def _rounds(line: ChartLine) -> list[str]:
    cells, wins, losses, spread = [], 0.0, 0.0, 0
    for cell in line.cells:
        if cell is None:
            cells.append(NOTHING)
            continue
        own = cell.spread
        wins, losses, spread = wins + _share(cell, _WINS, 1), losses + _share(cell, _LOSSES, -1), spread + own
        shown = [cell.score_line or NOTHING, f"{cell.result}{_TURNS[cell.began]}", f"{wins:.1f}–{losses:.1f}"]
        cells.append("\n".join([*shown, f"{spread_text(own)} = {spread_text(spread)}"]))
    return cells


def _share(cell: ChartCell, by_letter: dict[str, float], sign: int) -> float:
    """Return a round's wins or losses; as in tsh, a bye with points is one."""
    if not cell.counts:
        return 0.0
    if cell.points is None and cell.bye_points:
        return float(cell.bye_points * sign > 0)
    return by_letter.get(cell.letter, 0.0)
