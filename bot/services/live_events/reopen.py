"""Open a paired evening again that was closed or cancelled: its event counts no longer, and any round can be mended."""

from bot.services.events.void import void
from bot.services.live_events.lifecycle import evening_by_id, require_room
from bot.services.live_events.told.announce import end_scheduled, show_changes
from bot.services.live_events.tournament import Tournament, tournament_in
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.events import amendments, evenings, facts
from bot.store.events.evening_rows import Evening, EveningStatus
from bot.store.people import merges
from core.errors import RuleError

REOPENED = "reopen-evening"
"""The audit's name for it."""


@use_case(REOPENED, director_to="open an evening again")
def reopen_evening(write: Write, evening_id: int) -> Tournament:
    """Let a paired evening that has ended be played on; what rested on its event is worked out again; directors only.

    Closing it once more rates it again on its own day.
    """
    connection, evening = write.connection, evening_by_id(write.connection, write.club, evening_id)
    if evening.status is EveningStatus.OPEN:
        raise RuleError(f"{evening.name} is open: its card has Directors.")
    if not evening.is_paired:
        raise RuleError(f"{evening.name} was not paired by the bot: correct its event with /event amend.")
    require_room(write)
    count_due(write)
    voided = _take_back(write, evening)
    twice = merges.seat_again(connection, evening.id)
    if twice is not None:
        raise RuleError(f"{twice} stands in it twice since two players were merged: undo the merge first.")
    evenings.end(connection, evening.id, EveningStatus.OPEN)
    show_changes(write, evening.id)
    end_scheduled(write, evening)
    write.note(evening.id, voided)
    return tournament_in(write, evening_by_id(connection, write.club, evening.id))


def _take_back(write: Write, evening: Evening) -> dict[str, int | None]:
    """Take back the event that an evening became, unless that was done; one that was amended is not lost so."""
    event = None if evening.event_id is None else facts.find_event(write.connection, write.club.id, evening.event_id)
    if event is None or event.voided:
        return {"event": None}
    if amendments.are_there(write.connection, event.id):
        raise RuleError(
            f"The event of {evening.name} was corrected with /event amend since: correct it there, or void it first."
        )
    void(write, event)
    return {"event": event.id}
