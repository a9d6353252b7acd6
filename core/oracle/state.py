"""What the Oracle system needs to know of a player between matches."""

from datetime import date
from typing import Any, NamedTuple

from core.errors import RuleError
from core.opening import Opening
from core.oracle.config import DEFAULT, OracleConfig
from core.oracle.kinds import PlayerKind
from core.oracle.scale import MAX_LOG_STRENGTH, log_strength_of, rating_of, win_probability
from core.oracle.uncertainty import incremental_error, information_of


class PlayerState(NamedTuple):
    """A player's standing; the default is somebody without a game.

    log_strength: relative to the Keeper, whose own stays 0.
    games: those behind the rating; wins, losses, draws: of these, the ones whose results are known.
    entered: how many of the games came with an entered rating, and are no match that is stored here.
    information: the sum of P(1-P) over the games, from which the standard error comes.
    provisional: whether more games are wanted before the rating is taken as established.
    opened: whether a starting rating was given.
    calibrated: the day of the last batch that set the strength.
    confidence: what the seed's program keeps instead of a standard error; None for the one of a newcomer.
    raw, origin: where everybody is rebalanced, the player's log strength and the Keeper's on a scale on which the
        Keeper moves as well; log_strength is what lies between them. None and 0 elsewhere.
    """

    log_strength: float = 0.0
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    information: float = 0.0
    kind: PlayerKind = PlayerKind.HUMAN
    is_keeper: bool = False
    provisional: bool = True
    opened: bool = False
    calibrated: date | None = None
    entered: int = 0
    confidence: float | None = None
    raw: float | None = None
    origin: float = 0.0

    @property
    def is_rated(self) -> bool:
        """Tell whether there is anything behind the rating; whoever is idle stands at the Keeper's strength."""
        return self.games > 0 or self.opened or self.is_keeper or self.calibrated is not None

    @property
    def rating(self) -> float:
        """Return the unrounded rating, 0 to 100."""
        return rating_of(self.log_strength)

    def standard_error(self, config: OracleConfig = DEFAULT) -> float:
        """Return the approximate standard error of the log strength; 0 for the Keeper."""
        return 0.0 if self.is_keeper else incremental_error(self.information, self.games, config)

    def to_json(self) -> dict[str, Any]:
        """Return the fields that differ from an idle player's; `from_json` reads them back."""
        data: dict[str, Any] = {
            name: value for name, value, default in zip(self._fields, self, _IDLE, strict=True) if value != default
        }
        if self.calibrated is not None:
            data["calibrated"] = self.calibrated.isoformat()
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        fields = dict(data)
        if "kind" in fields:
            fields["kind"] = PlayerKind(fields["kind"])
        if "calibrated" in fields:
            fields["calibrated"] = date.fromisoformat(fields["calibrated"])
        return cls(**fields)


IMPORTED_CONFIDENCE, CONFIDENCE_DECAY = 50.0, 0.95
"""Of somebody whose table tells none, and what each match leaves of it: the seed's program."""

_IDLE = PlayerState()


def open_rating(state: PlayerState, opening: Opening, config: OracleConfig = DEFAULT) -> PlayerState:
    """Return the state after a starting rating or a correction; raise InputError or RuleError for one that cannot be.

    With games given the history is told anew, as if they had been played against the Keeper, with the record that comes
    with them. Whoever is the Keeper
    stays at 50, whatever they had before they were.
    """
    if opening.peak is not None or opening.floor is not None:
        raise RuleError("An Oracle rating has neither a peak nor a floor: leave them out.")
    log_strength, record = log_strength_of(opening.rating), opening.record
    if state.is_keeper or (opening.player is not None and opening.player == config.keeper_player):
        state, log_strength = as_keeper(state), 0.0
    if opening.games is None:
        return at_strength(state, log_strength)._replace(opened=True)
    if opening.games < 0:
        raise RuleError(f"A rating is based on 0 games or more, not on {opening.games}.")
    chance = win_probability(log_strength)
    told = PlayerState(
        games=opening.games,
        information=opening.games * chance * (1 - chance),
        kind=state.kind,
        is_keeper=state.is_keeper,
        provisional=opening.games < config.provisional_games,
        opened=True,
        entered=opening.games,
        raw=state.raw,
        origin=state.origin,
    )
    if record is not None:
        confidence = IMPORTED_CONFIDENCE if record.confidence is None else record.confidence
        told = told._replace(wins=record.wins, losses=record.losses, draws=record.draws, confidence=confidence)
        if record.standard_error is not None and record.standard_error > 0:
            told = told._replace(information=information_of(record.standard_error, config))
    return at_strength(told, log_strength)


def at_strength(state: PlayerState, log_strength: float) -> PlayerState:
    """Return the state at a log strength relative to the Keeper."""
    if state.raw is None or state.is_keeper:
        return state._replace(log_strength=log_strength)
    raw = log_strength + state.origin
    return state._replace(log_strength=raw - state.origin, raw=raw)


def measured(state: PlayerState, keeper: PlayerState) -> PlayerState:
    """Return the state as measured by a Keeper who has moved since; whoever is idle stands at the Keeper's strength."""
    origin = keeper.raw or 0.0
    if state.is_keeper:
        return state._replace(raw=origin, origin=origin)
    raw = origin if not state.is_rated else state.log_strength if state.raw is None else state.raw
    return state._replace(log_strength=raw - origin, raw=raw, origin=origin)


def as_keeper(state: PlayerState) -> PlayerState:
    """Return the state of whoever is made the benchmark that all others are measured by."""
    return state._replace(log_strength=0.0, is_keeper=True, kind=PlayerKind.AI_KEEPER)


def apply_calibration(
    state: PlayerState, log_strength: float, standard_error: float, day: date, config: OracleConfig = DEFAULT
) -> PlayerState:
    """Return the state with the strength that a batch found; its games and record stay.

    log_strength, standard_error: relative to the Keeper.
    """
    if state.is_keeper:
        return state._replace(calibrated=day)
    moved = at_strength(state, max(-MAX_LOG_STRENGTH, min(MAX_LOG_STRENGTH, log_strength)))
    return moved._replace(
        information=information_of(standard_error, config),
        calibrated=day,
    )
