"""A section that was rated for a look at its file: the same outcomes under other ids, and no others."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from folding_checks import CLUB
from hypothesis import given
from hypothesis import strategies as st

from bot.services.context import Actor, Services
from bot.services.fold import rated_sections
from bot.services.fold.rated_sections import forget_sections, rate_once
from bot.services.imports.import_event import confirm_import, preview_import
from bot.services.imports.import_report import ImportOptions
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.upkeep.verify import verify_club
from core.background import Background
from core.club_rules import DEFAULT_RULES
from core.crosstable import Crosstable, Entrant, Game, TimeControl
from core.lists import RatingList
from core.opening import Opening
from core.uschess.system import SYSTEM as uschess
from tests.conftest import person
from tests.depth import examples

REGULAR, QUICK = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK
DAY, GAMES = date(2026, 11, 20), (Game(1, 1, 2, 1.0), Game(2, 2, 3, 0.5), Game(3, 3, 1, 0.0))
FILE = b"number,name,rating,games,1,2,3\n1,Dana,1500,30,W2,B,W3\n2,Eli,1600,30,L1,D3,B\n3,Fay,1700,30,B,D2,L1\n"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remember sections of two, and forget them afterwards."""
    monkeypatch.setattr(rated_sections, "FEWEST", 2)
    forget_sections()
    yield
    forget_sections()


class Rate:
    """Rates, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, *asked: Any) -> Any:
        self.times += 1
        return uschess.rate_event(*asked)


def section(*ids: int, games: tuple[Game, ...] = GAMES, **more: Any) -> Crosstable:
    entrants = [Entrant(number, player=player, rated=True) for number, player in enumerate(ids, start=1)]
    return Crosstable(DAY, tuple(entrants), games, **more)


def states(*ids: int, ratings: tuple[float, ...] = (1500.0, 1600.0, 1700.0)) -> dict[Any, Any]:
    opened = [uschess.apply_opening(uschess.unrated(), Opening(rating, 30), REGULAR) for rating in ratings]
    return dict(zip(ids, opened, strict=True))


def test_a_section_under_other_ids_is_not_rated_again() -> None:
    rate = Rate()
    first = rate_once(rate, section(1, 2, 3), REGULAR, states(1, 2, 3), None, {}, DEFAULT_RULES)
    again = rate_once(rate, section(70, 8, 9), REGULAR, states(70, 8, 9), None, {}, DEFAULT_RULES)
    assert rate.times == 1
    assert list(again.items()) == [(70, first[1]), (8, first[2]), (9, first[3])]
    forget_sections()
    rate_once(rate, section(1, 2, 3), REGULAR, states(1, 2, 3), None, {}, DEFAULT_RULES)
    assert rate.times == 2


def test_small_sections_are_rated_each_time_and_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    rate = Rate()
    monkeypatch.setattr(rated_sections, "MOST", 5)
    for ids in ((1, 2, 3), (4, 5, 6)):
        for score in (1.0, 0.5, 1.0):
            games = (replace(GAMES[0], score=score), *GAMES[1:])
            rate_once(rate, section(*ids, games=games), REGULAR, states(*ids), None, {}, DEFAULT_RULES)
    assert rate.times == 5  # the last one with 1.0 alone was there when it came again
    monkeypatch.setattr(rated_sections, "FEWEST", 4)
    rate_once(rate, section(1, 2, 3), REGULAR, states(1, 2, 3), None, {}, DEFAULT_RULES)
    assert rate.times == 6


sections = st.builds(
    lambda scores, ids, **more: section(
        *ids, games=tuple(replace(game, score=score) for game, score in zip(GAMES, scores, strict=True)), **more
    ),
    st.tuples(*[st.sampled_from([0.0, 0.5, 1.0])] * 3),
    st.permutations([1, 2, 3]),
    time_control=st.sampled_from([None, TimeControl(45, 0)]),
)


@examples()
@given(
    st.lists(
        st.tuples(
            sections,
            st.sampled_from([REGULAR, QUICK]),
            st.tuples(*[st.sampled_from([1500.0, 1600.0])] * 3),
            st.sampled_from([None, "informal-2020"]),
            st.sampled_from([{}, {1: Background(adult=True)}]),
        ),
        min_size=2,
        max_size=6,
    )
)
def test_whatever_was_rated_before_a_section_has_the_outcomes_of_its_own(asked: list[Any]) -> None:
    forget_sections()
    for crosstable, rating_list, ratings, rules, known in asked:
        told = (crosstable, rating_list, states(1, 2, 3, ratings=ratings), rules, known, DEFAULT_RULES)
        assert rate_once(uschess.rate_event, *told) == uschess.rate_event(*told)


@pytest.mark.parametrize("changes", [False, True])
async def test_a_confirmation_rates_again_what_has_changed_since_the_look(
    services: Services, monkeypatch: pytest.MonkeyPatch, changes: bool
) -> None:
    times, rated = [], type(uschess).rate_event

    def counted(*asked: Any) -> Any:
        times.append(1)
        return rated(*asked)

    monkeypatch.setattr(type(uschess), "rate_event", counted)
    tess = Actor(CLUB, person("Tess"), 1, manager=True)
    looked = await preview_import(services, tess, FILE, ImportOptions(day=DAY, lists=(REGULAR,)))
    assert looked.pending_id is not None
    if changes:
        dana = SetRatingRequest(person("Dana"), 1900.0, 60, REGULAR, day=date(2026, 11, 1))
        await set_rating(services, replace(tess, interaction_id=2), dana)
    times.clear()
    stored = await confirm_import(services, replace(tess, interaction_id=3), looked.pending_id)
    assert len(times) == changes
    shown, told = (
        {entrant.name: section.outcomes[REGULAR][entrant.player] for entrant in section.crosstable.entrants}
        for section in (looked.sections[0], stored.sections[0])
    )
    assert (shown == told) is not changes
    assert await verify_club(services, CLUB) == []
