"""Who did best for their rating, by hand."""

import pytest

from core.for_rating import ForRating, best_for_rating, luck


@pytest.mark.parametrize(
    ("expected", "games", "made"),
    # A coin thrown four times: sqrt(4 / 4) = 1. Chance 0.9 in ten games: sqrt(10 * 0.09) = 0.95. Sure games: none.
    [(2.0, 4, 1.0), (9.0, 10, 0.9487), (3.0, 3, 0.0), (0.0, 0, 0.0)],
)
def test_luck_is_the_standard_deviation_of_the_score(expected: float, games: int, made: float) -> None:
    assert luck(expected, games) == pytest.approx(made, abs=1e-4)


def test_best_for_rating_leaves_out_who_scored_no_more_than_expected() -> None:
    found = [ForRating(1, 3, 2.5, 4), ForRating(2, 2, 0.75, 4), ForRating(3, 1, 1, 4), ForRating(4, 0, 1.5, 4)]
    assert [(one.number, one.above) for one in best_for_rating(found)] == [(2, 1.25), (1, 0.5)]
