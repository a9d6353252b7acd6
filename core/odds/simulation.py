"""The rest of an event played many times over, in numpy arrays: runs by players."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from core.odds.bounds import Bounds, bounds_of
from core.odds.chances import Chance, Finish, Odds
from core.odds.games import Array, GameModel, Whole
from core.odds.open_event import OpenEvent
from core.odds.swiss import SwissRounds, runs_at_a_time


class _Ends(NamedTuple):
    """Half points and spreads that runs ended with, by run and player."""

    points: Whole
    spreads: Whole


def simulate(event: OpenEvent, seed: int, runs: int, places: int) -> Odds:
    """Return everybody's finish; parameters are those of `odds_of`."""
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
    gone = schedule.out_of_the_table
    columns = [place for place, number in enumerate(schedule.numbers) if number not in gone]
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
    """Return a chance with what is certain of it; a spread that parts equal scores is known to nobody before."""
    possible = bounds.can_be_first(number, alone=alone and not has_points)
    return Chance(value, possible, bounds.is_ahead(number, alone=alone or has_points))


def _places(standing: Whole, places: int) -> list[Array]:
    """Return everybody's share of each place, from the first on."""
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
