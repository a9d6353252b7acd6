"""Evenings that repeat: opened by the bot, skipped and stopped by buttons."""

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, rows, said
from tests.flows import fill_in, open_evening, report_results, set_settings

# 26 November 2026 is a Thursday.
START = {"starts": "2026-11-26 19:00", "place": "Town Hall"}


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """Return a moment of December in UTC: an hour before Berlin's clock."""
    return datetime(2026, 12, day, hour, minute, tzinfo=UTC)


async def move_to(club: SimulatedClub, clock: Clock, moment: datetime) -> None:
    """Let the bot send what is due at a moment."""
    clock.moment = moment
    for later in (0, 6, 6):
        clock.move(later)
        with club.env._bot_scope():
            await club.env.bot.outbox.send_due()


def events(club: SimulatedClub) -> list[tuple[datetime, int]]:
    """Return when Discord's scheduled events begin, and their status."""
    found = club.env.backend.get_guild(club.guild.id).scheduled_events.values()
    return [(datetime.fromisoformat(str(one.scheduled_start_time)), int(one.status)) for one in found]


SCHEDULED, CANCELLED = 1, 4


def cards(club: SimulatedClub) -> list[Any]:
    """Return the cards in the channel that members can join at, oldest first."""
    found = [one for one in club.channel.history() if "evening-join" in str(one.components)]
    return sorted(found, key=lambda one: int(one.id))


def texts(club: SimulatedClub) -> list[str]:
    return [one.content for one in sorted(club.channel.history(), key=lambda one: int(one.id)) if one.content]


async def repeated(club: SimulatedClub, clock: Clock, *names: str, every: str = "1", **more: Any) -> PairedEvening:
    """Open an evening that repeats."""
    await set_settings(club, time_zone="Europe/Berlin")
    evening = await PairedEvening.opened(club, clock, *names, rounds=1, **{**START, **more})
    await evening.send()
    form = await club.td.click(await evening.panel(), label="Name, time, place")
    await fill_in(club.td, form, every=every)
    await evening.send()
    return evening


async def plan_page(club: SimulatedClub, card: Any) -> Any:
    return (await club.td.click(card, label="Repeats (TD)")).response


@pytest.mark.both_databases
async def test_the_next_evening_opens_by_itself_with_the_plan_of_the_last(club: SimulatedClub, clock: Clock) -> None:
    evening = await repeated(club, clock, "Ann", "Bo", list="fide-blitz")
    (card,) = cards(club)
    assert "Repeats every week" in card.embeds[0].description
    # Only the evening itself is announced while it is open.
    assert events(club) == [(datetime(2026, 11, 26, 18, tzinfo=UTC), SCHEDULED)]
    assert "only a tournament director" in (await said(evening.member("Ann").click(card, label="Repeats (TD)"))).lower()

    clock.moment = datetime(2026, 11, 26, 18, 5, tzinfo=UTC)
    await evening.begin()
    first, second = (await evening.opponents())[0]
    await report_results(club, club.td, results=f"{first} beat {second}")
    await evening.direct("Close round", "Close (TD)")
    await evening.send()
    assert (at(3, 18), SCHEDULED) in events(club)
    assert len(events(club)) == 2

    await move_to(club, clock, at(2, 17, 59))
    assert cards(club) == []
    await move_to(club, clock, at(2, 18))
    (card,) = cards(club)
    embed = card.embeds[0]
    assert "Friday" in embed.title
    assert "FIDE Blitz" in str(embed.to_dict())
    assert f"<t:{int(at(3, 18).timestamp())}:F>" in embed.description
    assert "Town Hall" in embed.description
    state = await PairedEvening(club, clock, card).state()
    assert (state.evening.method, state.evening.rounds, state.evening.day.isoformat()) == ("swiss", 1, "2026-12-03")
    # One scheduled event an evening: this one's now leads to its card.
    assert len(events(club)) == 2
    found = list(club.env.backend.get_guild(club.guild.id).scheduled_events.values())[-1]
    assert found.description.endswith(f"/{card.id}")

    # Members join the new card; a cancelled evening does not end the series.
    await evening.member("Ann").click(card, label="Join")
    panel = await club.td.click(card, label="Directors (TD)")
    asked = await club.td.click(panel.response, label="Cancel (TD)")
    await club.td.click(asked.response, label="Yes, cancel it")
    await move_to(club, clock, at(2, 19))
    assert events(club)[1:] == [(at(3, 18), CANCELLED), (at(10, 18), SCHEDULED)]


