"""Every rating system has what the rooms around it ask for."""

import json
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.declarations import import_all
from bot.ui.buttons.help import TOPICS
from core.errors import RatingError
from core.event.crosstable import Crosstable, Entrant, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.rating_system import Bounds, RatingSystem
from core.rating.systems import ALL, system_of
from tests.core.system_checks import DAY, lacks

import_all("cogs")


@pytest.mark.parametrize("system", ALL, ids=lambda system: system.key)
def test_a_system_lacks_nothing(system: RatingSystem) -> None:
    assert list(lacks(system)) == []


def test_every_list_has_one_system_and_a_label_of_its_own() -> None:
    assert set(RatingList) == set(RatingList)
    assert sum(len(system.lists) for system in ALL) == len(RatingList)
    assert len({moved.label for moved in RatingList}) == len(RatingList)
    assert len({system.key for system in ALL}) == len(ALL)


def test_an_edition_is_named_by_one_key_in_all_systems() -> None:
    keys = [edition.key for system in ALL for edition in system.editions]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("system", ALL, ids=lambda system: system.key)
def test_the_help_names_it(system: RatingSystem) -> None:
    said = " ".join(topic.title + " " + topic.text for topic in TOPICS.values()).casefold()
    name = system.lists[0].label.split(" (")[0].removesuffix(" Regular").removesuffix(" Standard")
    assert name.casefold() in said, f"No help text names {name}. Say in a topic of cogs/ what it is."


@pytest.mark.parametrize("rating_list", RatingList, ids=lambda moved: moved.value)
@given(data=st.data())
def test_a_state_comes_back_from_json_to_the_last_bit(rating_list: RatingList, data: st.DataObject) -> None:
    system = system_of(rating_list)
    lowest, highest = system.typed_ratings
    size = data.draw(st.integers(2, 4))
    states: dict[Any, Any] = {}
    for number in range(1, size + 1):
        rating = data.draw(st.none() | st.integers(int(lowest), int(highest)))
        state = system.unrated()
        if rating is not None:
            state = system.apply_entered(
                state, EnteredRating(float(rating), data.draw(st.integers(0, 99))), rating_list
            )
        states[number] = state
    games = [
        Game(place, first, second, data.draw(st.sampled_from((0.0, 0.5, 1.0))))
        for place, (first, second) in enumerate(
            ((one, other) for one in range(1, size + 1) for other in range(one + 1, size + 1)), start=1
        )
    ]
    entrants = tuple(Entrant(number, player=number, rated=True) for number in states)
    try:
        outcomes = system.rate_event(Crosstable(DAY, entrants, tuple(games)), rating_list, states)
    except RatingError:
        assume(False)
    for outcome in outcomes.values():
        assert system.load(json.loads(json.dumps(system.dump(outcome.state)))) == outcome.state


class TestASystemThatLacksSomething:
    """The checks can fail: one that has hardly anything is told each thing."""

    def test_it_is_told_in_sentences(self) -> None:
        class Reason(StrEnum):
            NOWHERE = "nowhere-said"

        elo = next(system for system in ALL if system.key == "elo")
        lame: Any = SimpleNamespace(
            **{name: getattr(elo, name) for name in dir(elo) if not name.startswith("_")}
            | {"reasons": Reason, "typed_ratings": Bounds(50, 3500), "lists": ()}
        )
        said = list(lacks(lame))
        assert "SYSTEM of core/rating/elo.py is another one." in said
        assert "nowhere-said has no words in bot/ui/systems/elo/wording.py." in said
        assert "lists: it rates none, or one twice." in said

    def test_one_without_rooms_is_told_too(self) -> None:
        lame: Any = SimpleNamespace(key="nosuchsystem", lists=())
        said = list(lacks(lame))
        assert any("core.rating.nosuchsystem" in sentence for sentence in said)
        assert len(said) >= 5
