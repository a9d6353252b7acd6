"""The leaderboard: pages of ten, with ranks that ties share."""

from dataclasses import dataclass
from enum import StrEnum

from bot.services.context import Actor, Services
from bot.services.fold.replay import activity_cutoff
from bot.services.transaction import ClubWrite, write_for_club
from bot.services.upkeep.due_matches import pool_up_to_date
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.events import unconfirmed
from bot.store.people import players
from bot.store.rows import BoardLine, Club
from core.club_rules import ClubRules
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
    """A line with its rank. rests_on_reports: whether the rating rests on reports that nobody has confirmed."""

    rank: int
    line: BoardLine
    rests_on_reports: bool = False


@dataclass(frozen=True, slots=True)
class BoardPage:
    """One page; `page` counts from 0 and `players` is how many are on the whole board."""

    query: BoardQuery
    page: int
    pages: int
    players: int
    lines: tuple[RankedLine, ...]
    house_rules: ClubRules


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
    await pool_up_to_date(services, actor.club_id, rating_list)

    def work(connection: Connection) -> BoardPage | None:
        club = clubs.find(connection, actor.club_id)
        query = BoardQuery(rating_list or club.default_list, order, everyone)
        swept = standings.swept_on(connection, club.id, query.rating_list)
        is_due = swept is None or swept < services.today(club)
        if is_due and standings.count(connection, club.id, query.rating_list, everyone=False):
            return None
        return _page(connection, club, query, page)

    found = await services.database.read(work, club=actor.club_id)
    if found is None:
        await _sweep(services, actor, rating_list)
        found = await services.database.read(work, club=actor.club_id)
    assert found is not None
    return found


async def page_with_me(services: Services, actor: Actor, query: BoardQuery) -> BoardPage:
    """Return the page that the asking member is on; raise NotFoundError for one who is not on the board."""

    def work(connection: Connection) -> BoardPage:
        player = players.by_user(connection, actor.club_id, actor.member.user_id)
        standing = None if player is None else standings.find(connection, actor.club_id, query.rating_list, player.id)
        if standing is None:
            raise NotFoundError(f"You have no {query.rating_list.label} rating here yet: start with /rating update.")
        if not standing.active and not query.everyone:
            raise NotFoundError("You have not played for a year and are listed with /leaderboard all: True.")
        locate = standings.position if query.order is BoardOrder.RATING else standings.position_by_games
        before = locate(connection, actor.club_id, query.rating_list, standing, everyone=query.everyone)
        club = clubs.find(connection, actor.club_id)
        return _page(connection, club, query, before // PAGE_SIZE)

    return await services.database.read(work, club=actor.club_id)


def _page(connection: Connection, club: Club, query: BoardQuery, page: int) -> BoardPage:
    by_rating = query.order is BoardOrder.RATING
    where = (connection, club.id, query.rating_list)
    total = standings.count(*where, everyone=query.everyone)
    pages = max(1, -(-total // PAGE_SIZE))
    page = max(0, min(page, pages - 1))
    read = standings.page_by_rating if by_rating else standings.page_by_games
    lines = read(*where, page * PAGE_SIZE, PAGE_SIZE, everyone=query.everyone)
    reports = unconfirmed.resting_on_reports(*where, [line.player.id for line in lines])
    ranked: list[RankedLine] = []
    for index, line in enumerate(lines):
        value = line.displayed if by_rating else line.games
        if not ranked:
            rank_of = standings.rank if by_rating else standings.rank_by_games
            rank = rank_of(*where, value, everyone=query.everyone)
        else:
            last = ranked[-1]
            tied = value == (last.line.displayed if by_rating else last.line.games)
            rank = last.rank if tied else page * PAGE_SIZE + index + 1
        ranked.append(RankedLine(rank, line, line.player.id in reports))
    shown = tuple(one for one in ranked if not one.line.hidden)
    return BoardPage(query, page, pages, total, shown, club.house_rules)


async def _sweep(services: Services, actor: Actor, rating_list: RatingList | None) -> None:
    """Mark who has become inactive; due once a day for each board."""

    def work(write: ClubWrite) -> None:
        which = rating_list or write.club.default_list
        standings.mark_inactive(write.connection, write.club.id, which, write.today, activity_cutoff(write.today))

    await write_for_club(services, actor.club_id, work)
