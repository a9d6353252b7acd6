"""What a director announces of a paired evening, and may take back: the order of its tie-breaks."""

from typing import Any

from bot.services.context import Actor, Services
from bot.services.live_events.announce import show_changes
from bot.services.live_events.tournament import Tournament, as_it_stands, open_tournament, tournament_in
from bot.services.transaction import Done, Write, write_once
from bot.store.events import evenings
from bot.store.events.evening_round_rows import RoundStatus
from core.errors import InputError, NotFoundError, RuleError

ORDER_SET, UNDONE = "set-tie-breaks", "undo-announced"
"""The audit's names for it."""


async def set_order(
    services: Services, actor: Actor, evening_id: int | None, order: str | None, reason: str | None
) -> Tournament:
    """Set the order of an open evening's tie-breaks; directors only.

    order: as `parse_order` reads it; None for the usual of the method.
    reason: needed once the first round is published (C.07 4: they are announced beforehand).
    """

    def work(write: Write) -> Done[Tournament]:
        tournament = open_tournament(write, evening_id)
        begun = any(one.status is not RoundStatus.DRAFT for one in tournament.rounds)
        if begun and reason is None:
            raise InputError(
                "Round 1 is published already: say why with the option reason; it stands on the standings."
            )
        values = {"tie_breaks": order, "tie_breaks_reason": reason if begun else None}
        return _change(write, tournament, values, reason)

    return await write_once(
        services, actor, ORDER_SET, work, again=as_it_stands, director_to="set the tie-breaks of an event"
    )


async def undo_announced(services: Services, actor: Actor, interaction_id: int) -> Tournament:
    """Take back what an interaction announced of an evening, unless it was changed since; directors only."""

    def work(write: Write) -> Done[Tournament]:
        entry = write.entry(interaction_id)
        if entry is None or entry.action != ORDER_SET:
            raise NotFoundError("There is nothing to take back: use the command again.")
        tournament = open_tournament(write, entry.subject_id)
        was, now = entry.details["was"], entry.details["now"]
        if any(getattr(tournament.evening, name) != value for name, value in now.items()):
            raise RuleError("That was changed since: use the command again to change what stands.")
        return _change(write, tournament, was, None)

    return await write_once(services, actor, UNDONE, work, again=as_it_stands, director_to="take that back")


def _change(write: Write, tournament: Tournament, values: dict[str, Any], reason: str | None) -> Done[Tournament]:
    """Change columns of an evening; the audit keeps what they were."""
    evening = tournament.evening
    told = {name: value for name, value in values.items() if value is not None and value != reason}
    was = {name: getattr(evening, name) for name in values}
    details = {"was": was, "now": values, "values": told, "reason": reason}
    evenings.change(write.connection, evening.id, **values)
    show_changes(write, evening.id)
    changed = evenings.find(write.connection, write.club.id, evening.id)
    assert changed is not None
    return Done(tournament_in(write, changed), evening.id, details)
