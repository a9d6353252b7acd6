"""Boards of Oracle, /oracle predict, and Oracle ratings in the commands of every system."""

import re
from typing import Any

import pytest
from oracle_club import match, name_keeper, ratings, three_matches

from tests.conftest import SimulatedClub, card_of, details, lines_of, said, text_of
from tests.flows import merge_players, set_pool, set_settings


def rows_of(answer: Any) -> list[str]:
    """Return the lines of a board below its heading."""
    return text_of(answer).replace("\u00a0", " ").splitlines()[1:]


@pytest.mark.both_databases
async def test_the_board_has_intervals_records_and_the_keeper(club: SimulatedClub) -> None:
    await three_matches(club)
    answer = await club.dana.slash(club.channel, "leaderboard", list="oracle")
    first, second, keeper = rows_of(answer)
    assert re.fullmatch(r"`1 64  \d\d–\d\d` \*\*Dana\*\* ◂ you · 27-13", first)
    assert re.fullmatch(r"`2 51  \d\d–\d\d` Eli · \d+-\d+", second)
    assert keeper == "`3 50K      ` Keeper · 17-23"
    assert "3 players" in answer.response.embeds[0].footer.text


@pytest.mark.long
async def test_ranks_are_shared_unless_somebody_is_surely_stronger(club: SimulatedClub) -> None:
    await three_matches(club)
    await match(club, "Fritz", wins=0, losses=40, kind="ai_hybrid")
    board = await club.dana.slash(club.channel, "leaderboard", list="oracle")
    await club.dana.click(board.response, label="Sure ranks")
    rows = rows_of(board)
    assert [row[1] for row in rows] == ["1", "2", "2", "4"]
    assert "you" in rows[3]


async def test_newcomers_are_provisional_below_twenty_games(club: SimulatedClub) -> None:
    await name_keeper(club)
    await match(club, "Keeper", wins=10, losses=9)
    assert "52P" in text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))
    await match(club, "Keeper", wins=1, losses=0)
    assert "P" not in text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))


async def test_the_board_turns_its_pages_and_finds_who_asks(club: SimulatedClub) -> None:
    for number in range(11):
        await match(club, f"Engine {number}", wins=number, losses=5, kind="ai_balanced")
    # Only Dana has the pool's twenty games; the Keeper needs none.
    board = await club.dana.slash(club.channel, "leaderboard", list="oracle")
    assert rows_of(board)[2] == "── **Provisional**: fewer than 20 games"
    assert [row[:3] for row in rows_of(board)[:2]] == ["`1 ", "`2 "]
    await set_settings(club, provisional_players="oracle:mixed")
    board = await club.dana.slash(club.channel, "leaderboard", list="oracle")
    assert len(rows_of(board)) == 10
    await club.dana.click(board.response, label="▶")
    assert [row[:3] for row in rows_of(board)] == ["`11", "`12", "`13"]
    await club.dana.click(board.response, label="Me")
    assert any("**Dana** ◂ you" in row for row in rows_of(board))


async def test_an_empty_pool_says_how_to_begin(club: SimulatedClub) -> None:
    assert "/match" in text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))
    assert "You are not a player of this club yet" in await said(
        club.dana.slash(club.channel, "rating show", list="oracle")
    )
    assert "Nobody has an Oracle rating yet" in await said(club.td.slash(club.channel, "td export", what="pool"))


@pytest.mark.long
async def test_a_player_is_shown_as_the_seed_does_and_with_what_it_leaves_out(club: SimulatedClub) -> None:
    """Strength and multiplier: guide_test3 by mean score; 1.08 + 0.22 exp(-40/150) = 1.249."""
    await three_matches(club)
    text = text_of(await details(club.eli, club.channel, "rating show", list="oracle", player="Dana"))
    assert "Strength **1.7431**" in text
    assert "Games **40**, record **27-13**, wins 67.5%" in text
    assert "Current update multiplier **1.249**" in text
    assert "Win probability against the Keeper **63.5%**" in text
    assert "Stronger than the Keeper with a chance of" in text
    rivals = [line[:2] for line in lines_of(text) if line[:1] in (["Keeper"], ["Eli"])]
    assert rivals == [["Keeper", "15-5"], ["Eli", "12-8"]]


