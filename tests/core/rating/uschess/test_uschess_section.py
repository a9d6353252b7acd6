"""A whole section by the five steps, held against published sections and an independent oracle."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import DAY_2026, DUAL, fast, ratings
from uschess_sections import (
    REGULAR,
    Seat,
    Section,
    fixed,
    joined,
    newcomer,
    player,
    seats,
    section,
    sections,
    shuffled,
)

from core.event.crosstable import ByeKind
from core.lists import RatingList
from core.words import displayed
from tests.core.golden_cases import golden, golden_case

QUICK_LIST = RatingList.USCHESS_QUICK
POINTS = {"W": 1, "D": 0.5, "L": 0}
BYES = {
    "BF": ByeKind.FULL_POINT,
    "BH": ByeKind.HALF_POINT,
    "FW": ByeKind.FORFEIT_WIN,
    "FL": ByeKind.FORFEIT_LOSS,
    "U": ByeKind.UNPLAYED,
}
SECTIONS_PUBLISHED = golden("uschess/section_rating")


def published(case: dict[str, Any]) -> Section:
    """Return a golden section; its only newcomer was born 2966 days before, which is 8.12 years or 406 points."""
    who: list[Seat] = []
    games: list[tuple[int, int, int, float]] = []
    byes: list[tuple[int, int, ByeKind]] = []
    for seat, row in enumerate(case["players"]):
        if row["pre"] == "unrated":
            who.append(newcomer(born=DAY_2026 - timedelta(days=2966)))
        else:
            who.append(
                player(row["pre"], **({} if row["games_before"] == "established" else {"games": row["games_before"]}))
            )
        for number, played in enumerate(row["rounds"].split(), start=1):
            if played[0] not in POINTS:
                byes.append((number, seat, BYES[played.rstrip("0123456789")]))
            elif int(played[1:]) > row["row"]:  # the other side tells it again
                games.append((number, seat, int(played[1:]) - 1, POINTS[played[0]]))
    return Section(tuple(who), tuple(games), tuple(byes), time_control=DUAL)


@pytest.mark.parametrize("rating_list", [REGULAR, QUICK_LIST])
@pytest.mark.parametrize("case", SECTIONS_PUBLISHED)
def test_a_published_section_is_rated_to_the_hundredth(case: dict[str, Any], rating_list: RatingList) -> None:
    found = replace(published(case), rating_list=rating_list).ratings()
    for seat, row in enumerate(case["players"]):
        assert found[seat] == pytest.approx(row["expected_post"], abs=case["tolerance"]), row
        assert displayed(found[seat]) == row["expected_post_int"], row


@pytest.mark.parametrize("case", SECTIONS_PUBLISHED)
def test_the_rows_of_a_published_section_agree_with_each_other(case: dict[str, Any]) -> None:
    played = published(case).crosstable().played()
    for row in case["players"]:
        seen = [[game.opponent.number, game.score] for game in played[row["row"]]]
        assert seen == row["games"]


@pytest.mark.parametrize("case", SECTIONS_PUBLISHED)
def test_the_oracle_gives_the_published_figures_too(case: dict[str, Any]) -> None:
    found = published(case).plain().final
    assert found == pytest.approx([row["expected_post"] for row in case["players"]], abs=case["tolerance"])


def test_the_published_newcomer_starts_from_406() -> None:
    case = golden_case("uschess/section_rating", "2026-u600-R")
    (row,) = [row for row in case["players"] if row["pre"] == "unrated"]
    initial = published(case).rate()[row["row"] - 1].initial
    assert initial is not None
    assert displayed(initial.rating) == row["initial_rating"]
    assert initial.games == 0


# A slow exact oracle, over every kind of player.
@fast
@given(sections())
def test_every_section_is_rated_as_the_oracle_rates_it(drawn: Section) -> None:
    found, plain = drawn.ratings(), drawn.plain()
    assert found == pytest.approx({seat: plain.final[seat] for seat in found}, abs=1e-6)
    moved = {seat for seat, who in enumerate(drawn.seats) if who.state is not None}
    assert set(found) == moved & {seat for _, *pair, _ in drawn.games for seat in pair}


@fast
@given(sections())
def test_the_opponents_count_with_the_ratings_of_step_four(drawn: Section) -> None:
    plain = drawn.plain()
    for rated in drawn.rate().values():
        for game in rated.event.games:
            seat = int(str(game.opponent)) - 1
            assert game.rating == pytest.approx(plain.step_4[seat], abs=1e-6)
            assert game.before == pytest.approx(plain.step_1[seat], abs=1e-9)


# What holds for every section.


@fast
@given(sections(), st.randoms(use_true_random=False))
def test_the_order_of_entrants_and_games_never_matters(drawn: Section, random: Any) -> None:
    crosstable = drawn.crosstable()
    assert drawn.ratings(shuffled(crosstable, random)) == drawn.ratings(crosstable)


@fast
@given(sections(), st.lists(st.integers(1, 999), min_size=6, max_size=6, unique=True))
def test_the_pairing_numbers_never_matter(drawn: Section, numbers: list[int]) -> None:
    renumbered = replace(drawn, numbers=tuple(numbers[: len(drawn.seats)]))
    assert renumbered.ratings() == drawn.ratings()


# As of the first day that sections are drawn for: what is held elsewhere can then be converted on any day.
@fast
@given(sections(), seats(date(2013, 5, 1)), st.sampled_from(ByeKind))
def test_somebody_with_byes_alone_moves_nobody_and_is_not_moved(drawn: Section, who: Seat, kind: ByeKind) -> None:
    idle = len(drawn.seats)
    with_idle = replace(drawn, seats=(*drawn.seats, who), byes=(*drawn.byes, (1, idle, kind)))
    assert with_idle.ratings() == drawn.ratings()


@fast
@given(sections(), sections())
def test_two_halves_that_never_met_are_rated_apart(drawn: Section, other: Section) -> None:
    other = replace(other, day=drawn.day, rating_list=drawn.rating_list, time_control=drawn.time_control)
    if drawn.day < date(2024, 3, 1):  # FIDE ratings have no conversion yet
        backgrounds = [replace(who.background, ratings=()) for who in other.seats]
        seated = [replace(who, background=known) for who, known in zip(other.seats, backgrounds, strict=True)]
        other = replace(other, seats=tuple(seated))
    shift = len(drawn.seats)
    apart = drawn.ratings() | {seat + shift: rating for seat, rating in other.ratings().items()}
    assert joined(drawn, other).ratings() == apart


@fast
@given(seats(), st.lists(ratings, min_size=1, max_size=8))
def test_against_given_opponents_more_points_never_lower_the_rating(who: Seat, opponents: list[float]) -> None:
    if who.state is None:
        who = newcomer()
    field = [who, *map(fixed, opponents)]
    found = []
    for wins in range(len(opponents) + 1):
        for draws in (0, 1):
            results = [1.0] * wins + [0.5] * draws + [0.0] * len(opponents)
            found.append(section(field, [(0, seat + 1, results[seat]) for seat in range(len(opponents))]).ratings()[0])
    assert all(less <= more + 1e-9 for less, more in pairwise(found))


@fast
@given(sections())
def test_nobody_is_rated_below_one_hundred_or_specially_above_2700(drawn: Section) -> None:
    for rated in drawn.rate().values():
        assert rated.rating >= 100
        if rated.start.special and not rated.before.peak:
            assert rated.rating <= 2700
