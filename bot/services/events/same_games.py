"""Stored events with the games of a new one: found whatever door they came through, and replaced."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum

from bot.services.events.newcomers import settle_events
from bot.services.events.report import EventSource, SectionReport
from bot.services.events.sections import NewSection, store_section
from bot.services.framework.recalculation.lists import ListChange, entered_ratings_to_undo, merge
from bot.services.framework.transaction import Recalculated, Write
from bot.store.database.rows import Club, EnteredRatingFact, Event, FactKind, FactRef, Player
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts, unconfirmed
from bot.store.people import players
from bot.store.ratings import journals, standings
from core.event.crosstable import Crosstable
from core.event.similarity import (
    MOST_DAYS_APART,
    SAME_WITHIN,
    games_told,
    is_duplicate_report,
    is_same_event,
    same_games,
)
from core.lists import RatingList

_WITHIN = timedelta(days=SAME_WITHIN)


def find_duplicate_report(
    connection: Connection,
    club: Club,
    own: Player,
    report: Crosstable,
    name: str | None,
    lists: Collection[RatingList],
    but: int | None = None,
) -> Event | None:
    """Return a stored event, counting or waiting, with the games that a player reports. but: an event to skip."""
    ids = unconfirmed.moving_between(connection, club.id, own.id, lists, report.date - _WITHIN, report.date + _WITHIN)
    tables = facts.crosstables(connection, ids)
    for one in facts.by_ids(connection, sorted(set(ids) - {but})):
        if _has_games(connection, club.id, one, tables[one.id], report, name, own.id, lists):
            return one
    return None


def find_event_of_match(
    connection: Connection, club: Club, match: Crosstable, lists: Sequence[RatingList]
) -> Event | None:
    """Return a director's event, or a player's own report, that has a match's games already."""
    ids = [one.player for one in match.entrants if isinstance(one.player, int)]
    events = facts.sections_of(connection, club.id, ids, match.date, match.date + timedelta(days=MOST_DAYS_APART), None)
    reports = unconfirmed.reports_between(connection, club.id, EventSource.REPORT, ids, lists, match.date, match.date)
    tables = facts.crosstables(connection, [*(one.id for one in events), *reports])
    for one in events:
        if not set(lists).isdisjoint(one.rating_lists) and any(games_told(tables[one.id], [match])):
            return one
    for one in facts.by_ids(connection, sorted(reports)):
        if _has_games(connection, club.id, one, match, tables[one.id], one.name, reports[one.id], lists):
            return one
    return None


def _has_games(
    connection: Connection,
    club_id: int,
    stored: Event,
    table: Crosstable,
    report: Crosstable,
    name: str | None,
    own: int,
    lists: Collection[RatingList],
) -> bool:
    return any(
        is_duplicate_report(_with_ratings(connection, club_id, table, moved, stored.id), stored.name, report, name, own)
        for moved in stored.rating_lists
        if moved in lists
    )


def _with_ratings(
    connection: Connection, club_id: int, table: Crosstable, moved: RatingList, event_id: int | None = None
) -> Crosstable:
    """Return an event with ratings where it gives none: those before it if it is stored, else the current ones."""
    ids = [one.player for one in table.entrants if one.rating is None and isinstance(one.player, int)]
    known = {key: one.rating for key, one in standings.of_players(connection, club_id, moved, ids).items()}
    if event_id is not None:
        known |= journals.ratings_before(connection, event_id, moved)
    entrants = (
        replace(one, rating=known.get(one.player)) if one.rating is None and isinstance(one.player, int) else one
        for one in table.entrants
    )
    return replace(table, entrants=tuple(entrants))


@dataclass(frozen=True, slots=True)
class Recognised:
    """A stored event like a section.

    same: games with the same result. games: their number. reporter: player of a member's report. told: of a match,
    the places of its games in the section.
    """

    event: Event
    same: int
    games: int
    reporter: Player | None = None
    told: frozenset[int] = frozenset()

    @property
    def is_match(self) -> bool:
        return self.event.source == EventSource.MATCH

    @property
    def is_official(self) -> bool:
        return self.reporter is None and not self.is_match


class StoredAlready(Enum):
    """What happens to stored events that a file repeats; ASK stores nothing if there are any.

    WITHOUT_MATCHES: the file is stored without the games of stored matches.
    """

    ASK = "ask"
    REPLACED = "replaced"
    STAYS = "stays"
    WITHOUT_MATCHES = "without matches"


def recognised(
    write: Write, section: NewSection, likely: Mapping[int, int], *, dated: bool = True
) -> tuple[Recognised, ...]:
    """Return stored events like a section: events, oldest first, then members' reports, then matches.

    likely: probable players by pairing number. dated: whether the day is known.
    """
    connection, club_id = write.connection, write.club.id
    entrants = (replace(one, player=likely.get(one.number, one.player)) for one in section.crosstable.entrants)
    table = replace(section.crosstable, entrants=tuple(entrants))
    ids = [one.player for one in table.entrants if isinstance(one.player, int)]
    apart = timedelta(days=MOST_DAYS_APART)
    found = facts.sections_of(connection, club_id, ids, table.date - apart, table.date + apart, section.digest)
    tables = facts.crosstables(connection, [one.id for one in found])
    stored = [
        Recognised(one, same_games(tables[one.id], table), len(tables[one.id].games))
        for one in found
        if is_same_event(tables[one.id], one.name, table, section.name, dated=dated)
    ]
    return (*stored, *_reports(write, section, table, ids), *_matches(write, section, table, ids))


