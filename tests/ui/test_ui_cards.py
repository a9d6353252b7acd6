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
    in_full,
    names,
    rating_changes,
    report_of,
    reports,
    tournament,
)

from bot.services.events.report import EventReport
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.ratings.uschess import NormsReport
from bot.store.database.rows import Player
from bot.ui.cards.events import calculation_pages
from bot.ui.cards.section import rating_card
from bot.ui.framework.layout import PADDING
from bot.ui.systems.uschess.norms_card import all_levels
from core.event.crosstable import Crosstable, Entrant, Game, TimeControl
from core.lists import RatingList
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.state import PlayerState


@pytest.mark.long
@drawn_events
@given(reports())
def test_the_card_of_an_event_fits(report: EventReport) -> None:
    check_fits(rating_card(report))


@pytest.mark.long
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
    late = replace(report, later=tuple(later))
    check_fits(rating_card(late))


@pytest.mark.parametrize(
    "event", ["Spring Swiss of the club, the B group, played in the town hall", "*" * 60, "@" * 60]
)
def test_the_longest_late_report_fits_too(event: str) -> None:
    later = tuple(
        RatingChange(1, RatingList.USCHESS_REGULAR, event, date(2026, 11, 21), 1500.25, 1512.5 + number)
        for number in range(20)
    )
    check_fits(rating_card(report_of(tournament(*[1600.5] * 60, score=30), name=event, later=later)))


@pytest.mark.long
@drawn_events
@given(reports())
def test_no_figure_in_a_table_is_cut(report: EventReport) -> None:
    for block in blocks(in_full(report).description):
        # Only a name, from the seventeenth column of the games on, may be cut.
        figures = [line[:16] if "Player" in block[0] else line for line in block]
        assert not [line for line in figures if "…" in line]


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
    assert re.search(r"4th 1200 +12\.5000 ", in_full(report).description or "")
    assert re.search(r"4th 1200 +12\.50 ", all_levels(NormsReport(report, None, ())).description or "")
    assert re.search(r"Exp\. +12\.5000 ", pages)


@pytest.mark.long
@drawn_events
@given(reports())
def test_the_calculation_leaves_out_no_step_no_opponent_and_no_norm_level(report: EventReport) -> None:
    pages = [page.description or "" for page in calculation_pages(report)]
    games = len(report.crosstable.games)
    prose = [line for page in pages for line in "".join(page.split("```")[::2]).split("\n")]
    assert sum(line.startswith("- ") for line in prose) == sum(len(moved.outcome.steps) for moved in report.lists)
    tables = [block for page in pages[1:] for block in blocks(page)]
    (opponents,) = [block for block in tables if "Player" in block[0]]
    assert len(opponents) == 1 + games
    rounds: dict[str, list[str]] = {code: [] for code in "4321CMS"}
    for block in tables:
        for code in re.findall(r"(\w) \d{4}", block[0]):
            rounds[code] += [line.split()[0] for line in block[1:] if line[:2].strip()]
    assert rounds == {code: [str(number) for number in range(1, games + 1)] for code in "4321CMS"}


@pytest.mark.long
@drawn_events
@given(reports())
def test_no_page_of_the_calculation_ends_with_a_heading(report: EventReport) -> None:
    for page in calculation_pages(report):
        assert not (page.description or "").rstrip().split("\n")[-1].startswith("**")


def test_the_table_of_games_has_a_heading_and_a_sum() -> None:
    """Against equals half a point is expected, so 1.00 of two games; one win and one draw make 1½."""
    event = tournament(1500, 1500, score=1.5)
    games = tuple(replace(game, score=score) for game, score in zip(event.games, (1.0, 0.5), strict=True))
    report = report_of(replace(event, games=games), PlayerState(1500, games=50, peak=1500))
    rows = [line.strip("`").replace(PADDING, " ").split() for line in said(report).split("\n") if line.startswith("`")]
    assert rows == [["Opp.", "Exp.", "Pts"], ["1500", ".50", "1"], ["1500", ".50", "½"], ["Sum", "1.00", "1½"]]


def test_a_code_that_stays_is_explained_beside_the_rating() -> None:
    report = report_of(tournament(1500, 1500, score=1), PlayerState(1500, games=50, lifetime=LifetimeTitle(1400, 2)))
    assert "# 1500 → 1500\\*c2  =\n" in said(report)
    assert "`c2`: Certified Class C (1400), 8 points to **Advanced Class C (1500)**\n" in said(report)


