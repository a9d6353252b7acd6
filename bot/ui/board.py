"""The leaderboard: its page as an embed, and the buttons that turn it."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.services.context import Actor
from bot.services.leaderboard import BoardPage, BoardQuery, RankedLine
from bot.ui.actors import actor_of
from bot.ui.codes import published, reconstruction_note
from bot.ui.colours import LEVEL
from bot.ui.text import count, plain, table
from bot.ui.views import BaseView
from core.uschess.lifetime import write_code
from core.uschess.lifetime_tables import LifetimeTables

TurnTo = Callable[[Actor, BoardQuery, int], Awaitable[BoardPage]]
FindMe = Callable[[Actor, BoardQuery], Awaitable[BoardPage]]
COLUMNS = 31
_HEADER = ("#", "Player", "Rating", "Games")


def board_embed(page: BoardPage, viewer: int) -> discord.Embed:
    """Return a page of a leaderboard; an arrow stands at the viewer's own line."""
    what = "most games" if page.query.order == "games" else "ratings"
    embed = discord.Embed(title=f"{page.query.rating_list.label} · {what}", colour=LEVEL)
    if not page.lines:
        embed.description = "Nobody is on this list yet: /rating update puts you on it."
        return embed
    # A rank may be shared with a line of the next page, which this page cannot see; then it is shown plain.
    ranks = [line.rank for line in page.lines]
    first = max(len(str(ranks[-1])) + 2, 4)
    tables = page.house_rules.lifetime
    rows = [_row(line, ranks.count(line.rank) > 1, viewer, tables) for line in page.lines]
    # No figure is cut: names have what the figures of this page leave.
    figures, games = (max(len(row[column]) for row in (_HEADER, *rows)) for column in (2, 3))
    name = COLUMNS - first - figures - games - 3
    embed.description = table(_HEADER, rows, (first, -name, figures, games))
    legend = ["P provisional"]
    if page.query.everyone:
        legend.append("z inactive for a year")
    if any(line.line.title_level is not None for line in page.lines):
        legend.append("* lifetime title and its points")
    players = count(page.players, "player")
    note = reconstruction_note(
        (published(line.line.title_level, line.line.title_points) for line in page.lines), tables
    )
    if note is not None:
        legend.append(note)
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {players} · {' · '.join(legend)}")
    return embed


def _row(ranked: RankedLine, tied: bool, viewer: int, tables: LifetimeTables) -> tuple[str, str, str, str]:
    line = ranked.line
    arrow = "▸" if line.player.user_id == viewer else ""
    rank = f"{arrow}{ranked.rank}{'=' if tied else ''}"
    # The games stand in a column of their own.
    code = write_code(published(line.title_level, line.title_points), tables)
    mark = "P" if line.provisional else f"*{code}" if code else ""
    return rank, plain(line.player.name), f"{line.shown}{mark}{'' if line.active else 'z'}", str(line.games)


class BoardView(BaseView):
    """Turn the pages of a leaderboard; "Jump to me" works for everybody."""

    def __init__(self, owner: int, page: BoardPage, turn_to: TurnTo, find_me: FindMe) -> None:
        super().__init__(owner)
        self.page, self._turn_to, self._find_me = page, turn_to, find_me
        self._mark_ends()

    def _mark_ends(self) -> None:
        self.previous.disabled = self.page.page == 0
        self.next.disabled = self.page.page >= self.page.pages - 1

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        clicked: Any = interaction.data
        return clicked["custom_id"] == self.jump.custom_id or await super().interaction_check(interaction)

    async def _show(self, interaction: discord.Interaction[Any], page: BoardPage) -> None:
        self.page = page
        self._mark_ends()
        self.origin = interaction
        await interaction.response.edit_message(embed=board_embed(page, interaction.user.id), view=self)

    @discord.ui.button(label="Previous", emoji="◀️")
    async def previous(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        await self._show(interaction, await self._turn_to(actor_of(interaction), self.page.query, self.page.page - 1))

    @discord.ui.button(label="Next", emoji="▶️")
    async def next(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        await self._show(interaction, await self._turn_to(actor_of(interaction), self.page.query, self.page.page + 1))

    @discord.ui.button(label="Jump to me", emoji="📍", style=discord.ButtonStyle.primary)
    async def jump(self, interaction: discord.Interaction[Any], _button: discord.ui.Button[Any]) -> None:
        page = await self._find_me(actor_of(interaction), self.page.query)
        if interaction.user.id == self.owner:
            await self._show(interaction, page)
        else:
            # Somebody else's board stays where its owner is; the one who clicked sees their own page.
            await interaction.response.send_message(embed=board_embed(page, interaction.user.id), ephemeral=True)
