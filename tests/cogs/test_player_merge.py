"""Links and merges on /td player."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import audit, merge, player
from tests.conftest import SimulatedClub, by_names, card_of, details, rows, said
from tests.flows import edit_player, everybody_on_board, fill_in, import_event, link_player, merge_players, show_td

# The published section of tests/golden/uschess/section_rating.toml (US Chess event 202608300103, section 5), with
# invented names: Ada Blank's rating becomes 657.
SECTION = """number,name,rating,games,born,1,2,3
1,Ada Blank,554.22,,,W4,W2,W6
2,Bo Cart,445.28,21,,W5,L1,W4
3,Cy Dorn,124,,,H,W6,L5
4,Di Elm,572.53,,,L1,W5,L2
5,Ed Frost,174.54,15,,L2,L4,W3
6,Flo Gray,202.66,17,,B,L3,L1
"""
REASON = "one person, two spellings"
# Four losses to players of the own rating. N' = 50/sqrt(0.662 + 0.00000739 x 869^2) = 20.0118 (US Chess 2025, 4.1:
# 20.0), K = 800/(N' + 4) = 33.317, and 1700 - 2K = 1633.37; the floor of a peak of 1700 is 1500.
LOSSES, LOST = "L1700 L1700 L1700 L1700", "1633.37"


async def imported(club: SimulatedClub, text: str = SECTION, **options: Any) -> None:
    file = ("event.csv", text.encode())
    options = {"name": "Novice", "date": "2026-08-30", "time_control": "G/25;d5", **options}
    preview = await import_event(club.td, club.channel, file, **options)
    await club.td.click((await by_names(club.td, preview)).response, label="Store it")


async def two_in_one(club: SimulatedClub) -> None:
    """Let Dana have a rating of 1700 after 30 games, and Fay, who is the same person, the event."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1700.0, games=30, date="2026-01-01")
    fay = club.add("Fay")
    await fay.slash(club.channel, "rating update", opponents=LOSSES, games=0, event="Autumn", date="2026-10-01")


async def merged(club: SimulatedClub, keep: str = "Dana", gone: str = "Fay") -> Any:
    return await merge_players(club.td, club.channel, player=keep, duplicate=gone, reason=REASON)


async def board(club: SimulatedClub) -> str:
    return card_of(await everybody_on_board(club.eli, club.channel))


async def card(club: SimulatedClub, name: str) -> str:
    return card_of(await details(club.eli, club.channel, "rating show", player=name))


