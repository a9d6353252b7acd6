"""/td export: the rating list as US Chess printed it, with the norm codes behind the ratings.

The document's line (USCF, "Lifetime Title System", May 1998):

    | NAME | ID | EXP. | ST | REGULAR |
    | CHESS, JOHN | 12345678 | 0893 | WV | 1575*c2 |
"""

import csv
import io
from typing import Any

import pytest

from tests.conftest import SimulatedClub, said
from tests.flows import edit_player

pytestmark = pytest.mark.usefixtures("trusting")

SEED = ["CHESS, JOHN", "12345678", "0893", "WV", "1575*c2"]


async def john(club: SimulatedClub) -> Any:
    """Add John Chess, who begins with 1400 at 1510, makes two points, and is rated 1575 then; and two others."""
    member = club.add("Chess, John")
    await club.td.slash(club.channel, "td rating", player=member, rating=1510.0, games=90, date="2026-01-01")
    # Against 1440s 1400 is expected to score 4 x .443 = 1.77 and 1500 4 x .585 = 2.34; 0.3 more makes the norm.
    field = {"opponents": "1440 1440 1440 1440", "score": "2.5"}
    answer = await member.slash(club.channel, "rating update", **field, date="2026-10-01")
    assert "Lifetime points: c0 → c2" in answer.response.embeds[0].description
    await club.td.slash(club.channel, "td rating", player=member, rating=1575.0, date="2026-10-02")
    await edit_player(member, club.channel, uschess_id="12345678", state="wv", expires="1993-08")
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=30)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1700.0, games=30, list="uschess-quick")
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1200.0, games=9, list="uschess-quick")
    return member


async def files(club: SimulatedClub, *labels: str) -> tuple[list[list[str]], list[list[str]]]:
    answer = await club.td.slash(club.channel, "td export", what="ratings")
    for label in labels:
        await club.td.click(answer.response, label=label)
    assert answer.ephemeral
    text, table = answer.response.attachments
    assert [one.filename for one in (text, table)] == ["rating-list-2026-11-21.txt", "rating-list-2026-11-21.csv"]
    lines = (await text.read()).decode().splitlines()
    assert len({len(line) for line in lines}) == 1
    rows = list(csv.reader(io.StringIO((await table.read()).decode("utf-8-sig"), newline="")))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines], rows


@pytest.mark.both_databases
async def test_the_list_has_the_documents_own_line(club: SimulatedClub) -> None:
    await john(club)
    text, table = await files(club)
    assert text == table
    assert text[0] == ["NAME", "ID", "EXP.", "ST", "REGULAR", "QUICK"]
    assert text[1] == [*SEED, ""]
    # 1830 is B0; 1700 on the Quick list is b0, for titles are kept separate; nine games are provisional, and no title.
    assert text[2:] == [["DANA", "", "", "", "1830*B0", "1700*b0"], ["ELI", "", "", "", "", "1200P9"]]


async def test_it_is_sorted_by_name_or_by_rating(club: SimulatedClub) -> None:
    await john(club)
    text, table = await files(club, "Order by rating")
    assert [line[0] for line in text[1:]] == ["DANA", "CHESS, JOHN", "ELI"]
    assert text == table


async def test_it_is_for_directors_and_for_a_club_that_has_ratings(club: SimulatedClub) -> None:
    roots = {root.name: root for root in await club.env.bot.tree.fetch_commands()}
    club.guild.set_command_permissions(roots["td"].id, {club.dana: True})
    assert "Only a tournament director (TD) can export the rating list" in await said(
        club.dana.slash(club.channel, "td export", what="ratings")
    )
    assert "Nobody has a US Chess Regular or Quick rating" in await said(
        club.td.slash(club.channel, "td export", what="ratings")
    )


async def test_a_state_and_a_membership_are_read_or_refused_in_one_sentence(club: SimulatedClub) -> None:
    member = await john(club)
    for written, sentence in (
        ({"state": "West Virginia"}, '"WEST" is not a US Chess id, month or state.'),
        ({"expires": "0893"}, '"0893" is not a US Chess id, month or state.'),
        ({"expires": "2027-13"}, "Write them with a space between, for example 12345678 2027-08 WV."),
    ):
        assert sentence in await said(edit_player(member, club.channel, **written))
    answer = await edit_player(member, club.channel, expires="none", state="none")
    assert "State: **" not in answer.response.embeds[0].description.replace("State: WV → **none**", "")
    text, _ = await files(club)
    assert text[1] == ["CHESS, JOHN", "12345678", "", "", "1575*c2", ""]


async def test_a_name_is_no_formula_and_ends_no_column(club: SimulatedClub) -> None:
    data = b"number,name,rating,games,1\n1,=1+1|x,1500,30,W2\n2,Bo,1500,30,L1\n"
    shown = await club.td.slash(club.channel, "td import", file=("e.csv", data))
    await club.td.click(shown.response, label="Store it")
    answer = await club.td.slash(club.channel, "td export", what="ratings")
    text, table = answer.response.attachments
    assert "| =1+1/X |" in (await text.read()).decode()
    assert "'=1+1/X," in (await table.read()).decode("utf-8-sig")
