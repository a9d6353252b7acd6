"""What games to come can still bring."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.outcome import Award
from core.rating.systems import system_of
from core.rating.uschess.norms import norm_table
from core.rating.uschess.system import TITLE_SYSTEM
from core.tournament.odds.open_event import Method, Schedule
from core.tournament.prospects import ListOf, Prospect, SupposedFinish, prospects_of, supposed_finish, turns
from tests.depth import examples

REGULAR = RatingList.USCHESS_REGULAR
SYSTEM = system_of(REGULAR)
ESTABLISHED = SYSTEM.apply_entered(SYSTEM.unrated(), EnteredRating(1500.0, 100), REGULAR, DEFAULT_RULES)


def finish_of(
    scores: list[float],
    rounds: int,
    *,
    ratings: list[float],
    paired: bool = False,
    state: Any = ESTABLISHED,
    byes: tuple[Bye, ...] = (),
    rating_list: RatingList = REGULAR,
) -> SupposedFinish:
    """Return the finish of player 1 of a Swiss, who has met 2, 3, ... with these scores.

    ratings: of these, and of one more, whom player 1 is paired with.
    """
    games = tuple(Game(index, 1, index + 1, score) for index, score in enumerate(scores, start=1))
    numbers = range(1, len(ratings) + 2)
    entrants = tuple(Entrant(number, player=number, rated=True) for number in numbers)
    boards = ((len(scores) + 2, 1),) if paired else ()
    schedule = Schedule(
        Crosstable(date(2026, 11, 22), entrants, games, byes),
        Method.SWISS,
        rounds,
        paired=len(scores) + paired,
        boards=boards,
    )
    on = ListOf(system_of(rating_list), rating_list, state)
    found = supposed_finish(schedule, 1, {1: 1500.0, **dict(zip(numbers[1:], ratings, strict=True))}, on)
    assert found is not None
    return found


def needs(found: tuple[Prospect, ...]) -> dict[tuple[str, bool], float | None]:
    return {(one.award.code, one.is_title): one.needed for one in found}


def test_four_opponents_of_1600_ask_for_what_the_sums_of_c_say() -> None:
    """C(0) = 1/2, C(-200) = 1/4, C(-400) = 0, C(200) = 1, each four times; a norm takes more than the sum and one.

    More than 1, 2, 3: 1½, 2½, 3½ points, of which 1½ are there. 1st Category would take more than 5 of 4.
    """
    finish = finish_of([1.0, 0.5], 4, ratings=[1600, 1600])
    assert finish.supposed == 1600
    found = prospects_of(finish)
    assert needs(found) == {("4", False): 0, ("3", False): 1.0, ("2", False): 2.0}
    assert [one.is_safe for one in found] == [True, False, False]
    assert not any(one.on_course for one in found)


def test_a_norm_that_is_there_so_far_is_kept() -> None:
    """Four games against 1600 with 3½ make 2nd Category; a fifth takes more than 3½, which is a draw more."""
    (third, second) = prospects_of(finish_of([1.0, 1.0, 1.0, 0.5], 5, ratings=[1600] * 5, paired=True))[-2:]
    assert (third.award.code, third.needed) == ("3", 0)
    assert (second.award.code, second.needed, second.on_course) == ("2", 0.5, True)


def test_a_norm_that_the_last_opponent_puts_out_of_reach_is_told_as_such() -> None:
    """3½ of four against 1600 make 2nd Category. A last one of 1200 asks for C(400) = 1 more: 4½ is not more than 4."""
    found = prospects_of(finish_of([1.0, 1.0, 1.0, 0.5], 5, ratings=[1600] * 4 + [1200], paired=True))
    assert needs(found)["2", False] == 1.0
    found = prospects_of(finish_of([1.0, 1.0, 1.0, 1.0], 6, ratings=[1700, 1700, 1500, 1500, 1000], paired=True))
    assert all(one.needed is not None for one in found if not one.on_course)


def test_the_fifth_norm_makes_the_title() -> None:
    """Four norms at 1400 are there: a fifth, which 1 of the last 2 makes, is the title of 3rd Category."""
    held = ESTABLISHED._replace(norms=(0, 4, *ESTABLISHED.norms[2:]))
    found = prospects_of(finish_of([1.0, 0.5], 4, ratings=[1600, 1600], state=held))
    assert needs(found)["3", True] == 1.0
    assert ("2", True) not in needs(found)


def test_norms_of_titles_that_are_held_are_left_out() -> None:
    held = ESTABLISHED._replace(norms=(0, 5, *ESTABLISHED.norms[2:]))
    found = prospects_of(finish_of([1.0, 0.5], 4, ratings=[1600, 1600], state=held))
    assert needs(found) == {("2", False): 2.0}


def test_opponents_who_are_paired_count_as_themselves() -> None:
    finish = finish_of([1.0, 0.5, 1.0], 4, ratings=[1600, 1600, 1600, 2000], paired=True)
    assert finish.supposed is None
    # Against 2000, C of every level up to 1600 is 0: more than 1/2 x 3 + 1 is 3 points.
    assert needs(prospects_of(finish))["2", False] == 0.5


def test_lists_without_norms_promise_nothing() -> None:
    state = system_of(RatingList.USCHESS_QUICK).apply_entered(
        SYSTEM.unrated(), EnteredRating(1500.0, 100), RatingList.USCHESS_QUICK, DEFAULT_RULES
    )
    finish = finish_of([1.0] * 4, 5, ratings=[1600] * 4, state=state, rating_list=RatingList.USCHESS_QUICK)
    assert prospects_of(finish) == ()


def test_the_rating_follows_from_every_score() -> None:
    """Established at 1500 with a win and a draw against 1600 twice: more points are a higher rating."""
    finish = finish_of([1.0, 0.5], 4, ratings=[1600, 1600])
    after = [finish.rating_after(points) for points in (0.0, 0.5, 1.0, 1.5, 2.0)]
    assert after == sorted(after)
    assert len(set(after)) == 5
    assert finish.rating_after(2.5) is None


def test_without_any_rating_nothing_is_supposed() -> None:
    schedule = Schedule(Crosstable(date(2026, 11, 22), (Entrant(1), Entrant(2)), ()), Method.SWISS, 2)
    assert supposed_finish(schedule, 1, {1: None, 2: None}, ListOf(SYSTEM, REGULAR, ESTABLISHED)) is None


@given(
    st.lists(st.tuples(st.integers(1000, 2400), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=6),
    st.integers(0, 4),
    st.booleans(),
)
@examples()
def test_it_says_what_the_norm_table_asks_for(games: list[tuple[int, float]], to_come: int, bye: bool) -> None:
    byes = (Bye(50, 1, ByeKind.FULL_POINT),) if bye else ()
    ratings, scores = [float(rating) for rating, _ in games], [score for _, score in games]
    finish = finish_of(scores, len(scores) + to_come, ratings=ratings, byes=byes)
    opponents = ratings + [finish.supposed or 0.0] * to_come
    found = {one.award.code: one.needed for one in prospects_of(finish) if one.needed is not None and not one.is_title}
    for points in (half / 2 for half in range(2 * to_come + 1)):
        earned = norm_table(opponents, sum(scores) + points, full_point_bye=bye).earned
        reached = [code for code, needed in found.items() if needed <= points]
        assert (earned is None) == (not reached)
        assert earned is None or earned.code in reached


def prospect(level: int, needed: float | None, *, is_title: bool = False) -> Prospect:
    return Prospect(Award(TITLE_SYSTEM, level, str(level)), is_title, needed, on_course=False)


@pytest.mark.parametrize(
    ("before", "after", "safe", "gone"),
    [
        ([prospect(1400, 1.0)], [prospect(1400, 0.5)], [], []),
        ([prospect(1400, 0.5)], [prospect(1400, 0)], [1400], []),
        ([prospect(1400, 0)], [prospect(1400, 0)], [], []),
        ([prospect(1400, 1.0), prospect(1600, 2.0)], [prospect(1400, 1.0)], [], [1600]),
        ([prospect(1400, 1.0)], [prospect(1400, None)], [], [1400]),
        ([prospect(1400, 0.5)], [prospect(1600, 0)], [1600], []),
        ([prospect(1400, 0.5)], [prospect(1600, 0.5)], [], []),
        ([prospect(1600, 0)], [prospect(1400, 0), prospect(1600, 0)], [], []),
        ([prospect(1400, 1.0, is_title=True)], [prospect(1600, 1.0, is_title=True)], [], [1400]),
        ([], [prospect(1400, 0, is_title=True)], [1400], []),
    ],
)
def test_a_result_makes_a_prospect_safe_or_takes_it_away(
    before: list[Prospect], after: list[Prospect], safe: list[int], gone: list[int]
) -> None:
    found = turns(before, after)
    assert [one.award.level for one in found.safe] == safe
    assert [one.award.level for one in found.lost] == gone
    assert all(one.needed is None for one in found.lost)
