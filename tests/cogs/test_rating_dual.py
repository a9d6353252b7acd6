"""Events that move two lists, and the first rating on a list that comes from the others."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, details, full_text, said
from tests.flows import estimate, on_page, report

DUAL = "G/30;d5"  # 30 + 5: at least 30 and at most 65, so Regular and Quick (spec 1.1)
QUICK = "uschess-quick"


async def shown(club: SimulatedClub, member: Any, system: str | None = None) -> str:
    """Return a player's card on a list."""
    options = {} if system is None else {"list": system}
    answer = await details(club.eli, club.channel, "rating show", player=member, **options)
    return await full_text(answer) if answer.response.embeds else answer.response.content


async def enter(club: SimulatedClub, member: Any, rating: float, games: int, **options: Any) -> None:
    """Let the TD set a rating, long before anything else unless a date is given."""
    given = {"player": member, "rating": rating, "games": games, "date": "2026-01-01", **options}
    await club.td.slash(club.channel, "td rating", **given)


async def dana_on_both_lists(club: SimulatedClub) -> None:
    """Regular 2400 after 50 games, where N' = 50; Quick 2000 after 20, where N' = 20 (N* is 28.61)."""
    await enter(club, club.dana, 2400.0, 50)
    await enter(club, club.dana, 2000.0, 20, list=QUICK)


@pytest.mark.long
async def test_each_list_moves_from_its_own_rating_and_k_falls_on_regular_alone(club: SimulatedClub) -> None:
    """A win against 2400.

    Regular: K = 800(6.5 - 0.0025 x 2400)/(50 + 1) = 400/51, half of which is 3.92.
    Quick: E = 1/(1 + 10) at 400 below, K = 800/(20 + 1), so 800/21 x 10/11 = 34.63.
    """
    await dana_on_both_lists(club)
    answer = await report(club.dana, club.channel, opponents="W2400", time_control=DUAL)
    assert "## 2400 → 2403.92 (+3.92)" in await full_text(answer)
    assert "US Chess Quick too: 2000 → **2034.63** (+34.63)" in await full_text(answer)
    assert "2403.92 exactly" in await shown(club, club.dana)
    assert "2034.63 exactly" in await shown(club, club.dana, QUICK)
    assert "2034.63 exactly · provisional, 21 rated games" in await shown(club, club.dana, QUICK)


async def test_k_is_whole_on_regular_in_a_slow_event(club: SimulatedClub) -> None:
    """K = 800/(50 + 1), half of which is 7.84; 60+6 is one second beyond the dual-rated ones."""
    await dana_on_both_lists(club)
    answer = await report(club.dana, club.channel, opponents="W2400", time_control="60+6")
    assert "## 2400 → 2407.84 (+7.84)" in await full_text(answer)
    assert "too:" not in await full_text(answer)
    assert "2000 exactly" in await shown(club, club.dana, QUICK)


async def test_k_is_whole_on_quick_above_2200(club: SimulatedClub) -> None:
    """Both lists 2400 after 50 games: 200/51 = 3.92 on Regular, 400/51 = 7.84 on Quick."""
    await enter(club, club.dana, 2400.0, 50)
    await enter(club, club.dana, 2400.0, 50, list=QUICK)
    answer = await report(club.dana, club.channel, opponents="W2400", time_control=DUAL)
    assert "(+3.92)" in (await full_text(answer)).splitlines()[0]
    assert "US Chess Quick too: 2400 → **2407.84** (+7.84)" in await full_text(answer)


async def test_a_member_counts_on_each_list_with_the_rating_there(club: SimulatedClub) -> None:
    """Eli is Dana's equal on both lists: 200/51 = 3.92 on Regular, half of 800/21 = 19.05 on Quick."""
    await dana_on_both_lists(club)
    await enter(club, club.eli, 2400.0, 50)
    await enter(club, club.eli, 2000.0, 50, list=QUICK)
    answer = await report(club.dana, club.channel, opponents="W@Eli", time_control=DUAL)
    assert "## 2400 → 2403.92 (+3.92)" in await full_text(answer)
    assert "US Chess Quick too: 2000 → **2019.05** (+19.05)" in await full_text(answer)