@given(names, names)
@drawn_events
def test_a_title_and_an_author_are_one_line_each(event: str, player: str) -> None:
    report = report_of(tournament(1500, 1600, score=1), name=event, player=Player(1, 11, player))
    first, figures, *_ = (rating_card(report).description or "").split("\n")
    assert first.startswith("### ")
    assert figures.startswith("# ")
    author = in_full(report).author.name
    assert author
    assert author.splitlines() == [author]


def test_a_round_is_a_line_with_its_result() -> None:
    """Expected: C(1200 - 1400) = 200/800 and C(1400 - 1400) = 1/2 by the title system's table."""
    crosstable = tournament(1400, 1399.6, score=1)
    entrants = (Entrant(1, player=1, rated=True), *crosstable.entrants[1:])
    played = (Game(1, 1, 2, 1), Game(2, 1, 3, 0.5))
    description = in_full(report_of(Crosstable(crosstable.date, entrants, played))).description or ""
    own, _, by_round, _ = blocks(description)
    # Two against one's own rating are expected to be 0.5 each; the sum is below.
    assert [line.split()[:4] for line in by_round[1:]] == [["1W", "1400", "25", "50"], ["2D", "1400", "25", "50"]]
    # Unrated, of unknown age: 1300 to begin with, and 0.5 - 100/800 is expected against 1400.
    assert [line.split() for line in own[1:]] == [
        ["1", "W", "1400", "0.38"],
        ["2", "D", "1400", "0.38"],
        ["Sum", "0.75"],
    ]


def test_the_games_stay_whole_where_levels_and_rounds_find_no_room() -> None:
    for games, tables in ((45, 6), (60, 2)):
        card = in_full(report_of(tournament(*[1400.0] * games, score=20)))
        check_fits(card)
        assert len(blocks(card.description)) == tables
        assert [line.split()[0] for line in blocks(card.description)[0][1:]] == [*map(str, range(1, 41)), "Sum"]
        assert f"… and {games - 40} more games" in (card.description or "")


def test_who_wins_for_certain_has_more_than_99_hundredths() -> None:
    """2400 - 974 is more than 400: a whole point by the title system; 1200 - 1600 none."""
    description = in_full(report_of(tournament(974, 1600, 974, 974, score=2))).description or ""
    *_, low, high = ([line.split() for line in block[1:]] for block in blocks(description))
    assert low[0] == ["1", "974", "99+", "99+", "99+", "99+"]
    assert high[0] == ["1", "974", "99+", "99+", "99+"]
    assert low[1][:3] == ["2", "1600", "00"]


# John Chess of the document of 1998: "c2" is Certified Class C (1400) with two points toward 1500.
JOHN = PlayerState(rating=1575, games=90, peak=1650, lifetime=LifetimeTitle(1400, 2))
BISHOP = PlayerState(rating=1732.5, games=40, peak=1750, lifetime=LifetimeTitle(1700))
BISHOPS_OPPONENTS = (1720, 1750, 1800, 1770, 1600)


def said(report: EventReport) -> str:
    return rating_card(report).description or ""


def test_the_code_behind_a_rating_is_escaped_where_markdown_is_read() -> None:
    """Half the points against players of one's own rating change nothing; three games give no lifetime norm."""
    report = report_of(tournament(1575, 1575, 1575, score=1.5), JOHN)
    assert "# 1575 → 1575\\*c2  =\n" in said(report)
    assert "Lifetime" not in said(report)
    assert "established, 93 rated games" in (in_full(report).description or "")


def test_a_newcomers_rating_is_printed_with_its_games() -> None:
    """From the initial 1300 of an adult, half the points against 1300s change nothing."""
    report = report_of(tournament(1300, 1300, 1300, 1300, score=2))
    assert "# new → 1300P\n" in said(report)
    assert "from 4 games; it counts as established after 25" in said(report)
    assert "## unrated → 1300\nprovisional, 4 rated games" in (in_full(report).description or "")


def test_a_provisional_rating_says_how_many_games_it_lacks() -> None:
    """It takes more than 25: of 19 + 4 games three are missing."""
    assert "\nprovisional: 3 more games\n" in said(report_of(tournament(*[1500] * 4, score=2), PlayerState(1500, 19)))
    assert "provisional" not in said(report_of(tournament(*[1500] * 4, score=2), PlayerState(1500, 22)))


def test_a_lifetime_norm_moves_the_code_in_one_quiet_line() -> None:
    report = report_of(tournament(*BISHOPS_OPPONENTS, score=3), BISHOP)
    assert "\nLifetime points: B0 → B2\n" in said(report)
    assert "🏆" not in said(report)
    assert "Lifetime norm **1700**: `B0` → `B2`" in (in_full(report).description or "")


