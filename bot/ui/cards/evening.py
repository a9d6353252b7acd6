"""Cards of an evening without pairings, and the directors' panel."""

from collections import Counter
from collections.abc import Sequence

import discord

from bot.services.evenings.lifecycle import LiveEventCard
from bot.services.evenings.no_shows import departed, missing
from bot.services.evenings.results import Reported, ReportOutcome
from bot.services.evenings.rounds import doubts
from bot.services.evenings.tournament import (
    Tournament,
    is_over,
    is_stale,
    order_of,
    order_of_teams,
    planned_rounds,
)
from bot.services.framework.confirmation import due_at
from bot.store.database.club_choices import Confirm
from bot.store.database.evening_rows import EveningStatus, LiveEventResult, Pairing
from bot.ui.cards.evening_standings import (
    absent_lines,
    alone_lines,
    board_lines,
    part_lines,
    queue_lines,
    team_notes,
)
from bot.ui.framework.layout import INACTIVE, LEVEL, NEWS, RISE, STORED
from bot.ui.framework.text import day_text, plain, points, safe, table
from bot.ui.wording.evenings import result_text, starts_line
from core.tournament.pairing.snapshot import section_names, section_of_rating
from core.tournament.tiebreaks.standings import chosen
from core.tournament.tiebreaks.teams import chosen_for_teams
from core.words import counted

COLUMNS = 31
ROOM = 3900

ENTRANTS_ROOM = 2900

MOST_LINES = 20


_HEADER, _NAME = ("#", "Player", "Rtg", "Pts"), 1
_RESULT_COLUMNS = (-12, 3, -12, -1)
_COLOURS = {EveningStatus.CLOSED: RISE, EveningStatus.CANCELLED: INACTIVE}
_TITLES = {EveningStatus.CLOSED: "Closed: ", EveningStatus.CANCELLED: "Cancelled: "}
_BYES = {1.0: "", 0.5: "½ point"}
_WORDS = {
    ReportOutcome.REPORTED: "",
    ReportOutcome.CONFIRMED: "confirmed",
    ReportOutcome.REPLACED: "changed",
    ReportOutcome.STANDS: "reported",
    ReportOutcome.TAKEN_BACK: "undone",
}


def evening_embed(card: LiveEventCard) -> discord.Embed:
    evening = card.evening
    text = "\n".join(starts_line(evening))
    if evening.status is EveningStatus.OPEN:
        text += "**Join** to play. Report results with **Report a result**, for example `1: Dana 1-0 Eli`.\n"
    text += _entrants(card) if card.entrants else "Nobody has joined yet.\n"
    text += _rounds(card, ROOM - _size(text))
    embed = discord.Embed(
        title=_TITLES.get(evening.status, "") + safe(evening.name, 80),
        description=text,
        colour=_COLOURS.get(evening.status, LEVEL),
    )
    parts = [moved.label for moved in card.lists]
    embed.set_author(name=" and ".join(parts) + (f" · {evening.time_control}" if evening.time_control else ""))
    footer = [day_text(evening.day), counted(len(card.entrants), "player")]
    if evening.status is EveningStatus.OPEN and card.waiting:
        footer.append(f"{counted(len(card.waiting), 'result')} not confirmed yet (?)")
    embed.set_footer(text=" · ".join(footer))
    return embed


def _entrants(card: LiveEventCard) -> str:
    rows = []
    for entrant in sorted(card.entrants, key=lambda entrant: (-card.scores.get(entrant.number, 0), entrant.number)):
        shown = "–" if entrant.displayed is None else f"{entrant.displayed}{'P' if entrant.provisional else ''}"
        score = points(card.scores.get(entrant.number, 0))
        rows.append((str(entrant.number), plain(entrant.player.name), shown, score))
    # names get the space that figures leave
    widths = [max(len(row[column]) for row in (_HEADER, *rows)) for column in range(len(_HEADER))]
    widths[_NAME] = -(COLUMNS - sum(widths) + widths[_NAME] - len(widths) + 1)
    block, left_out = _shortened(table(_HEADER, rows, widths), ENTRANTS_ROOM, least=2)
    return block + (f"\n… and {counted(left_out, 'more player')}\n" if left_out else "\n")


def _rounds(card: LiveEventCard, space: int) -> str:
    text = ""
    rounds = sorted({result.round for result in card.results}, reverse=True)
    for index, number in enumerate(rounds):
        rows = [_result_row(card, result) for result in card.results if result.round == number]
        head = f"**Round {number}**\n"
        # less the space for the count of omitted lines
        block, left_out = _shortened(
            table(rows[0], rows[1:], _RESULT_COLUMNS), space - _size(text + head) - 80, least=1
        )
        if left_out and index:
            return text + f"… and {counted(len(rounds) - index, 'earlier round')}"
        text += head + block + (f"\n… and {counted(left_out, 'more result')}\n" if left_out else "\n")
    return text


