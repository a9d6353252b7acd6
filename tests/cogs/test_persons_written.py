"""Persons as members and files write them, through the commands."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import claim, player, standing
from tests.conftest import SimulatedClub, card_of, full_text, rows, said
from tests.file_answers import parts_of
from tests.flows import export_event, fill_in, merge_players, on_page

ROSTER = "Name,Rating,Games\nAl Reyes,1500,60\nBob Stone,1600,60\nBeth Ridley,1365,60\n"


def labels(answer: Any) -> list[str]:
    return [str(part.get("label")) for message in (answer.response, *answer.followups) for part in parts_of(message)]


async def store(club: SimulatedClub, text: str, name: str = "e.csv", **options: Any) -> Any:
    options = {"name": "Ladder", "date": "2026-11-21", **options}
    looked = await club.td.slash(club.channel, "td import", file=(name, text.encode()), **options)
    return await club.td.click(looked.response, label="Store it")


async def with_roster(club: SimulatedClub) -> None:
    looked = await club.td.slash(club.channel, "td import", file=("roster.csv", ROSTER.encode()))
    await club.td.click(looked.response, label="Store it")


async def report(club: SimulatedClub, member: Any, opponents: str, **options: Any) -> Any:
    options = {"rating": 1470.0, "games": 40, **options}
    return await member.slash(club.channel, "rating update", opponents=opponents, **options)


async def people(club: SimulatedClub) -> dict[str, int | None]:
    query = select(player.c.name, player.c.user_id).where(player.c.merged_into.is_(None), player.c.voided.is_(False))
    return {row.name: row.user_id for row in await rows(club.services.database, query)}


class TestOpponents:
    @pytest.mark.parametrize(
        "written",
        ["Al Reyes 1500, Bob Stone 1600", "1500 (Al Reyes), 1600 (Bob Stone)", "Al Reyes (1500), Bob Stone (1600)"],
    )
    async def test_a_rating_beside_a_name_belongs_to_it(self, club: SimulatedClub, written: str) -> None:
        await with_roster(club)
        text = await full_text(await report(club, club.dana, written, score="1"))
        assert "of 2" in text
        assert "Al Reyes" in text
        assert "Bob Stone" in text

    async def test_a_rating_that_is_not_the_names_is_asked_about(self, club: SimulatedClub) -> None:
        await with_roster(club)
        sentence = await said(report(club, club.dana, "Al Reyes 1900, Bob Stone 1600", score="1"))
        assert sentence.startswith("Al Reyes has US Chess Regular 1500 here, not 1900. Write only the name")
        sentence = await said(report(club, club.dana, "Al Reyes 1500", score="1"))
        assert sentence.startswith('"Al Reyes 1500" may be one opponent or two.')

    async def test_an_unknown_name_is_quoted_whole(self, club: SimulatedClub) -> None:
        expected = '"Jon Smith" is not a player of this club. Write the rating instead, for example'
        assert await said(report(club, club.dana, "Jon Smith, 1500", score="1")) == f"{expected} 1500."
        assert await said(report(club, club.dana, "beat Jon Smith")) == f"{expected} W1500."

    async def test_what_cannot_be_read_is_said_before_a_score_is_asked_for(self, club: SimulatedClub) -> None:
        assert '"X1500"' in await said(report(club, club.dana, "X1500 Y1600"))
        assert "Your score is missing" in await said(report(club, club.dana, "1500 1600"))

    @pytest.mark.both_databases
    async def test_results_in_plain_forms_are_rated(self, club: SimulatedClub) -> None:
        assert "1 of 2" in await full_text(await report(club, club.dana, "W:1500, 1600 (lost)"))

    async def test_one_word_of_a_name_is_enough_if_one_player_has_it(self, club: SimulatedClub) -> None:
        await with_roster(club)
        assert "Al Reyes" in await full_text(await report(club, club.dana, "W Al"))
        rated = await club.td.slash(club.channel, "td rating", player="Stone", rating=1650.0, games=61)
        assert "1600 → 1650" in card_of(rated)

    async def test_two_of_one_name_are_asked_for_by_number(self, club: SimulatedClub) -> None:
        for _ in range(2):
            twin = club.add("Twin")
            await report(club, twin, "W1500")
        sentence = await said(report(club, club.dana, "WTwin"))
        assert sentence == '"Twin" could be Twin (#1) or Twin (#2). Write the number, for example #1.'
        form = await on_page(club.td, club.channel, "#1", "Merge a duplicate", duplicate="Twin", reason="one")
        assert "Write the number, for example #1." in form.response.content


class TestFiles:
    @pytest.mark.both_databases
    async def test_mentions_and_ids_are_members(self, club: SimulatedClub) -> None:
        dana, eli = club.dana.id, club.eli.id
        await store(
            club, f"winner,loser,date\n<@{dana}>,<@{eli}>,2026-11-07\n{eli},<@!{dana}>,2026-11-08\n", list="elo"
        )
        assert await people(club) == {"Dana": dana, "Eli": eli}

    async def test_a_mention_of_nobody_here_is_no_mention(self, club: SimulatedClub) -> None:
        await store(club, "winner,loser\n<@80351110224678912>,Bo Cart\n", list="elo")
        assert await people(club) == {"Member 80351110224678912": 80351110224678912, "Bo Cart": None}

    async def test_a_title_is_the_players_and_no_part_of_the_name(self, club: SimulatedClub) -> None:
        await store(club, "white,black,result\nFM Ada Blank,Bo Cart,1-0\nAda Blank,WGM Cy Dorn,1-0\n", list="elo")
        query = select(player.c.name, player.c.title)
        stored = {(row.name, row.title) for row in await rows(club.services.database, query)}
        assert stored == {("Ada Blank", "FM"), ("Bo Cart", None), ("Cy Dorn", "WGM")}

    async def test_a_member_with_a_title_before_the_name_is_asked_about(self, club: SimulatedClub) -> None:
        text = b"white,black,result\nFM Dana,Bo Cart,1-0\n"
        looked = await club.td.slash(club.channel, "td import", file=("e.csv", text), list="elo", name="Ladder")
        assert "1 name to settle" in card_of(looked)

    async def test_the_trf_has_family_names_first_and_the_files_header(self, club: SimulatedClub) -> None:
        text = "\n".join(
            [
                "012 Winter Open",
                "022 Bay",
                "032 NED",
                "042 2026/11/07",
                "052 2026/11/08",
                "102 Vos, Bea",
                "001    1 w    Garcia Lopez, Ana                 1900 NED     2000001 1990/01/01  1.0    1     2 w 1",
                "001    2 m    Cart, Bo                          1850 NED     2000002 1991/01/01  0.0    2     1 b 0",
            ]
        )
        await store(club, f"{text}\n", "open.trf", list="fide-standard")
        answer = await export_event(club.td, club.channel, 1, "trf")
        (file,) = answer.followups[-1].attachments if answer.followups else answer.response.attachments
        lines = (await file.read()).decode().splitlines()
        names = [line[14:47].strip() for line in lines if line.startswith("001")]
        assert names == ["Garcia Lopez, Ana", "Cart, Bo"]
        assert [line for line in lines if line[:3] in ("022", "032", "102")] == ["022 Bay", "032 NED", "102 Vos, Bea"]


class TestMerge:
    LOG = "round,white,black,result\n1,Ada Blank,Bo Cart,1-0\n2,A. Blank,Cy Dorn,1-0\n3,Ada Blank,Di Elm,0-1\n"

    @pytest.mark.both_databases
    async def test_two_who_never_sat_in_one_round_are_merged_and_split_again(self, club: SimulatedClub) -> None:
        await store(club, self.LOG, list="elo")
        before = await full_text(await club.td.slash(club.channel, "leaderboard", list="elo"))
        values = {"player": "Ada Blank", "duplicate": "A. Blank", "reason": "one person"}
        await merge_players(club.td, club.channel, **values)
        assert "A. Blank" not in await people(club)
        played = select(standing.c.games).join(player, player.c.id == standing.c.player_id)
        (row,) = await rows(club.services.database, played.where(player.c.name == "Ada Blank"))
        assert row.games == 3
        await on_page(club.td, club.channel, "Ada Blank", "Split")
        assert before == await full_text(await club.td.slash(club.channel, "leaderboard", list="elo"))

    async def test_two_who_sat_in_one_round_are_two_people(self, club: SimulatedClub) -> None:
        await store(club, self.LOG.replace("2,A.", "1,A."), list="elo")
        values = {"player": "Ada Blank", "duplicate": "A. Blank", "reason": "one person"}
        assert "so they cannot be one person" in await said(merge_players(club.td, club.channel, **values))


class TestWhoIsThat:
    @pytest.mark.parametrize("nickname", ["beth ridley (she/her)", "Beth R.", "Ridley", "Beth", "FM Beth Ridley"])
    async def test_a_nickname_of_one_player_is_asked_about(self, club: SimulatedClub, nickname: str) -> None:
        await with_roster(club)
        asked = await report(club, club.add(nickname), "W1500")
        assert "Beth Ridley" in await full_text(asked)
        assert "That's me" in labels(asked)

    async def test_a_first_name_of_two_is_not(self, club: SimulatedClub) -> None:
        looked = await club.td.slash(club.channel, "td import", file=("r.csv", f"{ROSTER}Beth Moor,1400,9\n".encode()))
        await club.td.click(looked.response, label="Store it")
        assert "That's me" not in labels(await report(club, club.add("Beth"), "W1500"))

    async def test_equal_rating_and_games_are_asked_about(self, club: SimulatedClub) -> None:
        await with_roster(club)
        asked = await report(club, club.add("xX_rook_Xx"), "W1500", rating=1365.0, games=60)
        assert "Beth Ridley" in await full_text(asked)

    @pytest.mark.both_databases
    async def test_everybody_else_says_who_they_are_with_a_button(self, club: SimulatedClub) -> None:
        await with_roster(club)
        member = club.add("xX_rook_Xx")
        answer = await report(club, member, "W1500")
        form = await member.click(answer.response, label="I am on the roster")
        claimed = await fill_in(member, form, player="Beth Ridley")
        assert "Beth Ridley" in await full_text(claimed)
        (row,) = await rows(club.services.database, select(claim.c.user_id, claim.c.status))
        assert tuple(row) == (member.id, "waiting")

    async def test_nobody_is_asked_in_a_club_of_members(self, club: SimulatedClub) -> None:
        assert "I am on the roster" not in labels(await report(club, club.dana, "W1500"))
