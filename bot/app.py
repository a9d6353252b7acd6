"""The Discord application: bot, command tree, start and stop."""

import asyncio
import gc
import logging
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot import metrics
from bot.scheduled import (
    DiscordTime,
    ScheduledBot,
    look_for_leavers,
    repeat_hourly,
    while_leading,
    work_hourly,
)
from bot.services.club.backup import DailyBackups
from bot.services.club.privacy import erase_departed, note_club, note_clubs
from bot.services.framework.context import Services
from bot.services.people.roster.monthly import MonthlyList
from bot.settings import About
from bot.ui.buttons.presses import on_interaction
from bot.ui.framework.errors import handle
from bot.ui.framework.mentions import mention_commands
from bot.ui.framework.server import INVITE, SCOPES, ServerMembers, begin, end
from bot.ui.framework.text import HALF_CHARACTER, is_whole
from bot.ui.messages.daily import ClosedMessageNotices
from bot.ui.messages.worker import OutboxWorker
from bot.ui.wording.locales import CommandTranslator
from cogs.boards import BoardsCog
from cogs.events import EventsCog
from cogs.help import HelpCog
from cogs.matches import MatchesCog
from cogs.me import MeCog
from cogs.members import MembersCog
from cogs.menus import MenusCog
from cogs.norms import NormsCog
from cogs.permissions import PermissionsCog
from cogs.qursh import QurshCog
from cogs.rating import RatingCog
from cogs.setup import SetupCog
from cogs.td import TdCog

log = logging.getLogger(__name__)

# The bot never speaks: missing voice libraries need no warning.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

DRAIN_SECONDS = 20
"""How long a shutdown waits for transactions under way."""

GARBAGE = 10_000
"""New objects after which the collector looks for cycles; Python's own 700 make a large section half as slow again."""

RESTARTING = "Crosstable is restarting. Try again in a minute."

_COMMAND_TASKS = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")
"""How discord.py names the tasks of commands, buttons and forms."""