class TestLink:
    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_a_players_ratings_become_a_members(self, club: SimulatedClub) -> None:
        await imported(club)
        answer = await link_player(club.td, club.channel, player="Ada Blank", member=club.dana, reason="she says so")
        assert f"Ada Blank is now <@{club.dana.id}>." in card_of(answer)
        assert "Reason: she says so" in card_of(answer)
        own = card_of(await details(club.dana, club.channel, "rating show", list="uschess-quick"))
        assert own.startswith("## 657")
        (noted,) = await rows(club.services.database, select(audit).where(audit.c.action == "link-player"))
        assert (noted.actor_id, noted.details["reason"]) == (club.td.id, "she says so")

    @pytest.mark.long
    async def test_what_the_member_reports_then_is_the_players(self, club: SimulatedClub) -> None:
        await imported(club)
        await link_player(club.td, club.channel, player="Ada Blank", member=club.dana)
        await club.dana.slash(club.channel, "rating update", opponents="D657", list="uschess-quick")
        assert "2 events played" in await card(club, "Dana")

    @pytest.mark.long
    async def test_without_a_member_the_player_is_nobodys_again(self, club: SimulatedClub) -> None:
        await imported(club)
        await link_player(club.td, club.channel, player="Ada Blank", member=club.dana)
        answer = await link_player(club.td, club.channel, player="Ada Blank")
        assert f"Ada Blank is no longer <@{club.dana.id}>" in card_of(answer)
        assert "Not on Discord" in await card(club, "Ada Blank")
        refused = details(club.dana, club.channel, "rating show", list="uschess-quick")
        assert "You are not a player of this club yet" in await said(refused)
        page = await club.td.slash(club.channel, "td player", player="Ada Blank")
        assert "Unlink" not in str(page.response.components)

    async def test_who_is_somebody_elses_is_refused(self, club: SimulatedClub) -> None:
        await imported(club)
        page = await club.td.slash(club.channel, "td player", player="Ada Blank")
        forms = [await club.td.click(page.response, label="Link to a member") for _ in range(3)]
        await fill_in(club.td, forms[0], member=[club.dana])
        refused = fill_in(club.td, forms[1], member=[club.eli])
        assert "Ada Blank is linked to another member" in await said(refused)
        assert "already linked to that member" in await said(fill_in(club.td, forms[2], member=[club.dana]))

    @pytest.mark.long
    async def test_a_member_with_results_is_to_be_merged(self, club: SimulatedClub) -> None:
        await imported(club)
        await club.dana.slash(club.channel, "rating update", opponents="D1500", games=0)
        refused = link_player(club.td, club.channel, player="Ada Blank", member=club.dana)
        assert "Dana already has results here. Merge the two players with /td player" in await said(refused)
        assert "Not on Discord" in await card(club, "Ada Blank")

    async def test_a_member_whose_results_are_all_undone_is_not_in_the_way(self, club: SimulatedClub) -> None:
        await imported(club)
        await club.dana.slash(club.channel, "rating update", opponents="D1500", games=0)
        await club.dana.slash(club.channel, "rating undo")
        answer = await link_player(club.td, club.channel, player="Ada Blank", member=club.dana)
        assert f"is now <@{club.dana.id}>." in card_of(answer)
        (choice,) = await club.td.autocomplete(club.channel, "rating show", "player", "dana")
        assert choice["name"].startswith("Ada Blank (")  # who is called Dana on the server


