"""Import an event's file: look at what it would do, then store and rate it whole."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.events.message import link_to
from bot.services.events.section import SectionReport, section_of
from bot.services.events.store_section import NewSection, store_section
from bot.services.fide.declared_settings import ToldSettings
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.replay import Fold
from bot.services.imports.match_players import Matched, known_detail, match_players
from bot.services.imports.target_lists import gives_ratings_of, impossible_ratings, lists_of_section
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.kept import audits, imports
from bot.store.rows import Club, Event, PendingImport, Player
from core.background import OtherRating
from core.crosstable import Crosstable, Entrant, TimeControl
from core.errors import InputError, NotFoundError, RuleError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.event_names import event_name
from core.formats.recognise import read_event_file
from core.lists import RatingList
from core.systems import SYSTEMS

SOURCE = "file"
"""The source of an event that came in as a file."""

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

    def to_json(self) -> dict[str, Any]:
        control = self.time_control
        return {
            "list": None if self.rating_list is None else self.rating_list.value,
            "name": self.name,
            "day": None if self.day is None else self.day.isoformat(),
            "time_control": None if control is None else [control.minutes, control.seconds],
            "rules": self.rules,
            "undated": None if self.undated is None else self.undated.isoformat(),
            "chosen": dict(self.chosen),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ImportOptions":
        return cls(
            rating_list=None if data["list"] is None else RatingList(data["list"]),
            name=data["name"],
            day=None if data["day"] is None else date.fromisoformat(data["day"]),
            time_control=None if data["time_control"] is None else TimeControl(*data["time_control"]),
            rules=data.get("rules"),
            undated=None if data.get("undated") is None else date.fromisoformat(data["undated"]),
            chosen=data.get("chosen", {}),
        )

    def chosen_in(self, section: int) -> dict[int, int]:
        """Return who was chosen for the players of a section, by pairing number."""
        split = [(key.split(":"), player) for key, player in self.chosen.items()]
        return {int(number): player for (place, number), player in split if int(place) == section}


class Doubt(NamedTuple):
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
    doubts: tuple[Doubt, ...] = ()
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
    club = await services.database.read(lambda connection: clubs.find(connection, actor.club_id), club=actor.club_id)
    require_director(club, actor, "import an event")


async def preview_import(services: Services, actor: Actor, data: bytes, options: ImportOptions) -> ImportReport:
    """Return what a file would do, and keep it for a confirmation; directors only.

    The whole import is done and rolled back, so that what is shown is what a confirmation stores.
    """

    def keep(connection: Connection) -> int:
        clubs.enter(connection, actor.club_id, services.now())
        return imports.keep(connection, actor.club_id, data, asked, actor.member.user_id, services.now())

    # What is stored is what was shown, the day included, whenever it is confirmed.
    asked = replace(options, undated=services.today()).to_json()
    report = await _dry_run(services, actor, data, asked)
    pending_id = await services.database.write(keep, club=actor.club_id)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(data))


async def _dry_run(services: Services, actor: Actor, data: bytes, options: Mapping[str, Any]) -> ImportReport:
    await may_import(services, actor)
    read = await _read(data)

    def work(connection: Connection) -> ImportReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "import an event")
        return _store(connection, services, actor, club, read, ImportOptions.from_json(options))

    return await services.database.try_out(work, club=actor.club_id)


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

    def choose(connection: Connection) -> PendingImport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "import an event")
        pending = _waiting(connection, services, club, pending_id, digest)
        pending.options["chosen"] = {**pending.options.get("chosen", {}), f"{section}:{number}": player_id}
        imports.choose(connection, pending_id, pending.options)
        return pending

    pending = await services.database.write(choose, club=actor.club_id)
    report = await _dry_run(services, actor, pending.data, pending.options)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(pending.data))


def _waiting(
    connection: Connection, services: Services, club: Club, pending_id: int, digest: str | None
) -> PendingImport:
    """Return the file that a button is about; raise NotFoundError where it is not waiting any more."""
    pending = imports.find(connection, club.id, pending_id, digest, services.now())
    if pending is None or "chosen" not in pending.options:  # a table of a pool waits in the same place
        raise NotFoundError("That file is stored already, or has waited too long: upload it again to see.")
    return pending


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

    def work(connection: Connection) -> ImportReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "import an event")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return _stored(connection, club, seen.details["events"])
        pending = _waiting(connection, services, club, pending_id, digest)
        # What is there now was there when it was read: a number is never used again, and its file never changed.
        assert read is not None
        report = _store(connection, services, actor, club, read, ImportOptions.from_json(pending.options))
        imports.forget(connection, pending_id)
        stored = [section.event_id for section in report.sections]
        note(connection, services, actor, "import-event", stored[0] or 0, {"events": stored})
        return report

    return await services.database.write(work, club=actor.club_id)


def _store(
    connection: Connection, services: Services, actor: Actor, club: Club, read: _Read, options: ImportOptions
) -> ImportReport:
    file, digest = read
    already = facts.event_of_file(connection, club.id, digest)
    if already is not None:
        where = link_to(already, club.id) or "/event show"
        raise InputError(
            f"That file is stored already, as {_label(already)}: see it at {where}, or undo it to import again."
        )
    day = options.day or file.day or options.undated or services.today()
    sections: list[SectionReport] = []
    matched: list[Matched] = []
    later: list[RatingChange] = []
    doubts: list[Doubt] = []
    impossible: list[FilePlayer] = []
    for place, section in enumerate(file.sections):
        known = match_players(connection, services, club.id, section.players, options.chosen_in(place))
        doubts += [Doubt(place, line.file, line.suggestions) for line in known.values() if line.suggestions]
        report, done = _store_section(connection, services, actor, club, file, section, known, day, options, digest)
        sections.append(report)
        impossible += impossible_ratings(file, section, report.lists, _first_day(report.crosstable))
        matched += known.values()
        later += [change for folded in done.values() for change in changes(folded) if change.day is not None]
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


def _stored(connection: Connection, club: Club, event_ids: Sequence[int]) -> ImportReport:
    """Return what an interaction has imported before, when it is delivered again."""
    sections = tuple(section_of(connection, club, event_id) for event_id in event_ids)
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
        # A kind of file that never has games says itself what to upload instead.
        why = file.without_games or "there is no played game in the file: upload it when there are results"
        raise RuleError(f"{why[0].upper()}{why[1:]}.")
    control = options.time_control or section.time_control
    began = None if options.day is not None else file.began
    lists = lists_of_section(club, file, section, options.rating_list, control, began or day)
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
                elsewhere=_elsewhere(file, player, day),
                federation=known_detail(player, "federation"),
                title=known_detail(player, "title"),
                klass=None if player.klass is None else player.klass[:MOST_CLASS_CHARACTERS],
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
    new = NewSection(name, crosstable, lists, people, SOURCE, brought, digest, rules=options.rules)
    report, done = store_section(connection, services, actor, club, new)
    host = known_detail(file, "federation")
    if host is not None:
        # Title norms ask which federation registered the event.
        facts.tell_title_norms(connection, club.id, report.event_id, ToldSettings(host=host).to_json())
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


def _elsewhere(file: FileEvent, player: FilePlayer, day: date) -> tuple[OtherRating, ...]:
    """Return what a file's rating of another system says of a player who has none here."""
    if file.ratings_of is None or player.rating is None:
        return ()
    return (OtherRating(file.ratings_of, player.rating, file.day or day),)
