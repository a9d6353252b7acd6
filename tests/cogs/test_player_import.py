"""Rosters by /td import and /td export."""

import csv
import io
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.services.people.roster.export import export_roster
from bot.store.database.tables import audit, entered_rating, player, standing
from core.errors import NotAllowedError
from tests.conftest import SimulatedClub, rows, said
from tests.core.files.test_fide_list import text_list
from tests.flows import edit_player, roster_template, show_td
from tests.said_scenes import update

ROSTER = """Name;Discord;USCF ID;FIDE ID;Born;Fed;M/F;Title;Regular;Regular games;FIDE Standard;Rapid
Ada Quill;;10000001;90000001;1990-01-02;NOR;F;FM;2210,5;120;2305;
Bo Cart;;10000002;;2012;usa;m;;1450P7;;;
Dana;dana.chess;10000003;;;;;;1623;41;;
Cy Dorn;;;;;;;;unr;;;
"""
REGULAR = "uschess-regular"


async def looked_at(club: SimulatedClub, data: str | bytes, **options: Any) -> Any:
    content = data.encode() if isinstance(data, str) else data
    return await club.td.slash(club.channel, "td import", file=("roster.csv", content), **options)


async def taken_in(club: SimulatedClub, data: str | bytes, **options: Any) -> Any:
    return await club.td.click((await looked_at(club, data, **options)).response, label="Store it")


def shown(answer: Any) -> str:
    return str(answer.response.embeds[0].description).replace("\\", "")


async def page(club: SimulatedClub, answer: Any) -> str:
    return shown(await club.td.click(answer.response, label="▶"))


async def ratings(club: SimulatedClub, rating_list: str = REGULAR) -> dict[str, tuple[int, int]]:
    query = select(player.c.name, standing.c.shown, standing.c.games).join(player, player.c.id == standing.c.player_id)
    return {
        row[0]: (row[1], row[2])
        for row in await rows(club.services.database, query.where(standing.c.list == rating_list))
    }


async def everybody(club: SimulatedClub) -> dict[str, Any]:
    columns = (
        player.c.name,
        player.c.user_id,
        player.c.uschess_id,
        player.c.fide_id,
        player.c.federation,
        player.c.sex,
    )
    query = select(*columns, player.c.title, player.c.born, player.c.born_year, player.c.adult)
    return {row.name: tuple(row)[1:] for row in await rows(club.services.database, query)}


async def export(club: SimulatedClub) -> bytes:
    answer = await club.td.slash(club.channel, "td export", what="roster")
    (attached,) = answer.response.attachments
    return await content_of(club, attached)


async def content_of(club: SimulatedClub, attached: Any) -> bytes:
    data: bytes = await attached.read()
    return data


def with_nick(club: SimulatedClub) -> Any:
    user = club.env.create_user("dana.chess", global_name="Dana the Great")
    return club.guild.add_member(user, roles=[])


@pytest.mark.both_databases
async def test_a_roster_is_shown_first_then_taken_in_and_taken_back(club: SimulatedClub) -> None:
    great = with_nick(club)
    looked = await looked_at(club, ROSTER.encode("cp1252"))
    assert looked.response.ephemeral
    assert "4 new · 0 changed · 0 as before · 0 doubtful" in shown(looked)
    assert "not linked" not in shown(looked)
    assert "Ratings without a number of games: 1. Each counts as established" in shown(looked)
    assert "Ada Quill: US Chess id 10000001" in await page(club, looked)
    assert await rows(club.services.database, select(player.c.id)) == []

    stored = await club.td.click(looked.response, label="Store it")
    assert not stored.response.ephemeral
    assert "10000001" not in shown(stored)  # everybody sees it
    people = await everybody(club)
    assert people["Ada Quill"][1:7] == ("10000001", "90000001", "NOR", "w", "FM", people["Ada Quill"][6])
    assert people["Ada Quill"][6].isoformat() == "1990-01-02"
    assert people["Bo Cart"][-2:] == (2012, False)
    assert people["Dana"][0] == great.id
    assert await ratings(club) == {"Ada Quill": (2211, 120), "Bo Cart": (1450, 7), "Dana": (1623, 41)}
    assert await ratings(club, "fide-standard") == {"Ada Quill": (2305, 50)}

    undone = await club.td.click(stored.response, label="Undo")
    assert "Players removed: 4" in str(undone.followups[0].embeds[0].description)
    for table in (player, entered_rating, standing):
        assert await rows(club.services.database, select(func.count()).select_from(table)) == [(0,)]


