"""Rate a pool's matches by Oracle, Elo and Glicko-2 (Oracle's seed, "Comparison to Elo").

All players begin equal; entered and calibrated ratings are not used.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot, log, sqrt
from statistics import stdev
from typing import Any, NamedTuple

from core.event.crosstable import Crosstable, Game
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.elo import START
from core.rating.elo import SYSTEM as ELO
from core.rating.elo import expected_score as expected_by_elo
from core.rating.glicko2 import NEWCOMER, at_beginning, month_of
from core.rating.glicko2 import SYSTEM as GLICKO_2
from core.rating.glicko2 import PlayerState as GlickoState
from core.rating.glicko2 import expected_score as expected_by_glicko
from core.rating.oracle.formula import win_probability
from core.rating.oracle.state import PairMatch, counted_matches
from core.rating.oracle.system import SYSTEM as ORACLE
from core.rating.rating_system import ClubPool, RatingSystem

SURE = 1e-6
"""No forecast is surer: a single upset must not outweigh the rest."""

COIN = log(2)
"""The loss per game of forecasting one half."""

LEAST_GAMES, LEAST_EVENTS = 300, 20
"""With fewer, no system is said to predict better."""

SURE_AT = 1.96
"""Standard errors of a 95% interval."""


class ComparedPlayer(NamedTuple):
    """A player after all matches; deviation: Glicko-2's."""

    player: Any
    games: int
    oracle: float
    elo: float
    glicko2: float
    deviation: float


class Forecasts(NamedTuple):
    """How well a system predicted the matches.

    loss: mean -ln of the chance of each result. decided: matches with a winner and a favourite; right: the
    favourite won.
    """

    loss: float
    right: int
    decided: int


@dataclass(frozen=True, slots=True)
class ComparedSystems:
    """The players, strongest by Oracle first, and each system's forecasts.

    best: index of the system whose loss is clearly the least, or None.
    """

    players: tuple[ComparedPlayer, ...]
    oracle: Forecasts
    elo: Forecasts
    glicko2: Forecasts
    matches: int
    games: int
    best: int | None


class _Tally:
    def __init__(self) -> None:
        self.loss, self.games, self.right, self.decided = 0.0, 0, 0, 0

    def add(self, chance: float, match: PairMatch) -> None:
        sure = min(1 - SURE, max(SURE, chance))
        self.loss -= match.points * log(sure) + (match.games - match.points) * log(1 - sure)
        self.games += match.games
        lead = 2 * match.points - match.games
        if lead and abs(chance - 0.5) > 1e-12:
            self.decided += 1
            self.right += (lead > 0) == (chance > 0.5)

    def forecasts(self) -> Forecasts:
        return Forecasts(self.loss / self.games if self.games else 0.0, self.right, self.decided)


def compare_systems(crosstables: Iterable[Crosstable], pool: RatingList, rules: ClubRules) -> ComparedSystems:
    """Rate a pool's events in order by the three systems."""
    config = rules.oracle_for(pool)
    oracle, elo, glicko = (_Rated(system, on, rules) for system, on in _lists(pool))
    tallies = [_Tally(), _Tally(), _Tally()]
    matches, losses = 0, list[list[float]]()
    games: dict[Any, int] = defaultdict(int)
    for crosstable in crosstables:
        between = _between_members(crosstable, counts_draws=config.counts_draws)
        if not between.games:
            continue
        for rated in (oracle, elo, glicko):
            rated.bring_in(between)
        before = [tally.loss for tally in tallies]
        for match in counted_matches(between, config):
            matches += 1
            sides = match.first.player, match.second.player
            chances = _by_oracle(oracle, *sides), _by_elo(elo, *sides), _by_glicko(glicko, between, *sides)
            for tally, chance in zip(tallies, chances, strict=True):
                tally.add(chance, match)
            for side in sides:
                games[side] += match.games
        losses.append([tally.loss - loss for tally, loss in zip(tallies, before, strict=True)])
        for rated in (oracle, elo, glicko):
            rated.rate(between)
    oracle.measure(tuple(oracle.states))
    players = [
        ComparedPlayer(key, count, oracle.states[key].rating, _elo_of(elo, key), *_glicko_of(glicko.states[key]))
        for key, count in games.items()
    ]
    players.sort(key=lambda one: (-one.oracle, -one.games))
    by_oracle, by_elo, by_glicko = (tally.forecasts() for tally in tallies)
    total = tallies[0].games
    best = clearly_least(losses) if total >= LEAST_GAMES else None
    return ComparedSystems(tuple(players), by_oracle, by_elo, by_glicko, matches, total, best)


