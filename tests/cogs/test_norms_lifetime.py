"""The lifetime titles of the 1990s: /norms with both schemes, the codes on every card, titles announced."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, details, full_text, lines_of
from tests.flows import norm_tables, report, set_floor

pytestmark = pytest.mark.usefixtures("trusting", "all_codes")

# Barry Bishop of the document of 1998: rated 1830 he begins with 1700, B0, and scores 3 of 5 against these
# post-tournament ratings. Typed ratings stay what they are, and so count as post-event ratings.
BISHOP = {"opponents": "1720 1750 1800 1770 1600", "score": "3"}


async def enter(club: SimulatedClub, member: Any, rating: float, games: int = 30, **options: Any) -> Any:
    given = {"player": member, "rating": rating, "games": games, "date": "2026-01-01", **options}
    return await club.td.slash(club.channel, "td rating", **given)


async def bishop(club: SimulatedClub, times: int = 1) -> Any:
    """Let Dana play Bishop's event some times, on the first days of October."""
    await enter(club, club.dana, 1830.0)
    answer = None
    for day in range(1, times + 1):
        answer = await club.dana.slash(
            club.channel, "rating update", **BISHOP, date=f"2026-10-{day:02}", event=f"Open {day}"
        )
    return answer


async def norms(club: SimulatedClub, **options: Any) -> str:
    return await full_text(await club.dana.slash(club.channel, "norms", **options))


