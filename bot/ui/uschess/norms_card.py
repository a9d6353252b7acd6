"""The norms of an event: the level made and those beside it on one screen, all levels and rounds behind buttons."""

from collections.abc import Sequence

import discord

from bot.services.events.report import EventReport
from bot.services.uschess.norms import NormsReport
from bot.store.rows import EarnedNorm
from bot.ui.framework.colours import SHOWN
from bot.ui.framework.layout import answer, heading, whole
from bot.ui.framework.text import capital, count, day_text, number, pack, plain, points, safe, table
from bot.ui.uschess.norm_codes import code_text, delta_text, rounds_text, title_name, way_to_next
from bot.ui.uschess.rating_card import norm_line, round_tables, short_level
from bot.ui.uschess.title_lines import norm_name, title_lines
from bot.ui.uschess.wording import LIFETIME_BLOCKS, NORM_BLOCKS
from bot.ui.wording.event_lines import opponents_note
from bot.ui.wording.unconfirmed import marked, waiting_line
from core.likeness.event_names import event_name
from core.lists import RatingList
from core.uschess.editions import NormTest
from core.uschess.lifetime import LevelTest, LifetimeBlock, LifetimeEvent
from core.uschess.lifetime_tables import LOWEST_LEVEL, LifetimeTables
from core.uschess.norms import NormBlock, NormRow, NormTable
from core.uschess.player import PlayerResult
from core.uschess.titles import NORMS_FOR_A_TITLE, TitleProgress

NORMS_NAMED = 6
"""How many earned norms are named with their events."""

_COLUMNS = (-8, 6, 15)
_HEADER = ("Norm", "Exp.", "Req. Pts. Earn")
"""Level, expected, required and scored points, and whether the norm was earned: 31 columns."""

_NUMBERS = {1: "One game", 2: "Two games", 3: "Three games"}


def norms_card(report: NormsReport) -> discord.Embed:
    """Return the highest level that an event made, the one below and the next, and the way to the next titles."""
    event = report.event
    lines = [heading(whole(event.player.name), f"norms at {whole(event_name(event.name, event.day))}")]
    for moved in event.lists:
        result: PlayerResult = moved.outcome.detail
        if moved.rating_list is RatingList.USCHESS_REGULAR or len(event.lists) == 1:
            lines += [*_levels(result), *title_lines(event), *_way_to_next(report.progress or ())]
        if result.lifetime is not None:
            where = f" ({moved.rating_list.label})" if len(event.lists) > 1 else ""
            lines.append(f"Titles of the 1990s{where}: {_lifetime_line(result.lifetime, event.house_rules.lifetime)}")
    lines += waiting_line(event.standing)
    main: PlayerResult = event.outcome.detail
    return answer(lines, footer=[main.edition.title, opponents_note(event)])


def has_tables(report: EventReport) -> bool:
    """Tell whether a norm was possible at all, so that tables say something."""
    results: list[PlayerResult] = [moved.outcome.detail for moved in report.lists]
    return any(result.norms.blocked is not NormBlock.FEW_GAMES for result in results)


def _levels(result: PlayerResult) -> list[str]:
    """Return a line each for the highest level made, the one below it, and the next one."""
    norms, score = result.norms, result.event.score
    if norms.earned is None and norms.blocked is NormBlock.FEW_GAMES:
        games = result.event.games_played
        return [f"{_NUMBERS.get(games, count(games, 'game'))}: a norm takes four."]
    if norms.earned is None and norms.blocked is not None:
        return [f"{capital(NORM_BLOCKS[norms.blocked])}."]
    made = [row for row in norms.rows if row.earned][-2:]
    lines: list[str] = []
    for row in reversed(made):
        needed = f"{_required(row, norms.test)} needed"
        name = norm_name(row.level)
        lines.append(f"✅ **{name}**: {points(score)} scored, {needed}" if not lines else f"✅ {name}: {needed}")
    ahead = norms.lowest_missed
    if ahead is not None:
        lines.append(f"▫️ **{norm_name(ahead.level)}**: {_missing_score(ahead, norms.test, score)}")
    if norms.test is not NormTest.TITLE_SYSTEM:
        lines.append("Norms by these rules do not count toward titles.")
    return lines


def _missing_score(row: NormRow, test: NormTest, score: float) -> str:
    if row.required is None:
        return "not possible here"
    short = row.required - score
    by = points(short) if test is NormTest.TITLE_SYSTEM else number(short, 2)
    return f"{_required(row, test)} needed, {by} short"


