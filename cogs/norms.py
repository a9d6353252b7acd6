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
from bot.ui.buttons.help import topic
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


topic(
    5,
    "norms",
    "Earn US Chess norms",
    "You earn a norm at a level (1200, 1400, … 2400) when your points exceed that level's expected score by "
    "more than one. The event must be Regular, with four games or more and no opponent met more than twice. "
    "With three games and a full-point bye you must exceed it by two.\n"
    "Five norms at a level or higher make its title, for life. You also need an established rating, and from "
    "2000 up an established rating of that level once.\n"
    "`/norms` shows your last event. **All levels** has the whole table.",
)

topic(
    6,
    "lifetime",
    "Read a code such as 1575*c2",
    "The code behind an established rating is a lifetime title of the 1990s (`c`, Certified Class C, 1400) "
    "and the points toward the next one. It starts 100 points below your first established rating and never "
    "falls.\n"
    "An event of four rounds or more, with four rated games and two points, tests each level from your title "
    "up. The highest level earns 2 points, or 5 when it is two titles above yours. Ten points make the next "
    "title. 300 games above 2200 make a Life Master.\n"
    "**Tables** under `/norms` shows the numbers and their sources. After a long run of poor results you can "
    "ask for a lower title there.",
)

topic(
    7,
    "fide",
    "Play for a FIDE rating",
    "Choose a FIDE list with `list`. Events wait for the next monthly list: all changes of the month are "
    "added and rounded once. **Coming list** under a FIDE `/leaderboard` shows who gains or loses how much.\n"
    "A first rating requires five games against rated opponents and at least 1400. `/rating estimate` with a "
    "FIDE list and `games: 0` shows what your games make.\n"
    "**Check a FIDE norm** under `/norms` tests an event for GM, IM, WGM and WIM norms, and shows what is "
    "missing.\n"
    "All figures are estimates. Official ratings: [ratings.fide.com](https://ratings.fide.com/).",
)