class TestBishopsExample:
    async def test_the_event_tells_the_lifetime_norm_and_the_codes(self, club: SimulatedClub) -> None:
        answer = await bishop(club)
        assert "Lifetime norm **1700**: `B0` → `B2`" in await full_text(answer)

    async def test_norms_has_the_tables_of_both_schemes(self, club: SimulatedClub) -> None:
        """1998: sums 2.301 and 2.987, plus 0.6 for five rounds: 3 points are needed for 1700, 4 for 1800.

        2016: C = 0.5 + d/800 below an opponent and 0.5 + d/400 above. At 1600: .35 + .3125 + .25 + .2875 + .5 = 1.70,
        so that more than 2.70 is needed; at 1800: .7 + .625 + .5 + .575 + 1 = 3.40.
        """
        await bishop(club)
        text = await norms(club)
        rows = lines_of(text)
        assert ["B", "1700", "2.301", "3", "3", "YES"] in rows
        assert ["a", "1800", "2.987", "4", "3", "no"] in rows
        assert ["2nd", "1600", "1.70", "3", "3", "YES"] in rows
        assert ["1st", "1800", "3.40", "4½", "3", "no"] in rows
        assert "Norm **2nd Category (1600)** · `N:2`" in text
        assert "code `B0` → `B2`" in text
        assert "8 points to **Certified Class A (1800)**" in text
        assert "0.6 above expected, for 5 rounds" in text
        assert "reconstructed" not in text  # B, a and five rounds are attested

    async def test_no_line_of_the_tables_is_wider_than_forty(self, club: SimulatedClub) -> None:
        await bishop(club)
        blocks = (await norms(club)).split("```")[1::2]
        assert len(blocks) == 2
        assert max(len(line) for block in blocks for line in block.splitlines()) <= 40

    @pytest.mark.parametrize("restarted", [False, True], ids=["", "restarted"])
    async def test_how_shows_the_sums_as_the_document_does(
        self, club: SimulatedClub, make_bot: Any, restarted: bool
    ) -> None:
        """The document: .471 .429 .360 .401 .640 make 2.301, 3 - 2.301 = 0.699; for 1800 2.987 and 0.013."""
        await bishop(club)
        card = await club.dana.slash(club.channel, "norms")
        if restarted:
            await club.env.restart_bot(make_bot())
        how = await club.eli.click(card.response, label="How?")
        assert how.ephemeral
        pages = int(how.response.embeds[0].footer.text.split(" of ")[1])
        text = await full_text(how)
        for _ in range(pages - 1):
            await club.eli.click(how.response, label="▶")
            text += await full_text(how)
        rows = lines_of(text)
        for opponent, difference, probability in (
            ("1720", "20", "0.471"), ("1750", "50", "0.429"), ("1800", "100", "0.360"), ("1770", "70", "0.401"),
        ):  # fmt: skip
            assert [opponent, difference, probability, "lower"] in rows
        assert ["1600", "100", "0.640", "higher"] in rows
        assert "3 − 2.301 = **0.699**" in text
        assert "3 − 2.987 = **0.013**" in text
        assert "Highest norm **1700**. Code `B0` → `B2`" in text
        assert "8 points to **Certified Class A (1800)**" in text

    async def test_the_calculation_shows_the_unpublished_points(self, club: SimulatedClub) -> None:
        """Rule e: five points toward the next title, and two toward the one above it, which the code does not print.

        2 of 4 against 2000s: at 1900 4 x .360 = 1.44 are expected, and 0.56 is above 0.3; at 2000 it is 2.00. From
        1700 that is two titles up.
        """
        await enter(club, club.dana, 1830.0)
        answer = await club.dana.slash(club.channel, "rating update", opponents="2000 2000 2000 2000", score="2")
        assert "Lifetime norm **1900**: `B0` → `B5`" in await full_text(answer)
        shown = await club.dana.click(answer.response, label="Calculation")
        text = await full_text(shown)
        while "Points toward lifetime titles" not in text:
            await club.dana.click(shown.response, label="▶")
            text = await full_text(shown)
        assert "Before `B0`: 0 points toward Certified Class A (1800), 0 points toward Advanced Class A (1900)" in text
        assert "After `B5`: 5 points toward Certified Class A (1800), 2 points toward Advanced Class A (1900)" in text
        assert "does not publish the second points" in text

    async def test_the_buttons_of_an_undone_event_say_so(self, club: SimulatedClub) -> None:
        await bishop(club)
        card = await club.dana.slash(club.channel, "norms")
        await club.dana.slash(club.channel, "rating undo")
        for label in ("How?", "All levels", "Round by round"):
            answer = await club.dana.click(card.response, label=label)
            assert "has been undone" in answer.response.content

    @pytest.mark.long
    async def test_five_of_them_make_the_title_which_is_announced(self, club: SimulatedClub) -> None:
        """Two points each: B2 B4 B6 B8, and ten make 1800: a0. Five norms make the 2nd Category as well."""
        fifth = await bishop(club, times=5)
        assert "Lifetime norm **1700**: `B8` → `a0`" in await full_text(fifth)
        assert "🏆 **Certified Class A (1800), lifetime title**" in await full_text(fifth)
        assert "🏆 **2nd Category (1600)**, for life" in await full_text(fifth)
        text = await norms(club)
        assert "code `B8` → `a0`" in text
        assert "10 points to **Advanced Class A (1900)**" in text
        assert "🏆 **Certified Class A (1800), lifetime title**" in text
        for day in range(1, 6):
            assert f"Open {day}, 2026-10-0{day}" in text
        card = await full_text(await details(club.eli, club.channel, "rating show", player=club.dana))
        assert "\\*a0" in card.splitlines()[0]
        assert "Lifetime title **Certified Class A (1800)**: 10 points to **Advanced Class A (1900)**" in card
        assert "🏅 2nd Category (1600)" in card

    async def test_an_earlier_event_is_asked_for_by_name(self, club: SimulatedClub) -> None:
        await bishop(club, times=3)
        offered = await club.dana.autocomplete(club.channel, "norms", "event", "Open 2")
        assert "code `B2` → `B4`" in await norms(club, event=offered[0]["value"])

    async def test_an_undo_takes_the_points_back(self, club: SimulatedClub) -> None:
        await bishop(club, times=5)
        await club.dana.slash(club.channel, "rating undo")
        assert "🏆" not in await norms(club)
        assert "\\*B8" in await full_text(await details(club.dana, club.channel, "rating show"))

    @pytest.mark.long
    async def test_an_event_undone_in_the_middle_moves_the_codes_behind_it(self, club: SimulatedClub) -> None:
        """Four norms are left: B8, and no title."""
        await bishop(club, times=4)
        middle = await club.dana.slash(club.channel, "rating update", **BISHOP, date="2026-10-02", event="Late Report")
        assert "`B4` → `B6`" in await full_text(middle)
        assert "\\*a0" in await full_text(await details(club.dana, club.channel, "rating show"))
        await club.dana.slash(club.channel, "rating undo")
        assert "\\*B8" in await full_text(await details(club.dana, club.channel, "rating show"))

    async def test_norms_so_far_names_six_and_counts_the_rest(self, club: SimulatedClub) -> None:
        await bishop(club, times=8)
        text = await norms(club)
        assert [day for day in range(1, 9) if f"Open {day}, 2026-10-0{day}" in text] == [3, 4, 5, 6, 7, 8]
        assert "and 2 more" in text