async def test_a_member_without_a_quick_rating_counts_with_the_regular_one(club: SimulatedClub) -> None:
    """Eli's 2400 stands on both lists: as against a typed 2400."""
    await dana_on_both_lists(club)
    await enter(club, club.eli, 2400.0, 50)
    answer = await report(club.dana, club.channel, opponents="W@Eli", time_control=DUAL)
    assert "US Chess Quick too: 2000 → **2034.63** (+34.63)" in await full_text(answer)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("button", [True, False], ids=["button", "command"])
@pytest.mark.both_databases
async def test_undo_takes_both_lists_back(club: SimulatedClub, button: bool) -> None:
    await dana_on_both_lists(club)
    before = [await shown(club, club.dana, system) for system in (None, QUICK)]
    answer = await report(club.dana, club.channel, opponents="W2400", time_control=DUAL)
    if button:
        undone = (await club.dana.click(answer.response, label="Undo")).followups[0].embeds[0].description
    else:
        undone = await full_text(await club.dana.slash(club.channel, "rating undo"))
    assert "Dana (US Chess Regular), rating now: 2403.92 → **2400**" in undone
    assert "Dana (US Chess Quick), rating now: 2034.63 → **2000**" in undone
    assert [await shown(club, club.dana, system) for system in (None, QUICK)] == before


async def test_undo_of_a_first_event_leaves_no_rating_on_either_list(club: SimulatedClub) -> None:
    await report(club.dana, club.channel, opponents="W1500", time_control=DUAL, rating=1500.0, games=30)
    assert "1500 exactly" not in await shown(club, club.dana, QUICK)
    undone = await full_text(await club.dana.slash(club.channel, "rating undo"))
    assert "Initial ratings reported with it are removed too." in undone
    assert "No rating here yet" in await shown(club, club.dana)
    assert "no US Chess Quick rating" in await shown(club, club.dana, QUICK)


async def test_with_another_list_named_only_that_list_moves(club: SimulatedClub) -> None:
    """Quick still has its 34.63 of a dual-rated event."""
    await dana_on_both_lists(club)
    before = await shown(club, club.dana)
    answer = await report(club.dana, club.channel, opponents="W2400", time_control=DUAL, list=QUICK)
    assert "(+34.63)" in await full_text(answer)
    assert "too:" not in await full_text(answer)
    assert await shown(club, club.dana) == before


async def test_the_calculation_has_the_steps_of_both_lists(club: SimulatedClub) -> None:
    """K of Regular: 400/51 = 7.8431; of Quick: 800/21 = 38.0952."""
    await dana_on_both_lists(club)
    answer = await report(club.dana, club.channel, opponents="W2400", time_control=DUAL)
    opened = await club.eli.click(answer.response, label="Calculation")
    assert opened.ephemeral
    assert opened.response.embeds[0].author.name == "Dana · US Chess Regular"
    text = await full_text(opened)
    assert "K above 2200, from R 2400, N' 50 and m 1: **7.8431**" in text
    assert "K = 800 / (N' 20 + m 1) = **38.0952**" in text


