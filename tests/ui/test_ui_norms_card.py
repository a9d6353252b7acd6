"""/norms as the document of 1998 would print it: tables, codes, and the sums behind them."""

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
    earned_norms,
    norms_report,
    player_states,
    report_of,
    reports,
    tournament,
)

from bot.services.events.report import EventReport
from bot.store.database.rows import EarnedNorm
from bot.ui.systems.uschess.norms_card import all_levels, norm_rules_pages, norms_card
from core.event.crosstable import Bye, ByeKind, EventKind, TimeControl
from core.lists import RatingList
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.state import PlayerState

REGULAR, QUICK, BLITZ = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ

# Barry Bishop's example: title 1700, no points, 3-2 against these post-tournament ratings.
BISHOP = PlayerState(rating=1732.5, games=40, peak=1750, lifetime=LifetimeTitle(1700))
OPPONENTS = (1720, 1750, 1800, 1770, 1600)


def titled(level: int, first: int = 0, second: int = 0, rating: float = 1750) -> PlayerState:
    return PlayerState(rating=rating, games=90, peak=rating, lifetime=LifetimeTitle(level, first, second))


def text_of(report: EventReport, state: PlayerState | None = None) -> str:
    return all_levels(norms_report(report, state)).description or ""


def rows_of(text: str, table: int) -> list[list[str]]:
    return [line.split() for line in blocks(text)[table][1:]]


def bishops_text(points: int = 0) -> str:
    return text_of(report_of(tournament(*OPPONENTS, score=3), BISHOP._replace(lifetime=LifetimeTitle(1700, points))))


class TestBishop:
    """B0 becomes B2: expected 2.301 and 2.987, and 0.6 above the first is 2.901, above the second 3.587."""

    def test_the_table_has_expected_required_scored_and_earned(self) -> None:
        text = bishops_text()
        assert rows_of(text, 1) == [["B", "1700", "2.301", "3", "3", "YES"], ["a", "1800", "2.987", "4", "3", "no"]]
        assert "Required: 0.6 above expected, for 5 rounds." in text

    def test_the_code_moves_and_eight_points_are_missing(self) -> None:
        text = bishops_text()
        assert "**Lifetime titles of the 1990s** · code `B0` → `B2`" in text
        assert text.endswith("\n8 points to **Certified Class A (1800)**")
        assert "🏆" not in text

    def test_from_b8_it_earns_the_title(self) -> None:
        """The document: ten points, "the norm code would be changed to a0"; the next title takes ten more."""
        text = bishops_text(8)
        assert "code `B8` → `a0`" in text
        assert "10 points to **Advanced Class A (1900)**" in text
        assert "🏆 **Certified Class A (1800), lifetime title**" in text

    def test_the_titles_of_2016_stand_above(self) -> None:
        """C(1600 - R): 280, 250, 200, 230 and 400 of 800 make 1.7; C(1800 - R): 560, 500, 400, 460 and 800, 3.4."""
        text = bishops_text()
        assert text.startswith("Norm **2nd Category (1600)** · `N:2`\n")
        assert ["2nd", "1600", "1.70", "3", "3", "YES"] in rows_of(text, 0)
        assert ["1st", "1800", "3.40", "4½", "3", "no"] in rows_of(text, 0)
        assert "4th Category (1200)**: 1 of 5 norms" in text

    def test_how_opens_the_documents_own_steps(self) -> None:
        """Table III as the specification, 4.2, gives it: 20 is .529 and .471, 50 .571 and .429, 100 .640 and .360."""
        *_, last = norm_rules_pages(report_of(tournament(*OPPONENTS, score=3), BISHOP))
        text = last.description or ""
        assert rows_of(text, 0) == [
            ["1720", "20", "0.471", "lower"],
            ["1750", "50", "0.429", "lower"],
            ["1800", "100", "0.360", "lower"],
            ["1770", "70", "0.401", "lower"],
            ["1600", "100", "0.640", "higher"],
            ["Sum", "2.301"],
        ]
        assert rows_of(text, 1) == [
            ["1720", "80", "0.613", "higher"],
            ["1750", "50", "0.571", "higher"],
            ["1800", "0", "0.500", "equal"],
            ["1770", "30", "0.543", "higher"],
            ["1600", "200", "0.760", "higher"],
            ["Sum", "2.987"],
        ]
        for line in (
            "**Advanced Class B (1700)**, lifetime title",
            "2. Sum: **2.301**",
            "3. 3 − 2.301 = **0.699**",
            "4. Delta for 5 rounds: 0.6. 0.699 is not below it: norm **earned**",
            "**Certified Class A (1800)**, lifetime title",
            "2. Sum: **2.987**",
            "3. 3 − 2.987 = **0.013**",
            "4. Delta for 5 rounds: 0.6. 0.013 is below it: norm **not earned**",
            "Highest norm **1700**. Code `B0` → `B2`. 8 points to **Certified Class A (1800)**.",
        ):
            assert line in text.split("\n")


