"""The entrants of an event as the segments see them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.crosstable import Crosstable, Entrant, score_in
from core.errors import InputError, RuleError
from core.naspa.segments import Rounds
from core.naspa.state import HIGHEST_RATING, LOWEST_RATING, PlayerState
from core.words import counted


class Meeting(NamedTuple):
    """A game of a seat: the opponent's place among the seats, the own score where it is known."""

    round: int
    place: int
    score: float | None


@dataclass(frozen=True, slots=True)
class Seat:
    """An entrant in one segment, or in the whole event.

    rating: before it; None for a newcomer. career_games: before it.
    moved: whether the event changes this rating; those of others stay as given.
    wins: points from the games, ties a half; 0 where the event does not move the rating.
    """

    number: int
    rating: float | None
    career_games: int
    moved: bool
    meetings: tuple[Meeting, ...]
    wins: float


def seats_of(crosstable: Crosstable, states: Mapping[Any, PlayerState]) -> list[Seat]:
    """Return everybody with all their games; raise InputError where a rating or a result is missing."""
    places = {entrant.number: place for place, entrant in enumerate(crosstable.entrants)}
    played = crosstable.played()
    seats = []
    for entrant in crosstable.entrants:
        games = played[entrant.number]
        meetings = tuple(Meeting(game.round, places[game.opponent.number], game.score) for game in games)
        if not entrant.rated or not games:
            rating = _as_given(entrant, games[0].round) if games else None
            seats.append(Seat(entrant.number, rating, 0, False, meetings, 0.0))
            continue
        wins = score_in(entrant, [game.score for game in games])
        if not 0 <= wins <= len(games):
            raise InputError(
                f"Player {entrant.number}: a score lies between 0 and the {counted(len(games), 'game')} played, "
                f"not {wins:g}."
            )
        state = states[entrant.player]
        seats.append(Seat(entrant.number, state.rating, state.games, True, meetings, wins))
    return seats


def in_segment(seat: Seat, rounds: Rounds) -> Seat:
    """Return a seat with the games of a segment alone; raise RuleError where only the total score is known."""
    meetings = tuple(meeting for meeting in seat.meetings if rounds.covers(meeting.round))
    if meetings == seat.meetings:
        return seat
    wins = 0.0
    for meeting in meetings if seat.moved else ():
        if meeting.score is None:
            raise RuleError(
                f"Player {seat.number}: more than 16 rounds are rated in parts: give the result of every game."
            )
        wins += meeting.score
    return replace(seat, meetings=meetings, wins=wins)


def _as_given(entrant: Entrant, first_round: int) -> float:
    """Return the rating of an entrant whom the event does not move."""
    if entrant.rating is None:
        raise InputError(f"The opponent of round {first_round} has no rating: write a rating instead.")
    if not LOWEST_RATING <= entrant.rating <= HIGHEST_RATING:
        raise InputError(
            f"Player {entrant.number}, round {first_round}: "
            f"a rating lies between 1 and 3000, not at {entrant.rating:g}."
        )
    return entrant.rating
