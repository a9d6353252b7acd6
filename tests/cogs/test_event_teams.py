"""Events of teams: imported, their standings, and the file there and back."""

import html
import io
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import select
from test_event_export import imported

from bot.services.framework.whole_clubs import verify_club
from bot.site.club import ClubSites
from bot.store.database.tables import entrant, event, event_list
from tests.conftest import SimulatedClub, rows, said
from tests.flows import export_event, fill_in, import_event, set_settings
from tests.site.test_club_pages import pages_in

SEVEN = (Path(__file__).parents[1] / "golden" / "tiebreaks" / "seven_teams.trf").read_bytes()


async def stored(club: SimulatedClub, data: bytes = SEVEN) -> str:
    preview = await import_event(club.td, club.channel, ("teams.trf", data), list="US Chess Regular")
    await club.td.click(preview.response, label="Store it")
    (event_id,) = {row.event_id for row in await rows(club.services.database, select(entrant.c.event_id))}
    return str(event_id)


@pytest.mark.both_databases
async def test_the_teams_of_an_imported_event_are_ranked_under_its_card(club: SimulatedClub) -> None:
    shown = await club.dana.slash(club.channel, "events", event=await stored(club))
    teams = await club.dana.click(shown.response, label="Teams")
    lines = teams.response.embeds[0].description.splitlines()
    assert lines[0].endswith("teams")
    assert [line.split("` ")[1].split(" · ")[0] for line in lines[2:]] == [
        "Kings", "Queens", "Bishops", "Knights", "Castles", "Pawns", "Rooks",
    ]  # fmt: skip
    assert "4½" in lines[2]  # match points as US Chess counts them
    await club.dana.click(teams.response, label="▶")
    page = teams.response.embeds[0].description
    assert page.splitlines()[0] == "### Kings"
    assert "R3" in page
    assert "bye · 3 game points" in page
    assert "Tam Ford" in page


async def test_how_a_teams_tie_break_came_about(club: SimulatedClub) -> None:
    """The Kings' game points in the file: 2, 1½, a bye of 3, 2½ and 2½, together 11½."""
    shown = await club.dana.slash(club.channel, "events", event=await stored(club))
    teams = await club.dana.click(shown.response, label="Teams")
    how = await club.dana.click(teams.response, label="How?")
    lines = how.response.embeds[0].description.replace("\xa0", " ").splitlines()
    assert lines[1] == "Kings · place 1 · MP 4½"
    assert lines[2] == "**Game points** (US Chess 34G1): **11½**"
    assert [line.split("`")[1].split() for line in lines[4:]] == [
        ["R1", "2"], ["R2", "1½"], ["R3", "3"], ["R4", "2½"], ["R5", "2½"],
    ]  # fmt: skip


@pytest.mark.both_databases
async def test_an_exported_team_event_has_its_teams_in_the_file(club: SimulatedClub) -> None:
    event_id = await stored(club)
    answer = await export_event(club.td, club.channel, event_id, "trf", arbiter="Ann Town")
    (file,) = answer.response.attachments
    text = (await file.read()).decode()
    assert "310   6 Kings" in text
    assert "330 +-   3   2   7" in text
    assert "320  2.0  3.0 007 000 006 005 002" in text


@pytest.mark.both_databases
async def test_a_teams_bye_gives_its_members_what_their_lines_say(club: SimulatedClub) -> None:
    """The Bishops' bye of round 2 is in record 240 alone: its ½ is missing from three lines, not from the team's."""
    text = SEVEN.decode().replace("0000 - H", "0000 - -")
    for had, name in (("2.0   13", "Fen, Ida"), ("1.5   16", "Fen, Jo"), ("3.5    2", "Fen, Kit")):
        line = next(line for line in text.splitlines() if name in line)
        text = text.replace(line, line.replace(had, f"{float(had[:3]) - 0.5}{had[3:]}"))
    event_id = await stored(club, text.encode())
    answer = await export_event(club.td, club.channel, event_id, "trf", arbiter="Ann Town")
    (file,) = answer.response.attachments
    exported = (await file.read()).decode()

    def points(file: str) -> list[str]:
        return [line[80:84].strip() for line in file.splitlines() if line.startswith("001")]

    assert points(exported) == points(text)
    assert points(text)[8:12] == ["1.5", "1.0", "3.0", "1.0"]
    assert "240 H   2    3" in exported
    assert await verify_club(club.services, club.guild.id) == []
    assert [line[55:69].split() for line in exported.splitlines() if "310   3 Bishops" in line] == [["6.0", "8.0"]]


