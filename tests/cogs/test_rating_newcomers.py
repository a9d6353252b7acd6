"""First ratings: from the age, or from ratings held elsewhere (spec 1.3).

A loss to somebody 400 or more above leaves the initial rating as it is: without earlier games every rating up to
400 below the opponent solves the special formula, and the nearest one counts.
"""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, details, full_text, said, stored
from tests.flows import estimate, fill_in, report

QUICK = "uschess-quick"
FIRST = {"opponents": "L1800", "games": 0}


@pytest.mark.parametrize(
    ("options", "rating"),
    [
        # 4193 days from the birth to 2026-11-21: 11 years of 365, the 29ths of February of 2016, 2020 and 2024, and
        # 175 days. 50 x 4193/365.25 = 573.99.
        ({"born": "2015-05-30"}, "573.99"),
        # 10 years, two 29ths of February: 3652 days, 50 x 3652/365.25 = 499.93.
        ({"born": "2016-11-21"}, "499.93"),
        ({"born": "1990-05-30"}, "1300"),  # over 26: limited to 1300
        ({"born": "2024-05-30"}, "1300"),  # below three is taken as an error
        ({"born": "child"}, "750"),
        ({"born": "adult"}, "1300"),
        ({}, "1300"),
    ],
)
async def test_the_age_decides_where_nothing_else_is_known(
    club: SimulatedClub, options: dict[str, str], rating: str
) -> None:
    answer = await report(club.dana, club.channel, **FIRST, **options)
    assert (await full_text(answer)).splitlines()[0] == f"## unrated → {rating}"
    assert "from 1 game; it counts as established after 25" in await full_text(answer)


async def test_the_calculation_says_how_old_the_player_is(club: SimulatedClub) -> None:
    """4193/365.25 = 11.4798 years."""
    answer = await report(club.dana, club.channel, **FIRST, born="2015-05-30")
    opened = await club.eli.click(answer.response, label="Calculation")
    assert "50 points for each of 11.4798 years, at most 1300: **573.9904**" in await full_text(opened)


@pytest.mark.parametrize(
    ("elsewhere", "opponent", "games"),
    [
        # -1073 + 1.5667 x 1850 = 1825.395; G = 5 up to 2000, and of today: N = 5.
        ("FIDE 1850", 1825, 6),
        # 20 + 1.02 x 2100 = 2162; G = 10 above 2000: N = 10.
        ("FIDE 2100", 2162, 11),
        # -650 + 1.28 x 1500 = 1270; G = 5.
        ("CFC 1500", 1270, 6),
        # 689 days old: Z = 300/350, S = exp(0.06 x (0.857143 - 6) x 689/365.25) = exp(-0.582083) = 0.5587, W = 5.59.
        ("regular 1600/24 2025-01-01", 1600, 7),
        ("regular 1600/3", 1600, 4),  # G is never above the games behind it
        # Equal weights of 5: (1825.395 + 1270)/2 = 1547.70, and N = 10.
        ("FIDE 1850, CFC 1500", 1548, 11),
        # Weights 5 and 2: (5 x 1825.395 + 2 x 1600)/7 = 1760.996, and N = 7.
        ("FIDE 1850; online-blitz 1600/2", 1761, 8),
    ],
)
async def test_ratings_held_elsewhere_make_the_first_rating(
    club: SimulatedClub, elsewhere: str, opponent: int, games: int
) -> None:
    """A draw with an opponent of the initial rating leaves it, and counts one game more."""
    answer = await report(club.dana, club.channel, opponents=f"D{opponent}", elsewhere=elsewhere)
    assert (await full_text(answer)).splitlines()[0] == f"## unrated → {opponent}"
    assert f"# new → {opponent}P\nEvent" in await full_text(answer)
    assert f"from {games} games; it counts as established after 25" in await full_text(answer)


async def test_the_age_weighs_an_old_rating(club: SimulatedClub) -> None:
    """Born 2015-05-30 a rating of 2025-01-01 is set against P = 50 x 3504/365.25 = 479.67.

    Z = (1600 - 479.67)/350 = 3.2009, S = exp(0.06 x -2.7991 x 1.88638) = exp(-0.31681) = 0.7285, W = 7.28: N = 8.
    """
    answer = await report(
        club.dana, club.channel, opponents="D1600", elsewhere="regular 1600/24 2025-01-01", born="2015-05-30"
    )
    assert "from 9 games;" in await full_text(answer)


async def test_ratings_held_elsewhere_begin_both_lists_of_a_dual_rated_event(club: SimulatedClub) -> None:
    answer = await report(club.dana, club.channel, opponents="D1825", elsewhere="FIDE 1850", time_control="G/30;d5")
    assert "unrated → 1825" in await full_text(answer)
    assert "US Chess Quick too: unrated → **1825**" in await full_text(answer)
    quick = await details(club.dana, club.channel, "rating show", list=QUICK)
    assert "1825P6" in await full_text(quick)


async def test_an_estimate_takes_the_same_options(club: SimulatedClub) -> None:
    aged = await estimate(club.dana, club.channel, **FIRST, born="2015-05-30")
    assert "unrated → 573.99" in await full_text(aged)
    user = club.env.create_user("loner")
    alone = await estimate(user, None, opponents="D1825", elsewhere="FIDE 1850")
    assert "# new → 1825P\n" in await full_text(alone)
    assert "from 6 games;" in await full_text(alone)
    alone = await estimate(user, None, **FIRST, born="child")
    assert "unrated → 750" in await full_text(alone)
    assert await stored(club) == 0


