"""A club's year: spread of ratings, activity, and the yearbook."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from bot.services.framework.clock import day_of, next_time, zone
from bot.services.framework.context import Actor, Services
from bot.services.framework.season_figures import Figures, figures_of
from bot.services.framework.transaction import read_for
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.services.ratings.leaderboard import Board, BoardQuery, RankedLine, leaderboard
from bot.services.ratings.seasons import with_qursh
from bot.store.club import clubs
from bot.store.database.rows import Club, FactPosition, Player
from bot.store.database.transactions import Connection
from bot.store.messages import outbox
from bot.store.people import players, profiles
from bot.store.people.profiles import Profile
from bot.store.ratings import journals, periods, seasons, standings
from bot.store.ratings.periods import Earned, EventOfYear, GameOfYear, MoveOfYear
from bot.store.ratings.standings import Level
from core.errors import NotFoundError, NothingYetError
from core.event.background import is_child
from core.event.crosstable import GameType
from core.event.scores import PlayerScores, ScoredGame, ScoreRecords, player_scores, score_records, scored_game
from core.lists import RatingList
from core.rating.outcome import Award
from core.rating.rating_system import LifetimeTitles, Met
from core.rating.systems import system_of
from core.words import counted, displayed

# A club's list at a glance.


LEAST_PLAYERS, IMPROVED_NAMED, MONTHS = 10, 5, 12
AROUND = 5


@dataclass(frozen=True, slots=True)
class Improved:
    """A player's displayed gain within a year, and the rating reached."""

    player: Player
    gain: int
    rating: int


@dataclass(frozen=True, slots=True)
class Month:
    """What was played in a month. first: its first day."""

    first: date
    events: int
    games: int


@dataclass(frozen=True, slots=True)
class ClubChart:
    """A list of a club. levels: of active established players, lowest first.

    own: the actor's displayed rating or None. months: the last twelve. around: the leaderboard lines around the
    actor (`me`).
    """

    rating_list: RatingList
    levels: Sequence[Level]
    own: int | None
    improved: Sequence[Improved]
    months: Sequence[Month]
    today: date
    around: Sequence[RankedLine] = ()
    me: int | None = None

    @property
    def players(self) -> int:
        return sum(level.players for level in self.levels)

    @property
    def percent_below(self) -> int | None:
        if self.own is None:
            return None
        return 100 * sum(level.players for level in self.levels if level.displayed < self.own) // self.players

    @property
    def median(self) -> float:
        ratings = [level.displayed for level in self.levels for _ in range(level.players)]
        middle = len(ratings) // 2
        return ratings[middle] if len(ratings) % 2 else (ratings[middle - 1] + ratings[middle]) / 2


async def club_chart(services: Services, actor: Actor, rating_list: RatingList | None) -> ClubChart:
    """Return a list at a glance; raise NotFoundError for fewer than ten established players."""
    board = await leaderboard(services, actor, rating_list)  # marks inactive players and updates pools
    which = board.query.rating_list

    def work(connection: Connection) -> ClubChart:
        club = clubs.find(connection, actor.club_id)
        today, query = services.today(club), BoardQuery(which)
        levels = standings.spread(connection, club.id, which)
        active = sum(level.players for level in levels)
        if active < LEAST_PLAYERS:
            raise NotFoundError(
                f"{which.label} has {counted(active, 'active player')} with an established rating. A "
                f"chart needs {LEAST_PLAYERS}."
            )
        me = players.by_user(connection, club.id, actor.member.user_id)
        own = None if me is None else standings.find(connection, club.id, which, me.id)
        return ClubChart(
            rating_list=which,
            levels=levels,
            own=None if own is None else own.displayed,
            improved=_improved(connection, club.id, which, today),
            months=_months(connection, club.id, which, today),
            today=today,
            around=() if me is None else Board(connection, club, query, today, services.now(), AROUND).around(me.id),
            me=None if me is None else me.id,
        )

    return await read_for(services, actor, work)


