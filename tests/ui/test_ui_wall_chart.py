"""The wall chart as text."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from ui_factories import PHONE_COLUMNS
from wall_chart_factories import (
    PUBLISHED,
    REGULAR,
    crosstable,
    moved,
    published_cells,
    published_section,
    section,
    sections,
    standing,
)
from wcwidth import wcswidth

from bot.services.events.report import SectionReport
from bot.ui.cards.section import expected_pages, section_pages
from bot.ui.framework.layout import PADDING
from bot.ui.framework.text import safe
from bot.ui.wording.wall_chart import (
    CHARACTERS_ON_A_PAGE,
    wall_chart_csv,
    wall_chart_of,
    wall_chart_pages,
    wall_chart_text,
)
from core.event.crosstable import Bye, ByeKind, Entrant, Game
from core.lists import RatingList
from tests.depth import examples

NOVICE = next(case for case in PUBLISHED if "novice" in case["id"])
drawn = examples()

# Two rounds among four: Ann beats Ben 400-350 and loses 300-420 to Cat, who has 50 for her bye; Dan does not turn up.
SCRABBLE = crosstable(
    "Ann",
    "Ben",
    "Cat",
    "Dan",
    games=[Game(1, 1, 2, 1.0, None, 400, 350), Game(2, 3, 1, 1.0, None, 420, 300)],
    byes=[
        Bye(1, 3, ByeKind.FULL_POINT, points=50),
        Bye(2, 2, ByeKind.FORFEIT_WIN, 4, points=50),
        Bye(2, 4, ByeKind.FORFEIT_LOSS, 2, points=-50),
    ],
)


def line_of(text: str, number: int) -> list[str]:
    """Return the cells of a line by its number, which is in brackets where the place is another: 2 (3)."""
    labels = [(re.match(r"\s*(\d+)(?: \((\d+)\))? ", line), line) for line in text.splitlines()]
    return next(
        [str(number), *line[label.end() :].split()]
        for label, line in labels
        if label and (label[2] or label[1]) == str(number)
    )


def on_pages(report: SectionReport) -> list[str]:
    return [line.replace(PADDING, " ") for page in wall_chart_pages(report) for line in page.splitlines()]


def cell_of(line: str) -> list[str]:
    """Return the figures of a line's code cell, with its number where the place is another."""
    return re.sub(r"\d+ \((\d+)\)", r"\1", line.split("`")[1]).split() if line.startswith("`") else []


def points_of(cells: list[str]) -> str:
    """Add up a player's cells as US Chess counts them."""
    total = sum({"W": 1.0, "X": 1.0, "B": 1.0, "D": 0.5, "H": 0.5}.get(cell[0], 0.0) for cell in cells)
    return f"{int(total)}½" if total % 1 else str(int(total))


@pytest.mark.parametrize("case", PUBLISHED, ids=[case["id"] for case in PUBLISHED])
def test_every_cell_stands_as_us_chess_published_it(case: dict[str, Any]) -> None:
    report = published_section(case, rated=False)
    text, on_a_phone = wall_chart_text(report), on_pages(report)
    for line in case["players"]:
        cells = published_cells(line)
        row = line_of(text, line["row"])
        assert row[4:-1] == [*cells, points_of(cells)]
        head = next(at for at, shown in enumerate(on_a_phone) if cell_of(shown)[:1] == [str(line["row"])])
        assert cell_of(on_a_phone[head + 1]) == cells
        assert points_of(cells) in cell_of(on_a_phone[head])


def test_the_ratings_after_a_section_are_the_published_ones() -> None:
    """None of the six has a rating of 1100 or more, with which norm codes begin."""
    report = published_section(NOVICE)
    text, pages = wall_chart_text(report), "".join(wall_chart_pages(report))
    for line in NOVICE["players"]:
        before, after, known = round(line["pre"]), str(line["expected_post_int"]), line["games_before"]
        games = len(line["games"])
        provisional_before = "" if known == "established" else f"P{known}"
        provisional = "" if known == "established" or known + games > 25 else f"P{known + games}"
        row = line_of(text, line["row"])
        assert row[3] == f"{before}{provisional_before}"
        assert row[-1] == f"{after}{provisional}"
        assert f"{before}→{after}{provisional}" in pages


