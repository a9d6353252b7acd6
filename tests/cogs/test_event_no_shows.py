"""Players who do not come: check-in before round 1, the round clock, members who left the server."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.services.evenings.standings import rank
from bot.store.database.tables import journal
from bot.store.database.tables import player as player_table
from core.event.crosstable import ByeKind
from core.files.recognise import read_event_file
from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_event_sections import section
from tests.conftest import Clock, SimulatedClub, rows
from tests.flows import export_event, fill_in, report_results, set_order

MINUTE = 60


def labels(message: Any) -> list[str]:
    return [one["label"] for row in message.components for one in row["components"] if one.get("label")]


def text_of(message: Any) -> str:
    return str(message.embeds[0].description)


async def check_in(evening: PairedEvening, *names: str) -> None:
    for name in names:
        await evening.member(name).click(evening.card, label="Check in")


async def here(evening: PairedEvening, name: str) -> str:
    answer = await evening.member(name).click(evening.boards(), label="I am here")
    return str(answer.response.embeds[0].description)


@pytest.mark.both_databases
async def test_the_forfeit_of_an_absent_player_is_not_rated(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=1)
    form = await club.td.click(await evening.panel(), label="No-shows")
    assert '"soon" is not a number of minutes. Write 1 to 1440' in str(
        (await fill_in(club.td, form, check_in="off", minutes="soon")).followups[-1].content
    )
    form = await club.td.click(await evening.panel(), label="No-shows")
    await fill_in(club.td, form, check_in="off", minutes="10")
    await evening.begin()
    (first, _), (third, fourth) = await evening.opponents()
    await here(evening, first)
    await report_results(club, club.td, results=f"{third} beat {fourth}")
    for _ in range(3):
        await evening.send(5 * MINUTE)
    assert "all results are in" in text_of(evening.card)
    await evening.direct("Close round")
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    card = text_of(closed.response)
    assert "4 players · 1 round · 1 game" in card
    for name, games in ((first, 0), (third, 1)):
        player = await rows(
            club.services.database,
            select(journal.c.id)
            .join(player_table, player_table.c.id == journal.c.player_id)
            .where(player_table.c.name == name),
        )
        assert len(player) == games


async def test_check_in_is_turned_on_for_one_evening_and_undone(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", rounds=1)
    assert "Check in" not in labels(evening.card)
    form = await club.td.click(await evening.panel(), label="No-shows")
    changed = await fill_in(club.td, form, check_in="on", minutes="0")
    await evening.send()
    assert labels(evening.card)[0] == "Check in"
    refused = await club.td.click(changed.response, label="Pair round 1")
    assert "3 players must check in before round 1 is paired" in refused.followups[-1].content
    await club.td.click(changed.response, label="Undo")
    await evening.send()
    assert "Check in" not in labels(evening.card)
    await evening.begin()
    assert len(await evening.opponents()) == 1


async def test_a_double_forfeit_in_tie_breaks_and_the_report_to_us_chess(club: SimulatedClub, clock: Clock) -> None:
    """Ann beat Cy and Bo, Cy beat Di; nobody came to Bo against Di in round 1.

    Buchholz (C.07 16.3, 16.4): a forfeited round counts nothing for the opponents, and for oneself a dummy with one's
    own 0. Solkoff (US Chess 34D, 34E2): it counts half a point for the opponents, and 0 for oneself.
    """
    evening = await PairedEvening.opened(club, clock, rounds=2, time_control="G/90;d5")
    for name, rating in (("Ann", 1700.0), ("Bo", 1600.0), ("Cy", 1500.0), ("Di", 1400.0)):
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=rating, games=30)
        await evening.join(name)
    await set_order(club, order="BH, SOLK")
    form = await club.td.click(await evening.panel(), label="No-shows")
    await fill_in(club.td, form, check_in="off", minutes="10")
    await evening.begin()
    assert {frozenset(board) for board in await evening.opponents()} == {
        frozenset(("Ann", "Cy")),
        frozenset(("Bo", "Di")),
    }
    await report_results(club, club.td, results="Ann beat Cy")
    for _ in range(3):
        await evening.send(5 * MINUTE)
    await evening.direct("Close round")
    await evening.begin()
    assert {frozenset(board) for board in await evening.opponents()} == {
        frozenset(("Ann", "Bo")),
        frozenset(("Cy", "Di")),
    }
    await report_results(club, club.td, results="Ann beat Bo; Cy beat Di")
    await evening.direct("Close round")

    state = await evening.state()
    assert {state.name_of(row.number): (row.points, *row.values) for row in rank(state)[0]} == {
        "Ann": (2, 1, 1.5),
        "Cy": (1, 2, 2.5),
        "Bo": (0, 2, 2),
        "Di": (0, 1, 1),
    }
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    assert "4 players · 2 rounds · 3 games" in text_of(closed.response)
    (event,) = [one["value"] for one in await club.td.autocomplete(club.channel, "events", "event", "")]
    place = {"affiliate": "A1234567", "director": "12345678", "place": "Bay, WA 98000"}
    answer = await export_event(club.td, club.channel, event, "dbf", **place)
    (file,) = answer.response.attachments
    (section,) = read_event_file(await file.read()).sections
    names = {one.number: one.name for one in section.players}
    forfeits = {(names[one.entrant], one.round) for one in section.byes if one.kind is ByeKind.FORFEIT_LOSS}
    assert forfeits == {("Bo", 1), ("Di", 1)}
    assert len(section.games) == 3


async def test_who_checks_in_at_the_whole_event_is_in_their_section(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, rounds=1, sections="1600")
    form = await club.td.click(await evening.panel(), label="No-shows")
    await fill_in(club.td, form, check_in="on", minutes="0")
    for name, rating in (("Ann", 1700.0), ("Bo", 1690.0), ("Cy", 1500.0), ("Di", 1400.0)):
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=rating, games=30)
        await evening.join(name)
    await club.td.click(await evening.panel(), label="Make sections")
    await evening.send()
    assert labels(evening.card) == ["Check in", "Join", "Leave", "Prizes", "Directors (TD)"]
    await check_in(evening, "Ann", "Bo", "Cy", "Eve")
    await evening.send()
    upper, lower = section(evening, "Friday · Open"), section(evening, "Friday · U1600")
    assert {one.player.name: one.missing for one in (await upper.state()).entrants} == {"Ann": False, "Bo": False}
    assert {one.player.name: one.missing for one in (await lower.state()).entrants} == {
        "Cy": False,
        "Di": True,
        "Eve": False,
    }
    await upper.begin()
    assert "Check in" in labels(evening.card), "the lower section has not begun"
    await lower.begin()
    assert await lower.opponents() in ([("Cy", "Eve")], [("Eve", "Cy")])
    assert labels(evening.card) == ["Join", "Leave", "Prizes", "Directors (TD)"]
