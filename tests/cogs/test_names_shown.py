"""What a reader may call a player: matches without a stored name, and hidden players at every door."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.club.backup import reapply_forgotten
from bot.store.club.personal_data import Forgotten
from bot.store.database.tables import event, metadata, player
from tests.conftest import SimulatedClub, by_names, card_of, full_text, now, rows, said
from tests.flows import ask_to_forget, correct, edit_player, events_of, export_event, forget, hide_player, merge_players

NAME = "Ilmatar Quux"


async def texts_with(club: SimulatedClub, word: str) -> list[tuple[str, str, str]]:
    """Return table, column and text of every stored value with a word in it."""
    found = []
    for table in metadata.sorted_tables:
        for row in await rows(club.services.database, select(table)):
            values = ((column.name, repr(row._mapping[column.name])) for column in table.columns)
            found += [(table.name, name, text) for name, text in values if word.casefold() in text.casefold()]
    return found


async def matches_of(club: SimulatedClub) -> tuple[Any, Any, Any]:
    """Store a match of two and one of sides; return the member and the two others."""
    quux, ann, bo = club.add(NAME), club.add("Ann Ray"), club.add("Bo Lim")
    match = await club.dana.slash(club.channel, "match", opponent=quux.mention, wins="2", losses=1, list="oracle")
    await quux.click(match.response, label="Confirm")
    sides = f"{club.dana.mention} + {ann.mention}, {quux.mention} + {bo.mention}"
    doubles = await club.dana.slash(club.channel, "match", opponent=sides, wins="2", losses=1, list="elo")
    await club.td.click(doubles.response, label="Confirm")
    return quux, ann, bo


async def number_of(club: SimulatedClub, name: str) -> int:
    return int((await rows(club.services.database, select(player.c.id).where(player.c.name == name)))[0].id)


async def offered(club: SimulatedClub, member: Any, command: str, option: str, typed: str) -> str:
    return json.dumps(await member.autocomplete(club.channel, command, option, typed), ensure_ascii=False)


# What is forgotten


@pytest.mark.both_databases
async def test_a_forgotten_name_is_in_no_column_of_any_table(club: SimulatedClub) -> None:
    quux, *_ = await matches_of(club)
    assert [each for each in await texts_with(club, "Ilmatar") if each[0] == "event"] == []
    former = f"Former player {await number_of(club, NAME)}"
    await forget(quux, club.channel)
    assert await texts_with(club, "Ilmatar") == []
    listed = card_of(await events_of(club.dana, club.channel, "matches"))
    assert f"Dana – {former}" in listed
    assert f"Dana + Ann Ray – {former} + Bo Lim" in listed


async def test_a_match_is_called_by_its_players_at_every_door(club: SimulatedClub) -> None:
    await matches_of(club)
    names = ("Dana – Ilmatar Quux", "Dana + Ann Ray – Ilmatar Quux + Bo Lim")
    listed = card_of(await events_of(club.eli, club.channel, "matches"))
    assert all(name in listed for name in names)
    suggested = await offered(club, club.eli, "events", "event", "ilmat")
    assert all(name in suggested for name in names)
    for row, name in zip(await rows(club.services.database, select(event).order_by(event.c.id)), names, strict=True):
        assert row.name is None
        assert name in await full_text(await club.eli.slash(club.channel, "events", event=str(row.id)))
    assert names[0] in await full_text(await club.dana.slash(club.channel, "rating history", list="oracle"))


async def test_a_match_follows_a_rename_and_a_merge(club: SimulatedClub) -> None:
    await matches_of(club)
    await edit_player(club.td, club.channel, player="Bo Lim", name="Bo Lund", reason="married")
    assert "Ilmatar Quux + Bo Lund" in card_of(await events_of(club.eli, club.channel, "matches"))
    file = ("section.csv", b"number,name,rating,games,1\n1,B. Lund,1500,20,W2\n2,Eli,1500,20,L1\n")
    looked = await club.td.slash(club.channel, "td import", file=file, name="Open", list="uschess-regular")
    await club.td.click((await by_names(club.td, looked)).response, label="Store it")
    await merge_players(club.td, club.channel, player="B. Lund", duplicate="Bo Lund", reason="one person")
    assert "Ilmatar Quux + B. Lund" in card_of(await events_of(club.eli, club.channel, "matches"))


@pytest.mark.both_databases
async def test_everything_of_a_match_follows_a_rename(club: SimulatedClub) -> None:
    """Cards and files; nothing of a match stores the name that was."""
    await matches_of(club)
    for name in ("Bo Lim", NAME):
        await edit_player(club.td, club.channel, player=name, name=f"{name} Lund", reason="married")
    stored = await texts_with(club, NAME)
    assert {table for table, _, text in stored if f"{NAME} Lund" not in text} <= {"audit", "player"}
    for row in await rows(club.services.database, select(event.c.id).order_by(event.c.id)):
        shown = await full_text(await club.eli.slash(club.channel, "events", event=str(row.id)))
        assert f"{NAME} Lund" in shown
        export = await export_event(club.td, club.channel, str(row.id), "pairings")
        text = (await export.response.attachments[0].read()).decode("utf-8-sig")
        assert f"{NAME} Lund" in text
        assert f"{NAME}," not in text


async def test_a_corrected_match_has_no_stored_name(club: SimulatedClub) -> None:
    quux, *_ = await matches_of(club)
    await correct(club, "2", "date 2026-11-20")
    assert [row.name for row in await rows(club.services.database, select(event.c.name))] == [None, None]
    await forget(quux, club.channel)
    assert await texts_with(club, "Ilmatar") == []


async def test_a_restored_backup_forgets_the_name_again(club: SimulatedClub) -> None:
    await matches_of(club)
    number = await number_of(club, NAME)
    await reapply_forgotten(club.services, [Forgotten(club.guild.id, number, now())])
    assert await texts_with(club, "Ilmatar") == []


async def test_what_people_typed_is_said_before_a_name_is_forgotten(club: SimulatedClub) -> None:
    quux, *_ = await matches_of(club)
    await club.dana.slash(
        club.channel, "rating update", opponents="W1500", rating=1400.0, games=30, event=f"Farewell of {NAME}"
    )
    asked = await ask_to_forget(quux, club.channel)
    assert f"What people typed stays: **Farewell of {NAME}**." in card_of(asked)


async def audit_of(club: SimulatedClub) -> str:
    """Return every page of /td audit, and of what is about players alone."""
    texts = []
    for options in ({}, {"kind": "players"}, {"kind": "ratings"}):
        answer = await club.td.slash(club.channel, "td audit", **options)
        texts.append(card_of(answer))
        while "▶" in str(answer.response.components) and texts[-1] not in texts[:-1]:
            await club.td.click(answer.response, label="▶")
            texts.append(card_of(answer))
    return "\n".join(texts)


@pytest.mark.both_databases
async def test_the_audit_calls_people_as_they_are_called_now_and_forgets_the_forgotten(club: SimulatedClub) -> None:
    quux, *_ = await matches_of(club)
    await club.td.slash(club.channel, "td rating", player=quux.mention, rating=1500.0, games=20, list="elo")
    await edit_player(club.td, club.channel, player=NAME, name="Ilmatar Quart", reason="married")
    await hide_player(club.td, club.channel, quux, reason="asked")
    renamed = await audit_of(club)
    assert "Ilmatar Quart" in renamed
    assert NAME not in renamed
    former = f"Former player {await number_of(club, 'Ilmatar Quart')}"
    await forget(quux, club.channel)
    forgotten = await audit_of(club)
    assert former in forgotten
    assert "Ilmatar" not in forgotten
    assert await texts_with(club, "Ilmatar") == []


# Who is hidden


async def hidden(club: SimulatedClub) -> tuple[Any, int]:
    quux, ann, _ = await matches_of(club)
    for other in (quux, ann, club.dana):
        await club.td.slash(
            club.channel, "td rating", player=other.mention, rating=1500.0, games=20, list="uschess-regular"
        )
    file = f"number,name,rating,games,1,2\n1,{NAME},1500,20,W2,W3\n2,Dana,1500,20,L1,B\n3,Ann Ray,1500,20,B,L1\n"
    looked = await club.td.slash(
        club.channel, "td import", file=("e.csv", file.encode()), list="uschess-regular", name="Open"
    )
    await club.td.click((await by_names(club.td, looked)).response, label="Store it")
    await hide_player(club.td, club.channel, quux, reason="asked")
    return quux, await number_of(club, NAME)


@pytest.mark.both_databases
async def test_members_read_no_name_of_a_hidden_player_at_any_door(club: SimulatedClub) -> None:
    _, number = await hidden(club)
    member, channel = club.dana, club.channel
    doors: list[tuple[str, dict[str, Any]]] = [
        ("leaderboard", {"list": "oracle"}),
        ("leaderboard", {"list": "uschess-regular"}),
        ("rating history", {"list": "oracle"}),
        ("rating estimate", {"opponents": f"#{number}"}),
        ("norms", {"player": f"#{number}"}),
        ("events", {}),
        *(("events", {"event": str(row.id)}) for row in await rows(club.services.database, select(event.c.id))),
    ]
    for command, options in doors:
        text = await full_text(await member.slash(channel, command, **options))
        assert NAME not in text, (command, options)
    for command, option in (("rating show", "player"), ("match", "opponent"), ("events", "event")):
        assert NAME not in await offered(club, member, command, option, "ilmat")
    for command, option in (("rating show", "player"), ("rating history", "player"), ("challenge", "player")):
        assert NAME not in await said(member.slash(channel, command, **{option: f"#{number}"}))
    stored = await rows(club.services.database, select(event.c.id).order_by(event.c.id))
    crosstable = await full_text(await member.slash(channel, "events", event=str(stored[2].id)))
    assert f"Player #{number}" in crosstable


async def test_directors_and_the_hidden_player_read_the_name(club: SimulatedClub) -> None:
    quux, _ = await hidden(club)
    for reader in (club.td, quux):
        assert NAME in card_of(await reader.slash(club.channel, "events", event="3"))
