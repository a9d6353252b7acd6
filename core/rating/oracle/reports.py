"""Leaderboards, details, comparisons and predictions as figures."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from core.rating.club_rules import Provisional
from core.rating.oracle.config import DEFAULT, OracleConfig
from core.rating.oracle.formula import (
    LEVEL,
    SCALE,
    Interval,
    displayed,
    likelihood_of_superiority,
    multiplier,
    rating_interval,
    rating_of,
    tier,
    wilson_interval,
    win_probability,
)
from core.rating.oracle.system import RosterLine

Superiority = Callable[[RosterLine, RosterLine], float]
"""How likely the first is the stronger."""


class PoolLine(NamedTuple):
    """A line of a leaderboard.

    rank: those equal share one; None for provisional players below a line. interval: None without a standard error.
    share: points per game.
    """

    rank: int | None
    player: RosterLine
    rating: float
    displayed: int
    interval: Interval | None
    share: float | None
    provisional: bool


def leaderboard(
    lines: Iterable[RosterLine],
    config: OracleConfig = DEFAULT,
    *,
    level: float = LEVEL,
    superiority: Superiority | None = None,
    provisional: Provisional = Provisional.MIXED,
) -> tuple[PoolLine, ...]:
    """Return all by strength, games, name.

    superiority: players not surely weaker than the first of a rank share it. provisional: where players with few games
    are; below, they have no rank, unless all but the Keeper have few.
    """
    ordered = sorted(lines, key=lambda line: (-line.log_strength, -line.games, line.name))
    if provisional is not Provisional.MIXED:
        settled = [line for line in ordered if not _is_provisional(line, config)]
        few = [line for line in ordered if _is_provisional(line, config)]
        hides = provisional is Provisional.HIDDEN
        if hides or any(not line.is_keeper for line in settled):
            found = leaderboard(settled, config, level=level, superiority=superiority)
            others = () if hides else leaderboard(few, config, level=level)
            return (*found, *(line._replace(rank=None) for line in others))
    board: list[PoolLine] = []
    leader: RosterLine | None = None
    rank = 0
    for place, line in enumerate(ordered, start=1):
        if leader is None or not _shares(leader, line, level, superiority):
            leader, rank = line, place
        rating = rating_of(line.log_strength, config.scale)
        board.append(
            PoolLine(
                rank=rank,
                player=line,
                rating=rating,
                displayed=displayed(rating, config.scale),
                interval=_interval(line, level, config.scale),
                share=line.points / line.games if line.games else None,
                provisional=_is_provisional(line, config),
            )
        )
    return tuple(board)


def _is_provisional(line: RosterLine, config: OracleConfig) -> bool:
    return not line.is_keeper and line.games < config.provisional_games


def superiority_by_errors(first: RosterLine, second: RosterLine) -> float:
    """Return the first's chance of being stronger; without standard errors, 0, 1/2 or 1."""
    variance = (first.standard_error or 0.0) ** 2 + (second.standard_error or 0.0) ** 2
    return likelihood_of_superiority(first.log_strength - second.log_strength, variance)


def _shares(leader: RosterLine, line: RosterLine, level: float, superiority: Superiority | None) -> bool:
    if line.log_strength == leader.log_strength:
        return True
    return superiority is not None and superiority(leader, line) < level


def _interval(line: RosterLine, level: float, scale: float) -> Interval | None:
    if line.standard_error is None:
        return None
    return rating_interval(line.log_strength, line.standard_error, level, scale)


@dataclass(frozen=True, slots=True)
class PoolPlayerDetails:
    """All about one player.

    interval, above_keeper: None without a standard error. record_interval: of the share of points. multiplier:
    next A.
    """

    player: RosterLine
    rating: float
    displayed: int
    strength: float
    tier: str
    interval: Interval | None
    record_interval: Interval
    share: float | None
    multiplier: float
    win_probability: float
    above_keeper: float | None
    provisional: bool


def details(line: RosterLine, config: OracleConfig = DEFAULT, level: float = LEVEL) -> PoolPlayerDetails:
    rating = rating_of(line.log_strength, config.scale)
    error = line.standard_error
    return PoolPlayerDetails(
        player=line,
        rating=rating,
        displayed=displayed(rating, config.scale),
        strength=exp(line.log_strength),
        tier=tier(rating, config.scale),
        interval=_interval(line, level, config.scale),
        record_interval=wilson_interval(line.points, line.games, level),
        share=line.points / line.games if line.games else None,
        multiplier=multiplier(line.games, config),
        win_probability=win_probability(line.log_strength),
        above_keeper=None if error is None else likelihood_of_superiority(line.log_strength, error**2),
        provisional=not line.is_keeper and line.games < config.provisional_games,
    )


class Comparison(NamedTuple):
    """A player's rating match by match and by the batch; difference: the latter minus the former."""

    player: Hashable
    incremental: float
    batch: float
    difference: float


def compare(
    incremental: Mapping[Hashable, float], batch: Mapping[Hashable, float], scale: float = SCALE
) -> tuple[Comparison, ...]:
    """Compare log strengths of two ways as ratings, strongest by the batch first."""
    common = sorted((player for player in incremental if player in batch), key=lambda player: -batch[player])
    compared = []
    for player in common:
        one, all_at_once = rating_of(incremental[player], scale), rating_of(batch[player], scale)
        compared.append(Comparison(player, one, all_at_once, all_at_once - one))
    return tuple(compared)


def win_matrix(log_strengths: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    """Return everybody's chance of beating everybody: rows beat columns."""
    return tuple(tuple(win_probability(own - other) for other in log_strengths) for own in log_strengths)
