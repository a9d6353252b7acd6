"""What holds for every event and every list."""

from datetime import date
from typing import Any

from fide_factories import STANDARD, days, editions, fast, games_against, lists, played, rating_numbers, results, states
from hypothesis import given
from hypothesis import strategies as st

from core.lists import RatingList
from core.rating.fide.periods import EventChange, LeftOut, OpponentGame, event_change, last_day_for, list_for, publish
from core.rating.fide.rules import DATED, SIMPLIFIED_2017, Edition, LimitRule

Games = list[tuple[int, float]]


def change_of(own: int, games: Games, edition: Edition, rating_list: RatingList = STANDARD) -> EventChange:
    return event_change(own, games_against(*zip(*games, strict=True)), edition, rating_list)


@fast
@given(rating_numbers, rating_numbers, results, st.sampled_from([*DATED, SIMPLIFIED_2017]), lists)
def test_at_equal_k_one_side_wins_what_the_other_loses(
    first: int, second: int, score: float, edition: Edition, rating_list: RatingList
) -> None:
    here = change_of(first, [(second, score)], edition, rating_list)
    there = change_of(second, [(first, 1 - score)], edition, rating_list)
    exempt = edition.limit_on(rating_list).exempt_from
    assert here.counting == there.counting
    if exempt is None or max(first, second) < exempt:
        assert abs(here.above + there.above) < 1e-9
    else:
        # Only the stronger player's difference counts in full: nobody gains by it.
        assert here.above + there.above <= 0 or abs(first - second) <= 400


@fast
@given(rating_numbers, played, editions, lists, st.data())
def test_half_a_point_more_is_half_a_point_more_in_the_change(
    own: int, games: Games, edition: Edition, rating_list: RatingList, data: Any
) -> None:
    place = data.draw(st.integers(0, len(games) - 1))
    opponent, score = games[place]
    before = change_of(own, games, edition, rating_list)
    if score < 1:
        after = change_of(own, [*games[:place], (opponent, score + 0.5), *games[place + 1 :]], edition, rating_list)
        assert after.above - before.above == (50 if before.games[place].left_out is None else 0)


@fast
@given(rating_numbers, played, editions, lists, st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(
    own: int, games: Games, edition: Edition, rating_list: RatingList, random: Any
) -> None:
    shuffled = list(games)
    random.shuffle(shuffled)
    one, other = (change_of(own, order, edition, rating_list) for order in (games, shuffled))
    assert (one.above, one.expected, one.counting) == (other.above, other.expected, other.counting)


@fast
@given(rating_numbers, st.lists(st.tuples(st.integers(1400, 2900), results), min_size=1, max_size=9), editions)
def test_without_the_limit_a_favourite_is_never_better_off(own: int, games: Games, edition: Edition) -> None:
    weaker = [(min(rating, own), score) for rating, score in games]
    unlimited = Edition(
        **{name: getattr(edition, name) for name in Edition.__match_args__} | {"limit": LimitRule(10_000)}
    )
    assert change_of(own, weaker, unlimited).above <= change_of(own, weaker, edition).above


@fast
@given(rating_numbers, played, editions, lists)
def test_unrated_opponents_change_nothing(own: int, games: Games, edition: Edition, rating_list: RatingList) -> None:
    alone = games_against(*zip(*games, strict=True))
    more = [*alone, OpponentGame(99, None, 1.0), OpponentGame(100, 1800, 0.0, LeftOut.MATCH_DECIDED)]
    one, other = (event_change(own, some, edition, rating_list) for some in (alone, more))
    assert (one.above, one.score, one.counting) == (other.above, other.score, other.counting)


@fast
@given(states, lists, days)
def test_a_list_published_twice_is_the_list_published_once(state: Any, rating_list: RatingList, day: date) -> None:
    state = well_formed(state)
    listed = list_for(day)
    published = publish(state, rating_list, listed, day)
    if published is not None:
        assert publish(published.state, rating_list, listed, day) is None
        assert published.state.in_force(listed) == published.state.rating
        floor = published.edition.floor
        assert published.state.rating is None or published.state.rating >= floor


def well_formed(state: Any) -> Any:
    """Return a state as it comes about."""
    pending = tuple(event._replace(borrowed=event.borrowed or 1800) for event in state.pending)
    return type(state)(state.rating, state.games, state.peak, (), pending, state.pool)


@fast
@given(days)
def test_an_event_is_on_the_first_list_that_it_is_in_time_for(ended: date) -> None:
    listed = list_for(ended)
    assert listed.day == 1
    assert ended <= last_day_for(listed)
    before = date(listed.year - (listed.month == 1), (listed.month - 2) % 12 + 1, 1)
    assert ended > last_day_for(before)
