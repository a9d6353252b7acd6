"""The end of a round: closed, reopened."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.live_events.rounds.turned import put_turns
from bot.services.live_events.told.announce import STANDINGS, announce, show_changes
from bot.services.live_events.tournament import Tournament, open_tournament, tournament_in
from bot.services.transaction import Write, use_case
from bot.store.events import evening_rounds
from bot.store.events.evening_round_rows import GameResult, Pairing, Report, ReportState, RoundStatus
from core.errors import NotFoundError, RuleError

CLOSED, REOPENED = "close-round", "reopen-round"
"""The audit's names for it."""

NAMED = 5
"""How many boards a refusal names."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """What became of a round. asked: the boards without a result, where it has to be meant. number: the round."""

    tournament: Tournament
    number: int
    asked: int = 0


@use_case(CLOSED, director_to="close a round")
def close_round(write: Write, evening_id: int, *, forfeits: bool = False) -> RoundEnd:
    """End the round that is played, and confirm what is reported; directors only.

    forfeits: boards without a result are lost by both; otherwise how many there are is asked back.
    """
    tournament = open_tournament(write, evening_id)
    playing = tournament.open_round
    if playing is None:
        raise NotFoundError("No round is being played: press Pair for the next one.")
    number, who = playing.number, write.actor.member.user_id
    disputed = tournament.disputed(number)
    if disputed:
        raise RuleError(f"Decide first: {_boards(tournament, disputed)}.")
    undecided = tournament.undecided(number)
    if undecided:
        raise RuleError(f"Say first who goes on: {_boards(tournament, undecided)}.")
    open_boards = tournament.open_boards(number)
    if open_boards and not forfeits:
        return RoundEnd(tournament, number, len(open_boards))
    for pairing in open_boards:
        version = 1 + max((one.version for one in tournament.reports if one.pairing_id == pairing.id), default=0)
        nobody = Report(pairing.id, version, GameResult.NOBODY, who, write.now, ReportState.DECIDED, who, write.now)
        evening_rounds.add_report(write.connection, evening_id, nobody)
    for pairing in tournament.pairings_of(number):
        report = tournament.report_of(pairing)
        if report is not None and report.state is ReportState.REPORTED:
            evening_rounds.set_state(write.connection, report.id, ReportState.CONFIRMED, who, write.now)
    values = {"status": RoundStatus.CLOSED.value, "closed_by": who, "closed_at": write.now}
    evening_rounds.change_round(write.connection, evening_id, number, **values)
    announce(write, evening_id, number, STANDINGS)
    put_turns(write, tournament, number)
    write.note(evening_id, {"round": number})
    return RoundEnd(tournament_in(write, tournament.evening), number)


@use_case(REOPENED, director_to="reopen a round")
def reopen_round(write: Write, evening_id: int) -> Tournament:
    """Let the last round be played on, as long as the next one is not published; directors only."""
    tournament = open_tournament(write, evening_id)
    if tournament.open_round is not None:
        raise RuleError(f"Round {tournament.open_round.number} is being played: nothing is to be reopened.")
    number = tournament.next_round - 1
    if number < 1:
        raise NotFoundError("No round has been played yet: there is nothing to reopen.")
    if tournament.draft is not None:
        evening_rounds.drop_round(write.connection, evening_id, tournament.draft.number)
    values = {"status": RoundStatus.PUBLISHED.value, "closed_by": None, "closed_at": None}
    evening_rounds.change_round(write.connection, evening_id, number, **values)
    show_changes(write, evening_id)
    write.note(evening_id, {"round": number})
    return tournament_in(write, tournament.evening)


def _boards(tournament: Tournament, pairings: Sequence[Pairing]) -> str:
    named = "; ".join(
        f"board {one.board}, {tournament.name_of(one.first)} – {tournament.name_of(one.second or 0)}"
        for one in pairings[:NAMED]
    )
    return named + (f" and {len(pairings) - NAMED} more" if len(pairings) > NAMED else "")
