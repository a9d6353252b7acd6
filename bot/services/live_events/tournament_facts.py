"""A paired evening as the calculators take it: a crosstable, and what a round is paired from."""

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from bot.services.live_events.tournament import BYES, Tournament
from bot.store.events.evening_round_rows import GameResult, Pairing, PairingKind, Round, RoundStatus
from bot.store.events.evening_rows import LiveEventEntrant
from core.crosstable import Bye, ByeKind, Crosstable, Entrant, Game, GameType
from core.pairing.berger import schedule_of_round
from core.pairing.free import rounds_of_games
from core.pairing.order import LAST_RENUMBERING, Seed, pairing_numbers
from core.pairing.snapshot import ForbiddenPair, Snapshot
from core.tiebreaks.standings import standings
from core.tiebreaks.terms import Terms
from core.withdrawals import Scheduled, out_of_the_table, with_forfeits

BYE_SPREAD = 50
"""What a bye or a forfeit is worth in points on the board, as tsh has it."""


def crosstable_of(tournament: Tournament, *, numbers: Mapping[int, int] | None = None) -> Crosstable:
    """Return what has been played, with whatever counts so far; absences are byes without points.

    numbers: what entrants are numbered by, all of those who stand in it; by default their number on the card.
    """
    called = numbers or {one.number: one.number for one in tournament.entrants if not one.waits}
    is_scrabble = tournament.game is GameType.SCRABBLE
    games: list[Game] = []
    byes: list[Bye] = []
    for pairing in _free_games(tournament) if tournament.is_free else ():
        _add(tournament, pairing, called, games, byes, is_scrabble=is_scrabble)
    for one in () if tournament.is_free else tournament.rounds:
        if one.status is RoundStatus.DRAFT:
            continue
        seated: set[int] = set()
        for pairing in tournament.pairings_of(one.number):
            seated.update(pairing.numbers)
            _add(tournament, pairing, called, games, byes, is_scrabble=is_scrabble)
        byes += [Bye(one.number, called[number], ByeKind.ZERO_POINT) for number in called if number not in seated]
    table = Crosstable(
        date=tournament.evening.day,
        entrants=tuple(
            _entrant(tournament.by_number[number], called[number]) for number in sorted(called, key=called.__getitem__)
        ),
        games=tuple(games),
        byes=tuple(byes),
        time_control=tournament.evening.time_control,
    )
    return _with_forfeits(tournament, table, called) if tournament.method.cycles else table


def _with_forfeits(tournament: Tournament, table: Crosstable, called: Mapping[int, int]) -> Crosstable:
    """Return a round robin in which nobody gets a bye of a game that the opponent did not come to."""
    by_seed = {one.seed: called[one.number] for one in tournament.entrants if one.number in called}
    shown = [one.number for one in tournament.rounds if one.status is not RoundStatus.DRAFT]
    cycles, players = tournament.method.cycles, sum(one.seed is not None for one in tournament.entrants)
    schedule = [
        Scheduled(number, by_seed[first], by_seed[second])
        for number in shown
        for first, second in schedule_of_round(players, number, double=cycles > 1)
        if first in by_seed and second in by_seed
    ]
    came = {
        (one.round, called[one.first])
        for one in tournament.pairings
        if one.kind is PairingKind.PAIRED_BYE and one.first in called
    }
    spread = BYE_SPREAD if tournament.game is GameType.SCRABBLE else None
    return with_forfeits(table, schedule, came, left_in(tournament, table), cycles, spread)


def left_in(tournament: Tournament, table: Crosstable) -> frozenset[int]:
    """Return who of a table, by its numbers, plays no more in an evening."""
    gone = {one.player.id for one in tournament.entrants if one.until_round is not None}
    return frozenset(one.number for one in table.entrants if one.player in gone)