async def test_it_keeps_its_hour_when_the_clocks_change(club: SimulatedClub, clock: Clock) -> None:
    clock.moment = datetime(2026, 10, 20, 8, tzinfo=UTC)
    evening = await repeated(club, clock, starts="2026-10-22 19:00")
    await evening.direct("Cancel (TD)")
    await evening.send()
    # 19:00 is 17:00 UTC in summer and, from 25 October on, 18:00 UTC.
    assert events(club) == [
        (datetime(2026, 10, 22, 17, tzinfo=UTC), CANCELLED),
        (datetime(2026, 10, 29, 18, tzinfo=UTC), SCHEDULED),
    ]


async def test_a_week_is_skipped_and_the_series_stopped_by_buttons(club: SimulatedClub, clock: Clock) -> None:
    evening = await repeated(club, clock)
    page = await plan_page(club, evening.card)
    assert "Repeats every week." in page.embeds[0].description
    await evening.direct("Cancel (TD)")
    await evening.send()

    page = await plan_page(club, evening.card)
    await club.td.click(page, label="Skip 3 December")
    await evening.send()
    assert "3 December is skipped." in page.embeds[0].description
    assert f"<t:{int(at(10, 18).timestamp())}:F>" in page.embeds[0].description
    assert events(club)[1:] == [(at(3, 18), CANCELLED), (at(10, 18), SCHEDULED)]
    await club.td.click(page, label="Undo")
    await evening.send()
    assert events(club)[2:] == [(at(10, 18), CANCELLED), (at(3, 18), SCHEDULED)]
    # A page of before says so and changes nothing.
    old = await plan_page(club, evening.card)
    await club.td.click(page, label="Skip 3 December")
    refused = await club.td.click(old, label="Skip 3 December")
    assert "has changed in the meantime" in refused.followups[-1].content

    await move_to(club, clock, at(2, 18))
    assert cards(club) == []
    await move_to(club, clock, at(9, 18))
    (card,) = cards(club)

    page = await plan_page(club, card)
    await club.td.click(page, label="Stop repeating")
    assert "no longer repeats" in page.embeds[0].description
    await move_to(club, clock, at(9, 19))
    assert "Repeats" not in cards(club)[0].embeds[0].description
    await PairedEvening(club, clock, card).direct("Cancel (TD)")
    await move_to(club, clock, at(30, 18))
    assert cards(club) == []
    assert [status for _, status in events(club)].count(SCHEDULED) == 0
    assert "no longer repeats" in await said(club.td.click(evening.card, label="Repeats (TD)"))


async def test_a_stopped_bot_opens_late_and_says_what_it_missed(club: SimulatedClub, clock: Clock) -> None:
    evening = await repeated(club, clock)
    await evening.direct("Cancel (TD)")
    await evening.send()
    # Two hours after the start, the evening still goes on.
    await move_to(club, clock, at(3, 20))
    (card,) = cards(club)
    assert f"<t:{int(at(3, 18).timestamp())}:F>" in card.embeds[0].description
    await PairedEvening(club, clock, card).direct("Cancel (TD)")
    # The evenings of the 10th and the 17th are over on the 19th.
    await move_to(club, clock, at(19, 12))
    assert cards(club) == []
    (text,) = [one for one in texts(club) if "did not open" in one]
    assert "**Friday** on 17 December 2026 did not open: I was not running" in text
    assert f"The next one is on <t:{int(at(24, 18).timestamp())}:F>" in text
    await move_to(club, clock, at(23, 18))
    assert len(cards(club)) == 1
    assert len([one for one in texts(club) if "did not open" in one]) == 1


