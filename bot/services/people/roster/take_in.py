"""Import a roster: preview it, store it whole, undo it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Any

from bot.services.events.newcomers import remove_newcomers
from bot.services.framework.actions import player_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.rating_changes import Moves, awards_since, check_shown, moves_of
from bot.services.framework.recalculation.lists import ListChanges, add_age_dependent
from bot.services.framework.report_codec import from_json, to_json
from bot.services.framework.spreadsheets.convert import as_text_file
from bot.services.framework.transaction import Read, Write, preview, read, use_case
from bot.services.framework.waiting import Waiting
from bot.services.framework.whole_clubs import count_due
from bot.services.people.roster.report import (
    BORN,
    Matcher,
    Person,
    RosterOptions,
    RosterReport,
    each_once,
    person_of,
)
from bot.services.ratings.set_rating import FIRST_BACK, RatingToEnter, enter_many, void_many
from bot.store.club import clubs
from bot.store.club.audit_log import Subject
from bot.store.database.rows import Club
from bot.store.events import facts
from bot.store.people import players, profiles
from bot.store.people.newcomers import STAYED
from bot.store.ratings import standings
from core.errors import NotFoundError, RuleError
from core.files.common.text import ParseWarnings
from core.files.roster.table import RosterFile, RosterLine
from core.lists import RatingList
from core.words import first_name_first

IMPORT = "import players"

TAKEN_IN = player_action("import-roster", "imported a roster", Subject.NOTHING, shown_by="/leaderboard", about_who=True)

REASON = "came with a roster"

NOT_WAITING = "That roster is already imported, or the preview has expired. Upload it again."

UPLOADED = Waiting("roster", RosterOptions, IMPORT, NOT_WAITING)

Change = Callable[[RosterOptions], RosterOptions]


@dataclass(frozen=True, slots=True)
class StoredRoster:
    """A stored roster, for its undo.

    added: new players. changed: columns before and after, by player. lists, first, last: of its ratings and their
    positions.
    """

    added: tuple[int, ...] = ()
    changed: Mapping[int, Mapping[str, tuple[Any, Any]]] = field(default_factory=dict)
    lists: tuple[RatingList, ...] = ()
    first: int = 0
    last: int = 0


async def read_file(services: Services, actor: Actor, data: bytes, usual: RatingList | None = None) -> RosterFile:
    """Return a roster's contents, without cells that cannot be read.

    Directors only. usual: default list of ratings.
    """
    from core.files.roster.fide_list import read_people

    text = await as_text_file(data)
    clubs_list, ids, own = await _read_with(services, actor)
    if usual is not None and usual not in (*RatingList, *own):
        raise NotFoundError(f"This club has no open list {usual.label}. Choose another.")
    read = partial(read_people, text.data, usual or clubs_list, ids, own, chosen=usual is not None)
    people = await asyncio.to_thread(read)
    return replace(people, remarks=(*text.remarks, *people.remarks))


@read(director_to=IMPORT)
def _read_with(look: Read) -> tuple[RatingList, frozenset[str], Sequence[RatingList]]:
    club = look.club
    return club.default_list, profiles.fide_ids(look.connection, club.id), club.house_rules.own_lists


async def preview_roster(
    services: Services, actor: Actor, data: bytes, options: RosterOptions, file: RosterFile | None = None
) -> RosterReport:
    """Return a roster's effect, by a rolled-back import, and store it; directors only.

    file: if already read.
    """
    options = replace(options, day=options.day or await _usual_day(services, actor))
    file = file or await read_file(services, actor, data, options.usual)
    report = await _look(services, actor, file, options)
    pending_id, digest = await UPLOADED.keep(services, actor, data, options)
    return replace(report, pending_id=pending_id, digest=digest)


@read(director_to=IMPORT)
def _usual_day(look: Read) -> date:
    is_first = not facts.any_count(look.connection, look.club.id)
    return look.today - FIRST_BACK if is_first else look.today


@preview(director_to=IMPORT)
def _look(write: Write, file: RosterFile, options: RosterOptions) -> RosterReport:
    return _take_in(write, file, options)[0]


async def change_options(
    services: Services, actor: Actor, pending_id: int, digest: str, change: Change
) -> RosterReport:
    found = await UPLOADED.change(services, actor, pending_id, digest, change)
    file = await read_file(services, actor, found.data, found.options.usual)
    return replace(await _look(services, actor, file, found.options), pending_id=pending_id, digest=digest)


async def confirm(services: Services, actor: Actor, pending_id: int, digest: str) -> RosterReport:
    found = await UPLOADED.peek(services, actor, pending_id, digest)
    file = None if found is None else await read_file(services, actor, found.data, found.options.usual)
    return await _store(services, actor, pending_id, digest, file)


@use_case(TAKEN_IN, director_to=IMPORT)
def _store(write: Write, pending_id: int, digest: str, file: RosterFile | None) -> RosterReport:
    options = UPLOADED.take(write, pending_id, digest).options
    assert file is not None  # its number is never reused
    report, note = _take_in(write, file, options)
    if not (note.added or note.changed or note.lists):
        raise RuleError("This roster changes nothing here.")
    clubs.has_roster(write.connection, write.club.id, len(note.added))
    write.note(write.club.id, to_json(StoredRoster, note))
    return replace(report, people=(), remarks=(), import_id=write.actor.interaction_id)


def _take_in(write: Write, file: RosterFile, options: RosterOptions) -> tuple[RosterReport, StoredRoster]:
    count_due(write)
    doubts = ParseWarnings()
    people, passed = _people(write, file, options, doubts)
    added = players.add_many(write.connection, write.club.id, _new_rows(people), write.now)
    numbers = iter(added)
    ids = [None if one.doubt is not None else next(numbers) if one.player is None else one.player.id for one in people]
    changed: dict[int, dict[str, tuple[Any, Any]]] = {}
    known = profiles.of(write.connection, write.club.id, [one.player.id for one in people if one.player is not None])
    recompute: ListChanges = {}
    for one in people:
        if one.player is None or not one.values:
            continue
        before = known[one.player.id]
        changed[one.player.id] = {
            column: (_plain(getattr(before, column)), _plain(value)) for column, value in one.values.items()
        }
        profiles.change(write.connection, one.player.id, one.values)
        if one.values.keys() & {BORN, "born_year"}:
            add_age_dependent(write.connection, one.player.id, recompute)
    lists, places = _open(write, people, ids, options, recompute)
    counts = Counter(one.standing for one in people)
    report = RosterReport(
        format=file.format,
        counts=counts,
        kept=sum(len(one.kept) for one in people),
        passed=passed,
        overwrite=options.overwrite,
        known_only=options.known_only,
        by_name=options.by_name,
        people=tuple(people),
        remarks=(*file.remarks, *doubts.remarks()),
        day=options.day if lists else None,
        usual=file.usual,
        own_lists=write.club.house_rules.own_lists,
        is_assumed=not (file.usual is None or file.by_ids or options.usual or _has_decided(write)),
    )
    return report, StoredRoster(tuple(added), changed, lists, places.start, places.stop - 1)


def _has_decided(write: Write) -> bool:
    """Return whether the club has chosen its list, in the set-up or otherwise."""
    steps = clubs.set_up_of(write.connection, write.club.id)
    return clubs.LISTS_STEP in steps or write.club.default_list is not Club(write.club.id).default_list


def _people(write: Write, file: RosterFile, options: RosterOptions, doubts: ParseWarnings) -> tuple[list[Person], int]:
    if file.is_federations:
        options = replace(options, known_only=True)
    matcher = Matcher(write.connection, write.club.id, file.lines, options)
    found = each_once([matcher.find(_with_past_birth(row, write.today, doubts)) for row in file.lines])
    looked_at = [one for one in found if not one.is_passed]
    known = [one.known.id for one in looked_at if one.known is not None]
    lists = {moved for one in looked_at for moved in one.row.ratings}
    current = {moved: standings.of_players(write.connection, write.club.id, moved, known) for moved in lists}
    people = []
    for one in looked_at:
        theirs = {}
        if one.known is not None:
            theirs = {moved: current[moved][one.known.id] for moved in lists if one.known.id in current[moved]}
        people.append(person_of(one, theirs, write.club, options, write.today, doubts))
    return people, file.passed + len(found) - len(looked_at)


def _with_past_birth(row: RosterLine, today: date, doubts: ParseWarnings) -> RosterLine:
    if (row.born or today) <= today and (row.born_year or today.year) <= today.year:
        return row
    doubts.add(row.line, "birth dates", f"the birth date {row.born or row.born_year} is in the future. Ignored")
    return replace(row, born=None, born_year=None)


def _new_rows(people: Sequence[Person]) -> list[dict[str, Any]]:
    return [
        {"name": first_name_first(one.name), **one.values} for one in people if one.player is None and one.doubt is None
    ]


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _open(
    write: Write, people: Sequence[Person], ids: Sequence[int | None], options: RosterOptions, changed: ListChanges
) -> tuple[tuple[RatingList, ...], range]:
    asked = [
        RatingToEnter(player_id, moved, options.day or write.today, entered, REASON)
        for one, player_id in zip(people, ids, strict=True)
        if player_id is not None
        for moved, entered in one.entered_ratings.items()
    ]
    return enter_many(write, asked, changed)


# Undo a roster.


@dataclass(frozen=True, slots=True)
class PeopleUndone:
    """An undone roster. removed, stayed: numbers of removed and remaining new players.

    restored: fields. entered_ratings: ratings. moves: all effects.
    """

    removed: int
    stayed: int
    restored: int
    entered_ratings: int
    moves: Moves


@use_case(
    player_action(
        "undo-import-roster",
        "undid a roster import",
        Subject.NOTHING,
        shown_by="/leaderboard",
        about_who=True,
    ),
    director_to="undo an imported roster",
)
def undo_roster(write: Write, import_id: int, shown_as: str | None = None) -> PeopleUndone:
    """Undo a roster import; directors only.

    Raise AskFirstError if something builds on it and was not shown. shown_as: digest of the preview.
    """
    count_due(write)
    entry = write.entry(import_id)
    if entry is None or entry.action != TAKEN_IN.name:
        raise NotFoundError("This button cannot undo that roster. Correct players with /td player.")
    note = from_json(StoredRoster, entry.details)
    report, removed = _undo(write, note)
    check_shown(report, report.moves, shown_as, asks=report.moves.rest_on(note.last))
    write.note(write.club.id, {STAYED: [one for one in note.added if one not in removed]})
    return report


def _undo(write: Write, note: StoredRoster) -> tuple[PeopleUndone, frozenset[int]]:
    connection, club = write.connection, write.club
    changed: ListChanges = {}
    restored, added = 0, players.resolve_merged(connection, club.id, note.added)
    for player_id, columns in note.changed.items():
        different = _restored(write, player_id, columns)
        restored += len(different)
        profiles.change(connection, player_id, different)
        if different.keys() & {BORN, "born_year"}:
            add_age_dependent(connection, player_id, changed)
    entered_ratings, to_recalculate = void_many(write, note.lists, note.first, note.last, changed)
    if not (restored or entered_ratings or added):
        raise NotFoundError("This roster has already been undone.")
    awards = awards_since(write, date.min)
    done = write.recalculate(to_recalculate)
    moves = moves_of(write, done, awards, date.min)
    newcomers = remove_newcomers(write, note.added)
    return PeopleUndone(len(newcomers), len(added) - len(newcomers), restored, entered_ratings, moves), newcomers


def _restored(write: Write, player_id: int, columns: Any) -> dict[str, Any]:
    profile = profiles.find(write.connection, write.club.id, player_id)
    if profile is None:
        return {}
    different: dict[str, Any] = {}
    for column, (before, after) in columns.items():
        now = getattr(profile, column)
        if (now.isoformat() if isinstance(now, date) else now) == after and before != after:
            different[column] = date.fromisoformat(before) if column == BORN and before is not None else before
    return different
