"""An evening's card, which lists entrants and results as they come, and the answer to a report."""

from collections.abc import Sequence

import discord

from bot.services.confirmation import Confirm, due_at
from bot.services.live_events.lifecycle import LiveEventCard
from bot.services.live_events.results import Reported, ReportOutcome
from bot.store.events.evening_rows import EveningStatus, LiveEventResult
from bot.ui.framework.colours import GONE, LEVEL, RISE
from bot.ui.framework.text import count, day_text, plain, points, safe, table
from bot.ui.live_events.wording import starts_line

COLUMNS = 31
ROOM = 3900
"""Characters of a description, of which Discord takes 4096."""

ENTRANTS_ROOM = 2900
"""What entrants may take of it, so that the latest results are always there."""

MOST_LINES = 20
"""How many results an answer names one by one."""

_HEADER, _NAME = ("#", "Player", "Rtg", "Pts"), 1
_RESULT_COLUMNS = (-12, 3, -12, -1)
_COLOURS = {EveningStatus.CLOSED: RISE, EveningStatus.CANCELLED: GONE}
_TITLES = {EveningStatus.CLOSED: "Closed: ", EveningStatus.CANCELLED: "Cancelled: "}
_BYES = {1.0: "", 0.5: "½ point"}
_WORDS = {
    ReportOutcome.REPORTED: "",
    ReportOutcome.CONFIRMED: "confirmed",
    ReportOutcome.REPLACED: "changed",
    ReportOutcome.STANDS: "reported",
    ReportOutcome.TAKEN_BACK: "taken back",
}


def evening_embed(card: LiveEventCard) -> discord.Embed:
    """Return the card of an evening."""
    evening = card.evening
    text = "\n".join(starts_line(evening))
    if evening.status is EveningStatus.OPEN:
        text += "**Join** to play. Report what you played as `1: Dana 1-0 Eli`, by the button or `/event result`.\n"
    text += _entrants(card) if card.entrants else "Nobody has joined yet.\n"
    text += _rounds(card, ROOM - _size(text))
    embed = discord.Embed(
        title=_TITLES.get(evening.status, "") + safe(evening.name, 80),
        description=text,
        colour=_COLOURS.get(evening.status, LEVEL),
    )
    parts = [moved.label for moved in card.lists]
    embed.set_author(name=" and ".join(parts) + (f" · {evening.time_control}" if evening.time_control else ""))
    footer = [day_text(evening.day), count(len(card.entrants), "player")]
    if evening.status is EveningStatus.OPEN and card.waiting:
        footer.append(f"{count(len(card.waiting), 'result')} not confirmed yet (?)")
    embed.set_footer(text=" · ".join(footer))
    return embed


def _entrants(card: LiveEventCard) -> str:
    """Return who has joined, best score first."""
    rows = []
    for entrant in sorted(card.entrants, key=lambda entrant: (-card.scores.get(entrant.number, 0), entrant.number)):
        shown = "–" if entrant.displayed is None else f"{entrant.displayed}{'P' if entrant.provisional else ''}"
        score = points(card.scores.get(entrant.number, 0))
        rows.append((str(entrant.number), plain(entrant.player.name), shown, score))
    # No figure is cut: names have what the figures leave.
    widths = [max(len(row[column]) for row in (_HEADER, *rows)) for column in range(len(_HEADER))]
    widths[_NAME] = -(COLUMNS - sum(widths) + widths[_NAME] - len(widths) + 1)
    block, left_out = _shortened(table(_HEADER, rows, widths), ENTRANTS_ROOM, keep=2)
    return block + (f"\n… and {count(left_out, 'more player')}\n" if left_out else "\n")


def _rounds(card: LiveEventCard, room: int) -> str:
    """Return the results, latest round first, as many rounds as there is room for."""
    text = ""
    rounds = sorted({result.round for result in card.results}, reverse=True)
    for index, number in enumerate(rounds):
        rows = [_result_row(card, result) for result in card.results if result.round == number]
        head = f"**Round {number}**\n"
        # Room is kept for saying what is not shown.
        block, left_out = _shortened(table(rows[0], rows[1:], _RESULT_COLUMNS), room - _size(text + head) - 80, keep=1)
        if left_out and index:
            return text + f"… and {count(len(rounds) - index, 'earlier round')}"
        text += head + block + (f"\n… and {count(left_out, 'more result')}\n" if left_out else "\n")
    return text


def _result_row(card: LiveEventCard, result: LiveEventResult) -> tuple[str, str, str, str]:
    mark = "?" if result in card.waiting else ""
    first = plain(card.name_of(result.first))
    if result.second is None:
        return first, "bye", _BYES.get(result.points, "0 points"), mark
    return first, result.sign, plain(card.name_of(result.second)), mark


def _shortened(block: str, room: int, keep: int) -> tuple[str, int]:
    """Return a code block with as many lines as there is room for, at least `keep`, and how many it lacks."""
    opening, *lines, closing = block.split("\n")
    room -= _size(opening) + _size(closing) + 1
    kept = 0
    for line in lines:
        room -= _size(line) + 1
        if room < 0 and kept >= keep:
            break
        kept += 1
    return "\n".join((opening, *lines[:kept], closing)), len(lines) - kept


def _size(text: str) -> int:
    """Return the length of text as Discord may count it: an emoji is two."""
    return len(text.encode("utf-16-le")) // 2


def report_embed(reported: Reported) -> discord.Embed:
    """Say what was reported or confirmed, and who has still to confirm it."""
    card = reported.card
    lines: list[str] = []
    room = ROOM
    for result, what in reported.lines[:MOST_LINES]:
        line = _line(reported, result, what)
        room -= _size(line) + 1
        if room < 0:
            break
        lines.append(line)
    if len(lines) < len(reported.lines):
        lines.append(f"… and {count(len(reported.lines) - len(lines), 'more result')}")
    if reported.waiting:
        due = min(due_at(card.club, result) for result in reported.waiting)
        lines.append(f"\nOtherwise it counts <t:{int(due.timestamp())}:R>.")
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL if reported.waiting else RISE)
    embed.set_author(name=plain(card.evening.name, 80))
    return embed


def _line(reported: Reported, result: LiveEventResult, what: ReportOutcome) -> str:
    card = reported.card
    second = "" if result.second is None else f" {safe(card.name_of(result.second))}"
    text = f"Round {result.round}: {safe(card.name_of(result.first))} **{result.sign}**{second}"
    notes = [_WORDS[what]] if _WORDS[what] else []
    if any(result.says_the_same_as(one) for one in reported.waiting):
        notes.append(f"{_who_confirms(card, result)} confirms")
    return " · ".join([text, *notes])


def _who_confirms(card: LiveEventCard, result: LiveEventResult) -> str:
    others: Sequence[str] = ()
    if card.club.confirm_results == Confirm.BOTH and result.second is not None:
        entrants = [entrant for entrant in card.entrants if entrant.number in result.numbers]
        others = [safe(one.player.name) for one in entrants if one.player.user_id != result.reported_by]
    return " or ".join([*others, "a director"])
