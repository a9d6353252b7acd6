"""Quads: each is a section of its own, with its standings, its prizes and its stored event."""

from typing import Any

from sqlalchemy import select

from bot.store.database.tables import entrant, event
from core.files.recognise import read_event_file
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, card_of, rows
from tests.flows import export_event
from tests.said_scenes import as_answered

NAMES = tuple(f"P{number}" for number in range(1, 10))


async def made(club: SimulatedClub, clock: Clock) -> tuple[PairedEvening, list[PairedEvening]]:
    """Return an event of nine, P1 rated highest, and its two quads."""
    evening = await PairedEvening.opened(club, clock, method="quads", time_control="G/90;d5")
    for place, name in enumerate(NAMES):
        rating = 2000.0 - 100 * place
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=rating, games=30)
        await evening.join(name)
    asked = await club.td.click(evening.card, label="Prizes")
    form = await club.td.click(asked.response, label="Set prizes (TD)")
    await club.td.submit_modal(form, {"prizes": "1st $40", "people": "", "sharing": "uschess"})
    await evening.direct("Make quads")
    await evening.send()
    return evening, [section(evening, f"Friday · Quad {number}") for number in (1, 2)]


def section(evening: PairedEvening, name: str) -> PairedEvening:
    (card,) = [one for one in evening.club.channel.history() if one.embeds and one.embeds[0].title == name]
    return PairedEvening(evening.club, evening.clock, as_answered(evening.club, card))


async def played(quad: PairedEvening) -> None:
    """Play three rounds in which whoever is rated higher wins."""
    for _ in range(3):
        await quad.begin()
        results = "\n".join(f"{min(board)} 1-0 {max(board)}" for board in await quad.opponents())
        form = await quad.club.td.click(await quad.panel(), label="Enter results")
        await quad.club.td.submit_modal(form, {"results": results})
        await quad.direct("Close round")


async def test_each_quad_has_its_own_standings_prizes_and_event(club: SimulatedClub, clock: Clock) -> None:
    evening, quads = await made(club, clock)
    fields = [[one.player.name for one in (await quad.state()).entrants] for quad in quads]
    assert [sorted(names) for names in fields] == [["P1", "P2", "P3", "P4"], ["P5", "P6", "P7", "P8", "P9"]]
    answer = await club.add("Late").click(evening.card, label="Join")
    assert "The quads are already made" in answer.followups[0].content
    for quad in quads:
        await played(quad)
    first = await club.dana.click(quads[0].card, label="Standings")
    assert [line.split("`")[1].split()[:2] for line in card_of(first).splitlines() if line.endswith(("P1", "P4"))] == [
        ["1", "3"],
        ["4", "0"],
    ]
    for quad, winner in zip(quads, ("P1", "P5"), strict=True):
        closed = await club.td.click(await quad.panel(), label="Close (TD)")
        won: Any = closed.followups[-1].embeds[0]
        assert winner in won.description
        assert "$40" in won.description
    found = await rows(
        club.services.database,
        select(event.c.name, entrant.c.name).join(entrant, entrant.c.event_id == event.c.id),
    )
    assert sorted(name for name, _ in found) == ["Friday · Quad 1"] * 4 + ["Friday · Quad 2"] * 5

    # A report to US Chess has each quad as a section.
    place = {"affiliate": "A1234567", "director": "12345678", "place": "Bay, WA 98000"}
    ((event_id,),) = await rows(club.services.database, select(event.c.id).where(event.c.name == "Friday · Quad 2"))
    exported = await export_event(club.td, club.channel, str(event_id), "dbf", **place)
    report = read_event_file(await exported.response.attachments[0].read())
    assert report.name == "Friday"
    assert [(one.name, len(one.players), len(one.games)) for one in report.sections] == [
        ("Quad 1", 4, 6),
        ("Quad 2", 5, 6),
    ]


async def test_a_player_is_moved_to_another_quad_before_round_1(club: SimulatedClub, clock: Clock) -> None:
    evening, quads = await made(club, clock)
    form = await club.td.click(await evening.panel(), label="Move a player")
    await club.td.submit_modal(form, {"who": "P9", "section": "quad 1"})
    assert len((await quads[0].state()).entrants) == 5
    await evening.direct("Undo sections")
    assert (await evening.state()).method.key == "quads"
    assert len((await evening.state()).entrants) == 9