def _free_games(tournament: Tournament) -> Sequence[Pairing]:
    """Return the games that somebody played or did not come to, nobody's two in one round."""
    counted = []
    for pairing in tournament.games:
        report = tournament.result_of(pairing)
        if report is not None and report.result is not GameResult.NOBODY and pairing.second is not None:
            counted.append((pairing, (pairing.first, pairing.second)))
    rounds = rounds_of_games(pair for _, pair in counted)
    return [replace(pairing, round=number) for (pairing, _), number in zip(counted, rounds, strict=True)]


def _entrant(entrant: LiveEventEntrant, number: int) -> Entrant:
    player = entrant.player
    return Entrant(number, rating=entrant.displayed, player=player.id, name=player.name, rated=True)


def _add(
    tournament: Tournament,
    pairing: Pairing,
    called: Mapping[int, int],
    games: list[Game],
    byes: list[Bye],
    *,
    is_scrabble: bool,
) -> None:
    first = called[pairing.first]
    if pairing.second is None:
        kind = tournament.bye_of(pairing)
        points = BYE_SPREAD if is_scrabble and kind is ByeKind.FULL_POINT else None
        byes.append(Bye(pairing.round, first, kind, points=points))
        return
    second, report = called[pairing.second], tournament.result_of(pairing)
    if report is None:
        return
    if report.result.is_played:
        on_board = (report.first_points, report.second_points)
        games.append(Game(pairing.round, first, second, report.result.score, True, *on_board))
        return
    for mine, theirs, wins in (
        (first, second, report.result is GameResult.FORFEIT_WIN),
        (second, first, report.result is GameResult.FORFEIT_LOSS),
    ):
        kind = ByeKind.FORFEIT_WIN if wins else ByeKind.FORFEIT_LOSS
        spread = (BYE_SPREAD if wins else -BYE_SPREAD) if is_scrabble else None
        byes.append(Bye(pairing.round, mine, kind, theirs, spread))


def seeds_for(tournament: Tournament, round_number: int) -> dict[int, int]:
    """Return everybody's pairing number for a round, by their number on the card.

    By rating, or by lot where the schedule decides who meets whom; those who have a number in a schedule keep it.
    """
    playing = [one for one in tournament.entrants if not one.waits]
    given: dict[Hashable, int] = {one.number: one.seed for one in playing if one.seed is not None}
    if tournament.method.closed and round_number > 1:
        return {one.number: one.seed for one in playing if one.seed is not None}
    if tournament.method.at_once:
        playing.sort(key=lambda one: _drawn(tournament.evening.lot, one.number))
        return {one.number: place for place, one in enumerate(playing, start=1)}
    seeds = [Seed(one.number, one.displayed, name=one.player.name) for one in playing]
    if tournament.is_free:
        round_number = LAST_RENUMBERING + 1  # whoever comes after the first game stands below
    return {int(str(who)): number for who, number in pairing_numbers(seeds, round_number, given).items()}


def _drawn(lot: int, number: int) -> str:
    return hashlib.sha256(f"{lot}:{number}".encode()).hexdigest()


def planned_rounds(tournament: Tournament, players: int) -> int:
    """Return how many rounds an evening has: those chosen, or what its method makes of so many players."""
    usual = tournament.method.set_rounds
    return tournament.evening.rounds or (usual(players) if usual is not None else tournament.next_round)


def is_over(tournament: Tournament) -> bool:
    """Return whether all rounds that an evening has are over."""
    playing = sum(not one.waits for one in tournament.entrants)
    over = tournament.next_round > max(1, planned_rounds(tournament, playing))
    return tournament.open_round is None and over


def terms_of(tournament: Tournament, crosstable: Crosstable) -> Terms:
    """Return what a crosstable does not tell of an evening."""
    players, cycles = sum(not one.waits for one in tournament.entrants), tournament.method.cycles
    out = out_of_the_table(crosstable, left_in(tournament, crosstable), cycles) if cycles else frozenset()
    seed_of: dict[Hashable, int | None] = {one.player.id: one.seed for one in tournament.entrants}
    seeds = {one.number: seed for one in crosstable.entrants if (seed := seed_of.get(one.player)) is not None}
    return Terms(planned=planned_rounds(tournament, players), preset=cycles > 0, out=out, seeds=seeds)


