"""Free pairing: a member waits for a game, and those who wait are paired by a director's press or by the time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.services.live_events.entries import come_in
from bot.services.live_events.lifecycle import evening_by_id
from bot.services.live_events.rounds.queue import queue_of, waiting
from bot.services.live_events.told.announce import announce_game, look_at_queue, show_changes
from bot.services.live_events.tournament import (
    Tournament,
    open_tournament,
    read_tournament,
    tournament_in,
)
from bot.services.live_events.tournament_facts import seeds_for
from bot.services.transaction import ClubWrite, Write, club_job, use_case
from bot.store.events import evening_rounds, evenings
from bot.store.events.evening_round_rows import Pairing
from bot.store.events.evening_rows import EveningStatus
from core.errors import InputError, NotAllowedError, RuleError
from core.pairing.free import pair_waiting, seconds_left

READY, NOT_READY, PAIRED = "pair-me", "not-now", "pair-waiting"
"""The audit's names for it."""

THE_BOT = 0
"""Who pairs those who have waited long enough."""


@dataclass(frozen=True, slots=True)
class Paired:
    """What a press of a director has paired."""

    tournament: Tournament
    games: Sequence[Pairing]


@use_case(READY)
def pair_me(write: Write, evening_id: int) -> Tournament:
    """Let whoever asks wait for a game; who has not entered enters."""
    tournament = _free(open_tournament(write, evening_id))
    tournament = tournament_in(write, come_in(write, tournament.evening))
    number = tournament.number_of(write.actor)
    assert number is not None
    entrant = tournament.by_number[number]
    if entrant.waits:
        raise RuleError("All places are taken: you are on the waiting list.")
    playing = tournament.unfinished(number)
    if playing is not None:
        other = next(tournament.name_of(one) for one in playing.numbers if one != number)
        raise RuleError(f"You are playing {other} in game {playing.board}: report that first.")
    if entrant.ready_at is not None:
        return tournament
    evenings.change_entrant(write.connection, evening_id, number, ready_at=write.now)
    look_at_queue(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, tournament.evening)


@use_case(NOT_READY)
def not_now(write: Write, evening_id: int) -> Tournament:
    """Take whoever asks out of the queue."""
    tournament = _free(open_tournament(write, evening_id))
    number = tournament.number_of(write.actor)
    if number is None:
        raise NotAllowedError("You do not play in this event: Pair me now lets you in.")
    if tournament.by_number[number].ready_at is None:
        raise InputError("You do not wait for a game: Pair me now lets you.")
    evenings.change_entrant(write.connection, evening_id, number, ready_at=None)
    show_changes(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, tournament.evening)


@use_case(PAIRED, director_to="pair those who wait")
def pair_those_who_wait(write: Write, evening_id: int) -> Paired:
    """Pair those who wait without waiting longer; directors only."""
    tournament = _free(open_tournament(write, evening_id))
    if len(waiting(tournament)) < 2:
        raise RuleError("Fewer than two wait: members press Pair me now.")
    games = _pair(write, tournament, write.actor.member.user_id)
    if not games:
        why = "or stand too far apart" if tournament.method.key == "ladder" else "and a pair plays once a day"
        raise RuleError(f"Nobody of those who wait can be paired: they have met today, {why}.")
    report = Paired(tournament_in(write, tournament.evening), games)
    write.note(evening_id, {"games": len(games)})
    return report


@club_job
def pair_when_due(write: ClubWrite, evening_id: int) -> float | None:
    """Pair those who wait if they have waited long enough; return in how many seconds to look again, None for never."""
    evening = evening_by_id(write.connection, write.club, evening_id)
    if evening.status is not EveningStatus.OPEN or not evening.is_paired:
        return None
    tournament = read_tournament(write.connection, write.club, evening, write.now)
    left = seconds_left(queue_of(tournament)) if tournament.is_free else None
    if left == 0:
        _pair(write, tournament, THE_BOT)
        return seconds_left(queue_of(read_tournament(write.connection, write.club, evening, write.now)))
    return left


def _free(tournament: Tournament) -> Tournament:
    if not tournament.is_free:
        raise RuleError(f"{tournament.evening.name} is paired by a TD, round by round: join it on its card.")
    return tournament


def _pair(write: ClubWrite, tournament: Tournament, by: int) -> list[Pairing]:
    """Store who of those who wait play each other now, and let them be told."""
    evening_id, connection = tournament.evening.id, write.connection
    pairs = pair_waiting(queue_of(tournament))
    if not pairs:
        return []
    for number, seed in seeds_for(tournament, tournament.next_round).items():
        if tournament.by_number[number].seed != seed:
            evenings.change_entrant(connection, evening_id, number, seed=seed)
    last, games = len(tournament.games), []
    for first, second in pairs:
        assert second is not None
        last += 1
        # Of the games that either had, those that nobody played too: at the close they are counted anew.
        round_number = 1 + max(_last_round(tournament, first), _last_round(tournament, second))
        game = Pairing(round_number, last, first, second)
        game = replace(game, id=evening_rounds.add_game(connection, evening_id, game, by, write.now))
        for number in game.numbers:
            evenings.change_entrant(connection, evening_id, number, ready_at=None)
        announce_game(write, evening_id, round_number, game.id)
        games.append(game)
    return games


def _last_round(tournament: Tournament, number: int) -> int:
    return max((one.round for one in tournament.games if number in one.numbers), default=0)