def test_a_level_that_is_not_made_changes_no_code() -> None:
    """2½ is 0.199 above 2.301, less than 0.6: the first level fails and no other is tested."""
    report = report_of(tournament(*OPPONENTS, score=2.5), BISHOP)
    text = text_of(report)
    assert "· code `B0`\n" in text
    assert rows_of(text, 1) == [["B", "1700", "2.301", "3", "2½", "no"]]
    *_, last = norm_rules_pages(report)
    assert "No norm. The code stays `B0`. 10 points to **Certified Class A (1800)**." in (last.description or "")


def test_all_twenty_levels_are_shown_where_all_are_made() -> None:
    """Six wins against 2950s: 6 x .429 = 2.574 expected of 2900, and 3.074 takes 3½.

    From 1000 to 2900, rule f: the title 2700, five points toward 2800 and two toward 2900.
    """
    report = report_of(tournament(*[2950] * 6, score=6), titled(1000, rating=1100))
    text = text_of(report)
    rows = rows_of(text, 1)
    assert [row[0] for row in rows] == list("eEdDcCbBaAxXlLsStTuU")
    assert [int(row[1]) for row in rows] == list(range(1000, 3000, 100))
    assert rows[-1] == ["U", "2900", "2.574", "3½", "6", "YES"]
    assert "code `e0` → `T5`" in text
    assert "5 points to **4-Star Master (2800)**" in text
    assert "3-Star Master (2700), lifetime title" in text
    check_fits(all_levels(norms_report(report)))
    for page in norm_rules_pages(report):
        check_fits(page)


def test_the_highest_title_has_no_next_one() -> None:
    report = report_of(tournament(*[2800] * 6, score=6), titled(2900, rating=2950))
    assert "· code `U0`\n" in text_of(report)
    assert text_of(report).endswith("\nThe highest title")
    *_, last = norm_rules_pages(report)
    assert "Highest norm **2900**. The code stays `U0`. The highest title." in (last.description or "")


def test_sixty_games_are_shown_whole() -> None:
    """Against sixty 1700s a 1700 scores 30; with the delta of 0.5, 30½."""
    report = report_of(tournament(*[1700] * 60, score=30.5), BISHOP)
    card = all_levels(norms_report(report))
    check_fits(card)
    assert ["B", "1700", "30.000", "30½", "30½", "YES"] in rows_of(card.description or "", 1)
    pages = norm_rules_pages(report)
    assert sum((page.description or "").count("1700     0  0.500 equal") for page in pages) == 60
    assert any("**30.000**" in (page.description or "") for page in pages)


@pytest.mark.parametrize(("title", "opponents"), [(1600, 5), (1700, 4), (1800, 6), (2000, 4)])
def test_no_answer_says_that_the_tables_are_rebuilt(title: int, opponents: int) -> None:
    """Letters and deltas of these are not attested; that stands with the tables and in /help, once."""
    report = report_of(tournament(*[title] * opponents, score=opponents / 2), titled(title, rating=title))
    shown = [norms_card(norms_report(report)), all_levels(norms_report(report)), *norm_rules_pages(report)]
    assert not [page for page in shown if re.search("reconstructed|rebuilt", page.description or "")]


