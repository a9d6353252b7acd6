"""Players who are not on Discord become members' own, or cease to be."""

from dataclasses import dataclass
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Member, Services, require_director
from bot.services.fold.change_codec import changes_from_json, changes_to_json
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.lists import fold_lists
from bot.services.oracle.due import count_due
from bot.services.players.merging import living, unite
from bot.store import clubs
from bot.store.database import Connection
from bot.store.kept import audits
from bot.store.people import merges, players, profiles
from bot.store.people.profiles import Profile
from bot.store.rows import Club, Player
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


async def link_player(
    services: Services, actor: Actor, player_id: int, member: Member | None, reason: str | None
) -> LinkReport:
    """Make a player a member's own; without a member, nobody's; directors only."""

    def work(connection: Connection) -> LinkReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "link players")
        seen = _already_done(connection, club, actor)
        if seen is not None:
            return seen
        count_due(connection, services, club)
        profile = living(connection, club.id, player_id)
        different: tuple[RatingChange, ...] = ()
        if member is None:
            if profile.user_id is None:
                raise RuleError(f"{profile.name} is linked to nobody: add member to link them.")
        else:
            _check_free(profile, member)
            different = _make_room(connection, services, actor, club, profile, member)
        user_id = None if member is None else member.user_id
        profiles.change(connection, profile.id, {"user_id": user_id})
        player = Player(profile.id, user_id, profile.name)
        report = LinkReport(player, user_id, profile.user_id, reason, different)
        note(connection, services, actor, "link-player", profile.id, _to_json(report))
        return report

    return await services.database.write(work, club=actor.club_id)


def _check_free(profile: Profile, member: Member) -> None:
    if profile.user_id == member.user_id:
        raise RuleError(f"{profile.name} is linked to that member already.")
    if profile.user_id is not None:
        raise RuleError(
            f"{profile.name} is linked to another member: unlink them first, with /player link without member."
        )


def _make_room(
    connection: Connection, services: Services, actor: Actor, club: Club, profile: Profile, member: Member
) -> tuple[RatingChange, ...]:
    """Let the row that a member has without any fact give way, with what they told of themselves."""
    own = players.by_user(connection, club.id, member.user_id)
    if own is None:
        return ()
    if merges.has_facts(connection, own.id):
        raise RuleError(f"{member.name} already has results here: make the two one with /player merge.")
    moved, changed = unite(connection, club.id, profile, living(connection, club.id, own.id))
    moved["reason"] = "gave way to a link"
    when, who = services.now(), actor.member.user_id
    merges.add(connection, club.id, profile.id, own.id, moved, who, when, actor.interaction_id)
    done = fold_lists(connection, club, services.today(), changed)
    return tuple(change for folded in done.values() for change in changes(folded))


def _to_json(report: LinkReport) -> dict[str, Any]:
    return {
        "user_id": report.user_id,
        "was": report.was,
        "reason": report.reason,
        "changes": changes_to_json(report.changes),
    }


def _already_done(connection: Connection, club: Club, actor: Actor) -> LinkReport | None:
    """Return what this interaction has linked before, when it is delivered again."""
    seen = audits.by_interaction(connection, club.id, actor.interaction_id)
    if seen is None or seen.details is None:
        return None
    data, player_id = seen.details, seen.subject_id or 0
    name = players.by_ids(connection, club.id, [player_id])[player_id].name
    return LinkReport(
        Player(player_id, data["user_id"], name),
        data["user_id"],
        data["was"],
        data["reason"],
        changes_from_json(data["changes"]),
    )
