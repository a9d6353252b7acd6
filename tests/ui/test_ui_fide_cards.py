"""What an event brings for FIDE's coming list."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, drawn_events, in_full, rating_changes
from ui_factories import report_of as uschess_report
from ui_fide_factories import DAY, RAPID, fide_event, fide_report, fide_reports, on_list

from bot.services.events.report import EventReport
from bot.services.framework.recalculation.lists import RatingChange
from bot.store.database.rows import Player
from bot.ui.cards.events import calculation_pages
from bot.ui.cards.section import rating_card
from bot.ui.framework.layout import SHOWN, STORED
from bot.ui.systems.by_key import CARDS
from core.event.background import Background, ExternalRating, ExternalSystem
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.lists import RatingList
from core.rating.fide.state import PastRating, PendingEvent, PlayerState, PoolEvent
from core.rating.outcome import Award
from core.rating.uschess.state import PlayerState as UschessState
from tests.core.golden_cases import golden_case

NOW = "fide-2025-10-01"


def text_of(report: EventReport) -> str:
    return in_full(report).description or ""


def game_rows(text: str) -> list[list[str]]:
    return [line.split() for line in blocks(text)[0][1:]]


def hundredths(text: str) -> int:
    return int(Decimal(text) * 100)


def month(case: dict[str, Any]) -> EventReport:
    """Return the report of the last tournament of a month that FIDE published."""
    *earlier, last = case["tournaments"]
    day = case["list_date"].replace(month=case["list_date"].month - 1, day=25)
    pending = tuple(
        PendingEvent(day, len(event["opponents"]), sum(event["scores"]), hundredths(event["above"]), NOW)
        for event in earlier
    )
    # A rating below 2650 that was 2400 once has K 10; after 200 games others have 20.
    peak = 2400 if case["k"] == 10 else case["rating_before"]
    state = PlayerState(case["rating_before"], 200, max(peak, case["rating_before"]), pending=pending)
    if last["own"] != case["rating_before"]:
        state = state._replace(history=(PastRating(day, last["own"]),))
    began = date.min if last["own"] != case["rating_before"] else None
    event = fide_event(last["opponents"], last["scores"], day=day, began=began)
    return fide_report(event, state, rules=NOW)


@pytest.mark.parametrize("name", ["F-P01", "F-P03", "F-P05"])
def test_a_month_as_fide_published_it(name: str) -> None:
    case = golden_case("fide/periods", name)
    last, before, after = case["tournaments"][-1], case["rating_before"], case["rating"]
    text = text_of(month(case))
    change = f"{float(last['change']):+.2f}"
    listed = case["list_date"].isoformat()
    assert text.startswith(f"## {before} ({change})\nList of {listed}: {before} → **{after}** as of this event\n")
    assert f"K **{case['used_k']}** × {float(last['above']):+.2f} = **{change}**" in text
    waiting = f"Waiting for it: {len(case['tournaments'])} events, {case['games']} games, "
    if len(case["tournaments"]) > 1:
        assert f"{waiting}{float(case['change']):+.2f} in all" in text
    else:
        assert "Waiting" not in text
    assert ("of this list is above 700, so 17" in text) == (case["used_k"] == 17)
    assert len(game_rows(text)) == len(last["opponents"])


def test_each_game_has_its_difference_and_the_tables_expectation() -> None:
    """F-P01: 413 counts in full from 2650 up, .93; 788 is beyond the table; 4.5 of 5 against 4.75 expected."""
    text = text_of(month(golden_case("fide/periods", "F-P01")))
    assert game_rows(text) == [
        ["1W", "1787", "1026", "1.00", "±0.00"],
        ["2W", "2025", "788", "1.00", "±0.00"],
        ["3W", "2310", "503", "0.96", "+0.04"],
        ["4W", "2400", "413", "0.93", "+0.07"],
        ["5D", "2505", "308", "0.86", "-0.36"],
    ]
    assert "4.75 expected, 4½ of 5 scored: **-0.25**\n" in text
    assert "*FIDE's own web calculator still counts no difference above 400, and differs.*" in text


def test_a_limited_difference_is_marked() -> None:
    """The other side of F-P01's game: 2400 against 2813 is 413, counted as 400: .08."""
    text = text_of(fide_report(fide_event([2813], [0]), PlayerState(2400, 200, 2400)))
    assert game_rows(text) == [["1L", "2813", "-413*", "0.08", "-0.08"]]
    assert text.endswith("\n```\\* counts as 400")
    assert "web calculator" not in text


