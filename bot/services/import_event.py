"""Import an event's file: look at what it would do, then store and rate it whole."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.event_message import link_to
from bot.services.fide_norm_settings import ToldSettings
from bot.services.file_lists import gives_ratings_of, impossible_ratings, lists_of_section
from bot.services.file_players import Matched, known_detail, match_players
from bot.services.folding import Fold
from bot.services.rating_changes import RatingChange, changes
from bot.services.sections import SectionReport, section_of
from bot.services.store_section import NewSection, store_section
from bot.store import audits, clubs, facts, imports
from bot.store.database import Connection
from bot.store.rows import Club, Event, PendingImport, Player
from core.background import OtherRating
from core.crosstable import Crosstable, Entrant, TimeControl
from core.errors import InputError, NotFoundError, RuleError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.formats.recognise import read_event_file
from core.lists import RatingList
from core.systems import SYSTEMS

SOURCE = "file"
"""The source of an event that came in as a file."""

MOST_CLASS_CHARACTERS = 16
"""What the database holds of a rating class."""

MOST_REASONS = 2
"""How many remarks a refusal repeats."""

ESTABLISHED_GAMES = 50
"""What a rating given without its games counts for: as many as any rating can, so that only its height decides."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the director chose; None leaves it to the file or the club.

    chosen: who somebody of the file is, by "section:number", both as in the file.
    """

    rating_list: RatingList | None = None
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    rules: str | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        control = self.time_control
        return {
            "list": None if self.rating_list is None else self.rating_list.value,
            "name": self.name,
            "day": None if self.day is None else self.day.isoformat(),
            "time_control": None if control is None else [control.minutes, control.seconds],
            "rules": self.rules,
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

    pending_id: of the dry run that waits for a confirmation; None when it is stored.
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


class _DryRun(Exception):
    """Carries a report out of a transaction that is then rolled back."""

    def __init__(self, report: ImportReport) -> None:
        self.report = report


async def preview_import(services: Services, actor: Actor, data: bytes, options: ImportOptions) -> ImportReport:
    """Return what a file would do, and keep it for a confirmation; directors only.

    The whole import is done and rolled back, so that what is shown is what a confirmation stores.
    """

    def keep(connection: Connection) -> int:
        clubs.enter(connection, actor.club_id, services.now())
        return imports.keep(connection, actor.club_id, data, options.to_json(), actor.member.user_id, services.now())

    report = await _dry_run(services, actor, data, options.to_json())
    return replace(report, pending_id=await services.database.write(keep, club=actor.club_id))


async def _dry_run(services: Services, actor: Actor, data: bytes, options: Mapping[str, Any]) -> ImportReport:
    def work(connection: Connection) -> None:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "import an event")
        raise _DryRun(_store(connection, services, actor, club, data, ImportOptions.from_json(options)))

    try:
        await services.database.write(work, club=actor.club_id)
    except _DryRun as done:
        return done.report
    raise AssertionError("a dry run ends by being rolled back")


async def choose_player(
    services: Services, actor: Actor, pending_id: int, section: int, number: int, player_id: int
) -> ImportReport:
    """Say who somebody of a waiting file is, `NEW_PLAYER` for a new one; return what the file would do now."""

    def choose(connection: Connection) -> PendingImport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "import an event")
        pending = imports.find(connection, club.id, pending_id)
        if pending is None:
            raise NotFoundError("That file is stored already, or has waited too long: upload it again to see.")
        pending.options["chosen"] = {**pending.options.get("chosen", {}), f"{section}:{number}": player_id}
        imports.choose(connection, pending_id, pending.options)
        return pending

    pending = await services.database.write(choose, club=actor.club_id)
    return replace(await _dry_run(services, actor, pending.data, pending.options), pending_id=pending_id)


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

    return await services.database.write(work, club=actor.club_id)


def _store(
    connection: Connection, services: Services, actor: Actor, club: Club, data: bytes, options: ImportOptions
) -> ImportReport:
    file = read_event_file(data)
    digest = hashlib.sha256(data).hexdigest()
    already = facts.event_of_file(connection, club.id, digest)
    if already is not None:
        where = link_to(already, club.id) or "/event show"
        raise InputError(
            f"That file is stored already, as {_label(already)}: see it at {where}, or undo it to import again."
        )
    day = options.day or file.day or services.today()
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
    return ImportReport(
        file=replace(file, remarks=(*file.remarks, *map(_left_out, impossible))),
        day=day,
        sections=tuple(sections),
        people={line.player.id: line.player for line in matched},
        new=tuple(line.player for line in new),
        guessed=sum(_is_guessed(file, line.file) and line.file not in impossible for line in new),
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


def _label(event: Event) -> str:
    return f"{event.name or 'the event'} of {event.place.date.isoformat()}"


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
        # A file without games often says itself what to upload instead.
        why = "".join(f" {remark}" for remark in file.remarks[:MOST_REASONS])
        raise RuleError(f"There is no played game in the file: upload it when there are results.{why}")
    control = options.time_control or section.time_control
    lists = lists_of_section(club, file, section, options.rating_list, control)
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
        began=None if options.day is not None else file.began,
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
