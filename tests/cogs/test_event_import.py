"""/td import: a section uploaded, looked at, confirmed, undone."""

import asyncio
import io
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.services.events.imports.import_event import confirm_import
from bot.services.framework.transaction import AlreadyDoneError
from bot.store.database.tables import event, pending_import, player, standing
from core.errors import NotAllowedError, NotFoundError
from core.event.crosstable import Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.uschess_report_write import ReportDetails, write_uschess_report
from tests.conftest import TODAY, SimulatedClub, rows, said
from tests.file_answers import after_in, before_in, parts_of, players_of
from tests.flows import import_event, show_td

# The published section of tests/golden/uschess/section_rating.toml (US Chess event 202608300103, section 5), with
# invented names; "null" games there is established, of which the file says nothing.
SECTION = """number,name,rating,games,born,1,2,3
1,Ada Blank,554.22,,,W4,W2,W6
2,Bo Cart,445.28,21,,W5,L1,W4
3,Cy Dorn,124,,,H,W6,L5
4,Di Elm,572.53,,,L1,W5,L2
5,Ed Frost,174.54,15,,L2,L4,W3
6,Flo Gray,202.66,17,,B,L3,L1
"""
PUBLISHED = {"Ada Blank": 657, "Bo Cart": 500, "Cy Dorn": 134, "Di Elm": 514, "Ed Frost": 188, "Flo Gray": 149}


async def upload(club: SimulatedClub, text: str | bytes, by: Any = None, **options: Any) -> Any:
    data = text.encode() if isinstance(text, str) else text
    return await import_event((by or club.td), club.channel, ("event.csv", data), **options)


@pytest.mark.both_databases
async def test_a_section_is_shown_first_and_rated_at_a_click(club: SimulatedClub) -> None:
    answer = await upload(club, SECTION, name="Novice", date="2026-08-30", time_control="G/25;d5")

    assert answer.response.ephemeral
    text = answer.response.embeds[0].description
    assert text.splitlines()[:4] == [
        "### Novice",
        "**6 players · 3 rounds · 8 games**",
        "would be rated on **US Chess Regular** and **US Chess Quick**, 30 August 2026",
        "👤 6 new players, nobody known here",
    ]
    assert await rows(club.services.database, select(event.c.id)) == []

    confirmed = await club.td.click(answer.response, label="Store it")

    assert not confirmed.response.ephemeral
    shown = await players_of(club.dana, confirmed)
    assert {name: after_in(shown, name) for name in PUBLISHED} == PUBLISHED


@pytest.mark.both_databases
async def test_a_stored_file_is_refused_until_its_event_is_undone(club: SimulatedClub) -> None:
    posted = await confirmed(club, SECTION, name="Novice")
    refused = await said(upload(club, SECTION))
    assert "already stored as Novice of 2026-11-21" in refused
    assert f"/channels/{club.guild.id}/{club.channel.id}/{posted.response.id}," in refused

    undone = await club.td.click(posted.response, label="Undo")

    assert "no longer counts" in undone.followups[0].embeds[0].description
    assert "Newcomers removed, because they had nothing else here" in undone.followups[0].embeds[0].description
    assert await club.td.autocomplete(club.channel, "rating show", "player", "") == []
    board = await club.dana.slash(club.channel, "leaderboard")
    assert "Nobody is on this list yet" in board.response.embeds[0].description
    again = await confirmed(club, SECTION, name="Novice")
    assert "Ada Blank" in "\n".join(await players_of(club.dana, again))


async def test_a_second_confirmation_stores_nothing_more(club: SimulatedClub) -> None:
    answer = await upload(club, SECTION)
    await club.td.click(answer.response, label="Store it")
    assert "already stored" in await said(club.td.click(answer.response, label="Store it"))
    assert await counts(club) == {"event": 1, "player": 6, "pending_import": 0}