class TestBlocked:
    """Why there is no norm, in words, beside the code that stays."""

    @pytest.mark.parametrize(
        ("opponents", "score", "said"),
        [
            ((1700, 1750), 2, "No norm: four rounds are required."),
            ((1700, 1750, 1700, 1750), 1.5, "No norm: 2 points from played games are required."),
        ],
    )
    def test_short_events_and_low_scores(self, opponents: tuple[int, ...], score: float, said: str) -> None:
        report = report_of(tournament(*opponents, score=score), BISHOP)
        text = text_of(report)
        assert "· code `B0`\n" in text
        assert said in text.split("\n")
        assert text.endswith("10 points to **Certified Class A (1800)**")
        assert "lifetime" not in "".join(page.description or "" for page in norm_rules_pages(report))

    def test_three_games_of_four_rounds(self) -> None:
        event = replace(tournament(1700, 1700, 1700, score=3), byes=(Bye(4, 1, ByeKind.FULL_POINT),))
        text = text_of(report_of(event, BISHOP))
        assert "No norm: 4 rated games are required." in text
        # Three wins and a bye: 3 x C(-100) = 3 x 300/800 = 1.125 of 1600, and two points more are 3.125.
        assert ["2nd", "1600", "1.12", "not", "possible"] in rows_of(text, 0)
        intro = norm_rules_pages(report_of(event, BISHOP))[0].description or ""
        assert "A norm requires 2 points above that, or more." in intro

    def test_a_match(self) -> None:
        event = tournament(1700, 1700, 1700, 1700, score=3)
        games = tuple(replace(game, second=2) for game in event.games)
        event = replace(event, entrants=event.entrants[:2], games=games, kind=EventKind.MATCH)
        text = text_of(report_of(event, BISHOP))
        assert text.startswith("No norm: a match gives no norms\n")
        assert "No norm: a match gives none." in text

    def test_a_provisional_player(self) -> None:
        text = text_of(report_of(tournament(*OPPONENTS, score=3)))
        assert "· code blank\nNo norm: an established rating is required (more than 25 games)." in text
        assert "an established rating (more than 25 games)" in text

    def test_a_player_below_all_titles(self) -> None:
        """Rule g: 100 less, the last two digits zero; the lowest title of 1000 takes 1100."""
        text = text_of(report_of(tournament(*[900] * 4, score=2), PlayerState(rating=900, games=50, peak=900)))
        assert "· code blank\nNo title yet: the first one requires an established rating of 1100." in text

    def test_the_title_begins_when_a_rating_is_established(self) -> None:
        """Rule g: 1830 gives B0. Two of four against 1830s leave 1830."""
        text = text_of(report_of(tournament(*[1830] * 4, score=2), PlayerState(rating=1830, games=23)))
        assert (
            "· code blank → `B0`\nThe title starts at Advanced Class B (1700), by the rating after the event." in text
        )
        assert "10 points to **Certified Class A (1800)**" in text

    def test_the_reason_stands_with_the_sums_too(self) -> None:
        intro = norm_rules_pages(report_of(tournament(1700, 1750, score=2), BISHOP))[0].description or ""
        assert "No norm: a norm requires 4 played games." in intro


class TestLists:
    """Regular and quick titles are kept apart."""

    def test_a_quick_event_has_the_quick_title(self) -> None:
        report = report_of(tournament(*OPPONENTS, score=3), BISHOP, rating_list=QUICK)
        text = text_of(report)
        assert text.startswith("No norm: norms come from Regular events only\n")
        assert "code `B0` → `B2`" in text
        assert "of 5 norms" not in text

    def test_a_blitz_event_has_no_lifetime_title(self) -> None:
        report = report_of(tournament(*OPPONENTS, score=3), BISHOP, rating_list=BLITZ)
        assert "Lifetime" not in text_of(report)
        assert len(norm_rules_pages(report)) == 1

    def test_a_dual_rated_event_has_a_table_for_each(self) -> None:
        """Against six 1800s 4½ make 1900 and no more. Regular a0: two points. Quick B9: five, ten are a title."""
        event = replace(tournament(*[1800] * 6, score=4.5), time_control=TimeControl(30, 5))
        report = report_of(event, titled(1800), further={QUICK: titled(1700, 9, 2)})
        card = all_levels(norms_report(report))
        text = card.description or ""
        check_fits(card)
        assert card.author.name == "Dana · US Chess Regular and US Chess Quick"
        assert "**Lifetime titles of the 1990s, US Chess Regular** · code `a0` → `a2`" in text
        assert "**Lifetime titles of the 1990s, US Chess Quick** · code `B9` → `a4`" in text
        assert len(blocks(text)) == 3
        assert "Certified Class A (1800), lifetime title** (US Chess Quick)" in text
        authors = [page.author.name for page in norm_rules_pages(report)]
        assert authors[0] == authors[1] == "Dana · US Chess Regular"
        assert authors[-1] == "Dana · US Chess Quick"