def test_performances_have_fides_names() -> None:
    """TEC-2: the exercise book's own ARO, TPR and PTP."""
    case = golden_case("fide/tie_breaks", "TEC-2")
    text = text_of(fide_report(fide_event(case["ratings"], case["scores"]), PlayerState(2000, 200, 2000)))
    assert f"TPR **{case['tpr']}** · PTP **{case['ptp']}** · ARO **{case['aro']}**" in text


class TestWhatDecidesK:
    @pytest.mark.parametrize(
        ("state", "born", "line"),
        [
            (PlayerState(1800, 200, 1850), None, "K **20** × +0.50 = **+10.00** (200 rated games, never rated 2400)"),
            (PlayerState(1800, 29, 1800), None, "K **40** × +0.50 = **+20.00** (29 rated games, fewer than 30)"),
            (PlayerState(1800, 200, 2405), None, "K **10** × +0.50 = **+5.00** (rated 2405: 2400 or more)"),
            # 2026 - 2008 = 18: until the end of that year.
            (PlayerState(1800, 200, 1850), 2008, "K **40** × +0.50 = **+20.00** (a junior of 18 never rated 2300)"),
        ],
    )
    def test_the_reason_stands_with_it(self, state: PlayerState, born: int | None, line: str) -> None:
        event = fide_event([1800], [1])
        assert line in text_of(fide_report(event, state, background=Background(born_year=born))).split("\n")


class TestWhichRatingCounts:
    def test_the_one_of_the_first_day(self) -> None:
        """1750 on the first day: D = -50 to 1800, .43."""
        state = PlayerState(1800, 200, 1800, (PastRating(date(2026, 11, 1), 1750),))
        text = text_of(fide_report(fide_event([1800], [1], began=date(2026, 10, 30)), state))
        assert "Counted with **1750**, the rating on the event's first day" in text
        assert "0.43" in text

    def test_one_that_was_published_meanwhile(self) -> None:
        state = PlayerState(1800, 9, 1800, (PastRating(date(2026, 11, 1), None),))
        text = text_of(fide_report(fide_event([1800], [1], began=date(2026, 10, 30)), state))
        assert "Unrated on the event's first day: counted with the rating now, **1800**" in text

    def test_the_standard_rating_in_rapid(self) -> None:
        """1900 against 1800: .64, K 40 before 30 games: 14.4."""
        known = Background(ratings=(ExternalRating(ExternalSystem.FIDE, 1900, DAY),))
        text = text_of(fide_report(fide_event([1800], [1]), PlayerState(), RAPID, background=known))
        assert text.startswith("## unrated (+14.40)\nList of 2026-12-01: unrated → **1914** as of this event\n")
        assert "Unrated on this list: counted with **1900**, the FIDE rating held elsewhere" in text