class TestMerge:
    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_two_players_become_one_and_the_answer_says_whose_rating_changed(self, club: SimulatedClub) -> None:
        await two_in_one(club)
        answer = await merged(club)
        text = card_of(answer)
        assert "Moved: 1 event." in text
        assert f"Dana, rating now: 1700 → **{LOST}**" in text
        assert f"Reason: {REASON}" in text
        assert "Fay, rating" not in text
        assert (await card(club, "Dana")).startswith("## 1633\\*b0\n")
        assert f"2026-10-01 Autumn: 1700 → **{LOST}** (-66.63)" in await card(club, "Dana")

    @pytest.mark.long
    async def test_the_one_who_is_gone_is_found_no_more(self, club: SimulatedClub) -> None:
        await two_in_one(club)
        await edit_player(club.td, club.channel, player="Fay", uschess_id="12345678")
        (number,) = [row.id for row in await rows(club.services.database, select(player).where(player.c.name == "Fay"))]
        await merged(club)
        assert "Fay" not in await board(club)
        assert await club.td.autocomplete(club.channel, "rating show", "player", "fay") == []
        assert await club.td.autocomplete(club.channel, "rating update", "opponents", "fay") == []
        for name, why in (("Fay", "Fay is not a player of this club yet"), (f"#{number}", "Choose")):
            assert why in await said(club.td.slash(club.channel, "rating show", player=name))
        answer = await details(club.td, club.channel, "rating show", player="12345678")
        assert answer.response.embeds[0].title == "Dana"
        await said(club.eli.slash(club.channel, "rating update", opponents="W@Fay", games=0))
        # A suggestion that was taken before the merge means whoever that is now.
        answer = await club.eli.slash(club.channel, "rating estimate", opponents=f"W#{number}", games=0)
        shown = await club.eli.click(answer.response, label="Calculation")
        pages = shown.response.embeds[0].footer.text
        assert pages.startswith("Page 1 of")

    async def test_an_import_takes_nobody_for_the_one_who_is_gone(self, club: SimulatedClub) -> None:
        await two_in_one(club)
        await edit_player(club.td, club.channel, player="Fay", uschess_id="12345678")
        await merged(club)
        await imported(
            club,
            "number,name,rating,games,id,1\n1,F. A. Yates,1500,30,12345678,D2\n2,Fay,1500,30,,D1\n",
            date="2026-11-01",
            time_control="90+30",
        )
        assert "2 events played" in await card(club, "Dana")
        assert "1 event played" in await card(club, "Fay")

    @pytest.mark.parametrize("restarted", [False, True], ids=["", "restarted"])
    async def test_the_button_parts_them_again(self, club: SimulatedClub, make_bot: Any, restarted: bool) -> None:
        await two_in_one(club)
        before = await board(club), await card(club, "Dana"), await card(club, "Fay")
        answer = await merged(club)
        if restarted:
            await club.env.restart_bot(make_bot())
        undone = await club.td.click(answer.response, label="Undo")
        text = undone.followups[0].embeds[0].description
        assert f"Dana, rating now: {LOST} → **1700**" in text
        assert "Fay, rating now: unrated → **" in text
        assert "Returned: 1 event." in text
        assert answer.response.embeds[0].title == "Undone: Players merged"
        assert answer.response.components == []
        assert (await board(club), await card(club, "Dana"), await card(club, "Fay")) == before
        actions = [row.action for row in await rows(club.services.database, select(audit).order_by(audit.c.id))]
        assert actions[-2:] == ["merge-players", "undo-merge"]

    @pytest.mark.long
    async def test_what_came_later_stays_with_the_one_who_stayed(self, club: SimulatedClub) -> None:
        """A draw with 1700, and one with the rating before it, leaves 1700."""
        await two_in_one(club)
        answer = await merged(club)
        await club.dana.slash(club.channel, "rating update", opponents="D1700", event="Spring", date="2026-02-01")
        await club.td.click(answer.response, label="Undo")
        assert "2026-02-01 Spring: 1700 → **1700**" in await card(club, "Dana")
        assert "1 event played" in await card(club, "Dana")
        assert "1 event played" in await card(club, "Fay")

    @pytest.mark.both_databases
    async def test_a_link_comes_along_and_goes_back(self, club: SimulatedClub) -> None:
        """Ada Blank came with a file; Dana, who is she, has an event of her own."""
        await imported(club)
        await club.dana.slash(club.channel, "rating update", opponents="D1500", games=0, date="2026-11-01")
        answer = await merged(club, "Ada Blank", "Dana")
        assert f"On Discord: <@{club.dana.id}>" in await card(club, "Ada Blank")
        assert "2 events played" in card_of(await details(club.dana, club.channel, "rating show"))
        await club.td.click(answer.response, label="Undo")
        assert "Not on Discord" in await card(club, "Ada Blank")
        assert f"On Discord: <@{club.dana.id}>" in await card(club, "Dana")

    async def test_the_button_is_for_directors_and_works_once(self, club: SimulatedClub) -> None:
        await two_in_one(club)
        answer = await merged(club)
        refused = await club.dana.click(answer.response, label="Undo")
        assert refused.followups[0].ephemeral
        assert "Only a tournament director (TD) can undo a merge" in refused.followups[0].content
        await club.td.click(answer.response, label="Undo")
        (stored,) = await rows(club.services.database, select(merge))
        assert stored.undone
        assert stored.merged_by == club.td.id

    @pytest.mark.long
    async def test_two_of_one_event_are_two_people(self, club: SimulatedClub) -> None:
        await imported(club)
        refused = merged(club, "Ada Blank", "Bo Cart")
        assert "Ada Blank and Bo Cart both played in Novice of 2026-08-30" in await said(refused)
        assert await rows(club.services.database, select(merge)) == []
        assert "1 event played" in await card(club, "Bo Cart")

    async def test_a_member_merges_nobody(self, club: SimulatedClub) -> None:
        await two_in_one(club)
        await show_td(club, club.dana)
        refused = merge_players(club.dana, club.channel, player="Dana", duplicate="Fay", reason=REASON)
        assert "Only a tournament director (TD) can change players" in await said(refused)
        assert "Fay" in await board(club)
