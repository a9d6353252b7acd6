"""Free pairing: waiting members are paired by a director or after a time."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from bot.services.evenings.entries import come_in
from bot.services.evenings.lifecycle import THE_BOT, announce_game, evening_by_id, refresh_queue, show_changes
from bot.services.evenings.tournament import (
    Tournament,
    crosstable_of,
    open_tournament,
    pairing_by_id,
    read_tournament,
    seeds_for,
    snapshot_for,
    tournament_in,
)
from bot.services.framework.actions import evening_action
from bot.services.framework.clock import day_of
from bot.services.framework.transaction import ClubWrite, Write, club_job, use_case
from bot.store.database.evening_rows import EveningStatus, GameResult, LiveEventEntrant, Pairing
from bot.store.database.rows import AuditEntry
from bot.store.evenings import evening_rounds, evenings
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.event.crosstable import Crosstable, Game
from core.tournament.pairing.methods import Match, bracket_of, rounds_survived
from core.tournament.pairing.scrabble import MOST_WAITING, Queue, climb, pair_waiting, seconds_left
from core.tournament.pairing.snapshot import Snapshot
from core.tournament.tiebreaks.standings import StandingRow, standings

# The queue of free pairing, and the ladder.


LADDER = "ladder"
"""The method in which the winner takes a higher opponent's place."""


def waiting(tournament: Tournament) -> list[LiveEventEntrant]:
    ready = [one for one in tournament.entrants if one.ready_at is not None and one.until_round is None]
    return sorted(ready, key=lambda one: (_since(one), one.number))


def _since(entrant: LiveEventEntrant) -> datetime:
    assert entrant.ready_at is not None
    return entrant.ready_at


def queue_of(tournament: Tournament) -> Queue:
    """Return the longest-waiting entrants that can be paired at once, with today's pairs, by card numbers."""
    today = day_of(tournament.club, tournament.now)
    games = tuple(
        Game(one.round, one.first, one.second, None, True)
        for one in tournament.games
        if one.second is not None
        and one.paired_at is not None
        and day_of(tournament.club, one.paired_at) == today
        and not _nobody_played(tournament, one)
    )
    return Queue(
        replace(crosstable_of(tournament), games=games, byes=()),
        {one.number: (tournament.now - _since(one)).total_seconds() / 60 for one in waiting(tournament)[:MOST_WAITING]},
        ladder=ladder_of(tournament) if tournament.method.key == LADDER else (),
    )


def _nobody_played(tournament: Tournament, pairing: Pairing) -> bool:
    report = tournament.report_of(pairing)
    return report is not None and report.result is GameResult.NOBODY


def ladder_of(tournament: Tournament, *, everybody: bool = False) -> tuple[int, ...]:
    """Return the ladder from the top: by rating, then by wins. everybody: with withdrawn ones."""
    seeds = seeds_for(tournament, tournament.next_round)
    order = tuple(sorted(seeds, key=seeds.__getitem__))
    for pairing in tournament.games:
        report = tournament.result_of(pairing)
        score = None if report is None else report.result.score
        if pairing.second is None or score is None or score == 0.5:
            continue
        pair = (pairing.first, pairing.second)
        if {*pair} <= {*order}:
            order = climb(order, *(pair if score else pair[::-1]))
    return tuple(one for one in order if everybody or tournament.by_number[one].until_round is None)


def ladder_rows(tournament: Tournament, crosstable: Crosstable) -> tuple[StandingRow, ...]:
    """Return all ladder places with points, by crosstable numbers."""
    player_at = [tournament.by_number[number].player.id for number in ladder_of(tournament, everybody=True)]
    place_of = {player: place for place, player in enumerate(player_at)}
    player = {one.number: one.player for one in crosstable.entrants}
    rows = sorted(
        standings(crosstable),
        key=lambda row: (place_of.get(int(str(player[row.number] or 0)), len(place_of)), row.rank),
    )
    return tuple(replace(row, rank=place) for place, row in enumerate(rows, start=1))


