"""/match: both sides rated, amended, and refused in one sentence; test_oracle_waiting.py has those that wait."""

from typing import Any

import pytest
from oracle_club import match, name_keeper, ratings, three_matches
from sqlalchemy import select

from bot.services.framework.context import Actor
from bot.services.matches.match import MatchSubmission, record_match
from bot.services.ratings.oracle.pools import ParsedSide
from bot.store.database.tables import event, player
from core.lists import RatingList
from tests.conftest import SimulatedClub, full_text, rows, said, text_of, twice
from tests.flows import correct, set_pool, set_settings


@pytest.mark.both_databases
async def test_three_matches_of_the_seed_rate_both_sides_by_the_mean_score(club: SimulatedClub) -> None:
    """vectors/oracle.json, guide_test3, mean_score_anchor: strengths 1.74313977 and 1.05747047; 100 s / (s + 1)."""
    await three_matches(club)
    found = await ratings(club)
    assert found["Keeper"] == 50.0
    assert found["Dana"] == pytest.approx(100 * 1.7431397726861468 / 2.7431397726861468, rel=1e-12)
    assert found["Eli"] == pytest.approx(100 * 1.05747047006808 / 2.05747047006808, rel=1e-12)


async def test_results_in_the_order_of_play_are_rated_game_by_game(club: SimulatedClub) -> None:
    """vectors/oracle.json, one_win_vs_keeper: a newcomer's win over the Keeper makes a strength of 1.3."""
    await name_keeper(club)
    won_first = text_of(await match(club, "Keeper", results="W"))
    assert "Dana new → **57** (+6.5)" in won_first
    assert (await ratings(club))["Dana"] == pytest.approx(100 * 1.3 / 2.3, rel=1e-12)

    await match(club, "Keeper", by=club.eli, results="WWLLW")
    await match(club, "Keeper", by=club.add("Fay"), results="LLWWW")
    found = await ratings(club)
    assert found["Fay"] > found["Eli"]


async def test_the_card_shows_both_sides_once_it_counts(club: SimulatedClub) -> None:
    await name_keeper(club)
    answer = await match(club, f"<@{club.eli.id}>", wins=3, losses=1, draws=1)

    embed = answer.response.embeds[0]
    assert embed.description.startswith("### Dana 3–1 Eli, 1 draw")
    assert "Dana new → **" in embed.description
    assert "Eli new → **" in embed.description
    assert "each game counts the mean score" in embed.description
    assert "✅ Confirmed by " in embed.description
    assert (await ratings(club)).keys() == {"Dana", "Eli"}


async def test_a_director_amends_a_game_of_a_match_whose_order_is_not_told(club: SimulatedClub) -> None:
    """One game of a 3-1 turned round makes what a 2-2 does: between equals, nothing."""
    await match(club, f"<@{club.eli.id}>", wins=3, losses=1)
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    amended = await correct(club, event_id, f"round 1: {club.dana.mention} loss", "typo")
    assert "corrected" in text_of(amended)
    assert await ratings(club) == {"Dana": 50.0, "Eli": 50.0}


async def test_a_new_name_with_a_kind_becomes_an_engine_of_the_club(club: SimulatedClub) -> None:
    text = text_of(await match(club, "Fritz", wins=2, losses=5, kind="ai_defensive"))
    assert "Fritz (defensive engine) new → **" in text
    found = await rows(club.services.database, select(player.c.name, player.c.user_id, player.c.kind))
    assert ("Fritz", None, "ai_defensive") in [tuple(row) for row in found]
    assert "Fritz (defensive engine)" in text_of(await match(club, "fritz", wins=1, losses=1))
    assert len(await rows(club.services.database, select(player.c.id).where(player.c.name != "Keeper"))) == 2


