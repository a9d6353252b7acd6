"""A crosstable: the facts of one event of any game. Scores are game points: win 1, draw 0.5."""

import datetime
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import repeat
from operator import attrgetter
from typing import NamedTuple

from core.errors import InputError
from core.event.background import ExternalRating
from core.event.published import Published
from core.lists import RatingList
from core.words import counted


class GameType(StrEnum):
    """The game that an event is played in."""

    CHESS = "chess"
    SCRABBLE = "scrabble"

    @property
    def label(self) -> str:
        return "Scrabble" if self is GameType.SCRABBLE else self.value


class EventKind(StrEnum):
    """The kind of event; abroad: FIDE-rated, with FIDE ratings. sides: see core/event/sides.py."""

    TOURNAMENT = "tournament"
    MATCH = "match"
    SIDES = "sides"
    ABROAD = "abroad"
    YOUTH_ABROAD = "youth-abroad"

    @property
    def is_abroad(self) -> bool:
        return self in (EventKind.ABROAD, EventKind.YOUTH_ABROAD)


class ByeKind(StrEnum):
    """A round without a game, by US Chess' letter."""

    FULL_POINT = "B"
    HALF_POINT = "H"
    ZERO_POINT = "Z"
    FORFEIT_WIN = "X"
    FORFEIT_LOSS = "F"
    UNPLAYED = "U"

    @property
    def gives_a_point(self) -> bool:
        return self in (ByeKind.FULL_POINT, ByeKind.FORFEIT_WIN)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Main time in minutes and increment or delay in seconds."""

    minutes: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.minutes}+{self.seconds}"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A line of the crosstable.

    number: pairing number, from 1. rating: as given with the event. player: the club's, or None.
    rated: whether the event changes the rating. score: total where single results are unknown.
    external_ratings: of other organisations. list_ratings: given ratings on other lists.
    federation, title: as written. deviation: of `rating`. board: place in the team's order, from 1.
    published: by the federation, with this event. seats: boards by round, where the team sat in another order.
    out: left a round robin early, so that no game counts for its table (C.05). place: by its method or a play-off.
    """

    number: int
    rating: float | None = None
    player: Hashable | None = None
    name: str | None = None
    rated: bool = False
    score: float | None = None
    external_ratings: tuple[ExternalRating, ...] = ()
    list_ratings: tuple[tuple[RatingList, float], ...] = ()
    federation: str | None = None
    title: str | None = None
    rating_class: str | None = None
    deviation: float | None = None
    team: str | None = None
    board: int | None = None
    published: Published = ()
    seats: tuple[tuple[int, int], ...] = ()
    out: bool = False
    place: int | None = None

    def __post_init__(self) -> None:
        # A file's 1470 is 1470.0 in the database: both must give the same text.
        if isinstance(self.rating, int):
            object.__setattr__(self, "rating", float(self.rating))
        if self.list_ratings:
            floats = tuple((given, float(rating)) for given, rating in self.list_ratings)
            object.__setattr__(self, "list_ratings", floats)

    @property
    def called(self) -> str:
        return self.name or f"Player {self.number}"

    def rating_on(self, rating_list: RatingList) -> float | None:
        for given, rating in self.list_ratings:
            if given is rating_list:
                return rating
        return self.rating


