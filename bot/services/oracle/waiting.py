"""Matches that wait: confirmed, objected to, or counted because nobody objected in time.

A match counts for both sides at the place where it was reported, whenever it is confirmed.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.confirmation import Confirm
from bot.services.context import Actor, Services
from bot.services.each_club import in_each_club
from bot.services.fold.changes import changes
from bot.services.fold.lists import ListChange, fold_lists
from bot.services.fold.replay import Fold
from bot.services.oracle.match import MatchReport, match_report
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts, waiting_matches
from bot.store.kept import audits
from bot.store.people.oracle import CONFIRMED
from bot.store.rows import Club, EventFact
from core.errors import InputError, NotAllowedError
from core.lists import RatingList
from core.oracle.system import LISTS as POOLS

OBJECTED = "object-match"
"""The audit's name for an objection."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A match that was not so, as the other side or a director said while it waited.

    reported_by, other: the Discord users who reported it and of the other side, where they have one. by: who objected.
    """

    name: str
    day: date
    pool: RatingList
    reported_by: int
    other: int | None
    by: int

    @property
    def told(self) -> list[int]:
        """Return whom it concerns beside the one who objected."""
        return [user_id for user_id in (self.reported_by, self.other) if user_id is not None and user_id != self.by]


def count_due(connection: Connection, services: Services, club: Club) -> dict[RatingList, Fold]:
    """Let every match of a club count whose time has gone by, and fold its pool. Needs the club's lock.

    In whatever order matches come to count, the ratings are the same: each stands at its own place.
    """
    due = waiting_matches.due(connection, club.id, services.now())
    return _count(connection, services, club, due) if due else {}


async def bring_up_to_date(services: Services, club_id: int) -> None:
    """Let the matches of a club count whose time has gone by; without any, nothing is written."""
    now = services.now()
    if not await services.database.read(lambda connection: waiting_matches.due(connection, club_id, now), club=club_id):
        return

    def work(connection: Connection) -> None:
        club, *_ = clubs.enter(connection, club_id, services.now())
        count_due(connection, services, club)

    await services.database.write(work, club=club_id)


async def pool_up_to_date(services: Services, club_id: int, rating_list: RatingList | None) -> None:
    """Do the same before a list is read, where it is a pool."""
    if rating_list in POOLS:
        await bring_up_to_date(services, club_id)


async def count_matches(services: Services) -> int:
    """Let matches count whose time has gone by, in every club; return in how many clubs."""
    now = services.now()
    behind = await services.database.read(lambda connection: waiting_matches.clubs_with_due(connection, now), club=None)
    return await in_each_club("counting matches", behind, lambda club_id: bring_up_to_date(services, club_id))


async def confirm_match(services: Services, actor: Actor, event_id: int) -> MatchReport:
    """Let a match count that waits: as the side that did not report it, or a director."""

    def work(connection: Connection) -> MatchReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        if audits.by_interaction(connection, club.id, actor.interaction_id) is not None:
            return match_report(connection, club, event_id)
        count_due(connection, services, club)
        report = match_report(connection, club, event_id)
        if report.waits_until is None:
            raise InputError("This match counts already: nothing is left to do.")
        if not actor.is_director(club) and not (
            _is_other_side(report, actor) and report.confirm is not Confirm.DIRECTOR
        ):
            raise NotAllowedError(
                "A tournament director (TD) confirms matches in this club: ask one of yours."
                if report.confirm is Confirm.DIRECTOR
                else "The other side confirms a match, or a tournament director (TD): ask them to press Confirm."
            )
        done = _count(connection, services, club, [event_id])
        note(connection, services, actor, CONFIRMED, event_id)
        later = [change for folded in done.values() for change in changes(folded) if change.day is not None]
        return match_report(connection, club, event_id, later)

    return await services.database.write(work, club=actor.club_id)


async def object_to_match(services: Services, actor: Actor, event_id: int) -> Objection:
    """Say that a match which waits was not so: as the side that did not report it, or a director."""

    def work(connection: Connection) -> Objection:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return _from_json(seen.details)
        count_due(connection, services, club)
        report = match_report(connection, club, event_id)
        if not _is_other_side(report, actor) and not actor.is_director(club):
            raise NotAllowedError(
                "You reported this match yourself: press Undo to take it back."
                if report.reported_by == actor.member.user_id
                else "Only the other side, or a tournament director (TD), can say that a match was not so."
            )
        if report.waits_until is None:
            raise NotAllowedError(
                "This match counts by now: only a tournament director (TD) can take it back, with /event void."
            )
        waiting_matches.drop(connection, event_id)
        details = {
            "name": " – ".join(side.player.name for side in report.sides),
            "day": report.day.isoformat(),
            "list": report.pool.value,
            "reported_by": report.reported_by,
            "other": report.sides[1].player.user_id,
            "by": actor.member.user_id,
        }
        note(connection, services, actor, OBJECTED, event_id, details)
        return _from_json(details)

    return await services.database.write(work, club=actor.club_id)


def _count(connection: Connection, services: Services, club: Club, event_ids: Sequence[int]) -> dict[RatingList, Fold]:
    """Let matches count and fold each at its place."""
    waiting_matches.count_now(connection, event_ids)
    tables = facts.crosstables(connection, event_ids)
    added: dict[RatingList, list[EventFact]] = defaultdict(list)
    for event_id in event_ids:
        event = facts.find_event(connection, club.id, event_id)
        assert event is not None
        added[event.rating_lists[0]].append(EventFact(event.place, event_id, tables[event_id], event.rules))
    changed = {
        pool: ListChange(added=sorted(matches, key=lambda match: match.place)) for pool, matches in added.items()
    }
    return fold_lists(connection, club, services.today(), changed)


def _is_other_side(report: MatchReport, actor: Actor) -> bool:
    me = actor.member.user_id
    return me != report.reported_by and report.sides[1].player.user_id == me


def _from_json(data: dict[str, Any]) -> Objection:
    return Objection(
        name=data["name"],
        day=date.fromisoformat(data["day"]),
        pool=RatingList(data["list"]),
        reported_by=data["reported_by"],
        other=data["other"],
        by=data["by"],
    )
