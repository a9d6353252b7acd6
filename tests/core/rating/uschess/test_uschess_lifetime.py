"""The golden cases of the lifetime titles (USCF, May 1998)."""

from typing import Any

import pytest

from core.errors import InputError, RuleError
from core.rating.uschess.lifetime import (
    LifetimeBlock,
    LifetimeTitle,
    credit,
    delta_of,
    demoted,
    hold_against,
    initial_title,
    points_to_next,
    rate_lifetime,
    read_code,
    scoring_probability,
    write_code,
)
from tests.core.golden_cases import golden

EQUALS = [1700] * 5


@pytest.mark.parametrize("case", golden("uschess/lifetime_expectancy"))
def test_the_scoring_probability_is_the_figure_of_table_three(case: dict[str, Any]) -> None:
    higher, lower = scoring_probability(case["difference"]), scoring_probability(-case["difference"])
    assert higher / 1000 == pytest.approx(case["expected_higher"], abs=case["tolerance"])
    assert lower / 1000 == pytest.approx(case["expected_lower"], abs=case["tolerance"])


@pytest.mark.parametrize("case", golden("uschess/lifetime_norm_test"))
def test_a_level_is_made_as_the_document_says(case: dict[str, Any]) -> None:
    delta = delta_of(case["rounds"]).delta
    assert delta / 1000 == case["delta"]
    tested = hold_against(case["level"], case["opponent_post_ratings"], case["score"], delta)
    assert tested.expected / 1000 == pytest.approx(case["expected_sum"], abs=case["tolerance"])
    assert tested.margin / 1000 == pytest.approx(case["score"] - case["expected_sum"], abs=case["tolerance"])
    assert tested.made is case["expected_norm_made"]


@pytest.mark.parametrize("case", golden("uschess/lifetime_points"))
def test_a_norm_brings_the_points_of_the_document(case: dict[str, Any]) -> None:
    before = LifetimeTitle(case["title"], case["points_next"], case["points_second"])
    after, expected = credit(before, case["highest_norm_level"]), case["expected"]
    assert after == LifetimeTitle(expected["title"], expected["points_next"], expected["points_second"])
    assert write_code(after) == expected["code"]


@pytest.mark.parametrize("case", golden("uschess/lifetime_initial_code"))
def test_a_rating_begins_with_the_code_of_the_document(case: dict[str, Any]) -> None:
    # An event that is too short for a norm still gives the initial title, from the rating after it.
    event = rate_lifetime(None, [1500], 1, 1, case["rating"], established=case["established"])
    assert write_code(event.after) == case["expected_code"]
    if case["expected_title"] == "none":
        assert event.after is None
    else:
        assert event.after == initial_title(case["rating"]) == LifetimeTitle(case["expected_title"], 0, 0)


@pytest.mark.parametrize("case", golden("uschess/lifetime_code_parse"))
def test_a_code_of_the_document_is_read_and_written(case: dict[str, Any]) -> None:
    title = read_code(case["code"])
    assert title == LifetimeTitle(case["expected_title_level"], case["expected_points"])
    assert write_code(title) == case["code"]


# Rule g: 100 less, the last two digits zero; the lowest title of Table I is 1000 and the highest 2900.
@pytest.mark.parametrize(
    ("rating", "level"),
    [
        (100, None),
        (1099, None),
        (1100, 1000),
        (1199, 1000),
        (1200, 1100),
        (2299, 2100),
        (2300, 2200),
        (2999, 2800),
        (3000, 2900),
        (3199, 2900),
    ],
)
def test_an_initial_title_is_100_below_in_whole_hundreds(rating: int, level: int | None) -> None:
    assert initial_title(rating) == (None if level is None else LifetimeTitle(level))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LifetimeTitle(1700), LifetimeTitle(1600)),
        (LifetimeTitle(1700, 9, 2), LifetimeTitle(1600)),  # what was collected toward 1800 and 1900 is gone
        (LifetimeTitle(1100, 4), LifetimeTitle(1000)),
    ],
)
def test_a_demotion_is_100_points_and_keeps_no_points(before: LifetimeTitle, after: LifetimeTitle) -> None:
    assert demoted(before) == after


def test_the_lowest_title_cannot_be_lowered() -> None:
    with pytest.raises(RuleError, match="The lowest is 1000"):
        demoted(LifetimeTitle(1000, 4))


@pytest.mark.parametrize(
    ("title", "points"),
    [
        (LifetimeTitle(1400), 10),
        (LifetimeTitle(1700, 2), 8),
        (LifetimeTitle(2800, 8), 2),
        (LifetimeTitle(2900), None),  # there is no title above 5-Star Master
    ],
)
def test_ten_points_less_those_there_are_still_missing(title: LifetimeTitle, points: int | None) -> None:
    assert points_to_next(title) == points


@pytest.mark.parametrize(
    "code", ["c", "2", "2c", "c10", "c-1", "cc2", "c 2", "c2*", "*c2", "ß2", "c²", "c٢", "1575*c2"]
)
def test_what_is_not_a_letter_and_a_digit_is_no_code(code: str) -> None:
    with pytest.raises(InputError, match="is not a norm code"):
        read_code(code)


@pytest.mark.parametrize("letter", ["z", "Z", "f", "M"])
def test_a_letter_that_no_title_has_is_refused(letter: str) -> None:
    with pytest.raises(InputError, match=f'"{letter}" is not a title\'s letter'):
        read_code(f"{letter}4")


@pytest.mark.parametrize("code", ["", " ", "\t"])
def test_a_blank_code_is_no_title(code: str) -> None:
    assert read_code(code) is None
    assert write_code(None) == ""


