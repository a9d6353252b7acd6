"""QURSH: the history and rankings against it."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.services.events.report import SectionReport, section_of
from bot.services.framework.actions import setting_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.setting_kinds import QURSH_CHANGED, difference
from bot.services.framework.spreadsheets.convert import as_text_file
from bot.services.framework.transaction import (
    ClubWrite,
    Read,
    Write,
    check_director,
    club_job,
    read,
    read_for,
    use_case,
)
from bot.services.framework.waiting import Waiting
from bot.store.club import clubs, files
from bot.store.club.files import OPERATOR, StoredHistory
from bot.store.database.rows import Club, FactPosition
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.people import players
from bot.store.ratings.periods import scored_games
from core.errors import InputError, NotFoundError
from core.event.crosstable import Crosstable, Entrant
from core.event.event_file import FileEvent, FileSection, Remark
from core.event.similarity import names_meant
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.qursh.cells import EARLIEST, Grid, QurshRules
from core.rating.qursh.history import (
    SHIPPED,
    CellSummary,
    Distribution,
    History,
    QuantileSource,
    distribution,
    find_cell,
    from_bytes,
    summaries,
    tally_of,
    to_bytes,
    with_grid,
    with_own_games,
)
from core.rating.qursh.ranking import (
    Comparison,
    Division,
    Quantile,
    Ranking,
    RankingRow,
    Seat,
    best_out_of_the_money,
    class_winners,
    compare,
    division_of_crosstable,
    divisions_of_file,
    margin_for,
    quantile,
    rank_event,
    seat_of,
)
from core.words import name_key

if TYPE_CHECKING:
    from core.rating.qursh.ranking import PairTable


# Load and reset the history.


MOST_BYTES = 64 * 1024 * 1024
"""Of an upload, held in memory: twice the full published history, packed."""

LOAD_IT = "load a history"

MOST_OWN_GAMES = 100_000

_KEPT = 8

Progress = Callable[[int, int], None]


@lru_cache(maxsize=_KEPT)
def _parsed(data: bytes, grid: Grid) -> History:
    return with_grid(from_bytes(data), grid)


@dataclass(frozen=True, slots=True)
class HistoryInUse:
    """The table in use. loaded by: OPERATOR or None. cells: by group and bin; pooled: all ratings."""

    history: History
    loaded_by: int | None
    cells: tuple[CellSummary, ...]
    pooled: tuple[CellSummary, ...]


@dataclass(frozen=True, slots=True)
class LoadReport:
    """A loaded history; remarks name the first unreadable lines."""

    in_use: HistoryInUse
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class HistoryPreview(LoadReport):
    """A history's effect; pending_id, digest: of the waiting table."""

    pending_id: int
    digest: str


def check_size(size: int) -> None:
    """Raise InputError for a file too large to read."""
    if size > MOST_BYTES:
        raise InputError(
            "The file is over 64 MiB. Keep only scores, ratings and dates, and compress the CSV with "
            "gzip; most servers accept attachments of 10 MiB."
        )


@dataclass(frozen=True, slots=True)
class Named:
    """How a waiting history is to be called."""

    origin: str


LOADED = Waiting(
    "history", Named, LOAD_IT, "That history is already stored, or the preview has expired. Upload the file again."
)


async def preview_history(
    services: Services, actor: Actor, data: bytes, origin: str, progress: Progress | None = None
) -> HistoryPreview:
    from core.files.scrabble.game_history import read_game_history

    check_size(len(data))
    today = services.today(await check_director(services, actor, LOAD_IT))
    read = await asyncio.to_thread(read_game_history, data, origin, today, progress)
    packed = await asyncio.to_thread(to_bytes, read.history)
    pending_id, digest = await LOADED.keep(services, actor, packed, Named(origin))
    return HistoryPreview(await _look(services, actor, origin, packed), read.remarks, pending_id, digest)


@read(director_to=LOAD_IT)
def _look(look: Read, origin: str, packed: bytes) -> HistoryInUse:
    stored = StoredHistory(origin, packed, look.actor.member.user_id, look.now)
    return in_use(look.connection, look.club.id, stored=stored)


