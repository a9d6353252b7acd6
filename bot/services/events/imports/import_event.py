"""Import an event's file: preview it, then store and rate it whole."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from bot.services.events.imports.matching import (
    NEW_PLAYER,
    Landing,
    Matched,
    Section,
    impossible_ratings,
    known_detail,
    landing_of,
    match_players,
)
from bot.services.events.published import with_near
from bot.services.events.report import EventSource, SectionReport, link_to
from bot.services.events.same_games import Recognised, StoredAlready, recognised, store_instead
from bot.services.events.sections import NewSection, store_sections
from bot.services.framework.clock import calendar_of
from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.framework.spreadsheets.convert import as_text_file
from bot.services.framework.subject import AskServer, ServerMember, Someone
from bot.services.framework.transaction import Write, check_director, preview, use_case
from bot.services.framework.waiting import Waiting
from bot.store.club import files
from bot.store.database.rows import Club, Event, Player
from bot.store.events import corrections, facts
from bot.store.ratings import standings
from core.errors import InputError, RuleError
from core.event.background import ExternalRating
from core.event.crosstable import Crosstable, Entrant, TimeControl
from core.event.dated import MOST_ROUNDS, Part, Span, days_by_round, parts_of, span_days
from core.event.entered_rating import ESTABLISHED_GAMES
from core.event.event_file import (
    LOOK_AT,
    MOST_TEAM_CHARACTERS,
    Conduct,
    FileEvent,
    FilePlayer,
    FileSection,
    Remark,
    UnsureDay,
)
from core.event.similarity import event_and_day
from core.files.common.dates import ANYWHERE, EARLIEST_DAY, Calendar, DayOrder
from core.files.common.people import user_in
from core.lists import RatingList
from core.rating.fide.norms.declared import DeclaredSettings
from core.rating.systems import gives_ratings_of, has_guessed_games, rates, ratings_in_file, system_of
from core.words import counted, name_key

# Choices and reports of an import.


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """A director's choices; None leaves it to the file or club.

    undated: the day of a file without one. order: of day and month in its dates.
    span: what one event of a dated list is. lists: main one first.
    why: reason to overrule a list's rules. chosen: player by "section:number".
    """

    rating_list: RatingList | None = None
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    rules: str | None = None
    undated: date | None = None
    order: DayOrder | None = None
    span: Span | None = None
    lists: tuple[RatingList, ...] = ()
    why: str | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)

    @property
    def chosen_lists(self) -> tuple[RatingList, ...]:
        return self.lists or (() if self.rating_list is None else (self.rating_list,))

    def chosen_in(self, section: int) -> dict[int, int]:
        split = [(key.split(":"), player) for key, player in self.chosen.items()]
        return {int(number): player for (place, number), player in split if int(place) == section}


class AmbiguousName(NamedTuple):
    """An entrant by section and number who may be one of several people.

    named: whether only the first has exactly the name, or claims the id.
    """

    section: int
    file: FilePlayer
    suggestions: tuple[Someone, ...]
    named: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The effect of a file.

    pending_id, digest: of a preview, else None and empty. new: new players in order. guessed: number of ratings
    without games. taken: players with another name in the club. people: by id. later: later events whose ratings
    moved. doubts: similar names. landings: by section. why: reason to overrule. replaces: stored events it
    replaces. undated: whether the day is unknown. kept: what the file does not say and stays as stored. own_lists:
    the club's. unsure: a date that may be another. order: how it was read; None for unknown. spans: how many events
    each choice makes of a dated list, the usual one first. span: the one in force.
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
    replaces: tuple[Recognised, ...] = ()
    undated: bool = False
    kept: tuple[str, ...] = ()
    own_lists: tuple[RatingList, ...] = ()
    unsure: UnsureDay | None = None
    order: DayOrder | None = None
    spans: Mapping[Span, int] = field(default_factory=dict)
    span: Span = Span.EVENT

    @property
    def is_split(self) -> bool:
        """Return whether a dated list becomes several events."""
        return self.span is not Span.EVENT

    @property
    def asks_day(self) -> bool:
        """Return whether a director must choose between two days."""
        return self.unsure is not None and self.unsure.other is not None and self.order is None

    @property
    def asks(self) -> bool:
        return any(landing.asks for landing in self.landings)

    @property
    def against(self) -> str | None:
        """Return why the rules would not rate it, unless overruled."""
        if self.asks or self.why is not None:
            return None
        return next((landing.against for landing in self.landings if landing.against is not None), None)


# Store a file: match players, choose lists, rate sections.


NO_REASON_YET = "none given yet"
"""A reason still to come, in a dry run."""

MOST_CLASS_CHARACTERS = 16


class ReadFile(NamedTuple):
    """An uploaded file's contents; digest: to recognise it again. order: in which its dates were read."""

    file: FileEvent
    digest: str
    order: DayOrder | None = None


