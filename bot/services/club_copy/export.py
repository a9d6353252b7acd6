"""A whole club as a zip: facts, settings, what they give, and the chain of the facts."""

import asyncio
import importlib.metadata
from collections.abc import Callable, Mapping, Sequence

from bot.services.club_audit import DEEDS
from bot.services.context import Actor, Services
from bot.services.events.export import ExportedFile
from bot.services.transaction import ClubWrite, Done, Write, check_director, write_for_club, write_once
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store import clubs
from bot.store.club_copy import decisions, links
from bot.store.club_copy.read import AUDIT_COLUMNS, DERIVED_COLUMNS, ClubRows, read_club
from bot.store.database import BusyError, Connection
from bot.store.kept.who_did_what import Subject
from core.club_file import Link, first_link, new_links
from core.club_zip import ClubZip, pack
from core.errors import NotFoundError, RuleError

EXPORT = "export the club"
"""What only directors may, as the end of a sentence."""

_TABLES = {
    Subject.EVENT: "event",
    Subject.PLAYER: "player",
    Subject.OPENING: "opening",
    Subject.DEMOTION: "demotion",
    Subject.MERGE: "merge",
    Subject.LIST: "list_fact",
    Subject.SEASON: "season",
}
SUBJECTS: Mapping[str, str] = {
    action: _TABLES[deed.subject] for action, deed in DEEDS.items() if deed.subject in _TABLES
}
"""By the audit's name of a deed, the table that its number counts, of those that a copy carries."""

_TRIES = 5

Links = Sequence[tuple[Link, int | None]]


async def export_club(services: Services, actor: Actor) -> ExportedFile:
    """Return the club as a zip; directors only."""
    await check_director(services, actor, EXPORT)
    data = await export_whole(services, actor.club_id)

    def note(write: Write) -> Done[None]:
        return Done(None, write.club.id)

    await write_once(services, actor, "export-club", note, again=lambda *_: None, director_to=EXPORT)
    return ExportedFile(f"club-{services.now():%Y-%m-%d}.zip", data, ())


def within(exported: ExportedFile, most: int) -> ExportedFile:
    """Return an exported club; raise RuleError for one of more bytes than Discord takes."""
    if len(exported.data) > most:
        raise RuleError(
            f"The club's file has {len(exported.data) / 2**20:.0f} MB, and Discord takes {most / 2**20:.0f}: ask"
            " whoever runs the bot for it (crosstable export)."
        )
    return exported


async def export_whole(services: Services, club_id: int) -> bytes:
    """Return a club as a zip; raise NotFoundError for one that has stored nothing.

    What its chain lacks is added first. It is read in a snapshot: other clubs, and this one, write meanwhile.
    """
    if not await services.database.read(lambda connection: clubs.exists(connection, club_id), club=club_id):
        raise NotFoundError("This club has stored nothing yet: there is nothing to export.")
    await bring_up_to_date(services, club_id)

    def snapshot(connection: Connection) -> ClubRows:
        return read_club(connection, club_id, SUBJECTS)

    for _ in range(_TRIES):
        rows = await services.database.read(snapshot, club=club_id)
        lacking = await asyncio.to_thread(_lacking, rows)
        if not lacking:
            return await asyncio.to_thread(pack, as_zip(rows, f"{services.now().isoformat()}"))
        await write_for_club(services, club_id, _added(len(rows.links), lacking))
    raise BusyError("This club is busy: try again in a minute.")


def _lacking(rows: ClubRows) -> Links:
    """Return the links that the chain lacks, with the players whose numbers they give."""
    known = [*rows.links, *(link for link, _ in rows.new_players)]
    first: Links = () if rows.links else [(first_link(rows.club_id), None)]
    return [*first, *rows.new_players, *((link, None) for link in new_links(known, rows.tables))]


def _added(known: int, lacking: Links) -> Callable[[ClubWrite], None]:
    def work(write: ClubWrite) -> None:
        # Another export may have come first: then the next snapshot sees its links.
        if len(links.chain_of(write.connection, write.club.id)) == known:
            links.add(write.connection, write.club.id, known, lacking)

    return work


def as_zip(rows: ClubRows, made_at: str) -> ClubZip:
    """Return a club as its zip tells of it."""
    columns: dict[str, Sequence[str]] = {
        f"facts/{table.name}": [column.name for column in decisions.columns_of(table)] for table in decisions.CARRIED
    }
    columns |= {f"derived/{name}": told for name, told in DERIVED_COLUMNS.items()}
    return ClubZip(
        club_id=rows.club_id,
        server=rows.server,
        version=importlib.metadata.version("crosstable"),
        fold_version=rows.fold_version,
        made_at=made_at,
        settings=rows.settings,
        tables=rows.tables,
        derived=rows.derived,
        audit=rows.audit,
        links=rows.links,
        columns=columns | {"audit": AUDIT_COLUMNS},
    )
