"""How a tie-break came about: a line for each round, with its rule, fit for a phone."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.services.live_events.names import entrant_named
from bot.services.live_events.ranked.explained import Explained, TieBreaks
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.layout import cell_lines
from bot.ui.framework.pages import Book, Page
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import points, safe
from bot.ui.live_events.standings_card import value_text
from core.errors import NotFoundError
from core.formats.typed.boards import parse_name
from core.tiebreaks.parts import Contribution


def how_embed(found: Explained) -> discord.Embed:
    """Return how a value came about."""
    tournament, row, tie_break = found.tournament, found.row, found.tie_break
    word = "point" if row.points == 1 else "points"
    head = f"{row.rank}. {safe(tournament.name_of(row.number), 100)}, {points(float(row.points))} {word}"
    value = f"**{tie_break.name}** ({tie_break.tie_break.rule}): **{value_text(found.value)}**"
    counting = [one for one in found.contributions if one.round is not None]
    remarks = [one for one in found.contributions if one.round is None]
    rows = [((f"R{one.round}", value_text(one.value)), _words(found, one)) for one in counting]
    lines = cell_lines(rows, "<>") or ["Tied with nobody here." if tie_break.tie_break.among else "Nothing adds to it."]
    said = [f"{value_text(one.value)}: {_words(found, one)}" if one.value else _words(found, one) for one in remarks]
    embed = discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · how?",
        description="\n".join((head, value, "", *lines, *said)),
        colour=LEVEL,
    )
    embed.set_footer(text="Turn for the next tie-break, then the next player")
    return embed


def _words(found: Explained, one: Contribution) -> str:
    """Return why a round adds what it adds; what is cut is struck."""
    against = "" if one.opponent is None else f"{safe(found.tournament.name_of(one.opponent), 60)}: "
    rule = "" if one.rule == found.tie_break.tie_break.rule else f" ({one.rule})"
    text = f"{against}{one.words}{rule}"
    return text if one.counted or one.round is None else f"~~{text}~~ cut"


@dataclass(frozen=True, slots=True)
class HowBook(Book):
    """A page for each player's value of each tie-break; opened at one's own."""

    found: TieBreaks

    @property
    def has_jump(self) -> bool:
        return True

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        explained = self.found.explained(at)
        return Page(how_embed(explained), explained.at, explained.pages)

    async def first(self, interaction: discord.Interaction[Any]) -> Page:
        return await self.page(interaction, self.found.mine(actor_of(interaction)) or 0)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        at = self.found.mine(actor_of(interaction))
        if at is None:
            raise NotFoundError("You do not stand in these standings.")
        return await self.page(interaction, at)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        number = await entrant_named(services_of(interaction), self.found.tournament, parse_name(words))
        at = self.found.first_of(number)
        if at is None:
            raise NotFoundError(f"{self.found.tournament.name_of(number)} does not stand in these standings.")
        return await self.page(interaction, at)
