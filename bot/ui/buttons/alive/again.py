"""What directors and members decided of it, shown again from the audit."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.services.alive.live_boards import SET, set_live_board
from bot.services.alive.notices import OBJECTION
from bot.services.context import Actor, Services
from bot.services.players.leaderboard import BoardOrder
from bot.store.rows import AuditEntry
from bot.ui.cards.club.live_board import live_board_card
from bot.ui.cards.notice import objected_embed
from bot.ui.framework.answers import reply

Interaction = discord.Interaction[Any]


async def _live_board(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, live_board_card(await set_live_board(services, actor, 0, None, BoardOrder.RATING, None)))


async def _objection(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, objected_embed())


ALIVE_AGAIN: dict[str, Callable[[Interaction, Services, Actor, AuditEntry], Awaitable[None]]] = {
    SET: _live_board,
    OBJECTION: _objection,
}
"""By the action that the audit names."""
