"""What every answer about a rated event has, whatever its rating system."""

import discord

from bot.services.events.report import EventReport
from bot.ui.framework.colours import FALL, LEVEL, RISE
from bot.ui.framework.text import DESCRIPTION_CHARACTERS, number, plain, points, safe, signed
from bot.ui.wording.changes import changes_text
from core.likeness.event_names import event_name
from core.outcome import Outcome


def event_embed(report: EventReport, text: str, footer: str, colour: int | None = None) -> discord.Embed:
    """Return the embed of one player's event around its text, with what it moved of later ones at the end.

    colour: by what it did on the main list where none is given.
    """
    embed = discord.Embed(title=event_title(report), colour=event_colour(report.outcome) if colour is None else colour)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    if report.later:
        text += "\n**Rated again, for they came later**\n"
        text += changes_text(report.later, {report.player.id: report.player}, DESCRIPTION_CHARACTERS - len(text))
    embed.description = text
    embed.set_footer(text=footer)
    return embed


def event_title(report: EventReport) -> str:
    """Return the title of one player's event."""
    name = safe(event_name(report.name, report.day), 80)
    return f"Estimate: {name}" if report.event_id is None else name


def event_colour(outcome: Outcome) -> int:
    """Return the colour of what an event did to a rating."""
    if outcome.before is None or outcome.after is None or outcome.after.rating == outcome.before.rating:
        return LEVEL
    return RISE if outcome.after.rating > outcome.before.rating else FALL


def event_footer(report: EventReport, rules: str) -> str:
    """Return what stands under one player's event: the rules, the opponents' ratings, whether it is stored."""
    parts = [f"Rules: {rules}", opponents_note(report)]
    if report.event_id is None:
        parts.append("stored nowhere")
    return " · ".join(parts)


def score_line(score: float, games: int, expected: float) -> str:
    """Return a score and what it was above or below."""
    side = "below" if score < expected else "above"
    return (
        f"Score **{points(score)}** of {games}: **{signed(score - expected, 2)}** {side} expected {number(expected, 2)}"
    )


def opponents_note(report: EventReport) -> str:
    """Say which ratings the opponents had."""
    rated = sum(entrant.rated for entrant in report.crosstable.entrants)
    return "opponents' ratings as given" if rated == 1 else "the whole section rated at once"


def event_label(name: str | None, day: object) -> str:
    """Return how a message names an event."""
    return f"**{safe(name, 60)}**" if name else f"the event of **{day}**"


def result_letter(score: float | None) -> str:
    return "" if score is None else {1.0: "W", 0.5: "D", 0.0: "L"}[score]