def _way_to_next(progress: Sequence[TitleProgress]) -> list[str]:
    """Return how many norms of five the next title has, and what else it takes."""
    ahead = next((one for one in progress if not one.earned), None)
    if ahead is None:
        return []
    have = min(ahead.norms, NORMS_FOR_A_TITLE)
    dots = " ".join("●" * have + "○" * (NORMS_FOR_A_TITLE - have))
    to_go = f", {NORMS_FOR_A_TITLE - have} to go" if have < NORMS_FOR_A_TITLE else ""
    line = f"{dots}  {have} of {NORMS_FOR_A_TITLE} norms{to_go}"
    return ["", f"**On the way to {ahead.level.title}**", line, *(f"It takes {need} too." for need in _needs(ahead))]


def _lifetime_line(event: LifetimeEvent, tables: LifetimeTables) -> str:
    """Return the code, what became of it, and the way to the next title."""
    code = code_text(event.before, tables)
    if event.after != event.before:
        code += f" → {code_text(event.after, tables)}"
    parts = [code]
    if event.after is None and event.blocked is LifetimeBlock.NO_TITLE:
        parts.append(f"the first one takes an established rating of {LOWEST_LEVEL + 100}")
    elif event.blocked is not None and event.before == event.after:
        parts.append(f"no norm: {LIFETIME_BLOCKS[event.blocked]}")
    elif event.after is not None:
        parts.append(way_to_next(event.after, tables))
    return ", ".join(parts)


def all_levels(report: NormsReport) -> discord.Embed:
    """Return the tables by level: expected, required and scored, the codes, and which events gave norms."""
    event = report.event
    tables = event.house_rules.lifetime
    lines = []
    for moved in event.lists:
        result: PlayerResult = moved.outcome.detail
        several = len(event.lists) > 1
        if moved.rating_list is RatingList.USCHESS_REGULAR or not several:
            lines += _title_norms(result)
            lines += _way_to_titles(report)
        if result.lifetime is not None:
            lines += _lifetime(result.lifetime, result.event.score, tables, moved.rating_list if several else None)
    lines += title_lines(event)
    embed = discord.Embed(title=_title("Norms", event), description="\n".join(lines), colour=SHOWN)
    embed.set_author(
        name=f"{plain(event.player.name)} · {' and '.join(moved.rating_list.label for moved in event.lists)}"
    )
    main: PlayerResult = event.outcome.detail
    embed.set_footer(text=f"Rules: {main.edition.title} · {opponents_note(event)}")
    return marked(embed, event.standing)


def by_round(report: EventReport) -> list[discord.Embed]:
    """Return what every level is expected to score in each round, as embeds to page through."""
    main = next((one for one in report.lists if one.rating_list is RatingList.USCHESS_REGULAR), report.lists[0])
    embeds = []
    parts = ["Expected by norm level and round, in hundredths; 99+ is above 99½", *round_tables(main.outcome.detail)]
    for text in pack(parts, "\n"):
        embed = discord.Embed(title=_title("Round by round", report), description=text, colour=SHOWN)
        embed.set_author(name=f"{plain(report.player.name)} · {main.rating_list.label}")
        embeds.append(embed)
    return embeds


def _title(what: str, report: EventReport) -> str:
    return f"{what}: {safe(event_name(report.name, report.day), 80)}"


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
            _held_against(None if row.required is None else _required(row, norms.test), score, earned=row.earned),
        )
        for row in norms.rows
    ]
    return table(_HEADER, rows, _COLUMNS)


def _held_against(required: str | None, score: float, *, earned: bool) -> str:
    """Return required and scored points and whether that is enough, in one column; in words where nothing is."""
    if required is None:
        return "not possible"
    return f"{required:>5} {points(score):>4} {'YES' if earned else 'no':>4}"


def _required(row: NormRow, test: NormTest) -> str:
    """Return the score that a norm takes, to the two decimals that stand beside it."""
    assert row.required is not None
    return points(row.required) if test is NormTest.TITLE_SYSTEM else number(row.required, 2)


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
    return ", and ".join([text, *_needs(progress)])


def _needs(progress: TitleProgress) -> list[str]:
    """Return what a title takes beside its norms, as one phrase; nothing where there is nothing else."""
    once = f"of {progress.level.rating} once"
    if progress.needs_established:
        established = "an established rating (more than 25 games)"
        return [f"{established} {once}" if progress.needs_rating else established]
    return [f"an established rating {once}"] if progress.needs_rating else []


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
        lines.append(capital(way_to_next(event.after, tables)))
    return lines


def _level_row(test: LevelTest, score: float, tables: LifetimeTables) -> tuple[str, ...]:
    required = None if test.required is None else points(test.required)
    return (
        f"{tables.title(test.level).letter} {test.level}",
        number(test.expected / 1000, 3),
        _held_against(required, score, earned=test.made),
    )