def test_a_lifetime_title_is_announced_with_the_event_that_brought_it() -> None:
    """The document: B8, and the expected score of 1700 exceeded, is ten points: a0."""
    state = BISHOP._replace(lifetime=LifetimeTitle(1700, 8))
    report = report_of(tournament(*BISHOPS_OPPONENTS, score=3), state)
    assert "\\*a0" in said(report)
    assert "\n🏆 **Certified Class A (1800), lifetime title**\n" in said(report)
    assert "Lifetime points" not in said(report)
    assert "Lifetime norm **1700**: `B8` → `a0`" in (in_full(report).description or "")


def test_the_first_lifetime_title_is_not_earned_but_begins() -> None:
    """Rule g: 1830 gives 1700. Two of four against 1830s leave 1830; 23 + 4 games make it established."""
    report = report_of(tournament(*[1830] * 4, score=2), PlayerState(1830, games=23))
    assert "# 1830 → 1830  =\n" in said(report)
    assert "\nLifetime title: Advanced Class B (1700)\n" in said(report)
    assert "🏆" not in said(report)
    assert "established, 27 rated games" in (in_full(report).description or "")


def test_nothing_says_that_the_tables_are_rebuilt() -> None:
    """The letter and the delta of this event are; that stands with the tables and in /help, once."""
    state = PlayerState(2000, games=90, peak=2000, lifetime=LifetimeTitle(2000))
    report = report_of(tournament(*[2000] * 4, score=4), state)
    pages = [rating_card(report), *calculation_pages(report)]
    assert not [page for page in pages if re.search("rebuilt|reconstructed", page.description or "")]


def test_a_dual_rated_event_shows_both_lists() -> None:
    """Six rounds against 1800s, from the document: 3½ make an 1800 norm and 4½ a 1900 norm; 5½ would be 2000.

    Regular, a8: 2 points, and ten of them, make A. Quick, B9 with 2 more points unpublished: a norm 200 above gives
    5 points to 1800, and with more than ten the title; the other counter, 2 + 2, becomes the first: a4.
    """
    event = replace(tournament(*[1800] * 6, score=4.5), time_control=TimeControl(30, 5))
    regular = PlayerState(1800, games=90, peak=1800, lifetime=LifetimeTitle(1800, 8))
    quick = PlayerState(1800, games=90, peak=1800, lifetime=LifetimeTitle(1700, 9, 2))
    report = report_of(event, regular, further={RatingList.USCHESS_QUICK: quick})
    assert re.search(
        r"### Dana\n# 1800 → 18\d\d\\\*A0  ▲ \d+ `Regular`\n# 1800 → 18\d\d\\\*a4  ▲ \d+ `Quick`\n", said(report)
    )
    description = in_full(report).description or ""
    assert re.search(r"^US Chess Quick too: 1800 → \*\*18\d\d\.\d\d\*\* \(\+\d\d\.\d\d\)$", description, re.MULTILINE)
    assert "Lifetime norm (US Chess Regular) **1900**: `a8` → `A0`" in description
    assert "Lifetime norm (US Chess Quick) **1900**: `B9` → `a4`" in description
    assert "Advanced Class A (1900), lifetime title** (US Chess Regular)\n" in description
    assert "Certified Class A (1800), lifetime title** (US Chess Quick)\n" in description
    assert [page.author.name for page in calculation_pages(report)] == [
        "Dana · US Chess Regular",
        "Dana · US Chess Regular",
        "Dana · US Chess Quick",
        "Dana · US Chess Regular",
    ]


def test_a_players_line_of_a_section_says_that_the_whole_section_was_rated() -> None:
    players = {number: PlayerState(1500, games=50, peak=1500) for number in (2, 3, 4)}
    entrants = tuple(Entrant(number, player=number, rated=True) for number in (1, 2, 3, 4))
    pairs = [(1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3)]
    event = Crosstable(date(2026, 11, 20), entrants, tuple(Game(*pair, 0.5) for pair in pairs))
    report = report_of(event, players[2], others=players, opponents={2: Player(2, None, "Anna")})
    card = rating_card(report)
    assert "\n# 1500 → 1500  =\n" in (card.description or "")
    assert f"`{PADDING}1500{PADDING * 2}.50{PADDING * 3}½{PADDING}` Anna\n" in f"{card.description}\n"
    assert (in_full(report).description or "").startswith("## 1500 → 1500 (±0.00)\n")
    assert "the whole section rated at once" in (card.footer.text or "")
    (opponents,) = [
        block for page in calculation_pages(report)[1:] for block in blocks(page.description) if "Player" in block[0]
    ]
    assert opponents[1].split() == ["1", "D", "1500", "Anna"]
