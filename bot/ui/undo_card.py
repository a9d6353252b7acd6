"""The answers to an undo and to an opening: what is different now."""

import discord

from bot.services.set_rating import OpeningReport
from bot.services.void_event import UndoReport
from bot.ui.changes import changes_text
from bot.ui.rating_card import GONE, LEVEL, event_label
from bot.ui.text import count, day_text, plain, rating, safe


def undo_card(report: UndoReport) -> discord.Embed:
    """Say that an event no longer counts, and what that changed."""
    text = f"{event_label(report.name, day_text(report.day))} no longer counts."
    text = text[0].upper() + text[1:]
    if report.opening_undone:
        text += " The starting rating that came with it went too."
    text += (
        "\n\n**What changed**\n" + changes_text(report.changes, report.people)
        if report.changes
        else ("\n\nNo rating is different: what came later does not build on it.")
    )
    embed = discord.Embed(title="Undone", description=text, colour=GONE)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    embed.set_footer(text="The event stays in the club's records as undone.")
    return embed


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
