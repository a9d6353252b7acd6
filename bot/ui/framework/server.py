"""Who is on the server, and what the bot may do there."""

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot import about, measures
from bot.about import About
from bot.services.context import Actor, Member, Services
from bot.services.players.find import find_by_user, find_someone_called, user_in
from bot.services.someone import ServerMember, Someone
from bot.store.rows import Player
from bot.ui.framework.text import NAME_CHARACTERS, clean, safe
from core.errors import InputError, NotFoundError

# The account of each interaction: a line in the log and figures, when it has ended.


log = logging.getLogger(__name__)

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
}


def begin(interaction: discord.Interaction[Any], name: str | None = None) -> About:
    """Let this task be about an interaction; a second call finds what the first one began.

    name: of a control or form, from a bounded set; a command has its own.
    """
    now = about.current()
    if now is not None and now.interaction == interaction.id:
        return now
    shards = interaction.client.shard_count
    command = interaction.command
    data: Any = interaction.data or {}
    shown = f"/{command.qualified_name}" if command is not None else f"{data.get('custom_id')!a:.100}"
    now = About(
        interaction=interaction.id,
        user=interaction.user.id,
        guild=interaction.guild_id,
        shard=(interaction.guild_id >> 22) % shards if interaction.guild_id is not None and shards else None,
        command=shown,
        name=name or (command.qualified_name if command is not None else "unknown"),
        kind=_KINDS.get(interaction.type, "other"),
    )
    about.concerns(now)
    return now


def acknowledged(interaction: discord.Interaction[Any]) -> None:
    """Note that Discord has taken a first answer; the time counts from when the member pressed."""
    now = about.current()
    if now is not None and now.interaction == interaction.id and not now.is_acknowledged:
        now.is_acknowledged = True
        seconds = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        measures.acknowledge_seconds.observe(max(0.0, seconds))


def end() -> None:
    """Write the line of what this task is about, and its figures."""
    now = about.current()
    if now is None or now.kind == "autocomplete":
        return
    seconds = time.perf_counter() - now.began
    measures.commands.labels(now.name, now.outcome).inc()
    measures.command_seconds.labels(now.name).observe(seconds)
    figures = {"outcome": now.outcome, "milliseconds": round(seconds * 1000), "statements": now.statements}
    log.info("%s in %d ms, %d statements", *figures.values(), extra={"figures": figures})


@asynccontextmanager
async def account(interaction: discord.Interaction[Any], name: str) -> AsyncIterator[None]:
    """Begin and end an interaction that is answered in the block."""
    begin(interaction, name)
    try:
        yield
    finally:
        end()


# From a Discord interaction to the actor that services know.


def member_of(user: discord.abc.User) -> Member:
    """Return a user as services know them; a bot account cannot be a player."""
    if user.bot:
        raise InputError("Bots have no ratings here: choose a member.")
    return Member(user.id, clean(user.display_name, NAME_CHARACTERS))


_ACTOR = "actor"

OUTSIDE = "This belongs to a club: use it on a server that has Crosstable."
"""What is said where a club would have to be asked and there is none."""


def club_of(interaction: discord.Interaction[Any]) -> int | None:
    """Return the club that is asked; None in private messages, and where only whoever asks has the bot.

    The one place that decides it: on a server that has not installed the bot, an interaction of somebody who has it for
    themselves names that server all the same. One that says nothing of who installed it is a server's.
    """
    installed = interaction.is_guild_integration() or not interaction.is_user_integration()
    return interaction.guild_id if installed else None


def actor_or_none(interaction: discord.Interaction[Any]) -> Actor | None:
    """Return who is asking in a club; None outside one, for what works without."""
    return None if club_of(interaction) is None else actor_of(interaction)


def actor_of(interaction: discord.Interaction[Any]) -> Actor:
    """Return who is asking; raise InputError outside a club."""
    club_id = club_of(interaction)
    if club_id is None or interaction.guild is None:
        raise InputError(OUTSIDE)
    known: Actor | None = interaction.extras.get(_ACTOR)  # asked twice on the way of a report
    if known is not None:
        return known
    user = interaction.user
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset[int]()
    actor = interaction.extras[_ACTOR] = Actor(
        club_id=club_id,
        member=Member(user.id, clean(user.display_name, NAME_CHARACTERS)),
        interaction_id=interaction.id,
        role_ids=roles,
        manager=interaction.permissions.manage_guild,
    )
    return actor


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """Return the running program's services."""
    services: Services = interaction.client.services
    return services


NEEDED = {
    "view_channel": "View Channel, to find its messages again",
    "send_messages": "Send Messages, to greet",
    "embed_links": "Embed Links, to show cards",
    "attach_files": "Attach Files, for wall charts and exports",
}
"""By Discord's name for it: as the server's settings call it, and what for."""

