"""An event that US Chess rates, with all figures: the rating, norms by level and round, titles."""

from collections.abc import Sequence

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.text import DESCRIPTION_CHARACTERS, count, number, points, rating, signed, table
from bot.ui.uschess.games_table import games_heading, games_table
from bot.ui.uschess.title_lines import lifetime_lines, norm_name, title_lines
from bot.ui.uschess.wording import NORM_BLOCKS
from bot.ui.wording.event_lines import result_letter, score_line
from core.outcome import Outcome
from core.uschess.editions import NormTest
from core.uschess.norms import NormLevel, NormRow, NormTable
from core.uschess.player import PlayerResult

LEVELS_BESIDE, ROUNDS_IN_A_TABLE = 4, 25
"""Norm levels that stand beside each other, and rounds below each other."""


def full_text(report: EventReport, further: Sequence[str]) -> str:
    """Return all figures of one rated event. further: a line for each other list that it moved."""
    result: PlayerResult = report.outcome.detail
    decimals = result.edition.decimals
    lines = [
        _headline(result, decimals),
        _standing_line(report.outcome),
        _score_line(result, decimals),
        _performance_line(result),
        norm_line(result.norms),
    ]
    lines += further
    lines += lifetime_lines(report)
    lines += title_lines(report)
    text = "\n".join(lines)
    text += f"\n\n{games_heading(report.crosstable)}\n"
    text += games_table(report.crosstable, report.player.id, report.opponents, result)
    text += "\n" + level_table(result.norms)
    by_round = "\n".join(["\n*Expected by norm level and round, in hundredths*", *round_tables(result)])
    if len(text) + len(by_round) <= DESCRIPTION_CHARACTERS:
        text += by_round
    return text


def further_line(moved: ListReport) -> str:
    """Return what an event did to a list beside its main one."""
    result: PlayerResult = moved.outcome.detail
    before = "unrated" if result.before.rating is None else rating(result.before.rating, result.edition.decimals)
    text = f"{moved.rating_list.label} too: {before} → **{rating(result.rating, result.edition.decimals)}**"
    return text if result.change is None else f"{text} ({signed(result.change, result.edition.decimals)})"


def _headline(result: PlayerResult, decimals: int) -> str:
    before = "unrated" if result.before.rating is None else rating(result.before.rating, decimals)
    text = f"## {before} → {rating(result.rating, decimals)}"
    return text if result.change is None else f"{text} ({signed(result.change, decimals)})"


def _standing_line(outcome: Outcome) -> str:
    after = outcome.after
    assert after is not None  # US Chess rates everybody who played
    return f"{'provisional' if after.provisional else 'established'}, {count(after.games, 'rated game')}"


def _score_line(result: PlayerResult, decimals: int) -> str:
    event = result.event
    if result.before.rating is None:
        return f"{points(event.score)} of {event.games_played} scored"
    return score_line(event.score, event.games_played, result.expected, 4 if decimals == 4 else 2)


def _performance_line(result: PlayerResult) -> str:
    exact = result.performance
    if not result.edition.performance_by_descent:
        return f"performance **{number(exact.rating, 0)}**"
    line = f"exactly **{number(exact.rating, 4)}**"
    descent = result.descent
    if descent is None:
        return f"performance {line}; the calculator's own search finds no end here"
    if number(descent.rating, 4) == number(exact.rating, 4):
        return f"performance **{number(exact.rating, 4)}**, as the calculator prints it"
    why = "its search stops early" if descent.steps else "it knows no bounds at 100 and 2700"
    return f"performance **{number(descent.rating, 4)}** as the calculator prints it; {line}: {why}"


def norm_line(norms: NormTable) -> str:
    """Say which norm was earned, or why none can be."""
    if norms.earned is not None:
        unofficial = "" if norms.test is NormTest.TITLE_SYSTEM else ", unofficial"
        return f"Norm **{norm_name(norms.earned)}**{unofficial}"
    if norms.blocked is not None:
        return f"Norm none: {NORM_BLOCKS[norms.blocked]}"
    return "Norm none"


def level_table(norms: NormTable) -> str:
    """Return expected and required score and whether the norm was earned, by level: 31 columns."""
    rows = [
        (f"{short_level(row.level)} {row.level.rating}", number(row.expected, 4), _earned_text(row, norms.test))
        for row in norms.rows
    ]
    return table(("Norm", "Expect", "Require Earned"), rows, (-8, 7, 14))


def _earned_text(row: NormRow, test: NormTest) -> str:
    """Return the required score and whether it was made; in words where no score suffices."""
    if row.required is None:
        return "not possible"
    required = points(row.required) if test is NormTest.TITLE_SYSTEM else number(row.required, 4)
    return f"{required:>7} {'YES' if row.earned else 'no':>6}"


def short_level(level: NormLevel) -> str:
    return {"4": "4th", "3": "3rd", "2": "2nd", "1": "1st"}.get(level.code, f" {level.code} ")


def round_tables(result: PlayerResult) -> list[str]:
    """Return what every norm level is expected to score in each round, in hundredths: 29 columns at most.

    Levels stand in two groups, and at most 25 rounds in a table.
    """
    games = list(enumerate(result.event.games))
    tables = []
    for levels in (result.norms.rows[:LEVELS_BESIDE], result.norms.rows[LEVELS_BESIDE:]):
        header = ("Rd", "Opp.", *(row.level.code for row in levels))
        for first in range(0, len(games), ROUNDS_IN_A_TABLE):
            rows = [
                (
                    f"{game.round}{result_letter(game.score)}",
                    str(result.norms.opponents[index]),
                    *(_hundredths(row.games[index]) for row in levels),
                )
                for index, game in games[first : first + ROUNDS_IN_A_TABLE]
            ]
            tables.append(table(header, rows, (3, 4, *(4 for _ in levels))))
    return tables


def _hundredths(probability: float) -> str:
    """Return a probability in hundredths: 79, 04, and 99+ where it would round to a whole point."""
    text = f"{probability:.2f}"
    return text[2:] if text.startswith("0") else "99+"
