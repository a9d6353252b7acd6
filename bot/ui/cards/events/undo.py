"""The answers to an undo and an opening: what is different now."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import discord

from bot.services.events.void import UndoReport
from bot.services.fold.changes import RatingChange
from bot.services.players.set_rating import OpeningReport
from bot.services.players.undo_rating import OpeningUndone
from bot.ui.framework.colours import GONE, LEVEL
from bot.ui.framework.text import count, day_text, plain, rating, safe
from bot.ui.wording.changes import changes_text
from bot.ui.wording.event_lines import event_label
from core.lists import RatingList
from core.systems import SYSTEMS

MOST_BACK = 5


def undo_card(report: UndoReport) -> discord.Embed:
    """Say that an event no longer counts, and what that changed."""
    what = "will not count" if report.waited else "no longer counts"
    text = f"{event_label(report.name, day_text(report.day))} {what}."
    text = text[0].upper() + text[1:]
    if report.reason:
        text += f" Reason: {safe(report.reason, 200)}."
    if report.opening_undone:
        whose = "The starting rating" if report.player is not None else "The starting ratings"
        text += f" {whose} that came with it went too."
    if report.back:
        names = ", ".join(event_label(one.name, day_text(one.place.date)) for one in report.back[:MOST_BACK])
        text += f" {names[0].upper()}{names[1:]} {'count' if len(report.back) > 1 else 'counts'} again, as before."
    if report.waited:
        text += "\n\nIt waited for its confirmation and had moved nobody's rating."
    elif report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    elif SYSTEMS[report.rating_list].waits_for_list:
        text += "\n\nNo published rating is different: the coming list counts without it."
    else:
        text += "\n\nNo rating is different: what came later does not build on it."
    embed = discord.Embed(title="Undone", description=text, colour=GONE)
    whose = "" if report.player is None else f"{plain(report.player.name)} · "
    embed.set_author(name=f"{whose}{report.rating_list.label}")
    embed.set_footer(text="The event stays in the club's records as undone.")
    return embed


def file_undone_card(reports: Sequence[UndoReport]) -> discord.Embed:
    """Say that the sections of a file no longer count, and what that changed."""
    first = reports[-1]
    if len(reports) == 1:
        return undo_card(first)
    changes: dict[tuple[int, RatingList, str | None, date | None], RatingChange] = {}
    for change in (one for report in reports for one in report.changes):
        before = changes.get(change[:4], change)
        changes[change[:4]] = change._replace(before=before.before)
    people = {key: player for report in reports for key, player in report.people.items()}
    names = ", ".join(plain(report.name or "a section without a name") for report in reversed(reports[-MOST_BACK:]))
    more = len(reports) - MOST_BACK
    names += f" and {more} more" if more > 0 else ""
    back = tuple(one for report in reports for one in report.back)
    whole = replace(first, name=names, changes=tuple(changes.values()), people=people, back=back, player=None)
    return undo_card(replace(whole, opening_undone=any(report.opening_undone for report in reports)))


def rating_undone_card(report: OpeningUndone) -> discord.Embed:
    """Say that a rating which was set no longer counts, and what that changed."""
    text = f"The {rating(report.rating, 2)} that was set from {day_text(report.day)} on no longer counts."
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    else:
        text += "\n\nNo rating is different: what came later does not build on it."
    embed = discord.Embed(title="Undone", description=text, colour=GONE)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    embed.set_footer(text="It stays in the club's records as undone.")
    return embed


def last_undone_card(report: UndoReport | OpeningUndone) -> discord.Embed:
    """Say what was taken back, an event or a rating that was set."""
    return rating_undone_card(report) if isinstance(report, OpeningUndone) else undo_card(report)


def opening_card(report: OpeningReport) -> discord.Embed:
    """Say that a rating was set, and what that changed."""
    before = "unrated" if report.before is None else rating(report.before, 2)
    text = f"## {before} → {rating(report.rating, 2)}\nBased on {count(report.games, 'rated game')}, "
    text += f"from {day_text(report.day)} on."
    if report.reason:
        text += f"\nReason: {safe(report.reason, 200)}"
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, {report.player.id: report.player})
    embed = discord.Embed(title="Rating set", description=text, colour=LEVEL)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    return embed
