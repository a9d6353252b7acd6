"""Facts for a norm: games and event. Unknown facts are None."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import TimeControl
from core.rating.fide.rules import P_TO_DP, average_rating, percentage
from core.words import counted

# What each norm asks for (FIDE B.01, 0.5 and 1.4)


class PlayerTitle(StrEnum):
    """A title that a player may hold; the value is what FIDE prints."""

    GM = "GM"
    IM = "IM"
    FM = "FM"
    CM = "CM"
    WGM = "WGM"
    WIM = "WIM"
    WFM = "WFM"
    WCM = "WCM"


TITLE_HOLDERS = frozenset(PlayerTitle) - {PlayerTitle.CM, PlayerTitle.WCM}
"""Titles that count for the half of title-holders (1.4.5a)."""

MASTERS = frozenset({PlayerTitle.GM, PlayerTitle.IM, PlayerTitle.WGM, PlayerTitle.WIM})
"""Titles that are gained by norms, and that are counted in a large Swiss (1.4.3d)."""


@dataclass(frozen=True, slots=True)
class TitleNorm:
    """A norm and its title.

    performance: minimum (1.4.8). average: of the opponents (1.4.8a). floor: of the lowest opponent (1.4.6a).
    counting: titles of the required third (1.4.5b to e). rating: once (1.5.3). one_round_days: see 1.1.3a.
    """

    title: PlayerTitle
    performance: int
    average: int
    floor: int
    counting: frozenset[PlayerTitle]
    rating: int
    women_only: bool
    one_round_days: bool

    def __str__(self) -> str:
        return self.title.value

    def counts_for(self, lower: "TitleNorm") -> bool:
        return NORMS.index(self) <= NORMS.index(lower)


_GM, _IM, _WGM, _WIM = PlayerTitle.GM, PlayerTitle.IM, PlayerTitle.WGM, PlayerTitle.WIM

GM = TitleNorm(_GM, 2600, 2380, 2200, frozenset({_GM}), 2500, women_only=False, one_round_days=True)
IM = TitleNorm(_IM, 2450, 2230, 2050, frozenset({_GM, _IM}), 2400, women_only=False, one_round_days=False)
WGM = TitleNorm(_WGM, 2400, 2180, 2000, frozenset({_GM, _IM, _WGM}), 2300, women_only=True, one_round_days=True)
WIM = TitleNorm(_WIM, 2250, 2030, 1850, MASTERS, 2200, women_only=True, one_round_days=False)

NORMS: tuple[TitleNorm, ...] = (GM, IM, WGM, WIM)
"""Highest first: each requires no more than the one before."""


def open_to(woman: bool | None) -> tuple[TitleNorm, ...]:
    """Return the norms open to a player; women's norms only for known women."""
    return tuple(norm for norm in NORMS if woman or not norm.women_only)


STATELESS = "FID"
"""Players under FIDE's flag: count in all but federations (1.4.2a, Qualification Commission 2026)."""

NOT_FIDE = "NON"
"""Federations outside FIDE; games against their players do not count."""


def check_federation(federation: str | None) -> None:
    """Raise InputError unless it is three capital letters or None."""
    if federation is None:
        return
    if not (len(federation) == 3 and federation.isascii() and federation.isalpha() and federation.isupper()):
        raise InputError(f'"{federation}" is not a federation code. Write three capital letters, for example NOR.')


# How many of what a number of games asks for (FIDE B.01, 1.4.4)


FEWEST_GAMES = 9
FEWEST_TEAM_GAMES = 7
FEWEST_WORLD_CUP_GAMES = 8
MOST_GAMES_COUNTED = 13
"""A norm of a longer event counts as one of this many games (1.7)."""

FEWEST_FOREIGN_FEDERATIONS = 2
FEWEST_PLAYERS_TWICE_AROUND = 6
UNRATED = 1400
"""What an unrated opponent counts as (1.4.6c)."""


