"""/challenge: propose a match to another member."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.challenges import MOST_GAMES, NewChallenge, own_challenges
from bot.services.context import Services
from bot.ui.buttons.challenges import challenge_and_reply
from bot.ui.cards.challenges import own_challenges_embed
from bot.ui.framework.answers import reply
from bot.ui.framework.server import actor_of
from cogs.options.choices import List, Reason
from cogs.options.events import LastDay
from cogs.options.players import OnDiscord

COLOURS = [
    Choice(name="I begin: White, or the first move", value="white"),
    Choice(name="the other begins", value="black"),
    Choice(name="by lot", value="lot"),
]
_BEGINS = {"white": True, "black": False}


class ChallengeCog(commands.Cog):
    """Matches of two."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.rename(system="list")
    @app_commands.describe(
        player="Whom; left out, you see your challenges that are open",
        system="Which rating list; the club's usual one if left out",
        games="How many games, 1 to 20; 1 if left out",
        colour="Who has White, or the first move, in the first game; by lot if left out",
        until="The last day to answer; seven days if left out",
        note="A word to the other, such as when and where",
    )
    @app_commands.choices(colour=COLOURS)
    async def challenge(
        self,
        interaction: discord.Interaction[Any],
        player: OnDiscord | None = None,
        system: List | None = None,
        games: app_commands.Range[int, 1, MOST_GAMES] = 1,
        colour: str = "lot",
        until: LastDay | None = None,
        note: Reason | None = None,
    ) -> None:
        """Challenge a member to a match that is rated, or see your challenges."""
        actor = actor_of(interaction)
        if player is None:
            mine = await own_challenges(self.services, actor)
            await reply(interaction, own_challenges_embed(mine, actor.club_id), ephemeral=True)
            return
        written = NewChallenge(player, system, games, _BEGINS.get(colour), until, note)
        await challenge_and_reply(interaction, self.services, actor, written)
