"""Who is linked to whom by results."""

from itertools import product

import pytest
from hypothesis import given
from oracle_factories import history_of, played

from core.rating.oracle.batch import NoMaximumError, check_one_maximum, links_of


def test_a_chain_of_wins_is_no_circle() -> None:
    links = links_of(history_of([(0, 1, 1, 0), (1, 2, 1, 0)]), 0)
    assert links.strong == ((0,), (1,), (2,))
    assert links.weak == ((0, 1, 2),)
    assert (links.only_wins, links.only_losses) == ((0,), (2,))


def test_a_circle_links_everybody() -> None:
    links = links_of(history_of([(0, 1, 1, 0), (1, 2, 1, 0), (2, 0, 1, 0)]), 0)
    assert links.strong == links.weak == ((0, 1, 2),)
    assert links.only_wins == links.only_losses == ()
    check_one_maximum(links)


def test_a_draw_links_both_ways_unless_draws_do_not_count() -> None:
    history = history_of([(0, 1, 0, 0, 1)])
    assert links_of(history, 0).strong == ((0, 1),)
    assert links_of(history, 0, counts_draws=False).strong == ((0,),)


def test_a_keeper_without_games_is_a_group_alone() -> None:
    links = links_of(history_of([(1, 2, 1, 1)]), 0)
    assert links.weak == ((1, 2), (0,))


@pytest.mark.parametrize(
    ("matches", "why"),
    [
        ([(0, 1, 1, 0), (1, 2, 1, 1)], "player 0 only won"),
        ([(0, 1, 1, 1), (1, 2, 1, 0), (0, 3, 5, 0)], "player 2, player 3 only lost"),
        ([(0, 1, 1, 1), (2, 3, 1, 1)], "player 2, player 3 never met the others"),
        ([(0, 1, 1, 1), (2, 3, 1, 1), (0, 2, 1, 0)], "player 2, player 3 won all or lost all against the others"),
        ([(0, player, 1, 0) for player in range(1, 7)], "player 1, player 2, player 3 and 3 more only lost"),
    ],
)
def test_the_sentence_says_why_there_is_no_maximum(matches: list[tuple[int, ...]], why: str) -> None:
    with pytest.raises(NoMaximumError, match=why):
        check_one_maximum(links_of(history_of(matches), 0))


def test_a_long_chain_is_no_deep_recursion() -> None:
    matches = [(number, number + 1, 1, 0) for number in range(5000)]
    assert len(links_of(history_of(matches), 0).strong) == 5001
    assert len(links_of(history_of([*matches, (5000, 0, 1, 0)]), 0).strong) == 1


@given(played())
def test_groups_are_those_that_reach_each_other(case: tuple[int, list[tuple[int, ...]]]) -> None:
    players, matches = case
    reach = {(one, one) for one in range(players)}
    for first, second, wins, losses, draws in matches:
        reach |= {(first, second)} if wins or draws else set()
        reach |= {(second, first)} if losses or draws else set()
    for middle, start, end in product(range(players), repeat=3):
        if (start, middle) in reach and (middle, end) in reach:
            reach.add((start, end))
    groups = links_of(history_of(matches), 0).strong
    assert [list(group) for group in groups] == [sorted(group) for group in groups]
    for one, other in product([player for group in groups for player in group], repeat=2):
        together = any(one in group and other in group for group in groups)
        assert together is ((one, other) in reach and (other, one) in reach)
