"""Export a club's people as a roster, or an empty template."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import IO, Any

from bot.services.events.listing import ExportedFile
from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import in_each_club
from bot.services.framework.transaction import ClubWrite, Read, check_director, club_job, read
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.services.people.roster.report import RosterOptions, RosterReport
from bot.services.people.roster.take_in import IMPORT, preview_roster
from bot.store.people import federations, profiles
from bot.store.people.profiles import Profile
from bot.store.ratings import standings
from core.errors import NotFoundError, NothingYetError
from core.event.entered_rating import EnteredRating
from core.files.roster.table import DETAILS, RosterFile, RosterLine, template, write_roster
from core.lists import RatingList
from core.rating.systems import system_of

EXPORT = "export the players"


async def export_roster(services: Services, actor: Actor) -> ExportedFile:
    await check_director(services, actor, EXPORT)
    await bring_up_to_date(services, actor.club_id)
    return await _roster(services, actor)


@read(director_to=EXPORT)
def _roster(look: Read) -> ExportedFile:
    connection, club = look.connection, look.club
    people = profiles.everybody(connection, club.id)
    if not people:
        raise NothingYetError("There is nobody in this club yet: import a roster with /td import.")
    ids = [one.id for one in people]
    found = {moved: standings.of_players(connection, club.id, moved, ids) for moved in club.house_rules.all_lists}
    rated = [moved for moved, theirs in found.items() if theirs]
    lines = []
    for number, one in enumerate(people, start=2):
        ratings = {}
        for moved in rated:
            if one.id in found[moved]:
                entered = system_of(moved).entered_rating_of(system_of(moved).load(found[moved][one.id].state))
                if entered is not None:
                    ratings[moved] = entered
        lines.append(_roster_line(number, one, ratings))
    return ExportedFile(f"roster-{look.today.isoformat()}.csv", write_roster(lines, rated), ())


def _roster_line(number: int, one: Profile, ratings: Mapping[RatingList, EnteredRating]) -> RosterLine:
    details = {column: getattr(one, column) for column in DETAILS if getattr(one, column) is not None}
    discord = None if one.user_id is None else str(one.user_id)
    return RosterLine(number, one.name, discord, details, one.born, one.born_year, ratings)


async def roster_template(services: Services, actor: Actor, action: str) -> ExportedFile:
    """Return an empty roster with the default list; directors only. action: the end of a sentence."""
    club = await check_director(services, actor, action)
    return ExportedFile("roster.csv", template([club.default_list]), ())


# FIDE's list exceeds Discord's limit: the operator loads it.


FIDE, USCHESS = "fide_id", "uschess_id"

NOT_LOADED = "No FIDE list with players of this club is loaded. Upload one, or ask the operator."


@dataclass(frozen=True, slots=True)
class ListLoaded:
    """A loaded list. players: their number. clubs: players by club."""

    month: date
    players: int
    clubs: Mapping[int, int]


async def load_fide_list(services: Services, path: Path) -> ListLoaded:
    """Store FIDE's list for every club's players; raise InputError for another file."""
    from core.files.roster.fide_list import read_packed

    return await _load(services, path, FIDE, read_packed, "FIDE's list")


async def load_uschess_list(services: Services, path: Path) -> ListLoaded:
    """Store a rating list of US Chess for every club's players; raise InputError for another file."""
    from core.files.roster.supplement import read_supplement

    return await _load(services, path, USCHESS, read_supplement, "US Chess' rating list")


Reader = Callable[[IO[bytes], Collection[str]], RosterFile]


async def _load(services: Services, path: Path, membership: str, reader: Reader, source: str) -> ListLoaded:
    wanted = await services.database.read(partial(profiles.ids_of_clubs, membership=membership), club=None)

    def read() -> RosterFile:
        with path.open("rb") as file:
            return reader(file, frozenset().union(*wanted.values()))

    file = await asyncio.to_thread(read)
    month = file.month or services.today(None)
    lines = {line.details[membership]: line_as_json(line) for line in file.lines}
    found = {club_id: {one: lines[one] for one in sorted(ids) if one in lines} for club_id, ids in wanted.items()}

    def keep(club_id: int) -> Awaitable[None]:
        return _keep(services, club_id, membership, month, source, found[club_id])

    await in_each_club(f"loading {source}", found, keep)
    clubs = {club_id: len(theirs) for club_id, theirs in found.items() if theirs}
    return ListLoaded(month, file.passed + len(file.lines), clubs)


@club_job
def _keep(write: ClubWrite, membership: str, month: date, source: str, lines: Mapping[str, Any]) -> None:
    federations.replace_list(write.connection, write.club.id, membership, month, source, lines)


@read()
def loaded_month(look: Read) -> date | None:
    found = federations.loaded(look.connection, look.club.id, FIDE)
    return None if found is None else found.month


async def preview_loaded(services: Services, actor: Actor) -> RosterReport:
    lines = await _loaded_lines(services, actor)
    lists = sorted({moved for line in lines for moved in line.ratings}, key=attrgetter("order"))
    return await preview_roster(services, actor, write_roster(lines, lists), RosterOptions(known_only=True))


@read(director_to=IMPORT)
def _loaded_lines(look: Read) -> list[RosterLine]:
    found = federations.loaded(look.connection, look.club.id, FIDE)
    if found is None:
        raise NotFoundError(NOT_LOADED)
    return [_line(place, line) for place, line in enumerate(found.lines.values(), start=2)]


def line_as_json(line: RosterLine) -> dict[str, Any]:
    ratings = {moved.value: [one.rating, one.games, one.peak, one.floor] for moved, one in line.ratings.items()}
    return {"name": line.name, "details": dict(line.details), "born": line.born_year, "ratings": ratings}


def _line(place: int, data: Mapping[str, Any]) -> RosterLine:
    ratings = {RatingList(moved): EnteredRating(*figures) for moved, figures in data["ratings"].items()}
    return RosterLine(place, data["name"], None, data["details"], None, data["born"], ratings)
