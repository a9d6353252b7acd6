"""Rounds of a Swiss that are not paired yet, by a cheap rule: many runs at a time.

Everybody is in order of score and number. Brackets of equal score begin at even places, so that the last of an odd one
floats; the top half of a bracket meets the bottom half. Where two have met, the second changes with a neighbouring
board.
"""

import numpy as np
from numpy.typing import NDArray

from core.odds.games import Array, GameModel, Whole
from core.odds.open_event import OpenEvent
from core.odds.schedule import BYE_SPREAD, Method

SWEEPS = 3
_MOST_CELLS = 4_000_000
"""Of the table of who has met whom, over all runs that are played at a time."""

_SPREAD_ROOM = 1 << 20


def runs_at_a_time(players: int) -> int:
    """Return how many runs fit into the processor's nearer memory."""
    return max(100, _MOST_CELLS // (players * players))


class SwissRounds:
    """The rounds to come, for a number of runs with ratings of their own."""

    def __init__(self, event: OpenEvent, ratings: Array, points: Whole, spreads: Whole) -> None:
        self._event, self._schedule = event, event.schedule
        self._ratings, self._points, self._spreads = ratings, points, spreads
        runs, players = points.shape
        self._place = {number: place for place, number in enumerate(self._schedule.numbers)}
        met = np.zeros((players, players), dtype=np.bool_)
        pairs = [tuple(pair) for pair in self._schedule.meetings() if len(pair) == 2]
        for first, second in (*pairs, *self._schedule.boards):
            met[self._place[first], self._place[second]] = met[self._place[second], self._place[first]] = True
        # Flat, as are the points where they are added to: one index a run and player.
        self._met = np.tile(met, (runs, 1, 1)).reshape(-1)
        self._rows = np.arange(runs)[:, None] * players
        had = np.array([number in self._schedule.had_bye() for number in self._schedule.numbers], dtype=np.bool_)
        self._had_bye = np.tile(had, (runs, 1))
        self._bits = players.bit_length()

    def play(self, round_number: int, model: GameModel, chance: np.random.Generator) -> None:
        """Pair and play a round."""
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
        """Return who plays in order of score and number, and the scores in this order; runs by places."""
        # Score and number in one whole number: these are sorted much faster than places by score.
        score = self._points[:, playing]
        by = score * _SPREAD_ROOM + self._spreads[:, playing] if self._event.has_points else score
        highest = by.max()
        keys = ((highest - by) << self._bits) + playing
        keys.sort(axis=1)
        order = keys & ((1 << self._bits) - 1)
        return order, np.take_along_axis(self._points, order, axis=1)

    def _give_bye(self, order: Whole, scores: Whole) -> tuple[Whole, Whole]:
        """Give the last without a bye the points of one, and return the others."""
        free = ~np.take_along_axis(self._had_bye, order, axis=1)
        count = order.shape[1]
        # Where everybody has had one, the last has another.
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
        """Return the first and the second of every board; runs by boards."""
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
        self._part_those_who_met(first, second)
        return first, second

    def _part_those_who_met(self, first: Whole, second: Whole) -> None:
        """Change the second players of neighbouring boards where fewer then meet again."""
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
