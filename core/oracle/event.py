"""An event rated match after match, in the order in which the pairs first met."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.crosstable import Crosstable, Entrant
from core.errors import InputError, RuleError
from core.explain import Step
from core.oracle.config import BareScores, OracleConfig, Rebalancing
from core.oracle.explanation import steps_of
from core.oracle.matches import PairMatch, counted_matches, is_keeper, scores_of, tally_of
from core.oracle.performance import performance
from core.oracle.rated import RatedMatch
from core.oracle.scale import MAX_LOG_STRENGTH, log_strength_of, win_probability
from core.oracle.state import CONFIDENCE_DECAY, PlayerState, as_keeper
from core.oracle.uncertainty import LEVEL, Interval, rating_interval
from core.oracle.update import half_by_mean, half_by_results, half_wins_first, match_multiplier


class PlayerResult(NamedTuple):
    """What an event did to one player; `steps` says how it came about."""

    before: PlayerState
    after: PlayerState
    matches: tuple[RatedMatch, ...]
    config: OracleConfig

    @property
    def score(self) -> float:
        return sum(match.points for match in self.matches)

    @property
    def games(self) -> int:
        return sum(match.games for match in self.matches)

    @property
    def expected(self) -> float:
        """Return the expected score in game points, with draws as halves."""
        return sum(match.expected for match in self.matches)

    @property
    def change(self) -> float:
        """Return after minus before in rating points; somebody without a game stood at the Keeper's 50."""
        return self.after.rating - self.before.rating

    @property
    def win_probability(self) -> float:
        """Return the chance of beating the Keeper now."""
        return win_probability(self.after.log_strength)

    @property
    def standard_error(self) -> float:
        """Return the approximate standard error of the log strength now."""
        return self.after.standard_error(self.config)

    @property
    def interval(self) -> Interval:
        """Return where the rating lies now, with a chance of 95 %."""
        return rating_interval(self.after.log_strength, self.standard_error, LEVEL)

    @property
    def performance(self) -> float:
        """Return the rating at which this score was to be expected of these opponents."""
        opponents = [(match.opponents_log_strength, match.games) for match in self.matches]
        return performance(opponents, self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about, one step at a time."""
        return steps_of(self.before, self.after, self.matches, self.performance, self.config)


@dataclass(slots=True)
class _Standing:
    """An entrant while the event is rated.

    games: None where nobody knows them. state: None for one whom the event does not move.
    """

    entrant: Entrant
    log_strength: float
    games: int | None
    is_keeper: bool
    state: PlayerState | None
    matches: list[RatedMatch]


def rate_crosstable(
    crosstable: Crosstable, states: Mapping[Any, PlayerState], config: OracleConfig
) -> dict[int, PlayerResult]:
    """Return the results of everybody who played and whom the event moves, by pairing number.

    states: before the event, by `Entrant.player`, of everybody whom it moves.
    Every pair's games are one record. A later record finds the strengths that the earlier ones left. Where everybody is
    rebalanced, the states are as `core.oracle.state.measured` has them, and so are those in the results.
    """
    standings = {
        entrant.number: _standing(entrant, states[entrant.player] if entrant.rated else None, config)
        for entrant in crosstable.entrants
    }
    origin = _origin(standings.values()) if config.rebalancing is Rebalancing.ALL else None
    scores = scores_of(crosstable)
    for match in counted_matches(crosstable, config, scores):
        if match.first.rated or match.second.rated:
            sides = (standings[match.first.number], standings[match.second.number])
            half = _rate(match, *sides, config)
            if origin is not None and any(side.is_keeper and side.state is not None for side in sides):
                origin += _rebalance(half, sides, standings.values())
    return {
        number: PlayerResult(
            standing.state, _after(standing, scores[number], config, origin), tuple(standing.matches), config
        )
        for number, standing in standings.items()
        if standing.state is not None and standing.matches
    }


def _origin(standings: Iterable[_Standing]) -> float:
    """Return where the Keeper stands before the event, by whoever of it was measured."""
    states = [standing.state for standing in standings if standing.state is not None]
    return next((state.origin for state in states if state.raw is not None), 0.0)


def _rebalance(half: float, sides: tuple[_Standing, _Standing], standings: Iterable[_Standing]) -> float:
    """Divide everybody's strength by the Keeper's, who took half of a match as the opponent did; return that half."""
    moved = half if sides[0].is_keeper else -half
    for standing in standings:
        if standing not in sides and standing.state is not None:
            standing.log_strength -= moved
    return moved


def _standing(entrant: Entrant, state: PlayerState | None, config: OracleConfig) -> _Standing:
    keeper = is_keeper(entrant, config)
    if state is not None:
        if keeper and not state.is_keeper:
            state = as_keeper(state)
        return _Standing(entrant, state.log_strength, state.games, state.is_keeper, state, [])
    log_strength = 0.0
    if entrant.rating is not None and not keeper:
        log_strength = log_strength_of(entrant.rating)
    return _Standing(entrant, log_strength, None, keeper, None, [])


def _rate(match: PairMatch, first: _Standing, second: _Standing, config: OracleConfig) -> float:
    """Move both sides by their match; return the half of what the first gained on the second."""
    for standing in (first, second):
        if standing.state is None and not standing.is_keeper and standing.entrant.rating is None:
            raise InputError(
                f"The opponent of round {match.round} has no rating: write one between 0 and 100, or name the Keeper."
            )
    if first.is_keeper and second.is_keeper:
        raise RuleError("A club has one Keeper, who cannot play against themselves: choose another opponent.")
    games = _first_known(first.games, second.games), _first_known(second.games, first.games)
    a = match_multiplier(*games, config)
    difference = first.log_strength - second.log_strength
    wins_first = match.results is None and match.tally is not None and config.bare_scores is BareScores.WINS_FIRST
    if wins_first and match.tally is not None:
        half = half_wins_first(difference, a, *match.tally)
    elif match.results is not None:
        half = half_by_results(difference, a, match.results)
    else:
        half = half_by_mean(difference, a, match.games, 2 * match.points - match.games)
    sides = ((first, second, match.points, half), (second, first, match.games - match.points, -half))
    rated = [
        RatedMatch(
            round=match.round,
            opponent=other.entrant.number,
            against_keeper=other.is_keeper,
            games=match.games,
            points=points,
            in_order=match.results is not None,
            log_strength=own.log_strength,
            opponents_log_strength=other.log_strength,
            games_before=_first_known(own.games, other.games),
            opponents_games=other.games,
            multiplier=a,
            change=2 * moved,
            moved=0.0 if own.is_keeper else 2 * moved if other.is_keeper else moved,
            wins_first=wins_first,
        )
        for own, other, points, moved in sides
    ]
    for standing, played in zip((first, second), rated, strict=True):
        standing.matches.append(played)
        if standing.state is not None:
            standing.log_strength = max(-MAX_LOG_STRENGTH, min(MAX_LOG_STRENGTH, standing.log_strength + played.moved))
            standing.games = (standing.games or 0) + played.games
    return half


def _first_known(own: int | None, other: int | None) -> int:
    return own if own is not None else other or 0


def _after(
    standing: _Standing, scores: Sequence[float | None], config: OracleConfig, origin: float | None
) -> PlayerState:
    """Return the state behind the event; origin: where the Keeper stands then, where everybody is rebalanced."""
    state = standing.state
    assert state is not None
    log_strength, raw = standing.log_strength, None
    if origin is not None:
        raw = origin if standing.is_keeper else log_strength + origin
        log_strength = raw - origin
    confidence = config.initial_confidence if state.confidence is None else state.confidence
    tally = tally_of(standing.entrant, scores)
    games = state.games + sum([match.games for match in standing.matches])
    return state._replace(
        log_strength=log_strength,
        raw=raw,
        origin=origin or 0.0,
        games=games,
        confidence=confidence * CONFIDENCE_DECAY ** len(standing.matches),
        wins=state.wins + tally.wins,
        losses=state.losses + tally.losses,
        draws=state.draws + (tally.draws if config.counts_draws else 0),
        information=state.information + sum([match.information for match in standing.matches]),
        provisional=games < config.provisional_games,
    )