async def test_the_teams_of_a_stored_event_are_on_paper_and_on_its_page(club: SimulatedClub, tmp_path: Path) -> None:
    """The score of Kings and Rooks in round 1 and the forfeit in round 3 are those of the file."""
    event_id = await stored(club)
    shown = await club.dana.slash(club.channel, "events", event=event_id)
    chart = await club.dana.click(shown.response, label="Crosstable")
    answer = await club.dana.click(chart.response, label="Print")
    pdf, _ = answer.response.attachments
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(await pdf.read())).pages]
    assert "Team MP GP USAT H2H" in pages[0]
    assert pages[0].index("Kings") < pages[0].index("Queens") < pages[0].index("Rooks")
    assert "Team Round 1 Round 2" in pages[1]
    assert "bye 3" in pages[1]
    assert " f " in pages[1]

    await set_settings(club, site="public")
    await ClubSites(club.services, tmp_path).write()
    text = html.unescape(re.sub(r"<[^>]+>", " ", pages_in(tmp_path)[f"event-{event_id}.html"]))
    assert "MP match points, GP game points" in text
    assert re.search(r"1\s+Kings\s+4½", text)
    assert "bye 3" in text


THREE = """\
012 Three Teams
142 3
152 W
001    1      Marsh, Ada                                                         1.0    1     3 w 1  0000 - -     6 b 0
001    2      Marsh, Bo                                                          1.0    2     4 b 0  0000 - -     5 w 1
001    3      Quill, Cy                                                          0.5    3     1 b 0     5 w =  0000 - -
001    4      Quill, Di                                                          1.5    3     2 w 1     6 b =  0000 - -
001    5      Fen, Eli                                                           0.5    5  0000 - -     3 b =     2 b 0
001    6      Fen, Fay                                                           1.5    6  0000 - -     4 w =     1 w 1
310   1 Rooks                                    1995    4.0    4.0   1     1    2
310   2 Knights                                  1975    2.0    2.0   2     3    4
310   3 Bishops                                  1955    2.0    2.0   3     6    5
300   2   3   2    5    6
"""


@pytest.mark.both_databases
async def test_a_line_up_out_of_order_is_stored(club: SimulatedClub) -> None:
    """Round 2 of the file: Eli sits above Fay. Round 3 is in the team's usual order."""
    event_id = await stored(club, THREE.encode())
    found = await rows(club.services.database, select(entrant.c.number, entrant.c.seats).order_by(entrant.c.number))
    assert {row.number: row.seats for row in found if row.seats} == {5: [[2, 1]], 6: [[2, 2]]}
    answer = await export_event(club.td, club.channel, event_id, "trf", arbiter="Ann Town")
    (file,) = answer.response.attachments
    lines = (await file.read()).decode().splitlines()
    assert [line for line in lines if line.startswith("300")] == ["300   2   3   2    5    6"]
    assert [line[4:13] for line in lines if line.startswith("310")] == ["  1 Rooks", "  2 Knigh", "  3 Bisho"]
    assert await verify_club(club.services, club.guild.id) == []


async def test_an_event_without_teams_has_no_button_for_them(club: SimulatedClub) -> None:
    shown = await club.dana.slash(club.channel, "events", event=await imported(club))
    assert "Teams" not in [button["label"] for row in shown.response.components for button in row["components"]]


LEAGUE = """board,home team,home,away team,away,result
1,Rooks,Ada Blank,Knights,Bo Cart,1-0
2,,Cy Dorn,,Di Elm,1/2-1/2
3,,Ed Frost,,Flo Gray,0-1
4,,Gus Hill,,,1-0
"""