async def name_history(services: Services, actor: Actor, pending_id: int, digest: str, origin: str) -> HistoryPreview:
    found = await LOADED.change(services, actor, pending_id, digest, lambda _: Named(origin))
    named = await asyncio.to_thread(_named_history, found.data, origin)
    return HistoryPreview(await _look(services, actor, origin, named), (), pending_id, digest)


def _named_history(packed: bytes, origin: str) -> bytes:
    return to_bytes(replace(from_bytes(packed), origin=origin))


@use_case(
    setting_action("load-history", "loaded a history of Scrabble games"),
    director_to=LOAD_IT,
)
def store_history(write: Write, pending_id: int, digest: str) -> HistoryInUse:
    found = LOADED.take(write, pending_id, digest)
    origin = found.options.origin
    packed = _named_history(found.data, origin)
    stored = StoredHistory(origin, packed, write.actor.member.user_id, write.now)
    files.replace_history(write.connection, write.club.id, stored, write.actor.interaction_id)
    write.note(write.club.id, {"origin": origin, "games": from_bytes(packed).used})
    return in_use(write.connection, write.club.id)


async def load_for_club(services: Services, club_id: int, data: bytes, origin: str) -> LoadReport:
    from core.files.scrabble.game_history import read_game_history

    club = await services.database.read(lambda connection: _require(connection, club_id), club=club_id)
    read = await asyncio.to_thread(read_game_history, data, origin, services.today(club))
    packed = await asyncio.to_thread(to_bytes, read.history)

    await _load_as_operator(services, club_id, origin, packed)
    return LoadReport(await history_in_use(services, club_id), read.remarks)


@club_job
def _load_as_operator(write: ClubWrite, origin: str, packed: bytes) -> None:
    stored = StoredHistory(origin, packed, OPERATOR, write.now)
    files.replace_history(write.connection, write.club.id, stored, None)


def _require(connection: Connection, club_id: int) -> Club:
    if not clubs.exists(connection, club_id):
        raise NotFoundError(f"Club {club_id} has no data yet. Give the id of the Discord server.")
    return clubs.find(connection, club_id)


@use_case(
    setting_action("reset-history", "restored the built-in Scrabble table"),
    director_to="remove the history",
)
def reset_history(write: Write) -> HistoryInUse:
    if not files.remove_history(write.connection, write.club.id):
        raise InputError("The built-in table is already in use. Import a file of games with /td import.")
    write.note(write.club.id)
    return in_use(write.connection, write.club.id)


@read()
def bins_in_use(look: Read) -> Grid:
    return look.club.house_rules.qursh.grid


async def history_in_use(services: Services, club_id: int) -> HistoryInUse:
    return await services.database.read(lambda connection: in_use(connection, club_id), club=club_id)


def history_of(connection: Connection, club_id: int, before: FactPosition | None = None) -> History:
    """Return a club's history. before: an event's place; only earlier club games count."""
    rules = clubs.find(connection, club_id).house_rules.qursh
    return _history(connection, club_id, files.find_history(connection, club_id), rules, before)


def in_use(
    connection: Connection, club_id: int, rules: QurshRules | None = None, stored: StoredHistory | None = None
) -> HistoryInUse:
    """Return a club's table, or by other rules; raise InputError if these are invalid."""
    stored = stored or files.find_history(connection, club_id)
    rules = clubs.find(connection, club_id).house_rules.qursh if rules is None else rules
    history = _history(connection, club_id, stored, rules)
    return HistoryInUse(
        history=history,
        loaded_by=None if stored is None else stored.loaded_by,
        cells=summaries(history),
        pooled=summaries(history, grouped=False),
    )


def _history(
    connection: Connection,
    club_id: int,
    stored: StoredHistory | None,
    rules: QurshRules,
    before: FactPosition | None = None,
) -> History:
    history = with_grid(SHIPPED, rules.grid) if stored is None else _parsed(stored.data, rules.grid)
    if rules.own_list is None:
        return history
    games = scored_games(connection, club_id, rules.own_list, rules.own_since, MOST_OWN_GAMES, before)
    return with_own_games(history, tally_of(games), rules.own_list.label, rules.own_since)


# Games, pairs and cells in the table.


@dataclass(frozen=True, slots=True)
class Person:
    """A player whose rating was typed in."""

    name: str
    rating: float