class TeamBye(NamedTuple):
    """A team's bye that gives its members no points. given: by the pairing."""

    round: int
    team: str
    kind: ByeKind
    given: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """How an event is ranked after the points.

    order: codes of the tie-breaks. planned: rounds. cycles: of a round robin, else 0. teams: names in pairing order.
    team_order: codes of the teams' tie-breaks. team_byes: those that no member's bye says.
    """

    order: tuple[str, ...] = ()
    planned: int | None = None
    cycles: int = 0
    teams: tuple[str, ...] = ()
    team_order: tuple[str, ...] = ()
    team_byes: tuple[TeamBye, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game.

    score: the first's; None when only totals are known, or while it is being played. first_began: None if unknown.
    first_points, second_points: Scrabble scores. rated: False for a game that does not count, such as a disputed one.
    """

    round: int
    first: int
    second: int
    score: float | None = None
    first_began: bool | None = None
    first_points: int | None = None
    second_points: int | None = None
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a game; never rated.

    opponent: of a forfeit. points: its spread in Scrabble.
    """

    round: int
    entrant: int
    kind: ByeKind
    opponent: int | None = None
    points: int | None = None


class Seat(NamedTuple):
    """An entrant's counted games in round order.

    opponents: indices of entrants. scores: the entrant's own, or None.
    """

    rounds: list[int]
    opponents: list[int]
    scores: list[float | None]


class PlayedGame(NamedTuple):
    """A game as one entrant saw it."""

    round: int
    opponent: Entrant
    score: float | None


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The facts of one event; raise InputError for a contradiction.

    date, began: last and first day. days: of the rounds, from round 1, where known. site: None over the board.
    overruled: a director's reason to rate it despite its time control, or not to rate any game.
    ranking: None if only points and spread count.
    """

    date: datetime.date
    entrants: tuple[Entrant, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()
    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    began: datetime.date | None = None
    site: str | None = None
    overruled: str | None = None
    days: tuple[datetime.date | None, ...] = ()
    ranking: Ranking | None = None

    def __post_init__(self) -> None:
        numbers = {entrant.number for entrant in self.entrants}
        if len(numbers) != len(self.entrants):
            raise InputError("Two entrants have the same pairing number. Number the entrants from 1 upward.")
        for entrant in self.entrants:
            if entrant.score is not None and (entrant.score < 0 or entrant.score % 0.5):
                raise InputError(f"Player {entrant.number}: a score is in whole or half points, not {entrant.score:g}.")
        self._check_rounds(numbers)
        has_total = any(entrant.score is not None and entrant.rated for entrant in self.entrants)
        if has_total and any(game.score is not None for game in self.games):
            for entrant, seat in zip(self.entrants, self.seats(), strict=True):
                if entrant.score is not None and entrant.rated:
                    _check_total(entrant, seat.scores)

    @property
    def has_points(self) -> bool:
        """Return whether games have Scrabble scores."""
        return any(game.first_points is not None for game in self.games)

    def _check_rounds(self, numbers: set[int]) -> None:
        for game in self.games:
            if game.first == game.second:
                raise InputError(f"Round {game.round}: player {game.first} cannot play against themselves.")
            if game.first not in numbers or game.second not in numbers:
                missing = game.second if game.first in numbers else game.first
                raise InputError(f"Round {game.round}: there is no player {missing} in this event.")
            if game.score is not None and game.score not in (0, 0.5, 1):
                raise InputError(f"Round {game.round}: a game scores 0, 0.5 or 1, not {game.score:g}.")
        for bye in self.byes:
            if bye.entrant not in numbers:
                raise InputError(f"Round {bye.round}: there is no player {bye.entrant} in this event.")
        taken = [(game.round, number) for game in self.games for number in (game.first, game.second)]
        taken += [(bye.round, bye.entrant) for bye in self.byes]
        if len(set(taken)) == len(taken):
            return
        met: set[tuple[int, int]] = set()
        for round_number, number in taken:
            if (round_number, number) in met:
                raise InputError(f"Round {round_number}: player {number} is listed twice.")
            met.add((round_number, number))

    @property
    def is_rated(self) -> bool:
        return any(game.rated for game in self.games)

    @property
    def rounds(self) -> int:
        """Return the last round that anybody has something in."""
        rounds = [game.round for game in self.games] + [bye.round for bye in self.byes]
        return max(rounds, default=0)

    @property
    def out(self) -> frozenset[int]:
        """Return the numbers of those who are out of the table."""
        return frozenset(entrant.number for entrant in self.entrants if entrant.out)

    def entrant(self, number: int) -> Entrant:
        return next(entrant for entrant in self.entrants if entrant.number == number)

    def number_of(self, player: Hashable) -> int:
        return next(entrant.number for entrant in self.entrants if entrant.player == player)

    def seats(self) -> list[Seat]:
        """Return everybody's counted games, in order of the entrants."""
        places = {entrant.number: place for place, entrant in enumerate(self.entrants)}
        seats = [Seat([], [], []) for _ in self.entrants]
        for game in sorted(self.games, key=attrgetter("round")):
            if not game.rated:
                continue
            number, first, second, score = game.round, places[game.first], places[game.second], game.score
            rounds, opponents, scores = seats[first]
            rounds.append(number)
            opponents.append(second)
            scores.append(score)
            rounds, opponents, scores = seats[second]
            rounds.append(number)
            opponents.append(first)
            scores.append(None if score is None else 1 - score)
        return seats

    def played(self) -> dict[int, list[PlayedGame]]:
        """Return everybody's counted games by pairing number, in round order."""
        entrant_at = self.entrants.__getitem__
        # Half the time of the named tuple's __new__.
        make = tuple.__new__
        return {
            entrant.number: list(
                map(make, repeat(PlayedGame), zip(rounds, map(entrant_at, opponents), scores, strict=True))
            )
            for entrant, (rounds, opponents, scores) in zip(self.entrants, self.seats(), strict=True)
        }

    def by_share(self) -> dict[int, list[PlayedGame]]:
        """Return the same with scores as shares of the points, where known."""
        shares: dict[tuple[int, int], float] = {}
        for game in self.games:
            own, other = game.first_points, game.second_points
            if own is not None and other is not None and min(own, other) >= 0 < own + other:
                shares[game.round, game.first] = own / (own + other)
                shares[game.round, game.second] = other / (own + other)
        return {
            number: [one._replace(score=shares.get((one.round, number), one.score)) for one in games]
            for number, games in self.played().items()
        }

    def games_of(self, number: int) -> tuple[PlayedGame, ...]:
        place = next(place for place, entrant in enumerate(self.entrants) if entrant.number == number)
        seat = self.seats()[place]
        entrants = [self.entrants[other] for other in seat.opponents]
        return tuple(map(PlayedGame, seat.rounds, entrants, seat.scores))

    def score_of(self, number: int) -> float:
        """Return an entrant's points from played games; raise InputError if unknown."""
        return score_in(self.entrant(number), [game.score for game in self.games_of(number)])

    def byes_of(self, number: int) -> tuple[Bye, ...]:
        return tuple(bye for bye in self.byes if bye.entrant == number)


def renumbered(table: Crosstable, numbers: Mapping[int, int]) -> Crosstable:
    """Return a crosstable with other pairing numbers, by the old ones."""
    entrants = [replace(one, number=numbers[one.number]) for one in table.entrants]
    return replace(
        table,
        entrants=tuple(sorted(entrants, key=attrgetter("number"))),
        games=tuple(replace(one, first=numbers[one.first], second=numbers[one.second]) for one in table.games),
        byes=tuple(
            replace(one, entrant=numbers[one.entrant], opponent=None if one.opponent is None else numbers[one.opponent])
            for one in table.byes
        ),
    )


def are_spreads(games: Collection[Game]) -> bool:
    """Return whether most games have a spread and its opposite as points."""
    points = [(game.first_points, game.second_points) for game in games]
    opposite = sum(first is not None and second is not None and first == -second != 0 for first, second in points)
    return 2 * opposite > len(points)


def is_forfeited(points: int, theirs: int) -> bool:
    """Return whether two scores are a forfeit's: 0, or a bye's such as -50.

    After six scoreless turns a played game may end at -6 to -10.
    """
    least = min(points, theirs)
    return least == 0 or (least < 0 and (least % 50 == 0 or points == -theirs))


def score_in(entrant: Entrant, scores: Sequence[float | None]) -> float:
    """Return an entrant's points from these scores; raise InputError if unknown."""
    if entrant.score is not None:
        return entrant.score
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        raise InputError(f"Player {entrant.number} has games without a result. Give the results or the total score.")
    return sum(known, 0.0)


def _check_total(entrant: Entrant, results: Sequence[float | None]) -> None:
    known = [score for score in results if score is not None]
    total = entrant.score or 0.0
    if known and not sum(known) <= total <= sum(known) + len(results) - len(known):
        raise InputError(
            f"Player {entrant.number}: the results add up to {counted(sum(known), 'point')} of {len(results)}, "
            f"but the score is {total:g}. Correct one of them."
        )
