"""What a player is called, ids, federation, age, sex and title: corrected by a director, or in part by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.events.other_ratings import check_official_events_stay
from bot.services.fold.change_codec import changes_from_json, changes_to_json
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.lists import fold_lists
from bot.services.players.merging import ListChanges, living, rate_first_again
from bot.store import clubs
from bot.store.database import Connection
from bot.store.kept import audits
from bot.store.people import players, profiles
from bot.store.people.profiles import Profile
from bot.store.rows import Club, Player
from core.errors import InputError, NotAllowedError
from core.formats.typed.persons import Birth

LABELS = {
    "name": "Name",
    "uschess_id": "US Chess id",
    "fide_id": "FIDE id",
    "naspa_id": "NASPA id",
    "federation": "Federation",
    "sex": "Sex",
    "title": "Title",
    "born": "Born",
}
"""What can be edited, by column."""

OWN = frozenset({"uschess_id", "fide_id", "naspa_id", "federation", "born"})
"""What members may edit of themselves."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to be different: texts by column, empty to take them out; birth: None to leave it."""

    texts: Mapping[str, str] = field(default_factory=dict)
    birth: Birth | None = None

    @property
    def columns(self) -> list[str]:
        return [*self.texts, *(["born"] if self.birth is not None else [])]


@dataclass(frozen=True, slots=True)
class EditedField:
    """What one thing was and is, in words that others may see: of a birth date the year."""

    label: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class EditReport:
    """An edited player, and whose rating that changed."""

    player: Player
    fields: tuple[EditedField, ...]
    reason: str | None
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


async def edit_player(
    services: Services, actor: Actor, player_id: int | None, edit: Edit, reason: str | None
) -> EditReport:
    """Correct what is kept of a player; of whoever asks where none is named.

    A first rating that the age decided is rated again, with all that follows.
    """

    def work(connection: Connection) -> EditReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        seen = _already_done(connection, club, actor)
        if seen is not None:
            return seen
        profile = _whose(connection, services, actor, club, player_id)
        _check_allowed(club, actor, profile, edit)
        after = _after(profile, edit)
        different = {column: value for column, value in after.items() if value != getattr(profile, column)}
        if not different:
            raise InputError("Nothing would be different: name what should be, such as federation: USA.")
        _check_unique(connection, club, profile, different)
        profiles.change(connection, profile.id, different)
        changed: ListChanges = {}
        if different.keys() & {"born", "adult", "born_year"}:
            rate_first_again(connection, profile.id, changed)
        done = fold_lists(connection, club, services.today(), changed)
        check_official_events_stay(connection, club, actor, profile.id, done.values())
        moved = tuple(change for folded in done.values() for change in changes(folded))
        now = living(connection, club.id, profile.id)
        fields = tuple(
            EditedField(LABELS[column], _shown(profile, column), _shown(now, column))
            for column in LABELS
            if column in different or (column == "born" and {"adult", "born_year"} & different.keys())
        )
        details = {
            "player": profile.id,
            "fields": [[one.label, one.before, one.after] for one in fields],
            "reason": reason,
            "changes": changes_to_json(moved),
        }
        note(connection, services, actor, "edit-player", profile.id, details)
        return _report(connection, club, details)

    return await services.database.write(work, club=actor.club_id)


def _whose(connection: Connection, services: Services, actor: Actor, club: Club, player_id: int | None) -> Profile:
    if player_id is None:
        me = actor.member
        player_id = players.ensure(connection, club.id, me.user_id, me.name, services.now()).id
    return living(connection, club.id, player_id)


def _check_allowed(club: Club, actor: Actor, profile: Profile, edit: Edit) -> None:
    if profile.user_id != actor.member.user_id:
        require_director(club, actor, "edit another player")
    elif not actor.is_director(club) and not OWN.issuperset(edit.columns):
        raise NotAllowedError(
            "Only a tournament director (TD) can edit a name, sex or title: "
            "your ids, federation and birth date you can."
        )
    if "name" in edit.texts and profile.user_id is not None:
        raise InputError(f"{profile.name} is on Discord and is called here what they are called there.")


def _after(profile: Profile, edit: Edit) -> dict[str, Any]:
    after: dict[str, Any] = {column: text or None for column, text in edit.texts.items()}
    if edit.birth is not None:
        after |= {"born": edit.birth.born, "adult": edit.birth.adult, "born_year": edit.birth.year}
    return after


def _check_unique(connection: Connection, club: Club, profile: Profile, different: Mapping[str, Any]) -> None:
    """Raise InputError where somebody else in the club has an id."""
    for column in profiles.IDS:
        number = different.get(column)
        other = None if number is None else players.by_membership(connection, club.id, column, [number]).get(number)
        if other is not None and other.id != profile.id:
            raise InputError(
                f"{other.name} (#{other.id}) has the {LABELS[column]} {number} here: correct theirs first, "
                "or a TD makes the two one with /player merge."
            )


def _shown(profile: Profile, column: str) -> str | None:
    """Return something kept of a player in words; never the birth date."""
    if column != "born":
        value: str | None = getattr(profile, column)
        return value
    if profile.birth_year is not None:
        return str(profile.birth_year)
    return None if profile.adult else "child"


def _report(connection: Connection, club: Club, data: Mapping[str, Any]) -> EditReport:
    moved = changes_from_json(data["changes"])
    people = players.by_ids(connection, club.id, {data["player"], *(change.player_id for change in moved)})
    fields = tuple(EditedField(*one) for one in data["fields"])
    return EditReport(people[data["player"]], fields, data["reason"], moved, people)


def _already_done(connection: Connection, club: Club, actor: Actor) -> EditReport | None:
    """Return what this interaction has edited before, when it is delivered again."""
    seen = audits.by_interaction(connection, club.id, actor.interaction_id)
    return None if seen is None or seen.details is None else _report(connection, club, seen.details)
