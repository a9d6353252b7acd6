"""The tables behind a FIDE calculation: the opponents, and the events that wait for the list."""

from collections.abc import Iterable

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.text import day_text, plain, points, signed, table
from bot.ui.wording.event_lines import result_letter
from core.fide.periods import Published
from core.fide.player import PlayerResult

ROWS_IN_A_TABLE = 25


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    """Return the opponents as they counted, and every event of the coming list."""
    result: PlayerResult = moved.outcome.detail
    coming = result.estimate
    return [_opponents_table(report, result), *(_events_tables(coming) if coming.events else _pool_tables(coming))]


def _opponents_table(report: EventReport, result: PlayerResult) -> str:
    own = report.crosstable.number_of(report.player.id)
    rows = []
    for played, game in zip(report.crosstable.games_of(own), result.games, strict=True):
        known = report.opponents.get(played.opponent.player) if isinstance(played.opponent.player, int) else None
        counted = "–" if game.rating is None else f"{game.rating}{'' if game.left_out is None else 'x'}"
        rows.append((str(game.round), result_letter(game.score), counted, plain(known.name) if known else ""))
    text = table(("Rd", "", "Rating", "Player"), rows, (2, 1, 6, -19))
    legend = "\nx and –: does not count" if any(game.left_out is not None for game in result.games) else ""
    return f"**Opponents, ratings on the event's first day**\n{text}{legend}"


def _events_tables(coming: Published) -> Iterable[str]:
    """Return what each event brings on the list: 30 columns."""
    rows = [
        (
            day_text(figure.event.ended)[2:],
            str(figure.event.games),
            signed(figure.event.above / 100, 2),
            str(figure.used),
            signed(figure.points, 2),
        )
        for figure in coming.events
    ]
    heading = f"**Events of the list of {day_text(coming.day)}**\n"
    for first in range(0, len(rows), ROWS_IN_A_TABLE):
        part = rows[first : first + ROWS_IN_A_TABLE]
        if first + ROWS_IN_A_TABLE >= len(rows):
            part.append(("All", str(coming.games), "", "", signed(coming.points, 2)))
        yield heading + table(("Ended", "Gms", "s−PD", "K", "Change"), part, (-8, 3, 6, 2, 8))
        heading = ""


def _pool_tables(coming: Published) -> Iterable[str]:
    """Return the events whose games count toward a first rating: 26 columns."""
    rows = [(day_text(event.ended), str(len(event.opponents)), points(event.score)) for event in coming.pool]
    if coming.first is not None:
        rows.append(("All", str(coming.first.games), points(coming.first.score)))
    heading = "**Games toward a first rating**\n"
    for first in range(0, len(rows), ROWS_IN_A_TABLE):
        yield heading + table(("Ended", "Games", "Score"), rows[first : first + ROWS_IN_A_TABLE], (-10, 6, 8))
        heading = ""
