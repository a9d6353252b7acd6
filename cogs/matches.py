"""/challenge and /match: parse → use case → card → reply.

`read_sides` reads who plays whom, `parse_won` (core/files/typed/matches.py) what was won. Both commands end in one
`MatchSubmission` for `record_match` (bot/services/matches/match.py), an event that waits for the other side, or
counts at once when a director reports it. It is stored as a crosstable and, once it counts, rated by `rate_event` of
its list's system (core/rating/systems.py): Elo, Glicko-2 and Oracle by game, set or match.

Who the reporter is, and whether somebody has reported the match already, is asked before it is stored.
The card is bot/ui/cards/matches.py, with its buttons in bot/ui/buttons/matches.py.
"""

import re
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.framework.context import Services
from bot.services.matches.challenges import NewChallenge, own_challenges
from bot.services.matches.match import MOST_GAMES
from bot.ui.buttons.challenges import challenge_and_reply
from bot.ui.buttons.help import topic
from bot.ui.buttons.matches import Sides as AnySides
from bot.ui.buttons.matches import read_sides, report_match
from bot.ui.cards.challenges import own_challenges_embed
from bot.ui.framework.answers import reply
from bot.ui.framework.server import actor_of
from cogs.options.choices import CHOICE_CHARACTERS, LIST, List, Reason
from cogs.options.players import OnDiscord, SideOption, people_offered

LAST_NAME = re.compile(r"(?P<before>.*(?:[,+]|\s(?:and|&)))\s*(?P<name>[^,+]*)", re.IGNORECASE)


class SidesOption(SideOption):
    """The opponent, two players for whom a director reports, or two sides of several players."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> AnySides:  # type: ignore[override]  # one or both sides
        return await read_sides(interaction, value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        """Complete the last name."""
        several = LAST_NAME.fullmatch(value)
        if several is None:
            return await people_offered(interaction, value, members_too=True)
        offered = await people_offered(interaction, several["name"], members_too=True)
        texts = [(f"{several['before']} {one.name}", f"{several['before']} {one.value}") for one in offered]
        return [Choice(name=name, value=text) for name, text in texts if max(len(name), len(text)) <= CHOICE_CHARACTERS]


Sides = app_commands.Transform[AnySides, SidesOption]
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
        sides="Opponent; two players (directors): Dana, Eli; doubles: Ann + Bo, Cy + Di",
        wins="Games won, or 3-1, or all sets: 11-7 9-11 11-5",
        losses="Games lost (default: 0)",
        draws="Games drawn (default: 0)",
        system=LIST,
    )
    async def match(
        self,
        interaction: discord.Interaction[Any],
        sides: Sides,
        wins: app_commands.Range[str, 1, 200],
        losses: Count = 0,
        draws: Count = 0,
        system: List | None = None,
    ) -> None:
        """Report a match; the opponent confirms it."""
        await report_match(interaction, sides, wins, losses, draws, system)


topic(
    10,
    "oracle",
    "Oracle: ratings from long matches",
    "An Oracle rating is the chance in percent of beating the **Keeper**, a benchmark player at 50. Everybody "
    "starts at 50; a rating under 20 games is provisional (P).\n"
    "`/match opponent: @Dana wins: 12 losses: 8` reports a match, `wins: 11-7 9-11 11-5` its sets, "
    "`opponent: me + Bo, Cy + Di` doubles on an Elo or Glicko-2 list. A match counts once your opponent or a director "
    "confirms, or after the club's hours; against an engine at once.\n"
    "`/leaderboard` with an Oracle list is the pool, `/rating estimate` predicts a game.\n"
    "**Ratings that hardly change** belong to players with many games. If you only meet weaker players, play "
    "the Keeper or those who do.",
)

topic(
    12,
    "challenges",
    "Challenge somebody",
    "`/challenge player: @Eli games: 3` proposes a rated match. Your opponent has seven days to press "
    "**Accept** or **Decline**.\n"
    "After playing, press **Report result**: each game, or a line such as `WWLDW`. Your opponent presses "
    "**Confirm** or **Dispute**. If nobody answers, the result counts after the hours the club has set.\n"
    "`/challenge` alone lists your open challenges; up to five can wait. A challenge that nobody answers "
    "expires.",
)
