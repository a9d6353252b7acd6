"""The facts that a norm is judged by: a player's games and what is known of the event.

Facts that nobody has told are None: what hangs on them is for the arbiter to confirm.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from core.crosstable import TimeControl
from core.errors import InputError
from core.fide.norms.federations import check_federation
from core.fide.norms.participants import Participant
from core.fide.norms.titles import PlayerTitle
from core.words import counted

MOST_ROUNDS = 22
"""Twelve players who all meet twice; FIDE's Annex goes to 19. Longer ones are several events, or a mistake."""

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
    """Events in which fewer games suffice (1.4.1b)."""

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
        """Return whether it is for players of the federation that registered the event alone."""
        return self in (Exemption.NATIONAL_FINAL, Exemption.NATIONAL_TEAM)


class Decided(StrEnum):
    """How a round was decided; a game that was begun is played, however it ended (1.4.2c)."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    ADJUDICATED = "adjudicated"
    ALLOCATED_BYE = "allocated-bye"
    OTHER_BYE = "other-bye"


@dataclass(frozen=True, slots=True)
class NormOpponent:
    """An opponent as the rating list showed them at the start; in events of over 30 days, at the game (1.1.4).

    rating: None when unrated. federation: three letters, None when unknown; Russians and Belarusians that are shown
        as FID count under their own flag.
    person: who it is; needed where opponents are met twice.
    pointless: whether an unrated player scored nothing against rated ones (1.4.2b); None when unknown.
    """

    rating: int | None = None
    federation: str | None = None
    title: PlayerTitle | None = None
    person: Hashable | None = None
    pointless: bool | None = None

    def __post_init__(self) -> None:
        if self.rating is not None and not 1 <= self.rating <= HIGHEST_RATING:
            raise InputError(
                f"A rating is between 1 and {HIGHEST_RATING}, not {self.rating}: leave it out for an unrated player."
            )
        check_federation(self.federation)


@dataclass(frozen=True, slots=True)
class NormGame:
    """A round of the player's.

    opponent: None in a bye.
    score: the player's points; None where only the total of the event is known.
    """

    round: int
    opponent: NormOpponent | None
    score: float | None = None
    decided: Decided = Decided.PLAYED

    def __post_init__(self) -> None:
        if self.score is not None and self.score not in (0, 0.5, 1):
            raise InputError(f"Round {self.round}: a game scores 0, 0.5 or 1, not {self.score:g}.")
        if self.opponent is None and self.decided is Decided.PLAYED:
            raise InputError(f"Round {self.round}: say who the opponent was, or that the round was a bye.")

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
    """The player whose norm it may be; None for what is unknown."""

    federation: str | None = None
    woman: bool | None = None

    def __post_init__(self) -> None:
        check_federation(self.federation)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What is known of the event; None for what nobody has told.

    start, end: first and last day. rounds: as scheduled.
    predetermined: whether all pairings stood before the first round; None for what the format makes usual.
    federation: the one that registered it. participants: everybody in it, where the list is at hand.
    exemption: claimed for the federations of the opponents; one that follows from the participants needs no claim.
    rated, registered: on FIDE's server, the latter 30 days ahead. most_rounds_a_day: on any day.
    time_control, time_control_approved: of all games; a faster one may be approved by the Qualification Commission.
    arbiters: an IA or FA in charge and always present. arbiters_play: whether an arbiter plays.
    changed_for_players: whether rounds or pairings were changed in somebody's favour.
    format_approved: for other formats than the four that are allowed.
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
            raise InputError(f"An event has 1 to {MOST_ROUNDS} rounds, not {self.rounds}: give one event at a time.")
        if self.end is not None and self.end < self.start:
            raise InputError(f"The event cannot end on {self.end}, before it starts on {self.start}.")
        check_federation(self.federation)

    @property
    def pairings_are_predetermined(self) -> bool | None:
        """Return whether all rounds must be used (1.4.1e); None when unknown."""
        if self.predetermined is not None or self.format in (None, EventFormat.OTHER):
            return self.predetermined
        return self.format.is_round_robin


@dataclass(frozen=True, slots=True)
class NormSnapshot:
    """One player's event; raise InputError when the facts contradict each other.

    games: one for each round that has passed, byes and forfeits included.
    score: the total of the games that count, where single results are unknown; None when they are known.
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
            raise InputError("A round stands there twice: give each round once.")
        if self.score is not None:
            self._check_total(self.score)
        elif any(game.score is None and game.decided is Decided.PLAYED for game in self.games):
            raise InputError("A game has no result: give every result, or the total score.")
        if self.settings.format is EventFormat.DOUBLE_ROUND_ROBIN and any(
            game.opponent is not None and game.opponent.person is None for game in self.games
        ):
            raise InputError("In a double round robin say who each opponent is: every one is met twice.")

    def _check_total(self, score: float) -> None:
        if any(game.score is not None for game in self.games if game.decided is Decided.PLAYED):
            raise InputError("Give the result of every game or the total score, not both.")
        played = sum(game.decided is Decided.PLAYED for game in self.games)
        if not 0 <= score <= played or score % 0.5:
            raise InputError(
                f"The score of {counted(played, 'game')} is 0 to {counted(played, 'point')}, halves included, "
                f"not {score:g}."
            )