class TestGamesThatDoNotCount:
    def test_they_are_named_with_the_reason(self) -> None:
        text = text_of(fide_report(fide_event([1800, None, 1399, 1000], [1, 1, 0, 0.5]), PlayerState(1800, 200, 1800)))
        assert "Not rated: round 2 (an unrated opponent)" in text
        assert "Not rated: rounds 3, 4 (a rating too low for a FIDE list)" in text
        assert [row[0] for row in game_rows(text)] == ["1W"]
        assert "0.50 expected, 1 of 1 scored: **+0.50**" in text

    def test_far_apart_in_rapid(self) -> None:
        text = text_of(fide_report(fide_event([2000, 2500], [1, 0.5]), PlayerState(2650, 200, 2650), RAPID))
        assert "Not rated: round 1 (600 points apart, with a player above 2600)" in text

    def test_after_a_match_was_decided(self) -> None:
        games = tuple(Game(number, 1, 2, 1) for number in range(1, 5))
        match = Crosstable(DAY, (Entrant(1, player=1, rated=True), Entrant(2, 1800)), games, kind=EventKind.MATCH)
        text = text_of(fide_report(match, PlayerState(1800, 200, 1800)))
        assert "Not rated: round 4 (after the match was decided)" in text


class TestAFirstRating:
    CASE = golden_case("fide/first_rating", "INIT-N01")

    def test_as_fide_published_it(self) -> None:
        """Its calculator says 1921, by the rule that ended in 2024."""
        event = fide_event(self.CASE["opponents"], [None] * 5, score=self.CASE["score"])
        text = text_of(fide_report(event, PlayerState()))
        assert text.startswith(
            f"## First rating {self.CASE['rating']}\n"
            f"List of 2026-12-01: unrated → **{self.CASE['rating']}** as of this event, by **3** of 5 games\n"
        )
        assert "*FIDE's own web calculator still applies the rules of 2022 and differs.*" in text
        assert "Score" not in text

    def test_it_takes_five_games(self) -> None:
        pool = PoolEvent(date(2026, 10, 5), tuple(self.CASE["opponents"][:2]), 1.0, NOW)
        text = text_of(fide_report(fide_event(self.CASE["opponents"][2:4], [1, 0.5]), PlayerState(pool=(pool,))))
        assert text.startswith("## 4 of 5 games\nToward a first rating, with **2½** of 4 games so far\n")
        assert "Score **1½** of 2\n" in text
        assert "web calculator" not in text
        assert game_rows(text) == [["1W", "1884"], ["2D", "2012"]]

    def test_one_below_the_floor_is_not_published(self) -> None:
        """Half a point of six against 1402: (8412 + 3600) / 8 = 1501.5; 1.5 of 8 is 19%: -251: 1250.5, so 1251."""
        text = text_of(fide_report(fide_event([1402] * 6, [0, 0, 0, 0, 0, 0.5]), PlayerState()))
        assert text.startswith(
            "## 1251 is not published\nA first rating must be 1400 or more: "
            "**½** of 6 games and later games keep counting\n"
        )

    def test_a_first_event_without_a_point_is_lost(self) -> None:
        text = text_of(fide_report(fide_event([1500] * 5, [0] * 5), PlayerState()))
        assert text.startswith("## Still unrated\nA first event without a point does not count\n")

    def test_the_rule_of_2022_needs_no_note(self) -> None:
        event = fide_event(self.CASE["opponents"], [None] * 5, score=3, day=date(2023, 5, 5))
        assert "web calculator" not in text_of(fide_report(event, PlayerState()))


def test_whoever_falls_below_the_floor_is_told() -> None:
    """1420 loses to 1450, 1480, 1500: .46 + .42 + .39 = 1.27, times 40: -50.8."""
    text = text_of(fide_report(fide_event([1450, 1480, 1500], [0, 0, 0]), PlayerState(1420, 20, 1850)))
    assert text.startswith(
        "## 1420 (-50.80)\nList of 2026-12-01: 1420 → **unrated** as of this event\n"
        "1369 is below 1400: unrated from that list on\n"
    )


class TestSimplified:
    """200 points above: 1/(1 + 10^-.5) = .7597, the table .76 (197 to 206): 20 x .0003 = .006 more for the player."""

    def text(self, score: float) -> str:
        return text_of(fide_report(fide_event([1600], [score]), PlayerState(1800, 200, 1800), rules="simplified-2017"))

    def test_the_distance_from_the_table_is_told(self) -> None:
        text = self.text(0.5)
        assert game_rows(text) == [["1D", "1600", "200", "0.7597", "-0.2597"]]
        assert "*The simplified formula gives +0.01 against FIDE's table, with rating differences in full; " in text
        assert "its performance is ±0.0 from the TPR.*" in text
        assert "TPR **1600**" in text

    def test_a_clean_score_has_no_performance(self) -> None:
        assert "its performance is without limit for a perfect score.*" in self.text(1)