async def read_file(data: bytes, calendar: Calendar = ANYWHERE) -> ReadFile:
    """Read a file in a thread, outside a transaction. calendar: of the club."""
    from core.files.recognise import read_event_file

    text = await as_text_file(data)
    event = await asyncio.to_thread(read_event_file, text.data, calendar)
    event = replace(event, remarks=(*text.remarks, *event.remarks))
    return ReadFile(event, hashlib.sha256(data).hexdigest(), calendar.order)


def store_file(
    write: Write,
    read: ReadFile,
    options: ImportOptions,
    server: Sequence[ServerMember] = (),
    if_stored: StoredAlready = StoredAlready.REPLACED,
) -> ImportReport:
    """Store and rate a file's sections.

    server: similar server members, for a preview. if_stored: what happens to repeated events. Raises: InputError or
    RuleError for a stored or empty file, or without a game that is not stored.
    """
    connection, club = write.connection, write.club
    file, digest, order = read
    already = facts.event_of_file(connection, club.id, digest)
    if already is not None:
        where = link_to(already, club.id) or "/events"
        raise InputError(
            f"That file is already stored as {_label(already)}. See it at {where}, or undo it to import it again."
        )
    if options.day is None:
        _check_days(file, write.today)
    file, unborn = _without_impossible_births(file, write.today)
    day = options.day or file.day or options.undated or write.today
    dated = options.day is not None or file.day is not None
    sections: list[SectionReport] = []
    matched: list[Matched] = []
    landings: list[Landing] = []
    later: list[RatingChange] = []
    doubts: list[AmbiguousName] = []
    impossible: list[FilePlayer] = []
    replaces: list[Recognised] = []
    kept: list[str] = []
    spans = {} if options.day is not None else _spans(write, file, options)
    span = options.span if options.span in spans else next(iter(spans), Span.EVENT)
    if span is Span.EVENT and (rounds := max(section.rounds for section in file.sections)) > MOST_ROUNDS:
        raise InputError(
            f"One event has at most {MOST_ROUNDS} rounds, not {rounds}. Remove the date: each day is then an event."
        )
    for place, section in enumerate(file.sections):
        known = match_players(write, section.players, options.chosen_in(place), server)
        doubts += [
            AmbiguousName(place, line.file, line.suggestions, line.named) for line in known.values() if line.suggestions
        ]
        choose = partial(_to_store, write, file, section, known, span, day=day, digest=digest)
        new, parts, landing = choose(options)
        found = _recognised(write, parts, new, _likely(known.values()), dated=dated)
        official = max(
            (event for event in found[0] if event.is_official and len(new) == 1), key=attrgetter("same"), default=None
        )
        if official is not None and if_stored is not StoredAlready.STAYS:
            filled = _as_stored(write, file, section, official.event, options, landing, dated=dated)
            new, _, landing = choose(filled)
            new = [_with_first_day(write, new[0], official.event)]
            if filled.lists != options.lists:
                landing = replace(landing, why="as stored")
            kept += [word for name, word in _KEPT.items() if getattr(options, name) != getattr(filled, name)]
        if if_stored is StoredAlready.WITHOUT_MATCHES:
            pairs = [_without_told(*pair) for pair in zip(new, found, strict=True)]
            pairs = [pair for pair in pairs if pair[0].crosstable.games]
            new, found = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            if not new:
                continue
        nothing: tuple[Recognised, ...] = ()
        reports, moved_later = _store_parts(
            write, new, [nothing] * len(new) if if_stored is StoredAlready.STAYS else found
        )
        stored = [event for same in found for event in same]
        conduct = section.conduct or Conduct()
        header = {"city": file.city, "federation": file.federation, "arbiters": list(conduct.arbiters)}
        for report in reports:
            _keep_host(write, file, report.event_id)
            if any(header.values()):
                facts.keep_header(connection, report.event_id, header)
        replaces += stored
        sections += reports
        landings.append(landing)
        impossible += impossible_ratings(file, section, landing.lists, _first_day(reports[0].crosstable))
        matched += known.values()
        later += moved_later
    if not sections:
        raise RuleError("Every game of the file is already stored. Nothing was stored.")
    newcomers = [line for line in matched if line.is_new]
    guessed = [line for line in newcomers if has_guessed_games(file, line.file) and line.file not in impossible]
    remarks = (
        *file.remarks,
        *unborn,
        *_not_used(file, sections),
        *map(_left_out, impossible),
        *(_taken_as_established(line.file) for line in guessed),
    )
    return ImportReport(
        file=replace(file, remarks=remarks),
        day=sections[0].crosstable.date if DATE in kept else day,
        sections=tuple(sections),
        people={line.player.id: line.player for line in matched},
        new=tuple(line.player for line in newcomers),
        guessed=len(guessed),
        taken=tuple((line.file.name, line.player) for line in matched if _is_named_otherwise(line)),
        later=tuple(later),
        doubts=tuple(doubts),
        landings=tuple(landings),
        why=options.why,
        replaces=tuple(replaces),
        undated=not dated and DATE not in kept,
        kept=tuple(dict.fromkeys(kept)),
        own_lists=write.club.house_rules.own_lists,
        unsure=file.unsure if options.day is None else None,
        order=order,
        spans=spans,
        span=span,
    )