async def test_undo_of_a_roster_asks_first_where_an_event_was_built_on_it(club: SimulatedClub) -> None:
    looked = await looked_at(club, "Name;Regular;Regular games\nDana;1580;40\n")
    await club.td.click(looked.response, label="Link by name")
    stored = await club.td.click(looked.response, label="Store it")
    played = {"opponents": "W1500 L1700", "date": "2026-11-15", "event": "Friday"}
    await club.dana.slash(club.channel, "rating update", **played)
    before = await ratings(club)
    asked = await club.td.click(stored.response, label="Undo")
    (question,) = asked.followups
    text = str(question.embeds[0].description)
    assert "Undo roster?" in text
    assert "- Dana: 15" in text  # from 1580 and her event to a first rating by that event alone
    assert await ratings(club) == before
    undone = await club.td.click(question, label="Undo roster")
    assert "Undone: roster" in str(undone.followups[-1].embeds[0].description)
    assert await ratings(club) != before


async def test_a_first_roster_is_there_for_last_weekends_event(club: SimulatedClub) -> None:
    """Later rosters count from today, unless a date is named; so does the first one where it names a date."""
    looked = await looked_at(club, "Name;Regular;Regular games\nDana;1580;40\n")
    assert "Ratings count from 2026-05-22." in shown(looked)
    await club.td.click(looked.response, label="Link by name")
    await club.td.click(looked.response, label="Store it")
    last_week = {"opponents": "W1500 L1700", "date": "2026-11-15"}
    answer = await club.dana.slash(club.channel, "rating update", **last_week)
    assert "1580" in shown(answer)
    later = await looked_at(club, "Name;Regular;Regular games\nCy Dorn;1480;40\n")
    assert "Ratings count from 2026-11-21." in shown(later)
    dated = await looked_at(club, "Name;Regular;Regular games\nCy Dorn;1480;40\n", date="2026-10-01")
    assert "Ratings count from 2026-10-01." in shown(dated)


@pytest.mark.long
@pytest.mark.both_databases
async def test_what_is_known_stays_unless_the_files_word_is_asked_for(club: SimulatedClub) -> None:
    await taken_in(club, "name,id,federation,regular,games\nAda Quill,10000001,,1800,30\n")
    await edit_player(club.td, club.channel, player="Ada Quill", federation="SWE")
    await update(club)
    dana = f"<@{club.dana.id}>"
    table = f"name,discord,id,fed,sex,regular,games\nAda Q.,,10000001,NOR,w,1900,40\nDana,{dana},,,,1500,10\n"
    looked = await looked_at(club, table)
    assert "0 new · 1 changed · 1 as before · 0 doubtful" in shown(looked)
    assert "Values that differ from the club's: 3" in shown(looked)
    doubts = await page(club, looked)
    assert "Ada Quill: Federation SWE → NOR, US Chess Regular 1800 (30) → 1900 (40)" in doubts

    await club.td.click(looked.response, label="Store it")
    assert (await everybody(club))["Ada Quill"][3:5] == ("SWE", "w")
    assert (await ratings(club))["Ada Quill"] == (1800, 30)

    again = await looked_at(club, "name,id,fed,sex,regular,games\nAda Q.,10000001,NOR,w,1900,40\n")
    taking = await club.td.click(again.response, label="Use the file's values")
    assert "The file's values replace different ones" in shown(taking)
    stored = await club.td.click(taking.response, label="Store it")
    assert (await everybody(club))["Ada Quill"][3] == "NOR"
    assert (await ratings(club))["Ada Quill"] == (1900, 40)
    await club.td.click(stored.response, label="Undo")
    assert (await everybody(club))["Ada Quill"][3:5] == ("SWE", "w")
    assert (await ratings(club))["Ada Quill"] == (1800, 30)


async def test_an_undo_leaves_what_was_changed_or_played_since(club: SimulatedClub) -> None:
    stored = await taken_in(club, "name,id,fed\nAda Quill,10000001,NOR\nBo Cart,10000002,NOR\n")
    await club.td.slash(club.channel, "td rating", player="Bo Cart", rating=1500.0, games=30)
    await club.td.click(stored.response, label="Undo")
    assert set(await everybody(club)) == {"Bo Cart"}
    second = await taken_in(club, "name,id,sex,title\nBo Cart,10000002,m,FM\n")
    await edit_player(club.td, club.channel, player="Bo Cart", title="IM")
    await club.td.click(second.response, label="Undo")
    assert (await everybody(club))["Bo Cart"][4:6] == (None, "IM")


