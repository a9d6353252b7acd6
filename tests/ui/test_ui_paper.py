"""Paper: what stands on which page, in what size; the figures of a Scrabble wall chart; HTML as a browser prints it."""

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from pypdf import PdfReader
from wall_chart_factories import crosstable, section

from bot.services.events.report import SectionReport
from bot.ui.paper.crosstable import crosstable_sheet
from bot.ui.paper.layout import html_of, laid_out
from bot.ui.paper.pdf import pdf_of
from bot.ui.paper.sheets import Sheet, Slip
from bot.ui.wording.wall_chart import ExtraColumn
from core.event.crosstable import Bye, ByeKind, Game
from tests.practice.browser import CHROMIUM, QUIET_BROWSER

A4_LANDSCAPE = (842, 595)
HOSTILE = ("<script>alert(1)</script>", "שלום כהן", "مريم", "😀", "W" * 60, "Łukasz & Sons", "Анна", "Ελένη", "王小明")


def everybody_meets(players: int, rounds: int, *called: str) -> SectionReport:
    """Return a round robin by the circle method."""
    names = [*called, *(f"Firstname Lastname{at}" for at in range(len(called) + 1, players + 1))]
    circle, games = list(range(1, players + 1)), []
    for played in range(1, rounds + 1):
        pairs = [sorted((circle[at], circle[-1 - at])) for at in range(players // 2)]
        games += [Game(played, first, second, 1.0) for first, second in pairs]
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return section(crosstable(*names, games=games, rating=1500.0), dict(enumerate(names, start=1)))


def read(parts: Sequence[Any]) -> PdfReader:
    return PdfReader(io.BytesIO(pdf_of(parts)[0]))


def sizes_of(reader: PdfReader) -> set[float]:
    found: set[float] = set()
    for page in reader.pages:
        page.extract_text(visitor_text=lambda text, _cm, _tm, _font, size: found.add(size) if text.strip() else None)
    return found


def test_a_crosstable_of_24_players_and_23_rounds_fits_one_landscape_page() -> None:
    reader = read([crosstable_sheet(everybody_meets(24, 23))])
    (page,) = reader.pages
    assert tuple(map(round, page.mediabox[2:])) == A4_LANDSCAPE
    assert min(sizes_of(reader)) >= 7
    lines = page.extract_text().splitlines()
    text = " ".join(lines)
    # Number 1 beats all others, and 24 loses to all: 23 points and none.
    assert re.search(r"1 Firstname Lastname1 1500 (W\d+ ){23}23", text)
    assert re.search(r"24 Firstname Lastname24 1500 (L\d+ ){23}0", text)
    assert "W win · L loss" in text


def test_a_table_wider_than_a_page_repeats_names_and_loses_no_cell() -> None:
    sheet = crosstable_sheet(everybody_meets(200, 30))
    reader = read([sheet])
    assert min(sizes_of(reader)) >= 7
    texts = [page.extract_text() for page in reader.pages]
    assert {name for _, name, *_ in sheet.rows} == {f"Firstname Lastname{number}" for number in range(1, 201)}
    for label, name, *_ in sheet.rows:
        shown = [text for text in texts if re.search(rf"^{re.escape(label)}\s+{name}\b", text, re.MULTILINE)]
        assert len(shown) == len(laid_out(sheet).parts) == 2
    assert sum(len(re.findall(r"\b[WL]\d+\b", text)) for text in texts) == 200 * 30
    assert [text.splitlines()[-1] for text in texts] == [f"{at} of {len(texts)}" for at in range(1, len(texts) + 1)]


def test_all_text_is_within_the_margins() -> None:
    places: list[tuple[float, float]] = []

    def note(text: str, _: Any, matrix: Sequence[float], *__: Any) -> None:
        places.extend([(matrix[4], matrix[5])] if text.strip() else [])

    (page,) = read([crosstable_sheet(everybody_meets(24, 23, *HOSTILE))]).pages
    page.extract_text(visitor_text=note)
    assert len(places) > 24 * 23
    assert all(36 <= x < A4_LANDSCAPE[0] - 36 and 0 < y < A4_LANDSCAPE[1] for x, y in places)


def test_one_player_without_a_game_is_printed() -> None:
    report = section(crosstable("Ann", byes=[Bye(1, 1, ByeKind.FULL_POINT)]), {1: "Ann"})
    (page,) = read([crosstable_sheet(report)]).pages
    assert "1 Ann B 1" in " ".join(page.extract_text().split())


def test_a_short_table_has_large_text_and_a_long_one_has_not() -> None:
    """A row of 14 points takes 20.5 of the page's 698, one of 12 takes 18: 34 and 38 rows."""
    tables = [Sheet("Friday", "", ("Board", "White"), "><", [("1", "Ann")] * rows) for rows in (10, 36, 60)]
    assert [laid_out(table).size for table in tables] == [14, 12, 10]
    assert [len(read([table]).pages) for table in tables] == [1, 1, 2]


def test_an_empty_table_has_its_head() -> None:
    (page,) = read([Sheet("Friday", "today", ("Place", "Player"), "><", ())]).pages
    assert page.extract_text().split() == ["Friday", "today", "Place", "Player"]


def test_hostile_names_are_text_in_pdf_and_html() -> None:
    sheet = crosstable_sheet(everybody_meets(len(HOSTILE) + 1, 3, *HOSTILE))
    reader = read([sheet])
    text = "".join(page.extract_text() for page in reader.pages)
    for name in ("<script>alert(1)</script>", "Łukasz & Sons", "Анна", "Ελένη", "◆"):
        assert name in text
    assert "W" * 60 in text.replace("\n", "")
    drawn = b"".join(page.get_contents().get_data() for page in reader.pages).decode("latin-1")
    for name in ("שלום כהן", "مريم"):  # pictures, with the text beside them
        assert f"/ActualText <FEFF{name.encode('utf-16-be').hex().upper()}>" in drawn
    html = html_of([sheet]).decode()
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    for name in HOSTILE[1:5]:
        assert name in html


def test_slips_are_four_to_a_page() -> None:
    slips = [
        Slip("Friday", f"Round 1 · board {at}", (("White", f"Ann {at}"), ("Black", "Bo")), ("1-0", "½-½", "0-1"))
        for at in range(1, 10)
    ]
    reader = read([slips])
    texts = [page.extract_text() for page in reader.pages]
    assert [text.count("Signature") for text in texts] == [8, 8, 2]
    assert html_of([slips]).count(b'class="slip"') == 9


def test_a_scrabble_wall_chart_has_what_tsh_prints() -> None:
    """By hand: wins, losses and the spread add up round by round; a bye is a win of 50, an absence a loss of 50."""
    games = [
        Game(1, 1, 2, 1.0, True, first_points=412, second_points=388),
        Game(2, 1, 3, 0.5, False, first_points=400, second_points=400),
        Game(3, 2, 3, 0.0, first_points=300, second_points=477),
    ]
    byes = [
        Bye(1, 3, ByeKind.FULL_POINT, points=50),
        Bye(2, 2, ByeKind.UNPLAYED, points=-50),
        Bye(3, 1, ByeKind.FULL_POINT, points=50),
    ]
    report = section(crosstable("Ann", "Bo", "Cy", games=games, byes=byes), {1: "Ann", 2: "Bo", 3: "Cy"})
    sheet = crosstable_sheet(report, ExtraColumn("QURSH", {1: "104", 2: "87", 3: "111"}))
    assert sheet.head == ["#", "Player", "Round 1", "Round 2", "Round 3", "Total", "Spread", "QURSH"]
    cells = [row[2:5] for row in sheet.rows]
    assert cells == [
        ["+50\nB\n1.0–0.0\n+50 = +50", "400-400\nD2 1st\n1.5–0.5\n0 = +50", "477-300\nW3\n2.5–0.5\n+177 = +227"],
        ["412-388\nW3 1st\n1.0–0.0\n+24 = +24", "400-400\nD1 2nd\n1.5–0.5\n0 = +24", "+50\nB\n2.5–0.5\n+50 = +74"],
        ["388-412\nL2 2nd\n0.0–1.0\n-24 = -24", "-50\nU\n0.0–2.0\n-50 = -74", "300-477\nL1\n0.0–3.0\n-177 = -251"],
    ]
    assert [row[-2:] for row in sheet.rows] == [["+227", "111"], ["+74", "104"], ["-251", "87"]]
    (page,) = read([sheet]).pages
    assert "+177 = +227" in page.extract_text()


@pytest.mark.long
def test_html_prints_in_a_browser_as_the_pdf_does(tmp_path: Path) -> None:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install chromium or google-chrome to print in a browser")
    page_file = tmp_path / "print.html"
    slips = [Slip("Open", f"Round 1 · board {at}", (("White", "Ann"), ("Black", "Bo")), ("1-0",)) for at in range(1, 6)]
    page_file.write_bytes(html_of([crosstable_sheet(everybody_meets(24, 23, *HOSTILE)), slips]))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET_BROWSER))
        page = browser.new_page()
        page.goto(page_file.as_uri())
        printed = page.pdf(prefer_css_page_size=True)
        browser.close()
    table, *slip_pages = PdfReader(io.BytesIO(printed)).pages
    width, height = (float(one) for one in table.mediabox[2:])
    assert width > height
    text = table.extract_text()
    assert "<script>alert(1)</script>" in text
    assert len(re.findall(r"\b[WL]\d+\b", text)) == 24 * 23
    assert [one.extract_text().count("board") for one in slip_pages] == [4, 1]
