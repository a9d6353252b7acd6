"""Matches whose time has gone by: they count before anybody reads or writes what they move."""

from collections import defaultdict
from collections.abc import Sequence

from bot.services.context import Services
from bot.services.each_club import in_each_club
from bot.services.fold.lists import ListChange
from bot.services.transaction import ClubWrite, Folded, write_for_club
from bot.store.events import facts, waiting_matches
from bot.store.rows import EventFact
from core.lists import RatingList
from core.systems import CALIBRATED


def count_due(write: ClubWrite) -> Folded:
    """Let every match of a club count whose time has gone by, and fold its pool.

    In whatever order matches come to count, the ratings are the same: each stands at its own place.
    """
    due = waiting_matches.due(write.connection, write.club.id, write.now)
    return count(write, due) if due else Folded({})


async def bring_up_to_date(services: Services, club_id: int) -> None:
    """Let the matches of a club count whose time has gone by; without any, nothing is written."""
    now = services.now()
    if not await services.database.read(lambda connection: waiting_matches.due(connection, club_id, now), club=club_id):
        return
    await write_for_club(services, club_id, count_due)


async def pool_up_to_date(services: Services, club_id: int, rating_list: RatingList | None) -> None:
    """Do the same before a list is read that is a pool, or may be: None is the club's usual list."""
    if rating_list is None or rating_list in CALIBRATED:
        await bring_up_to_date(services, club_id)


async def count_matches(services: Services) -> int:
    """Let matches count whose time has gone by, in every club; return in how many clubs."""
    now = services.now()
    behind = await services.database.read(lambda connection: waiting_matches.clubs_with_due(connection, now), club=None)
    return await in_each_club("counting matches", behind, lambda club_id: bring_up_to_date(services, club_id))


def count(write: ClubWrite, event_ids: Sequence[int]) -> Folded:
    """Let matches count that wait, and fold each at its place."""
    connection = write.connection
    waiting_matches.count_now(connection, event_ids)
    tables = facts.crosstables(connection, event_ids)
    added: dict[RatingList, list[EventFact]] = defaultdict(list)
    for event_id in event_ids:
        event = facts.find_event(connection, write.club.id, event_id)
        assert event is not None
        added[event.rating_lists[0]].append(EventFact(event.place, event_id, tables[event_id], event.rules))
    changed = {
        pool: ListChange(added=sorted(matches, key=lambda match: match.place)) for pool, matches in added.items()
    }
    return write.fold(changed)