OPTIONAL = {
    "manage_roles": "Manage Roles, for roles that follow ratings",
    "create_public_threads": "Create Public Threads, for the pairings of an evening",
    "create_events": "Create Events, for the scheduled event of an evening",
}
"""What is needed for what a club may turn on."""

INVITE = discord.Permissions(**dict.fromkeys(NEEDED, True))
"""What the invite link asks for."""

SCOPES = ("bot", "applications.commands")


def missing(allowed: discord.Permissions) -> list[str]:
    """Return what is needed and not allowed, in the words of the server's settings."""
    return [words for name, words in NEEDED.items() if not getattr(allowed, name)]


def check_may_write(channel: discord.TextChannel) -> None:
    """Raise InputError where the bot may not write cards into a channel."""
    allowed = channel.permissions_for(channel.guild.me)
    lacking = [name for name in ("view_channel", "send_messages", "embed_links") if not getattr(allowed, name)]
    if lacking:
        named = ", ".join(NEEDED[name].partition(",")[0] for name in lacking)
        raise InputError(f"I may not write in #{channel.name}: give me {named} there, then use the command again.")


# Who is a member of a server: asked of Discord, and remembered for some minutes.
#
# With the intent for members the whole list is read at once. Without it, or on a very large server, Discord is asked
# for those whose name begins as somebody typed.


LARGEST_LIST = 5_000
"""How many members are listed at once; a larger server is asked for beginnings of names."""

REMEMBERED_SECONDS, MOST_ASKED, MOST_BEGINNINGS = 300.0, 100, 30
"""How long a list is true enough to suggest from; what Discord gives for one beginning; how many are asked for."""


@dataclass(frozen=True, slots=True)
class _Listed:
    at: float
    members: Sequence[ServerMember]


class ServerMembers:
    """The lists of the servers that were asked about lately; has_intent: whether Discord lists everybody."""

    def __init__(self, *, has_intent: bool) -> None:
        self._has_intent = has_intent
        self._lists: dict[int, _Listed] = {}

    def forget(self, guild_id: int) -> None:
        """Ask anew next time: somebody came, went, or is called otherwise."""
        self._lists.pop(guild_id, None)

    async def of(self, guild: discord.Guild, names: Collection[str]) -> Sequence[ServerMember]:
        """Return the members who may be called so: all, or those whose name begins alike; none where Discord fails."""
        now = asyncio.get_running_loop().time()
        known = self._lists.get(guild.id)
        if known is not None and now - known.at < REMEMBERED_SECONDS:
            return known.members
        try:
            if self._has_intent and (guild.member_count or 0) <= LARGEST_LIST:
                found = _members([member async for member in guild.fetch_members(limit=None)])
                self._lists[guild.id] = _Listed(now, found)
                return found
            return await _beginning(guild, names)
        except (discord.HTTPException, discord.ClientException, TimeoutError) as error:
            log.warning("the members of server %d could not be asked for: %r", guild.id, error)
            return ()


async def _beginning(guild: discord.Guild, names: Collection[str]) -> Sequence[ServerMember]:
    beginnings = dict.fromkeys(word[:2].casefold() for name in names for word in name.replace(",", " ").split())
    found: dict[int, ServerMember] = {}
    for beginning in list(beginnings)[:MOST_BEGINNINGS]:
        asked = await guild.query_members(query=beginning, limit=MOST_ASKED, cache=False)
        found |= {one.member.user_id: one for one in _members(asked)}
    return tuple(found.values())


def _members(found: Iterable[discord.Member]) -> tuple[ServerMember, ...]:
    """Return people as services know them; bots are no players."""
    return tuple(server_member(member) for member in found if not member.bot)


def server_member(member: discord.Member) -> ServerMember:
    """Return a member with every name that somebody may know them by."""
    written = (member.nick, member.global_name, member.name)
    names = tuple(dict.fromkeys(clean(name, NAME_CHARACTERS).casefold() for name in written if name))
    return ServerMember(Member(member.id, clean(member.display_name, NAME_CHARACTERS)), names)


async def members_called(interaction: discord.Interaction[Any], names: Collection[str]) -> Sequence[ServerMember]:
    """Return the members of the server of an interaction who may be called so."""
    if club_of(interaction) is None or interaction.guild is None:
        return ()
    members: ServerMembers = interaction.client.server_members
    return await members.of(interaction.guild, names)


async def someone_called(interaction: discord.Interaction[Any], words: str, *, partly: bool = False) -> Someone:
    """Return the player whom somebody means by words, or the member of the server who is none yet.

    partly: a part of the name is enough, where nothing is written by it.
    """
    actor, services = actor_of(interaction), services_of(interaction)
    user_id = user_in(words)
    if user_id is None:
        return await find_someone_called(
            services, actor, words, lambda names: members_called(interaction, names), partly=partly
        )
    known = await find_by_user(services, actor, user_id)
    if known is not None:
        return known
    member = await find_member(interaction, user_id)
    if member is None:
        raise NotFoundError("That is no member of this server: choose one that is offered as you type.")
    return member_of(member)


