"""Wins over somebody much higher, among players of the club whose ratings are established."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.fold.states import state_before
from bot.store.alive.event_moves import EventMove
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.rows import Event
from core.crosstable import Crosstable
from core.lists import RatingList
from core.outcome import DisplayedRating
from core.systems import SYSTEMS

LEAST_UPSET = 150
"""Points between the ratings before the game."""


@dataclass(frozen=True, slots=True)
class Win:
    """A win of one player of the club over another, by the ratings before the event."""

    winner: int
    rating: float
    loser: int
    loser_rating: float

    @property
    def by(self) -> float:
        return self.loser_rating - self.rating


def great_wins(
    connection: Connection, club_id: int, event: Event, crosstable: Crosstable, moves: Sequence[EventMove]
) -> list[Win]:
    """Return the wins over somebody higher by an upset at least, both established, the greatest first."""
    rating_list = moves[0].rating_list
    before = {move.player_id: move.before for move in moves}
    seats = {one.number: one for one in crosstable.entrants}

    def rating_of(number: int) -> tuple[int | None, float | None]:
        one = seats[number]
        player_id = one.player if isinstance(one.player, int) else None
        return player_id, before.get(player_id, one.rating_on(rating_list)) if player_id is not None else None

    wins = []
    for game in crosstable.games:
        if game.score not in (0, 1) or not game.rated:
            continue
        winner, loser = (game.first, game.second) if game.score == 1 else (game.second, game.first)
        (winner_id, rating), (loser_id, loser_rating) = rating_of(winner), rating_of(loser)
        if winner_id is None or loser_id is None or rating is None or loser_rating is None:
            continue
        if loser_rating - rating >= LEAST_UPSET:
            wins.append(Win(winner_id, rating, loser_id, loser_rating))
    wins.sort(key=lambda win: -win.by)
    established = {
        player_id: _is_established(connection, club_id, event, rating_list, player_id)
        for player_id in {win.winner for win in wins} | {win.loser for win in wins}
    }
    return [win for win in wins if established[win.winner] and established[win.loser]]


def _is_established(
    connection: Connection, club_id: int, event: Event, rating_list: RatingList, player_id: int
) -> bool:
    system = SYSTEMS[rating_list]
    standing = standings.find(connection, club_id, rating_list, player_id)
    data = state_before(connection, rating_list, player_id, standing, event.place)
    rank: DisplayedRating | None = None if data is None else system.rank(system.load(data))
    return rank is not None and not rank.provisional