def clearly_least(losses: Sequence[Sequence[float]]) -> int | None:
    """Return the index of the system that lost least; None if it may be chance.

    losses: per event, by system. The difference must exceed SURE_AT standard errors.
    """
    if len(losses) < LEAST_EVENTS:
        return None
    totals = [sum(of_system) for of_system in zip(*losses, strict=True)]
    best = totals.index(min(totals))
    for other, total in enumerate(totals):
        differences = [event[other] - event[best] for event in losses]
        if other != best and total - totals[best] <= SURE_AT * sqrt(len(losses)) * stdev(differences):
            return None
    return best


def _lists(pool: RatingList) -> tuple[tuple[RatingSystem, RatingList], ...]:
    return (ORACLE, pool), (ELO, RatingList.ELO), (GLICKO_2, RatingList.GLICKO_2)


class _Rated:
    def __init__(self, system: RatingSystem, rating_list: RatingList, rules: ClubRules) -> None:
        self.system, self.rating_list, self.rules = system, rating_list, rules
        self.benchmark = system.benchmark(rating_list, rules) if isinstance(system, ClubPool) else None
        self.states: dict[Any, Any] = {}

    def bring_in(self, crosstable: Crosstable) -> None:
        """Add newcomers and measure all players by the benchmark."""
        players = [entrant.player for entrant in crosstable.entrants]
        for player in players if self.benchmark is None else [*players, self.benchmark]:
            self.states.setdefault(player, self.system.unrated())
        self.measure(players)

    def measure(self, players: Iterable[Any]) -> None:
        system = self.system
        if isinstance(system, ClubPool) and self.benchmark in self.states:
            by = self.states[self.benchmark]
            self.states |= {player: system.measured(self.states[player], by) for player in players}

    def rate(self, crosstable: Crosstable) -> None:
        outcomes = self.system.rate_event(crosstable, self.rating_list, self.states, house_rules=self.rules)
        self.states |= {player: outcome.state for player, outcome in outcomes.items()}


def _between_members(crosstable: Crosstable, *, counts_draws: bool) -> Crosstable:
    entrants = {one.number: one for one in crosstable.entrants if one.rated and one.player is not None}
    kept: list[Game] = []
    less: dict[int, float] = defaultdict(float)
    for game in crosstable.games:
        if not game.rated:
            continue
        counts = counts_draws or game.score != 0.5
        if counts and game.first in entrants and game.second in entrants:
            kept.append(game)
        elif game.score is None:
            return replace(crosstable, entrants=(), games=(), byes=())
        else:
            less[game.first] += game.score
            less[game.second] += 1 - game.score
    playing = {number for game in kept for number in (game.first, game.second)}
    remaining = tuple(
        one if one.score is None else replace(one, score=one.score - less[one.number])
        for one in entrants.values()
        if one.number in playing
    )
    return replace(crosstable, entrants=remaining, games=tuple(kept), byes=())


def _by_oracle(rated: _Rated, first: Any, second: Any) -> float:
    return win_probability(rated.states[first].log_strength - rated.states[second].log_strength)


def _by_elo(rated: _Rated, first: Any, second: Any) -> float:
    return expected_by_elo(_elo_of(rated, first), _elo_of(rated, second))


def _elo_of(rated: _Rated, player: Any) -> float:
    rating: float | None = rated.states[player].rating
    return START if rating is None else rating


def _by_glicko(rated: _Rated, crosstable: Crosstable, first: Any, second: Any) -> float:
    month = month_of(crosstable.date)
    (own, own_deviation), (other, other_deviation) = (
        _glicko_of(at_beginning(rated.states[player], month)) for player in (first, second)
    )
    return expected_by_glicko(own, other, hypot(own_deviation, other_deviation))


def _glicko_of(state: GlickoState) -> tuple[float, float]:
    now = state.now or NEWCOMER
    return now.rating, now.deviation
