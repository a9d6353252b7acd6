"""Step 1: where a player without a rating begins (US Chess 2025, section 2)."""

from datetime import date, timedelta
from math import exp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import DAY_2026, fast

from core.errors import RuleError
from core.event.background import Background, ExternalRating, ExternalSystem
from core.lists import RatingList
from core.rating.uschess.formulas import (
    InitialRating,
    age_on,
    cfc_to_us,
    convert,
    fide_to_us,
    fide_to_us_youth,
    game_factor,
    initial_rating,
    starting_rating,
)
from tests.core.golden_cases import golden, golden_case

REGULAR = RatingList.USCHESS_REGULAR
SYSTEMS = {
    "OTBR": ExternalSystem.USCHESS_REGULAR,
    "OTBQ": ExternalSystem.USCHESS_QUICK,
    "OTBB": ExternalSystem.USCHESS_BLITZ,
    "OLB": ExternalSystem.ONLINE_BLITZ,
}
"""The document's abbreviations."""


def held(system: ExternalSystem, rating: float, *, days: int = 0, games: int | None = None) -> ExternalRating:
    """Return a rating that stands since so many days."""
    return ExternalRating(system, rating, DAY_2026 - timedelta(days=days), games)


def started(*ratings: ExternalRating, target: RatingList | ExternalSystem = REGULAR, **more: Any) -> InitialRating:
    return starting_rating(Background(ratings=ratings, **more), target, DAY_2026)


@pytest.mark.parametrize("case", golden("uschess/initial_age"))
def test_an_unrated_player_starts_from_fifty_points_a_year(case: dict[str, Any]) -> None:
    age = None if case["age"] == "unknown" else case["age"]
    found = initial_rating(age, inferred_adult=case["inferred_adult"])
    assert found == pytest.approx(case["expected"], abs=case["tolerance"])


# A year has 365.25 days: 1461 days are four years. Below three an age is taken for a mistake.
@pytest.mark.parametrize(
    ("days", "adult", "rating"),
    [(1461, False, 200), (3652.5 * 2, False, 1000), (14610, False, 1300), (1095, False, 750), (1095, True, 1300)],
)
def test_the_age_is_counted_at_the_end_of_the_event(days: float, adult: bool, rating: float) -> None:
    found = started(born=DAY_2026 - timedelta(days=days), adult=adult)
    assert (found.games, found.sources) == (0, ())
    assert (found.rating, found.age) == pytest.approx((rating, int(days) / 365.25), abs=1e-9)


@pytest.mark.parametrize(("adult", "rating"), [(True, 1300), (False, 750)])
def test_without_a_birth_date_it_matters_whether_somebody_seems_adult(adult: bool, rating: float) -> None:
    assert started(adult=adult) == InitialRating(rating, 0)


# Conversions.


@pytest.mark.parametrize("case", golden("uschess/fide_to_us"))
def test_a_fide_rating_is_converted(case: dict[str, Any]) -> None:
    rating = ExternalRating(ExternalSystem.FIDE, case["fide"], DAY_2026)
    assert fide_to_us(case["fide"]) == pytest.approx(case["expected"], abs=case["tolerance"])
    assert convert(rating, case["effective_from"]) == pytest.approx(case["expected"], abs=case["tolerance"])
    assert game_factor(rating, REGULAR) == case["game_factor"]


@pytest.mark.parametrize("case", golden("uschess/fide_to_us_youth_foreign_event"))
def test_a_fide_rating_in_a_youth_event_abroad_has_a_conversion_of_its_own(case: dict[str, Any]) -> None:
    assert fide_to_us_youth(case["fide"]) == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize("case", golden("uschess/cfc_to_us"))
def test_a_canadian_rating_is_converted(case: dict[str, Any]) -> None:
    rating = ExternalRating(ExternalSystem.CFC, case["cfc"], DAY_2026)
    assert cfc_to_us(case["cfc"]) == pytest.approx(case["expected"], abs=case["tolerance"])
    assert convert(rating, case["effective_from"]) == pytest.approx(case["expected"], abs=case["tolerance"])
    assert game_factor(rating, REGULAR) == case["game_factor"]


