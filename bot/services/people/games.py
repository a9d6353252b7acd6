"""A player's games on one list, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.players.visible import may_see_all, visible_player
from bot.services.transaction import Read, read
from bot.store.events import played_games
from bot.store.events.played_games import PlayedGame
from bot.store.people.profiles import Profile
from bot.store.rows import Player
from core.errors import NotFoundError
from core.lists import RatingList

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Games, latest first; `page` counts from 0. tells_all: whether whoever asks may see ids and hidden opponents."""

    profile: Profile
    rating_list: RatingList
    page: int
    pages: int
    total: int
    games: Sequence[PlayedGame]
    tells_all: bool


@read()
def games_of(look: Read, player_id: int, rating_list: RatingList, page: int = 0) -> GamesPage:
    """Return a page of a player's games; one that does not exist becomes the nearest that does."""
    connection, club = look.connection, look.club
    profile = visible_player(connection, club, look.actor, Player(player_id, None, "That player"))
    total = played_games.count_of(connection, club.id, profile.id, rating_list)
    if total == 0:
        raise NotFoundError(f"{profile.name} has no {rating_list.label} games here yet: ratings were entered.")
    pages = -(-total // PAGE_SIZE)
    at = max(0, min(page, pages - 1))
    games = played_games.of_player(connection, club.id, profile.id, rating_list, PAGE_SIZE, at * PAGE_SIZE)
    return GamesPage(profile, rating_list, at, pages, total, games, may_see_all(profile, club, look.actor))
