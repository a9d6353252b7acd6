"""The club panel: one message whose buttons report, challenge and show, whatever happens to it."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from simcord.interactions import base_payload
from sqlalchemy import func, select

from bot.app import CrosstableBot
from bot.services.messages.live_boards import set_panel
from bot.store.database.tables import audit, challenge, event, game, live_board, outbox
from core.errors import NotAllowedError
from tests.conftest import Clock, SimulatedClub, rows, said, text_of
from tests.flows import (
    close_evening,
    fill_in,
    found_list,
    hide_player,
    open_evening,
    post_panel,
    report_results,
    set_settings,
)

DAY, MINUTE = 86_400, 60
RATED = {"rating": 1400.0, "games": 60}
EVERY_BUTTON = [
    ["Report an event", "Report a match", "Challenge"],
    ["My card", "Leaderboard", "Norms", "I am on the roster"],
]


async def send(club: SimulatedClub, clock: Clock, seconds: float = 0) -> None:
    """Let the bot send what is due, now and after some time."""
    for later in (0, seconds):
        clock.move(later)
        with club.env._bot_scope():
            await club.env.bot.outbox.send_due()


def panels(club: SimulatedClub, channel: Any = None) -> list[Any]:
    return [one for one in (channel or club.channel).history() if "report-event" in str(one.components)]


def labels(message: Any) -> list[list[str]]:
    return [[part.label for part in row.children] for row in message.components]


def words(answer: Any) -> str:
    """Return what an answer says, whoever asked."""
    texts = []
    for message in (answer.response, *answer.followups):
        if message is not None:
            texts += [message.content or "", *(str(one.description) for one in message.embeds)]
    return "\n".join(texts)


def send_form(club: SimulatedClub, who: Any, form: Any, **values: str) -> None:
    """Send a form and do not wait for the answer."""
    parts = [{"type": 18, "component": {"type": 4, "custom_id": name, "value": text}} for name, text in values.items()]
    _, payload = base_payload(
        club.env.backend,
        type=5,
        channel_id=club.channel.id,
        guild_id=club.guild.id,
        user_id=who.id,
        data={"custom_id": form.modal["custom_id"], "components": parts},
    )
    club.env.backend.emit("INTERACTION_CREATE", payload)


async def count(club: SimulatedClub, table: Any) -> int:
    ((number,),) = await rows(club.services.database, select(func.count()).select_from(table))
    return int(number)


async def pauses(club: SimulatedClub) -> list[str]:
    found = await rows(club.services.database, select(outbox.c.paused).where(outbox.c.paused.is_not(None)))
    return [row.paused for row in found]


async def rated(club: SimulatedClub, *members: Any) -> None:
    for member in members:
        await club.td.slash(club.channel, "td rating", player=member, **RATED)


@pytest.mark.both_databases
async def test_a_director_posts_it_and_settings_name_it(club: SimulatedClub) -> None:
    panel = await post_panel(club)
    assert labels(panel) == EVERY_BUTTON
    assert "First Club" in panel.embeds[0].description
    page = await club.td.slash(club.channel, "td settings")
    assert f"**Live boards** Club panel in <#{club.channel.id}>" in text_of(page)
    with pytest.raises(NotAllowedError, match="post the club panel"):
        await set_panel(club.services, club.actor(club.dana), club.channel.id)


DOUBLES = "me + Eli, Tess + Cy"


class TestButtons:
    async def test_an_event_is_reported(self, club: SimulatedClub) -> None:
        await rated(club, club.dana)
        form = await club.dana.click(await post_panel(club), label="Report an event")
        await fill_in(club.dana, form, opponents="W1500 L1600", date="2026-11-12", event="Thursday")
        (stored,) = await rows(club.services.database, select(event.c.name, event.c.date, event.c.reported_by))
        assert (stored.name, str(stored.date), stored.reported_by) == ("Thursday", "2026-11-12", club.dana.id)
        assert labels(panels(club)[0]) == EVERY_BUTTON

    @pytest.mark.parametrize(
        ("typed", "options", "events"),
        [
            ({"result": "3-1"}, {"wins": "3", "losses": 1}, 1),
            ({"result": "WWDL"}, {"wins": "WWDL"}, 1),
            ({"result": "6-1-3", "list": "oracle"}, {"wins": "6-1-3", "list": "oracle"}, 1),
            ({"result": "11-7 9-11 11-5"}, {"wins": "11-7 9-11 11-5"}, 1),
            (
                {"opponent": "me + Eli, Tess + Cy", "result": "2-1"},
                {"opponent": "me + Eli, Tess + Cy", "wins": "2-1"},
                1,
            ),
            ({"result": "many"}, {"wins": "many"}, 0),
            ({"opponent": "Zed", "result": "1-0"}, {"opponent": "Zed", "wins": "1-0"}, 0),
            ({"opponent": "Dana", "result": "1-0"}, {"opponent": "Dana", "wins": "1-0"}, 0),
        ],
    )
    async def test_a_match_is_read_as_by_the_command(
        self, club: SimulatedClub, typed: dict[str, str], options: dict[str, Any], events: int
    ) -> None:
        other = club.other_server()
        for one in (club, other):
            one.add("Cy")
            await set_settings(one, default_list="elo")
        form = await club.dana.click(await post_panel(club), label="Report a match")
        by_form = await fill_in(club.dana, form, **{"opponent": "Eli", **typed})
        by_command = await other.dana.slash(other.channel, "match", **{"opponent": "Eli", **options})
        assert re.sub(r"<@[0-9]+>", "@", words(by_form)) == re.sub(r"<@[0-9]+>", "@", words(by_command))
        columns = (event.c.standing, event.c.kind, event.c.source, event.c.date)
        of_club = select(event.c.club_id, event.c.id, *columns, game.c.round, game.c.result).join(game)
        games: dict[int, list[Any]] = {club.guild.id: [], other.guild.id: []}
        for club_id, _, *row in await rows(club.services.database, of_club.order_by(event.c.id, game.c.round)):
            games[club_id].append(row)
        assert games[club.guild.id] == games[other.guild.id]
        assert await count(club, event) == 2 * events

    async def test_a_new_player_of_a_pool_is_asked_for_by_a_button(self, club: SimulatedClub) -> None:
        """The command opens a second form; a form cannot."""
        form = await club.dana.click(await post_panel(club), label="Report a match")
        asked = await fill_in(club.dana, form, opponent="DeepEngine", result="3-1", list="oracle")
        assert asked.response.ephemeral
        assert await count(club, event) == 0
        second = await club.dana.click(asked.response, label="Go on")
        assert "DeepEngine" in str(second.modal)
        answer = await fill_in(club.dana, second, kind="ai_balanced")
        assert "DeepEngine" in words(answer)
        assert await count(club, event) == 1

    async def test_a_wrong_match_comes_back_with_its_text(self, club: SimulatedClub) -> None:
        await set_settings(club, default_list="elo")
        form = await club.dana.click(await post_panel(club), label="Report a match")
        refused = await fill_in(club.dana, form, opponent="Eli", result="many")
        again = await club.dana.click(refused.response, label="Edit again")
        assert "many" in str(again.modal)
        await fill_in(club.dana, again, result="2-1")
        assert await count(club, event) == 1

    async def test_a_member_is_challenged(self, club: SimulatedClub) -> None:
        await set_settings(club, default_list="elo")
        panel = await post_panel(club)
        form = await club.dana.click(panel, label="Challenge")
        refused = await fill_in(club.dana, form, player=club.eli, games="21")
        assert "a whole number from 1 to 20" in refused.response.content
        again = await club.dana.click(refused.response, label="Edit again")
        assert str(club.eli.id) in str(again.modal)
        answer = await fill_in(club.dana, again, player=club.eli, games="3", note="Thursday?")
        command = await club.dana.slash(club.channel, "challenge", player=club.eli, games=3, note="Thursday?")
        assert words(answer) == words(command)
        assert await count(club, challenge) == 2

    async def test_the_others_answer_the_member_alone_as_the_commands_do(self, club: SimulatedClub) -> None:
        await rated(club, club.dana, club.eli)
        await club.dana.slash(club.channel, "rating update", opponents="W1500 L1600 W1550 D1400")
        panel = await post_panel(club)
        for label, command in (("My card", "rating show"), ("Leaderboard", "leaderboard"), ("Norms", "norms")):
            pressed = await club.dana.click(panel, label=label)
            answered = await club.dana.slash(club.channel, command)
            assert pressed.ephemeral, label
            assert words(pressed) == words(answered), label
            assert str(pressed.response.embeds[0].image) == str(answered.response.embeds[0].image), label

    async def test_somebody_on_the_roster_claims_to_be_that_player(self, club: SimulatedClub) -> None:
        roster = ("r.csv", b"name,rating,games\nAda Blank,1500,30\n")
        looked = await club.td.slash(club.channel, "td import", file=roster)
        await club.td.click(looked.response, label="Store it")
        form = await club.dana.click(await post_panel(club), label="I am on the roster")
        answer = await fill_in(club.dana, form, player="Ada Blank")
        assert "Ada Blank" in words(answer)
        assert "Confirm (TD)" in str(answer.response.components)

    async def test_a_member_who_is_hidden_sees_their_own_card(self, club: SimulatedClub) -> None:
        await rated(club, club.dana, club.eli)
        await hide_player(club.td, club.channel, player="Dana")
        panel = await post_panel(club)
        own = await club.dana.click(panel, label="My card")
        assert own.ephemeral
        assert words(own) == words(await club.dana.slash(club.channel, "rating show"))
        board = await club.eli.click(panel, label="Leaderboard")
        assert "Dana" not in words(board)
        assert "Eli" in words(board)

    async def test_two_members_press_and_send_at_the_same_time(self, club: SimulatedClub) -> None:
        await rated(club, club.dana, club.eli)
        panel = await post_panel(club)
        first, second = [await who.click(panel, label="Report an event") for who in (club.dana, club.eli)]
        for who, form, typed in ((club.dana, first, "W1500"), (club.eli, second, "L1500")):
            send_form(club, who, form, opponents=typed, date="2026-11-12")
        await club.env.settle()
        found = await rows(club.services.database, select(event.c.reported_by))
        assert sorted(row.reported_by for row in found) == sorted([club.dana.id, club.eli.id])

    async def test_each_club_has_its_own(self, club: SimulatedClub) -> None:
        other = club.other_server()
        await rated(club, club.dana)
        await rated(other, other.dana)
        await found_list(club, name="Table tennis", system="elo")
        ours, theirs = await post_panel(club), await post_panel(other)
        assert "Second Club" in theirs.embeds[0].description
        assert "Table tennis" not in str((await other.dana.click(theirs, label="Report an event")).modal)
        form = await club.dana.click(ours, label="Report an event")
        assert "Table tennis" in str(form.modal)
        await fill_in(club.dana, form, opponents="W1500", date="2026-11-12")
        (stored,) = await rows(club.services.database, select(event.c.club_id))
        assert stored.club_id == club.guild.id
        await open_evening(other, name="Their Friday")
        assert labels(panels(club)[0]) == EVERY_BUTTON


class TestEvenings:
    @pytest.mark.both_databases
    async def test_it_leads_to_the_card_of_an_evening_while_it_runs(self, club: SimulatedClub, clock: Clock) -> None:
        await rated(club, club.dana, club.eli)
        await post_panel(club)
        card = (await open_evening(club, name="Friday [blitz]")).response
        await send(club, clock, MINUTE)
        (panel,) = panels(club)
        (link,) = panel.components[2].children
        assert link.url == f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{card.id}"
        assert link.label == "Friday [blitz]"
        assert link.url in panel.embeds[0].description
        for who in (club.dana, club.eli):
            await who.click(card, label="Join")
        await report_results(club, club.td, "Dana 1-0 Eli")
        await close_evening(club, force=True)
        await send(club, clock, MINUTE)
        assert labels(panels(club)[0]) == EVERY_BUTTON
        assert "Friday" not in panels(club)[0].embeds[0].description

    async def test_it_names_evenings_that_were_open_before(self, club: SimulatedClub, clock: Clock) -> None:
        for number in range(6):
            await open_evening(club, name=f"Evening {number}", method="swiss")
        panel = await post_panel(club)
        assert labels(panel)[2] == [f"Evening {number}" for number in range(1, 6)]

    async def test_a_cancelled_evening_goes(self, club: SimulatedClub, clock: Clock) -> None:
        await post_panel(club)
        card = (await open_evening(club)).response
        await send(club, clock, MINUTE)
        assert labels(panels(club)[0])[2] == ["Friday"]
        await club.td.click(card, label="Cancel (TD)")
        await send(club, clock, MINUTE)
        assert labels(panels(club)[0]) == EVERY_BUTTON


class TestWhatHappensToIt:
    async def test_it_works_after_a_restart(self, club: SimulatedClub, make_bot: Callable[[], CrosstableBot]) -> None:
        await rated(club, club.dana)
        panel = await post_panel(club)
        form = await club.dana.click(panel, label="Report an event")
        await club.env.restart_bot(make_bot())
        await fill_in(club.dana, form, opponents="W1500", date="2026-11-12")
        assert await count(club, event) == 1
        assert (await club.dana.click(panel, label="My card")).ephemeral

    async def test_a_deleted_one_is_posted_again_the_next_day(self, club: SimulatedClub, clock: Clock) -> None:
        await post_panel(club)
        for days in (1, 2, 3):
            (panel,) = panels(club)
            club.env.backend.delete_message(club.channel.id, panel.id)
            assert panels(club) == []
            await send(club, clock, DAY)
            assert len(panels(club)) == 1, days
        assert await pauses(club) == []

    async def test_a_deleted_one_is_posted_again_when_an_evening_opens(self, club: SimulatedClub, clock: Clock) -> None:
        panel = await post_panel(club)
        club.env.backend.delete_message(club.channel.id, panel.id)
        await open_evening(club)
        await send(club, clock, MINUTE)
        assert labels(panels(club)[0])[2] == ["Friday"]

    async def test_a_lost_permission_pauses_it_until_it_returns(self, club: SimulatedClub, clock: Clock) -> None:
        await post_panel(club)
        club.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
        await open_evening(club)
        await send(club, clock, MINUTE)
        assert await pauses(club) == [
            f"Club panel in <#{club.channel.id}>: a permission is missing. Give me Send Messages and Embed Links there"
        ]
        await send(club, clock, DAY)
        assert await pauses(club) == []
        assert labels(panels(club)[0])[2] == ["Friday"]

    async def test_another_channel_moves_it(self, club: SimulatedClub, clock: Clock) -> None:
        await post_panel(club)
        other = club.guild.create_text_channel("start-here")
        await post_panel(club, other)
        await send(club, clock)
        assert panels(club) == []
        assert len(panels(club, other)) == 1
        assert await count(club, live_board) == 1

    async def test_an_empty_channel_removes_it(self, club: SimulatedClub, clock: Clock) -> None:
        form = await club.td.slash(club.channel, "td settings", page="panel")
        assert "There is no club panel yet" in await said(fill_in(club.td, form))
        await post_panel(club)
        form = await club.td.slash(club.channel, "td settings", page="panel")
        await fill_in(club.td, form, channel=[])
        await send(club, clock)
        assert panels(club) == []
        assert await count(club, live_board) == 0

    async def test_nothing_changed_is_one_edit_a_day(self, club: SimulatedClub, clock: Clock) -> None:
        await post_panel(club)
        sent = len(club.env.http_requests)
        for _ in range(6):
            await send(club, clock, DAY / 6)
        edits = [one for one in club.env.http_requests[sent:] if one.method == "PATCH" and "/messages" in one.path]
        assert len(edits) == 1

    async def test_posted_twice_at_once_it_is_one(self, club: SimulatedClub, clock: Clock) -> None:
        actors = [replace(club.actor(club.td), manager=True) for _ in range(2)]
        await asyncio.gather(*(set_panel(club.services, actor, club.channel.id) for actor in actors))
        await send(club, clock, MINUTE)
        assert len(panels(club)) == 1
        posted = await rows(club.services.database, select(audit.c.action).where(audit.c.action == "club-panel"))
        assert len(posted) == 2
