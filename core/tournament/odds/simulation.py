"""Simulate the rest of an event in numpy arrays: runs by players."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.tournament.odds.open_event import BYE_SPREAD, RUNS, Chance, Finish, Method, Odds, OpenEvent, Schedule

Array: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

WIDEST = 2000
"""Rating differences beyond which nothing changes; below, they are rounded."""

_MIDDLE = 2000.0
SPREAD_PER_POINT, SPREAD_DEVIATION = 0.2, 90.0
"""In Scrabble: expected spread per rating point, and a game's deviation (CoCo's scale)."""


class Played(NamedTuple):
    """The first players' half points and spread."""

    half_points: Whole
    spread: Whole | None


class GameModel:
    """Plays games between ratings."""

    def __init__(self, expected: Callable[[float, float], float], draws: float, *, has_points: bool) -> None:
        self._has_points = has_points
        scores = _expected(expected)
        drawn = draws * np.minimum(1, 2 * np.minimum(scores, 1 - scores))
        self._wins = scores - drawn / 2
        self._wins_or_draws = scores + drawn / 2

    def play(self, first: Array, second: Array, chance: np.random.Generator) -> Played:
        """Play each of the first against each of the second: ratings of one shape."""
        difference = first - second
        if self._has_points:
            spread = np.rint(chance.normal(difference * SPREAD_PER_POINT, SPREAD_DEVIATION)).astype(np.int64)
            return Played(np.sign(spread) + 1, spread)
        place = np.rint(np.clip(difference, -WIDEST, WIDEST)).astype(np.int64) + WIDEST
        drawn = chance.random(difference.shape)
        won = (drawn < self._wins[place]).astype(np.int64)
        return Played(won + (drawn < self._wins_or_draws[place]), None)


@lru_cache(maxsize=8)
def _expected(expected: Callable[[float, float], float]) -> Array:
    above = np.array([expected(_MIDDLE + difference, _MIDDLE) for difference in range(WIDEST + 1)])
    return np.concatenate([1 - above[:0:-1], above])


# Unpaired Swiss rounds, many runs at a time: brackets of equal score, top half against bottom half; after a repeat,
# the second changes with a neighbour.


SWEEPS = 3
_MOST_CELLS = 4_000_000
"""Of the table of meetings over all runs of a batch."""

_SPREAD_ROOM = 1 << 20


