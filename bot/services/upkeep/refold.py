"""Recalculate a club from all its facts: first in memory, then one short transaction stores what differs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Self

from bot.services.clock import day_of
from bot.services.context import Services
from bot.services.each_club import in_each_club
from bot.services.fold.replay import Fold
from bot.services.transaction import ClubWrite, Folded, LookFirstError, Write, club_job, write_looked_ahead
from bot.services.upkeep.from_scratch import calculate, groups_of
from bot.store import clubs
from bot.store.database import Connection, taking_turns
from bot.store.derived import club_rows
from bot.store.derived.club_rows import Difference, Row, Rows
from bot.store.rows import BareEntry, Club, FactPosition, Standing
from core.club_rules import ClubRules
from core.lists import RatingList
from core.systems import SYSTEMS

MANY = 1000
"""Numbers that a club's facts have taken, two a write, beyond which other clubs would wait for its recalculation."""


@dataclass(frozen=True, slots=True)
class Recalculation:
    """What the facts give otherwise than it is stored, by table, and what it was calculated from.

    facts: the number that every transaction with the club's lock counts up. folds: the same as what folds did.
    """

    lists: frozenset[RatingList]
    rules: ClubRules
    facts: int
    today: date
    different: Mapping[str, Sequence[Difference]]
    folds: Mapping[RatingList, Fold]

    @classmethod
    def of(cls, connection: Connection, club: Club, lists: Iterable[RatingList], facts: int, today: date) -> Self:
        """Calculate lists, and those related to them, and compare; nothing is changed."""
        calculated = calculate(connection, club, lists, today)
        related = [moved for group in groups_of(lists) for moved in group]
        different = {
            name: list(_differences(connection, club_rows.read(connection, name, club.id, related), rows))
            for name, rows in calculated.items()
        }
        folds = _folds(connection, different["standing"], different["journal"])
        return cls(frozenset(lists), club.house_rules, facts, today, different, folds)

    def holds(self, write: ClubWrite, lists: Iterable[RatingList]) -> bool:
        """Return whether nothing that it was calculated from has changed until this transaction."""
        now = (frozenset(lists), write.club.house_rules, write.opening_seq - 1, write.today)
        return now == (self.lists, self.rules, self.facts, self.today)

    def store(self, write: ClubWrite) -> Folded:
        """Store the rows that differ."""
        for name, different in self.different.items():
            club_rows.store(write.connection, name, write.club.id, different)
        return write.follow(self.folds)


def _differences(connection: Connection, stored: Rows, calculated: Rows) -> Iterator[Difference]:
    for key in taking_turns(connection, stored.keys() | calculated.keys()):
        if stored.get(key) != calculated.get(key):
            yield Difference(key, stored.get(key), calculated.get(key))


def _folds(
    connection: Connection, standings: Sequence[Difference], entries: Sequence[Difference]
) -> dict[RatingList, Fold]:
    """Return what differs as what folds did to each list; the entries do not name their events."""
    folds = {moved: Fold(moved) for moved in RatingList}
    for one in taking_turns(connection, standings):
        on, player_id = one.key
        folds[RatingList(on)].before[player_id] = _standing(player_id, one.stored)
        folds[RatingList(on)].after[player_id] = _standing(player_id, one.calculated)
    for one in taking_turns(connection, sorted(entries, key=lambda one: one.key[2:])):
        on, player_id, day, seq = one.key
        place = FactPosition(day, seq)
        folds[RatingList(on)].old += _entries(player_id, place, one.stored)
        folds[RatingList(on)].new += _entries(player_id, place, one.calculated)
    return {moved: done for moved, done in folds.items() if done.before or done.old or done.new}


def _standing(player_id: int, row: Row | None) -> Standing | None:
    if row is None:
        return None
    others = {name: value for name, value in row.items() if name not in ("shown", "date", "seq", "peak", "peak_on")}
    return Standing(player_id, displayed=row["shown"], place=FactPosition(row["date"], row["seq"]), **others)


def _entries(player_id: int, place: FactPosition, row: Row | None) -> list[BareEntry]:
    if row is None:
        return []
    kept = {name: row[name] for name in BareEntry._fields if name in row}
    return [BareEntry(player_id, place, event_name=None, **kept)]


async def look_ahead(services: Services, club_id: int) -> Recalculation:
    """Calculate a club in a transaction that only reads, beside which everybody writes."""
    return await services.database.read(partial(_looked, services, club_id), club=club_id)


def _looked(services: Services, club_id: int, connection: Connection) -> Recalculation:
    club = clubs.find(connection, club_id)
    return _of_now(club, SYSTEMS, day_of(club, services.now()), connection)


def _of_now(club: Club, lists: Iterable[RatingList], today: date, connection: Connection) -> Recalculation:
    return Recalculation.of(connection, club, lists, clubs.facts_of(connection, club.id), today)


def refold(write: ClubWrite, lists: Iterable[RatingList] = SYSTEMS, found: Recalculation | None = None) -> Folded:
    """Store what the facts give of lists; found: what was calculated before, which is used where it still holds."""
    if found is None or not found.holds(write, lists):
        found = Recalculation.of(write.connection, write.club, lists, write.opening_seq - 1, write.today)
    return found.store(write)


def refold_by_other_rules(write: Write, lists: Iterable[RatingList]) -> Folded:
    """Do the same where a use case has changed the rules of a club and no fact; a large club is calculated first."""
    if write.may_look_first and write.seq > MANY:
        raise LookFirstError(partial(_of_now, write.club, lists, write.today))
    return refold(write, lists, write.found)


async def recalculate_club(services: Services, club_id: int) -> None:
    """Recalculate a club while others write; where it changes meanwhile, again while no other writes in this club."""
    found = await look_ahead(services, club_id)
    if not await _stored(services, club_id, found):
        await write_looked_ahead(services, club_id, partial(_looked, services, club_id), _store)


@club_job
def _stored(write: ClubWrite, found: Recalculation) -> bool:
    """Store a calculation that still holds; return whether it does."""
    holds = found.holds(write, SYSTEMS)
    if holds:
        _store(write, found)
    return holds


def _store(write: ClubWrite, found: Recalculation) -> None:
    refold(write, found=found)
    clubs.change(write.connection, write.club.id, {"fold_version": clubs.FOLD_VERSION})


async def refold_outdated(services: Services) -> int:
    """Recalculate the clubs that an older version has calculated, each by itself; return how many."""
    outdated = await services.database.read(clubs.folded_before, club=None)
    return await in_each_club(
        "working ratings out again", outdated, lambda club_id: recalculate_club(services, club_id)
    )
