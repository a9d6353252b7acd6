"""Import an event's file: look at what it would do, then store and rate it whole."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.file_players import Matched, match_players
from bot.services.folding import Fold, ListChange, RatingChange, changes, fold_lists
from bot.services.sections import SectionReport, section_of
from bot.services.states import state_before
from bot.store import audits, clubs, corrections, facts, imports, standings
from bot.store.database import Connection
from bot.store.rows import Club, Event, EventFact, Fact, NewEvent, NewOpening, Place, Player
from core.crosstable import Crosstable, Entrant, TimeControl
from core.errors import InputError, NotFoundError, RuleError
from core.event_file import FileEvent, FileSection
from core.formats.recognise import read_event_file
from core.lists import RatingList
from core.uschess.speeds import lists_for

SOURCE = "file"
"""The source of an event that came in as a file."""

ESTABLISHED_GAMES = 50
"""What a rating given without its games counts for: as many as any rating can, so that only its height decides."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the director chose; None leaves it to the file or the club."""

    rating_list: RatingList | None = None
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None

    def to_json(self) -> dict[str, Any]:
        control = self.time_control
        return {
            "list": None if self.rating_list is None else self.rating_list.value,
            "name": self.name,
            "day": None if self.day is None else self.day.isoformat(),
            "time_control": None if control is None else [control.minutes, control.seconds],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ImportOptions":
        return cls(
            rating_list=None if data["list"] is None else RatingList(data["list"]),
            name=data["name"],
            day=None if data["day"] is None else date.fromisoformat(data["day"]),
            time_control=None if data["time_control"] is None else TimeControl(*data["time_control"]),
        )


@dataclass(frozen=True, slots=True)
class ImportReport:
    """A file as it was, or would be, stored.

    pending_id: of the dry run that waits for a confirmation; None when it is stored.
    new: the players whom the club did not know, in the order of the file.
    guessed: how many ratings came without the games behind them.
    people: everybody in it, by id.
    later: later events whose ratings moved because this one came after them.
    """

    file: FileEvent
    day: date
    sections: tuple[SectionReport, ...]
    people: dict[int, Player]
    new: tuple[Player, ...] = ()
    guessed: int = 0
    later: tuple[RatingChange, ...] = ()
    pending_id: int | None = None


class _DryRun(Exception):
    """Carries a report out of a transaction that is then rolled back."""

    def __init__(self, report: ImportReport) -> None:
        self.report = report


async def preview_import(services: Services, actor: Actor, data: bytes, options: ImportOptions) -> ImportReport:
    """Return what a file would do, and keep it for a confirmation; directors only.

    The whole import is done and rolled back, so that what is shown is what a confirmation stores.
    """

    def dry_run(connection: Connection) -> None:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "import an event")
        raise _DryRun(_store(connection, services, actor, club, data, options))

    def keep(connection: Connection) -> int:
        clubs.enter(connection, actor.club_id, services.now())
        return imports.keep(connection, actor.club_id, data, options.to_json(), actor.member.user_id, services.now())

    try:
        await services.database.write(dry_run)
    except _DryRun as done:
        pending = await services.database.write(keep)
        return replace(done.report, pending_id=pending)
    raise AssertionError("a dry run ends by being rolled back")


async def confirm_import(services: Services, actor: Actor, pending_id: int) -> ImportReport:
    """Store and rate a file that was looked at, in one transaction; directors only."""

    def work(connection: Connection) -> ImportReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "import an event")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return _stored(connection, club, seen.details["events"])
        pending = imports.find(connection, club.id, pending_id)
        if pending is None:
            raise NotFoundError("That file is stored already, or has waited too long: upload it again to see.")
        report = _store(connection, services, actor, club, pending.data, ImportOptions.from_json(pending.options))
        imports.forget(connection, pending_id)
        stored = [section.event_id for section in report.sections]
        note(connection, services, actor, "import-event", stored[0] or 0, {"events": stored})
        return report

    return await services.database.write(work)


