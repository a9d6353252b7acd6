"""Rank an event by mean percent over scored games, all divisions together.

Scored: both ratings and both scores known. Ranked: at least half of the rounds scored. Spreads have no cap.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from math import fsum, sqrt
from operator import attrgetter
from string import ascii_uppercase
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Game, are_spreads, is_forfeited
from core.event.event_file import FileEvent
from core.rating.qursh.cells import GROUPS, group_of
from core.rating.qursh.history import History, QuantileSource, Table
from core.words import displayed


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a division; rating: before the event."""

    number: int
    name: str
    rating: float | None = None
    rating_class: str | None = None
    player: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Division:
    """Players who met each other; rounds: planned, or those played."""

    name: str | None
    players: tuple[Contestant, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()
    rounds: int = 0


def divisions_of_file(event: FileEvent) -> tuple[Division, ...]:
    return tuple(
        Division(
            section.name,
            tuple(
                Contestant(player.number, player.name, player.rating, player.rating_class) for player in section.players
            ),
            section.games,
            section.byes,
            section.rounds,
        )
        for section in event.sections
    )


def division_of_crosstable(
    crosstable: Crosstable, name: str | None = None, ratings: Mapping[int, float | None] | None = None
) -> Division:
    """Return a stored event as a division.

    ratings: before the event by pairing number, if the crosstable lacks them.
    """
    known = ratings or {}
    players = tuple(
        Contestant(
            entrant.number,
            entrant.name or f"Player {entrant.number}",
            known.get(entrant.number, entrant.rating),
            entrant.rating_class,
            player=entrant.player,
        )
        for entrant in crosstable.entrants
    )
    return Division(name, players, crosstable.games, crosstable.byes, crosstable.rounds)


def check_divisions(divisions: Sequence[Division]) -> None:
    """Raise InputError without games, points or ratings, or with spreads instead of scores."""
    games = [game for division in divisions for game in division.games]
    if not games:
        raise InputError("The event has no games. Upload the tsh file of each division, or the archive of them all.")
    with_points = [game for game in games if game.first_points is not None and game.second_points is not None]
    if not with_points:
        raise InputError("The games have no scores. Upload a file with both scores of each game.")
    if are_spreads(with_points):
        raise InputError("The games have spreads instead of scores. Upload a file with both scores of each game.")
    if not any(player.rating for division in divisions for player in division.players):
        raise InputError("Nobody in the event has a rating. Write the ratings into the file.")


def missing_divisions(divisions: Sequence[Division]) -> tuple[str, ...]:
    """Return the names of divisions missing from a series of letters, or without scored games."""
    names = [division.name for division in divisions if division.name is not None]
    letters = {name.upper() for name in names if len(name) == 1 and name.upper() in ascii_uppercase}
    missing = []
    if letters and len(letters) == len(names):
        last = ascii_uppercase.index(max(letters))
        missing += [letter for letter in ascii_uppercase[:last] if letter not in letters]
    for division in divisions:
        if division.name is not None and not any(game.first_points is not None for game in division.games):
            missing.append(division.name)
    return tuple(missing)


TENTHS = 1000
"""Tenths of a percent that the two players of a game share."""


def whole_percent(mid_rank: int, halves: int) -> int:
    """Return 100 (below + equal / 2) / all, halves up; counts as in `Margins`."""
    return (100 * mid_rank + halves) // (2 * halves)


def nearest_percent(percent: float) -> int:
    """Return a whole percent, halves up."""
    return displayed(percent)


def tenths_between_equals(mid_rank: int, opposite: int, halves: int) -> int:
    """Return (q(x) + 100 - q(-x)) / 2 in tenths; halves to even, so that both add up to 100."""
    tenths, rest = divmod(250 * (mid_rank - opposite), halves)
    up = 2 * rest > halves or (2 * rest == halves and tenths % 2 == 1)
    return TENTHS // 2 + tenths + up


def nearest_tenths(percent: float) -> int:
    """Return tenths of a percent in the same way."""
    return round(percent * 10)


def mean_hundredths(tenths: int, games: int) -> int:
    """Return the mean of tenths in hundredths of a percent, halves up."""
    return (20 * tenths + games) // (2 * games)


def shown_hundredths(mean: float) -> int:
    """Return a mean of exact percents in hundredths, in the same way."""
    return displayed(mean * 100)


class Quantile(NamedTuple):
    """A placed game.

    games: of the placing table. margin: of the higher rated. first, second: exact percents. *_tenths: as scored.
    """

    group: int | None
    bin_number: int
    source: QuantileSource
    games: int
    margin: int
    first: float
    second: float
    first_tenths: int
    second_tenths: int


def quantile(
    history: History, rating_a: float, rating_b: float, points_a: int, points_b: int, *, grouped: bool = True
) -> Quantile:
    """Place a game; raise InputError for a missing rating.

    grouped: by the higher rating too.
    """
    if rating_a <= 0 or rating_b <= 0:
        raise InputError("Both players need a rating. Write one above 0 for each.")
    margin = points_a - points_b
    first_is_higher = rating_a >= rating_b
    higher = rating_a if first_is_higher else rating_b
    group = group_of(higher) if grouped else None
    bin_number = history.grid.bin_of(abs(rating_a - rating_b))
    table = history.table(group, bin_number)
    if rating_a == rating_b:
        first, tenths = _between_equals(table, margin)
    elif first_is_higher:
        first, tenths = _of_higher(table, margin)
    else:
        margin = -margin
        second, second_tenths = _of_higher(table, margin)
        first, tenths = 100 - second, TENTHS - second_tenths
    return Quantile(group, bin_number, table.source, table.games, margin, first, 100 - first, tenths, TENTHS - tenths)


def _of_higher(table: Table, margin: int) -> tuple[float, int]:
    margins = table.margins
    if margins is None:
        percent = 100 * table.curve.cdf(margin)
        return percent, 10 * nearest_percent(percent)
    mid_rank, halves = margins.mid_rank(margin), margins.halves
    return 50 * mid_rank / halves, 10 * whole_percent(mid_rank, halves)


def _between_equals(table: Table, margin: int) -> tuple[float, int]:
    margins = table.margins
    if margins is None:
        percent = 50 * (table.curve.cdf(margin) + 1 - table.curve.cdf(-margin))
        return percent, nearest_tenths(percent)
    mid_rank, opposite, halves = margins.mid_rank(margin), margins.mid_rank(-margin), margins.halves
    return 50 + 25 * (mid_rank - opposite) / halves, tenths_between_equals(mid_rank, opposite, halves)


def margin_for(history: History, higher: float, lower: float, percent: float = 50) -> float:
    """Return the higher rated player's margin for a percent between 0 and 100."""
    if not 0 < percent < 100:
        raise InputError(f"{percent:g}% is not possible. Write a number above 0 and below 100, for example 50.")
    table = history.table(group_of(max(higher, lower)), history.grid.bin_of(abs(higher - lower)))
    return table.margins.at(percent) if table.margins is not None else table.curve.inv_cdf(percent / 100)


_BYES = {
    ByeKind.FULL_POINT: (1.0, 0.0),
    ByeKind.FORFEIT_WIN: (1.0, 0.0),
    ByeKind.HALF_POINT: (0.5, 0.5),
    ByeKind.FORFEIT_LOSS: (0.0, 1.0),
}
"""Wins and losses of a round without a game; other kinds nothing."""


class WinLossRecord(NamedTuple):
    """A tie is half a win and half a loss. spread: signed, points less the opponents'."""

    wins: float = 0.0
    losses: float = 0.0
    spread: int = 0

    def plus(self, wins: float, losses: float, spread: int) -> "WinLossRecord":
        return WinLossRecord(self.wins + wins, self.losses + losses, self.spread + spread)


def records_of(division: Division) -> dict[int, WinLossRecord]:
    records = {player.number: WinLossRecord() for player in division.players}
    for game in division.games:
        spread = 0
        if game.first_points is not None and game.second_points is not None:
            spread = game.first_points - game.second_points
        won = game.score
        lost = None if won is None else 1 - won
        records[game.first] = records[game.first].plus(won or 0.0, lost or 0.0, spread)
        records[game.second] = records[game.second].plus(lost or 0.0, won or 0.0, -spread)
    for bye in division.byes:
        wins, losses = _BYES.get(bye.kind, (0.0, 0.0))
        records[bye.entrant] = records[bye.entrant].plus(wins, losses, bye.points or 0)
    return records


class Unscored(StrEnum):
    """Why a game of the event is not scored."""

    NOT_COUNTED = "not-counted"
    NO_POINTS = "no-points"
    FORFEIT = "forfeit"
    UNRATED = "unrated"


class ScoredGame(NamedTuple):
    """A game from one side. tenths: score. percent: exact."""

    round: int
    opponent: Contestant
    margin: int
    tenths: int
    percent: float
    placed: Quantile


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A player's line.

    rank: None for too few scored games. hundredths: mean percent of `total`. record: of the event.
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
        return None if self.hundredths is None else self.hundredths / 100

    @property
    def chance(self) -> float | None:
        """Return the score's standard deviation by luck alone."""
        return chance_deviation(self.games) if self.games else None

    @property
    def has_enough(self) -> bool:
        """Return whether at least half of the rounds are scored."""
        return self.games > 0 and 2 * self.games >= self.rounds


@dataclass(frozen=True, slots=True)
class Ranking:
    """An event's list.

    rows: ranked. others: too few games. unscored: by reason. missing: divisions without scored games.
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
    """Return the deviation of a mean of uniform percents: 28.9 / sqrt(games)."""
    return 100 / sqrt(12 * games)


def rank_event(
    divisions: Sequence[Division], history: History, *, grouped: bool = True, exact: bool = False
) -> Ranking:
    """Rank an event; raise InputError without scores or ratings.

    grouped: False for one group. exact: unrounded percents.
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
    return -(row.hundredths or 0), -row.total, row.player.name


class _Scorer:
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


MARGINS = (-200, -150, -100, -50, -25, 0, 25, 50, 75, 100, 150, 200, 300)
PERCENTS = (5, 10, 25, 50, 75, 90, 95)


class PairTable(NamedTuple):
    """Percents of margins between two ratings, the higher rated side's."""

    games: tuple[Quantile, ...]
    margins: tuple[tuple[int, float], ...]

    @property
    def even(self) -> float:
        """Return the margin worth 50 percent to the higher rated player."""
        return dict(self.margins)[50]


def pair_table(history: History, higher: float, lower: float) -> PairTable:
    games = tuple(quantile(history, higher, lower, max(margin, 0), max(-margin, 0)) for margin in MARGINS)
    return PairTable(games, tuple((percent, margin_for(history, higher, lower, percent)) for percent in PERCENTS))


class Compared(NamedTuple):
    """A player's line by three groups and by one, with hundredths and ranks of both."""

    three: RankingRow
    one: RankingRow

    @property
    def gain(self) -> int:
        """Return what a single group brings, in hundredths."""
        return (self.one.hundredths or 0) - (self.three.hundredths or 0)


class GroupGain(NamedTuple):
    """How many players of a rating group score higher with a single group."""

    name: str
    higher: int
    lower: int
    players: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rankings: lines by gain from a single group, most first; groups highest first."""

    lines: tuple[Compared, ...]
    groups: tuple[GroupGain, ...]


def compare(three: Ranking, one: Ranking) -> Comparison:
    other = {(row.division, row.player.number): row for row in one.rows}
    lines = sorted(
        (Compared(row, other[row.division, row.player.number]) for row in three.rows),
        key=lambda line: (-line.gain, line.three.rank, line.three.player.name),
    )
    gains = []
    for group in reversed(range(len(GROUPS))):
        found = [line.gain for line in lines if group_of(line.three.player.rating or 0) == group]
        if found:
            gains.append(
                GroupGain(GROUPS[group], sum(gain > 0 for gain in found), sum(gain < 0 for gain in found), len(found))
            )
    return Comparison(tuple(lines), tuple(gains))


Seat = tuple[str | None, int]
"""A player by division name and number."""


def seat_of(row: RankingRow) -> Seat:
    return row.division, row.player.number


def class_winners(ranking: Ranking) -> dict[str, tuple[RankingRow, ...]]:
    named = any(row.player.rating_class for row in ranking.rows)
    classes: dict[str, list[RankingRow]] = {}
    if not named:
        classes = {group: [] for group in reversed(GROUPS)}
    for row in ranking.rows:
        name = row.player.rating_class if named else GROUPS[group_of(row.player.rating or 0)]
        if name:
            classes.setdefault(name, []).append(row)
    names = sorted(classes) if named else classes
    return {name: _best(classes[name]) for name in names if classes[name]}


def best_out_of_the_money(ranking: Ranking, winners: Collection[Seat]) -> tuple[RankingRow, ...]:
    """Return the best ranked without another prize; several if tied."""
    return _best(row for row in ranking.rows if seat_of(row) not in winners)


def _best(rows: Iterable[RankingRow]) -> tuple[RankingRow, ...]:
    ordered = list(rows)
    return tuple(row for row in ordered if row.rank == ordered[0].rank)
