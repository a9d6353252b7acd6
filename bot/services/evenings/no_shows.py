"""Players who do not come: check-in before round 1, a round's clock, members who left the server."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.services.evenings.entries import come_in, entered, evening_to_join, put_here, take_out_newcomer_too
from bot.services.evenings.lifecycle import THE_BOT, announce, evening_by_id, show_changes
from bot.services.evenings.report_game import announce_complete_round, next_version, own_pairing
from bot.services.evenings.tournament import Tournament, open_tournament, read_tournament, tournament_in
from bot.services.framework.actions import evening_action
from bot.services.framework.context import Services
from bot.services.framework.transaction import ClubWrite, Write, club_job, use_case
from bot.services.people.merge import mark_left
from bot.store.database.evening_rows import (
    EveningStatus,
    GameResult,
    LiveEventEntrant,
    Pairing,
    Report,
    ReportState,
    Round,
)
from bot.store.database.rows import AuditEntry
from bot.store.evenings import evening_rounds, evenings
from bot.store.messages import outbox
from core.errors import RuleError

# Check-in: players who have not checked in when round 1 is published are not paired.


NO_SHOWS_SET = evening_action("set-no-shows", "changed check-in or round clock of")

CHECK_IN_OPENS = timedelta(hours=1)


@use_case(evening_action("check-in", "checked in at"))
def check_in_self(write: Write, evening_id: int) -> Tournament:
    evening = evening_to_join(write, evening_id, write.ensure(write.actor.member).id)
    if not evening.check_in:
        raise RuleError("This evening has no check-in. Press Join to play.")
    opens = None if evening.starts_at is None else evening.starts_at - CHECK_IN_OPENS
    if opens is not None and write.now < opens:
        at = int(opens.timestamp())
        raise RuleError(f"Check-in opens <t:{at}:R>. Press Check in when you are at the club.")
    tournament = tournament_in(write, come_in(write, evening))
    number = tournament.number_of(write.actor)
    assert number is not None
    if put_here(write, tournament, number):
        write.note(evening.id)
    return tournament_in(write, tournament.evening)


@use_case(evening_action("check-in-players", "checked players in at"), director_to="check players in")
def check_in_players(write: Write, evening_id: int, numbers: Collection[int]) -> Tournament:
    """Note that players are here: checked in, or at the board of the current round."""
    tournament = open_tournament(write, evening_id)
    new = [number for number in sorted(numbers) if put_here(write, tournament, entered(tournament, number).number)]
    if new:
        write.note(evening_id, {"numbers": new})
    return tournament_in(write, tournament.evening)


def missing(tournament: Tournament) -> list[LiveEventEntrant]:
    return [one for one in tournament.entrants if one.missing]


@use_case(NO_SHOWS_SET, director_to="change the check-in and the round clock")
def set_no_shows(write: Write, evening_id: int, *, checks_in: bool, minutes: int) -> Tournament:
    """Turn an evening's check-in on or off and set its round clock (0: none)."""
    return _set(write, open_tournament(write, evening_id), checks_in, minutes)


def undo_no_shows(write: Write, entry: AuditEntry) -> Tournament:
    """Undo a change of check-in and round clock unless they changed again."""
    tournament, details = open_tournament(write, entry.subject_id or 0), entry.details
    if _rules(tournament) != details["now"]:
        raise RuleError("No-shows have been changed in the meantime. Press No-shows to change them.")
    return _set(write, tournament, *details["was"])


def _set(write: Write, tournament: Tournament, checks_in: bool, minutes: int) -> Tournament:
    evening, was = tournament.evening, _rules(tournament)
    if tournament.is_free:
        raise RuleError(f"{tournament.method.label} has no rounds, so it needs neither check-in nor clock.")
    if was == [checks_in, minutes]:
        return tournament
    if checks_in != evening.check_in:
        _turn_check_in(write, tournament, checks_in)
    evenings.change(write.connection, evening.id, check_in=checks_in, forfeit_minutes=minutes)
    if tournament.open_round is not None:
        start_clock(write, evening.id, tournament.open_round.number)
    show_changes(write, evening.id)
    details = {"check_in": checks_in, "forfeit_minutes": minutes}
    write.note(evening.id, {"was": was, "now": [checks_in, minutes], "values": details})
    return tournament_in(write, evening_by_id(write.connection, write.club, evening.id))


def _rules(tournament: Tournament) -> list[Any]:
    return [tournament.evening.check_in, tournament.evening.forfeit_minutes]


def _turn_check_in(write: Write, tournament: Tournament, checks_in: bool) -> None:
    if tournament.has_begun:
        raise RuleError("Round 1 is already published. Turn check-in on or off before that.")
    excused = {one.number for one in tournament.byes if one.round == 1}
    for entrant in tournament.entrants:
        is_missing = checks_in and entrant.here_in is None and entrant.number not in excused
        if is_missing != entrant.missing:
            # A pairing number of an earlier draft would be beside the new ones.
            evenings.change_entrant(
                write.connection, tournament.evening.id, entrant.number, missing=is_missing, seed=None
            )


# Members who left the server.


def departed(tournament: Tournament) -> list[LiveEventEntrant]:
    return [one for one in tournament.entrants if one.mark_departed and one.until_round is None]


async def mark_departed(services: Services, tournament: Tournament, present: Collection[int]) -> None:
    """Mark which entrants have left the server. present: the users of its entrants who are members."""
    users = [one.player.user_id for one in tournament.entrants if one.player.user_id is not None]
    gone = [user for user in users if user not in present]
    await mark_left(services, tournament.club.id, gone, left=True)
    await mark_left(services, tournament.club.id, sorted(present), left=False)


