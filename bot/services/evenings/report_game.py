"""Members' reports of their own games: report, confirm, dispute, take back."""

from dataclasses import dataclass, replace
from typing import Any

from bot.services.evenings.lifecycle import ALL_IN, THE_BOT, announce, ask, show_changes
from bot.services.evenings.tournament import Tournament, open_tournament, pairing_by_id, tournament_in
from bot.services.framework.actions import evening_action
from bot.services.framework.context import Actor
from bot.services.framework.transaction import ClubWrite, Write, use_case
from bot.store.database.club_choices import Confirm
from bot.store.database.evening_rows import GameResult, Pairing, PairingKind, Report, ReportState
from bot.store.evenings import evening_rounds
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.words import counted

LEAST_POINTS, MOST_POINTS = -200, 1500
ODD_SUM, ODD_MARGIN = 1300, 400

_REPLACED = "That report has been replaced. See the card for the current result."


@dataclass(frozen=True, slots=True)
class OwnReport:
    """A player's report of their game. points: theirs and the opponent's (Scrabble)."""

    result: GameResult | None
    points: tuple[int, int] | None = None
    note: str | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class GameReport:
    """The effect of a report. mine: the actor's number or None. odd: unusual points to confirm first."""

    tournament: Tournament
    pairing: Pairing
    report: Report | None
    mine: int | None
    odd: tuple[int, int] | None = None


def number_in(tournament: Tournament, actor: Actor) -> int:
    """Return the actor's number; raise NotAllowedError if they do not play."""
    number = tournament.number_of(actor)
    if number is None:
        raise NotAllowedError("You are not in this event. Press Join on its card, or ask a tournament director (TD).")
    return number


def own_pairing(tournament: Tournament, actor: Actor) -> tuple[int, Pairing]:
    """Return the actor's number and current game; raise without one."""
    mine, playing = number_in(tournament, actor), tournament.open_round
    if tournament.is_free:
        own = [one for one in tournament.games if mine in one.numbers]
        if not own:
            raise RuleError("You have not been paired yet. Press Pair me now.")
        return mine, tournament.unfinished(mine) or own[-1]
    if playing is None:
        last = tournament.next_round - 1
        raise RuleError(
            f"Round {last} is closed. Ask a TD." if last else "No round has been paired yet. Wait for the pairings."
        )
    pairing = tournament.pairing_of(mine, playing.number)
    if pairing is None:
        raise NotFoundError(
            f"You are not in round {playing.number}. You will be paired from the next round on, or ask a TD."
        )
    if not pairing.is_game:
        if pairing.kind is PairingKind.PAIRED_BYE:
            raise RuleError(f"You have a bye in round {playing.number}, so there is nothing to report.")
        raise RuleError(f"You asked for a bye in round {playing.number}, so there is nothing to report.")
    return mine, pairing


@use_case(evening_action("report-game", "reported a game of"))
def report_game(write: Write, evening_id: int, own: OwnReport) -> GameReport:
    """Store a player's report; two equal reports confirm, two different ones dispute."""
    tournament = open_tournament(write, evening_id)
    mine, pairing = own_pairing(tournament, write.actor)
    result, points = _result(tournament, own)
    if points is not None and not own.sure and (sum(points) > ODD_SUM or abs(points[0] - points[1]) > ODD_MARGIN):
        return GameReport(tournament, pairing, None, mine, points)
    turned = mine != pairing.first
    if turned:
        result, points = result.turned, None if points is None else (points[1], points[0])
    report = Report(
        pairing.id,
        next_version(tournament, pairing),
        result,
        write.actor.member.user_id,
        write.now,
        first_points=None if points is None else points[0],
        second_points=None if points is None else points[1],
        note=own.note,
    )
    if write.club.confirm_results == Confirm.NONE:
        # The club asks nobody to confirm anything.
        report = replace(report, state=ReportState.CONFIRMED, state_by=report.reported_by, state_at=write.now)
    stored = store_report(write, tournament, pairing, report)
    if stored in tournament.reports:
        return GameReport(tournament, pairing, stored, mine)  # already so
    return _done(write, tournament, pairing, stored, mine)


