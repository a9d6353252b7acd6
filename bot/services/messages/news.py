"""News of a club, announced as a digest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from bot.services.framework.clock import day_of, next_time
from bot.services.framework.context import Services
from bot.services.framework.outbox import Moved
from bot.services.framework.recalculation.states import state_before
from bot.services.framework.transaction import ClubWrite, club_job, write_for_club
from bot.services.messages.followers import follows
from bot.services.ratings.club_year import YEARBOOK, schedule_yearbook
from bot.store.club import clubs
from bot.store.database.club_choices import NewsKind, NewsWhen
from bot.store.database.rows import Club, Event, Player
from bot.store.database.transactions import Connection
from bot.store.evenings import played_games
from bot.store.evenings.played_games import PlayedGame
from bot.store.events import facts
from bot.store.messages import news, outbox
from bot.store.messages.news import EventMove, NewsItem, NewsKey, Played, last_peak
from bot.store.messages.outbox import Outgoing
from bot.store.ratings import standings
from core.event.crosstable import Crosstable
from core.event.scores import ScoreRecords, score_records
from core.lists import RatingList
from core.rating.outcome import DisplayedRating
from core.rating.systems import system_of
from core.tournament.best_for_rating import LEAST_COMPARED, ForRating, best_for_rating
from core.words import displayed

# Upset wins among established club players.


LEAST_UPSET = 150
"""Points between the ratings before the game."""


@dataclass(frozen=True, slots=True)
class Win:
    """A win between club players, with ratings before the event."""

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
    """Return upset wins between established players, greatest first."""
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
    system = system_of(rating_list)
    standing = standings.find(connection, club_id, rating_list, player_id)
    data = state_before(connection, rating_list, player_id, standing, event.place)
    rank: DisplayedRating | None = None if data is None else system.rank(system.load(data))
    return rank is not None and not rank.provisional


# Milestones: games, a hundred, a great win, a streak, years.


ESTABLISHED_GAMES = 26
"""From this game on a new peak is news."""

ROUND_NUMBERS = (50, 100, 250, 500, 1000)
STREAK = 8
GREAT_WINS = (200, 400)
YEARS = (1, 5, 10)

Milestone = dict[str, Any]


def milestones(
    connection: Connection,
    club_id: int,
    event: Event,
    crosstable: Crosstable,
    moves: Sequence[EventMove],
    wins: Sequence[Win],
) -> dict[int, Milestone]:
    """Return each player's first milestone: games, a hundred, great win, streak, years."""
    ids = [move.player_id for move in moves]
    highest = news.highest_before(connection, ids, moves[0].rating_list, event.place)
    days = news.event_days_before(connection, ids, event.place)
    found: dict[int, Milestone] = {}
    for move in moves:
        value = (
            _games_played(move)
            or _hundred(move, highest.get(move.player_id))
            or _great_win(connection, club_id, event, move, wins)
            or _streak(connection, club_id, crosstable, move)
            or _years(days.get(move.player_id), event.place.date)
        )
        if value is not None:
            found[move.player_id] = value
    return found


def _games_played(move: EventMove) -> Milestone | None:
    reached = [games for games in ROUND_NUMBERS if move.games_before < games <= move.games_after]
    return {"what": "games", "number": reached[-1]} if reached else None


def _hundred(move: EventMove, highest: float | None) -> Milestone | None:
    if move.after is None or highest is None or move.games_after < ESTABLISHED_GAMES:
        return None
    reached = displayed(move.after) // 100
    return {"what": "rating", "number": reached * 100} if reached > displayed(highest) // 100 else None


def _great_win(
    connection: Connection, club_id: int, event: Event, move: EventMove, wins: Sequence[Win]
) -> Milestone | None:
    best = max((win.by for win in wins if win.winner == move.player_id), default=0.0)
    reached = [points for points in GREAT_WINS if best >= points]
    if not reached:
        return None
    earlier = _latest_games(connection, club_id, move)
    before = max((_by(game) for game in earlier if game.event_id != event.id and game.result == 1), default=0.0)
    return {"what": "win", "number": reached[-1]} if before < reached[-1] else None