@use_case(evening_action("withdraw-absent", "withdrew absent players from"), director_to="withdraw players")
def withdraw_absent(write: Write, evening_id: int, *, unchecked: bool) -> Tournament:
    tournament = open_tournament(write, evening_id)
    absent = missing(tournament) if unchecked else departed(tournament)
    for entrant in absent:
        # Their places go to those who wait.
        take_out_newcomer_too(write, tournament_in(write, tournament.evening), entrant.number)
    if absent:
        write.note(evening_id, {"withdrawn": [one.player.name for one in absent]})
    return tournament_in(write, tournament.evening)


# The clock of a round: a reminder, then forfeits.


CLOCK = "evening-clock"

REMINDED, TIME_UP = "no-show-soon", "no-show-over"
"""Announced once a round."""

REMINDER = timedelta(minutes=5)
"""Before the end; half of the time if that is less."""


@use_case(evening_action("i-am-here", "confirmed being at the board at"))
def confirm_presence(write: Write, evening_id: int) -> tuple[Tournament, Pairing]:
    tournament = open_tournament(write, evening_id)
    number, pairing = own_pairing(tournament, write.actor)
    if put_here(write, tournament, number):
        write.note(evening_id, {"round": pairing.round})
    return tournament_in(write, tournament.evening), pairing


def start_clock(write: ClubWrite, evening_id: int, round_number: int) -> None:
    """Let the worker look at a round's clock."""
    outbox.put(write.connection, write.club.id, CLOCK, f"{evening_id}:{round_number}", write.now)


def is_here(tournament: Tournament, number: int, round_number: int) -> bool:
    """Return whether an entrant is known to be at the board; without Discord nobody can say so."""
    entrant = tournament.by_number[number]
    return entrant.player.user_id is None or (entrant.here_in or 0) >= round_number


def absent_boards(tournament: Tournament) -> list[Pairing]:
    """Return the current round's boards without a result at which somebody is not known to be."""
    playing = tournament.open_round
    if playing is None or not tournament.evening.forfeit_minutes:
        return []
    boards = tournament.open_boards(playing.number)
    return [one for one in boards if not all(is_here(tournament, number, one.round) for number in one.numbers)]


def clock_end(tournament: Tournament, this: Round) -> datetime | None:
    """Return when a round's no-shows forfeit; None without a clock."""
    minutes, begins = tournament.evening.forfeit_minutes, this.published_at
    if not minutes or begins is None:
        return None
    if this.number == 1 and tournament.evening.starts_at is not None:
        begins = max(begins, tournament.evening.starts_at)
    return begins + timedelta(minutes=minutes)


def reminder_time(tournament: Tournament) -> timedelta:
    return min(REMINDER, timedelta(minutes=tournament.evening.forfeit_minutes) / 2)


@club_job
def run_clock(write: ClubWrite, evening_id: int, round_number: int) -> float | None:
    """Remind a round's absent players, later give the forfeits; return seconds until the next look, or None."""
    evening = evening_by_id(write.connection, write.club, evening_id)
    if evening.status is not EveningStatus.OPEN:
        return None
    tournament = read_tournament(write.connection, write.club, evening, write.now)
    this = tournament.open_round
    end = None if this is None or this.number != round_number else clock_end(tournament, this)
    if end is None or evening_rounds.announced_at(write.connection, evening_id, round_number, TIME_UP) is not None:
        return None
    absent, before = absent_boards(tournament), reminder_time(tournament)
    if write.now < end - before:
        return (end - before - write.now).total_seconds()
    reminded = evening_rounds.announced_at(write.connection, evening_id, round_number, REMINDED)
    if reminded is None and absent:
        announce(write, evening_id, round_number, REMINDED)
        reminded = write.now
    # After a stop of the bot, players still have the time between reminder and forfeit.
    end = end if reminded is None else max(end, reminded + before)
    if write.now < end:
        return (end - write.now).total_seconds()
    _forfeit(write, tournament, absent)
    return None


def _forfeit(write: ClubWrite, tournament: Tournament, boards: Sequence[Pairing]) -> None:
    if not boards:
        return
    evening_id, number = tournament.evening.id, boards[0].round
    for pairing in boards:
        report = Report(
            pairing.id,
            next_version(tournament, pairing),
            _forfeited(tournament, pairing),
            THE_BOT,
            write.now,
            ReportState.DECIDED,
            THE_BOT,
            write.now,
        )
        evening_rounds.add_report(write.connection, evening_id, report)
    announce(write, evening_id, number, TIME_UP)
    after = read_tournament(write.connection, write.club, tournament.evening, write.now)
    announce_complete_round(write, after, number)


def _forfeited(tournament: Tournament, pairing: Pairing) -> GameResult:
    here = [number for number in pairing.numbers if is_here(tournament, number, pairing.round)]
    if not here:
        return GameResult.NOBODY
    return GameResult.FORFEIT_WIN if here == [pairing.first] else GameResult.FORFEIT_LOSS


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A forfeit by the clock. stands: whether it was not undone or replaced."""

    pairing: Pairing
    report: Report
    stands: bool


def forfeits_by_clock(tournament: Tournament, round_number: int) -> list[Forfeit]:
    given = {one.pairing_id: one for one in tournament.reports if one.reported_by == THE_BOT}
    return [
        Forfeit(one, given[one.id], tournament.report_of(one) == given[one.id])
        for one in tournament.pairings_of(round_number)
        if one.id in given
    ]
