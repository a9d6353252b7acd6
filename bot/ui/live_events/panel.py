"""What directors see of a paired evening, for them alone: the draft, or what of a round is open."""

from collections import Counter
from collections.abc import Sequence

import discord

from bot.services.live_events.rounds.draft import doubts
from bot.services.live_events.tournament import Tournament
from bot.services.live_events.tournament_facts import is_over, is_stale, planned_rounds
from bot.store.events.evening_round_rows import Pairing
from bot.store.events.evening_rows import EveningStatus
from bot.ui.framework.colours import LEVEL, NEWS
from bot.ui.framework.text import count, safe
from bot.ui.live_events.queue_card import queue_lines
from bot.ui.live_events.round_card import board_lines
from bot.ui.live_events.standings_card import part_lines
from bot.ui.live_events.wording import said
from core.pairing.sections import section_names, section_of_rating

ROOM = 3500
NAMED = 12
"""How many boards a list names."""


def panel_embed(tournament: Tournament, note: str | None = None) -> discord.Embed:
    """Return what a director has to know now. note: what was just done."""
    lines = [] if note is None else [note, ""]
    draft, playing = tournament.draft, tournament.open_round
    colour = LEVEL
    if tournament.evening.status is EveningStatus.DIVIDED:
        title = f"{safe(tournament.evening.name, 80)}: sections"
        lines += part_lines(tournament)
    elif tournament.is_free:
        title = tournament.method.label
        lines += queue_lines(tournament)[2:] or ["Nobody waits, and nobody plays."]
        numbers = [one.number for one in tournament.rounds]
        disputed = [one for number in numbers for one in tournament.disputed(number)]
        if disputed:
            lines.append(f"**{count(len(disputed), 'game')}** disputed{_named(tournament, disputed)}")
    elif draft is not None:
        title = f"Draft of round {draft.number}"
        if is_stale(tournament, draft):
            colour = NEWS
            lines += ["⚠️ Somebody came, went or was corrected since: press **Pair again**.", ""]
        against = doubts(tournament, draft.number)
        if against:
            colour = NEWS
            lines += [f"⚠️ {safe(sentence, 250)}" for sentence in against[:NAMED]] + [""]
        lines += board_lines(tournament, tournament.pairings_of(draft.number))
    elif playing is not None:
        title = f"Round {playing.number} is being played"
        lines += _undecided(tournament, playing.number)
        lines += [f"⚠️ {safe(sentence, 250)}" for sentence in doubts(tournament, playing.number)[:NAMED]]
        lines += _of_round(tournament, playing.number)
    else:
        title, over = "Between rounds", tournament.next_round - 1
        lines += _undecided(tournament, over)
        in_it = [one for one in tournament.entrants if not one.waits and one.until_round is None]
        entered = sum(not one.waits for one in tournament.entrants)
        planned = planned_rounds(tournament, entered) if entered > 1 else 0
        of = f" of {planned}" if planned > over else ""
        lines.append(f"{count(len(in_it), 'player')} in · {count(over, 'round')}{of} played")
        if is_over(tournament):
            lines.append("All rounds are over: **Close** rates the event.")
        bounds = tournament.evening.bounds
        if over == 0 and bounds is not None:
            lines.append("Sections: " + _planned_sections(tournament, bounds))
        asked = [one for one in tournament.byes if one.round == tournament.next_round]
        if asked:
            names = ", ".join(f"{safe(tournament.name_of(one.number), 100)} ({one.kind})" for one in asked)
            lines.append(f"Byes asked for round {tournament.next_round}: {names}")
    text = "\n".join(lines)
    return discord.Embed(title=title, description=text if len(text) < ROOM else text[:ROOM] + "…", colour=colour)


def _planned_sections(tournament: Tournament, bounds: Sequence[int]) -> str:
    """Return how many would play in each section as it stands."""
    names = section_names(bounds)
    places = Counter(section_of_rating(one.displayed, bounds) for one in tournament.entrants if not one.waits)
    return ", ".join(f"{name} {places[place]}" for place, name in enumerate(names))


def _undecided(tournament: Tournament, number: int) -> list[str]:
    """Return the games of a knockout of which a director has to say who goes on."""
    drawn = tournament.undecided(number)
    return [f"⚠️ **{count(len(drawn), 'draw')}**: say who goes on{_named(tournament, drawn)}"] if drawn else []


def _of_round(tournament: Tournament, number: int) -> list[str]:
    lines = []
    left = tournament.open_boards(number)
    lines.append(f"**{count(len(left), 'board')}** without a result{_named(tournament, left)}")
    disputed = tournament.disputed(number)
    if disputed:
        lines.append(f"**{count(len(disputed), 'board')}** disputed{_named(tournament, disputed)}")
    waiting = tournament.unconfirmed(number)
    if waiting:
        lines.append(f"**{count(len(waiting), 'result')}** not confirmed yet; closing the round confirms:")
        for pairing in waiting[:NAMED]:
            report = tournament.report_of(pairing)
            if report is not None:
                lines.append(f"- {said(tournament, pairing, report)}")
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