class Tree(app_commands.CommandTree["CrosstableBot"]):
    """The command tree with common error handling."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await handle(interaction, error)
        end()

    async def interaction_check(self, interaction: discord.Interaction["CrosstableBot"], /) -> bool:
        begin(interaction)
        bot = interaction.client
        sentence = RESTARTING if bot.stopping else bot.refusal(interaction)
        if sentence is not None and interaction.type is not discord.InteractionType.autocomplete:
            await interaction.response.send_message(sentence, ephemeral=True)
        return sentence is None


class CrosstableBot(ScheduledBot):
    """The bot. The members intent adds names and departures; it works without."""

    def __init__(
        self,
        services: Services,
        *,
        shard_count: int | None = None,
        shard_ids: tuple[int, ...] | None = None,
        members: bool = True,
        trace: aiohttp.TraceConfig | None = None,
        backups: DailyBackups | None = None,
        discord_time: DiscordTime | None = None,
        about: About | None = None,
        site_folder: Path | None = None,
        fide_list: MonthlyList | None = None,
        mentions: bool = False,
    ) -> None:
        """Create a bot; trace: receives Discord requests. discord_time: detects a wrong clock.

        mentions: commands named in messages open when pressed; not where a page shows mentions raw.
        """
        given: dict[str, Any] = {} if shard_ids is None else {"shard_ids": list(shard_ids)}
        if trace is not None:
            given["http_trace"] = trace
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True, members=members),
            # Said of every command: otherwise Discord takes what the portal allows.
            allowed_installs=app_commands.AppInstallationType(guild=True),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            shard_count=shard_count,
            **given,
        )
        self.services = services
        self.backups = backups
        self.discord_time = discord_time
        self.about = about or About()
        self.site_folder = site_folder
        self.fide_list = fide_list
        self.mentions = mentions
        self.told_later = ClosedMessageNotices(services)
        self.server_members = ServerMembers(has_intent=members)
        self.outbox = OutboxWorker(self, services, self._is_on_shard)
        self.stopping = False
        self._frozen = False

    async def setup_hook(self) -> None:
        await self.add_commands()
        await self.told_later.load()
        # One process is enough to tell Discord about the commands.
        sent = await self.send_commands() if self._is_first else None
        if self.mentions:
            await self._mention_commands(sent)
        if self._is_first:
            invite = discord.utils.oauth_url(self.application_id or 0, permissions=INVITE, scopes=SCOPES)
            log.info("invite link: %s", invite)

    async def add_commands(self) -> None:
        for cog in (
            RatingCog,
            NormsCog,
            BoardsCog,
            EventsCog,
            QurshCog,
        ):
            await self.add_cog(cog(self.services))
        await self.add_cog(TdCog(self.services))
        await self.add_cog(MatchesCog(self.services))
        await self.add_cog(MenusCog(self.services, self.tree))
        await self.add_cog(MeCog(self.services))
        await self.add_cog(HelpCog(self.about))
        await self.add_cog(SetupCog(self))
        await self.add_cog(PermissionsCog(self.services))
        self.members_cog = MembersCog(self.services, self, self.server_members)
        await self.add_cog(self.members_cog)

    async def send_commands(self) -> list[app_commands.AppCommand]:
        await self.tree.set_translator(CommandTranslator())
        sent = await self.tree.sync()
        log.info("sent commands to Discord: commands=%d", len(sent))
        return sent

    async def _mention_commands(self, sent: list[app_commands.AppCommand] | None) -> None:
        try:
            mention_commands(self, sent or await self.tree.fetch_commands())
        except discord.HTTPException as error:
            log.warning("fetching commands failed, they are named without mentions: %r", error)

    async def on_interaction(self, interaction: discord.Interaction["CrosstableBot"]) -> None:
        await on_interaction(interaction)

    async def on_app_command_completion(self, interaction: discord.Interaction["CrosstableBot"], _command: Any) -> None:
        end()
        await self.told_later.send_notice(interaction)

    async def on_ready(self) -> None:
        log.info("ready: user=%s servers=%d", self.user, len(self.guilds))
        if not self._frozen:
            # What lives from here on lives for ever: the collector need not walk it again and again.
            self._frozen = True
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            gc.set_threshold(GARBAGE)
        await self.note_servers()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        # A server that invited the bot again while its session restarted is announced in no other way.
        if self.is_ready():
            await note_club(self.services, guild.id, is_present=True)

    async def note_servers(self) -> None:
        await note_clubs(self.services, {guild.id for guild in self.guilds}, self._is_on_shard)

    async def erase_departed(self) -> None:
        """Record this process's servers and erase clubs left long ago."""
        await self.wait_until_ready()
        await self.note_servers()
        await erase_departed(self.services, {guild.id for guild in self.guilds}, self._is_on_shard)

    def refusal(self, interaction: discord.Interaction[Any]) -> str | None:
        """Return why an interaction is refused; its id shows Discord's time."""
        if self.discord_time is not None:
            self.discord_time.saw(interaction.created_at)
        sent: Any = interaction.data or {}
        return self.clock_problem() or (None if is_whole(sent) else HALF_CHARACTER)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        metrics.gateway_reconnects.inc()

    @property
    def _is_first(self) -> bool:
        return self.shard_ids is None or 0 in self.shard_ids

    def _is_on_shard(self, guild_id: int) -> bool:
        return self.shard_ids is None or (guild_id >> 22) % (self.shard_count or 1) in self.shard_ids

    def by_itself(self) -> list[Coroutine[Any, Any, None]]:
        work = [while_leading(self.services, partial(work_hourly, self, asking=asking)) for asking in (False, True)]
        work += [repeat_hourly(self, "servers", self.erase_departed), self.outbox.run()]
        work.append(look_for_leavers(self, lambda: self.members_cog.look()))
        if self.backups is not None and self._is_first:
            work.append(repeat_hourly(self, "backup", partial(self.backups.make, self.services)))
        if self.fide_list is not None and self._is_first:
            work.append(repeat_hourly(self, "fide list", partial(self.fide_list.load, self.services)))
        if self.site_folder is not None and self._is_first:
            from bot.site.publish import publish_sites

            work.append(publish_sites(self.services, self.site_folder))
        return work

    async def close(self) -> None:
        """Leave Discord and other services, and end the process that pairs rounds."""
        await super().close()
        await self.services.connections.close()
        await self.services.engine.close()

    async def finish(self) -> None:
        """Stop accepting commands, finish the running ones, leave Discord."""
        self.stopping = True
        self.outbox.stop()
        under_way = [task for task in asyncio.all_tasks() if task.get_name().startswith(_COMMAND_TASKS)]
        if under_way:
            await asyncio.wait(under_way, timeout=DRAIN_SECONDS)
        if not await self.services.database.drain(DRAIN_SECONDS):
            log.warning("transaction timed out and was rolled back: seconds=%d", DRAIN_SECONDS)
        await self.close()
        await self.services.database.close()
