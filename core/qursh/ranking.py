"""A ranking of an event: every player's mean percent over the scored games, all divisions in one list.

A game is scored where both players have a rating and points on the board; byes and forfeits are no games. Points below
zero are a game's too: six turns without any, and each loses what is left on the rack.
Points count as they are: no cap of spreads, no penalties. Ranked is who has at least half of the rounds scored.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from math import fsum, sqrt
from operator import attrgetter
from typing import NamedTuple

from core.crosstable import Game, is_forfeited
from core.qursh.checks import check_divisions, missing_divisions
from core.qursh.field import Contestant, Division
from core.qursh.history import History
from core.qursh.quantile import Quantile, quantile
from core.qursh.record import WinLossRecord, records_of
from core.qursh.rounding import mean_hundredths, shown_hundredths


class Unscored(StrEnum):
    """Why a game of the event is not scored."""

    NOT_COUNTED = "not-counted"
    NO_POINTS = "no-points"
    FORFEIT = "forfeit"
    UNRATED = "unrated"


class ScoredGame(NamedTuple):
    """A game as one player saw it; margin is the own points less the opponent's.

    tenths: the own score in tenths of a percent; percent: the exact one.
    """

    round: int
    opponent: Contestant
    margin: int
    tenths: int
    percent: float
    placed: Quantile


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A player's line.

    rank: None for somebody with too few scored games; equal scores share one.
    hundredths: the score, a mean percent, in hundredths; None without a scored game. total: the sum it is the mean of.
    rounds: of the division. record: wins, losses and spread of the whole event.
    """

    division: str | None
    player: Contestant
    rank: int | None
    hundredths: int | None
    total: float
    scored: tuple[ScoredGame, ...]
    rounds: int
    record: WinLossRecord

    @property
    def games(self) -> int:
        return len(self.scored)

    @property
    def score(self) -> float | None:
        """Return the score as shown, with two decimals."""
        return None if self.hundredths is None else self.hundredths / 100

    @property
    def chance(self) -> float | None:
        """Return the standard deviation that luck alone gives such a score."""
        return chance_deviation(self.games) if self.games else None

    @property
    def has_enough(self) -> bool:
        """Return whether at least half of the rounds are scored."""
        return self.games > 0 and 2 * self.games >= self.rounds


@dataclass(frozen=True, slots=True)
class Ranking:
    """An event's list.

    rows: ranked players, best first. others: those with too few scored games, by name.
    grouped, exact: as it was asked for. games: how many were scored; unscored: how many were not, by reason.
    missing: divisions that the event seems to have had and that are not in the file, or without a scored game.
    """

    rows: tuple[RankingRow, ...]
    others: tuple[RankingRow, ...]
    history: History
    grouped: bool
    exact: bool
    games: int
    unscored: tuple[tuple[Unscored, int], ...]
    missing: tuple[str, ...]


def chance_deviation(games: int) -> float:
    """Return the standard deviation of the mean of percents that are all as likely: 28.9 / sqrt(games)."""
    return 100 / sqrt(12 * games)


def rank_event(
    divisions: Sequence[Division], history: History, *, grouped: bool = True, exact: bool = False
) -> Ranking:
    """Rank an event; raise InputError, with what to do, for one that has no scores or no ratings.

    grouped: False for the single-group variant. exact: percents as they are instead of whole ones for each game.
    """
    check_divisions(divisions)
    unscored: Counter[Unscored] = Counter()
    rows = [row for division in divisions for row in _Scorer(division, history, grouped, unscored).rows(exact)]
    enough = sorted((row for row in rows if row.has_enough), key=_order)
    ranked: list[RankingRow] = []
    for _, tied in groupby(enough, key=attrgetter("hundredths")):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in tied]
    return Ranking(
        rows=tuple(ranked),
        others=tuple(sorted((row for row in rows if not row.has_enough), key=lambda row: row.player.name)),
        history=history,
        grouped=grouped,
        exact=exact,
        games=sum(row.games for row in rows) // 2,
        unscored=tuple((reason, unscored[reason]) for reason in Unscored if unscored[reason]),
        missing=missing_divisions(divisions),
    )


def _order(row: RankingRow) -> tuple[int, float, str]:
    """Return what the list is sorted by: the score as shown, then the sum of the games' scores, then the name."""
    return -(row.hundredths or 0), -row.total, row.player.name


class _Scorer:
    """Scores the games of a division."""

    def __init__(self, division: Division, history: History, grouped: bool, unscored: Counter[Unscored]) -> None:
        self._division = division
        self._history = history
        self._grouped = grouped
        self._unscored = unscored
        self._players = {player.number: player for player in division.players}

    def rows(self, exact: bool) -> list[RankingRow]:
        scored: dict[int, list[ScoredGame]] = {number: [] for number in self._players}
        for game in sorted(self._division.games, key=attrgetter("round")):
            first, second = self._players[game.first], self._players[game.second]
            placed = self._place(game, first, second)
            if isinstance(placed, Unscored):
                self._unscored[placed] += 1
                continue
            margin = (game.first_points or 0) - (game.second_points or 0)
            scored[game.first].append(ScoredGame(game.round, second, margin, placed.first_tenths, placed.first, placed))
            scored[game.second].append(
                ScoredGame(game.round, first, -margin, placed.second_tenths, placed.second, placed)
            )
        records = records_of(self._division)
        return [
            self._row(player, tuple(scored[number]), records[number], exact) for number, player in self._players.items()
        ]

    def _place(self, game: Game, first: Contestant, second: Contestant) -> Quantile | Unscored:
        if not game.rated:
            return Unscored.NOT_COUNTED
        if game.first_points is None or game.second_points is None:
            return Unscored.NO_POINTS
        if is_forfeited(game.first_points, game.second_points):
            return Unscored.FORFEIT
        ratings = (first.rating or 0, second.rating or 0)
        if min(ratings) <= 0:
            return Unscored.UNRATED
        return quantile(self._history, *ratings, game.first_points, game.second_points, grouped=self._grouped)

    def _row(
        self, player: Contestant, scored: tuple[ScoredGame, ...], record: WinLossRecord, exact: bool
    ) -> RankingRow:
        tenths = sum(game.tenths for game in scored)
        total = fsum(game.percent for game in scored) if exact else tenths / 10
        hundredths = None
        if scored:
            hundredths = shown_hundredths(total / len(scored)) if exact else mean_hundredths(tenths, len(scored))
        return RankingRow(self._division.name, player, None, hundredths, total, scored, self._division.rounds, record)
