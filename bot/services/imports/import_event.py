"""Import an event's file: look at what it would do, then store and rate it whole."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from bot.services.context import Actor, Services
from bot.services.events.message import link_to
from bot.services.events.section import SectionReport, section_of
from bot.services.events.sources import EventSource
from bot.services.events.store_section import NewSection, store_section
from bot.services.fide.declared_settings import DeclaredSettings
from bot.services.fold.changes import RatingChange
from bot.services.imports.match_players import Matched, known_detail, match_players
from bot.services.imports.members_reports import told_already
from bot.services.imports.target_lists import gives_ratings_of, impossible_ratings, lists_of_section
from bot.services.report_codec import from_json, to_json
from bot.services.transaction import (
    Done,
    Folded,
    Write,
    check_director,
    dry_run,
    write_each_time,
    write_once,
)
from bot.store.events import facts
from bot.store.kept import imports
from bot.store.rows import AuditEntry, Event, Player
from core.background import ExternalRating
from core.crosstable import Crosstable, Entrant, TimeControl
from core.errors import InputError, NotFoundError, RuleError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.event_names import event_name
from core.formats.recognise import read_event_file
from core.lists import RatingList
from core.systems import SYSTEMS

IMPORT = "import an event"
"""What only directors may, as the end of a sentence."""

NOT_WAITING = "That file is stored already, or has waited too long: upload it again to see."

MOST_CLASS_CHARACTERS = 16
"""What the database holds of a rating class."""

ESTABLISHED_GAMES = 50
"""What a rating given without its games counts for: as many as any rating can, so that only its height decides."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the director chose; None leaves it to the file or the club.

    undated: the day of a file without one, which is the day when it was looked at.
    chosen: who somebody of the file is, by "section:number", both as in the file.
    """

    rating_list: RatingList | None = None
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    rules: str | None = None
    undated: date | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)

    def chosen_in(self, section: int) -> dict[int, int]:
        """Return who was chosen for the players of a section, by pairing number."""
        split = [(key.split(":"), player) for key, player in self.chosen.items()]
        return {int(number): player for (place, number), player in split if int(place) == section}


class AmbiguousName(NamedTuple):
    """Somebody of the file, by section and pairing number, who may be one of these players of the club."""

    section: int
    file: FilePlayer
    suggestions: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """A file as it was, or would be, stored.

    pending_id, digest: of the dry run that waits for a confirmation; None and empty when it is stored.
    new: the players whom the club did not know, in the order of the file.
    guessed: how many ratings came without the games behind them.
    taken: players of the file whose name in the club is another, with who they were taken for.
    people: everybody in it, by id.
    later: later events whose ratings moved because this one came after them.
    doubts: names that are new here but similar to somebody's.
    """

    file: FileEvent
    day: date
    sections: tuple[SectionReport, ...]
    people: dict[int, Player]
    new: tuple[Player, ...] = ()
    guessed: int = 0
    taken: tuple[tuple[str, Player], ...] = ()
    later: tuple[RatingChange, ...] = ()
    doubts: tuple[AmbiguousName, ...] = ()
    pending_id: int | None = None
    digest: str = ""


class _Read(NamedTuple):
    """An uploaded file and what it says; digest: by which it is recognised when it comes again."""

    file: FileEvent
    digest: str


async def _read(data: bytes) -> _Read:
    """Read a file in a thread, while no connection waits for it."""
    return await asyncio.to_thread(lambda: _Read(read_event_file(data), hashlib.sha256(data).hexdigest()))


async def may_import(services: Services, actor: Actor) -> None:
    """Raise NotAllowedError for anybody but a director, before a file is downloaded."""
    await check_director(services, actor, IMPORT)


async def preview_import(services: Services, actor: Actor, data: bytes, options: ImportOptions) -> ImportReport:
    """Return what a file would do, and keep it for a confirmation; directors only.

    The whole import is done and rolled back, so that what is shown is what a confirmation stores.
    """

    def keep(write: Write) -> int:
        kept = to_json(ImportOptions, asked)
        return imports.keep(write.connection, write.club.id, data, kept, actor.member.user_id, write.now)

    # What is stored is what was shown, the day included, whenever it is confirmed.
    asked = replace(options, undated=services.today())
    report = await _dry_run(services, actor, data, asked)
    pending_id = await write_each_time(services, actor, keep)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(data))


async def _dry_run(services: Services, actor: Actor, data: bytes, options: ImportOptions) -> ImportReport:
    await may_import(services, actor)
    read = await _read(data)
    return await dry_run(services, actor, lambda write: _looked_at(write, read, options), director_to=IMPORT)


def _looked_at(write: Write, read: _Read, options: ImportOptions) -> ImportReport:
    """Return what a file would do, with what its players have reported of it themselves."""
    report = _store(write, read, options)
    remarks = (*told_already(write, report.sections), *report.file.remarks)
    return replace(report, file=replace(report.file, remarks=remarks))


async def choose_player(
    services: Services,
    actor: Actor,
    pending_id: int,
    section: int,
    number: int,
    player_id: int,
    digest: str | None = None,
) -> ImportReport:
    """Say who somebody of a waiting file is, `NEW_PLAYER` for a new one; return what the file would do now."""

    def choose(write: Write) -> tuple[bytes, ImportOptions]:
        data, options = _waiting(write, pending_id, digest)
        options = replace(options, chosen={**options.chosen, f"{section}:{number}": player_id})
        imports.choose(write.connection, pending_id, to_json(ImportOptions, options))
        return data, options

    data, options = await write_each_time(services, actor, choose, director_to=IMPORT)
    report = await _dry_run(services, actor, data, options)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(data))


def _waiting(write: Write, pending_id: int, digest: str | None) -> tuple[bytes, ImportOptions]:
    """Return the file that a button is about, and its options; raise NotFoundError where it waits no more."""
    pending = imports.find(write.connection, write.club.id, pending_id, digest, write.now)
    if pending is None or "chosen" not in pending.options:  # a table of a pool waits in the same place
        raise NotFoundError(NOT_WAITING)
    return pending.data, from_json(ImportOptions, pending.options, None, NOT_WAITING)


async def confirm_import(services: Services, actor: Actor, pending_id: int, digest: str | None = None) -> ImportReport:
    """Store and rate a file that was looked at, in one transaction; directors only.

    digest: how the digest of the file begins that was looked at; None for whatever waits.
    """
    await may_import(services, actor)
    waiting = await services.database.read(
        lambda connection: imports.find(connection, actor.club_id, pending_id, digest, services.now()),
        club=actor.club_id,
    )
    read = None if waiting is None else await _read(waiting.data)

    def work(write: Write) -> Done[ImportReport]:
        _, options = _waiting(write, pending_id, digest)
        # What is there now was there when it was read: a number is never used again, and its file never changed.
        assert read is not None
        report = _store(write, read, options)
        imports.forget(write.connection, pending_id)
        stored = tuple(section.event_id for section in report.sections)
        return Done(report, stored[0] or 0, to_json(_Kept, _Kept(stored)))

    def again(write: Write, entry: AuditEntry) -> ImportReport:
        return _stored(write, write.kept(_Kept, entry).events)

    return await write_once(services, actor, "import-event", work, again=again, director_to=IMPORT)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the audit keeps of an import: the events of its sections, in order."""

    events: tuple[int, ...]