DATE = "date"


def _as_stored(
    write: Write,
    file: FileEvent,
    section: FileSection,
    event: Event,
    options: ImportOptions,
    landing: Landing,
    *,
    dated: bool,
) -> ImportOptions:
    """Return the choices for a section that replaces an event: what the file does not say stays as stored."""
    table = facts.crosstables(write.connection, [event.id])[event.id]
    control = options.time_control or section.time_control
    is_silent = control is None and section.written_control is None
    stays = not options.chosen_lists and (is_silent or control == table.time_control)
    stays = stays and all(rates(moved, file.board) for moved in event.rating_lists)
    is_new_list = landing.asks or landing.lists != event.rating_lists
    names = options.name, file.name, section.name if len(file.sections) > 1 else None
    return replace(
        options,
        name=event.name if names == (None, None, None) else options.name,
        day=options.day if dated else table.date,
        time_control=table.time_control if is_silent else options.time_control,
        lists=event.rating_lists if stays and is_new_list else options.lists,
        rules=options.rules or (event.rules if stays else None),
    )


def _with_first_day(write: Write, section: NewSection, event: Event) -> NewSection:
    table, stored = section.crosstable, facts.crosstables(write.connection, [event.id])[event.id]
    began = stored.began if table.began is None and stored.date == table.date else table.began
    return replace(section, crosstable=replace(table, began=began))


_KEPT = {"name": "name", "day": DATE, "time_control": "time control", "rules": "rules", "lists": "lists"}


def _without_told(section: NewSection, stored: Sequence[Recognised]) -> tuple[NewSection, tuple[Recognised, ...]]:
    """Return a section without the games that are stored as matches, and the other stored events."""
    told = frozenset(place for one in stored for place in one.told)
    table = section.crosstable
    games = tuple(game for place, game in enumerate(table.games) if place not in told)
    there = {number for game in games for number in (game.first, game.second)} | {bye.entrant for bye in table.byes}
    entrants = tuple(one for one in table.entrants if one.number in there)
    people = {number: player for number, player in section.people.items() if number in there}
    left = replace(section, crosstable=replace(table, entrants=entrants, games=games), people=people)
    return left, tuple(one for one in stored if not one.is_match)


