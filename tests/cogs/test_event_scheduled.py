"""/td evening with a start and a place."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.app import CrosstableBot
from bot.services.evenings.schedule import keep_scheduled
from bot.services.evenings.tournament import tournament_of
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, said
from tests.flows import report_results, set_settings

START = {"starts": "2026-12-04 19:00", "place": "Town Hall, room 4"}


def scheduled(club: SimulatedClub) -> list[Any]:
    return list(club.env.backend.get_guild(club.guild.id).scheduled_events.values())


async def change(evening: PairedEvening, **values: str) -> Any:
    """Fill in the form of the panel."""
    form = await evening.club.td.click(await evening.panel(), label="Name, time, place")
    return await evening.club.td.submit_modal(form, {"name": "Friday", **START, **values})


@pytest.mark.both_databases
async def test_it_is_made_once_changed_and_ended_with_the_evening(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], CrosstableBot]
) -> None:
    await set_settings(club, time_zone="Europe/Berlin")
    for wrong, why in (
        ({"starts": "Friday"}, "Write day and time, for example"),
        ({"starts": "2026-11-01 19:00"}, "is in the past"),
    ):
        assert why in await said(club.td.slash(club.channel, "td evening", name="F", **wrong))

    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1, **START)
    await evening.send()
    await club.env.restart_bot(make_bot())
    await evening.send()
    (event,) = scheduled(club)
    assert (event.name, event.entity_metadata) == ("Friday", {"location": "Town Hall, room 4"})
    start = datetime(2026, 12, 4, 18, tzinfo=UTC)  # 19:00 in Berlin
    assert datetime.fromisoformat(str(event.scheduled_start_time)) == start
    assert datetime.fromisoformat(str(event.scheduled_end_time)).hour == 22
    assert f"/{club.channel.id}/" in event.description
    assert f"<t:{int(start.timestamp())}:F>" in evening.card.embeds[0].description
    assert (await evening.state()).evening.day.isoformat() == "2026-12-04"

    # Changed with the evening; what is as it was asks nothing of Discord.
    assert "is in the past" in (await change(evening, starts="2026-01-01 10:00")).followups[-1].content
    await change(evening)
    await change(evening, name="Cup", starts="2026-12-05 20:00")
    await evening.send()
    (event,) = scheduled(club)
    assert event.name == "Cup"
    assert datetime.fromisoformat(str(event.scheduled_start_time)) == datetime(2026, 12, 5, 19, tzinfo=UTC)

    # One that was not kept before a stop is found again.
    key = (await evening.state()).evening.id
    await keep_scheduled(club.services, club.guild.id, key, None)
    await change(evening, name="Winter Cup", starts="2026-12-05 20:00")
    await evening.send()
    (event,) = scheduled(club)
    assert event.name == "Winter Cup"

    # A change is taken back, in Discord too.
    panel = await evening.panel()
    form = await club.td.click(panel, label="Name, time, place")
    await club.td.submit_modal(form, {"name": "Mistaken", "starts": "2026-12-06 20:00", "place": "Elsewhere"})
    await evening.send()
    assert [one.name for one in scheduled(club)] == ["Mistaken"]
    await club.td.click(panel, label="Undo")
    await evening.send()
    (event,) = scheduled(club)
    assert (event.name, event.entity_metadata) == ("Winter Cup", {"location": "Town Hall, room 4"})
    assert datetime.fromisoformat(str(event.scheduled_start_time)) == datetime(2026, 12, 5, 19, tzinfo=UTC)

    # It ends with the evening, which counts for a day that there is.
    await evening.begin()
    first, second = (await evening.opponents())[0]
    await report_results(club, club.td, results=f"{first} beat {second}")
    await evening.direct("Close round", "Close (TD)")
    await evening.send()
    (event,) = scheduled(club)
    assert int(event.status) == 4  # cancelled: it had not begun at Discord
    state = await tournament_of(club.services, club.guild.id, key)
    assert state.evening.scheduled_id is None
    assert state.evening.day.isoformat() == "2026-11-21"

    # One that is cancelled takes it along; so does one that is told no start any more.
    other = await PairedEvening.opened(club, clock, **{**START, "name": "Other", "method": "free"})
    await other.send()
    assert len(scheduled(club)) == 2
    await change(other, name="Other", starts="", place="")
    await other.send()
    await change(other, name="Other")
    await other.send()
    await other.direct("Cancel (TD)")
    await other.send()
    assert [int(one.status) for one in scheduled(club)] == [4, 4, 4]


async def test_without_the_permission_the_evening_goes_on_and_one_line_says_so(
    club: SimulatedClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_: Any, **__: Any) -> Any:
        response: Any = type("Response", (), {"status": 403, "reason": "Forbidden"})()
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    monkeypatch.setattr(discord.Guild, "create_scheduled_event", refused)
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1, **START)
    await evening.send()
    await change(evening, name="Cup")
    await evening.send()
    assert scheduled(club) == []
    told = [
        message.content for message in club.channel.history() if "may not create scheduled events" in message.content
    ]
    assert len(told) == 1
    await evening.begin()
    assert await evening.opponents()
