"""After a round: who wants notices is told, alone and once, which norms it made safe or put out of reach."""

from typing import Any

import pytest

from bot.services.context import Services
from bot.store.database import Database
from bot.ui.sending import notices
from tests.cogs.paired_evening import Clock, PairedEvening
from tests.conftest import SimulatedClub


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def services(database: Database, clock: Clock) -> Services:
    return Services(database, clock)


def letters(member: Any) -> list[str]:
    """Return the direct messages that a member has."""
    channel = member.user.dm_channel
    return [] if channel is None else [one.embeds[0].description for one in channel.history() if one.embeds]


@pytest.mark.both_databases
async def test_who_wants_notices_is_told_once(
    club: SimulatedClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "SECONDS_BETWEEN", 0)
    evening = await PairedEvening.opened(club, clock, rounds=4)
    ratings = {"Ann": 1530.0, "Bo": 1520.0, "Cy": 1510.0, "Di": 1500.0, "Eve": 1490.0, "Fay": 1480.0}
    for name, rating in ratings.items():
        await club.td.slash(club.channel, "rating set", member=evening.member(name), rating=rating, games=100)
        await evening.join(name)
    await evening.begin()
    (one, loser), (other, quiet), (third, _) = await evening.opponents()
    await evening.member(loser).slash(club.channel, "player notify", rating="each")
    for winner in (one, other, third):
        await evening.member(winner).click(evening.boards(), label="I won")
    await evening.direct("Close round")
    await evening.send()
    (letter,) = letters(evening.member(loser))
    assert letter.startswith("### Friday · after round 1")
    # Against players of about 1500 it takes all four games: 1600 expects 2.56, and a norm is one more than that.
    assert "The 2nd Category norm is out of reach now." in letter
    assert letters(evening.member(quiet)) == letters(evening.member(one)) == []

    await evening.direct("Reopen round 1", "Close round")
    await evening.send()
    assert len(letters(evening.member(loser))) == 1
