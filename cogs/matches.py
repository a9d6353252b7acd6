"""/challenge and /match."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.challenges import MOST_GAMES, NewChallenge, own_challenges
from bot.services.club_settings import default_list
from bot.services.context import Services
from bot.services.oracle.match import MatchSubmission, is_new_name
from bot.services.oracle.pools import ParsedSide
from bot.ui.buttons.challenges import challenge_and_reply
from bot.ui.buttons.oracle import new_player_form
from bot.ui.buttons.results import report_and_reply
from bot.ui.cards.challenges import own_challenges_embed
from bot.ui.framework.answers import reply
from bot.ui.framework.server import actor_of
from cogs.options.choices import LIST, List, Reason
from cogs.options.players import OnDiscord, SideOption
from core.errors import NotFoundError
from core.systems import is_pool

SIDES = ","
"""Between two players for whom a director reports."""


class SidesOption(SideOption):
    """The opponent, or two players for whom a director reports."""

    async def transform(  # type: ignore[override]  # two players
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> tuple[ParsedSide | None, ParsedSide]:
        opponent = await super().transform(interaction, value)
        first, comma, second = (part.strip() for part in value.partition(SIDES))
        if not comma or opponent.member is not None or opponent.text.startswith("#"):
            return None, opponent
        return await super().transform(interaction, first), await super().transform(interaction, second)


Sides = app_commands.Transform[tuple[ParsedSide | None, ParsedSide], SidesOption]
Count = app_commands.Range[int, 0, 1000]


class MatchesCog(commands.Cog):
    """Challenges and matches."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.rename(system="list")
    @app_commands.describe(
        player="Member to challenge (default: your open challenges)",
        system=LIST,
        games="Number of games, 1 to 20 (default: 1)",
        note="Note to the opponent, for example when and where",
    )
    async def challenge(
        self,
        interaction: discord.Interaction[Any],
        player: OnDiscord | None = None,
        system: List | None = None,
        games: app_commands.Range[int, 1, MOST_GAMES] = 1,
        note: Reason | None = None,
    ) -> None:
        """Challenge a member to a rated match."""
        actor = actor_of(interaction)
        if player is None:
            mine = await own_challenges(self.services, actor)
            await reply(interaction, own_challenges_embed(mine, actor.club_id), ephemeral=True)
            return
        written = NewChallenge(player, system, games, note=note)
        await challenge_and_reply(interaction, self.services, actor, written)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.rename(system="list", sides="opponent")
    @app_commands.describe(
        sides="Opponent, or two players: Dana, Eli (directors)",
        wins="Games won",
        losses="Games lost",
        draws="Games drawn (default: 0)",
        system=LIST,
    )
    async def match(
        self,
        interaction: discord.Interaction[Any],
        sides: Sides,
        wins: Count,
        losses: Count,
        draws: Count = 0,
        system: List | None = None,
    ) -> None:
        """Report a match; the opponent confirms it."""
        actor, (first, opponent) = actor_of(interaction), sides
        target = system or await default_list(self.services, actor)
        if is_pool(target) and await is_new_name(self.services, actor, target, opponent):
            filled = {"name": [opponent.text]}
            await new_player_form.open(interaction, filled, target, wins, losses, draws, player_text(first))
            return
        written = MatchSubmission(opponent, wins, losses, draws, member=first, pool=target)
        await report_and_reply(interaction, written)


def player_text(side: ParsedSide | None) -> str | None:
    if side is None:
        return None
    if not side.text.startswith(("#", "<")):
        raise NotFoundError(f'"{side.text}" is not a player of this club. Pick the first player from the list.')
    return side.text.strip("<>")