@pytest.mark.parametrize("system", [system for system in ExternalSystem if system.value.startswith("uschess")])
def test_a_us_chess_rating_stands_as_it_is_at_any_time(system: ExternalSystem) -> None:
    assert convert(held(system, 1234.5), date(1999, 1, 1)) == 1234.5


# What counted before is not in the document.
@pytest.mark.parametrize(
    ("system", "since"),
    [(ExternalSystem.FIDE, date(2024, 3, 1)), (ExternalSystem.CFC, date(2025, 1, 1))],
)
def test_before_its_conversion_is_known_a_foreign_rating_is_refused(system: ExternalSystem, since: date) -> None:
    background = Background(ratings=(ExternalRating(system, 1800, since - timedelta(days=400)),))
    with pytest.raises(RuleError, match=f"How a {system.label} rating counted before {since.isoformat()} is not known"):
        starting_rating(background, REGULAR, since - timedelta(days=1))
    assert starting_rating(background, REGULAR, since).games > 0  # the day of the event decides, not the rating's


# Games factors: ten for Regular, for the same speed online from over the board, and for FIDE above 2000.
@pytest.mark.parametrize(
    ("system", "target", "factor"),
    [
        (ExternalSystem.USCHESS_REGULAR, RatingList.USCHESS_QUICK, 10),
        (ExternalSystem.USCHESS_REGULAR, RatingList.USCHESS_BLITZ, 10),
        (ExternalSystem.USCHESS_REGULAR, ExternalSystem.ONLINE_BLITZ, 10),
        (ExternalSystem.USCHESS_BLITZ, ExternalSystem.ONLINE_BLITZ, 10),
        (ExternalSystem.USCHESS_QUICK, ExternalSystem.ONLINE_QUICK, 10),
        (ExternalSystem.USCHESS_QUICK, ExternalSystem.ONLINE_BLITZ, 5),
        (ExternalSystem.USCHESS_BLITZ, ExternalSystem.ONLINE_QUICK, 5),
        (ExternalSystem.USCHESS_QUICK, RatingList.USCHESS_REGULAR, 5),
        (ExternalSystem.USCHESS_BLITZ, RatingList.USCHESS_REGULAR, 5),
        (ExternalSystem.ONLINE_REGULAR, RatingList.USCHESS_REGULAR, 5),
        (ExternalSystem.ONLINE_BLITZ, RatingList.USCHESS_BLITZ, 5),
        (ExternalSystem.ONLINE_QUICK, RatingList.USCHESS_QUICK, 5),
        (ExternalSystem.FIDE, RatingList.USCHESS_REGULAR, 5),
        (ExternalSystem.CFC, RatingList.USCHESS_REGULAR, 5),
    ],
)
def test_the_source_decides_how_many_games_a_rating_counts_for(
    system: ExternalSystem, target: RatingList | ExternalSystem, factor: int
) -> None:
    assert game_factor(held(system, 1900), target) == factor


@pytest.mark.parametrize(("rating", "factor"), [(2000, 5), (2000.5, 10)])
def test_above_2000_a_fide_rating_counts_for_ten_games(rating: float, factor: int) -> None:
    assert game_factor(held(ExternalSystem.FIDE, rating), REGULAR) == factor


@pytest.mark.parametrize(("games", "factor"), [(0, 0), (3, 3), (10, 10), (400, 10), (None, 10)])
def test_a_rating_never_counts_for_more_games_than_are_behind_it(games: int | None, factor: int) -> None:
    assert game_factor(held(ExternalSystem.USCHESS_REGULAR, 1500, games=games), RatingList.USCHESS_QUICK) == factor


# The blend.


