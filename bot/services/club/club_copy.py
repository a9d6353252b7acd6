"""A whole club as a zip (docs/club-file.md): export, and import into an empty club."""

import asyncio
import csv
import importlib.metadata
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from bot.declarations import import_all
from bot.services.club.settings.table import check_columns
from bot.services.evenings.schedule import wake as wake_series
from bot.services.events.listing import ExportedFile
from bot.services.events.report import EventSource
from bot.services.framework.actions import ACTIONS, setting_action
from bot.services.framework.clock import day_of
from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation.whole import calculate
from bot.services.framework.season_figures import Figures
from bot.services.framework.transaction import ClubWrite, Read, Write, check_director, club_job, read, use_case
from bot.services.framework.waiting import NoOptions, Waiting
from bot.services.framework.whole_clubs import bring_up_to_date, is_same
from bot.store.club import club_copy, clubs
from bot.store.club.audit_log import Subject
from bot.store.club.club_copy import CARRIED, DERIVED, ClubRows, Row, check_plan
from bot.store.database import club_rows
from bot.store.database.errors import is_refused_by_the_tables
from bot.store.database.rows import ListFactKind, ReportStanding
from bot.store.database.transactions import Connection
from bot.store.people import profiles
from bot.store.ratings.seasons import SeasonRatings
from core.errors import InputError, NotFoundError, RatingError, RuleError
from core.event.background import ExternalRating
from core.event.crosstable import ByeKind, EventKind
from core.event.published import PublishedRating
from core.files.common.packed import BROKEN, METHODS
from core.files.typed.persons import (
    parse_federation,
    parse_fide_id,
    parse_membership,
    parse_naspa_id,
    parse_state,
    parse_title,
    parse_uschess_id,
)
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.fide.norms.declared import DeclaredSettings
from core.rating.oracle.config import PlayerKind
from core.rating.systems import ALL

EXPORT, IMPORT = "export the club", "import a club"

FORMAT, KNOWN = 2, (1, 2)
"""Format 1 had checksums and a chain of digests besides, which are ignored."""

MOST_UNPACKED, MOST_FROM_DISCORD = 512 * 2**20, 64 * 2**20
"""Bytes to unpack; through Discord anybody may send a zip to a club of their own."""

MOST_ROWS = 4_000_000
"""A short text may stand for many rows of some hundred bytes."""

MOST_TIMES = 60
"""Tables pack to a twentieth of their size."""

_TABLES = {
    Subject.EVENT: "event",
    Subject.PLAYER: "player",
    Subject.ENTERED_RATING: "entered_rating",
    Subject.DEMOTION: "demotion",
    Subject.MERGE: "merge",
    Subject.LIST: "list_fact",
    Subject.SEASON: "season",
}

WORDS: Mapping[tuple[str, str], type[StrEnum] | Sequence[str] | Sequence[int]] = {
    ("player", "kind"): PlayerKind,
    ("player", "notices"): (profiles.OFF, profiles.EACH, profiles.WEEKLY, profiles.CLOSED),
    ("player", "sex"): ("m", "w"),
    ("event", "kind"): EventKind,
    ("event_list", "rules"): [edition.key for system in ALL for edition in system.editions],
    ("event", "source"): EventSource,
    ("event", "standing"): ReportStanding,
    ("game", "unrated_reason"): ByeKind,
    ("list_fact", "kind"): ListFactKind,
    ("season", "ratings"): SeasonRatings,
    ("series", "weeks"): (1, 2, 4),
    ("series", "at"): range(24 * 60),
}


def _line(*, rank: float | None, provisional: bool, **figures: float | None) -> Figures:
    if not all(one is None or isinstance(one, int | float) for one in (rank, provisional, *figures.values())):
        raise TypeError(figures)
    return Figures(0, provisional=provisional, **figures)  # type: ignore[arg-type]


def _written(parse: Callable[[str], str]) -> Callable[[Any], None]:
    def check(text: Any) -> None:
        if parse(text) != text:
            raise ValueError(text)

    return check


def _whole(points: float) -> None:
    if not float(points).is_integer():
        raise ValueError(points)