def _store(write: Write, read: _Read, options: ImportOptions) -> ImportReport:
    connection, club = write.connection, write.club
    file, digest = read
    already = facts.event_of_file(connection, club.id, digest)
    if already is not None:
        where = link_to(already, club.id) or "/event show"
        raise InputError(
            f"That file is stored already, as {_label(already)}: see it at {where}, or undo it to import again."
        )
    day = options.day or file.day or options.undated or write.today
    sections: list[SectionReport] = []
    matched: list[Matched] = []
    later: list[RatingChange] = []
    doubts: list[AmbiguousName] = []
    impossible: list[FilePlayer] = []
    for place, section in enumerate(file.sections):
        known = match_players(write, section.players, options.chosen_in(place))
        doubts += [AmbiguousName(place, line.file, line.suggestions) for line in known.values() if line.suggestions]
        report, done = _store_section(write, file, section, known, day, options, digest)
        sections.append(report)
        impossible += impossible_ratings(file, section, report.lists, _first_day(report.crosstable))
        matched += known.values()
        later += done.later
    new = [line for line in matched if line.is_new]
    guessed = [line for line in new if _is_guessed(file, line.file) and line.file not in impossible]
    remarks = (*file.remarks, *map(_left_out, impossible), *(_taken_as_established(line.file) for line in guessed))
    return ImportReport(
        file=replace(file, remarks=remarks),
        day=day,
        sections=tuple(sections),
        people={line.player.id: line.player for line in matched},
        new=tuple(line.player for line in new),
        guessed=len(guessed),
        taken=tuple((line.file.name, line.player) for line in matched if line.file.name != line.player.name),
        later=tuple(later),
        doubts=tuple(doubts),
    )