def _store(
    connection: Connection, services: Services, actor: Actor, club: Club, data: bytes, options: ImportOptions
) -> ImportReport:
    file = read_event_file(data)
    digest = hashlib.sha256(data).hexdigest()
    already = facts.event_of_file(connection, club.id, digest)
    if already is not None:
        raise InputError(
            f"That file is stored already, as {_label(already)}: undo that event first to import it again."
        )
    day = options.day or file.day or services.today()
    sections: list[SectionReport] = []
    matched: list[Matched] = []
    later: list[RatingChange] = []
    for section in file.sections:
        known = match_players(connection, services, club.id, section.players)
        report, done = _store_section(connection, services, actor, club, file, section, known, day, options, digest)
        sections.append(report)
        matched += known.values()
        later += [change for folded in done.values() for change in changes(folded) if change.day is not None]
    new = [line for line in matched if line.is_new]
    return ImportReport(
        file=file,
        day=day,
        sections=tuple(sections),
        people={line.player.id: line.player for line in matched},
        new=tuple(line.player for line in new),
        guessed=sum(line.file.rating is not None and line.file.games is None for line in new),
        later=tuple(later),
    )


def _stored(connection: Connection, club: Club, event_ids: Sequence[int]) -> ImportReport:
    """Return what an interaction has imported before, when it is delivered again."""
    sections = tuple(section_of(connection, club, event_id) for event_id in event_ids)
    people = {player.id: player for section in sections for player in section.players.values()}
    day = sections[0].crosstable.date
    return ImportReport(FileEvent("stored file", (), day=day), day, sections, people)


def _label(event: Event) -> str:
    return f"{event.name or 'the event'} of {event.place.date.isoformat()}"


def _lists(club: Club, section: FileSection, options: ImportOptions) -> tuple[RatingList, ...]:
    """Return the lists that a section moves, the main one first."""
    if options.rating_list is not None:
        return (options.rating_list,)
    control = options.time_control or section.time_control
    return (club.default_list,) if control is None else lists_for(control)


def _store_section(
    connection: Connection,
    services: Services,
    actor: Actor,
    club: Club,
    file: FileEvent,
    section: FileSection,
    matched: dict[int, Matched],
    day: date,
    options: ImportOptions,
    digest: str,
) -> tuple[SectionReport, dict[RatingList, Fold]]:
    if not section.games:
        raise RuleError("There is no played game in the file: upload it when there are results.")
    lists = _lists(club, section, options)
    main = lists[0]
    name = options.name or file.name
    if section.name and len(file.sections) > 1:
        name = f"{name}: {section.name}" if name else section.name
    crosstable = Crosstable(
        date=day,
        entrants=tuple(
            Entrant(player.number, player.rating, matched[player.number].player.id, player.name, rated=True)
            for player in section.players
        ),
        games=section.games,
        byes=section.byes,
        kind=section.kind,
        time_control=options.time_control or section.time_control,
    )
    known = {
        moved: {line.player.id: standings.find(connection, club.id, moved, line.player.id) for line in matched.values()}
        for moved in lists
    }
    without = [
        line
        for line in matched.values()
        if line.file.rating is not None
        and state_before(connection, main, known[main][line.player.id], facts.end_of(day)) is None
    ]
    *opening_seqs, seq = clubs.take_seqs(connection, club.id, len(without) + 1)
    new = NewEvent(
        club_id=club.id,
        place=Place(day, seq),
        name=name,
        rating_lists=lists,
        rules=None,
        source=SOURCE,
        reported_by=actor.member.user_id,
        interaction_id=None,
        at=services.now(),
        digest=digest,
    )
    event_id = facts.add_event(connection, new, crosstable)
    openings: list[Fact] = []
    for line, opening_seq in zip(without, opening_seqs, strict=True):
        opening = NewOpening(
            club_id=club.id,
            player_id=line.player.id,
            rating_list=main,
            place=Place(day, opening_seq),
            rating=line.file.rating or 0.0,
            games=ESTABLISHED_GAMES if line.file.games is None else line.file.games,
            peak=None,
            floor=None,
            reason="came with an imported event",
            reported_by=actor.member.user_id,
            interaction_id=None,
            at=services.now(),
            event_id=event_id,
        )
        openings.append(corrections.add_opening(connection, opening))
    fact = EventFact(new.place, event_id, crosstable, None)
    changed = {moved: ListChange(added=(fact,), known=known[moved]) for moved in lists}
    changed[main] = ListChange(added=(*openings, fact), known=known[main])
    done = fold_lists(connection, club, services.today(), changed)
    outcomes = {
        moved: {player: outcome for (event, player), outcome in done[moved].outcomes.items() if event == event_id}
        for moved in lists
    }
    people = {number: line.player for number, line in matched.items()}
    return SectionReport(event_id, name, crosstable, lists, people, outcomes, club.house_rules), done
