"""The cards of Elo and Glicko-2: their figures, and that everything fits a phone."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, in_full, names

from bot.services.events.report import EventReport, ListReport
from bot.services.ratings.forecast import GoalReport
from bot.store.database.rows import Player
from bot.ui.cards.events import calculation_pages
from bot.ui.cards.section import goal_card, rating_card
from bot.ui.systems.by_key import CARDS
from core.event.crosstable import Crosstable, Entrant, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.systems import system_of

DAY = date(2026, 11, 20)
PLAIN = pytest.mark.parametrize("rating_list", [RatingList.ELO, RatingList.GLICKO_2], ids=lambda moved: moved.value)
drawn = settings(max_examples=40, deadline=None)
ratings = st.integers(100, 3500).map(float)


def report_of(rating_list: RatingList, crosstable: Crosstable, states: dict[int, Any], **more: Any) -> EventReport:
    outcome = system_of(rating_list).rate_event(crosstable, rating_list, states)[1]
    people = {one.number: Player(one.number, None, one.name or "") for one in crosstable.entrants}
    fields: dict[str, Any] = {"event_id": 7, "name": "Open", "player": people[1], "opponents": people}
    return EventReport(
        day=crosstable.date,
        crosstable=crosstable,
        lists=(ListReport(rating_list, outcome),),
        reported_by=None,
        house_rules=DEFAULT_RULES,
        **(fields | more),
    )


def state_of(rating_list: RatingList, rating: float | None, games: int = 20) -> Any:
    system = system_of(rating_list)
    state = system.unrated()
    return state if rating is None else system.apply_entered(state, EnteredRating(rating, games), rating_list)


@st.composite
def events(draw: st.DrawFn, rating_list: RatingList) -> EventReport:
    """Draw an event of 2 to 12 players and up to 50 rounds, of whom some are new."""
    amount = draw(st.integers(2, 12))
    states = {
        number: state_of(rating_list, draw(st.none() | ratings), draw(st.sampled_from([0, 9, 10**5])))
        for number in range(1, amount + 1)
    }
    entrants = tuple(Entrant(number, player=number, name=draw(names), rated=True) for number in states)
    games = tuple(
        Game(played, 1, 2 + played % (amount - 1), draw(st.sampled_from((0.0, 0.5, 1.0))))
        for played in range(1, draw(st.sampled_from([1, 7, 39, 50])) + 1)
    )
    name = draw(st.none() | names)
    return report_of(rating_list, Crosstable(DAY, entrants, games), states, name=name)


@PLAIN
@drawn
@given(data=st.data())
def test_every_card_and_calculation_fits(rating_list: RatingList, data: st.DataObject) -> None:
    report = data.draw(events(rating_list))
    check_fits(rating_card(report))
    embed = in_full(report)
    check_fits(embed)
    (table,) = blocks(embed.description)
    for line in table[1:]:
        assert len(line.split()) >= 4
    for page in calculation_pages(report):
        check_fits(page)
    assert len(CARDS[rating_list].further_line(report.lists[0])) < 100


@pytest.mark.long
@PLAIN
@drawn
@given(rating=st.none() | ratings, opponents=st.lists(ratings, min_size=1, max_size=16), target=ratings)
def test_every_goal_fits(rating_list: RatingList, rating: float | None, opponents: list[float], target: float) -> None:
    others = tuple(Entrant(number, one) for number, one in enumerate(opponents, start=2))
    games = tuple(Game(number, 1, number + 1) for number in range(1, len(opponents) + 1))
    outcomes = []
    for half in range(2 * len(opponents) + 1):
        me = Entrant(1, player=1, rated=True, score=half / 2)
        state = {1: state_of(rating_list, rating)}
        outcomes.append((half / 2, report_of(rating_list, Crosstable(DAY, (me, *others), games), state, event_id=None)))
    reached = [score for score, one in outcomes if one.outcome.after and one.outcome.after.rating >= target]
    embed = goal_card(GoalReport(target, 0, 0, tuple(outcomes), min(reached, default=None)))
    check_fits(embed)
    marked = [line for block in blocks(embed.description) for line in block if line.strip().startswith("▸")]
    assert len(marked) == bool(reached)


def test_elos_card_says_what_was_expected_of_each_game() -> None:
    """The worked event of tests/golden/elo/event.toml: 1613 becomes 1601.27 unrounded, from 2.5 where 2.87 was due."""
    others = tuple(Entrant(number, rating) for number, rating in enumerate((1609, 1477, 1388, 1586, 1720), start=2))
    games = tuple(Game(number, 1, number + 1, score) for number, score in enumerate((0, 0.5, 1, 1, 0), start=1))
    crosstable = Crosstable(DAY, (Entrant(1, player=1, rated=True), *others), games)
    report = report_of(RatingList.ELO, crosstable, {1: state_of(RatingList.ELO, 1613.0)})
    text = in_full(report).description or ""
    assert "## 1613 → 1601.27 (-11.73)" in text
    assert "2.87 expected, 2½ of 5 scored: **-0.37**" in text
    (table,) = blocks(text)
    assert [line.split()[:4] for line in table[1:]] == [
        ["1", "L", "1609", "0.51"],
        ["2", "D", "1477", "0.69"],
        ["3", "W", "1388", "0.79"],
        ["4", "W", "1586", "0.54"],
        ["5", "L", "1720", "0.35"],
    ]
    assert CARDS[RatingList.ELO].further_line(report.lists[0]) == "Elo too: 1613 → **1601.27** (-11.73)"