class TestTheSecondListsFirstRating:
    """Spec 1.3: with Regular as the only source R0 is its rating rounded, and N = min(10, ceil(W)), W = G S.

    G = 10 for Regular; S = exp(0.06 (Z - 6) D/365.25), Z = (X - P)/350, and P = 1300 for an adult.
    """

    async def test_a_rating_of_the_day_counts_for_ten_games(self, club: SimulatedClub) -> None:
        """D = 0, so W = 10 and N = 10. R0 = 1600: the standard formula, K = 800/(10 + 1), half of it 36.36."""
        await report(club.dana, club.channel, opponents="W1600", time_control=DUAL, rating=1600.4, games=30)
        assert "1636.36 exactly · provisional, 11 rated games" in await shown(club, club.dana, QUICK)

    async def test_an_old_rating_counts_for_less(self, club: SimulatedClub) -> None:
        """X = 1600.4 on 2025-11-21, a year before: D = 365, Z = 300.4/350 = 0.8583.

        S = exp(-0.30850 x 0.99932) = 0.7347, so W = 7.347 and N = 8. R0 = 1600; with 8 games the special formula
        holds, and a draw with 1600 leaves 1600: 8 x 1/2 + 1/2 is just the adjusted score 4.5.
        """
        await enter(club, club.dana, 1600.4, 30, date="2025-11-21")
        answer = await report(club.dana, club.channel, opponents="D1600", time_control=DUAL)
        assert "US Chess Quick too: unrated → **1600**" in await full_text(answer)
        assert "1600P9" in await shown(club, club.dana, QUICK)

    @pytest.mark.long
    async def test_few_games_behind_it_make_few_games_here(self, club: SimulatedClub) -> None:
        """G is never above the games credited in the source: 3, on the same day, so W = 3 and N = 3."""
        await report(club.dana, club.channel, opponents="D1600", time_control=DUAL, rating=1600.0, games=3)
        assert "1600P4" in await shown(club, club.dana, QUICK)

    async def test_it_holds_for_an_event_of_quick_alone_too(self, club: SimulatedClub) -> None:
        """D = 0, R0 = 1600 and N = 10: a draw with 1600 leaves 1600."""
        await enter(club, club.dana, 1600.0, 30, date="2026-11-21")
        answer = await report(club.dana, club.channel, opponents="D1600", time_control="25", list=QUICK, games=0)
        assert "unrated → 1600" in await full_text(answer)
        assert "from 11 games;" in await full_text(answer)

    async def test_a_rating_set_later_on_regular_does_not_count(self, club: SimulatedClub) -> None:
        """On the event's day there was no Regular rating: an adult's 1300 counts for no game, and a loss leaves it."""
        await enter(club, club.dana, 1600.0, 30, date="2026-10-02")
        answer = await club.dana.slash(
            club.channel, "rating update", opponents="L1800", list=QUICK, games=0, date="2026-10-01"
        )
        assert "unrated → 1300" in await full_text(answer)

    async def test_a_lowered_title_leaves_the_source_as_old_as_it_is(self, club: SimulatedClub) -> None:
        """The year of `an_old_rating_counts_for_less`: what is lowered on Regular is a title, and no rating."""
        await enter(club, club.dana, 1600.4, 30, date="2025-11-21")
        await on_page(club.td, club.channel, club.dana, "Lower title", reason="asked")
        await report(club.dana, club.channel, opponents="D1600", time_control=DUAL)
        assert "1600P9" in await shown(club, club.dana, QUICK)


