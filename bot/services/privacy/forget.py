"""A player forgotten: nameless, without ids and age; the games and everybody else's ratings stay as they are."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.services.fold.first_ratings import rate_first_again
from bot.services.fold.lists import ListChanges
from bot.services.live_events.entries import withdraw_everywhere
from bot.services.players.edit import LABELS
from bot.services.players.identity.merging import get_active_player
from bot.services.settings_undo import SETTINGS
from bot.services.transaction import ClubWrite, Write, preview, use_case
from bot.store.database import Connection
from bot.store.kept import forgotten, traces
from bot.store.people import players, profiles
from bot.store.people.profiles import Profile
from core.errors import InputError, NotFoundError

FORGOTTEN = "forget"
"""The audit's name for it."""

_NOTHING = {
    **dict.fromkeys(("user_id", *profiles.IDS, "unconfirmed", "known_as", "left_at")),
    **dict.fromkeys(("federation", "sex", "title", "state", "expires", "born", "born_year")),
    "adult": True,
    "named": False,
    "hidden": True,
    "notices": "off",
    "challenged": False,
    "announced": False,
    "card_private": True,
}
_AGE = ("born", "adult", "born_year")


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """A player who is forgotten, or would be.

    name, known: what they are called, and what is known of them, before. others: how many others' ratings rest on the
    age, which therefore stays, unseen.
    """

    player_id: int
    name: str
    known: tuple[str, ...]
    others: int


@preview()
def look_at_forgetting(write: Write, player_id: int | None) -> ForgetReport:
    """Return what would be forgotten of a player: whoever asks, or for a director one who is not on Discord."""
    return _forget(write, player_id)


@use_case(FORGOTTEN)
def forget_player(write: Write, player_id: int | None) -> ForgetReport:
    """Forget a player: whoever asks, or for a director one who is not on Discord."""
    report = _forget(write, player_id)
    write.note(report.player_id, nameless=True)
    return report


def _forget(write: Write, player_id: int | None) -> ForgetReport:
    profile = _whose(write, player_id)
    known = tuple(label for column, label in LABELS.items() if getattr(profile, column, None))
    return ForgetReport(profile.id, profile.name, known, forget(write, profile))


def forget(write: ClubWrite, profile: Profile) -> int:
    """Forget a player and all who turned out to be the same person; return how many others' ratings need the age.

    Who was forgotten is noted by number, for whoever restores a backup.
    """
    name = f"Former player {profile.id}"
    ids = merged_too(write.connection, write.club.id, profile.id)
    gone = [found for each in ids if (found := profiles.find(write.connection, write.club.id, each)) is not None]
    for each in gone:
        profiles.change(write.connection, each.id, {**_NOTHING, "name": name})
    for same in ids:
        withdraw_everywhere(write, same)
    others = _rated_again(write, profile.id) if profile.is_age_known else 0
    if others:
        profiles.change(write.connection, profile.id, {column: getattr(profile, column) for column in _AGE})
        _rated_again(write, profile.id)
    _leave_no_trace(write, gone, name)
    forgotten.note(write.connection, write.club.id, ids, write.now)
    return others


def _whose(write: Write, player_id: int | None) -> Profile:
    if player_id is None:
        own = players.by_user(write.connection, write.club.id, write.actor.member.user_id)
        if own is None:
            raise NotFoundError("Nothing is kept of you in this club.")
        return get_active_player(write.connection, write.club.id, own.id)
    profile = get_active_player(write.connection, write.club.id, player_id)
    if profile.user_id == write.actor.member.user_id:
        return profile
    write.require_director("have another player forgotten")
    if profile.user_id is not None:
        raise InputError(f"{profile.name} is on Discord: only they themselves can type /privacy forget.")
    return profile


def merged_too(connection: Connection, club_id: int, player_id: int) -> list[int]:
    """Return a player's id, and those of all who turned out to be the same person."""
    found, new = [player_id], [player_id]
    while new:
        new = [each for each in profiles.merged_into(connection, club_id, new) if each not in found]
        found += new
    return found


def _rated_again(write: ClubWrite, player_id: int) -> int:
    """Rate again whatever the player's age may decide; return how many others' ratings are different."""
    changed: ListChanges = {}
    rate_first_again(write.connection, player_id, changed)
    return len({change.player_id for change in write.fold(changed).changes} - {player_id})


def _leave_no_trace(write: ClubWrite, gone: list[Profile], name: str) -> None:
    """Take names, ids and birth dates out of whatever is kept beside the players."""
    connection, club_id = write.connection, write.club.id
    ids = [profile.id for profile in gone]
    traces.rename_in_events(connection, ids, name)
    traces.drop_claims(connection, ids)
    traces.drop_challenges(connection, ids)
    traces.drop_from_federations(connection, club_id, [one.fide_id for one in gone if one.fide_id is not None])
    users = {profile.user_id for profile in gone} - {None}
    for user_id in users:
        assert user_id is not None
        traces.forget_user(connection, club_id, user_id)
    traces.drop_waiting_files(connection, club_id)
    traces.drop_messages(connection, club_id, ids)
    for player_id in ids:
        write.is_shown_otherwise(player_id)
    traces.rewrite(connection, club_id, _without(gone, name, users), SETTINGS)
    traces.rename_keeper(connection, club_id, ids, name, SETTINGS)


def _without(gone: list[Profile], name: str, users: set[int | None]) -> Callable[[Any], Any]:
    """Return what puts another name, and nothing for ids and birth dates, in whatever JSON can hold."""
    ids = {getattr(profile, column) for profile in gone for column in profiles.IDS} - {None}
    ids |= {day.isoformat() for profile in gone if (day := profile.born) is not None}
    names = sorted({profile.name for profile in gone} - {name}, key=len, reverse=True)
    spelled = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in names) or r"(?!)", re.IGNORECASE)

    def new(value: Any) -> Any:
        if isinstance(value, str):
            return None if value in ids else spelled.sub(name, value)
        if isinstance(value, dict):
            if value.get("label") == "Born":
                return {**value, "before": None, "after": None}
            return {key: new(each) for key, each in value.items()}
        if isinstance(value, list):
            return [new(each) for each in value]
        return traces.NOBODY if type(value) is int and value in users else value

    return new