async def test_who_has_not_played_in_the_pool_has_no_card(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=10)
    sentence = await said(club.dana.slash(club.channel, "rating show", list="oracle", player="Eli"))
    assert sentence == "Eli has no Oracle rating yet. Report a match with /match."


@pytest.mark.long
async def test_a_prediction_gives_the_chance_and_what_each_result_brings(club: SimulatedClub) -> None:
    """1.74313977 / (1.74313977 + 1.05747047) = 62.2%."""
    await three_matches(club)
    before = await ratings(club)
    answer = await club.dana.slash(club.channel, "rating estimate", opponents="Eli", list="oracle")
    assert answer.response.ephemeral
    assert "## 62.2%" in text_of(answer)
    won = next(line for line in lines_of(text_of(answer)) if line[:1] == ["Win"])
    await match(club, "Eli", results="W")
    after = await ratings(club)
    assert [float(won[1]), float(won[3])] == [round(after["Dana"], 1), round(after["Eli"], 1)]
    assert after != before


async def test_davidsons_model_gives_win_draw_and_loss(club: SimulatedClub) -> None:
    """Equals who drew 2 of 6 games: nu = 2 * 2 / 4 = 1, a third each."""
    await match(club, f"<@{club.eli.id}>", wins=2, losses=2, draws=2)
    await set_pool(club, draws="davidson")
    text = text_of(await club.dana.slash(club.channel, "rating estimate", opponents="Eli", list="oracle"))
    assert "## 33.3% – 33.3% – 33.3%" in text
    assert "Expected score **0.500**" in text


@pytest.mark.parametrize(
    ("settings", "results"),
    [
        ({"prior_sd": "none"}, "WWW"),
        ({}, "WWL"),
        ({}, "DD"),
        ({"use_draws": False}, "WLD"),
    ],
    ids=["The best fit requires a prior", "no draw", "nothing but draws", "draws do not count"],
)
async def test_where_davidsons_model_says_nothing_the_chance_stands(
    club: SimulatedClub, settings: dict[str, Any], results: str
) -> None:
    await name_keeper(club, draws="davidson", **settings)
    await match(club, "Keeper", results=results)
    text = text_of(await club.dana.slash(club.channel, "rating estimate", opponents="Keeper", list="oracle"))
    ending = ", a draw counting half" if settings.get("use_draws", True) else ""
    assert f"The chance that Dana wins{ending}" in text.splitlines()


@pytest.mark.long
async def test_a_group_is_shown_as_a_matrix(club: SimulatedClub) -> None:
    await three_matches(club)
    answer = await club.dana.slash(club.channel, "rating estimate", opponents="Keeper Dana Eli", list="oracle")
    lines = lines_of(text_of(answer))
    assert lines[1] == ["1", "2", "3"]
    assert lines[2] == ["1", "Dana", "·", "62", "64"]
    assert lines[4] == ["3", "Keeper", "36", "49", "·"]
    sentence = await said(club.dana.slash(club.channel, "rating estimate", opponents="Dana", list="oracle"))
    assert sentence == "Both are the same player. Name two different ones."
    sentence = await said(club.dana.slash(club.channel, "rating estimate", opponents="Deep Dana", list="oracle"))
    assert sentence.startswith('"Deep" is not a player of this club')
    for opponents in ("1500 Dana", "1500"):
        sentence = await said(club.dana.slash(club.channel, "rating estimate", opponents=opponents, list="oracle"))
        assert sentence.startswith("An Oracle rating must be between 0 and 100, not 1500.")
    await match(club, "Deep Blue 2", wins=1, losses=1, kind="ai_hybrid")
    answer = await club.dana.slash(club.channel, "rating estimate", opponents='Dana, @"Deep Blue 2"', list="oracle")
    assert [line[:-2] for line in lines_of(text_of(answer))[2:4]] == [["1", "Dana"], ["2", "Deep", "Blue", "2"]]


