"""Players hidden, or deleted where nothing names them; members who leave the server and come back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.outbox.roles import look_again
from bot.services.players.identity.merging import get_active_player
from bot.services.transaction import ClubWrite, Done, Write, write_for_club, write_once
from bot.store.database import Connection
from bot.store.people import merges, removal
from core.errors import RuleError
from core.systems import ALL

HIDDEN, DELETED = "hide-player", "delete-player"
"""The audit's names."""


@dataclass(frozen=True, slots=True)
class RemovalReport:
    """A player who is hidden, shown again, or gone."""

    player_id: int
    name: str
    what: str
    reason: str | None


async def hide_player(
    services: Services, actor: Actor, player_id: int, reason: str | None, *, hidden: bool
) -> RemovalReport:
    """Show a player to directors alone, or to everybody again; results and ratings stay; directors only."""

    def work(write: Write) -> Done[RemovalReport]:
        profile = get_active_player(write.connection, write.club.id, player_id)
        if profile.hidden == hidden:
            raise RuleError(f"{profile.name} is {'hidden' if hidden else 'shown to everybody'} already.")
        removal.hide(write.connection, profile.id, hidden=hidden)
        write.is_shown_otherwise(profile.id)
        what = "hidden" if hidden else "shown"
        return Done(RemovalReport(profile.id, profile.name, what, reason), profile.id)

    return await write_once(services, actor, HIDDEN, work, again=RemovalReport, director_to="hide a player")


async def delete_player(services: Services, actor: Actor, player_id: int, reason: str) -> RemovalReport:
    """Delete a player of whom there is no fact; directors only."""

    def work(write: Write) -> Done[RemovalReport]:
        profile = get_active_player(write.connection, write.club.id, player_id)
        if merges.has_facts(write.connection, profile.id):
            raise RuleError(f"{profile.name} is named by events or ratings here: hide them instead, with /player hide.")
        if removal.is_named(write.connection, profile.id):
            raise RuleError(
                f"{profile.name} is named by what was taken back, which the club's records keep: hide them instead, "
                "with /player hide."
            )
        for system in ALL:
            why_not = system.why_not_merge(profile.id, profile.name, write.club.house_rules)
            if why_not is not None:
                raise RuleError(f"{profile.name} is needed by a list: hide them instead, with /player hide.")
        removal.remove(write.connection, profile.id)
        return Done(RemovalReport(profile.id, profile.name, "deleted", reason), profile.id)

    return await write_once(services, actor, DELETED, work, again=RemovalReport, director_to="delete a player")


async def note_left(services: Services, club_id: int, user_ids: Collection[int], *, left: bool) -> None:
    """Mark players who have left the server, or are here again; nothing is written of those who are no players."""

    def look(connection: Connection) -> bool:
        return any(user_id in user_ids and known != left for user_id, known in removal.users(connection, club_id))

    def work(write: ClubWrite) -> None:
        removal.set_left(write.connection, write.club.id, user_ids, write.now if left else None)
        look_again(write.connection, write.club, write.now)

    if not user_ids:
        return
    is_new = await services.database.read(look, club=club_id)
    if is_new:
        await write_for_club(services, club_id, work)


async def linked_users(services: Services, club_id: int) -> Sequence[int]:
    """Return the Discord users who are players of a club."""
    return await services.database.read(
        lambda connection: [user_id for user_id, _ in removal.users(connection, club_id)], club=club_id
    )
