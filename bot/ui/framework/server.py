"""The server: its members and roles, and the bot's permissions."""

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
from bot.services.club_settings import web_folder
from bot.services.context import Actor, Member, Services, SitePart
from bot.services.players.find import find_by_user, find_someone_called, user_in
from bot.services.someone import ServerMember, Someone
from bot.store.rows import Player
from bot.ui.framework.text import NAME_CHARACTERS, clean, safe
from core.errors import InputError, NotFoundError

# One log line and measures per interaction.


log = logging.getLogger(__name__)

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
}


def begin(interaction: discord.Interaction[Any], name: str | None = None) -> About:
    """Begin the account of an interaction; a second call returns the first one's. name: control or form."""
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
    """Note Discord's first acknowledgement; the time counts from the press."""
    now = about.current()
    if now is not None and now.interaction == interaction.id and not now.is_acknowledged:
        now.is_acknowledged = True
        seconds = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        measures.acknowledge_seconds.observe(max(0.0, seconds))


def end() -> None:
    """Log and measure the finished interaction."""
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
    """Account for an interaction that is answered in the block."""
    begin(interaction, name)
    try:
        yield
    finally:
        end()


# From a Discord interaction to the actor that services know.


def member_of(user: discord.abc.User) -> Member:
    """Return a user as a Member; raise InputError for bots."""
    if user.bot:
        raise InputError("Bots have no ratings. Choose a member.")
    return Member(user.id, clean(user.display_name, NAME_CHARACTERS))


_ACTOR = "actor"

OUTSIDE = "This works only in a club. Use it on a server that has Crosstable."
"""Error outside a club."""


def club_of(interaction: discord.Interaction[Any]) -> int | None:
    """Return the club's id; None in private messages and for a user-installed bot.

    On a server without the bot, an interaction of a user install names that server too. One without install information
    is a server's.
    """
    installed = interaction.is_guild_integration() or not interaction.is_user_integration()
    return interaction.guild_id if installed else None


def actor_or_none(interaction: discord.Interaction[Any]) -> Actor | None:
    """Return the acting member; None outside a club."""
    return None if club_of(interaction) is None else actor_of(interaction)


def actor_of(interaction: discord.Interaction[Any]) -> Actor:
    """Return the acting member; raise InputError outside a club."""
    club_id = club_of(interaction)
    if club_id is None or interaction.guild is None:
        raise InputError(OUTSIDE)
    known: Actor | None = interaction.extras.get(_ACTOR)  # called twice per report
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
    services: Services = interaction.client.services
    return services


NEEDED = {
    "view_channel": "View Channel, to find its messages",
    "send_messages": "Send Messages, to greet members",
    "embed_links": "Embed Links, to show cards",
    "attach_files": "Attach Files, for crosstables and exports",
}
"""Required permissions by Discord's name: the label in server settings, and what for."""

OPTIONAL = {
    "manage_roles": "Manage Roles, for roles that follow ratings",
    "create_public_threads": "Create Public Threads, for the pairings of an evening",
    "create_events": "Create Events, for the scheduled event of an evening",
}
"""Permissions for optional features."""

INVITE = discord.Permissions(**dict.fromkeys(NEEDED, True))
"""Permissions that the invite link requests."""

SCOPES = ("bot", "applications.commands")


def missing(allowed: discord.Permissions) -> list[str]:
    """Return the missing permissions, as server settings name them."""
    return [words for name, words in NEEDED.items() if not getattr(allowed, name)]


def check_may_write(channel: discord.TextChannel) -> None:
    """Raise InputError if the bot may not post cards in a channel."""
    allowed = channel.permissions_for(channel.guild.me)
    lacking = [name for name in ("view_channel", "send_messages", "embed_links") if not getattr(allowed, name)]
    if lacking:
        named = ", ".join(NEEDED[name].partition(",")[0] for name in lacking)
        raise InputError(f"I may not post in #{channel.name}. Give me {named} there, then use the command again.")


# Members of a server, fetched from Discord and cached for minutes. Without the members intent, or on a very
# large server, only those whose name begins as typed are fetched.


LARGEST_LIST = 5_000
"""Largest server whose members are fetched at once."""

REMEMBERED_SECONDS, MOST_ASKED, MOST_BEGINNINGS = 300.0, 100, 30
"""Seconds that a list of members is used; members Discord returns per prefix; members requested."""


@dataclass(frozen=True, slots=True)
class _Listed:
    at: float
    members: Sequence[ServerMember]


class ServerMembers:
    """Members of recently used servers. has_intent: whether Discord lists all members."""

    def __init__(self, *, has_intent: bool) -> None:
        self._has_intent = has_intent
        self._lists: dict[int, _Listed] = {}

    def forget(self, guild_id: int) -> None:
        """Drop a server's list, because a member joined, left or was renamed."""
        self._lists.pop(guild_id, None)

    async def of(self, guild: discord.Guild, names: Collection[str]) -> Sequence[ServerMember]:
        """Return members whose name may match; all if the list is complete, none if Discord fails."""
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
            log.warning("fetching members failed: server=%d: %r", guild.id, error)
            return ()


async def _beginning(guild: discord.Guild, names: Collection[str]) -> Sequence[ServerMember]:
    beginnings = dict.fromkeys(word[:2].casefold() for name in names for word in name.replace(",", " ").split())
    found: dict[int, ServerMember] = {}
    for beginning in list(beginnings)[:MOST_BEGINNINGS]:
        asked = await guild.query_members(query=beginning, limit=MOST_ASKED, cache=False)
        found |= {one.member.user_id: one for one in _members(asked)}
    return tuple(found.values())


