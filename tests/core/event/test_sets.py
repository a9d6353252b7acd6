"""How a match of several sets is rated on a list of a club's own.

Golden figures by A. E. Elo, The Rating of Chessplayers (1978), 1.62: R' = R + K(W - We), We = 1/2 between equals.
"""

from datetime import date

import pytest

from core.errors import InputError
from core.event.crosstable import Crosstable, Entrant, Game
from core.files.typed.matches import parse_sets
from core.lists import OwnList, RatingList, Sets
from core.rating.club_rules import ClubRules
from core.rating.elo import SYSTEM, PlayerState

TENNIS = RatingList("elo:Table tennis")
SETS = ((11, 7), (9, 11), (11, 5))


def rated(sets: Sets, results: tuple[float, ...], points: tuple[tuple[int, int], ...] = ()) -> list[float]:
    """Rate a match between two newcomers at 1000 with K 24."""
    counted, totals = sets.rated(results, points)
    games = tuple(Game(at, 1, 2, score, None, *(totals or ())) for at, score in enumerate(counted, start=1))
    entrants = tuple(Entrant(number, player=number, rated=True) for number in (1, 2))
    rules = ClubRules(lists={TENNIS: OwnList(24, 1000, sets)})
    table = Crosstable(date(2026, 11, 21), entrants, games)
    outcomes = SYSTEM.rate_event(table, TENNIS, {1: PlayerState(), 2: PlayerState()}, house_rules=rules)
    return [round(outcomes[number].state.rating, 2) for number in (1, 2)]


@pytest.mark.parametrize(
    ("sets", "results", "points", "after"),
    [
        (Sets.GAME, (1.0, 1.0, 1.0, 0.0), (), 1024.0),  # 24(3 - 4/2)
        (Sets.MATCH, (1.0, 1.0, 1.0, 0.0), (), 1012.0),  # 24(1 - 1/2)
        (Sets.POINTS, (1.0, 1.0, 1.0, 0.0), (), 1006.0),  # 24(3/4 - 1/2)
        (Sets.POINTS, (1.0, 0.0, 1.0), SETS, 1001.78),  # 24(31/54 - 1/2)
        (Sets.MATCH, (1.0, 0.0, 1.0), SETS, 1012.0),
        (Sets.MATCH, (1.0, 0.5, 0.0), (), 1000.0),
        (Sets.POINTS, (1.0, 1.0, 0.5, 0.0), (), 1003.0),  # 24(5/8 - 1/2)
    ],
)
def test_a_match_is_rated_as_the_list_says(
    sets: Sets, results: tuple[float, ...], points: tuple[tuple[int, int], ...], after: float
) -> None:
    assert rated(sets, results, points) == [after, 2000 - after]


@pytest.mark.parametrize("text", ["11-7, 9-11, 11-5", "11:7 9:11 11:5", "11–7; 9–11; 11–5", " 11-7,9-11,11-5 "])
def test_sets_are_read_as_people_write_them(text: str) -> None:
    assert parse_sets(text, 20) == SETS


@pytest.mark.parametrize("text", ["WWL", "6-1-3", "3-1", "11-7", "", "W, L, W"])
def test_other_results_are_not_sets(text: str) -> None:
    assert parse_sets(text, 20) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("11-7, 11-11", "Nobody won the set 11-11"),
        ("11-7, 9, 11-5", '"9" is not the score of a set'),
        ("11-7, 9-11-2, 11-5", "is not the score of a set"),
        (", ".join(["11-7"] * 21), "21 sets"),
    ],
)
def test_a_wrong_set_is_one_sentence(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_sets(text, 20)
