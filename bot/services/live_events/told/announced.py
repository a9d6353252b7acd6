"""What a director announces of a paired evening, and may take back: the order of its tie-breaks, and its prizes."""

from typing import Any

from bot.services.live_events.names import number_of_name
from bot.services.live_events.told.announce import show_changes
from bot.services.live_events.tournament import Tournament, any_tournament, open_tournament, tournament_in
from bot.services.transaction import Write, use_case
from bot.store.events import evenings
from bot.store.events.evening_round_rows import RoundStatus
from bot.store.events.evening_rows import EveningStatus
from bot.store.rows import AuditEntry
from core.errors import InputError, RuleError
from core.formats.typed.boards import parse_name
from core.formats.typed.winners import parse_winners
from core.prizes.distribution import Sharing
from core.prizes.prize import PrizeKind

ORDER_SET, PRIZES_SET, UNDONE = "set-tie-breaks", "set-prizes", "undo-announced"
"""The audit's names for it."""


@use_case(ORDER_SET, director_to="set the tie-breaks of an event")
def set_order(write: Write, evening_id: int | None, order: str | None, reason: str | None) -> Tournament:
    """Set the order of an open evening's tie-breaks; directors only.

    order: as `parse_order` reads it; None for the usual of the method.
    reason: needed once the first round is published (C.07 4: they are announced beforehand).
    """
    tournament = open_tournament(write, evening_id)
    begun = any(one.status is not RoundStatus.DRAFT for one in tournament.rounds)
    if begun and reason is None:
        raise InputError("Round 1 is published already: say why with the option reason; it stands on the standings.")
    values = {"tie_breaks": order, "tie_breaks_reason": reason if begun else None}
    return change_evening(write, tournament, values, reason)


@use_case(PRIZES_SET, director_to="set the prizes of an event")
def set_prizes(write: Write, evening_id: int, text: str, people: str, sharing: Sharing) -> Tournament:
    """Set the prizes of an evening, closed or not; directors only.

    text: as `parse_prizes` reads it; empty for no prizes. people: as `parse_winners` reads it.
    """
    tournament = any_tournament(write, evening_id)
    if not text.strip():
        return change_evening(write, tournament, dict.fromkeys(_PRIZES), None)
    values = (text, _numbers(write, tournament, text, people), sharing.value)
    return change_evening(write, tournament, dict(zip(_PRIZES, values, strict=True)), None)


_PRIZES = ("prizes", "prize_people", "prize_sharing")


def _numbers(write: Write, tournament: Tournament, text: str, people: str) -> dict[str, list[int]]:
    """Return the numbers of who is named, by the group or the prize; raise a sentence for what there is not."""
    from core.formats.typed.prizes import parse_prizes

    given = [prize for prize in parse_prizes(text).prizes if prize.kind in (PrizeKind.GROUP, PrizeKind.BY_HAND)]
    alone = {prize.name for prize in given if prize.kind is PrizeKind.BY_HAND}
    numbers: dict[str, list[int]] = {}
    for what, names in parse_winners(people, [prize.group or prize.name for prize in given]):
        if what in alone and len(names) > 1:
            raise InputError(f"{what} goes to one: write one name behind it.")
        found = [
            number_of_name(write.connection, write.club.id, tournament.entrants, parse_name(name), f"{what}: ")
            for name in names
        ]
        numbers[what] = sorted(set(numbers.get(what, [])) | set(found))
    return numbers


def undo_change(write: Write, entry: AuditEntry) -> Tournament:
    """Take back what was changed of an evening, unless it was changed since; only prizes are when it is over."""
    find = any_tournament if entry.action == PRIZES_SET else open_tournament
    tournament = find(write, entry.subject_id or 0)
    was, now = entry.details["was"], entry.details["now"]
    if any(getattr(tournament.evening, name) != value for name, value in now.items()):
        raise RuleError("That was changed since: use the command again to change what stands.")
    return change_evening(write, tournament, was, None)


_NUMBERS = ("prize_people", "forbidden", "fixed")
"""What the audit's words leave out: numbers on the card."""


def change_evening(write: Write, tournament: Tournament, values: dict[str, Any], reason: str | None) -> Tournament:
    """Change columns of an evening; the audit keeps what they were."""
    evening = tournament.evening
    told = {name: value for name, value in values.items() if value and value != reason and name not in _NUMBERS}
    was = {name: getattr(evening, name) for name in values}
    details = {"was": was, "now": values, "values": told, "reason": reason}
    evenings.change(write.connection, evening.id, **values)
    if evening.status is EveningStatus.OPEN:
        show_changes(write, evening.id)
    changed = evenings.find(write.connection, write.club.id, evening.id)
    assert changed is not None
    write.note(evening.id, details)
    return tournament_in(write, changed)