@pytest.fixture
def blend() -> tuple[dict[str, Any], InitialRating]:
    """Return the document's worked example."""
    case = golden_case("uschess/initial_blend", "blend-2025-example")
    ratings = [
        ExternalRating(SYSTEMS[source["system"]], source["rating"], source["date"]) for source in case["sources"]
    ]
    background = Background(case["birth_date"], ratings=tuple(ratings))
    return case, starting_rating(background, SYSTEMS[case["system"]], case["event_end"])


def test_the_documents_example_starts_from_its_rating_and_games(blend: tuple[dict[str, Any], InitialRating]) -> None:
    case, found = blend
    assert (found.rating, found.games) == (case["expected"]["rating"], case["expected"]["games"])
    total = sum(source.weight for source in found.sources)
    assert total == pytest.approx(case["expected"]["weight_sum"], abs=case["tolerance"]["weight_sum"])


@pytest.mark.parametrize("row", [0, 1, 2])
def test_every_figure_of_the_documents_example_is_found(blend: tuple[dict[str, Any], InitialRating], row: int) -> None:
    case, found = blend
    wanted, source = case["sources"][row], found.sources[row]
    figures = {"D": source.days, "P": source.age_rating, "Z": source.z, "S": source.decay, "W": source.weight}
    assert figures == pytest.approx(wanted["expected"], abs=case["tolerance"]["table"])
    assert (source.converted, source.game_factor) == (wanted["rating"], wanted["game_factor"])


def test_ratings_of_today_are_weighed_by_their_games_alone() -> None:
    # 10 games at 1500 and 5 at 1800: 24000/15 = 1600; of 15 games ten count.
    regular, quick = held(ExternalSystem.USCHESS_REGULAR, 1500), held(ExternalSystem.USCHESS_QUICK, 1800)
    found = started(regular, quick, target=RatingList.USCHESS_BLITZ)
    assert (found.rating, found.games, found.age) == (1600, 10, None)


def test_a_blend_is_rounded_to_whole_points_with_halves_up() -> None:
    # (1500 + 1501)/2 = 1500.5
    found = started(held(ExternalSystem.USCHESS_QUICK, 1500), held(ExternalSystem.ONLINE_QUICK, 1501))
    assert found.rating == 1501


def test_games_credited_hold_a_weight_down() -> None:
    # 2 games at 1500 and 5 at 1850: 12250/7 = 1750; 7 games.
    found = started(
        held(ExternalSystem.USCHESS_QUICK, 1500, games=2), held(ExternalSystem.USCHESS_BLITZ, 1850, games=90)
    )
    assert (found.rating, found.games) == (1750, 7)


# An adult's P is 1300: at 1300 Z = 0 and S = exp(-0.36 years). Any part of a game counts as one.
@pytest.mark.parametrize(("years", "games"), [(0, 5), (0.25, 5), (1, 4), (2, 3), (5, 1), (20, 1)])
def test_the_games_are_the_weights_rounded_up(years: float, games: int) -> None:
    found = started(held(ExternalSystem.USCHESS_QUICK, 1300, days=round(365.25 * years)))
    assert found.games == games
    assert found.sources[0].weight == pytest.approx(5 * exp(-0.36 * round(365.25 * years) / 365.25), abs=1e-9)


def test_six_standards_above_ones_age_a_rating_never_grows_old() -> None:
    # An adult at 1300 + 6*350 = 3400 and beyond: Z = 6, S = 1; at 3050, Z = 5, S = exp(-0.06*4).
    old = 1461
    (source,) = started(held(ExternalSystem.USCHESS_REGULAR, 3500, days=old), target=RatingList.USCHESS_QUICK).sources
    assert (source.z, source.decay, source.weight) == (6, 1, 10)
    (source,) = started(held(ExternalSystem.USCHESS_REGULAR, 3050, days=old), target=RatingList.USCHESS_QUICK).sources
    assert source.decay == pytest.approx(exp(-0.24), abs=1e-12)


