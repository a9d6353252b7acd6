"""The settings of an Oracle pool."""

from dataclasses import replace
from math import exp
from typing import Any

import pytest
from oracle_club import match, name_keeper, ratings, three_matches

from bot.services.ratings.oracle.calibrate import PoolChange, change_pool, pool_settings
from core.errors import InputError
from core.lists import RatingList
from tests.conftest import SimulatedClub, details, lines_of, said, text_of
from tests.flows import found_list, set_pool, show_td
from tests.seeds_page import labels

SECOND = "oracle:Second"


async def change(club: SimulatedClub, **options: Any) -> Any:
    return await set_pool(club, **options)


async def test_settings_are_shown_to_directors_alone(club: SimulatedClub) -> None:
    answer = await change(club)
    assert answer.response.ephemeral
    assert "Keeper **nobody yet**" in text_of(answer)
    assert "`a_min` **1.08** ·" in text_of(answer)
    await show_td(club, club.dana)
    assert "Only a tournament director" in await said(club.dana.slash(club.channel, "td settings", page="oracle"))


async def test_a_keeper_who_is_named_late_is_the_benchmark_of_all_matches(club: SimulatedClub) -> None:
    await match(club, "Borealis", wins=1, losses=0, kind="ai_balanced")
    assert (await ratings(club))["Borealis"] < 50
    answer = await name_keeper(club, "Borealis")
    assert "**What changed**" in text_of(answer)
    found = await ratings(club)
    assert found["Borealis"] == 50.0
    assert found["Dana"] == pytest.approx(100 * 1.3 / 2.3, rel=1e-12)  # vectors: one_win_vs_keeper


@pytest.mark.both_databases
async def test_another_keeper_folds_the_whole_pool_again(club: SimulatedClub) -> None:
    await three_matches(club)
    before = await ratings(club)
    await name_keeper(club, "Eli")
    assert (await ratings(club))["Eli"] == 50.0
    await name_keeper(club, "Keeper")
    assert await ratings(club) == before


@pytest.mark.parametrize("late", [False, True])
async def test_whoever_becomes_the_keeper_is_at_50_whatever_rating_was_set(club: SimulatedClub, late: bool) -> None:
    """One win over the Keeper makes a strength of A, here the mean of 1.3 and of 1.08 + 0.22 exp(-30/150)."""
    if late:
        await match(club, f"<@{club.eli.id}>", wins=1, losses=0)
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=70.0, games=30, list="oracle")
    await name_keeper(club, "Eli")
    if not late:
        await match(club, "Eli", wins=1, losses=0)
    strength = 1.3 if late else (1.3 + 1.08 + 0.22 * exp(-0.2)) / 2
    assert await ratings(club) == pytest.approx({"Dana": 100 * strength / (1 + strength), "Eli": 50.0}, rel=1e-12)
    board = lines_of(text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle")))
    assert "50K" in next(line for line in board if "Eli" in line)


async def test_the_keepers_rating_cannot_be_set(club: SimulatedClub) -> None:
    await name_keeper(club, f"<@{club.eli.id}>")
    options = {"player": club.eli, "games": 30, "list": "oracle"}
    sentence = await said(club.td.slash(club.channel, "td rating", rating=70.0, **options))
    assert sentence == "The Keeper's rating is 50 by definition. Set the others' instead."
    await club.td.slash(club.channel, "td rating", rating=50.0, **options)
    assert await ratings(club) == {"Eli": 50.0}


@pytest.mark.long
@pytest.mark.both_databases
async def test_the_seeds_settings_give_the_figures_of_its_program(club: SimulatedClub) -> None:
    """Seed 004: "Record match (Alice vs Keeper: 12-8)" and "Automatic rebalancing: Keeps Keeper at rating 50".

    Its program plays all wins first (spec/oracle.md, 0.2: 50 becomes 32), and divides everybody by the Keeper.
    """
    await name_keeper(club)
    await match(club, f"<@{club.eli.id}>", wins=1, losses=0, by=club.td)
    usual = await ratings(club)
    await match(club, "Keeper", wins=12, losses=8)
    assert (await ratings(club))["Eli"] == usual["Eli"]
    assert (await ratings(club))["Dana"] > 50

    text = text_of(await change(club, bare_scores="wins-first", rebalancing="all"))
    assert "Scores without the order of play: **wins first, then losses, then draws\\***" in text
    assert "Matches with the Keeper: **everybody is rebalanced\\***" in text
    found = await ratings(club)
    assert (round(found["Dana"]), found["Keeper"]) == (32, 50.0)
    # Dana's strength fell to s by both taking half, so everybody else is divided by the Keeper's root of 1/s.
    root = (found["Dana"] / (100 - found["Dana"])) ** -0.5
    strength = usual["Eli"] / (100 - usual["Eli"]) / root
    assert found["Eli"] == pytest.approx(100 * strength / (1 + strength), rel=1e-9)
    assert found["Eli"] == pytest.approx((await pool_rating(club, "Eli")), abs=0.005)

    card = text_of(await match(club, "Keeper", wins=2, losses=1))
    assert "order unknown: rated as wins, losses, draws" in card
    assert "Everybody else is rebalanced with the Keeper" in card
    assert "wins-first" not in text_of(await change(club, usual=True))
    assert (await ratings(club))["Eli"] == usual["Eli"]


async def pool_rating(club: SimulatedClub, name: str) -> float:
    text = text_of(await details(club.td, club.channel, "rating show", list="oracle", player=name))
    return float(text.split(" exactly")[0].split()[-1])


@pytest.mark.both_databases
async def test_multipliers_are_applied_to_every_match_so_far_and_set_back(club: SimulatedClub) -> None:
    """One win with A = 1.5 makes a strength of 1.5: 60."""
    await name_keeper(club)
    await match(club, "Keeper", wins=1, losses=0)
    before = await ratings(club)
    text = text_of(await change(club, a_max=1.5))
    assert "`a_max` **1.5**\\*" in text
    assert (await ratings(club))["Dana"] == pytest.approx(60.0, rel=1e-12)
    assert "`a_max` **1.3** ·" in text_of(await change(club, usual=True))
    assert await ratings(club) == before


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"a_min": 0.5}, "a_min must be above 1"),
        ({"a_decay_rate": 0.0}, '"0.0" is not allowed for a_decay_rate. Choose a number above 0.'),
        ({"prior_sd": "wide"}, '"wide" is not allowed for prior_sd. Choose a number above 0, or none.'),
        ({"prior_sd": "0"}, '"0" is not allowed for prior_sd'),
    ],
)
async def test_settings_that_cannot_be_are_refused_in_one_sentence(
    club: SimulatedClub, options: dict[str, Any], sentence: str
) -> None:
    assert [sentence] == [sentence for text in said_in(await change(club, **options)) if sentence in text]