@dataclass(frozen=True, slots=True)
class QuantileSide:
    """A player of a game that was typed in."""

    name: str
    rating: float
    points: int


@dataclass(frozen=True, slots=True)
class QuantileReport:
    """A game's quantile; even_margin: points at 50% for the higher rated player."""

    first: QuantileSide
    second: QuantileSide
    placed: Quantile
    distribution: Distribution
    even_margin: float
    history: History


@dataclass(frozen=True, slots=True)
class PairReport:
    """What margins are worth between two players, higher rated first."""

    higher: Person
    lower: Person
    table: "PairTable"
    distribution: Distribution
    history: History


@dataclass(frozen=True, slots=True)
class CellReport:
    """A cell of the table with its margins in columns."""

    distribution: Distribution
    history: History


async def cell_named(services: Services, actor: Actor, name: str) -> CellReport:
    """Return a cell by name; raise InputError for an unknown one."""
    history = await _table_in_use(services, actor)
    return CellReport(distribution(history, *find_cell(history, name)), history)


async def place_pair(services: Services, actor: Actor | None, first: Person, second: Person) -> PairReport:
    """Return what margins are worth between two ratings; outside a club by the shipped table."""
    from core.rating.qursh.ranking import pair_table

    higher, lower = (first, second) if first.rating >= second.rating else (second, first)
    history = await _table_in_use(services, actor)
    table = pair_table(history, higher.rating, lower.rating)
    placed = table.games[0]
    return PairReport(higher, lower, table, distribution(history, placed.group, placed.bin_number), history)


async def place_game(
    services: Services, actor: Actor | None, first: QuantileSide, second: QuantileSide
) -> QuantileReport:
    history = await _table_in_use(services, actor)
    placed = quantile(history, first.rating, second.rating, first.points, second.points)
    higher, lower = max(first.rating, second.rating), min(first.rating, second.rating)
    return QuantileReport(
        first=first,
        second=second,
        placed=placed,
        distribution=distribution(history, placed.group, placed.bin_number, placed.margin),
        even_margin=margin_for(history, higher, lower),
        history=history,
    )


async def _table_in_use(services: Services, actor: Actor | None) -> History:
    if actor is None:
        return SHIPPED
    club_id = actor.club_id
    return await services.database.read(lambda connection: history_of(connection, club_id), club=club_id)


# Settings of the history.


WHAT = "see or change what events are ranked against"


@dataclass(frozen=True, slots=True)
class QurshChange:
    """A director's input; None keeps a setting. no_own: exclude the club's own games."""

    grid: Grid | None = None
    own_list: RatingList | None = None
    own_since: date | None = None
    no_own: bool = False

    def rules(self, before: QurshRules) -> QurshRules:
        """Return a club's new rules; raise InputError for a day without a list."""
        own_list = None if self.no_own else self.own_list or before.own_list
        if own_list is None and self.own_since is not None:
            raise InputError("The rating list of the club's own games is missing. Choose it with the day.")
        since = EARLIEST if own_list is None else self.own_since or before.own_since
        return QurshRules(self.grid or before.grid, own_list, since)


@dataclass(frozen=True, slots=True)
class QurshSettings:
    """Settings with their table; before: the previous cells by source."""

    rules: QurshRules
    in_use: HistoryInUse
    before: Mapping[QuantileSource, int] | None = None


def cell_sources(history: History) -> Counter[QuantileSource]:
    return Counter(table.source for table in history.tables)


@read(director_to=WHAT)
def qursh_settings(read: Read) -> QurshSettings:
    return QurshSettings(read.club.house_rules.qursh, in_use(read.connection, read.club.id))


@use_case(QURSH_CHANGED, director_to=WHAT)
def change_qursh(write: Write, change: QurshChange) -> QurshSettings:
    connection, club = write.connection, write.club
    before = in_use(connection, club.id)
    rules = change.rules(club.house_rules.qursh)
    after = in_use(connection, club.id, rules)
    changed = replace(club.house_rules, qursh=rules)
    clubs.change(connection, club.id, {"house_rules": changed.to_json()})
    write.note(club.id, {"values": rules.to_json(), **difference(club, replace(club, house_rules=changed))})
    return QurshSettings(rules, after, cell_sources(before.history))


