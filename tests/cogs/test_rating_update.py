"""/rating update, as members type it."""

from tests.conftest import SimulatedClub

SEED = {"opponents": "974 951 2471 1585", "score": "3"}


async def test_the_seeds_example_comes_out_to_every_printed_digit(club: SimulatedClub) -> None:
    answer = await club.dana.slash(
        club.channel, "rating update", **SEED, rating=1470.0, games=25, rules="informal-2020"
    )
    text = answer.response.embeds[0].description
    print(text)
    assert "1470.0000 → 1505.4203 (+35.4203)" in text
