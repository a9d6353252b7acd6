"""Prizes as directors divided them, and what holds of any distribution."""

from dataclasses import replace
from datetime import date
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prizes_factories import contestants, fields, funds

from core.event.crosstable import Crosstable, Entrant, Game
from core.files.typed.prizes import parse_prizes
from core.tournament.prizes import (
    Contestant,
    Prize,
    PrizeFund,
    PrizeKind,
    Sharing,
    Upset,
    best_pool,
    distribute,
    upsets_in,
)
from tests.core.golden_cases import golden
from tests.depth import examples

sharings = st.sampled_from(Sharing)


@pytest.mark.parametrize("case", golden("prizes/distributions"))
def test_prizes_are_divided_as_directors_did(case: dict[str, Any]) -> None:
    field = contestants(case["players"], case.get("junior", ()))
    result = distribute(parse_prizes(case["prizes"]).prizes, field)
    assert [result.cents_of(one.number) for one in field] == case["expected"]


@pytest.mark.parametrize("case", golden("prizes/funds"))
def test_a_fund_based_on_entries_falls_with_them(case: dict[str, Any]) -> None:
    fund = PrizeFund((Prize("1st", PrizeKind.PLACE, 1, 100 * case["fund"]),), case["based_on"])
    assert sum(prize.cents or 0 for prize in fund.for_entries(case["entries"])) == 100 * case["expected"]
    assert fund.for_entries(case["based_on"] + 1) == fund.prizes


@examples()
@given(funds(), fields(), sharings)
def test_what_is_paid_and_what_is_left_make_the_fund(
    prizes: list[Prize], field: list[Contestant], sharing: Sharing
) -> None:
    result = distribute(prizes, field, sharing=sharing)
    left = sum(prize.cents or 0 for prize in result.left)
    assert sum(share.cents for share in result.shares) + left == sum(prize.cents or 0 for prize in prizes)
    assert all(share.cents > 0 for share in result.shares)


@examples()
@given(funds(), fields())
def test_nobody_gets_more_than_the_largest_prize_within_reach(prizes: list[Prize], field: list[Contestant]) -> None:
    result = distribute(prizes, field)
    for one in field:
        within = [prize.cents or 0 for prize in prizes if prize.is_open_to(one)]
        assert result.cents_of(one.number) <= max(within, default=0)
        assert sum(share.number == one.number for share in result.shares) <= 1


@examples()
@given(funds(), fields())
def test_a_prize_is_left_only_if_nobody_who_got_nothing_could_win_it(
    prizes: list[Prize], field: list[Contestant]
) -> None:
    result = distribute(prizes, field)
    empty = [one for one in field if not result.cents_of(one.number)]
    for prize in result.left:
        # Somebody may get less than a cent of a prize of one.
        assert (prize.cents or 0) < 2 * len(field) or not any(prize.is_open_to(one) for one in empty)


@examples()
@given(funds(), fields(), sharings, st.randoms(use_true_random=False))
def test_money_does_not_depend_on_the_order_of_prizes_and_players(
    prizes: list[Prize], field: list[Contestant], sharing: Sharing, chance: Any
) -> None:
    other_prizes, other_field = list(prizes), list(field)
    chance.shuffle(other_field)
    chance.shuffle(other_prizes)
    first = distribute(prizes, field, sharing=sharing)
    second = distribute(other_prizes, other_field, sharing=sharing)
    if sharing is Sharing.USCHESS:
        assert [first.cents_of(one.number) for one in field] == [second.cents_of(one.number) for one in field]
    else:
        same = distribute(prizes, other_field, sharing=sharing)
        assert [first.cents_of(one.number) for one in field] == [same.cents_of(one.number) for one in field]


@examples()
@given(funds(), fields())
def test_the_pool_is_the_most_valuable_that_can_be_brought_in(prizes: list[Prize], field: list[Contestant]) -> None:
    """Every set of prizes of every size is tried, with every order of bringing them in."""
    tied, prizes = field[:4], prizes[:5]
    pool = best_pool(tied, prizes)
    assert len({brought.number for brought in pool}) == len(pool)
    by_number = {one.number: one for one in tied}
    assert all(brought.prize.is_open_to(by_number[brought.number]) for brought in pool)
    possible = [
        sum(prize.cents or 0 for prize in chosen)
        for size in range(len(prizes) + 1)
        for chosen in combinations(prizes, size)
        if any(
            all(prize.is_open_to(one) for prize, one in zip(chosen, order, strict=True))
            for order in permutations(tied, size)
        )
    ]
    assert sum(brought.prize.cents or 0 for brought in pool) == max(possible)


def test_players_of_a_class_take_only_its_prize_where_that_is_more() -> None:
    """Pool 100 + 20 + 90, 70 each: the one under 1800 takes the 90 alone, the others divide 100 + 20 (32B3)."""
    prizes = parse_prizes("1st 100, 2nd 20, U1800 90").prizes
    result = distribute(prizes, contestants([(3, 2000), (3, 1900), (3, 1700)]))
    assert [result.cents_of(number) for number in (1, 2, 3)] == [6000, 6000, 9000]
    (alone,) = [share for share in result.shares if share.number == 3]
    assert alone.clause == "US Chess 32B3"
    assert alone.words == "U1800, 90: more than the pool of all tied players"
    assert [(brought.prize.name, brought.number) for brought in alone.pool] == [("U1800", 3)]