async def test_an_evening_that_is_still_open_keeps_the_next_one_waiting(club: SimulatedClub, clock: Clock) -> None:
    evening = await repeated(club, clock)
    await move_to(club, clock, at(2, 18))
    await move_to(club, clock, at(3, 17))
    assert len(cards(club)) == 1
    (text,) = texts(club)
    assert f"**Friday** on <t:{int(at(3, 18).timestamp())}:F> opens as soon as a TD closes or cancels" in text
    await evening.direct("Cancel (TD)")
    await move_to(club, clock, at(3, 18, 30))
    (card,) = cards(club)

    # Never closed: the next is passed over, and the one after it waits.
    await move_to(club, clock, at(11, 12))
    assert [one.id for one in cards(club)] == [card.id]
    assert any("on 10 December 2026 did not open: the one before was still open" in one for one in texts(club))


async def test_two_processes_open_one_evening(club: SimulatedClub, clock: Clock) -> None:

    from bot.services.evenings.schedule import bring_forward
    from bot.store.database.tables import series

    evening = await repeated(club, clock)
    await evening.direct("Cancel (TD)")
    await evening.send()
    (found,) = await rows(club.services.database, series.select())
    clock.moment = at(2, 18)
    for _ in range(2):
        await bring_forward(club.services, club.guild.id, found.id)
    await move_to(club, clock, at(2, 18, 1))
    assert len(cards(club)) == 1


async def test_without_the_permission_it_opens_and_one_line_says_so(
    club: SimulatedClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await repeated(club, clock)

    async def refused(*_: Any, **__: Any) -> Any:
        response: Any = type("Response", (), {"status": 403, "reason": "Forbidden"})()
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    monkeypatch.setattr(discord.Guild, "create_scheduled_event", refused)
    await evening.direct("Cancel (TD)")
    await move_to(club, clock, at(1, 18))
    await move_to(club, clock, at(2, 18))
    assert len(cards(club)) == 1
    assert len([one for one in texts(club) if "may not create scheduled events" in one]) == 1


async def test_where_its_channel_is_gone_directors_learn_how_it_goes_on(club: SimulatedClub, clock: Clock) -> None:
    directors = club.guild.create_text_channel("directors")
    await set_settings(club, td_channel=directors)
    evening = await repeated(club, clock)
    await evening.direct("Cancel (TD)")
    await evening.send()
    club.env.backend.delete_channel(club.channel.id)
    await move_to(club, clock, at(2, 18))
    clock.move(61)
    await move_to(club, clock, clock.moment)
    told = str([one.content or one.embeds[0].description for one in directors.history()])
    assert "Friday has no channel to repeat in. Open it there with /td evening under the same name" in told

    # The same name elsewhere goes on with it, there.
    club.channel = club.guild.create_text_channel("elsewhere")
    again = await PairedEvening.opened(club, clock, rounds=1, starts="2026-12-03 19:00", place="Town Hall")
    form = await club.td.click(await again.panel(), label="Name, time, place")
    await fill_in(club.td, form, every="1")
    await again.direct("Cancel (TD)")
    await move_to(club, clock, at(9, 18))
    assert len(cards(club)) == 1


async def test_an_evening_without_pairings_repeats_by_its_plan(club: SimulatedClub, clock: Clock) -> None:
    await set_settings(club, time_zone="America/New_York")
    card = (await open_evening(club)).response
    form = await club.td.click(card, label="Plan (TD)")
    refused = await fill_in(club.td, form, every="2")
    assert "An evening repeats from its start on. Enter the start too" in refused.followups[-1].content
    form = await club.td.click(card, label="Plan (TD)")
    await fill_in(club.td, form, every="2", starts="2026-11-26 19:00")
    assert "Repeats every two weeks" in cards(club)[0].embeds[0].description
    await club.td.click(card, label="Cancel (TD)")
    # New York's 19:00 is midnight UTC; without a place nothing is announced.
    await move_to(club, clock, at(9, 23, 59))
    assert events(club) == []
    assert cards(club) == []
    await move_to(club, clock, at(10, 0))
    assert len(cards(club)) == 1

    form = await club.td.click(cards(club)[0], label="Plan (TD)")
    await fill_in(club.td, form, every="0")
    await club.td.click(cards(club)[0], label="Cancel (TD)")
    await move_to(club, clock, at(30, 0))
    assert cards(club) == []
