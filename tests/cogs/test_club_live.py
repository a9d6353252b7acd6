"""/club live: a leaderboard that follows every change, whatever Discord and restarts do."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.services.messages.live_boards import set_live_board
from bot.services.ratings.leaderboard import BoardOrder
from bot.store.database.tables import live_board, outbox, player
from bot.ui.messages.worker import OutboxWorker
from core.errors import NotAllowedError
from tests.conftest import Clock, SimulatedClub, rows, said
from tests.flows import hide_player, set_board, set_settings

MINUTE, LIST = 60, "US Chess Regular"


async def send(club: SimulatedClub, clock: Clock, seconds: float = 0) -> None:
    """Let the bot send what is due, now and after some time."""
    for later in (0, seconds):
        clock.move(later)
        with club.env._bot_scope():
            await club.env.bot.outbox.send_due()


async def begin(club: SimulatedClub, clock: Clock, channel: Any = None, **more: Any) -> Any:
    answer = await set_board(club, channel=channel or club.channel, **more)
    await send(club, clock)
    return answer


async def rate(club: SimulatedClub, name: str, rating: float) -> Any:
    member = club.add(name)
    await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=40)
    return member


def requests(club: SimulatedClub, method: str) -> list[Any]:
    """Return the requests that post, edit or delete a message of a channel."""
    return [
        one
        for one in club.env.http_requests
        if one.method == method and one.path.startswith("/channels/") and "/messages" in one.path
    ]


def shown(club: SimulatedClub, channel: Any = None) -> list[str]:
    return [
        message.embeds[0].description or ""
        for message in (channel or club.channel).history()
        if message.embeds and message.embeds[0].timestamp is not None
    ]


async def board(club: SimulatedClub) -> Any:
    (row,) = await rows(club.services.database, select(live_board))
    return row


async def pauses(club: SimulatedClub) -> list[str]:
    return [
        row.paused
        for row in await rows(club.services.database, select(outbox.c.paused).where(outbox.c.paused.is_not(None)))
    ]


@pytest.mark.both_databases
async def test_it_is_posted_and_edited_when_a_rating_moves(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, "Ada Long", 1500)
    answer = await begin(club, clock)
    assert answer.ephemeral
    (text,) = shown(club)
    assert text.splitlines()[0] == f"### {LIST}"
    assert "1500 Ada Long" in text.replace("`", "").replace("\u00a0", " ")
    await rate(club, "Bea", 1600)
    await send(club, clock, 19)
    assert len(requests(club, "PATCH")) == 0
    await send(club, clock, MINUTE)
    (text,) = shown(club)
    assert text.index("Bea") < text.index("Ada Long")
    assert len(requests(club, "PATCH")) == 1
    (message,) = [one for one in club.channel.history() if one.embeds and one.embeds[0].timestamp is not None]
    assert message.embeds[0].timestamp == clock()


@pytest.mark.long
async def test_two_hundred_updates_are_one_edit_a_minute_at_most(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], Any]
) -> None:
    ada = await rate(club, "Ada", 1500)
    await begin(club, clock)
    await send(club, clock, MINUTE)
    edits = len(requests(club, "PATCH"))
    for number in range(200):
        rating = float(1500 + number)
        await club.td.slash(club.channel, "td rating", player=ada, rating=rating, games=40)
        if number == 100:
            await club.env.restart_bot(make_bot())
        await send(club, clock, 1)
    await send(club, clock, 2 * MINUTE)
    assert 1 <= len(requests(club, "PATCH")) - edits <= 5
    (text,) = shown(club)
    assert "1699" in text


async def test_nothing_changed_is_no_edit(club: SimulatedClub, clock: Clock) -> None:
    ada = await rate(club, "Ada", 1500)
    await begin(club, clock)
    await club.td.slash(club.channel, "td rating", player=ada, rating=1600.0, games=40)
    await club.td.slash(club.channel, "td rating", player=ada, rating=1500.0, games=40)
    await send(club, clock, 10 * MINUTE)
    assert requests(club, "PATCH") == []


async def test_a_restart_between_change_and_edit_edits_once(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], Any]
) -> None:
    await rate(club, "Ada", 1500)
    await begin(club, clock)
    await rate(club, "Bea", 1600)
    await club.env.restart_bot(make_bot())
    await send(club, clock, 2 * MINUTE)
    await send(club, clock, 2 * MINUTE)
    assert len(requests(club, "PATCH")) == 1
    assert "Bea" in shown(club)[0]


async def test_two_processes_edit_once(club: SimulatedClub, clock: Clock) -> None:
    import asyncio

    await rate(club, "Ada", 1500)
    await begin(club, clock)
    await rate(club, "Bea", 1600)
    await send(club, clock, 1)
    clock.move(2 * MINUTE)
    with club.env._bot_scope():
        others = [OutboxWorker(club.env.bot, club.services) for _ in range(3)]
        await asyncio.gather(*(worker.send_due() for worker in others))
    assert len(requests(club, "PATCH")) == 1


class TestWhatDiscordDoes:
    async def test_a_deleted_message_is_posted_again_once_and_then_paused(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        await rate(club, "Ada", 1500)
        await begin(club, clock)
        for name in ("Bea", "Cleo", "Dot"):
            club.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008)
            await rate(club, name, 1600)
            await send(club, clock, 2 * MINUTE)
            await send(club, clock, 2 * MINUTE)
        assert (await board(club)).lost == 1
        assert await pauses(club) == [f"{LIST}: its message was deleted twice. Set the live board again"]
        await begin(club, clock)
        assert await pauses(club) == []
        assert "Dot" in shown(club)[-1]

    @pytest.mark.parametrize(
        ("status", "code", "why"),
        [
            (403, 50013, "a permission is missing"),
            (404, 10003, "the channel was deleted"),
            (403, 50001, "I may not see"),
        ],
    )
    async def test_what_cannot_pass_is_paused_and_said_once(
        self, club: SimulatedClub, clock: Clock, status: int, code: int, why: str
    ) -> None:
        directors = club.guild.create_text_channel("directors")
        await set_settings(club, td_channel=directors)
        await rate(club, "Ada", 1500)
        await begin(club, clock)
        club.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
        for number in range(5):
            await rate(club, f"Member {number}", 1600)
            await send(club, clock, 2 * MINUTE)
            await send(club, clock, 2 * MINUTE)
        assert len(requests(club, "PATCH")) == 1
        (note,) = [message.content for message in directors.history()]
        assert note.startswith("⚠️ Paused")
        assert f"**Live board**: {LIST} in <#{club.channel.id}>: {why}" in note

    async def test_where_no_edit_is_taken_it_is_posted_anew_once_an_hour(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        await rate(club, "Ada", 1500)
        await begin(club, clock)
        first = (await board(club)).message_id
        club.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046, times=None)
        await rate(club, "Bea", 1600)
        await send(club, clock, 2 * MINUTE)
        assert (await board(club)).message_id == first
        await send(club, clock, 5 * MINUTE)
        assert (await board(club)).message_id == first
        await send(club, clock, 6 * MINUTE)
        second = (await board(club)).message_id
        assert second != first
        assert len(shown(club)) == 1, "the old message goes"
        await rate(club, "Cleo", 1700)
        for _ in range(6):
            await send(club, clock, 8 * MINUTE)
        assert (await board(club)).message_id == second
        await send(club, clock, 30 * MINUTE)
        assert (await board(club)).message_id != second
        assert "Cleo" in shown(club)[0]

    async def test_while_discord_is_away_it_is_tried_again(self, club: SimulatedClub, clock: Clock) -> None:
        await rate(club, "Ada", 1500)
        await begin(club, clock)
        await rate(club, "Bea", 1600)
        club.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=2)
        await send(club, clock, MINUTE)
        assert "Bea" not in shown(club)[0]
        await send(club, clock, 2 * MINUTE)
        await send(club, clock, 6 * MINUTE)
        assert "Bea" in shown(club)[0]


class TestWhatDirectorsDecide:
    async def test_the_same_again_in_another_channel_moves_it(self, club: SimulatedClub, clock: Clock) -> None:
        await rate(club, "Ada", 1500)
        await begin(club, clock)
        other = club.guild.create_text_channel("boards")
        await begin(club, clock, other)
        assert shown(club) == []
        assert len(shown(club, other)) == 1

    async def test_off_ends_it_and_its_message_goes(self, club: SimulatedClub, clock: Clock) -> None:
        await rate(club, "Ada", 1500)
        await begin(club, clock)
        await begin(club, clock, top="off")
        assert shown(club) == []
        assert await rows(club.services.database, select(live_board)) == []
        await rate(club, "Bea", 1600)
        assert await rows(club.services.database, select(outbox)) == []
        assert "no live board" in await said(set_board(club, channel=club.channel, top="off"))

    async def test_one_of_each_list_and_order_and_ten_a_club(self, club: SimulatedClub, clock: Clock) -> None:
        await rate(club, "Ada", 1500)
        for system in ("uschess-regular", "uschess-quick", "uschess-blitz", "fide-standard", "naspa"):
            for order in ("rating", "games"):
                await set_board(club, channel=club.channel, list=system, order=order)
        refused = await said(set_board(club, channel=club.channel, list="fide-rapid", order="rating"))
        assert "A club can have 10 live boards" in refused
        await send(club, clock)
        assert len(shown(club)) == 10

    async def test_a_channel_where_the_bot_may_not_write_is_refused(self, club: SimulatedClub) -> None:
        import discord

        closed = club.guild.create_text_channel(
            "closed",
            overwrites={club.guild.default_role: discord.PermissionOverwrite(send_messages=False)},
        )
        refused = await said(set_board(club, channel=closed))
        assert "Give me Send Messages, Embed Links there" in refused
        assert await rows(club.services.database, select(live_board)) == []

    async def test_nobody_else_may(self, club: SimulatedClub) -> None:
        with pytest.raises(NotAllowedError, match="set a live board"):
            await set_live_board(club.services, club.actor(club.dana), club.channel.id, None, BoardOrder.RATING, 10)


class TestWhoIsShown:
    async def test_hidden_forgotten_and_gone_members_vanish(self, club: SimulatedClub, clock: Clock) -> None:
        for number, name in enumerate(("Ada", "Bea", "Cleo", "Dot")):
            await rate(club, name, 1500 + number)
        await begin(club, clock)
        await hide_player(club.td, club.channel, player="Bea")
        await send(club, clock, 2 * MINUTE)
        assert "Bea" not in shown(club)[0]
        left = clock() - timedelta(days=29)
        gone = update(player).where(player.c.name == "Cleo").values(left_at=left)
        await club.services.database.write(lambda connection: connection.execute(gone), club=club.guild.id)
        await send(club, clock, 86_400)
        assert "Cleo" in shown(club)[0]
        await send(club, clock, 86_400)
        assert "Cleo" not in shown(club)[0]
        assert "Dot" in shown(club)[0]

    async def test_its_buttons_answer_whoever_presses_alone(self, club: SimulatedClub, clock: Clock) -> None:
        await rate(club, "Ada", 1500)
        await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=40)
        await begin(club, clock)
        message = club.channel.history()[-1]
        for label in ("Me", "My card", "History"):
            pressed = await club.dana.click(message, label=label)
            assert pressed.ephemeral


async def test_boards_are_shown_anew_when_the_codes_are_hidden(club: SimulatedClub) -> None:
    await set_board(club, channel=club.channel, list="elo")
    await club.env.bot.outbox.send_due()
    due = select(outbox.c.subject).where(outbox.c.kind == "board", outbox.c.due_at <= club.services.now())
    assert await rows(club.services.database, due) == []
    await set_settings(club, lifetime_titles="off")
    assert len(await rows(club.services.database, due)) == 1
