"""A Scrabble event from its file to everything that is shown of it."""

import re
from typing import Any

import pytest
from scrabble_files import DIVISION, SEED, division_of_24, event_ids, line
from sqlalchemy import select

from bot.store.database.tables import player, standing
from core.files.recognise import read_event_file
from core.lists import RatingList
from tests.conftest import SimulatedClub, card_of, details, full_text, rows, said
from tests.file_answers import before_in, players_of, remarks_of
from tests.flows import correct, export_event, import_event


async def upload(club: SimulatedClub, text: str, **options: Any) -> Any:
    return await import_event(club.td, club.channel, ("a.t", text.encode()), **options)


async def confirmed(club: SimulatedClub, text: str, **options: Any) -> Any:
    preview = await upload(club, text, **options)
    return await club.td.click(preview.response, label="Store it")


async def ratings(club: SimulatedClub) -> dict[str, float]:
    query = select(player.c.name, standing.c.rating).join(standing, standing.c.player_id == player.c.id)
    found = await rows(club.services.database, query.where(standing.c.list == RatingList.NASPA.value))
    return {row.name: row.rating for row in found}


@pytest.mark.both_databases
async def test_a_published_division_ends_with_the_ratings_that_tsh_computed(club: SimulatedClub) -> None:
    preview = await upload(club, division_of_24(), date="2023-02-20", name="Lantern")
    embed = preview.response.embeds[0]
    assert "would be rated on **NASPA (estimate)**" in embed.description
    assert "24 players · 23 rounds · 276 games" in embed.description
    assert await ratings(club) == {}

    await club.td.click(preview.response, label="Store it")

    expected = {f"Number{one['number']:02} Player": float(one["after"]) for one in DIVISION["players"]}
    assert await ratings(club) == expected


async def test_a_section_shows_wins_and_spread_behind_the_name(club: SimulatedClub) -> None:
    """Twice 1800 wins against 1675, by 20 and by 10: 2 wins and +30. No games are told: 50, an established rating."""
    posted = await confirmed(club, SEED, name="Lantern")
    first, second = lines = await players_of(club.dana, posted)
    assert (before_in(lines, "Rosa Fenn"), before_in(lines, "Ada Quill")) == (1800, 1675)
    assert first.startswith("`1 2 ")
    assert first.endswith("` Rosa Fenn · +30")
    assert second.startswith("`2 0 ")
    assert second.endswith("` Ada Quill · -30")
    assert "Norms" not in posted.response.embeds[0].description


@pytest.mark.both_databases
async def test_undo_takes_the_ratings_away_and_the_file_can_come_again(club: SimulatedClub) -> None:
    posted = await confirmed(club, SEED)
    assert "already stored" in await said(upload(club, SEED))
    await club.td.click(posted.response, label="Undo")
    assert await ratings(club) == {}
    await confirmed(club, SEED)
    assert set(await ratings(club)) == {"Rosa Fenn", "Ada Quill"}


async def test_an_amended_result_rates_again(club: SimulatedClub) -> None:
    """The second game becomes a tie: the lower rated player, who lost both, has gained by it."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1675.0, games=50, list="naspa")
    await confirmed(club, SEED.replace("Quill, Ada", "Dana      "))
    before = (await ratings(club))["Dana"]
    (event_id,) = await event_ids(club)
    answer = await correct(club, event_id, f"round 2: {club.dana.mention} draw", "misread")
    assert "Dana" in answer.response.embeds[0].description
    after = await ratings(club)
    assert after["Dana"] > before
    assert after["Rosa Fenn"] < 1800 + 1675 - before


async def test_the_exported_tsh_file_is_the_event_again(club: SimulatedClub) -> None:
    await confirmed(club, division_of_24())
    (event_id,) = await event_ids(club)
    answer = await export_event(club.td, club.channel, event_id, "tsh")
    (attachment,) = answer.response.attachments
    written = read_event_file(await attachment.read())
    original = read_event_file(division_of_24().encode())
    assert written.sections[0].games == original.sections[0].games
    assert [one.rating for one in written.sections[0].players] == [one.rating for one in original.sections[0].players]


async def test_a_members_card_leaderboard_and_history_have_the_list(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1675.0, games=30, list="naspa")
    await confirmed(club, SEED.replace("Quill, Ada", "Dana      "), name="Lantern")
    after = f"{(await ratings(club))['Dana']:g}"

    shown = await details(club.dana, club.channel, "rating show", list="naspa")
    text = shown.response.embeds[0].description
    assert f"## {after}" in text
    assert "An estimate of NASPA's rating · 32 games, 18 more" in text
    assert f"Lantern: 1675 → **{after}**" in text
    assert "is worth **30** points" in text

    board = await club.dana.slash(club.channel, "leaderboard", list="naspa")
    assert board.response.embeds[0].description.startswith("### NASPA (estimate)\n")
    assert f"{after}P" in board.response.embeds[0].description

    profile = await details(club.dana, club.channel, "rating show", player="Dana")
    assert f"{after}P" in card_of(profile)


async def test_an_own_event_is_rated_from_totals_and_explained(club: SimulatedClub) -> None:
    """Two wins against equals: 1 above expectation, at 30 points a win 30; of these 20 are above 5 a game: + 20."""
    answer = await club.dana.slash(
        club.channel, "rating update", opponents="1500 1500", score="2", rating=1500.0, games=10, list="naspa"
    )
    embed = answer.response.embeds[0]
    assert "# 1500 → 1550P  ▲ 50\n" in embed.description
    assert "estimate" in embed.footer.text
    opened = await club.dana.click(answer.response, label="Calculation")
    text = await full_text(opened)
    assert "## 1500 → 1550 (+50)" in text
    assert "1.00 expected, 2 of 2 scored: **+1.00**" in text
    assert "Acceleration +20.0" in text
    assert "Acceleration adds once more the part of the gain of 30 above 5 points per game" in text


async def test_more_rounds_than_a_segment_take_every_result(club: SimulatedClub) -> None:
    answering = club.dana.slash(
        club.channel, "rating estimate", opponents=" ".join(["1500"] * 17), score="9", rating=1500.0, games=90,
        list="naspa",
    )  # fmt: skip
    assert "Give the result of every game" in await said(answering)


async def test_a_goal_is_answered_in_wins(club: SimulatedClub) -> None:
    """At 1500 among equals, 15 points for each game's excess of a half: one of two wins changes nothing."""
    answer = await club.dana.slash(
        club.channel, "rating estimate", target=1550.0, opponents="1500 1500", rating=1500.0, games=10, list="naspa"
    )
    text = answer.response.embeds[0].description
    assert "## 2 of 2" in text
    assert "estimate" in text
    assert ["▸2", "1550", "+50"] in [row.split()[:3] for row in text.splitlines()]