def _to_store(
    write: Write,
    file: FileEvent,
    section: FileSection,
    known: dict[int, Matched],
    span: Span,
    options: ImportOptions,
    *,
    day: date,
    digest: str,
) -> tuple[list[NewSection], list[Part], Landing]:
    """Return the events that a section becomes. day: the file's, if the choices name none."""
    day = options.day or day
    began = file.began if options.day is None and file.began is not None and file.began <= day else None
    landing, control = _landing(write, file, section, known, began or day, options)
    parts = [_whole(file, section, began, day)] if span is Span.EVENT else parts_of(section, span)
    new = [_section(write, file, part, known, landing, control, options, digest) for part in parts]
    return new, parts, landing


def _spans(write: Write, file: FileEvent, options: ImportOptions) -> dict[Span, int]:
    """Return how many events each choice makes of a list of several days, the usual choice first."""
    if len(span_days(file.sections)) < 2 or any(one.listed is None or not one.games for one in file.sections):
        return {}
    rating_list = next(iter(options.chosen_lists), write.club.default_list)
    if file.site is not None and not options.chosen_lists:
        rating_list = RatingList.ORACLE_3
    usual = system_of(rating_list).log_span
    found = {
        span: sum(len(parts_of(section, span)) for section in file.sections)
        for span in dict.fromkeys((usual, Span.DAY))
    }
    if max(section.rounds for section in file.sections) > MOST_ROUNDS:
        return found
    one = {Span.EVENT: len(file.sections)}
    return found | one if any(section.listed for section in file.sections) else one | found


def _whole(file: FileEvent, section: FileSection, began: date | None, day: date) -> Part:
    days = set(days_by_round(section).values())
    if len(file.sections) > 1 and day == file.day and days:  # each has its own
        began, day = (min(days) if len(days) > 1 else None), max(days)
    return Part(section, began, day, {player.number: player.number for player in section.players})


def _recognised(
    write: Write, parts: Sequence[Part], new: Sequence[NewSection], likely: Mapping[int, int], *, dated: bool
) -> list[tuple[Recognised, ...]]:
    found: list[tuple[Recognised, ...]] = []
    days = facts.days_between(write.connection, write.club.id, parts[0].began or parts[0].day, parts[-1].day)
    for part, section in zip(parts, new, strict=True):
        first = part.began or part.day
        if len(parts) > 1 and not any(first <= day <= part.day for day in days):
            found.append(())
            continue
        people = {number: likely[old] for number, old in part.numbers.items() if old in likely}
        same = recognised(write, section, people, dated=dated)
        if len(parts) > 1:  # each has its own days
            same = tuple(one for one in same if first <= one.event.place.date <= part.day)
        found.append(same)
    return found


def _store_parts(
    write: Write, new: Sequence[NewSection], found: Sequence[Sequence[Recognised]]
) -> tuple[list[SectionReport], list[RatingChange]]:
    """Store the events of a section; return them and later changes. found: what each replaces."""
    reports: dict[int, SectionReport] = {}
    later: list[RatingChange] = []
    for place, same in enumerate(found):
        if same:
            reports[place], done = store_instead(write, new[place], same)
            later += done.later
    together = [place for place, same in enumerate(found) if not same]
    if together:
        stored, done = store_sections(write, [new[place] for place in together])
        reports |= dict(zip(together, stored, strict=True))
        later += done.later
    return [reports[place] for place in range(len(new))], later


def _check_days(file: FileEvent, today: date) -> None:
    for day, verb in ((file.day, "ended"), (file.began, "began")):
        if day is not None and not EARLIEST_DAY <= day <= today:
            why = "is in the future" if day > today else "is before there were ratings"
            raise InputError(
                f"The file says that the event {verb} on {day.isoformat()}, which {why}. Correct the file, or write "
                f"the day on which it ended as date, such as {today.isoformat()}."
            )