class TestToldLater:
    async def begin(self, club: SimulatedClub, **options: Any) -> None:
        await report(club.dana, club.channel, **FIRST, date="2026-10-01", event="First", **options)

    async def card(self, club: SimulatedClub, system: str = "uschess-regular") -> str:
        return await full_text(await details(club.dana, club.channel, "rating show", list=system))

    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_a_birth_date_corrected_with_a_later_event_rates_the_first_again(self, club: SimulatedClub) -> None:
        """4142 days from 2015-05-30 and 365 more from 2014: 207100/365.25 = 567.01 and 225350/365.25 = 616.97."""
        await self.begin(club, born="2015-05-30")
        assert "unrated → **567.01**" in await self.card(club)
        later = await report(club.dana, club.channel, opponents="L1800", born="2014-05-30")
        assert "after First of 2026-10-01: 567.01 → **616.97**" in await full_text(later)
        assert "616.97 → 616.97" in (await full_text(later)).splitlines()[0]
        assert "unrated → **616.97**" in await self.card(club)

    async def test_a_birth_date_told_again_changes_nothing(self, club: SimulatedClub) -> None:
        await self.begin(club, born="2015-05-30")
        later = await report(club.dana, club.channel, opponents="L1800", born="2015-05-30")
        assert "Rated again" not in await full_text(later)

    async def test_it_rates_the_first_event_on_other_lists_again(self, club: SimulatedClub) -> None:
        """Quick began on the same day with a child's 750; an adult's is 1300."""
        await self.begin(club, born="child", list=QUICK)
        assert "unrated → **750**" in await self.card(club, QUICK)
        await report(club.dana, club.channel, opponents="D1500", list="uschess-blitz", games=0, born="adult")
        assert "unrated → **1300**" in await self.card(club, QUICK)

    async def test_an_undo_of_the_later_event_keeps_what_was_told(self, club: SimulatedClub) -> None:
        await self.begin(club, born="2015-05-30")
        await report(club.dana, club.channel, opponents="L1800", born="2014-05-30")
        await club.dana.slash(club.channel, "rating undo")
        assert "unrated → **616.97**" in await self.card(club)

    async def test_a_rating_brought_along_does_not_ask_for_the_age(self, club: SimulatedClub) -> None:
        await club.dana.slash(
            club.channel, "rating update", opponents="D1500", rating=1500.0, games=30, date="2026-10-01"
        )
        later = await report(club.dana, club.channel, opponents="D1500", born="child")
        assert "1500 → 1500" in await full_text(later)
        assert "Rated again" not in await full_text(later)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"games": 0, "born": "eleven"}, '"eleven" is not a birth date'),
        ({"games": 0, "born": "2026-11-22"}, "2026-11-22 cannot be a birth date"),
        ({"games": 0, "born": "1850-01-01"}, "1850-01-01 cannot be a birth date"),
        ({"elsewhere": "ECF 1850"}, '"ECF 1850" is not another rating'),
        ({"elsewhere": "FIDE"}, '"FIDE" is not another rating'),
        ({"elsewhere": "FIDE 1850, FIDE 1900"}, "FIDE is listed twice"),
        ({"elsewhere": "FIDE 3100"}, "3100 is not a rating"),
        ({"elsewhere": "FIDE 1850 2026-11-22"}, "in the future"),
        ({"elsewhere": "FIDE 1850", "rating": 1500.0, "games": 3}, "Remove the option elsewhere or the option rating"),
        ({"elsewhere": "FIDE 1850", "date": "2024-02-29"}, "before 2024-03-01"),
        ({"elsewhere": "CFC 1500", "date": "2024-12-31"}, "before 2025-01-01"),
    ],
)
async def test_bad_input_is_one_sentence_and_stores_nothing(
    club: SimulatedClub, options: dict[str, Any], part: str
) -> None:
    sentence = await said(report(club.dana, club.channel, opponents="D1500", **options))
    assert part in sentence
    assert "\n" not in sentence
    assert await stored(club) <= 1  # without the details


async def test_ratings_held_elsewhere_are_refused_for_somebody_rated(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="D1500", games=0, date="2026-11-01")
    answer = await club.dana.slash(club.channel, "rating update", opponents="D1500", date="2026-11-20")
    form = await club.dana.click(answer.response, label="Add details")
    assert "Remove the option elsewhere" in await said(fill_in(club.dana, form, elsewhere="FIDE 1850"))
    assert await stored(club) == 2


async def test_a_newcomers_card_survives_an_undo_of_the_first_event(club: SimulatedClub) -> None:
    """What came second is the first event then, and begins from the age: 4193 days make 573.99."""
    await report(club.dana, club.channel, opponents="D1500", games=0, born="2015-05-30", date="2026-10-01")
    first = await club.dana.slash(club.channel, "rating update", opponents="L1800", event="Second")
    assert "1500 → " in await full_text(first)
    await club.dana.slash(club.channel, "rating undo")
    await club.dana.slash(club.channel, "rating undo")
    again = await club.dana.slash(club.channel, "rating update", **FIRST)
    assert "unrated → 573.99" in await full_text(again)