def runs_at_a_time(players: int) -> int:
    """Return how many runs fit into the processor's near memory."""
    return max(100, _MOST_CELLS // (players * players))


class SwissRounds:
    """The rounds to come, for many runs with their own ratings."""

    def __init__(self, event: OpenEvent, ratings: Array, points: Whole, spreads: Whole) -> None:
        self._event, self._schedule = event, event.schedule
        self._ratings, self._points, self._spreads = ratings, points, spreads
        runs, players = points.shape
        self._place = {number: place for place, number in enumerate(self._schedule.numbers)}
        met = np.zeros((players, players), dtype=np.bool_)
        pairs = [tuple(pair) for pair in self._schedule.meetings() if len(pair) == 2]
        for first, second in (*pairs, *self._schedule.boards):
            met[self._place[first], self._place[second]] = met[self._place[second], self._place[first]] = True
        # flat: one index per run and player
        self._met = np.tile(met, (runs, 1, 1)).reshape(-1)
        self._rows = np.arange(runs)[:, None] * players
        had = np.array([number in self._schedule.had_bye() for number in self._schedule.numbers], dtype=np.bool_)
        self._had_bye = np.tile(had, (runs, 1))
        self._bits = players.bit_length()

    def play(self, round_number: int, model: GameModel, chance: np.random.Generator) -> None:
        playing = np.array([self._place[number] for number in self._schedule.playing(round_number)], dtype=np.int64)
        if len(playing) == 0:
            return
        order, scores = self._in_order(playing)
        if len(playing) % 2:
            order, scores = self._give_bye(order, scores)
        if order.shape[1] == 0:
            return
        first, second = self._paired(order, scores)
        rows, players = self._rows, self._points.shape[1]
        ratings = self._ratings.reshape(-1)
        done = model.play(ratings[rows + first], ratings[rows + second], chance)
        points = self._points.reshape(-1)
        points[rows + first] += done.half_points
        points[rows + second] += 2 - done.half_points
        if done.spread is not None:
            spreads = self._spreads.reshape(-1)
            spreads[rows + first] += done.spread
            spreads[rows + second] -= done.spread
        self._met[(rows + first) * players + second] = True
        self._met[(rows + second) * players + first] = True

    def _in_order(self, playing: Whole) -> tuple[Whole, Whole]:
        # score and number in one integer sort much faster
        score = self._points[:, playing]
        by = score * _SPREAD_ROOM + self._spreads[:, playing] if self._event.has_points else score
        highest = by.max()
        keys = ((highest - by) << self._bits) + playing
        keys.sort(axis=1)
        order = keys & ((1 << self._bits) - 1)
        return order, np.take_along_axis(self._points, order, axis=1)

    def _give_bye(self, order: Whole, scores: Whole) -> tuple[Whole, Whole]:
        free = ~np.take_along_axis(self._had_bye, order, axis=1)
        count = order.shape[1]
        # where everybody has had one, the last has another
        last = np.where(free.any(axis=1), count - 1 - free[:, ::-1].argmax(axis=1), count - 1)[:, None]
        who = np.take_along_axis(order, last, axis=1)
        np.put_along_axis(self._had_bye, who, True, axis=1)
        self._points.reshape(-1)[self._rows + who] += round(2 * self._event.bye)
        if self._event.has_points:
            self._spreads.reshape(-1)[self._rows + who] += BYE_SPREAD
        others = np.arange(count - 1)
        kept = others + (others >= last)
        return np.take_along_axis(order, kept, axis=1), np.take_along_axis(scores, kept, axis=1)

    def _paired(self, order: Whole, scores: Whole) -> tuple[Whole, Whole]:
        boards = np.arange(order.shape[1] // 2)
        if self._schedule.method is Method.KING_OF_THE_HILL:
            first, second = order[:, 0::2].copy(), order[:, 1::2].copy()
        else:
            begins = np.ones((order.shape[0], len(boards)), dtype=np.bool_)
            apart = scores[:, 1:] != scores[:, :-1]
            begins[:, 1:] = apart[:, 1::2] | apart[:, 2::2]
            start = np.maximum.accumulate(np.where(begins, boards, 0), axis=1)
            ends = np.full_like(start, len(boards))
            ends[:, :-1] = np.where(begins[:, 1:], boards[1:], len(boards))
            end = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
            first = np.take_along_axis(order, start + boards, axis=1)
            second = np.take_along_axis(order, end + boards, axis=1)
        self._separate_repeats(first, second)
        return first, second

    def _separate_repeats(self, first: Whole, second: Whole) -> None:
        if first.shape[1] < 2:
            return
        for _ in range(SWEEPS):
            runs = np.flatnonzero(self._have_met(self._rows, first, second).any(axis=1))
            if len(runs) == 0:
                return
            ours, theirs, rows = first[runs], second[runs], self._rows[runs]
            for begin in (0, 1):
                upper, lower = theirs[:, begin:-1:2], theirs[:, begin + 1 :: 2]
                up, low = ours[:, begin:-1:2], ours[:, begin + 1 :: 2]
                now = self._have_met(rows, up, upper) + self._have_met(rows, low, lower).astype(np.int8)
                then = self._have_met(rows, up, lower) + self._have_met(rows, low, upper).astype(np.int8)
                changes = then < now
                above, below = np.where(changes, lower, upper), np.where(changes, upper, lower)
                theirs[:, begin:-1:2], theirs[:, begin + 1 :: 2] = above, below
            second[runs] = theirs

    def _have_met(self, rows: Whole, first: Whole, second: Whole) -> NDArray[np.bool_]:
        met: NDArray[np.bool_] = self._met[(rows + first) * self._points.shape[1] + second]
        return met


@dataclass(frozen=True, slots=True)
class Bounds:
    """The fewest and most half points, by number. top: at least, of two who meet."""

    least: dict[int, int]
    most: dict[int, int]
    top: dict[tuple[int, int], int]

    def is_ahead(self, number: int, *, alone: bool) -> bool:
        others = max((most for other, most in self.most.items() if other != number), default=-1)
        return self.least[number] > others if alone else self.least[number] >= others

    def can_be_first(self, number: int, *, alone: bool) -> bool:
        """Return whether a player who wins everything may be first."""
        others = [least for other, least in self.least.items() if other != number]
        others += [points for pair, points in self.top.items() if number not in pair]
        best = max(others, default=-1)
        return self.most[number] > best if alone else self.most[number] >= best


def bounds_of(schedule: Schedule) -> Bounds:
    outside = schedule.out_of_the_table
    least = {number: points for number, points in schedule.half_points().items() if number not in outside}
    known = schedule.to_play()
    games = Counter(number for pair in known for number in pair)
    for round_number in schedule.to_pair():
        games.update(schedule.playing(round_number))
    most = {number: points + 2 * games[number] for number, points in least.items()}
    # A game gives two half points: at best, the others end as equal as these allow.
    top = {
        (first, second): max(least[first], least[second], -(-(least[first] + least[second] + 2) // 2))
        for first, second in known
    }
    return Bounds(least, most, top)


class _Ends(NamedTuple):
    """Final half points and spreads, by run and player."""

    points: Whole
    spreads: Whole


def odds_of(event: OpenEvent, seed: int, runs: int = RUNS, places: int = 0) -> Odds:
    """Simulate the rest; the same facts and seed give the same odds.

    places: how many have shares. Up to 1 s for 100 players.
    """
    schedule = event.schedule
    is_over = not schedule.to_play() and not any(len(schedule.playing(number)) > 1 for number in schedule.to_pair())
    runs = 1 if is_over else runs
    ends = list(_played(event, np.random.default_rng(seed), runs))
    points, spreads = (np.concatenate(parts) for parts in zip(*ends, strict=True))
    return Odds(_finishes(event, points, spreads, places, is_over=is_over), runs)


def _played(event: OpenEvent, chance: np.random.Generator, runs: int) -> Iterator[_Ends]:
    schedule = event.schedule
    numbers = schedule.numbers
    rating = np.array([event.strengths[number].rating for number in numbers], dtype=np.float64)
    deviation = np.array([event.strengths[number].deviation for number in numbers], dtype=np.float64)
    half_points, spread = schedule.half_points(), schedule.spreads()
    place = {number: index for index, number in enumerate(numbers)}
    model = GameModel(event.expected, event.draws, has_points=event.has_points)
    at_a_time = runs if schedule.is_round_robin else runs_at_a_time(len(numbers))
    for begin in range(0, runs, at_a_time):
        count = min(at_a_time, runs - begin)
        ratings: Array = rating + deviation * chance.standard_normal((count, len(numbers)))
        points = np.tile(np.array([half_points[number] for number in numbers], dtype=np.int64), (count, 1))
        spreads = np.tile(np.array([spread[number] for number in numbers], dtype=np.int64), (count, 1))
        for one, other in schedule.to_play():
            first, second = place[one], place[other]
            done = model.play(ratings[:, first], ratings[:, second], chance)
            points[:, first] += done.half_points
            points[:, second] += 2 - done.half_points
            if done.spread is not None:
                spreads[:, first] += done.spread
                spreads[:, second] -= done.spread
        if schedule.to_pair():
            swiss = SwissRounds(event, ratings, points, spreads)
            for round_number in schedule.to_pair():
                swiss.play(round_number, model, chance)
        yield _Ends(points, spreads)


def _finishes(event: OpenEvent, points: Whole, spreads: Whole, places: int, *, is_over: bool) -> dict[int, Finish]:
    schedule = event.schedule
    outside = schedule.out_of_the_table
    columns = [place for place, number in enumerate(schedule.numbers) if number not in outside]
    numbers = [schedule.numbers[place] for place in columns]
    if not numbers:
        return {}
    points, spreads = points[:, columns], spreads[:, columns]
    standing = points * (1 << 32) + spreads if event.has_points else points
    on_top = standing == standing.max(axis=1, keepdims=True)
    sharing = on_top.sum(axis=1, keepdims=True)
    first, alone = on_top.mean(axis=0), (on_top & (sharing == 1)).mean(axis=0)
    share = (on_top / sharing).mean(axis=0)
    parts = _places(standing, min(places, len(numbers)))
    bounds = bounds_of(schedule)
    finishes = {}
    for index, number in enumerate(numbers):
        least, most = bounds.least[number], bounds.most[number]
        counts = np.bincount(points[:, index], minlength=most + 1) / len(points)
        if is_over:
            chances = [Chance(float(value), value > 0, value == 1) for value in (alone[index], first[index])]
        else:
            chances = [
                _chance(bounds, number, float(alone[index]), alone=True, has_points=event.has_points),
                _chance(bounds, number, float(first[index]), alone=False, has_points=event.has_points),
            ]
        finishes[number] = Finish(
            number,
            alone=chances[0],
            first=chances[1],
            share=float(share[index]),
            points=float(points[:, index].mean() / 2),
            scores=tuple((half / 2, float(counts[half])) for half in range(least, most + 1)),
            places=tuple(float(part[index]) for part in parts),
        )
    return finishes


def _chance(bounds: Bounds, number: int, value: float, *, alone: bool, has_points: bool) -> Chance:
    possible = bounds.can_be_first(number, alone=alone and not has_points)
    return Chance(value, possible, bounds.is_ahead(number, alone=alone or has_points))


def _places(standing: Whole, places: int) -> list[Array]:
    if not places:
        return []
    order = np.argsort(-standing, axis=1, kind="stable")
    ranked = np.take_along_axis(standing, order, axis=1)
    index = np.arange(standing.shape[1])
    begins = np.ones(ranked.shape, dtype=np.bool_)
    begins[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    start = np.maximum.accumulate(np.where(begins, index, 0), axis=1)
    ends = np.full_like(start, len(index))
    ends[:, :-1] = np.where(begins[:, 1:], index[1:], len(index))
    end = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    above, through = np.empty_like(start), np.empty_like(end)
    np.put_along_axis(above, order, start, axis=1)
    np.put_along_axis(through, order, end, axis=1)
    part = 1 / (through - above)
    return [np.where((above <= place) & (place < through), part, 0).mean(axis=0) for place in range(places)]
