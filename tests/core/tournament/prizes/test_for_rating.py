"""Who did best for their rating, by hand."""

from dataclasses import replace
from datetime import date

import pytest
from prizes_factories import contestants

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.files.typed.prizes import parse_prizes
from core.lists import OwnList, RatingList, Sets, own_list
from core.rating import elo, glicko2
from core.rating.club_rules import DEFAULT_RULES
from core.tournament.best_for_rating import ForRating, best_for_rating, compared_in, luck
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
    entrants = tuple(Entrant(number, player=number, rated=True) for number in (1, 2, 3))
    table = Crosstable(date(2026, 6, 1), entrants, (Game(1, 1, 2, 0.5), Game(2, 1, 3, 1.0)))
    states = {1: elo.PlayerState(1500.0), 2: elo.PlayerState(1900.0), 3: elo.PlayerState()}
    found = compared_in(table, RatingList.ELO, states, DEFAULT_RULES)
    assert found == {
        1: (0.5, pytest.approx(1 / 11), 1, pytest.approx((1 / 11,))),
        2: (0.5, pytest.approx(10 / 11), 1, pytest.approx((10 / 11,))),
    }
    assert ForRating.of(1, found[1]).above == 0.41


def test_glicko_2_expects_less_of_a_strong_player_against_a_doubtful_one() -> None:
    """The paper's example, step 3: 1500 against 1400 with RD 30, 1550 with 100 and 1700 with 300."""
    figures = {1: (1500.0, 200.0), 2: (1400.0, 30.0), 3: (1550.0, 100.0), 4: (1700.0, 300.0)}
    entrants = tuple(Entrant(number, player=number, rated=True) for number in figures)
    table = Crosstable(date(2026, 6, 1), entrants, (Game(1, 1, 2, 1.0), Game(2, 1, 3, 0.0), Game(3, 1, 4, 0.0)))
    states = {one: glicko2.PlayerState(glicko2.GlickoRating(*given, 0.06)) for one, given in figures.items()}
    found = compared_in(table, RatingList.GLICKO_2, states, DEFAULT_RULES)
    assert found[1].expected == pytest.approx(0.639 + 0.432 + 0.303, abs=0.002)


def test_a_list_of_shares_compares_shares() -> None:
    """11-7 9-11 11-5 is 31 of 54 points; equals expect half."""
    rating_list = own_list(RatingList.ELO, "Table tennis")
    rules = DEFAULT_RULES.with_list(rating_list, OwnList(sets=Sets.POINTS))
    entrants = (Entrant(1, player=1, rated=True), Entrant(2, player=2, rated=True))
    table = Crosstable(date(2026, 6, 1), entrants, (Game(1, 1, 2, 1.0, None, 31, 23),))
    found = compared_in(table, rating_list, dict.fromkeys((1, 2), elo.PlayerState(1500.0)), rules)
    assert found == {1: (pytest.approx(31 / 54), 0.5, 1, ()), 2: (pytest.approx(23 / 54), 0.5, 1, ())}


def test_a_total_is_compared_only_where_every_opponent_has_a_rating() -> None:
    """2 of 3 against equals is half a point more than expected; with one opponent unknown nobody can tell."""
    entrants = (Entrant(1, player=1, rated=True, score=2.0), *(Entrant(number, 1500.0) for number in (2, 3, 4)))
    table = Crosstable(date(2026, 6, 1), entrants, tuple(Game(one - 1, 1, one) for one in (2, 3, 4)))
    states = {1: elo.PlayerState(1500.0)}
    assert compared_in(table, RatingList.ELO, states, DEFAULT_RULES) == {1: (2.0, 1.5, 3, (0.5, 0.5, 0.5))}
    unknown = replace(table, entrants=(*entrants[:3], Entrant(4)))
    assert compared_in(unknown, RatingList.ELO, states, DEFAULT_RULES) == {}


def test_doubles_are_compared_by_both_sides() -> None:
    """Sides of 1600 and 1500 on the mean: 100 points between them for each player, 0.640 expected (Elo, table)."""
    ratings = {1: 1800.0, 2: 1400.0, 3: 1500.0, 4: 1500.0}
    entrants = tuple(Entrant(number, player=number, rated=True) for number in ratings)
    games = tuple(Game(1, first, second, 1.0) for first, second in ((1, 3), (2, 4)))
    table = Crosstable(date(2026, 6, 1), entrants, games, kind=EventKind.SIDES)
    states = {number: elo.PlayerState(rating) for number, rating in ratings.items()}
    found = compared_in(table, RatingList.ELO, states, DEFAULT_RULES)
    assert [found[one].expected for one in (1, 2, 3, 4)] == pytest.approx([0.640, 0.640, 0.360, 0.360], abs=5e-4)


def test_a_prize_for_rating_is_won_in_addition_and_ties_share() -> None:
    prizes = parse_prizes("1st 50, best for rating 20, for rating medal, 2nd best for rating 11").prizes
    assert [prize.kind for prize in prizes[1:]] == [PrizeKind.FOR_RATING] * 3
    found = best_for_rating([ForRating(1, 2, 1.5, 2), ForRating(2, 1, 0.5, 2)])
    result = distribute(prizes, contestants([(2, 1800), (1, 1500)]), for_rating=found)
    # Two share the first two of the three, 20 and the medal; 11 is left over.
    assert [result.cents_of(number) for number in (1, 2)] == [5000 + 1000, 1000]
    assert [share.words for share in result.shares if share.number == 2] == [
        "best for rating + best for rating, 0.50 above the expected score, divided by 2"
    ]
    assert [prize.cents for prize in result.left] == [1100]


def test_nobody_wins_a_prize_for_rating_below_the_expected_score() -> None:
    prizes = parse_prizes("best for rating 20").prizes
    result = distribute(prizes, contestants([(0, 1800)]), for_rating=best_for_rating([ForRating(1, 0, 0.5, 1)]))
    assert result.shares == ()
    assert result.left == prizes