def _improved(connection: Connection, club_id: int, rating_list: RatingList, today: date) -> list[Improved]:
    since = _months_before(today, MONTHS)
    found = standings.most_gained(connection, club_id, rating_list, since, 10 * IMPROVED_NAMED)
    people = profiles.of(connection, club_id, [one.player_id for one in found])
    return [
        Improved(people[one.player_id].player, one.points, one.rating)
        for one in found
        if one.points > 0 and not people[one.player_id].hidden
    ][:IMPROVED_NAMED]


def _months(connection: Connection, club_id: int, rating_list: RatingList, today: date) -> list[Month]:
    first = _months_before(today, MONTHS - 1).replace(day=1)
    events, games = dict[date, int](), dict[date, int]()
    for one in standings.played_since(connection, club_id, rating_list, first):
        month = one.day.replace(day=1)
        events[month] = events.get(month, 0) + 1
        games[month] = games.get(month, 0) + one.games
    firsts = [_months_before(today, back).replace(day=1) for back in reversed(range(MONTHS))]
    return [Month(month, events.get(month, 0), games.get(month, 0)) for month in firsts]


def _months_before(day: date, months: int) -> date:
    number = 12 * day.year + day.month - 1 - months
    return date(number // 12, number % 12 + 1, min(day.day, 28))


# The yearbook, posted on 2 January.


YEARBOOK = "yearbook"

OFF = "off"


def schedule_yearbook(connection: Connection, club: Club, now: datetime) -> None:
    year = day_of(club, now).year
    # Games of New Year's Eve are reported by then.
    new_years_night = datetime(year + 1, 1, 1, 23, 30, tzinfo=zone(club.time_zone))
    outbox.put(connection, club.id, YEARBOOK, str(year), next_time(club, new_years_night, club.news_hour))


async def yearbook_to_post(services: Services, club_id: int, year: int) -> "tuple[int, Yearbook] | None":
    def work(connection: Connection) -> tuple[int, Yearbook] | None:
        club = clubs.find(connection, club_id)
        if club.news_when == OFF or club.news_channel_id is None:
            return None
        try:
            return club.news_channel_id, book_of(connection, club, year_of(year), services.today(club))
        except NotFoundError:
            return None

    return await services.database.read(work, club=club_id)


# Records of a period. Only players who may be named; of equals, the first such player.


NAMED = 5

LEAST_GAMES, LEAST_RUN, LEAST_MEETINGS, MOST_SHORT = 5, 3, 4, 0.5


class Amount(NamedTuple):
    """A player's games, or wins in a row. equals: how many others have as many."""

    player_id: int
    amount: int
    equals: int = 0


class Performance(NamedTuple):
    """A player's best event: performance rating, score and games."""

    player_id: int
    rating: float
    score: float
    games: int
    event_id: int


class Upset(NamedTuple):
    """A win over a higher rated player; ratings before the event."""

    winner: int
    loser: int
    own: float
    other: float
    event_id: int

    @property
    def difference(self) -> int:
        return displayed(self.other) - displayed(self.own)


class NearNorm(NamedTuple):
    """A norm that was missed; short: in game points."""

    player_id: int
    rating_list: RatingList
    award: Award
    short: float
    event_id: int


class Rivalry(NamedTuple):
    """Two who met often: wins of the first, draws, wins of the second."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def most_games(games: Iterable[GameOfYear], named: Collection[int]) -> list[Amount]:
    sides = (player for game in games for player in (game.first, game.second) if player is not None)
    return best_of(Counter(player for player in sides if player in named), named)


def best_performances(
    moves: Iterable[MoveOfYear], rating_list: RatingList, named: Collection[int]
) -> list[Performance]:
    best: dict[int, Performance] = {}
    for move in moves:
        if move.rating_list is not rating_list or move.player_id not in named or move.games < LEAST_GAMES:
            continue
        if move.performance is None or move.score is None:
            continue
        known = best.get(move.player_id)
        if known is None or move.performance > known.rating:
            best[move.player_id] = Performance(move.player_id, move.performance, move.score, move.games, move.event_id)
    return sorted(best.values(), key=lambda one: (-one.rating, one.player_id))[:NAMED]


def upsets(
    games: Iterable[GameOfYear],
    moves: Iterable[MoveOfYear],
    rating_list: RatingList,
    named: Collection[int],
    least: float,
) -> list[Upset]:
    before = {
        (move.event_id, move.player_id): move.before
        for move in moves
        if move.rating_list is rating_list and move.before
    }
    found = []
    for game in games:
        if game.result not in (0, 1) or game.first not in named or game.second not in named:
            continue
        winner, loser = (game.first, game.second) if game.result == 1 else (game.second, game.first)
        own, other = before.get((game.event_id, winner or 0)), before.get((game.event_id, loser or 0))
        if own is not None and other is not None and other - own >= least:
            found.append(Upset(winner or 0, loser or 0, own, other, game.event_id))
    return sorted(found, key=lambda one: (-one.difference, one.event_id, one.winner))


def near_norms(
    games: Iterable[GameOfYear],
    moves: Iterable[MoveOfYear],
    events: Mapping[int, EventOfYear],
    named: Collection[int],
) -> list[NearNorm]:
    """Return norms missed by at most half a point, closest first."""
    after = {(move.rating_list, move.event_id, move.player_id): move for move in moves}
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    for game in games:
        if game.first is not None and game.second is not None:
            met[game.event_id, game.first].append(game.second)
            met[game.event_id, game.second].append(game.first)
    found = []
    for (rating_list, event_id, player_id), move in after.items():
        system = system_of(rating_list)
        if not isinstance(system, LifetimeTitles):
            continue
        opponents = [after.get((rating_list, event_id, other)) for other in met.get((event_id, player_id), ())]
        known = [Met(one.player_id, one.after) for one in opponents if one is not None and one.after is not None]
        if player_id not in named or move.score is None or not known or len(known) != move.games:
            continue  # unknown opponents have no rating after the event
        missed = system.missed_norm(events[event_id].kind, rating_list, known, move.score)
        if missed is not None and 0 < missed.short <= MOST_SHORT:
            found.append(NearNorm(player_id, rating_list, missed.award, missed.short, event_id))
    return sorted(found, key=lambda one: (one.short, -one.award.level, one.event_id, one.player_id))[:NAMED]


def longest_runs(games: Iterable[GameOfYear], named: Collection[int]) -> list[Amount]:
    now, best = Counter[int](), Counter[int]()
    for game in games:
        for player, won in ((game.first, 1.0), (game.second, 0.0)):
            if player in named and player is not None and game.result is not None:
                now[player] = now[player] + 1 if game.result == won else 0
                best[player] = max(best[player], now[player])
    return best_of({player: amount for player, amount in best.items() if amount >= LEAST_RUN}, named)


def rivalries(games: Iterable[GameOfYear], named: Collection[int]) -> list[Rivalry]:
    """Return the closest pairs with at least four games: least score difference, then most games."""
    results: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        if game.result is None or game.first is None or game.second is None:
            continue
        if game.first not in named or game.second not in named:
            continue
        if game.first < game.second:
            results[game.first, game.second].append(game.result)
        else:
            results[game.second, game.first].append(1 - game.result)
    pairs = [
        Rivalry(*pair, found.count(1), found.count(0.5), found.count(0))
        for pair, found in results.items()
        if len(found) >= LEAST_MEETINGS
    ]
    return sorted(pairs, key=lambda one: (abs(one.wins - one.losses), -one.games, one.first, one.second))[:NAMED]


def scored_in(games: Iterable[GameOfYear]) -> list[ScoredGame]:
    found = [
        scored_game(game.first, game.second, game.first_points, game.second_points, game.event_id)
        for game in games
        if game.first_points is not None and game.second_points is not None
    ]
    return [game for game in found if game is not None]


def best_of(counts: Mapping[int, int], named: Collection[int]) -> list[Amount]:
    ordered = sorted((player for player in named if player in counts), key=lambda player: -counts[player])
    shared = Counter(counts[player] for player in ordered)
    return [Amount(player, counts[player], shared[counts[player]] - 1) for player in ordered[:NAMED]]


# The yearbook of a year or season.


UPSETS_LOOKED_AT, LEAST_OF_QURSH, LEAST_SCORED = 200, 10, 10


@dataclass(frozen=True, slots=True)
class Stretch:
    """The period of a yearbook. rating_list: None for the club's main list then."""

    name: str
    first: date
    last: date
    rating_list: RatingList | None = None


@dataclass(frozen=True, slots=True)
class Yearbook:
    """A club's yearbook. Everybody in it may be named; `people` and `events` name them.

    rating_list: of gains, performances and upsets. ratings: established ones at the end. qursh: mean percent in
    hundredths. scores: of Scrabble games. average: the highest of ten games or more.
    """

    stretch: Stretch
    rating_list: RatingList
    people: Mapping[int, Profile]
    events: Mapping[int, EventOfYear]
    games: int
    players: int
    newcomers: int
    most_games: Sequence[Amount]
    gains: Sequence[Figures]
    performances: Sequence[Performance]
    upsets: Sequence[Upset]
    titles: Sequence[Earned]
    norms: Sequence[Amount]
    near_norms: Sequence[NearNorm]
    runs: Sequence[Amount]
    rivalries: Sequence[Rivalry]
    qursh: Sequence[Figures]
    scores: ScoreRecords
    average: PlayerScores | None
    ratings: Sequence[int]
    today: date


async def yearbook(services: Services, actor: Actor, in_year: int | None, season_id: int | None) -> Yearbook:
    """Return the yearbook of a year (default: this one) or a season.

    Raise NotFoundError if no game was played or there is no such season.
    """
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> Yearbook:
        club = clubs.find(connection, actor.club_id)
        today = services.today(club)
        return book_of(connection, club, stretch_of(connection, club, in_year, season_id, today), today)

    return await read_for(services, actor, work)


def year_of(number: int) -> Stretch:
    return Stretch(str(number), date(number, 1, 1), date(number, 12, 31))


def book_of(connection: Connection, club: Club, stretch: Stretch, today: date) -> Yearbook:
    """Return the yearbook of a period; raise NotFoundError if nothing was played."""
    within = (connection, club.id, stretch.first, stretch.last)
    events, games, moves = periods.events(*within), periods.games_in_club(*within), periods.moves_in_club(*within)
    if not games:
        raise NothingYetError(f"Nobody played in {stretch.name}. Choose another year or season.")
    ids = sorted({player for game in games for player in (game.first, game.second) if player is not None})
    known = sorted(profiles.of(connection, club.id, ids).values(), key=lambda one: (one.user_id is None, one.id))
    people = {one.id: one for one in known if may_be_named(one, stretch)}  # members first among equals
    main = stretch.rating_list or main_list(club, events.values())
    figures = figures_of(connection, club, main, stretch.first, stretch.last)
    found = upsets(games, moves, main, people, system_of(main).scale.jump * _UPSET_JUMPS)
    earned = [one for one in periods.norms(*within) if one.player_id in people and _is_shown(one)]
    counts = Counter(one.player_id for one in earned)
    scored = scored_in(games)
    averages = [one for one in player_scores(scored) if one.who in people and one.games >= LEAST_SCORED]
    return Yearbook(
        stretch=stretch,
        rating_list=main,
        people=people,
        events=events,
        games=len(games),
        players=len(ids),
        newcomers=periods.newcomers(connection, club.id, ids, stretch.first),
        most_games=most_games(games, people),
        gains=_gains(figures, people),
        performances=best_performances(moves, main, people),
        upsets=_established(connection, found, main, events),
        titles=[one for one in periods.titles(*within) if one.player_id in people and _is_shown(one)][:NAMED],
        norms=best_of(counts, people),
        near_norms=near_norms(games, moves, events, people),
        runs=longest_runs(games, people),
        rivalries=rivalries(games, people),
        qursh=_qursh(connection, club, stretch, moves, people),
        scores=score_records(scored, people),
        average=averages[0] if averages else None,
        ratings=sorted(one.rating for one in figures if one.rating is not None and not one.provisional),
        today=today,
    )


_UPSET_JUMPS = 3.75
"""In least notable changes: 150 points where that is 40."""


def stretch_of(connection: Connection, club: Club, in_year: int | None, season_id: int | None, today: date) -> Stretch:
    if season_id is None:
        return year_of(in_year or today.year)
    season = seasons.find(connection, club.id, season_id)
    if season is None:
        raise NotFoundError("There is no such season in this club. Pick one from the list.")
    return Stretch(season.name, season.starts, season.last or today, season.rating_list)


def may_be_named(profile: Profile, stretch: Stretch) -> bool:
    """Return whether a yearbook may name a player: nobody who is hidden, does not want it, or is a child."""
    if profile.hidden or not profile.announced or profile.kind is not None:
        return False
    child = is_child(profile.born, profile.born_year, stretch.last)
    return profile.adult if child is None else not child


def main_list(club: Club, events: Iterable[EventOfYear]) -> RatingList:
    """Return the club's default list if these events move it, else the one that most of them move."""
    counts = Counter(one for event in events for one in sorted(event.lists))
    return club.default_list if counts[club.default_list] else counts.most_common(1)[0][0]


def _is_shown(one: Earned) -> bool:
    return one.award.scheme not in system_of(one.rating_list).quiet_schemes


def _gains(figures: Sequence[Figures], people: Mapping[int, Profile]) -> list[Figures]:
    risen = [one for one in figures if one.player_id in people and one.gain is not None and one.gain >= 1]
    sure = [one for one in risen if not one.provisional and one.games >= LEAST_GAMES]
    return sorted(sure, key=lambda one: (-(one.gain or 0), one.player_id))[:NAMED]


def _established(
    connection: Connection, found: Sequence[Upset], rating_list: RatingList, events: Mapping[int, EventOfYear]
) -> list[Upset]:
    kept: list[Upset] = []
    for upset in found[:UPSETS_LOOKED_AT]:
        of = events[upset.event_id]
        place = FactPosition(of.day, of.seq)
        if all(_is_established(connection, one, rating_list, place) for one in (upset.winner, upset.loser)):
            kept.append(upset)
        if len(kept) == NAMED:
            break
    return kept


def _is_established(connection: Connection, player_id: int, rating_list: RatingList, place: FactPosition) -> bool:
    system, state = system_of(rating_list), journals.state_before(connection, player_id, rating_list, place)
    rank = None if state is None else system.rank(system.load(state))
    return rank is not None and not rank.provisional


def _qursh(
    connection: Connection, club: Club, stretch: Stretch, moves: Sequence[MoveOfYear], people: Mapping[int, Profile]
) -> list[Figures]:
    lists = {move.rating_list for move in moves if system_of(move.rating_list).board is GameType.SCRABBLE}
    found = []
    for one in sorted(lists):
        figures = figures_of(connection, club, one, stretch.first, stretch.last)
        found += with_qursh(connection, club, one, stretch.first, stretch.last, figures)
    scored = [one for one in found if one.qursh is not None and one.player_id in people]
    return sorted(
        (one for one in scored if one.games >= LEAST_OF_QURSH), key=lambda one: (-(one.qursh or 0), one.player_id)
    )[:NAMED]
