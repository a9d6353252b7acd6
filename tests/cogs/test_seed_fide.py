"""Seed 001 through the commands: the calculator of 2017, its disclaimer, the limits of a date's ratings."""

from typing import Any

from tests.conftest import SimulatedClub, full_text, said, stored
from tests.flows import report_for

ASKED = {"list": "fide-standard", "games": 50}
CALCULATOR = {**ASKED, "rules": "FIDE as in the calculator of 2017 (logistic formula)"}
DISCLAIMER = "For estimation only; official: www.fide.com, handbook.fide.com"


async def estimate(club: SimulatedClub, **options: Any) -> tuple[str, str]:
    answer = await club.dana.slash(club.channel, "rating estimate", **options)
    return await full_text(answer), str(answer.response.embeds[0].footer.text)


async def test_the_calculator_of_2017_is_there_by_name(club: SimulatedClub) -> None:
    """0.75 at 191 points; 400 log10 3 = 190.85; K by its bullets, a newcomer's first whatever the rating."""
    one, rules = await estimate(club, **CALCULATOR, opponents="W1609", rating=1800.0)
    assert "K **20** × +0.2498 = **+5.00** (rated 1800: under 2400)" in one
    assert "0.7502 expected, 1 of 1 scored" in one
    assert rules.startswith("FIDE as in the calculator of 2017")
    four, _ = await estimate(club, **CALCULATOR, opponents="W1500 W1600 W1500 L1600", rating=1600.0)
    assert "Performance **1740.85** · TPR **1743**" in four
    goal = await club.dana.slash(club.channel, "rating estimate", **CALCULATOR, target=1610.0, rating=1600.0,
                                 opponents="1500 1600 1500 1600")  # fmt: skip
    goal_text = goal.response.embeds[0].description
    assert "Perf." in goal_text
    assert "  1741" in goal_text
    strong, _ = await estimate(club, **CALCULATOR, opponents="W2400", rating=2450.0)
    assert "K **10** × +0.4285 = **+4.29** (rated 2450: 2400 or above)" in strong
    new, _ = await estimate(club, **{**CALCULATOR, "games": 10}, opponents="W2400", rating=2450.0)
    assert "K **40** × +0.4285 = **+17.14** (10 rated games, fewer than 30)" in new
    by_the_regulations, _ = await estimate(club, **{**ASKED, "games": 10}, opponents="W2400", rating=2450.0)
    assert "K **10** " in by_the_regulations


async def test_every_fide_card_says_once_that_it_is_an_estimate(club: SimulatedClub) -> None:
    await report_for(club.td, club.channel, club.dana, rating=1800.0, opponents="W1609", **ASKED)
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("rating estimate", {"opponents": "W1609", "list": "fide-standard"}),
        ("rating estimate", {"target": 1900.0, "opponents": "1609 1700 1800", "list": "fide-standard"}),
        ("rating estimate", {"opponents": "1609", "list": "fide-standard"}),
        ("rating show", {"list": "fide-standard"}),
        ("leaderboard", {"list": "fide-standard"}),
        (
            "rating estimate",
            {"opponents": "1902 1877 1884 2012 1832", "score": "3", "games": 0, "list": "fide-standard"},
        ),
        ("norms", {}),
    )
    for command, options in asked:
        answer = await club.dana.slash(club.channel, command, **options)
        embed = answer.response.embeds[0]
        assert (command, embed.footer.text.count(DISCLAIMER)) == (command, 1)
        assert DISCLAIMER not in (embed.description or "")
    section = b"number,name,rating,games,1\n1,Ann,1800,90,W2\n2,Ben,1600,90,L1\n"
    preview = await club.td.slash(club.channel, "td import", file=("a.csv", section), list="fide-standard")
    assert preview.response.embeds[0].footer.text.count(DISCLAIMER) == 1
    stored_section = await club.td.click(preview.response, label="Store it")
    assert stored_section.response.embeds[0].footer.text.count(DISCLAIMER) == 1
    of_another = await club.dana.slash(club.channel, "rating estimate", opponents="W1609", rating=1800.0, games=50)
    assert "FIDE" not in of_another.response.embeds[0].footer.text


async def test_help_has_the_disclaimer_and_the_official_addresses(club: SimulatedClub) -> None:
    answer = await club.dana.slash(club.channel, "help", topic="fide")
    text = answer.response.embeds[0].description
    assert "All figures are estimates." in text
    assert "(https://ratings.fide.com/)" in text


async def test_a_refusal_names_the_limits_of_the_day(club: SimulatedClub) -> None:
    asked = {**ASKED, "opponents": "W1609"}
    limits = "Write a whole number from 1400 to 3500 (rules: FIDE from 2025-10-01)."
    for rating in (1200.0, 3501.0, 1800.5):
        sentence = await said(club.dana.slash(club.channel, "rating update", **asked, rating=rating))
        assert sentence.replace("\\", "") == f"{rating:g} is not a FIDE rating. {limits}"
    then = {**asked, "date": "2017-07-15"}
    sentence = await said(club.dana.slash(club.channel, "rating update", **then, rating=999.0))
    assert sentence == "999 is not a FIDE rating. Write a whole number from 1000 to 3500 " \
        "(rules: FIDE from 2014-07-01)."  # fmt: skip
    sentence = await said(club.dana.slash(club.channel, "rating update", **ASKED, rating=1800.0, opponents="W1200"))
    assert "which has ratings from 1400 to 3500" in sentence
    assert await stored(club) == 0
    by_the_day, _ = await estimate(club, **asked, rules="fide-2014-07-01", rating=1200.0)
    assert "## 1200 " in by_the_day
    by_name, _ = await estimate(club, **{**CALCULATOR, "opponents": "W1609"}, rating=1200.0)
    assert "## 1200 " in by_name
