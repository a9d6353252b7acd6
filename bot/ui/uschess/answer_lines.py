"""What an answer to an event that US Chess rates says on one screen: norms made or just missed, titles, games."""

from collections.abc import Mapping
from typing import Any

from bot.services.events.report import EventReport, ListReport
from bot.store.rows import ReportStanding
from bot.ui.framework.text import count, number, points
from bot.ui.uschess.title_lines import lifetime_moved, titles_made
from bot.ui.wording.event_lines import GameLine, game_line
from core.crosstable import Entrant
from core.uschess.editions import NormTest
from core.uschess.norms import LEVELS, NormRow, NormTable
from core.uschess.player import PlayerResult
from core.uschess.rounding import ESTABLISHED_ABOVE, displayed
from core.uschess.titles import NORMS_FOR_A_TITLE, title_progress

FEWEST_GAMES, JUST_MISSED = 4, 0.5
"""Played games of an event in which a norm is possible, and by how many points one is missed that is told."""

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


def notes(report: EventReport, moved: ListReport) -> list[str]:
    """Return norm, titles, the lifetime title's code where it moved, and what a rating lacks to be established."""
    result: PlayerResult = moved.outcome.detail
    lines = [*_norm(report, result), *titles_made(report, moved), *lifetime_moved(report, moved)]
    after = moved.outcome.after
    if after is not None and after.provisional:
        missing = ESTABLISHED_ABOVE + 1 - after.games
        lines.append(
            f"from {count(after.games, 'game')}; it counts as established after {ESTABLISHED_ABOVE}"
            if result.before.rating is None
            else f"provisional: {count(missing, 'more game')}"
        )
    return lines


def has_norms(report: EventReport) -> bool:
    """Tell whether a norm was made or just missed, or the lifetime title moved."""
    results: list[PlayerResult] = [moved.outcome.detail for moved in report.lists]
    events = [result.lifetime for result in results if result.lifetime is not None]
    by_life = any(event.highest is not None or event.before != event.after for event in events)
    return by_life or any(_norm(report, result) for result in results)


def _norm(report: EventReport, result: PlayerResult) -> list[str]:
    """Say which norm was made, or which one was missed by half a point or less."""
    norms = result.norms
    if norms.earned is None:
        missed = just_missed(norms, result.event.score, result.event.games_played)
        if missed is None:
            return []
        row, short = missed
        by = points(short) if norms.test is NormTest.TITLE_SYSTEM else number(short, 2)
        return [f"{by} short of the {row.level.title} norm"]
    line = f"🏅 Norm: **{norms.earned.title}** ({norms.earned.rating})"
    if norms.test is not NormTest.TITLE_SYSTEM:
        return [f"{line}, unofficial"]
    if report.standing is not ReportStanding.CONFIRMED:
        return [f"{line}, once confirmed"]
    made = title_progress(result.after.norms, result.after.peak)[LEVELS.index(norms.earned)].norms
    return [f"{line}, your {_ORDINALS[made - 1]} of {NORMS_FOR_A_TITLE}" if 0 < made <= NORMS_FOR_A_TITLE else line]


def just_missed(norms: NormTable, score: float, games: int) -> tuple[NormRow, float] | None:
    """Return the lowest level that was not made and what was short of it; None where it is more than half a point.

    games: that were played; with fewer than four no norm was possible.
    """
    if norms.blocked is not None or games < FEWEST_GAMES:
        return None
    row = norms.lowest_missed
    if row is None or row.required is None or row.required - score > JUST_MISSED:
        return None
    return row, row.required - score


def game_lines(report: EventReport) -> list[GameLine]:
    """Return every game with the rating that counted: as given, or intermediate where the whole section is rated."""
    result: PlayerResult = report.outcome.detail
    played = result.event.played
    by_number: Mapping[Any, Entrant] = {entrant.number: entrant for entrant in report.crosstable.entrants}
    games = zip(played.opponents, played.ratings, result.expectancies, played.scores, strict=True)
    return [
        game_line(report, by_number[number], displayed(rating), expected, score)
        for number, rating, expected, score in games
    ]