def _result_row(card: LiveEventCard, result: LiveEventResult) -> tuple[str, str, str, str]:
    mark = "?" if result in card.waiting else ""
    first = plain(card.name_of(result.first))
    if result.second is None:
        return first, "bye", _BYES.get(result.points, "0 points"), mark
    return first, result.sign, plain(card.name_of(result.second)), mark


def _shortened(block: str, space: int, least: int) -> tuple[str, int]:
    """Return a code block with at least `least` lines, and how many are missing."""
    opening, *lines, closing = block.split("\n")
    space -= _size(opening) + _size(closing) + 1
    shown = 0
    for line in lines:
        space -= _size(line) + 1
        if space < 0 and shown >= least:
            break
        shown += 1
    return "\n".join((opening, *lines[:shown], closing)), len(lines) - shown


def _size(text: str) -> int:
    """Return the length in Discord's UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def report_embed(reported: Reported) -> discord.Embed:
    card = reported.card
    lines: list[str] = []
    space = ROOM
    for result, outcome in reported.lines[:MOST_LINES]:
        line = _line(reported, result, outcome)
        space -= _size(line) + 1
        if space < 0:
            break
        lines.append(line)
    if len(lines) < len(reported.lines):
        lines.append(f"… and {counted(len(reported.lines) - len(lines), 'more result')}")
    if reported.waiting:
        due = min(due_at(card.club, result) for result in reported.waiting)
        lines.append(f"\nUnanswered results count <t:{int(due.timestamp())}:R>.")
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL if reported.waiting else RISE)
    embed.set_author(name=plain(card.evening.name, 80))
    return embed


def _line(reported: Reported, result: LiveEventResult, outcome: ReportOutcome) -> str:
    card = reported.card
    second = "" if result.second is None else f" {safe(card.name_of(result.second))}"
    text = f"Round {result.round}: {safe(card.name_of(result.first))} **{result.sign}**{second}"
    notes = [_WORDS[outcome]] if _WORDS[outcome] else []
    if any(result.agrees_with(one) for one in reported.waiting):
        notes.append(f"{_confirmer(card, result)} confirms")
    return " · ".join([text, *notes])


def _confirmer(card: LiveEventCard, result: LiveEventResult) -> str:
    others: Sequence[str] = ()
    if card.club.confirm_results == Confirm.BOTH and result.second is not None:
        entrants = [entrant for entrant in card.entrants if entrant.number in result.numbers]
        others = [safe(one.player.name) for one in entrants if one.player.user_id != result.reported_by]
    return " or ".join([*others, "a director"])


def order_embed(tournament: Tournament) -> discord.Embed:
    lines = ["Points come first." if tournament.evening.teams is None else "Match points come first."]
    named = [(code, chosen(code).name, chosen(code).tie_break.rule) for code in order_of(tournament)]
    if tournament.evening.teams is not None:
        parts = [(code, chosen_for_teams(code)[0]) for code in order_of_teams(tournament)]
        named = [(code, one.name, one.rule) for code, one in parts]
    lines += [f"{place}. **{code}** {name} ({rule})" for place, (code, name, rule) in enumerate(named, start=1)]
    still_tied = "Players who" if tournament.evening.teams is None else "Teams that"
    lines.append(f"{still_tied} are still tied share the rank.")
    reason = tournament.evening.tie_breaks_reason
    if reason is not None:
        lines.append(f"Changed after round 1 was published: {safe(reason, 200)}")
    return discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · tie-breaks", description="\n".join(lines), colour=STORED
    )


def undone_embed(tournament: Tournament) -> discord.Embed:
    text = f"Undone: {safe(tournament.evening.name, 80)} is as before."
    return discord.Embed(description=text, colour=INACTIVE)


PANEL_ROOM = 3500
NAMED = 12


def panel_embed(tournament: Tournament, note: str | None = None) -> discord.Embed:
    lines = [] if note is None else [note, ""]
    draft, playing = tournament.draft, tournament.open_round
    colour = LEVEL
    if tournament.evening.status is EveningStatus.DIVIDED:
        title = f"{safe(tournament.evening.name, 80)}: sections"
        lines += part_lines(tournament)
    elif tournament.is_free:
        title = tournament.method.label
        lines += queue_lines(tournament)[2:] or ["Nobody is waiting and nobody is playing."]
        numbers = [one.number for one in tournament.rounds]
        disputed = [one for number in numbers for one in tournament.disputed(number)]
        if disputed:
            lines.append(f"**{counted(len(disputed), 'game')}** disputed{_named(tournament, disputed)}")
    elif draft is not None:
        title = f"Draft of round {draft.number}"
        if is_stale(tournament, draft):
            colour = NEWS
            lines += ["⚠️ Players joined, left or were corrected since. Press **Pair again**.", ""]
        against = doubts(tournament, draft.number)
        if against:
            colour = NEWS
            lines += [f"⚠️ {safe(sentence, 250)}" for sentence in against[:NAMED]] + [""]
        lines += _absent(tournament)
        lines += [f"⚠️ {words}" for words in team_notes(tournament, draft.number)]
        lines += board_lines(tournament, tournament.pairings_of(draft.number))
    elif playing is not None:
        title = f"Round {playing.number} is being played"
        lines += _undecided(tournament, playing.number)
        lines += [f"⚠️ {safe(sentence, 250)}" for sentence in doubts(tournament, playing.number)[:NAMED]]
        lines += _of_round(tournament, playing.number)
        lines += _absent(tournament)
    else:
        title, over = "Between rounds", tournament.next_round - 1
        lines += _undecided(tournament, over)
        in_it = [one for one in tournament.entrants if one.is_in and one.until_round is None]
        entered = sum(one.is_in for one in tournament.entrants)
        planned = planned_rounds(tournament, entered) if entered > 1 else 0
        of = f" of {planned}" if planned > over else ""
        lines.append(f"{counted(len(in_it), 'player')} in · {counted(over, 'round')}{of} played")
        lines += [f"⚠️ {safe(name, 100)} has left the server." for name in _departed(tournament)[:NAMED]]
        lines += _absent(tournament)
        if is_over(tournament):
            lines.append("All rounds are over. **Close** rates the event.")
        ahead = [] if is_over(tournament) else team_notes(tournament, tournament.next_round)
        lines += [f"⚠️ {words}" for words in (*alone_lines(tournament), *ahead)]
        bounds = tournament.evening.bounds
        if over == 0 and bounds is not None:
            lines.append("Sections: " + _planned_sections(tournament, bounds))
        asked = [one for one in tournament.byes if one.round == tournament.next_round]
        if asked:
            names = ", ".join(f"{safe(tournament.name_of(one.number), 100)} ({one.kind})" for one in asked)
            lines.append(f"Byes requested for round {tournament.next_round}: {names}")
    text = "\n".join(lines)
    return discord.Embed(
        title=title, description=text if len(text) < PANEL_ROOM else text[:PANEL_ROOM] + "…", colour=colour
    )


def _departed(tournament: Tournament) -> list[str]:
    return [one.player.name for one in departed(tournament)]


def _absent(tournament: Tournament) -> list[str]:
    """Return who has not checked in and how many have; empty without a check-in."""
    entered = [one for one in tournament.entrants if one.until_round is None]
    lines = absent_lines(tournament, "Check them in below." if not tournament.method.closed else "")
    return [f"**{len(entered) - len(missing(tournament))} of {len(entered)}** checked in", *lines] if lines else []


def _planned_sections(tournament: Tournament, bounds: Sequence[int]) -> str:
    names = section_names(bounds)
    places = Counter(section_of_rating(one.displayed, bounds) for one in tournament.entrants if not one.waits)
    return ", ".join(f"{name} {places[place]}" for place, name in enumerate(names))


def _undecided(tournament: Tournament, number: int) -> list[str]:
    drawn = tournament.undecided(number)
    return [f"⚠️ **{counted(len(drawn), 'draw')}**: decide who advances{_named(tournament, drawn)}"] if drawn else []


def _of_round(tournament: Tournament, number: int) -> list[str]:
    lines = []
    left = tournament.open_boards(number)
    missing = f"**{counted(len(left), 'board')}** without a result{_named(tournament, left)}"
    lines.append(missing if left else "Every board has a result.")
    disputed = tournament.disputed(number)
    if disputed:
        lines.append(f"**{counted(len(disputed), 'board')}** disputed{_named(tournament, disputed)}")
    waiting = tournament.unconfirmed(number)
    if waiting:
        lines.append(f"**{counted(len(waiting), 'result')}** not confirmed yet. Closing the round confirms:")
        for pairing in waiting[:NAMED]:
            report = tournament.report_of(pairing)
            if report is not None:
                lines.append(f"- {result_text(tournament, pairing, report)}")
    return lines


def _named(tournament: Tournament, pairings: Sequence[Pairing]) -> str:
    if not pairings:
        return ""
    names = [
        f"`{one.board}` {safe(tournament.name_of(one.first), 100)} – {safe(tournament.name_of(one.second or 0), 100)}"
        for one in pairings[:NAMED]
    ]
    more = [f"and {len(pairings) - NAMED} more"] if len(pairings) > NAMED else []
    return ":\n" + "\n".join(f"- {name}" for name in [*names, *more])
