import pytest

from core.rating.uschess.rules import is_established
from core.words import displayed


@pytest.mark.parametrize(
    ("rating", "shown"), [(1499.49, 1499), (1499.5, 1500), (1500.5, 1501), (1500, 1500), (1999.51, 2000)]
)
def test_halves_are_shown_rounded_up(rating: float, shown: int) -> None:
    # US Chess 2025, section 1: "rounded half up"; Python's round() would show 1500.5 as 1500.
    assert displayed(rating) == shown


@pytest.mark.parametrize(("games", "established"), [(0, False), (25, False), (26, True), (400, True)])
def test_a_rating_is_established_by_more_than_25_games(games: int, established: bool) -> None:
    assert is_established(games) is established
