"""Edit a player's name, ids, federation, age, sex and title."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.services.events.consent import check_official_events_stay
from bot.services.framework.actions import player_action
from bot.services.framework.context import Member
from bot.services.framework.find_player import get_active_player
from bot.services.framework.recalculation.lists import ListChanges, RatingChange, add_age_dependent
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.store.database.rows import Club, Player
from bot.store.database.transactions import Connection
from bot.store.people import merges, players, profiles
from bot.store.people.profiles import Profile
from core.errors import InputError, NotAllowedError, RuleError
from core.files.typed.persons import Birth
from core.words import first_name_first, name_key

LABELS = {
    "name": "Name",
    "uschess_id": "US Chess id",
    "fide_id": "FIDE id",
    "naspa_id": "NASPA id",
    "federation": "Federation",
    "sex": "Sex",
    "title": "Title",
    "state": "State",
    "expires": "US Chess membership until",
    "born": "Born",
}

CHANGE = "change players"

OWN = frozenset({"uschess_id", "fide_id", "naspa_id", "federation", "born", "state", "expires"})


@dataclass(frozen=True, slots=True)
class Edit:
    """New values: texts by column, empty to remove; birth: None to keep."""

    texts: Mapping[str, str] = field(default_factory=dict)
    birth: Birth | None = None

    @property
    def columns(self) -> list[str]:
        return [*self.texts, *(["born"] if self.birth is not None else [])]


@dataclass(frozen=True, slots=True)
class EditedField:
    """A field before and after, as others may see it: a birth date by its year."""

    label: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class EditReport:
    """An edited player, with rating changes; waits: whether an id is unconfirmed."""

    player: Player
    fields: tuple[EditedField, ...]
    reason: str | None
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]
    waits: bool = False


@read(director_to=CHANGE)
def player_to_change(look: Read, player_id: int) -> tuple[Profile, bool]:
    """Return a player, and whether others were merged into them; directors only."""
    profile = get_active_player(look.connection, look.club.id, player_id)
    return profile, merges.last_into(look.connection, look.club.id, profile.id) is not None


@use_case(player_action("add-player", "added"), director_to=CHANGE)
def add_player(write: Write, member: Member) -> Player:
    if players.by_user(write.connection, write.club.id, member.user_id) is not None:
        raise RuleError(f"{member.name} is already a player of this club.")
    player = write.ensure(member)
    write.note(player.id)
    return player


@use_case(player_action("edit-player", "edited", about_who=True))
def edit_player(write: Write, player_id: int | None, edit: Edit, reason: str | None) -> EditReport:
    """Edit a player (default: the actor). First ratings that depend on age are recalculated."""
    connection, club = write.connection, write.club
    profile = get_active_player(
        connection, club.id, write.ensure(write.actor.member).id if player_id is None else player_id
    )
    _check_allowed(write, profile, edit)
    after = _after(profile, edit)
    different = {column: value for column, value in after.items() if value != getattr(profile, column)}
    if not different:
        raise InputError("Nothing was changed. Name what to change, for example federation: USA.")
    _check_unique(connection, club, profile, different)
    if "name" in different and profile.user_id is not None:
        # From now on the name here and in files, whatever their name on Discord.
        different |= {"named": True, "known_as": name_key(different["name"])}
    said = profile.unconfirmed_ids - different.keys()
    if not write.is_director:
        said |= {column for column in profiles.IDS if different.get(column) is not None}
    profiles.change(connection, profile.id, {**different, "unconfirmed": profiles.encode_claimed(said)})
    if "name" in different:
        write.is_shown_otherwise(profile.id)
    changed: ListChanges = {}
    if different.keys() & {"born", "adult", "born_year"}:
        add_age_dependent(connection, profile.id, changed)
    done = write.recalculate(changed)
    check_official_events_stay(connection, club, write.actor, profile.id, done.lists.values())
    moved = done.changes
    now = get_active_player(connection, club.id, profile.id)
    fields = tuple(
        EditedField(LABELS[column], _shown(profile, column), _shown(now, column))
        for column in LABELS
        if column in different or (column == "born" and {"adult", "born_year"} & different.keys())
    )
    people = players.by_ids(connection, club.id, {profile.id, *(change.player_id for change in moved)})
    waits = any(column in said for column in different)
    report = EditReport(people[profile.id], fields, reason, moved, people, waits)
    write.note(profile.id, {"reason": reason})
    return report


def _check_allowed(write: Write, profile: Profile, edit: Edit) -> None:
    if profile.user_id != write.actor.member.user_id:
        write.require_director("edit another player")
    elif not write.is_director and not OWN.issuperset(edit.columns):
        raise NotAllowedError(
            "Only a tournament director (TD) can edit a name, sex or title. You can edit your ids, "
            "federation, state and birth date."
        )


def _after(profile: Profile, edit: Edit) -> dict[str, Any]:
    after: dict[str, Any] = {column: text or None for column, text in edit.texts.items()}
    if after.get("name"):
        after["name"] = first_name_first(after["name"])
    if edit.birth is not None:
        after |= {"born": edit.birth.born, "adult": edit.birth.adult, "born_year": edit.birth.year}
    return after


def _check_unique(connection: Connection, club: Club, profile: Profile, different: Mapping[str, Any]) -> None:
    for column in profiles.IDS:
        number = different.get(column)
        other = None if number is None else players.by_membership(connection, club.id, column, [number]).get(number)
        if other is not None and other.id != profile.id:
            raise InputError(
                f"{other.name} (#{other.id}) already has the {LABELS[column]} {number}. If that is you, "
                "claim the player with /me; otherwise ask a TD to correct it."
            )


def _shown(profile: Profile, column: str) -> str | None:
    if column != "born":
        value: str | None = getattr(profile, column)
        return value
    if profile.birth_year is not None:
        return str(profile.birth_year)
    return None if profile.adult else "child"