def _ids(columns: str) -> None:
    if not set(columns.split(",")) <= set(profiles.IDS):
        raise ValueError(columns)


READERS: Mapping[tuple[str, str], Callable[[Any], object]] = {
    **{(table.name, "list"): RatingList for table in CARRIED if "list" in table.c},
    ("player", "uschess_id"): _written(parse_uschess_id),
    ("player", "fide_id"): _written(parse_fide_id),
    ("player", "naspa_id"): _written(parse_naspa_id),
    ("player", "federation"): _written(parse_federation),
    ("player", "state"): _written(parse_state),
    ("player", "expires"): _written(parse_membership),
    ("player", "title"): _written(parse_title),
    ("player", "unconfirmed"): _ids,
    ("event", "title_norms"): DeclaredSettings.from_json,
    ("entrant", "elsewhere"): lambda value: [ExternalRating.from_json(one) for one in value],
    ("entrant", "list_ratings"): lambda value: {RatingList(name): float(one) for name, one in value.items()},
    ("entrant", "published"): lambda value: {
        RatingList(name): PublishedRating.from_json(one) for name, one in value.items()
    },
    ("game", "first_points"): _whole,
    ("game", "second_points"): _whole,
    ("season", "corrected"): lambda value: (date.fromisoformat(value["on"]), [int(one) for one in value["places"]]),
    ("season_board", "line"): lambda value: _line(**value),
    ("series", "plan"): check_plan,
}


# Out


@use_case(setting_action("export-club", "exported the whole club", shown_by="/td audit"), director_to=EXPORT)
def _note_export(write: Write) -> None:
    write.note(write.club.id)


async def export_club(services: Services, actor: Actor) -> ExportedFile:
    await check_director(services, actor, EXPORT)
    data = await export_whole(services, actor.club_id)
    await _note_export(services, actor)
    return ExportedFile(f"club-{services.now():%Y-%m-%d}.zip", data, ())


def within(exported: ExportedFile, most: int) -> ExportedFile:
    """Return an exported club; raise RuleError if Discord would reject its size."""
    if len(exported.data) > most:
        raise RuleError(
            f"The club's file has {len(exported.data) / 2**20:.0f} MB. Discord accepts {most / 2**20:.0f} MB. Ask the "
            "operator of the bot for it (crosstable export)."
        )
    return exported


async def export_whole(services: Services, club_id: int) -> bytes:
    """Return a club as a zip from a snapshot; raise NotFoundError for an empty one."""
    if not await services.database.read(lambda connection: clubs.exists(connection, club_id), club=club_id):
        raise NotFoundError("This club has no data yet, so there is nothing to export.")
    await bring_up_to_date(services, club_id)

    def snapshot(connection: Connection) -> ClubRows:
        return club_copy.read_club(connection, club_id, _subjects())

    rows = await services.database.read(snapshot, club=club_id)
    return await asyncio.to_thread(pack, rows, services.now().isoformat())


