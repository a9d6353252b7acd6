"""/club announce: what is news in the club, told once, quietly, when the club wants it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.store.database.tables import news, outbox, player
from tests.cogs.test_club_live import pauses, requests
from tests.conftest import Clock, SimulatedClub, by_names, rows, said
from tests.flows import forget, merge_players, set_settings, void

DAY = 86_400


async def send(club: SimulatedClub, clock: Clock, **later: float) -> None:
    """Let the bot send what is due, now and after some time."""
    for seconds in (0.0, timedelta(**later).total_seconds()):
        clock.move(seconds)
        with club.env._bot_scope():
            await club.env.bot.outbox.send_due()


def table(rating: int = 1500, *, name: str = "Ada Long", opponent: str = "Max Peak", theirs: int = 1700) -> bytes:
    """Return a file in which somebody wins a game against somebody higher."""
    return f"number,name,rating,games,1\n1,{name},{rating},100,W2\n2,{opponent},{theirs},100,L1\n".encode()


async def play(
    club: SimulatedClub, name: str, data: bytes | None = None, day: str = "2026-11-20", **options: Any
) -> Any:
    looked = await club.td.slash(
        club.channel, "td import", file=("e.csv", data or table()), name=name, date=day, **options
    )
    await by_names(club.td, looked)
    return await club.td.click(looked.response, label="Store it")


def told(club: SimulatedClub) -> list[Any]:
    orange = [one for one in club.channel.history() if one.embeds and one.embeds[0].colour.value == 0xF28C28]
    return sorted(orange, key=lambda message: message.id)


def words(club: SimulatedClub, number: int = -1) -> list[str]:
    lines: list[str] = told(club)[number].embeds[0].description.splitlines()
    return lines


@pytest.fixture
async def announcing(club: SimulatedClub) -> SimulatedClub:
    answer = await set_settings(club, channel=club.channel)
    assert answer.ephemeral
    assert "daily at 09:00" in answer.response.embeds[0].description
    return club


@pytest.mark.both_databases
async def test_two_events_are_one_digest_at_the_hour(announcing: SimulatedClub, clock: Clock) -> None:
    club = announcing
    await play(club, "First")
    await play(club, "Second", table(1300, name="Sol", opponent="Idris", theirs=1800))
    await send(club, clock, hours=20)
    assert told(club) == []
    await send(club, clock, hours=1)
    (message,) = told(club)
    lines = words(club)
    assert lines[0] == "### First Club · news"
    assert "🎯 **Upset** Sol (1300) beat Idris (1800)" in lines
    assert not any("Ada Long (1500)" in line for line in lines), "the greatest upset alone"
    assert "👋 **First event** Ada Long, Max Peak, Sol, Idris" in lines
    assert message.embeds[0].footer.text == "2 events, 2 games, 4 players · 20 November 2026"
    assert all(
        "allowed_mentions" not in one.json or one.json["allowed_mentions"] == {"parse": []}
        for one in requests(club, "POST")
        if one.json
    )
    await send(club, clock, days=3)
    assert len(told(club)) == 1, "an empty day is no message"


async def test_a_restart_at_the_hour_sends_once(
    announcing: SimulatedClub, clock: Clock, make_bot: Callable[[], Any]
) -> None:
    club = announcing
    await play(club, "First")
    await send(club, clock, hours=20)
    await club.env.restart_bot(make_bot())
    for _ in range(3):
        await send(club, clock, hours=1)
        await club.env.restart_bot(make_bot())
    assert len(told(club)) == 1


@pytest.mark.long
@pytest.mark.sqlite_only("PostgreSQL does not use a number of a preview again")
async def test_what_was_undone_before_is_not_told_and_after_is_corrected(
    announcing: SimulatedClub, clock: Clock
) -> None:
    club = announcing
    await play(club, "First")
    await send(club, clock)
    await void(club, "1", "no game")
    await send(club, clock, days=1)
    assert told(club) == []

    await play(club, "Second", table(1300, name="Sol", opponent="Idris", theirs=1800))
    await send(club, clock, days=1)
    assert len(told(club)) == 1
    await void(club, "2", "no game")
    await send(club, clock, days=1)
    lines = words(club)
    assert "**Corrected:** Sol (1300) beat Idris (1800) no longer counts" in lines
    await send(club, clock, days=1)
    assert len(told(club)) == 2, "corrected once"


async def test_old_events_and_unconfirmed_reports_tell_nothing(announcing: SimulatedClub, clock: Clock) -> None:
    club = announcing
    await play(club, "Long ago", day="2026-10-20")
    await club.dana.slash(club.channel, "rating update", opponents="W2400", rating=1500.0, games=40)
    await send(club, clock, days=2)
    assert told(club) == []
    assert await rows(club.services.database, select(news)) == []
    queue = await club.td.slash(club.channel, "td queue")
    await club.td.click(queue.response, label="1 Confirm")
    await send(club, clock, days=2)
    assert any("Dana" in line for line in words(club))


@pytest.mark.parametrize(
    "wish",
    [{"announced": False}, {"born": date(2015, 1, 1)}, {"born_year": 2013}, {"hidden": True}],
)
async def test_who_may_not_be_named_is_not(announcing: SimulatedClub, clock: Clock, wish: dict[str, Any]) -> None:
    club = announcing
    await play(club, "First")
    change = update(player).where(player.c.name == "Max Peak").values(**wish)
    await club.services.database.write(lambda connection: connection.execute(change), club=club.guild.id)
    await send(club, clock, days=1)
    text = "\n".join(words(club))
    assert "Max Peak" not in text
    assert "Ada Long" in text
    assert "Upset" not in text, "nobody can be told to have beaten nobody"


async def test_a_peak_is_told_ten_points_above_the_last_one_told(announcing: SimulatedClub, clock: Clock) -> None:
    club = announcing
    await play(club, "First")
    await send(club, clock, days=1)
    assert any("New peak" in line and "Ada Long" in line for line in words(club))
    first = len(told(club))
    small = b"number,name,rating,games,1\n1,Ada Long,,,W2\n2,Low,900,100,L1\n"
    await play(club, "Small", small, day="2026-11-21")
    await send(club, clock, days=1)
    assert not any("Ada Long" in line for line in words(club, first) if "peak" in line)


async def test_a_button_opens_more_than_eight_lines(announcing: SimulatedClub, clock: Clock) -> None:
    club = announcing
    lines = ["number,name,rating,games,1"]
    for number in range(0, 20, 2):
        lines += [
            f"{number + 1},Winner {number},1500,249,W{number + 2}",
            f"{number + 2},Loser {number},1510,20,L{number + 1}",
        ]
    await play(club, "Many", "\n".join(lines).encode())
    await send(club, clock, days=1)
    text = words(club)
    assert len(text) == 10
    assert text[-1] == "and 4 more"
    more = await club.dana.click(told(club)[0], label="Show all")
    assert more.ephemeral
    assert "Winner 18" in more.response.embeds[0].description


@pytest.mark.long
async def test_after_each_event_it_is_told_soon_and_of_a_thousand_changes_once(
    club: SimulatedClub, clock: Clock
) -> None:
    await set_settings(club, channel=club.channel, when="event")
    for number in range(30):
        await play(club, f"Event {number}", table(1300 + number, name=f"Sol {number}", opponent=f"Idris {number}"))
        await send(club, clock, seconds=1)
    await send(club, clock, minutes=2)
    assert len(told(club)) == 1
    await play(club, "Another", table(1300, name="Una", opponent="Vic"))
    await send(club, clock, minutes=2)
    assert len(told(club)) == 1, "not again so soon"
    await send(club, clock, minutes=9)
    assert len(told(club)) == 2


@pytest.mark.long
async def test_the_hour_is_the_clubs_across_a_change_of_its_clocks(announcing: SimulatedClub, clock: Clock) -> None:
    """On 28 March 2027 Berlin's clocks leave out an hour: nine there is eight in UTC, then seven."""
    club = announcing
    await set_settings(club, time_zone="Europe/Berlin")
    await set_settings(club, hour=9)
    clock.moment = datetime(2027, 3, 27, 12, tzinfo=UTC)
    for day, hour in (("2027-03-27", 7), ("2027-03-28", 7)):
        await play(club, f"Played on {day}", table(1300, name=f"Sol {day}", opponent=f"Idris {day}"), day=day)
        await send(club, clock)
        ((due,),) = await rows(club.services.database, select(outbox.c.due_at).where(outbox.c.kind == "news"))
        expected = datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC) + timedelta(days=1)
        assert due == expected
        clock.moment = expected
        await send(club, clock)
        clock.moment = expected + timedelta(hours=5)
    assert len(told(club)) == 2