# P at the source's date: 50 points a year, from 100 below the age of two to 1300 above 26.
@pytest.mark.parametrize(
    ("age", "age_rating"), [(0, 100), (1.9, 100), (2.5, 125), (10, 500), (25.9, 1295), (26.5, 1300)]
)
def test_an_external_rating_uses_the_age_at_its_time(age: float, age_rating: float) -> None:
    then = DAY_2026 - timedelta(days=3652)
    born = then - timedelta(days=round(age * 365.25))
    (source,) = started(held(ExternalSystem.USCHESS_QUICK, 900, days=3652), born=born).sources
    assert source.age_rating == pytest.approx(age_rating, abs=0.1)  # a day is 0.14 points
    assert source.z == pytest.approx((900 - source.age_rating) / 350, abs=1e-12)


@pytest.mark.parametrize(("adult", "age_rating"), [(True, 1300), (False, 750)])
def test_without_a_birth_date_it_is_held_against_an_adults_or_a_childs(adult: bool, age_rating: float) -> None:
    (source,) = started(held(ExternalSystem.USCHESS_QUICK, 900), adult=adult).sources
    assert source.age_rating == age_rating


def test_ratings_without_a_game_leave_the_age_to_decide() -> None:
    born = DAY_2026 - timedelta(days=2922)  # eight years
    found = started(held(ExternalSystem.USCHESS_QUICK, 1500, games=0), born=born)
    assert (found.games, found.sources) == (0, ())
    assert (found.rating, found.age) == pytest.approx((400, 8), abs=1e-9)


def test_an_initial_rating_is_not_below_one_hundred() -> None:
    # -1073 + 1.5667*700 = 23.69
    assert started(held(ExternalSystem.FIDE, 700)).rating == 100


def test_the_age_is_in_years_of_365_and_a_quarter_days() -> None:
    # Row 13 of the published section: 2966 days are 8.12 years.
    assert age_on(DAY_2026, DAY_2026 - timedelta(days=2966)) == pytest.approx(8.12, abs=0.001)


# What holds for every background.

other_ratings = st.lists(
    st.builds(
        held,
        st.sampled_from(ExternalSystem),
        st.integers(800, 2800),
        days=st.integers(0, 8000),
        games=st.none() | st.integers(0, 60),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda rating: rating.system,
)
births = st.none() | st.dates(date(1940, 1, 1), DAY_2026)
targets = st.sampled_from([*RatingList, ExternalSystem.ONLINE_BLITZ])


@fast
@given(other_ratings, births, st.booleans(), targets)
def test_a_blend_lies_between_the_ratings_it_is_made_of(
    ratings: list[ExternalRating], born: date | None, adult: bool, target: Any
) -> None:
    found = started(*ratings, target=target, born=born, adult=adult)
    used = [source.converted for source in found.sources if source.weight]
    if not used:
        assert found.games == 0
        return
    assert max(min(used) - 0.5, 100) <= found.rating <= max(max(used) + 0.5, 100)
    assert found.rating == int(found.rating)
    assert 1 <= found.games <= 10


@fast
@given(other_ratings, births, targets)
def test_no_rating_counts_for_more_than_its_games(
    ratings: list[ExternalRating], born: date | None, target: Any
) -> None:
    for source in started(*ratings, target=target, born=born).sources:
        assert 0 <= source.weight <= source.game_factor <= 10
        assert source.rating.games is None or source.weight <= source.rating.games


@fast
@given(other_ratings, births, st.randoms(use_true_random=False))
def test_the_order_of_the_other_ratings_never_matters(
    ratings: list[ExternalRating], born: date | None, random: Any
) -> None:
    one, other = started(*ratings, born=born), started(*random.sample(ratings, len(ratings)), born=born)
    assert (one.rating, one.games) == (other.rating, other.games)


# Held against the same age: a child's older rating is held against a younger age, and may then weigh more.
@fast
@given(st.sampled_from(ExternalSystem), st.integers(800, 2800), st.integers(0, 8000), st.integers(1, 8000))
def test_an_adults_older_rating_weighs_less(system: ExternalSystem, rating: int, days: int, older: int) -> None:
    (young,) = started(held(system, rating, days=days)).sources
    (old,) = started(held(system, rating, days=days + older)).sources
    assert old.weight < young.weight
