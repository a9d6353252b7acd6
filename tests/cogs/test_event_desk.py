"""The desk on the evening: results by board, many players at once, a latecomer, a method chosen later."""

import io
import re
from typing import Any

import pytest
from paired_evening import PairedEvening
from pypdf import PdfReader
from sqlalchemy import select

from bot.services.evenings.standings import live_standings
from bot.store.database.tables import entrant as entrant_table
from bot.store.database.tables import evening as evening_table
from bot.store.database.tables import player
from tests.conftest import Clock, SimulatedClub, rows, said, text_of
from tests.flows import fill_in, open_evening, panel_button, report_results, set_order, set_settings


def labels(message: Any) -> list[str]:
    return [part["label"] for row in message.components for part in row["components"] if "label" in part]


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
    assert "Rated by the club already: Ann." in str(answer.response.embeds[0].description)


FIVE = (*FOUR, "Eda")


async def with_a_latecomer(club: SimulatedClub, clock: Clock, *late: str) -> tuple[PairedEvening, str]:
    """Return an evening of five whose first board has a result, with latecomers; and who has the bye."""
    evening = await PairedEvening.opened(club, clock, *FIVE, rounds=3)
    await evening.begin()
    await enter(evening, "1 1-0")
    for name in late:
        await evening.join(name)
    state = await evening.state()
    (bye,) = [one.first for one in state.pairings_of(1) if not one.is_game]
    return evening, state.name_of(bye)


@pytest.mark.both_databases
async def test_a_latecomer_plays_the_bye_and_it_can_be_undone(club: SimulatedClub, clock: Clock) -> None:
    evening, free = await with_a_latecomer(club, clock, "Ida")
    panel = await evening.panel()
    await club.td.click(panel, label=f"Play the bye: {free} – Ida")
    assert {*(await boards_of(evening))[2]} == {free, "–", "Ida"}
    await club.td.click(panel, label="Undo")
    state = await evening.state()
    assert [state.name_of(one.first) for one in state.pairings_of(1) if not one.is_game] == [free]
    assert next(one.from_round for one in state.entrants if one.player.name == "Ida") == 2

    await club.td.click(await evening.panel(), label=f"Play the bye: {free} – Ida")
    await enter(evening, f"2 ½\nIda beat {free}")
    await evening.direct("Close round")
    state = await evening.state()
    points = {state.name_of(number): score for number, score in state.points.items()}
    assert (points["Ida"], points[free]) == (1, 0)
    await evening.begin()
    assert len(await evening.opponents()) == 3
    assert {"Ida", free} not in [{*pair} for pair in await evening.opponents()]


async def test_two_latecomers_and_a_bye_are_any_board(club: SimulatedClub, clock: Clock) -> None:
    evening, free = await with_a_latecomer(club, clock, "Ida", "Jon")
    form = await panel_button(club, "evening-add-board")
    refused = await club.td.submit_modal(form, {"boards": f"Ida - {(await boards_of(evening))[0][0]}"})
    assert f"those without a game: Ida, Jon, {free}" in refused.followups[-1].content
    form = await panel_button(club, "evening-add-board")
    await club.td.submit_modal(form, {"boards": "Ida - Jon"})
    assert {*(await boards_of(evening))[2]} == {"Ida", "–", "Jon"}
    await evening.send()
    called = [message.content for message in evening.messages()]
    assert any(all(f"<@{evening.member(name).id}>" in text for name in ("Ida", "Jon")) for text in called)


async def test_swap_names_a_button_that_is_there(club: SimulatedClub, clock: Clock) -> None:
    evening, free = await with_a_latecomer(club, clock, "Ida")
    panel = await evening.panel()
    form = await club.td.click(panel, label="Swap")
    refused = (await club.td.submit_modal(form, {"one": free, "other": "Ida"})).followups[-1].content
    named = re.search(r"Press (Play the bye: .+), or (Add a board)\.", refused)
    assert named is not None
    assert {named[1], named[2]} <= {*labels(panel)}


