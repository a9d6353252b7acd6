"""Chances, prospects and prizes of a paired evening."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import discord

from bot.services.evenings.announcements import entrant_named
from bot.services.evenings.chances import EveningSection
from bot.services.evenings.standings import Prizes, prizes_if_paired
from bot.services.framework.context import Services
from bot.services.ratings.forecast import LiveSection
from bot.store.database.evening_rows import EveningStatus
from bot.ui.cards.evening_standings import ROOM, shortened
from bot.ui.framework.layout import LEVEL, STORED, answer, cell_lines, change_text, heading
from bot.ui.framework.pages import Book, EmbedBook, Page, look_button
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import NAME_CHARACTERS, points, safe
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import YOU
from core.errors import NotFoundError
from core.files.typed.results import parse_name
from core.lists import RatingList
from core.tournament.odds.open_event import Schedule
from core.tournament.prizes import Share, Sharing
from core.tournament.prospects import Prospect, turns
from core.words import counted, displayed

if TYPE_CHECKING:
    from bot.services.evenings.chances import Chances
    from core.tournament.odds.open_event import Finish


Prospects = dict[RatingList, tuple[Prospect, ...]]


_RESULTS = {0.5: "A draw", 1.0: "A win"}


def prospects_by_list(section: LiveSection, number: int) -> Prospects:
    """Return the norms and titles within reach; run off the event loop."""
    return {
        moved: (*found, *CARDS[moved].further_prospects(section, number))
        for moved, found in section.prospects(number).items()
    }


def prospect_lines(section: LiveSection, number: int, found: Prospects) -> list[str]:
    schedule, lines = section.schedule, []
    for moved, prospects in found.items():
        for one in prospects:
            name = CARDS[moved].title_name(one.award)
            lines.append(_sentence(one, name, schedule, number))
    if not lines:
        return []
    return [*lines, *supposed_lines(section, number)]


def turn_lines(before: Prospects, after: Prospects, *, is_over: bool = False) -> list[str]:
    """Return what a result made safe or impossible. is_over: no games are left."""
    lines, safe_text = [], "made" if is_over else "safe whatever happens"
    for moved in before.keys() | after.keys():
        safe, lost = turns(before.get(moved, ()), after.get(moved, ()))
        for prospects, end in ((_highest(safe), safe_text), (lost, "out of reach now")):
            lines += [f"The {_goal_text(one, CARDS[moved].title_name(one.award))} is {end}." for one in prospects]
    return sorted(lines)


def _highest(safe: Sequence[Prospect]) -> Iterable[Prospect]:
    best = {one.award.scheme: one for one in sorted(safe, key=lambda one: one.award.level) if not one.is_title}
    return [one for one in safe if one.is_title or best[one.award.scheme] == one]


def _sentence(one: Prospect, name: str, schedule: Schedule, number: int) -> str:
    games, goal = schedule.to_come(number).games, _goal_text(one, name)
    if one.needed is None:
        return f"The {goal} is out of reach."
    if not games:
        return f"The {goal} is earned."
    if one.is_safe:
        return f"The {goal} is safe whatever happens."
    needed, holders = _needed_text(one.needed, games, schedule, number), _with_holders(one.holders)
    if one.on_course:
        return f"{needed} keeps your {goal}{holders}."
    return f"{needed} earns the {goal}{holders}."


def _goal_text(one: Prospect, name: str) -> str:
    return f"title {name}" if one.is_title else f"{name} norm"


def _needed_text(needed: float, games: int, schedule: Schedule, number: int) -> str:
    """Return the needed result, such as: 1½ from the last 2 rounds."""
    if games > 1:
        return f"{points(needed)} from the last {counted(games, 'round')}"
    is_paired = any(number in board for board in schedule.boards)
    return f"{_RESULTS[needed]} in round {schedule.paired if is_paired else schedule.rounds}"


def _with_holders(holders: int) -> str:
    return f", with {counted(holders, 'title-holder')} among the remaining opponents" if holders else ""


def supposed_lines(section: LiveSection, number: int) -> list[str]:
    finishes = (section.finish_of(number, moved, live=True) for moved in section.lists)
    supposed = next((one.supposed for one in finishes if one is not None and one.supposed is not None), None)
    if supposed is None:
        return []
    return [f"Opponents not paired yet are assumed to be rated {displayed(supposed)}, your average so far."]


SOURCE = "chances"

LINES_ON_A_PAGE = 10
MOST_HALVES = 4
"""With more games, only whole points are shown."""

_HEAD = (("alone", "1st", "Rtg"), "")


def chances_book(found: "Chances", viewer: int, *, is_director: bool) -> EmbedBook:
    """Return everybody's chances, best first; hidden players only to directors."""
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
        (f"{runs:,} simulated finishes, ratings uncertain; a rough guide",)
        if runs > 1
        else ("No rounds are left to play",)
    )
    for start in range(0, max(1, len(rows)), LINES_ON_A_PAGE):
        lines = [
            (_figures(one, simulated.ratings.get(one.number)), name) for one, name in rows[start:][:LINES_ON_A_PAGE]
        ]
        embeds.append(
            answer(
                [
                    heading(safe(tournament.evening.name, 80), "chances"),
                    _state_text(evening),
                    *cell_lines([_HEAD, *lines], ">>>"),
                ],
                footer=small,
            )
        )
    me = next((at // LINES_ON_A_PAGE for at, (one, _) in enumerate(rows) if one.number == mine), None)
    return EmbedBook(embeds, jumps=True, me=me)


def _figures(one: "Finish", rating: float | None) -> tuple[str, str, str]:
    return str(one.alone), str(one.first), "–" if rating is None else str(displayed(rating))


def _state_text(evening: EveningSection) -> str:
    playing = evening.tournament.open_round
    if playing is not None:
        return f"While round {playing.number} is played. 1st: alone or shared. Rtg: expected."
    over = f"After round {evening.round_number}" if evening.round_number else "Before round 1"
    return f"{over}. 1st: alone or shared. Rtg: expected."


def need_lines(found: EveningSection, number: int) -> list[str]:
    """Return what a player's remaining games can bring; run off the event loop."""
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
                change = "" if before is None else change_text(displayed(after) - displayed(before), space="")
                rows.append(((points(half / 2), str(displayed(after)), change), ""))
        if rows:
            head = f"**{main.label}** by points from {counted(games, 'game')} to come"
            lines += [*([""] if lines else []), head, *cell_lines(rows, ">>>")]
    if not lines:
        return ["No norm or title is possible in your remaining games."]
    return [*lines, *notes]


PRIZES = "prizes"

SHARINGS = {
    Sharing.USCHESS: ("US Chess 32B: tied players pool their prizes"),
    Sharing.BY_PLACES: "Equally, place by place",
}
_SHORT = {Sharing.USCHESS: "shared by US Chess 32B", Sharing.BY_PLACES: "shared equally by places"}


def prizes_embed(found: Prizes) -> discord.Embed:
    """Return who wins what; before the first game the announced prizes."""
    evening = found.tournament.evening
    title = f"{safe(evening.name, 80)} · prizes"
    if found.fund is None:
        return discord.Embed(title=title, description="No prizes are set.", colour=LEVEL)
    small = [_SHORT[found.sharing]]
    if found.fund.based_on is not None:
        small.append(f"based on {counted(found.fund.based_on, 'entry')}")
    total = sum(prize.cents or 0 for prize in found.prizes)
    if found.distribution is None:
        lines = cell_lines([((found.worth(prize),), safe(prize.name)) for prize in found.prizes], ">")
        small += [f"{found.amount(total)} in total"] if total else []
    else:
        lines = _won(found, found.distribution.shares)
        if found.distribution.left:
            unclaimed = ", ".join(f"{safe(prize.name)} {safe(found.worth(prize))}" for prize in found.distribution.left)
            lines.append(f"Not won: {unclaimed}")
        paid = sum(share.cents for share in found.distribution.shares)
        small += [f"{found.amount(paid)} of {found.amount(total)} won"] if total else []
        small.append("if it ended now" if evening.status is EveningStatus.OPEN else "final")
    embed = discord.Embed(title=title, description="\n".join(shortened(lines, ROOM, "line")), colour=STORED)
    embed.set_footer(text=" · ".join(small))
    return embed


def _won(found: Prizes, shares: Sequence[Share]) -> list[str]:
    pools: dict[Any, list[Share]] = {}
    for share in shares:
        pools.setdefault((share.pool, share.clause), []).append(share)
    ordered = [share for pool in pools.values() for share in pool]
    cells = iter(cell_lines([((_amount(found, share),), _name(found, share.number)) for share in ordered], ">"))
    lines = []
    for (_, clause), pool in pools.items():
        lines += [next(cells) for _ in pool]
        lines.append(f"{clause}: {safe(pool[0].words.split(';')[0], 300)}")
    return lines


def _name(found: Prizes, number: int) -> str:
    return safe(found.players[number].name, 100)


def _amount(found: Prizes, share: Share) -> str:
    parts = [found.amount(share.cents)] if share.cents else []
    return " + ".join([*parts, *([safe(share.thing)] if share.thing else [])])


def prizes_view(found: Prizes) -> discord.ui.View | None:
    if found.distribution is None or not found.distribution.shares:
        return None
    view = discord.ui.View(timeout=None)
    view.add_item(look_button("How?", f"{PRIZES}:{found.tournament.evening.id}"))
    view.stop()
    return view


async def reply_prizes(interaction: discord.Interaction[Any], services: Services, evening_id: int) -> None:
    assert interaction.guild_id is not None
    found = await prizes_if_paired(services, interaction.guild_id, evening_id)
    if found is not None and found.fund is not None:
        more: dict[str, Any] = {"view": view} if (view := prizes_view(found)) is not None else {}
        await interaction.followup.send(embed=prizes_embed(found), **more)


@dataclass(frozen=True)
class PrizesBook(Book):
    """A page per winner; opens at the viewer's own."""

    found: Prizes

    @cached_property
    def shares(self) -> Sequence[Share]:
        distribution = self.found.distribution
        if distribution is None or not distribution.shares:
            raise NotFoundError("No prizes are won yet. Press Prizes again after the next result.")
        return distribution.shares

    @cached_property
    def winners(self) -> Sequence[int]:
        return list(dict.fromkeys(share.number for share in self.shares))

    @property
    def has_jump(self) -> bool:
        return len(self.winners) > 1

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        at = max(0, min(at, len(self.winners) - 1))
        return Page(_share_embed(self.found, self.winners[at], self.shares), at, len(self.winners))

    def _own_page(self, interaction: discord.Interaction[Any]) -> int | None:
        user = actor_of(interaction).member.user_id
        return next((at for at, one in enumerate(self.winners) if self.found.players[one].user_id == user), None)

    async def first(self, interaction: discord.Interaction[Any]) -> Page:
        return await self.page(interaction, self._own_page(interaction) or 0)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        at = self._own_page(interaction)
        if at is None:
            raise NotFoundError("You have no prize at this event.")
        return await self.page(interaction, at)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        tournament = self.found.tournament
        player = tournament.by_number[
            await entrant_named(services_of(interaction), tournament, parse_name(words))
        ].player
        for at, number in enumerate(self.winners):
            if self.found.players[number].id == player.id:
                return await self.page(interaction, at)
        raise NotFoundError(f"{player.name} has no prize at this event.")


def _share_embed(found: Prizes, number: int, shares: Sequence[Share]) -> discord.Embed:
    one = found.contestants.get(number)
    lines = [f"**{_name(found, number)}**"]
    if one is not None:
        rated = "unrated" if one.rating is None else f"rated {one.rating}"
        word = "point" if one.points == 1 else "points"
        lines[0] += f", {points(float(one.points))} {word}, {rated}"
    for share in shares:
        if share.number != number:
            continue
        lines += ["", f"**{_amount(found, share)}** · {share.clause}", safe(share.words, 300)]
        if len(share.pool) > 1:
            brought = [((found.worth(part.prize),), part) for part in share.pool]
            lines += cell_lines(
                [(cell, f"{safe(part.prize.name)}, by {_name(found, part.number)}") for cell, part in brought], ">"
            )
    title = f"{safe(found.tournament.evening.name, 80)} · how?"
    embed = discord.Embed(title=title, description="\n".join(shortened(lines, ROOM, "line")), colour=LEVEL)
    embed.set_footer(text="Pool of a tie: each prize with the player who is entitled to it")
    return embed