async def test_members_of_the_club_are_known_by_name_and_keep_their_rating(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
    text = "number,name,rating,1,2,3,4\n1,Dana,900,W2,W2,W2,W2\n2,New Person,1500,L1,L1,L1,L1\n"
    preview = await upload(club, text)
    assert "👤 1 new player, 1 known here" in preview.response.embeds[0].description
    posted = await club.td.click(preview.response, label="Store it")
    assert before_in(await players_of(club.dana, posted), "Dana") == 1500


async def test_each_player_has_a_card_norms_and_a_calculation_of_their_own(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=30)
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30)
    text = (
        "number,name,rating,1,2,3,4\n1,Dana,,W3,W2,D4,W3\n2,Eli,,W4,L1,W3,L4\n"
        "3,Ann Other,1600,L1,D4,L2,L1\n4,Ben Other,1600,L2,D3,D1,W2\n"
    )
    await confirmed(club, text)
    for member, name in ((club.dana, "Dana"), (club.eli, "Eli")):
        answer = await member.slash(club.channel, "norms")
        assert answer.response.embeds[0].description.startswith(f"### {name} · norms at ")
        for label in ("Calculation", "How?", "All levels", "Round by round"):
            opened = await member.click(answer.response, label=label)
            assert opened.response.embeds[0].author.name == f"{name} · US Chess Regular"
        assert answer.response.embeds[0].footer.text.endswith("the whole section rated at once")


async def test_a_calculation_is_there_where_no_norm_was_possible(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=30)
    await confirmed(club, "number,name,rating,1,2\n1,Dana,,W2,W2\n2,Ann Other,1600,L1,L1\n")
    answer = await club.dana.slash(club.channel, "norms")
    assert "Two games. A norm needs four." in answer.response.embeds[0].description
    opened = await club.dana.click(answer.response, label="Calculation")
    assert opened.response.embeds[0].title == "The calculation"
    assert opened.response.embeds[0].author.name.startswith("Dana")


async def test_only_a_director_imports(club: SimulatedClub) -> None:
    await show_td(club, club.dana)
    assert "(TD)" in await said(upload(club, SECTION, by=club.dana))
    preview = await upload(club, SECTION)
    actor = club.actor(club.dana)
    with pytest.raises(NotAllowedError):
        await confirm_import(club.services, actor, await only(club, select(pending_import.c.id)))
    assert preview.response.ephemeral
    assert (await counts(club))["event"] == 0


@pytest.mark.both_databases
async def test_confirmed_by_two_directors_at_once_it_is_stored_once(club: SimulatedClub) -> None:
    await upload(club, SECTION)
    pending = await only(club, select(pending_import.c.id))
    actors = [replace(club.actor(club.td), manager=True) for _ in range(5)]
    done = await asyncio.gather(
        *(confirm_import(club.services, one, pending) for one in actors), return_exceptions=True
    )
    assert sum(not isinstance(one, Exception) for one in done) == 1
    assert all(isinstance(one, NotFoundError) for one in done if isinstance(one, Exception))
    assert (await counts(club))["event"] == 1


@pytest.mark.both_databases
async def test_the_same_click_delivered_twice_is_stored_once(club: SimulatedClub) -> None:
    await upload(club, SECTION)
    pending = await only(club, select(pending_import.c.id))
    actor = replace(club.actor(club.td), manager=True)
    await confirm_import(club.services, actor, pending)
    with pytest.raises(AlreadyDoneError):
        await confirm_import(club.services, actor, pending)
    assert (await counts(club))["event"] == 1


HEADER = "number,name,rating,1,2\n"


