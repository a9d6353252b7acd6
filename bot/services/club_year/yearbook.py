"""The book of a club's year, or of a season: its records, each with who may be named."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.services.club_year import records
from bot.services.club_year.records import NAMED, Amount, NearNorm, Performance, Rivalry, Upset
from bot.services.context import Actor, Services
from bot.services.season_figures import Figures, figures_of
from bot.services.seasons.boards import with_qursh
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import journals, year
from bot.store.derived.year import Earned, EventOfYear, MoveOfYear
from bot.store.events import seasons
from bot.store.people import profiles
from bot.store.people.profiles import Profile
from bot.store.rows import Club, FactPosition
from core.ages import is_child
from core.club_rules import ClubRules
from core.crosstable import GameType
from core.errors import NotFoundError
from core.lists import RatingList
from core.systems import SYSTEMS

UPSETS_LOOKED_AT, LEAST_OF_QURSH = 200, 10


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a book is of. rating_list: None for the club's main one of these days."""

    name: str
    first: date
    last: date
    rating_list: RatingList | None = None


@dataclass(frozen=True, slots=True)
class Yearbook:
    """A club's book. Everybody in it may be named; `people` and `events` say who and what they are.

    rating_list: the one of gains, performances and upsets. ratings: at the end, established, of who played on it.
    norms: how many each made. qursh: hundredths of the mean percent.
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
    ratings: Sequence[int]
    house_rules: ClubRules
    today: date


async def yearbook(services: Services, actor: Actor, in_year: int | None, season_id: int | None) -> Yearbook:
    """Return the book of a year, by default the one that runs, or of a season.

    Raise NotFoundError for one without a game, or a season that the club does not have.
    """
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> Yearbook:
        club = clubs.find(connection, actor.club_id)
        today = services.today(club)
        return book_of(connection, club, _stretch(connection, club, in_year, season_id, today), today)

    return await services.database.read(work, club=actor.club_id)


def year_of(number: int) -> Stretch:
    """Return a whole year."""
    return Stretch(str(number), date(number, 1, 1), date(number, 12, 31))


def book_of(connection: Connection, club: Club, stretch: Stretch, today: date) -> Yearbook:
    """Return the book of a stretch, read at once; raise NotFoundError where nothing was played."""
    within = (connection, club.id, stretch.first, stretch.last)
    events, games, moves = year.events(*within), year.games(*within), year.moves(*within)
    if not games:
        raise NotFoundError(f"Nothing was played in {stretch.name}: choose another year or season.")
    ids = sorted({player for game in games for player in (game.first, game.second) if player is not None})
    known = sorted(profiles.of(connection, club.id, ids).values(), key=lambda one: (one.user_id is None, one.id))
    people = {one.id: one for one in known if _may_be_named(one, stretch)}  # members first: so they are among equals
    main = stretch.rating_list or _main_list(club, events.values())
    figures = figures_of(connection, club, main, stretch.first, stretch.last)
    found = records.upsets(games, moves, main, people, SYSTEMS[main].scale.jump * _UPSET_JUMPS)
    earned = [one for one in year.norms(*within) if one.player_id in people and _is_told(one)]
    counts = Counter(one.player_id for one in earned)
    return Yearbook(
        stretch=stretch,
        rating_list=main,
        people=people,
        events=events,
        games=len(games),
        players=len(ids),
        newcomers=year.newcomers(connection, club.id, ids, stretch.first),
        most_games=records.most_games(games, people),
        gains=_gains(figures, people),
        performances=records.best_performances(moves, main, people),
        upsets=_established(connection, found, main, events),
        titles=[one for one in year.titles(*within) if one.player_id in people and _is_told(one)][:NAMED],
        norms=records.best_of(counts, people),
        near_norms=records.near_norms(games, moves, events, people),
        runs=records.longest_runs(games, people),
        rivalries=records.rivalries(games, people),
        qursh=_qursh(connection, club, stretch, moves, people),
        ratings=sorted(one.rating for one in figures if one.rating is not None and not one.provisional),
        house_rules=club.house_rules,
        today=today,
    )


_UPSET_JUMPS = 3.75
"""The least upset, in the least changes worth naming: 150 points where that is 40."""


def _stretch(connection: Connection, club: Club, in_year: int | None, season_id: int | None, today: date) -> Stretch:
    if season_id is None:
        return year_of(in_year or today.year)
    season = seasons.find(connection, club.id, season_id)
    if season is None:
        raise NotFoundError("There is no such season in this club: choose one that is offered as you type.")
    return Stretch(season.name, season.starts, season.last or today, season.rating_list)


def _may_be_named(profile: Profile, stretch: Stretch) -> bool:
    """Tell whether somebody is a person who may be named: not hidden, not against it, and no child."""
    if profile.hidden or not profile.announced or profile.kind is not None:
        return False
    child = is_child(profile.born, profile.born_year, stretch.last)
    return profile.adult if child is None else not child


def _main_list(club: Club, events: Iterable[EventOfYear]) -> RatingList:
    """Return the club's usual list where it was played, else the one that most events moved."""
    counts = Counter(one for event in events for one in sorted(event.lists))
    return club.default_list if counts[club.default_list] else counts.most_common(1)[0][0]


def _is_told(one: Earned) -> bool:
    return one.award.scheme not in SYSTEMS[one.rating_list].quiet_schemes


def _gains(figures: Sequence[Figures], people: Mapping[int, Profile]) -> list[Figures]:
    risen = [one for one in figures if one.player_id in people and one.gain is not None and one.gain >= 1]
    sure = [one for one in risen if not one.provisional and one.games >= records.LEAST_GAMES]
    return sorted(sure, key=lambda one: (-(one.gain or 0), one.player_id))[:NAMED]


def _established(
    connection: Connection, found: Sequence[Upset], rating_list: RatingList, events: Mapping[int, EventOfYear]
) -> list[Upset]:
    """Return the greatest upsets between established ratings; the states are read for these alone."""
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
    system, state = SYSTEMS[rating_list], journals.state_before(connection, player_id, rating_list, place)
    rank = None if state is None else system.rank(system.load(state))
    return rank is not None and not rank.provisional


def _qursh(
    connection: Connection, club: Club, stretch: Stretch, moves: Sequence[MoveOfYear], people: Mapping[int, Profile]
) -> list[Figures]:
    """Return the players of the year by QURSH, of ten games or more, where games had points on the board."""
    lists = {move.rating_list for move in moves if SYSTEMS[move.rating_list].board is GameType.SCRABBLE}
    found = []
    for one in sorted(lists):
        figures = figures_of(connection, club, one, stretch.first, stretch.last)
        found += with_qursh(connection, club, one, stretch.first, stretch.last, figures)
    scored = [one for one in found if one.qursh is not None and one.player_id in people]
    return sorted(
        (one for one in scored if one.games >= LEAST_OF_QURSH), key=lambda one: (-(one.qursh or 0), one.player_id)
    )[:NAMED]
