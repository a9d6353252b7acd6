"""Roles that follow ratings: one member per two seconds, only roles of the club's rules."""

import asyncio
import logging
from collections.abc import Sequence
from weakref import WeakKeyDictionary

import discord

from bot.services.framework.outbox import ALL, DELETED, MAKE, ROLE, SECONDS_A_MEMBER
from bot.services.messages.roles import (
    has_roles,
    look_at_everybody,
    look_soon,
    mark_departed,
    order_for,
    rules_of,
    store_role,
)
from bot.store.messages.roles import RoleRule
from bot.ui.framework.server import MOST_ROLES, hindrance
from bot.ui.messages.handler import UNKNOWN_MEMBER, UNKNOWN_ROLE, CannotSendError, Sending, SendLaterError, handles

log = logging.getLogger(__name__)

REASON = "follows the ratings"

_last: WeakKeyDictionary[object, dict[int, float]] = WeakKeyDictionary()


@handles(ROLE)
async def send_role(sending: Sending) -> None:
    """Do an outbox task about roles (subjects: `bot.services.framework.outbox`)."""
    guild = sending.client.get_guild(sending.one.club_id)
    if guild is None:
        raise SendLaterError(60)
    subject = sending.one.subject
    if subject == MAKE:
        await _make(sending, guild)
    elif subject == ALL:
        await look_at_everybody(sending.services, guild.id)
    elif subject.startswith(DELETED):
        await _delete(guild, int(subject.removeprefix(DELETED)))
    else:
        await _move(sending, guild, int(subject))


async def _make(sending: Sending, guild: discord.Guild) -> None:
    rules = await rules_of(sending.services, guild.id)
    _check(guild, rules)
    deleted = [rule for rule in rules if rule.role_id is not None and guild.get_role(rule.role_id) is None]
    to_make = [rule for rule in rules if rule.role_id is None]
    if len(guild.roles) + len(to_make) > MOST_ROLES:
        raise CannotSendError(f"a server can have {MOST_ROLES} roles: delete some that are not needed")
    created = []
    for rule in to_make:
        role = await guild.create_role(name=rule.name, permissions=discord.Permissions.none(), reason=REASON)
        if await store_role(sending.services, guild.id, rule, role.id):
            created.append(role)
        else:
            await role.delete(reason=REASON)
    if created:
        await _put_below(guild, created)
    await look_soon(sending.services, guild.id)
    if deleted:
        raise CannotSendError(f"the role {deleted[0].name} was deleted: /td settings creates it again")


async def _put_below(guild: discord.Guild, created: Sequence[discord.Role]) -> None:
    """Place new roles below the bot's own, highest first, if Discord allows it."""
    top, new = guild.me.top_role, {role.id for role in created}
    below = [role for role in sorted(guild.roles) if role < top and role.id not in new and not role.is_default()]
    places = {role: place for place, role in enumerate([*below, *reversed(created)], start=1)}
    try:
        await guild.edit_role_positions(positions=places, reason=REASON)  # type: ignore[arg-type]  # roles are snowflakes
    except discord.HTTPException as error:
        log.warning("placing new roles failed: server=%d: %s", guild.id, error)


async def _delete(guild: discord.Guild, role_id: int) -> None:
    role = guild.get_role(role_id)
    if role is None:
        return
    obstacle = hindrance(guild, [role_id])
    if obstacle is not None:
        raise CannotSendError(obstacle)
    try:
        await role.delete(reason=REASON)
    except discord.NotFound:
        return


async def _move(sending: Sending, guild: discord.Guild, user_id: int) -> None:
    order = await order_for(sending.services, guild.id, user_id)
    _check(guild, order.rules)
    await _at_leisure(sending)
    try:
        member = await guild.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MEMBER:
            raise
        await mark_departed(sending.services, guild.id, user_id)
        return
    role_ids = {rule.role_id for rule in order.rules if rule.role_id is not None and guild.get_role(rule.role_id)}
    if missing := order.wanted - role_ids:
        log.warning("roles missing: server=%d: %s", guild.id, missing)
        await look_soon(sending.services, guild.id, MAKE)
    has, wanted = {role.id for role in member.roles} & role_ids, order.wanted & role_ids
    try:
        if wanted - has:
            await member.add_roles(*map(discord.Object, sorted(wanted - has)), reason=REASON)
        if has - wanted:
            await member.remove_roles(*map(discord.Object, sorted(has - wanted)), reason=REASON)
    except discord.NotFound as error:
        if error.code != UNKNOWN_ROLE:
            raise
        await look_soon(sending.services, guild.id, MAKE)
    await has_roles(sending.services, guild.id, user_id, order.wanted)


def _check(guild: discord.Guild, rules: Sequence[RoleRule]) -> None:
    obstacle = hindrance(guild, [rule.role_id for rule in rules if rule.role_id is not None])
    if obstacle is not None:
        raise CannotSendError(obstacle)


async def _at_leisure(sending: Sending) -> None:
    asked, now = _last.setdefault(sending.client, {}), asyncio.get_running_loop().time()
    wait = asked.get(sending.one.club_id, now - SECONDS_A_MEMBER) + SECONDS_A_MEMBER - now
    if wait > 0:
        await asyncio.sleep(wait)
    asked[sending.one.club_id] = asyncio.get_running_loop().time()
