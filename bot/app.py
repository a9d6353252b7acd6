"""The Discord application: the bot, its command tree, and starting and stopping."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot import measures
from bot.services.alive.role_moves import look_in_every_club
from bot.services.backup import DailyBackups
from bot.services.challenges.results import count_reported
from bot.services.context import Services
from bot.services.fide.lists import publish_everywhere
from bot.services.privacy.left_clubs import note_clubs, tidy
from bot.services.seasons.end import end_due_seasons
from bot.services.upkeep.due_matches import count_matches
from bot.services.upkeep.refold import refold_outdated
from bot.store.database import DatabaseError
from bot.ui.buttons.dispatch import on_interaction
from bot.ui.framework.daily_line import tell_directors
from bot.ui.framework.error_handler import handle
from bot.ui.framework.server.accounts import begin, end
from bot.ui.framework.server.server_members import ServerMembers
from bot.ui.framework.told_later import ToldLater
from bot.ui.sending.worker import OutboxWorker
from cogs.challenge import ChallengeCog
from cogs.club import ClubCog
from cogs.event import EventCog
from cogs.fide import FideCog
from cogs.help import HelpCog
from cogs.leaderboard import LeaderboardCog
from cogs.members import MembersCog
from cogs.menus import MenusCog
from cogs.norms import NormsCog
from cogs.oracle import OracleCog
from cogs.player import PlayerCog
from cogs.privacy import PrivacyCog
from cogs.qursh import QurshCog
from cogs.rating import RatingCog
from cogs.season import SeasonCog
from cogs.setup import SetupCog
from core.errors import RatingError

log = logging.getLogger(__name__)

# The bot never speaks: that the voice libraries are missing is no news.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

DRAIN_SECONDS = 20
"""How long a shutdown waits for transactions under way."""

GARBAGE = 10_000
"""New objects after which the collector looks for cycles; Python's own 700 make a large section half as slow again."""

SECONDS_BETWEEN_LISTS, SECONDS_BETWEEN_LEAVERS, SECONDS_BETWEEN_LEADS = 3600, 86_400, 15


_COMMAND_TASKS = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")
"""How discord.py names the tasks of commands, buttons and forms."""


class Tree(app_commands.CommandTree["CrosstableBot"]):
    """The command tree; its errors go through the one door."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await handle(interaction, error)
        end()

    async def interaction_check(self, interaction: discord.Interaction["CrosstableBot"], /) -> bool:
        begin(interaction)
        if interaction.client.stopping and interaction.type is not discord.InteractionType.autocomplete:
            await interaction.response.send_message("Crosstable is restarting: try again in a minute.", ephemeral=True)
        return not interaction.client.stopping


class CrosstableBot(commands.AutoShardedBot):
    """The bot. The intent for members tells it who is called what and who leaves; it works without."""

    def __init__(
        self,
        services: Services,
        *,
        shard_count: int | None = None,
        shard_ids: tuple[int, ...] | None = None,
        members: bool = True,
        trace: aiohttp.TraceConfig | None = None,
        backups: DailyBackups | None = None,
    ) -> None:
        """Make a bot; trace: told of every request to Discord."""
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
        self.told_later = ToldLater(services)
        self.server_members = ServerMembers(has_intent=members)
        self.outbox = OutboxWorker(self, services, self._is_told_of)
        self.stopping = False
        self._frozen = False

    async def setup_hook(self) -> None:
        await self.add_commands()
        await self.told_later.load()
        if self._is_first:
            # One process is enough to tell Discord about the commands.
            await self.sync_when_changed()

    async def add_commands(self) -> None:
        """Put every command into the tree; Discord is not asked."""
        for cog in (RatingCog, NormsCog, LeaderboardCog, EventCog, PlayerCog, FideCog, QurshCog, OracleCog, ClubCog):
            await self.add_cog(cog(self.services))
        await self.add_cog(SeasonCog(self.services))
        await self.add_cog(ChallengeCog(self.services))
        await self.add_cog(MenusCog(self.services, self.tree))
        await self.add_cog(PrivacyCog(self.services))
        await self.add_cog(HelpCog(self.services))
        await self.add_cog(SetupCog(self))
        self.members_cog = MembersCog(self.services, self, self.server_members)
        await self.add_cog(self.members_cog)

    async def sync_when_changed(self) -> bool:
        """Send the commands to Discord when they are not what it has; tell whether they were sent."""
        ours = {command.name: _essence(command.to_dict(self.tree)) for command in self.tree.get_commands()}
        # As Discord sent them: the library's own objects leave out permissions and lose a command's contexts.
        sent = await self.http.get_global_commands(self.application_id or 0)
        theirs = {command["name"]: _essence(command) for command in sent}
        if ours == theirs:
            return False
        await self.tree.sync()
        log.info("sent %d commands to Discord", len(ours))
        return True

    async def on_interaction(self, interaction: discord.Interaction["CrosstableBot"]) -> None:
        await on_interaction(interaction)

    async def on_app_command_completion(self, interaction: discord.Interaction["CrosstableBot"], _command: Any) -> None:
        end()
        await self.told_later.tell(interaction)

    async def on_ready(self) -> None:
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        if not self._frozen:
            # What lives from here on lives for ever: the collector need not walk it again and again.
            self._frozen = True
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            gc.set_threshold(GARBAGE)
            await note_clubs(self.services, {guild.id for guild in self.guilds}, self._is_told_of)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        measures.gateway_reconnects.inc()

    @property
    def _is_first(self) -> bool:
        """Return whether this process does what one of several is enough for."""
        return self.shard_ids is None or 0 in self.shard_ids

    def _is_told_of(self, guild_id: int) -> bool:
        """Return whether a server is one of this process's shards."""
        return self.shard_ids is None or (guild_id >> 22) % (self.shard_count or 1) in self.shard_ids

    def by_itself(self) -> list[Coroutine[Any, Any, None]]:
        """Return what the bot does unasked, each of which never ends."""
        led = while_leading(self.services, lambda: publish_hourly(self))
        work = [led, look_for_leavers(self), self.outbox.run()]
        if self.backups is not None and self._is_first:
            work.append(back_up_daily(self.services, self.backups))
        return work

    async def close(self) -> None:
        """Leave Discord, and end the process that pairs rounds."""
        await super().close()
        await self.services.engine.close()

    async def finish(self) -> None:
        """Take no new commands, let those under way store and answer, then leave Discord."""
        self.stopping = True
        self.outbox.stop()
        under_way = [task for task in asyncio.all_tasks() if task.get_name().startswith(_COMMAND_TASKS)]
        if under_way:
            await asyncio.wait(under_way, timeout=DRAIN_SECONDS)
        if not await self.services.database.drain(DRAIN_SECONDS):
            log.warning("a transaction did not end within %d seconds and is rolled back", DRAIN_SECONDS)
        await self.close()
        await self.services.database.close()


