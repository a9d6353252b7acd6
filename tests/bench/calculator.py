"""The calculator: our plain Python against the same formulas in numpy, on the seed's event."""

from datetime import date
from functools import partial
from statistics import median

import numpy as np

from core.lists import RatingList
from core.rating.uschess.formulas import (
    bonus_eligible,
    bonus_threshold,
    effective_games_cap,
    k_factor,
    winning_expectancy,
)
from core.rating.uschess.player import PlayerResult, rate_player
from core.rating.uschess.rated import Games, OpponentGame, PlayerEvent
from core.rating.uschess.rules import INFORMAL_2020, Edition, edition_for
from core.rating.uschess.state import PlayerState
from tests.bench import numpy_rules
from tests.bench.measure import Figure, ratio_of, settle_memory, show, side_by_side, us

RATING, GAMES, OPPONENTS, SCORE = 1470.0, 25, (974.0, 951.0, 2471.0, 1585.0), 3.0
DAY = date(2026, 11, 21)
AIM = ">= 10"


async def run(*, quick: bool) -> None:
    rounds, calls = (5, 50) if quick else (40, 200)
    games = Games.of([OpponentGame(number, rating, (number,)) for number, rating in enumerate(OPPONENTS, start=1)])
    event = PlayerEvent(DAY, RatingList.USCHESS_REGULAR, games, SCORE)
    state = PlayerState(rating=RATING, games=GAMES)
    opponents = np.array(OPPONENTS)
    settle_memory()
    figures, checked = [], []
    for label, edition in (("current rules", edition_for(DAY)), ("informal-2020", INFORMAL_2020)):
        furthest = _difference(
            rate_player(state, event, edition), numpy_rules.rate(RATING, GAMES, opponents, SCORE, edition)
        )
        checked.append(f"{label} {furthest:.1e}")
        times = side_by_side(
            rounds,
            calls,
            ours=partial(rate_player, state, event, edition),
            theirs=partial(numpy_rules.rate, RATING, GAMES, opponents, SCORE, edition),
            plain=partial(_plain, RATING, GAMES, OPPONENTS, SCORE, edition),
            plain_theirs=partial(numpy_rules.update, RATING, GAMES, opponents, SCORE, edition),
        )
        figures += [
            Figure(f"{label}: event with numpy", us(median(times["theirs"]))),
            Figure(
                f"{label}: event with our rate_player, explained step by step",
                us(median(times["ours"])),
                ratio_of(times["theirs"], times["ours"]),
                AIM,
            ),
            Figure(f"{label}: rating formula alone with numpy", us(median(times["plain_theirs"]))),
            Figure(
                f"{label}: rating formula alone with ours",
                us(median(times["plain"])),
                ratio_of(times["plain_theirs"], times["plain"]),
            ),
        ]
    show(
        "calculator: one event rated, per call; ratio = numpy / ours",
        figures,
        f"The seed's event: {RATING:g} after {GAMES} games, {SCORE:g} of {len(OPPONENTS)} against "
        + " ".join(f"{rating:g}" for rating in OPPONENTS),
        "Both give rating, expected score, K, bonus, both performances and the norm table;",
        "ours gives the steps and the player's next state as well.",
        f"Largest difference between the two over all figures: {', '.join(checked)} (allowed 1e-6)",
    )


def _plain(rating: float, games: int, opponents: tuple[float, ...], score: float, edition: Edition) -> float:
    count = len(opponents)
    expected = sum([winning_expectancy(rating, opponent) for opponent in opponents])
    effective = min(games, effective_games_cap(rating, edition.effective_games))
    k = k_factor(effective, count, rating, reduced=edition.k_always_reduced_above_2200)
    change = k * (score - expected)
    bonus = 0.0
    if bonus_eligible(range(count)):
        bonus = max(0.0, change - bonus_threshold(edition.bonus_multiplier, count))
    return rating + change + bonus


def _difference(ours: PlayerResult, theirs: numpy_rules.Figures) -> float:
    k = next(step.value for step in ours.steps if step.reason.value.startswith("k-factor"))
    rows = ours.norms.rows
    pairs = [
        (ours.rating, theirs.rating),
        (ours.expected, theirs.expected),
        (k, theirs.k),
        (ours.bonus, theirs.bonus),
        (ours.performance.rating, theirs.performance),
        (ours.performance_linear.rating, theirs.performance_linear),
        ([row.games for row in rows], theirs.norm_games),
        ([row.expected for row in rows], theirs.norm_expected),
        ([np.nan if row.required is None else row.required for row in rows], theirs.required),
        ([row.earned for row in rows], theirs.earned),
    ]
    furthest = 0.0
    for mine, other in pairs:
        left, right = np.asarray(mine, dtype=float), np.asarray(other, dtype=float)
        if left.shape != right.shape or not np.array_equal(np.isnan(left), np.isnan(right)):
            raise ValueError(f"the two calculators differ: {left} and {right}")
        furthest = max(furthest, float(np.nanmax(np.abs(left - right))))
    plain = _plain(RATING, GAMES, OPPONENTS, SCORE, ours.edition)
    furthest = max(furthest, abs(plain - ours.rating))
    if furthest > 1e-6:
        raise ValueError(f"the two calculators differ by {furthest:g}")
    return furthest
