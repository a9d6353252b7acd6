"""The seed's rating system without its limits: many players in lists, moved match by match. No command runs it.

The Keeper may move with everybody else: every reading subtracts its log strength, so rebalancing costs nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, inf, log, tanh
from typing import NamedTuple

from core.errors import InputError, NotFoundError
from core.rating.oracle.config import OracleConfig, PlayerKind
from core.rating.oracle.formula import (
    MAX_LOG_STRENGTH,
    check_counts,
    half_by_mean,
    half_by_results,
    incremental_error,
    information_of,
    rating_of,
    win_probability,
)
from core.rating.oracle.system import RosterLine
from core.words import counted


class Order(StrEnum):
    """How a bare score is played out; results that are known one by one are always taken as they were played.

    MEAN_SCORE: every game counts the mean score, so that no order is made up.
    WINS_FIRST: all wins, then all losses, then all draws, as the seed's program does.
    """

    MEAN_SCORE = "mean_score"
    WINS_FIRST = "wins_first"


class Rebalance(StrEnum):
    """Who moves when somebody meets the Keeper, whose strength stays 1.

    ANCHOR: the opponent takes the whole change, nobody else moves.
    ALL: both take half, then all strengths are divided by the Keeper's, as the seed's program does.
    """

    ANCHOR = "anchor"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class SeedConfig(OracleConfig):
    """The settings with those of the seed's program that a club's ratings do not rest on."""

    initial_confidence: float = 100.0
    order: Order = Order.MEAN_SCORE
    rebalance: Rebalance = Rebalance.ANCHOR


DEFAULT = SeedConfig()

KEEPER = 0
"""The Keeper's number: no pool is without one."""

LOWEST_OF_SEED = log(1e-10)
"""The seed's program lets nobody fall below this strength."""

IMPORTED_CONFIDENCE, CONFIDENCE_DECAY = 50.0, 0.95


_new_tuple = tuple.__new__
"""Makes a named tuple in half the time, where that counts."""


class Change(NamedTuple):
    """A match rated, as the first player has it.

    multiplier: A, for both. difference: in log strength, before the match. change: what was added to it.
    """

    multiplier: float
    difference: float
    change: float
    points: float
    games: int

    @property
    def expected(self) -> float:
        """Return the first player's expected score, in game points."""
        return self.games * win_probability(self.difference)


