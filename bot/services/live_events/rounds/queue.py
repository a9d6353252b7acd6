"""Who waits for a game in free pairing, and what they are paired from; the order of a ladder."""

from dataclasses import replace
from datetime import datetime

from bot.services.clock import day_of
from bot.services.live_events.tournament import Tournament
from bot.services.live_events.tournament_facts import crosstable_of, seeds_for
from bot.store.events.evening_round_rows import GameResult, Pairing
from bot.store.events.evening_rows import LiveEventEntrant
from core.crosstable import Crosstable, Game
from core.pairing.free import MOST_WAITING, Queue, climb
from core.tiebreaks.standings import StandingRow, standings

LADDER = "ladder"
"""The method in which whoever beats a higher one takes the place."""


def waiting(tournament: Tournament) -> list[LiveEventEntrant]:
    """Return who waits for a game, longest first."""
    ready = [one for one in tournament.entrants if one.ready_at is not None and one.until_round is None]
    return sorted(ready, key=lambda one: (_since(one), one.number))


def _since(entrant: LiveEventEntrant) -> datetime:
    assert entrant.ready_at is not None
    return entrant.ready_at


def queue_of(tournament: Tournament) -> Queue:
    """Return those who wait with the games that were paired today, by the numbers on the card.

    Of more than can be paired at once, those who have waited longest.
    """
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
    """Return the standing order from the top: by rating at first, then as games were won.

    everybody: also those who have withdrawn.
    """
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
    """Return everybody by their place on the ladder, with their points, under their numbers in the crosstable."""
    player_at = [tournament.by_number[number].player.id for number in ladder_of(tournament, everybody=True)]
    place_of = {player: place for place, player in enumerate(player_at)}
    player = {one.number: one.player for one in crosstable.entrants}
    rows = sorted(
        standings(crosstable),
        key=lambda row: (place_of.get(int(str(player[row.number] or 0)), len(place_of)), row.rank),
    )
    return tuple(replace(row, rank=place) for place, row in enumerate(rows, start=1))
