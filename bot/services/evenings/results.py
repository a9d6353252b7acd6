"""Results that members or directors write down."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.services.evenings.announcements import (
    ORDER_SET,
    PRIZES_SET,
    numbers_in,
    result_of,
    takes_scores,
    undo_change,
)
from bot.services.evenings.close import CHANGED, undo_changed
from bot.services.evenings.entries import MOVED, undo_move
from bot.services.evenings.free_pairing import SENT_ON, undo_advance
from bot.services.evenings.lifecycle import LiveEventCard, card_in, find_open, number_of, show_changes
from bot.services.evenings.no_shows import NO_SHOWS_SET, undo_no_shows
from bot.services.evenings.report_game import added, announce_complete_round, next_version, store_report
from bot.services.evenings.rounds import ADDED_BOARD, undo_boards
from bot.services.evenings.sections import SET_PAIRING_RULES
from bot.services.evenings.standings import PLAYED_OFF
from bot.services.evenings.tournament import Tournament, open_tournament, pairing_by_id, tournament_in
from bot.services.framework.actions import evening_action
from bot.services.framework.report_codec import from_json, to_json
from bot.services.framework.transaction import Write, use_case
from bot.store.database.club_choices import Confirm
from bot.store.database.evening_rows import GameResult, LiveEventResult, Pairing, Report, ReportState, RoundStatus
from bot.store.database.rows import AuditEntry, Club
from bot.store.evenings import evening_rounds, evenings
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.event.crosstable import GameType
from core.files.typed.results import ParsedResult, Written

# Results reported by players or a director, and confirmed.


class ReportOutcome(StrEnum):
    """What a report did to a round."""

    REPORTED = "reported"
    CONFIRMED = "confirmed"
    REPLACED = "replaced"
    STANDS = "stands"
    TAKEN_BACK = "taken back"


@dataclass(frozen=True, slots=True)
class Reported:
    """Stored results. card: the evening after them.

    lines: each result and its outcome. waiting: unconfirmed ones. report_id: to confirm them together.
    """

    card: LiveEventCard
    lines: Sequence[tuple[LiveEventResult, ReportOutcome]]
    waiting: Sequence[LiveEventResult]
    report_id: int


class PlayedAgain(RuleError):
    """Raised for a result that a pair already has in another round; `again` stores it all the same."""


@use_case(evening_action("report-results", "reported results of"))
def report_results(
    write: Write, evening_id: int | None, written: Sequence[ParsedResult], *, again: bool = False
) -> Reported:
    """Store typed results; raise PlayedAgain unless `again`."""
    evening = find_open(write.connection, write.club, evening_id)
    card = card_in(write, evening)
    if not write.is_director and number_of(card, write.actor) is None:
        raise NotAllowedError("You have not joined this evening. Press Join before you report.")
    lines, before = [], card
    for line in written:
        result, outcome = _record(write, card, line, result_of(write, card, line))
        lines.append((result, outcome))
        if not again and outcome is ReportOutcome.REPORTED:
            _check_is_new(before, result)
        card = card_in(write, evening)
    return _done(write, card, lines, write.actor.interaction_id)


@use_case(evening_action("confirm-results", "confirmed results of"))
def confirm_report(write: Write, evening_id: int, report_id: int) -> Reported:
    card = card_in(write, find_open(write.connection, write.club, evening_id))
    report = write.entry(report_id)
    if report is None or report.subject_id != card.evening.id:
        raise NotFoundError("There is no such report. Report the result again.")
    lines: Sequence[tuple[LiveEventResult, ReportOutcome]] = from_json(_StoredResults, report.details).results
    standing = _among(card.waiting, lines)
    if not standing:
        raise NotFoundError("There is nothing to confirm there. See the card for the current results.")
    allowed = [result for result in standing if _may_confirm(write, card, result)]
    if not allowed:
        raise NotAllowedError(_why_not(write.club))
    for result in allowed:
        _put(write, card, result, write.now)
    card = card_in(write, card.evening)
    # Changed and removed results no longer belong to the report.
    lines = [
        (result, ReportOutcome.CONFIRMED if any(result.agrees_with(one) for one in allowed) else otherwise)
        for result, otherwise in lines
        if any(result.agrees_with(one) for one in card.results)
    ]
    return _done(write, card, lines, report_id)


def _record(
    write: Write, card: LiveEventCard, line: ParsedResult, new: LiveEventResult
) -> tuple[LiveEventResult, ReportOutcome]:
    where, director = f"Result {line.position}: ", write.is_director
    if not director and number_of(card, write.actor) not in new.numbers:
        raise NotAllowedError(f"{where}that is not your game. Report your own; only a TD reports other players' games.")
    held = [result for result in card.results if result.round == new.round and {*result.numbers} & {*new.numbers}]
    same = next((result for result in held if {*result.numbers} == {*new.numbers}), None)
    if line.result is Written.TAKEN_BACK:
        write.require_director("undo a result")
        if same is None:
            raise NotFoundError(f"{where}there is no such result in round {new.round}. See the card for the results.")
        evenings.take_result(write.connection, card.evening.id, same)
        return same, ReportOutcome.TAKEN_BACK
    for result in held:
        if result is not same:
            raise InputError(
                f"{where}round {new.round} already has {card.describe(result)}, and nobody plays twice in "
                "a round. A TD can undo it with * as the result."
            )
    at_once = director or write.club.confirm_results == Confirm.NONE
    if same is None:
        return _put(write, card, new, new.reported_at if at_once else None), ReportOutcome.REPORTED
    if same.agrees_with(new):
        if same not in card.waiting or not _may_confirm(write, card, same):
            return same, ReportOutcome.STANDS
        return _put(write, card, same, new.reported_at), ReportOutcome.CONFIRMED
    if not director:
        raise InputError(
            f"{where}round {new.round} already has {card.describe(same)}. Ask a TD to change it if that is wrong."
        )
    evenings.take_result(write.connection, card.evening.id, same)
    return _put(write, card, new, new.reported_at), ReportOutcome.REPLACED


def _check_is_new(card: LiveEventCard, new: LiveEventResult) -> None:
    for result in card.results:
        if new.second is not None and new.agrees_with(replace(result, round=new.round)):
            raise PlayedAgain(
                f"{card.describe(result)} is already the result of round {result.round}. If it is another game, "
                "press Store it anyway."
            )


def _put(write: Write, card: LiveEventCard, result: LiveEventResult, confirmed_at: datetime | None) -> LiveEventResult:
    audit_details = replace(result, confirmed_at=confirmed_at)
    by = None if confirmed_at is None else write.actor.member.user_id
    evenings.put_result(write.connection, card.evening.id, audit_details, by)
    return audit_details


def _may_confirm(write: Write, card: LiveEventCard, result: LiveEventResult) -> bool:
    if write.is_director:
        return True
    other = number_of(card, write.actor) in result.numbers and result.reported_by != write.actor.member.user_id
    return other and write.club.confirm_results == Confirm.BOTH


def _why_not(club: Club) -> str:
    if club.confirm_results == Confirm.DIRECTOR:
        return "Only a tournament director (TD) confirms results in this club. Ask one of them."
    return (
        "Only the other player or a tournament director (TD) can confirm this result. Ask one of them to press Confirm."
    )


@dataclass(frozen=True, slots=True)
class _StoredResults:
    results: tuple[tuple[LiveEventResult, ReportOutcome], ...]
    report: int


def _done(
    write: Write, card: LiveEventCard, lines: Sequence[tuple[LiveEventResult, ReportOutcome]], report_id: int
) -> Reported:
    write.note(card.evening.id, to_json(_StoredResults, _StoredResults(tuple(lines), report_id)))
    return Reported(card, tuple(lines), _among(card.waiting, lines), report_id)


def _among(
    results: Sequence[LiveEventResult], lines: Sequence[tuple[LiveEventResult, ReportOutcome]]
) -> list[LiveEventResult]:
    return [one for one in results if any(one.agrees_with(result) for result, _ in lines)]


# Undo results that a director entered.


def audit_details(report: Report | None, standing: Report | None) -> dict[str, Any]:
    was = None if standing is None else {"id": standing.id, "state": standing.state.value}
    return {"new": None if report is None else report.id, "was": was}


def undo_entered(write: Write, entry: AuditEntry) -> Tournament:
    evening_id, lines = entry.subject_id or 0, entry.details.get("undo")
    if not lines:
        raise NotFoundError("There is nothing to undo. Press Enter results to correct a result.")
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
            f"{tournament.describe(pairing, standing)} has been reported in the meantime. Press Enter "
            "results to correct it."
        )
    if was is None and _is_over(tournament, pairing.round):
        raise RuleError(f"Round {pairing.round} is closed. Reopen it, or press Enter results to correct it.")
    if line["new"] is not None:
        evening_rounds.set_state(write.connection, line["new"], ReportState.WITHDRAWN, who, write.now)
    else:
        evening_rounds.set_state(write.connection, was["id"], ReportState(was["state"]), who, write.now)


def _is_over(tournament: Tournament, number: int) -> bool:
    closed = [one.number for one in tournament.rounds if one.status is RoundStatus.CLOSED]
    return not tournament.is_free and number in closed


ENTERED = evening_action("enter-results", "entered results of")

_RESULTS = {
    Written.WIN: GameResult.WIN,
    Written.DRAW: GameResult.DRAW,
    Written.LOSS: GameResult.LOSS,
    Written.FORFEIT_WIN: GameResult.FORFEIT_WIN,
    Written.FORFEIT_LOSS: GameResult.FORFEIT_LOSS,
    Written.BOTH_FORFEIT: GameResult.NOBODY,
}


@dataclass(frozen=True, slots=True)
class Entered:
    """Entered results by pairing; None for one taken back. by_director: whether it can be undone as entered."""

    tournament: Tournament
    lines: Sequence[tuple[Pairing, Report | None]]
    by_director: bool = False


@use_case(ENTERED)
def enter_results(
    write: Write, evening_id: int | None, written: Sequence[ParsedResult], reason: str | None = None
) -> Entered:
    tournament = open_tournament(write, evening_id)
    if not write.is_director and tournament.number_of(write.actor) is None:
        raise NotAllowedError("You are not in this event. Press Join on its card, or ask a TD.")
    lines, undo = [], []
    for line in written:
        pairing, report = _enter(write, tournament, line, reason)
        lines.append((pairing, report))
        undo.append(audit_details(report, tournament.report_of(pairing)))
        tournament = tournament_in(write, tournament.evening)
    for number in {pairing.round for pairing, _ in lines}:
        _corrected(write, tournament, number)
    show_changes(write, tournament.evening.id)
    details: dict[str, Any] = {"lines": [pairing.id for pairing, _ in lines], "reason": reason}
    if write.is_director:
        details["undo"] = undo
    write.note(tournament.evening.id, details)
    return Entered(tournament, lines, write.is_director)


def _enter(
    write: Write, tournament: Tournament, line: ParsedResult, reason: str | None
) -> tuple[Pairing, Report | None]:
    where = f"Result {line.position}: "
    if line.board is not None:
        pairing = _pairing_at(tournament, line.round, line.board, where)
        first = pairing.first
    else:
        first, second = numbers_in(write, tournament.entrants, line)
        if second is None:
            raise InputError(
                f"{where}that is not a result. Ask for byes with Bye on the card; a TD gives them under Directors."
            )
        pairing = _pairing_between(tournament, line.round, first, second, where)
    if not write.is_director and tournament.number_of(write.actor) not in pairing.numbers:
        raise NotAllowedError(f"{where}that is not your game. Report your own; only a TD reports other players' games.")
    _require_may_change(write, tournament, pairing, reason)
    standing, who = tournament.report_of(pairing), write.actor.member.user_id
    if line.result is Written.TAKEN_BACK:
        write.require_director("undo a result")
        if standing is None:
            raise NotFoundError(f"{where}board {pairing.board} has no result. See the card for the results.")
        if _status(tournament, pairing) is RoundStatus.CLOSED:
            raise RuleError(f"{where}round {pairing.round} is closed. Write the result, or -- if nobody played.")
        evening_rounds.set_state(write.connection, standing.id, ReportState.WITHDRAWN, who, write.now)
        return pairing, None
    report = _report(write, tournament, pairing, line, turned=first != pairing.first)
    if not write.is_director:
        return pairing, store_report(write, tournament, pairing, report)
    decided = replace(report, state=ReportState.DECIDED, state_by=who, state_at=write.now)
    return pairing, replace(decided, id=evening_rounds.add_report(write.connection, tournament.evening.id, decided))


def _round_meant(tournament: Tournament, number: int | None, where: str) -> int:
    if number is None and tournament.open_round is None:
        raise RuleError(f'{where}no round is being played. Write the round in front, for example "1: Dana 1-0 Eli".')
    return number or (0 if tournament.open_round is None else tournament.open_round.number)


def _pairing_at(tournament: Tournament, number: int | None, board: int, where: str) -> Pairing:
    round_number = None if tournament.is_free else _round_meant(tournament, number, where)
    games = tournament.games if round_number is None else tournament.pairings_of(round_number)
    pairing = next((one for one in games if one.is_game and one.board == board), None)
    if pairing is None:
        place = f"game {board}" if round_number is None else f"board {board} in round {round_number}"
        raise NotFoundError(f"{where}there is no {place}. Write one of the card, or both names: Dana 1-0 Eli.")
    return pairing


def _pairing_between(tournament: Tournament, number: int | None, first: int, second: int, where: str) -> Pairing:
    if tournament.is_free:
        found = [one for one in tournament.games if {*one.numbers} == {first, second} and number in (None, one.board)]
        if found:
            return found[-1]
        names = f"{tournament.name_of(first)} and {tournament.name_of(second)}"
        raise NotFoundError(f"{where}{names} were not paired{'' if number is None else f' in game {number}'}.")
    number = _round_meant(tournament, number, where)
    for pairing in tournament.pairings_of(number):
        if {*pairing.numbers} == {first, second}:
            return pairing
    names = f"{tournament.name_of(first)} and {tournament.name_of(second)}"
    raise NotFoundError(f"{where}{names} do not meet in round {number}. See the card for the pairings.")


def _status(tournament: Tournament, pairing: Pairing) -> RoundStatus:
    return next(one.status for one in tournament.rounds if one.number == pairing.round)


def _require_may_change(write: Write, tournament: Tournament, pairing: Pairing, reason: str | None) -> None:
    status = _status(tournament, pairing)
    if status is RoundStatus.DRAFT:
        raise RuleError(f"Round {pairing.round} is not published yet, so there is nothing to report.")
    if status is RoundStatus.CLOSED:
        if not write.is_director:
            raise RuleError(f"Round {pairing.round} is closed. Ask a TD.")
        if not reason:
            raise RuleError(f"Round {pairing.round} is closed. Give a reason for the correction.")


def _report(write: Write, tournament: Tournament, pairing: Pairing, line: ParsedResult, *, turned: bool) -> Report:
    result, points = _RESULTS[line.result], line.points
    where = f"Result {line.position}: "
    if tournament.needs_points and result.is_played and points is None:
        score = "412-387" if tournament.game is GameType.SCRABBLE else "31-23"
        raise InputError(
            f'{where}the points are missing. Write the points of both players, for example "Dana {score} Eli".'
        )
    if not tournament.needs_points and points is not None:
        if not takes_scores(tournament.lists):
            raise InputError(f"{where}this event has no points on the board. Write 1-0, 0-1 or ½-½.")
        points = None
    if turned:
        result, points = result.turned, None if points is None else points[::-1]
    return Report(
        pairing.id,
        next_version(tournament, pairing),
        result,
        write.actor.member.user_id,
        write.now,
        first_points=None if points is None else points[0],
        second_points=None if points is None else points[1],
    )


def _corrected(write: Write, tournament: Tournament, number: int) -> None:
    if tournament.is_free:
        return
    if tournament.open_round is not None and number == tournament.open_round.number:
        announce_complete_round(write, tournament, number)
    elif tournament.last is not None and tournament.last.number > number:
        evening_rounds.change_round(write.connection, tournament.evening.id, number, corrected=True)


@use_case(evening_action("decide-game", "decided a game of"), director_to="decide a result")
def decide_game(write: Write, evening_id: int, pairing_id: int, version: int, result: GameResult) -> Entered:
    """Decide a disputed game, as the first player's result; directors only."""
    tournament = open_tournament(write, evening_id)
    pairing = pairing_by_id(tournament, pairing_id)
    standing = tournament.report_of(pairing)
    if standing is None or standing.version != version:
        raise NotFoundError("That report has been replaced. See the card for the current result.")
    _require_may_change(write, tournament, pairing, None)
    said = next((one for one in reversed(tournament.by_pairing[pairing.id]) if one.result is result), None)
    report = Report(
        pairing.id,
        next_version(tournament, pairing),
        result,
        write.actor.member.user_id,
        write.now,
        ReportState.DECIDED,
        write.actor.member.user_id,
        write.now,
        first_points=None if said is None else said.first_points,
        second_points=None if said is None else said.second_points,
    )
    report = replace(report, id=added(write, evening_id, report))
    tournament = tournament_in(write, tournament.evening)
    show_changes(write, evening_id)
    announce_complete_round(write, tournament, pairing.round)
    details = {"lines": [pairing.id], "reason": None}
    write.note(evening_id, details)
    return Entered(tournament, [(pairing, report)])


_UNDO: Mapping[str, Callable[[Write, AuditEntry], Tournament]] = {
    ORDER_SET.name: undo_change,
    PLAYED_OFF.name: undo_change,
    PRIZES_SET.name: undo_change,
    SET_PAIRING_RULES.name: undo_change,
    NO_SHOWS_SET.name: undo_no_shows,
    MOVED.name: undo_move,
    ENTERED.name: undo_entered,
    SENT_ON.name: undo_advance,
    ADDED_BOARD.name: undo_boards,
    CHANGED.name: undo_changed,
}


@use_case(evening_action("undo-announced", "undid an announcement of"), director_to="undo what a director did")
def undo_action(write: Write, interaction_id: int) -> Tournament:
    entry = write.entry(interaction_id)
    undo = None if entry is None else _UNDO.get(entry.action)
    if entry is None or undo is None:
        raise NotFoundError("There is nothing to undo. Press Directors on the card of the evening.")
    return undo(write, entry)