@pytest.mark.parametrize(("event_id", "colour"), [(7, STORED), (None, SHOWN)])
def test_the_colour_says_whether_it_is_stored(event_id: int | None, colour: int) -> None:
    card = rating_card(fide_report(fide_event([1800], [0]), PlayerState(1800, 200, 1800), event_id=event_id))
    assert card.colour is not None
    assert card.colour.value == colour


def test_the_footer_names_the_rules_and_that_nothing_is_stored() -> None:
    card = rating_card(fide_report(fide_event([1800], [1]), PlayerState(1800, 200, 1800), event_id=None))
    assert card.footer.text == (
        "FIDE from 2025-10-01 · opponents' ratings as given · "
        "For estimation only; official: www.fide.com, handbook.fide.com · not stored"
    )


class TestASecondList:
    EVENT = fide_event([1800], [1])
    UNRATED = PlayerState()

    @pytest.mark.parametrize(
        ("state", "line"),
        [
            (PlayerState(1800, 200, 1800), "+10.00, list of 2026-12-01: 1800 → **1810** as of this event"),
            (PlayerState(), "1 of 5 games toward a first rating"),
            (
                PlayerState(pool=(PoolEvent(DAY, (1800,) * 4, 2.0, NOW),)),
                "first rating, list of 2026-12-01: unrated → **1850** as of this event",
            ),
            (
                PlayerState(pool=(PoolEvent(DAY, (1402,) * 9, 0.5, NOW),)),
                "1272 so far, but a first rating must be 1400 or more",
            ),
        ],
    )
    def test_it_is_a_line_of_the_main_ones_card(self, state: PlayerState, line: str) -> None:
        """B.02 8.2, with two draws against 1800.

        3 of 5 against 1800s: Ra 1800, 4/7 = 57%, dp 50. 1.5 of 10: Ra (12618 + 1800 + 3600) / 12 = 1501.5,
        2.5/12 = 21%, dp -230: 1271.5, .5 up.
        """
        report = uschess_report(self.EVENT, UschessState(1800, 50, 1800))
        report = replace(report, lists=(*report.lists, on_list(self.EVENT, state)))
        assert f"FIDE Standard too: {line}" in text_of(report).split("\n")

    def test_a_first_event_without_a_point(self) -> None:
        event = fide_event([1800], [0])
        report = uschess_report(event, UschessState(1800, 50, 1800))
        report = replace(report, lists=(*report.lists, on_list(event, self.UNRATED)))
        assert "FIDE Standard too: still unrated" in text_of(report)

    def test_its_calculation_follows(self) -> None:
        report = uschess_report(self.EVENT, UschessState(1800, 50, 1800))
        report = replace(report, lists=(*report.lists, on_list(self.EVENT, PlayerState(1800, 200, 1800))))
        pages = calculation_pages(report)
        assert [page.author.name for page in pages][-1] == "Dana · FIDE Standard"
        assert " · FIDE from 2025-10-01 · For estimation only" in (pages[-1].footer.text or "")


