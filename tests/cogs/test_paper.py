"""Print: what a paired evening and a stored event look like on paper, through the buttons and /td export."""

import html
import io
import re
from typing import Any

import pytest
from pypdf import PdfReader
from test_event_export import imported

from tests.cogs.paired_evening import Clock, PairedEvening
from tests.conftest import SimulatedClub
from tests.file_answers import part_of
from tests.flows import report_results, wall_chart

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def paper(answer: Any) -> tuple[list[str], str]:
    """Return the pages of the PDF of an answer, and the text of its HTML file."""
    pdf, page = answer.response.attachments
    assert (pdf.filename, page.filename) == ("print.pdf", "print.html")
    pages = [one.extract_text() for one in PdfReader(io.BytesIO(await pdf.read())).pages]
    assert answer.response.embeds[0].description.startswith(f"**{len(pages)} page")
    return pages, html.unescape(re.sub(r"<[^>]+>", " ", (await page.read()).decode()))


async def printed(who: Any, asked: Any, *what: str) -> tuple[list[str], str]:
    """Choose what to print from a menu, and return it."""
    return await paper(await who.select(asked.response, [*what], custom_id=part_of(asked.response, "print-what")))


async def asked_of(evening: PairedEvening, who: Any) -> Any:
    standings = await who.click(evening.card, label="Standings")
    return await who.click(standings.response, label="Print")


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.both_databases
async def test_print_has_every_board_of_an_odd_round(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=3)
    await evening.begin()
    boards = await evening.opponents()
    (bye,) = set(NAMES) - {name for board in boards for name in board}

    pages, text = await printed(evening.member("Ann"), await asked_of(evening, evening.member("Ann")), "pairings")

    by_board, by_name = map(words, pages)
    assert "round 1 by board" in by_board
    for number, (white, black) in enumerate(boards, start=1):
        assert f"{number} {white} 0 – {black} 0" in by_board
        assert f"{white} {number} White {black}" in by_name
        assert f"{black} {number} Black {white}" in by_name
    assert f"{bye} 1 bye" in by_board
    assert f"{bye} bye" in by_name
    in_order = [line.split()[0] for line in pages[1].splitlines() if line.split()[0] in NAMES]
    assert in_order == sorted(NAMES)
    assert all(name in text for name in NAMES)


async def test_print_has_standings_crosstable_and_slips_in_one_file(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=3)
    await evening.begin()
    boards = await evening.opponents()
    (bye,) = set(NAMES) - {name for board in boards for name in board}
    await report_results(club, club.td, results="; ".join(f"{first} beat {second}" for first, second in boards))

    asked = await asked_of(evening, evening.member("Bo"))
    pages, _ = await printed(evening.member("Bo"), asked, "standings", "crosstable", "slips")

    standings, crosstable, slips = map(words, pages)
    for first, second in boards:
        # A bye of the pairing is a point, so three have one.
        assert re.search(rf"\d {first} – 1 ", standings), standings
        assert re.search(rf"\d {second} – 0 ", standings), standings
        assert re.search(rf"\d {first} – W[45] 1", crosstable), crosstable
        assert re.search(rf"\d {second} – L[123] 0", crosstable), crosstable
        assert f"White {first} Signature" in slips
        assert f"Black {second} Signature" in slips
    assert re.search(rf"\d {bye} – 1 ", standings), standings
    assert re.search(rf"\d {bye} – B 1", crosstable), crosstable
    assert slips.count("Round 1 · board") == 2
    assert slips.count("½-½") == 2


async def test_print_of_a_draft_is_for_directors_alone(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=3)
    panel = await evening.direct("Pair round 1")
    asked = await evening.member("Ann").click(evening.card, label="Standings")
    asked = await evening.member("Ann").click(asked.response, label="Print")
    assert "Pairings" not in str(asked.response.components)

    drawn = await club.td.click(panel, label="Print")
    pages, _ = await printed(club.td, drawn, "pairings", "slips")
    assert "draft: not published" in pages[0]


async def test_print_says_what_there_is_not(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", rounds=3)
    asked = await asked_of(evening, club.td)
    menu = part_of(asked.response, "print-what")
    refused = await club.td.select(asked.response, ["prizes"], custom_id=menu)
    assert "This event has no prizes." in refused.followups[0].content
    refused = await club.td.select(asked.response, ["crosstable"], custom_id=menu)
    assert "Nobody has been paired yet" in refused.followups[0].content
    pages, _ = await printed(club.td, await asked_of(evening, club.td), "standings")
    assert "1 Ann" in words(pages[0])
    assert "Pairings" not in str(asked.response.components)


async def test_export_prints_a_running_and_a_stored_event(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=3)
    await evening.begin()
    asked = await club.td.slash(club.channel, "td export", what="paper")
    menu = part_of(asked.response, "print-chosen")
    chosen = await club.td.select(asked.response, [f"evening-{(await evening.state()).evening.id}"], custom_id=menu)
    pages, _ = await printed(club.td, chosen, "pairings")
    assert "round 1 by board" in pages[0]


HOSTILE = ("<b>Mallory</b> & sons", "W" * 60, "שלום כהן", "😀 Ann 👩🏽", "Łukasz Ünal", "Анна", "王小明")


async def test_print_of_a_stored_event_has_every_name_whole(club: SimulatedClub) -> None:
    cells = ("W2", "L1", "W4", "L3", "W6", "L5", "B")
    rows = [
        f'{at},"{name}",1500,30,{cell}\n' for at, (name, cell) in enumerate(zip(HOSTILE, cells, strict=True), start=1)
    ]
    event_id = await imported(club, ("number,name,rating,games,1\n" + "".join(rows)).encode())
    chart = await wall_chart(club.dana, club.channel, event_id)
    answer = await club.dana.click(chart.response, label="Print")
    (page,), text = await paper(answer)
    for name in HOSTILE:
        assert name in text
    assert "<b>Mallory</b> & sons" in page
    assert "W" * 60 in page.replace("\n", "")
    assert "◆ Ann" in page
    assert "Łukasz Ünal" in page
    assert "Анна" in page