@dataclass(frozen=True, slots=True)
class Paired:
    """Games that a director's press paired."""

    tournament: Tournament
    games: Sequence[Pairing]


@use_case(evening_action("pair-me", "waited for a game at"))
def pair_me(write: Write, evening_id: int) -> Tournament:
    tournament = _free(open_tournament(write, evening_id))
    tournament = tournament_in(write, come_in(write, tournament.evening))
    number = tournament.number_of(write.actor)
    assert number is not None
    entrant = tournament.by_number[number]
    if entrant.waits:
        raise RuleError("All places are taken. You are on the waiting list.")
    playing = tournament.unfinished(number)
    if playing is not None:
        other = next(tournament.name_of(one) for one in playing.numbers if one != number)
        raise RuleError(f"You are playing {other} in game {playing.board}. Report that game first.")
    if entrant.ready_at is not None:
        return tournament
    evenings.change_entrant(write.connection, evening_id, number, ready_at=write.now)
    refresh_queue(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, tournament.evening)


@use_case(evening_action("not-now", "stopped waiting at"))
def leave_queue(write: Write, evening_id: int) -> Tournament:
    tournament = _free(open_tournament(write, evening_id))
    number = tournament.number_of(write.actor)
    if number is None:
        raise NotAllowedError("You do not play in this event. Press Pair me now to join.")
    if tournament.by_number[number].ready_at is None:
        raise InputError("You are not waiting for a game. Press Pair me now to wait.")
    evenings.change_entrant(write.connection, evening_id, number, ready_at=None)
    show_changes(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, tournament.evening)


@use_case(evening_action("pair-waiting", "paired waiting players at"), director_to="pair the waiting players")
def pair_queue(write: Write, evening_id: int) -> Paired:
    tournament = _free(open_tournament(write, evening_id))
    if len(waiting(tournament)) < 2:
        raise RuleError("Fewer than two players are waiting. Members press Pair me now to wait.")
    games = _pair(write, tournament, write.actor.member.user_id)
    if not games:
        why = "or are too far apart" if tournament.method.key == "ladder" else "and two players meet only once a day"
        raise RuleError(f"None of the waiting players can be paired: they have met today, {why}.")
    report = Paired(tournament_in(write, tournament.evening), games)
    write.note(evening_id, {"games": len(games)})
    return report


@club_job
def pair_when_due(write: ClubWrite, evening_id: int) -> float | None:
    """Pair those who have waited long enough; return seconds until the next check, or None."""
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
        raise RuleError(f"A TD pairs {tournament.evening.name} round by round. Press Join on its card.")
    return tournament


def _pair(write: ClubWrite, tournament: Tournament, by: int) -> list[Pairing]:
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
        # Unplayed games too: the close counts them again.
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


# Knockout brackets.


SENT_ON = evening_action("send-on", "decided who advances in")

_SIDE = r"(?:[0-9]{1,2}(?:½|[.,]5)?|½)"
_PLAY_OFF = re.compile(rf"{_SIDE}\s?[-–:]\s?{_SIDE}")


def _so_far(tournament: Tournament) -> tuple[Snapshot, dict[int, int]] | None:
    seeds = {one.number: one.seed for one in tournament.entrants if one.seed is not None and one.is_in}
    if len(seeds) < 2 or tournament.next_round == 1:
        return None
    return snapshot_for(tournament, tournament.next_round, seeds), {seed: number for number, seed in seeds.items()}


def bracket_now(tournament: Tournament) -> Sequence[Sequence[Match]]:
    """Return the bracket by card numbers, the final last."""
    found = _so_far(tournament)
    if found is None:
        return ()
    snapshot, numbers = found

    def on_card(match: Match) -> Match:
        return match._replace(
            one=numbers.get(match.one or 0),
            other=numbers.get(match.other or 0),
            through=numbers.get(match.through or 0),
        )

    return [[on_card(match) for match in matches] for matches in bracket_of(snapshot)]


