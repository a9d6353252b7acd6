"""/rating estimate with a target."""

from typing import Any, ClassVar

import pytest

from tests.conftest import SimulatedClub, full_text, lines_of, said, stored

# Vector std-seed0-current: 3 of 4 from 1470 after 25 games make 1510.2726, with K 39.7065 and E 2.2410.
SEED = {"opponents": "974 951 2471 1585", "rating": 1470.0, "games": 25}


async def goal(club: SimulatedClub, **options: Any) -> str:
    return await full_text(await club.dana.slash(club.channel, "rating estimate", **options))


def scores(text: str) -> list[list[str]]:
    return lines_of(text.split("```")[1])[2:]


async def estimated(club: SimulatedClub, score: str, **options: Any) -> float:
    """Return the rating that /rating estimate gives for a score."""
    answer = await club.dana.slash(club.channel, "rating estimate", score=score, **options)
    return float((await full_text(answer)).splitlines()[0].split("→ ")[1].split()[0])


async def test_only_the_member_sees_it_and_nothing_is_stored(club: SimulatedClub) -> None:
    answer = await club.dana.slash(club.channel, "rating estimate", target=1510.0, **SEED)
    assert answer.ephemeral
    assert answer.response.embeds[0].title == "Goal: 1510"
    assert "not stored" in answer.response.embeds[0].footer.text
    assert await stored(club) == 0


@pytest.mark.parametrize(
    ("target", "score", "less"),
    [
        (1510.27, "3", "2.5"),
        (1500.0, "3", "2.5"),
        # 39.7065 x (2.5 - 2.2410) = 10.28
        (1480.29, "3", "2.5"),
        (1480.28, "2.5", "2"),
        (1470.0, "2.5", "2"),
        (1400.0, "0.5", "0"),
    ],
)
async def test_the_score_named_reaches_the_target_and_half_a_point_less_does_not(
    club: SimulatedClub, target: float, score: str, less: str
) -> None:
    text = await goal(club, target=target, **SEED)
    said_so = text.splitlines()[0].removeprefix("## ").removesuffix(" of 4")
    assert said_so.replace("½", ".5") == score.replace("0.5", ".5")
    reached = await estimated(club, score, **SEED)
    assert reached >= target
    assert await estimated(club, less, **SEED) < target
    assert f"**{reached:.2f}**" in text


async def test_the_table_has_every_score_and_marks_the_one_that_is_needed(club: SimulatedClub) -> None:
    """With 29 games the rating is established, and 1510 begins with 1400 by rule g: c0."""
    table = scores(await goal(club, target=1510.0, **SEED))
    assert [row[0] for row in table] == ["4", "3½", "▸3", "2½", "2", "1½", "1", "½", "0"]
    assert table[2] == ["▸3", "1510.3", "+40.3"]


async def test_the_table_is_no_wider_than_forty_however_many_games(club: SimulatedClub) -> None:
    text = await goal(club, target=1900.0, opponents="1900 " * 60, rating=1500.0, games=30)
    (block,) = text.split("```")[1::2]
    assert max(len(line) for line in block.splitlines()) <= 40
    assert len(text) <= 4096


async def test_a_target_out_of_reach_says_what_winning_everything_makes(club: SimulatedClub) -> None:
    text = await goal(club, target=1600.0, **SEED)
    assert text.startswith("## Out of reach")
    assert f"**{await estimated(club, '4', **SEED):.2f}**" in text


async def test_any_score_may_do(club: SimulatedClub) -> None:
    """Without a point: 1470 - 39.7065 x 2.2410 = 1381.02."""
    text = await goal(club, target=1381.0, **SEED)
    assert text.startswith("## Any score")
    assert "**1381.02**" in text


class TestGamesAlreadyPlayed:
    """From 1500 after 30 games: E = .5 + 1/(1 + 10^.25) + 1/(1 + 10^.5) = .5 + .359935 + .240253 = 1.100188.

    N* = 16.56847 and K = 800/19.56847 = 40.88210, so 1 makes 1495.90, 1.5 makes 1516.35, and 3 makes
    77.67 with 57.67 above 20 once more: 1635.34.
    """

    FIELD: ClassVar[dict[str, Any]] = {"opponents": "W1500 1600 1700", "rating": 1500.0, "games": 30}

    async def test_they_count_and_the_rest_is_open(self, club: SimulatedClub) -> None:
        text = await goal(club, target=1500.0, **self.FIELD)
        assert text.startswith("## 1½ of 3")
        assert "**1516.35**" in text
        assert "1 of 1 scored already, 2 games to play" in text
        assert [row[0] for row in scores(text)] == ["3", "2½", "2", "▸1½", "1"]

    async def test_what_is_scored_already_may_be_enough(self, club: SimulatedClub) -> None:
        text = await goal(club, target=1495.0, **self.FIELD)
        assert text.startswith("## Any score")
        assert "**1495.90**" in text

    async def test_the_rest_may_not_be_enough(self, club: SimulatedClub) -> None:
        assert (await goal(club, target=1635.0, **self.FIELD)).startswith("## 3 of 3")
        text = await goal(club, target=1636.0, **self.FIELD)
        assert text.startswith("## Out of reach")
        assert "**1635.34**" in text

    async def test_points_lost_are_lost(self, club: SimulatedClub) -> None:
        """Two losses leave one point: 1500 - 40.88210 x 0.100188 = 1495.90."""
        text = await goal(club, target=1500.0, opponents="L1500 L1600 1700", rating=1500.0, games=30)
        assert text.startswith("## Out of reach")
        assert "**1495.90**" in text

    async def test_an_event_that_is_over_is_answered_too(self, club: SimulatedClub) -> None:
        text = await goal(club, target=1500.0, opponents="W1500 D1600 L1700", rating=1500.0, games=30)
        assert "**1516.35**" in text
        assert "Out of reach" not in text
        text = await goal(club, target=1520.0, opponents="W1500 D1600 L1700", rating=1500.0, games=30)
        assert text.startswith("## Out of reach")


