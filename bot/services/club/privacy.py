"""Personal data: shown to its owner, forgotten on request, erased after the bot leaves."""

import json
import logging
import re
import zipfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

from bot.services.evenings.entries import withdraw_everywhere
from bot.services.framework.actions import player_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import JOBS, Job, in_each_club
from bot.services.framework.find_player import get_active_player
from bot.services.framework.recalculation.lists import ListChanges, add_age_dependent
from bot.services.framework.setting_kinds import SETTINGS
from bot.services.framework.transaction import ClubWrite, Write, preview, read_for, use_case, write_for_club
from bot.services.framework.typed_text import KEPT_FOR
from bot.services.people.edit import LABELS
from bot.store.club import clubs, files, personal_data
from bot.store.database.names import former
from bot.store.database.transactions import Connection
from bot.store.people import players, profiles
from bot.store.people.profiles import Profile
from core.errors import InputError, NotFoundError

# Forget a player: no name, ids or age; games and other ratings stay.


_NOTHING = {
    **dict.fromkeys(("user_id", *profiles.IDS, "unconfirmed", "known_as", "left_at")),
    **dict.fromkeys(("federation", "sex", "title", "state", "expires", "born", "born_year", "online")),
    "adult": True,
    "named": False,
    "hidden": True,
    "notices": "off",
    "challenged": False,
    "announced": False,
    "card_private": True,
    "on_site": False,
}
_AGE = ("born", "adult", "born_year")


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """A forgotten player.

    name, known: before. others: how many ratings depend on the age, which then stays hidden. typed: what people typed
    with the name in it, which stays.
    """

    player_id: int
    name: str
    known: tuple[str, ...]
    others: int
    typed: tuple[str, ...]


@preview()
def preview_forgetting(write: Write, player_id: int | None) -> ForgetReport:
    """Return what would be forgotten: the actor, or for a director an unlinked player."""
    return _forget(write, player_id)


@use_case(player_action("forget", "was forgotten:", shown_by="/leaderboard", about_who=True))
def forget_player(write: Write, player_id: int | None) -> ForgetReport:
    report = _forget(write, player_id)
    write.note(report.player_id, nameless=True)
    return report


def _forget(write: Write, player_id: int | None) -> ForgetReport:
    profile = _player_to_forget(write, player_id)
    known = tuple(label for column, label in LABELS.items() if getattr(profile, column, None))
    spelled = _spelled([profile.name])
    typed = personal_data.typed_with(write.connection, write.club.id, profile.name)
    stays = tuple(dict.fromkeys(text for text in typed if spelled.search(text)))
    return ForgetReport(profile.id, profile.name, known, forget(write, profile), stays)


def forget(write: ClubWrite, profile: Profile) -> int:
    """Forget a player with merged ones, noted by number for restores; return how many ratings need the age."""
    name = former(profile.id)
    ids = with_merged_ids(write.connection, write.club.id, profile.id)
    forgotten = [found for each in ids if (found := profiles.find(write.connection, write.club.id, each)) is not None]
    for each in forgotten:
        profiles.change(write.connection, each.id, {**_NOTHING, "name": name})
    for same in ids:
        withdraw_everywhere(write, same)
    others = _recalculate_age_dependent(write, profile.id) if profile.is_age_known else 0
    if others:
        profiles.change(write.connection, profile.id, {column: getattr(profile, column) for column in _AGE})
        _recalculate_age_dependent(write, profile.id)
    _remove_traces(write, forgotten, name)
    personal_data.note_forgotten(write.connection, write.club.id, ids, write.now)
    return others


def _player_to_forget(write: Write, player_id: int | None) -> Profile:
    if player_id is None:
        own = players.by_user(write.connection, write.club.id, write.actor.member.user_id)
        if own is None:
            raise NotFoundError("This club has no data about you.")
        return get_active_player(write.connection, write.club.id, own.id)
    profile = get_active_player(write.connection, write.club.id, player_id)
    if profile.user_id == write.actor.member.user_id:
        return profile
    write.require_director("erase another player")
    if profile.user_id is not None:
        raise InputError(f"{profile.name} is on Discord. Only they can ask to be forgotten, with /me.")
    return profile


