"""Seasons of a list: begin, end and show."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.framework.actions import list_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import JOBS, Job, in_each_club
from bot.services.framework.recalculation.lists import ListChange
from bot.services.framework.season_figures import Figures, Placed, SeasonOrder, figures_of, placed
from bot.services.framework.transaction import ClubWrite, Read, Write, read, read_for, use_case, write_for_club
from bot.services.framework.whole_clubs import bring_up_to_date, count_due
from bot.services.ratings.qursh import history_of
from bot.store.club import clubs
from bot.store.club.audit_log import Subject
from bot.store.database.rows import Club, FactKind, FactPosition, FactRef, ListFact, ListFactKind, Player
from bot.store.database.transactions import Connection
from bot.store.events import list_facts
from bot.store.messages import outbox
from bot.store.people import players, profiles
from bot.store.ratings import periods, seasons
from bot.store.ratings.seasons import Season, SeasonRatings, overlapping
from core.errors import InputError, NotFoundError, RuleError
from core.event.crosstable import GameType
from core.lists import RatingList
from core.rating.qursh.ranking import mean_hundredths, quantile
from core.rating.rating_system import SeasonalSystem
from core.rating.systems import system_of

# Season boards and the list of seasons.


PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A board line with its player."""

    player: Player
    placed: Placed


@dataclass(frozen=True, slots=True)
class SeasonBoard:
    """A page of a season's board; `page` counts from 0, `players` is the total.

    orders: available ones. winners: of an ended season. mine: the viewer's line or None.
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
    """A season in the club's list; winners: of its stored board."""

    season: Season
    winners: tuple[Player, ...]


async def season_board(
    services: Services, actor: Actor, season_id: int | None, order: SeasonOrder = SeasonOrder.RATING, page: int = 0
) -> SeasonBoard:
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> SeasonBoard:
        club = clubs.find(connection, actor.club_id)
        season = chosen(connection, club, season_id)
        return _page(
            season, order, _lines(connection, club, season, order), page, actor, _first(connection, club, season)
        )

    return await read_for(services, actor, work)