class TestNorms:
    """Bishop's field from B0. Title system, C as 0.5 + d/800 up to the opponent and 0.5 + d/400 above:

    1200: 0, so more than 1. 1400: .1 + .0625 + 0 + .0375 + .25 = .45. 1600: 1.70. 1800: 3.40. 2000: 5.
    1998: 1700 2.301, 1800 2.987, 1900 .738 + .703 + .640 + .679 + .849 = 3.609, 2000 .834 + .808 + .760 + .790 +
    .909 = 4.101, 2100 .899 + .882 + .849 + .870 + .947 = 4.447, each plus 0.6.
    """

    FIELD = "1720 1750 1800 1770 1600"

    async def begin(self, club: SimulatedClub) -> str:
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=30)
        return await goal(club, target=1900.0, opponents=self.FIELD)

    async def test_the_score_for_each_norm_is_named(self, club: SimulatedClub) -> None:
        text = await self.begin(club)
        assert "- 4th Category (1200): **1½**" in text
        assert "- 3rd Category (1400): **1½**" in text
        assert "- 2nd Category (1600): **3**" in text
        assert "- 1st Category (1800): **4½**" in text
        assert "- Candidate Master and above: out of reach" in text

    async def test_the_score_for_each_lifetime_norm_is_named_with_its_code(self, club: SimulatedClub) -> None:
        """100 above the title gives two points as its own level does, 200 above five; 300 above a title more: a5."""
        text = await self.begin(club)
        assert "- Advanced Class B (1700): **3**, `B0` → `B2`" in text
        assert "- Certified Class A (1800): **4**, `B0` → `B2`" in text
        assert "- Advanced Class A (1900): **4½**, `B0` → `B5`" in text
        assert "- Certified Expert (2000): **5**, `B0` → `a5`" in text
        assert "(2100)" not in text

    @pytest.mark.usefixtures("trusting")
    async def test_playing_so_gives_what_was_promised(self, club: SimulatedClub) -> None:
        await self.begin(club)
        answer = await club.dana.slash(club.channel, "rating update", opponents=self.FIELD, score="4.5")
        assert "Norm **1st Category (1800)**" in await full_text(answer)
        assert "Lifetime norm **1900**: `B0` → `B5`" in await full_text(answer)

    async def test_why_there_can_be_none_is_said(self, club: SimulatedClub) -> None:
        text = await goal(club, target=1500.0, opponents="1500 1600", rating=1500.0, games=30)
        assert "a norm requires 4 played games" in text
        assert "four rounds are required" in text


async def test_it_starts_from_the_stored_rating(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=25)
    text = await goal(club, target=1510.0, opponents=SEED["opponents"])
    assert text.startswith("## 3 of 4")


async def test_members_are_opponents_with_their_ratings(club: SimulatedClub) -> None:
    """Against an equal half a point keeps 1500."""
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30)
    text = await goal(club, target=1500.0, opponents="@Eli", rating=1500.0, games=30)
    assert text.startswith("## ½ of 1")


async def test_somebody_never_rated_has_a_goal_too(club: SimulatedClub) -> None:
    """Without earlier games a draw with 1400 and one with 1500 make 1450."""
    text = await goal(club, target=1450.0, opponents="1400 1500", games=0)
    assert text.startswith("## 1 of 2")
    assert "**1450**" in text


async def test_it_works_in_a_direct_message_with_rating_and_games(club: SimulatedClub) -> None:
    user = club.env.create_user("loner")
    answer = await user.slash("rating estimate", target=1510.0, **SEED)
    assert (await full_text(answer)).startswith("## 3 of 4")
    assert "**1510.27**" in await full_text(answer)
    for options, part in (
        ({"opponents": "974"}, "Add rating and games (the rated games it is"),
        ({"opponents": "@Dana", "rating": 1470.0, "games": 25}, "Outside a club server"),
    ):
        refused = await user.slash("rating estimate", target=1510.0, **options)
        assert refused.ephemeral
        assert part in refused.response.content


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"target": 99.0}, "99 is not a rating"),
        ({"target": 3001.0}, "3001 is not a rating"),
        ({"opponents": "foo 1500"}, '"foo" is neither'),
        ({"opponents": " , "}, "There are no opponents"),
        ({"opponents": "1500 " * 61}, "at most 60 opponents"),
        ({"opponents": "W1500 L"}, "has no opponent"),
        ({"rating": None}, "or games: 0"),
        ({"games": None}, "The number of rated games behind that rating is missing"),
        ({"rating": None, "games": None}, "Add rating and games (the rated games it is"),
        ({"rating": 50.0}, "50 is not a rating"),
    ],
)
async def test_bad_input_is_one_sentence(club: SimulatedClub, options: dict[str, Any], part: str) -> None:
    given: dict[str, Any] = {"target": 1510.0, **SEED, **options}
    written = {name: value for name, value in given.items() if value is not None}
    sentence = await said(club.dana.slash(club.channel, "rating estimate", **written))
    assert part in sentence
    assert "\n" not in sentence
    assert await stored(club) == 0


async def test_in_an_update_every_game_still_needs_its_result(club: SimulatedClub) -> None:
    refused = club.dana.slash(club.channel, "rating update", opponents="W1500 1600", rating=1500.0, games=30)
    assert "has no result, but others have" in await said(refused)
