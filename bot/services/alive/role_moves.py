"""Roles that are to be given and taken: what one member is to have, which roles are to be made, what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import Services
from bot.services.each_club import in_each_club
from bot.services.outbox.moved import Moved
from bot.services.outbox.roles import ALL, FOLLOWS, ROLE, look_again, put_differences, roles_of
from bot.services.players.identity.remove import note_left
from bot.services.transaction import ClubWrite, club_job, write_for_club
from bot.store import clubs
from bot.store.alive import outbox, roles
from bot.store.alive.roles import RoleRule
from bot.store.database import Connection


@dataclass(frozen=True, slots=True)
class RoleOrder:
    """What a member is to have. wanted: of the rules' roles. rules: all of the club."""

    wanted: frozenset[int]
    rules: Sequence[RoleRule]


def follow_roles(write: ClubWrite, moved: Sequence[Moved]) -> None:
    """Let those members get other roles whose ratings moved into another class, or brought a title."""
    lists = {rule.rating_list for rule in roles.rules(write.connection, write.club.id)}
    players = {player_id for one in moved if one.rating_list in lists for player_id in one.players}
    if players:
        put_differences(write.connection, write.club.id, write.now, players)


@club_job
def look_at_everybody(write: ClubWrite) -> int:
    """Let every member move whose roles are to be others; return how many those are."""
    return put_differences(write.connection, write.club.id, write.now)


async def order_for(services: Services, club_id: int, user_id: int) -> RoleOrder:
    """Return what a member is to have; nothing for who is no player, hidden or forgotten."""

    def work(connection: Connection) -> RoleOrder:
        rules = roles.rules(connection, club_id)
        people = roles.rated(connection, club_id, {rule.rating_list for rule in rules}, user_id=user_id)
        wanted = roles_of(rules, people[0]) if people else frozenset[int]()
        return RoleOrder(wanted, rules)

    return await services.database.read(work, club=club_id)


async def has_roles(services: Services, club_id: int, user_id: int, has: frozenset[int]) -> None:
    """Keep which of the rules' roles a member has now."""
    await services.database.write(lambda connection: roles.keep_given(connection, club_id, user_id, has), club=club_id)


async def is_gone(services: Services, club_id: int, user_id: int) -> None:
    """Mark a member as gone, whom Discord knows no longer."""
    await has_roles(services, club_id, user_id, frozenset())
    await note_left(services, club_id, [user_id], left=True)


async def rules_of(services: Services, club_id: int) -> Sequence[RoleRule]:
    """Return a club's rules."""
    return await services.database.read(lambda connection: roles.rules(connection, club_id), club=club_id)


async def role_was_made(services: Services, club_id: int, rule: RoleRule, role_id: int) -> bool:
    """Keep the role that was made for a rule; tell whether the rule is still there."""
    return await services.database.write(
        lambda connection: roles.keep_role(connection, club_id, rule.id, role_id), club=club_id
    )


async def look_soon(services: Services, club_id: int, subject: str = ALL) -> None:
    """Let everybody be looked at, or the roles be made, next."""

    def work(connection: Connection) -> None:
        outbox.put(connection, club_id, ROLE, subject, services.now())

    await services.database.write(work, club=club_id)


async def look_in_every_club(services: Services) -> None:
    """Let everybody be looked at in the clubs with roles: who was linked, hidden or came back otherwise than told."""

    async def one(club_id: int) -> None:
        await write_for_club(services, club_id, lambda write: look_again(write.connection, write.club, write.now))

    found = await services.database.read(lambda connection: clubs.that_follow(connection, FOLLOWS), club=None)
    await in_each_club("looking at roles", found, one)