# Previous prize winners: numbers such as 3 or B3, or names.


_NUMBERS = re.compile(r"(?:(?:[a-z]+ ?)?#?[0-9]{1,4}[\s,;]*)+", re.IGNORECASE)
_NUMBER = re.compile(r"(?P<division>[a-z]+)? ?#?(?P<number>[0-9]{1,4})", re.IGNORECASE)
_HOW = "Write numbers, for example 3 or B3, or names with ; between them"


def winners_of(text: str, rows: Sequence[RankingRow]) -> tuple[RankingRow, ...]:
    """Return an event's marked players; raise InputError quoting an unknown or ambiguous name."""
    if _NUMBERS.fullmatch(text.strip()):
        marked = [_numbered(match, rows) for match in _NUMBER.finditer(text)]
    else:
        marked = [_named(name, rows) for name in _split(text, rows)]
    seats: dict[Seat, RankingRow] = {seat_of(row): row for row in marked}
    return tuple(seats.values())


def _numbered(match: re.Match[str], rows: Iterable[RankingRow]) -> RankingRow:
    number, division = int(match["number"]), match["division"]
    found = [row for row in rows if row.player.number == number]
    if division is not None:
        found = [row for row in found if (row.division or "").casefold() == division.casefold()]
    return _only(found, match[0])


def _split(text: str, rows: Sequence[RankingRow]) -> list[str]:
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) != 1 or "," not in text or _matching(parts[0], rows):
        return parts
    return [part.strip() for part in text.split(",") if part.strip()]


def _named(name: str, rows: Sequence[RankingRow]) -> RankingRow:
    return _only(_matching(name, rows), name)


def _matching(name: str, rows: Sequence[RankingRow]) -> list[RankingRow]:
    return names_meant(name, rows, lambda row: row.player.name)


def _only(found: Sequence[RankingRow], written: str) -> RankingRow:
    if not found:
        raise InputError(f'"{written[:40]}" is not in this event. {_HOW}.')
    if len(found) > 1:
        several = ", ".join(f"{row.division or ''}{row.player.number} {row.player.name}" for row in found[:4])
        raise InputError(f'"{written[:40]}" could be {several}. {_HOW}.')
    return found[0]


# Rankings of stored events and files.


@dataclass(frozen=True, slots=True)
class StandingsQuery:
    """How to rank. winners: previous prize winners, None if not asked. compared: also by a single group."""

    single_group: bool = False
    exact: bool = False
    winners: str | None = None
    compared: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """A ranked event. classes: best of each class.

    marked: previous winners; best_of_the_rest: best other player. sources: games by table. divisions, sections:
    names and wall charts. users: Discord users by division and number. remarks: doubts about the file. comparison:
    by a single group.
    """

    name: str | None
    ranking: Ranking
    classes: Mapping[str, tuple[RankingRow, ...]]
    marked: tuple[RankingRow, ...]
    best_of_the_rest: tuple[RankingRow, ...]
    sources: tuple[tuple[QuantileSource, int], ...]
    divisions: tuple[str | None, ...]
    sections: tuple[SectionReport, ...]
    users: Mapping[Seat, int]
    remarks: tuple[Remark, ...] = ()
    comparison: Comparison | None = None


@read()
def standings_of_event(look: Read, event_id: int, query: StandingsQuery) -> Standings:
    connection, club = look.connection, look.club
    stored = facts.of_same_file(connection, club.id, event_id)
    if event_id not in {event.id for event in stored}:
        raise NotFoundError("There is no such event in this club. Pick one from the list.")
    sections = tuple(section_of(connection, club, event.id) for event in stored)
    # An import names divisions "Winter Open: A".
    names = [event.name.rpartition(": ") if event.name else ("", "", None) for event in stored]
    divisions = [
        _division(section, None if len(stored) == 1 else own or f"{place}")
        for place, (section, (_, _, own)) in enumerate(zip(sections, names, strict=True), start=1)
    ]
    users = {
        (division.name, number): player.user_id
        for division, section in zip(divisions, sections, strict=True)
        for number, player in section.players.items()
        if player.user_id is not None
    }
    name = stored[0].name if len(stored) == 1 else names[0][0]
    history = history_of(connection, club.id, min(event.place for event in stored))
    return _ranked(name, divisions, sections, users, history, query)


