"""The desk on the evening: results by board, many players at once, a latecomer, a method chosen later."""

import re
from typing import Any

import pytest
from paired_evening import PairedEvening
from sqlalchemy import select

from bot.store.database.tables import player
from tests.conftest import Clock, SimulatedClub, rows, said, text_of
from tests.flows import fill_in, open_evening, panel_button, report_results

FOUR = ("Ann", "Bea", "Cem", "Dov")


async def boards_of(evening: PairedEvening) -> list[tuple[str, str, str]]:
    """Return each board's players and what stands between them."""
    state = await evening.state()
    assert state.open_round is not None
    games = [one for one in state.pairings_of(state.open_round.number) if one.second is not None]
    named = []
    for game in games:
        first, between, second = re.split(r" (–|[0-9½:+-]+) ", state.describe(game, state.report_of(game)), maxsplit=1)
        named.append((first, between, second))
    return named


async def enter(evening: PairedEvening, results: str) -> Any:
    """Write results into the directors' form."""
    form = await panel_button(evening.club, "evening-enter")
    return await evening.club.td.submit_modal(form, {"results": results, "reason": ""})


@pytest.mark.both_databases
async def test_results_by_board_number_in_the_directors_form(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *FOUR, rounds=2)
    await evening.begin()
    await enter(evening, "1 1-0\n2. ½")
    assert [between for _, between, _ in await boards_of(evening)] == ["1-0", "½-½"]
    await enter(evening, "board 2: 0-1; 1 *")
    assert [between for _, between, _ in await boards_of(evening)] == ["–", "0-1"]


async def test_a_numbered_list_of_names_is_read_by_its_names(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *FOUR, rounds=2)
    await evening.begin()
    (one, _, two), (three, _, four) = await boards_of(evening)
    await enter(evening, f"1. {four} - {three} 1-0\n2) {one} 1-0 {two}")
    assert [between for _, between, _ in await boards_of(evening)] == ["1-0", "0-1"]


async def test_a_player_reports_their_own_board_by_its_number_and_no_other(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *FOUR, rounds=2)
    await evening.begin()
    (first, _, _), _ = await boards_of(evening)
    other = await report_results(club, evening.member(first), "2 1-0")
    assert "that is not your game" in other.followups[-1].content
    assert "there is no board 9 in round 1" in (await report_results(club, club.td, "9 1-0")).followups[-1].content
    await report_results(club, evening.member(first), "1 0-1")
    assert [between for _, between, _ in await boards_of(evening)] == ["0-1", "–"]