def _members(found: Iterable[discord.Member]) -> tuple[ServerMember, ...]:
    return tuple(server_member(member) for member in found if not member.bot)


def server_member(member: discord.Member) -> ServerMember:
    """Return a member with every name they are known by."""
    written = (member.nick, member.global_name, member.name)
    names = tuple(dict.fromkeys(clean(name, NAME_CHARACTERS).casefold() for name in written if name))
    return ServerMember(Member(member.id, clean(member.display_name, NAME_CHARACTERS)), names)


async def members_called(interaction: discord.Interaction[Any], names: Collection[str]) -> Sequence[ServerMember]:
    """Return members of the interaction's server whose name may match."""
    if club_of(interaction) is None or interaction.guild is None:
        return ()
    members: ServerMembers = interaction.client.server_members
    return await members.of(interaction.guild, names)


async def someone_called(interaction: discord.Interaction[Any], words: str, *, partly: bool = False) -> Someone:
    """Return the player named by `words`, or the member who is not one yet. partly: accept a part of the name."""
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
        raise NotFoundError(f'"{words}" is not a member of this server. Pick one from the list, for example @Dana.')
    return member_of(member)


async def player_called(interaction: discord.Interaction[Any], words: str, *, partly: bool = False) -> Player:
    """Return the club's player named by `words`."""
    found = await someone_called(interaction, words, partly=partly)
    if isinstance(found, Player):
        return found
    raise NotFoundError(f"{found.name} is not a player of this club yet. They can start with /rating update.")


async def find_member(interaction: discord.Interaction[Any], user_id: int) -> discord.Member | None:
    """Return the member with that Discord id; None if there is none."""
    if club_of(interaction) is None or interaction.guild is None:
        return None
    try:
        return await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        return None


# Roles that the bot may give.


MOST_ROLES = 250
"""Discord's limit of roles per server."""

PERMISSION = "give me *Manage Roles* under Server Settings → Roles"


def givable(guild: discord.Guild) -> Mapping[str, int]:
    """Return the ids of roles that a rating may give, by folded name; no moderators' or bots' roles."""
    return {
        role.name.casefold(): role.id
        for role in guild.roles
        if not (role.is_default() or role.managed or role.permissions.value & discord.Permissions.elevated().value)
    }


def with_names(embed: discord.Embed, guild: discord.Guild | None) -> discord.Embed:
    """Return a card with role names instead of mentions; deleted roles stay mentions."""

    def name(match: re.Match[str]) -> str:
        role = None if guild is None else guild.get_role(int(match[1]))
        return match[0] if role is None else safe(role.name, 100)

    embed.description = re.sub(r"<@&([0-9]{1,19})>", name, embed.description or "")
    return embed


def hindrance(guild: discord.Guild, role_ids: Collection[int]) -> str | None:
    """Return why the bot cannot give these roles and what to do; None if it can."""
    if not guild.me.guild_permissions.manage_roles:
        return PERMISSION
    top = guild.me.top_role
    above = [role for role in guild.roles if role.id in role_ids and role >= top]
    if above:
        return f"drag *{top.name}* above *{max(above).name}* under Server Settings → Roles"
    return None


# Members' avatars and colours, fetched once a day with a short timeout.


LONGEST_WAIT = 2
"""Seconds."""

LARGEST, SIZE = 256 * 1024, 256
"""Bytes of a picture, and its requested pixels."""

KEPT_FOR, MOST_KEPT = timedelta(days=1), 300


@dataclass(frozen=True, slots=True)
class Look:
    """A member's look.

    photo: picture file. colour: `#RRGGBB` or None. called: Discord name. avatar: picture's address.
    """

    photo: bytes | None = None
    colour: str | None = None
    called: str | None = None
    avatar: str | None = None


UNKNOWN = Look()
_known: WeakKeyDictionary[Any, OrderedDict[int, tuple[datetime, Look]]] = WeakKeyDictionary()


async def look_of(interaction: discord.Interaction[Any], user_id: int | None) -> Look:
    """Return a member's look; an empty one if Discord does not answer in time."""
    if user_id is None:
        return UNKNOWN
    known = _known.setdefault(interaction.client, OrderedDict())
    now = services_of(interaction).now()
    asked, look = known.get(user_id, (None, UNKNOWN))
    if asked is None or now - asked >= KEPT_FOR:
        try:
            look = await asyncio.wait_for(_asked(interaction.client, user_id), LONGEST_WAIT)
        except (discord.DiscordException, OSError, TimeoutError, ValueError) as error:
            log.info("fetching a member's look failed: %r", error)
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
    """Return the address of a member's picture; None if they have none or Discord is late."""
    if user_id == interaction.user.id:
        return None if interaction.user.avatar is None else interaction.user.avatar.url
    return (await look_of(interaction, user_id)).avatar


# The club's web pages.


async def web_button(
    interaction: discord.Interaction[Any], part: SitePart, page: str
) -> list[discord.ui.Button[discord.ui.View]]:
    """Return the link to a page of the club's web pages; none if the club or the operator has not turned them on."""
    site = interaction.client.about.site
    if site is None or (folder := await web_folder(services_of(interaction), actor_of(interaction), part)) is None:
        return []
    return [discord.ui.Button(label="Web page", url=f"{site.rstrip('/')}/{folder}/{page}.html")]