async def test_a_first_rating_comes_from_the_performance(club: SimulatedClub) -> None:
    """One win of two against 1500 is expected at 1500; NASPA's own search for it ends within a point."""
    answer = await club.dana.slash(club.channel, "rating update", opponents="W1500 L1500", games=0, list="naspa")
    assert re.search(r"\n# new → (1499|1500|1501)P\n", answer.response.embeds[0].description)
    text = await full_text(answer)
    assert re.search(r"## unrated → (1499|1500|1501)\n", text)
    assert "a first rating, from the performance" in text


async def test_norms_are_refused_in_a_sentence(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500 L1500", rating=1500.0, games=10, list="naspa")
    assert "no event on a US Chess list" in await said(club.dana.slash(club.channel, "norms"))
    (event_id,) = await event_ids(club)
    assert "NASPA (estimate) has no US Chess norms" in await said(
        club.dana.slash(club.channel, "norms", event=event_id)
    )


async def test_a_list_of_chess_is_refused_for_a_scrabble_file(club: SimulatedClub) -> None:
    assert "Scrabble" in await said(upload(club, SEED, list="uschess-regular"))


async def test_a_file_of_spreads_is_refused_in_a_sentence(club: SimulatedClub) -> None:
    spreads = line("Fenn, Rosa", 1800, [2, 2], [20, 50]) + line("Quill, Ada", 1675, [1, 1], [-20, -50])
    assert "spreads instead of scores" in await said(upload(club, spreads))


async def test_a_file_without_games_says_what_to_upload_instead(club: SimulatedClub) -> None:
    standings = "division,rank,username,wins,losses,draws\nA,1,ada,3,0,0\n"
    assert await said(upload(club, standings)) == "Standings have no games. Export the tournament as tsh."


async def test_a_rating_that_naspa_never_gave_is_left_out_and_named(club: SimulatedClub) -> None:
    preview = await upload(club, SEED.replace("1800", "3001"))
    assert "Line 1: 3001 is not a rating on this list. Ignored." in await remarks_of(club.td, preview)
    assert "a rating without its games, counted as established" in await remarks_of(club.td, preview)
    posted = await club.td.click(preview.response, label="Store it")
    assert any(re.match(r"`1 2 \d{4}P new *` Rosa Fenn", line) for line in await players_of(club.td, posted))


async def test_a_club_event_counts_a_third_without_acceleration(club: SimulatedClub) -> None:
    """1800 expects 0.5983 a game: 0.8033 x 16 = 12.85, a third of it 4.28; 1675 loses 0.8033 x 20 / 3 = 5.36."""
    posted = await confirmed(club, SEED, rules="naspa-club")
    assert await ratings(club) == {"Rosa Fenn": 1804, "Ada Quill": 1670}
    assert "NASPA local club (estimate)" in posted.response.embeds[0].footer.text
    (event_id,) = await event_ids(club)
    await correct(club, event_id, "name Lantern", "its name")
    assert await ratings(club) == {"Rosa Fenn": 1804, "Ada Quill": 1670}


async def test_divisions_of_one_event_are_stored_each_for_itself(club: SimulatedClub) -> None:
    config = "division A a.t\ndivision B b.t\nconfig event_name = 'Lantern'\n"
    second = line("Vale, Bo", 1200, [2], [350]) + line("Moss, Cy", 1100, [1], [390])
    files = [("config.tsh", config.encode()), ("a.t", SEED.encode()), ("b.t", second.encode())]
    message = await club.td.send(club.channel, "Our event", attachments=files)
    preview = await club.td.context_menu(club.channel, "Import this file", message)
    assert preview.response.embeds[0].description.startswith("### Lantern\n**2 sections · 4 players · 3 games**\n")
    posted = await club.td.click(preview.response, label="Store it")
    assert posted.response.embeds[0].description.startswith("### Lantern\n")
    assert len(await players_of(club.td, posted)) == 4
    assert len(await ratings(club)) == 4
