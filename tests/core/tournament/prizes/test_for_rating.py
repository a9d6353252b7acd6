"""Who did best for their rating, by hand."""

from datetime import date

import pytest
from prizes_factories import contestants

from core.event.crosstable import Crosstable, Entrant, Game
from core.files.typed.prizes import parse_prizes
from core.tournament.best_for_rating import ForRating, best_for_rating, for_rating_in, luck
from core.tournament.prizes import PrizeKind, distribute


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


def test_the_expected_score_so_far_counts_rated_opponents_alone() -> None:
    """1900 against 1500 is 10 to 1: a draw is 0.5 where 1/11 and 10/11 are expected; player 3 is unrated."""
    entrants = (Entrant(1, 1500), Entrant(2, 1900), Entrant(3))
    table = Crosstable(date(2026, 6, 1), entrants, (Game(1, 1, 2, 0.5), Game(2, 1, 3, 1.0)))
    weak, strong = for_rating_in(
        table, {1: 1500.0, 2: 1900.0}, lambda own, other: 1 / (1 + 10 ** ((other - own) / 400))
    )
    assert (weak.number, weak.scored, weak.games, weak.above) == (1, 0.5, 1, 0.41)
    assert weak.expected == pytest.approx(1 / 11)
    assert strong.above == -0.41


def test_a_prize_for_rating_is_won_in_addition_and_ties_share() -> None:
    prizes = parse_prizes("1st 50, best for rating 20, for rating medal, 2nd best for rating 11").prizes
    assert [prize.kind for prize in prizes[1:]] == [PrizeKind.FOR_RATING] * 3
    found = best_for_rating([ForRating(1, 2, 1.5, 2), ForRating(2, 1, 0.5, 2)])
    result = distribute(prizes, contestants([(2, 1800), (1, 1500)]), for_rating=found)
    # Two share the first two of the three, 20 and the medal; 11 is left over.
    assert [result.cents_of(number) for number in (1, 2)] == [5000 + 1000, 1000]
    assert [share.words for share in result.shares if share.number == 2] == [
        "best for rating + best for rating: 0.50 above the expected score, divided by 2"
    ]
    assert [prize.cents for prize in result.left] == [1100]


def test_nobody_wins_a_prize_for_rating_below_the_expected_score() -> None:
    prizes = parse_prizes("best for rating 20").prizes
    result = distribute(prizes, contestants([(0, 1800)]), for_rating=best_for_rating([ForRating(1, 0, 0.5, 1)]))
    assert result.shares == ()
    assert result.left == prizes
