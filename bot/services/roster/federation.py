"""FIDE's whole list, which is larger than Discord takes: the operator loads it, and a director looks at it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from bot.services.context import Actor, Services
from bot.services.each_club import in_each_club
from bot.services.roster.report import RosterOptions, RosterReport
from bot.services.roster.take_in import IMPORT, preview_roster
from bot.services.transaction import ClubWrite, Read, club_job, read
from bot.store.people import federations, profiles
from core.errors import NotFoundError
from core.formats.roster.fide_list import read_packed
from core.formats.roster.lines import RosterFile, RosterLine
from core.formats.roster.write import write_roster
from core.lists import RatingList
from core.opening import Opening

NOT_LOADED = "No list of FIDE's with players of this club is loaded: upload one, or ask whoever runs the bot."


@dataclass(frozen=True, slots=True)
class ListLoaded:
    """A list that was loaded. players: in it. clubs: how many players of each it has, of the clubs with any."""

    month: date
    players: int
    clubs: Mapping[int, int]


async def load_fide_list(services: Services, path: Path) -> ListLoaded:
    """Keep what FIDE's list says of the players of every club; raise InputError for a file that is none."""
    wanted = await services.database.read(profiles.fide_ids_of_clubs, club=None)

    def read() -> RosterFile:
        with path.open("rb") as file:
            return read_packed(file, frozenset().union(*wanted.values()))

    file = await asyncio.to_thread(read)
    month = file.month or services.today(None)
    lines = {line.details["fide_id"]: _as_json(line) for line in file.lines}
    found = {club_id: {one: lines[one] for one in sorted(ids) if one in lines} for club_id, ids in wanted.items()}

    await in_each_club("loading FIDE's list", found, lambda club: _keep(services, club, month, found[club]))
    clubs = {club_id: len(theirs) for club_id, theirs in found.items() if theirs}
    return ListLoaded(month, file.passed + len(file.lines), clubs)


@club_job
def _keep(write: ClubWrite, month: date, lines: Mapping[str, Any]) -> None:
    federations.replace_list(write.connection, write.club.id, month, lines)


@read()
def loaded_month(look: Read) -> date | None:
    """Return the month of the list that waits for a director of the club; None without one."""
    found = federations.loaded(look.connection, look.club.id)
    return None if found is None else found.month


async def preview_loaded(services: Services, actor: Actor) -> RosterReport:
    """Return what the loaded list would do, and keep it for a confirmation; directors only."""
    lines = await _loaded_lines(services, actor)
    lists = [moved for moved in RatingList if any(moved in line.ratings for line in lines)]
    return await preview_roster(services, actor, write_roster(lines, lists), RosterOptions(known_only=True))


@read(director_to=IMPORT)
def _loaded_lines(look: Read) -> list[RosterLine]:
    found = federations.loaded(look.connection, look.club.id)
    if found is None:
        raise NotFoundError(NOT_LOADED)
    return [_line(place, line) for place, line in enumerate(found.lines.values(), start=2)]


def _as_json(line: RosterLine) -> dict[str, Any]:
    ratings = {moved.value: [one.rating, one.games, one.peak] for moved, one in line.ratings.items()}
    return {"name": line.name, "details": dict(line.details), "born": line.born_year, "ratings": ratings}


def _line(place: int, data: Mapping[str, Any]) -> RosterLine:
    ratings = {RatingList(moved): Opening(*figures) for moved, figures in data["ratings"].items()}
    return RosterLine(place, data["name"], None, data["details"], None, data["born"], ratings)