def _without_impossible_births(file: FileEvent, today: date) -> tuple[FileEvent, list[Remark]]:
    remarks: list[Remark] = []

    def born(player: FilePlayer) -> FilePlayer:
        birth = player.born_year if player.born is None else player.born
        if (player.born is None or player.born <= today) and (player.born_year or 0) <= today.year:
            return player
        remarks.append(
            Remark(player.line, f"{player.name}'s birth date is in the future, {birth}. Ignored.", "birth dates")
        )
        return replace(player, born=None, born_year=None)

    sections = tuple(replace(one, players=tuple(map(born, one.players))) for one in file.sections)
    return (replace(file, sections=sections) if remarks else file), remarks


def _likely(matched: Iterable[Matched]) -> dict[int, int]:
    return {
        line.file.number: line.suggestions[0].id
        for line in matched
        if line.suggestions and isinstance(line.suggestions[0], Player)
    }


def _is_named_otherwise(line: Matched) -> bool:
    return name_key(line.player.name) != name_key(line.file.name)


def _not_used(file: FileEvent, sections: Sequence[SectionReport]) -> list[Remark]:
    rated = sum(one.rating is not None for section in file.sections for one in section.players)
    if file.site is not None and rated:
        return [Remark(None, f"Ratings of {file.site} are not used here. {counted(rated, 'rating')} ignored.")]
    lists = {moved for section in sections for moved in section.lists}
    day = min((section.crosstable.date for section in sections), default=date.max)
    if file.ratings_of is None or any(gives_ratings_of(file, moved) for moved in lists) or not rated:
        return []
    if any(system_of(moved).can_convert(file.ratings_of, day) for moved in lists):
        return []
    text = (
        f"{file.ratings_of.label} ratings of {day.year} cannot be converted here. {counted(rated, 'rating')} ignored."
    )
    return [Remark(None, text)]


def _left_out(player: FilePlayer) -> Remark:
    return Remark(player.line, f"{player.rating:g} is not a rating on this list. Ignored.", "ratings of no list")


def _taken_as_established(player: FilePlayer) -> Remark:
    # Players with few games may differ widely: a director checks them.
    text = f"{player.name}: a rating without its games, counted as established ({ESTABLISHED_GAMES} games)"
    return Remark(player.line, text, f"ratings without games, counted as established ({ESTABLISHED_GAMES} games)")


def _label(event: Event) -> str:
    return event_and_day(event.name, event.place.date)


def _landing(
    write: Write,
    file: FileEvent,
    section: FileSection,
    matched: dict[int, Matched],
    began: date,
    options: ImportOptions,
) -> tuple[Landing, TimeControl | None]:
    if not section.games:
        # Files without games say themselves what to upload.
        why = file.without_games or "the file has no played game. Upload it when there are results"
        raise RuleError(f"{why[0].upper()}{why[1:]}.")
    control = options.time_control or section.time_control
    numbers = {line.player.id: number for number, line in matched.items() if not line.is_new}
    found = Section(file, section, control, began, partial(_rated_on, write, numbers))
    landing = landing_of(write.club, found, options.chosen_lists)
    for moved in landing.lists:
        system_of(moved).check_kind(section.kind)
    return landing, control


def _section(
    write: Write,
    file: FileEvent,
    part: Part,
    known: dict[int, Matched],
    landing: Landing,
    control: TimeControl | None,
    options: ImportOptions,
    digest: str,
) -> NewSection:
    section, began, day, numbers = part
    matched = {number: known[old] for number, old in numbers.items()}
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
                name=matched[player.number].file.name,
                rated=True,
                external_ratings=_external_ratings(file, player, day, lists),
                federation=known_detail(player, "federation"),
                title=known_detail(player, "title"),
                rating_class=None if player.rating_class is None else player.rating_class[:MOST_CLASS_CHARACTERS],
                team=None if player.team is None else player.team[:MOST_TEAM_CHARACTERS],
                board=player.board,
                seats=_seats(section, player.number),
                published=player.published,
            )
            for player in section.players
        ),
        games=section.games,
        byes=section.byes,
        kind=section.kind,
        time_control=control,
        began=began,
        days=() if options.day is not None or section.conduct is None else section.conduct.days,
        site=file.site,
        overruled=None if landing.against is None else options.why or NO_REASON_YET,
    )
    people = {number: line.player for number, line in matched.items()}
    brought = {}
    for moved in lists:
        given = ratings_in_file(file, section, moved, _first_day(crosstable))
        brought[moved] = {people[number].id: entered for number, entered in given.items()}
    return NewSection(name, crosstable, lists, people, EventSource.FILE, brought, digest, rules=options.rules)