async def player_called(interaction: discord.Interaction[Any], words: str, *, partly: bool = False) -> Player:
    """Return the player of the club whom somebody means by words."""
    found = await someone_called(interaction, words, partly=partly)
    if isinstance(found, Player):
        return found
    raise NotFoundError(f"{found.name} is no player of this club yet: they start with /rating update.")


async def find_member(interaction: discord.Interaction[Any], user_id: int) -> discord.Member | None:
    """Return the member of a Discord user's id; None for nobody of this server."""
    if club_of(interaction) is None or interaction.guild is None:
        return None
    try:
        return await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        return None


# A server's roles: which the bot may give, and what keeps it from giving them.


MOST_ROLES = 250
"""What a server can have."""

PERMISSION = "give me *Manage Roles* under Server Settings → Roles"


def givable(guild: discord.Guild) -> Mapping[str, int]:
    """Return the ids of the roles that a rating may give, by name without case: none that moderates or is a bot's."""
    return {
        role.name.casefold(): role.id
        for role in guild.roles
        if not (role.is_default() or role.managed or role.permissions.value & discord.Permissions.elevated().value)
    }


def with_names(embed: discord.Embed, guild: discord.Guild | None) -> discord.Embed:
    """Return a card with the names of roles in the place of their mentions; one that is gone stays a mention."""

    def name(match: re.Match[str]) -> str:
        role = None if guild is None else guild.get_role(int(match[1]))
        return match[0] if role is None else safe(role.name, 100)

    embed.description = re.sub(r"<@&([0-9]{1,19})>", name, embed.description or "")
    return embed


def hindrance(guild: discord.Guild, role_ids: Collection[int]) -> str | None:
    """Return what keeps the bot from giving these roles, and what to do; None where nothing does."""
    if not guild.me.guild_permissions.manage_roles:
        return PERMISSION
    top = guild.me.top_role
    above = [role for role in guild.roles if role.id in role_ids and role >= top]
    if above:
        return f"drag *{top.name}* above *{max(above).name}* under Server Settings → Roles"
    return None


# What members look like on Discord: picture and colour, asked for once a day; nothing waits for them for long.


LONGEST_WAIT = 2
"""Seconds."""

LARGEST, SIZE = 256 * 1024, 256
"""Bytes of a picture, and the pixels that are asked for."""

KEPT_FOR, MOST_KEPT = timedelta(days=1), 300


@dataclass(frozen=True, slots=True)
class Look:
    """photo: a picture file. colour: `#RRGGBB`, where they have chosen one. called: their name on Discord.

    avatar: the address of their picture.
    """

    photo: bytes | None = None
    colour: str | None = None
    called: str | None = None
    avatar: str | None = None


UNKNOWN = Look()
_known: WeakKeyDictionary[Any, OrderedDict[int, tuple[datetime, Look]]] = WeakKeyDictionary()


async def look_of(interaction: discord.Interaction[Any], user_id: int | None) -> Look:
    """Return what a member looks like; nothing where Discord does not say it in time."""
    if user_id is None:
        return UNKNOWN
    known = _known.setdefault(interaction.client, OrderedDict())
    now = services_of(interaction).now()
    asked, look = known.get(user_id, (None, UNKNOWN))
    if asked is None or now - asked >= KEPT_FOR:
        try:
            look = await asyncio.wait_for(_asked(interaction.client, user_id), LONGEST_WAIT)
        except (discord.DiscordException, OSError, TimeoutError, ValueError) as error:
            log.info("the look of a member is not known: %r", error)
        known[user_id] = (now, look)
        while len(known) > MOST_KEPT:
            known.popitem(last=False)
    return look


async def _asked(client: Any, user_id: int) -> Look:
    user = await client.fetch_user(user_id)
    colour = None if user.accent_colour is None else str(user.accent_colour).upper()
    photo = None
    if user.avatar is not None:
        data = await user.avatar.replace(size=SIZE, static_format="png").read()
        photo = data if len(data) <= LARGEST else None
    return Look(photo, colour, user.display_name, None if user.avatar is None else user.avatar.url)


async def avatar_of(interaction: discord.Interaction[Any], user_id: int | None) -> str | None:
    """Return the address of a member's picture; None for who has none, and where Discord does not say it in time."""
    if user_id == interaction.user.id:
        return None if interaction.user.avatar is None else interaction.user.avatar.url
    return (await look_of(interaction, user_id)).avatar
