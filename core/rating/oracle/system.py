"""The Oracle system: facts and states in, results out.

Only players of an event change, unless all are rebalanced.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.background import Background
from core.event.crosstable import Crosstable
from core.event.dated import Span
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.oracle.batch import Fit, fit
from core.rating.oracle.config import DEFAULT, OracleConfig, PlayerKind, Rebalancing
from core.rating.oracle.event import DOCUMENT, PlayerResult, rate_crosstable
from core.rating.oracle.formula import (
    ELO_POINTS,
    LEVEL,
    SCALE,
    Interval,
    Reason,
    displayed,
    log_strength_of,
    performance,
    rating_interval,
    tier,
    win_probability,
)
from core.rating.oracle.match_history import MatchHistory
from core.rating.oracle.state import MatchRecord, PlayerState, apply_calibration, enter_rating, measured, records_of
from core.rating.outcome import DisplayedRating, Outcome, Step
from core.rating.rating_system import NO_BACKGROUNDS, Bounds, CalibratedSystem, ClubPool, Scale, SeasonalSystem

_KEEPER = 0


class Calibrated(NamedTuple):
    """A batch's result for a player, relative to the Keeper. games: in the records."""

    log_strength: float
    standard_error: float
    games: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """A batch by the club's players; players without a game are missing. fit: by `numbers`."""

    players: Mapping[Hashable, Calibrated]
    numbers: Mapping[Hashable, int]
    fit: Fit


@dataclass(frozen=True, slots=True)
class Recalibrated:
    """One player's rating recalculated."""

    before: PlayerState
    after: PlayerState
    found: Calibrated
    config: OracleConfig

    @property
    def interval(self) -> Interval:
        return rating_interval(self.after.log_strength, self.found.standard_error, LEVEL)

    @property
    def steps(self) -> tuple[Step, ...]:
        clause = f"{DOCUMENT}, Batch Processing"
        return (
            Step(clause, Reason.CALIBRATED, self.after.rating, (self.found.games, self.after.log_strength)),
            Step(clause, Reason.INTERVAL, self.interval.high, (self.interval.low,)),
        )


def has_games(records: Iterable[MatchRecord], config: OracleConfig = DEFAULT) -> bool:
    return any(record.wins or record.losses or (config.counts_draws and record.draws) for record in records)


def calibrate(
    records: Iterable[MatchRecord], config: OracleConfig = DEFAULT, names: Mapping[Hashable, str] | None = None
) -> Calibration:
    """Fit the club's matches; raise InputError if invalid.

    names: for errors.
    """
    numbers: dict[Hashable, int] = {}
    history = MatchHistory()
    games: dict[int, int] = {_KEEPER: 0}
    for record in records:
        first, second = (
            _KEEPER
            if player is None or player == config.keeper_player
            else numbers.setdefault(player, len(numbers) + 1)
            for player in record[:2]
        )
        history.add(first, second, record.wins, record.losses, record.draws)
        count = record.wins + record.losses + (record.draws if config.counts_draws else 0)
        for number in (first, second):
            games[number] = games.get(number, 0) + count
    if not any(games.values()):
        raise InputError("There are no matches to calibrate from. Record some first.")
    if config.keeper_player is not None:
        numbers[config.keeper_player] = _KEEPER
    called = {number: (names or {}).get(player, f"player {player}") for player, number in numbers.items()}
    called.setdefault(_KEEPER, config.keeper_name)
    fitted = fit(history, config, names=[called[number] for number in range(len(called))])
    errors = fitted.errors_given_keeper()
    players: dict[Hashable, Calibrated] = {}
    for player, number in numbers.items():
        error = errors[number] if number < len(errors) else None
        if error is not None and games[number]:
            players[player] = Calibrated(fitted.log_strengths[number], error, games[number])
    return Calibration(players, numbers, fitted)


def recalibrate(
    states: Mapping[Any, PlayerState], calibration: Calibration, day: date, config: OracleConfig = DEFAULT
) -> dict[Any, Recalibrated]:
    """Return a calibration's effect on everybody it found; others stay."""
    return {
        player: Recalibrated(
            state,
            apply_calibration(state, found.log_strength, found.standard_error, day, config),
            found,
            config,
        )
        for player, state in states.items()
        if (found := calibration.players.get(player)) is not None
    }


RULES = "oracle"


@dataclass(frozen=True, slots=True)
class CalibratedOutcome:
    """A calibration's effect on one player."""

    detail: Recalibrated
    rules: str = RULES

    @property
    def before(self) -> DisplayedRating | None:
        return displayed_rating(self.detail.before)

    @property
    def after(self) -> DisplayedRating | None:
        return displayed_rating(self.detail.after)

    @property
    def state(self) -> PlayerState:
        return self.detail.after

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.detail.steps


def displayed_rating(state: PlayerState) -> DisplayedRating | None:
    if not state.is_rated:
        return None
    rating = state.rating
    return DisplayedRating(rating, displayed(rating), state.games, state.provisional and not state.is_keeper)