def test_the_best_score_stands_first_and_equal_ones_share_the_place() -> None:
    """Points in the published section: 3, 2, 1½, 1, 1, 1."""
    report = published_section(NOVICE)
    lines = wall_chart_of(report).lines
    assert [(line.number, line.rank) for line in lines] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4)]
    assert [line.label for line in lines] == ["1", "2", "3", "4", "4 (5)", "4 (6)"]
    rows = [row.split(",")[:2] for row in wall_chart_csv(wall_chart_of(report)).decode("utf-8-sig").splitlines()[1:]]
    assert rows == [["1", "1"], ["2", "2"], ["3", "3"], ["4", "4"], ["4", "5"], ["4", "6"]]
    swapped = crosstable("Ann", "Ben", "Cat", games=[Game(1, 1, 3, 0.0)], byes=[Bye(1, 2, ByeKind.FULL_POINT)])
    assert [line.number for line in wall_chart_of(section(swapped)).lines] == [2, 3, 1]


def test_a_norm_code_follows_an_established_rating() -> None:
    """The published example is 1575*c2: c is the title of 1400 (lifetime titles, 4.3), 2 the points."""
    outcomes = {1: moved(standing(1550, 200, (1400, 0)), standing(1575, 204, (1400, 2)))}
    outcomes[2] = moved(None, standing(1200, 1))
    event = crosstable("Ann", "Ben", games=[Game(1, 1, 2, 1.0)])
    report = section(event, {1: "Ann", 2: "Ben"}, {REGULAR: outcomes})
    text = wall_chart_text(report)
    assert line_of(text, 1) == ["1", "Ann", "1550*c0", "W2", "1", "1575*c2"]
    assert line_of(text, 2) == ["2", "Ben", "new", "L1", "0", "1200P1"]
    assert "1550→1575*c2" in wall_chart_pages(report)[0]


def test_columns_stand_straight_whatever_the_script() -> None:
    """1 for #, 10 for the longest name, 6 for Before, 2 and 2 for the rounds, 5 for Total, 2 between: 36 columns."""
    event = crosstable("Ann", "山田太郎", "Be`n @here", games=[Game(1, 1, 2, 0.5), Game(11, 1, 3, 1.0)])
    lines = wall_chart_text(section(event)).splitlines()[3:8]
    assert [wcswidth(line[: line.index("½") + 1]) for line in lines if "½" in line] == [36, 36]
    assert lines[0].split() == ["#", "Player", "Before", "1", "11", "Total", "After"]


def test_what_did_not_happen_is_shown_as_such() -> None:
    """Ben's second round is not told, Cat's game is not rated but counts for her score, Dan's result is unknown.

    Cat has 2 and Ben 0; Ann's and Dan's scores are not known.
    """
    games = [Game(1, 1, 2, 1.0), Game(2, 1, 3, 0.0, rated=False), Game(3, 4, 1), Game(3, 2, 3, rated=False)]
    event = crosstable("Ann", "Ben", "Cat", "Dan", games=games, byes=[Bye(1, 3, ByeKind.FORFEIT_WIN, 4)])
    event = replace(event, entrants=(*event.entrants[:3], Entrant(4, 1650, name="Dan")))
    text = wall_chart_text(section(event))
    assert line_of(text, 1)[3:] == ["X4", "(W3)", "?2", "2", "–"]
    assert line_of(text, 2)[3:] == ["L3", "–", "?1", "0", "–"]
    assert line_of(text, 3)[3:] == ["W2", "(L1)", "?4", "?", "–"]
    assert line_of(text, 4)[2:] == ["1650", "–", "–", "?3", "?", "–"]
    assert "( ) not rated" in text


def test_a_total_counts_where_single_results_are_unknown() -> None:
    """2½ from three games and a full-point bye make 3½."""
    games = [Game(played, 1, played + 1) for played in (1, 2, 3)]
    event = crosstable("Ann", "Ben", "Cat", "Dan", games=games, byes=[Bye(4, 1, ByeKind.FULL_POINT)])
    event = replace(event, entrants=(replace(event.entrants[0], score=2.5), *event.entrants[1:]))
    assert line_of(wall_chart_text(section(event)), 1)[3:] == ["?2", "?3", "?4", "B", "3½", "–"]


