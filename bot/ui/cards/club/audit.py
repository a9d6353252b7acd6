"""Who did what: pages for directors."""

import discord

from bot.services.club_audit import AuditPage, Deed
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.pages import turning
from bot.ui.framework.text import count, safe

WORDS = {
    "record-event": "reported",
    "confirm-report": "confirmed the report",
    "dispute-report": "objected to the report",
    "challenge": "challenged",
    "accept-challenge": "accepted the challenge to",
    "decline-challenge": "declined or took back the challenge to",
    "report-challenge": "reported the challenge to",
    "confirm-challenge": "confirmed the challenge to",
    "object-challenge": "objected to the challenge to",
    "record-match": "reported the match",
    "confirm-match": "confirmed the match",
    "object-match": "objected to the match",
    "import-event": "imported",
    "export-club": "took a copy of the whole club",
    "import-club": "took a whole club in",
    "amend-event": "amended",
    "void-event": "took back",
    "void-reports": "took back all waiting reports of one member, among them",
    "norm-settings": "kept title norm settings of",
    "new-evening": "opened the evening",
    "join-evening": "joined",
    "leave-evening": "left",
    "report-results": "reported results of",
    "confirm-results": "confirmed results of",
    "close-evening": "closed the evening",
    "cancel-evening": "cancelled the evening",
    "reopen-evening": "opened again the evening",
    "add-entrants": "added players to",
    "withdraw": "withdrew a player from",
    "come-back": "brought a player back to",
    "ask-bye": "asked for or gave a bye at",
    "draft-round": "paired a round of",
    "drop-draft": "dropped a draft of",
    "pair-by-hand": "changed pairings of",
    "publish-round": "published a round of",
    "unpublish-round": "took a round back of",
    "pair-me": "waited for a game at",
    "not-now": "waited no longer at",
    "pair-waiting": "paired those who waited at",
    "change-evening": "changed name, time or place of",
    "send-on": "said who goes on in",
    "close-round": "closed a round of",
    "reopen-round": "reopened a round of",
    "report-game": "reported a game of",
    "answer-game": "confirmed a result, or objected to one, of",
    "take-back-game": "took a result back of",
    "enter-results": "entered results of",
    "decide-game": "decided a game of",
    "set-tie-breaks": "set the tie-breaks of",
    "set-prizes": "set the prizes of",
    "set-sections": "set the sections of",
    "make-sections": "divided into sections",
    "undo-sections": "made one event again of",
    "move-player": "moved a player between sections of",
    "set-pairing-rules": "said what is paired by at",
    "undo-announced": "took back what was announced of",
    "set-rating": "set a rating of",
    "undo-rating": "took back a rating of",
    "demote-title": "lowered the title of",
    "undo-demotion": "gave back the title of",
    "request-demotion": "asked for a lower title:",
    "edit-player": "edited",
    "link-player": "linked",
    "merge-players": "merged another player into",
    "undo-merge": "merge undone",
    "claim-player": "says to be",
    "decide-claim": "decided who is",
    "undo-claim": "took back who is",
    "confirm-id": "confirmed an id of",
    "hide-player": "hid, or showed again,",
    "delete-player": "deleted a player without results",
    "forget": "was forgotten:",
    "import-roster": "brought people in",
    "undo-import-roster": "took back people who were brought in",
    "import-pool": "imported a pool's table",
    "undo-import-pool": "took back a pool's table",
    "publish-list": "published the list of",
    "undo-publication": "took back the list of",
    "calibrate": "stored the calibration of",
    "undo-calibration": "took back the calibration of",
    "start-season": "began the season",
    "end-season": "ended the season",
    "reopen-season": "reopened the season",
    "undo-season": "took back the season",
    "settings": "changed settings",
    "oracle-settings": "changed a pool's settings",
    "load-history": "loaded a history of Scrabble games",
    "reset-history": "went back to the usual Scrabble table",
    "qursh-settings": "changed the settings of QURSH",
    "undo-settings": "took back settings",
    "objection": "says that it is wrong, the rating of",
    "live-board": "set or ended a live board",
    "skip-set-up": "skipped a step of the set-up",
}
"""What was done, by the audit's name of it."""


def audit_embed(page: AuditPage) -> discord.Embed:
    """Return a page of what was done in the club."""
    embed = discord.Embed(title="Who did what", colour=LEVEL)
    if not page.lines:
        embed.description = "Nothing of that has been done here: leave kind or member out for everything."
        return embed
    embed.description = "\n".join(_line(deed) for deed in page.lines)
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {count(page.deeds, 'deed')}")
    return embed


def audit_buttons(page: AuditPage, owner: int) -> discord.ui.View | None:
    """Return the buttons that turn the pages."""
    if page.pages < 2:
        return None
    return turning(owner, f"audit:{page.kind or 'all'}:{page.actor_id or 0}", page.page, page.pages)


def _line(deed: Deed) -> str:
    who = f"<@{deed.actor_id}>" if deed.actor_id else "a former player"
    text = f"- <t:{int(deed.at.timestamp())}:f> {who} {WORDS[deed.action]}"
    if deed.about is not None:
        text += f" **{safe(deed.about, 60)}**"
    if deed.changed:
        text += ": " + ", ".join(f"`{name}` {safe(value, 30)}" for name, value in deed.changed[:4])
    if deed.reason is not None:
        text += f" · {safe(deed.reason, 80)}"
    return text
