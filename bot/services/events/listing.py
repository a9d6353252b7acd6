"""The club's events: pages, choices and files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from importlib.metadata import version
from typing import NamedTuple

from bot.services.events.report import EventSource, SectionReport
from bot.services.framework.transaction import Read, read
from bot.store.database.evening_rows import Evening, RoundStatus
from bot.store.database.rows import Club, Event, Player
from bot.store.database.transactions import Connection
from bot.store.evenings import evening_rounds, evenings, played_games
from bot.store.events import facts
from bot.store.people import players
from bot.store.people.profiles import PlayerDetails
from core.errors import InputError, NotFoundError
from core.event.background import ExternalSystem
from core.event.crosstable import Entrant, EventKind, GameType
from core.event.event_file import Conduct, FileEvent, FilePlayer, FileSection
from core.event.similarity import event_name
from core.lists import Sets
from core.rating.systems import system_of
from core.words import last_name_first, name_key

PAGE_SIZE = 10
MOST_EVENINGS = 5
"""A row of buttons."""


class EventFilter(StrEnum):
    """A kind of events; the value is part of a button's id. WHOLE: events of the whole club."""

    WHOLE = "whole"
    SECTIONS = "sections"
    EVENINGS = "evenings"
    REPORTS = "reports"
    MATCHES = "matches"

    @property
    def sources(self) -> tuple[str, ...]:
        return {
            EventFilter.WHOLE: (EventSource.FILE, EventSource.LIVE),
            EventFilter.SECTIONS: (EventSource.FILE,),
            EventFilter.EVENINGS: (EventSource.LIVE,),
            EventFilter.REPORTS: (EventSource.REPORT,),
            EventFilter.MATCHES: (EventSource.MATCH,),
        }[self]


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event with its numbers of entrants and games. player: whose report it is."""

    event: Event
    entrants: int
    games: int
    player: Player | None = None


class OpenEvening(NamedTuple):
    """An evening that is played or will be. round: the last published one."""

    evening: Evening
    round: int | None
    players: int


@dataclass(frozen=True, slots=True)
class EventPage:
    """A page of events, latest first; `page` counts from 0.

    kind, player: filters. today: the club's day. others: how many of other kinds there are. directs: whether the
    actor is a director. evenings: open ones, where this page begins with them.
    """

    page: int
    pages: int
    events: int
    lines: tuple[EventLine, ...]
    today: date
    kind: EventFilter | None = None
    player: Player | None = None
    others: int = 0
    directs: bool = False
    evenings: tuple[OpenEvening, ...] = ()


@read()
def list_events(look: Read, page: int = 0, kind: EventFilter | None = None, player_id: int | None = None) -> EventPage:
    connection, club = look.connection, look.club
    sources = None if kind is None else kind.sources
    of = None
    if player_id is not None:
        of = players.resolve_merged(connection, club.id, [player_id]).get(player_id)
        if of is None:
            raise NotFoundError("There is no such player in this club. Pick one from the list.")
    chosen = (club.id, sources, None if of is None else of.id)
    total = played_games.count_events(connection, *chosen)
    pages = max(1, -(-total // PAGE_SIZE))
    at = max(0, min(page, pages - 1))
    found = facts.by_ids(connection, played_games.page_of_events(connection, *chosen, PAGE_SIZE, at * PAGE_SIZE))
    sizes = facts.sizes(connection, [event.id for event in found])
    mine = [event.id for event in found if event.source in EventFilter.REPORTS.sources]
    reporters = played_games.reported_for(connection, mine)
    people = players.by_ids(connection, club.id, set(reporters.values()))
    lines = tuple(EventLine(event, *sizes[event.id], people.get(reporters.get(event.id, 0))) for event in found)
    others = played_games.count_events(connection, club.id, None, chosen[2]) - total
    begins = at == 0 and of is None and kind in (None, EventFilter.WHOLE, EventFilter.EVENINGS)
    running = _open_evenings(connection, club) if begins else ()
    return EventPage(at, pages, total, lines, look.today, kind, of, others, look.is_director, running)


def _open_evenings(connection: Connection, club: Club) -> tuple[OpenEvening, ...]:
    """Return the latest open evenings, the first to begin first; a divided one by its sections."""
    found = evenings.open_ones(connection, club.id, MOST_EVENINGS)
    divided = {one.part_of for one in found}
    shown = sorted((one for one in found if one.id not in divided), key=lambda one: (one.day, one.id))
    rows = []
    for one in shown:
        rounds = evening_rounds.rounds(connection, one.id) if one.is_paired else ()
        published = [each.number for each in rounds if each.status is not RoundStatus.DRAFT]
        players = len(evenings.entrants(connection, club.id, one.id, one.rating_list or club.default_list))
        rows.append(OpenEvening(one, max(published, default=None), players))
    return tuple(rows)


@read()
def club_events(look: Read, words: str, most: int) -> Sequence[Event]:
    return facts.search(look.connection, look.club.id, words, most)


# Events as files.


class ExportFormat(StrEnum):
    """The formats that an event can be written in."""

    CROSSTABLE = "csv"
    PAIRINGS = "pairings"
    TRF = "trf"
    TSH = "tsh"
    USCHESS = "dbf"


_ENDINGS = {
    ExportFormat.CROSSTABLE: "csv",
    ExportFormat.PAIRINGS: "csv",
    ExportFormat.TRF: "trf",
    ExportFormat.TSH: "t",
    ExportFormat.USCHESS: "zip",
}


class ReportPlace(NamedTuple):
    """The sender and place of a US Chess report.

    affiliate: A and 7 digits. director: chief TD's id, 8 digits. state: two letters. time_control: of every section,
    empty for the stored ones.
    """

    affiliate: str
    director: str
    city: str
    state: str
    zip_code: str
    time_control: str = ""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file with its name, and a remark for the director."""

    name: str
    data: bytes
    remarks: tuple[str, ...] = ()