class TestCodes:
    async def test_cards_and_boards_print_them_as_us_chess_did(self, club: SimulatedClub) -> None:
        """1580 begins with 1400 by rule g, c0. Three of four against 1350, 1350, 1400 and 1400 make c2.

        At 1400 (50 points: 0.571) 2 x 0.571 + 2 x 0.500 = 2.142 are expected; 0.858 above is more than 0.3. At 1500
        2 x 0.703 + 2 x 0.640 = 2.686 leave 0.314, a norm of 1500 still; at 1600 2 x 0.808 + 2 x 0.760 = 3.136, none.
        A norm 100 above the title gives two points.
        """
        await enter(club, club.dana, 1580.0)
        await club.dana.slash(club.channel, "rating update", opponents="W1350 W1350 W1400 L1400", date="2026-10-01")
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1575.0)
        answer = await details(club.dana, club.channel, "rating show")
        assert (await full_text(answer)).splitlines()[0] == "## 1575\\*c2"
        board = await full_text(await club.dana.slash(club.channel, "leaderboard"))
        assert "`1\u00a01575*c2` **Dana** ◂ you" in board

    async def test_the_answer_to_an_event_prints_the_code_behind_the_rating(self, club: SimulatedClub) -> None:
        await enter(club, club.dana, 1575.0)
        answer = await club.dana.slash(club.channel, "rating update", opponents="D1575")
        assert "# 1575 → 1575\\*c0  =\n" in await full_text(answer)

    async def test_a_provisional_player_has_none(self, club: SimulatedClub) -> None:
        await enter(club, club.dana, 1830.0, games=20)
        answer = await club.dana.slash(club.channel, "rating update", **BISHOP)
        assert "*B" not in await full_text(answer)
        assert "P  ▼ 6\n" in await full_text(answer)
        assert "Lifetime" not in await full_text(answer)
        card = await full_text(await details(club.dana, club.channel, "rating show"))
        assert card.splitlines()[0].endswith("P25")
        assert "Lifetime" not in card
        text = await norms(club)
        assert "code blank" in text
        assert "No norm: an established rating is required (more than 25 games)." in text
        board = await full_text(await club.dana.slash(club.channel, "leaderboard"))
        assert "P` **Dana**" in board

    async def test_the_event_that_establishes_a_rating_begins_the_title(self, club: SimulatedClub) -> None:
        """25 and one game. 1830 draws with 1830: rule g makes 1700, B0, from the rating after the event."""
        await enter(club, club.dana, 1830.0, games=25)
        answer = await club.dana.slash(club.channel, "rating update", opponents="D1830")
        assert "Lifetime title: Advanced Class B (1700)" in await full_text(answer)
        assert "1830\\*B0  =\n" in await full_text(answer)
        assert "🏆" not in await full_text(answer)
        text = await norms(club)
        assert "Titles of the 1990s: blank → `B0`, 10 points to **Certified Class A (1800)**" in text

    async def test_below_1100_an_established_rating_has_no_code(self, club: SimulatedClub) -> None:
        await enter(club, club.dana, 1099.0)
        answer = await club.dana.slash(club.channel, "rating update", opponents="D1099")
        assert "# 1099 → 1099  =\n" in await full_text(answer)
        board = await full_text(await club.dana.slash(club.channel, "leaderboard"))
        assert "`1\u00a01099` **Dana** ◂ you" in board

    async def test_regular_and_quick_are_kept_apart(self, club: SimulatedClub) -> None:
        """Bishop's event as a dual-rated one: B2 on Regular from 1830; Quick 1575 begins with 1400.

        On Quick the same score is a norm of every level up to 1700, so the title jumps (rule f): 1700 - 200 = 1500,
        five points toward 1600 and two toward 1700: C5.
        """
        await enter(club, club.dana, 1830.0)
        await enter(club, club.dana, 1575.0, list="uschess-quick")
        answer = await report(club.dana, club.channel, **BISHOP, time_control="G/30;d5")
        assert "Lifetime norm (US Chess Regular) **1700**: `B0` → `B2`" in await full_text(answer)
        assert "Lifetime norm (US Chess Quick) **1700**: `c0` → `C5`" in await full_text(answer)
        assert "🏆 **Advanced Class C (1500), lifetime title**" in await full_text(answer)
        text = await norms(club)
        assert "Lifetime titles of the 1990s, US Chess Regular** · code `B0` → `B2`" in text
        assert "Lifetime titles of the 1990s, US Chess Quick** · code `c0` → `C5`" in text

    async def test_blitz_has_no_lifetime_titles(self, club: SimulatedClub) -> None:
        await enter(club, club.dana, 1830.0, list="uschess-blitz")
        answer = await club.dana.slash(club.channel, "rating update", **BISHOP, list="uschess-blitz")
        assert "Lifetime" not in await full_text(answer)
        board = await full_text(await club.dana.slash(club.channel, "leaderboard", list="uschess-blitz"))
        assert "*" not in board.split("`")[1]