@pytest.mark.both_databases
async def test_similar_names_are_asked_about_and_never_guessed(club: SimulatedClub) -> None:
    await taken_in(club, "name,id\nAda Quill,10000001\n")
    looked = await looked_at(club, "name,id,sex\nAda Quil,,w\nAda Quill,10000009,w\n")
    assert "0 new · 0 changed · 0 as before · 2 doubtful" in shown(looked)
    doubts = await page(club, looked)
    assert "line 2, Ada Quil: a new player, or one of the club's (Ada Quill" in doubts
    assert "has another US Chess id here; perhaps a new player" in doubts
    menus = [part for row in looked.response.components for part in row["components"] if part["type"] == 3]
    first, second = menus
    known = first["options"][1]["value"]
    chosen = await club.td.select(looked.response, [known], custom_id=first["custom_id"])
    chosen = await club.td.select(chosen.response, ["0"], custom_id=second["custom_id"])
    assert "1 new · 1 changed · 0 as before · 0 doubtful" in shown(chosen)
    await club.td.click(chosen.response, label="Store it")
    named = await rows(club.services.database, select(player.c.uschess_id, player.c.sex).order_by(player.c.id))
    assert [tuple(row) for row in named] == [("10000001", "w"), ("10000009", "w")]


async def test_who_stays_doubtful_is_said_to_be_left_out(club: SimulatedClub) -> None:
    await taken_in(club, "name,id\nAda Quill,10000001\n")
    left_out = "Skipped as unclear: 1 line. Upload the file again to decide."
    table = "name,id,sex\nAda Quil,,w\nBo Cart,,m\n"
    looked = await looked_at(club, table)
    assert "Unclear players are skipped unless you choose below who they are." in shown(looked)
    stored = await club.td.click(looked.response, label="Store it")
    assert left_out in shown(stored)
    assert set(await everybody(club)) == {"Ada Quill", "Bo Cart"}
    again = await looked_at(club, table)
    (menu,) = [part for row in again.response.components for part in row["components"] if part["type"] == 3]
    chosen = await club.td.select(again.response, [menu["options"][1]["value"]], custom_id=menu["custom_id"])
    assert "is ignored" not in shown(chosen)
    assert "Left out" not in shown(await club.td.click(chosen.response, label="Store it"))


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("name,rating,regular\nAda,1500,1600\n", "Line 1: two columns have the rating of the same list"),
        ("name\n", "There is nobody below the header"),
        ("name,id\n,\n,\n\n", "There is nobody below the header"),
    ],
)
async def test_bad_input_is_one_sentence_with_the_line(club: SimulatedClub, table: str | bytes, sentence: str) -> None:
    assert sentence in await said(looked_at(club, table))
    assert await rows(club.services.database, select(player.c.id)) == []


BAD_CELLS = [
    ("name,id\nAda,123\nBo,\n", 'Line 2: "123" is not a valid US Chess id. Ignored'),
    ("name,born\nAda,1990-01-02\nBo,yesterday\n", 'Line 3: "yesterday" is not a birth date. Ignored'),
    ("name,born\nAda,2098-01-02\nBo,\n", "Line 2: the birth date 2098-01-02 is in the future. Ignored"),
    ("name,rating\nAda,strong\nBo,\n", 'Line 2: "strong" is not a rating. Ignored'),
    ("name,rating,games\nAda,1500,many\nBo,,\n", 'Line 2: games of US Chess Regular: "many" is not a whole number'),
    (
        "name,rating\nAda,9000\nBo,\n",
        "Line 2: US Chess Regular: a rating lies between 100 and 3000, not at 9000. Ignored",
    ),
    ("name,rating,games,peak\nAda,1500,40,1400\nBo,,,\n", "Line 2: US Chess Regular: the peak, 1400, cannot be below"),
    ("name,rating,peak\nAda,,1400\nBo,,\n", "Line 2: the peak or floor has no US Chess Regular rating. Ignored"),
    (
        "name,discord\nAda,1.45607E+18\nBo,\n",
        'Line 2: "1.45607E+18" is a Discord id that a spreadsheet has rounded. Ig',
    ),
    ("name,id,sex\nAda,,\nBo,,\n,,m\n", "Line 4: there is no name and no id. Ignored"),
]


