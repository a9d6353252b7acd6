"""Reports that nobody has confirmed move the rating like any other, and nothing that is for life."""

from datetime import date, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import SYSTEM
from tests.depth import examples

LIST, OWN = RatingList.USCHESS_REGULAR, 1
FIRST = date(2025, 3, 1)


def event(day: int, opponents: list[tuple[int, float]]) -> Crosstable:
    lines = (Entrant(1, player=OWN, rated=True), *(Entrant(n, float(r)) for n, (r, _) in enumerate(opponents, start=2)))
    games = tuple(Game(n, 1, n + 1, score) for n, (_, score) in enumerate(opponents, start=1))
    return Crosstable(FIRST + timedelta(days=day), lines, games)


def earned(outcome: Outcome) -> Outcome:
    """Return an outcome without the forecast of the lifetime title, which a report has before it is confirmed."""
    return outcome._replace(detail=outcome.detail._replace(lifetime=None))


def after(state: PlayerState, fact: Any, confirmed: bool) -> tuple[PlayerState, Any]:
    if isinstance(fact, EnteredRating):
        opened = SYSTEM.apply_entered(state, fact, LIST)
        return (opened if confirmed else SYSTEM.hold_for_life(state, opened)), ()
    outcome = SYSTEM.rate_event(fact, LIST, {OWN: state})[OWN]
    if not confirmed:
        outcome = SYSTEM.as_reported(state, outcome)
        assert earned(SYSTEM.rate_reported(fact, LIST, {OWN: state})[OWN]) == earned(outcome)
    return outcome.state, (outcome.norms, outcome.titles)


rounds = st.lists(st.tuples(st.integers(1500, 2500), st.sampled_from([1.0, 1.0, 0.5, 0.0])), min_size=1, max_size=6)
histories = st.lists(st.tuples(rounds, st.booleans()), min_size=1, max_size=8)


@given(histories, st.integers(1200, 2400), st.booleans())
@examples()
def test_what_is_for_life_is_what_the_confirmed_facts_alone_give(
    history: list[tuple[list[tuple[int, float]], bool]], rating: int, is_vouched: bool
) -> None:
    all_facts = [(EnteredRating(float(rating), 40), is_vouched)]
    all_facts += [(event(day, played), confirmed) for day, (played, confirmed) in enumerate(history)]  # type: ignore[misc]
    mixed = sure = trusted = PlayerState()
    for fact, confirmed in all_facts:
        mixed, gained = after(mixed, fact, confirmed)
        trusted, _ = after(trusted, fact, True)
        if confirmed:
            sure, alone = after(sure, fact, True)
            assert gained == alone
        elif gained:
            assert gained == ((), ())
    assert (mixed.norms, mixed.lifetime) == (sure.norms, sure.lifetime)
    assert SYSTEM.titles(mixed, LIST) == SYSTEM.titles(sure, LIST)
    # Confirming them all changes no rating.
    assert (mixed.rating, mixed.games, mixed.peak) == (trusted.rating, trusted.games, trusted.peak)
    assert SYSTEM.load(SYSTEM.dump(mixed)) == mixed


pairs = st.lists(st.tuples(rounds, rounds, st.sampled_from([1.0, 0.5, 0.0]), st.booleans()), min_size=1, max_size=5)


@given(pairs, st.tuples(st.integers(1200, 2400), st.integers(1200, 2400)))
@examples()
def test_an_unconfirmed_section_is_rated_and_earns_nothing(
    history: list[tuple[Any, Any, float, bool]], ratings: tuple[int, int]
) -> None:
    states = {
        n: after(PlayerState(), EnteredRating(float(rating), 40), True)[0] for n, rating in enumerate(ratings, start=1)
    }
    for day, (first, second, score, confirmed) in enumerate(history):
        given_ratings = [*first, *second]
        lines = [Entrant(1, player=1, rated=True), Entrant(2, player=2, rated=True)]
        lines += [Entrant(n, float(rating)) for n, (rating, _) in enumerate(given_ratings, start=3)]
        games = [Game(1, 1, 2, score)]
        games += [Game(at, 1, at + 1, won) for at, (_, won) in enumerate(first, start=2)]
        games += [Game(at, 2, len(first) + at + 1, won) for at, (_, won) in enumerate(second, start=2)]
        section = Crosstable(FIRST + timedelta(days=day), tuple(lines), tuple(games))
        outcomes = SYSTEM.rate_event(section, LIST, states)
        if not confirmed:
            outcomes = {player: SYSTEM.as_reported(states[player], outcome) for player, outcome in outcomes.items()}
            reported = SYSTEM.rate_reported(section, LIST, states)
            assert {player: earned(one) for player, one in reported.items()} == {
                player: earned(one) for player, one in outcomes.items()
            }
        states = {player: outcome.state for player, outcome in outcomes.items()}


def test_a_state_whose_every_fact_is_confirmed_carries_nothing_twice() -> None:
    state, _ = after(PlayerState(), EnteredRating(1500.0, 40), True)
    state, _ = after(state, event(1, [(1500, 1.0)]), True)
    assert state.confirmed is None
    held, _ = after(state, event(2, [(1500, 1.0)]), False)
    assert held.confirmed == state
    vouched = SYSTEM.apply_entered(held, EnteredRating(1600.0, None), LIST)
    assert vouched.confirmed is None


def test_a_lowered_title_is_lowered_in_both() -> None:
    state, _ = after(PlayerState(), EnteredRating(1500.0, 40), True)
    held, _ = after(state, event(1, [(1500, 1.0)]), False)
    lowered = SYSTEM.demote(held)
    assert lowered.lifetime == SYSTEM.demote(state).lifetime
    assert lowered.for_life._replace(lifetime=None) == state._replace(lifetime=None)


def test_an_event_that_rests_on_unconfirmed_ones_earns_nothing() -> None:
    """A match takes an established rating: by the confirmed facts alone, which give none, it could not be rated."""
    state, _ = after(PlayerState(), EnteredRating(1500.0, 40), False)
    assert state.for_life.rating is None
    lines = (Entrant(1, player=OWN, rated=True), Entrant(2, 1550.0))
    games = tuple(Game(n, 1, 2, 1.0) for n in range(1, 5))
    match = Crosstable(FIRST, lines, games, kind=EventKind.MATCH)
    outcome = SYSTEM.rate_event(match, LIST, {OWN: state})[OWN]
    assert outcome.state.rating > 1500
    assert (outcome.norms, outcome.titles, outcome.detail.lifetime) == ((), (), None)
    assert outcome.state.for_life == state.for_life
    assert outcome.state.lifetime is None
    trusted, _ = after(PlayerState(), EnteredRating(1500.0, 40), True)
    assert SYSTEM.rate_event(match, LIST, {OWN: trusted})[OWN].detail.lifetime is not None
