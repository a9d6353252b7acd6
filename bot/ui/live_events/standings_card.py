"""The standings of a paired evening: rank, points, the first tie-breaks, and how ratings would move now."""

from collections.abc import Sequence
from fractions import Fraction

import discord

from bot.services.live_events.ranked.live_standings import LiveStandings
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_rows import EveningStatus, LiveEventEntrant
from bot.ui.framework.colours import GONE, LEVEL, RISE
from bot.ui.framework.layout import answer, cell_lines, change_text, heading
from bot.ui.framework.pages import look_button
from bot.ui.framework.text import count, day_text, plain, points, safe
from bot.ui.live_events.bracket_card import bracket_lines, place_words
from bot.ui.live_events.queue_card import queue_lines, score_of
from bot.ui.live_events.wording import starts_line
from core.pairing.sections import section_names
from core.tiebreaks.standings import StandingRow, deciding

ROOM = 3600
"""Characters of a description; Discord takes 4096."""

TIE_BREAKS_SHOWN = 2
"""As many as a phone has room for; the rest is behind All tie-breaks."""

ALL_TIE_BREAKS = "all-tie-breaks"
"""What the source of the pages with every tie-break begins with."""

ROWS_ON_A_PAGE = 20

_COLOURS = {
    EveningStatus.OPEN: LEVEL,
    EveningStatus.DIVIDED: LEVEL,
    EveningStatus.CLOSED: RISE,
    EveningStatus.CANCELLED: GONE,
}
_TITLES = {EveningStatus.CLOSED: "Closed: ", EveningStatus.CANCELLED: "Cancelled: "}


def tournament_embed(found: LiveStandings) -> discord.Embed:
    """Return the card of a paired evening: who has entered, then the standings."""
    tournament = found.tournament
    evening = tournament.evening
    begun = any(one.number < tournament.next_round for one in tournament.rounds)
    head = [*([] if begun else starts_line(evening)), *_head(found, begun=begun)]
    if evening.status is EveningStatus.DIVIDED:
        head, lines = [EACH_QUAD if tournament.method.in_groups else JOIN_SECTIONS, ""], part_lines(tournament)
    elif begun and tournament.method.is_knockout:
        lines = bracket_lines(tournament, ROOM - sum(map(len, head)))
    else:
        lines = standings_lines(found, TIE_BREAKS_SHOWN) if begun else _entrants(found)
    embed = discord.Embed(
        title=f"{_TITLES.get(evening.status, '')}{safe(evening.name, 80)}",
        description="\n".join([*head, *shortened(lines, ROOM - sum(map(len, head)))]),
        colour=_COLOURS[evening.status],
    )
    parts = [moved.label for moved in tournament.lists]
    control = f" · {evening.time_control}" if evening.time_control else ""
    embed.set_author(name=f"{' and '.join(parts)}{control} · {tournament.method.label}")
    playing = [one for one in tournament.entrants if not one.waits]
    waiting = len(tournament.entrants) - len(playing)
    in_parts = sum(part.players for part in tournament.parts)
    small = [day_text(evening.day), count(len(playing) + in_parts, "player")]
    if waiting:
        small.append(f"{waiting} waiting")
    small += _changed(found)
    if found.changes and evening.status is EveningStatus.OPEN:
        small.append("▲▼ if it ended now")
    embed.set_footer(text=" · ".join(small))
    return embed


def _head(found: LiveStandings, *, begun: bool) -> list[str]:
    tournament = found.tournament
    if tournament.evening.status is not EveningStatus.OPEN:
        return []
    playing = tournament.open_round
    if tournament.is_free:
        return queue_lines(tournament)
    if not begun:
        planned = f", {count(tournament.evening.rounds, 'round')}" if tournament.evening.rounds else ""
        bounds = tournament.evening.bounds
        divided = "" if bounds is None else f" Sections: {', '.join(section_names(bounds))}."
        return [f"**Join** to play{planned}. A TD pairs the first round under **Directors**.{divided}", ""]
    if playing is not None:
        left = len(tournament.open_boards(playing.number))
        return [f"**Round {playing.number}**: {count(left, 'board')} still playing." if left else
                f"**Round {playing.number}**: all results are in.", ""]  # fmt: skip
    over = tournament.next_round - 1
    return [f"After round **{over}**{'' if found.is_final else ', provisional'}.", ""]


EACH_QUAD = "Each quad has a card of its own, with its rounds and standings."
JOIN_SECTIONS = "Each section has a card of its own. **Join** enters you in the one of your rating."


def part_lines(tournament: Tournament) -> list[str]:
    """Return a line for each section: how many play in it, the round, then its name."""
    rows = []
    for part in tournament.parts:
        played = f"round {part.round}" if part.is_played else f"{part.round} played" if part.round else "open"
        how = played if part.status is EveningStatus.OPEN else part.status.value
        rows.append(((str(part.players), how), safe(part.name, 100)))
    return cell_lines(rows, "><")


def _entrants(found: LiveStandings) -> list[str]:
    tournament = found.tournament
    if not tournament.entrants:
        return ["Nobody has joined yet."]
    order = sorted(tournament.entrants, key=lambda one: (one.waits, -(one.displayed or 0), one.number))
    rows = []
    for one in order:
        shown = "–" if one.displayed is None else f"{one.displayed}{'P' if one.provisional else ''}"
        rows.append(((f"#{one.number}", shown), _entered(one)))
    return cell_lines(rows, ">>")


