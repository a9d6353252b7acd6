"""After a round: who wants notices is told, alone and once, which norms it made safe or put out of reach."""

from typing import Any

import pytest

from bot.ui.messages import announcements
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.flows import notify


def letters(member: Any) -> list[str]:
    channel = member.user.dm_channel
    return [] if channel is None else [one.embeds[0].description for one in channel.history() if one.embeds]


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_who_wants_notices_is_told_once(
    club: SimulatedClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcements, "SECONDS_BETWEEN", 0)
    evening = await PairedEvening.opened(club, clock, rounds=4)
    for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Fay"):  # equal, for who has White on a board is drawn
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=1550.0, games=100)
        await evening.join(name)
    await evening.begin()
    (one, loser), (other, quiet), (third, _) = await evening.opponents()
    await notify(evening.member(loser), club.channel, notices="each")
    for winner in (one, other, third):
        await evening.member(winner).click(evening.boards(), label="I won")
    await evening.direct("Close round")
    await evening.send()
    (letter,) = letters(evening.member(loser))
    assert letter.startswith("### Friday · after round 1")
    # Who loses the first of four games makes three points at most, and against 1550 that norm takes more.
    assert "The 2nd Category norm is out of reach now." in letter
    assert letters(evening.member(quiet)) == letters(evening.member(one)) == []

    await evening.direct("Reopen round 1", "Close round")
    await evening.send()
    assert len(letters(evening.member(loser))) == 1
