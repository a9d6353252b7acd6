"""The server: members, roles and the bot's permissions."""

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot import current_interaction, metrics
from bot.current_interaction import About
from bot.services.framework.club_settings import is_director, web_folder
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.find_player import find_by_user, find_someone_called
from bot.services.framework.subject import ServerMember, Someone
from bot.store.database.club_choices import SitePart
from bot.store.database.rows import Player
from bot.ui.framework.text import NAME_CHARACTERS, clean, safe
from core.errors import InputError, NotFoundError
from core.files.common.people import user_in

log = logging.getLogger(__name__)

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
}


def begin(interaction: discord.Interaction[Any], name: str | None = None) -> About:
    now = current_interaction.current()
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
    current_interaction.concerns(now)
    return now


def acknowledged(interaction: discord.Interaction[Any]) -> None:
    now = current_interaction.current()
    if now is not None and now.interaction == interaction.id and not now.is_acknowledged:
        now.is_acknowledged = True
        seconds = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        metrics.acknowledge_seconds.observe(max(0.0, seconds))


def end() -> None:
    now = current_interaction.current()
    if now is None or now.kind == "autocomplete":
        return
    seconds = time.perf_counter() - now.began
    metrics.commands.labels(now.name, now.outcome).inc()
    metrics.command_seconds.labels(now.name).observe(seconds)
    figures = {"outcome": now.outcome, "milliseconds": round(seconds * 1000), "statements": now.statements}
    log.info("%s in %d ms, %d statements", *figures.values(), extra={"figures": figures})


@asynccontextmanager
async def account(interaction: discord.Interaction[Any], name: str) -> AsyncIterator[None]:
    begin(interaction, name)
    try:
        yield
    finally:
        end()


def member_of(user: discord.abc.User) -> Member:
    if user.bot:
        raise InputError("Bots have no ratings. Choose a member.")
    return Member(user.id, clean(user.display_name, NAME_CHARACTERS))


_ACTOR = "actor"

OUTSIDE = "Clubs live on servers. Use the command on a server that has Crosstable."


def club_of(interaction: discord.Interaction[Any]) -> int | None:
    """Return the club's id; None in private messages and for a user-installed bot."""
    installed = interaction.is_guild_integration() or not interaction.is_user_integration()
    return interaction.guild_id if installed else None


def actor_or_none(interaction: discord.Interaction[Any]) -> Actor | None:
    return None if club_of(interaction) is None else actor_of(interaction)


def actor_of(interaction: discord.Interaction[Any]) -> Actor:
    """Return the acting member; raise InputError outside a club."""
    club_id = club_of(interaction)
    if club_id is None or interaction.guild is None:
        raise InputError(OUTSIDE)
    known: Actor | None = interaction.extras.get(_ACTOR)
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


