"""Notifications of /me: what members want to be told, and a direct message when somebody else moves their rating."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.ratings.fide.lists import publish_everywhere
from bot.store.database.tables import audit, outbox, player
from bot.ui.messages import announcements
from tests.conftest import Clock, SimulatedClub, rows
from tests.flows import forget, notify, report_for, set_settings, void


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcements, "SECONDS_BETWEEN", 0)


async def send(club: SimulatedClub, clock: Clock, **later: float) -> None:
    """Let the bot send what is due, now and after some time."""
    for seconds in (0.0, timedelta(**later).total_seconds()):
        clock.move(seconds)
        with club.env._bot_scope():
            await club.env.bot.outbox.send_due()


async def rated(club: SimulatedClub, rating: float = 1500.0) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=rating, games=40)


async def told(club: SimulatedClub, **wishes: Any) -> Any:
    return await notify(club.dana, club.channel, **(wishes or {"notices": "each"}))


def letters(club: SimulatedClub) -> list[Any]:
    """Return the direct messages that Dana has, earliest first."""
    channel = club.dana.user.dm_channel
    if channel is None:
        return []
    return sorted((one for one in channel.history() if one.embeds), key=lambda message: message.id)


async def wish(club: SimulatedClub) -> str:
    ((notice,),) = await rows(club.services.database, select(player.c.notices).where(player.c.user_id == club.dana.id))
    return str(notice)


@pytest.mark.both_databases
async def test_an_import_and_its_correction_within_the_minute_are_one(club: SimulatedClub, clock: Clock) -> None:
    await rated(club)
    assert (await told(club)).ephemeral
    await report_for(club.td, club.channel, club.dana, opponents="W1500 W1600", event="Saturday Swiss")
    await send(club, clock, seconds=30)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1700.0, games=50)
    await send(club, clock, seconds=20)
    assert letters(club) == []
    await send(club, clock, seconds=20)
    (letter,) = letters(club)
    lines = letter.embeds[0].description.splitlines()
    assert lines == [
        "### First Club",
        "# 1500 → 1700  ▲ 200",
        "US Chess Regular",
        f"Saturday Swiss, rated by <@{club.td.id}>",
    ]
    await send(club, clock, days=8)
    assert len(letters(club)) == 1


async def test_ones_own_report_and_what_comes_to_nothing_are_not_told(club: SimulatedClub, clock: Clock) -> None:
    await rated(club)
    await told(club)
    await club.dana.slash(club.channel, "rating update", opponents="W1500")
    await send(club, clock, minutes=2)
    await report_for(club.td, club.channel, club.dana, opponents="W1600")
    await void(club, "2", "no game")
    await send(club, clock, minutes=2)
    assert letters(club) == []


async def test_nobody_is_told_before_they_ask(club: SimulatedClub, clock: Clock) -> None:
    await rated(club)
    await rated(club, 1600.0)
    await send(club, clock, minutes=2)
    assert await rows(club.services.database, select(outbox)) == []


async def test_weekly_is_one_on_monday(club: SimulatedClub, clock: Clock) -> None:
    await rated(club)
    await told(club, notices="weekly")
    for rating in (1510.0, 1520.0, 1530.0):
        await rated(club, rating)
        await send(club, clock, hours=1)
    assert letters(club) == []
    await send(club, clock, days=2)
    (letter,) = letters(club)
    assert "# 1500 → 1530  ▲ 30" in letter.embeds[0].description


async def test_closed_messages_turn_it_off_and_the_next_command_says_so(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], Any]
) -> None:
    await rated(club)
    await told(club)
    club.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await rated(club, 1600.0)
    await send(club, clock, minutes=2)
    assert await wish(club) == "closed"
    await club.env.restart_bot(make_bot())
    answer = await club.dana.slash(club.channel, "leaderboard")
    (said,) = [message for message in answer.followups if message is not None]
    assert said.ephemeral
    assert "I cannot send you direct messages" in said.content
    assert await wish(club) == "off"
    again = await club.dana.slash(club.channel, "leaderboard")
    assert [message for message in again.followups if message is not None] == []
    await rated(club, 1700.0)
    await send(club, clock, minutes=2)
    assert letters(club) == []


class TestItsButtons:
    async def letter(self, club: SimulatedClub, clock: Clock) -> Any:
        await rated(club)
        await told(club)
        await rated(club, 1600.0)
        await send(club, clock, minutes=2)
        (letter,) = letters(club)
        return letter

    async def test_card_and_stop(self, club: SimulatedClub, clock: Clock) -> None:
        letter = await self.letter(club, clock)
        shown = await club.dana.user.click(letter, label="Card")
        assert "Dana" in (shown.response.embeds[0].title or shown.response.embeds[0].description)
        await club.dana.user.click(letter, label="Stop these messages")
        assert await wish(club) == "off"
        await rated(club, 1700.0)
        await send(club, clock, minutes=2)
        assert len(letters(club)) == 1

    @pytest.mark.parametrize("has_channel", [True, False])
    async def test_that_is_wrong_goes_to_the_directors(
        self, club: SimulatedClub, clock: Clock, has_channel: bool
    ) -> None:
        directors = club.guild.create_text_channel("directors")
        if has_channel:
            await set_settings(club, td_channel=directors)
        letter = await self.letter(club, clock)
        form = await club.dana.user.click(letter, label="Report a mistake")
        answer = await club.dana.user.submit_modal(form, {"reason": "I never played @everyone that."})
        await send(club, clock)
        assert "club's directors will read it" in answer.response.embeds[0].description
        kept = await rows(club.services.database, select(audit.c.details).where(audit.c.action == "objection"))
        seen = [message.content for message in directors.history()]
        if has_channel:
            assert kept == []
            assert seen == ["✋ **Dana** disputes their rating: I never played @\u200beveryone that."]
        else:
            assert [row.details for row in kept] == [{"reason": "I never played @everyone that."}]
            assert seen == []


async def test_all_wishes_are_shown_kept_and_given_out(club: SimulatedClub) -> None:
    await told(club, challenged=False, announced=False, private=True, notices="each")
    answer = await notify(club.dana, club.channel)
    text = answer.response.embeds[0].description
    for words in ("each change", "nobody may challenge you", "do not name you", "only you and directors see it"):
        assert words in text
    query = select(player.c.challenged, player.c.announced, player.c.card_private, player.c.notices)
    (row,) = await rows(club.services.database, query.where(player.c.user_id == club.dana.id))
    assert tuple(row) == (False, False, True, "each")


async def test_forgetting_takes_what_waits_for_somebody(club: SimulatedClub, clock: Clock) -> None:
    await rated(club)
    await told(club)
    await rated(club, 1600.0)
    await send(club, clock)
    waits = select(outbox.c.kind).where(outbox.c.kind == "notice")
    assert len(await rows(club.services.database, waits)) == 1
    await forget(club.dana, club.channel)
    assert await rows(club.services.database, waits) == []
    await send(club, clock, days=2)
    assert letters(club) == []


async def test_what_was_due_by_itself_names_nobody(club: SimulatedClub, clock: Clock) -> None:
    system = "fide-standard"
    await club.td.slash(
        club.channel, "td rating", player=club.dana, list=system, rating=1500.0, games=50, date="2026-11-01"
    )
    await told(club)
    options = {"opponents": "W1500 W1500 W1500", "list": system, "date": "2026-11-20"}
    await report_for(club.td, club.channel, club.dana, **options)
    clock.move(11 * 86_400)
    assert await publish_everywhere(club.services) == 1
    await send(club, clock, minutes=2)
    text = letters(club)[-1].embeds[0].description
    assert "FIDE Standard" in text
    assert " by " not in text
