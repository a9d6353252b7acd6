"""/rating estimate of one opponent."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, full_text, lines_of, said
from tests.flows import link_player


async def predicted(club: SimulatedClub, **options: Any) -> str:
    return await full_text(await club.dana.slash(club.channel, "rating estimate", **options))


async def rate(club: SimulatedClub, member: Any, rating: float, system: str, games: int = 200) -> None:
    await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=games, list=system)


def results(text: str) -> list[list[list[str]]]:
    return [lines_of(block.strip("\n"))[1:] for block in text.split("```")[1::2]]


class TestFide:
    """1800 against 1700: 100 apart, .64 and .36 by the table, K 20."""

    async def test_both_sides_are_told(self, club: SimulatedClub) -> None:
        await rate(club, club.dana, 1800.0, "fide-standard")
        await rate(club, club.eli, 1700.0, "fide-standard")
        answer = await club.dana.slash(club.channel, "rating estimate", opponents="@Eli", list="fide-standard")
        assert answer.ephemeral
        text = await full_text(answer)
        assert text.startswith("Dana 1800: expected **0.64**\nEli 1700: expected **0.36**\n")
        assert results(text) == [
            [["Win", "+7.20", "1807"], ["Draw", "-2.80", "1797"], ["Loss", "-12.80", "1787"]],
            [["Win", "+12.80", "1713"], ["Draw", "+2.80", "1703"], ["Loss", "-7.20", "1693"]],
        ]
        assert answer.response.embeds[0].author.name == "Dana and Eli · FIDE Standard"

    async def test_a_change_is_the_games_own_where_others_wait(self, club: SimulatedClub) -> None:
        await club.dana.slash(
            club.channel, "rating update", opponents="W1800", rating=1800.0, games=200, list="fide-standard"
        )
        (own,) = results(await predicted(club, opponents="1700", list="fide-standard"))
        assert own[0] == ["Win", "+7.20", "1817"]

    async def test_games_that_do_not_count_are_one_sentence(self, club: SimulatedClub) -> None:
        await rate(club, club.dana, 1800.0, "fide-standard")
        refused = club.dana.slash(club.channel, "rating estimate", opponents="1200", list="fide-standard")
        assert "FIDE does not rate these games" in await said(refused)

    async def test_a_newcomers_game_only_counts(self, club: SimulatedClub) -> None:
        text = await predicted(club, opponents="1700", list="fide-standard", games=0)
        assert text.startswith("Dana unrated\nagainst 1700\n")
        assert results(text) == [[["Win", "–"], ["Draw", "–"], ["Loss", "–"]]]


class TestUsChess:
    async def test_it_is_what_an_estimate_of_that_game_says(self, club: SimulatedClub) -> None:
        await rate(club, club.dana, 1500.0, "uschess-regular")
        await rate(club, club.eli, 1620.5, "uschess-regular", games=12)
        own, other = results(await predicted(club, opponents="@Eli"))
        for member, against, rows in ((club.dana, "@Eli", own), (club.eli, "@Dana", other)):
            for letter, (_, change, after) in zip("WDL", rows, strict=True):
                estimate = await member.slash(club.channel, "rating estimate", opponents=f"{letter}{against}")
                head = (await full_text(estimate)).splitlines()[0]
                assert head.endswith(f" → {after} ({change})"), (head, letter)

    async def test_equals_expect_half(self, club: SimulatedClub) -> None:
        await rate(club, club.dana, 1500.0, "uschess-regular")
        text = await predicted(club, opponents="1500")
        assert text.startswith("Dana 1500: expected **0.50**\nagainst 1500\n")
        (own,) = results(text)
        assert own[1] == ["Draw", "±0.00", "1500"]

    async def test_against_an_unrated_players_rating_the_other_side_is_not_told(self, club: SimulatedClub) -> None:
        await rate(club, club.eli, 1500.0, "uschess-regular")
        text = await predicted(club, opponents="@Eli", games=0)
        assert text.startswith("Dana unrated")
        assert "Against an unrated player the opponent's change cannot be calculated." in text
        assert len(results(text)) == 1


async def test_another_rating_may_be_supposed(club: SimulatedClub) -> None:
    await rate(club, club.dana, 1800.0, "fide-standard")
    text = await predicted(club, opponents="1700", rating=1700.0, list="fide-standard")
    assert text.startswith("Dana 1700: expected **0.50**")


async def test_a_player_who_is_not_on_discord_may_be_the_opponent(club: SimulatedClub) -> None:
    await rate(club, club.dana, 1800.0, "fide-standard")
    await rate(club, club.eli, 1700.0, "fide-standard")
    await link_player(club.td, club.channel, player="Eli")
    text = await predicted(club, opponents="@Eli", list="fide-standard")
    assert "Eli 1700: expected **0.36**" in text
    assert len(results(text)) == 2


async def test_it_works_in_a_direct_message_with_a_rating(club: SimulatedClub) -> None:
    user = club.env.create_user("loner")
    answer = await user.slash("rating estimate", opponents="1700", rating=1800.0, games=200, list="fide-standard")
    assert (await full_text(answer)).startswith("You 1800: expected **0.64**\nagainst 1700\n")
    refused = await user.slash("rating estimate", opponents="1700")
    assert "Add rating and games (the rated games it is" in refused.response.content


async def test_names_and_figures_stay_in_31_columns(club: SimulatedClub) -> None:
    long = club.add("An extraordinarily long display name with `ticks` and *stars*")
    await rate(club, long, 2999.0, "fide-standard")
    await rate(club, club.dana, 1444.0, "fide-standard", games=3)
    text = await predicted(club, opponents=f"<@{long.id}>", list="fide-standard")
    for block in text.split("```")[1::2]:
        assert max(len(line) for line in block.splitlines()) <= 31
    assert all(len(rows) == 3 for rows in results(text))


@pytest.mark.parametrize(
    ("opponent", "part"),
    [
        ("W1500 1600", "has no result, but others have one"),
        ("BYE", "There are no opponents"),
        ("foo", "is neither"),
        ("@Dana", "You cannot be your own opponent"),
    ],
)
async def test_bad_input_is_one_sentence(club: SimulatedClub, opponent: str, part: str) -> None:
    await rate(club, club.dana, 1800.0, "uschess-regular")
    assert part in await said(club.dana.slash(club.channel, "rating estimate", opponents=opponent))


# Seed 000: 0.9456 + 0.9520 + 0.0031 + 0.3403 = 2.2410 are expected of 1470; 3 of 4 bring 1505.42.
# Elo has the same sum: 32 (3 - 2.2410) is 24.29.
SEED = {"uschess-regular": ({"rules": "informal-2020", "games": 25}, "1505.4"), "elo": ({}, "1494.29")}


@pytest.mark.parametrize("rating_list", SEED)
async def test_several_opponents_without_a_score_show_what_to_expect(club: SimulatedClub, rating_list: str) -> None:
    more, reached = SEED[rating_list]
    options = {"opponents": "974 951 2471 1585", "rating": 1470.0, "list": rating_list, **more}
    answer = await club.dana.slash(club.channel, "rating estimate", **options)
    (embed,) = answer.response.embeds
    assert embed.title == "What to expect"
    head, *lines = embed.description.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert head.strip("` ").split() == ["Opp.", "Exp."]
    figures = [line.strip("` ").split() for line in lines[:5]]
    assert figures == [["974", ".95"], ["951", ".95"], ["2471", ".00"], ["1585", ".34"], ["Sum", "2.24"]]
    table = embed.description.split("```")[1]
    rows = {row.split()[0]: row.split()[1] for row in table.strip().splitlines()[1:]}
    assert rows["3"] == reached
    assert list(rows) == ["4", "3½", "3", "2½", "2", "1½", "1", "½", "0"]


async def test_what_to_expect_of_a_fide_event_and_of_a_bye(club: SimulatedClub) -> None:
    """100 apart is .64 and .36 by the table: 1800 expects 1.00 of 1700 and 1900."""
    await rate(club, club.dana, 1800.0, "fide-standard")
    text = await predicted(club, opponents="1700 BYE 1900", list="fide-standard")
    assert "Sum 1.00" in " ".join(text.replace("\N{NO-BREAK SPACE}", " ").replace("`", "").split())


@pytest.mark.parametrize(("rating_list", "reached"), [("elo", "1516"), ("glicko-2", "1507")])
async def test_elo_and_glicko_2_need_no_number_of_games(club: SimulatedClub, rating_list: str, reached: str) -> None:
    """Elo: 32 / 2. Glicko-2: a settled player's RD of 48.66 is phi = 0.2801, and g of the other's 50 is 0.988.

    1/v is 0.244 and phi*^2 0.2801^2 + 0.06^2 = 0.0821, so 173.7 × 0.0804 × 0.988 / 2 = 6.9.
    """
    answer = await club.dana.slash(club.channel, "rating estimate", opponents="W1500", rating=1500.0, list=rating_list)
    assert f"1500 → {reached}" in answer.response.embeds[0].description
    stored = await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, list=rating_list)
    assert "→ 1500" in stored.response.embeds[0].description
    refused = await said(club.dana.slash(club.channel, "rating estimate", opponents="W1500", list=rating_list))
    assert refused.endswith("Add your rating, or games: 0 for an unrated player.")


async def test_two_oracle_ratings_have_a_win_probability(club: SimulatedClub) -> None:
    """Seed 004: s = 60/40 = 1.5 and 40/60, so 1.5 / (1.5 + 0.667) = 0.692."""
    answer = await club.dana.slash(club.channel, "rating estimate", opponents="60 40", list="oracle")
    ((first, second),) = [answer.response.embeds[0].description.split("```")[1].strip().splitlines()[1:]]
    assert first.split() == ["1", "rated", "60", "·", "69"]
    assert second.split() == ["2", "rated", "40", "31", "·"]


async def test_a_typed_oracle_rating_is_an_opponent(club: SimulatedClub) -> None:
    """Dana, who is new, is at 50: against 60 that is 1 / (1 + 1.5) = 40%.

    A win moves her by 0.6 ln 1.3 = 0.1574 to s = 1.1705, 53.93; against Eli, who is new too, by 0.5 ln 1.3 to 53.28.
    """
    await rate(club, club.eli, 1500.0, "uschess-regular")
    assert "## 40.0%" in await predicted(club, opponents="60", list="oracle")
    assert "new → 54P" in await predicted(club, opponents="W60", list="oracle")
    assert "new → 53P" in await predicted(club, opponents="W@Eli", list="oracle")
    for text in ("60 40", "W60"):
        options = {"opponents": text, "list": "elo", "rating": 1500.0}
        refused = await said(club.dana.slash(club.channel, "rating estimate", **options))
        assert "60 is not a rating. Opponents' ratings are between 100 and 3000." in refused