def points_of(tournament: Tournament) -> dict[int, float]:
    """Return everybody's points so far, by their number on the card; none of those who wait or are out of the table."""
    table = crosstable_of(tournament)
    points = dict.fromkeys(tournament.by_number, 0.0)
    return points | {row.number: float(row.points) for row in standings(table, (), terms_of(tournament, table))}


def snapshot_for(tournament: Tournament, round_number: int, seeds: Mapping[int, int]) -> Snapshot:
    """Return what a round is paired from now, everybody under their pairing number."""
    absent = {number for number in seeds if not tournament.by_number[number].plays_in(round_number)}
    asked = {
        seeds[one.number]: BYES[one.kind]
        for one in tournament.byes
        if one.round == round_number and one.number in seeds and one.number not in absent
    }
    given = {
        (one.round, seeds[one.first])
        for one in tournament.pairings
        if one.kind is PairingKind.PAIRED_BYE and one.first in seeds
    }
    return Snapshot(
        crosstable=crosstable_of(tournament, numbers=seeds),
        round=round_number,
        rounds=planned_rounds(tournament, len(seeds)),
        asked=asked,
        absent=frozenset(seeds[number] for number in absent),
        late=frozenset(seed for number, seed in seeds.items() if tournament.by_number[number].from_round > 1),
        white_first=tournament.evening.lot % 2 == 0,
        allocated=frozenset(given),
        forbidden=_forbidden(tournament, round_number, seeds),
        fixed={seeds[number]: board for number, board in tournament.evening.fixed or () if number in seeds},
        accelerated=tournament.evening.accelerated,
        lot=tournament.evening.lot,
        sent_on=frozenset(
            (one.round, seeds[one.goes_on])
            for one in tournament.pairings
            if one.goes_on is not None
            and one.goes_on in seeds
            and one.round < round_number
            and tournament.is_told_who_goes_on(one)
        ),
    )


def _forbidden(tournament: Tournament, round_number: int, seeds: Mapping[int, int]) -> tuple[ForbiddenPair, ...]:
    """Return who shall not meet, by pairing number; nobody in a round that was paired without it once."""
    if tournament.evening.all_meet_in == round_number:
        return ()
    return tuple(
        ForbiddenPair(seeds[one], seeds[other], until)
        for one, other, until in tournament.evening.forbidden or ()
        if {one, other} <= seeds.keys()
    )


def digest_of(snapshot: Snapshot) -> str:
    """Return what tells whether anything has changed that a pairing depends on; results of the round itself do not."""
    table = snapshot.crosstable
    told = {
        "rounds": snapshot.rounds,
        "entrants": sorted((one.number, one.player, one.rating) for one in table.entrants),
        "absent": sorted(snapshot.absent),
        "asked": sorted(snapshot.asked.items()),
        "games": sorted(repr(one) for one in table.games if one.round < snapshot.round),
        "unplayed": sorted(repr(one) for one in table.byes if one.round < snapshot.round),
    }
    if snapshot.sent_on:
        told["sent on"] = sorted(snapshot.sent_on)
    asked = {
        "forbidden": sorted(map(sorted, snapshot.forbidden_now)),
        "fixed": sorted(snapshot.fixed.items()),
        "accelerated": snapshot.accelerated,
    }
    # What is not asked is left out: a draft of before is as fresh as it was.
    told |= {name: value for name, value in asked.items() if value}
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def is_stale(tournament: Tournament, drafted: Round) -> bool:
    """Tell whether entries or results have changed since a round was paired."""
    seeds = seeds_for(tournament, drafted.number)
    return digest_of(snapshot_for(tournament, drafted.number, seeds)) != drafted.facts