def _seats(section: FileSection, number: int) -> tuple[tuple[int, int], ...]:
    boards = {} if section.conduct is None or not section.conduct.teams else section.conduct.boards
    return tuple(sorted((round_number, board) for (round_number, one), board in boards.items() if one == number))


def _keep_host(write: Write, file: FileEvent, event_id: int) -> None:
    host = known_detail(file, "federation")
    if host is not None:
        declared = DeclaredSettings(host=host).to_json()
        facts.keep_declared_settings(write.connection, write.club.id, event_id, declared)


def _rated_on(write: Write, numbers: Mapping[int, int], rating_list: RatingList) -> list[int]:
    return [numbers[one] for one in standings.of_players(write.connection, write.club.id, rating_list, list(numbers))]


def _first_day(crosstable: Crosstable) -> date:
    return crosstable.began or crosstable.date


def _external_ratings(
    file: FileEvent, player: FilePlayer, day: date, lists: Sequence[RatingList]
) -> tuple[ExternalRating, ...]:
    if file.ratings_of is None or player.rating is None or file.site is not None:
        return ()
    if not all(system_of(moved).can_convert(file.ratings_of, day) for moved in lists):
        return ()
    return (ExternalRating(file.ratings_of, player.rating, file.day or day),)


def rated_later(write: Write, sections: Iterable[SectionReport]) -> list[Remark]:
    """Return a remark if directors entered ratings for a later day."""
    since = [
        day
        for section in sections
        for day in corrections.entered_after(
            write.connection,
            write.club.id,
            section.lists[0],
            [key for key, outcome in section.outcomes[section.lists[0]].items() if outcome.before is None],
            section.crosstable.date,
        ).values()
    ]
    if not since:
        return []
    text = (
        f"{counted(len(since), 'player')} in the event rated here only from {min(since)} on. "
        "Enter their ratings with an earlier date"
    )
    return [Remark(None, text, LOOK_AT)]


IMPORT = "import an event"


NOT_WAITING = "That file is already stored, or the preview has expired. Upload it again."

UPLOADED = Waiting("event", ImportOptions, IMPORT, NOT_WAITING)

Change = Callable[[ImportOptions], ImportOptions]


async def may_import(services: Services, actor: Actor) -> Club:
    """Return the club; raise NotAllowedError for non-directors."""
    return await check_director(services, actor, IMPORT)


async def preview_import(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None = None
) -> ImportReport:
    """Return a file's effect, by a rolled-back import, and store the file; directors only.

    ask: for similar server members.
    """
    # Stored as shown, day included.
    asked = replace(options, undated=services.today(await may_import(services, actor)))
    report = await _look_at(services, actor, data, asked, ask)
    pending_id, digest = await UPLOADED.keep(services, actor, data, asked)
    return replace(report, pending_id=pending_id, digest=digest)


async def _look_at(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None
) -> ImportReport:
    file = await _read_for(services, await may_import(services, actor), data, options)
    server: Sequence[ServerMember] = ()
    if ask is not None:
        server = await ask(sorted(_names_in(file)))
    return await _looked_at(services, actor, file, options, server)


async def _read_for(services: Services, club: Club, data: bytes, options: ImportOptions) -> ReadFile:
    return await read_file(data, calendar_of(club, services.now(), options.chosen_lists, options.order))


def _names_in(file: ReadFile) -> set[str]:
    return {one.name for section in file.file.sections for one in section.players}


@preview(director_to=IMPORT)
def _looked_at(write: Write, file: ReadFile, options: ImportOptions, server: Sequence[ServerMember]) -> ImportReport:
    report = store_file(write, file, options, server)
    remarks = (*rated_later(write, report.sections), *report.file.remarks)
    sections = tuple(with_near(write.connection, section) for section in report.sections)
    return replace(report, sections=sections, file=replace(report.file, remarks=remarks))