async def test_every_bad_cell_is_left_out_with_a_remark(club: SimulatedClub) -> None:
    for table, sentence in BAD_CELLS:
        assert sentence in shown(await looked_at(club, table)), table
    await taken_in(club, BAD_CELLS[3][0])
    assert (set(await everybody(club)), await ratings(club)) == ({"Ada", "Bo"}, {})


async def test_all_faults_of_a_roster_are_shown_at_once(club: SimulatedClub) -> None:
    table = "name,id,rating\nAda Quill,123,strong\nBo Cart,10000001,NR\nCy Dorn,,~1600\nDi Elm,,1470P12\nEd Fox,,unr\n"
    looked = await looked_at(club, table)
    for told in ('Line 2: "123" is not a valid US Chess id. Ignored', 'Line 2: "strong" is not a rating. Ignored'):
        assert told in shown(looked)
    await club.td.click(looked.response, label="Store it")
    assert await ratings(club) == {"Cy Dorn": (1600, 50), "Di Elm": (1470, 12)}


@pytest.mark.parametrize(
    "table", ["name,id\nAda Quill,10000001\nBo Cart,10000001\n", "name\nAda Quill\nBo Cart\nADA QUILL\n"]
)
async def test_one_person_in_two_lines_is_one_person(club: SimulatedClub, table: str) -> None:
    looked = await looked_at(club, table)
    assert "too. Remove one of the two lines" in await page(club, looked)
    await club.td.click(looked.response, label="Store it")
    assert "Ada Quill" in await everybody(club)
    assert len(await everybody(club)) == table.count("\n") - 2


US_CHESS = """Riverton Chess Club members

Mem ID,Name,Exp,St,Reg,Quick,Blitz
30000001,"BLANK, ADA",2027-01,OH,1500,1450,1400
30000002,"O'NEILL, BO",12/31/2026,OH,1400,,
"""


async def test_the_federations_own_headings_are_read_below_a_title(club: SimulatedClub) -> None:
    await taken_in(club, US_CHESS)
    query = select(player.c.name, player.c.uschess_id, player.c.expires, player.c.state)
    assert set(await rows(club.services.database, query)) == {
        ("Ada Blank", "30000001", "2027-01", "OH"),
        ("Bo O'Neill", "30000002", "2026-12", "OH"),
    }
    assert await ratings(club) == {"Ada Blank": (1500, 50), "Bo O'Neill": (1400, 50)}
    assert [await ratings(club, f"uschess-{name}") for name in ("quick", "blitz")] == [
        {"Ada Blank": (1450, 50)},
        {"Ada Blank": (1400, 50)},
    ]


GERMAN = "Spieler;Titel;Geb.;Land;FIDE-ID;Elo\nÄnne Grün;WFM;1990;GER;4600001;2150\nBo Beck;;;GER;4600002;1875\n"


async def test_the_ids_of_a_roster_decide_its_list(club: SimulatedClub) -> None:
    looked = await looked_at(club, GERMAN)
    assert "Ratings are for **FIDE Standard**." in shown(looked)
    assert "Another list?" not in shown(looked)
    await club.td.click(looked.response, label="Store it")
    assert (await ratings(club), set(await ratings(club, "fide-standard"))) == ({}, {"Änne Grün", "Bo Beck"})
    assert (await everybody(club))["Änne Grün"][5:7] == ("WFM", None)


async def test_a_club_that_has_chosen_no_list_is_asked_in_the_preview(club: SimulatedClub) -> None:
    looked = await looked_at(club, "name,Elo\nAda Quill,1900\n")
    assert "Ratings are for **US Chess Regular**.\n❓ The club has not chosen its list yet. **Another list?**" in shown(
        looked
    )
    (menu,) = [part for row in looked.response.components for part in row["components"] if part["type"] == 3]
    chosen = await club.td.select(looked.response, ["fide-standard"], custom_id=menu["custom_id"])
    assert "Ratings are for **FIDE Standard**." in shown(chosen)
    assert "Another list?" not in shown(chosen)
    await club.td.click(chosen.response, label="Store it")
    assert (await ratings(club), set(await ratings(club, "fide-standard"))) == ({}, {"Ada Quill"})


async def test_only_directors_bring_people_in_and_out(club: SimulatedClub) -> None:
    await show_td(club, club.dana)
    asked = club.dana.slash(club.channel, "td import", file=("roster.csv", ROSTER.encode()))
    assert "Only a tournament director (TD)" in await said(asked)
    with pytest.raises(NotAllowedError, match="TD"):
        await export_roster(club.services, club.actor(club.dana))