def with_merged_ids(connection: Connection, club_id: int, player_id: int) -> list[int]:
    found, new = [player_id], [player_id]
    while new:
        new = [each for each in profiles.merged_into(connection, club_id, new) if each not in found]
        found += new
    return found


def _recalculate_age_dependent(write: ClubWrite, player_id: int) -> int:
    changed: ListChanges = {}
    add_age_dependent(write.connection, player_id, changed)
    return len({change.player_id for change in write.recalculate(changed).changes} - {player_id})


def _remove_traces(write: ClubWrite, forgotten: list[Profile], name: str) -> None:
    connection, club_id = write.connection, write.club.id
    ids = [profile.id for profile in forgotten]
    personal_data.rename_in_events(connection, ids, name)
    personal_data.drop_claims(connection, ids)
    personal_data.drop_challenges(connection, ids)
    numbers = {getattr(one, column) for one in forgotten for column in profiles.IDS} - {None}
    personal_data.drop_from_federations(connection, club_id, numbers)
    users = {profile.user_id for profile in forgotten} - {None}
    for user_id in users:
        assert user_id is not None
        personal_data.forget_user(connection, club_id, user_id)
    personal_data.drop_waiting_files(connection, club_id)
    personal_data.drop_messages(connection, club_id, ids)
    for player_id in ids:
        write.is_shown_otherwise(player_id)
    personal_data.rewrite(connection, club_id, _without(forgotten, name, users), SETTINGS)
    personal_data.rename_keeper(connection, club_id, ids, name, SETTINGS)


def _without(forgotten: list[Profile], name: str, users: set[int | None]) -> Callable[[Any], Any]:
    ids = {getattr(profile, column) for profile in forgotten for column in profiles.IDS} - {None}
    ids |= {day.isoformat() for profile in forgotten if (day := profile.born) is not None}
    spelled = _spelled({profile.name for profile in forgotten} - {name})

    def new(value: Any) -> Any:
        if isinstance(value, str):
            return None if value in ids else spelled.sub(name, value)
        if isinstance(value, dict):
            if value.get("label") == "Born":
                return {**value, "before": None, "after": None}
            return {key: new(each) for key, each in value.items()}
        if isinstance(value, list):
            return [new(each) for each in value]
        return personal_data.NOBODY if type(value) is int and value in users else value

    return new


