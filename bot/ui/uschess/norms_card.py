"""The norms of an event, one table for each scheme, and how they were worked out."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.uschess.norms import NormsReport
from bot.store.rows import EarnedNorm
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import day_text, number, pack, plain, points, safe, table
from bot.ui.uschess.calculation import norm_tables
from bot.ui.uschess.norm_codes import (
    code_text,
    delta_text,
    reconstruction_note,
    rounds_text,
    title_name,
    way_to_next,
)
from bot.ui.uschess.rating_card import norm_line, norm_name, required_text, short_level, title_lines
from bot.ui.uschess.wording import LIFETIME_BLOCKS, NORM_BLOCKS
from bot.ui.wording.event_lines import opponents_note
from bot.ui.wording.printed import note_line
from bot.ui.wording.unconfirmed import marked
from core.likeness.event_names import event_name
from core.lists import RatingList
from core.uschess.editions import NormTest
from core.uschess.lifetime import LevelTest, LifetimeBlock, LifetimeEvent, LifetimeTitle
from core.uschess.lifetime_tables import LOWEST_LEVEL, LifetimeTables
from core.uschess.norms import NormRow, NormTable
from core.uschess.player import PlayerResult
from core.uschess.titles import NORMS_FOR_A_TITLE, TitleProgress

NORMS_NAMED = 6
"""How many earned norms are named with their events."""

_COLUMNS = (-8, 6, 5, 4, 4)
_HEADER = ("Norm", "Exp.", "Req.", "Pts.", "Earn")
"""Level, expected, required and scored points, and whether the norm was earned: 31 columns."""


def norms_card(report: NormsReport) -> discord.Embed:
    """Return an event's norms: expected, required and scored by level, the codes, and the way to the next titles."""
    event = report.event
    tables = event.house_rules.lifetime
    title = safe(event_name(event.name, event.day), 80)
    lines = []
    for moved in event.lists:
        result: PlayerResult = moved.outcome.detail
        several = len(event.lists) > 1
        if moved.rating_list is RatingList.USCHESS_REGULAR or not several:
            lines += _title_norms(result)
            lines += _way_to_titles(report)
        if result.lifetime is not None:
            lines += _lifetime(result.lifetime, result.event.score, tables, moved.rating_list if several else None)
    note = _note(event, tables)
    if note is not None:
        lines.append(note_line(note))
    lines += title_lines(event)
    embed = discord.Embed(title=f"Norms: {title}", description="\n".join(lines), colour=LEVEL)
    embed.set_author(
        name=f"{plain(event.player.name)} · {' and '.join(moved.rating_list.label for moved in event.lists)}"
    )
    main: PlayerResult = event.outcome.detail
    embed.set_footer(text=f"Rules: {main.edition.title} · {opponents_note(event)}")
    return marked(embed, event.standing)


def _note(report: EventReport, tables: LifetimeTables) -> str | None:
    """Return the note on what is reconstructed: the codes, the levels in the tables, and the delta."""
    details: list[PlayerResult] = [moved.outcome.detail for moved in report.lists]
    events = [detail.lifetime for detail in details if detail.lifetime is not None]
    titles = [title for event in events for title in (event.before, event.after)]
    titles += [LifetimeTitle(test.level) for event in events for test in event.tests]
    return reconstruction_note(titles, tables, next((event for event in events if event.tests), None))


def _title_norms(result: PlayerResult) -> list[str]:
    official = result.norms.test is NormTest.TITLE_SYSTEM
    code = f" · `N:{result.norms.earned.code}`" if official and result.norms.earned is not None else ""
    lines = [norm_line(result.norms) + code, _scored_table(result.norms, result.event.score)]
    if not official:
        lines.append("Norms by these rules do not count toward titles.")
    return lines


def _scored_table(norms: NormTable, score: float) -> str:
    rows = [
        (
            f"{short_level(row.level)} {row.level.rating}",
            number(row.expected, 2),
            _required(row, norms.test),
            points(score),
            "YES" if row.earned else "no",
        )
        for row in norms.rows
    ]
    return table(_HEADER, rows, _COLUMNS)


def _required(row: NormRow, test: NormTest) -> str:
    """Return the score that a norm takes, to the two decimals that stand beside it."""
    if row.required is None or test is NormTest.TITLE_SYSTEM:
        return required_text(row, test)
    return number(row.required, 2)


def _way_to_titles(report: NormsReport) -> list[str]:
    """Say which titles are held, what the next one still takes, and which events gave the norms."""
    if report.progress is None:
        return []
    held = [progress for progress in report.progress if progress.earned]
    ahead = [progress for progress in report.progress if not progress.earned]
    lines = []
    if held:
        lines.append(f"Title: **{norm_name(held[-1].level)}**")
    if ahead:
        lines.append(_missing(ahead[0]))
    started = [progress for progress in ahead[1:] if progress.norms]
    lines += [f"{progress.level.title}: {progress.norms} of {NORMS_FOR_A_TITLE} norms" for progress in started]
    if report.earned:
        lines += ["Norms so far:", *_earned(report.earned)]
    return lines


def _earned(norms: Sequence[EarnedNorm]) -> list[str]:
    lines = [
        f"- `N:{norm.code}` {safe(norm.event_name, 40) if norm.event_name else 'event'}, {day_text(norm.date)}"
        for norm in norms[:NORMS_NAMED]
    ]
    more = len(norms) - NORMS_NAMED
    return [*lines, f"- … and {more} more"] if more > 0 else lines


