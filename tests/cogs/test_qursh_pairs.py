"""Seed 003 through the commands: by how much, histograms, one group against three."""

from io import BytesIO
from typing import Any

from PIL import Image
from scrabble_files import division_of_24

from bot.ui.framework.layout import PADDING
from bot.ui.systems.qursh.scenes import HEIGHT, WIDTH
from tests.conftest import SimulatedClub
from tests.flows import qursh_table, rank


async def test_win_but_by_how_much(club: SimulatedClub) -> None:
    """'Someone who is rated 200 points lower than me, I am expected to win, but by how much?': by 0.164 x 175 = 29."""
    answer = await club.eli.slash(club.channel, "qursh margin", rating=1800.0, opponent=1600.0)
    embed = answer.response.embeds[0]
    text = embed.description
    assert embed.title == "QURSH · First player 1800 and Second player 1600"
    assert text.startswith("## First player is expected to win by 29\nDifference 200: higher rating above 1500")
    assert "    +25      49%      51%" in text  # (25 - 28.7) / 102.9: 48.6
    assert "     50%      +29" in text
    assert "     95%     +198" in text  # 28.7 + 1.645 x 102.9
    assert answer.response.attachments[0].filename == "margins.png"
    equals = await club.eli.slash(club.channel, "qursh margin", rating=1600.0, opponent=1600.0)
    assert "## A tie is expected" in equals.response.embeds[0].description


async def test_any_cell_is_a_histogram(club: SimulatedClub) -> None:
    answer = await qursh_table(club.eli, club.channel, "all ratings, above 300")
    assert "Mean **75.0**, standard deviation **107.0** points" in answer.response.embeds[0].description
    assert answer.response.attachments[0].filename == "margins.png"
    assert Image.open(BytesIO(await data_of(answer))).size == (WIDTH, HEIGHT)


async def data_of(answer: Any) -> bytes:
    data: bytes = await answer.response.attachments[0].read()
    return data


async def test_one_group_against_three_says_who_gains(club: SimulatedClub) -> None:
    """'Expert-level players were penalized when a single group was used': which group of ratings scores higher."""
    file = ("a.t", division_of_24().encode())
    answer = await rank(club.eli, club.channel, file=file, view="COMPARED")
    embed = answer.response.embeds[0]
    assert "Page 1 of 4 · 24 players" in embed.footer.text
    assert "Rated above 1500: **65%** have a higher score with one group (13 of 20, lower 5)" in embed.description
    assert "Rated 1001 to 1500: **25%** have a higher score with one group (1 of 4, lower 3)" in embed.description
    alone = await rank(club.eli, club.channel, file=file)
    single = await rank(club.eli, club.channel, file=file, view="ONE_GROUP")
    pages = [embed.description, *[await next_page(club, answer) for _ in range(3)]]
    lines = "\n".join(pages).splitlines()
    both_scores = next(row for row in lines if "Number08" in row).split("`")[1].split(PADDING)[:2]
    ranked = [shown.response.embeds[0].description.splitlines() for shown in (alone, single)]
    scores = [next(row for row in rows if row.endswith("Number08")).split("`")[1][-5:] for rows in ranked]
    assert both_scores == scores


async def next_page(club: SimulatedClub, answer: Any) -> str:
    await club.eli.click(answer.response, label="▶")
    text: str = answer.response.embeds[0].description
    return text
