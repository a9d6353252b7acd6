"""Print: what a paired evening and a stored event look like on paper, through the buttons and /td export."""

import html
import io
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from test_event_export import imported

from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.file_answers import part_of
from tests.flows import report_results, wall_chart

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


async def paper(answer: Any) -> tuple[list[str], str]:
    """Return the pages of the PDF of an answer."""
    pdf, page = answer.response.attachments
    assert (pdf.filename, page.filename) == ("print.pdf", "print.html")
    pages = [one.extract_text() for one in PdfReader(io.BytesIO(await pdf.read())).pages]
    assert answer.response.embeds[0].description.startswith(f"**{len(pages)} page")
    return pages, html.unescape(re.sub(r"<[^>]+>", " ", (await page.read()).decode()))


async def printed(who: Any, asked: Any, *what: str) -> tuple[list[str], str]:
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
        assert re.search(rf"\d\)? {first} W[45] 1", crosstable), crosstable
        assert re.search(rf"\d\)? {second} L[123] 0", crosstable), crosstable
        assert f"White {first} Signature" in slips
        assert f"Black {second} Signature" in slips
    assert re.search(rf"\d {bye} – 1 ", standings), standings
    assert re.search(rf"\d\)? {bye} B 1", crosstable), crosstable
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


async def test_print_offers_only_what_there_is(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", rounds=3)
    asked = await asked_of(evening, club.td)
    (row,) = asked.response.components
    assert [one["value"] for one in row["components"][0]["options"]] == ["standings", "crosstable"]
    refused = await club.td.select(asked.response, ["crosstable"], custom_id=part_of(asked.response, "print-what"))
    assert "Nobody has been paired yet" in refused.followups[0].content
    pages, _ = await printed(club.td, asked, "standings")
    assert "1 Ann" in words(pages[0])


async def test_print_refuses_a_round_that_was_unpublished(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=3)
    await evening.begin()
    ann = evening.member("Ann")
    asked = await asked_of(evening, ann)
    await evening.direct("Unpublish")
    for what in ("pairings", "slips"):
        refused = await ann.select(asked.response, [what], custom_id=part_of(asked.response, "print-what"))
        assert "No round is published yet." in refused.followups[0].content


async def test_export_prints_a_running_event(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=3)
    await evening.begin()
    asked = await club.td.slash(club.channel, "td export", what="paper")
    menu = part_of(asked.response, "print-chosen")
    chosen = await club.td.select(asked.response, [f"evening-{(await evening.state()).evening.id}"], custom_id=menu)
    pages, _ = await printed(club.td, chosen, "pairings")
    assert "round 1 by board" in pages[0]


async def test_a_closed_evening_is_printed_with_its_prizes(club: SimulatedClub, clock: Clock) -> None:
    """Two draws: four share 300 + 200, so each has 125 (32B); and the stored event is what /td export prints too."""
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=1)
    form = await club.td.click((await club.td.click(evening.card, label="Prizes")).response, label="Set prizes (TD)")
    await club.td.submit_modal(form, {"prizes": "1st $300\n2nd 200", "people": "", "sharing": "uschess"})
    announced, _ = await printed(club.td, await asked_of(evening, club.td), "prizes")
    assert words(announced[0]).endswith("Worth Prize $300 1st $200 2nd")

    await evening.begin()
    boards = await evening.opponents()
    for one, _ in boards:
        await evening.member(one).click(evening.boards(), label="Draw")
    await evening.direct("Close round")
    await club.td.click(await evening.panel(), label="Close (TD)")

    card = await evening.member("Ann").click(evening.card, label="Print")
    pages, text = await printed(evening.member("Ann"), card, "standings", "crosstable", "prizes")
    standings, crosstable, prizes = map(words, pages)
    assert " final " in standings
    for name in ("Ann", "Bo", "Cy", "Di"):
        assert re.search(rf"1 {name} 1300 ½ ", standings), standings
        assert re.search(rf"1( \([234]\))? {name} new D[1-4] ½ ", crosstable), crosstable
        assert f"$125 {name} US Chess 32B3: 1st + 2nd, 500 divided by 4" in prizes
    assert "$125" in text

    asked = await club.td.slash(club.channel, "td export", what="paper")
    menu = part_of(asked.response, "print-chosen")
    (event_id,) = [one["value"] for one in await club.td.autocomplete(club.channel, "events", "event", "")]
    again, _ = await printed(club.td, await club.td.select(asked.response, [event_id], custom_id=menu), "crosstable")
    assert words(again[0]) == crosstable


async def test_export_prints_an_imported_event_at_once(club: SimulatedClub) -> None:
    data = b"number,name,rating,games,1,2\n1,Ann,1500,30,W2,X2\n2,Bo,1400,30,L1,F1\n"
    event_id = await imported(club, data)
    asked = await club.td.slash(club.channel, "td export", what="paper")
    menu = part_of(asked.response, "print-chosen")
    (page,), _ = await paper(await club.td.select(asked.response, [event_id], custom_id=menu))
    assert re.search(r"1 Ann 1500 W2 X2 2 ", words(page))
    assert re.search(r"2 Bo 1400 L1 F1 0 ", words(page))
    assert "X won by forfeit" in page


async def test_a_scrabble_event_is_printed_as_a_wall_chart_with_qursh(club: SimulatedClub) -> None:
    """Won by 20 is 50 and by 10 is 46 to 54, says the seed: 48 against 52 in the mean."""
    data = (Path(__file__).parents[1] / "seeds" / "two-games.t").read_bytes()
    preview = await club.td.slash(club.channel, "td import", file=("two-games.t", data))
    stored = await club.td.click(preview.response, label="Store it")
    chart = await club.dana.click(stored.response, label="Wall chart")
    (page,), text = await paper(await club.dana.click(chart.response, label="Print"))
    assert "QURSH" in page
    for shown in (words(page), words(text)):
        assert re.search(r"Ada Quill.* 52\.00 .*Rosa Fenn.* 48\.00|Rosa Fenn.* 48\.00 .*Ada Quill.* 52\.00", shown), (
            shown
        )


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