def written(
    event: FileEvent, stem: str, which: ExportFormat, today: date, place: ReportPlace | None = None
) -> ExportedFile:
    """Return an event of one section as a file. stem: of its name. place: for a US Chess report."""
    from core.files.chess.trf_write import write_trf26
    from core.files.chess.uschess_report_write import ReportDetails, write_uschess_report
    from core.files.games.write import write_crosstable_csv, write_pairings_csv
    from core.files.scrabble.tsh_archive import write_tsh

    name = f"{stem}.{_ENDINGS[which]}"
    if which is not ExportFormat.PAIRINGS and any(one.kind is EventKind.SIDES for one in event.sections):
        raise InputError("Only pairings with all details (CSV) show doubles. Choose that format.")
    match which:
        case ExportFormat.CROSSTABLE:
            return ExportedFile(name, write_crosstable_csv(event))
        case ExportFormat.PAIRINGS:
            return ExportedFile(name, write_pairings_csv(event))
        case ExportFormat.TRF:
            if event.board is not GameType.CHESS:
                raise InputError("TRF files hold only chess. Choose tsh or csv.")
            return ExportedFile(name, write_trf26(event, f"Crosstable {version('crosstable')}"))
        case ExportFormat.TSH:
            return ExportedFile(name, write_tsh(event))
        case ExportFormat.USCHESS:
            if place is None:
                raise InputError("A US Chess report names who reports it and where it was. Fill in the form.")
            details = ReportDetails(
                today,
                place.affiliate,
                place.director,
                city=place.city,
                state=place.state,
                zip_code=place.zip_code,
                time_controls=(place.time_control or None,) * len(event.sections),
                without_colours=True,
            )
            report = write_uschess_report(event, details)
            return ExportedFile(name, report.data, tuple(str(remark) for remark in report.remarks))


def file_event(section: SectionReport, known: Mapping[int, PlayerDetails], which: ExportFormat) -> FileEvent:
    from core.files.chess.trf_write import given_byes

    crosstable = section.crosstable
    # The points of a match, or a set's, are of a game that no file names.
    of_any_game = any(section.house_rules.sets_of(one) is not Sets.GAME for one in section.lists)
    is_scrabble = crosstable.has_points and not of_any_game
    # A TRF file holds FIDE ratings only: of a FIDE list the event moves, or those given with it.
    fide_list = next((moved for moved in section.lists if system_of(moved).in_files is ExternalSystem.FIDE), None)
    given = which is ExportFormat.TRF and fide_list is None
    outcomes = section.outcomes[fide_list if which is ExportFormat.TRF and fide_list else section.lists[0]]
    players = []
    for entrant in crosstable.entrants:
        player = section.players.get(entrant.number)
        outcome = None if player is None else outcomes.get(player.id)
        rank = None if outcome is None else outcome.before
        details = PlayerDetails() if player is None else known.get(player.id, PlayerDetails())
        rating: float | None = entrant.rating if rank is None else rank.displayed
        if given:
            rating = next(
                (other.rating for other in entrant.external_ratings if other.system is ExternalSystem.FIDE), None
            )
        players.append(
            replace(
                file_player(entrant.number, _name(section, entrant, which), rating, details),
                games=None if rank is None or not rank.provisional else rank.games,
                federation=details.federation or entrant.federation,
                title=details.title or entrant.title,
                rating_class=entrant.rating_class,
                team=entrant.team,
                board=entrant.board,
                out=entrant.out,
            )
        )
    boards = {(round_number, one.number): board for one in crosstable.entrants for round_number, board in one.seats}
    file_section = FileSection(
        tuple(players),
        crosstable.games,
        crosstable.byes,
        kind=crosstable.kind,
        time_control=crosstable.time_control,
        ranking=crosstable.ranking,
    )
    if boards or crosstable.days:
        conduct = Conduct(boards=boards, given_byes=given_byes(file_section), days=crosstable.days)
        file_section = replace(file_section, conduct=conduct)
    ratings_of = ExternalSystem.FIDE if which is ExportFormat.TRF else None
    name = event_name(section.name, crosstable.date)
    return FileEvent(
        "stored event",
        (file_section,),
        name,
        began=crosstable.began,
        day=crosstable.date,
        board=GameType.SCRABBLE if is_scrabble else GameType.CHESS,
        of_any_game=of_any_game,
        ratings_of=ratings_of,
    )


def _name(section: SectionReport, entrant: Entrant, which: ExportFormat) -> str:
    """Return a name; for TRF with the family name first (columns 15 to 47), as the file had it or as it is likely."""
    name, written = section.name_of(entrant.number), entrant.name or ""
    if which is not ExportFormat.TRF:
        return name
    return written if "," in written and name_key(written) == name_key(name) else last_name_first(name)


def file_player(number: int, name: str, rating: float | None, details: PlayerDetails) -> FilePlayer:
    return FilePlayer(
        number=number,
        name=name,
        rating=rating,
        uschess_id=details.uschess_id,
        fide_id=details.fide_id,
        naspa_id=details.naspa_id,
        born=details.born,
        born_year=details.born_year,
        federation=details.federation,
        sex=details.sex,
        title=details.title,
    )