async def test_directors_add_people_who_are_not_on_discord_and_report_for_others(club: SimulatedClub) -> None:
    sentence = await said(match(club, "Old Bo", wins=1, losses=1, kind="human"))
    assert sentence.startswith("Only a tournament director (TD) can add players who are not on Discord")
    await match(club, "Old Bo", by=club.td, wins=1, losses=1, kind="human", member=f"<@{club.dana.id}>")
    answer = await match(club, "Old Bo", by=club.td, wins=4, losses=0, member="Dana")
    assert "### Dana 4–0 Old Bo" in text_of(answer)
    assert "Only a tournament director" in await said(match(club, "Dana", wins=1, losses=0, member="Old Bo"))


async def test_members_who_may_not_report_cannot_by_naming_themselves(club: SimulatedClub) -> None:
    await set_settings(club, self_report="directors")
    for options in ({}, {"member": f"<@{club.dana.id}>"}):
        sentence = await said(match(club, f"<@{club.eli.id}>", wins=1, losses=0, **options))
        assert sentence == "You cannot report your own matches in this club. Ask a tournament director (TD)."
    assert await rows(club.services.database, select(event.c.id)) == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"opponent": "Dana", "wins": 1},
            "A player cannot play against themselves. Choose another opponent.",
        ),
        ({"opponent": "Eli"}, "The result is missing. Add wins and losses, or results, for example WWLDW."),
        ({"opponent": "Eli", "wins": 0, "losses": 0}, "The result is missing"),
        ({"opponent": "#999", "wins": 1}, "There is no such player in this club"),
        ({"opponent": "Eli", "wins": 600, "losses": 600}, "A match has at most 1000 games"),
        ({"opponent": "Eli", "wins": 1, "pool": "oracle-2"}, "oracle-2"),
    ],
)
async def test_what_is_no_match_is_refused_in_one_sentence(
    club: SimulatedClub, options: dict[str, Any], sentence: str
) -> None:
    await match(club, f"<@{club.eli.id}>", wins=1, losses=1)
    assert sentence in await said(match(club, **options))
    assert len(await rows(club.services.database, select(event.c.id))) == 1


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"results": "WWL"}, "The results disagree with the numbers of wins, losses and draws"),
        ({"results": "WXL"}, '"WXL" is not a result. Write W, D or L'),
        ({"date": "2027-01-01"}, "2027-01-01"),
    ],
)
async def test_details_that_cannot_be_leave_the_match_as_it_is(
    club: SimulatedClub, details: dict[str, str], sentence: str
) -> None:
    answer = await match(club, f"<@{club.eli.id}>", wins=3, losses=0)
    form = await club.td.click(answer.response, label="Add details")
    assert sentence in await said(club.td.submit_modal(form, details))
    assert [tuple(row) for row in await rows(club.services.database, select(event.c.id, event.c.voided))] == [
        (1, False)
    ]


async def test_details_replace_the_match_and_need_the_right_to_undo_it(club: SimulatedClub) -> None:
    await name_keeper(club)
    answer = await match(club, "Keeper", wins=3, losses=2)
    form = await club.eli.click(answer.response, label="Add details")
    refused = await club.eli.submit_modal(form, {"results": "WWLLW"})
    assert "Only a tournament director (TD)" in refused.response.content
    form = await club.td.click(answer.response, label="Add details")
    await club.td.submit_modal(form, {"results": "WWLLW", "date": "2026-11-20"})
    assert "in the order of play: WWLLW" in text_of(answer)
    counts = [tuple(row) for row in await rows(club.services.database, select(event.c.voided, event.c.date))]
    assert [(voided, day.isoformat()) for voided, day in counts] == [(True, "2026-11-21"), (False, "2026-11-20")]


