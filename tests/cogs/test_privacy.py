"""A member's own data as a file, and nobody's name, ids or birth date any more."""

import io
import json
import zipfile
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import BigInteger, func, select

from bot.services.club.privacy import _NOTHING, KEPT, erase_departed, note_club, own_data, preview_forgetting, tidy
from bot.services.framework.transaction import write_for_club
from bot.services.framework.whole_clubs import verify_everywhere
from bot.store.club import clubs
from bot.store.club.personal_data import _WHO
from bot.store.database.tables import club as club_table
from bot.store.database.tables import forgotten, metadata, pending_import, player, standing
from core.errors import InputError, NotAllowedError, NotFoundError
from tests.cogs.test_player_merge import SECTION, imported
from tests.conftest import SimulatedClub, card_of, now, rows
from tests.flows import ask_to_forget, edit_player, everybody_on_board, forget, my_data, report, set_pool, set_settings

BORN = "2014-03-04"


async def everything(club: SimulatedClub) -> str:
    found = [await rows(club.services.database, select(table)) for table in metadata.sorted_tables]
    return "\n".join(repr(tuple(row)) for table in found for row in table)


async def ratings(club: SimulatedClub) -> list[Any]:
    query = select(standing.c.list, standing.c.player_id, standing.c.rating, standing.c.games)
    return [tuple(row) for row in await rows(club.services.database, query.order_by(standing.c.list, "player_id"))]


async def is_verified(club: SimulatedClub) -> bool:
    return all([one.is_good async for one in verify_everywhere(club.services)])


@pytest.mark.both_databases
async def test_whoever_asks_is_forgotten_and_nobody_elses_rating_moves(club: SimulatedClub) -> None:
    await report(club.dana, club.channel, opponents="W900 W1100 L1300", games=0, born=BORN)
    await edit_player(club.td, club.channel, player=club.dana, fide_id="1503014", reason="Dana found it")
    await club.eli.slash(club.channel, "rating update", opponents="D@Dana W1500", rating=1400.0, games=30)
    before = await ratings(club)
    answer = await forget(club.dana, club.channel)
    assert "**Former player 1** replaces the name" in answer.response.embeds[0].description
    assert answer.response.ephemeral
    assert await ratings(club) == before
    text = await everything(club)
    for trace in ("Dana", "dana", str(club.dana.id), "1503014", "2014"):
        assert trace not in text, trace
    assert await is_verified(club)
    board = await everybody_on_board(club.eli, club.channel)
    assert "Former player" not in board.response.embeds[0].description


