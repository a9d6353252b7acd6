"""/norms: parse → use case → card → reply.

`cogs/options` read the options, `reply_norms` (bot/ui/buttons/norms.py) answers. A US Chess event goes to `norms_of`
(bot/services/ratings/uschess.py), a FIDE event to `norm_of` (bot/services/ratings/fide/norms.py). Both rate
the stored event again by `rate_event` of its list's system (core/rating/systems.py), as when it was stored:

* US Chess: core/rating/uschess/system.py → norms.py (title norms), lifetime.py (lifetime titles of the 1990s)
* FIDE: core/rating/fide/system.py → norms/evaluation.py (title regulations, clause by clause)

The cards are bot/ui/systems/uschess/norms_card.py and bot/ui/systems/fide/norm_card.py.
"""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.framework.context import Services
from bot.ui.buttons.help import topic
from bot.ui.buttons.norms import check_norm_form, reply_norms
from bot.ui.framework.server import actor_or_none
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
        if actor_or_none(interaction) is None:
            await check_norm_form.open(interaction, {}, 0, 0)
            return
        await reply_norms(interaction, player, event)


topic(
    5,
    "norms",
    "Earn US Chess norms",
    "You earn a norm at a level (1200, 1400, … 2400) when your points exceed that level's expected score by "
    "more than one. The event must be Regular, with four games or more and no opponent met more than twice. "
    "With three games and a full-point bye you must exceed it by two.\n"
    "Five norms at a level or higher earn its title, for life. You also need an established rating, and from "
    "2000 up an established rating of that level once.\n"
    "`/norms` shows your last event. **All levels** has the whole table.",
)

topic(
    6,
    "lifetime",
    "Read a code such as 1575*c2",
    "The code behind an established rating is a lifetime title of the 1990s (`c`, Certified Class C, 1400) "
    "and the points toward the next one. A title starts 100 points below your first established rating and never "
    "falls.\n"
    "An event of four rounds or more, with four rated games and two points, tests each level from your title "
    "up. The highest level earns 2 points, or 5 when it is two titles above yours. Ten points earn the next "
    "title. 300 games above 2200 earn Life Master.\n"
    "**Tables** under `/norms` shows the numbers and their sources. After many poor results you can "
    "ask for a lower title there.",
)

topic(
    7,
    "fide",
    "Play for a FIDE rating",
    "Choose a FIDE list with `list`. Events wait for the next monthly list: all changes of the month are "
    "added and rounded once. **Coming list** under a FIDE `/leaderboard` shows who gains or loses how much.\n"
    "A first rating requires five games against rated opponents and at least 1400. `/rating estimate` with a "
    "FIDE list and `games: 0` shows what your games give.\n"
    "**Check a FIDE norm** under `/norms` tests an event for GM, IM, WGM and WIM norms, and shows what is "
    "missing.\n"
    "All figures are estimates. Official ratings: [ratings.fide.com](https://ratings.fide.com/).",
)
