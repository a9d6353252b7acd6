"""An event as the informal "USCF Norm and Rating Calculator" goes about it: numpy and pandas, one player, one pass.

Its README is the source: the rating formula of 2020, a performance by gradient descent, and a table of the expected
and required scores by norm level. The constants of the descent are those that end at the figure which it prints.
Special cases (few games, floors, unrated opponents) it leaves out, and so does this.
"""

from math import isnan
from typing import NamedTuple

import numpy as np
import pandas as pd

from core.rating.uschess.rules import INFORMAL_2020
from tests.bench.numpy_rules import LEVELS, Array, logistic, update

COLUMNS = ["4th (1200)", "3rd (1400)", "2nd (1600)", "1st (1800)", "C (2000)", "M (2200)", "S (2400)"]

LEARNING_RATE, SMALLEST_STEP = 100.0, 1e-3
MOST_STEPS = 100_000
"""A guard of ours: with nine opponents of about one strength the descent swings to and fro for ever."""


class Report(NamedTuple):
    """What the program prints; `norm` is a column's heading, None without a norm."""

    rating: float
    expected: float
    performance: float
    norm: str | None
    table: pd.DataFrame


def calculate(rating: float, games: int, opponents: Array, score: float) -> Report:
    """Return the whole output for one player of any number of games."""
    done = update(rating, games, opponents, score, INFORMAL_2020)
    table = norm_table(opponents, score)
    earned = table.loc["Norm Earned"]
    norm = earned.where(earned == "YES").last_valid_index()
    performance, _ = descend(done.rating, opponents, score)
    return Report(done.rating, done.expected, performance, norm, table)


def descend(start: float, opponents: Array, score: float) -> tuple[float, int]:
    """Return the performance, the minimum of (S - E)^2 / 2, and the steps taken; a clean score takes none."""
    if score == 0:
        return float(opponents.min()) - 400, 0
    if score == len(opponents):
        return float(opponents.max()) + 400, 0
    rating = start
    for taken in range(1, MOST_STEPS + 1):
        expectancies = logistic(rating, opponents)
        # The derivative of the expected score, but for its factor ln(10)/400, which the learning rate has swallowed.
        slope = np.dot(expectancies, 1 - expectancies)
        step = LEARNING_RATE * (expectancies.sum() - score) * slope
        rating -= step
        if abs(step) <= SMALLEST_STEP:
            return float(rating), taken
    raise ValueError(f"the descent from {start:g} with {score:g} against {opponents} does not end")


def norm_table(opponents: Array, score: float) -> pd.DataFrame:
    rounds = pd.RangeIndex(1, len(opponents) + 1, name="Round #")
    table = pd.DataFrame(logistic(LEVELS, opponents[:, None]), index=rounds, columns=COLUMNS)
    expected = table.sum()
    required = expected + 1
    sums = pd.DataFrame(
        {
            "Expected Score": expected,
            "Required Score": required.astype(object).where(required <= len(opponents), "N/A"),
            "Norm Earned": (required <= score).map({True: "YES", False: "NO"}),
        }
    ).T
    table.insert(0, "Opp. Ratings", opponents)
    sums.insert(0, "Opp. Ratings", "N/A")
    return pd.concat([table.astype(object), sums])


def required_in(table: pd.DataFrame) -> list[float | None]:
    required = pd.to_numeric(table.loc["Required Score", COLUMNS], errors="coerce")
    return [None if isnan(value) else value for value in required]