def _missing(progress: TitleProgress) -> str:
    have = min(progress.norms, NORMS_FOR_A_TITLE)
    text = f"Next title **{norm_name(progress.level)}**: {have} of {NORMS_FOR_A_TITLE} norms"
    needs = []
    if progress.needs_established:
        needs.append("an established rating (more than 25 games)")
    if progress.needs_rating:
        once = f"of {progress.level.rating} once"
        needs = [f"{needs[0]} {once}" if needs else f"an established rating {once}"]
    return f"{text}, and {' and '.join(needs)}" if needs else text


def _lifetime(event: LifetimeEvent, score: float, tables: LifetimeTables, rating_list: RatingList | None) -> list[str]:
    """Return the lifetime title's table and code; the list is named where there are several."""
    where = "" if rating_list is None else f", {rating_list.label}"
    codes = code_text(event.before, tables)
    if event.after != event.before:
        codes += f" → {code_text(event.after, tables)}"
    lines = [f"\n**Lifetime titles of the 1990s{where}** · code {codes}"]
    if event.blocked is not None and event.before is None and event.after is not None:
        lines.append(f"The title begins: {title_name(event.after.level, tables)}, from the rating after the event.")
    elif event.blocked is LifetimeBlock.NO_TITLE:
        lines.append(f"No title yet: the first one takes an established rating of {LOWEST_LEVEL + 100}.")
    elif event.blocked is not None:
        lines.append(f"No norm: {LIFETIME_BLOCKS[event.blocked]}.")
    if event.life_master:
        lines.append("300 games at the 2200 level make a Life Master, without a norm.")
    if event.tests:
        lines.append(table(_HEADER, [_level_row(test, score, tables) for test in event.tests], _COLUMNS))
    if event.delta is not None and event.tests:
        lines.append(f"Required: {delta_text(event.delta)} above expected, for {rounds_text(event.delta, tables)}.")
    if event.after is not None:
        lines.append(_capitalised(way_to_next(event.after, tables)))
    return lines


def _capitalised(text: str) -> str:
    return text[0].upper() + text[1:]


def _level_row(test: LevelTest, score: float, tables: LifetimeTables) -> tuple[str, str, str, str, str]:
    return (
        f"{tables.title(test.level).letter} {test.level}",
        number(test.expected / 1000, 3),
        "N/A" if test.required is None else points(test.required),
        points(score),
        "YES" if test.made else "no",
    )


def how_pages(report: EventReport) -> list[discord.Embed]:
    """Return the sums per opponent behind an event's norms, scheme by scheme, as embeds to page through."""
    pages: list[tuple[ListReport, str]] = []
    for moved in report.lists:
        result: PlayerResult = moved.outcome.detail
        if moved.rating_list is RatingList.USCHESS_REGULAR or len(report.lists) == 1:
            pages += [(moved, page) for page in pack([_title_intro(result), *norm_tables(result)], "\n")]
        if result.lifetime is not None and result.lifetime.tests:
            parts = _level_parts(result.lifetime, result.event.score, report.house_rules.lifetime)
            pages += [(moved, page) for page in pack(parts, "\n")]
    embeds = []
    for index, (moved, text) in enumerate(pages, start=1):
        embed = discord.Embed(title="How the norms come about", description=text, colour=LEVEL)
        embed.set_author(name=f"{plain(report.player.name)} · {moved.rating_list.label}")
        embed.set_footer(text=f"Page {index} of {len(pages)}")
        embeds.append(embed)
    return embeds


def _title_intro(result: PlayerResult) -> str:
    norms = result.norms
    takes = "more than 1 point above that"
    if norms.test is not NormTest.TITLE_SYSTEM:
        takes = "1 point above that, or more"
    elif len(result.event.games) == 3 and result.event.bye is not None:
        takes = "2 points above that, or more"
    none = "" if norms.blocked is None or norms.earned is not None else f" No norm: {NORM_BLOCKS[norms.blocked]}."
    return (
        f"Score **{points(result.event.score)}**. For every level, what a player of that rating is expected to score "
        f"against each opponent's post-event rating is summed up. A norm takes {takes}.{none}"
    )


def _level_parts(event: LifetimeEvent, score: float, tables: LifetimeTables) -> Iterable[str]:
    """Return each level tested as the document's own example does, step by step."""
    assert event.delta is not None
    delta = f"Delta for {rounds_text(event.delta, tables)}: {delta_text(event.delta)}"
    for test in event.tests:
        rows = [
            (str(opponent), str(abs(test.level - opponent)), f"{probability / 1000:.3f}", _side(test.level, opponent))
            for opponent, probability in zip(event.opponents, test.probabilities, strict=True)
        ]
        expected, margin = number(test.expected / 1000, 3), number(test.margin / 1000, 3)
        rows.append(("Sum", "", expected, ""))
        verdict = "not below it: norm **made**" if test.made else "below it: norm **not made**"
        yield (
            f"**{title_name(test.level, tables)}**, lifetime title\n"
            "1. Scoring probability against each opponent's post-event rating\n"
            + table(("Opp.", "Diff.", "Prob.", "Level is"), rows, (4, 5, 6, -9))
            + f"\n2. Sum: **{expected}**"
            f"\n3. {points(score)} − {expected} = **{margin}**"
            f"\n4. {delta}. {margin} is {verdict}\n"
        )
    after = event.after
    code = f"The code stays {code_text(after, tables)}"
    if after != event.before:
        code = f"Code {code_text(event.before, tables)} → {code_text(after, tables)}"
    highest = "No norm" if event.highest is None else f"Highest norm **{event.highest}**"
    ending = f"{highest}. {code}."
    if after is not None:
        ending += f" {_capitalised(way_to_next(after, tables))}."
    note = reconstruction_note((event.before, after), tables, event)
    yield ending if note is None else f"{ending}\n{note_line(note)}"


def _side(level: int, opponent: int) -> str:
    if level == opponent:
        return "equal"
    return "higher" if level > opponent else "lower"
