"""Free pairing and the ladder."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.event.crosstable import Crosstable, Entrant, Game
from core.tournament.pairing.scrabble import Queue, climb, pair_waiting, rounds_of_games, seconds_left
from core.tournament.pairing.snapshot import ForbiddenPair, Pairing
from tests.core.tournament.pairing.pairing_factories import DAY, entrants, played
from tests.depth import examples


def queue(waiting: dict[int, float], *games: Game, players: int = 8) -> Queue:
    return Queue(Crosstable(DAY, entrants(players), games), waiting)


def met(pairings: tuple[Pairing, ...]) -> set[frozenset[int | None]]:
    return {frozenset(pairing) for pairing in pairings}


def test_the_nearest_ratings_meet_and_the_lower_rated_has_white() -> None:
    assert set(pair_waiting(queue({1: 0, 2: 0, 7: 0, 8: 0}))) == {Pairing(2, 1), Pairing(8, 7)}


def test_the_longest_wait_is_paired_and_the_farthest_rating_waits_on() -> None:
    # 1 and 2 are nearest; 8 has waited longest.
    assert met(pair_waiting(queue({1: 1, 2: 1, 8: 2}))) == {frozenset({2, 8})}


def test_two_who_played_today_do_not_meet_again_unless_the_limit_says_so() -> None:
    again = queue({1: 0, 2: 0}, played(1, 1, 2))

    assert pair_waiting(again) == ()
    assert pair_waiting(replace(again, games=2)) == (Pairing(2, 1),)
    assert pair_waiting(replace(again, games=2, forbidden=(ForbiddenPair(2, 1),))) == ()


def test_a_game_that_is_still_being_played_counts_as_met() -> None:
    assert pair_waiting(queue({1: 0, 2: 0}, Game(1, 1, 2, None, True))) == ()


def test_a_colour_that_is_due_to_both_costs_as_much_as_sixty_points() -> None:
    # 1 and 2 had White; 3 and 4 had Black. 7 points apart each: 1-2, 3-4 would both be due alike.
    waiting = queue({1: 0, 2: 0, 3: 0, 4: 0}, played(1, 1, 3), played(1, 2, 4))

    pairings = pair_waiting(waiting)
    assert met(pairings) == {frozenset({1, 4}), frozenset({2, 3})}
    assert {pairing.first for pairing in pairings} == {3, 4}


def test_on_a_ladder_only_neighbours_meet() -> None:
    ladder = replace(queue({1: 5, 8: 0, 5: 0}), ladder=(1, 2, 3, 4, 5, 6, 7, 8))

    assert met(pair_waiting(ladder)) == {frozenset({5, 8})}
    assert met(pair_waiting(replace(ladder, places=4))) == {frozenset({1, 5})}


def test_who_beats_a_higher_one_takes_the_place() -> None:
    assert climb((1, 2, 3, 4), winner=4, loser=2) == (1, 4, 2, 3)
    assert climb((1, 2, 3, 4), winner=2, loser=4) == (1, 2, 3, 4)


def test_a_games_round_is_one_more_than_either_had() -> None:
    assert rounds_of_games([(1, 2), (3, 4), (1, 3), (5, 1), (4, 2)]) == (1, 1, 2, 3, 2)


def test_unrated_players_are_in_the_middle() -> None:
    people = (Entrant(1, 2000), Entrant(2, 1500), Entrant(3, 1000), Entrant(4))

    pairings = pair_waiting(Queue(Crosstable(DAY, people, ()), {1: 0, 2: 0, 3: 0, 4: 9}))
    # Whom 4 meets makes no difference to 2; 1 and 3 are farthest apart.
    assert frozenset({1, 3}) not in met(pairings)


def test_too_many_at_once_are_told_to_make_sections() -> None:
    with pytest.raises(RuleError, match=r"101 are waiting\. At most 100 can be paired at once\. Make sections\."):
        pair_waiting(queue(dict.fromkeys(range(1, 102), 0.0), players=101))


@given(
    st.dictionaries(st.integers(1, 8), st.integers(0, 90), min_size=2),
    st.sets(st.tuples(st.integers(1, 8), st.integers(1, 8))),
)
@examples()
def test_nobody_is_paired_twice_and_the_longest_wait_ends(waiting: dict[int, float], had: set[tuple[int, int]]) -> None:
    games = [played(place, *pair) for place, pair in enumerate(sorted(had), start=1) if pair[0] != pair[1]]

    pairings = pair_waiting(queue(waiting, *games))

    seen = [number for pairing in pairings for number in pairing]
    assert len(seen) == len(set(seen))
    assert set(seen) <= waiting.keys()
    before = {frozenset(pair) for pair in had}
    assert not met(pairings) & before
    longest = min(waiting, key=lambda number: (-waiting[number], number))
    if any(frozenset({longest, other}) not in before for other in waiting if other != longest):
        assert longest in seen


def test_two_are_paired_by_themselves_after_a_minute_and_four_at_once() -> None:
    assert seconds_left(queue({1: 0})) is None
    assert seconds_left(queue({1: 5, 2: 0.25})) == 45  # 2 has waited 15 seconds
    assert seconds_left(queue({1: 5, 2: 1})) == 0
    assert seconds_left(queue({1: 0, 2: 0, 3: 0, 4: 0})) == 0
    # Who has met today waits for somebody else, and so do two who stand too far apart on a ladder.
    assert seconds_left(queue({1: 5, 2: 5}, played(1, 1, 2))) is None
    assert seconds_left(queue({1: 5, 2: 5, 3: 0.5}, played(1, 1, 2))) == 30
    assert seconds_left(replace(queue({1: 5, 5: 5}), ladder=(1, 2, 3, 4, 5))) is None


@given(
    st.dictionaries(st.integers(1, 8), st.integers(0, 90), max_size=6),
    st.sets(st.tuples(st.integers(1, 8), st.integers(1, 8))),
    st.sampled_from([(), (1, 2, 3, 4, 5, 6, 7, 8), (8, 3, 1)]),
)
@examples()
def test_whoever_is_due_is_paired_and_nobody_is_due_afterwards(
    waiting: dict[int, float], had: set[tuple[int, int]], ladder: tuple[int, ...]
) -> None:
    games = [played(place, *pair) for place, pair in enumerate(sorted(had), start=1) if pair[0] != pair[1]]
    before = replace(queue(waiting, *games), ladder=ladder)

    pairings = pair_waiting(before)
    assert bool(pairings) == (seconds_left(before) is not None)
    left = {number: minutes for number, minutes in waiting.items() if all(number not in one for one in pairings)}
    assert seconds_left(replace(before, waiting=left)) is None