class TestTheCalculation:
    def test_the_events_of_the_list_stand_with_what_each_brings(self) -> None:
        case = golden_case("fide/periods", "F-P05")
        pages = "".join(page.description or "" for page in calculation_pages(month(case)))
        (events,) = [block for block in blocks(pages) if "Change" in block[0]]
        rows = [line.split() for line in events[1:]]
        assert [row[-1] for row in rows] == [
            *(f"{float(event['change']):+.2f}" for event in case["tournaments"]),
            f"{float(case['change']):+.2f}",
        ]
        assert rows[-1][:2] == ["All", "39"]
        assert {row[3] for row in rows[:-1]} == {"17"}

    def test_a_pool_is_listed(self) -> None:
        pool = PoolEvent(date(2026, 10, 5), (1800, 1700), 1.5, NOW)
        report = fide_report(fide_event([1900], [0.5]), PlayerState(pool=(pool,)))
        pages = "".join(page.description or "" for page in calculation_pages(report))
        (events,) = [block for block in blocks(pages) if "Score" in block[0]]
        assert [line.split() for line in events[1:]] == [
            ["2026-10-05", "2", "1½"],
            ["2026-11-20", "1", "½"],
            ["All", "3", "2"],
        ]

    def test_opponents_have_names_and_marks(self) -> None:
        event = fide_event([1800, 1200, 2400], [1, 1, 0])
        entrants = (event.entrants[0], replace(event.entrants[1], player=5), *event.entrants[2:])
        event = Crosstable(event.date, entrants, event.games)
        anna = Player(5, None, "Anna")
        report = fide_report(event, PlayerState(2900, 200, 2900), RAPID, opponents={5: anna})
        pages = "".join(page.description or "" for page in calculation_pages(report))
        (opponents,) = [block for block in blocks(pages) if "Player" in block[0]]
        assert [line.split() for line in opponents[1:]] == [
            ["1", "W", "1800x", "Anna"],
            ["2", "W", "–"],
            ["3", "L", "2400"],
        ]
        assert "x and –: does not count" in pages


def test_titles_by_rating_have_names() -> None:
    cards = CARDS[RatingList.FIDE_STANDARD]
    names = [cards.award_name(Award("fide", rating, code)) for rating, code in ((2200, "CM"), (2300, "FM"))]
    assert names == ["Candidate Master (CM)", "FIDE Master (FM)"]
    outcome = on_list(fide_event([1800], [1]), PlayerState(1800, 200, 1800)).outcome
    assert cards.norm_name(outcome) is None


@pytest.mark.long
@drawn_events
@given(fide_reports())
def test_the_card_of_an_event_fits_and_no_figure_is_cut(report: EventReport) -> None:
    check_fits(rating_card(report))
    card = in_full(report)
    check_fits(card)
    assert not [line for block in blocks(card.description) for line in block if "…" in line]


@pytest.mark.long
@drawn_events
@given(fide_reports())
def test_every_page_of_the_calculation_fits_and_no_figure_is_cut(report: EventReport) -> None:
    pages = calculation_pages(report)
    prose = [line for page in pages for line in "".join((page.description or "").split("```")[::2]).split("\n")]
    assert sum(line.startswith("- ") for line in prose) == len(report.outcome.steps)
    tables = [block for page in pages for block in blocks(page.description)]
    for page in pages:
        check_fits(page)
    for block in tables:
        # Only a name, from the twelfth column of the opponents on, may be cut.
        assert not [line for line in block if "…" in (line[:12] if "Player" in block[0] else line)]
    (opponents,) = [block for block in tables if "Player" in block[0]]
    assert len(opponents) == 1 + len(report.crosstable.games)


@drawn_events
@given(fide_reports(), st.lists(rating_changes, max_size=30))
def test_the_card_of_a_late_report_fits_too(report: EventReport, later: list[RatingChange]) -> None:
    late = replace(report, later=tuple(later))
    check_fits(rating_card(late))


@pytest.mark.long
@drawn_events
@given(fide_reports())
def test_every_game_is_in_the_table_or_among_those_that_do_not_count(report: EventReport) -> None:
    text = text_of(report)
    shown = [int(re.match(r"\d+", row[0])[0]) for row in game_rows(text)]  # type: ignore[index]
    for line in text.split("\n"):
        if line.startswith("Not rated: "):
            shown += [int(number) for number in re.findall(r"\d+", line.split("(")[0])]
    assert sorted(shown) == list(range(1, len(report.crosstable.games) + 1))