async def test_weekly_is_on_monday(club: SimulatedClub, clock: Clock) -> None:
    await set_settings(club, channel=club.channel, when="weekly", hour=18)
    await play(club, "First")
    await send(club, clock)
    ((due,),) = await rows(club.services.database, select(outbox.c.due_at).where(outbox.c.kind == "news"))
    assert due == datetime(2026, 11, 23, 18, tzinfo=UTC)


class TestWhatDirectorsDecide:
    async def test_kinds_are_chosen_and_all_is_taken_back_by_undo(
        self, announcing: SimulatedClub, clock: Clock
    ) -> None:
        club = announcing
        chosen = await set_settings(club, kinds=["peak"])
        assert "daily at 09:00: new peaks" in chosen.response.embeds[0].description
        await play(club, "First")
        await send(club, clock, days=1)
        assert all("peak" in line for line in words(club)[1:])
        undone = await set_settings(club, when="off")
        assert "Announcements" not in undone.response.embeds[0].description
        await play(club, "Second", table(1300, name="Sol", opponent="Idris", theirs=1800))
        await send(club, clock, days=1)
        assert len(told(club)) == 1
        await club.td.click(undone.response, label="Undo")
        assert "daily" in (await club.td.slash(club.channel, "td settings")).response.embeds[0].description

    async def test_without_a_channel_it_asks_for_one(self, club: SimulatedClub) -> None:
        assert "The channel is missing" in await said(set_settings(club, hour=8))

    async def test_a_channel_that_is_gone_pauses_it_and_another_begins_it_again(
        self, announcing: SimulatedClub, clock: Clock
    ) -> None:
        club = announcing
        club.env.inject_error("POST", "/channels/*/messages", status=404, code=10003)
        await play(club, "First")
        await send(club, clock, days=1)
        assert told(club) == []
        assert await pauses(club) == [f"in <#{club.channel.id}>: the channel was deleted. Choose another one"]
        await play(club, "Second", table(1300, name="Sol", opponent="Idris", theirs=1800))
        club.env.inject_error("POST", "/channels/*/messages", status=404, code=10003)  # it is tried once a day
        await send(club, clock, days=3)
        assert told(club) == []
        await set_settings(club, channel=club.channel)
        await send(club, clock, days=1)
        assert len(told(club)) == 1

    async def test_its_buttons_answer_whoever_presses_alone(self, announcing: SimulatedClub, clock: Clock) -> None:
        club = announcing
        await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=40)
        await play(club, "First")
        await send(club, clock, days=1)
        for label in ("Leaderboard", "My card"):
            assert (await club.dana.click(told(club)[0], label=label)).ephemeral


async def test_a_merge_corrects_nothing(announcing: SimulatedClub, clock: Clock) -> None:
    club = announcing
    await play(club, "First")
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=40)
    await send(club, clock, days=1)
    assert len(told(club)) == 1
    await merge_players(club.td, club.channel, player="Dana", duplicate="Ada Long", reason="one person")
    await send(club, clock, days=2)
    assert not any("Corrected" in line for message in told(club) for line in message.embeds[0].description.splitlines())


async def test_whoever_is_forgotten_is_in_no_news(announcing: SimulatedClub, clock: Clock) -> None:
    club = announcing
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=40)
    queue = await club.td.slash(club.channel, "td queue")
    await club.td.click(queue.response, label="1 Confirm")
    await send(club, clock)
    assert len(await rows(club.services.database, select(news))) > 0
    await forget(club.dana, club.channel)
    await send(club, clock, days=2)
    assert told(club) == []
    assert all(row.value == {} for row in await rows(club.services.database, select(news.c.value)))
