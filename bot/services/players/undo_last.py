"""Take back what came in last for a player: an event, or a rating that was set."""

from bot.services.events.sources import EventSource
from bot.services.events.void import VOIDED, UndoReport, void
from bot.services.players.undo_rating import UNDONE, OpeningUndone, take_back
from bot.services.someone import Someone, find_someone
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.events import corrections, facts
from core.errors import NotAllowedError, NotFoundError

UNDOABLE = (EventSource.REPORT, EventSource.MATCH)
"""What counts as reported by a member; sections are voided by their number."""


@use_case(VOIDED)
def undo_last(write: Write, member: Someone | None) -> UndoReport | OpeningUndone:
    """Take back the event that a member reported last; a director may do it for anybody.

    For a director it is the last that came in for the member, an event or a rating that was set.
    """
    subject = member or write.actor.member
    connection, club = write.connection, write.club
    count_due(write)
    if subject.user_id != write.actor.member.user_id and not write.is_director:
        raise NotAllowedError(
            "Only a tournament director (TD) can undo somebody else's event: leave member out, or ask a TD."
        )
    own = find_someone(connection, club.id, subject)
    # For oneself, the event one reported oneself; a director may take back whatever was reported for somebody.
    reporter = write.actor.member.user_id if member is None else None
    event = None if own is None else facts.last_reported(connection, club.id, own.id, UNDOABLE, reporter)
    opened = None
    if own is not None and write.is_director:
        opened = corrections.last_set(connection, club.id, own.id, reporter)
    if opened is not None and (event is None or opened.fact.place.seq > event.place.seq):
        undone = take_back(write, opened)
        write.note(opened.fact.opening_id, action=UNDONE)
        return undone
    if event is None:
        who = "You have" if member is None else f"{subject.name} has"
        raise NotFoundError(f"{who} no reported event to undo: report one with /rating update first.")
    if event.source == EventSource.MATCH and event.waits_until is None and not write.is_director:
        raise NotAllowedError(
            "What you reported last is a match, which counts by now: ask a tournament director (TD) to void it "
            "with /event void."
        )
    voided = void(write, event)
    write.note(event.id)
    return voided
