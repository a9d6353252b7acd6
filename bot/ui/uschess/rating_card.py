"""The answer to an event that US Chess rates, made for a phone."""

from collections.abc import Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.text import DESCRIPTION_CHARACTERS, count, number, points, rating, signed, table
from bot.ui.uschess.games_table import games_heading, games_table
from bot.ui.uschess.norm_codes import code_text, reconstruction_note, title_name
from bot.ui.uschess.wording import NORM_BLOCKS
from bot.ui.wording.event_lines import event_embed, event_footer, result_letter
from bot.ui.wording.printed import note_line, rating_with_code
from core.outcome import Award, Outcome
from core.uschess.editions import NormTest
from core.uschess.lifetime import public_title, write_code
from core.uschess.lifetime_tables import LifetimeTables
from core.uschess.norms import LEVELS, NormLevel, NormRow, NormTable
from core.uschess.player import PlayerResult
from core.uschess.system import LIFETIME, LISTS, NATIONAL_MASTER, ORIGINAL_LIFE_MASTER, TITLE_SYSTEM

ROOM_FOR_LATER = 1500
"""Characters that are kept for what was rated again; the table of rounds and levels is in the calculation too."""

_TITLES = {level.rating: level.title for level in LEVELS}
_TITLES_WITHOUT_NORMS = {NATIONAL_MASTER: "National Master", ORIGINAL_LIFE_MASTER: "Original Life Master"}


def uschess_lists(report: EventReport) -> list[ListReport]:
    """Return what an event did to the lists of US Chess."""
    return [moved for moved in report.lists if moved.rating_list in LISTS]


def award_name(award: Award, tables: LifetimeTables) -> str:
    """Return the name of a title."""
    if award.scheme == LIFETIME:
        return f"{title_name(award.level, tables)}, lifetime title"
    if award.scheme == TITLE_SYSTEM:
        return f"{_TITLES[award.level]} ({award.level})"
    return _TITLES_WITHOUT_NORMS[award.scheme]


def rating_card(report: EventReport, further: Sequence[str]) -> discord.Embed:
    """Return the embed of one rated event, stored or estimated.

    further: a line for each other list that it moved.
    """
    result: PlayerResult = report.outcome.detail
    decimals = result.edition.decimals
    tables = report.house_rules.lifetime
    lines = [
        _headline(result, decimals),
        _standing_line(report.outcome, tables),
        _score_line(result, decimals),
        _performance_line(result),
        norm_line(result.norms),
    ]
    lines += further
    lines += _lifetime_lines(report)
    lines += title_lines(report)
    text = "\n".join(lines)
    text += f"\n\n{games_heading(report.crosstable)}\n"
    text += games_table(report.crosstable, report.player.id, report.opponents, result)
    text += "\n" + level_table(result.norms)
    by_round = "\n*Expected by norm level and round, in hundredths; 1 is a whole point*\n" + round_table(result)
    if len(text) + len(by_round) + (ROOM_FOR_LATER if report.later else 0) <= DESCRIPTION_CHARACTERS:
        text += by_round
    return event_embed(report, text, event_footer(report, result.edition.title))


def further_line(moved: ListReport) -> str:
    """Return what an event did to a list beside its main one."""
    result: PlayerResult = moved.outcome.detail
    before = "unrated" if result.before.rating is None else rating(result.before.rating, result.edition.decimals)
    text = f"{moved.rating_list.label} too: {before} → **{rating(result.rating, result.edition.decimals)}**"
    return text if result.change is None else f"{text} ({signed(result.change, result.edition.decimals)})"


def _lifetime_lines(report: EventReport) -> list[str]:
    """Say what the event did to the lifetime titles, where it did something."""
    tables = report.house_rules.lifetime
    lines, moving = [], []
    for moved in uschess_lists(report):
        result: PlayerResult = moved.outcome.detail
        event = result.lifetime
        if event is None or (event.highest is None and event.before == event.after):
            continue
        moving.append(event)
        where = f" ({moved.rating_list.label})" if len(uschess_lists(report)) > 1 else ""
        if event.before is None:
            begins = f"Lifetime title begins{where}: {code_text(event.after, tables)}"
            lines.append(begins if event.after is None else f"{begins}, {title_name(event.after.level, tables)}")
        else:
            codes = f"{code_text(event.before, tables)} → {code_text(event.after, tables)}"
            why = ", for 300 games at 2200" if event.life_master else ""
            what = f"Lifetime title{where}" if event.highest is None else f"Lifetime norm{where} **{event.highest}**"
            lines.append(f"{what}: {codes}{why}")
    titles = [title for event in moving for title in (event.before, event.after)]
    note = reconstruction_note(titles, tables, next((event for event in moving if event.tests), None))
    return lines if note is None else [*lines, note_line(note)]


