"""What members do of themselves moves nobody else in an event that a director rated."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import audit, player, standing
from tests.conftest import SimulatedClub, by_names, rows, said
from tests.flows import edit_player, report, report_for

SECTION = (
    "number,name,rating,games,1,2,3\n"
    "1,Dana,,,W2,W3,W4\n2,Pal One,1200,10,L1,W4,W3\n3,Pal Two,1100,6,W4,L1,L2\n4,Pal Three,,,L3,L2,L1\n"
)


async def imported(club: SimulatedClub, text: str = SECTION, **options: Any) -> Any:
    file = ("section.csv", text.encode())
    looked = await club.td.slash(club.channel, "td import", file=file, name="Section", date="2026-11-15", **options)
    return await club.td.click((await by_names(club.td, looked)).response, label="Store it")


async def ratings(club: SimulatedClub) -> dict[str, float]:
    query = select(player.c.name, standing.c.rating).join(player, player.c.id == standing.c.player_id)
    return {row.name: row.rating for row in await rows(club.services.database, query)}


async def dana_is_known(club: SimulatedClub) -> None:
    await edit_player(club.dana, club.channel, federation="NOR")


class TestAge:
    async def test_once_a_director_has_rated_it_the_age_is_a_directors_to_correct(self, club: SimulatedClub) -> None:
        await dana_is_known(club)
        await imported(club)
        before = await ratings(club)

        sentence = await said(edit_player(club.dana, club.channel, born="2018-01-01"))

        assert sentence == ("A director rated an event with your age. Ask a TD to correct your age.")
        assert await ratings(club) == before
        assert [row.born for row in await rows(club.services.database, select(player.c.born))] == [None] * 4
        # What decides no rating stays theirs.
        edited = await edit_player(club.dana, club.channel, federation="SWE")
        assert "NOR → **SWE**" in edited.response.embeds[0].description

    async def test_a_director_is_told_who_moves(self, club: SimulatedClub) -> None:
        await dana_is_known(club)
        await imported(club)
        before = await ratings(club)
        answer = await edit_player(club.td, club.channel, player="Dana", born="2018-01-01")
        after = await ratings(club)
        moved = [name for name in before if before[name] != after[name]]
        assert set(moved) >= {"Pal One", "Pal Two", "Pal Three"}
        text = answer.response.embeds[0].description
        assert f"**What changed**, for {len(moved)} players" in text
        assert all(f"{name}, rating now: " in text for name in moved)

    async def test_before_that_members_tell_it_themselves(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", opponents="L1800", games=0, date="2026-11-01")
        first = await ratings(club)
        await edit_player(club.dana, club.channel, born="2018-01-01")
        assert (await ratings(club))["Dana"] != first["Dana"]

    @pytest.mark.long
    async def test_a_first_event_of_ones_own_may_not_move_a_section_through_the_age(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", opponents="L1800", games=0, date="2026-11-01")
        await imported(club)
        before = await ratings(club)
        own = {"opponents": "W1500", "born": "2018-01-01"}
        assert "with your age" in await said(edit_player(club.dana, club.channel, born="2018-01-01"))
        assert await ratings(club) == before
        assert "with your age" in await said(report(club.dana, club.channel, **{**own, "opponents": "W1400"}))
        after = await ratings(club)
        assert {name for name in before if before[name] != after[name]} == {"Dana"}  # by the game, not by the age
        await report_for(club.td, club.channel, club.dana, **own)
        assert (await ratings(club))["Pal One"] != before["Pal One"]


class TestOwnEvents:
    @pytest.mark.long
    async def test_a_late_report_that_moves_a_section_is_a_directors(self, club: SimulatedClub) -> None:
        await dana_is_known(club)
        await imported(club)
        before = await ratings(club)
        late = {"opponents": "W1900 W1900", "date": "2026-11-01", "games": 0}
        sentence = await said(club.dana.slash(club.channel, "rating update", **late))
        assert sentence.endswith("in an event that a director rated. Ask a TD to report it for you.")
        assert await ratings(club) == before
        await report_for(club.td, club.channel, club.dana, **late)
        assert (await ratings(club))["Pal One"] != before["Pal One"]

    async def test_an_undo_that_moves_a_section_is_a_directors(self, club: SimulatedClub) -> None:
        reported = await club.dana.slash(
            club.channel, "rating update", opponents="W1900 W1900", games=0, date="2026-11-01"
        )
        await imported(club)
        before = await ratings(club)
        assert "The change would alter other players' ratings in an event" in await said(
            club.dana.slash(club.channel, "rating undo")
        )
        pressed = await club.dana.click(reported.response, label="Undo")
        assert "The change would alter other players' ratings in an event" in pressed.followups[0].content
        assert await ratings(club) == before
        await club.td.click(reported.response, label="Undo")
        assert (await ratings(club))["Pal One"] != before["Pal One"]

    @pytest.mark.long
    async def test_what_comes_after_a_section_is_ones_own(self, club: SimulatedClub) -> None:
        await dana_is_known(club)
        await imported(club)
        before = await ratings(club)
        await club.dana.slash(club.channel, "rating update", opponents="W1500", date="2026-11-20")
        assert (await ratings(club))["Dana"] != before["Dana"]
        await club.dana.slash(club.channel, "rating undo")
        assert await ratings(club) == before
        actions = [row.action for row in await rows(club.services.database, select(audit.c.action))]
        assert actions[-2:] == ["record-event", "void-event"]