def test_a_share_says_what_decided() -> None:
    prizes = parse_prizes("1st 536, 2nd 306, U2400 1379, U2400 766").prizes
    result = distribute(prizes, contestants([(4, 2495), (4, 2391), (4, 2387), (4, 2385)]))
    pool = "U2400 + 2nd U2400 + 1st + 2nd, 2987 divided by 4"
    assert result.shares[0].words == f"{pool}; no more than 536, the largest prize within reach alone"
    assert result.shares[1].words == f"{pool}; with what is above the others' largest prize within reach"
    assert {brought.number for brought in result.shares[0].pool} == {1, 2, 3, 4}
    single = distribute(prizes, contestants([(4, 2500), (3, 2300)]))
    assert [(share.clause, share.words) for share in single.shares] == [
        ("US Chess 32B1", "1st, 536"),
        ("US Chess 32B1", "U2400, 1379"),
    ]
    shared = distribute(prizes[:1], contestants([(4, 2500), (4, 2450), (4, 2450)]))
    assert [share.cents for share in shared.shares] == [17867, 17867, 17866]
    assert shared.shares[0].clause == "US Chess 32B2"
    assert shared.shares[0].words == "1st, 536 divided by 3; a cent that is left over, by the standings"


def test_sharing_by_places_divides_the_prizes_of_the_tied_places() -> None:
    """Two tie for second of three places; the U1800 prize goes to the best without a place, not into a pool."""
    prizes = parse_prizes("1st 100, 2nd 60, 3rd 40, U1800 30").prizes
    field = contestants([(4, 2000), (3, 1900), (3, 1700), (2, 1750), (2, 1600)])
    result = distribute(prizes, field, sharing=Sharing.BY_PLACES)
    assert [result.cents_of(number) for number in range(1, 6)] == [10000, 5000, 5000, 1500, 1500]


def test_things_go_by_the_standings_one_each() -> None:
    prizes = parse_prizes("1st trophy, 2nd trophy, U1800 medal, junior book, women cup").prizes
    result = distribute(prizes, contestants([(4, 1700), (3, 2000), (3, 1750), (1, 1500)], junior=[1, 4]))
    assert [(share.number, share.thing, share.clause) for share in result.shares] == [
        (1, "trophy", "US Chess 34"),
        (2, "trophy", "US Chess 34"),
        (3, "medal", "US Chess 34"),
        (4, "book", "US Chess 34"),
    ]
    assert [prize.thing for prize in result.left] == ["cup"]
    equal = [replace(one, rank=1) for one in contestants([(4, 1700), (4, 1800)])]
    assert "2 share the rank" in distribute(prizes[:1], equal).shares[0].words


def test_one_point_of_rating_is_an_upset_and_equal_ratings_are_none() -> None:
    entrants = tuple(Entrant(number, rating) for number, rating in enumerate((1501, 1500, 1500), start=1))
    table = Crosstable(date(2026, 6, 1), entrants, (Game(1, 2, 1, 1.0), Game(2, 3, 2, 1.0)))
    assert upsets_in(table) == (Upset(1, 2, 1, 1),)


def test_an_upset_prize_is_won_in_addition_to_other_prizes() -> None:
    entrants = tuple(Entrant(number, rating) for number, rating in enumerate((1800, 1500, 1650, None), start=1))
    games = (
        Game(1, 1, 2, 0.0),
        Game(2, 3, 1, 0.5),
        Game(2, 4, 2, 1.0),
        Game(3, 2, 3, 1.0),
        Game(3, 1, 4, 1.0),
    )
    table = Crosstable(date(2026, 6, 1), entrants, games)
    assert upsets_in(table) == (Upset(1, 2, 1, 300),)
    assert upsets_in(table, established={2, 3}) == (Upset(3, 2, 3, 150),)
    prizes = parse_prizes("1st 50, upset 20, upset 10").prizes
    result = distribute(prizes, contestants([(2, 1800), (2, 1500)]), upsets=upsets_in(table))
    assert result.cents_of(2) == 2500 + 2000
    assert [prize.name for prize in result.left] == ["2nd upset"]
    both = distribute(prizes, contestants([(2, 1800), (1, 1500)]), upsets=[Upset(1, 1, 9, 80), Upset(2, 2, 8, 80)])
    assert [both.cents_of(number) for number in (1, 2)] == [5000 + 1500, 1500]


def test_a_director_awards_what_no_score_decides() -> None:
    prizes = parse_prizes("best game 25, best endgame 10").prizes
    result = distribute(prizes, contestants([(2, 1800)]), by_hand={"best game": 1})
    assert result.cents_of(1) == 2500
    assert [prize.name for prize in result.left] == ["best endgame"]
