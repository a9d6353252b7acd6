"""Results that a director entered taken back: what stood before stands again."""

from typing import Any

from bot.services.live_events.told.announce import show_changes
from bot.services.live_events.tournament import Tournament, open_tournament, pairing_by_id, tournament_in
from bot.services.transaction import Write
from bot.store.events import evening_rounds
from bot.store.events.evening_round_rows import Report, ReportState, RoundStatus
from bot.store.rows import AuditEntry
from core.errors import NotFoundError, RuleError


def kept(report: Report | None, standing: Report | None) -> dict[str, Any]:
    """Return what the audit keeps of an entered line. report: the new one, None where one was taken back."""
    was = None if standing is None else {"id": standing.id, "state": standing.state.value}
    return {"new": None if report is None else report.id, "was": was}


def undo_entered(write: Write, entry: AuditEntry) -> Tournament:
    """Take entered results back, all or none, unless a board was reported of since."""
    evening_id, lines = entry.subject_id or 0, entry.details.get("undo")
    if not lines:
        raise NotFoundError("There is nothing to take back: press Enter results to correct what stands.")
    tournament = open_tournament(write, evening_id)
    for pairing_id, line in reversed(list(zip(entry.details["lines"], lines, strict=True))):
        _undo(write, tournament, pairing_id, line)
        tournament = tournament_in(write, tournament.evening)
    show_changes(write, evening_id)
    write.note(evening_id)
    return tournament


def _undo(write: Write, tournament: Tournament, pairing_id: int, line: dict[str, Any]) -> None:
    pairing, who = pairing_by_id(tournament, pairing_id), write.actor.member.user_id
    standing, was = tournament.report_of(pairing), line["was"]
    versions = [one for one in tournament.reports if one.pairing_id == pairing_id]
    newest = max(versions, key=lambda one: one.version, default=None)
    is_last = standing is not None and standing.id == line["new"]
    if line["new"] is None:
        is_last = newest is not None and newest.id == was["id"] and newest.state is ReportState.WITHDRAWN
    if not is_last:
        raise RuleError(
            f"{tournament.describe(pairing, standing)} was reported of since: press Enter results to correct it."
        )
    if was is None and _is_over(tournament, pairing.round):
        raise RuleError(f"Round {pairing.round} is closed: reopen it, or press Enter results to correct it.")
    if line["new"] is not None:
        evening_rounds.set_state(write.connection, line["new"], ReportState.WITHDRAWN, who, write.now)
    else:
        evening_rounds.set_state(write.connection, was["id"], ReportState(was["state"]), who, write.now)


def _is_over(tournament: Tournament, number: int) -> bool:
    closed = [one.number for one in tournament.rounds if one.status is RoundStatus.CLOSED]
    return not tournament.is_free and number in closed
