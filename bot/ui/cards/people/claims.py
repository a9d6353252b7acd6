"""What is said of members who say which player they are."""

import discord

from bot.services.players.identity.claims import ClaimReport
from bot.services.players.identity.remove import RemovalReport
from bot.services.players.identity.who_is_who import LABELS, Candidate, IdReport, Queue
from bot.store.people.claims import ClaimStatus
from bot.ui.cards.people.merge import twice_text
from bot.ui.framework.colours import GONE, LEVEL
from bot.ui.framework.text import safe
from bot.ui.wording.changes import changes_text

SHOWN = 25
"""How many are listed and can be chosen at once: as many as a menu of Discord holds."""


def question_card(candidate: Candidate, whose: str | None) -> discord.Embed:
    """Ask whether somebody is a player of the club; whose: their name, where it is not whoever asks."""
    are = "Are you" if whose is None else f"Is {safe(whose)}"
    text = f"{are} **{safe(candidate.player.name)}**{_place(candidate)}?"
    text += "\nThen say so first: two rows of one person would count twice."
    embed = discord.Embed(title="Is that you?" if whose is None else "Is that them?", description=text, colour=LEVEL)
    embed.set_footer(text=f"Player #{candidate.player.id} · a tournament director (TD) confirms it")
    return embed


def _place(candidate: Candidate) -> str:
    entry = candidate.entry
    return "" if entry is None else f", number {entry.number} of {safe(entry.label, 60)}"


def claim_card(report: ClaimReport) -> discord.Embed:
    """Say what became of a claim."""
    name, who = safe(report.player.name), f"<@{report.user_id}>"
    place = "" if report.event is None else f", number {report.number} of {safe(report.event, 60)}"
    if report.status is ClaimStatus.WAITING:
        title, text = "That's me", f"{who} says to be **{name}**{place} (#{report.player.id}). A director confirms it."
    elif report.status is ClaimStatus.CONFIRMED:
        title, text = "Confirmed", f"**{name}**{place} is {who} now, with every rating and result."
    elif report.status is ClaimStatus.REFUSED:
        title, text = "Not confirmed", f"{who} is not **{name}**{place}."
    else:
        title, text = "Somebody else", f"{who} is not **{name}**{place}, and is not asked again."
    if report.merge is not None:
        changes = report.merge.changes
        text += "\n\n" + (
            "**What changed**\n" + changes_text(changes, report.merge.people) if changes else "No rating is different."
        )
        text += twice_text(report.merge)
    refused = report.status in (ClaimStatus.REFUSED, ClaimStatus.DENIED)
    return discord.Embed(title=title, description=text, colour=GONE if refused else LEVEL)


def queue_card(queue: Queue) -> discord.Embed:
    """Return what waits for a director."""
    lines = [
        f"- <@{one.claim.user_id}> says to be **{safe(one.candidate.player.name)}**{_place(one.candidate)}"
        for one in queue.claims[:SHOWN]
    ]
    lines += [
        f"- {safe(one.player.name)} gave the {LABELS[one.column]} **{safe(one.number)}**"
        for one in queue.ids[: SHOWN - len(lines)]
    ]
    left = len(queue.claims) + len(queue.ids) - len(lines)
    if left:
        lines.append(f"… and {left} more")
    text = "\n".join(lines) or "Nothing waits: every claim is decided and every id confirmed."
    embed = discord.Embed(title="Who is who", description=text, colour=LEVEL)
    if lines:
        embed.set_footer(text="Choose below what is so; /player edit takes a wrong id out.")
    return embed


def id_card(report: IdReport) -> discord.Embed:
    """Say that an id is confirmed, without telling it."""
    text = f"The {LABELS[report.column]} of {safe(report.player.name)} is confirmed: files go by it from now on."
    return discord.Embed(title="Confirmed", description=text, colour=LEVEL)


def removal_card(report: RemovalReport) -> discord.Embed:
    """Say that a player is hidden, shown again or deleted."""
    name = safe(report.name)
    said = {
        "hidden": f"{name} (#{report.player_id}) is shown to directors alone now; results and ratings stay.",
        "shown": f"{name} (#{report.player_id}) is shown to everybody again.",
        "deleted": f"{name} (#{report.player_id}) is deleted: nothing of the club named them.",
    }[report.what]
    text = said if report.reason is None else f"{said}\nReason: {safe(report.reason, 200)}"
    return discord.Embed(title=f"Player {report.what}", description=text, colour=GONE)
