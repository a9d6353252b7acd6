"""Prizes of a paired evening: what is announced, who gets what, and how each share came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import discord

from bot.services.context import Services
from bot.services.live_events.names import entrant_named
from bot.services.live_events.ranked.prizes import Prizes, prizes_if_paired
from bot.store.events.evening_rows import EveningStatus
from bot.ui.framework.colours import LEVEL, STORED
from bot.ui.framework.layout import cell_lines
from bot.ui.framework.pages import Book, Page, look_button
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import count, points, safe
from bot.ui.live_events.standings_card import ROOM, shortened
from core.errors import NotFoundError
from core.formats.typed.boards import parse_name
from core.prizes.distribution import Share, Sharing

SOURCE = "prizes"
"""What the source of the pages begins with; then the evening's id."""

SHARINGS = {Sharing.USCHESS: "US Chess 32B: a tie pools its prizes", Sharing.BY_PLACES: "Equally, place by place"}
_SHORT = {Sharing.USCHESS: "shared by US Chess 32B", Sharing.BY_PLACES: "shared equally by places"}


def prizes_embed(found: Prizes) -> discord.Embed:
    """Return who gets what and why; the announced prizes before a game is played."""
    evening = found.tournament.evening
    title = f"{safe(evening.name, 80)} · prizes"
    if found.fund is None:
        return discord.Embed(title=title, description="No prizes are set.", colour=LEVEL)
    small = [_SHORT[found.sharing]]
    if found.fund.based_on is not None:
        small.append(f"based on {count(found.fund.based_on, 'entry').replace('entrys', 'entries')}")
    total = sum(prize.cents or 0 for prize in found.prizes)
    if found.distribution is None:
        lines = cell_lines([((found.worth(prize),), safe(prize.name)) for prize in found.prizes], ">")
        small += [f"{found.amount(total)} in all"] if total else []
    else:
        lines = _won(found, found.distribution.shares)
        if found.distribution.left:
            kept = ", ".join(f"{safe(prize.name)} {safe(found.worth(prize))}" for prize in found.distribution.left)
            lines.append(f"Not won: {kept}")
        paid = sum(share.cents for share in found.distribution.shares)
        small += [f"{found.amount(paid)} of {found.amount(total)} won"] if total else []
        small.append("if it ended now" if evening.status is EveningStatus.OPEN else "final")
    embed = discord.Embed(title=title, description="\n".join(shortened(lines, ROOM, "line")), colour=STORED)
    embed.set_footer(text=" · ".join(small))
    return embed


def _won(found: Prizes, shares: Sequence[Share]) -> list[str]:
    """Return a line a winner, and below those who share a pool why."""
    pools: dict[Any, list[Share]] = {}
    for share in shares:
        pools.setdefault((share.pool, share.clause), []).append(share)
    ordered = [share for pool in pools.values() for share in pool]
    cells = iter(cell_lines([((_worth(found, share),), _name(found, share.number)) for share in ordered], ">"))
    lines = []
    for (_, clause), pool in pools.items():
        lines += [next(cells) for _ in pool]
        lines.append(f"-# {clause}: {safe(pool[0].words.split(';')[0], 300)}")
    return lines


def _name(found: Prizes, number: int) -> str:
    return safe(found.players[number].name, 100)


def _worth(found: Prizes, share: Share) -> str:
    parts = [found.amount(share.cents)] if share.cents else []
    return " + ".join([*parts, *([safe(share.thing)] if share.thing else [])])


def prizes_view(found: Prizes) -> discord.ui.View | None:
    """Return the button that opens how each share came about; None where nothing is won."""
    if found.distribution is None or not found.distribution.shares:
        return None
    view = discord.ui.View(timeout=None)
    view.add_item(look_button("How?", f"{SOURCE}:{found.tournament.evening.id}"))
    view.stop()
    return view


async def tell_prizes(interaction: discord.Interaction[Any], services: Services, evening_id: int) -> None:
    """Post who won which prize below the answer to whoever closed the evening; nothing where none are set."""
    assert interaction.guild_id is not None
    found = await prizes_if_paired(services, interaction.guild_id, evening_id)
    if found is not None and found.fund is not None:
        more: dict[str, Any] = {"view": view} if (view := prizes_view(found)) is not None else {}
        await interaction.followup.send(embed=prizes_embed(found), **more)


@dataclass(frozen=True)
class PrizesBook(Book):
    """A page for each winner; opened at one's own."""

    found: Prizes

    @cached_property
    def shares(self) -> Sequence[Share]:
        distribution = self.found.distribution
        if distribution is None or not distribution.shares:
            raise NotFoundError("Nothing is won yet: use the command /event prizes again.")
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

    def _mine(self, interaction: discord.Interaction[Any]) -> int | None:
        user = actor_of(interaction).member.user_id
        return next((at for at, one in enumerate(self.winners) if self.found.players[one].user_id == user), None)

    async def first(self, interaction: discord.Interaction[Any]) -> Page:
        return await self.page(interaction, self._mine(interaction) or 0)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        at = self._mine(interaction)
        if at is None:
            raise NotFoundError("You have no prize here.")
        return await self.page(interaction, at)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        tournament = self.found.tournament
        player = tournament.by_number[
            await entrant_named(services_of(interaction), tournament, parse_name(words))
        ].player
        for at, number in enumerate(self.winners):
            if self.found.players[number].id == player.id:
                return await self.page(interaction, at)
        raise NotFoundError(f"{player.name} has no prize here.")


def _share_embed(found: Prizes, number: int, shares: Sequence[Share]) -> discord.Embed:
    """Return what somebody wins, with what went into each pool and who is entitled to bring it in."""
    one = found.contestants.get(number)
    lines = [f"**{_name(found, number)}**"]
    if one is not None:
        rated = "unrated" if one.rating is None else f"rated {one.rating}"
        word = "point" if one.points == 1 else "points"
        lines[0] += f", {points(float(one.points))} {word}, {rated}"
    for share in shares:
        if share.number != number:
            continue
        lines += ["", f"**{_worth(found, share)}** · {share.clause}", safe(share.words, 300)]
        if len(share.pool) > 1:
            brought = [((found.worth(part.prize),), part) for part in share.pool]
            lines += cell_lines(
                [(cell, f"{safe(part.prize.name)}, by {_name(found, part.number)}") for cell, part in brought], ">"
            )
    title = f"{safe(found.tournament.evening.name, 80)} · how?"
    embed = discord.Embed(title=title, description="\n".join(shortened(lines, ROOM, "line")), colour=LEVEL)
    embed.set_footer(text="The pool of a tie: each prize with a player who is entitled to it")
    return embed
