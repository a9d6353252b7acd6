"""A roster: the dry run before it is taken in, what was, and what its undo did."""

from collections.abc import Iterator

import discord

from bot.services.roster.report import Difference, Person, RosterReport, Standing
from bot.services.roster.undo import PeopleUndone
from bot.ui.framework.colours import GONE, LEVEL, RISE
from bot.ui.framework.text import count, day_text, pack, safe
from bot.ui.wording.changes import changes_text
from bot.ui.wording.remarks import all_remarks, listed, remarks_line

_HEADINGS = {
    Standing.DOUBTFUL: "Doubtful: left out until you decide",
    Standing.CHANGED: "Changed",
    Standing.NEW: "New",
}


def roster_pages(report: RosterReport) -> list[discord.Embed]:
    """Return what a roster would do as embeds to page through: doubts first, then who is changed, then who is new."""
    texts = ["\n".join(_summary(report))]
    texts += pack(_doubts(report), "\n")
    for standing in (Standing.CHANGED, Standing.NEW):
        found = [one for one in report.people if one.standing is standing]
        if found:
            lines = [f"**{_HEADINGS[standing]}**", *map(_line, found)]
            texts += pack(lines, "\n")
    texts += all_remarks(report.remarks)
    embeds = []
    for page, text in enumerate(texts, start=1):
        embed = discord.Embed(title=f"Dry run: {count(len(report.people), 'line')}", description=text, colour=LEVEL)
        parts = ["Nothing is stored yet", report.format]
        if len(texts) > 1:
            parts.append(f"page {page} of {len(texts)}")
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def taken_in_card(report: RosterReport) -> discord.Embed:
    """Say how many people a roster brought and changed; nothing that is kept of them, for everybody sees it."""
    text = _counts(report)
    if doubtful := report.counts.get(Standing.DOUBTFUL, 0):
        text += f"\nLeft out, for nobody said who they are: {count(doubtful, 'line')}. Upload the file again to say it."
    embed = discord.Embed(title="Roster taken in", description=text, colour=RISE)
    embed.set_footer(text="Undo takes all of it back")
    return embed


def undone_card(report: PeopleUndone) -> discord.Embed:
    """Say what is as it was before a roster."""
    lines = [
        f"Gone again: {count(report.gone, 'player')} whom the roster brought",
        f"As before: {count(report.restored, 'detail')} of players",
        f"Taken back: {count(report.openings, 'rating')}",
    ]
    if report.stayed:
        lines.append(f"Still here, for more is known of them by now: {count(report.stayed, 'player')}")
    text = "\n".join(lines)
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    return discord.Embed(title="Undone", description=text, colour=GONE)


def _counts(report: RosterReport) -> str:
    amounts = [f"{report.counts.get(one, 0)} {word}" for one, word in _WORDS.items()]
    text = " · ".join(amounts)
    if report.passed:
        text += f"\nPassed over: {count(report.passed, 'line')} of people who are not in the club"
    return text


_WORDS = {
    Standing.NEW: "new",
    Standing.CHANGED: "changed",
    Standing.SAME: "as before",
    Standing.DOUBTFUL: "doubtful",
}


def _summary(report: RosterReport) -> Iterator[str]:
    yield _counts(report)
    if report.counts.get(Standing.DOUBTFUL):
        yield "⚠️ Who is doubtful is left out, unless you choose below who they are."
    if not report.people:
        yield "Nobody of it is in the club: the players of a federation's list are found by their ids there."
    if report.kept and not report.overwrite:
        yield (
            f"⚠️ {count(report.kept, 'thing')} known here otherwise: kept as in the club, unless you press "
            "**Take the file's**"
        )
    if report.overwrite:
        yield "What was known here otherwise is replaced by the file's."
    if report.guessed:
        yield f"Without the games behind them: {count(report.guessed, 'rating')}, each counted as established"
    if report.day is not None:
        yield f"The ratings count from {day_text(report.day)} on; for another day, upload with `date:`"
    unfound = [safe(one.unfound) for one in report.people if one.unfound is not None]
    yield from listed("No one member of this server, so not linked", unfound)
    if report.namesakes:
        called = count(report.namesakes, "player")
        yield f"⚠️ Called as members of this server are: {called}. Press **They are the members** to link them"
    if report.by_name:
        yield "Whoever is called as a member of this server is linked to them."
    yield from remarks_line(report.remarks)


def _doubts(report: RosterReport) -> Iterator[str]:
    """Say of whom it is not known who they are, and what is known otherwise."""
    doubtful = [one for one in report.people if one.doubt is not None]
    if doubtful:
        yield f"**{_HEADINGS[Standing.DOUBTFUL]}**"
    for one in doubtful:
        maybe = ", ".join(f"{safe(known.name)} (#{known.id})" for known in one.suggestions)
        yield f"- line {one.told.line}, {safe(one.name)}: {safe(one.doubt or '', 150)}{f': {maybe}' if maybe else ''}"
    kept = [one for one in report.people if one.kept]
    if kept:
        yield "**Known here otherwise, and kept**"
    for one in kept:
        yield f"- {safe(one.name)}: {_differences(one.kept)}"


def _line(one: Person) -> str:
    return f"- {safe(one.name)}: {_differences(one.changes)}" if one.changes else f"- {safe(one.name)}"


def _differences(found: tuple[Difference, ...]) -> str:
    before = {one: "" if one.before is None else f"{safe(one.before)} → " for one in found}
    return ", ".join(f"{one.label} {before[one]}{safe(one.after)}" for one in found)
