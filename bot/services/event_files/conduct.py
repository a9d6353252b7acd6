"""How an evening was paired and ranked, as a file tells it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from bot.services.clock import day_of
from bot.services.live_events.ranked.live_standings import rank_in
from bot.services.live_events.tournament import Tournament
from bot.services.live_events.tournament_facts import BYE_SPREAD, snapshot_for
from bot.store.events.evening_round_rows import Round, RoundStatus
from core.crosstable import Crosstable, GameType
from core.event_file import Conduct
from core.tiebreaks.registry import Family, chosen

_SYSTEMS = {"swiss": "FIDE_DUTCH", "round-robin": "FIDE_ROUNDROBIN"}
"""FIDE's code of a method. Of all the codes, only those that two programs accept."""


def rounds_over(tournament: Tournament) -> Sequence[Round]:
    return [one for one in tournament.rounds if one.status is RoundStatus.CLOSED]


def days_of(tournament: Tournament) -> tuple[date | None, ...]:
    """Return the day of each round that is over, where the club is."""
    club = tournament.club
    return tuple(
        None if one.published_at is None else day_of(club, one.published_at) for one in rounds_over(tournament)
    )


def conduct_of(tournament: Tournament, table: Crosstable, numbers: Mapping[int, int], arbiter: str) -> Conduct:
    """Return how the rounds that are over were paired and ranked.

    table: their facts, by its own numbers. numbers: its numbers by those on the card; everybody who was paired has one.
    """
    from core.pairing.as_file import conduct_before

    over = rounds_over(tournament)
    snapshot = snapshot_for(tournament, len(over) + 1, numbers)
    rows, order = rank_in(tournament, table)
    system = _SYSTEMS.get(tournament.method.key)
    if system == "FIDE_DUTCH" and snapshot.accelerated:
        system = "FIDE_DUTCH_BAKU"
    words = [] if system else [tournament.method.label]
    if any(chosen(code).tie_break.family is not Family.FIDE for code in order):
        # Record 202 has FIDE's codes alone.
        words, order = [*words, f"tie-breaks {', '.join(order)}"], ()
    played = {one.number for one in over}
    return replace(
        conduct_before(snapshot),
        arbiters=(arbiter,) if arbiter else (),
        days=days_of(tournament),
        system=system,
        method=", ".join(words) or None,
        tie_breaks=tuple(order),
        ranks={row.number: row.rank for row in rows},
        boards={
            (one.round, numbers[number]): one.board
            for one in tournament.pairings
            if one.round in played and one.is_game
            for number in one.numbers
        },
        bye_spread=BYE_SPREAD if tournament.game is GameType.SCRABBLE else None,
    )