def test_a_second_list_has_a_column_of_its_own() -> None:
    quick = RatingList.USCHESS_QUICK
    outcomes = {REGULAR: {1: moved(standing(1000), standing(1010))}, quick: {1: moved(None, standing(1020, 3))}}
    report = section(crosstable("Ann", "Ben", games=[Game(1, 1, 2, 1.0)]), {1: "Ann"}, outcomes)
    text = wall_chart_text(report)
    assert "After  US Chess Quick" in text
    assert line_of(text, 1)[5:] == ["1010", "new", "→", "1020P3"]


def test_expected_scores_are_next_to_scores() -> None:
    """Ann made 3 of 2.24 expected, as in seed 000: +0.76. Of Ben, who was unrated, nothing was expected."""
    outcomes = {1: moved(standing(1470), standing(1505), 2.2410, 3), 2: moved(None, standing(1200, 1), 0.5, 0)}
    outcomes[3] = moved(standing(1500), standing(1490), 1.5, 1)
    games = [Game(1, 1, 2, 1.0), Game(2, 1, 3, 1.0), Game(3, 3, 1, 0.0)]
    event = crosstable("Ann", "Ben", "Cat", games=games, byes=[Bye(1, 3, ByeKind.FULL_POINT)])
    report = section(event, {1: "Ann", 2: "Ben", 3: "Cat"}, {REGULAR: outcomes})
    text = wall_chart_text(report)
    assert "Total  Expected  Made  Difference  After" in text
    assert line_of(text, 1)[-5:] == ["3", "2.24", "3", "+0.76", "1505"]
    assert line_of(text, 3)[-4:] == ["–", "–", "–", "1200P1"]
    assert line_of(text, 2)[-5:] == ["1", "1.50", "1", "-0.50", "1490"]
    assert [line for line in on_pages(report) if "exp." in line] == [
        "exp. 2.24, made 3: +0.76",
        "exp. 1.50, made 1: -0.50",
    ]
    detail = SimpleNamespace(norms=SimpleNamespace(earned=None), edition=SimpleNamespace(title="Rules of 2025"))
    for rated, outcome in outcomes.items():
        report.outcomes[REGULAR][rated] = outcome._replace(detail=detail)
    whole = replace(event, entrants=tuple(replace(entrant, rated=True) for entrant in event.entrants))
    (players,), (expected,) = section_pages(replace(report, crosstable=whole)), expected_pages(report)
    assert "Rules of 2025" in str(players.footer.text)
    assert rows_of(players)[:3] == ["`1 3 1505  ▲35` Ann", "`2 1 1490  ▼10` Cat", "`3 0 1200P new` Ben"]
    assert rows_of(expected) == [
        "`Exp. Pts Diff.`",
        "`2.24   3 +0.76` Ann",
        "`1.50   1 -0.50` Cat",
        "`   –   –     –` Ben",
        "`3.74   4 +0.26` Sum",
    ]


def test_what_is_expected_of_a_newcomer_is_marked() -> None:
    """Of Cat, whose system makes no first pass, nothing is expected; nothing is marked where everybody was rated."""
    outcomes = {1: moved(standing(1470), standing(1505), 0.25, 1), 2: moved(None, standing(1200, 1), 0.75, 0)}
    outcomes[2] = outcomes[2]._replace(first_pass=1250.0)
    outcomes[3] = moved(None, standing(1200, 1), 0.5, 0)
    detail = SimpleNamespace(norms=SimpleNamespace(earned=None), edition=SimpleNamespace(title="Rules of 2025"))
    outcomes = {number: outcome._replace(detail=detail) for number, outcome in outcomes.items()}
    event = crosstable("Ann", "Ben", "Cat", games=[Game(1, 1, 2, 1.0)])
    report = section(event, {1: "Ann", 2: "Ben", 3: "Cat"}, {REGULAR: outcomes})
    (page,) = expected_pages(report)
    assert rows_of(page)[1:4] == ["`0.25   1 +0.75` Ann", "`0.75   0 -0.75` Ben (new)", "`   –   –     –` Cat"]
    told = "new: expected score by the rating after the first pass"
    assert told in str(page.description)
    assert told in wall_chart_text(report)
    assert "exp. 0.75 (by the rating after the first pass), made 0: -0.75" in on_pages(report)
    (page,) = expected_pages(section(event, {1: "Ann"}, {REGULAR: {1: outcomes[1]}}))
    assert "first pass" not in str(page.description)


