"""Seed 004, `.use_draws`: switched off, no draw counts anywhere, whichever way it came in."""

from typing import Any

import pytest
from oracle_club import match, name_keeper, ratings

from core.lists import RatingList
from tests.conftest import SimulatedClub, details, lines_of, said, text_of
from tests.flows import close_evening, export_pool, found_list, report_results, set_pool


@pytest.mark.both_databases
async def test_no_draw_counts_in_a_match_a_card_a_prediction_a_table_or_a_batch(club: SimulatedClub) -> None:
    """3-1 with two draws is then 3-1: a second pool, in which nothing was drawn and draws count, is the check."""
    eli = f"<@{club.eli.id}>"
    await name_keeper(club, use_draws=False)
    card = text_of(await match(club, eli, wins=3, losses=1, draws=2))
    assert "Draws do not count in this pool: the figures do not include them." in card
    assert ["Games", "4", "4"] in lines_of(card)
    assert "Draws do not count in this pool" in await said(match(club, eli, draws=2))
    drawn = await everywhere(club)

    await found_list(club, "Second")
    await name_keeper(club, use_draws=True, pool="oracle:Second")
    await match(club, eli, wins=3, losses=1, pool="oracle:Second")
    decided = await everywhere(club, pool="oracle:Second")
    assert drawn[1:] == decided[1:]
    # Where draws count, what is said of a game differs by that alone.
    assert decided[0] == f"{drawn[0]}, a draw counting half"

    changed = text_of(await set_pool(club, use_draws=True))
    assert "Draws: **half a win for each**" in changed
    assert "3-1-2" in text_of(await details(club.dana, club.channel, "rating show", list="oracle"))


async def everywhere(club: SimulatedClub, **options: Any) -> list[Any]:
    """Return what the commands say of Dana and Eli."""
    eli = f"<@{club.eli.id}>"
    game = text_of(
        await club.dana.slash(club.channel, "rating estimate", opponents=eli, list=options.get("pool", "oracle"))
    )
    pool = options.get("pool", "oracle")
    player = text_of(await details(club.dana, club.channel, "rating show", list=pool))
    board = text_of(await club.dana.slash(club.channel, "leaderboard", list=pool))
    batch = text_of(await club.td.slash(club.channel, "td publish", what=pool))
    pools = [RatingList(pool).label for pool in options.values()]
    export = await export_pool(club.td, club.channel, *pools)
    (file,) = export.response.attachments
    table = [line for line in (await file.read()).decode().splitlines() if "Keeper" not in line]
    (chance,) = [line for line in game.splitlines() if line.startswith("The chance that")]
    return [chance, player, board.splitlines()[1:], lines_of(batch)[2:], table]


async def test_an_evening_of_draws_moves_nobody_and_is_stored(club: SimulatedClub) -> None:
    await name_keeper(club, use_draws=False)
    card = (await club.td.slash(club.channel, "td evening", name="Friday", list="oracle")).response
    for member in (club.dana, club.eli):
        await member.click(card, label="Join")
    await report_results(club, club.td, results="1: Dana = Eli; 2: Dana = Eli")
    await close_evening(club)
    assert await ratings(club) == {}
    assert "Friday" in text_of(await club.dana.slash(club.channel, "events"))
    await set_pool(club, use_draws=True)
    found = await ratings(club)
    assert found == {"Dana": 50.0, "Eli": 50.0}


@pytest.mark.long
async def test_a_goal_offers_possible_scores_and_asks_about_draws(
    club: SimulatedClub,
) -> None:
    """Of two games 2, 1 and 0 points can be made; 1 of 2 is a win and a loss, not two draws of which none counts."""
    await name_keeper(club, use_draws=False)
    await match(club, "Keeper", wins=12, losses=8)
    await match(club, f"<@{club.eli.id}>", wins=1, losses=1)

    async def goal(opponents: str) -> list[str]:
        answer = await club.dana.slash(club.channel, "rating estimate", target=90, opponents=opponents, list="oracle")
        return [line[0] for line in lines_of(text_of(answer)) if line[0].strip("▸").isdigit()]

    assert await goal("@Keeper @Eli") == ["2", "1", "0"]
    # A draw that was played leaves one game.
    assert await goal("D@Keeper @Eli") == ["1", "0"]

    asked = {"opponents": "@Keeper @Eli", "list": "oracle"}
    sentence = await said(club.dana.slash(club.channel, "rating estimate", score="1½", **asked))
    assert sentence == (
        "Draws do not count in this pool, and the score 1.5 does not show which games were drawn. Write "
        "the results, for example W@Dana D@Eli."
    )
    estimated = await club.dana.slash(club.channel, "rating estimate", opponents="W@Keeper D@Eli", list="oracle")
    assert "**1 of 1**" in text_of(estimated)
    await set_pool(club, use_draws=True)
    answer = await club.dana.slash(club.channel, "rating estimate", score="1½", **asked)
    assert "**1½ of 2**, expected" in text_of(answer)