def fewest_title_holders(games: int) -> int:
    """Return 50 % of the opponents (1.4.5a)."""
    return -(-games // 2)


def fewest_required_titles(games: int) -> int:
    """Return a third of the opponents, at least three (1.4.5b to e)."""
    return max(3, -(-games // 3))


def most_of_own_federation(games: int) -> int:
    """Return 3/5 of the opponents (1.4.4)."""
    return 3 * games // 5


def most_of_one_federation(games: int) -> int:
    """Return 2/3 of the opponents (1.4.4)."""
    return 2 * games // 3


def fewest_half_points(games: int) -> int:
    """Return 35% of the points, in half points, strictly (1.4.8b): 4.5 of 13 is not enough."""
    return -(-7 * games // 10)


def rating_difference(half_points: int, games: int) -> int:
    """Return dp of a score, in rating points (1.4.9)."""
    return P_TO_DP[percentage(half_points, games)]


def required_average(norm: TitleNorm, half_points: int, games: int) -> int:
    """Return the lowest average of opponents for a norm with a score (1.4.8)."""
    return max(norm.average, norm.performance - rating_difference(half_points, games))


# What a list of the participants shows about an event (FIDE B.01, 1.4.3d and 1.5.6)


MOST_ROUNDS_MISSED = 1
FEWEST_FOREIGN_RATED = 20
FEWEST_FEDERATIONS = 3
FEWEST_MASTERS = 10
FEWEST_PARTICIPANTS = 40
FEWEST_AVERAGE = 2000


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant. missed: rounds without a pairing, except allocated byes and forfeit wins."""

    federation: str | None = None
    rating: int | None = None
    title: PlayerTitle | None = None
    missed: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        check_federation(self.federation)


class LargeSwiss(NamedTuple):
    """The minimum of any round, of players who missed at most one (1.4.3d).

    foreign: rated players not of the host federation. masters: GM, IM, WGM, WIM.
    """

    foreign: int
    federations: int
    masters: int

    @property
    def exempts(self) -> bool:
        return (
            self.foreign >= FEWEST_FOREIGN_RATED
            and self.federations >= FEWEST_FEDERATIONS
            and self.masters >= FEWEST_MASTERS
        )


class Field(NamedTuple):
    """The fewest participants and the lowest average rating of any round (1.5.6)."""

    participants: int
    average: int

    @property
    def is_large(self) -> bool:
        return self.participants >= FEWEST_PARTICIPANTS and self.average >= FEWEST_AVERAGE


def large_swiss(participants: Sequence[Participant], host: str, rounds: int) -> LargeSwiss:
    """Return a Swiss' poorest round for the exemption."""
    foreign = [
        player
        for player in participants
        if len(player.missed) <= MOST_ROUNDS_MISSED
        and player.rating is not None
        and player.federation is not None
        and player.federation not in (host, STATELESS, NOT_FIDE)
    ]
    by_round = [[player for player in foreign if number not in player.missed] for number in range(1, rounds + 1)]
    return LargeSwiss(
        min(len(players) for players in by_round),
        min(len({player.federation for player in players}) for players in by_round),
        min(sum(player.title in MASTERS for player in players) for players in by_round),
    )


def field_of(participants: Sequence[Participant], rounds: int) -> Field:
    """Return the size and strength of a Swiss in its poorest rounds (1.5.6).

    Unrated players count as unrated opponents do (our reading).
    """
    regular = [player for player in participants if len(player.missed) <= MOST_ROUNDS_MISSED]
    by_round = [[player for player in regular if number not in player.missed] for number in range(1, rounds + 1)]
    averages = [
        average_rating([UNRATED if player.rating is None else player.rating for player in players]) if players else 0
        for players in by_round
    ]
    return Field(min(len(players) for players in by_round), min(averages))


MOST_ROUNDS = 22
"""A double round robin of twelve; FIDE's Annex goes to 19."""

HIGHEST_RATING = 3500


class EventFormat(StrEnum):
    """How the rounds are paired (1.4.2e)."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCKOUT = "knockout"
    OTHER = "other"

    @property
    def is_round_robin(self) -> bool:
        return self in (EventFormat.ROUND_ROBIN, EventFormat.DOUBLE_ROUND_ROBIN)


class Championship(StrEnum):
    """Events in which fewer games are enough (1.4.1b)."""

    TEAM = "team"  # World or Continental Team or Club Championship of 7 to 9 rounds
    WORLD_CUP = "world-cup"


class Exemption(StrEnum):
    """Why the opponents' federations do not matter (1.4.3)."""

    NATIONAL_FINAL = "national-final"
    NATIONAL_TEAM = "national-team"
    ZONAL = "zonal"
    LARGE_SWISS = "large-swiss"

    @property
    def clause(self) -> str:
        return f"FIDE B.01, 1.4.3{'abcd'[list(Exemption).index(self)]}"

    @property
    def is_national(self) -> bool:
        """Return whether only players of the registering federation may enter."""
        return self in (Exemption.NATIONAL_FINAL, Exemption.NATIONAL_TEAM)


class Decided(StrEnum):
    """How a round was decided; a game that began counts as played (1.4.2c)."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    ADJUDICATED = "adjudicated"
    ALLOCATED_BYE = "allocated-bye"
    OTHER_BYE = "other-bye"


@dataclass(frozen=True, slots=True)
class NormOpponent:
    """An opponent, as on the rating list at the start; over 30 days, at the game (1.1.4).

    rating: None when unrated. federation: Russians and Belarusians shown as FID count under their own flag.
    person: needed if opponents are met twice. pointless: an unrated player without points (1.4.2b).
    """

    rating: int | None = None
    federation: str | None = None
    title: PlayerTitle | None = None
    person: Hashable | None = None
    pointless: bool | None = None

    def __post_init__(self) -> None:
        if self.rating is not None and not 1 <= self.rating <= HIGHEST_RATING:
            raise InputError(
                f"A rating is from 1 to {HIGHEST_RATING}, not {self.rating}. "
                "Leave the rating of an unrated player empty."
            )
        check_federation(self.federation)


@dataclass(frozen=True, slots=True)
class NormGame:
    """A round. opponent: None for a bye. score: None where only the total is known."""

    round: int
    opponent: NormOpponent | None
    score: float | None = None
    decided: Decided = Decided.PLAYED

    def __post_init__(self) -> None:
        if self.score is not None and self.score not in (0, 0.5, 1):
            raise InputError(f"Round {self.round}: a game scores 0, 0.5 or 1, not {self.score:g}.")
        if self.opponent is None and self.decided is Decided.PLAYED:
            raise InputError(f"Round {self.round}: the opponent is missing. Name the opponent or enter a bye.")

    @property
    def half_points(self) -> int:
        return round(2 * (self.score or 0))

    @property
    def is_point_without_play(self) -> bool:
        """Return whether it is a forfeit win or an allocated bye (1.4.1c)."""
        forfeit_win = self.decided is Decided.FORFEIT and self.score == 1
        return forfeit_win or self.decided is Decided.ALLOCATED_BYE


@dataclass(frozen=True, slots=True)
class NormPlayer:
    """The player whose norm it may be; None if unknown."""

    federation: str | None = None
    woman: bool | None = None

    def __post_init__(self) -> None:
        check_federation(self.federation)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What is known about the event; None if unknown.

    predetermined: whether pairings were fixed before round 1; None: as usual for the format.
    federation: where registered. exemption: as claimed. rated, registered: on FIDE's server, 30 days ahead.
    arbiters: an IA or FA always present. changed_for_players: rounds or pairings. format_approved: if unusual.
    """

    start: date
    rounds: int
    format: EventFormat | None = None
    end: date | None = None
    predetermined: bool | None = None
    championship: Championship | None = None
    federation: str | None = None
    exemption: Exemption | None = None
    participants: tuple[Participant, ...] = ()
    rated: bool | None = None
    registered: bool | None = None
    most_rounds_a_day: int | None = None
    time_control: TimeControl | None = None
    time_control_approved: bool | None = None
    arbiters: bool | None = None
    arbiters_play: bool | None = None
    changed_for_players: bool | None = None
    format_approved: bool | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise InputError(f"An event has 1 to {MOST_ROUNDS} rounds, not {self.rounds}. Give one event at a time.")
        if self.end is not None and self.end < self.start:
            raise InputError(f"The event cannot end on {self.end}, before it starts on {self.start}.")
        check_federation(self.federation)

    @property
    def pairings_are_predetermined(self) -> bool | None:
        """Return whether all rounds must be used (1.4.1e); None if unknown."""
        if self.predetermined is not None or self.format in (None, EventFormat.OTHER):
            return self.predetermined
        return self.format.is_round_robin


@dataclass(frozen=True, slots=True)
class NormSnapshot:
    """One player's event; raise InputError for a contradiction.

    games: one per past round. score: total, where single results are unknown.
    """

    player: NormPlayer
    settings: EventSettings
    games: tuple[NormGame, ...]
    score: float | None = None

    def __post_init__(self) -> None:
        rounds = [game.round for game in self.games]
        for number in rounds:
            if not 1 <= number <= self.settings.rounds:
                raise InputError(f"There is no round {number} in an event of {counted(self.settings.rounds, 'round')}.")
        if len(set(rounds)) != len(rounds):
            raise InputError("A round is listed twice. Give each round once.")
        if self.score is not None:
            self._check_total(self.score)
        elif any(game.score is None and game.decided is Decided.PLAYED for game in self.games):
            raise InputError("A game has no result. Give every result or the total score.")
        if self.settings.format is EventFormat.DOUBLE_ROUND_ROBIN and any(
            game.opponent is not None and game.opponent.person is None for game in self.games
        ):
            raise InputError("Opponents without a name cannot be used in a double round robin. Name each opponent.")

    def _check_total(self, score: float) -> None:
        if any(game.score is not None for game in self.games if game.decided is Decided.PLAYED):
            raise InputError("Give the result of every game or the total score, not both.")
        played = sum(game.decided is Decided.PLAYED for game in self.games)
        if not 0 <= score <= played or score % 0.5:
            raise InputError(
                f"The score of {counted(played, 'game')} is 0 to {counted(played, 'point')}, halves included, "
                f"not {score:g}."
            )
