"""The answers to a merge and to its undo."""

import discord

from bot.services.events.sources import EventSource
from bot.services.players.identity.merge import MergeReport
from bot.services.players.identity.told_twice import ToldEvent
from bot.store.rows import FactKind
from bot.ui.framework.colours import GONE, LEVEL
from bot.ui.framework.text import count, safe
from bot.ui.wording.changes import changes_text
from core.likeness.event_names import event_and_day

MOST_PAIRS = 6
"""As many pairs of events as can be asked about: each takes two buttons."""

_NOUNS = {FactKind.EVENT: "event", FactKind.OPENING: "entered rating", FactKind.DEMOTION: "lowered title"}


def telling(event: ToldEvent) -> str:
    """Say where a telling of an event comes from."""
    return "own report" if event.source == EventSource.REPORT else count(event.entrants, "player")


def _told(event: ToldEvent) -> str:
    return f"{safe(event_and_day(event.name, event.day), 80)} ({telling(event)})"


def twice_text(report: MergeReport) -> str:
    """Say which events seem to be there twice, by a merge."""
    return "".join(
        f"\n\n**Counted twice?** {_told(one)} and {_told(other)} look like the same event: choose below which stays, "
        "or leave both."
        for one, other in report.twice[:MOST_PAIRS]
    )


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
    text += twice_text(report)
    title = "Merge undone" if report.undone else "Players merged"
    return discord.Embed(title=title, description=text, colour=GONE if report.undone else LEVEL)
