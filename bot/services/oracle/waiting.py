"""Matches that wait: confirmed, or objected to.

A match counts for both sides at the place where it was reported, whenever it is confirmed.
"""

from dataclasses import dataclass, replace
from datetime import date

from bot.services.confirmation import Confirm
from bot.services.context import Actor
from bot.services.oracle.match import MatchReport, match_report
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count, count_due
from bot.store.events import waiting_matches
from bot.store.people.oracle import CONFIRMED, Confirmation
from bot.store.rows import Player
from core.errors import InputError, NotAllowedError
from core.lists import RatingList

OBJECTED = "object-match"
"""The audit's name for an objection."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A match that was not so, as the other side or a director said while it waited.

    reported_by: the Discord user who reported it. by: who objected.
    """

    first: Player
    second: Player
    day: date
    pool: RatingList
    reported_by: int
    by: int

    @property
    def name(self) -> str:
        return f"{self.first.name} – {self.second.name}"

    @property
    def told(self) -> list[int]:
        """Return whom it concerns beside the one who objected."""
        return [
            user_id for user_id in (self.reported_by, self.second.user_id) if user_id is not None and user_id != self.by
        ]


@use_case(CONFIRMED)
def confirm_match(write: Write, event_id: int) -> MatchReport:
    """Let a match count that waits: as the side that did not report it, or a director."""
    connection, club = write.connection, write.club
    count_due(write)
    report = match_report(connection, club, event_id)
    if report.waits_until is None:
        raise InputError("This match counts already: nothing is left to do.")
    if not write.is_director and not (_is_other_side(report, write.actor) and report.confirm is not Confirm.DIRECTOR):
        raise NotAllowedError(
            "A tournament director (TD) confirms matches in this club: ask one of yours."
            if report.confirm is Confirm.DIRECTOR
            else "The other side confirms a match, or a tournament director (TD): ask them to press Confirm."
        )
    later = count(write, [event_id]).later
    # Who confirmed it is read from the audit, where it stands only when all this is done.
    confirmed = Confirmation(write.actor.member.user_id, write.now)
    stored = match_report(connection, club, event_id, later)
    report = replace(stored, confirmations=[*stored.confirmations, confirmed])
    write.note(event_id)
    return report


@use_case(OBJECTED)
def object_to_match(write: Write, event_id: int) -> Objection:
    """Say that a match which waits was not so: as the side that did not report it, or a director."""
    count_due(write)
    report = match_report(write.connection, write.club, event_id)
    if not _is_other_side(report, write.actor) and not write.is_director:
        raise NotAllowedError(
            "You reported this match yourself: press Undo to take it back."
            if report.reported_by == write.actor.member.user_id
            else "Only the other side, or a tournament director (TD), can say that a match was not so."
        )
    if report.waits_until is None:
        raise NotAllowedError(
            "This match counts by now: only a tournament director (TD) can take it back, with /event void."
        )
    waiting_matches.drop(write.connection, event_id)
    objection = Objection(
        first=report.sides[0].player,
        second=report.sides[1].player,
        day=report.day,
        pool=report.pool,
        reported_by=report.reported_by,
        by=write.actor.member.user_id,
    )
    write.note(event_id)
    return objection


def _is_other_side(report: MatchReport, actor: Actor) -> bool:
    me = actor.member.user_id
    return me != report.reported_by and report.sides[1].player.user_id == me