async def change_import(
    services: Services,
    actor: Actor,
    pending_id: int,
    digest: str | None,
    change: Change = lambda options: options,
    ask: AskServer | None = None,
) -> ImportReport:
    """Change a waiting file's options; return its effect."""
    found = await UPLOADED.change(services, actor, pending_id, digest, change)
    report = await _look_at(services, actor, found.data, found.options, ask)
    return replace(report, pending_id=pending_id, digest=files.digest_of(found.data))


def with_players(chosen: Mapping[str, int]) -> Change:
    """chosen: see `ImportOptions`; a player, a negative Discord id, or `NEW_PLAYER`."""
    return lambda options: replace(options, chosen={**options.chosen, **chosen})


def with_span(span: Span) -> Change:
    return lambda options: replace(options, span=span)


def with_lists(lists: Sequence[RatingList]) -> Change:
    chosen = tuple(sorted(lists, key=attrgetter("order")))
    editions = {edition.key for moved in chosen for edition in system_of(moved).editions}

    def change(options: ImportOptions) -> ImportOptions:
        return replace(options, lists=chosen, why=None, rules=options.rules if options.rules in editions else None)

    return change


async def settle_names(
    services: Services, actor: Actor, pending_id: int, digest: str | None, ask: AskServer | None, *, named: bool
) -> ImportReport:
    """Choose the exactly named players, or newcomers for all in doubt; return the file's effect."""
    report = await change_import(services, actor, pending_id, digest, ask=ask)
    chosen = {
        f"{one.section}:{one.file.number}": chosen_key(one.suggestions[0]) if named else NEW_PLAYER
        for one in report.doubts
        if one.named or not named
    }
    return await change_import(
        services, actor, pending_id, digest, lambda options: replace(options, chosen={**chosen, **options.chosen}), ask
    )


def chosen_key(one: Someone) -> int:
    """Return the stored key of a choice: player id, or negative Discord id."""
    return one.id if isinstance(one, Player) else -one.user_id


async def confirm_import(
    services: Services,
    actor: Actor,
    pending_id: int,
    digest: str | None = None,
    if_stored: StoredAlready = StoredAlready.ASK,
    ask: AskServer | None = None,
) -> ImportReport:
    """Store and rate a previewed file; directors only.

    digest: of the preview, None for any. if_stored: what happens to events that are stored. ask: for the names of
    members whom the file mentions.
    """
    found = await UPLOADED.peek(services, actor, pending_id, digest)
    file = None
    if found is not None:
        file = await _read_for(services, await may_import(services, actor), found.data, found.options)
    mentioned = [] if file is None else sorted(name for name in _names_in(file) if user_in(name) is not None)
    server = await ask(mentioned) if mentioned and ask is not None else ()
    return await _store(services, actor, pending_id, digest, file, if_stored, server)


@use_case("import-event", director_to=IMPORT)
def _store(
    write: Write,
    pending_id: int,
    digest: str | None,
    file: ReadFile | None,
    if_stored: StoredAlready,
    server: Sequence[ServerMember],
) -> ImportReport:
    options = UPLOADED.take(write, pending_id, digest).options
    assert file is not None  # its number is never reused
    report = store_file(write, file, options, server, if_stored)
    if report.asks_day:
        raise RuleError("Press the button with the right day, then confirm.")
    if report.asks:
        raise RuleError("Choose in the menu which list the event moves, then confirm.")
    if report.against is not None:
        raise RuleError(f"{report.against} Give a reason with the button, or choose other lists.")
    if report.replaces and if_stored is StoredAlready.ASK:
        raise RuleError("An event like this one has been stored since you looked. Upload the file again.")
    stored = [section.event_id for section in report.sections]
    replaced = [] if if_stored is StoredAlready.STAYS else [one.event.id for one in report.replaces]
    write.note(stored[0], {"events": stored, "why": options.why, "replaced": replaced})
    return report if replaced else replace(report, replaces=())
