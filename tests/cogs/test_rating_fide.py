"""/rating on FIDE's lists: events wait for the list of the month."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub, details, full_text, lines_of, said, stored
from tests.flows import estimate, report

# Vector F-P05, its last tournament: FIDE's own sum of s - PD is -0.27; with these nine games alone K stays 20.
FIELD = "W1654 W2247 L2308 L2168 L1810 W1747 W1852 D1875 W1654"
OPEN = {"list": "fide-standard", "opponents": FIELD}
FIRST_TIME = {**OPEN, "rating": 2054.0, "games": 100}
# Vector INIT-N01: the list says 1922.
NEWCOMER = {"list": "fide-standard", "opponents": "1902 1877 1884 2012 1832", "score": "3", "games": 0}


async def rated(club: SimulatedClub, command: str = "update", **options: Any) -> str:
    asks = report if command == "update" else estimate
    return await full_text(await asks(club.dana, club.channel, **options))


async def shown(club: SimulatedClub, system: str = "fide-standard") -> list[str]:
    return (await full_text(await details(club.dana, club.channel, "rating show", list=system))).split("\n")


class TestUpdate:
    @pytest.mark.both_databases
    async def test_an_event_waits_for_its_list(self, club: SimulatedClub) -> None:
        """20 x -0.27 = -5.40, rounded on the list: -5. Ra 17315 / 9 = 1924; 5½ of 9 are 61%, dp 80: 2004."""
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME, event="City Open")
        embed = answer.response.embeds[0]
        assert embed.description.startswith(
            "### Dana · FIDE Standard\n# 2054 → 2049  ▼ 5\n"
            "City Open · **5½ of 9**, expected 5.77 · performance **2004**\nK 20 · ▼ 5.40 · list of 1 December 2026\n"
        )
        text = await full_text(answer)
        assert text.startswith("## 2054 (-5.40)\nList of 2026-12-01: 2054 → **2049** as of this event\n")
        assert "K **20** × -0.27 = **-5.40** (100 rated games, never rated 2400)" in text
        assert embed.footer.text.startswith("FIDE from 2025-10-01 · ")
        lines = await shown(club)
        assert lines[0] == "## 2054"
        assert "List of 2026-12-01: 2054 → **2049** so far (1 event, -5.40)" in lines
        assert "- 2026-11-21 City Open: **-5.40**, list of 2026-12-01" in lines

    async def test_a_second_event_waits_with_it(self, club: SimulatedClub) -> None:
        """A draw with 2054 changes nothing; -5.40 in all."""
        await rated(club, **FIRST_TIME)
        text = await rated(club, opponents="D2054", list="fide-standard")
        assert text.startswith("## 2054 (±0.00)\nList of 2026-12-01: 2054 → **2049** as of this event\n")
        assert "Waiting for it: 2 events, 10 games, -5.40 in all" in text

    async def test_what_has_ended_in_time_is_published(self, club: SimulatedClub) -> None:
        await rated(club, **FIRST_TIME, date="2026-10-10", event="City Open")
        lines = await shown(club)
        assert lines[0] == "## 2049"
        assert lines[-3:] == [
            "- 2026-11-01 list: 2054 → **2049** (-5)",
            "- 2026-10-10 City Open: **-5.40**, list of 2026-11-01",
            "- 2026-10-10 rating set: **2054**",
        ]

    async def test_a_newcomer_gets_a_first_rating(self, club: SimulatedClub) -> None:
        text = await rated(club, **NEWCOMER)
        assert text.startswith(
            "## First rating 1922\nList of 2026-12-01: unrated → **1922** as of this event, by **3** of 5 games"
        )
        assert "FIDE's own web calculator" in text

    async def test_games_toward_it_are_kept(self, club: SimulatedClub) -> None:
        await rated(club, list="fide-standard", opponents="W1902 D1877", games=0, date="2026-11-10")
        text = await rated(club, list="fide-standard", opponents="D1884")
        assert text.startswith("## 3 of 5 games\nToward a first rating, with **2** of 3 games so far\n")

    async def test_rapid_goes_by_the_standard_rating(self, club: SimulatedClub) -> None:
        """1900 against 1800: .64 expected, K 40."""
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1900.0, games=100, list="fide-standard")
        text = await rated(club, list="fide-rapid", opponents="W1800", games=0)
        assert text.startswith("## unrated (+14.40)\nList of 2026-12-01: unrated → **1914** as of this event\n")

    async def test_a_juniors_k_comes_from_the_birth_date(self, club: SimulatedClub) -> None:
        text = await rated(club, opponents="W1800", rating=1800.0, games=200, born="2010-05-05", list="fide-standard")
        assert "K **40** × +0.50 = **+20.00** (a junior of 16 never rated 2300)" in text
        assert "K **40**: a junior of 16 never rated 2300; until the end of the year of 18, or 2300" in await shown(
            club
        )

    async def test_the_simplified_rules_say_how_far_off_they_are(self, club: SimulatedClub) -> None:
        text = await rated(club, opponents="W1600", rating=1800.0, games=200, list="fide-standard",
                           rules="simplified-2017")  # fmt: skip
        assert "0.7597" in text
        assert "The simplified formula gives +0.01 against FIDE's table" in text

    async def test_rules_of_another_system_are_one_sentence(self, club: SimulatedClub) -> None:
        for rules, part in (("informal-2020", "There are no FIDE rules"), ("x" * 300, 'There are no rules called "x')):
            sentence = await said(club.dana.slash(club.channel, "rating update", **FIRST_TIME, rules=rules))
            assert part in sentence
            assert await stored(club) == 0

    async def test_where_no_game_counts_it_is_one_sentence(self, club: SimulatedClub) -> None:
        refused = club.dana.slash(
            club.channel, "rating update", opponents="W1000", rating=1800.0, games=9, list="fide-standard"
        )
        assert "FIDE does not rate these games" in await said(refused)
        assert await stored(club) == 0

    async def test_its_button_shows_the_calculation(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
        pages = await club.eli.click(answer.response, label="Calculation")
        text = await full_text(pages)
        assert "**FIDE B.02, 8.3**" in text
        assert "An event's K (S − E) = 20 × -0.2700 = **-5.4000**" in text


class TestEstimate:
    async def test_nothing_is_stored(self, club: SimulatedClub) -> None:
        answer = await club.dana.slash(club.channel, "rating estimate", **FIRST_TIME)
        assert answer.ephemeral
        assert (await full_text(answer)).startswith("## 2054 (-5.40)\n")
        assert "not stored" in answer.response.embeds[0].footer.text
        assert await stored(club) == 0

    async def test_it_works_in_a_direct_message(self, club: SimulatedClub) -> None:
        user = club.env.create_user("loner")
        assert (await full_text(await user.slash("rating estimate", **FIRST_TIME))).startswith("## 2054 (-5.40)\n")
        assert (await full_text(await user.slash("rating estimate", **NEWCOMER))).startswith("## 1922\n")

    async def test_what_waits_counts(self, club: SimulatedClub) -> None:
        await rated(club, **FIRST_TIME)
        text = await rated(club, "estimate", list="fide-standard", opponents="W2054")
        assert "Waiting for it: 2 events, 10 games, +4.60 in all" in text


class TestGoal:
    async def test_the_target_is_a_rating_of_the_coming_list(self, club: SimulatedClub) -> None:
        """Four 1800s against 1800: each half point above two is 10."""
        options = {"opponents": "1800 1800 1800 1800", "list": "fide-standard"}
        text = await rated(club, "estimate", target=1810.0, rating=1800.0, games=200, **options)
        assert text.startswith(
            "## 2½ of 4\nThis score gives **1810**; less is not enough.\nOn the list of 2026-12-01\n"
        )
        assert ["▸2½", "1895", "+10.00", "1810"] in lines_of(text)
        assert await stored(club) == 0

    async def test_what_waits_already_is_counted(self, club: SimulatedClub) -> None:
        await rated(club, opponents="W1800", rating=1800.0, games=200, list="fide-standard")
        text = await rated(club, "estimate", target=1820.0, opponents="1800 1800", list="fide-standard")
        assert text.startswith("## 1½ of 2\nThis score gives **1820**;")
        assert "together with 1 waiting event" in text

    async def test_opponents_who_do_not_count_are_named(self, club: SimulatedClub) -> None:
        options = {"target": 1810.0, "rating": 1800.0, "games": 200, "list": "fide-standard"}
        some = club.dana.slash(club.channel, "rating estimate", opponents="1800 1300 1800", **options)
        assert "Round 2 does not count for FIDE. Remove that game" in await said(some)
        none = club.dana.slash(club.channel, "rating estimate", opponents="1300 1200", **options)
        assert "FIDE does not rate these games: the opponents' ratings are too low" in await said(none)


class TestUndo:
    async def test_an_event_that_waits_is_taken_back(self, club: SimulatedClub) -> None:
        await rated(club, **FIRST_TIME, event="City Open")
        await rated(club, opponents="W2054", list="fide-standard", event="Friday Night")
        text = await full_text(await club.dana.slash(club.channel, "rating undo"))
        assert "Friday Night" in text
        assert "List of 2026-12-01: 2054 → **2049** so far (1 event, -5.40)" in await shown(club)

    async def test_one_that_is_published_changes_the_rating_again(self, club: SimulatedClub) -> None:
        await club.td.slash(
            club.channel, "td rating", player=club.dana, rating=2054.0, games=100, list="fide-standard",
            date="2026-10-01",
        )  # fmt: skip
        await rated(club, **OPEN, date="2026-10-10", event="City Open")
        assert (await shown(club))[0] == "## 2049"
        text = await full_text(await club.dana.slash(club.channel, "rating undo"))
        assert "rating now: 2049 → **2054**" in text
        assert (await shown(club))[0] == "## 2054"

    async def test_the_first_event_takes_its_rating_along(self, club: SimulatedClub) -> None:
        await rated(club, **FIRST_TIME)
        assert "Initial ratings reported with it are removed too." in await full_text(
            await club.dana.slash(club.channel, "rating undo")
        )
        assert "no FIDE Standard rating" in await said(
            details(club.dana, club.channel, "rating show", list="fide-standard")
        )


class TestRulesAreSuggested:
    @pytest.mark.parametrize(
        ("typed", "first"),
        [
            ("", "FIDE as in the calculator of 2017 (logistic formula)"),
            ("2024-03", "FIDE from 2024-03-01 (floor 1400)"),
        ],
    )
    async def test_those_of_the_list_that_is_named(self, club: SimulatedClub, typed: str, first: str) -> None:
        choices = await club.dana.autocomplete(
            club.channel, "rating update", "rules", typed, list="fide-standard", opponents="W1800"
        )
        assert choices[0]["name"] == first
        assert all(choice["name"].startswith("FIDE") for choice in choices)
