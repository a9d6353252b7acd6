"""Events for the tests of tie-breaks."""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.tournament.tiebreaks.field import Terms, Value
from core.tournament.tiebreaks.standings import standings
from tests.core.golden_cases import golden_case

DAY = date(2026, 6, 1)
_BYES = {"H": ByeKind.HALF_POINT, "U": ByeKind.FULL_POINT, "Z": ByeKind.ZERO_POINT}
_SCORES = {"1": 1.0, "=": 0.5, "0": 0.0}


def event(*cells: str, ratings: Sequence[int | None] = (), day: date = DAY) -> Crosstable:
    """Return the crosstable of players numbered from 1, each with cells such as "4w1 U 2b="; ? is still open."""
    games, byes = [], []
    for number, mine in enumerate(cells, start=1):
        for round_number, cell in enumerate(mine.split(), start=1):
            if cell in _BYES:
                byes.append(Bye(round_number, number, _BYES[cell]))
                continue
            match = re.fullmatch(r"(\d+)([wb])(.)", cell)
            assert match
            opponent, result = int(match[1]), match[3]
            if result in "+-":
                kind = ByeKind.FORFEIT_WIN if result == "+" else ByeKind.FORFEIT_LOSS
                byes.append(Bye(round_number, number, kind, opponent))
            elif match[2] == "w":
                games.append(Game(round_number, number, opponent, _SCORES.get(result), True))
    entrants = tuple(Entrant(number, rating) for number, rating in enumerate(ratings or [1500] * len(cells), start=1))
    return Crosstable(day, entrants, tuple(games), tuple(byes))


def published(name: str) -> Crosstable:
    case = golden_case("tiebreaks/events", name)
    return event(*case["cells"], ratings=case["ratings"])


def column(crosstable: Crosstable, code: str, **terms: Any) -> dict[int, Value | None]:
    return {row.number: row.values[0] for row in standings(crosstable, (code,), Terms(**terms))}


def ranks(crosstable: Crosstable, *order: str, **terms: Any) -> dict[int, int]:
    return {row.number: row.rank for row in standings(crosstable, order, Terms(**terms))}


def points(number: float) -> Fraction:
    return Fraction(str(number))


@st.composite
def swiss_events(draw: st.DrawFn) -> Crosstable:
    """Draw an event of players who meet by chance."""
    players = draw(st.integers(2, 9))
    games, byes = [], []
    for round_number in range(1, draw(st.integers(1, 6)) + 1):
        seats = draw(st.permutations(range(1, players + 1)))
        for first, second in zip(seats[::2], seats[1::2], strict=False):
            result = draw(st.sampled_from((0.0, 0.5, 1.0, 0.0, 0.5, 1.0, None, "+-", "--", "gap", "HZ")))
            if result == "+-":
                byes.append(Bye(round_number, first, ByeKind.FORFEIT_WIN, second))
                byes.append(Bye(round_number, second, ByeKind.FORFEIT_LOSS, first))
            elif result == "--":
                byes.append(Bye(round_number, first, ByeKind.FORFEIT_LOSS, second))
                byes.append(Bye(round_number, second, ByeKind.FORFEIT_LOSS, first))
            elif result == "HZ":
                byes.append(Bye(round_number, first, ByeKind.HALF_POINT))
                byes.append(Bye(round_number, second, ByeKind.ZERO_POINT))
            elif result != "gap":
                margin = draw(st.integers(0, 200))
                began = draw(st.booleans())
                games.append(Game(round_number, first, second, result, began, 400 + margin, 400))
        if players % 2:
            byes.append(Bye(round_number, seats[-1], ByeKind.FULL_POINT, points=50))
    rated = st.one_of(st.none(), st.integers(1000, 2800))
    ratings = draw(
        st.lists(rated if draw(st.booleans()) else st.integers(1000, 2800), min_size=players, max_size=players)
    )
    entrants = tuple(Entrant(number, rating) for number, rating in enumerate(ratings, start=1))
    return Crosstable(DAY, entrants, tuple(games), tuple(byes))


all_terms = st.builds(
    Terms,
    planned=st.one_of(st.none(), st.integers(1, 11)),
    preset=st.booleans(),
    bye_worth=st.sampled_from((Fraction(1), Fraction(1, 2))),
    unrated=st.one_of(st.none(), st.just(1400)),
    spread_cap=st.one_of(st.none(), st.just(100)),
)
