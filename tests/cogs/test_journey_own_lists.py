"""A club's own lists: empty, played on by sets, renamed, and carried to another club. It is 21 November 2026."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.club.club_copy import ClubRows, pack, unpack
from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import metadata
from tests.cogs.test_club_copy_commands import ZIP, exported
from tests.cogs.test_event_restored import everything, refused
from tests.cogs.test_own_lists import FILE, TENNIS, figures, found, text
from tests.conftest import SimulatedClub, rows, said
from tests.flows import close_evening, fill_in, open_evening, report_results, set_board, set_settings, start_season

SQUASH, CHESS = "elo:Squash", "elo:Chess960"
PING_PONG = "elo:Ping-pong"
THREE = "11-7 9-11 11-5"


async def match(club: SimulatedClub, rating_list: str, wins: str, **more: Any) -> Any:
    told = await club.dana.slash(
        club.channel, "match", opponent=f"<@{club.eli.id}>", wins=wins, list=rating_list, **more
    )
    return await club.eli.click(told.response, label="Confirm")


async def change(club: SimulatedClub, rating_list: str, **values: Any) -> Any:
    page = await club.td.slash(club.channel, "td settings", page="own-lists")
    chosen = await club.td.select(page.response, [rating_list], custom_id="own-list")
    return await fill_in(club.td, await club.td.click(chosen.response, label="Change"), **values)


async def named(club: SimulatedClub, words: str) -> list[str]:
    """Return the tables, without the audit log, in which a list's key is stored."""
    found = []
    for table in metadata.sorted_tables:
        if table.name not in ("audit", "audit_chain") and any(
            words in repr(row) for row in await rows(club.services.database, select(table))
        ):
            found.append(table.name)
    return found


@pytest.mark.both_databases
async def test_journey_of_lists_of_a_clubs_own(club: SimulatedClub) -> None:
    """Elo 1978, 1.62, K 24, equals: a match won is 12, two games of two 24, 31 of 54 points 24(31/54 - 1/2) = 1.78.

    Dana then expects 1 / (1 + 10^(-24/400)) = 0.5345 of another game, which is worth 24 × 0.4655 = 11.17.
    """
    await found(club, start="1000", k="24", sets="match")
    await found(club, "Squash", start="1000", k="24", sets="points")
    await found(club, "Chess960", start="1000", k="24")
    empty = text(await club.eli.slash(club.channel, "leaderboard", list=TENNIS))
    assert "Nobody is on this list yet" in empty

    await match(club, TENNIS, THREE)
    assert await figures(club, TENNIS) == {"Dana": 1012, "Eli": 988}
    await match(club, SQUASH, THREE)
    assert await figures(club, SQUASH) == {"Dana": 1001.78, "Eli": 998.22}
    await match(club, CHESS, "11-7, 11-5")
    assert await figures(club, CHESS) == {"Dana": 1024, "Eli": 976}

    await set_board(club, list=TENNIS)
    await start_season(club, list=TENNIS)
    evening = await open_evening(club, list=TENNIS)
    for member in (club.dana, club.eli):
        await member.click(evening.response, label="Join")
    renamed = await change(club, TENNIS, name="Ping-pong")
    assert "**Ping-pong** Elo, K 24, start 1000, rated per match" in text(renamed)
    assert "Table tennis" not in text(renamed)
    assert await figures(club, PING_PONG) == {"Dana": 1012, "Eli": 988}
    assert await named(club, TENNIS) == []
    assert "Dana" in text(await club.eli.slash(club.channel, "leaderboard", list=PING_PONG))
    words = await said(club.eli.slash(club.channel, "leaderboard", list=TENNIS))
    assert '"elo:Table tennis" is not a rating list' in words
    await report_results(club, club.td, "Dana 1-0 Eli")
    asked = await close_evening(club)
    assert "is reported as" in text(asked) or "are reported as" in text(asked)
    await club.td.click(asked.response, label="Close as a separate event")
    assert await figures(club, PING_PONG) == {"Dana": 1023.17, "Eli": 976.83}
    assert await verify_club(club.services, club.guild.id) == []

    data, other = await exported(club), club.other_server()
    asked = await other.td.slash(other.channel, "td import", file=(ZIP, data))
    await other.td.click(asked.response, label="Import club")
    for rating_list in (PING_PONG, SQUASH, CHESS):
        assert await figures(other, rating_list) == await figures(club, rating_list)
    assert await verify_club(club.services, other.guild.id) == []

    await club.td.click(renamed.response, label="Undo")
    assert await figures(club, TENNIS) == {"Dana": 1023.17, "Eli": 976.83}
    assert await figures(club, PING_PONG) == {}
    assert await verify_club(club.services, club.guild.id) == []


@pytest.mark.both_databases
async def test_a_challenge_is_rated_by_the_points_of_its_sets(club: SimulatedClub) -> None:
    """Eli reports 11-7, 9-11, 11-5 as the challenged one: 31 of 54 points are 24(31/54 - 1/2) = 1.78."""
    await found(club, "Squash", start="1000", k="24", sets="points")
    asked = await club.dana.slash(club.channel, "challenge", player=club.eli, list=SQUASH, games=3)
    await club.eli.click(asked.response, label="Accept")
    form = await club.eli.click(asked.response, label="Report result")
    told = await fill_in(club.eli, form, results="11-7, 9-11, 11-5")
    assert "Sets: 7–11, 11–9, 5–11" in text(told)
    await club.dana.click(told.response, label="Confirm")
    assert await figures(club, SQUASH) == {"Dana": 998.22, "Eli": 1001.78}


