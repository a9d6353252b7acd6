"""The answers to an event fit Discord and a phone, whatever was played by whoever."""

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import (
    blocks,
    check_fits,
    drawn_events,
    names,
    player_states,
    rating_changes,
    report_of,
    reports,
)

from bot.services.folding import RatingChange
from bot.services.player_card import NormsReport
from bot.services.reports import EventReport
from bot.store.rows import Player
from bot.ui.calculation import calculation_pages
from bot.ui.player_card import norms_card
from bot.ui.rating_card import rating_card
from core.crosstable import Crosstable, Entrant, Game
from core.uschess.state import PlayerState
from core.uschess.titles import title_progress


def tournament(*ratings: float, score: float) -> Crosstable:
    entrants = (Entrant(1, player=1, rated=True, score=score), *(Entrant(n + 2, r) for n, r in enumerate(ratings)))
    games = tuple(Game(number + 1, 1, number + 2) for number in range(len(ratings)))
    return Crosstable(date(2026, 11, 20), entrants, games)


def norms_report(report: EventReport, state: PlayerState) -> NormsReport:
    return NormsReport(report, title_progress(state.norms, state.peak))


@drawn_events
@given(reports())
def test_the_card_of_an_event_fits(report: EventReport) -> None:
    check_fits(rating_card(report))


@drawn_events
@given(reports(), player_states())
def test_the_norms_of_an_event_fit(report: EventReport, state: PlayerState) -> None:
    check_fits(norms_card(norms_report(report, state)))


@drawn_events
@given(reports())
def test_every_page_of_the_calculation_fits(report: EventReport) -> None:
    pages = calculation_pages(report)
    for number, page in enumerate(pages, start=1):
        check_fits(page)
        assert (page.footer.text or "").startswith(f"Page {number} of {len(pages)} · ")


@drawn_events
@given(reports(), st.lists(rating_changes, max_size=30))
def test_the_card_of_a_late_report_fits_too(report: EventReport, later: list[RatingChange]) -> None:
    check_fits(rating_card(replace(report, later=tuple(later))))


@pytest.mark.parametrize(
    "event", ["Spring Swiss of the club, the B group, played in the town hall", "*" * 60, "@" * 60]
)
def test_the_longest_late_report_fits_too(event: str) -> None:
    later = tuple(RatingChange(1, event, date(2026, 11, 21), 1500.25, 1512.5 + number) for number in range(20))
    check_fits(rating_card(report_of(tournament(*[1600.5] * 60, score=30), name=event, later=later)))


@drawn_events
@given(reports(), player_states())
def test_no_figure_in_a_table_is_cut(report: EventReport, state: PlayerState) -> None:
    for embed in (rating_card(report), norms_card(norms_report(report, state))):
        for block in blocks(embed.description):
            assert not [line for line in block if "…" in line]


@drawn_events
@given(reports())
def test_no_figure_of_the_calculation_is_cut(report: EventReport) -> None:
    for page in calculation_pages(report):
        for block in blocks(page.description):
            # Only a name, from the thirteenth column of the opponents on, may be cut.
            figures = [line[:12] if "Player" in block[0] else line for line in block]
            assert not [line for line in figures if "…" in line]


@pytest.mark.parametrize("rules", [None, "informal-2020"])
def test_an_expected_score_of_ten_and_more_is_shown_whole(rules: str | None) -> None:
    """Against a player of the level's own rating half a point is expected (C(0) = We(0) = 0.5): 12.5 of 25."""
    report = report_of(tournament(*[1200.0] * 25, score=20), PlayerState(rating=1200, games=50), rules=rules)
    pages = "".join(page.description or "" for page in calculation_pages(report))
    assert re.search(r"4th 1200 +12\.5000 ", rating_card(report).description or "")
    assert re.search(r"4th 1200 +12\.50 ", norms_card(norms_report(report, PlayerState())).description or "")
    assert re.search(r"Exp\. +12\.5000 ", pages)


@drawn_events
@given(reports())
def test_the_calculation_leaves_out_no_step_no_opponent_and_no_norm_level(report: EventReport) -> None:
    pages = [page.description or "" for page in calculation_pages(report)]
    games = len(report.crosstable.games)
    prose = [line for page in pages for line in "".join(page.split("```")[::2]).split("\n")]
    assert sum(line.startswith("- ") for line in prose) == len(report.outcome.steps)
    tables = [block for page in pages for block in blocks(page)]
    (opponents,) = [block for block in tables if "Player" in block[0]]
    assert len(opponents) == 1 + games
    rounds: dict[str, list[str]] = {code: [] for code in "4321CMS"}
    for block in tables:
        for code in re.findall(r"(\w) \d{4}", block[0]):
            rounds[code] += [line.split()[0] for line in block[1:] if line[:2].strip()]
    assert rounds == {code: [str(number) for number in range(1, games + 1)] for code in "4321CMS"}


@drawn_events
@given(reports())
def test_no_page_of_the_calculation_ends_with_a_heading(report: EventReport) -> None:
    for page in calculation_pages(report):
        assert not (page.description or "").rstrip().split("\n")[-1].startswith("**")


@given(names, names)
@drawn_events
def test_a_title_and_an_author_are_one_line_each(event: str, player: str) -> None:
    report = report_of(tournament(1500, 1600, score=1), name=event, player=Player(1, 11, player))
    card = rating_card(report)
    for line in (card.title, card.author.name):
        assert line
        assert line.splitlines() == [line]


def test_a_round_is_a_line_with_its_result() -> None:
    """Expected: C(1200 - 1400) = 200/800 and C(1400 - 1400) = 1/2 by the title system's table."""
    crosstable = tournament(1400, 1399.6, score=1)
    entrants = (Entrant(1, player=1, rated=True), *crosstable.entrants[1:])
    played = (Game(1, 1, 2, 1), Game(2, 1, 3, 0.5))
    description = rating_card(report_of(Crosstable(crosstable.date, entrants, played))).description or ""
    _, by_round = blocks(description)
    assert [line.split()[:4] for line in by_round[1:]] == [["1W", "1400", "25", "50"], ["2D", "1400", "25", "50"]]