def test_rules_that_do_not_count_toward_titles_have_no_lifetime_norms() -> None:
    text = text_of(report_of(tournament(*OPPONENTS, score=3), BISHOP, rules="informal-2020"))
    assert "Norms by these rules do not count toward titles." in text
    assert "Lifetime" not in text


def test_the_norms_so_far_are_named_with_their_events() -> None:
    names = ["Spring", None, "@everyone", "*Club*", "A", "B", "C", "D"]
    earned = [EarnedNorm("uschess", 1800, "1", 1, name, date(2026, 11, 20)) for name in names]
    report = report_of(tournament(*OPPONENTS, score=3), BISHOP)
    text = all_levels(norms_report(report, earned=earned)).description or ""
    listed = [line for line in text.split("\n") if line.startswith("- ")]
    assert listed == [
        "- `N:1` Spring, 2026-11-20",
        "- `N:1` event, 2026-11-20",
        "- `N:1` @\u200beveryone, 2026-11-20",
        "- `N:1` \\*Club\\*, 2026-11-20",
        "- `N:1` A, 2026-11-20",
        "- `N:1` B, 2026-11-20",
        "- … and 2 more",
    ]


def test_an_expert_title_takes_an_established_rating_of_2000_once() -> None:
    """Five norms of Candidate Master with an established peak of 1990, and with none."""
    report = report_of(tournament(*OPPONENTS, score=3), BISHOP)
    norms = (0, 0, 0, 0, 5, 0, 0)
    text = text_of(report, PlayerState(rating=1950, games=90, peak=1990, norms=norms))
    assert "Next title **Candidate Master (2000)**: 5 of 5 norms, and an established rating of 2000 once" in text
    text = text_of(report, PlayerState(rating=1950, games=9, norms=(0, 0, 0, 0, 5, 0, 0)))
    assert "Next title **4th Category (1200)**: 5 of 5 norms, and an established rating (more than 25 games)" in text


@pytest.mark.parametrize("name", [None, "*" * 100, "@" * 100, "[x](http://example.com)", "דנה" * 33, "\u200b" * 50])
def test_the_title_names_the_event_whatever_its_name(name: str | None) -> None:
    card = all_levels(norms_report(report_of(tournament(*OPPONENTS, score=3), BISHOP, name=name)))
    check_fits(card)
    assert (card.title or "").startswith("Norms: ")
    assert name is not None or card.title == "Norms: Event of 2026-11-20"


@pytest.mark.long
@drawn_events
@given(reports(), st.none() | player_states(), st.lists(earned_norms, max_size=10))
def test_the_norms_of_any_event_fit_and_no_figure_is_cut(
    report: EventReport, state: PlayerState | None, earned: list[EarnedNorm]
) -> None:
    card = all_levels(norms_report(report, state, earned))
    check_fits(card)
    assert not [line for block in blocks(card.description) for line in block if "…" in line]


@drawn_events
@given(reports())
def test_the_sums_of_any_event_fit_and_leave_out_no_opponent(report: EventReport) -> None:
    pages = norm_rules_pages(report)
    for number, page in enumerate(pages, start=1):
        check_fits(page)
        assert page.footer.text == f"Page {number} of {len(pages)}"
        assert not [line for block in blocks(page.description) for line in block if "…" in line]
    tables = [block for page in pages for block in blocks(page.description) if "Level is" in block[0]]
    events = [moved.outcome.detail.lifetime for moved in report.lists]
    assert len(tables) == sum(len(event.tests) for event in events if event is not None)
    # A heading, the opponents, and the sum.
    assert all(len(table) == len(report.crosstable.games) + 2 for table in tables)
