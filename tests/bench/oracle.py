"""Oracle: a match, a chance and whole batches, beside choix and the figures that the seed publishes."""

from array import array
from collections.abc import Callable
from datetime import date
from functools import partial
from statistics import median
from typing import Any

import choix
import numpy as np

from bot.services.matches.match import match_crosstable
from bot.store.database.rows import Player
from core.event.crosstable import Crosstable
from core.lists import RatingList
from core.rating.oracle.batch import Fit, fit
from core.rating.oracle.config import DEFAULT
from core.rating.oracle.formula import half_by_mean, match_multiplier, win_probability
from core.rating.oracle.match_history import MatchHistory
from core.rating.oracle.state import MatchRecord, PlayerState, as_keeper
from core.rating.oracle.system import calibrate, rate_event
from tests.bench.measure import Figure, ms, ratio_of, settle_memory, show, side_by_side

SEED_UPDATE, SEED_CHANCE, SEED_BATCH = 5e-6, 0.5e-6, 50e-3
"""Seconds, as the seed publishes them: a match, a win probability, 100 players with 1,000 matches."""

CHANCE = 80e-9
"""Seconds that a win probability may take."""

DAY = date(2026, 11, 21)
PLAYERS, AT_ONCE = 100, 49
NEAR = 0.01
"""Near-rank opponents are within this part of all ranks."""

BATCHES = (
    (100, 1_000, 1e-3, 201),
    (5_000, 200_000, 0.1, 9),
    (50_000, 2_000_000, 4.0, 3),
)
"""Players, matches, the goal in seconds, and rounds."""

CHOIX_MIDDLE = (1_000, 20_000)
"""Choix holds a matrix of all players: at 5,000 it takes tens of seconds."""


async def run(*, quick: bool) -> None:
    _show_matches(20 if quick else 400)
    figures: list[Figure] = []
    for players, matches, goal, rounds in BATCHES[:1] if quick else BATCHES:
        for near in (False, True):
            figures += _batch(players, matches, goal, 5 if quick else rounds, near=near)
    show(
        "oracle: all matches at once, to 1e-8 in log strength; ratio = share of the goal",
        figures,
        "Single games, skills from N(0, 1), prior sd 1.5; from the history's columns to a converged fit, medians.",
        f"Near-rank: opponents within {NEAR:.0%} of all ranks.",
    )
    _show_beside_choix(3 if quick else 21, quick=quick)


def _show_matches(rounds: int) -> None:
    states: dict[Any, PlayerState] = {number: PlayerState() for number in range(1, PLAYERS)}
    states[0] = as_keeper(PlayerState())
    between = [_match(player, player + AT_ONCE) for player in range(1, AT_ONCE + 1)]
    pairs = [(states[player], states[player + AT_ONCE]) for player in range(1, AT_ONCE + 1)]
    differences = [first.log_strength - second.log_strength for first, second in pairs]
    with_keeper = [_match(player, 0) for player in range(1, AT_ONCE + 1)]

    def updates() -> None:
        for match in between:
            rate_event(match, RatingList.ORACLE, states)

    def kernels() -> None:
        # What `rate_event` runs for a match, the figures alone: the seed's update is no more than this.
        for first, second in pairs:
            a = match_multiplier(first.games, second.games, DEFAULT)
            half_by_mean(first.log_strength - second.log_strength, a, 10, 2)

    def keepers() -> None:
        for match in with_keeper:
            rate_event(match, RatingList.ORACLE, states)

    def chances() -> None:
        for difference in differences:
            win_probability(difference)

    settle_memory()
    times = side_by_side(rounds, 4, kernels=kernels, updates=updates, keepers=keepers, chances=chances)
    figures = []
    for what, name, seed in (
        ("the update of a match of 10 games", "kernels", SEED_UPDATE),
        ("a match of 10 games", "updates", SEED_UPDATE),
        ("a match of 10 games with the Keeper", "keepers", SEED_UPDATE),
        ("a win probability", "chances", SEED_CHANCE),
    ):
        taken = median(times[name]) / AT_ONCE
        figures.append(Figure(f"{what}: the seed's {_ns(seed)} / ours", _ns(taken), seed / taken))
    figures += [
        Figure("a match of 10 games : its kernel", "", ratio_of(times["updates"], times["kernels"]), "<= 4"),
        Figure(f"a win probability: share of {_ns(CHANCE)}", "", median(times["chances"]) / AT_ONCE / CHANCE, "<= 1"),
    ]
    show(
        f"oracle: one match, one chance, among {PLAYERS} players",
        figures,
        f"Medians of {rounds} rounds of {4 * AT_ONCE}. The update is the kernel that `rate_event` runs for two floats,",
        "as the seed's figure is; a match is all of `rate_event`, which commands run: facts as `/match` stores",
        "them in, results with states, records, doubt and every match's figures out.",
    )


