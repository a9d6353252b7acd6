"""The leaderboard: pages of ten, with ranks that ties share."""

from dataclasses import dataclass
from enum import StrEnum

from bot.services.context import Actor, Services
from bot.services.folding import activity_cutoff
from bot.store import clubs, players, standings
from bot.store.database import Connection
from bot.store.rows import BoardLine
from core.errors import NotFoundError
from core.lists import RatingList

PAGE_SIZE = 10


class BoardOrder(StrEnum):
    RATING = "rating"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """Which board: list, order, and whether inactive players are on it."""

    rating_list: RatingList
    order: BoardOrder = BoardOrder.RATING
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class RankedLine:
    rank: int
    line: BoardLine


@dataclass(frozen=True, slots=True)
class BoardPage:
    """One page; `page` counts from 0 and `players` is how many are on the whole board."""

    query: BoardQuery
    page: int
    pages: int
    players: int
    lines: tuple[RankedLine, ...]


async def leaderboard(
    services: Services,
    actor: Actor,
    rating_list: RatingList | None,
    order: BoardOrder = BoardOrder.RATING,
    *,
    everyone: bool = False,
    page: int = 0,
) -> BoardPage:
    """Return a page; one that does not exist becomes the nearest that does."""
    await _sweep_when_due(services, actor, rating_list)
    async with services.database.read() as connection:
        club = await clubs.find(connection, actor.club_id)
        query = BoardQuery(rating_list or club.default_list, order, everyone)
        return await _page(connection, club.id, query, page)


async def page_with_me(services: Services, actor: Actor, query: BoardQuery) -> BoardPage:
    """Return the page that the asking member is on; raise NotFoundError for one who is not on the board."""
    async with services.database.read() as connection:
        player = await players.by_user(connection, actor.club_id, actor.member.user_id)
        standing = None if player is None else await standings.find(connection, player.id, query.rating_list)
        if standing is None:
            raise NotFoundError(f"You have no {query.rating_list.label} rating here yet: start with /rating update.")
        if not standing.active and not query.everyone:
            raise NotFoundError("You have not played for a year and are listed with /leaderboard all: True.")
        locate = standings.position if query.order is BoardOrder.RATING else standings.position_by_games
        before = await locate(connection, actor.club_id, query.rating_list, standing, everyone=query.everyone)
        return await _page(connection, actor.club_id, query, before // PAGE_SIZE)


async def _page(connection: Connection, club_id: int, query: BoardQuery, page: int) -> BoardPage:
    by_rating = query.order is BoardOrder.RATING
    where = (connection, club_id, query.rating_list)
    total = await standings.count(*where, everyone=query.everyone)
    pages = max(1, -(-total // PAGE_SIZE))
    page = max(0, min(page, pages - 1))
    read = standings.page_by_rating if by_rating else standings.page_by_games
    lines = await read(*where, page * PAGE_SIZE, PAGE_SIZE, everyone=query.everyone)
    ranked: list[RankedLine] = []
    for index, line in enumerate(lines):
        value = line.shown if by_rating else line.games
        if not ranked:
            rank_of = standings.rank if by_rating else standings.rank_by_games
            rank = await rank_of(*where, value, everyone=query.everyone)
        else:
            last = ranked[-1]
            tied = value == (last.line.shown if by_rating else last.line.games)
            rank = last.rank if tied else page * PAGE_SIZE + index + 1
        ranked.append(RankedLine(rank, line))
    return BoardPage(query, page, pages, total, tuple(ranked))


async def _sweep_when_due(services: Services, actor: Actor, rating_list: RatingList | None) -> None:
    """Once a day for each board, mark who has become inactive."""
    today = services.today()
    async with services.database.read() as connection:
        club = await clubs.find(connection, actor.club_id)
        which = rating_list or club.default_list
        swept = await standings.swept_on(connection, club.id, which)
        if swept is not None and swept >= today:
            return
        if not await standings.count(connection, club.id, which, everyone=False):
            return
    async with services.database.write() as connection:
        await clubs.enter(connection, actor.club_id, services.now())
        await standings.sweep(connection, actor.club_id, which, today, activity_cutoff(today))