async def test_the_loser_is_me(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bea", rounds=1)
    await evening.begin()
    ((first, _, second),) = await boards_of(evening)
    await report_results(club, evening.member(first), f"{second} lost to me")
    assert await boards_of(evening) == [(first, "1-0", second)]


async def test_an_evening_without_pairings_has_no_boards_but_knows_me(club: SimulatedClub) -> None:
    answer = await open_evening(club)
    for who in (club.dana, club.eli):
        await who.click(answer.response, label="Join")
    assert "this evening has no boards" in await said(report_results(club, club.dana, "1 1-0"))
    reported = await report_results(club, club.dana, "Eli lost to me")
    assert "Dana **1-0** Eli" in text_of(reported) or "Eli **0-1** Dana" in text_of(reported)


@pytest.mark.parametrize(("written", "stands"), [("beat {} 450 to 399", "450:399"), ("lost to {} 450-399", "399:450")])
async def test_the_points_of_scrabble_follow_the_word(
    club: SimulatedClub, clock: Clock, written: str, stands: str
) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bea", method="scrabble-swiss", rounds=1)
    await evening.begin()
    ((first, _, second),) = await boards_of(evening)
    form = await evening.member(first).click(evening.card, label="Report a result")
    assert "412-387" in str(form.modal)
    assert "½" not in str(form.modal)
    await evening.member(first).submit_modal(form, {"results": written.format(second), "reason": ""})
    assert await boards_of(evening) == [(first, stands, second)]
    assert "1-0" not in str((await panel_button(club, "evening-enter")).modal)


async def test_a_word_and_a_score_that_disagree_are_refused(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bea", method="scrabble-swiss", rounds=1)
    await evening.begin()
    ((first, _, second),) = await boards_of(evening)
    assert "do not agree" in await said(report_results(club, evening.member(first), f"beat {second} 399-450"))


async def test_a_scrabble_method_takes_the_scrabble_list_of_a_chess_club(club: SimulatedClub) -> None:
    answer = await open_evening(club, method="scrabble-swiss")
    assert answer.response.embeds[0].author.name.startswith("NASPA")
    refused = await said(open_evening(club, method="scrabble-swiss", list="fide-rapid"))
    assert "does not rate Scrabble" in refused


async def test_an_evening_with_a_start_and_no_place_names_no_place(club: SimulatedClub) -> None:
    answer = await open_evening(club, starts="2026-12-04 19:00")
    assert "no name" not in text_of(answer)


async def add_lines(club: SimulatedClub, lines: str, **more: Any) -> Any:
    form = await panel_button(club, "evening-add-player")
    return await fill_in(club.td, form, player=lines, **more)


async def ratings_in(evening: PairedEvening) -> dict[str, int | None]:
    return {one.player.name: one.displayed for one in (await evening.state()).entrants}


@pytest.mark.both_databases
async def test_six_people_without_discord_are_one_form(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, rounds=3)
    await add_lines(
        club, "Ada Blank 1450\nBo Cart, 1400/12\n3. Cy Dorn new\nDi Elm, new, 2015; Flo Gray 1300, Gus Hale 1200"
    )
    assert await ratings_in(evening) == {
        "Ada Blank": 1450, "Bo Cart": 1400, "Cy Dorn": None, "Di Elm": None, "Flo Gray": 1300, "Gus Hale": 1200,
    }  # fmt: skip
    kept = select(player.c.born_year, player.c.adult).where(player.c.name == "Di Elm")
    assert [tuple(row) for row in await rows(club.services.database, kept)] == [(2015, False)]
    await evening.begin()
    assert len(await evening.opponents()) == 3


async def test_players_of_the_club_are_read_in_a_line_or_one_a_line(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock)
    for name in ("Ada Blank", "Bo Cart", "Cy Dorn", "Di Elm"):
        club.add(name)
    await add_lines(club, "Ada Blank, Bo Cart\nCy Dorn\nElm, Di")
    assert [*(await ratings_in(evening))] == ["Ada Blank", "Bo Cart", "Cy Dorn", "Di Elm"]


async def test_an_unknown_name_is_told_what_to_write_and_nobody_is_added(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock)
    refused = (await add_lines(club, "Ada Blank 1450\nBo Crat")).followups[-1].content
    assert '"Bo Crat" is not a player of this club' in refused
    assert "Bo Crat 1450, or Bo Crat new" in refused
    refused = (await add_lines(club, "Ada Blank, Bo Cart, 1450")).followups[-1].content
    assert "Write one player per line" in refused
    assert await ratings_in(evening) == {}


async def test_those_at_the_desk_are_here_at_once(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann")
    form = await club.td.click(await evening.panel(), label="No-shows")
    await fill_in(club.td, form, check_in="on", minutes="0")
    await add_lines(club, "Ada Blank 1450\nAnn")
    await add_lines(club, "Bo Cart 1400", here="later")
    assert {one.player.name: one.missing for one in (await evening.state()).entrants} == {
        "Ann": False, "Ada Blank": False, "Bo Cart": True,
    }  # fmt: skip


async def test_a_known_player_keeps_the_clubs_rating(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann")
    await club.td.slash(club.channel, "td rating", player="Ann", rating=1700.0, games=30)
    answer = await add_lines(club, "Ann 1450")
    assert await ratings_in(evening) == {"Ann": 1700}
    assert "Known: the club's rating counts: Ann." in str(answer.response.embeds[0].description)