class Pool:
    """Players by number, the Keeper first; a new one starts at the Keeper's strength."""

    def __init__(self, config: SeedConfig = DEFAULT) -> None:
        self.config = config
        self.names: list[str] = []
        self.kinds: list[PlayerKind] = []
        self.games: list[int] = []
        self.wins: list[int] = []
        self.draws: list[int] = []
        self.confidences: list[float] = []
        self.information: list[float] = []
        self._log_strengths: list[float] = []
        self._a_min, self._half_range = config.a_min, (config.a_max - config.a_min) / 2
        self._decay = -1 / config.a_decay_rate
        self._wins_first = config.order is Order.WINS_FIRST
        self._anchor = KEEPER if config.rebalance is Rebalance.ANCHOR else None
        self._counts_draws = config.counts_draws
        self._lowest = LOWEST_OF_SEED if self._wins_first else -MAX_LOG_STRENGTH
        self.register(config.keeper_name, PlayerKind.AI_KEEPER)

    @classmethod
    def of(cls, lines: Iterable[RosterLine], config: SeedConfig = DEFAULT) -> "Pool":
        """Return a pool of players from elsewhere, the Keeper first and the others in their order."""
        pool = cls(config)
        for line in sorted(lines, key=lambda line: not line.is_keeper):
            player = KEEPER if line.is_keeper else pool.register(line.name)
            pool.names[player], pool.kinds[player] = line.name, line.kind
            pool._log_strengths[player] = line.log_strength
            pool.games[player], pool.wins[player], pool.draws[player] = line.games, line.wins, line.draws
            pool.information[player] = information_of(line.standard_error or 0.0, config)
            pool.confidences[player] = IMPORTED_CONFIDENCE if line.confidence is None else line.confidence
        return pool

    def __len__(self) -> int:
        return len(self.names)

    def register(self, name: str, kind: PlayerKind = PlayerKind.HUMAN) -> int:
        """Enter a player and return their number."""
        self.names.append(name)
        self.kinds.append(kind)
        for counts in (self.games, self.wins, self.draws):
            counts.append(0)
        self.confidences.append(self.config.initial_confidence)
        self.information.append(0.0)
        self._log_strengths.append(self._log_strengths[KEEPER] if self._log_strengths else 0.0)
        return len(self.names) - 1

    def log_strength(self, player: int) -> float:
        """Return theta relative to the Keeper; raise NotFoundError for a number without a player."""
        if not 0 <= player < len(self.names):
            raise self._refusal(player, KEEPER)
        return self._log_strengths[player] - self._log_strengths[KEEPER]

    def strength(self, player: int) -> float:
        """Return s, which is 1 for the Keeper."""
        return exp(self.log_strength(player))

    def rating(self, player: int) -> float:
        """Return the unrounded rating on the configured scale."""
        return rating_of(self.log_strength(player), self.config.scale)

    def standard_error(self, player: int) -> float:
        """Return the approximate standard error of the log strength; 0 for the Keeper."""
        if player == KEEPER:
            return 0.0
        return incremental_error(self.information[player], self.games[player], self.config)

    def take_over(self, log_strengths: Sequence[float], standard_errors: Sequence[float | None]) -> None:
        """Set everybody to what a batch found, by number; whoever has no game there stands at the Keeper's strength."""
        if not len(log_strengths) == len(standard_errors) == len(self):
            raise InputError(
                f"The pool has {counted(len(self), 'player')} and {len(log_strengths)} strengths: fit them again."
            )
        self._log_strengths = list(log_strengths)
        self.information = [information_of(error or 0.0, self.config) for error in standard_errors]

    def roster(self) -> tuple[RosterLine, ...]:
        """Return everybody's standing, by number."""
        return tuple(
            RosterLine(
                player_id=player,
                name=self.names[player],
                kind=self.kinds[player],
                is_keeper=player == KEEPER,
                log_strength=self.log_strength(player),
                games=self.games[player],
                wins=self.wins[player],
                losses=self.games[player] - self.wins[player] - self.draws[player],
                draws=self.draws[player],
                standard_error=self.standard_error(player),
                confidence=self.confidences[player],
            )
            for player in range(len(self.names))
        )

    def win_probability(self, first: int, second: int) -> float:
        """Return the chance that the first beats the second; raise NotFoundError for a number without a player."""
        if first < 0 or second < 0:
            raise self._refusal(first, second)
        log_strengths = self._log_strengths
        try:
            return 1.0 / (1.0 + exp(log_strengths[second] - log_strengths[first]))
        except IndexError:
            raise self._refusal(first, second) from None
        except OverflowError:  # as far behind as only rebalancing everybody can bring somebody who never plays
            return 0.0

    def record(
        self, first: int, second: int, wins: int, losses: int, draws: int = 0, results: Sequence[float] | None = None
    ) -> Change:
        """Rate a score, the first player's; raise InputError or NotFoundError for one that cannot be rated.

        results: the same games in the order of play, as `record_results` gives them.
        """
        log_strengths, played = self._log_strengths, self.games
        if first == second or first < 0 or second < 0:
            raise self._refusal(first, second)
        if wins < 0 or losses < 0 or draws < 0:
            check_counts(wins, losses, draws)
        draws *= self._counts_draws  # a fraction stays one, and is refused below
        games = wins + losses + draws
        try:
            own, other = log_strengths[first], log_strengths[second]
        except IndexError:
            raise self._refusal(first, second) from None
        # As `match_multiplier`, without its calls.
        a = self._a_min + self._half_range * (exp(self._decay * played[first]) + exp(self._decay * played[second]))
        difference = own - other
        try:
            if results is not None:
                half = half_by_results(difference, a, results)
            elif self._wins_first:
                half = half_wins_first(difference, a, wins, losses, draws)
            else:
                half = half_by_mean(difference, a, games, wins - losses)
        except TypeError:  # nothing can be played half a time
            check_counts(wins, losses, draws)
            raise
        if first == self._anchor:
            other -= 2.0 * half
        elif second == self._anchor:
            own += 2.0 * half
        else:
            own += half
            other -= half
        log_strengths[first], log_strengths[second] = own, other
        keeper, lowest = log_strengths[KEEPER], self._lowest
        if not lowest <= own - keeper <= MAX_LOG_STRENGTH >= other - keeper >= lowest:
            for player in (first, second):
                log_strengths[player] = keeper + max(lowest, min(MAX_LOG_STRENGTH, log_strengths[player] - keeper))
        spread = tanh(0.5 * difference)
        information = games * (0.25 - 0.25 * spread * spread)  # P(1-P) of each game
        # As much as is known of the opponent: 1 / (1 / I + V). The Keeper is known.
        prior = 0.0 if self.config.prior_sd is None else self.config.prior_sd**-2
        known = [inf if player == KEEPER else self.information[player] + prior for player in (first, second)]
        for player, opponent in ((first, known[1]), (second, known[0])):
            self.information[player] += 1 / (1 / information + 1 / opponent) if information and opponent else 0.0
        played[first] += games
        played[second] += games
        self.wins[first] += wins
        self.wins[second] += losses
        if draws:
            self.draws[first] += draws
            self.draws[second] += draws
        if self._wins_first:
            self.confidences[first] *= CONFIDENCE_DECAY
            self.confidences[second] *= CONFIDENCE_DECAY
        return _new_tuple(Change, (a, difference, 2.0 * half, wins + 0.5 * draws, games))

    def record_results(self, first: int, second: int, results: Sequence[float]) -> Change:
        """Rate games in the order of play by the first player's results, 1, 0.5 or 0; errors as in `record`."""
        check_results(results)
        counted = [result for result in results if result != 0.5 or self._counts_draws]
        return self.record(first, second, counted.count(1), counted.count(0), counted.count(0.5), counted)

    def _refusal(self, first: int, second: int) -> InputError | NotFoundError:
        if first == second:
            return InputError(f"Player {first} cannot play against themselves. Give two different players.")
        unknown = first if not 0 <= first < len(self.names) else second
        return NotFoundError(f"There is no player {unknown}: the numbers go from 0 to {len(self.names) - 1}.")


def half_wins_first(difference: float, a: float, wins: int, losses: int, draws: int) -> float:
    """Return the same as the seed's program plays out a bare score: all wins, then all losses, then all draws."""
    half = start = 0.5 * difference
    rate = 0.5 * log(a)
    for _ in range(wins):
        half += rate * (1.0 - tanh(half))
    for _ in range(losses):
        half -= rate * (1.0 + tanh(half))
    for _ in range(draws):
        half -= rate * tanh(half)
    return half - start


def check_results(results: Iterable[float]) -> None:
    """Raise InputError for a result that there is not."""
    for result in results:
        if result not in (0, 0.5, 1):
            raise InputError(f"A game scores 0, 0.5 or 1, not {result:g}.")
