"""Results of a paired evening as somebody writes them: a player their own, a director any, of any round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.services.live_events.names import numbers_in, takes_scores
from bot.services.live_events.reported.report_game import (
    added,
    next_version,
    store_report,
    tell_when_all_are_in,
)
from bot.services.live_events.reported.undo_results import kept
from bot.services.live_events.told.announce import show_changes
from bot.services.live_events.tournament import Tournament, open_tournament, pairing_by_id, tournament_in
from bot.services.transaction import Write, use_case
from bot.store.events import evening_rounds
from bot.store.events.evening_round_rows import GameResult, Pairing, Report, ReportState, RoundStatus
from core.crosstable import GameType
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.formats.typed.results_list import ParsedResult, Written

ENTERED, DECIDED = "enter-results", "decide-game"
"""The audit's names for it."""

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
    """What was written down of which pairings, as it stands now; None for one whose result was taken back.

    by_director: whether it is decided by that, and can be taken back as it was entered.
    """

    tournament: Tournament
    lines: Sequence[tuple[Pairing, Report | None]]
    by_director: bool = False


@use_case(ENTERED)
def enter_results(
    write: Write, evening_id: int | None, written: Sequence[ParsedResult], reason: str | None = None
) -> Entered:
    """Store results; all of them or none. reason: why, where a director corrects a round that is closed."""
    tournament = open_tournament(write, evening_id)
    if not write.is_director and tournament.number_of(write.actor) is None:
        raise NotAllowedError("You are not in this event: press Join on its card, or ask a TD.")
    lines, undo = [], []
    for line in written:
        pairing, report = _enter(write, tournament, line, reason)
        lines.append((pairing, report))
        undo.append(kept(report, tournament.report_of(pairing)))
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
    first, second = numbers_in(write, tournament.entrants, line)
    if second is None:
        raise InputError(f"{where}byes are asked with Bye on the card, or given by a TD under Directors.")
    pairing = _pairing_between(tournament, line.round, first, second, where)
    if not write.is_director and tournament.number_of(write.actor) not in pairing.numbers:
        raise NotAllowedError(f"{where}that is not your game: report your own, a TD reports those of others.")
    _require_may_change(write, tournament, pairing, reason)
    standing, who = tournament.report_of(pairing), write.actor.member.user_id
    if line.result is Written.TAKEN_BACK:
        write.require_director("take a result back")
        if standing is None:
            raise NotFoundError(f"{where}board {pairing.board} has no result: the card shows what there is.")
        if _status(tournament, pairing) is RoundStatus.CLOSED:
            raise RuleError(f"{where}round {pairing.round} is closed: write what it was, or -- where nobody played.")
        evening_rounds.set_state(write.connection, standing.id, ReportState.WITHDRAWN, who, write.now)
        return pairing, None
    report = _report(write, tournament, pairing, line, turned=first != pairing.first)
    if not write.is_director:
        return pairing, store_report(write, tournament, pairing, report)
    decided = replace(report, state=ReportState.DECIDED, state_by=who, state_at=write.now)
    return pairing, replace(decided, id=evening_rounds.add_report(write.connection, tournament.evening.id, decided))


def _pairing_between(tournament: Tournament, number: int | None, first: int, second: int, where: str) -> Pairing:
    """Return the board of two players in a round, by default the one that is played."""
    if tournament.is_free:
        found = [one for one in tournament.games if {*one.numbers} == {first, second} and number in (None, one.board)]
        if found:
            return found[-1]
        names = f"{tournament.name_of(first)} and {tournament.name_of(second)}"
        raise NotFoundError(f"{where}{names} were not paired{'' if number is None else f' in game {number}'}.")
    if number is None:
        if tournament.open_round is None:
            raise RuleError(f'{where}no round is being played: write the round in front, as in "1: Dana 1-0 Eli".')
        number = tournament.open_round.number
    for pairing in tournament.pairings_of(number):
        if {*pairing.numbers} == {first, second}:
            return pairing
    names = f"{tournament.name_of(first)} and {tournament.name_of(second)}"
    raise NotFoundError(f"{where}{names} do not meet in round {number}: the card shows who does.")


def _status(tournament: Tournament, pairing: Pairing) -> RoundStatus:
    """Return how far the round of a pairing is."""
    return next(one.status for one in tournament.rounds if one.number == pairing.round)


def _require_may_change(write: Write, tournament: Tournament, pairing: Pairing, reason: str | None) -> None:
    status = _status(tournament, pairing)
    if status is RoundStatus.DRAFT:
        raise RuleError(f"Round {pairing.round} is not published yet: there is nothing to report.")
    if status is RoundStatus.CLOSED:
        if not write.is_director:
            raise RuleError(f"Round {pairing.round} is closed: ask a TD.")
        if not reason:
            raise RuleError(f"Round {pairing.round} is closed: say why you correct it, in the field for the reason.")


def _report(write: Write, tournament: Tournament, pairing: Pairing, line: ParsedResult, *, turned: bool) -> Report:
    """Return what a line says, from the side of who begins."""
    result, points = _RESULTS[line.result], line.points
    where = f"Result {line.position}: "
    if tournament.game is GameType.SCRABBLE and result.is_played and points is None:
        raise InputError(f'{where}write the points of both, as in "Dana 412-387 Eli".')
    if tournament.game is not GameType.SCRABBLE and points is not None:
        if not takes_scores(tournament.lists):
            raise InputError(f"{where}this event takes 1-0, 0-1 or ½-½, no points on the board.")
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
    """Mark a closed round that was corrected after a later one was paired; tell when a round's last result has come."""
    if tournament.is_free:
        return
    if tournament.open_round is not None and number == tournament.open_round.number:
        tell_when_all_are_in(write, tournament, number)
    elif tournament.last is not None and tournament.last.number > number:
        evening_rounds.change_round(write.connection, tournament.evening.id, number, corrected=True)


@use_case(DECIDED, director_to="decide a result")
def decide_game(write: Write, evening_id: int, pairing_id: int, version: int, result: GameResult) -> Entered:
    """Say what a disputed game was, from the side of who begins; directors only."""
    tournament = open_tournament(write, evening_id)
    pairing = pairing_by_id(tournament, pairing_id)
    standing = tournament.report_of(pairing)
    if standing is None or standing.version != version:
        raise NotFoundError("That report was replaced: the card shows what stands.")
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
    tell_when_all_are_in(write, tournament, pairing.round)
    details = {"lines": [pairing.id], "reason": None}
    write.note(evening_id, details)
    return Entered(tournament, [(pairing, report)])
