"""Seed 003 through the commands: by how much, histograms, one group against three."""

from io import BytesIO
from typing import Any

from PIL import Image
from scrabble_files import SEED, division_of_24

from bot.ui.framework.layout import PADDING
from bot.ui.qursh.scenes import HEIGHT, WIDTH
from tests.conftest import SimulatedClub, said


async def test_win_but_by_how_much(club: SimulatedClub) -> None:
    """'Someone who is rated 200 points lower than me, I am expected to win, but by how much?': by 0.164 x 175 = 29."""
    answer = await club.eli.slash(club.channel, "qursh quantile", first_rating=1600.0, second_rating=1800.0,
                                  second_name="Me")  # fmt: skip
    embed = answer.response.embeds[0]
    text = embed.description
    assert embed.title == "QURSH · Me 1800 and First 1600"
    assert text.startswith("## Me is expected to win by 29\nDifference 200: higher rating above 1500")
    assert "    +25     49 %     51 %" in text  # (25 - 28.7) / 102.9: 48.6
    assert "    50 %      +29" in text
    assert "    95 %     +198" in text  # 28.7 + 1.645 x 102.9
    assert answer.response.attachments[0].filename == "margins.png"
    equals = await club.eli.slash(club.channel, "qursh quantile", first_rating=1600.0, second_rating=1600.0)
    assert "## A tie is expected" in equals.response.embeds[0].description
    one_score = club.eli.slash(club.channel, "qursh quantile", first_rating=1.0, second_rating=2.0, first_score=9)
    assert "give both, or none" in await said(one_score)


async def test_any_cell_is_a_histogram(club: SimulatedClub) -> None:
    """'Here are some nifty histograms associated with the historical data.'"""
    answer = await club.eli.slash(club.channel, "qursh table", cell="all ratings, above 300")
    assert "Mean **75.0**, standard deviation **107.0** points" in answer.response.embeds[0].description
    assert answer.response.attachments[0].filename == "margins.png"
    assert Image.open(BytesIO(await data_of(answer))).size == (WIDTH, HEIGHT)
    assert "no such cell" in await said(club.eli.slash(club.channel, "qursh table", cell="0-49"))


async def data_of(answer: Any) -> bytes:
    data: bytes = await answer.response.attachments[0].read()
    return data


async def test_one_group_against_three_says_who_gains(club: SimulatedClub) -> None:
    """'Expert-level players were penalized when a single group was used': which group of ratings scores higher."""
    style = "one group against three"
    answer = await club.eli.slash(club.channel, "qursh standings", file=("a.t", division_of_24().encode()), style=style)
    embed = answer.response.embeds[0]
    assert "Page 1 of 4 · 24 players" in embed.footer.text
    assert "Rated above 1500: **65 %** have a higher score with one group (13 of 20, lower 5)" in embed.description
    assert "Rated 1001 to 1500: **25 %** have a higher score with one group (1 of 4, lower 3)" in embed.description
    alone = await club.eli.slash(club.channel, "qursh standings", file=("a.t", division_of_24().encode()))
    single = await club.eli.slash(
        club.channel, "qursh standings", file=("a.t", division_of_24().encode()), single_group=True
    )
    pages = [embed.description, *[await next_page(club, answer) for _ in range(3)]]
    lines = "\n".join(pages).splitlines()
    both_scores = next(row for row in lines if "Number08" in row).split("`")[1].split(PADDING)[:2]
    ranked = [shown.response.embeds[0].description.splitlines() for shown in (alone, single)]
    scores = [next(row for row in rows if row.endswith("Number08")).split("`")[1][-5:] for rows in ranked]
    assert both_scores == scores
    both = club.eli.slash(club.channel, "qursh standings", file=("a.t", SEED.encode()), style=style, single_group=True)
    assert "leave single_group out" in await said(both)


async def next_page(club: SimulatedClub, answer: Any) -> str:
    await club.eli.click(answer.response, label="▶")
    text: str = answer.response.embeds[0].description
    return text
