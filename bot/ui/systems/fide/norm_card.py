"""FIDE title norms as embeds."""

from collections.abc import Iterable

import discord

from bot.services.events.report import SectionReport
from bot.services.ratings.fide.norms import NormReport, WayToTitle, section_norms
from bot.ui.framework.layout import LEVEL, RISE
from bot.ui.framework.text import capital, day_text, pack, plain, points, safe
from bot.ui.systems.fide.norm_lines import MARKS, RULES, answer_parts, article
from bot.ui.systems.fide.wording import OFFICIAL, missing_text
from bot.ui.wording.shared_lines import marked
from core.lists import RatingList
from core.rating.fide.norms.evaluation import CheckState
from core.rating.fide.norms.result import TitleItem, TitleNeed

TITLE_ITEMS = {
    TitleItem.GAMES: "games in norms",
    TitleItem.RATING: "highest rating",
    TitleItem.NORMAL_FOREIGNERS: "norms without an exemption",
    TitleItem.LARGE_EVENT: "norms from a large Swiss, an Olympiad, a national final or the world cycle",
    TitleItem.ONE_ROUND_DAYS: "norms with one round a day on three days",
}

NORMS_NAMED = 6


def norm_pages(report: NormReport) -> list[discord.Embed]:
    texts = list(pack(_parts(report), "\n"))
    title = f"Title norms: {safe(report.name, 80)}" if report.name else "Title norms"
    embeds = []
    for index, text in enumerate(texts, start=1):
        embed = discord.Embed(title=title, description=text, colour=RISE if report.chosen.achieved else LEVEL)
        embed.set_author(name=f"{plain(report.player.name)} · {RatingList.FIDE_STANDARD.label}")
        parts = [RULES, _source(report)]
        if report.stored:
            parts.append("kept with the event")
        if len(texts) > 1:
            parts.append(f"page {index} of {len(texts)}")
        parts.append(OFFICIAL)
        embed.set_footer(text=" · ".join(parts))
        embeds.append(marked(embed, report.standing))
    return embeds


def _parts(report: NormReport) -> Iterable[str]:
    yield from answer_parts(report)
    if report.way is not None:
        yield "\n".join(_way_lines(report.way))


def _way_lines(way: WayToTitle) -> list[str]:
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
        lines.append(f"By rating alone: {'; '.join(missing_text(title) for title in ahead)} (0.6)")
    return lines


def _need_line(need: TitleNeed) -> str:
    have = "none" if need.have is None else points(need.have)
    line = f"{MARKS[need.state]} {capital(TITLE_ITEMS[need.item])}: **{have}** of {points(need.need)}"
    if need.state is CheckState.FAILED and need.missing:
        line += f", {points(need.missing)} missing"
    return f"{line} ({article(need.item.clause)})"


def _source(report: NormReport) -> str:
    if report.event_id is None:
        return "typed, not stored"
    return "ratings as given, not of FIDE's list" if report.ratings_given else "ratings of the first day"


def section_norm_texts(section: SectionReport) -> list[str]:
    return [
        f"{safe(section.players[number].name)} {result.norm}{'' if result.certain else ' (to confirm)'}"
        for number, result in section_norms(section).items()
    ]