def _match(first: int, second: int) -> Crosstable:
    """Return a match of ten games that the first won by 6-4, as `/match` stores it."""
    sides = (Player(number, None, str(number)) for number in (first, second))
    return match_crosstable(DAY, *sides, [1.0] * 6 + [0.0] * 4, in_order=False)


def _ns(seconds: float) -> str:
    return f"{seconds * 1e9:.0f} ns"


def _batch(players: int, matches: int, goal: float, rounds: int, *, near: bool) -> list[Figure]:
    history = drawn_history(players, matches, near=near)
    fitted: list[Fit] = []

    def once() -> None:
        fitted[:] = [fit(history, players=players)]

    once()
    settle_memory()
    taken = median(side_by_side(rounds, 1, once=once)["once"])
    kind = "near-rank" if near else "random"
    what = f"{players:,} players, {matches:,} matches, {kind} ({fitted[0].iterations} rounds)"
    figures = [Figure(f"{what}: share of {ms(goal)}", ms(taken), taken / goal, "<= 1")]
    if (players, near) == (BATCHES[0][0], False):
        records = [MatchRecord(*match) for match in history]

        def calibrated() -> None:
            calibrate(records)

        taken = median(side_by_side(rounds, 1, calibrated=calibrated)["calibrated"])
        what = "the same from stored matches, with everybody's doubt: share of the seed's"
        figures.append(Figure(f"{what} {ms(SEED_BATCH)}", ms(taken), taken / SEED_BATCH, "<= 1"))
    return figures


def _show_beside_choix(rounds: int, *, quick: bool) -> None:
    players, matches, _, _ = BATCHES[0]
    figures = _beside_choix(players, matches, rounds)
    figures.insert(1, Figure("the seed's published figure", ms(SEED_BATCH)))
    if not quick:
        figures += _beside_choix(*CHOIX_MIDDLE, 3)
    show(
        "oracle: the same matches fitted by choix; ratio = choix / ours",
        figures,
        "Ours has the Gaussian prior; choix is regularised as it offers (alpha 0.1), without anchor, doubt or draws.",
        "Its own lists are made beforehand.",
    )


def _beside_choix(players: int, matches: int, rounds: int) -> list[Figure]:
    history = drawn_history(players, matches, near=False)
    first, second, wins = (np.frombuffer(column, dtype=np.int64) for column in history.columns[:3])
    pairs = list(zip(np.where(wins, first, second).tolist(), np.where(wins, second, first).tolist(), strict=True))
    settle_memory()
    work: dict[str, Callable[[], object]] = {
        "ours": partial(fit, history, players=players),
        "ilsr": partial(choix.ilsr_pairwise, players, pairs, alpha=0.1),
        "mm": partial(choix.mm_pairwise, players, pairs, alpha=0.1, max_iter=100_000),
        "Newton-CG": partial(choix.opt_pairwise, players, pairs, alpha=0.1, method="Newton-CG"),
    }
    times = side_by_side(rounds, 1, **work)
    size = f"{players:,} players, {matches:,} matches"
    return [
        Figure(f"{size}: ours", ms(median(times["ours"]))),
        *(
            Figure(f"{size}: choix, {name}", ms(median(times[name])), ratio_of(times[name], times["ours"]), ">= 1")
            for name in list(work)[1:]
        ),
    ]


def drawn_history(players: int, matches: int, *, near: bool) -> MatchHistory:
    """Return single games between players of random skill."""
    draw = np.random.default_rng(20261121)
    skills = np.sort(draw.standard_normal(players))
    first = draw.integers(0, players, matches)
    most = max(2, round(NEAR * players)) if near else players
    second = (first + draw.integers(1, most, matches)) % players
    wins = (draw.random(matches) < 1 / (1 + np.exp(skills[second] - skills[first]))).astype(np.int64)
    columns = (first, second, wins, 1 - wins, np.zeros(matches, dtype=np.int64))
    return MatchHistory.of_columns(*(array("q", column.tobytes()) for column in columns))
