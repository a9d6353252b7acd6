"""What holds for every event of every player."""

from math import isfinite
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from uschess_factories import BLITZ, DUAL, QUICK, SLOW, event, fast, ratings, reasons_of, scored_fields, states

from core.event.crosstable import ByeKind
from core.lists import RatingList
from core.rating.outcome import CommonReason
from core.rating.uschess.player import rate_player
from core.rating.uschess.rated import Games, PlayerEvent
from core.rating.uschess.rules import EDITIONS, Reason, absolute_floor, peak_floor
from core.rating.uschess.state import PlayerState

editions = st.sampled_from(EDITIONS)


@st.composite
def events(draw: st.DrawFn) -> PlayerEvent:
    """Draw a tournament, on any list."""
    opponents, score = draw(scored_fields())
    who = draw(st.lists(st.integers(0, 6), min_size=len(opponents), max_size=len(opponents)))
    return event(
        opponents,
        score,
        who=who,
        rating_list=draw(st.sampled_from(RatingList)),
        time_control=draw(st.sampled_from([None, SLOW, DUAL, QUICK, BLITZ])),
        bye=draw(st.none() | st.sampled_from(ByeKind)),
    )


@fast
@given(states(), events(), editions, st.randoms(use_true_random=False))
def test_the_order_of_the_games_never_changes_the_rating(
    state: PlayerState, played: PlayerEvent, edition: Any, random: Any
) -> None:
    shuffled = played._replace(played=Games.of(random.sample(played.games, len(played.games))))
    one, other = rate_player(state, played, edition), rate_player(state, shuffled, edition)
    assert abs(one.rating - other.rating) < 1e-9
    assert one.norms.earned == other.norms.earned


@fast
@given(states(), events(), editions)
def test_half_a_point_more_never_lowers_the_rating(state: PlayerState, played: PlayerEvent, edition: Any) -> None:
    assume(played.score < len(played.games))
    better = played._replace(score=played.score + 0.5)
    assert rate_player(state, better, edition).rating >= rate_player(state, played, edition).rating - 1e-9


@fast
@given(states(), events(), editions, ratings)
def test_one_more_loss_never_raises_a_special_rating(
    state: PlayerState, played: PlayerEvent, edition: Any, another: float
) -> None:
    # Not so for the standard formula, where one more game makes K smaller. Floors are set aside: the longer event
    # may be the one that counts toward the absolute floor.
    before = rate_player(state, played, edition)
    assume(before.special)
    longer = event([game.rating for game in played.games] + [another], played.score, rating_list=played.rating_list)
    floors = {Reason.FLOOR_APPLIED, Reason.CLAMP_100}
    after = rate_player(state, longer, edition)
    assume(not floors & (reasons_of(before.steps) | reasons_of(after.steps)))
    assert after.rating <= before.rating + 1e-9


@fast
@given(states(), events(), editions)
def test_no_rating_is_below_any_floor(state: PlayerState, played: PlayerEvent, edition: Any) -> None:
    result = rate_player(state, played, edition)
    after = result.after
    assert result.rating >= max(100, absolute_floor(after.points, after.events_of_three), state.imposed_floor or 0)
    if state.peak is not None:
        assert result.rating >= (peak_floor(state.peak, state.floor_lowered) or 0)


@fast
@given(states(), events(), editions)
def test_an_event_is_counted_and_the_state_before_it_stays(
    state: PlayerState, played: PlayerEvent, edition: Any
) -> None:
    kept = PlayerState(*state)
    result = rate_player(state, played, edition)
    after = result.after
    assert state == kept == result.before
    assert after.games == state.games + len(played.games)
    assert after.known_games == state.known_games + len(played.games)
    assert after.points == state.points + played.score
    assert after.events_of_three - state.events_of_three == (len(played.games) >= 3)
    assert (after.peak is None) == (state.peak is None and after.games <= 25)
    if after.peak is not None:
        assert after.peak >= result.rating or after.games <= 25
    assert sum(after.norms) - sum(state.norms) in (0, 1)


@fast
@given(states(), events(), editions)
def test_the_steps_add_up_and_are_finite(state: PlayerState, played: PlayerEvent, edition: Any) -> None:
    result = rate_player(state, played, edition)
    of_games = (Reason.GAME_EXPECTANCY, Reason.GAME_PROVISIONAL_EXPECTANCY)
    expectancies = [step.value for step in result.steps if step.reason in of_games]
    assert len(expectancies) == len(played.games)
    assert abs(sum(expectancies) - result.expected) < 1e-9
    (new,) = [step for step in result.steps if step.reason is CommonReason.NEW_RATING]
    assert (new.value, new.inputs) == (result.rating, (result.start_rating,))
    assert all(isfinite(figure) for step in result.steps for figure in (step.value, *step.inputs))