async def test_nobody_is_added_to_a_round_robin(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *FIVE, method="round-robin")
    await evening.begin()
    assert not [label for label in labels(await evening.panel()) if "Play" in label or "Add a board" in label]


@pytest.mark.parametrize("method", [None, "swiss"])
async def test_cancel_asks_as_soon_as_somebody_has_joined(club: SimulatedClub, method: str | None) -> None:
    card = (await open_evening(club, **({} if method is None else {"method": method}))).response
    await club.dana.click(card, label="Join")
    shown = card if method is None else (await club.td.click(card, label="Directors (TD)")).response
    asked = await club.td.click(shown, label="Cancel (TD)")
    assert text_of(asked) == "1 player joined. Cancel the evening?"
    assert card.embeds[0].title == "Friday"
    await club.td.click(asked.response, label="Yes, cancel it")
    assert await rows(club.services.database, select(evening_table.c.status)) == [("cancelled",)]


@pytest.mark.both_databases
async def test_an_evening_without_a_method_asks_for_it_by_one_menu(club: SimulatedClub, clock: Clock) -> None:
    opened = await open_evening(club)
    (asked,) = opened.followups
    assert asked.ephemeral
    assert "is not paired: members report what they play" in asked.embeds[0].description
    evening = PairedEvening(club, clock, opened.response)
    for name in FOUR:
        await evening.join(name)
    (menu,) = [part["custom_id"] for row in asked.components for part in row["components"]]
    chosen = await club.td.select(asked, ["swiss"], custom_id=menu)
    assert "Swiss (FIDE Dutch), 5 rounds" in text_of(chosen)
    form = await club.td.click(chosen.response, label="Rounds")
    await club.td.submit_modal(form, {"rounds": "2"})
    await evening.begin()
    assert len(await evening.opponents()) == 2


async def test_the_method_changes_until_a_round_is_paired(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *FOUR, rounds=2)

    async def choose(key: str) -> Any:
        shown = (await club.td.click(await evening.panel(), label="Method")).response
        menu = next(part["custom_id"] for row in shown.components for part in row["components"] if "options" in part)
        return await club.td.select(shown, [key], custom_id=menu)

    await choose("scrabble-koth")
    state = await evening.state()
    assert (state.method.key, state.evening.rounds, state.lists[0].value) == ("scrabble-koth", 2, "naspa")
    await choose("round-robin")
    shown = (await club.td.click(await evening.panel(), label="Method")).response
    await evening.direct("Pair round 1")
    menu = next(part["custom_id"] for row in shown.components for part in row["components"] if "options" in part)
    refused = await club.td.select(shown, ["typed"], custom_id=menu)
    assert "is already paired" in refused.followups[-1].content
    assert (await evening.state()).method.key == "round-robin"


async def test_a_typed_evening_with_results_keeps_them(club: SimulatedClub) -> None:
    card = (await open_evening(club)).response
    for who in (club.dana, club.eli):
        await who.click(card, label="Join")
    await report_results(club, club.td, "1: Dana 1-0 Eli")
    shown = (await club.td.click(card, label="Method (TD)")).response
    menu = next(part["custom_id"] for row in shown.components for part in row["components"])
    refused = await club.td.select(shown, ["swiss"], custom_id=menu)
    assert "already has 1 result" in refused.followups[-1].content


async def standings_for(club: SimulatedClub, evening: PairedEvening) -> Any:
    return await club.td.click(evening.card, label="Standings")


async def places(club: SimulatedClub) -> list[tuple[int, str]]:
    ((evening_id,),) = await rows(club.services.database, select(evening_table.c.id))
    found = await live_standings(club.services, club.guild.id, evening_id)
    return [(row.rank, found.tournament.name_of(row.number)) for row in found.rows]