@pytest.mark.parametrize(
    ("opponents", "score", "reason"),
    [
        ("1400 1400 1400", "3", "four rounds are required"),
        ("1400 1400 BYE 1400", "3", "4 rated games are required"),
        ("1400 1400 1400 1400", "1.5", "2 points from played games are required"),
    ],
)
async def test_why_there_can_be_no_lifetime_norm_is_said(
    club: SimulatedClub, opponents: str, score: str, reason: str
) -> None:
    await enter(club, club.dana, 1830.0)
    await club.dana.slash(club.channel, "rating update", opponents=opponents, score=score)
    assert f"Titles of the 1990s: `B0`, no norm ({reason})" in await norms(club)


async def test_rules_that_do_not_count_leave_the_code(club: SimulatedClub) -> None:
    await enter(club, club.dana, 1830.0)
    answer = await club.dana.slash(club.channel, "rating update", **BISHOP, rules="informal-2020")
    assert "Lifetime norm" not in await full_text(answer)
    assert "\\*B0" in await full_text(await details(club.dana, club.channel, "rating show"))
    assert "Lifetime titles" not in await norms(club)


@pytest.mark.long
async def test_300_games_at_2200_make_a_life_master_whose_code_says_so(club: SimulatedClub) -> None:
    """Sixty games five times. The first four are by rules that give no norms.

    In the last one 2100 is expected to score 60 x .297 = 17.82 and takes 0.5 more, which 18 is not.
    """
    await set_floor(club, await enter(club, club.dana, 2250.0, games=200), peak="2300")
    field = {"opponents": "2250 " * 60, "score": "29"}
    for day in range(1, 5):
        answer = await club.dana.slash(
            club.channel, "rating update", **field, date=f"2026-10-{day:02}", rules="informal-2020"
        )
        assert "🏆" not in await full_text(answer)
    answer = await club.dana.slash(club.channel, "rating update", opponents=field["opponents"], score="18")
    assert "Lifetime title: `X0` → `l0`, for 300 games at 2200" in await full_text(answer)
    assert "🏆 **Life Master (2200), lifetime title**" in await full_text(answer)
    assert "🏆 **Original Life Master**, for life" in await full_text(answer)
    assert "300 games at the 2200 level give the title Life Master" in await norms(club)
    assert "\\*l0" in await full_text(await details(club.dana, club.channel, "rating show"))


async def test_the_tables_are_open_to_members(club: SimulatedClub) -> None:
    """Letters and deltas with what is attested of them, and Table III by the document's own sums: 3.84 = 6 x .640."""
    answer = await norm_tables(club.dana, club)
    rows = lines_of(await full_text(answer))
    for row in ("1400 c Cert. Class C =", "1700 B Adv. Class B =", "1800 a Cert. Class A =", "2200 l Life Master ~"):
        assert row.split() in rows
    for row in ("4 0.3 ~", "5 0.6 =", "6 0.5 =", "7 or more 0.5 ~", "100 0.640 0.360", "0 0.500 0.500"):
        assert row.split() in rows
    assert max(len(line) for block in (await full_text(answer)).split("```")[1::2] for line in block.splitlines()) <= 31