@read()
def season_board_with(look: Read, season_id: int, order: SeasonOrder, player: Player | None = None) -> SeasonBoard:
    """Return the page with a player (default: the actor); raise NotFoundError otherwise."""
    connection, club = look.connection, look.club
    season = chosen(connection, club, season_id)
    lines = _lines(connection, club, season, order)
    mine = player or players.by_user(connection, club.id, look.actor.member.user_id)
    at = [index for index, line in enumerate(lines) if mine is not None and line.player.id == mine.id]
    if not at:
        begin = system_of(season.rating_list).reported_with
        if player is None:
            raise NotFoundError(f"You have no game in {season.name}. Report the first with {begin}.")
        raise NotFoundError(f"{player.name} has no game in {season.name}. Report the first with {begin}.")
    return _page(season, order, lines, at[0] // PAGE_SIZE, look.actor, _first(connection, club, season))


async def ended_board(services: Services, club_id: int, season_id: int) -> tuple[int | None, SeasonBoard]:
    """Return the news channel, if used for seasons, and a board's first page."""

    def work(connection: Connection) -> tuple[int | None, SeasonBoard]:
        club = clubs.find(connection, club_id)
        season = chosen(connection, club, season_id)
        lines = _lines(connection, club, season, SeasonOrder.RATING)
        board = _page(season, SeasonOrder.RATING, lines, 0, None, _first(connection, club, season))
        return seasons.news_channel(connection, club_id), board

    return await services.database.read(work, club=club_id)


def _page(
    season: Season,
    order: SeasonOrder,
    lines: Sequence[SeasonLine],
    page: int,
    actor: Actor | None,
    winners: tuple[Player, ...],
) -> SeasonBoard:
    orders = orders_of(season)
    if order not in orders:
        raise NotFoundError(f"{season.rating_list.label} has no QURSH. Choose another order.")
    pages = max(1, -(-len(lines) // PAGE_SIZE))
    shown = max(0, min(page, pages - 1))
    part = tuple(lines[shown * PAGE_SIZE : (shown + 1) * PAGE_SIZE])
    mine = (line for line in lines if actor is not None and line.player.user_id == actor.member.user_id)
    return SeasonBoard(season, order, shown, pages, len(lines), part, orders, winners, next(mine, None))


@read()
def club_seasons(look: Read) -> list[ListedSeason]:
    connection, club = look.connection, look.club
    found = seasons.of_club(connection, look.club.id)
    return [ListedSeason(one, _first(connection, club, one)) for one in found]


def chosen(connection: Connection, club: Club, season_id: int | None) -> Season:
    """Return the named season, else the running one (default list first), else the latest."""
    if season_id is not None:
        found = seasons.find(connection, club.id, season_id)
        if found is None:
            raise NotFoundError("There is no such season in this club. Pick one from the list.")
        return found
    every = seasons.of_club(connection, club.id)
    if not every:
        raise NotFoundError("This club has had no season yet. A director starts one.")
    return min(every, key=lambda one: (one.ended_at is not None, one.rating_list is not club.default_list))


def orders_of(season: Season) -> tuple[SeasonOrder, ...]:
    is_scrabble = system_of(season.rating_list).board is GameType.SCRABBLE
    return tuple(order for order in SeasonOrder if is_scrabble or order is not SeasonOrder.QURSH)


def whole_board(connection: Connection, club: Club, season: Season, order: SeasonOrder) -> list[Placed]:
    found = figures_of(connection, club, season.rating_list, season.starts, season.last)
    if SeasonOrder.QURSH in orders_of(season):
        found = with_qursh(connection, club, season.rating_list, season.starts, season.last, found)
    return placed(found, order, season.minimum)


def _lines(connection: Connection, club: Club, season: Season, order: SeasonOrder) -> list[SeasonLine]:
    board = whole_board(connection, club, season, order)
    people = _shown(connection, club, [line.figures.player_id for line in board])
    return [SeasonLine(people[key], line) for line in board if (key := line.figures.player_id) in people]


def _first(connection: Connection, club: Club, season: Season) -> tuple[Player, ...]:
    ids = [player_id for player_id, line in seasons.stored_board(connection, season.id) if line.get("rank") == 1]
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
    begins = FactPosition(starts, 0)
    history = history_of(connection, club.id, begins)
    played = periods.games(connection, club.id, rating_list, begins, last)
    ids = [one.player_id for one in found]
    moves = periods.moves(connection, rating_list, ids, begins, last)
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


# End a season, by a director or after its last day.


POSTED = "season"


@use_case(list_action("end-season", "ended the season", Subject.SEASON), director_to="end a season")
def end_season(write: Write, name: str | None = None, rating_list: RatingList | None = None) -> Season:
    count_due(write)
    season = _running(write, name, rating_list)
    ended = close(write, season, write.today if season.ends is None else min(season.ends, write.today))
    write.note(season.id)
    return ended


@use_case(list_action("reopen-season", "reopened the season", Subject.SEASON), director_to="reopen a season")
def reopen_season(write: Write, season_id: int) -> Season:
    season = chosen(write.connection, write.club, season_id)
    if season.ended_at is None:
        raise RuleError(f"{season.name} is still running, so there is nothing to reopen.")
    ends = season.ends if season.ends is not None and season.ends >= write.today else None
    others = [one for one in seasons.of_club(write.connection, write.club.id, season.rating_list) if one != season]
    clash = overlapping(others, season.starts, ends)
    if clash is not None:
        raise RuleError(
            f"{clash.name} began on {clash.starts.isoformat()}, and a list has one season at a time. Undo "
            "that season first."
        )
    seasons.drop_board(write.connection, season.id)
    seasons.change(write.connection, season.id, ends=ends, ended_on=None, ended_at=None, corrected=None)
    report = chosen(write.connection, write.club, season.id)
    write.note(season.id)
    return report


def _running(write: Write, name: str | None, rating_list: RatingList | None) -> Season:
    run = [one for one in seasons.of_club(write.connection, write.club.id, rating_list) if one.ended_at is None]
    if name is not None:
        run = [one for one in run if one.name.casefold() == name.casefold()]
    if not run:
        season_text = "season" if name is None else f'season called "{name}"'
        raise NotFoundError(f"No {season_text} is running here. See the club's seasons with /season, or start one.")
    if len(run) > 1:
        names = ", ".join(f"{one.name} of {one.rating_list.label}" for one in run[:3])
        raise InputError(f"{len(run)} seasons are running ({names}). Add the name or the list.")
    return run[0]


def close(write: ClubWrite, season: Season, last: date) -> Season:
    seasons.change(write.connection, season.id, ended_on=last, ended_at=write.now, corrected=None)
    ended = chosen(write.connection, write.club, season.id)
    board = whole_board(write.connection, write.club, ended, SeasonOrder.RATING)
    lines = [(line.figures.player_id, line.figures.to_json(line.rank)) for line in board]
    seasons.keep_board(write.connection, season.id, lines)
    return ended


async def end_due_seasons(services: Services) -> int:
    # No time zone is more than a day ahead.
    latest = date.fromordinal(services.now().date().toordinal() + 1)
    due = await services.database.read(lambda connection: seasons.due(connection, latest), club=None)

    async def end_in(club_id: int) -> None:
        await write_for_club(services, club_id, _end_due)

    return await in_each_club("ending seasons", dict.fromkeys(club_id for club_id, _ in due), end_in)


JOBS.add("seasons", Job(end_due_seasons))


def _end_due(write: ClubWrite) -> None:
    count_due(write)
    for _, season_id in seasons.due(write.connection, write.today, write.club.id):
        season = chosen(write.connection, write.club, season_id)
        assert season.ends is not None
        close(write, season, season.ends)
        if seasons.news_channel(write.connection, write.club.id) is not None:
            outbox.put(write.connection, write.club.id, POSTED, str(season_id), write.now)


# Begin a season of a list.


MINIMUM = 6

FACTORS = {SeasonRatings.TOWARD_MIDDLE: 0.5, SeasonRatings.AFRESH: 0.0}
"""The remaining share of the distance to the middle."""


@dataclass(frozen=True, slots=True)
class NewSeason:
    """A director's input; None for missing options."""

    name: str | None
    ends: date | None = None
    starts: date | None = None
    rating_list: RatingList | None = None
    ratings: SeasonRatings = SeasonRatings.CARRY_OVER
    minimum: int = MINIMUM


@dataclass(frozen=True, slots=True)
class SeasonBegun:
    """A new or undone season; moved: number of changed ratings."""

    season: Season
    moved: int


@use_case(list_action("start-season", "began the season", Subject.SEASON), director_to="begin a season")
def begin_season(write: Write, written: NewSeason) -> SeasonBegun:
    count_due(write)
    if written.name is None:
        raise InputError("A season needs a name. Add the option name, for example Autumn 2026.")
    club, rating_list = write.club, written.rating_list or write.club.default_list
    club.house_rules.check_open(rating_list)
    starts = written.starts or write.today
    if written.ends is not None and written.ends < starts:
        raise InputError(f"A season ends on the day it starts, {starts.isoformat()}, or later.")
    _check_ratings(rating_list, written.ratings)
    every = seasons.of_club(write.connection, club.id, rating_list)
    clash = overlapping(every, starts, written.ends)
    if clash is not None:
        until = "until it is ended" if clash.last is None else f"to {clash.last.isoformat()}"
        raise RuleError(
            f"{clash.name} is a season of {rating_list.label} from {clash.starts.isoformat()} {until}. "
            "End it with /td season, or choose other days."
        )
    fact_id, moved = _soften(write, rating_list, starts, written.ratings)
    new = Season(
        0, written.name, rating_list, starts, written.ends, written.ratings, written.minimum, fact_id
    )  # fmt: skip
    user_id, interaction_id = write.actor.member.user_id, write.actor.interaction_id
    season_id = seasons.add(write.connection, club.id, new, user_id, interaction_id, write.now)
    season = chosen(write.connection, club, season_id)
    if written.ends is not None and written.ends < write.today:
        season = close(write, season, written.ends)
    report = SeasonBegun(season, moved)
    write.note(season_id, {"moved": moved})
    return report


def _check_ratings(rating_list: RatingList, ratings: SeasonRatings) -> None:
    if ratings in FACTORS and not isinstance(system_of(rating_list), SeasonalSystem):
        raise RuleError(
            f"A new start would break the rules of {rating_list.label}, which holds "
            f"{system_of(rating_list).ratings}. Choose carry over."
        )


@use_case(list_action("change-season", "changed the season", Subject.SEASON), director_to="change a season")
def change_season(write: Write, season_id: int, ratings: SeasonRatings, minimum: int) -> SeasonBegun:
    count_due(write)
    season, fact_id, moved = chosen(write.connection, write.club, season_id), None, 0
    _check_ratings(season.rating_list, ratings)
    if ratings is season.ratings:
        fact_id = season.list_fact_id
    else:
        undone = _harden(write, season)
        fact_id, moved = _soften(write, season.rating_list, season.starts, ratings)
        moved = max(undone, moved)
    seasons.change(write.connection, season.id, ratings=ratings.value, minimum=minimum, list_fact_id=fact_id)
    changed = chosen(write.connection, write.club, season.id)
    if changed.ended_on is not None:
        changed = close(write, changed, changed.ended_on)
    write.note(season.id, {"moved": moved})
    return SeasonBegun(changed, moved)


def _soften(write: Write, rating_list: RatingList, starts: date, ratings: SeasonRatings) -> tuple[int | None, int]:
    if ratings not in FACTORS:
        return None, 0
    # A negative seq: the season begins before the events of its day.
    place = FactPosition(starts, -write.seq)
    players = list_facts.players_before(write.connection, write.club.id, rating_list, place)
    new = ListFact(place, 0, ListFactKind.SEASON, starts, players, FACTORS[ratings])
    user_id, interaction_id = write.actor.member.user_id, write.actor.interaction_id
    fact = list_facts.add(write.connection, write.club.id, rating_list, new, user_id, interaction_id, write.now)
    folded = write.recalculate({rating_list: ListChange(added=(fact,))})
    return fact.list_fact_id, len({change.player_id for change in folded.changes})


@use_case(list_action("undo-season", "undid the season", Subject.SEASON), director_to="undo a season")
def undo_season(write: Write, season_id: int) -> SeasonBegun:
    count_due(write)
    season = chosen(write.connection, write.club, season_id)
    seasons.change(write.connection, season.id, voided=True)
    seasons.drop_board(write.connection, season.id)
    moved = _harden(write, season)
    report = SeasonBegun(season, moved)
    write.note(season.id, {"name": season.name, "moved": moved})
    return report


def _harden(write: Write, season: Season) -> int:
    found = list_facts.find(write.connection, write.club.id, season.list_fact_id or 0)
    if found is None:
        return 0
    fact, rating_list = found
    list_facts.void(write.connection, fact.list_fact_id)
    players = list_facts.players_before(write.connection, write.club.id, rating_list, fact.place)
    removed = FactRef(fact.place, FactKind.SEASON, fact.list_fact_id, players)
    folded = write.recalculate({rating_list: ListChange(removed=(removed,))})
    return len({change.player_id for change in folded.changes})
