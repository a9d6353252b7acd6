"""Players who are not on Discord become members' own, or cease to be."""

from dataclasses import dataclass

from bot.services.context import Member
from bot.services.fold.changes import RatingChange
from bot.services.players.identity.merging import get_active_player, merge_into
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.people import merges, players, profiles
from bot.store.people.profiles import Profile
from bot.store.rows import Player
from core.errors import RuleError


@dataclass(frozen=True, slots=True)
class LinkReport:
    """A player and the Discord user whom they are linked to now, or, where that is None, were before.

    changes: ratings that are different, where the member had told an age that the player's row did not know.
    """

    player: Player
    user_id: int | None
    was: int | None
    reason: str | None
    changes: tuple[RatingChange, ...] = ()


@use_case("link-player", director_to="link players")
def link_player(write: Write, player_id: int, member: Member | None, reason: str | None) -> LinkReport:
    """Make a player a member's own; without a member, nobody's; directors only."""
    count_due(write)
    profile = get_active_player(write.connection, write.club.id, player_id)
    different: tuple[RatingChange, ...] = ()
    if member is None:
        if profile.user_id is None:
            raise RuleError(f"{profile.name} is linked to nobody: add member to link them.")
    else:
        _check_free(profile, member)
        different = _make_room(write, profile, member)
    user_id = None if member is None else member.user_id
    known = profiles.find(write.connection, write.club.id, profile.id)
    known_as = None if known is None else known.file_name
    profiles.change(write.connection, profile.id, {"user_id": user_id, "left_at": None, "known_as": known_as})
    player = Player(profile.id, user_id, profile.name)
    report = LinkReport(player, user_id, profile.user_id, reason, different)
    write.note(profile.id, {"reason": reason})
    return report


def _check_free(profile: Profile, member: Member) -> None:
    if profile.user_id == member.user_id:
        raise RuleError(f"{profile.name} is linked to that member already.")
    if profile.user_id is not None:
        raise RuleError(
            f"{profile.name} is linked to another member: unlink them first, with /player link without member."
        )


def _make_room(write: Write, profile: Profile, member: Member) -> tuple[RatingChange, ...]:
    """Let the row that a member has without any fact give way, with what they told of themselves."""
    connection, club, actor = write.connection, write.club, write.actor
    own = players.by_user(connection, club.id, member.user_id)
    if own is None:
        return ()
    if merges.has_facts(connection, own.id):
        raise RuleError(f"{member.name} already has results here: make the two one with /player merge.")
    moved, changed = merge_into(connection, club.id, profile, get_active_player(connection, club.id, own.id))
    moved["reason"] = "gave way to a link"
    merges.add(connection, club.id, profile.id, own.id, moved, actor.member.user_id, write.now, actor.interaction_id)
    return write.fold(changed).changes
