"""Wall charts that end with each player's QURSH score: as text, as CSV, as pictures."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.services.events.section import SectionReport
from bot.services.qursh.standings import Standings
from bot.ui.qursh.standings_card import score_text
from bot.ui.wall_chart.rows import ExtraColumn, wall_chart_of
from bot.ui.wall_chart.text import wall_chart_text
from core.formats.common.cells import Value, table_bytes
from core.qursh.ranking import RankingRow

if TYPE_CHECKING:
    from bot.ui.pictures.scene import Scene

TITLE = "QURSH"


def chart_text(standings: Standings) -> bytes:
    """Return the charts of all divisions as one text."""
    texts = [wall_chart_text(section, extra) for section, extra, _ in _divisions(standings)]
    return "\n".join(texts).encode()


def chart_scenes(standings: Standings) -> "list[Scene]":
    """Return the pictures, division by division, as many as a message takes."""
    from bot.ui.pictures.drawn.wall_chart import MOST_SHEETS, ChartPictures

    charts = [wall_chart_of(section, extra) for section, extra, _ in _divisions(standings)]
    return [scene for chart in charts for scene in ChartPictures(chart).sheets()][:MOST_SHEETS]


def chart_csv(standings: Standings) -> bytes:
    """Return a line for each player of all divisions, the score last."""
    divisions = list(_divisions(standings))
    rounds = sorted({played for section, extra, _ in divisions for played in wall_chart_of(section, extra).rounds})
    rows: list[Sequence[Value]] = [
        ["division", "number", "name", "rating", *map(str, rounds), "wins", "losses", "spread", "games", "rank", TITLE]
    ]
    for section, extra, by_number in divisions:
        chart = wall_chart_of(section, extra)
        for line in chart.lines:
            row = by_number[line.number]
            cells = dict(zip(chart.rounds, line.cells, strict=True))
            rows.append(
                [
                    *(row.division, line.number, line.name, row.player.rating),
                    *("" if (cell := cells.get(played)) is None else str(cell) for played in rounds),
                    *(row.record.wins, row.record.losses, row.record.spread, row.games, row.rank),
                    row.score,
                ]
            )
    return table_bytes(rows)


def _divisions(standings: Standings) -> Iterator[tuple[SectionReport, ExtraColumn, dict[int, RankingRow]]]:
    """Yield each division's section with its column of scores, and its players' lines by number."""
    ranking = standings.ranking
    everybody = (*ranking.rows, *ranking.others)
    for section, division in zip(standings.sections, standings.divisions, strict=True):
        rows = {row.player.number: row for row in everybody if row.division == division}
        texts = {number: score_text(row) if row.rank is not None else "–" for number, row in rows.items()}
        yield section, ExtraColumn(TITLE, texts), rows
