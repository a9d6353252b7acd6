"""Players as members see them: one card, two head to head."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.services.framework.context import Actor, Services
from bot.services.framework.identity import Candidate, candidates, check_known
from bot.services.framework.subject import Someone, find_someone
from bot.services.framework.transaction import Read, read
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.services.ratings.history import Point, Since, Track, track_in_club, window_of, years_before
from bot.services.ratings.rating_card import (
    PlayerCard,
    ProfileCard,
    card_on_list,
    may_see_all,
    profile_of,
    unrated_on,
    visible_player,
)
from bot.store.database.rows import Club, Player, Standing
from bot.store.database.transactions import Connection
from bot.store.evenings import played_games
from bot.store.evenings.played_games import PlayedGame, Tally
from bot.store.people import profiles
from bot.store.people.profiles import Profile
from bot.store.ratings import seasons, standings
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.rating.systems import is_pool, system_of

# A player's games, page by page.


PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Games, latest first; `page` counts from 0. tells_all: whether ids are shown."""

    profile: Profile
    rating_list: RatingList
    page: int
    pages: int
    total: int
    games: Sequence[PlayedGame]
    tells_all: bool


@read()
def games_of(look: Read, player_id: int, rating_list: RatingList, page: int = 0) -> GamesPage:
    connection, club = look.connection, look.club
    profile = visible_player(connection, club, look.actor, Player(player_id, None, "That player"))
    total = played_games.count_of(connection, club.id, profile.id, rating_list)
    if total == 0:
        raise NotFoundError(f"{profile.name} has no {rating_list.label} games here yet. The ratings were entered.")
    pages = -(-total // PAGE_SIZE)
    at = max(0, min(page, pages - 1))
    games = played_games.of_player(connection, club.id, profile.id, rating_list, PAGE_SIZE, at * PAGE_SIZE)
    return GamesPage(profile, rating_list, at, pages, total, games, may_see_all(profile, club, look.actor))


# The player's card.


GAMES_OF_FORM = 5


@dataclass(frozen=True, slots=True)
class CardRating:
    """A player's rating on the card's list.

    form: latest results, oldest first. score: over known results. champion: last season won.
    """

    card: PlayerCard
    track: Track
    form: Sequence[float]
    score: Tally
    champion: str | None = None

    @property
    def last_year(self) -> Point | None:
        day = years_before(self.card.day, 1)
        return next((point for point in reversed(self.track.line) if point.day <= day), None)


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A player on one list; rated: None if unrated. may_be: on their own card, unlinked players whom they may be."""

    profile: ProfileCard
    which: RatingList | None
    rated: CardRating | None = None
    may_be: Sequence[Candidate] = ()


async def person_card(
    services: Services, actor: Actor, who: Someone | None, rating_list: RatingList | None
) -> PersonCard:
    """Return a member's card; raise MayBeKnown for one who may be a known player, NotFoundError if unrated there."""
    await bring_up_to_date(services, actor.club_id)
    return await _person_card(services, actor, who, rating_list)


@read()
def _person_card(look: Read, who: Someone | None, rating_list: RatingList | None) -> PersonCard:
    try:
        profile = profile_of(look, who)
    except NotFoundError:
        check_known(look, who)
        raise
    which = rating_list or profile.main
    own = profile.profile.player
    is_own = own.user_id == look.actor.member.user_id
    may_be = candidates(look.connection, look.actor, None, own, is_rated=bool(profile.ratings)) if is_own else ()
    if which is not None and which in profile.ratings:
        return PersonCard(profile, which, _rated_there(look, profile, which), may_be=may_be)
    # Without a rating, a pool has its middle, and a published list games toward a first one.
    if rating_list is None or is_pool(rating_list) or system_of(rating_list).waits_for_list:
        return PersonCard(profile, which, may_be=may_be)
    raise unrated_on(look, who, rating_list)


def _rated_there(look: Read, profile: ProfileCard, which: RatingList) -> CardRating:
    connection, club, player = look.connection, look.club, profile.profile.player
    card = card_on_list(look, player, which, profile.ratings[which])
    window = window_of(Since.EVERYTHING, look.today)
    track = track_in_club(connection, club, profile.profile, which, window, look.today)
    assert track is not None  # who has a rating has a history
    games = played_games.of_player(connection, club.id, player.id, which, GAMES_OF_FORM)
    form = tuple(game.result for game in reversed(games) if game.result is not None)
    score = played_games.tally(connection, club.id, player.id, which)
    won = seasons.won_by(connection, club.id, player.id)
    return CardRating(card, track, form, score, won[0].name if won else None)


# Two players head to head.


_NO_OPPONENT = "There is no such player in this club. Pick one from the list."


@dataclass(frozen=True, slots=True)
class Upset:
    """The win over the highest odds. by_first: whether the first player won."""

    game: PlayedGame
    by_first: bool

    @property
    def winner(self) -> float:
        return (self.game.rating if self.by_first else self.game.opponent_rating) or 0.0

    @property
    def loser(self) -> float:
        return (self.game.opponent_rating if self.by_first else self.game.rating) or 0.0


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players from the first's side.

    rating_list: common list or None. games: by first list, latest first. chance: expected score of the next game.
    """

    sides: tuple[Profile, Profile]
    standings: tuple[Standing | None, Standing | None]
    rating_list: RatingList | None
    games: Mapping[RatingList, Sequence[PlayedGame]]
    chance: float | None
    day: date

    @property
    def all_games(self) -> list[PlayedGame]:
        together = [game for games in self.games.values() for game in games]
        return sorted(together, key=lambda game: (game.day, game.event_id, game.round), reverse=True)

    @property
    def counts(self) -> tuple[int, int, int]:
        results = [game.result for game in self.all_games]
        return results.count(1), results.count(0.5), results.count(0)

    @property
    def score(self) -> tuple[float, float]:
        wins, draws, losses = self.counts
        return wins + draws / 2, losses + draws / 2

    @property
    def expected(self) -> tuple[float, float] | None:
        """Return expected and actual score over games with both rated."""
        expected, made = 0.0, 0.0
        for one, games in self.games.items():
            for game in games:
                if game.result is not None and game.rating is not None and game.opponent_rating is not None:
                    expected += system_of(one).expected_score(game.rating, game.opponent_rating)
                    made += game.result
        return (expected, made) if expected else None

    @property
    def upset(self) -> Upset | None:
        for games in sorted(self.games.values(), key=len, reverse=True):
            found = [upset for upset in map(_upset, games) if upset is not None]
            if found:
                return max(found, key=lambda one: (one.loser - one.winner, one.game.day))
        return None

    @property
    def board_points(self) -> tuple[int, int] | None:
        scored = [game for game in self.all_games if game.points is not None and game.theirs is not None]
        return (_whole(game.points for game in scored), _whole(game.theirs for game in scored)) if scored else None

    @property
    def highest_game(self) -> tuple[int, bool] | None:
        """Return the highest points in one game, and whether the first scored them."""
        made = [(game.points, True) for game in self.all_games] + [(game.theirs, False) for game in self.all_games]
        found = [(int(points), by_first) for points, by_first in made if points is not None]
        return max(found, default=None)


async def versus(
    services: Services, actor: Actor, who: Someone | None, opponent: Someone, rating_list: RatingList | None
) -> Versus:
    """Return two players head to head (first: default the actor); opponents see private cards.

    rating_list: only its events.
    """
    await bring_up_to_date(services, actor.club_id)
    return await _versus(services, actor, who, opponent, rating_list)


@read()
def _versus(look: Read, who: Someone | None, opponent: Someone, rating_list: RatingList | None) -> Versus:
    connection, club, actor = look.connection, look.club, look.actor
    first = _side(connection, club, actor, who, opponent)
    second = _side(connection, club, actor, opponent, who)
    if first.id == second.id:
        raise InputError("Both are the same player. Name two different ones.")
    games = played_games.between(connection, club.id, first.id, second.id, rating_list)
    lists = club.house_rules.all_lists if rating_list is None else [rating_list]
    of_first = standings.of_player(connection, club.id, first.id, lists)
    of_second = standings.of_player(connection, club.id, second.id, lists)
    both = [common for common in of_first if common in of_second]
    which = rating_list or _main(club, games, both)
    pair = (None, None) if which is None else (of_first.get(which), of_second.get(which))
    chance = system_of(which).expected_score(of_first[which].rating, of_second[which].rating) if which in both else None
    if not games and chance is None:
        raise NotFoundError(f"{first.name} and {second.name} have not played each other, and no list rates both.")
    return Versus((first, second), pair, which, games, chance, look.today)


def _side(connection: Connection, club: Club, actor: Actor, who: Someone | None, other: Someone | None) -> Profile:
    against = find_someone(connection, club.id, other or actor.member)
    found = find_someone(connection, club.id, who or actor.member)
    if found is not None and against is not None and against.user_id == actor.member.user_id:
        profile = profiles.find(connection, club.id, found.id)
        if profile is not None and (not profile.hidden or may_see_all(profile, club, actor)):
            return profile
        raise NotFoundError(_NO_OPPONENT)
    return visible_player(connection, club, actor, who)


def _main(
    club: Club, games: Mapping[RatingList, Sequence[PlayedGame]], both: Sequence[RatingList]
) -> RatingList | None:
    most = max((one for one in games if one in both), key=lambda one: len(games[one]), default=None)
    if most is not None:
        return most
    return club.default_list if club.default_list in both else next(iter(both), None)


def _upset(game: PlayedGame) -> Upset | None:
    if game.rating is None or game.opponent_rating is None or game.result not in (0, 1):
        return None
    upset = Upset(game, game.result == 1)
    return upset if upset.loser > upset.winner else None


def _whole(points: Iterable[float | None]) -> int:
    return int(sum(one or 0 for one in points))