def _by(game: PlayedGame) -> float:
    if game.rating is None or game.opponent_rating is None:
        return 0.0
    return game.opponent_rating - game.rating


def _streak(connection: Connection, club_id: int, crosstable: Crosstable, move: EventMove) -> Milestone | None:
    played = crosstable.games_of(crosstable.number_of(move.player_id))
    won = [game.score == 1 for game in played]
    if not won or not won[-1] or move.games_after < STREAK:
        return None
    results = [game.result == 1 for game in _latest_games(connection, club_id, move)]
    run = next((length for length, is_win in enumerate(results) if not is_win), len(results))
    return {"what": "streak", "number": STREAK} if STREAK <= run < STREAK + len(won) else None


MOST_GAMES = 2000


def _latest_games(connection: Connection, club_id: int, move: EventMove) -> list[PlayedGame]:
    return played_games.of_player(connection, club_id, move.player_id, move.rating_list, MOST_GAMES)


def _years(days: tuple[date, date] | None, day: date) -> Milestone | None:
    if days is None:
        return None
    first, last = days
    reached = [years for years in YEARS if _after(first, years) <= day and _after(first, years) > last]
    return {"what": "years", "number": reached[-1]} if reached else None


def _after(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return day.replace(year=day.year + years, day=28)


# News of an event.


LEAST_RISE = 10
"""Points above the last announced peak."""

News = dict[NewsKey, dict[str, Any]]


def news_of(connection: Connection, club_id: int, event: Event) -> News:
    """Return the news of a counting, confirmed event, one of a kind per player, by its first list."""
    moves = news.moves_of_event(connection, event.id)
    crosstable = facts.crosstables(connection, [event.id])[event.id]
    found: News = {}
    _add_awards(connection, event, found)
    for rating_list in dict.fromkeys(move.rating_list for move in moves):
        on_list = [move for move in moves if move.rating_list is rating_list]
        wins = great_wins(connection, club_id, event, crosstable, on_list)
        for key, value in [
            *_peaks(connection, event, on_list),
            *_upset(wins),
            *(
                ((NewsKind.MILESTONE, player_id), value)
                for player_id, value in milestones(connection, club_id, event, crosstable, on_list, wins).items()
            ),
            *_newcomers(connection, event, on_list),
        ]:
            found.setdefault(key, {"list": rating_list.value, **value})
    return found


def _add_awards(connection: Connection, event: Event, found: News) -> None:
    titled = set()
    for player_id, rating_list, award in news.titles_of_event(connection, event.id):
        if award.scheme not in system_of(rating_list).quiet_schemes:
            titled.add(player_id)
            about = {"list": rating_list.value, "scheme": award.scheme, "level": award.level}
            found.setdefault((NewsKind.TITLE, player_id), about)
    for player_id, rating_list, award in news.norms_of_event(connection, event.id):
        if award.scheme not in system_of(rating_list).quiet_schemes and player_id not in titled:
            about = {"list": rating_list.value, "scheme": award.scheme, "level": award.level}
            found.setdefault((NewsKind.NORM, player_id), about)


def _peaks(connection: Connection, event: Event, moves: Sequence[EventMove]) -> list[tuple[NewsKey, dict[str, Any]]]:
    rated = [move for move in moves if move.after is not None and move.games_after >= ESTABLISHED_GAMES]
    if not rated:
        return []
    rating_list = rated[0].rating_list
    before = news.highest_before(connection, [move.player_id for move in rated], rating_list, event.place)
    found: list[tuple[NewsKey, dict[str, Any]]] = []
    for move in rated:
        assert move.after is not None
        highest, rating = before.get(move.player_id), displayed(move.after)
        if highest is None or move.after <= highest:
            continue
        announced = last_peak(connection, move.player_id, rating_list.value, event.id)
        if announced is None or rating >= announced + LEAST_RISE:
            found.append(((NewsKind.PEAK, move.player_id), {"rating": rating}))
    return found


def _upset(wins: Sequence[Win]) -> list[tuple[NewsKey, dict[str, Any]]]:
    return [
        (
            (NewsKind.UPSET, win.winner),
            {"rating": displayed(win.rating), "over": win.loser, "over_rating": displayed(win.loser_rating)},
        )
        for win in wins[:1]
    ]


def _newcomers(
    connection: Connection, event: Event, moves: Sequence[EventMove]
) -> list[tuple[NewsKey, dict[str, Any]]]:
    ids = [move.player_id for move in moves]
    earlier = news.event_days_before(connection, ids, event.place)
    return [((NewsKind.NEWCOMER, player_id), {}) for player_id in ids if player_id not in earlier]


# Find news after the answer, and announce it at the club's time.


LOOK, DIGEST = "look", "news"
"""Kinds: an event to search, by id; the digest."""

OLDEST = timedelta(days=30)
SECONDS_TO_WAIT = 60

MONDAY = 0


@follows(DIGEST)
def follow_news(write: ClubWrite, moved: Sequence[Moved]) -> None:
    for event_id in sorted(frozenset[int]().union(*(one.events for one in moved))):
        outbox.put(write.connection, write.club.id, LOOK, str(event_id), write.now)


async def look_for_news(services: Services, club_id: int) -> None:
    def look(connection: Connection) -> list[tuple[Outgoing, News | None]]:
        club = clubs.find(connection, club_id)
        waiting = outbox.of_kind(connection, club_id, LOOK)
        return [(one, _news(connection, club, int(one.subject), services.now())) for one in waiting]

    looked = await services.database.read(look, club=club_id)

    def keep(write: ClubWrite) -> None:
        for one, found in looked:
            if found is not None:
                news.reconcile(write.connection, club_id, int(one.subject), found, write.now)
            outbox.sent(write.connection, one)
        schedule(write.connection, write.club, write.now)
        if looked:
            schedule_yearbook(write.connection, write.club, write.now)

    await write_for_club(services, club_id, keep)


def _news(connection: Connection, club: Club, event_id: int, now: datetime) -> News | None:
    event = facts.find_event(connection, club.id, event_id)
    if event is None:
        return None
    if event.voided or not event.is_confirmed:
        return {}
    return news_of(connection, club.id, event) if event.place.date >= (now - OLDEST).date() else None


def schedule(connection: Connection, club: Club, now: datetime) -> None:
    """Queue the digest for the club's time, if there is anything to announce."""
    when = club.news_when
    if when is NewsWhen.OFF or not news.has_any_to_announce(connection, club.id):
        return
    due = {
        NewsWhen.EVENT: now + timedelta(seconds=SECONDS_TO_WAIT),
        NewsWhen.DAILY: next_time(club, now, club.news_hour),
        NewsWhen.WEEKLY: next_time(club, now, club.news_hour, MONDAY),
    }
    outbox.put(connection, club.id, DIGEST, DIGEST, due[when])


def reschedule_announcements(write: ClubWrite, club: Club) -> None:
    """Apply changed settings to announcements, and retry paused ones."""
    outbox.drop(write.connection, club.id, DIGEST)
    if club.news_when == NewsWhen.OFF:
        outbox.drop(write.connection, club.id, LOOK)
        outbox.drop(write.connection, club.id, YEARBOOK)
        news.drop_unannounced(write.connection, club.id)
    schedule(write.connection, club, write.now)


ORDER = tuple(NewsKind)


@dataclass(frozen=True, slots=True)
class Digest:
    """A club's announcements.

    items: by kind. corrected: no longer true. people: by id. played, scores, best: since the last digest; scores and
    the best for their rating only in the weekly one. announced, quiet, withdrawn: numbers of announced, passed-over and
    corrected items.
    """

    when: NewsWhen
    channel_id: int
    main: RatingList
    items: Sequence[NewsItem]
    corrected: Sequence[NewsItem]
    people: Mapping[int, Player]
    played: Played
    last: datetime | None
    scores: ScoreRecords | None = None
    best: tuple[RatingList, ForRating] | None = None
    announced: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()


async def digest_of(services: Services, club_id: int) -> Digest | None:
    def work(connection: Connection) -> Digest | None:
        club = clubs.find(connection, club_id)
        if club.news_when == NewsWhen.OFF or club.news_channel_id is None:
            return None
        now = services.now()
        waiting = news.to_announce(connection, club_id, day_of(club, now))
        since = news.last_announced_at(connection, club_id)
        return _digest(connection, club, club.news_channel_id, waiting, since, now)

    return await services.database.read(work, club=club_id)


async def announced_digest(services: Services, club_id: int, second: int) -> Digest | None:
    def work(connection: Connection) -> Digest | None:
        club = clubs.find(connection, club_id)
        now = services.now()
        items = news.announced_at(connection, club_id, datetime.fromtimestamp(second, now.tzinfo), day_of(club, now))
        return _digest(connection, club, 0, items, None, now) if items else None

    return await services.database.read(work, club=club_id)


@club_job
def mark_announced(write: ClubWrite, digest: Digest, now: datetime) -> None:
    """Record a digest as announced, in whole seconds as in its button."""
    moment = now.replace(microsecond=0)
    news.mark_announced(write.connection, digest.announced, digest.quiet, digest.withdrawn, moment)


def _digest(
    connection: Connection,
    club: Club,
    channel_id: int,
    waiting: Sequence[NewsItem],
    last: datetime | None,
    now: datetime,
) -> Digest:
    kinds = set(ORDER if club.news_kinds is None else club.news_kinds)
    losers = {item.value["over"] for item in waiting if item.kind == NewsKind.UPSET and item.value}
    others = news.nameable(connection, losers, day_of(club, now))
    named = [item for item in waiting if item.kind in kinds and _may_announce(item, others)]
    new = [item for item in named if item.withdrawn_at is None]
    upsets = sorted((item for item in new if item.kind == NewsKind.UPSET), key=_points, reverse=True)
    announced = [item for item in new if item.kind != NewsKind.UPSET or item is upsets[0]]
    first = min((item.made_at for item in waiting), default=now) - timedelta(minutes=5)
    since, scores, best = first if last is None else last, None, None
    if club.news_when == NewsWhen.WEEKLY:
        games = news.scores_since(connection, club.id, since)
        ids = {one for game in games for one in (game.winner, game.loser) if isinstance(one, int)}
        compared = news.for_rating_since(connection, club.id, since)
        ids |= {one.number for found in compared.values() for one in found}
        others |= news.nameable(connection, ids, day_of(club, now))
        scores, best = score_records(games, others), _best(compared, others)
    return Digest(
        when=club.news_when,
        channel_id=channel_id,
        main=club.default_list,
        items=sorted(announced, key=lambda item: ORDER.index(NewsKind(item.kind))),
        corrected=[item for item in named if item.withdrawn_at is not None],
        people={**others, **{item.player.id: item.player for item in named}},
        played=news.played_since(connection, club.id, since),
        last=last,
        scores=scores,
        best=best,
        announced=tuple(item.id for item in announced),
        quiet=tuple(item.id for item in waiting if item.withdrawn_at is None and item not in announced),
        withdrawn=tuple(item.id for item in waiting if item.withdrawn_at is not None),
    )


def _best(
    compared: Mapping[RatingList, Sequence[ForRating]], nameable: Mapping[int, Player]
) -> tuple[RatingList, ForRating] | None:
    """Return who of any list scored most above expected, among those who may be named."""
    found = [
        (rating_list, one)
        for rating_list, players in sorted(compared.items(), key=lambda item: item[0].order)
        if len(players) >= LEAST_COMPARED
        for one in best_for_rating(one for one in players if one.number in nameable)[:1]
    ]
    return max(found, key=lambda item: item[1].above, default=None)


def _may_announce(item: NewsItem, others: Mapping[int, Player]) -> bool:
    return item.nameable and bool(item.value) and (item.kind != NewsKind.UPSET or item.value["over"] in others)


def _points(item: NewsItem) -> int:
    points: int = item.value["over_rating"] - item.value["rating"]
    return points
