"""Settings of the Oracle system, by the seed's names."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from math import isfinite
from typing import Any

from core.errors import InputError

LARGEST_MULTIPLIER = 1e30
"""Beyond it a single game would overflow."""

NOT_READ = frozenset({"order", "rebalance"})
"""Settings stored by earlier versions that no rating used."""


class Draws(StrEnum):
    """A draw is half a win for each, nothing, or its own result in the batch (Davidson's model)."""

    HALF = "half"
    IGNORE = "ignore"
    DAVIDSON = "davidson"


class BareScores(StrEnum):
    """How a score without order of play is rated.

    MEAN: each game as the mean score. WINS_FIRST: wins, losses, draws, as in the seed's program.
    """

    MEAN = "mean"
    WINS_FIRST = "wins-first"


class Rebalancing(StrEnum):
    """Who changes against the Keeper.

    ANCHOR: only the opponent. ALL: both, then all strengths are divided by the Keeper's, as in the seed's program.
    """

    ANCHOR = "anchor"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class OracleConfig:
    """The settings; raise InputError for invalid ones.

    a_max, a_min, a_decay_rate: multiplier of newcomers, veterans, games between. convergence_threshold: log strength.
    initial_confidence: of newcomers, only shown. prior_sd: of log strengths; None for maximum likelihood.
    scale: of reports; the list stays at 100. keeper_player: None to go by the name. provisional_games: fewer are
    provisional.
    """

    a_max: float = 1.30
    a_min: float = 1.08
    a_decay_rate: float = 150.0
    convergence_threshold: float = 1e-6
    max_iterations: int = 1000
    use_draws: bool = True
    initial_confidence: float = 100.0
    prior_sd: float | None = 1.5
    draws: Draws = Draws.HALF
    scale: float = 100.0
    keeper_name: str = "Keeper"
    keeper_player: int | None = None
    provisional_games: int = 20
    bare_scores: BareScores = BareScores.MEAN
    rebalancing: Rebalancing = Rebalancing.ANCHOR

    def __post_init__(self) -> None:
        if not 1 < self.a_min <= self.a_max <= LARGEST_MULTIPLIER:
            raise InputError(
                f"The multipliers are {self.a_min:g} to {self.a_max:g}. a_min must be above 1 and a_max not below "
                "a_min, such as 1.08 and 1.30."
            )
        for name in ("a_decay_rate", "convergence_threshold", "scale", "initial_confidence"):
            if not (getattr(self, name) > 0 and isfinite(getattr(self, name))):
                raise InputError(f"{name} is {getattr(self, name):g}. Write a number above 0.")
        if self.prior_sd is not None and not (self.prior_sd > 0 and isfinite(self.prior_sd)):
            raise InputError(f"prior_sd is {self.prior_sd:g}. Write a number above 0, or none for no prior.")
        for name, least in (("max_iterations", 1), ("provisional_games", 0)):
            count = getattr(self, name)
            if not isinstance(count, int) or isinstance(count, bool) or count < least:
                raise InputError(f"{name} is {count}. Write a whole number from {least} up.")
        if not self.keeper_name.strip():
            raise InputError("The benchmark player has no name. Write one, for example Keeper.")

    @property
    def counts_draws(self) -> bool:
        return self.use_draws and self.draws is not Draws.IGNORE

    def to_json(self) -> dict[str, Any]:
        """Return the settings that are not the usual ones."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(DEFAULT, name)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "OracleConfig":
        values = {name: value for name, value in data.items() if name not in NOT_READ}
        unknown = values.keys() - {field.name for field in fields(cls)}
        if unknown:
            raise InputError(f'There is no setting called "{min(unknown)}". Remove it.')
        for name, choices in _CHOICES.items():
            if name in values:
                try:
                    values[name] = choices(values[name])
                except ValueError:
                    offered = ", ".join(choice.value for choice in choices)
                    raise InputError(f'{name} is "{values[name]}". Choose one of {offered}.') from None
        return cls(**values)


_CHOICES: Mapping[str, type[StrEnum]] = {"draws": Draws, "bare_scores": BareScores, "rebalancing": Rebalancing}

DEFAULT = OracleConfig()


class PlayerKind(StrEnum):
    """What a player is; the value is what the database stores. `code` is the number in CSV files."""

    HUMAN = "human"
    AI_KEEPER = "ai_keeper"
    AI_AGGRESSIVE = "ai_aggressive"
    AI_DEFENSIVE = "ai_defensive"
    AI_BALANCED = "ai_balanced"
    AI_HEURISTIC = "ai_heuristic"
    AI_HYBRID = "ai_hybrid"

    @property
    def code(self) -> int:
        return _KINDS.index(self)

    @property
    def label(self) -> str:
        return _LABELS[self.code]


_KINDS = tuple(PlayerKind)
_LABELS = ("Human", "Keeper", "Aggro", "Defense", "Balanced", "Heuristic", "Hybrid")


def kind_of_code(code: int) -> PlayerKind:
    """Return the kind of a number in a CSV file; raise InputError if invalid."""
    if not 0 <= code < len(_KINDS):
        offered = ", ".join(f"{kind.code} {kind.label}" for kind in _KINDS)
        raise InputError(f"There is no kind of player {code}. Write one of {offered}.")
    return _KINDS[code]
