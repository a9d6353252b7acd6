"""The settings as a file."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import audit, outbox, role_rule
from tests.conftest import SimulatedClub, card_of, rows
from tests.flows import plan_roles, set_board, set_settings

NO_FILE = "This is not a settings file. Upload one from the button File."


async def given(club: SimulatedClub) -> Any:
    page = await club.td.slash(club.channel, "td settings")
    return await club.td.click(page.response, label="File")


async def written(club: SimulatedClub) -> dict[str, Any]:
    (file,) = (await given(club)).response.attachments
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def look(club: SimulatedClub, data: dict[str, Any] | bytes) -> Any:
    form = await club.td.click((await given(club)).response, label="Upload a file")
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return await club.td.submit_modal(form, {"file": ("settings.json", content)})


async def page(club: SimulatedClub) -> list[str]:
    return card_of(await club.td.slash(club.channel, "td settings")).strip().splitlines()


def sentence(answer: Any) -> str:
    (found,) = (one.content for one in (answer.response, *answer.followups) if one is not None and one.content)
    return str(found)


async def set_much(club: SimulatedClub) -> None:
    await set_settings(
        club,
        td_role=club.td_role,
        td_channel=club.channel,
        default_list="elo",
        confirm_hours=48,
        confirm_minutes=20,
        time_zone="Asia/Tokyo",
        list="elo",
        rules="elo-10",
        lifetime_deltas="4=0.4",
        lifetime_titles="off",
        gone="never",
    )
    shown = await plan_roles(club, list="elo", by="class", create=True)
    form = await club.td.click(shown.response, label="Names and limits")
    edited = await club.td.submit_modal(form, {"names": "1500 Knights\n0 Pawns"})
    await club.td.click(edited.response, label="Turn on")


@pytest.mark.both_databases
async def test_another_server_takes_all_but_what_is_this_ones(club: SimulatedClub) -> None:
    await set_much(club)
    file, other = await written(club), club.other_server()
    before = await page(other)
    shown = await look(other, file)
    lines = card_of(shown).strip().splitlines()
    assert lines[0] == "### Settings from a file"
    assert "**Rating list** Elo" in lines
    assert "**Results** confirmed by the opponent, or after 48 h" in lines
    assert "**Roles** by class (2)" in lines
    assert "⚠️ Not used: the directors' role, which is another server's" in lines
    assert "⚠️ Not used: the directors' channel, which is another server's" in lines
    assert await page(other) == before  # nothing is stored yet
    stored = await other.td.click(shown.response, label="Store it")
    there = [line for line in await page(club) if "Directors" not in line]
    assert [line for line in await page(other) if "Directors" not in line][1:] == there[1:]
    query = select(role_rule.c.name, role_rule.c.role_id).where(role_rule.c.club_id == other.guild.id)
    assert [tuple(row) for row in await rows(club.services.database, query)] == [("Knights", None), ("Pawns", None)]
    await other.td.click(stored.response, label="Undo")
    assert await page(other) == before
    actions = await rows(club.services.database, select(audit.c.action).where(audit.c.club_id == other.guild.id))
    assert [row.action for row in actions] == ["settings", "undo-settings"]


async def test_here_the_roles_and_channels_come_back_too(club: SimulatedClub) -> None:
    await set_much(club)
    await club.env.bot.outbox.send_due()
    file, before = await written(club), await page(club)
    assert json.dumps(file).count(str(club.td_role.id)) == 1
    await set_settings(club, td_role=club.guild.create_role("Other"), confirm_hours=5)
    shown = await look(club, file)
    assert "**Directors** Arbiters" in card_of(shown)
    await club.td.click(shown.response, label="Store it")
    assert await page(club) == before


async def test_a_file_of_what_is_set_changes_nothing(club: SimulatedClub) -> None:
    await set_much(club)
    waiting = await rows(club.services.database, select(outbox.c.subject).order_by(outbox.c.id))
    shown = await look(club, await written(club))
    assert "These settings are already in use." in card_of(shown)
    assert await rows(club.services.database, select(outbox.c.subject).order_by(outbox.c.id)) == waiting


async def test_what_a_newer_version_knows_is_passed_over(club: SimulatedClub) -> None:
    file = await written(club)
    file["settings"]["of_tomorrow"] = 1
    file["settings"]["confirm_hours"] = 5
    stored = await club.td.click((await look(club, file)).response, label="Store it")
    assert "or after 5 h" in card_of(stored)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "damage",
    [
        lambda file: b"\x00\x01",
        lambda file: b"[" * 100_000,
        lambda file: b"{}",
        lambda file: b"[]",
        lambda file: {**file, "settings": []},
        lambda file: {**file, "house_rules": []},
        lambda file: {**file, "roles": [{"list": "elo"}]},
        lambda file: {**file, "roles": 5},
    ],
)
async def test_a_file_that_is_none_is_one_sentence_and_changes_nothing(club: SimulatedClub, damage: Any) -> None:
    before = await page(club)
    assert sentence(await look(club, damage(await written(club)))) == NO_FILE
    assert await page(club) == before


@pytest.mark.parametrize(
    ("part", "values", "words"),
    [
        (
            "settings",
            {"confirm_hours": 0},
            '"0" is not allowed for confirm_hours. Choose a whole number from 1 to 720.',
        ),
        ("settings", {"confirm_hours": "5"}, '"5" is not allowed for confirm_hours.'),
        ("settings", {"confirm_results": "someone"}, "Choose one of both, director, none."),
        ("settings", {"rate_opponents": 1}, '"1" is not allowed for rate_opponents. Choose true or false.'),
        ("settings", {"default_list": "no-such-list"}, '"no-such-list" is not allowed for default_list.'),
        ("settings", {"default_list": ["elo"]}, "is not allowed for default_list."),
        ("settings", {"td_role_id": 2**63}, "is not allowed for td_role. Choose a role of this server."),
        ("settings", {"news_hour": 24}, '"24" is not allowed for hour. Choose a whole number from 0 to 23.'),
        ("settings", {"time_zone": "Nowhere"}, '"Nowhere" is not a time zone'),
        ("house_rules", {"usual_rules": {"x": 1}}, "is not allowed for usual_rules."),
        ("house_rules", {"usual_rules": {"elo": "no-such-rules"}}, "is not allowed for usual_rules."),
        ("house_rules", {"lifetime": {"deltas": {"4": "x"}}}, "is not allowed for lifetime."),
        ("house_rules", {"oracle": {"a_max": "many"}}, '"many" is not allowed for a_max. Choose a number above 0.'),
        ("house_rules", {"oracle": {"draws": "half", "bare_scores": "x"}}, '"x" is not allowed for bare_scores.'),
        ("house_rules", {"qursh": {"edges": [1], "own_list": None, "own_since": "2026-01-01"}}, "Bins cannot end at 1"),
    ],
)
async def test_a_value_that_is_not_allowed_is_named(
    club: SimulatedClub, part: str, values: dict[str, Any], words: str
) -> None:
    file, before = await written(club), await page(club)
    assert words in sentence(await look(club, {**file, part: {**file[part], **values}}))
    assert await page(club) == before


async def test_everyone_does_not_become_a_director_by_a_file(club: SimulatedClub) -> None:
    file = await written(club)
    file["settings"]["td_role_id"] = int(file["server"])
    assert "every member a director" in sentence(await look(club, file))


async def test_a_file_of_a_newer_version_says_so(club: SimulatedClub) -> None:
    refused = await look(club, {**await written(club), "version": 2})
    assert "from a newer Crosstable" in sentence(refused)


async def test_live_boards_come_back_here_and_are_left_out_elsewhere(club: SimulatedClub) -> None:
    await set_board(club, channel=club.channel, list="elo")
    file = await written(club)
    await set_board(club, channel=club.channel, list="elo", top="off")
    shown = await look(club, file)
    line = f"**Live boards** Elo in <#{club.channel.id}>"
    assert line in card_of(shown)
    stored = await club.td.click(shown.response, label="Store it")
    assert line in card_of(stored)
    undone = await club.td.click(stored.response, label="Undo")
    assert line not in card_of(undone)
    elsewhere = await look(club.other_server(), file)
    assert "⚠️ Not used: 1 live board: choose the channels with /td settings" in card_of(elsewhere)


async def test_live_boards_are_shown_anew_when_the_codes_are_hidden(club: SimulatedClub) -> None:
    await set_board(club, channel=club.channel, list="elo")
    await club.env.bot.outbox.send_due()
    due = select(outbox.c.subject).where(outbox.c.kind == "board", outbox.c.due_at <= club.services.now())
    assert await rows(club.services.database, due) == []
    await set_settings(club, lifetime_titles="off")
    assert len(await rows(club.services.database, due)) == 1
