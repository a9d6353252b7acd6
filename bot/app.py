"""The Discord application: the bot, its command tree, and starting and stopping."""

import asyncio
import contextlib
import gc
import logging
import signal
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.logs import concerning
from bot.services.context import Services
from bot.services.fide.lists import publish_everywhere
from bot.services.privacy.left_clubs import note_clubs, tidy
from bot.services.upkeep.due_matches import count_matches
from bot.services.upkeep.refold import refold_outdated
from bot.settings import Settings
from bot.store import clubs, errors
from bot.store.database import Database, DatabaseError
from bot.store.migrate import require_current
from bot.store.schema.repair import SchemaError
from bot.ui.buttons.dispatch import on_interaction
from bot.ui.buttons.registry import DYNAMIC_ITEMS
from bot.ui.framework.daily_line import tell_directors
from bot.ui.framework.error_handler import handle
from bot.ui.framework.server_members import ServerMembers
from bot.ui.framework.unshown import UnshownAnswers
from cogs.club import ClubCog
from cogs.event import EventCog
from cogs.fide import FideCog
from cogs.help import HelpCog
from cogs.leaderboard import LeaderboardCog
from cogs.members import MembersCog
from cogs.norms import NormsCog
from cogs.oracle import OracleCog
from cogs.player import PlayerCog
from cogs.privacy import PrivacyCog
from cogs.qursh import QurshCog
from cogs.rating import RatingCog
from cogs.setup import SetupCog

log = logging.getLogger(__name__)

DRAIN_SECONDS = 20
"""How long a shutdown waits for transactions under way."""


SECONDS_BETWEEN_LISTS, SECONDS_BETWEEN_LEAVERS = 3600, 86_400

GONE_SECONDS, SECONDS_BETWEEN_LOOKS = 60, 5
EXIT_GONE = 74
"""sysexits' EX_IOERR: a supervisor is to ring the bell."""
STRANGE_SCHEMA = 78
"""The exit code for tables of no released version: a restart does not help (EX_CONFIG of sysexits)."""

_COMMAND_TASKS = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")
"""How discord.py names the tasks of commands, buttons and forms."""


class StartError(Exception):
    """The bot cannot start or go on; the message is one line that says what to do.

    code: what the process ends with.
    """

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class Tree(app_commands.CommandTree["CrosstableBot"]):
    """The command tree; its errors go through the one door."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await handle(interaction, error)
        await interaction.client.unshown.tell(interaction)

    async def interaction_check(self, interaction: discord.Interaction["CrosstableBot"], /) -> bool:
        concerning(interaction)
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
    ) -> None:
        shards: dict[str, Any] = {} if shard_ids is None else {"shard_ids": list(shard_ids)}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True, members=members),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            shard_count=shard_count,
            **shards,
        )
        self.services = services
        self.unshown = UnshownAnswers(services)
        self.server_members = ServerMembers(has_intent=members)
        self.stopping = False
        self._frozen = False

    async def setup_hook(self) -> None:
        for cog in (RatingCog, NormsCog, LeaderboardCog, EventCog, PlayerCog, FideCog, QurshCog, OracleCog, ClubCog):
            await self.add_cog(cog(self.services))
        await self.add_cog(PrivacyCog(self.services))
        await self.add_cog(HelpCog(self.services))
        await self.add_cog(SetupCog(self))
        self.members_cog = MembersCog(self.services, self, self.server_members)
        await self.add_cog(self.members_cog)
        self.add_dynamic_items(*DYNAMIC_ITEMS)
        await self.unshown.load()
        if self.shard_ids is None or 0 in self.shard_ids:
            # One process is enough to tell Discord about the commands.
            await self.sync_when_changed()

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
        await self.unshown.tell(interaction)

    async def on_ready(self) -> None:
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        if not self._frozen:
            # What lives from here on lives for ever: the collector need not walk it again and again.
            self._frozen = True
            gc.collect()
            gc.freeze()
            await note_clubs(self.services, {guild.id for guild in self.guilds}, self._is_told_of)

    def _is_told_of(self, guild_id: int) -> bool:
        """Return whether a server is one of this process's shards."""
        return self.shard_ids is None or (guild_id >> 22) % (self.shard_count or 1) in self.shard_ids

    async def finish(self) -> None:
        """Take no new commands, let those under way store and answer, then leave Discord."""
        self.stopping = True
        under_way = [task for task in asyncio.all_tasks() if task.get_name().startswith(_COMMAND_TASKS)]
        if under_way:
            await asyncio.wait(under_way, timeout=DRAIN_SECONDS)
        if not await self.services.database.drain(DRAIN_SECONDS):
            log.warning("a transaction did not end within %d seconds and is rolled back", DRAIN_SECONDS)
        await self.close()
        await self.services.database.close()


_KEPT = ("name", "description", "type", "options", "choices", "required", "autocomplete", "value")
_LIMITS = ("min_value", "max_value", "min_length", "max_length", "channel_types", "default_member_permissions")
_PLACES = ("contexts", "nsfw")


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