async def leads(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a director reads the answer; False outside a club, and if the database is away."""
    if club_of(interaction) is None:
        return False
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            return await is_director(services_of(interaction), actor_of(interaction))
    except Exception as failure:
        log.warning("director lookup failed: interaction=%s: %s", interaction.id, failure)
        return False


def services_of(interaction: discord.Interaction[Any]) -> Services:
    services: Services = interaction.client.services
    return services


NEEDED = {
    "view_channel": "View Channel, to find its messages",
    "send_messages": "Send Messages, to greet members",
    "embed_links": "Embed Links, to show cards",
    "attach_files": "Attach Files, for crosstables and exports",
}

OPTIONAL = {
    "manage_roles": "Manage Roles, for roles that follow ratings",
    "create_public_threads": "Create Public Threads, for the pairings of an evening",
    "create_events": "Create Events, for the scheduled event of an evening",
}

INVITE = discord.Permissions(**dict.fromkeys(NEEDED, True))


SCOPES = ("bot", "applications.commands")


def missing(allowed: discord.Permissions) -> list[str]:
    return [words for name, words in NEEDED.items() if not getattr(allowed, name)]


def check_may_write(channel: discord.TextChannel) -> None:
    allowed = channel.permissions_for(channel.guild.me)
    lacking = [name for name in ("view_channel", "send_messages", "embed_links") if not getattr(allowed, name)]
    if lacking:
        named = ", ".join(NEEDED[name].partition(",")[0] for name in lacking)
        raise InputError(f"I may not post in #{channel.name}. Give me {named} there, then try again.")


# Without the members intent Discord finds members only by prefix.


LARGEST_LIST = 5_000


REMEMBERED_SECONDS, MOST_ASKED, MOST_BEGINNINGS = 300.0, 100, 30
"""A list of members; Discord's answers per prefix; prefixes."""


@dataclass(frozen=True, slots=True)
class _Listed:
    at: float
    members: Sequence[ServerMember]


class ServerMembers:
    """Members of recently used servers. has_intent: Discord lists all members."""

    def __init__(self, *, has_intent: bool) -> None:
        self._has_intent = has_intent
        self._lists: dict[int, _Listed] = {}

    def forget(self, guild_id: int) -> None:
        self._lists.pop(guild_id, None)

    async def of(self, guild: discord.Guild, names: Collection[str]) -> Sequence[ServerMember]:
        """Return members whose name may match; none if Discord fails."""
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
    mentioned = list(filter(None, map(user_in, names)))[:MOST_ASKED]
    here = [one async for one in _of_users(guild, mentioned)]
    found = {one.member.user_id: one for one in _members(here)}
    written = [name for name in names if user_in(name) is None]
    beginnings = dict.fromkeys(word[:2].casefold() for name in written for word in name.replace(",", " ").split())
    for beginning in list(beginnings)[:MOST_BEGINNINGS]:
        asked = await guild.query_members(query=beginning, limit=MOST_ASKED, cache=False)
        found |= {one.member.user_id: one for one in _members(asked)}
    return tuple(found.values())


async def _of_users(guild: discord.Guild, users: Collection[int]) -> AsyncIterator[discord.Member]:
    for user_id in users:
        with suppress(discord.NotFound):  # they have left
            yield await guild.fetch_member(user_id)


def _members(found: Iterable[discord.Member]) -> tuple[ServerMember, ...]:
    return tuple(server_member(member) for member in found if not member.bot)


def server_member(member: discord.Member) -> ServerMember:
    written = (member.nick, member.global_name, member.name)
    names = tuple(dict.fromkeys(clean(name, NAME_CHARACTERS).casefold() for name in written if name))
    return ServerMember(Member(member.id, clean(member.display_name, NAME_CHARACTERS)), names)


async def match_members(interaction: discord.Interaction[Any], names: Collection[str]) -> Sequence[ServerMember]:
    if club_of(interaction) is None or interaction.guild is None:
        return ()
    members: ServerMembers = interaction.client.server_members
    return await members.of(interaction.guild, names)


_PICK = "Pick one from the list."


async def match_someone(
    interaction: discord.Interaction[Any], words: str, *, partly: bool = False, exact: bool = False
) -> Someone:
    """Return the named player, or a member who is not one yet. partly, exact: as for `in_part`."""
    actor, services = actor_of(interaction), services_of(interaction)
    user_id = user_in(words)
    if user_id is None:
        try:
            return await find_someone_called(
                services, actor, words, lambda names: match_members(interaction, names), partly=partly, exact=exact
            )
        except NotFoundError as error:
            if interaction.type is not discord.InteractionType.modal_submit:
                raise
            # A form has no list to pick from.
            raise NotFoundError(error.message.replace(_PICK, "Write the whole name, #12 or a Discord id.")) from error
    known = await find_by_user(services, actor, user_id)
    if known is not None:
        return known
    member = await find_member(interaction, user_id)
    if member is None:
        raise NotFoundError(f'"{words}" is not a member of this server. Pick one from the list, for example @Dana.')
    return member_of(member)


async def match_player(interaction: discord.Interaction[Any], words: str, *, partly: bool = False) -> Player:
    found = await match_someone(interaction, words, partly=partly)
    if isinstance(found, Player):
        return found
    raise NotFoundError(
        f"{found.name} is not a player of this club yet. A first report with /rating update makes them one."
    )


async def match_member(interaction: discord.Interaction[Any], words: str, *, partly: bool = False) -> Member:
    found = await match_someone(interaction, words, partly=partly)
    if found.user_id is None:
        raise NotFoundError(f"{found.name} is not on Discord. Choose a member of this server.")
    return Member(found.user_id, found.name)


async def find_member(interaction: discord.Interaction[Any], user_id: int) -> discord.Member | None:
    if club_of(interaction) is None or interaction.guild is None:
        return None
    try:
        return await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        return None


ASKED_AT_ONCE = 100


async def present_among(guild: discord.Guild, user_ids: Sequence[int]) -> frozenset[int]:
    """Return which users are members; needs no privileged intent."""
    present: set[int] = set()
    for start in range(0, len(user_ids), ASKED_AT_ONCE):
        some = list(user_ids[start : start + ASKED_AT_ONCE])
        found = await guild.query_members(user_ids=some, limit=ASKED_AT_ONCE, cache=False)
        present |= {member.id for member in found}
    return frozenset(present)


MOST_ROLES = 250

PERMISSION = "give me *Manage Roles* under Server Settings → Roles"


def givable(guild: discord.Guild) -> Mapping[str, int]:
    """Return the ids of assignable roles by folded name, without moderators' and bots' roles."""
    return {
        role.name.casefold(): role.id
        for role in guild.roles
        if not (role.is_default() or role.managed or role.permissions.value & discord.Permissions.elevated().value)
    }


def only_users(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """Return that a message notifies these users and nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def with_names(embed: discord.Embed, guild: discord.Guild | None) -> discord.Embed:
    def name(match: re.Match[str]) -> str:
        role = None if guild is None else guild.get_role(int(match[1]))
        return match[0] if role is None else safe(role.name, 100)

    embed.description = re.sub(r"<@&([0-9]{1,19})>", name, embed.description or "")
    return embed


def hindrance(guild: discord.Guild, role_ids: Collection[int]) -> str | None:
    """Return why the bot cannot give these roles; None if it can."""
    if not guild.me.guild_permissions.manage_roles:
        return PERMISSION
    top = guild.me.top_role
    above = [role for role in guild.roles if role.id in role_ids and role >= top]
    if above:
        return f"drag *{top.name}* above *{max(above).name}* under Server Settings → Roles"
    return None


LONGEST_WAIT = 2

LARGEST, SIZE = 256 * 1024, 256

LOOK_LIFETIME, MOST_LOOKS = timedelta(days=1), 300


@dataclass(frozen=True, slots=True)
class Look:
    """A member's picture, colour (`#RRGGBB`), Discord name and the picture's address."""

    photo: bytes | None = None
    colour: str | None = None
    called: str | None = None
    avatar: str | None = None


UNKNOWN = Look()
_known: WeakKeyDictionary[Any, OrderedDict[int, tuple[datetime, Look]]] = WeakKeyDictionary()


async def look_of(interaction: discord.Interaction[Any], user_id: int | None) -> Look:
    """Return a member's look; an empty one if Discord is slow."""
    if user_id is None:
        return UNKNOWN
    known = _known.setdefault(interaction.client, OrderedDict())
    now = services_of(interaction).now()
    asked, look = known.get(user_id, (None, UNKNOWN))
    if asked is None or now - asked >= LOOK_LIFETIME:
        try:
            look = await asyncio.wait_for(_asked(interaction.client, user_id), LONGEST_WAIT)
        except (discord.DiscordException, OSError, TimeoutError, ValueError) as error:
            log.info("fetching a member's look failed: %r", error)
        known[user_id] = (now, look)
        while len(known) > MOST_LOOKS:
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
    if user_id == interaction.user.id:
        return None if interaction.user.avatar is None else interaction.user.avatar.url
    return (await look_of(interaction, user_id)).avatar


async def web_button(
    interaction: discord.Interaction[Any], part: SitePart, page: str, label: str = "Web page"
) -> list[discord.ui.Button[discord.ui.View]]:
    site = interaction.client.about.site
    if site is None or (folder := await web_folder(services_of(interaction), actor_of(interaction), part)) is None:
        return []
    return [discord.ui.Button(label=label, url=_web_address(site, folder, page))]


def _web_address(site: str, folder: str, page: str) -> str:
    return f"{site.rstrip('/')}/{folder}/{page}.html"


def web_pages_line(client: Any, folder: str) -> tuple[bool, str]:
    """Return whether a club's web pages can be read, and where, or what the operator has yet to set up."""
    if client.about.site is not None:
        return True, f"Web pages: {_web_address(client.about.site, folder, 'index')}"
    if client.site_folder is not None:
        words = "Web pages: the operator of this bot has given no address for them (`SITE_URL`). Ask them"
        return False, f"{words}; your folder is `{folder}`"
    words = "Web pages: nobody can read them yet. The operator of this bot has to set up a folder"
    return False, f"{words} (`SITE_FOLDER`). Ask them"