_KEPT = ("name", "description", "type", "options", "choices", "required", "autocomplete", "value")
_LIMITS = ("min_value", "max_value", "min_length", "max_length", "channel_types", "default_member_permissions")
_PLACES = ("contexts", "integration_types", "nsfw")


def _essence(payload: Any) -> Any:
    """Return what makes a command what it is, without ids and without values that mean "not set"."""
    if isinstance(payload, dict):
        kept = {key: _essence(payload[key]) for key in (*_KEPT, *_LIMITS, *_PLACES) if key in payload}
        if "default_member_permissions" in kept and kept["default_member_permissions"] is not None:
            kept["default_member_permissions"] = int(kept["default_member_permissions"])
        return {key: value for key, value in kept.items() if value not in (None, False, [], "")}
    if isinstance(payload, list | tuple):
        return [_essence(item) for item in payload]
    return payload


async def while_leading(services: Services, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do work that never ends while this process leads; when it ends, another one does within a minute; never ends."""
    under_way: asyncio.Task[None] | None = None
    try:
        while True:
            if not await services.database.leads():
                if under_way is not None:
                    under_way.cancel()
                under_way = None
            elif under_way is None or under_way.done():
                under_way = asyncio.create_task(work())
            await asyncio.sleep(SECONDS_BETWEEN_LEADS)
    finally:
        if under_way is not None:
            under_way.cancel()


async def publish_hourly(bot: CrosstableBot) -> None:
    """Publish the FIDE lists that are due, in all clubs, within an hour of the first of a month; never ends.

    Clubs whose ratings could not be worked out again for this version are tried again first.
    Matches to which nobody has objected in time come to count in the same hour, and what is kept no longer goes.
    Directors are told once a day what waits for them, as soon as the bot is in Discord.
    """
    services = bot.services
    jobs: dict[str, Callable[[], Awaitable[object]]] = {
        "ratings": lambda: refold_outdated(services),
        "pending": lambda: count_matches(services),
        "seasons": lambda: end_due_seasons(services),
        "challenges": lambda: count_reported(services),
        "retention": lambda: tidy(services),
        "roles": lambda: look_in_every_club(services),
        "lists": lambda: _publish_lists(services),
        "directors": lambda: _tell_directors(bot),
    }
    while True:
        for name, job in jobs.items():
            await _do(name, job)
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def _do(name: str, job: Callable[[], Awaitable[object]]) -> None:
    """Do a job of the hour; one that fails keeps no other from being done."""
    try:
        await job()
    except Exception as error:
        trace = not isinstance(error, DatabaseError | RatingError)  # which say what to do
        log.error("the hourly work could not be done (%s: %s); the next hour tries again", name, error, exc_info=trace)
        measures.job_failures.labels(name).inc()
    else:
        measures.job_last_success.labels(name).set_to_current_time()


async def _publish_lists(services: Services) -> None:
    clubs = await publish_everywhere(services)
    if clubs:
        log.info("published FIDE lists in %d clubs", clubs)


async def _tell_directors(bot: CrosstableBot) -> None:
    if bot.is_ready():
        await tell_directors(bot.services, bot)


async def back_up_daily(services: Services, backups: DailyBackups) -> None:
    """Make a backup within an hour of the last one's being a day old; never ends."""
    while True:
        await _do("backup", lambda: backups.make(services))
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def look_for_leavers(bot: CrosstableBot) -> None:
    """Mark once a day who has left or come back while the bot was away, or is not told; never ends."""
    await bot.wait_until_ready()
    while True:
        await bot.members_cog.look()
        await asyncio.sleep(SECONDS_BETWEEN_LEAVERS)