def _entered(entrant: LiveEventEntrant) -> str:
    """Return an entrant's name with what is to be known of them."""
    marks = (" · waits" if entrant.waits else "", " · left the server" if entrant.is_gone else "")
    return safe(entrant.player.name, 100) + "".join(marks)


def standings_lines(found: LiveStandings, tie_breaks: int) -> list[str]:
    """Return a line for each player: place, points and change in a cell, the name, and what parts equal points.

    tie_breaks: as many are shown at most.
    """
    tournament, rows = found.tournament, []
    if tournament.method.is_knockout:
        return cell_lines(
            [
                ((str(row.rank), _change(found, row.number)), f"{safe(tournament.name_of(row.number), 100)}{words}")
                for row, words in place_words(tournament, found.rows)
            ],
            ">>",
        )
    parted = deciding(found.rows)
    for row in found.rows:
        values = [
            f" · {plain(found.order[at])} {value_text(row.values[at])}"
            for at in parted.get(row.number, ())[:tie_breaks]
        ]
        rows.append(((*_place(found, row), _change(found, row.number)), _name(found, row) + "".join(values)))
    return cell_lines([(("", "Pts", ""), ""), *rows], ">>>") if rows else []


def _place(found: LiveStandings, row: StandingRow) -> tuple[str, str]:
    """Return somebody's place and points; dashes for who is out of the table."""
    if row.out:
        return "–", "–"
    tournament = found.tournament
    return str(row.rank), score_of(tournament, row.number) if tournament.is_free else points(float(row.points))


def _name(found: LiveStandings, row: StandingRow) -> str:
    entrant = found.tournament.by_number[row.number]
    left = " · left the server" if entrant.is_gone else ""
    return safe(entrant.player.name, 100) + (" · withdrew" if entrant.until_round is not None else left)


def value_text(value: int | Fraction | None) -> str:
    """Return a tie-break's value with halves and quarters; a dash where it is not defined."""
    if value is None:
        return "–"
    whole, rest = divmod(Fraction(value), 1)
    quarters = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    if rest == 0:
        return str(whole)
    if rest in quarters:
        return f"{whole or ''}{quarters[rest]}"
    return f"{float(value):.2f}"


def _change(found: LiveStandings, number: int) -> str:
    change = found.changes.get(number)
    if change is None:
        return ""
    before, after = change
    return f"={after.displayed}" if before is None else change_text(after.displayed - before.displayed, space="")


def shortened(lines: Sequence[str], room: int, noun: str = "player") -> list[str]:
    """Return as many lines as there is room for, and how many are left out, each of what `noun` says."""
    kept: list[str] = []
    for line in lines:
        room -= len(line.encode("utf-16-le")) // 2 + 1
        if room < 60:
            return [*kept, f"… and {count(len(lines) - len(kept), f'more {noun}')}"]
        kept.append(line)
    return kept


def standings_embed(found: LiveStandings) -> discord.Embed:
    """Return the standings, for whoever asks for them."""
    tournament = found.tournament
    lines = standings_lines(found, TIE_BREAKS_SHOWN)
    embed = discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · standings",
        description="\n".join(shortened(lines, ROOM)) or "Nobody has joined yet.",
        colour=LEVEL,
    )
    small = ["final" if found.is_final else "provisional"]
    if found.order:
        small.append("tie-breaks " + ", ".join(found.order))
    small += _changed(found)
    corrected = [str(one.number) for one in tournament.rounds if one.corrected]
    if corrected:
        small.append(f"round {', '.join(corrected)} corrected after the next was paired")
    embed.set_footer(text=" · ".join(small))
    return embed


def _changed(found: LiveStandings) -> list[str]:
    """Say why the tie-breaks were changed after they had been announced."""
    reason = found.tournament.evening.tie_breaks_reason
    return [] if reason is None else [f"tie-breaks changed after round 1 was published: {plain(reason, 200)}"]


def tie_break_pages(found: LiveStandings) -> list[discord.Embed]:
    """Return the standings with every tie-break before the name."""
    head = ("", "Pts", *(plain(code) for code in found.order)), ""
    rows = [
        ((*_place(found, row), *("" if row.out else value_text(value) for value in row.values)), _name(found, row))
        for row in found.rows
    ]
    return [
        answer(
            [
                heading(safe(found.tournament.evening.name, 80), "tie-breaks"),
                *cell_lines([head, *rows[start : start + ROWS_ON_A_PAGE]], ">" * len(head[0])),
            ],
            footer=["final" if found.is_final else "provisional", "tie-breaks in their order, after points"],
        )
        for start in range(0, max(len(rows), 1), ROWS_ON_A_PAGE)
    ]


def standings_view(found: LiveStandings) -> discord.ui.View | None:
    """Return the buttons that open all tie-breaks, and how they came about; None where there are none."""
    if not found.order or not found.rows:
        return None
    view = discord.ui.View(timeout=None)
    key = found.tournament.evening.id
    view.add_item(look_button("All tie-breaks", f"{ALL_TIE_BREAKS}:{key}"))
    view.add_item(look_button("How?", f"tie-breaks:{key}"))
    view.stop()
    return view
