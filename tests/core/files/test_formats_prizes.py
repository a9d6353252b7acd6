"""Prizes as directors type them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.typed.prizes import currency_of, parse_prizes
from core.tournament.prizes import Contestant, Prize, PrizeKind
from tests.depth import examples


def place(number: int, cents: int | None, **more: Any) -> Prize:
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")
    return Prize(ordinal, PrizeKind.PLACE, number, cents, **more)


@pytest.mark.parametrize(
    ("text", "prizes"),
    [
        (
            "1st 300, 2nd 200, U1800 75, top junior 50, upset 20",
            [
                place(1, 30000),
                place(2, 20000),
                Prize("U1800", PrizeKind.RATING, 1, 7500, upper=1800),
                Prize("top junior", PrizeKind.GROUP, 1, 5000, group="junior"),
                Prize("upset", PrizeKind.UPSET, 1, 2000),
            ],
        ),
        ("2nd $200.50; First: $1,000", [place(1, 100000), place(2, 20050)]),
        ("1st 300,50,2nd place 20€", [place(1, 30050), place(2, 2000)]),
        ("1st–3rd 40\n4th 10", [place(1, 4000), place(2, 4000), place(3, 4000), place(4, 1000)]),
        (
            "under 1800 75, 2nd u1800 50",
            [
                Prize("U1800", PrizeKind.RATING, 1, 7500, upper=1800),
                Prize("2nd U1800", PrizeKind.RATING, 2, 5000, upper=1800),
            ],
        ),
        (
            "class B 60, Expert 70, 1400-1599 50",
            [
                Prize("class B", PrizeKind.RATING, 1, 6000, lower=1600, upper=1800),
                Prize("expert", PrizeKind.RATING, 1, 7000, lower=2000, upper=2200),
                Prize("1400-1599", PrizeKind.RATING, 1, 5000, lower=1400, upper=1600),
            ],
        ),
        (
            "1st 300 + Big Trophy, top woman: book, top unrated 20",
            [
                place(1, 30000),
                place(1, None, thing="Big Trophy"),
                Prize("top women", PrizeKind.GROUP, 1, thing="book", group="women"),
                Prize("top unrated", PrizeKind.UNRATED, 1, 2000),
            ],
        ),
        (
            "best game 25, best game book",
            [
                Prize("best game", PrizeKind.BY_HAND, 1, 2500),
                Prize("best game", PrizeKind.BY_HAND, 1, thing="book"),
            ],
        ),
    ],
)
def test_prizes_are_read(text: str, prizes: list[Prize]) -> None:
    assert list(parse_prizes(text).prizes) == prizes


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("€100 first, 2nd: 50 EUR", "€"),
        ("first: EUR 100; 50 euros for the 2nd", "€"),
        ("100 for 1st, 50 for 2nd", ""),
        ("winner $100, runner-up $50", "$"),
        ("1. 100 CHF\n2. 50 CHF", "CHF"),
        ("Place 1: 100, place 2: 50", ""),
        ("1st place = 100 zł, 2nd place = 50 zł", "PLN"),
        ("£100 1st, £50 2nd", "£"),
        ("1st 100 dollars, second 50 dollars", "$"),
        ("1st CHF 100.00, 2nd CHF 50", "CHF"),
    ],
)
def test_currencies_and_the_usual_word_orders_are_read(text: str, currency: str) -> None:
    assert list(parse_prizes(text).prizes) == [place(1, 10000), place(2, 5000)]
    assert currency_of(text) == currency


def test_an_amount_in_front_is_of_any_prize() -> None:
    prizes = parse_prizes("1st 300, €75 for U1800, 50 top junior, 40 EUR class B, $20 upset, 25 best game").prizes
    assert [(prize.name, prize.cents) for prize in prizes] == [
        ("1st", 30000),
        ("U1800", 7500),
        ("top junior", 5000),
        ("class B", 4000),
        ("upset", 2000),
        ("best game", 2500),
    ]


def test_a_fund_may_be_based_on_entries() -> None:
    fund = parse_prizes("1st 300, based on 40 players")
    assert (fund.based_on, fund.cents) == (40, 30000)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No prizes are given. Write, for example, 1st 300, U1800 75"),
        ("1rst 300", '"1rst 300" is not a prize. Write'),
        ("300", '"300" is not a prize'),
        ("U12 50", '"U12 50" is not a prize'),
        ("1st", '"1st" has no amount. Write one after it, for example 1st 50.'),
        ("U1800", "U1800 50"),
        ("1st 0", '"1st 0" is not a prize amount. Write an amount between 0.01 and 1000000.'),
        ("1st 999999999", "is not a prize amount"),
        ("1st 300, 1st 200", "1st is listed twice. Write each place once."),
        ("1st 300, 3rd 100", "There is no 2nd prize. Do not skip a place."),
        ("99th 5", '"99th 5" is not a place. Write 1st to 50th'),
        ("3rd-1st 5", "is not a place"),
        ("U1800 75 trophy", "has its amount in the middle. Write, for example, 1st 300 + trophy."),
        ("1799-1600 40", "is not a range of ratings. Write, for example, U1800 or 1600-1799"),
        ("U9000 40", "is not a range of ratings"),
        ("1st 5, based on 0", "two numbers of entries"),
        ("1st 5, based on 4, based on 5", "two numbers of entries"),
        ("1st-50th 1, " + "upset 1, " * 11, "more than 60 prizes"),
        ("1st 300 " * 400, "too long"),
    ],
)
def test_what_is_no_prize_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_prizes(text)
    assert sentence in refused.value.message


def test_who_may_win_what() -> None:
    def open_to(text: str, rating: int | None, *groups: str) -> bool:
        (prize,) = parse_prizes(text).prizes
        return prize.is_open_to(Contestant(1, 1, 1, rating, frozenset(groups)))  # type: ignore[arg-type]

    assert [open_to("U1800 5", rating) for rating in (1799, 1800, None)] == [True, False, False]
    assert [open_to("class B 5", rating) for rating in (1599, 1600, 1799, 1800)] == [False, True, True, False]
    assert [open_to("unrated 5", rating) for rating in (None, 100)] == [True, False]
    assert [open_to("junior 5", 1500, *groups) for groups in ((), ("junior",), ("senior",))] == [False, True, False]
    assert open_to("1st 5", None)


@examples()
@given(
    st.text(max_size=80)
    | st.lists(
        st.sampled_from(
            ["1st", "2nd", "U1800", "75", ",", ";", "+", "class", "A", "junior", "upset", "-", "$", ":", "0"]
        )
    ).map(" ".join)
)
def test_anything_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        fund = parse_prizes(text)
    except InputError as error:
        refused = error.message
        fund = None
    if fund is None:
        assert refused.endswith(".")
    else:
        assert all((prize.cents is None) != (prize.thing is None) for prize in fund.prizes)