def bomb() -> bytes:
    """Return a zip whose members unpack to far more than it takes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"):
            archive.writestr(name, b"\x03" + b"\0" * 30_000_000)
    return packed.getvalue()


PLAYER_LINE = "001    1 m    Quill, Ada                        1900 USA     2000001 1990/01/01  1.0    1  "
REFUSED = [
    (b"", "empty"),
    (b"\0" * (10 * 1024 * 1024), "not text"),
    (bomb(), "4 MiB"),
    (b"PK\x03\x04 cut off", "not a known result file"),
    (f"012 Open\n{PLAYER_LINE}   7 w 1\n", "Line 2"),
    (f"012 Open\n{PLAYER_LINE}   1 w 1\n", "Line 2"),
    (f"012 Open\n{PLAYER_LINE}   2 w ?\n", "Line 2"),
    (b"\0" * 1000, "not text"),
    (b"\x89PNG\r\n\x1a\n\0\0\0", "not text"),
    ("hello\nworld\n", "not a known result file"),
    (HEADER, "no players"),
    (
        HEADER + "1,Ann,1500,W2,\n2,Ben,1500,,\n",
        "Line 2: Player 1, round 1 has W2, but player 2 has nothing in that round",
    ),
    (HEADER + "1,Ann,1500,W2,\n2,Ben,1500,W1,\n", "Player 1, round 1 has a win against player 2, who has a win"),
    (HEADER + "1,Ann,1500,W1,\n", "Line 2: Player 1, round 1: a player cannot play against themselves"),
    (HEADER + "1,Ann,1500,W7,\n2,Ben,1500,L1,\n", "there is no player 7"),
    (HEADER + "1,Ann,1500,W2,\n1,Ben,1500,L1,\n", "Line 3: player 1 is listed twice, first in line 2"),
    (HEADER + "1,Ann,5000,W2,\n2,Ben,1500,L1,\n", 'Line 2: "5000" is not a rating'),
    (HEADER + "1,Ann,1500,Q2,\n2,Ben,1500,L1,\n", 'Line 2: "Q2" is not a result'),
    (HEADER + "1,Ann,1500,W,\n2,Ben,1500,L1,\n", "a win without an opponent"),
    (HEADER + "1,,1500,W2,\n2,Ben,1500,L1,\n", "Line 2: the player has no name"),
    (HEADER + "1,Ann,1500,B,\n2,Ben,1500,B,\n", "no played game"),
    (HEADER + "1,Ann,1500,W2,\n2,ann,1500,L1,\n", "Line 3"),
    (HEADER + '1,"Ann,1500,W2,\n2,Ben,1500,L1,\n', "the table ends too early"),
    (HEADER + "".join(f"{n},P{n},1500,H,\n" for n in range(1, 10_001)), "more than 2000 players"),
]


@pytest.mark.parametrize(
    ("text", "sentence"), REFUSED, ids=[f"{place}-{words[:20]}" for place, (_, words) in enumerate(REFUSED)]
)
async def test_a_file_that_is_wrong_is_one_sentence_and_stores_nothing(
    club: SimulatedClub, text: str | bytes, sentence: str
) -> None:
    assert sentence in await said(upload(club, text))
    assert await counts(club) == {"event": 0, "player": 0, "pending_import": 0}


async def confirmed(club: SimulatedClub, text: str, **options: Any) -> Any:
    preview = await upload(club, text, **options)
    return await club.td.click(preview.response, label="Store it")


async def counts(club: SimulatedClub) -> dict[str, int]:
    """Return how many rows there are of what an import stores."""
    found = {}
    for table in (event, player, pending_import):
        found[table.name] = await only(club, select(func.count()).select_from(table))
    return found


async def only(club: SimulatedClub, query: Any) -> Any:
    ((value,),) = await rows(club.services.database, query)
    return value


@pytest.mark.both_databases
async def test_a_similar_name_is_asked_about_and_the_choice_is_kept(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
    marlow = club.add("Ida Marlow")
    await club.td.slash(club.channel, "td rating", player=marlow, rating=1700.0, games=40)
    text = 'number,name,rating,1\n1,"Marlowe, Ida",1500,W2\n2,Dana,,L1\n'

    preview = await upload(club, text)
    assert "👤 1 new player, 1 known here · **1 name to settle**" in preview.response.embeds[0].description
    store = next(part for part in parts_of(preview.response) if part.get("label") == "Store it")
    assert store["disabled"]
    await club.td.click(preview.response, label="Settle 1 name")
    assert "Marlowe, Ida: Ida Marlow?" in preview.response.embeds[0].description

    (player_id,) = await rows(club.services.database, select(player.c.id).where(player.c.name == "Ida Marlow"))
    ids = [item["custom_id"] for row in preview.response.components for item in row["components"]]
    select_id = next(custom_id for custom_id in ids if custom_id.startswith("match:"))
    chosen = await club.td.select(preview.response, [str(player_id[0])], custom_id=select_id)
    message = chosen.response or preview.response
    assert "👤 2 players, all known here, 1 under another name" in message.embeds[0].description
    assert "Ida Marlow · *Marlowe, Ida in the file*" in "\n".join(await players_of(club.td, preview))

    posted = await club.td.click(message, label="Store it")
    assert before_in(await players_of(club.td, posted), "Ida Marlow") == 1700


TRF = """012 Winter Open
042 2026/11/07
052 2026/11/08
062 2
001    1 m    Quill, Ada                        1900 USA     2000001 1990/01/01  1.0    1     2 w 1
001    2 m    Fenn, Rosa                           0 USA     2000002 1991/01/01  0.0    2     1 b 0
"""


async def test_a_fide_rating_of_a_trf_file_is_a_rating_held_elsewhere(club: SimulatedClub) -> None:
    """FIDE 1900 is 1.5667 x 1900 - 1073 = 1903.73 for US Chess, and counts for five games at most: 1904 before."""
    preview = await upload(club, TRF)
    text = preview.response.embeds[0].description
    assert "### Winter Open" in text
    assert "Nothing is stored yet · TRF" in preview.response.embeds[0].footer.text
    posted = await club.td.click(preview.response, label="Store it")
    embed = posted.response.embeds[0]
    assert embed.description.startswith("### Winter Open\n")
    assert "rated on **US Chess Regular**, 8 November 2026" in embed.description
    assert before_in(await players_of(club.td, posted), "Ada Quill") is None
    # One game more than the five that the blend counts for.
    ((games,),) = await rows(
        club.services.database,
        select(standing.c.games).join(player, player.c.id == standing.c.player_id).where(player.c.name == "Ada Quill"),
    )
    assert games == 6


async def test_the_three_files_of_a_report_may_be_attached_one_by_one(club: SimulatedClub) -> None:
    """In whichever order, they are the same file as before, and as such refused the second time."""
    players = tuple(
        FilePlayer(number, f"Player, {name}", 1500.0, uschess_id=f"9000001{number}", state="WV")
        for number, name in enumerate("AB", start=1)
    )
    section = FileSection(players, (Game(1, 1, 2, 1.0, True),), time_control=TimeControl(90, 5))
    details = ReportDetails(TODAY, "A9999999", "90000099", city="Bay", state="WA", zip_code="98000")
    written = write_uschess_report(FileEvent("", (section,), "Lantern", day=TODAY), details).data
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        files = [(name.lower(), archive.read(name)) for name in archive.namelist()]

    async def attach(order: list[int]) -> Any:
        message = await club.td.send(club.channel, "Our event", attachments=[files[place] for place in order])
        return await club.td.context_menu(club.channel, "Import this file", message)

    preview = await attach([2, 0, 1])
    assert "2 players · 1 round · 1 game" in preview.response.embeds[0].description
    await club.td.click(preview.response, label="Store it")
    assert "already stored" in await said(attach([0, 1, 2]))
    # What the report says of its players is kept of them: the state too.
    printed = await club.td.slash(club.channel, "td export", what="ratings")
    text, _ = printed.response.attachments
    assert "| PLAYER, A | 90000011 |      | WV |" in (await text.read()).decode()


async def test_a_division_is_read_beside_its_settings_whatever_their_order(club: SimulatedClub) -> None:
    config = b"config event_name = 'Harbour Cup'\nconfig event_date = 'August 29, 2026'\ndivision A a.t\n"
    division = b"Quill, Ada 1500 2; 400\nFenn, Rosa 1400 1; 350\n"
    for names in (("config.tsh", "a.t"), ("a.t", "config.tsh")):
        contents = {"config.tsh": config, "a.t": division}
        first, second = ((name, contents[name]) for name in names)
        answer = await club.td.slash(club.channel, "td import", file=first, file2=second)
        embed = answer.response.embeds[0]
        assert embed.description.startswith("### Harbour Cup")
        assert "29 August 2026" in embed.description
        assert "2 players · 1 round · 1 game" in embed.description


async def test_settings_alone_say_what_to_upload_with_them(club: SimulatedClub) -> None:
    config = b"config event_name = 'Harbour Cup'\ndivision A a.t\n"
    sentence = await said(club.td.slash(club.channel, "td import", file=("config.tsh", config)))
    assert "without players or games" in sentence
    assert "a.t" in sentence
    assert await counts(club) == {"event": 0, "player": 0, "pending_import": 0}


SETS = b"""round,player1,player2,score1,score2
1,Ann Ash,Bo Birch,2,1
1,Cy Cedar,Di Dorn,0,2
2,Ann Ash,Cy Cedar,11,0
2,Bo Birch,Di Dorn,3,0
3,Ann Ash,Di Dorn,0,3
3,Bo Birch,Cy Cedar,1,1
"""


async def test_scores_of_any_game_are_games_and_the_list_is_asked_for(club: SimulatedClub) -> None:
    asked = await upload(club, SETS)
    text = asked.response.embeds[0].description
    assert "The scores in the file may be those of any game" in text
    assert "6 games" in text
    assert "forfeit" not in text
    chosen = await upload(club, SETS, list="elo")
    assert "6 games" in chosen.response.embeds[0].description
    posted = await club.td.click(chosen.response, label="Store it")
    lines = await players_of(club.dana, posted)
    assert [line.split("` ")[1].split(" · ")[0] for line in lines[:2]] == ["Ann Ash", "Di Dorn"]  # 2 points each