async def test_set_up_has_a_table_to_fill_in(club: SimulatedClub) -> None:
    answer = await roster_template(club)
    (attached,) = answer.response.attachments
    table = await content_of(club, attached)
    assert table.decode("utf-8-sig").startswith("Name,Discord id,US Chess id,FIDE id,NASPA id,Born,")
    assert "1 new" in shown(await looked_at(club, table))


@pytest.mark.long
async def test_the_export_is_taken_back_without_a_difference(club: SimulatedClub) -> None:
    with_nick(club)
    await taken_in(club, ROSTER)
    await update(club)
    table = await export(club)
    cells = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))
    ada = next(line for line in cells if line["Name"] == "Ada Quill")
    assert (ada["US Chess Regular rating"], ada["US Chess Regular games"]) == ("2210.5", "120")
    assert (ada["FIDE Standard rating"], ada["US Chess id"], ada["Born"]) == ("2305", "10000001", "1990-01-02")
    looked = await looked_at(club, table)
    assert "0 new · 0 changed · 5 as before · 0 doubtful" in shown(looked)
    assert "This roster changes nothing" in await said(club.td.click(looked.response, label="Store it"))

    other = club.other_server()
    dry = await other.td.slash(other.channel, "td import", file=("roster.csv", table))
    await other.td.click(dry.response, label="Store it")
    assert await export(other) == table


async def test_strangers_of_a_list_are_passed_over(club: SimulatedClub) -> None:
    await taken_in(club, "name,id\nAda Quill,10000001\n")
    many = "".join(f"Player {number},2{number:07d},1500\n" for number in range(50))
    looked = await looked_at(club, f"name,id,quick\n{many}Ada Q,10000001,1700\n")
    assert "50 new" in shown(looked)
    looked = await club.td.click(looked.response, label="Known players only")
    assert "0 new · 1 changed · 0 as before · 0 doubtful" in shown(looked)
    assert "Skipped: 50 lines" in shown(looked)


async def test_fides_list_gives_the_clubs_players_what_is_not_known_of_them(club: SimulatedClub) -> None:
    """The header of spec/connectors.md 4.1 (the combined list of July 2026); the people are invented."""
    head = (
        "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
        "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
    )
    body = [fide_line(head, 90000001, "Quill, Ada", "NOR", "F", "WIM", (2305, 10), (2250, 20), (0, 0), 1990)]
    body += [
        fide_line(head, 91000000 + one, "Else, Some", "SWE", "M", "", (1800, 20), (0, 0), (0, 0), 1980)
        for one in range(30)
    ]
    await taken_in(club, "name,fide id\nAda Quill,90000001\nBo Cart,90000002\n")
    looked = await looked_at(club, "\r\n".join([head, *body, ""]).encode("latin-1"))
    assert "FIDE rating list" in looked.response.embeds[0].footer.text
    assert "0 new · 1 changed" in shown(looked)
    assert "Skipped: 30 lines" in shown(looked)
    await club.td.click(looked.response, label="Store it")
    assert (await everybody(club))["Ada Quill"][2:8] == ("90000001", "NOR", "w", "WIM", None, 1990)
    assert await ratings(club, "fide-standard") == {"Ada Quill": (2305, 50)}
    assert await ratings(club, "fide-rapid") == {"Ada Quill": (2250, 50)}


def fide_line(head: str, *cells: Any) -> str:
    number, name, federation, sex, title, standard, rapid, blitz, born = cells
    line = [" "] * (len(head) + 4)

    def write(heading: str, text: object) -> None:
        at = head.index(heading)
        line[at : at + len(str(text))] = str(text)

    for heading, text in (("ID Number", number), ("Name", name), ("Fed", federation), ("Sex", sex), ("Tit", title)):
        write(heading, text)
    for (heading, k), (rating, factor) in zip(
        (("SRtng", "SK"), ("RRtng", "Rk"), ("BRtng", "BK")), (standard, rapid, blitz), strict=True
    ):
        write(heading, f"{rating:4d}")
        write(k, factor)
    write("B-day", born)
    return "".join(line).rstrip()


@pytest.mark.both_databases
async def test_a_confirmation_twice_takes_it_in_once(club: SimulatedClub) -> None:
    looked = await looked_at(club, "name,id\nAda Quill,10000001\n")
    await club.td.click(looked.response, label="Store it")
    assert "already imported" in await said(club.td.click(looked.response, label="Store it"))
    assert await rows(club.services.database, select(func.count()).select_from(player)) == [(1,)]
    actions = await rows(club.services.database, select(audit.c.action))
    assert [tuple(row) for row in actions] == [("import-roster",)]