async def test_a_match_of_any_list_is_rated_once_the_opponent_confirms_it(club: SimulatedClub) -> None:
    """Elo with K 32, both from 1500: 2½ of 3 are worth 32 · (2.5 - 1.5) = 32 points."""
    options = {"opponent": f"<@{club.eli.id}>", "wins": "2", "losses": 0, "draws": 1, "list": "elo"}
    told = await club.dana.slash(club.channel, "match", **options)
    assert "### Dana 2½ – ½ Eli" in text_of(told)
    assert told.followups[0].content.startswith(f"<@{club.eli.id}>, is this correct?")
    assert await ratings(club, RatingList.ELO) == {}
    done = await club.eli.click(told.response, label="Confirm")
    assert "new → **1532** Dana" in text_of(done)
    assert "new → **1468** Eli" in text_of(done)
    own = await said(club.dana.slash(club.channel, "match", **{**options, "opponent": "Dana"}))
    assert own == "A player cannot play against themselves. Choose another opponent."
    long = await said(club.dana.slash(club.channel, "match", **{**options, "wins": "20"}))
    assert long == "A match has at most 20 games. Report several matches."
    theirs = {**options, "opponent": f"<@{club.eli.id}>, <@{club.dana.id}>"}
    assert "Only a tournament director (TD) can report for somebody else" in await said(
        club.dana.slash(club.channel, "match", **theirs)
    )
    counted = await club.td.slash(club.channel, "match", **theirs)
    assert "### Eli 2½ – ½ Dana" in text_of(counted)


async def test_draws_alone_are_no_match_where_draws_do_not_count(club: SimulatedClub) -> None:
    await match(club, f"<@{club.eli.id}>", draws=4)
    await set_pool(club, draws="ignore")
    assert await ratings(club) == {}
    assert "Draws do not count in this pool" in await said(match(club, "Eli", draws=2))
    text = text_of(await match(club, "Eli", wins=1, draws=2))
    assert "Score           1.0        0.0" in text


@pytest.mark.both_databases
async def test_the_same_interaction_is_stored_once(club: SimulatedClub) -> None:
    await match(club, f"<@{club.eli.id}>", wins=1, losses=1)
    actor = Actor(club.guild.id, club.actor(club.dana).member, 4711)
    written = MatchSubmission(ParsedSide("Eli"), wins=5, losses=2)
    await twice(lambda: record_match(club.services, actor, written))
    assert len(await rows(club.services.database, select(event.c.id))) == 2


async def test_negative_and_fractional_counts_are_refused(club: SimulatedClub) -> None:
    for wins in (-1, 1.5):
        actor = club.actor(club.dana)
        with pytest.raises(Exception, match=f"The number of wins is {wins}. Write a whole number from 0 up"):
            await record_match(club.services, actor, MatchSubmission(ParsedSide("Eli"), wins=wins))  # type: ignore[arg-type]


async def test_a_report_of_an_own_event_is_sent_to_matches(club: SimulatedClub) -> None:
    await match(club, f"<@{club.eli.id}>", wins=1, losses=1)
    sentence = await said(club.dana.slash(club.channel, "rating update", opponents="WEli", list="oracle"))
    assert sentence == "Oracle rates both sides of a match. Report it with /match."
    assert "Write their names" in await said(
        club.dana.slash(club.channel, "rating estimate", opponents="W1500", list="oracle")
    )


async def test_the_calculation_opens_with_every_step(club: SimulatedClub) -> None:
    await name_keeper(club)
    answer = await match(club, "Keeper", wins=12, losses=8)
    opened = await club.eli.click(answer.response, label="Calculation")
    assert opened.response.ephemeral
    assert "A, the mean of both players' multipliers after 0 and 0 games: **1.3000**" in await full_text(opened)


async def test_a_match_that_comes_late_says_whose_later_ratings_moved(club: SimulatedClub) -> None:
    await match(club, f"<@{club.eli.id}>", wins=5, losses=2)
    late = text_of(await match(club, "Eli", wins=3, losses=0, date="2026-11-01"))
    assert "Recalculated later events" in late
    assert "after Dana – Eli of 2026-11-21" in late


async def test_a_member_who_has_left_the_server_is_refused(club: SimulatedClub) -> None:
    sentence = await said(match(club, "<@123456789012345678>", wins=1))
    assert sentence.endswith('" is not a member of this server. Pick one from the list, for example @Dana.')
