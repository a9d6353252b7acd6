"""Two players made one, and made two again, within a transaction that holds the club's lock."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.services.fold.first_ratings import rate_first_again
from bot.services.fold.lists import ListChange, ListChanges
from bot.store.database import Connection
from bot.store.people import merges, notices, players, profiles
from bot.store.people.merges import Merge
from bot.store.people.profiles import Profile
from bot.store.rows import FactRef
from core.errors import NotFoundError
from core.lists import RatingList

TAKEN_OVER = ("user_id", *profiles.IDS, "federation", "sex", "title", "state", "expires")
"""What the one who stays takes over where they have none; the age beside it."""


def get_active_player(connection: Connection, club_id: int, player_id: int) -> Profile:
    """Return a player of the club; raise NotFoundError for one who is not there, or is somebody else now."""
    profile = profiles.find(connection, club_id, player_id)
    if profile is None:
        raise NotFoundError("There is no such player in this club: choose one that is offered as you type.")
    if profile.merged_into is not None:
        kept = profiles.find(connection, club_id, profile.merged_into)
        who = "another player" if kept is None else kept.name
        raise NotFoundError(f"{profile.name} was merged into {who} (#{profile.merged_into}): choose {who}.")
    return profile


def merge_into(
    connection: Connection, club_id: int, keep: Profile, gone: Profile
) -> tuple[dict[str, Any], ListChanges]:
    """Give everything of one player to another; return what went over, for `split`, and what to fold again.

    They must not stand in one event that counts.
    """
    moving = merges.rated_facts(connection, club_id, gone.id)
    moved: dict[str, Any] = dict(merges.move(connection, gone.id, keep.id))
    changed = _moved(moving, gone.id, keep.id)
    taken = {
        column: getattr(gone, column)
        for column in TAKEN_OVER
        if getattr(keep, column) is None and getattr(gone, column) is not None
    }
    moved |= {"user_id": gone.user_id, "taken": sorted(taken), "age": None}
    if keep.born is None and (gone.born is not None or (gone.is_age_known and not keep.is_age_known)):
        moved["age"] = {"adult": keep.adult, "born_year": keep.born_year}
        taken |= _age(gone)
    said = keep.unconfirmed_ids | (gone.unconfirmed_ids & taken.keys())
    taken["unconfirmed"] = profiles.said(said)
    if "user_id" in taken:
        # What a member wants goes with the member, and what the one who stays had comes back with a split.
        moved["wishes"] = notices.wishes_of(connection, keep.id)._asdict()
        taken |= {"left_at": gone.left_at, **notices.wishes_of(connection, gone.id)._asdict()}
    moved["known_as"] = keep.known_as
    taken["known_as"] = keep.file_name or gone.file_name
    # A Discord user is the member of one player; everything else may stay where nobody looks it up any more.
    profiles.change(connection, gone.id, {"user_id": None, "merged_into": keep.id})
    profiles.change(connection, keep.id, taken)
    if moved["age"] is not None:
        rate_first_again(connection, keep.id, changed)
    return moved, changed


def split(connection: Connection, club_id: int, stored: Merge) -> tuple[dict[RatingList, list[FactRef]], ListChanges]:
    """Give back what a merge moved, as far as it is still there; return those facts, and what to fold again.

    Facts that came later stay, and so does what has been edited since. An id or a Discord user that belongs to
    somebody else by now is not given back.
    """
    keep, gone = (profiles.find(connection, club_id, key) for key in (stored.kept_id, stored.gone_id))
    assert keep is not None
    assert gone is not None
    moved = stored.moved
    merges.reassign(connection, moved, keep.id, gone.id)
    moving = merges.rated_facts(connection, club_id, gone.id)
    changed = _moved(moving, keep.id, gone.id)
    theirs = {column: getattr(gone, column) for column in TAKEN_OVER} | {"user_id": moved["user_id"]}
    back: dict[str, Any] = {
        column: None for column in moved["taken"] if getattr(keep, column) == theirs[column] is not None
    }
    if "user_id" in back:
        back |= moved.get("wishes", {})
    back["known_as"] = moved.get("known_as", keep.known_as)
    back["unconfirmed"] = profiles.said(keep.unconfirmed_ids - back.keys())
    is_age_back = moved["age"] is not None and _age(keep) == _age(gone)
    if is_age_back:
        back |= {"born": None, **moved["age"]}
    profiles.change(connection, keep.id, back)
    profiles.change(connection, gone.id, {"merged_into": None} | _still_free(connection, club_id, theirs))
    if is_age_back:
        rate_first_again(connection, keep.id, changed)
    return moving, changed


def _age(profile: Profile) -> dict[str, Any]:
    return {"born": profile.born, "adult": profile.adult, "born_year": profile.born_year}


def _moved(moving: Mapping[RatingList, Sequence[FactRef]], source: int, target: int) -> ListChanges:
    """Return that facts no longer move the one player and now move the other."""

    def of(refs: Sequence[FactRef], player_id: int) -> tuple[FactRef, ...]:
        return tuple(replace(ref, players=frozenset((player_id,))) for ref in refs)

    return {
        rating_list: ListChange(removed=of(refs, source), recompute=of(refs, target))
        for rating_list, refs in moving.items()
    }


def _still_free(connection: Connection, club_id: int, theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Return a player's Discord user and ids, without those that another player has by now."""
    free: dict[str, Any] = {}
    user_id = theirs["user_id"]
    is_taken = user_id is not None and players.by_user(connection, club_id, user_id) is not None
    free["user_id"] = None if is_taken else user_id
    for column in profiles.IDS:
        number = theirs[column]
        if number is not None and players.by_membership(connection, club_id, column, [number]):
            free[column] = None
    return free
