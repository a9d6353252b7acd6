"""The answer to a rated event: the new rating first, then score, norms and games, all on one screen of a phone."""

from collections.abc import Iterable

import discord

from bot.services.events.report import EventReport
from bot.services.forecast.goal import GoalReport
from bot.ui.framework.colours import SHOWN, STORED
from bot.ui.framework.layout import MOST_LINES, answer, cell_lines, figure_line, heading, whole
from bot.ui.framework.text import number, points
from bot.ui.systems import CARDS
from bot.ui.wording.changes import changes_text
from bot.ui.wording.unconfirmed import waiting_line
from core.likeness.event_names import event_name

MOST_LATER = 3
"""Later ratings that an answer names as moved too."""

MOST_GAMES = 9
"""Games that an answer shows at most; all are in the calculation."""


def rating_card(report: EventReport) -> discord.Embed:
    """Return the embed of one rated event, stored or estimated."""
    lines = [*_figures(report), _score_line(report)]
    lines += dict.fromkeys(note for moved in report.lists for note in CARDS[moved.rating_list].notes(report, moved))
    lines += waiting_line(report.standing, CARDS[report.rating_list].waits)
    if report.later:
        lines.append("**Rated again, for they came later**")
        lines += changes_text(report.later, {report.player.id: report.player}, most=MOST_LATER).split("\n")
    # A second figure line is higher than a game.
    lines += _games(report, MOST_LINES - len(lines) - (len(report.lists) - 1))
    footer = CARDS[report.rating_list].small_print(report)
    if report.event_id is None:
        return answer(lines, colour=SHOWN, footer=[*footer, "stored nowhere"])
    return answer(lines, colour=STORED, footer=footer)


def _figures(report: EventReport) -> Iterable[str]:
    """Return who it is and what every list was and is."""
    whose = [whole(report.player.name)] if report.event_id is not None else ["Estimate", whole(report.player.name)]
    if len(report.lists) == 1:
        yield heading(*whose, report.rating_list.label)
        yield figure_line(CARDS[report.rating_list].moved_text(report, report.lists[0]))
        return
    yield heading(*whose)
    for moved in report.lists:
        # A line of this size has no small letters but those of code.
        name = moved.rating_list.label.removeprefix("US Chess ").removeprefix("FIDE ")
        yield figure_line(f"{CARDS[moved.rating_list].moved_text(report, moved)} `{name}`")


def _score_line(report: EventReport) -> str:
    """Return event, score, expected score and performance."""
    outcome, games = report.outcome, CARDS[report.rating_list].games_counted(report.outcome)
    scored = f"**{points(round(2 * outcome.score) / 2)} of {games}**"
    expected = "" if outcome.expected is None else f", expected {number(outcome.expected, 2)}"
    peak = " · new peak" if any(moved.is_peak for moved in report.lists) else ""
    event = whole(event_name(report.name, report.day))
    return f"{event} · {scored}{expected} · performance **{number(outcome.performance, 0)}**{peak}"


def _games(report: EventReport, room: int) -> Iterable[str]:
    """Return a line for each game, as many as there is room for."""
    cards = CARDS[report.rating_list]
    games = cards.game_lines(report)
    most = min(MOST_GAMES, max(room, 2))
    shown = games if len(games) <= most else games[: most - 1]
    yield from cell_lines(shown, cards.game_columns, edges=True)
    if len(shown) < len(games):
        yield f"… and {len(games) - len(shown)} more: see Calculation"


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return what a target takes of a field of opponents."""
    return CARDS[goal.best.rating_list].goal_card(goal)
