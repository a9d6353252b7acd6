"""Rating lists of a club's own, through the real commands. It is 21 November 2026."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.services.people.roster.take_in import read_file
from bot.store.database.tables import event_list, journal, player, standing
from core.errors import NotFoundError
from core.lists import MOST_LISTS, RatingList
from tests.cogs.test_club_copy_commands import ZIP, exported
from tests.conftest import SimulatedClub, rows, said
from tests.file_answers import part_of
from tests.flows import fill_in, found_list, open_evening, report_results

TENNIS, GO = "elo:Table tennis", "glicko-2:Go 9×9"
FILE = ("friday.csv", b"White,Black,Result\nAnn Quill,Bo Reed,1-0\nBo Reed,Ann Quill,1-0\nAnn Quill,Bo Reed,1-0\n")


async def found(club: SimulatedClub, name: str = "Table tennis", system: str = "elo", **more: Any) -> Any:
    return await found_list(club, name, system, **more)


async def figures(club: SimulatedClub, rating_list: str) -> dict[str, float]:
    query = select(player.c.name, standing.c.rating).join(standing, standing.c.player_id == player.c.id)
    query = query.where(standing.c.list == rating_list, standing.c.club_id == club.guild.id)
    return {row.name: round(row.rating, 2) for row in await rows(club.services.database, query)}


def text(answer: Any) -> str:
    return str(answer.response.embeds[0].description)


@pytest.mark.both_databases
async def test_a_club_founds_two_lists_plays_exports_and_imports(club: SimulatedClub) -> None:
    """Elo 1978, 1.62: R' = R + K(W - We). With K 24 and 1000 each, 2 of 3 are worth 24(2 - 1.5) = 12 points.

    Glicko-2 (Glickman 2013): two newcomers at 1500, 350; the winner of one game has 1662.31, the loser 1337.69.
    """
    shown = await found(club, start="1000", k="24")
    assert "**Table tennis** Elo, K 24, start 1000, rated per game" in text(shown)
    assert "**Go 9×9** Glicko-2, start 1500" in text(await found(club, "Go 9×9", "glicko-2"))
    (offered,) = await club.eli.autocomplete(club.channel, "leaderboard", "list", "table")
    assert offered == {"name": "Table tennis", "value": TENNIS}
    empty = await club.eli.slash(club.channel, "leaderboard", list=TENNIS)
    assert "Nobody is on this list yet" in text(empty)

    for name in (club.dana, club.eli):
        await name.slash(club.channel, "me")
    told = await club.dana.slash(club.channel, "match", opponent=f"<@{club.eli.id}>", wins="2", losses=1, list=TENNIS)
    done = await club.eli.click(told.response, label="Confirm")
    assert await figures(club, TENNIS) == {"Dana": 1012, "Eli": 988}
    told = await club.dana.slash(club.channel, "match", opponent=f"<@{club.eli.id}>", wins="1", losses=0, list=GO)
    await club.eli.click(told.response, label="Confirm")
    assert await figures(club, GO) == {"Dana": 1662.31, "Eli": 1337.69}

    await club.td.click(done.response, label="Undo (TD)")
    assert await figures(club, TENNIS) == {}
    looked = await club.td.slash(club.channel, "td import", file=FILE, list=TENNIS)
    await club.td.click(looked.response, label="Store it")
    assert await figures(club, TENNIS) == {"Ann Quill": 1012, "Bo Reed": 988}

    await open_evening(club, list=GO)
    await report_results(club, club.td, "Dana 1-0 Eli")
    board = await club.eli.slash(club.channel, "leaderboard", list=GO)
    assert "Dana" in text(board)
    assert "Go 9×9" in str(board.response.embeds[0].to_dict())
    assert await verify_club(club.services, club.guild.id) == []

    data, other = await exported(club), club.other_server()
    asked = await other.td.slash(other.channel, "td import", file=(ZIP, data))
    await other.td.click(asked.response, label="Import club")
    assert [await figures(other, one) for one in (TENNIS, GO)] == [await figures(club, one) for one in (TENNIS, GO)]
    assert await verify_club(club.services, other.guild.id) == []


async def test_changing_k_recalculates_the_list_and_undo_restores_it(club: SimulatedClub) -> None:
    await found(club, start="1000", k="24")
    looked = await club.td.slash(club.channel, "td import", file=FILE, list=TENNIS)
    await club.td.click(looked.response, label="Store it")
    page = await club.td.slash(club.channel, "td settings", page="own-lists")
    chosen = await club.td.select(page.response, [TENNIS], custom_id="own-list")
    changed = await fill_in(club.td, await club.td.click(chosen.response, label="Change"), k="40", start="1200")
    assert await figures(club, TENNIS) == {"Ann Quill": 1220, "Bo Reed": 1180}
    assert await verify_club(club.services, club.guild.id) == []
    await club.td.click(changed.response, label="Undo")
    assert await figures(club, TENNIS) == {"Ann Quill": 1012, "Bo Reed": 988}


async def test_an_empty_list_is_deleted_and_one_with_results_closed(club: SimulatedClub) -> None:
    await found(club)
    await found(club, "Chess960")
    looked = await club.td.slash(club.channel, "td import", file=FILE, list=TENNIS)
    await club.td.click(looked.response, label="Store it")
    page = await club.td.slash(club.channel, "td settings", page="own-lists")
    chosen = await club.td.select(page.response, ["elo:Chess960"], custom_id="own-list")
    deleted = await club.td.click(chosen.response, label="Delete")
    assert "Chess960" not in text(deleted)
    chosen = await club.td.select(deleted.response, [TENNIS], custom_id="own-list")
    closed = await club.td.click(chosen.response, label="Close")
    assert "**Table tennis** Elo, K 32, start 1500, rated per game · closed" in text(closed)
    assert "Ann Quill" in text(await club.eli.slash(club.channel, "leaderboard", list=TENNIS))
    refused = await said(
        club.td.slash(club.channel, "td import", file=("b.csv", FILE[1] + b"Ann Quill,Cy Moss,1-0\n"), list=TENNIS)
    )
    assert "Table tennis is closed" in refused
    assert await club.eli.autocomplete(club.channel, "leaderboard", "list", "table") == []
    reopened = await club.td.click(closed.response, label="Reopen")
    assert "closed" not in text(reopened).replace("is closed", "")
    assert await verify_club(club.services, club.guild.id) == []


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"name": "table TENNIS"}, "a list called table TENNIS already"),
        ({"name": "Table tennis", "system": "oracle"}, "a list called Table tennis already"),
        ({"name": "Glicko-2"}, "Every club has a list called Glicko-2"),
        ({"name": "fide-rapid"}, "Every club has a list called fide-rapid"),
        ({"name": "x" * 24}, "24 characters. Write at most 23"),
        ({"name": "Go ⚫"}, "no emoji, mentions or formatting"),
        ({"name": "@everyone"}, "no emoji, mentions or formatting"),
        ({"name": "**Go**"}, "no emoji, mentions or formatting"),
        ({"name": " "}, "no emoji, mentions or formatting"),
        ({"name": "Go", "k": "0"}, "K is 0. Write a whole number from 1 to 200"),
        ({"name": "Go", "k": "-5"}, '"-5" is not a whole number'),
        ({"name": "Go", "start": "50"}, "The start is 50"),
        ({"name": "Go", "start": "9000"}, "The start is 9000"),
        ({"name": "Go", "system": "oracle", "sets": "points"}, "not shares of points"),
    ],
)
async def test_a_wrong_list_is_one_sentence_and_changes_nothing(
    club: SimulatedClub, values: dict[str, Any], words: str
) -> None:
    before = text(await found(club))
    assert words in await said(found(club, **values))
    page = await club.td.slash(club.channel, "td settings", page="own-lists")
    assert text(page) == before


async def test_there_are_at_most_25_lists(club: SimulatedClub) -> None:
    for number in range(MOST_LISTS):
        await found(club, f"List {number}")
    assert "A club can have 25 lists of its own" in await said(found(club, "List 26"))


async def test_a_list_of_another_club_is_not_known_here(club: SimulatedClub) -> None:
    await found(club)
    other = club.other_server()
    words = await said(other.td.slash(other.channel, "leaderboard", list=TENNIS))
    assert '"elo:Table tennis" is not a rating list' in words
    assert await rows(club.services.database, select(event_list.c.list)) == []
    assert await rows(club.services.database, select(journal.c.list)) == []


@pytest.mark.parametrize("name", ["ＤＡＲＴＳ", "Dаrts", "dárts", "Ｏracle"])  # words: ok
async def test_a_name_that_looks_like_another_lists_is_refused(club: SimulatedClub, name: str) -> None:
    async def found(written: str) -> Any:
        page = await club.td.slash(club.channel, "td settings", page="own-lists")
        return await fill_in(club.td, await club.td.click(page.response, label="New list"), name=written)

    await found("Darts")
    assert "Write another name" in await said(found(name))


@pytest.mark.parametrize(
    ("sets", "wins", "shown"),
    [
        ("match", "2-1", "2 – 1"),
        ("match", "2½-½", "2½ – ½"),
        ("match", "1½-1½", "1½ – 1½"),
        ("points", "11-7 9-11 11-5", "2 – 1"),
    ],
)
async def test_a_match_rated_as_one_game_shows_what_was_played(
    club: SimulatedClub, sets: str, wins: str, shown: str
) -> None:
    await found(club, start="1000", k="24", sets=sets)
    told = await club.dana.slash(club.channel, "match", opponent=club.eli.mention, wins=wins, list=TENNIS)
    again = await club.eli.slash(club.channel, "match", opponent=club.dana.mention, wins="11-0 11-0", list=TENNIS)
    assert f"**Dana {shown} Eli**" in text(again)
    assert f"### Dana {shown} Eli" in text(told)
    assert f"### Dana {shown} Eli" in text(await club.eli.click(told.response, label="Confirm"))


async def test_a_challenge_rated_as_one_game_shows_what_was_played(club: SimulatedClub) -> None:
    await found(club, start="1000", k="24", sets="match")
    card = await club.dana.slash(club.channel, "challenge", player=club.eli, list=TENNIS, games=3)
    await club.eli.click(card.response, label="Accept")
    form = await club.eli.click(card.response, label="Report result")
    told = await club.eli.submit_modal(form, {"game-1": "1", "game-2": "½", "game-3": "1"})
    assert "### Dana ½ – 2½ Eli" in text(told)
    assert "### Dana ½ – 2½ Eli" in text(await club.dana.click(told.response, label="Confirm"))
    assert await figures(club, TENNIS) == {"Dana": 988, "Eli": 1012}


@pytest.mark.both_databases
async def test_a_roster_goes_to_a_list_of_the_clubs_own_by_its_menu_and_its_form(club: SimulatedClub) -> None:
    await found(club)
    own = RatingList("elo:Table tennis")
    data = b"Name,Rating\nAda Blank,1500\nBo Cart,1400\n"

    async def looked_at() -> Any:
        return (await club.td.slash(club.channel, "td import", file=("players.csv", data))).response

    looked = await looked_at()
    menu = part_of(looked, "roster-list")
    await club.td.select(looked, [own.value], custom_id=menu)
    await club.td.click(looked, label="Store it")
    assert await figures(club, own.value) == {"Ada Blank": 1500, "Bo Cart": 1400}

    looked = await looked_at()
    form = await club.td.click(looked, label="Edit details")
    await fill_in(club.td, form, date="2026-11-20", list=own.value)
    assert "Table tennis" in str(looked.embeds[0].description) + str(looked.embeds[0].to_dict())
    with pytest.raises(NotFoundError, match="This club has no open list Nowhere"):
        await read_file(club.services, replace(club.actor(club.td), manager=True), data, RatingList("elo:Nowhere"))
