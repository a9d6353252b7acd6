"""/td export of an evening that was paired, closed or still being played."""

import importlib
from typing import Any

import pytest

from bot.services.framework.pairing import child
from core.event.crosstable import Bye, ByeKind
from core.files.recognise import read_event_file
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, said
from tests.flows import export_event, report_results

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


async def exported(club: SimulatedClub, event: str, form: str = "trf", **options: Any) -> tuple[bytes, str]:
    """Return an exported file, and what is said of it."""
    answer = await export_event(club.td, club.channel, event, form, **options)
    (file,) = answer.response.attachments
    return await file.read(), answer.response.embeds[0].description or ""


async def play(evening: PairedEvening) -> None:
    """Let the alphabetically first player of each board win."""
    results = (f"{min(board)} beat {max(board)}" for board in await evening.opponents())
    await report_results(evening.club, evening.club.td, results="; ".join(results))
    await evening.direct("Close round")


async def key_of(evening: PairedEvening) -> str:
    return f"evening-{(await evening.state()).evening.id}"


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_an_export_of_a_running_event_pairs_the_same_elsewhere(club: SimulatedClub, clock: Clock) -> None:
    """Five players, a bye asked for and a withdrawal: gacrux, given the file, makes the boards that were published."""
    pytest.importorskip("gacrux")
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=4, list="fide-standard")
    await evening.begin()
    await play(evening)
    form = await evening.member("Ed").click(evening.card, label="Bye")
    await evening.member("Ed").submit_modal(form, {"round": "3", "kind": "H"})
    await evening.begin()
    await play(evening)
    await evening.member("Di").click(evening.card, label="Leave")
    await evening.begin()

    data, remark = await exported(club, await key_of(evening))
    assert "after round 2. Round 3 is being played" in remark
    text = data.decode()
    answer = importlib.reload(child)._answer({"text": text, "round": 3})
    state = await evening.state()
    seeds = {one.number: one.seed for one in state.entrants}
    boards = [[seeds[one.first], seeds[one.second or 0]] for one in state.pairings_of(3) if one.is_game]
    assert [pair for pair in answer["pairs"] if pair[1]] == boards

    (section,) = read_event_file(data).sections
    numbers = {one.name: one.number for one in section.players}
    assert Bye(3, numbers["Ed"], ByeKind.HALF_POINT) in section.byes
    assert Bye(3, numbers["Di"], ByeKind.ZERO_POINT) in section.byes
    assert len(section.games) == 4
    assert section.rounds_planned == 4
    assert "\r\n102 Tess\r\n" in text
    for record in ("142 4", "192 FIDE_DUTCH", "212 PTS,DE,BH/C1,BH,SB,WIN"):
        assert f"\r\n{record}\r\n" in text, record


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_a_closed_evening_tells_how_it_was_paired_and_ranked(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=3)
    for _ in range(3):
        await evening.begin()
        await play(evening)
        clock.move(24 * 60 * 60)
    state = await evening.state()
    seeds = {one.player.name: one.seed for one in state.entrants}
    days = [one.published_at.date() for one in state.rounds if one.published_at is not None]
    await club.td.click(await evening.panel(), label="Close (TD)")
    (found,) = [one["value"] for one in await club.td.autocomplete(club.channel, "events", "event", "")]

    data, _ = await exported(club, found)
    assert "\r\n102 Tess\r\n" in data.decode()  # who closed it, as the form says
    data, _ = await exported(club, found, arbiter="Sage, Flo")
    (section,) = read_event_file(data).sections
    conduct = section.conduct
    assert conduct is not None
    assert {one.name: one.number for one in section.players} == seeds
    assert conduct.arbiters == ("Sage, Flo",)
    assert [*conduct.days] == days
    assert conduct.system == "FIDE_DUTCH"
    assert conduct.white_first == (state.evening.lot % 2 == 0)
    # Those of US Chess, whose list it moved, have no FIDE code: they are written as text.
    assert conduct.tie_breaks == ()
    assert "\r\n092 Individual tie-breaks MM, SOLK, CUM, CUMO\r\n" in data.decode()
    assert section.rounds_planned == 3
    byes = {(one.round, one.first) for one in state.pairings if one.second is None}
    by_number = {one.number: one.seed for one in state.entrants}
    assert conduct.given_byes == {(round_number, by_number[number]) for round_number, number in byes}
    # Ann won whatever she played, and a bye counts as much: nobody has more.
    assert conduct.ranks[seeds["Ann"] or 0] == 1
    colours = {(one.round, by_number[one.first]) for one in state.pairings if one.is_game}
    found_colours = {(one.round, one.first if one.first_began else one.second) for one in section.games}
    assert found_colours == colours


@pytest.mark.long
async def test_the_closing_director_is_the_arbiter_if_the_club_knows_them(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    await club.td.click(evening.card, label="Join")
    await evening.begin()
    await play(evening)
    await club.td.click(await evening.panel(), label="Close (TD)")
    data, _ = await exported(club, "1")
    (section,) = read_event_file(data).sections
    assert section.conduct is not None
    assert section.conduct.arbiters == ("Tess",)


@pytest.mark.long
async def test_scrabble_has_its_boards_in_a_tsh_file(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(
        club, clock, "Ann", "Bo", "Cy", "Di", method="scrabble-round-robin", list="elo"
    )
    await evening.begin()
    state = await evening.state()
    for first, second in await evening.opponents():
        await report_results(club, club.td, results=f"{first} 412 {second} 380")
    await evening.direct("Close round")
    data, remark = await exported(club, await key_of(evening), "tsh")
    assert remark == "- As it stood after round 1."
    seeds = {one.number: one.seed for one in state.entrants}
    boards = {seeds[number]: one.board for one in state.pairings_of(1) for number in one.numbers}
    lines = [line for line in data.decode().splitlines() if "board" in line]
    assert [f"board {boards[place]}" in line for place, line in enumerate(lines, start=1)] == [True] * 4


async def test_what_cannot_be_written_is_one_sentence(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, rounds=1)
    key = await key_of(evening)
    assert "Nobody has joined yet" in await said(export_event(club.td, club.channel, key, "trf"))
    report = await said(export_event(club.td, club.channel, key, "dbf"))
    assert "Close the evening first" in report
