"""Matches, and FIDE events abroad."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, details, full_text, said, stored
from tests.flows import estimate, report


async def dana(club: SimulatedClub, rating: float, games: int = 30) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=rating, games=games, date="2026-01-01")


class TestAMatch:
    @pytest.mark.usefixtures("trusting")
    async def test_it_changes_at_most_fifty_points_and_brings_no_norm(self, club: SimulatedClub) -> None:
        """Four wins against an equal: N* of 1500 is 16.57, so K = 800/20.57 and two points above are +77.8: cut."""
        await dana(club, 1500.0)
        answer = await report(club.dana, club.channel, opponents="W1500 " * 4, kind="match")
        assert "## 1500 → 1550 (+50.00)" in await full_text(answer)
        assert "a match gives no norms" in await full_text(answer)
        norms = await full_text(await club.dana.slash(club.channel, "norms"))
        assert "No norm: a match gives none." in norms
        assert "code `b0`" not in norms  # 1500 began with 1400: c0
        assert "code `c0`" in norms

    async def test_it_has_no_bonus(self, club: SimulatedClub) -> None:
        """Two wins and a draw against 1550: E = 3/(1 + 10^0.125) = 3 x 0.428537 = 1.285611.

        K = 800/(16.56847 + 3) = 40.88210, times 1.214389 is 49.65; a bonus from 20 on would double what is above.
        """
        await dana(club, 1500.0)
        answer = await report(club.dana, club.channel, opponents="W1550 D1550 W1550", kind="match")
        assert "## 1500 → 1549.65 (+49.65)" in await full_text(answer)

    async def test_a_second_match_finds_what_180_days_leave(self, club: SimulatedClub) -> None:
        """50 and 50 make the net 100 of 180 days: nothing is left for the third."""
        await dana(club, 1500.0)
        for day, result in (
            ("2026-09-01", "1500 → 1550"),
            ("2026-09-20", "1550 → 1600"),
            ("2026-10-10", "1600 → 1600"),
        ):
            answer = await report(club.dana, club.channel, opponents="W1600 " * 6, kind="match", date=day)
            assert result in await full_text(answer)

    async def test_a_member_may_be_the_opponent(self, club: SimulatedClub) -> None:
        await dana(club, 1500.0)
        await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30, date="2026-01-01")
        answer = await report(club.dana, club.channel, opponents="D@Eli D@Eli", kind="match")
        assert "1500 → 1500 (±0.00)" in await full_text(answer)

    @pytest.mark.parametrize(
        ("opponents", "games", "part"),
        [
            ("W1500 W1501", 30, "one opponent"),
            ("W1500", 25, "established ratings"),
            ("W1901", 30, "at most 400 points apart"),
            ("W1099", 30, "at most 400 points apart"),
        ],
    )
    async def test_a_match_that_cannot_be_rated_is_one_sentence(
        self, club: SimulatedClub, opponents: str, games: int, part: str
    ) -> None:
        refused = report(club.dana, club.channel, opponents=opponents, rating=1500.0, games=games, kind="match")
        assert part in await said(refused)
        assert await stored(club) == 1  # without the kind

    async def test_the_sentence_names_an_option_that_there_is(self, club: SimulatedClub) -> None:
        refused = report(club.dana, club.channel, opponents="W1500 W1501", rating=1500.0, games=30, kind="match")
        assert "leave match out" not in await said(refused)


class TestAbroad:
    @pytest.mark.parametrize(
        ("kind", "rating", "after"),
        [
            # 20 + 1.02 x 2200 = 2264, and in a youth event 80 + 2200 = 2280. Against equals 3 of 4 is one above:
            # K = 800/(30 + 4) = 23.529, and the bonus is what that has above 10 sqrt(4) = 20: 3.529.
            ("abroad", 2264.0, "2264 → 2291.06 (+27.06)"),
            ("youth-abroad", 2280.0, "2280 → 2307.06 (+27.06)"),
        ],
    )
    async def test_opponents_count_with_their_fide_ratings_converted(
        self, club: SimulatedClub, kind: str, rating: float, after: str
    ) -> None:
        await dana(club, rating)
        answer = await report(club.dana, club.channel, opponents="W2200 W2200 W2200 L2200", kind=kind)
        assert after in await full_text(answer)
        assert "an event abroad gives no US Chess norms" in await full_text(answer)
        assert "Lifetime" not in await full_text(answer)

    async def test_up_to_2000_the_other_formula_converts(self, club: SimulatedClub) -> None:
        """-1073 + 1.5667 x 1850 = 1825.395: a draw with an equal."""
        await dana(club, 1825.395)
        answer = await report(club.dana, club.channel, opponents="D1850", kind="abroad")
        assert "(±0.00)" in await full_text(answer)

    async def test_an_estimate_works_in_a_direct_message(self, club: SimulatedClub) -> None:
        user = club.env.create_user("loner")
        answer = await estimate(user, None, opponents="W2200 W2200 W2200 L2200", kind="abroad", rating=2264.0, games=30)
        assert "2264 → 2291.06" in await full_text(answer)

    async def test_a_member_is_no_fide_rated_opponent(self, club: SimulatedClub) -> None:
        """Eli's rating here is no FIDE rating, and must not be converted as one: 1500 would become 1277.05."""
        await dana(club, 1500.0)
        await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30, date="2026-01-01")
        sentence = await said(report(club.dana, club.channel, opponents="D@Eli", kind="abroad"))
        assert "FIDE" in sentence
        assert "1500 exactly" in await full_text(await details(club.dana, club.channel, "rating show"))

    @pytest.mark.parametrize(
        ("options", "part"),
        [
            ({"games": 25}, "only for an established rating"),
            ({"list": "uschess-quick"}, "only changes US Chess Regular ratings"),
            ({"time_control": "25"}, "only changes US Chess Regular ratings"),
            ({"date": "2024-02-29"}, "before 2024-03-01"),
        ],
    )
    async def test_what_cannot_be_rated_is_one_sentence(
        self, club: SimulatedClub, options: dict[str, Any], part: str
    ) -> None:
        written: dict[str, Any] = {"opponents": "W2200", "rating": 2264.0, "games": 30, "kind": "abroad", **options}
        assert part in await said(report(club.dana, club.channel, **written))
        assert await stored(club) == 1  # without the kind

    async def test_somebody_never_rated_is_refused(self, club: SimulatedClub) -> None:
        refused = report(club.dana, club.channel, opponents="W2200", games=0, kind="abroad")
        assert "only for an established rating" in await said(refused)
        assert await stored(club) == 1  # without the kind


async def test_help_speaks_of_options_that_there_are(club: SimulatedClub) -> None:
    text = await full_text(await club.dana.slash(club.channel, "help", topic="opponents"))
    assert "**match** is" not in text
    assert "**Add details**" in text
