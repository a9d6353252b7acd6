"""An event of a file that is stored already: how it is recognised, and how the file takes its place."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.services.events.consent import with_ratings
from bot.services.events.section import SectionReport
from bot.services.events.sources import EventSource
from bot.services.events.store_section import NewSection, store_section
from bot.services.fold.lists import ListChange, merge
from bot.services.fold.openings import openings_to_undo
from bot.services.transaction import Folded, Write
from bot.store.events import corrections, facts, unconfirmed
from bot.store.people import players
from bot.store.rows import Event, FactKind, FactRef, OpeningFact, Player
from core.crosstable import Crosstable
from core.likeness.same_event import MOST_DAYS_APART, is_same_event, is_told_again, same_games
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class Recognised:
    """A stored event that looks like a section of a file.

    same: how many games have the same result. games: how many it has. whose: of a member's own report, whose it is.
    """

    event: Event
    same: int
    games: int
    whose: Player | None = None


def recognised(write: Write, section: NewSection, likely: Mapping[int, int], *, dated: bool) -> tuple[Recognised, ...]:
    """Return the stored events that look like a section of a file, the earliest stored first.

    likely: by pairing number, the player that somebody probably is whose name is not settled yet.
    dated: whether the file or the director says which day it was.
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
    return (*stored, *_reports(write, section, table, ids))


def _reports(write: Write, section: NewSection, table: Crosstable, ids: Sequence[int]) -> list[Recognised]:
    """Return the members' own reports that look like a section."""
    connection, club_id = write.connection, write.club.id
    days = (table.began or table.date, table.date)
    told = unconfirmed.reports_between(connection, club_id, EventSource.REPORT, ids, section.lists, *days)
    if not told:
        return []
    tables = facts.crosstables(connection, sorted(told))
    rated = with_ratings(connection, club_id, table, section.lists[0])
    people = players.by_ids(connection, club_id, set(told.values()))
    return [
        Recognised(one, 0, len(tables[one.id].games), people[told[one.id]])
        for one in facts.by_ids(connection, sorted(told))
        # What waits counts for nothing yet: whoever confirms it is shown the event.
        if one.waits_until is None and is_told_again(rated, section.name, tables[one.id], one.name, told[one.id])
    ]


def store_instead(write: Write, section: NewSection, stored: Sequence[Recognised]) -> tuple[SectionReport, Folded]:
    """Store a section in the place of stored events, which count no longer as long as it does."""
    if not stored:
        return store_section(write, section)
    events = [one.event for one in stored]
    openings = _void(write, section, stored)
    gone = {one.place for one in events}
    removed: dict[RatingList, list[FactRef]] = defaultdict(list)
    for one in events:
        movers = facts.rated_players(write.connection, one.id)
        for moved in one.rating_lists:
            removed[moved].append(FactRef(one.place, FactKind.EVENT, one.id, movers))
    for moved, opening in openings:
        removed[moved].append(FactRef(opening.place, FactKind.OPENING, opening.opening_id, opening.players))
    first = write.fold({moved: ListChange(removed=refs) for moved, refs in removed.items()}).lists
    same_day = [one for one in events if one.place.date == section.crosstable.date]
    report, done = store_section(write, replace(section, in_place_of=same_day[0] if same_day else None))
    facts.set_replaced(write.connection, [one.id for one in events], report.event_id)
    corrections.set_replaced(write.connection, [opening.opening_id for _, opening in openings], report.event_id)
    both = dict(done.lists)
    for moved, folded in first.items():
        # What the replaced events did there is no later event's.
        before = replace(folded, old=[entry for entry in folded.old if entry.place not in gone])
        both[moved] = merge(before, both[moved]) if moved in both else before
    return report, Folded(both)


def _void(write: Write, section: NewSection, stored: Sequence[Recognised]) -> list[tuple[RatingList, OpeningFact]]:
    """Void stored events; return the starting ratings that were voided with them, each with its list.

    Those that the file gives too, or does not tell, stay where they are: what came after rests on them.
    """
    connection, club = write.connection, write.club
    ids = {player.id for player in section.people.values()}
    voided: list[tuple[RatingList, OpeningFact]] = []
    for one in stored:
        came = [] if one.whose is not None else _came_with(write, one.event.id)
        facts.void_event(connection, one.event.id)
        loose = {ref.id for _, ref in openings_to_undo(connection, club, one.event.id, ())}
        for moved, opening in came:
            brought = section.brought.get(moved, {}).get(opening.player_id)
            stays = (
                opening.player_id in ids and moved in section.lists and opening.place.date <= section.crosstable.date
            )
            if brought is None and (stays or opening.opening_id not in loose):
                continue
            if stays and brought == (opening.rating, opening.games):
                continue
            corrections.void_opening(connection, opening.opening_id)
            voided.append((moved, opening))
    return voided


def _came_with(write: Write, event_id: int) -> list[tuple[RatingList, OpeningFact]]:
    """Return the starting ratings that came with an event, or stayed of those whose place it had taken."""
    found = corrections.came_with(write.connection, write.club.id, event_id)
    for one in facts.replaced_by(write.connection, event_id):
        found += _came_with(write, one.id) if one.source != EventSource.REPORT else []
    return found
