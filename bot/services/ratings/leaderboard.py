"""The leaderboard: pages in several orders, with shared ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation.replay import activity_cutoff
from bot.services.framework.transaction import ClubWrite, Read, club_job, read
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.store.database.club_choices import Leaving
from bot.store.database.rows import BoardLine, Club, Player, Standing
from bot.store.database.transactions import Connection
from bot.store.events import unconfirmed
from bot.store.messages import live_boards
from bot.store.people import players
from bot.store.ratings import seasons, standings
from bot.store.ratings.standings import Gains, Peaks, Shown
from core.errors import NotFoundError, NothingYetError
from core.lists import RatingList
from core.rating.club_rules import ClubRules, Provisional
from core.rating.systems import system_of

PAGE_SIZE = 10

LEAVERS_SHOWN = timedelta(days=30)

PEAK_DAYS = 92


class BoardOrder(StrEnum):
    """The order of a leaderboard."""

    RATING = "rating"
    GAIN = "gain"
    GAMES = "games"
    PEAK = "peak"


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """A leaderboard: list, order, inactive players.

    sure: rank only by sure superiority (Oracle). on: a past day, or None.
    """

    rating_list: RatingList
    order: BoardOrder = BoardOrder.RATING
    everyone: bool = False
    sure: bool = False
    on: date | None = None


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A line. rank: None below the line of provisional players. rests_on_reports: whether the rating is unconfirmed.

    figure: the value of the order, if not the rating.
    """

    rank: int | None
    line: BoardLine
    rests_on_reports: bool = False
    figure: int | date | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The viewer's place. behind: points to rank `above`; None at the top."""

    rank: int
    behind: int | None = None
    above: int | None = None


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page; `page` counts from 0, `players` is the total.

    today: the club's day. place: the viewer's, or None. season: the running one. is_empty: whether nobody is on the
    list.
    """

    query: BoardQuery
    page: int
    pages: int
    players: int
    lines: tuple[RankedLine, ...]
    house_rules: ClubRules
    today: date
    place: Place | None = None
    season: int | None = None
    is_empty: bool = False


async def leaderboard(
    services: Services,
    actor: Actor,
    rating_list: RatingList | None,
    order: BoardOrder = BoardOrder.RATING,
    *,
    everyone: bool = False,
    page: int = 0,
    size: int = PAGE_SIZE,
) -> BoardPage:
    await bring_up_to_date(services, actor.club_id)

    found = await _page(services, actor, rating_list, order, everyone, page, size)
    if isinstance(found, BoardPage):
        return found
    await _sweep(services, actor.club_id, found)
    # The day may have changed: use the day of the question.
    swept = await _page(services, actor, found.rating_list, order, everyone, page, size, found.today)
    assert isinstance(swept, BoardPage)
    return swept


class _Due(NamedTuple):
    rating_list: RatingList
    today: date


@read()
def _page(
    look: Read,
    rating_list: RatingList | None,
    order: BoardOrder,
    everyone: bool,
    page: int,
    size: int,
    swept_for: date | None = None,
) -> BoardPage | _Due:
    connection, club, today = look.connection, look.club, swept_for or look.today
    query = BoardQuery(rating_list or club.default_list, order, everyone)
    is_due = swept_for is None and standings.swept_on(connection, club.id, query.rating_list) != today
    if is_due and standings.count(connection, club.id, query.rating_list, standings.EVERYONE):
        return _Due(query.rating_list, today)
    return Board(connection, club, query, today, look.now, size).page(page, look.actor.member.user_id)


@read()
def page_with(look: Read, query: BoardQuery, player: Player | None = None) -> BoardPage:
    """Return the page with a player (default: the actor); raise NotFoundError."""
    connection, club = look.connection, look.club
    board = Board(connection, club, query, look.today, look.now)
    own = players.by_user(connection, club.id, look.actor.member.user_id)
    one = player or own
    you = one is not None and own is not None and one.id == own.id
    at = None if one is None else board.standing(one.id)
    if at is None and (one is None or you):
        begin = system_of(query.rating_list).reported_with
        raise NothingYetError(f"You have no {query.rating_list.label} rating here yet. Start with {begin}.")
    if one is None or at is None or (not you and board.is_hidden(one.id)):
        raise NotFoundError(f"{one.name if one else 'Nobody'} has no {query.rating_list.label} rating here.")
    if not at.active and not query.everyone:
        if you:
            raise NotFoundError("You have not played for a year. Press Show inactive first.")
        raise NotFoundError(f"{one.name} has not played for a year. Press Show inactive first.")
    before = board.before(at)
    if before is None:
        if you and at.provisional and club.house_rules.provisional_on(query.rating_list) is Provisional.HIDDEN:
            raise NotFoundError("This leaderboard shows no provisional players. See your rating with /rating show.")
        if you:
            raise NotFoundError("You are not on this leaderboard. Choose the order Rating.")
        raise NotFoundError(f"{one.name} is not on this leaderboard. Choose the order Rating.")
    return board.page(before // PAGE_SIZE, look.actor.member.user_id)


@dataclass(frozen=True, slots=True)
class Board:
    """A club's leaderboard within one transaction."""

    connection: Connection
    club: Club
    query: BoardQuery
    today: date
    now: datetime
    size: int = PAGE_SIZE

    def standing(self, player_id: int) -> Standing | None:
        return standings.find(self.connection, self.club.id, self.query.rating_list, player_id)

    def is_hidden(self, player_id: int) -> bool:
        found = standings.lines_of(self.connection, self.club.id, self.query.rating_list, [player_id])
        return any(line.hidden for line in found.values())

    def page(self, at: int, viewer: int | None = None) -> BoardPage:
        """Return a page. viewer: a Discord user whose place is added."""
        total = self._count()
        pages = max(1, -(-total // self.size))
        at = max(0, min(at, pages - 1))
        shown = self._shown(at * self.size)
        place = None if viewer is None else self._place(viewer)
        season = seasons.running(self.connection, self.club.id, self.query.rating_list)
        running = None if season is None else season.id
        is_empty = not total and not standings.count(
            self.connection, self.club.id, self.query.rating_list, standings.EVERYONE
        )
        return BoardPage(
            query=self.query,
            page=at,
            pages=pages,
            players=total,
            lines=shown,
            house_rules=self.club.house_rules,
            today=self.today,
            place=place,
            season=running,
            is_empty=is_empty,
        )

    def around(self, player_id: int) -> tuple[RankedLine, ...]:
        at = self.standing(player_id)
        before = None if at is None or not at.active else self.before(at)
        return () if before is None else self._shown(max(0, before - self.size // 2))

    def _shown(self, offset: int) -> tuple[RankedLine, ...]:
        lines = self._lines(offset)
        reports = unconfirmed.resting_on_reports(
            self.connection, self.club.id, self.query.rating_list, [one.line.player.id for one in lines]
        )
        away = self.away([one.line.player.id for one in lines])
        return tuple(
            RankedLine(one.rank, one.line, one.line.player.id in reports, one.figure, one.rating)
            for one in lines
            if not one.line.hidden and one.line.player.id not in away
        )

    def away(self, ids: Sequence[int]) -> frozenset[int]:
        """Return which players left so long ago that the club hides them."""
        until = {Leaving.AT_ONCE: self.now, Leaving.MONTH: self.now - LEAVERS_SHOWN}.get(self.club.gone)
        if until is None or self.query.everyone:
            return frozenset()
        return live_boards.departed_before(self.connection, ids, until)

    def before(self, at: Standing) -> int | None:
        where = (self.connection, self.club.id, self.query.rating_list, at)
        if self._who.established and at.provisional:
            return None
        if self.query.order is BoardOrder.RATING:
            return standings.position(*where, self._who)
        if self.query.order is BoardOrder.GAMES:
            return standings.position_by_games(*where, self._who)
        found = standings.place_in_order(self.connection, self.club.id, self._figures(), at.player_id)
        return None if found is None else found.before

    def _figures(self) -> Gains | Peaks:
        if self.query.order is BoardOrder.PEAK:
            return Peaks(self.query.rating_list, self.today - timedelta(days=PEAK_DAYS), self._who.established)
        return Gains(self.query.rating_list, self.today.replace(day=1), self._who.established)

    @property
    def _who(self) -> Shown:
        return standings.shown(self.club, self.query.rating_list, everyone=self.query.everyone)

    @property
    def _ranked(self) -> Shown:
        return standings.ranked(self.connection, self.club, self.query.rating_list, everyone=self.query.everyone)

    def _is_counted(self) -> bool:
        return self.query.order in (BoardOrder.RATING, BoardOrder.GAMES)

    def _count(self) -> int:
        if self._is_counted():
            return standings.count(self.connection, self.club.id, self.query.rating_list, self._who)
        return standings.count_in_order(self.connection, self.club.id, self._figures())

    def _lines(self, offset: int) -> Sequence[RankedLine]:
        if self._is_counted():
            return self._counted_lines(offset)
        found = standings.page_in_order(self.connection, self.club.id, self._figures(), offset, self.size)
        ids = [one.player_id for one in found]
        known = standings.lines_of(self.connection, self.club.id, self.query.rating_list, ids)
        return [RankedLine(one.rank, known[one.player_id], figure=one.figure, rating=one.rating) for one in found]

    def _counted_lines(self, offset: int) -> Sequence[RankedLine]:
        by_rating = self.query.order is BoardOrder.RATING
        where = (self.connection, self.club.id, self.query.rating_list)
        read = standings.page_by_rating if by_rating else standings.page_by_games
        ranked: list[RankedLine] = []
        who = self._ranked if by_rating else self._who
        for index, line in enumerate(read(*where, offset, self.size, self._who)):
            value = line.displayed if by_rating else line.games
            rank: int | None
            if who.established and line.provisional:
                rank = None
            elif not ranked:
                rank_of = standings.rank if by_rating else standings.rank_by_games
                rank = rank_of(*where, value, who)
            else:
                last = ranked[-1]
                tied = value == (last.line.displayed if by_rating else last.line.games)
                rank = last.rank if tied else offset + index + 1
            ranked.append(RankedLine(rank, line, figure=None if by_rating else value, rating=line.displayed))
        return ranked

    def _place(self, viewer: int) -> Place | None:
        if self.query.order is not BoardOrder.RATING:
            return None
        player = players.by_user(self.connection, self.club.id, viewer)
        at = None if player is None else self.standing(player.id)
        where, ranked = (self.connection, self.club.id, self.query.rating_list), self._ranked
        if at is None or not ranked.has(at):
            return None
        rank = standings.rank(*where, at.displayed, ranked)
        above = standings.next_above(*where, at.displayed, ranked)
        if above is None:
            return Place(rank)
        return Place(rank, above - at.displayed, standings.rank(*where, above, ranked))


@club_job
def _sweep(write: ClubWrite, due: _Due) -> None:
    cutoff = activity_cutoff(due.today)
    standings.mark_inactive(write.connection, write.club.id, due.rating_list, due.today, cutoff)