@pytest.mark.both_databases
async def test_whoever_is_called_as_a_member_is_linked_at_a_press(club: SimulatedClub) -> None:
    await club.eli.slash(club.channel, "rating update", opponents="W1500", rating=1400.0, games=60)
    looked = await looked_at(club, 'name,id\nDana,10000001\nEli,10000002\n"Tess",\nFay,\n')
    assert "3 new · 0 changed · 0 as before · 1 doubtful" in shown(looked)
    assert "Players with a member's name: 3" in shown(looked)
    pressed = await club.td.click(looked.response, label="Link by name")
    assert "Players are linked to the members with the same name." in shown(pressed)
    assert "3 new · 1 changed · 0 as before · 0 doubtful" in shown(pressed)
    back = await club.td.click(pressed.response, label="Do not link by name")
    assert "Players with a member's name: 3" in shown(back)
    pressed = await club.td.click(back.response, label="Link by name")
    stored = await club.td.click(pressed.response, label="Store it")
    people = await everybody(club)
    assert {name: one[0] for name, one in people.items()} == {
        "Dana": club.dana.id, "Eli": club.eli.id, "Tess": club.td.id, "Fay": None,
    }  # fmt: skip
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1400.0, games=60)
    assert list(await everybody(club)).count("Dana") == 1
    await club.td.click(stored.response, label="Undo")
    assert set(await everybody(club)) == {"Dana", "Eli"}


async def test_a_link_and_an_id_of_somebody_else_are_never_taken_over(club: SimulatedClub) -> None:
    great = with_nick(club)
    await taken_in(club, f"name,discord,id\nAda Quill,{club.eli.id},10000001\nBo Cart,,10000002\n")
    looked = await looked_at(club, "name,discord,id\nAda Quill,dana.chess,10000001\n")
    assert "Ada Quill: Discord another member → dana.chess" in await page(club, looked)
    both = await looked_at(club, f"name,discord,id\nAda Quill,{club.eli.id},10000002\n")
    assert "0 new · 0 changed · 0 as before · 1 doubtful" in shown(both)
    assert "its ids belong to Ada Quill (#1) and Bo Cart (#2)" in await page(club, both)
    taken = await club.td.click(looked.response, label="Use the file's values")
    await club.td.click(taken.response, label="Store it")
    assert (await everybody(club))["Ada Quill"][0] == great.id


async def test_a_discord_name_that_nobody_or_several_have_is_said(club: SimulatedClub) -> None:
    for _ in "ab":
        club.add("Twin")
    looked = await looked_at(club, "name,discord\nAda Quill,nobody.here\nBo Cart,Twin\nCy Dorn,eli\n")
    assert "Not linked, because no single member has this name: nobody.here; Twin" in shown(looked).replace("*", "")
    await club.td.click(looked.response, label="Store it")
    people = await everybody(club)
    assert [people[name][0] for name in ("Ada Quill", "Bo Cart", "Cy Dorn")] == [None, None, club.eli.id]


async def test_an_id_that_was_only_claimed_is_confirmed_by_the_directors_table(club: SimulatedClub) -> None:
    """An id that a member writes of themselves finds no results of its owner until a director says the same."""
    await update(club)
    await edit_player(club.dana, club.channel, uschess_id="10000001")
    claimed = await rows(club.services.database, select(player.c.unconfirmed))
    assert [row.unconfirmed for row in claimed] == ["uschess_id"]
    looked = await looked_at(club, f"name,discord,id\nDana,{club.dana.id},10000001\n")
    assert "Dana: US Chess id claimed → 10000001, confirmed" in await page(club, looked)
    stored = await club.td.click(looked.response, label="Store it")
    assert [row.unconfirmed for row in await rows(club.services.database, select(player.c.unconfirmed))] == [None]
    await club.td.click(stored.response, label="Undo")
    again = await rows(club.services.database, select(player.c.unconfirmed))
    assert [row.unconfirmed for row in again] == ["uschess_id"]


async def test_a_federations_list_without_anybody_of_the_club_says_so(club: SimulatedClub) -> None:
    looked = await looked_at(club, text_list())
    assert "None of its players are in the club" in shown(looked)
    assert "Skipped: 1 line of players" in shown(looked)
