"""The answer to /fide norm: the verdict by title, the check list, what is still needed, the way to the title."""

from collections.abc import Iterable

import discord

from bot.services.fide.norm import NormReport
from bot.services.fide.title_progress import WayToTitle
from bot.ui.fide.norm_lines import MARKS, article, check_list, failing_text, need_lines, warning_lines
from bot.ui.fide.norm_words import FORMATS, TITLE_ITEMS
from bot.ui.fide.wording import OFFICIAL, to_go_text
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.text import capital, count, day_text, pack, plain, points, safe
from bot.ui.wording.unconfirmed import marked
from core.fide.norms.checks import CheckState, NormItem
from core.fide.norms.progress import TitleNeed
from core.fide.norms.result import NormResult
from core.lists import RatingList

RULES = "FIDE B.01, since 2024"
NORMS_NAMED = 6
"""Norms that are named with their events' days."""


def norm_pages(report: NormReport) -> list[discord.Embed]:
    """Return an event's title norms as embeds to page through."""
    texts = list(pack(_parts(report), "\n"))
    title = f"Title norms: {safe(report.name, 80)}" if report.name else "Title norms"
    embeds = []
    for index, text in enumerate(texts, start=1):
        embed = discord.Embed(title=title, description=text, colour=RISE if report.chosen.achieved else LEVEL)
        embed.set_author(name=f"{plain(report.player.name)} · {RatingList.FIDE_STANDARD.label}")
        parts = [RULES, _source(report)]
        if report.kept:
            parts.append("kept with the event")
        if len(texts) > 1:
            parts.append(f"page {index} of {len(texts)}")
        parts.append(OFFICIAL)
        embed.set_footer(text=" · ".join(parts))
        embeds.append(marked(embed, report.standing))
    return embeds


def _parts(report: NormReport) -> Iterable[str]:
    chosen = report.chosen
    if report.remaining:
        yield from _needs(report)  # line by line: with many rounds to come they take more than a page
    else:
        yield "\n".join([_headline(chosen), *(_verdict(result) for result in report.results)])
    yield "\n".join([f"\n**Check list of the {chosen.norm} norm{_so_far(report)}**", _event_line(report)])
    yield from check_list(chosen)
    warnings = warning_lines(chosen)
    if warnings:
        yield "\n".join(warnings)
    if chosen.achieved and not report.remaining:
        yield _worth(chosen)
    if report.way is not None:
        yield "\n".join(_way_lines(report.way))


def _headline(chosen: NormResult) -> str:
    if chosen.certain:
        return f"## {chosen.norm} norm made"
    return f"## {chosen.norm} norm made, to be confirmed" if chosen.achieved else f"## No {chosen.norm} norm"


def _verdict(result: NormResult) -> str:
    """Return one title on one line."""
    best = result.best
    if result.certain:
        return f"{MARKS[CheckState.PASSED]} **{result.norm}**: made"
    if result.achieved:
        women = any(check.item is NormItem.WOMEN for check in best.to_confirm)
        return (
            f"{MARKS[CheckState.TO_CONFIRM]} **{result.norm}**: made{', for women' if women else ''}; "
            f"{count(len(best.to_confirm), 'condition')} to confirm"
        )
    fails = failing_text(best.failed, result.norm)
    return f"{MARKS[CheckState.FAILED]} **{result.norm}**: fails {len(best.failed)}: {fails}"


def _needs(report: NormReport) -> list[str]:
    """Return what each title takes from the rounds to come."""
    rounds = len(report.remaining)
    lines = [
        f"**What the last {count(rounds, 'round')} must bring**" if rounds > 1 else "**What the last round must bring**"
    ]
    for forecast in report.forecasts:
        lines += need_lines(forecast, rounds)
    return lines


def _so_far(report: NormReport) -> str:
    return ", so far" if report.remaining else ""


def _event_line(report: NormReport) -> str:
    settings, who = report.snapshot.settings, report.snapshot.player
    parts = [
        "format not told" if settings.format is None else FORMATS[settings.format],
        count(settings.rounds, "round"),
        f"from {day_text(settings.start)}",
        "federation not told" if who.federation is None else f"a player of {who.federation}",
    ]
    return " · ".join(parts)


def _worth(chosen: NormResult) -> str:
    best = chosen.best
    extra = f", {best.extra_games} of them for points above the norm (1.4.1d)" if best.extra_games else ""
    return f"Worth **{best.games_for_title}** games toward the title{extra}"


def _way_lines(way: WayToTitle) -> list[str]:
    """Return what the title takes beside this norm, and how far titles by rating alone are."""
    progress = way.progress
    state = "to be confirmed" if progress.to_confirm else "earned"
    lines = [f"\n**The way to the {progress.norm} title**" + (f": {state}" if progress.earned else "")]
    named = [f"{record.norm} {day_text(record.made)} ({record.games})" for record in progress.norms[-NORMS_NAMED:]]
    more = len(progress.norms) - len(named)
    if named:
        lines.append(f"Norms: {', '.join(named)}{f' and {more} before' if more else ''}")
    lines += [_need_line(need) for need in progress.needs]
    ahead = [title for title in reversed(way.by_rating) if not title.earned]
    if ahead:
        lines.append(f"By rating alone: {'; '.join(to_go_text(title) for title in ahead)} (0.6)")
    return lines


def _need_line(need: TitleNeed) -> str:
    have = "none" if need.have is None else points(need.have)
    line = f"{MARKS[need.state]} {capital(TITLE_ITEMS[need.item])}: **{have}** of {points(need.need)}"
    if need.state is CheckState.FAILED and need.missing:
        line += f", {points(need.missing)} missing"
    return f"{line} ({article(need.item.clause)})"


def _source(report: NormReport) -> str:
    if report.event_id is None:
        return "typed, stored nowhere"
    return "ratings as given, not of FIDE's list" if report.ratings_given else "ratings of the first day"
