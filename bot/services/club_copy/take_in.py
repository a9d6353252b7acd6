"""A club's zip taken into an empty club: its facts must give what it says they give, or nothing is stored."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.clock import day_of
from bot.services.club_copy.export import SUBJECTS
from bot.services.context import Actor, Services
from bot.services.settings.table import check_columns
from bot.services.transaction import ClubWrite, Done, Write, check_director, write_for_club, write_once
from bot.services.upkeep.from_scratch import fold_from_scratch
from bot.store import clubs
from bot.store.club_copy import decisions, write
from bot.store.club_copy.read import derived_rows, is_empty
from bot.store.derived import club_rows
from bot.store.derived.club_rows import Rows
from bot.store.errors import is_refused_by_the_tables
from core.club_file import Row
from core.club_zip import ClubZip, unpack
from core.errors import InputError, NotFoundError, RuleError
from core.systems import SYSTEMS

IMPORT = "take a club in"

MOST_UNPACKED = 64 * 2**20
"""How large a file may unpack to that comes through Discord: anybody may send one to a club of their own."""

_NO_ROWS = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


@dataclass(frozen=True, slots=True)
class ClubTakenIn:
    """A club that was taken in. digest: of its file; an export of the copy has the same."""

    club_id: int
    players: int
    events: int
    links: int
    digest: str


async def import_club(services: Services, actor: Actor, data: bytes) -> ClubTakenIn:
    """Take a club's zip into this club, which must be empty; directors only."""
    await check_director(services, actor, IMPORT)
    club, digest = await asyncio.to_thread(unpack, data, MOST_UNPACKED)

    def work(asked: Write) -> Done[ClubTakenIn]:
        return Done(_taken_in(asked, club, digest), asked.club.id)

    return await write_once(services, actor, "import-club", work, again=ClubTakenIn, director_to=IMPORT)


async def import_whole(services: Services, club_id: int | None, data: bytes) -> ClubTakenIn:
    """Take a club's zip into a club, by default that of its own id, which must be empty; the operator's way."""
    club, digest = await asyncio.to_thread(unpack, data)
    return await write_for_club(
        services,
        club.club_id if club_id is None else club_id,
        lambda asked: _taken_in(asked, club, digest),
        is_long=True,
    )


def _taken_in(asked: ClubWrite, club: ClubZip, digest: str) -> ClubTakenIn:
    connection, club_id = asked.connection, asked.club.id
    if not is_empty(connection, club_id):
        raise RuleError("This club has players or events already: a whole club goes into an empty one only.")
    if club.fold_version != clubs.FOLD_VERSION:
        raise InputError(
            f"The file was made by version {club.version}, whose ratings are worked out otherwise: export the club with"
            " this version of Crosstable."
        )
    missing = [table.name for table in decisions.CARRIED if table.name not in club.tables]
    if missing:
        raise InputError(f"facts/{missing[0]}.json is not in the file: export the club again.")
    try:
        check_columns({**club.settings, **club.server})
        ids = write.write_rows(connection, club_id, club.tables)
        server = club.server if club.club_id == club_id else {}
        write.write_settings(connection, club_id, club.settings, server, ids)
        write.write_audit(connection, club_id, club.audit, SUBJECTS, ids)
        write.write_chain(connection, club_id, club.links, ids)
        stored = clubs.find(connection, club_id)
        today = day_of(stored, asked.now)
        _derive(ClubWrite(connection, stored, asked.now, today, asked.opening_seq, asked.seq), club, ids)
    except (InputError, RuleError, NotFoundError) as error:
        raise InputError(f"The file contradicts itself ({error.message.rstrip('.')}): export the club again.") from None
    except Exception as error:
        if isinstance(error, _NO_ROWS) or is_refused_by_the_tables(error):
            raise InputError("The file contradicts itself: export the club again.") from error
        raise
    return ClubTakenIn(club_id, len(club.tables["player"]), len(club.tables["event"]), len(club.links), digest)


def _derive(asked: ClubWrite, club: ClubZip, ids: write.Ids) -> None:
    """Fold the facts one by one; raise InputError where they do not give what the file says.

    Nothing else is done that is due, such as a list of the month: the copy is what the file tells of.
    """
    connection, club_id = asked.connection, asked.club.id
    folded: dict[str, Rows] = {name: {} for name in decisions.DERIVED}
    for lists in dict.fromkeys(system.related_lists(moved) for moved, system in SYSTEMS.items()):
        made = fold_from_scratch(connection, asked.club, list(lists))
        folded["standing"] |= made.standings(asked.today)
        folded["norm"] |= made.norms
        folded["title"] |= made.titles
    for name in ("standing", "norm", "title"):
        club_rows.put(connection, name, club_id, folded[name])
    folded["journal"] = club_rows.read(connection, "journal", club_id, list(SYSTEMS))
    numbers = {table: {key: number for number, key in found.items()} for table, found in ids.items()}
    given = derived_rows(folded, numbers)
    for name in decisions.DERIVED:
        line = _first_difference(club.derived[name], given[name])
        if line is not None:
            raise InputError(f"derived/{name}.csv, line {line}, is not what the facts give")


def _first_difference(told: Sequence[Row], given: Sequence[Row]) -> int | None:
    """Return the line of a CSV that is different, its head being the first."""
    if told == given:
        return None
    both = zip(told, given, strict=False)
    return next(
        (number for number, (one, other) in enumerate(both, start=2) if one != other), min(len(told), len(given)) + 2
    )