def test_a_code_may_have_blanks_around_it() -> None:
    assert read_code("  c2 ") == LifetimeTitle(1400, 2)


def test_the_case_of_the_letter_tells_certified_from_advanced() -> None:
    # "a0" is the Certified Class A title, 1800; its upper case is Advanced Class A, 1900.
    assert read_code("a0") == LifetimeTitle(1800)
    assert read_code("A0") == LifetimeTitle(1900)


@pytest.mark.parametrize("points", range(10))
def test_an_odd_number_in_a_code_implies_two_points_further_up(points: int) -> None:
    # "if you have an odd number of norm points, you have two points toward the class 200 above"
    assert read_code(f"B{points}") == LifetimeTitle(1700, points, 2 if points in (1, 3, 5, 7, 9) else 0)


# In the order in which the conditions are named here; 5-0 against equals would make a norm.
@pytest.mark.parametrize(
    ("before", "opponents", "score", "rounds", "more", "blocked"),
    [
        (LifetimeTitle(1700), EQUALS, 5, 5, {"established": True, "match": True}, LifetimeBlock.MATCH),
        (LifetimeTitle(1700), EQUALS, 5, 5, {"established": False}, LifetimeBlock.PROVISIONAL),
        (None, EQUALS, 5, 5, {"established": True}, LifetimeBlock.NO_TITLE),
        (LifetimeTitle(1700), EQUALS[:3], 3, 3, {"established": True}, LifetimeBlock.FEW_ROUNDS),
        (LifetimeTitle(1700), EQUALS[:3], 3, 5, {"established": True}, LifetimeBlock.FEW_GAMES),
        (LifetimeTitle(1700), [2400] * 5, 1.5, 5, {"established": True}, LifetimeBlock.FEW_POINTS),
        (LifetimeTitle(1700), EQUALS, 5, 5, {"established": True}, None),
    ],
)
def test_an_event_that_cannot_make_a_norm_says_why(
    before: LifetimeTitle | None,
    opponents: list[int],
    score: float,
    rounds: int,
    more: dict[str, bool],
    blocked: LifetimeBlock | None,
) -> None:
    event = rate_lifetime(before, opponents, score, rounds, 1000, **more)  # type: ignore[arg-type]
    assert event.blocked is blocked
    if blocked is not None:
        assert (event.tests, event.highest, event.after) == ((), None, before)
        assert not event.title_earned


def test_an_initial_title_is_not_earned() -> None:
    event = rate_lifetime(None, EQUALS, 5, 5, 1830, established=True)
    assert event.after == LifetimeTitle(1700)
    assert not event.title_earned


def test_an_event_that_makes_no_norm_leaves_the_title_as_it_is() -> None:
    # Against equals 2.5 is expected of five games, and 3 is 0.5 above, less than 0.6.
    before = LifetimeTitle(1700, 7, 2)
    event = rate_lifetime(before, EQUALS, 3, 5, 1700, established=True)
    assert (event.highest, event.blocked) == (None, None)
    assert event.after == before
    assert not event.title_earned


def test_the_margin_is_exact_at_the_delta_itself() -> None:
    # Two of 2000 expect 0.5 each of a level of 2000; 2 - 1 is exactly 1.0, made, and one thousandth more is not.
    assert hold_against(2000, [2000, 2000], 2, 1000).made
    assert not hold_against(2000, [2000, 2000], 2, 1001).made


@pytest.mark.parametrize(
    ("opponents", "delta", "required"),
    [
        # Expected 3.0: 3.5 makes it with a delta of 0.5, as the document says; with 0.501 it takes 4.
        ([1800] * 6, 500, 3.5),
        ([1800] * 6, 501, 4.0),
        # Two of 1800 expect 1.0, and with 1.0 more both games are needed; with 1.001 more they do not suffice.
        ([1800] * 2, 1000, 2.0),
        ([1800] * 2, 1001, None),
    ],
)
def test_the_required_score_is_the_first_half_point_that_is_enough(
    opponents: list[int], delta: int, required: float | None
) -> None:
    assert hold_against(1800, opponents, 0, delta).required == required


# Titles 1600 and higher norms, by hand from rules d to f.
@pytest.mark.parametrize(
    ("before", "norm", "after"),
    [
        (LifetimeTitle(1600, 8), 1700, LifetimeTitle(1700)),
        (LifetimeTitle(1600, 8), 1800, LifetimeTitle(1700, 2, 0)),  # 8 + 5; the two toward 1800 are now the first
        (LifetimeTitle(1600, 9, 2), 1600, LifetimeTitle(1700, 2, 0)),
        (LifetimeTitle(1600, 5, 2), 1900, LifetimeTitle(1700, 7, 2)),  # two toward 1800 stay, and five more
        (LifetimeTitle(1600, 4), 1900, LifetimeTitle(1700, 5, 2)),
        (LifetimeTitle(1600, 9, 2), 2000, LifetimeTitle(1800, 5, 2)),  # two titles at once: nothing is kept
        (LifetimeTitle(1600), 2900, LifetimeTitle(2700, 5, 2)),
        (LifetimeTitle(2700, 5, 2), 2900, LifetimeTitle(2800, 4, 0)),
        (LifetimeTitle(2800, 8), 2900, LifetimeTitle(2900)),
    ],
)
def test_points_and_titles_follow_from_the_highest_norm(before: LifetimeTitle, norm: int, after: LifetimeTitle) -> None:
    assert credit(before, norm) == after