class Oracle(CalibratedSystem, ClubPool, SeasonalSystem):
    """Oracle ratings: Bradley-Terry with a Keeper at 50."""

    key = "oracle"
    reported_with = "/match"
    ratings = "Oracle ratings"
    lists = (RatingList.ORACLE,)
    board = None
    typed_ratings = Bounds(1, 99)
    has_provisional = True
    class_marks = tuple(range(90, 0, -10))
    scale = Scale("Oracle", jump=5, ends=Bounds(0, SCALE))
    reasons = Reason
    state_type = PlayerState
    log_span = Span.MATCH
    middle = SCALE / 2

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        return displayed_rating(state)

    def least_games(self, rating_list: RatingList, house_rules: ClubRules) -> int | None:
        return house_rules.oracle_for(rating_list).provisional_games

    def expected_score(self, rating: float, opponent: float) -> float:
        return win_probability(log_strength_of(rating) - log_strength_of(opponent))

    def strength(self, rating: float) -> float:
        return ELO_POINTS * log_strength_of(rating)

    def expected_between(self, strength: float, opponent: float) -> float:
        return win_probability((strength - opponent) / ELO_POINTS)

    def class_of(self, rating: float) -> str:
        return tier(rating)

    def counts_draws(self, rating_list: RatingList, house_rules: ClubRules) -> bool:
        return house_rules.oracle_for(rating_list).counts_draws

    def benchmark(self, rating_list: RatingList, house_rules: ClubRules) -> int | None:
        config = house_rules.oracle_for(rating_list)
        return config.keeper_player if config.rebalancing is Rebalancing.ALL else None

    def measured(self, state: PlayerState, benchmark: PlayerState) -> PlayerState:
        return measured(state, benchmark)

    def why_not_report(self, rating_list: RatingList) -> str:
        return f"{rating_list.label} rates both sides of a match. Report it with {self.reported_with}."

    def why_not_typed(self, rating_list: RatingList) -> str:
        return f"{rating_list.label} rates players of the club. Write their names, for example @Dana."

    def floor(self, state: PlayerState, rating_list: RatingList) -> float:
        return 0.0

    def apply_entered(
        self,
        state: PlayerState,
        entered: EnteredRating,
        rating_list: RatingList,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> PlayerState:
        return enter_rating(state, entered, house_rules.oracle_for(rating_list))

    def can_be_rating(self, rating_list: RatingList, rating: float, day: date) -> bool:
        return 0 < rating < SCALE

    def why_not_open(self, player: int, rating_list: RatingList, rating: float, rules: ClubRules) -> str | None:
        if rules.oracle_for(rating_list).keeper_player == player and log_strength_of(rating) != 0:
            return "The Keeper's rating is 50 by definition. Set the others' instead."
        return None

    def why_not_merge(self, merged: int, name: str, rules: ClubRules) -> str | None:
        for pool in rules.pools:
            if rules.oracle_for(pool).keeper_player == merged:
                return f"{name} is the Keeper of {pool.label}: keep {name}, or name another with /td settings."
        return None

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance([(log_strength_of(rating), 1) for rating in opponents], score)

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, Outcome]:
        if rules not in (None, RULES):
            raise InputError(f'"{rules}" is not an edition of Oracle. Remove rules.')
        if crosstable.kind.is_abroad:
            raise RuleError("Only US Chess rates events abroad. Remove kind for Oracle ratings.")
        results = rate_crosstable(crosstable, states, house_rules.oracle_for(rating_list))
        # Games that are not rated move nobody, nor do drawn ones where the club does not count draws.
        if not results and not crosstable.games:
            raise InputError("No played games. Give at least one opponent.")
        players = {entrant.number: entrant.player for entrant in crosstable.entrants}
        return {players[number]: self._outcome(result) for number, result in results.items()}

    def calibrate_club(
        self,
        crosstables: Iterable[Crosstable],
        rating_list: RatingList,
        states: Mapping[Any, PlayerState],
        day: date,
        house_rules: ClubRules = DEFAULT_RULES,
        names: Mapping[Any, str] | None = None,
    ) -> dict[Any, CalibratedOutcome]:
        config = house_rules.oracle_for(rating_list)
        records: list[MatchRecord] = []
        names = dict(names or {})
        for crosstable in crosstables:
            records += records_of(crosstable, config)
            names |= {one.player: one.name for one in crosstable.entrants if one.name and one.player not in names}
        if not has_games(records, config):
            return {}
        found = recalibrate(states, calibrate(records, config, names), day, config)
        return {player: CalibratedOutcome(detail) for player, detail in found.items()}

    def _outcome(self, result: PlayerResult) -> Outcome:
        after = displayed_rating(result.after)
        assert after is not None
        return Outcome(
            before=displayed_rating(result.before),
            after=after,
            expected=result.expected,
            score=result.score,
            performance=result.performance,
            rules=RULES,
            norms=(),
            titles=(),
            state=result.after,
            detail=result,
        )


SYSTEM = Oracle()
rate_event = SYSTEM.rate_event


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A player's state. player_id: of CSV files. log_strength: Keeper 0. confidence: of the seed."""

    player_id: int
    name: str
    kind: PlayerKind = PlayerKind.HUMAN
    is_keeper: bool = False
    log_strength: float = 0.0
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    standard_error: float | None = None
    confidence: float | None = None

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2
