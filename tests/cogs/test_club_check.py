"""The check of a club."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.store.club import clubs
from bot.store.database.transactions import Connection
from bot.store.messages import outbox
from tests.conftest import SimulatedClub, card_of
from tests.flows import check_club, set_settings


async def lines(club: SimulatedClub) -> list[str]:
    return card_of(await check_club(club)).strip().splitlines()


async def pause(club: SimulatedClub, reason: str) -> None:
    def work(connection: Connection) -> None:
        now = club.services.now()
        clubs.lock_club(connection, club.guild.id, now)
        outbox.put(connection, club.guild.id, "role", "5", now)
        one = outbox.find(connection, club.guild.id, "role", "5")
        assert one is not None
        outbox.pause(connection, one, reason, now + timedelta(days=1))

    await club.services.database.write(work, club=club.guild.id)


async def test_a_new_club_reads_what_it_still_needs(club: SimulatedClub) -> None:
    found = await lines(club)
    assert found[0] == "### First Club · check"
    assert "✅ Here: I can see, write and attach files" in found
    assert "✅ Directors: members who may manage the server" in found
    assert "❌ Time zone UTC. Set yours in `/td settings`" in found
    assert "❌ No players yet. Import your roster with `/td import`" in found
    marks = [line[0] for line in found[1:]]
    assert marks == sorted(marks, reverse=True)  # ❌ before ✅


async def test_what_is_there_is_said_with_its_figures(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
    await set_settings(club, time_zone="Asia/Tokyo", td_role=club.td_role)
    found = await lines(club)
    assert "✅ Time zone Asia/Tokyo" in found
    assert "✅ 1 player" in found
    assert "❌ Nobody has Arbiters. Give it to your directors" in found
    club.add("Helper", club.td_role)
    assert "✅ Directors: Arbiters" in await lines(club)


async def test_a_channel_that_is_set_is_looked_at(club: SimulatedClub) -> None:
    denied = discord.PermissionOverwrite(attach_files=False)
    closed = club.guild.create_text_channel("closed", overwrites={club.env.bot.user: denied})
    await set_settings(club, td_channel=closed)
    assert f"❌ <#{closed.id}>: I need *Attach Files*" in await lines(club)
    club.env.backend.delete_channel(closed.id)
    await club.env.settle()
    assert any(f"<#{closed.id}> does not exist" in line for line in await lines(club))


async def test_a_directors_role_that_is_gone_is_said(club: SimulatedClub) -> None:
    await set_settings(club, td_role=club.td_role)
    club.env.backend.delete_role(club.guild.id, club.td_role.id)
    await club.env.settle()
    assert "❌ The directors' role no longer exists. Choose another one in `/td settings`" in await lines(club)


@pytest.mark.both_databases
async def test_what_is_paused_is_tried_again(club: SimulatedClub) -> None:
    await pause(club, "give me *Manage Roles* under Server Settings → Roles")
    answer = await check_club(club)
    assert "⏸️ **Roles**: give me *Manage Roles* under Server Settings → Roles" in card_of(answer)
    again = await club.td.click(answer.response, label="Try again")
    assert "⏸️" not in card_of(again)
    assert [part["label"] for row in again.response.components for part in row["components"]] == ["Check again"]


async def test_the_settings_page_opens_it(club: SimulatedClub) -> None:
    page = await club.td.slash(club.channel, "td settings")
    answer: Any = await club.td.click(page.response, label="Check")
    assert answer.ephemeral
    assert card_of(answer).startswith("### First Club · check")
    assert await buttons(page) == ["Change a setting…", "Check", "Titles of the 1990s"]


async def buttons(answer: Any) -> list[str]:
    """Return what can be pressed or chosen."""
    parts = [part for row in answer.response.components for part in row["components"]]
    return [part.get("label") or part["placeholder"] for part in parts]
