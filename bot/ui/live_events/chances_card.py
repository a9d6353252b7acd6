"""How a paired evening may end: everybody's chances on pages, and what the games to come can bring oneself."""

import re
from typing import TYPE_CHECKING

from bot.services.context import Actor, Services
from bot.services.outlook.evening import EveningSection
from bot.ui.framework.layout import answer, cell_lines, change_text, heading
from bot.ui.framework.pages import EmbedBook
from bot.ui.framework.text import NAME_CHARACTERS, count, points, safe
from bot.ui.live_events.prospects import prospect_lines, prospects_by_list, supposed_lines
from bot.ui.wording.marks import YOU

if TYPE_CHECKING:
    from bot.services.outlook.chances import Chances
    from core.odds.chances import Finish

SOURCE = "chances"
"""What the source of the pages begins with."""

LINES_ON_A_PAGE = 10
MOST_HALVES = 4
"""Games to come up to which half points are told apart: more lines would be longer than a phone."""

_HEAD = (("alone", "1st", "Rtg"), "")


def chances_book(found: "Chances", viewer: int, *, is_director: bool) -> EmbedBook:
    """Return everybody's chances, best first. viewer: who looks; whoever is hidden is shown to directors alone."""
    evening, tournament, simulated = found.of, found.of.tournament, found.simulated
    finishes = simulated.odds.finishes
    rows, mine = [], None
    for entrant in tournament.entrants:
        finish = finishes.get(evening.numbers.get(entrant.number, 0))
        is_viewer = entrant.player.user_id == viewer
        if finish is None or (entrant.player.id in evening.hidden and not (is_director or is_viewer)):
            continue
        name = safe(entrant.player.name, NAME_CHARACTERS)
        mine = finish.number if is_viewer else mine
        rows.append((finish, f"**{name}**{YOU}" if is_viewer else name))
    rows.sort(key=lambda row: (-row[0].share, -row[0].points, row[0].number))
    embeds = []
    runs = simulated.odds.runs
    small = (
        (f"{runs:,} simulated finishes; ratings taken as uncertain; a rough guide",)
        if runs > 1
        else ("Nothing is left to play",)
    )
    for start in range(0, max(1, len(rows)), LINES_ON_A_PAGE):
        lines = [
            (_figures(one, simulated.ratings.get(one.number)), name) for one, name in rows[start:][:LINES_ON_A_PAGE]
        ]
        embeds.append(
            answer(
                [
                    heading(safe(tournament.evening.name, 80), "chances"),
                    _when(evening),
                    *cell_lines([_HEAD, *lines], ">>>"),
                ],
                footer=small,
            )
        )
    me = next((at // LINES_ON_A_PAGE for at, (one, _) in enumerate(rows) if one.number == mine), None)
    return EmbedBook(embeds, jumps=True, me=me)


def _figures(one: "Finish", rating: float | None) -> tuple[str, str, str]:
    return str(one.alone), str(one.first), "–" if rating is None else f"{rating:.0f}"


def _when(evening: EveningSection) -> str:
    playing = evening.tournament.open_round
    if playing is not None:
        return f"While round {playing.number} is played. 1st: alone or shared. Rtg: to be expected."
    over = f"After round {evening.round_number}" if evening.round_number else "Before round 1"
    return f"{over}. 1st: alone or shared. Rtg: to be expected."


async def chances_source(services: Services, actor: Actor, match: re.Match[str]) -> EmbedBook:
    """Return an evening's chances as they are now."""
    from bot.services.outlook.chances import chances_of

    found = await chances_of(services, actor.club_id, int(match[1]))
    return chances_book(found, actor.member.user_id, is_director=actor.is_director(found.of.tournament.club))


def need_lines(found: EveningSection, number: int) -> list[str]:
    """Say what one player's games to come can bring: norms, titles, the rating; off the event loop."""
    section, main = found.section, found.section.lists[0]
    lines = prospect_lines(section, number, prospects_by_list(section, number))
    notes = supposed_lines(section, number)
    lines = [line for line in lines if line not in notes]
    finish = section.finish_of(number, main, live=False)
    games = 0 if finish is None else finish.to_come.games
    if finish is not None and games:
        before, rows = section.before[main][number], []
        for half in range(2 * games, -1, -1 if games <= MOST_HALVES else -2):
            after = finish.rating_after(half / 2)
            if after is not None:
                change = "" if before is None else change_text(round(after) - round(before), space="")
                rows.append(((points(half / 2), f"{after:.0f}", change), ""))
        if rows:
            head = f"**{main.label}** after so many points from {count(games, 'game')} to come"
            lines += [*([""] if lines else []), head, *cell_lines(rows, ">>>")]
    if not lines:
        return ["Your games to come can bring no norm and no title."]
    return [*lines, *notes]