def _days(table: Crosstable) -> tuple[date, date]:
    return (table.began or table.date) - _WITHIN, table.date + _WITHIN


def _reports(write: Write, section: NewSection, table: Crosstable, ids: Sequence[int]) -> list[Recognised]:
    connection, club_id = write.connection, write.club.id
    reports = unconfirmed.reports_between(connection, club_id, EventSource.REPORT, ids, section.lists, *_days(table))
    if not reports:
        return []
    tables = facts.crosstables(connection, sorted(reports))
    rated = {moved: _with_ratings(connection, club_id, table, moved) for moved in section.lists}
    people = players.by_ids(connection, club_id, set(reports.values()))
    return [
        Recognised(one, 0, len(tables[one.id].games), people[reports[one.id]])
        for one in facts.by_ids(connection, sorted(reports))
        if any(
            is_duplicate_report(rated[moved], section.name, tables[one.id], one.name, reports[one.id])
            for moved in section.lists
            if moved in one.rating_lists
        )
    ]


def _matches(write: Write, section: NewSection, table: Crosstable, ids: Sequence[int]) -> list[Recognised]:
    connection = write.connection
    found = facts.matches_of(connection, write.club.id, ids, section.lists, *_days(table))
    tables = facts.crosstables(connection, [one.id for one in found])
    told = games_told(table, [tables[one.id] for one in found])
    return [
        Recognised(one, same_games(tables[one.id], table), len(tables[one.id].games), told=places)
        for one, places in zip(found, told, strict=True)
        if places
    ]


def store_instead(
    write: Write, section: NewSection, stored: Sequence[Recognised]
) -> tuple[SectionReport, Recalculated]:
    if not stored:
        return store_section(write, section)
    events = [one.event for one in stored]
    entered_ratings, section = _void(write, section, stored)
    voided = {one.place for one in events}
    removed: dict[RatingList, list[FactRef]] = defaultdict(list)
    for one in events:
        if one.waits_until is not None:
            continue  # it has moved nobody yet
        movers = facts.rated_players(write.connection, one.id)
        for moved in one.rating_lists:
            removed[moved].append(FactRef(one.place, FactKind.EVENT, one.id, movers))
    for moved, entered in entered_ratings:
        removed[moved].append(entered.ref)
    first = write.recalculate({moved: ListChange(removed=refs) for moved, refs in removed.items()}).lists
    same_day = [one for one in events if one.place.date == section.crosstable.date]
    report, done = store_section(write, replace(section, in_place_of=same_day[0] if same_day else None))
    facts.set_replaced(write.connection, [one.id for one in events], report.event_id)
    corrections.set_replaced(
        write.connection, [entered.entered_rating_id for _, entered in entered_ratings], report.event_id
    )
    settle_events(write, [one.id for one in events])
    both = dict(done.lists)
    for moved, folded in first.items():
        # Moves by replaced events are not by later ones.
        before = replace(folded, old=[entry for entry in folded.old if entry.place not in voided])
        both[moved] = merge(before, both[moved]) if moved in both else before
    return report, Recalculated(both)


def _void(
    write: Write, section: NewSection, stored: Sequence[Recognised]
) -> tuple[list[tuple[RatingList, EnteredRatingFact]], NewSection]:
    """Void events and their entered ratings; return those, and the section with what it brings instead."""
    connection, club, day = write.connection, write.club, section.crosstable.date
    ids = {player.id for player in section.people.values()}
    voided: list[tuple[RatingList, EnteredRatingFact]] = []
    given: dict[RatingList, dict[int, tuple[float, int]]] = defaultdict(dict)
    for one in stored:
        facts.void_event(connection, one.event.id)
        loose = {ref.id for _, ref in entered_ratings_to_undo(connection, club, one.event.id, ())}
        for moved, entered in _came_with(write, one):
            brought = section.brought.get(moved, {}).get(entered.player_id)
            stays = entered.player_id in ids and moved in section.lists and entered.place.date <= day
            if one.reporter is not None:
                waits = one.event.waits_until is not None
                if moved not in section.lists or (stays and not waits):
                    continue
                # A rating that came with a later report would otherwise begin after the event.
                given[moved][entered.player_id] = entered.rating, entered.games or 0
                if waits:
                    continue  # it has never counted
            elif (brought is None and (stays or entered.entered_rating_id not in loose)) or (
                stays and brought == (entered.rating, entered.games)
            ):
                continue
            corrections.void_entered_rating(connection, entered.entered_rating_id)
            voided.append((moved, entered))
    all_brought = {moved: {**given[moved], **section.brought.get(moved, {})} for moved in section.lists}
    return voided, replace(section, brought=all_brought)


def _came_with(write: Write, stored: Recognised) -> list[tuple[RatingList, EnteredRatingFact]]:
    waits, event_id = stored.event.waits_until is not None, stored.event.id
    found = corrections.entered_ratings_of_event(write.connection, write.club.id, event_id, waits=waits)
    return found if stored.reporter is not None else found + _of_replaced(write, event_id)


def _of_replaced(write: Write, event_id: int) -> list[tuple[RatingList, EnteredRatingFact]]:
    found = []
    for one in facts.replaced_by(write.connection, event_id):
        if one.source != EventSource.REPORT:
            found += corrections.entered_ratings_of_event(write.connection, write.club.id, one.id)
            found += _of_replaced(write, one.id)
    return found
