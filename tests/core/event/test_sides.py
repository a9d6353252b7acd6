"""Doubles and small teams: worked figures, and what must hold of any two sides."""

from datetime import date
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError, RuleError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game
from core.event.sides import sides_of
from core.files.typed.sides import parse_sides
from core.lists import OwnList, RatingList, Sets
from core.rating import elo, glicko2
from core.rating.glicko2 import GlickoRating
from core.rating.systems import ALL

DAY = date(2026, 11, 20)
ratings = st.floats(100, 3500)
scores = st.sampled_from((0, 0.5, 1))


def event_of(size: int, *scores: float, points: tuple[int, int] | None = None) -> Crosstable:
    """Return a match of two sides of a size; players are their pairing numbers."""
    entrants = tuple(Entrant(number, player=number, rated=True) for number in range(1, 2 * size + 1))
    games = tuple(
        Game(number, one, one + size, score, None, *(points or ()))
        for number, score in enumerate(scores, start=1)
        for one in range(1, size + 1)
    )
    return Crosstable(DAY, entrants, games, kind=EventKind.SIDES)


def moved_in_elo(event: Crosstable, before: list[float]) -> list[float]:
    states = {number: elo.PlayerState(rating) for number, rating in enumerate(before, start=1)}
    return [one.change for one in elo.rate_crosstable(event, states, elo.ELO_32).values()]


def test_doubles_in_elo_move_all_of_a_side_alike() -> None:
    """By hand: means 1550 and 1450, We = 1 / (1 + 10^(-1/4)) = 0.640065; 32 (1 - We) = 11.51792, and the opposite."""
    assert moved_in_elo(event_of(2, 1), [1700, 1400, 1500, 1400]) == pytest.approx(
        [11.51792, 11.51792, -11.51792, -11.51792], abs=1e-4
    )


def test_a_set_lost_and_a_set_won_are_two_games() -> None:
    """By hand: between equal means, 32 (1 - 0.5) + 32 (0 - 0.5) = 0."""
    assert moved_in_elo(event_of(3, 1, 0), [1500, 1600, 1700, 1600, 1600, 1600]) == pytest.approx([0] * 6)


def test_a_share_of_points_is_the_score_of_a_whole_side() -> None:
    """By hand: between equal means 21-7 is a share of 0.75, 24 (0.75 - 0.5) = 6."""
    states = {number: elo.PlayerState(1500) for number in range(1, 5)}
    own = OwnList(k=24, sets=Sets.POINTS)
    found = elo.SYSTEM.rate(event_of(2, 1, points=(21, 7)), states, None, own)
    assert [one.change for one in found.values()] == pytest.approx([6, 6, -6, -6])


def test_doubles_in_glicko_2_end_as_the_example_of_the_paper() -> None:
    """Glickman 2013: 1500, RD 200 against 1400 (30), 1550 (100), 1700 (300) with 1, 0, 0 ends at 1464.06, 151.52.

    The sides here have these means, and these deviations as root mean squares: 2 x 30^2 = 6^2 + 42^2, and so on.
    """
    own = GlickoRating(1500, 200, 0.06)
    states = {1: glicko2.PlayerState(own, DAY.replace(day=1)), 2: glicko2.PlayerState(own, DAY.replace(day=1))}
    against = [((1390, 6), (1410, 42)), ((1450, 20), (1650, 140)), ((1700, 60), (1700, 420))]
    for score, side in zip((1, 0, 0), against, strict=True):
        others = {
            number: glicko2.PlayerState(GlickoRating(rating, deviation, 0.06), DAY.replace(day=1))
            for number, (rating, deviation) in enumerate(side, start=3)
        }
        found = glicko2.rate_crosstable(event_of(2, score), states | others, glicko2.GLICKO_2)
        states |= {number: found[number].after for number in (1, 2)}
    for number in (1, 2):
        now = states[number].now
        assert now is not None
        assert (now.rating, now.deviation) == pytest.approx((1464.06, 151.52), abs=0.01)  # the paper rounds on the way
        assert now.volatility == pytest.approx(0.05999, abs=1e-5)


