"""Players who do not come: an evening of 24 from check-in to the file, over three restarts of the bot."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.store.database.evening_rows import GameResult
from core.event.crosstable import ByeKind
from core.files.recognise import read_event_file
from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_event_no_shows import MINUTE, check_in, here, labels, text_of
from tests.conftest import Clock, SimulatedClub
from tests.flows import export_event, report_results, set_settings


@pytest.mark.long
@pytest.mark.both_databases
async def test_journey_of_an_evening_of_24_with_no_shows(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], Any]
) -> None:
    await set_settings(club, check_in=True, forfeit_minutes=30)
    names = [f"P{number:02}" for number in range(1, 25)]
    evening = await PairedEvening.opened(club, clock, *names, rounds=2)
    await check_in(evening, *names[:21])
    await check_in(evening, "P01")  # twice changes nothing
    assert labels(evening.card) == ["Check in", "Join", "Leave", "Bye", "Prizes", "Directors (TD)"]
    assert "P21 ✓" in text_of(evening.card)
    assert "P22 ✓" not in text_of(evening.card)
    assert "21 players · 3 not checked in" in str(evening.card.embeds[0].footer.text)

    # One has left the server; a director checks in one who has no telephone.
    club.guild.remove_member(evening.member("P05"))
    await club.env.settle()
    panel = await evening.panel()
    assert "**21 of 24** checked in" in text_of(panel)
    assert "Not checked in, so not paired: P22, P23, P24" in text_of(panel)
    assert "P05 has left the server" in text_of(panel)
    by_name = {one.player.name: one.number for one in (await evening.state()).entrants}
    await club.td.select(
        panel, [str(by_name["P24"])], custom_id=f"evening-checked:{(await evening.state()).evening.id}"
    )
    await club.td.click(panel, label="Withdraw who left")
    assert "Withdrawn: P05" in text_of(panel)
    await club.td.click(panel, label="Pair round 1")
    assert "Not checked in, so not paired: P22, P23." in text_of(panel)
    await club.td.click(panel, label="Publish")
    await evening.send()
    assert "Not checked in, so not paired: P22, P23. Press **Join** on the card" in text_of(evening.boards())
    assert labels(evening.card)[:2] == ["Join", "Leave"]
    assert "I am here" not in labels(evening.boards())  # everybody has just checked in
    seated = {name for board in await evening.opponents() for name in board}
    assert len(seated) == 20
    assert not seated & {"P05", "P22", "P23"}

    # One comes late: paired from round 2 on, with no point for round 1.
    await evening.join("P22")
    boards = await evening.opponents()
    await report_results(club, club.td, results="; ".join(f"{one} beat {other}" for one, other in boards))
    await evening.send(31 * MINUTE)
    assert evening.messages("time for no-shows") == []
    await evening.direct("Close round")
    await evening.begin()
    boards = await evening.opponents()
    assert len(boards) == 11
    assert any("P22" in board for board in boards)
    assert "A player who is not at the board by" in text_of(evening.boards())

    # Board 1: one is here. Board 2: nobody. Board 3: nobody, but it is played after all. Board 4: both.
    (present, absent), nobody, played, both, *rest = boards
    assert "Your opponent is not here yet. A player who is not at the board by" in await here(evening, present)
    assert "not here yet" in await here(evening, both[0])
    assert "not here yet" not in await here(evening, both[1])
    await report_results(club, club.td, results="; ".join(f"{one} beat {other}" for one, other in rest))
    await evening.send(20 * MINUTE)
    assert evening.messages("Are you at your board?") == []
    await club.env.restart_bot(make_bot())
    await evening.send(5 * MINUTE)
    (reminder,) = evening.messages("Are you at your board?")
    called = {evening.member(name).mention for name in (absent, *nobody, *played)}
    assert {one for one in called if one in reminder.content} == called
    assert evening.member(present).mention not in reminder.content
    await club.env.restart_bot(make_bot())
    await evening.send(5 * MINUTE)
    await club.env.restart_bot(make_bot())
    for _ in range(3):
        await evening.send(10 * MINUTE)
    (over,) = evening.messages("time for no-shows")
    assert len(evening.messages("Are you at your board?")) == 1
    assert (
        f"{evening.member(present).mention} wins by forfeit, {evening.member(absent).mention} did not come"
        in text_of(over)
    )
    assert labels(over) == ["Undo forfeit, board 1", "Undo forfeit, board 2", "Undo forfeit, board 3"]
    state = await evening.state()
    given = {one.board: state.report_of(one) for one in state.pairings_of(2) if one.is_game}
    assert [given[board] and given[board].result for board in (1, 2, 3)] == [
        GameResult.FORFEIT_WIN,
        GameResult.NOBODY,
        GameResult.NOBODY,
    ]
    assert given[4] is None
    # Who lost by forfeit cannot change it; a director undoes it with one press, and the game is played.
    refused = await evening.member(absent).click(evening.boards(), label="I won")
    assert "Ask a TD if that is wrong" in refused.followups[-1].content
    assert "TD" in (await evening.member(absent).click(over, label="Undo forfeit, board 1")).followups[-1].content
    await club.td.click(over, label="Undo forfeit, board 1")
    (over,) = evening.messages("time for no-shows")
    assert labels(over) == ["Undo forfeit, board 2", "Undo forfeit, board 3"]
    assert "~~ no longer counts" in text_of(over)
    await evening.send(40 * MINUTE)
    assert len(evening.messages("time for no-shows")) == 1
    assert (await evening.state()).open_boards(2)[0].board == 1
    await report_results(club, club.td, results=f"{absent} beat {present}; {both[0]} beat {both[1]}")
    # Nobody was seen at board 3, but they were playing.
    await evening.member(played[0]).click(evening.boards(), label="I won")
    await evening.member(played[1]).click(evening.boards(), label="I lost")
    await evening.direct("Close round")

    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    assert "22 players · 2 rounds · 20 games" in text_of(closed.response)
    (event,) = [one["value"] for one in await club.td.autocomplete(club.channel, "events", "event", "")]
    exported = await export_event(club.td, club.channel, event, "trf", arbiter="Sage, Flo")
    (file,) = exported.response.attachments
    (section,) = read_event_file(await file.read()).sections
    names_in_file = {one.number: one.name for one in section.players}
    lost = {names_in_file[one.entrant] for one in section.byes if one.kind is ByeKind.FORFEIT_LOSS}
    assert lost == {*nobody}
    assert "P23" not in names_in_file.values()