def knockout_rows(tournament: Tournament, crosstable: Crosstable) -> tuple[StandingRow, ...]:
    """Return remaining players, then the eliminated, latest first; points: rounds survived; by crosstable numbers."""
    found = _so_far(tournament)
    survived: dict[int, int] = {}
    out: set[int] = set()
    if found is not None:
        snapshot, numbers = found
        by_seed, eliminated = rounds_survived(snapshot)
        player_of = {seed: tournament.by_number[number].player.id for seed, number in numbers.items()}
        survived = {player_of[seed]: rounds for seed, rounds in by_seed.items()}
        out = {player_of[seed] for seed in eliminated}
    player = {one.number: int(str(one.player)) for one in crosstable.entrants if one.player is not None}
    rounds = {one.number: survived.get(player.get(one.number, 0), 0) for one in crosstable.entrants}
    gone_too = {number for number in rounds if player.get(number) in out}
    keys = {number: (1, -rounds[number]) if number in gone_too else (0, 0) for number in rounds}
    count = Counter(keys.values())
    ranks = {key: 1 + sum(many for other, many in count.items() if other < key) for key in count}
    rows = [StandingRow(ranks[keys[number]], number, Fraction(rounds[number]), ()) for number in rounds]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.number)))


def play_off_score(text: str) -> str | None:
    """Return a play-off score as shown, None for none; raise InputError for an invalid one."""
    written = text.strip()
    if not written:
        return None
    if not _PLAY_OFF.fullmatch(written):
        raise InputError("Write the play-off's score as points, for example 2-1 or 1½-½, or leave the field empty.")
    return re.sub(r"\s?[-–:]\s?", "-", re.sub("(?<![0-9])0[.,]5|[.,]5", "½", written))


@use_case(SENT_ON, director_to="decide who advances")
def advance_player(write: Write, evening_id: int, number: int, play_off: str | None = None) -> Tournament:
    """Decide who advances after a drawn or unplayed game; directors only. play_off: the deciding score."""
    tournament = open_tournament(write, evening_id)
    pairing = _to_decide(tournament, number)
    if (pairing.goes_on, pairing.play_off) == (number, play_off):
        return tournament  # already so
    evening_rounds.advance_player(write.connection, pairing.id, number, play_off)
    show_changes(write, evening_id)
    details: dict[str, Any] = {"round": pairing.round, "number": number, "play_off": play_off}
    details |= {"pairing": pairing.id, "was": [pairing.goes_on, pairing.play_off]}
    write.note(evening_id, details)
    return tournament_in(write, tournament.evening)


def undo_advance(write: Write, entry: AuditEntry) -> Tournament:
    """Undo who advances, unless changed or the next round is published."""
    tournament, details = open_tournament(write, entry.subject_id or 0), entry.details
    if "was" not in details:
        raise NotFoundError("There is nothing to undo. Press Play-off to decide who advances.")
    pairing = next((one for one in tournament.to_decide(details["round"]) if one.id == details["pairing"]), None)
    if pairing is None or details["round"] != tournament.next_round - 1:
        raise RuleError(
            "The decision can no longer be changed. The next round is published, or a result decides who advances."
        )
    if (pairing.goes_on, pairing.play_off) != (details["number"], details["play_off"]):
        raise RuleError("The decision has been changed in the meantime. Press Play-off to change it.")
    evening_rounds.advance_player(write.connection, pairing.id, *details["was"])
    show_changes(write, tournament.evening.id)
    write.note(tournament.evening.id)
    return tournament_in(write, tournament.evening)


def _to_decide(tournament: Tournament, number: int) -> Pairing:
    if not tournament.method.is_knockout:
        raise RuleError(f"{tournament.evening.name} is not a knockout, so nobody is eliminated.")
    entrant = tournament.by_number.get(number)
    if entrant is None:
        raise NotFoundError(f"There is no #{number} in this event. See the card for the numbers.")
    last = tournament.next_round - 1
    for pairing in tournament.to_decide(last):
        if number in pairing.numbers:
            return pairing_by_id(tournament, pairing.id)
    raise RuleError(f"{entrant.player.name} has no drawn game in round {last}. Choose a player of a drawn game.")
