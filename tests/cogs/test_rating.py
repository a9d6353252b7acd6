"""/rating estimate, show, set and undo, and the buttons under a stored event."""

import pytest

from tests.conftest import SimulatedClub, card_of, details, full_text, lines_of, said, stored
from tests.flows import set_settings, show_td

SEED = {"opponents": "974 951 2471 1585", "score": "3"}
FIRST_TIME = {**SEED, "rating": 1470.0, "games": 25}


class TestEstimate:
    async def test_it_answers_as_an_update_does_and_stores_nothing(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating estimate", **FIRST_TIME)
        assert answer.ephemeral
        assert "1470 → 1510.27 (+40.27)" in await full_text(answer)
        assert "not stored" in answer.response.embeds[0].footer.text
        assert await stored(club) == 0

    async def test_it_starts_from_the_stored_rating(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        assert "1510.27 → " in await full_text(
            await club.dana.slash(club.channel, "rating estimate", opponents="W1600")
        )

    async def test_another_rating_may_be_supposed(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        answer = await club.dana.slash(club.channel, "rating estimate", opponents="W1600", rating=1700.0)
        assert "1700 → " in await full_text(answer)
        assert "30 rated games" in await full_text(answer)

    async def test_it_works_in_a_direct_message(self, club: SimulatedClub) -> None:
        user = club.env.create_user("loner")
        assert "1510.27" in await full_text(await user.slash("rating estimate", **FIRST_TIME))
        refused = await user.slash("rating estimate", opponents="W@Dana", rating=1470.0, games=25)
        assert "Outside a club server, write the opponents' ratings, for example 1500" in refused.response.content

    async def test_its_button_shows_the_calculation(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating estimate", **FIRST_TIME)
        shown = await club.dana.click(answer.response, label="Calculation")
        assert shown.ephemeral
        assert "**1510.2726**" in await full_text(shown)

    async def test_bad_input_is_one_sentence(self, club: SimulatedClub) -> None:
        assert "is neither" in await said(club.dana.slash(club.channel, "rating estimate", opponents="W@foo", games=0))


class TestShowTheCalculation:
    async def test_every_step_follows_its_clause_with_four_decimals(self, club: SimulatedClub) -> None:
        """Vector std-seed0-current: K 39.7065, E 2.2410, bonus 10.1363."""
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        shown = await club.eli.click(answer.response, label="Calculation")
        assert shown.ephemeral
        text = await full_text(shown)
        for part in ("**US Chess 2025, 3**", "**US Chess 2025, 4.2**", "**39.7065**", "**2.2410**", "**10.1363**"):
            assert part in text

    async def test_its_last_page_has_every_cell_of_the_seeds_table(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME, rules="informal-2020")
        shown = await club.dana.click(answer.response, label="Calculation")
        await club.dana.click(shown.response, label="▶")
        text = await full_text(shown)
        for row in (
            " 1  974 0.7860 0.9207 0.9735",
            " 2  951 0.8074 0.9299 0.9767",
            " 3 2471 0.0007 0.0021 0.0066",
            " 4 1585 0.0983 0.2564 0.5216",
            " 1  974 0.9915 0.9973 0.9991",
            " 2  951 0.9925 0.9976 0.9992",
            " 3 2471 0.0206 0.0623 0.1736",
            " 4 1585 0.7752 0.9160 0.9718",
            " 1  974 0.9997",
            " 2  951 0.9998",
            " 3 2471 0.3992",
            " 4 1585 0.9909",
            "Exp. 1.6924 2.1091 2.4784",
            "Exp. 2.7797 2.9732 3.1438",
            "Exp. 3.3896",
            "Req. 2.6924 3.1091 3.4784",
            "Req. 3.7797 3.9732    N/A",
        ):
            assert row.split() in lines_of(text)

    async def test_sixty_rounds_are_paged_within_discords_limits(self, club: SimulatedClub) -> None:
        opponents = " ".join(f"W{1000 + number}" for number in range(60))
        answer = await club.dana.slash(club.channel, "rating update", opponents=opponents, rating=1470.0, games=25)
        shown = await club.dana.click(answer.response, label="Calculation")
        pages = int(shown.response.embeds[0].footer.text.split(" of ")[1].split()[0])
        for _ in range(pages - 1):
            await club.dana.click(shown.response, label="▶")
        assert shown.response.embeds[0].footer.text.startswith(f"Page {pages} of {pages}")

    async def test_only_the_one_who_asked_turns_its_pages(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "leaderboard")
        assert "Show inactive" not in str(answer.response.components)
        await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        board = await club.dana.slash(club.channel, "leaderboard")
        assert "Show inactive" in str(board.response.components)

    async def test_it_survives_a_restart_of_the_bot(self, club: SimulatedClub, make_bot: object) -> None:
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        await club.env.restart_bot(make_bot())
        shown = await club.dana.click(answer.response, label="Calculation")
        assert "**1510.2726**" in await full_text(shown)

    async def test_the_pages_buttons_still_turn_after_a_while(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        shown = await club.dana.click(answer.response, label="Calculation")
        await club.env.advance_time(181)
        await club.dana.click(shown.response, label="▶")
        assert "Page 2 of" in shown.response.embeds[0].footer.text
        buttons = shown.response.components[0]["components"]
        previous, at, following = buttons
        assert (previous["disabled"], following["disabled"]) == (False, at["label"] == "2 / 2")


class TestShow:
    async def test_the_card_has_rating_rank_peak_floor_and_latest_events(self, club: SimulatedClub) -> None:
        """1510.27 - 200, down to the hundred: a floor of 1300."""
        await club.dana.slash(club.channel, "rating update", **FIRST_TIME, event="City Open")
        text = await full_text(await details(club.eli, club.channel, "rating show", player=club.dana))
        for part in ("## 1510", "1510.27 exactly", "Rank **1** of 1", "Peak 1510.27", "floor 1300", "City Open"):
            assert part in text

    async def test_a_member_without_a_rating_is_told_how_to_start(self, club: SimulatedClub) -> None:
        assert "Start with /rating update" in await said(club.dana.slash(club.channel, "rating show"))


class TestSet:
    @pytest.mark.both_databases
    async def test_a_director_enters_a_rating(self, club: SimulatedClub) -> None:
        answer = await club.td.slash(
            club.channel, "td rating", player=club.dana, rating=1470.0, games=25, reason="state list"
        )
        assert "unrated → 1470" in await full_text(answer)
        assert "state list" in await full_text(answer)
        assert "1470 → 1510.27" in await full_text(await club.dana.slash(club.channel, "rating update", **SEED))

    @pytest.mark.both_databases
    async def test_a_correction_keeps_the_games_and_moves_what_follows(self, club: SimulatedClub) -> None:
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=24, date="2026-10-01")
        await club.dana.slash(club.channel, "rating update", **SEED, date="2026-11-01", event="City Open")
        answer = await club.td.slash(club.channel, "td rating", player=club.dana, rating=1400.0, date="2026-10-15")
        assert "1470 → 1400" in await full_text(answer)
        assert "24 rated games" in await full_text(answer)
        assert "City Open" in await full_text(answer)

    async def test_a_holder_of_the_clubs_td_role_may(self, club: SimulatedClub) -> None:
        await set_settings(club, td_role=club.td_role)
        arbiter = club.add("Ari", club.td_role)
        await show_td(club, arbiter)
        answer = await arbiter.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=25)
        assert "1470" in await full_text(answer)

    async def test_a_member_is_refused(self, club: SimulatedClub) -> None:
        await show_td(club, club.dana)
        refused = club.dana.slash(club.channel, "td rating", player=club.dana, rating=2400.0, games=99)
        assert "Only a tournament director (TD) can set a rating" in await said(refused)
        assert await stored(club) == 0

    @pytest.mark.parametrize(
        ("options", "part"),
        [
            ({"rating": 1470.0}, "Add games, the number of rated games the rating is based on"),
            ({"rating": 99.0, "games": 3}, "between 100 and 3000"),
        ],
    )
    async def test_bad_input_is_one_sentence(self, club: SimulatedClub, options: dict[str, object], part: str) -> None:
        assert part in await said(club.td.slash(club.channel, "td rating", player=club.dana, **options))
        assert await stored(club) == 0

    async def test_a_bot_has_no_rating(self, club: SimulatedClub) -> None:
        robot = club.guild.add_member(club.env.create_user("robot", bot=True))
        refused = club.td.slash(club.channel, "td rating", player=robot, rating=1470.0, games=25)
        assert "Bots have no ratings" in await said(refused)


class TestUndo:
    async def test_the_last_reported_event_is_taken_back(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", **FIRST_TIME, event="City Open")
        await club.dana.slash(club.channel, "rating update", opponents="W1600", event="Friday Night")
        text = await full_text(await club.dana.slash(club.channel, "rating undo"))
        assert "Friday Night" in text
        assert "→ **1510.27**" in text

    @pytest.mark.both_databases
    async def test_undoing_an_event_in_the_middle_rates_later_ones_again(self, club: SimulatedClub) -> None:
        """The event reported last is not the latest by date; afterwards all is as if it had never been."""
        await club.dana.slash(club.channel, "rating update", **FIRST_TIME, date="2026-10-01")
        await club.dana.slash(
            club.channel, "rating update", opponents="W1600 D1700", date="2026-11-15", event="November Swiss"
        )
        before = await full_text(await details(club.dana, club.channel, "rating show"))
        await club.dana.slash(
            club.channel, "rating update", opponents="L1200 L1300", date="2026-11-01", event="Bad Day"
        )
        text = await full_text(await club.dana.slash(club.channel, "rating undo"))
        assert "Bad Day" in text
        assert "rating now" in text
        assert await full_text(await details(club.dana, club.channel, "rating show")) == before

    async def test_the_first_event_takes_the_starting_rating_with_it(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        text = await full_text(await club.dana.slash(club.channel, "rating undo"))
        assert "Initial ratings reported with it are removed too." in text
        assert "→ **unrated**" in text
        assert "1510.27" in await full_text(await club.dana.slash(club.channel, "rating update", **FIRST_TIME))

    async def test_the_button_undoes_its_own_event(self, club: SimulatedClub) -> None:
        first = await club.dana.slash(club.channel, "rating update", **FIRST_TIME, event="City Open")
        await club.dana.slash(club.channel, "rating update", opponents="W1600", event="Friday Night")
        undone = await club.dana.click(first.response, label="Undo")
        assert first.response.embeds[0].title == "Undone"
        assert first.response.components == []
        assert "City Open" in undone.followups[0].embeds[0].description

    async def test_a_stranger_cannot_undo_and_is_told_so(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        refused = await club.eli.click(answer.response, label="Undo")
        assert refused.followups[0].ephemeral
        assert "Only the reporter or a tournament director (TD) can undo this event" in refused.followups[0].content
        assert "1510" in await full_text(await details(club.dana, club.channel, "rating show"))

    async def test_a_director_may_undo_for_a_member(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        await club.td.click(answer.response, label="Undo")
        assert "No rating here yet" in card_of(await club.dana.slash(club.channel, "rating show"))

    async def test_there_must_be_something_to_undo(self, club: SimulatedClub) -> None:
        assert "no reported event to undo" in await said(club.dana.slash(club.channel, "rating undo"))

    async def test_an_undone_event_is_undone_once(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        copy = answer.response.components
        await club.dana.slash(club.channel, "rating undo")
        again = await club.dana.click(answer.response, label="Undo")
        assert "The event has already been undone" in again.followups[0].content
        shown = await club.dana.click(answer.response, label="Calculation")
        assert "has been undone" in shown.response.content
        assert copy