@pytest.mark.both_databases
async def test_a_league_match_is_one_event_with_its_match_score(club: SimulatedClub) -> None:
    preview = await import_event(club.td, club.channel, ("league.csv", LEAGUE.encode()), list="US Chess Regular")
    assert "3 games" in preview.response.embeds[0].description
    await ranked(club, await club.td.click(preview.response, label="Store it"))


async def ranked(club: SimulatedClub, stored_card: Any) -> None:
    """Check the standings and a team's page of the match."""
    teams = await club.dana.click(stored_card.response, label="Teams")
    lines = teams.response.embeds[0].description.splitlines()
    assert [line.replace("\xa0", " ") for line in lines[2:]] == ["`1  1 2½` Rooks", "`2  0 1½` Knights"]
    await club.dana.click(teams.response, label="▶")
    page = teams.response.embeds[0].description.replace("\xa0", " ")
    assert "`R1 2½-1½` Knights" in page
    assert "`4 1/0` Gus Hill" in page


BOARDS = "1. Ada Blank 1 – 0 Bo Cart\nCy Dorn ½-½ Di Elm\nEd Frost 0 - 1 Flo Gray\nGus Hill + -"


async def league(club: SimulatedClub, **values: str) -> Any:
    """Fill in the form of a match under the club's events."""
    shown = await club.td.slash(club.channel, "events")
    form = await club.td.click(shown.response, label="League match (TD)")
    fields = {"home": "Rooks", "away": "Knights", "boards": BOARDS, "list": "uschess-regular"}
    return await fill_in(club.td, form, **{**fields, **values})


@pytest.mark.both_databases
async def test_a_league_match_is_entered_in_a_form(club: SimulatedClub) -> None:
    preview = await league(club, date="2026-11-14")
    card = preview.response.embeds[0]
    assert "Rooks – Knights" in card.description
    assert "3 games" in card.description
    await ranked(club, await club.td.click(preview.response, label="Store it"))
    ((day, rating_list),) = await rows(club.services.database, select(event.c.date, event_list.c.list).join(event_list))
    assert (day.isoformat(), rating_list) == ("2026-11-14", "uschess-regular")


async def test_only_directors_enter_a_league_match(club: SimulatedClub) -> None:
    shown = await club.dana.slash(club.channel, "events")
    assert "League match (TD)" not in [part["label"] for row in shown.response.components for part in row["components"]]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"boards": "Ada Blank beats Bo Cart"}, 'Board 1: "Ada Blank beats Bo Cart" is not two players'),
        ({"boards": "Ada Blank 1-0 Bo Cart\nCy Dorn 1-1 Di Elm"}, 'Board 2: "Cy Dorn 1-1 Di Elm" is not two players'),
        ({"boards": "1-0"}, 'Board 1: "1-0" is not two players'),
        ({"boards": "Ada Blank 1-0 Bo Cart\nada blank 1-0 Di Elm"}, '"Ada Blank" is on two boards.'),
        ({"away": "rooks"}, 'Both teams are called "Rooks".'),
        ({"away": " "}, "A team has no name."),
        ({"date": "yesteryear"}, '"yesteryear"'),
    ],
)
async def test_a_faulty_form_of_a_league_match_is_one_sentence(
    club: SimulatedClub, values: dict[str, str], words: str
) -> None:
    assert words in await said(league(club, **values))
    assert await rows(club.services.database, select(event.c.id)) == []


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("Knights,Bo", "Rooks,Bo", "both teams have the same name"),
        ("3,,Ed Frost", "3,Knights,Ada Blank", 'plays for "Knights", but for "Rooks"'),
    ],
)
async def test_a_faulty_league_match_is_refused_in_one_sentence(
    club: SimulatedClub, before: str, after: str, words: str
) -> None:
    file = ("league.csv", LEAGUE.replace(before, after).encode())
    assert words in await said(import_event(club.td, club.channel, file))
