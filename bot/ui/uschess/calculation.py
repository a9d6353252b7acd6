"""The tables behind a US Chess calculation: opponents, and the expected scores of every norm level."""

from collections.abc import Iterable, Sequence

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.text import number, plain, rating, table
from bot.ui.uschess.norm_codes import code_text, points_text
from bot.ui.wording.event_lines import result_letter
from core.uschess.norms import NormRow
from core.uschess.player import PlayerResult

ROWS_IN_A_TABLE = 25
LEVELS_IN_A_TABLE = 3
"""How many levels of four decimals stand side by side: 31 columns."""


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    """Return the opponents as they were rated, the whole norm table, and the points toward lifetime titles."""
    result: PlayerResult = moved.outcome.detail
    return [_opponents_table(report, result), *norm_tables(result), *_lifetime_points(report)]


def _lifetime_points(report: EventReport) -> Iterable[str]:
    """Return the points toward the next two lifetime titles, list by list; the second stand here alone."""
    tables = report.house_rules.lifetime
    for moved in report.lists:
        event = moved.outcome.detail.lifetime if isinstance(moved.outcome.detail, PlayerResult) else None
        if event is None or event.after is None:
            continue
        lines = [f"\n**Points toward lifetime titles**, {moved.rating_list.label}"]
        for when, title in (("Before", event.before), ("After", event.after)):
            if title is not None:
                lines.append(f"{when} {code_text(title, tables)}: {points_text(title, tables)}")
        yield "\n".join([*lines, "*The second points are not published: no code has them.*"])


def _opponents_table(report: EventReport, result: PlayerResult) -> str:
    own = report.crosstable.number_of(report.player.id)
    rows = []
    for played, game in zip(report.crosstable.games_of(own), result.event.games, strict=True):
        known = report.opponents.get(played.opponent.player) if isinstance(played.opponent.player, int) else None
        name = plain(known.name) if known else ""
        rows.append((str(played.round), result_letter(played.score), rating(game.rating, 2), name))
    whole = any(entrant.rated and entrant.number != own for entrant in report.crosstable.entrants)
    heading = "Opponents, intermediate ratings (step 4)" if whole else "Opponents, ratings as given"
    return f"**{heading}**\n" + table(("Rd", "", "Rating", "Player"), rows, (2, 1, 7, -18))


def norm_tables(result: PlayerResult) -> Iterable[str]:
    """Return the whole norm table, three levels at a time and at most 25 rounds at a time."""
    heading = "**Expected scores by norm level**\n"
    rows = result.norms.rows
    for start in range(0, len(rows), LEVELS_IN_A_TABLE):
        levels = rows[start : start + LEVELS_IN_A_TABLE]
        header = ("Rd", "Opp.", *(f"{row.level.code} {row.level.rating}" for row in levels))
        columns = (2, 4, *(7 for _ in levels))
        games = list(enumerate(result.event.games))
        for first in range(0, len(games), ROWS_IN_A_TABLE):
            lines: list[Sequence[str]] = [
                (str(game.round), str(result.norms.opponents[index]), *(number(row.games[index], 4) for row in levels))
                for index, game in games[first : first + ROWS_IN_A_TABLE]
            ]
            if first + ROWS_IN_A_TABLE >= len(games):
                lines += _sums(levels)
            yield heading + table(header, lines, columns)
            heading = ""


def _sums(levels: Sequence[NormRow]) -> list[Sequence[str]]:
    return [
        ("", "Exp.", *(number(row.expected, 4) for row in levels)),
        ("", "Req.", *("N/A" if row.required is None else number(row.required, 4) for row in levels)),
        ("", "Norm", *("YES" if row.earned else "NO" for row in levels)),
    ]
