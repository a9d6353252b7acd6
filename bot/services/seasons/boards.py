"""A season's board with all its figures, page by page, and the list of a club's seasons."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.context import Actor, Services
from bot.services.qursh.history import history_of
from bot.services.season_figures import Figures, Placed, SeasonOrder, figures_of, placed
from bot.services.transaction import Read, read
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import stretches
from bot.store.events import seasons
from bot.store.events.seasons import Season
from bot.store.people import players, profiles
from bot.store.rows import Club, FactPosition, Player
from core.crosstable import GameType
from core.errors import NotFoundError
from core.lists import RatingList
from core.qursh.quantile import quantile
from core.qursh.rounding import mean_hundredths
from core.systems import SYSTEMS

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A line of a board, with whom it is about."""

    player: Player
    placed: Placed


@dataclass(frozen=True, slots=True)
class SeasonBoard:
    """A page of a season's board; `page` counts from 0, and `players` is how many are on the whole board.

    orders: by what it can be ordered. winners: who is first of a season that has ended, on any page.
    mine: the line of whoever looks, on any page; None for somebody who is not on it.
    """

    season: Season
    order: SeasonOrder
    page: int
    pages: int
    players: int
    lines: tuple[SeasonLine, ...]
    orders: tuple[SeasonOrder, ...]
    winners: tuple[Player, ...] = ()
    mine: SeasonLine | None = None


@dataclass(frozen=True, slots=True)
class ListedSeason:
    """A season in the list of a club's; winners: who stands first in the board that is kept of it."""

    season: Season
    winners: tuple[Player, ...]