async def test_the_commands_of_every_system_know_oracle(club: SimulatedClub) -> None:
    await three_matches(club)
    oracle = {"list": "oracle"}
    board = await club.dana.slash(club.channel, "leaderboard", order="games", **oracle)
    assert "`1 40` **Dana** ◂ you · 64" in rows_of(board)
    shown = text_of(await details(club.dana, club.channel, "rating show", **oracle))
    assert "## 64" in shown
    assert "record **27-13**" in shown
    assert "Rank **1** of 3" in shown
    assert ["Oracle", "64", "40"] in lines_of(card_of(await details(club.dana, club.channel, "rating show")))
    goal = await club.dana.slash(club.channel, "rating estimate", target=66.0, opponents="Keeper Keeper", **oracle)
    assert re.search(r"## 1½ of 2\nThis score gives \*\*6[56]", text_of(goal))
    estimate = await club.dana.slash(club.channel, "rating estimate", opponents="W@Keeper L@Eli", **oracle)
    assert "**1 of 2**" in text_of(estimate)
    predicted = text_of(await club.dana.slash(club.channel, "rating estimate", opponents="Eli", **oracle))
    assert "## 62.2%" in predicted
    set_to = text_of(await club.td.slash(club.channel, "td rating", player=club.eli, rating=70.0, **oracle))
    assert "51.40 → 70" in set_to
    assert "between 1 and 99" in await said(
        club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, **oracle)
    )


@pytest.mark.long
@pytest.mark.parametrize("setting", [{"use_draws": False}, {"draws": "ignore"}])
async def test_a_pool_without_draws_answers_what_it_can(club: SimulatedClub, setting: dict[str, Any]) -> None:
    await three_matches(club)
    await set_pool(club, **setting)
    predicted = text_of(await club.dana.slash(club.channel, "rating estimate", opponents="@Eli", list="oracle"))
    assert "Win" in predicted
    assert "Loss" in predicted
    assert "Draw" not in predicted
    options = {"target": 66.0, "opponents": "Keeper", "list": "oracle"}
    goal = text_of(await club.dana.slash(club.channel, "rating estimate", **options))
    assert [line[0] for line in lines_of(goal.split("```")[1].strip("\n"))[1:]] in (["1", "0"], ["▸1", "0"])
    estimate = {"opponents": "D@Eli", "list": "oracle"}
    assert "Draws do not count" in await said(club.dana.slash(club.channel, "rating estimate", **estimate))
    played = {**options, "opponents": "D@Eli"}
    assert "Draws do not count" in await said(club.dana.slash(club.channel, "rating estimate", **played))


async def test_a_players_card_says_which_kind_of_engine_they_are(club: SimulatedClub) -> None:
    await three_matches(club)
    await match(club, "Fritz", wins=1, losses=1, kind="ai_defensive")
    shown = {}
    for name in ("Dana", "Fritz", "Keeper"):
        shown[name] = card_of(await details(club.dana, club.channel, "rating show", player=name)).splitlines()
    assert "Defensive engine" in shown["Fritz"]
    assert "The Keeper of Oracle" in shown["Keeper"]
    assert not any("ngine" in line or "The Keeper" in line for line in shown["Dana"])


@pytest.mark.long
async def test_whose_two_players_are_one_has_both_matches_and_the_keeper_stays(club: SimulatedClub) -> None:
    await three_matches(club)
    await match(club, "Dana's engine", wins=4, losses=4, kind="ai_hybrid", by=club.eli)
    keeper = await said(merge_players(club.td, club.channel, player="Dana's engine", duplicate="Keeper", reason="typo"))
    assert keeper.startswith("Keeper is the Keeper of Oracle: keep Keeper")
    merged = await merge_players(club.td, club.channel, player="Keeper", duplicate="Dana's engine", reason="the same")
    assert (await ratings(club)).keys() == {"Dana", "Eli", "Keeper"}
    await club.td.click(merged.response, label="Undo")
    assert (await ratings(club)).keys() == {"Dana", "Eli", "Keeper", "Dana's engine"}


async def test_an_event_of_several_is_rated_pair_by_pair(club: SimulatedClub) -> None:
    section = b"number,name,rating,games,1,2\n1,Ada,1500,,W2,W3\n2,Bo,1400,,L1,\n3,Cy,1300,,,L1\n"
    answer = await club.td.slash(club.channel, "td import", file=("event.csv", section), list="oracle")
    posted = await club.td.click(answer.response, label="Store it")
    assert not posted.response.ephemeral
    found = await ratings(club)
    assert found["Ada"] > 50 > found["Bo"]
    assert found["Ada"] + found["Bo"] != 100