class TestOneListDependsOnTheOther:
    """Quick begins on 2026-10-01 with a draw against 2408, from Regular 2400 (50 games) of 2026-09-01.

    R0 = 2400, Z = 1100/350 = 3.14 and D = 30, so S = exp(-0.06 x 2.857 x 30/365.25) = 0.986 and N = 10.
    E = 1/(1 + 10^(8/400)) = 1/2.047129 = 0.488489, K = 800/(10 + 1): 72.7273 x 0.011511 = 0.84, so Quick 2400.84.
    """

    async def begin(self, club: SimulatedClub) -> None:
        await enter(club, club.dana, 2400.0, 50, date="2026-09-01")
        answer = await club.dana.slash(
            club.channel,
            "rating update",
            opponents="D2408",
            list=QUICK,
            games=0,
            date="2026-10-01",
            event="Quick Begins",
        )
        assert "unrated → 2400.84" in await full_text(answer)

    @pytest.mark.long
    async def test_an_earlier_regular_event_reported_late_and_undone_moves_quick(self, club: SimulatedClub) -> None:
        """Beating 2400 in a slow event of September is +400/51 = 7.84: R0 = 2408, which a draw with 2408 leaves."""
        await self.begin(club)
        late = await club.dana.slash(
            club.channel, "rating update", opponents="W2400", date="2026-09-15", event="Slow September"
        )
        assert "2400 → 2407.84" in await full_text(late)
        assert "Quick Begins of 2026-10-01: 2400.84 → **2408**" in await full_text(late)
        assert "2408 exactly" in await shown(club, club.dana, QUICK)
        undone = await full_text(await club.dana.slash(club.channel, "rating undo"))
        assert "Dana (US Chess Quick), rating now: 2408 → **2400.84**" in undone
        assert "2400.84 exactly" in await shown(club, club.dana, QUICK)

    async def test_a_rating_set_by_the_td_moves_quick(self, club: SimulatedClub) -> None:
        await self.begin(club)
        answer = await club.td.slash(club.channel, "td rating", player=club.dana, rating=2408.0, date="2026-09-15")
        assert "Quick Begins" in await full_text(answer)
        assert "2408 exactly" in await shown(club, club.dana, QUICK)

    async def test_what_follows_on_quick_moves_with_its_beginning(self, club: SimulatedClub) -> None:
        """From R0 = 2408 with N = 10 + 1: beating 2408 is 800/(11 + 1)/2 = 33.33 more."""
        await self.begin(club)
        await club.dana.slash(
            club.channel, "rating update", opponents="W2408", list=QUICK, date="2026-11-01", event="Quick Goes On"
        )
        late = await club.dana.slash(club.channel, "rating update", opponents="W2400", date="2026-09-15")
        assert "Quick Begins" in await full_text(late)
        assert "Quick Goes On" in await full_text(late)
        assert "2441.33 exactly" in await shown(club, club.dana, QUICK)

    async def test_a_later_regular_event_leaves_quick_alone(self, club: SimulatedClub) -> None:
        await self.begin(club)
        later = await club.dana.slash(club.channel, "rating update", opponents="W2400", date="2026-10-02")
        assert "Quick" not in await full_text(later)
        assert "2400.84 exactly" in await shown(club, club.dana, QUICK)

    async def test_a_dual_rated_event_before_it_becomes_the_beginning(self, club: SimulatedClub) -> None:
        """In September Quick begins from 2400 with N = 10: a draw with 2400 leaves it, after 11 games.

        October's draw with 2408 then is 800/(11 + 1) x 0.011511 = 0.77.
        """
        await self.begin(club)
        late = await report(club.dana, club.channel, opponents="D2400", time_control=DUAL, date="2026-09-15")
        assert "US Chess Quick too: unrated → **2400**" in await full_text(late)
        assert "Quick Begins of 2026-10-01: 2400.84 → **2400.77**" in await full_text(late)
        assert "12 rated games" in await shown(club, club.dana, QUICK)


@pytest.mark.long
async def test_an_estimate_of_a_dual_rated_event_shows_both_lists(club: SimulatedClub) -> None:
    await dana_on_both_lists(club)
    answer = await estimate(club.dana, club.channel, opponents="W2400", time_control=DUAL)
    assert "## 2400 → 2403.92 (+3.92)" in await full_text(answer)
    assert "US Chess Quick too: 2000 → **2034.63** (+34.63)" in await full_text(answer)
    assert "2000 exactly" in await shown(club, club.dana, QUICK)


async def test_an_estimate_shows_the_second_lists_first_rating_as_update_does(club: SimulatedClub) -> None:
    """Regular 2400 of the day is R0 = 2400 and N = 10 on Quick: a draw with 2400 leaves it."""
    await enter(club, club.dana, 2400.0, 50, date="2026-11-21")
    asked = {"opponents": "D2400", "time_control": DUAL}
    estimated = await full_text(await estimate(club.dana, club.channel, **asked))
    updated = await full_text(await report(club.dana, club.channel, **asked))
    assert "US Chess Quick too: unrated → **2400**" in updated
    assert "US Chess Quick too: unrated → **2400**" in estimated


async def test_a_dual_rated_event_cannot_be_put_on_blitz(club: SimulatedClub) -> None:
    await dana_on_both_lists(club)
    refused = report(club.dana, club.channel, opponents="W2400", time_control=DUAL, list="uschess-blitz", games=0)
    assert "is rated as US Chess Regular or US Chess Quick" in await said(refused)