@given(st.lists(ratings, min_size=4, max_size=10).filter(lambda some: len(some) % 2 == 0), scores)
def test_what_one_side_wins_in_elo_the_other_loses(before: list[float], score: float) -> None:
    moved = moved_in_elo(event_of(len(before) // 2, score), before)
    assert fsum(moved) == pytest.approx(0, abs=1e-6)
    assert max(moved[: len(moved) // 2]) == pytest.approx(min(moved[: len(moved) // 2]), abs=1e-6)


@given(ratings, ratings, scores)
def test_a_side_of_one_is_a_normal_game(own: float, other: float, score: float) -> None:
    pair = tuple(Entrant(number, player=number, rated=True) for number in (1, 2))
    normal = Crosstable(DAY, pair, (Game(1, 1, 2, score),))
    assert moved_in_elo(event_of(1, score), [own, other]) == moved_in_elo(normal, [own, other])
    states = {
        number: glicko2.PlayerState(GlickoRating(rating, 50.0 * number, 0.06), DAY.replace(day=1))
        for number, rating in ((1, own), (2, other))
    }
    both = [glicko2.rate_crosstable(one, states, glicko2.GLICKO_2) for one in (event_of(1, score), normal)]
    assert [one.after for one in both[0].values()] == [one.after for one in both[1].values()]


@given(st.lists(ratings, min_size=4, max_size=4), st.lists(st.floats(30, 350), min_size=4, max_size=4), scores)
def test_sides_may_be_named_in_either_order(before: list[float], deviations: list[float], score: float) -> None:
    def rated(order: list[int], first: float) -> dict[int, float]:
        states = {
            number: glicko2.PlayerState(GlickoRating(before[place], deviations[place], 0.06), DAY.replace(day=1))
            for number, place in enumerate(order, start=1)
        }
        found = glicko2.rate_crosstable(event_of(2, first), states, glicko2.GLICKO_2)
        return {place: found[number].update.mu for number, place in enumerate(order, start=1)}

    there, back = rated([0, 1, 2, 3], score), rated([3, 2, 0, 1], 1 - score)
    assert there == pytest.approx(back)


def test_games_of_other_sides_are_refused() -> None:
    event = event_of(2, 1)
    entrants = event.entrants
    for games, byes in (
        ((Game(1, 1, 3, 1), Game(1, 2, 4, 0)), ()),
        ((*event.games, Game(2, 1, 3, 1)), ()),
        ((*event.games, Game(2, 1, 2, 1), Game(2, 3, 4, 1)), ()),
        (event.games, (Bye(2, 1, ByeKind.FULL_POINT),)),
    ):
        with pytest.raises(InputError, match="all of a side have the same result"):
            sides_of(Crosstable(DAY, entrants, games, byes, EventKind.SIDES))


def test_only_elo_and_glicko_2_rate_sides() -> None:
    for system in ALL:
        system.check_kind(EventKind.MATCH)
        if system.key in ("elo", "glicko2"):
            system.check_kind(EventKind.SIDES)
            continue
        with pytest.raises(RuleError, match=r"does not rate doubles\. Choose an Elo or Glicko-2 list"):
            system.check_kind(EventKind.SIDES)
    assert RatingList.ELO in elo.SYSTEM.lists


def test_sides_as_people_write_them() -> None:
    two = (("Ann", "Bo"), ("Cy", "Di"))
    for text in ("Ann + Bo, Cy + Di", "Ann+Bo vs. Cy+Di", "Ann + Bo against Cy + Di", " Ann +Bo ,Cy+ Di "):
        assert parse_sides(text) == two
    assert parse_sides("with Bo against Cy + Di") == (("me", "Bo"), ("Cy", "Di"))
    assert parse_sides("Me + Vi Vs, Cy + Di") == (("me", "Vi Vs"), ("Cy", "Di"))
    for text in ("Ann and Bo, Cy and Di", "Ann & Bo vs Cy & Di", "Ann + Bo, Cy and Di"):
        assert parse_sides(text) == two
    assert parse_sides("Bo and me, Al and Sam") == (("Bo", "me"), ("Al", "Sam"))
    assert parse_sides("with Bo against Al and Sam") == (("me", "Bo"), ("Al", "Sam"))
    for text in ("Ann, Bo", "Ann and Bo", "Ann, Rook and Pawn"):
        assert parse_sides(text) is None
    for text in ("Cy + Di", "Ann + Bo, Cy + Di, Ed + Fay", "Ann + , Cy + Di", "+"):
        with pytest.raises(InputError, match=r"does not name two sides\. Write both with a comma"):
            parse_sides(text)
