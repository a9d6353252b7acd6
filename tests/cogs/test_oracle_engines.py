"""Oracle by default: a Keeper without a question, engines that nobody confirms for, two new engines."""

import pytest
from oracle_club import labels, match, ratings, reported
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import player
from tests.conftest import SimulatedClub, full_text, rows, said, text_of
from tests.flows import fill_in, set_pool, set_settings

WON_ONE = 100 * 1.3 / 2.3  # vectors/oracle.json, one_win_vs_keeper


@pytest.mark.both_databases
async def test_the_first_match_of_a_new_club_is_against_its_keeper(club: SimulatedClub) -> None:
    """The founding document's example, 12-8, then by its own formula: one win makes a strength of 1.3."""
    answer = await club.dana.slash(club.channel, "match", opponent="Keeper", wins="12", losses=8, list="oracle")
    assert "### Dana 12–8 Keeper" in text_of(answer)
    assert (await ratings(club))["Keeper"] == 50.0
    assert await verify_club(club.services, club.guild.id) == []


async def test_a_win_over_the_keeper_is_worth_what_the_document_says(club: SimulatedClub) -> None:
    await reported(club, "keeper", results="W")
    assert await ratings(club) == pytest.approx({"Keeper": 50.0, "Dana": WON_ONE}, rel=1e-12)


async def test_a_match_between_two_members_makes_the_keeper_and_a_chess_club_has_none(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "match", opponent=club.eli.mention, wins="1", list="elo")
    keepers = select(player.c.name).where(player.c.kind == "ai_keeper")
    assert await rows(club.services.database, keepers) == []
    await reported(club, "Eli", wins=1)
    assert [row.name for row in await rows(club.services.database, keepers)] == ["Keeper"]


async def test_an_estimate_against_the_keeper_needs_no_question(club: SimulatedClub) -> None:
    await reported(club, club.eli.mention, wins=1)
    other = club.other_server()
    await other.td.slash(other.channel, "td rating", player=other.dana, rating=60.0, games=30, list="oracle")
    told = await other.dana.slash(other.channel, "rating estimate", opponents="@Keeper", list="oracle")
    assert "60" in await full_text(told)
    assert "Keeper" in await full_text(told)


async def test_a_member_called_keeper_is_not_the_benchmark(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.add("Keeper"), rating=60.0, games=30, list="elo")
    await reported(club, "Keeper", results="W")
    assert await ratings(club) == pytest.approx({"Keeper": 50.0, "Dana": WON_ONE}, rel=1e-12)


async def test_a_renamed_keeper_stays_the_benchmark(club: SimulatedClub) -> None:
    await reported(club, "Keeper", results="W")
    await set_pool(club, keeper="Warden")
    await reported(club, "Warden", by=club.eli, results="W")
    assert (await ratings(club))["Warden"] == 50.0


async def test_a_match_against_an_engine_counts_at_once_until_a_director_confirms_it(club: SimulatedClub) -> None:
    answer = await reported(club, "Fritz", results="W", kind="ai_defensive")
    assert "⏳ Waiting for a director to confirm. The rating counts now." in text_of(answer)
    assert answer.followups == []
    assert (await ratings(club)).keys() == {"Dana", "Fritz"}
    queue = await club.td.slash(club.channel, "td queue")
    await club.td.click(queue.response, label="1 Confirm")
    assert (await ratings(club)).keys() == {"Dana", "Fritz"}
    assert "Nothing" in text_of(await club.td.slash(club.channel, "td queue"))
    assert await verify_club(club.services, club.guild.id) == []


async def test_the_reporter_undoes_what_nobody_confirmed(club: SimulatedClub) -> None:
    answer = await reported(club, "Keeper", results="W")
    assert labels(answer) == ["Calculation", "Add details", "Undo"]
    await club.dana.click(answer.response, label="Undo")
    assert "Dana" not in await ratings(club)
    answer = await match(club, "Keeper", by=club.td, wins=1, member=club.dana.mention)
    assert labels(answer) == ["Calculation", "Add details", "Undo (TD)"]


async def test_a_club_whose_reports_wait_lets_a_director_confirm_it(club: SimulatedClub) -> None:
    await set_settings(club, confirm_reports="everything")
    answer = await reported(club, "Keeper", results="W")
    assert "⏳ Waiting for a director to confirm." in text_of(answer)
    assert "Dana" not in await ratings(club)
    await club.td.click(answer.response, label="Confirm")
    assert (await ratings(club))["Dana"] == pytest.approx(WON_ONE, rel=1e-12)


@pytest.mark.both_databases
async def test_two_new_engines_meet(club: SimulatedClub) -> None:
    """By the founding document: equals at 50, one game with A = 1.3 moves both by half: 1.3 ** 0.5 each way apart."""
    form = await club.td.slash(club.channel, "match", opponent="Fritz, Rybka", wins="1", list="oracle")
    kinds = {"kind": "ai_defensive", "other-kind": "ai_aggressive"}
    answer = await fill_in(club.td, form, **kinds)
    assert "### Fritz 1–0 Rybka" in text_of(answer)
    found = await ratings(club)
    assert found["Fritz"] > 50 > found["Rybka"]
    assert found["Fritz"] + found["Rybka"] == pytest.approx(100)


async def test_a_new_engine_is_named_first_or_second(club: SimulatedClub) -> None:
    await reported(club, "Keeper", results="W")
    form = await club.td.slash(club.channel, "match", opponent="Fritz, Dana", wins="3", losses=1, list="oracle")
    answer = await fill_in(club.td, form, kind="ai_defensive")
    assert "### Dana 1–3 Fritz" in text_of(answer)
    answer = await club.td.slash(club.channel, "match", opponent="Keeper, Fritz", wins="3", losses=1, list="oracle")
    assert "### Keeper 3–1 Fritz" in text_of(answer)


async def test_members_report_no_match_between_engines(club: SimulatedClub) -> None:
    form = await club.dana.slash(club.channel, "match", opponent="Fritz, Rybka", wins="1", list="oracle")
    sentence = await said(fill_in(club.dana, form, kind="ai_defensive", **{"other-kind": "ai_aggressive"}))
    assert "Only a tournament director (TD) can report for somebody else" in sentence
