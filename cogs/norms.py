"""/norms: parse → use case → card → reply.

`cogs/options` read the options. A US Chess event goes to `norms_of` (bot/services/ratings/uschess.py), a FIDE event to
`norm_of` (bot/services/ratings/fide/norms.py). Both rate the stored event again by `rate_event` of its list's system
(core/rating/systems.py), as it was rated when it was stored:

* US Chess: core/rating/uschess/system.py → norms.py (title norms), lifetime.py (lifetime titles of the 1990s)
* FIDE: core/rating/fide/system.py → norms/evaluation.py (title regulations, clause by clause)

The cards are bot/ui/systems/uschess/norms_card.py and bot/ui/systems/fide/norm_card.py.
"""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.framework.context import Services
from bot.services.ratings.fide.norms import NormQuestion, uses_fide_norms
from bot.services.ratings.uschess import norms_of
from bot.ui.buttons.claims import ask_afterwards
from bot.ui.buttons.event import norm_buttons
from bot.ui.buttons.norms import check_norm_button, check_norm_form, reply_norm, tables_button
from bot.ui.buttons.ratings import reply_lowering
from bot.ui.framework.answers import reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.errors import BESIDE
from bot.ui.framework.server import actor_or_none
from bot.ui.systems.uschess.norms_card import norms_card
from cogs.options.events import EVENT, Event
from cogs.options.players import PLAYER_OR_YOU, LookedAt


class NormsCog(commands.Cog):
    """Norms of an event, and tables of lifetime titles."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(player=PLAYER_OR_YOU, event=f"{EVENT} (default: the latest)")
    async def norms(
        self, interaction: discord.Interaction[Any], player: LookedAt | None = None, event: Event | None = None
    ) -> None:
        """Show an event's norms and the way to the next title."""
        actor = actor_or_none(interaction)
        if actor is None:
            await check_norm_form.open(interaction, {}, 0, 0)
            return
        interaction.extras[BESIDE] = lasting(tables_button(), check_norm_button(0, 0))
        if await uses_fide_norms(self.services, actor, player, event):
            await reply_norm(interaction, NormQuestion(event_id=event, member=player))
            return
        report = await norms_of(self.services, actor, player, event)
        more = [tables_button(), check_norm_button(report.event.event_id or 0, report.event.player.id)]
        below = norm_buttons(report.event, *more, *reply_lowering(interaction, report))
        await reply(interaction, norms_card(report), below)
        await ask_afterwards(interaction, report.may_be)