async def test_who_comes_back_is_somebody_new(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W900 W1100 L1300", games=0)
    await forget(club.dana, club.channel)
    assert "You are not a player of this club yet" in card_of(await forget(club.dana, club.channel))
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    found = await rows(club.services.database, select(player.c.name, player.c.user_id).order_by(player.c.id))
    assert [tuple(row) for row in found] == [("Former player 1", None), ("Dana", club.dana.id)]


async def test_a_section_keeps_its_figures_when_a_child_in_it_is_forgotten(club: SimulatedClub) -> None:
    section = SECTION.replace("3,Cy Dorn,124,,", f"3,Cy Dorn,,,{BORN}")
    await imported(club, section)
    before = await ratings(club)
    await forget(club.td, club.channel, player="Cy Dorn")
    assert await ratings(club) == before
    assert "Cy Dorn" not in await everything(club)
    assert await is_verified(club)


async def test_a_director_has_nobody_forgotten_who_is_on_discord(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    page = await club.td.slash(club.channel, "td player", player="Dana")
    assert "Forget player" not in str(page.response.components)
    with pytest.raises(InputError, match="Only they can ask to be forgotten, with /me"):
        await preview_forgetting(club.services, replace(club.actor(club.td), manager=True), 1)
    with pytest.raises(NotAllowedError, match="Only a tournament director"):
        await preview_forgetting(club.services, club.actor(club.eli), 1)


async def test_what_would_go_is_shown_and_nothing_goes_before_the_press(club: SimulatedClub) -> None:
    await report(club.dana, club.channel, opponents="W900 W1100 L1300", games=0, born=BORN)
    before = await everything(club)
    asked = await ask_to_forget(club.dana, club.channel)
    assert asked.ephemeral
    text = asked.response.embeds[0].description
    assert "**Dana** becomes **Former player 1**" in text
    assert "Born" in text
    assert "**A deletion cannot be undone.**" in text
    assert await everything(club) == before
    await club.dana.click(asked.response, label="Forget for ever")
    assert "Dana" not in await everything(club)


@pytest.mark.long
async def test_a_forgotten_keeper_is_nameless_in_the_audit_of_settings(
    club: SimulatedClub,
) -> None:
    fay = club.add("Fayette Loomis")
    await set_pool(club, keeper=f"<@{fay.id}>")
    changed = await set_pool(club, a_max=1.8)
    assert "Fayette Loomis" in await everything(club)
    await forget(fay, club.channel)
    assert "Fayette Loomis" not in await everything(club)
    assert str(fay.id) not in await everything(club)
    await club.td.click(changed.response, label="Undo")
    assert "Fayette Loomis" not in await everything(club)
    assert await is_verified(club)


async def test_settings_stand_when_somebody_is_forgotten_who_is_called_as_one(club: SimulatedClub) -> None:
    both = club.add("Both")
    await both.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    changed = await set_settings(club, confirm_results="director")
    await forget(both, club.channel)
    await club.td.click(changed.response, label="Undo")
    query = select(club_table.c.confirm_results).where(club_table.c.id == club.guild.id)
    assert [tuple(row) for row in await rows(club.services.database, query)] == [("both",)]


async def test_ones_own_data_is_a_zip_of_every_table_that_tells_of_one(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W900 L1300", games=0, event="Autumn")
    await edit_player(club.dana, club.channel, born=BORN)
    await club.eli.slash(club.channel, "rating update", opponents="W1500", rating=1400.0, games=30)
    answer = await my_data(club.dana, club.channel)
    (file,) = answer.response.attachments
    with zipfile.ZipFile(io.BytesIO(await file.read())) as archive:
        data = {name: archive.read(name).decode() for name in archive.namelist()}
    (mine,) = json.loads(data["player.json"])
    assert (mine["name"], mine["born"]) == ("Dana", BORN)
    assert [event["name"] for event in json.loads(data["event.json"])] == ["Autumn"]
    assert len(json.loads(data["game.json"])) == 2
    assert len(json.loads(data["audit.json"])) == 2
    assert not any("Eli" in text for text in data.values())
    with pytest.raises(NotFoundError, match="This club has no data about you"):
        await own_data(club.services, club.actor(club.td))


@pytest.mark.both_databases
async def test_what_a_server_stored_goes_thirty_days_after_the_bot_has_left(club: SimulatedClub) -> None:
    other = club.other_server()
    for each in (club, other):
        await each.dana.slash(each.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    cog = club.env.bot.get_cog("MeCog")
    await cog.on_guild_remove(club.env.bot.get_guild(club.guild.id))
    bot = club.env.bot
    await bot.erase_departed()
    assert len(await ratings(club)) == 2
    await cog.on_guild_join(club.env.bot.get_guild(club.guild.id))
    later = type(club.services)(club.services.database, lambda: now() + KEPT + timedelta(hours=1))
    assert await erase_departed(later, (), bool) == 0
    await cog.on_guild_remove(club.env.bot.get_guild(club.guild.id))
    assert await erase_departed(later, {club.guild.id}, bool) == 0
    assert await erase_departed(later, {other.guild.id}, bool) == 1
    assert len(await ratings(club)) == 1
    assert [row.id for row in await rows(club.services.database, select(club_table.c.id))] == [other.guild.id]
    noted = await rows(club.services.database, select(forgotten.c.club_id, forgotten.c.player_id))
    assert [tuple(row) for row in noted] == [(club.guild.id, 0)]  # for whoever puts an older backup back


@pytest.mark.both_databases
async def test_a_club_that_is_written_in_has_not_been_left(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    await note_club(club.services, club.guild.id, is_present=False)
    await club.dana.slash(club.channel, "rating update", opponents="W1600")
    later = type(club.services)(club.services.database, lambda: now() + KEPT + timedelta(hours=1))
    assert await erase_departed(later, (), bool) == 0
    assert len(await ratings(club)) == 1


async def test_a_club_on_whose_server_the_bot_is_stays_whatever_was_noted(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    left = {"left_at": now() - KEPT - timedelta(days=1)}
    note = lambda connection: clubs.change(connection, club.guild.id, left)  # noqa: E731
    await club.services.database.write(note, club=club.guild.id)
    await club.env.bot.erase_departed()
    assert len(await ratings(club)) == 1
    assert [row.left_at for row in await rows(club.services.database, select(club_table.c.left_at))] == [None]


async def test_a_server_that_is_available_again_is_not_left(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    await note_club(club.services, club.guild.id, is_present=False)
    await club.env.bot.on_guild_available(club.env.bot.get_guild(club.guild.id))
    assert [row.left_at for row in await rows(club.services.database, select(club_table.c.left_at))] == [None]


async def test_a_club_that_comes_back_while_it_is_to_be_erased_stays(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    await note_club(club.services, club.guild.id, is_present=False)
    later = type(club.services)(club.services.database, lambda: now() + KEPT + timedelta(hours=1))

    async def once_it_is_back(services: Any, club_id: int, work: Any) -> Any:
        is_back = lambda connection: clubs.change(connection, club_id, {"left_at": None})  # noqa: E731
        await services.database.write(is_back, club=club_id)
        return await write_for_club(services, club_id, work)

    monkeypatch.setattr("bot.services.club.privacy.write_for_club", once_it_is_back)
    await erase_departed(later, (), bool)
    assert len(await ratings(club)) == 1


async def test_files_that_nobody_confirmed_go_by_time(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td import", file=("event.csv", SECTION.encode()), date="2026-08-30")
    later = type(club.services)(club.services.database, lambda: now() + timedelta(days=2, minutes=1))
    assert await tidy(club.services) == 0
    assert await tidy(later) == 1
    (left,) = await rows(club.services.database, select(func.count()).select_from(pending_import))
    assert tuple(left) == (0,)


def test_every_column_that_says_who_did_something_is_forgotten() -> None:
    known = {(table.name, name) for table, names in _WHO.items() for name in names}
    who = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger) and (column.name.endswith("_by") or column.name == "actor_id")
    }
    assert known == who - {("pending_import", "asked_by")}


def test_every_column_about_a_player_is_forgotten() -> None:
    kept = {"id", "club_id", "name", "folded", "search", "kind", "merged_into", "voided", "created_at"}
    assert {column.name for column in player.columns} - kept == set(_NOTHING)
