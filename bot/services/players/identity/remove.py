"""Players hidden, or deleted where nothing names them; members who leave the server and come back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.services.context import Services
from bot.services.outbox.roles import look_again
from bot.services.players.identity.merging import get_active_player
from bot.services.transaction import ClubWrite, Write, club_job, use_case
from bot.store.database import Connection
from bot.store.people import merges, removal
from core.errors import RuleError
from core.systems import POOLS

HIDDEN, DELETED = "hide-player", "delete-player"
"""The audit's names."""


@dataclass(frozen=True, slots=True)
class RemovalReport:
    """A player who is hidden, shown again, or gone."""

    player_id: int
    name: str
    what: str
    reason: str | None


@use_case(HIDDEN, director_to="hide a player")
def hide_player(write: Write, player_id: int, reason: str | None, *, hidden: bool) -> RemovalReport:
    """Show a player to directors alone, or to everybody again; results and ratings stay; directors only."""
    profile = get_active_player(write.connection, write.club.id, player_id)
    if profile.hidden == hidden:
        raise RuleError(f"{profile.name} is {'hidden' if hidden else 'shown to everybody'} already.")
    removal.hide(write.connection, profile.id, hidden=hidden)
    write.is_shown_otherwise(profile.id)
    what = "hidden" if hidden else "shown"
    report = RemovalReport(profile.id, profile.name, what, reason)
    write.note(profile.id, {"reason": reason})
    return report


@use_case(DELETED, director_to="delete a player")
def delete_player(write: Write, player_id: int, reason: str) -> RemovalReport:
    """Delete a player of whom there is no fact; directors only."""
    profile = get_active_player(write.connection, write.club.id, player_id)
    if merges.has_facts(write.connection, profile.id):
        raise RuleError(f"{profile.name} is named by events or ratings here: hide them instead, with /player hide.")
    if removal.is_named(write.connection, profile.id):
        raise RuleError(
            f"{profile.name} is named by what was taken back, which the club's records keep: hide them instead, "
            "with /player hide."
        )
    for system in POOLS.values():
        why_not = system.why_not_merge(profile.id, profile.name, write.club.house_rules)
        if why_not is not None:
            raise RuleError(f"{profile.name} is needed by a list: hide them instead, with /player hide.")
    removal.remove(write.connection, profile.id)
    report = RemovalReport(profile.id, profile.name, "deleted", reason)
    write.note(profile.id, {"reason": reason})
    return report


async def note_left(services: Services, club_id: int, user_ids: Collection[int], *, left: bool) -> None:
    """Mark players who have left the server, or are here again; nothing is written of those who are no players."""

    def is_new(connection: Connection) -> bool:
        return any(user_id in user_ids and known != left for user_id, known in removal.users(connection, club_id))

    if not user_ids:
        return
    if await services.database.read(is_new, club=club_id):
        await _set_left(services, club_id, user_ids, left)


@club_job
def _set_left(write: ClubWrite, user_ids: Collection[int], left: bool) -> None:
    removal.set_left(write.connection, write.club.id, user_ids, write.now if left else None)
    look_again(write.connection, write.club, write.now)


async def linked_users(services: Services, club_id: int) -> Sequence[int]:
    """Return the Discord users who are players of a club."""
    return await services.database.read(
        lambda connection: [user_id for user_id, _ in removal.users(connection, club_id)], club=club_id
    )
