"""Rate an event match by match, in the order the pairs first met."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant
from core.rating.oracle.config import BareScores, OracleConfig, Rebalancing
from core.rating.oracle.formula import (
    LEVEL,
    MAX_LOG_STRENGTH,
    Interval,
    Reason,
    half_by_mean,
    half_by_results,
    half_wins_first,
    information_from,
    log_strength_of,
    match_multiplier,
    performance,
    rating_interval,
    rating_of,
    variance_of,
    win_probability,
)
from core.rating.oracle.state import (
    CONFIDENCE_DECAY,
    PairMatch,
    PlayerState,
    as_keeper,
    counted_matches,
    is_keeper,
    scores_of,
    tally_of,
)
from core.rating.outcome import CommonReason, Step


class RatedMatch(NamedTuple):
    """A match, from one side.

    round: the first. in_order: rated as played. wins_first: rated wins first. opponents_games: before; None if
    unknown.
    multiplier: A. change: of ln(s/s_opponent). moved: the player's part. opponents_variance: of ln s, before.
    """

    round: int
    opponent: int
    against_keeper: bool
    games: int
    points: float
    in_order: bool
    log_strength: float
    opponents_log_strength: float
    games_before: int
    opponents_games: int | None
    multiplier: float
    change: float
    moved: float
    opponents_variance: float = 0.0
    wins_first: bool = False

    @property
    def expected(self) -> float:
        return self.games * win_probability(self.log_strength - self.opponents_log_strength)

    @property
    def information(self) -> float:
        """Return what the games tell about the player relative to the Keeper."""
        chance = win_probability(self.log_strength - self.opponents_log_strength)
        return information_from(self.games, chance, self.opponents_variance)


DOCUMENT = "Oracle"
"""The clauses are the headings of the seed's document."""


def steps_of(
    before: PlayerState,
    after: PlayerState,
    matches: Sequence[RatedMatch],
    performance: float,
    config: OracleConfig,
) -> tuple[Step, ...]:
    steps: list[Step] = []
    for match in matches:
        _explain_match(match, after.is_keeper, config, steps)
    games, points = sum(match.games for match in matches), sum(match.points for match in matches)
    expected = sum(match.expected for match in matches)
    steps.append(Step(f"{DOCUMENT}, Update Formula", CommonReason.EXPECTED_SCORE, expected, (games,)))
    if after.is_keeper:
        steps.append(Step(f"{DOCUMENT}, Mathematical Foundation", Reason.KEEPER, after.rating))
    else:
        clause = f"{DOCUMENT}, Strength ↔ Rating Conversion"
        steps.append(Step(clause, Reason.RATING, after.rating, (after.log_strength,)))
    steps.append(Step(DOCUMENT, CommonReason.NEW_RATING, after.rating, (before.rating,)))
    if not after.is_keeper:
        error = after.standard_error(config)
        low, high = rating_interval(after.log_strength, error, LEVEL)
        clause = f"{DOCUMENT}, standard errors"
        steps.append(Step(clause, Reason.ERROR, error, (after.information, after.games)))
        steps.append(Step(clause, Reason.INTERVAL, high, (low,)))
    steps.append(Step(f"{DOCUMENT}, performance", Reason.PERFORMANCE, performance, (points, games)))
    return tuple(steps)


def _explain_match(match: RatedMatch, is_keeper: bool, config: OracleConfig, steps: list[Step]) -> None:
    clause = f"{DOCUMENT}, Update Formula"
    ratings = rating_of(match.log_strength), rating_of(match.opponents_log_strength)
    steps.append(Step(clause, Reason.EXPECTED, match.expected, (match.round, match.games, *ratings)))
    adaptive = f"{DOCUMENT}, Adaptive A"
    if match.opponents_games is None:
        steps.append(Step(adaptive, Reason.OWN_MULTIPLIER, match.multiplier, (match.games_before,)))
    else:
        games = (match.games_before, match.opponents_games)
        steps.append(Step(adaptive, Reason.MULTIPLIER, match.multiplier, games))
    reason = Reason.CHANGE_IN_ORDER if match.in_order else Reason.CHANGE_BY_MEAN
    if match.wins_first:
        reason = Reason.CHANGE_WINS_FIRST
    steps.append(Step(clause, reason, match.change, (match.points, match.expected, match.multiplier)))
    if not is_keeper:
        reason = Reason.MOVED_WHOLE if match.against_keeper else Reason.MOVED_HALF
        if match.against_keeper and config.rebalancing is Rebalancing.ALL:
            reason = Reason.REBALANCED
        steps.append(Step(clause, reason, match.log_strength + match.moved, (match.log_strength, match.moved)))


class PlayerResult(NamedTuple):
    """A player's event."""

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
        return sum(match.expected for match in self.matches)

    @property
    def change(self) -> float:
        return self.after.rating - self.before.rating

    @property
    def win_probability(self) -> float:
        return win_probability(self.after.log_strength)

    @property
    def standard_error(self) -> float:
        return self.after.standard_error(self.config)

    @property
    def interval(self) -> Interval:
        return rating_interval(self.after.log_strength, self.standard_error, LEVEL)

    @property
    def performance(self) -> float:
        opponents = [(match.opponents_log_strength, match.games) for match in self.matches]
        return performance(opponents, self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        return steps_of(self.before, self.after, self.matches, self.performance, self.config)


@dataclass(slots=True)
class _Standing:
    """An entrant while the event is rated.

    games: None where unknown. state: None for one whom the event does not move.
    """

    entrant: Entrant
    log_strength: float
    games: int | None
    is_keeper: bool
    state: PlayerState | None
    matches: list[RatedMatch]

    def variance(self, config: OracleConfig) -> float:
        """Return that of the log strength so far; 0 for the Keeper and for a typed rating."""
        if self.is_keeper or self.state is None:
            return 0.0
        return variance_of(self.state.information + sum([match.information for match in self.matches]), config)


def rate_crosstable(
    crosstable: Crosstable, states: Mapping[Any, PlayerState], config: OracleConfig
) -> dict[int, PlayerResult]:
    """Return the results of the rated players by pairing number.

    states: before the event, by `Entrant.player`. A pair's games are one match; later matches see earlier changes.
    If all are
    rebalanced, states are those of `core.rating.oracle.state.measured`.
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
    states = [standing.state for standing in standings if standing.state is not None]
    return next((state.origin for state in states if state.raw is not None), 0.0)


def _rebalance(half: float, sides: tuple[_Standing, _Standing], standings: Iterable[_Standing]) -> float:
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
    for standing in (first, second):
        if standing.state is None and not standing.is_keeper and standing.entrant.rating is None:
            raise InputError(
                f"The opponent of round {match.round} has no rating. Write one between 0 and 100, or name the Keeper."
            )
    if first.is_keeper and second.is_keeper:
        raise RuleError("A club has one Keeper, who cannot play against themselves. Choose another opponent.")
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
            opponents_variance=0.0 if own.is_keeper else other.variance(config),
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
