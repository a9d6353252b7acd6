"""Reports that are not confirmed: what waits, what has been said of it, and the directors' queue."""

from collections.abc import Sequence

import discord

from bot.services.directors_queue import QueuePage
from bot.services.events.consent import ReportedGame, UnconfirmedReport
from bot.store.rows import Player, ReportStanding
from bot.ui.framework.colours import FALL, LEVEL, RISE
from bot.ui.framework.text import capital, count, day_text, points, safe
from bot.ui.wording.event_lines import event_label, result_letter
from core.likeness.event_names import event_name

_MOST_GAMES = 12
_MOST_WORDS = 6


def question(report: UnconfirmedReport) -> str | None:
    """Return what those are asked who were in a report; None where nobody is left to ask."""
    asked = asked_users(report)
    if not asked:
        return None
    who = " ".join(f"<@{user_id}>" for user_id in asked)
    return f"{who}, was it so? Press Confirm under the card above, or That's wrong."


def asked_users(report: UnconfirmedReport) -> list[int]:
    """Return the Discord users who can say whether a report was so."""
    return [one.user_id for one in report.asked if one.user_id is not None and one.user_id != report.reported_by]


def report_card(report: UnconfirmedReport) -> discord.Embed:
    """Return a report with what has been said of it, and for whom it waits."""
    colours = {ReportStanding.CONFIRMED: RISE, ReportStanding.DISPUTED: FALL, ReportStanding.REPORTED: LEVEL}
    embed = discord.Embed(title=safe(event_name(report.name, report.day), 80), colour=colours[report.standing])
    embed.set_author(name=" and ".join(moved.label for moved in report.lists))
    embed.description = "\n".join(_lines(report))
    return embed


def queue_embed(page: QueuePage) -> discord.Embed:
    """Return a page of what waits in a club."""
    embed = discord.Embed(title="What waits to be confirmed", colour=LEVEL)
    if not page.reports:
        embed.description = "Nothing waits."
        return embed
    for number, report in enumerate(page.reports, start=1):
        name = f"{number} · {safe(event_name(report.name, report.day), 60)}"
        embed.add_field(name=name, value="\n".join(_lines(report, in_queue=True))[:1024], inline=False)
    if page.flood is not None:
        embed.description = f"{page.flood.many} of them are <@{page.flood.user_id}>'s."
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {count(page.waiting, 'report')}")
    return embed


def _lines(report: UnconfirmedReport, *, in_queue: bool = False) -> list[str]:
    by = "" if report.reported_by == report.player.user_id else f", reported by <@{report.reported_by}>"
    lines = [f"{day_text(report.day)} · {safe(report.player.name)}{by}", _games(report)]
    if report.looks_like is not None:
        name, day = report.looks_like
        lines.append(f"Looks like {event_label(name, day_text(day))}, which is stored.")
    for word in report.words[-_MOST_WORDS:]:
        if word.objects:
            lines.append(f"✋ <@{word.user_id}> says: {safe(word.version or 'it was not so', 200)}")
        else:
            lines.append(f"✅ <@{word.user_id}> says that it was so.")
    lines.append(_waits(report, in_queue=in_queue))
    return lines


def _waits(report: UnconfirmedReport, *, in_queue: bool) -> str:
    if report.standing is ReportStanding.CONFIRMED:
        return "Confirmed: it counts in full."
    counts = "It counts for the rating" if report.counts else "It moves nobody's rating yet"
    if report.standing is ReportStanding.DISPUTED:
        return f"⏳ {counts}; a director decides{'' if in_queue else ': `/event waiting`'}."
    if report.until is not None:
        return f"⏳ {counts}; it counts on <t:{int(report.until.timestamp())}:f> if nobody objects."
    if report.needs_director:
        return f"⏳ {counts}; waits for a director: not every opponent is a member whose own rating is confirmed."
    return f"⏳ {counts}; waits for {_names(report.asked)}, or a director."


def _names(people: Sequence[Player]) -> str:
    return " and ".join(safe(one.name) for one in people)


def _games(report: UnconfirmedReport) -> str:
    shown = " ".join(_game(game) for game in report.games[:_MOST_GAMES])
    more = " …" if len(report.games) > _MOST_GAMES else ""
    total = "" if report.score is None else f"{capital(points(report.score))} of {count(len(report.games), 'game')}: "
    return f"{total}{shown}{more}"


def _game(game: ReportedGame) -> str:
    against = game.opponent
    who = safe(against.name, 20) if isinstance(against, Player) else "?" if against is None else f"{against:g}"
    return f"{result_letter(game.score)} {who}".strip()
