"""A club's ratings recalculated from all its matches at once, as facts that the fold can take over."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from core.errors import InputError
from core.explain import Step
from core.oracle.batch import Fit, fit
from core.oracle.config import DEFAULT, OracleConfig
from core.oracle.explanation import DOCUMENT
from core.oracle.history import MatchHistory
from core.oracle.matches import MatchRecord
from core.oracle.reasons import Reason
from core.oracle.state import PlayerState, apply_calibration
from core.oracle.uncertainty import LEVEL, Interval, rating_interval

_KEEPER = 0


class Calibrated(NamedTuple):
    """What a batch found for one player, relative to the Keeper; games: in the records."""

    log_strength: float
    standard_error: float
    games: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """A batch by the club's own players.

    players: what it found; whoever has no game, and be it the Keeper, is not among them.
    fit: the batch itself, by `numbers`.
    """

    players: Mapping[Hashable, Calibrated]
    numbers: Mapping[Hashable, int]
    fit: Fit


@dataclass(frozen=True, slots=True)
class Recalibrated:
    """One player's rating recalculated; `steps` says how it came about."""

    before: PlayerState
    after: PlayerState
    found: Calibrated
    config: OracleConfig

    @property
    def interval(self) -> Interval:
        """Return where the rating lies, with a chance of 95 %."""
        return rating_interval(self.after.log_strength, self.found.standard_error, LEVEL)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about."""
        clause = f"{DOCUMENT}, Batch Processing"
        return (
            Step(clause, Reason.CALIBRATED, self.after.rating, (self.found.games, self.after.log_strength)),
            Step(clause, Reason.INTERVAL, self.interval.high, (self.interval.low,)),
        )


def has_games(records: Iterable[MatchRecord], config: OracleConfig = DEFAULT) -> bool:
    """Tell whether there is anything to fit."""
    return any(record.wins or record.losses or (config.counts_draws and record.draws) for record in records)


def calibrate(
    records: Iterable[MatchRecord], config: OracleConfig = DEFAULT, names: Mapping[Hashable, str] | None = None
) -> Calibration:
    """Fit the club's matches; raise InputError without any, and RuleError where there is no fit.

    names: of the players, for what an error says.
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
        raise InputError("There are no matches to calibrate from: record some first.")
    if config.keeper_player is not None:
        numbers[config.keeper_player] = _KEEPER
    called = {number: (names or {}).get(player, f"player {player}") for player, number in numbers.items()}
    called.setdefault(_KEEPER, config.keeper_name)
    fitted = fit(history, config, names=[called[number] for number in range(len(called))])
    errors = fitted.standard_errors()
    players: dict[Hashable, Calibrated] = {}
    for player, number in numbers.items():
        error = errors[number] if number < len(errors) else None
        if error is not None and games[number]:
            players[player] = Calibrated(fitted.log_strengths[number], error, games[number])
    return Calibration(players, numbers, fitted)


def recalibrate(
    states: Mapping[Any, PlayerState], calibration: Calibration, day: date, config: OracleConfig = DEFAULT
) -> dict[Any, Recalibrated]:
    """Return what a calibration does to everybody whom it found; the others keep what they have."""
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