@pytest.mark.long
async def test_a_further_pool_has_its_own_keeper_and_ratings(club: SimulatedClub) -> None:
    await three_matches(club)
    first = await ratings(club)
    await found_list(club, "Second")
    answer = await change(club, pool=SECOND, keeper="Second Keeper", a_max=1.5)
    assert "Pools: Oracle, Second" in text_of(answer)
    await match(club, "Second Keeper", wins=1, losses=0, pool=SECOND)
    assert await ratings(club) == first
    assert await ratings(club, RatingList(SECOND)) == pytest.approx({"Dana": 60.0, "Second Keeper": 50.0}, rel=1e-12)
    board = await club.dana.slash(club.channel, "leaderboard", list=SECOND)
    assert text_of(board).splitlines()[0] == "### Second"


async def undo(club: SimulatedClub, answer: Any) -> str:
    undone = await club.td.click(answer.response, label="Undo")
    return str([*(embed.description for sent in undone.followups for embed in sent.embeds), *said_in(undone)])


def said_in(answer: Any) -> list[str]:
    return [sent.content for sent in (answer.response, *answer.followups) if sent is not None and sent.content]


@pytest.mark.long
@pytest.mark.both_databases
async def test_a_change_is_taken_back_and_the_pool_is_what_it_was(club: SimulatedClub) -> None:
    await three_matches(club)
    figures, found = text_of(await change(club)), await ratings(club)
    figured = await change(club, a_max=1.9, a_min=1.4)
    between = await ratings(club)
    assert between != found
    named = await change(club, keeper="Eli")
    assert await ratings(club) != between
    assert "### First Club · settings" in await undo(club, named)
    assert await ratings(club) == between
    assert "### First Club · settings" in await undo(club, figured)
    assert await ratings(club) == found
    assert text_of(await change(club)) == figures
    assert "Undo" not in labels((await change(club)).response)


async def test_a_change_that_was_changed_again_stays(club: SimulatedClub) -> None:
    first = await change(club, a_max=1.9)
    await change(club, a_max=1.8)
    assert "The setting has been changed again" in await undo(club, first)
    assert "`a_max` **1.8**" in text_of(await change(club))


async def test_the_settings_of_a_pool_with_matches_go_back(club: SimulatedClub) -> None:
    """A first win is worth A: 100 A / (A + 1), 60 by 1.5 and 56.52 by the usual 1.3."""
    await found_list(club, "Second")
    named = await change(club, pool=SECOND, keeper="Second keeper")
    figured = await change(club, pool=SECOND, a_max=1.5)
    await match(club, "Second keeper", wins=1, losses=0, pool=SECOND)
    assert (await ratings(club, RatingList(SECOND)))["Dana"] == pytest.approx(60)
    assert "### First Club · settings" in await undo(club, figured)
    assert (await ratings(club, RatingList(SECOND)))["Dana"] == pytest.approx(56.521739)
    assert "### First Club · settings" in await undo(club, named)
    assert "Keeper **nobody yet**" in text_of(await change(club, pool=SECOND))


async def test_a_list_that_is_no_pool_is_refused_in_a_sentence(club: SimulatedClub) -> None:
    """Ids of buttons hold a list; a made-up one may name any."""
    director = replace(club.actor(club.td), manager=True)
    for asked in (
        pool_settings(club.services, director, RatingList.ELO),
        change_pool(club.services, director, RatingList.ELO, PoolChange(usual=True)),
    ):
        with pytest.raises(InputError, match="Elo is not an Oracle list"):
            await asked
