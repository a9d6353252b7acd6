"""Matches that wait: confirmed, or objected to.

A match counts for both sides at the place where it was reported, whenever it is confirmed.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Services
from bot.services.fold.changes import changes
from bot.services.live_events.confirmation import Confirm
from bot.services.oracle.due import count, count_due
from bot.services.oracle.match import MatchReport, match_report
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import waiting_matches
from bot.store.kept import audits
from bot.store.people.oracle import CONFIRMED
from core.errors import InputError, NotAllowedError
from core.lists import RatingList

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
        done = count(connection, services, club, [event_id])
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