@pytest.mark.both_databases
async def test_a_rename_with_another_k_recalculates_and_undo_restores_everything(club: SimulatedClub) -> None:
    await found(club, start="1000", k="24")
    await set_settings(club, default_list=TENNIS)
    looked = await club.td.slash(club.channel, "td import", file=FILE, list=TENNIS)
    await club.td.click(looked.response, label="Store it")
    before = await everything(club)
    renamed = await change(club, TENNIS, name="Padel", k="40")
    assert await figures(club, "elo:Padel") == {"Ann Quill": 1020, "Bo Reed": 980}
    assert "Padel" in text(await club.td.slash(club.channel, "td settings"))
    await club.td.click(renamed.response, label="Undo")
    assert await everything(club) == before
    assert await figures(club, TENNIS) == {"Ann Quill": 1012, "Bo Reed": 988}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("squash", "This club has a list called squash already. Write another name."),
        ("Glicko-2", "Every club has a list called Glicko-2"),
        ("x" * 24, "24 characters. Write at most 23"),
        ("**Go**", "no emoji, mentions or formatting"),
    ],
)
async def test_a_wrong_new_name_changes_nothing(club: SimulatedClub, name: str, words: str) -> None:
    await found(club)
    await found(club, "Squash")
    before = await everything(club)
    assert words in await refused(change(club, TENNIS, name=name))
    assert await everything(club) == before


async def test_capitals_of_a_name_can_change(club: SimulatedClub) -> None:
    await found(club)
    assert "**Table Tennis**" in text(await change(club, TENNIS, name="Table Tennis"))


async def test_an_old_button_of_a_renamed_list_is_one_sentence(club: SimulatedClub) -> None:
    await found(club)
    page = await club.td.slash(club.channel, "td settings", page="own-lists")
    chosen = await club.td.select(page.response, [TENNIS], custom_id="own-list")
    await change(club, TENNIS, name="Padel")
    words = await refused(club.td.click(chosen.response, label="Delete"))
    assert words == "This club has no list Table tennis. The list may have been renamed or deleted."


@pytest.mark.parametrize(
    ("wins", "more", "words"),
    [
        ("11-7 9-11 11-5", {"losses": 1}, '"11-7 9-11 11-5" is the whole result. Remove the options losses and draws.'),
        ("11-7 11-11", {}, "Nobody won the set 11-11"),
        ("two", {}, '"two" is not a number of games. Write, for example, 2, or all sets: 11-7 9-11 11-5.'),
        ("-1", {}, '"-1" is not a number of games'),
        ("0", {}, "The result is missing"),
    ],
)
async def test_a_wrong_match_is_one_sentence(club: SimulatedClub, wins: str, more: dict[str, Any], words: str) -> None:
    await found(club)
    told = club.dana.slash(club.channel, "match", opponent=f"<@{club.eli.id}>", wins=wins, list=TENNIS, **more)
    assert words in await said(told)
    assert await figures(club, TENNIS) == {}


def with_list(whole: ClubRows, key: str, settings: dict[str, Any]) -> dict[str, Any]:
    rules = whole.settings["house_rules"]
    return {"settings": {**whole.settings, "house_rules": {**rules, "lists": {key: settings}}}}


def with_game(whole: ClubRows, **columns: Any) -> dict[str, Any]:
    first, *others = whole.tables["game"]
    return {"tables": {**whole.tables, "game": [{**first, **columns}, *others]}}


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda whole: with_list(whole, "elo:Padel", {}), '"elo:Squash" of event_list is none of the club'),
        (lambda whole: with_list(whole, SQUASH, {"k": 0}), "K is 0"),
        (lambda whole: with_list(whole, SQUASH, {"k": 2.5}), "not allowed for lists"),
        (lambda whole: with_list(whole, SQUASH, {"start": 50}), "The start is 50"),
        (lambda whole: with_list(whole, SQUASH, {"sets": "balls"}), "not allowed for lists"),
        (lambda whole: with_list(whole, "oracle:Go", {"sets": "points"}), "not shares of points"),
        (lambda whole: with_list(whole, "elo:Elo", {}), "Every club has a list called Elo"),
        (lambda whole: with_list(whole, SQUASH, {"sets": "match"}), "is not what the facts give"),
        (lambda whole: with_game(whole, first_points=30.5), "game.first_points cannot be 30.5"),
        (lambda whole: with_game(whole, first_points=40.0), "is not what the facts give"),
    ],
)
async def test_a_zip_whose_own_list_was_changed_is_refused(club: SimulatedClub, other: Any, words: str) -> None:
    await found(club, "Squash", start="1000", k="24", sets="points")
    await match(club, SQUASH, THREE)
    whole = unpack(await exported(club))
    data, server = pack(replace(whole, **other(whole)), "2026-01-01T00:00:00+00:00"), club.other_server()
    looked = await server.td.slash(server.channel, "td import", file=(ZIP, data))
    if looked.response is not None and looked.response.components:  # only what is calculated shows it
        looked = await server.td.click(looked.response, label="Import club")
    assert words in " ".join(message.content for message in (looked.response, *looked.followups) if message)
    assert await figures(server, SQUASH) == {}
