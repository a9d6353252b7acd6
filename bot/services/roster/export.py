"""A club's people as a table, in the columns in which a roster is read; and the empty table to begin with."""

from collections.abc import Mapping

from bot.services.context import Actor, Services
from bot.services.events.export import ExportedFile
from bot.services.transaction import Read, check_director, read
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store.derived import standings
from bot.store.people import profiles
from bot.store.people.profiles import Profile
from core.errors import NotFoundError
from core.formats.roster.lines import DETAILS, RosterLine
from core.formats.roster.write import template, write_roster
from core.lists import RatingList
from core.opening import Opening
from core.systems import SYSTEMS

EXPORT = "export the players"
"""What only directors may, as the end of a sentence."""


async def export_roster(services: Services, actor: Actor) -> ExportedFile:
    """Return everybody of the club as CSV, by name; directors only."""
    await check_director(services, actor, EXPORT)
    await bring_up_to_date(services, actor.club_id)
    return await _roster(services, actor)


@read(director_to=EXPORT)
def _roster(look: Read) -> ExportedFile:
    connection, club = look.connection, look.club
    people = profiles.everybody(connection, club.id)
    if not people:
        raise NotFoundError("There is nobody in this club yet: bring people in with /player import.")
    ids = [one.id for one in people]
    found = {moved: standings.of_players(connection, club.id, moved, ids) for moved in SYSTEMS}
    rated = [moved for moved, theirs in found.items() if theirs]
    lines = []
    for number, one in enumerate(people, start=2):
        ratings = {}
        for moved in rated:
            if one.id in found[moved]:
                opening = SYSTEMS[moved].opening_of(SYSTEMS[moved].load(found[moved][one.id].state))
                if opening is not None:
                    ratings[moved] = opening
        lines.append(_line(number, one, ratings))
    return ExportedFile(f"roster-{look.today.isoformat()}.csv", write_roster(lines, rated), ())


def _line(number: int, one: Profile, ratings: Mapping[RatingList, Opening]) -> RosterLine:
    details = {column: getattr(one, column) for column in DETAILS if getattr(one, column) is not None}
    discord = None if one.user_id is None else str(one.user_id)
    return RosterLine(number, one.name, discord, details, one.born, one.born_year, ratings)


async def roster_template(services: Services, actor: Actor, what: str) -> ExportedFile:
    """Return a table to fill in, with the club's default list; directors only. what: the end of a sentence."""
    club = await check_director(services, actor, what)
    return ExportedFile("roster.csv", template([club.default_list]), ())