async def publish_hourly(services: Services, bot: "CrosstableBot | None" = None) -> None:
    """Publish the FIDE lists that are due, in all clubs, within an hour of the first of a month; never ends.

    Clubs whose ratings could not be worked out again for this version are tried again first.
    Matches to which nobody has objected in time come to count in the same hour, and what is kept no longer goes.
    bot: tells directors once a day what waits for them, as soon as it is in Discord.
    """
    while True:
        try:
            await refold_outdated(services)
            await count_matches(services)
            await tidy(services)
            clubs = await publish_everywhere(services)
            if bot is not None and bot.is_ready():
                await tell_directors(services, bot)
        except Exception:
            log.exception("the hourly work could not be done; the next hour tries again")
        else:
            if clubs:
                log.info("published FIDE lists in %d clubs", clubs)
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def look_for_leavers(bot: CrosstableBot) -> None:
    """Mark once a day who has left or come back while the bot was away, or is not told; never ends."""
    await bot.wait_until_ready()
    while True:
        await bot.members_cog.look()
        await asyncio.sleep(SECONDS_BETWEEN_LEAVERS)


def open_database(settings: Settings) -> Database:
    """Return the database of the settings; nothing is connected yet."""
    shards = "all" if settings.shard_ids is None else ",".join(map(str, settings.shard_ids))
    return Database(
        settings.database_url.get_secret_value(),
        pool=settings.database_pool,
        prepare=settings.database_prepare,
        name=f"crosstable/{shards}",
    )


async def run_bot(
    token: str, database: Database, *, shard_count: int | None = None, shard_ids: tuple[int, ...] | None = None
) -> None:
    """Run the real bot until SIGINT or SIGTERM, and close its database; raise StartError when it cannot start."""
    try:
        await require_usable(database)
        database.mark_file()
        try:
            await _serve(token, CrosstableBot(Services(database), shard_count=shard_count, shard_ids=shard_ids))
        except discord.PrivilegedIntentsRequired:
            log.warning(
                "Discord does not tell this bot who the members are: turn on the Server Members Intent in the "
                "developer portal, and it proposes them for files and marks who leaves at once"
            )
            await _serve(
                token, CrosstableBot(Services(database), shard_count=shard_count, shard_ids=shard_ids, members=False)
            )
    except discord.LoginFailure:
        raise StartError("Discord does not accept the token: put the bot's token into DISCORD_TOKEN.") from None
    except discord.PrivilegedIntentsRequired as error:
        raise StartError(f"Discord refuses the connection: {error}") from None
    except discord.ConnectionClosed as error:
        raise StartError(f"Discord ended the connection ({error}): check SHARD_COUNT and SHARD_IDS.") from None
    except (OSError, discord.GatewayNotFound, discord.HTTPException) as error:
        raise StartError(f"Discord cannot be reached ({error}): check the network connection.") from None
    finally:
        await database.close()


async def _serve(token: str, bot: CrosstableBot) -> None:
    """Run a bot until SIGINT or SIGTERM, or until its database is gone."""
    database = bot.services.database
    async with bot:
        stop = stop_on_signals()
        publishing = asyncio.create_task(publish_hourly(bot.services, bot))
        looking = asyncio.create_task(look_for_leavers(bot))
        running = asyncio.create_task(bot.start(token))
        stopped = asyncio.create_task(stop.wait())
        gone = asyncio.create_task(until_gone(database))
        await asyncio.wait((running, stopped, gone), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        gone.cancel()
        publishing.cancel()
        looking.cancel()
        if stop.is_set() or not running.done():
            await bot.finish()
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            if not stop.is_set():
                raise StartError(f"The database {database.file} is gone: restore a backup.", EXIT_GONE)
        else:
            await running


async def until_gone(database: Database) -> None:
    """Return once the database file has been gone for a minute: by itself it does not come back."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        if database.gone_for() >= GONE_SECONDS:
            return


async def require_usable(database: Database, setting: str = "DATABASE_URL") -> None:
    """Raise StartError unless the database can be opened and is at this version's revision."""
    try:
        database.log_driver()
        await require_current(database)
        outdated = await database.read(clubs.folded_before, club=None)
        if outdated and not await database.read(clubs.any_is_current, club=None):
            raise DatabaseError("An older version worked the ratings out: run `python -m bot migrate` first.")
        if outdated:
            # The migration has been run and failed in some: they must not keep the others from their bot.
            names = ", ".join(map(str, outdated))
            log.error("the ratings of %d clubs are not worked out for this version: %s", len(outdated), names)
    except SchemaError as error:
        raise StartError(str(error), STRANGE_SCHEMA) from None
    except DatabaseError as error:
        raise StartError(str(error)) from None
    except Exception as error:
        raise StartError(f"The database cannot be opened ({errors.reason(error)}): check {setting}.") from None


def stop_on_signals() -> asyncio.Event:
    """Return an event that SIGINT and SIGTERM set."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, stop.set)
        except NotImplementedError:  # Windows has no signal handlers on its loop
            signal.signal(name, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop
