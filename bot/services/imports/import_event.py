"""Import an event's file: look at what it would do, then store and rate it whole."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import NamedTuple

from bot.services.context import Actor, Services
from bot.services.events.message import link_to
from bot.services.events.section import SectionReport, section_of
from bot.services.events.sources import EventSource
from bot.services.events.store_section import NewSection, store_section
from bot.services.fide.declared_settings import DeclaredSettings
from bot.services.fold.changes import RatingChange
from bot.services.imports.match_players import Matched, known_detail, match_players, written_names
from bot.services.imports.members_reports import told_already
from bot.services.imports.rated_later import rated_later
from bot.services.imports.target_lists import Landing, Section, gives_ratings_of, impossible_ratings, landing_of
from bot.services.report_codec import from_json, to_json
from bot.services.someone import AskServer, ServerMember, Someone
from bot.services.transaction import (
    Done,
    Folded,
    Write,
    check_director,
    dry_run,
    write_each_time,
    write_once,
)
from bot.store.derived import standings
from bot.store.events import facts
from bot.store.kept import imports
from bot.store.rows import AuditEntry, Club, Event, Player
from core.background import ExternalRating
from core.crosstable import Crosstable, Entrant, TimeControl
from core.errors import InputError, NotFoundError, RuleError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.formats.recognise import read_event_file
from core.likeness.event_names import event_name
from core.lists import RatingList
from core.systems import SYSTEMS
from core.words import counted

IMPORT = "import an event"
"""What only directors may, as the end of a sentence."""

NOT_WAITING = "That file is stored already, or has waited too long: upload it again to see."

NO_REASON_YET = "none given yet"
"""Stands in a dry run alone for a reason that is still to come."""

MOST_CLASS_CHARACTERS = 16
"""What the database holds of a rating class."""

ESTABLISHED_GAMES = 50
"""What a rating given without its games counts for: as many as any rating can, so that only its height decides."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the director chose; None leaves it to the file or the club.

    undated: the day of a file without one, which is the day when it was looked at.
    lists: chosen in the dry run, the main one first. why: the director's reason to overrule what the lists' rules say.
    chosen: who somebody of the file is, by "section:number", both as in the file.
    """

    rating_list: RatingList | None = None
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    rules: str | None = None
    undated: date | None = None
    lists: tuple[RatingList, ...] = ()
    why: str | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)

    @property
    def chosen_lists(self) -> tuple[RatingList, ...]:
        return self.lists or (() if self.rating_list is None else (self.rating_list,))

    def chosen_in(self, section: int) -> dict[int, int]:
        """Return who was chosen for the players of a section, by pairing number."""
        split = [(key.split(":"), player) for key, player in self.chosen.items()]
        return {int(number): player for (place, number), player in split if int(place) == section}


class AmbiguousName(NamedTuple):
    """Somebody of the file, by section and pairing number, who may be one of these people.

    named: whether the first of them, and no other, has exactly the name, or says that the id is theirs.
    """

    section: int
    file: FilePlayer
    suggestions: tuple[Someone, ...]
    named: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """A file as it was, or would be, stored.

    pending_id, digest: of the dry run that waits for a confirmation; None and empty when it is stored.
    new: the players whom the club did not know, in the order of the file.
    guessed: how many ratings came without the games behind them.
    taken: players of the file whom the club calls otherwise, with who they were taken for.
    people: everybody in it, by id.
    later: later events whose ratings moved because this one came after them.
    doubts: names that are new here but similar to somebody's.
    landings: where each section lands, in their order. why: the reason to overrule the rules, where there is one.
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
    landings: tuple[Landing, ...] = ()
    why: str | None = None

    @property
    def asks(self) -> bool:
        """Tell whether a director has to choose the lists first."""
        return any(landing.asks for landing in self.landings)

    @property
    def against(self) -> str | None:
        """Return why the rules would not rate it so, where no reason to overrule them has been given."""
        if self.asks or self.why is not None:
            return None
        return next((landing.against for landing in self.landings if landing.against is not None), None)


class _Read(NamedTuple):
    """An uploaded file and what it says; digest: by which it is recognised when it comes again."""

    file: FileEvent
    digest: str


async def _read(data: bytes) -> _Read:
    """Read a file in a thread, while no connection waits for it."""
    return await asyncio.to_thread(lambda: _Read(read_event_file(data), hashlib.sha256(data).hexdigest()))


async def may_import(services: Services, actor: Actor) -> Club:
    """Raise NotAllowedError for anybody but a director, before a file is downloaded; return the club."""
    return await check_director(services, actor, IMPORT)


async def preview_import(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None = None
) -> ImportReport:
    """Return what a file would do, and keep it for a confirmation; directors only.

    ask: for the members of the server who may be somebody of the file.

    The whole import is done and rolled back, so that what is shown is what a confirmation stores.
    """

    def keep(write: Write) -> int:
        kept = to_json(ImportOptions, asked)
        return imports.keep(write.connection, write.club.id, data, kept, actor.member.user_id, write.now)

    # What is stored is what was shown, the day included, whenever it is confirmed.
    asked = replace(options, undated=services.today(await may_import(services, actor)))
    report = await _dry_run(services, actor, data, asked, ask)
    pending_id = await write_each_time(services, actor, keep)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(data))


async def _dry_run(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None
) -> ImportReport:
    read = await _read(data)
    server: Sequence[ServerMember] = ()
    if ask is not None:
        named = {name for section in read.file.sections for one in section.players for name in written_names(one.name)}
        server = await ask(sorted(named))
    return await dry_run(services, actor, lambda write: _looked_at(write, read, options, server), director_to=IMPORT)


def _looked_at(write: Write, read: _Read, options: ImportOptions, server: Sequence[ServerMember]) -> ImportReport:
    """Return what a file would do, with what its players have reported of it themselves."""
    report = _store(write, read, options, server)
    remarks = (*told_already(write, report.sections), *rated_later(write, report.sections), *report.file.remarks)
    return replace(report, file=replace(report.file, remarks=remarks))


async def choose_player(
    services: Services,
    actor: Actor,
    pending_id: int,
    section: int,
    number: int,
    player_id: int,
    digest: str | None = None,
    ask: AskServer | None = None,
) -> ImportReport:
    """Say who somebody of a waiting file is; return what the file would do now.

    player_id: a player's, the negative of a member's Discord id, or `NEW_PLAYER`.
    """

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, chosen={**options.chosen, f"{section}:{number}": player_id})

    return await _change_options(services, actor, pending_id, digest, choose, ask)


async def choose_lists(
    services: Services,
    actor: Actor,
    pending_id: int,
    lists: Sequence[RatingList],
    digest: str | None = None,
    ask: AskServer | None = None,
) -> ImportReport:
    """Say which lists a waiting file moves; return what it would do now."""
    order = list(RatingList)
    chosen = tuple(sorted(lists, key=order.index))

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, lists=chosen, why=None)

    return await _change_options(services, actor, pending_id, digest, choose, ask)


async def give_reason(
    services: Services,
    actor: Actor,
    pending_id: int,
    why: str,
    digest: str | None = None,
    ask: AskServer | None = None,
) -> ImportReport:
    """Say why a waiting file moves lists whose rules would not rate it; return what it would do now."""

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, why=why)

    return await _change_options(services, actor, pending_id, digest, choose, ask)


async def _change_options(
    services: Services,
    actor: Actor,
    pending_id: int,
    digest: str | None,
    choose: Callable[[ImportOptions], ImportOptions],
    ask: AskServer | None,
) -> ImportReport:
    def change(write: Write) -> tuple[bytes, ImportOptions]:
        data, options = _waiting(write, pending_id, digest)
        options = choose(options)
        imports.choose(write.connection, pending_id, to_json(ImportOptions, options))
        return data, options

    data, options = await write_each_time(services, actor, change, director_to=IMPORT)
    report = await _dry_run(services, actor, data, options, ask)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(data))


async def choose_named(
    services: Services, actor: Actor, pending_id: int, digest: str | None, ask: AskServer | None
) -> ImportReport:
    """Take everybody of a waiting file for the one who has exactly that name; return what the file would do now."""

    def look(write: Write) -> tuple[bytes, ImportOptions]:
        return _waiting(write, pending_id, digest)

    data, options = await write_each_time(services, actor, look, director_to=IMPORT)
    report = await _dry_run(services, actor, data, options, ask)
    named = {f"{one.section}:{one.file.number}": chosen_key(one.suggestions[0]) for one in report.doubts if one.named}

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, chosen={**named, **options.chosen})

    return await _change_options(services, actor, pending_id, digest, choose, ask)


def chosen_key(one: Someone) -> int:
    """Return how somebody is kept whom a director chose: a player by id, a member by the negative of theirs."""
    return one.id if isinstance(one, Player) else -one.user_id


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
        if report.asks:
            raise RuleError("That was played online: choose in the menu which list it moves, then confirm.")
        if report.against is not None:
            raise RuleError(f"{report.against} Give a reason with the button, or choose other lists.")
        imports.forget(write.connection, pending_id)
        stored = tuple(section.event_id for section in report.sections)
        return Done(report, stored[0] or 0, to_json(_Kept, _Kept(stored, options.why)))

    def again(write: Write, entry: AuditEntry) -> ImportReport:
        return _stored(write, write.kept(_Kept, entry).events)

    return await write_once(services, actor, "import-event", work, again=again, director_to=IMPORT)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the audit keeps of an import: the events of its sections, in order, and why rules were overruled."""

    events: tuple[int, ...]
    why: str | None = None


def _store(write: Write, read: _Read, options: ImportOptions, server: Sequence[ServerMember] = ()) -> ImportReport:
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
    landings: list[Landing] = []
    later: list[RatingChange] = []
    doubts: list[AmbiguousName] = []
    impossible: list[FilePlayer] = []
    for place, section in enumerate(file.sections):
        known = match_players(write, section.players, options.chosen_in(place), server)
        doubts += [
            AmbiguousName(place, line.file, line.suggestions, line.named) for line in known.values() if line.suggestions
        ]
        report, done, landing = _store_section(write, file, section, known, day, options, digest)
        sections.append(report)
        landings.append(landing)
        impossible += impossible_ratings(file, section, report.lists, _first_day(report.crosstable))
        matched += known.values()
        later += done.later
    new = [line for line in matched if line.is_new]
    guessed = [line for line in new if _is_guessed(file, line.file) and line.file not in impossible]
    remarks = (
        *file.remarks,
        *_not_used(file, sections),
        *map(_left_out, impossible),
        *(_taken_as_established(line.file) for line in guessed),
    )
    return ImportReport(
        file=replace(file, remarks=remarks),
        day=day,
        sections=tuple(sections),
        people={line.player.id: line.player for line in matched},
        new=tuple(line.player for line in new),
        guessed=len(guessed),
        taken=tuple((line.file.name, line.player) for line in matched if _is_named_otherwise(line)),
        later=tuple(later),
        doubts=tuple(doubts),
        landings=tuple(landings),
        why=options.why,
    )


def _stored(write: Write, event_ids: Sequence[int]) -> ImportReport:
    """Return what an interaction has imported before, when it is delivered again."""
    sections = tuple(section_of(write.connection, write.club, event_id) for event_id in event_ids)
    people = {player.id: player for section in sections for player in section.players.values()}
    day = sections[0].crosstable.date
    return ImportReport(FileEvent("stored file", (), day=day), day, sections, people)


def _is_named_otherwise(line: Matched) -> bool:
    """Tell whether the club calls somebody otherwise than the file, "Last, First" being the same name."""
    return not {*written_names(line.file.name)} & {*written_names(line.player.name)}


def _is_guessed(file: FileEvent, player: FilePlayer) -> bool:
    return file.site is None and file.ratings_of is None and player.rating is not None and player.games is None


def _not_used(file: FileEvent, sections: Sequence[SectionReport]) -> list[Remark]:
    """Say which ratings of the file count for nothing: a site's own, and those that no list here can convert."""
    rated = sum(one.rating is not None for section in file.sections for one in section.players)
    if file.site is not None and rated:
        return [Remark(None, f"ratings of {file.site} start nobody here: {counted(rated, 'rating')} left out")]
    lists = {moved for section in sections for moved in section.lists}
    day = min((section.crosstable.date for section in sections), default=date.max)
    if file.ratings_of is None or any(gives_ratings_of(file, moved) for moved in lists) or not rated:
        return []
    if any(SYSTEMS[moved].can_convert(file.ratings_of, day) for moved in lists):
        return []
    text = (
        f"{file.ratings_of.label} ratings of {day.year} cannot be converted here: {counted(rated, 'rating')} left out"
    )
    return [Remark(None, text)]


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
) -> tuple[SectionReport, Folded, Landing]:
    if not section.games:
        # A kind of file that never has games says itself what to upload instead.
        why = file.without_games or "there is no played game in the file: upload it when there are results"
        raise RuleError(f"{why[0].upper()}{why[1:]}.")
    control = options.time_control or section.time_control
    began = None if options.day is not None else file.began
    ids = [line.player.id for line in matched.values() if not line.is_new]
    found = Section(file, section, control, began or day, partial(_is_known, write, ids, len(matched)))
    landing = landing_of(write.club, found, options.chosen_lists)
    lists = landing.lists
    name = options.name or file.name
    if section.name and len(file.sections) > 1:
        name = f"{name}: {section.name}" if name else section.name
    crosstable = Crosstable(
        date=day,
        entrants=tuple(
            Entrant(
                number=player.number,
                rating=None if file.site is not None else player.rating,
                player=matched[player.number].player.id,
                name=player.name,
                rated=True,
                external_ratings=_external_ratings(file, player, day, lists),
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
        site=file.site,
        overruled=None if landing.against is None else options.why or NO_REASON_YET,
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
    return report, done, landing


def _is_known(write: Write, ids: Sequence[int], players: int, rating_list: RatingList) -> bool:
    """Tell whether most players of a section have a rating on a list here."""
    return 2 * standings.count_among(write.connection, write.club.id, rating_list, ids) > players


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


def _external_ratings(
    file: FileEvent, player: FilePlayer, day: date, lists: Sequence[RatingList]
) -> tuple[ExternalRating, ...]:
    """Return what a file's rating of another system says of a player who has none on the lists."""
    if file.ratings_of is None or player.rating is None or file.site is not None:
        return ()
    if not all(SYSTEMS[moved].can_convert(file.ratings_of, day) for moved in lists):
        return ()
    return (ExternalRating(file.ratings_of, player.rating, file.day or day),)
