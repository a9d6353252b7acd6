"""NASPA's cards: the figures of a published event, and everything else fits a phone."""

import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, in_full, names
from wall_chart_factories import sections

from bot.services.events.report import EventReport, ListReport, SectionReport
from bot.services.ratings.forecast import GoalReport
from bot.store.database.rows import Player
from bot.ui.cards.events import calculation_pages
from bot.ui.cards.section import goal_card, rating_card, section_pages
from bot.ui.framework.text import safe
from bot.ui.systems.naspa.cards import CARDS
from bot.ui.wording.wall_chart import wall_chart_of
from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.naspa import SYSTEM as system
from core.rating.naspa import PlayerState
from tests.depth import examples

GOLDEN = Path(__file__).parents[1] / "golden" / "naspa" / "division.toml"
DIVISION: dict[str, Any] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"][0]
drawn = examples()


def report_of(crosstable: Crosstable, states: dict[int, PlayerState], number: int = 1, **more: Any) -> EventReport:
    """Return a player's report; players have their pairing numbers for ids."""
    outcome = system.rate_event(crosstable, RatingList.NASPA, states)[number]
    people = {one.number: Player(one.number, None, one.name or "") for one in crosstable.entrants}
    fields: dict[str, Any] = {"event_id": 7, "name": "Open", "player": people[number], "opponents": people}
    return EventReport(
        day=crosstable.date,
        crosstable=crosstable,
        lists=(ListReport(RatingList.NASPA, outcome),),
        reported_by=None,
        house_rules=DEFAULT_RULES,
        **(fields | more),
    )


def published_division() -> tuple[Crosstable, dict[int, PlayerState]]:
    players = DIVISION["players"]
    points = {player["number"]: player["points"] for player in players}
    games = []
    for player in players:
        for index, opponent in enumerate(player["opponents"]):
            if player["number"] < opponent:
                own, theirs = player["points"][index], points[opponent][index]
                score = 0.5 if own == theirs else float(own > theirs)
                games.append(Game(index + 1, player["number"], opponent, score, None, own, theirs))
    entrants = tuple(
        Entrant(one["number"], player=one["number"], name=f"P{one['number']}", rated=True) for one in players
    )
    states = {one["number"]: PlayerState(float(one["rating"]), one["career_games"]) for one in players}
    return Crosstable(date(2023, 2, 20), entrants, tuple(games)), states


def test_the_card_of_a_published_event() -> None:
    """Player 1 of the division: 2182 before, 2208 after as tsh computed; 12 and 11 rounds, 2189 between."""
    crosstable, states = published_division()
    embed = in_full(report_of(crosstable, states))
    text = embed.description or ""
    assert "## 2182 → 2208 (+26)" in text
    assert "Rounds 1 to 12: 2182 → **2189**" in text
    assert "Rounds 13 to 23: 2189 → **2208**" in text
    assert "Record **19-4**, spread **+1401**" in text
    assert "789 career games" in text
    assert "an estimate: NASPA publishes no official text" in (embed.footer.text or "")
    (table,) = blocks(text)
    assert len(table) == 24
    assert table[1].split() == ["1", "W", "1436", "0.92", "P21"]
    check_fits(embed)


def test_what_a_second_list_says_and_that_there_are_no_norms() -> None:
    crosstable, states = published_division()
    report = report_of(crosstable, states)
    assert CARDS.further_line(report.lists[0]) == "NASPA (estimate) too: 2182 → **2208** (+26)"
    assert CARDS.norm_name(report.outcome) is None


@st.composite
def reports(draw: st.DrawFn) -> EventReport:
    """Draw an event of 2 to 12 players and up to 50 rounds, of whom some are new."""
    amount = draw(st.integers(2, 12))
    states = {
        number: draw(
            st.builds(PlayerState, st.none() | st.integers(1, 3000).map(float), st.sampled_from([0, 49, 50, 10**5]))
        )
        for number in range(1, amount + 1)
    }
    entrants = tuple(Entrant(number, player=number, name=draw(names), rated=True) for number in states)
    games = []
    for played in range(1, draw(st.sampled_from([1, 7, 16, 17, 36, 50])) + 1):
        other = 2 + played % (amount - 1)
        own, theirs = draw(st.integers(1, 700)), draw(st.integers(1, 700))
        games.append(Game(played, 1, other, 0.5 if own == theirs else float(own > theirs), None, own, theirs))
    crosstable = Crosstable(date(2026, 11, 20), entrants, tuple(games))
    return report_of(crosstable, states, event_id=draw(st.none() | st.just(7)), name=draw(st.none() | names))


@pytest.mark.long
@drawn
@given(report=reports())
def test_every_card_and_calculation_fits(report: EventReport) -> None:
    check_fits(rating_card(report))
    embed = in_full(report)
    check_fits(embed)
    (table,) = blocks(embed.description)
    for line in table[1:]:
        assert len(line.split()) >= 4
    for page in calculation_pages(report):
        check_fits(page)


@pytest.mark.long
@drawn
@given(
    rating=st.none() | st.integers(1, 3000).map(float),
    opponents=st.lists(st.integers(1, 3000).map(float), min_size=1, max_size=16),
    target=st.integers(1, 3000).map(float),
)
def test_every_goal_fits(rating: float | None, opponents: list[float], target: float) -> None:
    others = tuple(Entrant(number, one) for number, one in enumerate(opponents, start=2))
    games = tuple(Game(number, 1, number + 1) for number in range(1, len(opponents) + 1))
    outcomes = []
    for half in range(2 * len(opponents) + 1):
        me = Entrant(1, player=1, rated=True, score=half / 2)
        crosstable = Crosstable(date(2026, 11, 20), (me, *others), games)
        outcomes.append((half / 2, report_of(crosstable, {1: PlayerState(rating, 20)}, event_id=None)))
    reached = [score for score, one in outcomes if one.outcome.after and one.outcome.after.rating >= target]
    embed = goal_card(GoalReport(target, 0, 0, tuple(outcomes), min(reached, default=None)))
    check_fits(embed)
    marked = [line for block in blocks(embed.description) for line in block if line.strip().startswith("▸")]
    assert len(marked) == bool(reached)


@examples(0.3)
@given(report=sections())
def test_a_section_with_points_has_the_spread_behind_every_whole_name(report: SectionReport) -> None:
    assume(report.lists)
    detail = report_of(*published_division()).outcome.detail
    outcomes = {key: one._replace(detail=detail) for key, one in report.outcomes[report.lists[0]].items()}
    report = replace(report, lists=(RatingList.NASPA,), outcomes={RatingList.NASPA: outcomes})
    chart = wall_chart_of(report)
    assume(chart.has_points)
    lines = []
    for page in section_pages(report):
        check_fits(page)
        lines += [line for line in (page.description or "").splitlines() if line.startswith("`")]
    assert len(lines) == len(chart.lines)
    for line, shown in zip(chart.lines, lines, strict=True):
        assert safe(line.name, 100) in shown
        assert shown.split()[-1] == (f"{line.spread:+d}" if line.spread else "0")