async def season_board(
    services: Services, actor: Actor, season_id: int | None, order: SeasonOrder = SeasonOrder.RATING, page: int = 0
) -> SeasonBoard:
    """Return a page of a season's board, by default the one that runs; a page that is not there is the nearest."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> SeasonBoard:
        club = clubs.find(connection, actor.club_id)
        season = chosen(connection, club, season_id)
        return _page(
            season, order, _lines(connection, club, season, order), page, actor, _first(connection, club, season)
        )

    return await services.database.read(work, club=actor.club_id)


@read()
def season_board_with(look: Read, season_id: int, order: SeasonOrder, player: Player | None = None) -> SeasonBoard:
    """Return the page that a player is on, by default whoever asks; raise NotFoundError where there is none."""
    connection, club = look.connection, look.club
    season = chosen(connection, club, season_id)
    lines = _lines(connection, club, season, order)
    mine = player or players.by_user(connection, club.id, look.actor.member.user_id)
    at = [index for index, line in enumerate(lines) if mine is not None and line.player.id == mine.id]
    if not at:
        who = "You have" if player is None else f"{player.name} has"
        raise NotFoundError(f"{who} no game in {season.name}: /rating update brings the first.")
    return _page(season, order, lines, at[0] // PAGE_SIZE, look.actor, _first(connection, club, season))


async def ended_board(services: Services, club_id: int, season_id: int) -> tuple[int | None, SeasonBoard]:
    """Return the club's channel for news, if seasons are told there, and the first page of a season's board."""

    def work(connection: Connection) -> tuple[int | None, SeasonBoard]:
        club = clubs.find(connection, club_id)
        season = chosen(connection, club, season_id)
        lines = _lines(connection, club, season, SeasonOrder.RATING)
        board = _page(season, SeasonOrder.RATING, lines, 0, None, _first(connection, club, season))
        return seasons.news_channel(connection, club_id), board

    return await services.database.read(work, club=club_id)


async def running_season(services: Services, actor: Actor, rating_list: RatingList) -> Season:
    """Return the season of a list that runs; raise NotFoundError without one."""
    found = await services.database.read(
        lambda connection: seasons.running(connection, actor.club_id, rating_list), club=actor.club_id
    )
    if found is None:
        raise NotFoundError(f"No season of {rating_list.label} runs: /season list has those that have ended.")
    return found


def _page(
    season: Season,
    order: SeasonOrder,
    lines: Sequence[SeasonLine],
    page: int,
    actor: Actor | None,
    winners: tuple[Player, ...],
) -> SeasonBoard:
    """Return a page of a board; actor: who looks, None for a board that is everybody's."""
    orders = orders_of(season)
    if order not in orders:
        raise NotFoundError(f"{season.rating_list.label} has no QURSH: choose another order.")
    pages = max(1, -(-len(lines) // PAGE_SIZE))
    shown = max(0, min(page, pages - 1))
    part = tuple(lines[shown * PAGE_SIZE : (shown + 1) * PAGE_SIZE])
    mine = (line for line in lines if actor is not None and line.player.user_id == actor.member.user_id)
    return SeasonBoard(season, order, shown, pages, len(lines), part, orders, winners, next(mine, None))


@read()
def club_seasons(look: Read) -> list[ListedSeason]:
    """Return a club's seasons, latest first."""
    connection, club = look.connection, look.club
    found = seasons.of_club(connection, look.club.id)
    return [ListedSeason(one, _first(connection, club, one)) for one in found]


def chosen(connection: Connection, club: Club, season_id: int | None) -> Season:
    """Return a season of a club: the named one, or the one that runs, the usual list's first; else the latest."""
    if season_id is not None:
        found = seasons.find(connection, club.id, season_id)
        if found is None:
            raise NotFoundError("There is no such season in this club: choose one that is offered as you type.")
        return found
    every = seasons.of_club(connection, club.id)
    if not every:
        raise NotFoundError("This club has had no season yet: a director begins one with /season start.")
    return min(every, key=lambda one: (one.ended_at is not None, one.rating_list is not club.default_list))


def orders_of(season: Season) -> tuple[SeasonOrder, ...]:
    """Return by what a season's board can be ordered."""
    is_scrabble = SYSTEMS[season.rating_list].board is GameType.SCRABBLE
    return tuple(order for order in SeasonOrder if is_scrabble or order is not SeasonOrder.QURSH)


def whole_board(connection: Connection, club: Club, season: Season, order: SeasonOrder) -> list[Placed]:
    """Return a season's board, with QURSH where its list has it."""
    found = figures_of(connection, club, season.rating_list, season.starts, season.last)
    if SeasonOrder.QURSH in orders_of(season):
        found = with_qursh(connection, club, season.rating_list, season.starts, season.last, found)
    return placed(found, order, season.minimum)


def _lines(connection: Connection, club: Club, season: Season, order: SeasonOrder) -> list[SeasonLine]:
    """Return the lines that are shown: whoever is hidden keeps their place, and has no line."""
    board = whole_board(connection, club, season, order)
    people = _shown(connection, club, [line.figures.player_id for line in board])
    return [SeasonLine(people[key], line) for line in board if (key := line.figures.player_id) in people]


def _first(connection: Connection, club: Club, season: Season) -> tuple[Player, ...]:
    """Return who stands first in the board that is kept, of those who are shown."""
    ids = [player_id for player_id, line in seasons.kept_board(connection, season.id) if line.get("rank") == 1]
    people = _shown(connection, club, ids)
    return tuple(people[player_id] for player_id in dict.fromkeys(ids) if player_id in people)


def _shown(connection: Connection, club: Club, ids: Sequence[int]) -> dict[int, Player]:
    known = profiles.of(connection, club.id, ids)
    people = players.by_ids(connection, club.id, ids)
    return {key: player for key, player in people.items() if key in known and not known[key].hidden}


def with_qursh(
    connection: Connection,
    club: Club,
    rating_list: RatingList,
    starts: date,
    last: date | None,
    found: Sequence[Figures],
) -> list[Figures]:
    """Return the figures of a stretch with the mean percent of each player's scored games."""
    begins = FactPosition(starts, 0)
    history = history_of(connection, club.id, begins)
    played = stretches.games(connection, club.id, rating_list, begins, last)
    ids = [one.player_id for one in found]
    moves = stretches.moves(connection, rating_list, ids, begins, last)
    before = {(moved.event_id, moved.player_id): moved.before for moved in moves}
    tenths: dict[int, list[int]] = defaultdict(list)
    for game in played:
        sides = (game.first, game.second)
        ratings = [
            side.given if side.given is not None else before.get((game.event_id, side.player_id or 0)) for side in sides
        ]
        first, second = ratings
        if game.points is None or not first or not second:
            continue
        place = quantile(history, first, second, *game.points)
        for side, score in zip(sides, (place.first_tenths, place.second_tenths), strict=True):
            if side.player_id is not None:
                tenths[side.player_id].append(score)
    return [
        replace(one, qursh=mean_hundredths(sum(scored), len(scored))) if (scored := tenths[one.player_id]) else one
        for one in found
    ]