def pack(rows: ClubRows, made_at: str) -> bytes:
    manifest = {
        "format": FORMAT,
        "program": "crosstable",
        "version": importlib.metadata.version("crosstable"),
        "fold_version": rows.fold_version,
        "made_at": made_at,
        "club": {"id": rows.club_id, "server": rows.server},
    }
    tables = {f"facts/{table.name}": [one.name for one in club_copy.columns_of(table)] for table in CARRIED}
    tables |= {f"derived/{name}": list(columns) for name, columns in DERIVED.items()}
    tables["audit"] = list(club_copy.AUDIT_COLUMNS)
    found = {f"facts/{name}": lines for name, lines in rows.tables.items()}
    found |= {f"derived/{name}": lines for name, lines in rows.derived.items()} | {"audit": rows.audit}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, document in (("manifest", manifest), ("settings", rows.settings)):
            archive.writestr(f"{name}.json", json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        for name, columns in tables.items():
            archive.writestr(f"{name}.json", _to_json(found[name]))
            archive.writestr(f"{name}.csv", to_csv(columns, found[name]))
    return packed.getvalue()


def _to_json(rows: Sequence[Row]) -> str:
    lines = ",\n".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n"


def to_csv(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """Return rows as CSV; an apostrophe keeps spreadsheets from reading formulas."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(columns)
    table.writerows([_cell(row[column]) for column in columns] for row in rows)
    return written.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


# In


@dataclass(frozen=True, slots=True)
class ClubTakenIn:
    """A club that was imported."""

    club_id: int
    players: int
    events: int


@dataclass(frozen=True, slots=True)
class ClubPreview:
    """A waiting club's zip. pending_id, digest: to find it."""

    players: int
    events: int
    pending_id: int
    digest: str


ZIPPED = Waiting(
    "club", NoOptions, IMPORT, "The club is already imported, or the preview has expired. Upload the zip again."
)


async def preview_club(services: Services, actor: Actor, data: bytes) -> ClubPreview:
    """Return a zip's contents and store it; directors of an empty club only."""
    await check_director(services, actor, IMPORT)
    await _check_empty(services, actor)
    rows = await asyncio.to_thread(unpack, data, MOST_FROM_DISCORD)
    pending_id, digest = await ZIPPED.keep(services, actor, data, NoOptions())
    players, events = len(rows.tables["player"]), len(rows.tables["event"])
    return ClubPreview(players, events, pending_id, digest)


@read(director_to=IMPORT)
def _check_empty(look: Read) -> None:
    check_empty(look.connection, look.club.id)


async def import_club(services: Services, actor: Actor, pending_id: int, digest: str) -> ClubTakenIn:
    found = await ZIPPED.peek(services, actor, pending_id, digest)
    rows = None if found is None else await asyncio.to_thread(unpack, found.data, MOST_FROM_DISCORD)
    return await _import_club(services, actor, pending_id, rows)


@use_case(setting_action("import-club", "imported a whole club", shown_by="/leaderboard"), director_to=IMPORT)
def _import_club(write: Write, pending_id: int, rows: ClubRows | None) -> ClubTakenIn:
    ZIPPED.take(write, pending_id)
    assert rows is not None  # its number is never reused
    taken = _taken_in(write, rows)
    write.note(write.club.id)
    return taken


async def import_whole(services: Services, club_id: int | None, data: bytes) -> ClubTakenIn:
    """Import a zip into an empty club (default: its own id), as the operator."""
    rows = await asyncio.to_thread(unpack, data)
    return await club_job(_taken_in)(services, rows.club_id if club_id is None else club_id, rows)


_NO_ZIP = "The file is not a club's zip. Use the zip of /td export."
_AGAIN = " Export the club again."
_WRONG = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


def unpack(data: bytes, most: int = MOST_UNPACKED) -> ClubRows:
    """Return a zip's checked club; raise InputError for an invalid one. most: unpacked bytes."""
    read = _documents(data, min(most, MOST_TIMES * len(data)))
    manifest = read.get("manifest")
    if not isinstance(manifest, dict) or manifest.get("program") != "crosstable":
        raise InputError(_NO_ZIP)
    if manifest.get("format") not in KNOWN:
        found = f"{manifest.get('format')!r:.20}"
        raise InputError(
            f"The file has format {found}, and this version of Crosstable reads {FORMAT}. Update Crosstable."
        )
    if manifest.get("fold_version") != clubs.FOLD_VERSION:
        raise InputError(
            f"The file was made by version {manifest.get('version')!s:.20}, which rates differently. "
            "Export the club with this version of Crosstable."
        )
    try:
        rows = ClubRows(
            club_id=int(manifest["club"]["id"]),
            fold_version=clubs.FOLD_VERSION,
            settings={**read["settings"]},
            server=dict(manifest["club"]["server"]),
            # earlier files have no series
            tables={table.name: _table({"facts/series": [], **read}, f"facts/{table.name}") for table in CARRIED},
            derived={name: _table(read, f"derived/{name}") for name in DERIVED},
            audit=_table(read, "audit"),
        )
        check_columns({**rows.settings, **rows.server})
        for table in CARRIED:
            _check(table.name, rows.tables[table.name])
        _check_lists(rows)
    except _WRONG:
        raise InputError(f"The file is incomplete.{_AGAIN}") from None
    return rows


def _documents(data: bytes, most: int) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [one for one in archive.infolist() if one.filename.endswith(".json")]
            if any(one.compress_type not in METHODS for one in members):
                raise zipfile.BadZipFile
            if sum(one.file_size for one in members) > most:
                raise InputError("The file is larger than a club's. Use the zip of /td export.")
            files = {one.filename.removesuffix(".json"): archive.read(one) for one in members}
    except BROKEN:
        raise InputError(_NO_ZIP) from None
    if sum(content.count(b"{") + content.count(b"[") for content in files.values()) > MOST_ROWS:
        raise InputError("The file is larger than a club's. Use the zip of /td export.")
    try:
        return {name: json.loads(content) for name, content in files.items()}
    except (ValueError, RecursionError):
        raise InputError(f"The file cannot be read.{_AGAIN}") from None


def _table(read: Mapping[str, Any], name: str) -> list[Row]:
    rows = read[name]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TypeError(name)
    return rows


def _check(table: str, rows: Sequence[Row]) -> None:
    words = {column: set(allowed) for (name, column), allowed in WORDS.items() if name == table}
    readers = {column: read for (name, column), read in READERS.items() if name == table}
    for row in rows:
        for column, allowed in words.items():
            if row[column] is not None and row[column] not in allowed:
                raise InputError(f'"{row[column]!s:.40}" is not allowed for {table}.{column}.{_AGAIN}')
        for column, reader in readers.items():
            if row[column] is not None:
                try:
                    reader(row[column])
                except (InputError, *_WRONG):
                    raise InputError(f"{table}.{column} cannot be {row[column]!r:.40}.{_AGAIN}") from None


def _check_lists(rows: ClubRows) -> None:
    """Raise InputError for a list of the club's own that its settings do not have."""
    lists = ClubRules.from_json(rows.settings["house_rules"]).all_lists
    used = [(table.name, row["list"]) for table in CARRIED if "list" in table.c for row in rows.tables[table.name]]
    used += [("series", row["plan"]["list"] or lists[0]) for row in rows.tables["series"]]
    for name, used_list in [*used, ("default_list", rows.settings["default_list"])]:
        if used_list not in lists:
            raise InputError(f'"{used_list!s:.40}" of {name} is none of the club\'s lists.{_AGAIN}')


def _subjects() -> dict[str, str]:
    """Return the table of each action's subject."""
    import_all("bot.services")
    return {name: _TABLES[action.subject] for name, action in ACTIONS.items() if action.subject in _TABLES}


def check_empty(connection: Connection, club_id: int) -> None:
    """Raise RuleError for a club that has stored anything."""
    if not club_copy.is_empty(connection, club_id):
        raise RuleError("This club already has players or events. Import a whole club into an empty one.")


def _taken_in(write: ClubWrite, rows: ClubRows) -> ClubTakenIn:
    connection, club_id = write.connection, write.club.id
    check_empty(connection, club_id)
    try:
        ids = club_copy.write_club(connection, club_id, rows, _subjects())
        club = clubs.find(connection, club_id)
        today = day_of(club, write.now)
        _derive(replace(write, club=club, today=today), rows, ids)
        wake_series(connection, club_id, write.now)
    except RatingError as error:
        raise InputError(f"The file contradicts itself ({error.message.rstrip('.')}).{_AGAIN}") from None
    except Exception as error:
        if isinstance(error, _WRONG) or is_refused_by_the_tables(error):
            raise InputError(f"The file contradicts itself.{_AGAIN}") from error
        raise
    return ClubTakenIn(club_id, len(rows.tables["player"]), len(rows.tables["event"]))


def _derive(write: ClubWrite, rows: ClubRows, ids: Mapping[str, Mapping[int, int]]) -> None:
    connection, club_id = write.connection, write.club.id
    calculated = calculate(connection, write.club, write.club.house_rules.all_lists, write.today)
    for name, found in calculated.items():
        club_rows.put(connection, name, club_id, found)
    numbers = {table: {key: number for number, key in found.items()} for table, found in ids.items()}
    given = club_copy.derived_rows(calculated, numbers)
    for name in DERIVED:
        if not is_same(rows.derived[name], given[name]):
            raise InputError(f"derived/{name} is not what the facts give")