def _result(tournament: Tournament, own: OwnReport) -> tuple[GameResult, tuple[int, int] | None]:
    if not tournament.needs_points or (own.result is not None and not own.result.is_played):
        if own.result is None:
            raise InputError("The result is missing. Choose won, drawn or lost.")
        return own.result, None
    if own.points is None:
        raise InputError("The points are missing. Press My game and write the points of both players.")
    mine, theirs = own.points
    for points in own.points:
        if not LEAST_POINTS <= points <= MOST_POINTS:
            raise InputError(
                f"A game cannot end with {counted(points, 'point')}. Write {LEAST_POINTS} to {MOST_POINTS}."
            )
    return GameResult.WIN if mine > theirs else GameResult.LOSS if mine < theirs else GameResult.DRAW, own.points


def store_report(write: Write, tournament: Tournament, pairing: Pairing, report: Report) -> Report:
    """Store a report; return the one that stands then."""
    connection, evening_id, who = write.connection, tournament.evening.id, report.reported_by
    standing, state = tournament.report_of(pairing), tournament.state_of(pairing)
    if standing is None:
        return _put(write, tournament, report)
    same = standing.content == report.content
    if _was_played_after_all(tournament, pairing, standing, report):
        evening_rounds.set_state(connection, standing.id, ReportState.WITHDRAWN, who, write.now)
        return _put(write, tournament, report)
    if state in (ReportState.CONFIRMED, ReportState.DECIDED):
        if same:
            return standing
        where = tournament.place(pairing).capitalize()
        raise RuleError(
            f"{where} already has a result: {tournament.describe(pairing, standing)}. Ask a TD if that is wrong."
        )
    if standing.reported_by == who:
        if same:
            return standing
        evening_rounds.set_state(connection, standing.id, ReportState.WITHDRAWN, who, write.now)
        earlier = [one for one in tournament.by_pairing[pairing.id] if one.id != standing.id]
        if not earlier:
            return _put(write, tournament, report)
        standing = earlier[-1]
        same = standing.content == report.content
    if same:
        evening_rounds.set_state(connection, standing.id, ReportState.CONFIRMED, who, write.now)
        for older in tournament.by_pairing[pairing.id]:
            if older.version > standing.version and older.reported_by == who:
                evening_rounds.set_state(connection, older.id, ReportState.WITHDRAWN, who, write.now)
        return replace(standing, state=ReportState.CONFIRMED, state_by=who, state_at=write.now)
    for own in [one for one in tournament.by_pairing[pairing.id] if one.reported_by == who]:
        if own.content == report.content:
            return own  # both keep their reports
        evening_rounds.set_state(connection, own.id, ReportState.WITHDRAWN, who, write.now)
    evening_rounds.set_state(connection, standing.id, ReportState.DISPUTED, who, write.now)
    disputed = replace(report, state=ReportState.DISPUTED, state_by=who, state_at=write.now)
    return replace(disputed, id=added(write, evening_id, disputed))


def _was_played_after_all(tournament: Tournament, pairing: Pairing, standing: Report, report: Report) -> bool:
    """Return whether a game replaces the clock's forfeit: only a director helps the one who lost by it."""
    if standing.reported_by != THE_BOT or standing.result.is_played or not report.result.is_played:
        return False
    loser = {GameResult.FORFEIT_WIN: pairing.second, GameResult.FORFEIT_LOSS: pairing.first}.get(standing.result)
    users = {number: tournament.by_number[number].player.user_id for number in pairing.numbers}
    return any(user == report.reported_by and number != loser for number, user in users.items())


def _put(write: Write, tournament: Tournament, report: Report) -> Report:
    return replace(report, id=added(write, tournament.evening.id, report))


def added(write: Write, evening_id: int, report: Report) -> int:
    report_id = evening_rounds.add_report(write.connection, evening_id, report)
    ask(write, evening_id, report_id)
    return report_id


def next_version(tournament: Tournament, pairing: Pairing) -> int:
    return max((one.version for one in tournament.reports if one.pairing_id == pairing.id), default=0) + 1