@pytest.mark.both_databases
async def test_a_play_off_orders_the_tied_and_stays_with_the_event(club: SimulatedClub, clock: Clock) -> None:
    """Two boards, both won by White, no tie-breaks: first and third place are shared by two each."""
    evening = await PairedEvening.opened(club, clock, *FOUR, rounds=1)
    await set_order(club, order="none")
    await evening.begin()
    (one, _, two), (three, _, four) = await boards_of(evening)
    await enter(evening, "1 1-0\n2 1-0")
    await evening.direct("Close round")
    assert {(rank, name) for rank, name in await places(club)} == {(1, one), (1, three), (3, two), (3, four)}

    form = await club.td.click((await standings_for(club, evening)).response, label="Play-off (TD)")
    refused = await club.td.submit_modal(form, {"order": f"{one}\n{two}", "by": "lot"})
    assert "Only players who share a place" in refused.followups[-1].content
    form = await club.td.click((await standings_for(club, evening)).response, label="Play-off (TD)")
    shown = await club.td.submit_modal(form, {"order": f"{three}\n{one}", "by": "play-off"})
    assert "places 1–2 by play-off" in shown.response.embeds[0].footer.text
    assert (await places(club))[:2] == [(1, three), (2, one)]
    await club.td.click(shown.response, label="Undo")
    assert [rank for rank, _ in await places(club)] == [1, 1, 3, 3]
    form = await club.td.click((await standings_for(club, evening)).response, label="Play-off (TD)")
    await club.td.submit_modal(form, {"order": f"{three}\n{one}", "by": "lot"})

    form = await club.td.click((await standings_for(club, evening)).response, label="Play-off (TD)")
    await club.td.submit_modal(form, {"order": f"{four}\n{two}", "by": "play-off"})
    expected = [(1, three), (2, one), (3, four), (4, two)]
    assert await places(club) == expected
    prizes = await club.td.click(evening.card, label="Prizes")
    form = await club.td.click(prizes.response, label="Set prizes (TD)")
    paid = await club.td.submit_modal(form, {"prizes": "1st trophy cup", "sharing": "uschess", "people": ""})
    assert f"{three}" in text_of(paid)
    await club.td.click(await evening.panel(), label="Close (TD)")
    assert await places(club) == expected
    stored = select(entrant_table.c.place, player.c.name).join(player, player.c.id == entrant_table.c.player_id)
    assert sorted(tuple(row) for row in await rows(club.services.database, stored)) == expected


async def test_members_see_no_play_off_button(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *FOUR, rounds=1)
    await evening.begin()
    shown = await evening.member("Ann").click(evening.card, label="Standings")
    assert "Play-off (TD)" not in labels(shown.response)


@pytest.mark.parametrize(
    ("settings", "paper", "size"),
    [
        ({"time_zone": "Europe/Berlin"}, "A4", (595, 842)),
        ({"time_zone": "America/Chicago"}, "US Letter", (612, 792)),
        ({"time_zone": "Europe/Berlin", "paper": "letter"}, "US Letter", (612, 792)),
        ({"time_zone": "America/Chicago", "paper": "a4"}, "A4", (595, 842)),
    ],
)
async def test_paper_is_that_of_the_country_or_the_setting(
    club: SimulatedClub, clock: Clock, settings: dict[str, str], paper: str, size: tuple[int, int]
) -> None:
    await set_settings(club, **settings)
    evening = await PairedEvening.opened(club, clock, *FOUR, rounds=1)
    await evening.begin()
    asked = await club.td.click(await evening.panel(), label="Print")
    (menu,) = [part["custom_id"] for row in asked.response.components for part in row["components"]]
    printed = (await club.td.select(asked.response, ["pairings", "slips"], custom_id=menu)).response
    assert printed.embeds[0].description.endswith(f"of {paper}")
    pdf, html = [await one.read() for one in printed.attachments]
    pages = PdfReader(io.BytesIO(pdf)).pages
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages} == {size}
    assert f"@page {{ size: {'letter' if paper == 'US Letter' else 'A4'};" in html.decode()
    text = "".join(page.extract_text() for page in pages)
    assert "round 1 by board" in text
    assert "round 1 by name" in text
