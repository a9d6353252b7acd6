"""Store and rate a file: match its players, choose lists, find the same games, rate each section."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from bot.services.events.imports.matching import (
    Landing,
    Matched,
    Section,
    impossible_ratings,
    known_detail,
    landing_of,
    match_players,
)
from bot.services.events.imports.options import AmbiguousName, ImportOptions, ImportReport
from bot.services.events.imports.remarks import (
    left_out,
    ratings_not_used,
    taken_as_established,
    without_impossible_births,
)
from bot.services.events.report import EventSource, SectionReport, link_to
from bot.services.events.same_games import Recognised, StoredAlready, recognised, store_instead
from bot.services.events.sections import NewSection, store_sections
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.framework.spreadsheets.convert import as_text_file
from bot.services.framework.subject import ServerMember
from bot.services.framework.transaction import Write
from bot.store.database.rows import Event, Player
from bot.store.events import facts
from bot.store.ratings import standings
from core.errors import InputError, RuleError
from core.event.background import ExternalRating
from core.event.crosstable import Crosstable, Entrant, TimeControl
from core.event.dated import MOST_ROUNDS, Part, Span, days_by_round, parts_of, span_days
from core.event.event_file import MOST_TEAM_CHARACTERS, Conduct, FileEvent, FilePlayer, FileSection
from core.event.similarity import event_and_day
from core.files.common.dates import ANYWHERE, EARLIEST_DAY, Calendar, DayOrder
from core.lists import RatingList
from core.rating.fide.norms.declared import DeclaredSettings
from core.rating.systems import has_guessed_games, rates, ratings_in_file, system_of
from core.words import name_key

NO_REASON_YET = "none given yet"
"""A reason still to come, in a dry run."""

MOST_CLASS_CHARACTERS = 16

DATE = "date"


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


@dataclass(frozen=True, slots=True)
class _Filing:
    """A file on its way into the club.

    day: the file's, or the one that is taken for it. dated: whether it is known. span: what one event of a dated list
    is.
    """

    write: Write
    file: FileEvent
    options: ImportOptions
    digest: str
    day: date
    dated: bool
    span: Span
    if_stored: StoredAlready


@dataclass(frozen=True, slots=True)
class _Stored:
    """What a section did. kept: what the file does not say and stays as stored."""

    events: Sequence[SectionReport]
    landing: Landing
    players: Sequence[Matched]
    doubts: Sequence[AmbiguousName]
    impossible: Sequence[FilePlayer]
    replaces: Sequence[Recognised]
    kept: Sequence[str]
    later: Sequence[RatingChange]


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
    file, digest, order = read
    _check_new(write, digest)
    if options.day is None:
        _check_days(file, write.today)
    file, unborn = without_impossible_births(file, write.today)
    spans = {} if options.day is not None else _spans(write, file, options)
    span = options.span if options.span in spans else next(iter(spans), Span.EVENT)
    _check_rounds(file, span)
    day = options.day or file.day or options.undated or write.today
    dated = options.day is not None or file.day is not None
    filing = _Filing(write, file, options, digest, day, dated, span, if_stored)
    sections = []
    for place, section in enumerate(file.sections):
        stored = _store_section(filing, place, section, server)
        if stored is not None:
            sections.append(stored)
    if not sections:
        raise RuleError("Every game of the file is already stored. Nothing was stored.")
    events = [event for section in sections for event in section.events]
    players = [line for section in sections for line in section.players]
    impossible = [player for section in sections for player in section.impossible]
    kept = [word for section in sections for word in section.kept]
    newcomers = [line for line in players if line.is_new]
    guessed = [line for line in newcomers if has_guessed_games(file, line.file) and line.file not in impossible]
    remarks = (
        *file.remarks,
        *unborn,
        *ratings_not_used(file, events),
        *map(left_out, impossible),
        *(taken_as_established(line.file) for line in guessed),
    )
    return ImportReport(
        file=replace(file, remarks=remarks),
        day=events[0].crosstable.date if DATE in kept else day,
        sections=tuple(events),
        people={line.player.id: line.player for line in players},
        new=tuple(line.player for line in newcomers),
        guessed=len(guessed),
        taken=tuple((line.file.name, line.player) for line in players if _is_named_otherwise(line)),
        later=tuple(change for section in sections for change in section.later),
        doubts=tuple(name for section in sections for name in section.doubts),
        landings=tuple(section.landing for section in sections),
        why=options.why,
        replaces=tuple(event for section in sections for event in section.replaces),
        undated=not dated and DATE not in kept,
        kept=tuple(dict.fromkeys(kept)),
        own_lists=write.club.house_rules.own_lists,
        unsure=file.unsure if options.day is None else None,
        order=order,
        spans=spans,
        span=span,
    )


def _check_new(write: Write, digest: str) -> None:
    already = facts.event_of_file(write.connection, write.club.id, digest)
    if already is not None:
        where = link_to(already, write.club.id) or "/events"
        name = event_and_day(already.name, already.place.date)
        raise InputError(f"The file is already stored as {name}. See it at {where}, or undo it to import it again.")


def _check_days(file: FileEvent, today: date) -> None:
    for day, verb in ((file.day, "ended"), (file.began, "began")):
        if day is not None and not EARLIEST_DAY <= day <= today:
            why = "is in the future" if day > today else "is before there were ratings"
            raise InputError(
                f"The file says that the event {verb} on {day.isoformat()}, which {why}. Correct the file, or write "
                f"the day on which it ended as date, such as {today.isoformat()}."
            )


def _check_rounds(file: FileEvent, span: Span) -> None:
    rounds = max(section.rounds for section in file.sections)
    if span is Span.EVENT and rounds > MOST_ROUNDS:
        raise InputError(
            f"One event has at most {MOST_ROUNDS} rounds, not {rounds}. Remove the date: each day is then an event."
        )


def _spans(write: Write, file: FileEvent, options: ImportOptions) -> dict[Span, int]:
    """Return how many events each choice makes of a list of several days, the usual choice first."""
    if len(span_days(file.sections)) < 2 or any(one.listed is None or not one.games for one in file.sections):
        return {}
    rating_list = next(iter(options.chosen_lists), write.club.default_list)
    if file.site is not None and not options.chosen_lists:
        rating_list = RatingList.ORACLE
    usual = system_of(rating_list).log_span
    found = {
        span: sum(len(parts_of(section, span)) for section in file.sections)
        for span in dict.fromkeys((usual, Span.DAY))
    }
    if max(section.rounds for section in file.sections) > MOST_ROUNDS:
        return found
    one = {Span.EVENT: len(file.sections)}
    return found | one if any(section.listed for section in file.sections) else one | found


# One section, which a dated list makes several events.


def _store_section(filing: _Filing, place: int, section: FileSection, server: Sequence[ServerMember]) -> _Stored | None:
    """Store a section; return None if each of its games is stored already and stays."""
    write, options = filing.write, filing.options
    known = match_players(write, section.players, options.chosen_in(place), server)
    new, parts, landing = _to_store(filing, section, known, options)
    same = _recognised(filing, parts, new, _likely(known.values()))
    replaces = [event for events in same for event in events]
    kept: list[str] = []
    official = max((event for event in replaces if event.is_official), key=attrgetter("same"), default=None)
    if official is not None and len(new) == 1 and filing.if_stored is not StoredAlready.STAYS:
        filled = _as_stored(filing, section, official.event, landing)
        new, _, landing = _to_store(filing, section, known, filled)
        new = [_with_first_day(write, new[0], official.event)]
        if filled.lists != options.lists:
            landing = replace(landing, why="as stored")
        kept = [word for name, word in _KEPT.items() if getattr(options, name) != getattr(filled, name)]
    if filing.if_stored is StoredAlready.WITHOUT_MATCHES:
        new, same = _all_without_told(new, same)
        if not new:
            return None
        replaces = [event for events in same for event in events]
    if filing.if_stored is StoredAlready.STAYS:
        same = [()] * len(new)
    events, later = _store_parts(write, new, same)
    for event in events:
        _keep_header(filing, section, event.event_id)
    impossible = impossible_ratings(filing.file, section, landing.lists, _first_day(events[0].crosstable))
    doubts = [
        AmbiguousName(place, line.file, line.suggestions, line.named) for line in known.values() if line.suggestions
    ]
    return _Stored(events, landing, list(known.values()), doubts, list(impossible), replaces, kept, later)


def _to_store(
    filing: _Filing, section: FileSection, known: dict[int, Matched], options: ImportOptions
) -> tuple[list[NewSection], list[Part], Landing]:
    """Return the events that a section becomes with such options."""
    file, day = filing.file, options.day or filing.day
    began = file.began if options.day is None and file.began is not None and file.began <= day else None
    landing, control = _landing(filing, section, known, began or day, options)
    parts = [_whole(file, section, began, day)] if filing.span is Span.EVENT else parts_of(section, filing.span)
    return [_section(filing, part, known, landing, control, options) for part in parts], parts, landing


def _landing(
    filing: _Filing, section: FileSection, matched: dict[int, Matched], began: date, options: ImportOptions
) -> tuple[Landing, TimeControl | None]:
    if not section.games:
        # Files without games say themselves what to upload.
        why = filing.file.without_games or "the file has no played game. Upload it when there are results"
        raise RuleError(f"{why[0].upper()}{why[1:]}.")
    control = options.time_control or section.time_control
    numbers = {line.player.id: number for number, line in matched.items() if not line.is_new}
    typed = Section(filing.file, section, control, began, partial(_rated_on, filing.write, numbers))
    landing = landing_of(filing.write.club, typed, options.chosen_lists)
    for rating_list in landing.lists:
        system_of(rating_list).check_kind(section.kind)
    return landing, control


def _rated_on(write: Write, numbers: Mapping[int, int], rating_list: RatingList) -> list[int]:
    return [numbers[one] for one in standings.of_players(write.connection, write.club.id, rating_list, list(numbers))]


def _whole(file: FileEvent, section: FileSection, began: date | None, day: date) -> Part:
    days = set(days_by_round(section).values())
    if len(file.sections) > 1 and day == file.day and days:  # each has its own
        began, day = (min(days) if len(days) > 1 else None), max(days)
    return Part(section, began, day, {player.number: player.number for player in section.players})


def _section(
    filing: _Filing,
    part: Part,
    known: dict[int, Matched],
    landing: Landing,
    control: TimeControl | None,
    options: ImportOptions,
) -> NewSection:
    file = filing.file
    section, began, day, numbers = part
    matched = {number: known[old] for number, old in numbers.items()}
    lists = landing.lists
    name = options.name or file.name
    if section.name and len(file.sections) > 1:
        own = section.name[:_MOST_SECTION_NAME]
        name = f"{name[: _MOST_NAME - len(own) - 2]}: {own}" if name else own
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
        ranking=section.ranking,
    )
    people = {number: line.player for number, line in matched.items()}
    brought = {}
    for moved in lists:
        given = ratings_in_file(file, section, moved, _first_day(crosstable))
        brought[moved] = {people[number].id: entered for number, entered in given.items()}
    return NewSection(name, crosstable, lists, people, EventSource.FILE, brought, filing.digest, rules=options.rules)


def _seats(section: FileSection, number: int) -> tuple[tuple[int, int], ...]:
    boards = {} if section.conduct is None or not section.conduct.teams else section.conduct.boards
    return tuple(sorted((round_number, board) for (round_number, one), board in boards.items() if one == number))


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


# Stored events with the same games.


def _recognised(
    filing: _Filing, parts: Sequence[Part], new: Sequence[NewSection], likely: Mapping[int, int]
) -> list[tuple[Recognised, ...]]:
    """Return what each part would replace. likely: players by pairing number."""
    connection, club_id = filing.write.connection, filing.write.club.id
    stored: list[tuple[Recognised, ...]] = []
    days = facts.days_between(connection, club_id, parts[0].began or parts[0].day, parts[-1].day)
    for part, section in zip(parts, new, strict=True):
        first = part.began or part.day
        if len(parts) > 1 and not any(first <= day <= part.day for day in days):
            stored.append(())
            continue
        people = {number: likely[old] for number, old in part.numbers.items() if old in likely}
        same = recognised(filing.write, section, people, dated=filing.dated)
        if len(parts) > 1:  # each has its own days
            same = tuple(event for event in same if first <= event.event.place.date <= part.day)
        stored.append(same)
    return stored


def _likely(matched: Iterable[Matched]) -> dict[int, int]:
    return {
        line.file.number: line.suggestions[0].id
        for line in matched
        if line.suggestions and isinstance(line.suggestions[0], Player)
    }


def _is_named_otherwise(line: Matched) -> bool:
    return name_key(line.player.name) != name_key(line.file.name)


def _as_stored(filing: _Filing, section: FileSection, event: Event, landing: Landing) -> ImportOptions:
    """Return the choices for a section that replaces an event: what the file does not say stays as stored."""
    file, options = filing.file, filing.options
    table = facts.crosstables(filing.write.connection, [event.id])[event.id]
    control = options.time_control or section.time_control
    is_silent = control is None and section.written_control is None
    stays = not options.chosen_lists and (is_silent or control == table.time_control)
    stays = stays and all(rates(moved, file.board) for moved in event.rating_lists)
    is_new_list = landing.asks or landing.lists != event.rating_lists
    names = options.name, file.name, section.name if len(file.sections) > 1 else None
    return replace(
        options,
        name=event.name if names == (None, None, None) else options.name,
        day=options.day if filing.dated else table.date,
        time_control=table.time_control if is_silent else options.time_control,
        lists=event.rating_lists if stays and is_new_list else options.lists,
        rules=options.rules or (event.rules if stays else None),
    )


def _with_first_day(write: Write, section: NewSection, event: Event) -> NewSection:
    table, stored = section.crosstable, facts.crosstables(write.connection, [event.id])[event.id]
    began = stored.began if table.began is None and stored.date == table.date else table.began
    return replace(section, crosstable=replace(table, began=began))


_MOST_NAME, _MOST_SECTION_NAME = 100, 60
"""Characters of a stored event's name, as PostgreSQL holds it, and of the section's part."""

_KEPT = {"name": "name", "day": DATE, "time_control": "time control", "rules": "rules", "lists": "lists"}


def _all_without_told(
    new: Sequence[NewSection], same: Sequence[tuple[Recognised, ...]]
) -> tuple[list[NewSection], list[tuple[Recognised, ...]]]:
    """Return the events without the games that are stored as matches, and what each of the others replaces."""
    pairs = [_without_told(*pair) for pair in zip(new, same, strict=True)]
    pairs = [pair for pair in pairs if pair[0].crosstable.games]
    return [section for section, _ in pairs], [stored for _, stored in pairs]


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


def _keep_header(filing: _Filing, section: FileSection, event_id: int) -> None:
    file, connection = filing.file, filing.write.connection
    host = known_detail(file, "federation")
    if host is not None:
        declared = DeclaredSettings(host=host).to_json()
        facts.keep_declared_settings(connection, filing.write.club.id, event_id, declared)
    conduct = section.conduct or Conduct()
    header = {"city": file.city, "federation": file.federation, "arbiters": list(conduct.arbiters)}
    if any(header.values()):
        facts.keep_header(connection, event_id, header)
