"""From a crosstable to everybody's new standing."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from naspa_factories import NEW, crosstable, fast, one_after_another, veteran, veterans

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, EventKind
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.naspa import SYSTEM as system
from core.rating.naspa import PlayerState
from core.rating.outcome import DisplayedRating
from core.rating.rating_system import RatingSystem

NASPA = RatingList.NASPA
EVENT = crosstable({1: veteran(1000, 10), 2: NEW, 3: 1100.0}, [(1, 1, 3, 1), (2, 2, 3, 0.5)])


def test_it_is_a_rating_system() -> None:
    found: RatingSystem = system
    assert found.unrated() == NEW
    assert system.lists == (NASPA,)
    assert system.floor(NEW, NASPA) == 1
    assert system.needs_player_background(NEW) is False


def test_everybody_who_is_moved_has_an_outcome() -> None:
    outcomes = system.rate_event(EVENT, NASPA, {1: veteran(1000, 10), 2: NEW})
    assert set(outcomes) == {1, 2}
    first = outcomes[1]
    assert first.before == DisplayedRating(1000, 1000, 10, provisional=True)
    assert first.after == system.rank(first.state)
    assert first.state.games == 11
    assert first.score == 1
    assert first.norms == first.titles == ()
    assert first.rules == "naspa-2024"
    assert [step.value for step in first.steps][-2] == first.state.rating
    assert outcomes[2].before is None
    assert outcomes[2].after is not None


def test_rules_are_taken_by_name() -> None:
    club = system.rate_event(EVENT, NASPA, {1: veteran(1000, 10), 2: NEW}, "naspa-club")
    usual = system.rate_event(EVENT, NASPA, {1: veteran(1000, 10), 2: NEW})
    assert club[1].state.rating < usual[1].state.rating


def test_an_event_without_a_game_or_abroad_is_refused() -> None:
    empty = Crosstable(EVENT.date, EVENT.entrants, ())
    with pytest.raises(InputError, match="No played games"):
        system.rate_event(empty, NASPA, {1: veteran(1000), 2: NEW})
    with pytest.raises(RuleError, match="abroad"):
        system.rate_event(replace(EVENT, kind=EventKind.ABROAD), NASPA, {1: veteran(1000), 2: NEW})


def test_whoever_is_unrated_has_no_rank_and_few_games_are_provisional() -> None:
    assert system.rank(NEW) is None
    assert system.rank(veteran(1500.5, 49)) == DisplayedRating(1500.5, 1501, 49, provisional=True)
    assert system.rank(veteran(1500, 50)) == DisplayedRating(1500, 1500, 50, provisional=False)


def test_an_entered_rating_keeps_games_that_are_not_given() -> None:
    assert system.apply_entered(NEW, EnteredRating(1234, 30), NASPA) == PlayerState(1234.0, 30)
    assert system.apply_entered(veteran(1000, 80), EnteredRating(1234), NASPA) == PlayerState(1234.0, 80)


@pytest.mark.parametrize(
    ("entered", "match"),
    [
        (EnteredRating(0), "between 1 and 3000"),
        (EnteredRating(3001), "between 1 and 3000"),
        (EnteredRating(1200, -1), "-1 is not a number of games"),
        (EnteredRating(1200, 60, peak=1300), "Remove peak and floor"),
        (EnteredRating(1200, 60, floor=1100), "Remove peak and floor"),
    ],
)
def test_an_entered_rating_that_cannot_be_is_refused(entered: EnteredRating, match: str) -> None:
    with pytest.raises(RuleError, match=match):
        system.apply_entered(NEW, entered, NASPA)


def test_there_is_no_title_to_lower() -> None:
    with pytest.raises(RuleError, match="no lifetime title"):
        system.demote(veteran(1500))


@fast
@given(veterans)
def test_a_state_reads_back_from_json_to_the_last_bit(state: PlayerState) -> None:
    assert system.load(json.loads(json.dumps(system.dump(state)))) == state
    assert system.load(system.dump(NEW)) == NEW


def test_rating_is_the_same_whoever_is_asked_first() -> None:
    table = crosstable({1: veteran(1000), 2: veteran(1100)}, one_after_another(1, 0, 1))
    states = {1: veteran(1000), 2: veteran(1100)}
    assert system.rate_event(table, NASPA, states) == system.rate_event(table, NASPA, dict(reversed(states.items())))