def _spelled(names: Collection[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    words = "|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in longest_first)
    return re.compile(words or r"(?!)", re.IGNORECASE)


# Servers that the bot left are kept for thirty days, then erased.


log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""After the bot has left."""

MOST_DEPARTED = 0.2
"""Beyond this share at a start, something else is wrong."""


async def note_club(services: Services, club_id: int, *, is_present: bool) -> None:
    known = await services.database.read(lambda connection: clubs.departures(connection, club_id), club=club_id)
    if club_id not in known or is_present == (known[club_id] is None):
        return

    def note(write: ClubWrite) -> None:
        clubs.change(write.connection, club_id, {"left_at": None if is_present else write.now})

    await write_for_club(services, club_id, note)


async def note_clubs(services: Services, present: Collection[int], is_mine: Callable[[int], bool]) -> None:
    """Record servers left or rejoined while offline. is_mine: whether a server belongs to this process."""
    every = await services.database.read(clubs.departures, club=None)
    mine = {club_id: left_at for club_id, left_at in every.items() if is_mine(club_id)}
    back = [club_id for club_id, left_at in mine.items() if left_at is not None and club_id in present]
    forgotten = [club_id for club_id, left_at in mine.items() if left_at is None and club_id not in present]
    if len(forgotten) > max(1, MOST_DEPARTED * len(mine)):
        log.warning(
            "departures not noted, too many clubs missing at once: missing=%d clubs=%d", len(forgotten), len(mine)
        )
        forgotten = []
    await in_each_club("noting clubs that returned", back, lambda club: note_club(services, club, is_present=True))
    await in_each_club("noting clubs that left", forgotten, lambda club: note_club(services, club, is_present=False))


async def erase_departed(services: Services, present: Collection[int], is_mine: Callable[[int], bool]) -> int:
    """Erase clubs that the bot left thirty days ago; return how many.

    present: the bot's servers. is_mine: see `note_clubs`.
    """
    every = await services.database.read(clubs.departures, club=None)
    away = [club_id for club_id in every if is_mine(club_id) and club_id not in present]
    due = [club_id for club_id in away if _is_over(every[club_id], services.now())]
    return await in_each_club("erasing clubs", due, lambda club: write_for_club(services, club, _erase_if_departed))


def _is_over(left_at: datetime | None, now: datetime) -> bool:
    return left_at is not None and left_at < now - KEPT


def _erase_if_departed(write: ClubWrite) -> None:
    # a member may have written meanwhile
    if _is_over(clubs.departures(write.connection, write.club.id)[write.club.id], write.now):
        rows = erase(write)
        log.info("erased club: club=%d days_since_left=%d rows=%d", write.club.id, KEPT.days, rows)


async def tidy(services: Services) -> int:
    """Delete expired files and form input; return in how many clubs."""
    now = services.now()

    def with_old(connection: Connection) -> list[int]:
        forms = files.clubs_with_old_forms(connection, now - KEPT_FOR)
        return sorted({*files.clubs_with_old(connection, now), *forms})

    waiting = await services.database.read(with_old, club=None)
    return await in_each_club("dropping old files", waiting, lambda club: write_for_club(services, club, _drop_old))


JOBS.add("retention", Job(tidy))


def erase(write: ClubWrite) -> int:
    """Delete a club except for a note for restores; return the number of rows."""
    rows = personal_data.erase_club(write.connection, write.club.id)
    personal_data.note_forgotten(write.connection, write.club.id, [personal_data.WHOLE_CLUB], write.now)
    return rows


def _drop_old(write: ClubWrite) -> None:
    files.drop_old(write.connection, write.club.id, write.now)
    files.drop_old_forms(write.connection, write.club.id, write.now - KEPT_FOR)


# A member's data as files.


_README = """\
What Crosstable stores about {name} in this club. One JSON file per table.

player: who you are, with ids, birth date, federation, title and online accounts. event, entrant, game: what you played.
entered rating, demotion: ratings that were entered and titles that were lowered. journal: every rating change;
the button Calculation shows each step. standing, norm, title, season_board: your place now,
and when a season ended.
news: what the club announces about you. outbox: what is still to be sent to you.
evening_entrant, evening_bye, evening_pairing, evening_report: evenings that you entered, byes, opponents and
reports. form_draft: what you typed into a refused form, for a quarter of an hour. pending_import: reports and
files of yours that wait for your answer, for two days.
federation_entry: what federations say of you. challenge: matches that you proposed, or that were proposed to
you. audit: what you asked the bot to store.

Other players' results in your games are theirs too: the club knows their names, this file does not.
To be forgotten, use /me.
"""


async def own_data(services: Services, actor: Actor) -> bytes:
    """Return a zip of a member's data; raise NotFoundError without any."""
    rows = await read_for(services, actor, lambda connection: _rows(connection, actor))
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _README.format(name=actor.member.name))
        for table, found in rows.items():
            archive.writestr(f"{table}.json", json.dumps(found, indent=1, ensure_ascii=False, default=str))
    return packed.getvalue()


def _rows(connection: Connection, actor: Actor) -> dict[str, Any]:
    own = players.by_user(connection, actor.club_id, actor.member.user_id)
    if own is None:
        raise NotFoundError("This club has no data about you.")
    ids = with_merged_ids(connection, actor.club_id, own.id)
    return personal_data.all_of(connection, ids, actor.member.user_id, actor.club_id)