def title_lines(report: EventReport) -> list[str]:
    """Announce the titles that an event brought; for a lifetime title, on which of its lists."""
    tables = report.house_rules.lifetime
    lines = []
    for moved in uschess_lists(report):
        where = f" ({moved.rating_list.label})" if len(uschess_lists(report)) > 1 else ""
        for award in moved.outcome.titles:
            ending = where if award.scheme == LIFETIME else ", for life"
            lines.append(f"🏅 Title earned: **{award_name(award, tables)}**{ending}")
    return list(dict.fromkeys(lines))


def _headline(result: PlayerResult, decimals: int) -> str:
    before = "unrated" if result.before.rating is None else rating(result.before.rating, decimals)
    text = f"## {before} → {rating(result.rating, decimals)}"
    return text if result.change is None else f"{text} ({signed(result.change, decimals)})"


def _standing_line(outcome: Outcome, tables: LifetimeTables) -> str:
    after = outcome.after
    assert after is not None  # US Chess rates everybody who played
    code = write_code(public_title(after.title_level, after.title_points), tables)
    shown = rating_with_code(after.displayed, after.games, after.provisional, code).replace("*", "\\*")
    kind = "provisional" if after.provisional else "established"
    return f"Shown as **{shown}**: {kind}, {count(after.games, 'rated game')}"


def _score_line(result: PlayerResult, decimals: int) -> str:
    event = result.event
    line = f"Score **{points(event.score)}** of {len(event.games)}"
    if result.before.rating is None:
        return line
    places = 4 if decimals == 4 else 2
    side = "below" if result.above_expected < 0 else "above"
    return f"{line}: **{signed(result.above_expected, places)}** {side} expected {number(result.expected, places)}"


def _performance_line(result: PlayerResult) -> str:
    exact = result.performance
    if not result.edition.performance_by_descent:
        return f"Performance **{number(exact.rating, 0)}** ({exact.mode.value})"
    line = f"exactly **{number(exact.rating, 4)}** ({exact.mode.value})"
    descent = result.descent
    if descent is None:
        return f"Performance {line}; the calculator's own search finds no end here"
    if number(descent.rating, 4) == number(exact.rating, 4):
        return f"Performance **{number(exact.rating, 4)}** ({exact.mode.value}), as the calculator prints it"
    why = "its search stops early" if descent.steps else "it knows no bounds at 100 and 2700"
    return f"Performance **{number(descent.rating, 4)}** as the calculator prints it; {line}: {why}"


def norm_name(level: NormLevel) -> str:
    return f"{level.title} ({level.rating})"


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
        (
            f"{short_level(row.level)} {row.level.rating}",
            number(row.expected, 4),
            required_text(row, norms.test),
            "YES" if row.earned else "no",
        )
        for row in norms.rows
    ]
    return table(("Norm", "Expect", "Require", "Earned"), rows, (-8, 7, 7, 6))


def short_level(level: NormLevel) -> str:
    return {"4": "4th", "3": "3rd", "2": "2nd", "1": "1st"}.get(level.code, f" {level.code} ")


def required_text(row: NormRow, test: NormTest) -> str:
    if row.required is None:
        return "N/A"
    return points(row.required) if test is NormTest.TITLE_SYSTEM else number(row.required, 4)


def round_table(result: PlayerResult) -> str:
    """Return the expected score of every norm level against every opponent, in hundredths: 29 columns."""
    rows = []
    for index, game in enumerate(result.event.games):
        cells = [_hundredths(row.games[index]) for row in result.norms.rows]
        opponent = str(result.norms.opponents[index])
        rows.append((f"{game.round}{result_letter(game.score)}", opponent, *cells))
    header = ("Rd", "Opp.", *(level.code for level in LEVELS))
    return table(header, rows, (3, 4, 2, 2, 2, 2, 2, 2, 2))


def _hundredths(probability: float) -> str:
    """Return a probability in two characters: 79, 04, and 1 for a whole point."""
    text = f"{probability:.2f}"
    return text[2:] if text.startswith("0") else "1"
