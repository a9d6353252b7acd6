"""An event in sections: entered as one, divided by rating, each section paired, played and rated by itself."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import entrant, event
from core.files.recognise import read_event_file
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, rows
from tests.flows import export_event, plan_evening, report_results
from tests.said_scenes import as_answered

STRONG = [f"Strong{number}" for number in range(1, 9)]
WEAK = [f"Weak{number}" for number in range(1, 8)]


async def entered(club: SimulatedClub, clock: Clock, **options: Any) -> PairedEvening:
    """Return an event of 16: eight of 1700 to 1770, seven of 1300 to 1360, one unrated."""
    evening = await PairedEvening.opened(club, clock, rounds=2, **options)
    for place, name in enumerate([*STRONG, *WEAK]):
        rating = 1700.0 + 10 * place if name in STRONG else 1300.0 + 10 * (place - len(STRONG))
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=rating, games=30)
    for name in (*STRONG, *WEAK, "New"):
        await evening.join(name)
    return evening


def section(evening: PairedEvening, name: str) -> PairedEvening:
    cards = [one for one in evening.club.channel.history() if one.embeds and one.embeds[0].title == name]
    (card,) = cards
    return PairedEvening(evening.club, evening.clock, as_answered(evening.club, card))


def text_of(panel: Any) -> str:
    text: str = panel.embeds[0].description
    return text.replace("\N{NO-BREAK SPACE}", " ")


async def refused(pressing: Any) -> str:
    (message,) = (await pressing).followups
    sentence: str = message.content
    return sentence


async def names_in(part: PairedEvening) -> set[str]:
    return {one.player.name for one in (await part.state()).entrants}


async def fill(evening: PairedEvening, panel: Any, button: str, **fields: str) -> Any:
    form = await evening.club.td.click(panel, label=button)
    return await evening.club.td.submit_modal(form, fields)


@pytest.mark.both_databases
async def test_an_evening_of_two_sections(club: SimulatedClub, clock: Clock) -> None:
    evening = await entered(club, clock, sections="1600", time_control="G/90;d5")
    panel = await evening.panel()
    assert "Sections: Open 8, U1600 8" in text_of(panel)
    await club.td.click(panel, label="Make sections")
    await evening.send()
    upper, lower = section(evening, "Friday · Open"), section(evening, "Friday · U1600")
    assert (await names_in(upper), await names_in(lower)) == ({*STRONG}, {*WEAK, "New"})
    assert evening.card.embeds[0].footer.text.endswith("16 players")
    assert "`8 open` Friday · U1600" in text_of(evening.card)

    # One is moved by hand, back by Undo, and once more; sixteen become seven and nine.
    await fill(evening, panel, "Move a player", who="Strong1", section="u1600")
    assert "Strong1" in await names_in(lower)
    await club.td.click(panel, label="Undo")
    assert "Strong1" in await names_in(upper)
    await fill(evening, panel, "Move a player", who="Strong1", section="1600")

    # Whoever comes late joins the whole event, and is in the section of their rating.
    await evening.join("Late")
    assert "Late" in await names_in(lower)
    assert "too high for Friday · U1600" in await refused(evening.member("Strong2").click(lower.card, label="Join"))

    for part in (upper, lower):
        for number in (1, 2):
            await part.begin()
            boards = await part.opponents()
            text = f"{boards[0][0]} 0-1 {boards[0][1]}"
            await report_results(
                club, evening.member(boards[0][0]), results=text, event=(await part.state()).evening.id
            )
            assert len((await part.state()).unconfirmed(number)) == 1
            form = await club.td.click(await part.panel(), label="Enter results")
            await club.td.submit_modal(form, {"results": "\n".join(f"{one} 1-0 {other}" for one, other in boards)})
            await part.direct("Close round")
    assert "Round 1 of Friday · Open is published" in await refused(
        fill(evening, await evening.panel(), "Move a player", who="Strong2", section="U1600")
    )
    for part in (upper, lower):
        await club.td.click(await part.panel(), label="Close (TD)")
    await evening.send()
    found = await rows(
        club.services.database,
        select(event.c.name, entrant.c.name).join(entrant, entrant.c.event_id == event.c.id),
    )
    rated = {name: {row[1] for row in found if row[0] == name} for name in {row[0] for row in found}}
    assert rated == {
        "Friday · Open": {*STRONG} - {"Strong1"},
        "Friday · U1600": {*WEAK, "New", "Strong1", "Late"},
    }
    assert "`10 closed` Friday · U1600" in text_of(evening.card)

    # A report to US Chess is of the whole event, whichever of its sections is named.
    place = {"affiliate": "A1234567", "director": "12345678", "place": "Bay, WA 98000"}
    ((key,),) = await rows(club.services.database, select(event.c.id).where(event.c.name == "Friday · U1600"))
    answer = await export_event(club.td, club.channel, str(key), "dbf", **place)
    file, _ = answer.response.attachments
    report = read_event_file(await file.read())
    assert report.name == "Friday"
    assert [(one.name, len(one.players), len(one.games)) for one in report.sections] == [
        ("Open", 7, 6),
        ("U1600", 10, 10),
    ]


async def test_what_cannot_be_divided_and_what_is_taken_back(club: SimulatedClub, clock: Clock) -> None:
    evening = await entered(club, clock, places=17)
    await plan_evening(club, sections="1765 and 1600")
    panel = await evening.panel()
    assert (await evening.state()).evening.sections is None
    planned = await plan_evening(club, sections="U1765, U1600")
    panel = await evening.panel()
    assert "Open 1, U1765 7, U1600 8" in text_of(panel)
    assert "Open would have only Strong8 (1770)" in await refused(club.td.click(panel, label="Make sections"))
    await club.td.click(planned.response, label="Undo")
    assert (await evening.state()).evening.sections is None
    await plan_evening(club, sections="1000")
    panel = await evening.panel()
    assert "Open 15, U1000 1" in text_of(panel)
    await plan_evening(club, sections="1750,1600")
    panel = await evening.panel()
    await club.td.click(panel, label="Make sections")
    await evening.send()
    (lower,) = [section(evening, "Friday · U1600")]
    await lower.direct("Pair round 1")
    for name in ("Friday · Open", "Friday · U1750"):
        assert len(await names_in(section(evening, name))) in (3, 5)
    await club.td.click(panel, label="Undo sections")
    await evening.send()
    state = await evening.state()
    assert len(state.entrants) == 16
    assert [one.number for one in state.entrants] == [*range(1, 17)]
    assert lower.card.embeds[0].title == "Cancelled: Friday · U1600"
    assert "Join" in str(evening.card.components)
