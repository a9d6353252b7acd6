"""Work over whole clubs: due matches, recalculation, verification."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from math import isclose
from typing import Any

from bot.services.framework.clock import day_of
from bot.services.framework.context import Services
from bot.services.framework.every_club import JOBS, Job, Turn, in_each_club
from bot.services.framework.recalculation.lists import ListChange
from bot.services.framework.recalculation.states import backgrounds, states_at
from bot.services.framework.recalculation.whole import calculate
from bot.services.framework.transaction import (
    ClubWrite,
    Recalculated,
    club_job,
    write_for_club,
)
from bot.store.club import clubs
from bot.store.database import club_rows
from bot.store.database.club_rows import Row, Rows
from bot.store.database.rows import (
    Club,
    EventFact,
)
from bot.store.database.transactions import Connection
from bot.store.events import facts, unconfirmed
from core.errors import RatingError
from core.lists import RatingList
from core.rating.systems import system_of

# Due matches count before anybody reads or writes what they move.


def count_due(write: ClubWrite) -> Recalculated:
    """Make due matches count and recalculate their lists. The order does not matter: each has its own place.

    A match that its list no longer rates is left to a director.
    """
    due = unconfirmed.due_matches(write.connection, write.club.id, write.now)
    if not due:
        return Recalculated({})
    rateable = [event_id for event_id in due if _is_rateable(write, event_id)]
    unconfirmed.leave_to_directors(write.connection, set(due) - set(rateable))
    return count(write, rateable)


def _is_rateable(write: ClubWrite, event_id: int) -> bool:
    connection, club = write.connection, write.club
    event, table = facts.find_event(connection, club.id, event_id), facts.crosstables(connection, [event_id])[event_id]
    assert event is not None
    rating_list = event.rating_lists[0]
    states = states_at(connection, club, rating_list, facts.rated_players(connection, event_id), event.place)
    known = backgrounds(connection, rating_list, event.place, table, states)
    try:
        club.house_rules.check_open(rating_list)
        system_of(rating_list).rate_event(table, rating_list, states, event.rules, known, club.house_rules)
    except RatingError:
        return False
    return True


async def bring_up_to_date(services: Services, club_id: int) -> None:
    now = services.now()
    if not await services.database.read(
        lambda connection: unconfirmed.due_matches(connection, club_id, now), club=club_id
    ):
        return
    await write_for_club(services, club_id, count_due)


async def count_matches(services: Services) -> int:
    now = services.now()
    outdated = await services.database.read(
        lambda connection: unconfirmed.clubs_with_due_matches(connection, now), club=None
    )
    return await in_each_club("counting matches", outdated, lambda club_id: bring_up_to_date(services, club_id))


JOBS.add("pending", Job(count_matches))


def count(write: ClubWrite, event_ids: Sequence[int]) -> Recalculated:
    connection = write.connection
    unconfirmed.count_waiting_matches(connection, event_ids)
    tables = facts.crosstables(connection, event_ids)
    added: dict[RatingList, list[EventFact]] = defaultdict(list)
    for event_id in event_ids:
        event = facts.find_event(connection, write.club.id, event_id)
        assert event is not None
        added[event.rating_lists[0]].append(EventFact(event.place, event_id, tables[event_id], event.rules))
    changed = {
        pool: ListChange(added=sorted(matches, key=lambda match: match.place)) for pool, matches in added.items()
    }
    return write.recalculate(changed)


@club_job
def recalculate_club(write: ClubWrite) -> None:
    write.recalculate_fully()
    clubs.change(write.connection, write.club.id, {"fold_version": clubs.FOLD_VERSION})


async def recalculate_outdated(services: Services) -> int:
    outdated = await services.database.read(clubs.folded_before, club=None)
    return await in_each_club("recalculating ratings", outdated, lambda club_id: recalculate_club(services, club_id))


JOBS.add("ratings", Job(recalculate_outdated, Turn.RATINGS))


# Verify stored rows by a recalculation.


MISSING = "no such row"


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that differs from the calculated one. key: of the row. column: None for a missing row."""

    table: str
    key: tuple[tuple[str, Any], ...]
    column: str | None
    stored: Any
    folded: Any

    def __str__(self) -> str:
        row = ", ".join(f"{name} {value}" for name, value in self.key)
        if self.column is None:
            return f"{self.table}: {row}: stored {_short(self.stored)}, recalculated {_short(self.folded)}"
        return f"{self.table}: {row}: {self.column}: stored {_short(self.stored)}, recalculated {_short(self.folded)}"