def rows_of(embed: discord.Embed) -> list[str]:
    """Return the lines of a page that begin with a code cell."""
    lines = (embed.description or "").replace(PADDING, " ").splitlines()
    return [line for line in lines if line.startswith("`")]


def test_scrabble_shows_both_scores_and_the_spread() -> None:
    """Ann: 400 - 350 + 300 - 420 = -70. Ben: 350 - 400 + 50 = 0. Cat: 420 - 300 + 50 = +170. Dan: -50."""
    report = section(SCRABBLE)
    text = wall_chart_text(report)
    assert [line.number for line in wall_chart_of(report).lines] == [3, 2, 1, 4]
    assert line_of(text, 3)[3:] == ["W", "400-350", "2", "L", "300-420", "1", "1", "-70", "–"]
    assert line_of(text, 2)[3:] == ["L", "350-400", "3", "X", "+50", "4", "1", "0", "–"]
    assert line_of(text, 1)[3:] == ["B", "+50", "W", "420-300", "3", "2", "+170", "–"]
    assert line_of(text, 4)[3:] == ["–", "F", "-50", "2", "0", "-50", "–"]
    page = on_pages(report)
    assert page[:2] == ["`1 2 +170 –` Cat", "`B +50       W 420-300 3`"]
    assert "`W 400-350 2 L 300-420 1`" in page


def test_five_hundred_players_take_pages_of_whole_entries() -> None:
    event = crosstable(*[f"Player {number}" for number in range(1, 501)], byes=[Bye(1, 1, ByeKind.FULL_POINT)])
    pages = wall_chart_pages(section(event))
    assert {len(page.splitlines()) for page in pages} == {12, 4}
    shown = on_pages(section(event))
    assert len(shown) == 1000
    assert shown[0] == "`      1 1 –` Player 1"
    assert shown[4] == "`  2 (3) 0 –` Player 3"
    assert all(line in ("`B`", "`–`") for line in shown[1::2])


def test_names_of_sixty_one_characters_stay_whole_and_last() -> None:
    called = [f"{letter} {'Castellan-Prado ' * 3}of Far Away" for letter in "AB"]
    outcomes = {REGULAR: {1: moved(standing(1550, 200, (1400, 0)), standing(1575, 204, (1400, 2)))}}
    report = section(crosstable(*called, games=[Game(1, 1, 2, 1.0)]), {1: called[0]}, outcomes)
    heads = [line for line in on_pages(report) if "Far" in line]
    assert [line.endswith(f"` {name}") for line, name in zip(heads, called, strict=True)] == [True, True]


@pytest.mark.long
@drawn
@given(sections())
def test_any_section_fits_a_phone(report: SectionReport) -> None:
    pages = wall_chart_pages(report)
    assert pages
    lines = []
    for page in pages:
        assert len(page) <= CHARACTERS_ON_A_PAGE
        assert len(page.splitlines()) <= 12
        lines += page.replace(PADDING, " ").splitlines()
    for line in lines:
        if line.startswith("`"):
            assert 0 <= wcswidth(line.split("`")[1]) <= PHONE_COLUMNS, line
    text = "\n".join(lines)
    assert all(safe(report.name_of(entrant.number), 100) in text for entrant in report.crosstable.entrants)
    assert {str(line) for line in range(1, len(report.crosstable.entrants) + 1)} <= {
        cell_of(line)[0] for line in lines if cell_of(line)
    }


@drawn
@given(sections())
def test_any_section_stands_straight_in_a_file(report: SectionReport) -> None:
    lines = wall_chart_text(report).splitlines()
    rule = wcswidth(lines[4])
    rows = lines[3 : 5 + len(report.crosstable.entrants)]
    assert len(rows) == 2 + len(report.crosstable.entrants)
    assert all(0 <= wcswidth(row) <= rule for row in rows)


@pytest.mark.long
@drawn
@given(sections())
def test_what_one_player_wins_another_loses(report: SectionReport) -> None:
    """Among games alone the points add up to the number of games, and the spreads to zero."""
    bare = replace(report, crosstable=replace(report.crosstable, byes=()))
    lines = wall_chart_of(bare).lines
    results = [game.score for game in bare.crosstable.games]
    if None not in results:
        assert sum(line.total or 0 for line in lines) == len(results)
    assert sum(line.spread for line in lines) == 0
