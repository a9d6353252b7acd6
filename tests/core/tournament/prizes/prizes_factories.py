"""Contestants and prizes for tests."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from core.tournament.prizes import Contestant, Prize, PrizeKind


def contestants(players: Sequence[tuple[float, int | None]], junior: Collection[int] = ()) -> list[Contestant]:
    """Return players by points and rating, numbered and ranked from 1 in this order."""
    return [
        Contestant(
            number, number, Fraction(str(points)), rating or None, frozenset(["junior"] if number in junior else [])
        )
        for number, (points, rating) in enumerate(players, start=1)
    ]


@st.composite
def funds(draw: st.DrawFn) -> list[Prize]:
    """Draw prizes of money: places, limits of rating, unrated, juniors."""
    cents = st.sampled_from((1, 99, 100, 5000, 5001, 7500, 10000, 30000))
    prizes = [
        Prize(f"{place}.", PrizeKind.PLACE, place, draw(cents)) for place in range(1, draw(st.integers(0, 4)) + 1)
    ]
    for place in range(draw(st.integers(0, 4))):
        upper = draw(st.sampled_from((1600, 1800, 2000)))
        lower = draw(st.sampled_from((None, upper - 200)))
        prizes.append(Prize(f"r{place}", PrizeKind.RATING, 1, draw(cents), lower=lower, upper=upper))
    if draw(st.booleans()):
        prizes.append(Prize("unrated", PrizeKind.UNRATED, 1, draw(cents)))
    for place in range(draw(st.integers(0, 2))):
        prizes.append(Prize(f"junior {place}", PrizeKind.GROUP, 1 + place, draw(cents), group="junior"))
    return draw(st.permutations(prizes))


@st.composite
def fields(draw: st.DrawFn) -> list[Contestant]:
    ratings = st.sampled_from((None, 1450, 1590, 1700, 1850, 1990, 2200))
    players = draw(st.lists(st.tuples(st.sampled_from((3, 2.5, 2)), ratings, st.booleans()), max_size=9))
    players.sort(key=lambda one: -one[0])
    young = [number for number, (_, _, junior) in enumerate(players, start=1) if junior]
    return contestants([(points, rating) for points, rating, _ in players], young)
