"""Whether our section and the informal calculator's program give the same where they calculate the same."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.rating.uschess.formulas import StandardRating
from core.rating.uschess.norms import HIGHEST_PERFORMANCE, LOWEST_PERFORMANCE, norm_table, performance_rating
from core.rating.uschess.player import PlayerResult
from core.rating.uschess.rated import RatedPlayer
from core.rating.uschess.rules import INFORMAL_2020
from tests.bench import seed_way
from tests.bench.numpy_rules import Array, logistic, update

GOLDEN = Path(__file__).parents[1] / "golden" / "uschess" / "seed_000.toml"
EXACT = 1e-6
PRINTED = 5e-5

UNSCORED = 1e-3
"""Game points by which the expected score at the descent's end may miss the score: it stops early."""


class Asked(NamedTuple):
    """What the program is given for one player, ratings as before the event.

    start: where its descent begins, which is its new rating.
    """

    number: int
    rating: float
    games: int
    opponents: Array
    score: float
    start: float


def questions(rated: Mapping[int, RatedPlayer]) -> list[Asked]:
    """Return what a person would ask the program, player by player."""
    asked = []
    for number, player in rated.items():
        before = np.array([game.before for game in player.event.games])
        rating, games, score = player.start.rating, player.start.games, player.event.score
        start = update(rating, games, before, score, INFORMAL_2020).rating
        asked.append(Asked(number, rating, games, before, score, start))
    return asked


def check(ours: Mapping[int, PlayerResult]) -> list[str]:
    """Return in words how far the two are apart; raise ValueError where it matters.

    ours: a whole section by the rules of 2020, everybody in it rated.
    """
    _check_readme()
    asked = questions({number: result.rated for number, result in ours.items()})
    reports = {one.number: seed_way.calculate(one.rating, one.games, one.opponents, one.score) for one in asked}
    standard = {number for number, result in ours.items() if isinstance(result.rated.formula, StandardRating)}
    # Step 3 estimates newcomers before step 4, which the program knows nothing of.
    newcomers = {number for number, result in ours.items() if result.rated.initial is not None}
    plain = {number for number in standard if not newcomers & {game.opponent for game in ours[number].event.games}}
    first, second, tables, unscored = [0.0], [0.0], [0.0], [0.0]
    for one in asked:
        result, report = ours[one.number], reports[one.number]
        event = result.event
        # Their only pass is our step 4, from which come the opponents' ratings of step 5.
        first += [
            abs(game.rating - max(reports[game.opponent].rating, 100.0))
            for game in event.games
            if isinstance(game.opponent, int) and game.opponent in plain
        ]
        # Their pass again, over the intermediate ratings, is our step 5.
        if one.number in standard:
            between = np.array([game.rating for game in event.games])
            again = update(one.rating, one.games, between, one.score, INFORMAL_2020)
            second += [abs(again.rating - result.rated.formula.rating), abs(again.expected - result.expected)]
        tables.append(_table_difference(one, report))
        unscored.append(_missed(one, report.performance))
    if max(first + second + tables) > EXACT:
        raise ValueError(f"the two differ: {max(first):g}, {max(second):g} and {max(tables):g}")
    if max(unscored) > UNSCORED:
        raise ValueError(f"the descent ends {max(unscored):g} points from the score")
    return [
        f"Checked first: theirs prints the README's digits. Its pass is our step 4 for {len(plain)} players, those",
        f"by the standard formula who met no newcomer (to {max(first):.0e}); over the intermediate ratings it is our",
        f"step 5 for all {len(standard)} by the standard formula (to {max(second):.0e}); all norm tables agree (to",
        f"{max(tables):.0e}); allowed {EXACT:.0e}. At its performances the expected score misses the score by",
        f"{max(unscored):.0e} of a point at most, as the descent stops early (allowed {UNSCORED:.0e}).",
    ]


def _missed(one: Asked, performance: float) -> float:
    ours = performance_rating(one.opponents.tolist(), one.score).rating
    if 0 < one.score < len(one.opponents):
        return float(abs(logistic(performance, one.opponents).sum() - one.score))
    # Ours stays between 100 and 2700.
    if min(max(performance, LOWEST_PERFORMANCE), HIGHEST_PERFORMANCE) != ours:
        raise ValueError(f"player {one.number}: the performances of a clean score differ")
    return 0.0


def _table_difference(one: Asked, report: seed_way.Report) -> float:
    mine = norm_table(one.opponents.tolist(), one.score, test=INFORMAL_2020.norm_test)
    theirs = report.table
    furthest = 0.0
    for row, column, required in zip(mine.rows, seed_way.COLUMNS, seed_way.required_in(theirs), strict=True):
        earned = theirs.at["Norm Earned", column] == "YES"
        if earned != row.earned or (required is None) != (row.required is None):
            raise ValueError(f"player {one.number}: the tables differ at {column}")
        pairs = [
            *zip(theirs[column].iloc[: len(one.opponents)], row.games, strict=True),
            (theirs.at["Expected Score", column], row.expected),
            (required or 0.0, row.required or 0.0),
        ]
        furthest = max(furthest, *(abs(left - right) for left, right in pairs))
    if (report.norm is None) != (mine.earned is None) or (mine.earned and str(mine.earned.rating) not in report.norm):
        raise ValueError(f"player {one.number}: the norms differ")
    return furthest


def _check_readme() -> None:
    cases = {case["id"]: case for case in tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"]}
    case = cases["rating-update"]
    report = seed_way.calculate(case["rating"], case["games_before"], np.array(case["opponents"], float), case["score"])
    printed = [
        (report.rating, case["expected"]["rating"]),
        (report.expected, cases["above-expected"]["expected"]["expected_score"]),
        (report.performance, cases["performance"]["printed"]),
    ]
    if any(abs(value - digits) > PRINTED for value, digits in printed):
        raise ValueError(f"not what the README prints: {printed}")