@dataclass(frozen=True, slots=True)
class Verified:
    """A verified club; problem: why it could not be verified."""

    club_id: int
    differences: Sequence[Difference] = ()
    problem: str | None = None

    @property
    def is_good(self) -> bool:
        return not self.differences and self.problem is None


async def verify_everywhere(
    services: Services, only: int | None = None, check: Callable[[Club], object] | None = None
) -> AsyncIterator[Verified]:
    """Verify all clubs (or only one), one transaction each. check: raises for wrong settings."""
    there = await services.database.read(club_rows.all_clubs, club=None)
    for club_id in there if only is None else {only}.intersection(there):
        try:
            if check is not None:
                check(await services.database.read(partial(clubs.find, club_id=club_id), club=club_id))
            yield Verified(club_id, await verify_club(services, club_id))
        except Exception as error:  # errors by a club's facts concern only that club
            reason = (str(error).splitlines() or [""])[0]
            yield Verified(club_id, problem=f"verification failed: {type(error).__name__}: {reason}")


async def verify_club(services: Services, club_id: int) -> Sequence[Difference]:
    return await services.database.read(partial(_verify, services, club_id), club=club_id)


def _verify(services: Services, club_id: int, connection: Connection) -> list[Difference]:
    club = clubs.find(connection, club_id)
    today = day_of(club, services.now())
    calculated = calculate(connection, club, club.house_rules.all_lists, today)
    stored = {name: club_rows.read(connection, name, club_id) for name in calculated}
    _forgive_not_swept(stored["standing"], calculated["standing"], club_rows.swept_on(connection, club_id), today)
    return [
        difference
        for name, rows in calculated.items()
        for difference in _verify_differences(name, club_rows.KEYS[name], stored[name], rows)
    ]


def _forgive_not_swept(stored: Rows, folded: Rows, swept: dict[str, date], today: date) -> None:
    for key, row in folded.items():
        was, on = stored.get(key), swept.get(key[0], date.min)
        if was is not None and (on > today or (on < today and was["active"])):  # after today: the clock was ahead
            row["active"] = was["active"]


def _verify_differences(table: str, names: tuple[str, ...], stored: Rows, folded: Rows) -> Iterator[Difference]:
    for key in sorted(stored.keys() | folded.keys(), key=repr):
        named = tuple(zip(names, key, strict=True))
        one, other = stored.get(key), folded.get(key)
        if one is None or other is None:
            yield Difference(table, named, None, _row_text(one), _row_text(other))
            continue
        about = tuple((name, one[name]) for name in ("event_id",) if one.get(name) is not None)
        for column in one:
            if not is_same(one[column], other[column]):
                yield Difference(table, named + about, column, one[column], other[column])


def is_same(one: Any, other: Any) -> bool:
    """Return whether values are equal up to the last bits, which processors may round differently."""
    if one == other:
        return True
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=_LAST_BITS, abs_tol=_LAST_BITS)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    return False


_LAST_BITS = 1e-12


def _row_text(row: Row | None) -> Any:
    if row is None:
        return MISSING
    return " ".join(f"{name}={row[name]}" for name in _TELLING if row.get(name) is not None) or "a row"


_TELLING = ("event_id", "entered_rating_id", "list_fact_id", "before", "after", "rating", "players", "code")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"


_MOST_CHARACTERS = 120
