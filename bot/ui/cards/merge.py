"""The answers to a merge and to its undo."""

import discord

from bot.services.players.merge import MergeReport
from bot.store.rows import FactKind
from bot.ui.framework.colours import GONE, LEVEL
from bot.ui.framework.text import count, safe
from bot.ui.wording.changes import changes_text

_NOUNS = {FactKind.EVENT: "event", FactKind.OPENING: "entered rating", FactKind.DEMOTION: "lowered title"}


def merge_card(report: MergeReport) -> discord.Embed:
    """Say that two players are one, or two again, and whose ratings that changed."""
    keep, gone = safe(report.keep.name), safe(report.gone.name)
    amounts = ", ".join(count(amount, _NOUNS[kind]) for kind, amount in report.facts.items() if amount)
    if report.undone:
        text = f"{gone} (#{report.gone.id}) is a player again, apart from {keep} (#{report.keep.id})."
        text += f"\nGiven back: {amounts or 'no facts'}. What came after the merge stays with {keep}."
        if report.unlinked:
            text += f"\n{gone} could not be given back to their member: /player link does it."
    else:
        text = f"{gone} (#{report.gone.id}) is {keep} (#{report.keep.id}) now."
        text += f"\nTaken over: {amounts or 'no facts'}."
    text += f"\n{'They had been merged for' if report.undone else 'Reason'}: {safe(report.reason, 200)}"
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    else:
        text += "\n\nNo rating is different."
    title = "Merge undone" if report.undone else "Players merged"
    return discord.Embed(title=title, description=text, colour=GONE if report.undone else LEVEL)
