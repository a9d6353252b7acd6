"""The greeting of a new server, which starts the set-up."""

import logging

import discord
from discord.ext import commands

from bot.ui.buttons.set_up import open_set_up_button
from bot.ui.cards.reports import greeting, letter
from bot.ui.framework.buttons import lasting
from bot.ui.framework.server import NEEDED, missing
from bot.ui.framework.text import safe

log = logging.getLogger(__name__)


class SetupCog(commands.Cog):
    """Greets new servers."""

    def __init__(self, bot: discord.Client) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet in the system channel, or write to the owner."""
        lacking = list(NEEDED.values())
        channel = guild.system_channel
        try:
            if channel is not None:
                allowed = channel.permissions_for(guild.me)
                lacking = missing(allowed)
                if allowed.view_channel and allowed.send_messages:
                    await channel.send(greeting(lacking), view=lasting(open_set_up_button()))
                    return
            owner = await self.bot.fetch_user(guild.owner_id or 0)
            support_button = discord.ui.Button[discord.ui.View](
                label="Open the server", url=f"https://discord.com/channels/{guild.id}"
            )
            view = lasting()
            view.add_item(support_button)
            await owner.send(letter(safe(guild.name), [] if channel is None else lacking), view=view)
        except discord.HTTPException as error:
            # They may accept no messages.
            log.warning("greeting failed: server=%d: %s", guild.id, error)