def _stored(write: Write, event_ids: Sequence[int]) -> ImportReport:
    """Return what an interaction has imported before, when it is delivered again."""
    sections = tuple(section_of(write.connection, write.club, event_id) for event_id in event_ids)
    people = {player.id: player for section in sections for player in section.players.values()}
    day = sections[0].crosstable.date
    return ImportReport(FileEvent("stored file", (), day=day), day, sections, people)


def _is_guessed(file: FileEvent, player: FilePlayer) -> bool:
    return file.ratings_of is None and player.rating is not None and player.games is None


def _left_out(player: FilePlayer) -> Remark:
    return Remark(player.line, f"{player.rating:g} is no rating on this list: left out")


def _taken_as_established(player: FilePlayer) -> Remark:
    # Whoever has played little ends far off: the director knows who it is.
    text = f"{player.name}: a rating without its games, counted as established ({ESTABLISHED_GAMES} games)"
    return Remark(player.line, text)


def _label(event: Event) -> str:
    day = event.place.date
    return event_name(None, day) if event.name is None else f"{event.name} of {day.isoformat()}"


def _store_section(
    write: Write,
    file: FileEvent,
    section: FileSection,
    matched: dict[int, Matched],
    day: date,
    options: ImportOptions,
    digest: str,
) -> tuple[SectionReport, Folded]:
    if not section.games:
        # A kind of file that never has games says itself what to upload instead.
        why = file.without_games or "there is no played game in the file: upload it when there are results"
        raise RuleError(f"{why[0].upper()}{why[1:]}.")
    control = options.time_control or section.time_control
    began = None if options.day is not None else file.began
    lists = lists_of_section(write.club, file, section, options.rating_list, control, began or day)
    name = options.name or file.name
    if section.name and len(file.sections) > 1:
        name = f"{name}: {section.name}" if name else section.name
    crosstable = Crosstable(
        date=day,
        entrants=tuple(
            Entrant(
                number=player.number,
                rating=player.rating,
                player=matched[player.number].player.id,
                name=player.name,
                rated=True,
                external_ratings=_external_ratings(file, player, day),
                federation=known_detail(player, "federation"),
                title=known_detail(player, "title"),
                rating_class=None if player.rating_class is None else player.rating_class[:MOST_CLASS_CHARACTERS],
            )
            for player in section.players
        ),
        games=section.games,
        byes=section.byes,
        kind=section.kind,
        time_control=control,
        began=began,
    )
    brought = {moved: _brought(file, moved, matched.values(), _first_day(crosstable)) for moved in lists}
    people = {number: line.player for number, line in matched.items()}
    new = NewSection(name, crosstable, lists, people, EventSource.FILE, brought, digest, rules=options.rules)
    report, done = store_section(write, new)
    host = known_detail(file, "federation")
    if host is not None:
        # Title norms ask which federation registered the event.
        told = DeclaredSettings(host=host).to_json()
        facts.keep_declared_settings(write.connection, write.club.id, report.event_id, told)
    return report, done


def _first_day(crosstable: Crosstable) -> date:
    """Return the day whose ratings a file has."""
    return crosstable.began or crosstable.date


def _brought(file: FileEvent, moved: RatingList, matched: Iterable[Matched], day: date) -> dict[int, tuple[float, int]]:
    """Return the ratings of a day that a file gives for a list, with the games behind them, by player id."""
    if not gives_ratings_of(file, moved):
        return {}
    return {
        line.player.id: (line.file.rating, ESTABLISHED_GAMES if line.file.games is None else line.file.games)
        for line in matched
        if line.file.rating is not None and SYSTEMS[moved].can_be_rating(moved, line.file.rating, day)
    }


def _external_ratings(file: FileEvent, player: FilePlayer, day: date) -> tuple[ExternalRating, ...]:
    """Return what a file's rating of another system says of a player who has none here."""
    if file.ratings_of is None or player.rating is None:
        return ()
    return (ExternalRating(file.ratings_of, player.rating, file.day or day),)