@read()
def standings_of_section(look: Read, section: SectionReport) -> Standings:
    history = history_of(look.connection, look.club.id)
    return replace(
        _ranked(section.name, [_division(section, None)], (), {}, history, StandingsQuery()), sections=(section,)
    )


async def standings_of_file(services: Services, actor: Actor, data: bytes, query: StandingsQuery) -> Standings:
    from core.files.recognise import read_event_file

    file = await asyncio.to_thread(read_event_file, (await as_text_file(data)).data)

    def work(connection: Connection) -> Standings:
        club = clubs.find(connection, actor.club_id)
        before = None if file.day is None else FactPosition(file.day, 0)
        history = history_of(connection, club.id, before)
        divisions, users = divisions_of_file(file), _users(connection, club, file)
        ranked = _ranked(file.name, divisions, (), users, history, query)
        day = file.day or services.today(club)
        sections = tuple(
            SectionReport(
                event_id=0,
                name=_section_name(file, section),
                crosstable=Crosstable(
                    day,
                    tuple(Entrant(player.number, player.rating, name=player.name) for player in section.players),
                    section.games,
                    section.byes,
                ),
                lists=(RatingList.NASPA,),
                players={},
                outcomes={RatingList.NASPA: {}},
                house_rules=DEFAULT_RULES,
            )
            for section in file.sections
        )
        return replace(ranked, sections=sections, remarks=file.remarks)

    return await read_for(services, actor, work)


def _division(section: SectionReport, name: str | None) -> Division:
    outcomes = section.outcomes[section.lists[0]]
    ratings: dict[int, float | None] = {}
    for entrant in section.crosstable.entrants:
        ratings[entrant.number] = entrant.rating
        player = section.players.get(entrant.number)
        outcome = None if player is None else outcomes.get(player.id)
        if entrant.rating is None and outcome is not None and outcome.before is not None:
            ratings[entrant.number] = outcome.before.rating
    division = division_of_crosstable(section.crosstable, name, ratings)
    named = tuple(replace(player, name=section.name_of(player.number)) for player in division.players)
    return replace(division, players=named)


def _ranked(
    name: str | None,
    divisions: Sequence[Division],
    sections: tuple[SectionReport, ...],
    users: Mapping[Seat, int],
    history: History,
    query: StandingsQuery,
) -> Standings:
    ranking = rank_event(divisions, history, grouped=not query.single_group, exact=query.exact)
    comparison = None
    if query.compared:
        comparison = compare(ranking, rank_event(divisions, history, grouped=False, exact=query.exact))
    everybody = (*ranking.rows, *ranking.others)
    marked = () if query.winners is None else winners_of(query.winners, everybody)
    seats = {seat_of(row) for row in marked}
    # Each game is in two players' lines.
    sources = Counter(game.placed.source for row in everybody for game in row.scored)
    return Standings(
        name=name or None,
        ranking=ranking,
        classes=class_winners(ranking),
        marked=marked,
        best_of_the_rest=best_out_of_the_money(ranking, seats) if marked else (),
        sources=tuple((source, sources[source] // 2) for source in QuantileSource if sources[source]),
        divisions=tuple(division.name for division in divisions),
        sections=sections,
        users=users,
        comparison=comparison,
    )


def _users(connection: Connection, club: Club, file: FileEvent) -> dict[Seat, int]:
    everybody = [(section.name, player) for section in file.sections for player in section.players]
    ids = [player.naspa_id for _, player in everybody if player.naspa_id]
    by_id = players.by_membership(connection, club.id, "naspa_id", ids)
    by_name = players.by_folded_names(connection, club.id, {name_key(player.name) for _, player in everybody})
    users = {}
    for division, player in everybody:
        named = by_name.get(name_key(player.name), ())
        known = by_id.get(player.naspa_id or "") or (named[0] if len(named) == 1 else None)
        if known is not None and known.user_id is not None:
            users[division, player.number] = known.user_id
    return users


def _section_name(file: FileEvent, section: FileSection) -> str | None:
    division = None if section.name is None else f"Division {section.name}"
    return " · ".join(part for part in (file.name, division) if part) or None