@use_case(evening_action("answer-game", "confirmed or disputed a result of"))
def answer_report(write: Write, evening_id: int, pairing_id: int, version: int, *, right: bool) -> GameReport:
    """Confirm or dispute the opponent's report; a director may do both."""
    tournament = open_tournament(write, evening_id)
    pairing = pairing_by_id(tournament, pairing_id)
    mine = tournament.number_of(write.actor)
    if mine not in pairing.numbers and not write.is_director:
        raise NotAllowedError("The game is not yours. Only its players or a tournament director (TD) can answer.")
    standing, state = tournament.report_of(pairing), tournament.state_of(pairing)
    if standing is None or standing.version != version:
        raise NotFoundError(_REPLACED)
    if state in (ReportState.DECIDED, ReportState.CONFIRMED):
        if right:
            return GameReport(tournament, pairing, standing, mine)
        raise RuleError("That result is already confirmed. Ask a TD to correct it if it is wrong.")
    if state is ReportState.DISPUTED and not right:
        return GameReport(tournament, pairing, standing, mine)
    if standing.reported_by == write.actor.member.user_id and not write.is_director:
        raise NotAllowedError(
            "You reported that yourself. The other player or a tournament director (TD) must confirm it."
        )
    if right and not write.is_director and write.club.confirm_results == Confirm.DIRECTOR:
        raise NotAllowedError("Only a tournament director (TD) confirms results in this club. Ask one of them.")
    who = write.actor.member.user_id
    new = ReportState.DISPUTED if not right else ReportState.DECIDED if write.is_director else ReportState.CONFIRMED
    evening_rounds.set_state(write.connection, standing.id, new, who, write.now)
    if not right:
        ask(write, evening_id, standing.id)
    return _done(write, tournament, pairing, replace(standing, state=new, state_by=who, state_at=write.now), mine)


@use_case(evening_action("take-back-game", "undid a result of"))
def take_back_report(write: Write, evening_id: int, pairing_id: int, version: int) -> GameReport:
    tournament = open_tournament(write, evening_id)
    pairing = pairing_by_id(tournament, pairing_id)
    standing, state = tournament.report_of(pairing), tournament.state_of(pairing)
    if standing is None or standing.version != version:
        raise NotFoundError(_REPLACED)
    who, mine = write.actor.member.user_id, tournament.number_of(write.actor)
    if not write.is_director:
        if standing.reported_by != who:
            raise NotAllowedError(
                "Only the reporter or a tournament director (TD) can withdraw this report. Ask one of them."
            )
        if state in (ReportState.CONFIRMED, ReportState.DECIDED):
            raise RuleError("That result is already confirmed. Ask a director to undo it.")
    require_open(tournament, pairing)
    evening_rounds.set_state(write.connection, standing.id, ReportState.WITHDRAWN, who, write.now)
    earlier = [one for one in tournament.by_pairing[pairing.id] if one.id != standing.id]
    if earlier and earlier[-1].state is ReportState.DISPUTED and standing.state is ReportState.DISPUTED:
        evening_rounds.set_state(write.connection, earlier[-1].id, ReportState.REPORTED, who, write.now)
    show_changes(write, evening_id)
    after = tournament_in(write, tournament.evening)
    report = GameReport(after, pairing, after.report_of(pairing), mine)
    write.note(evening_id, _audit_details(pairing, standing))
    return report


def require_open(tournament: Tournament, pairing: Pairing) -> None:
    playing = tournament.open_round
    if tournament.is_free:
        return
    if playing is None or playing.number != pairing.round:
        raise RuleError(
            f"Round {pairing.round} is closed. A TD can correct the result with Enter results and a reason."
        )


def _done(write: Write, tournament: Tournament, pairing: Pairing, report: Report, mine: int | None) -> GameReport:
    after = tournament_in(write, tournament.evening)
    show_changes(write, tournament.evening.id)
    announce_complete_round(write, after, pairing.round)
    write.note(tournament.evening.id, _audit_details(pairing, report))
    return GameReport(after, pairing, report, mine)


def announce_complete_round(write: ClubWrite, tournament: Tournament, round_number: int) -> None:
    if tournament.is_free:
        return
    if not tournament.open_boards(round_number) and not tournament.disputed(round_number):
        announce(write, tournament.evening.id, round_number, ALL_IN)


def _audit_details(pairing: Pairing, report: Report) -> dict[str, Any]:
    return {"pairing": pairing.id, "version": report.version, "result": report.result.value}
