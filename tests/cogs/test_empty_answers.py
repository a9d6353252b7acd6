"""Answers that have nothing to show yet have the buttons that fill them, by who reads them."""

from typing import Any

import pytest

from bot.ui.buttons.attached import import_file_button
from tests.conftest import SimulatedClub, stored
from tests.file_answers import parts_of
from tests.flows import found_list, press_anywhere, set_settings
from tests.said_scenes import TABLE

REPORT = "Report an event"
DIRECTORS = ["Import a file", "Start an evening", "Add players"]

EMPTY = ("events", "leaderboard", "rating show", "rating history", "norms", "me", "yearbook")


def all_of(answer: Any) -> tuple[str, list[str]]:
    """Return what an answer says, and its buttons."""
    texts, labels = [], []
    for message in (answer.response, *answer.followups):
        if message is not None:
            texts += [message.content or "", *(str(one.description) for one in message.embeds)]
            labels += [part.get("label") or "" for part in parts_of(message)]
    return "\n".join(texts), labels


@pytest.mark.parametrize("command", EMPTY)
async def test_a_member_is_offered_a_report_and_no_command_of_directors(club: SimulatedClub, command: str) -> None:
    text, labels = all_of(await club.dana.slash(club.channel, command))
    assert labels.count(REPORT) == 1
    assert not set(labels) & set(DIRECTORS)
    assert "/td" not in text


@pytest.mark.parametrize("command", EMPTY)
async def test_a_director_is_offered_files_evenings_and_players_too(club: SimulatedClub, command: str) -> None:
    _, labels = all_of(await club.td.slash(club.channel, command))
    assert [label for label in labels if label in (REPORT, *DIRECTORS)] == [REPORT, *DIRECTORS]


@pytest.mark.parametrize("command", EMPTY)
async def test_a_member_who_may_not_report_is_offered_nothing_that_refuses_them(
    club: SimulatedClub, command: str
) -> None:
    await set_settings(club, self_report="directors")
    _, labels = all_of(await club.dana.slash(club.channel, command))
    assert REPORT not in labels
    assert not set(labels) & set(DIRECTORS)


async def test_the_queue_and_exports_of_an_empty_club_offer_a_file(club: SimulatedClub) -> None:
    for command, options in (("td queue", {}), ("td export", {"what": "roster"})):
        _, labels = all_of(await club.td.slash(club.channel, command, **options))
        assert "Import a file" in labels, command


async def test_seasons_name_the_command_to_directors_only(club: SimulatedClub) -> None:
    assert all_of(await club.dana.slash(club.channel, "season"))[0].endswith("No seasons yet. A director starts one.")
    assert "**/td season**" in all_of(await club.td.slash(club.channel, "season"))[0]


async def test_a_season_without_games_is_filled_by_a_report(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td season", action="start", name="Winter")
    text, labels = all_of(await club.dana.slash(club.channel, "season"))
    assert "No games yet." in text
    assert "/td" not in text
    assert REPORT in labels
    assert [
        label for label in all_of(await club.td.slash(club.channel, "season"))[1] if label in DIRECTORS
    ] == DIRECTORS


async def test_a_board_of_matches_is_not_filled_by_an_event(club: SimulatedClub) -> None:
    _, labels = all_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))
    assert REPORT not in labels
    assert "Import a file" in all_of(await club.td.slash(club.channel, "leaderboard", list="oracle"))[1]


async def test_a_player_without_a_rating_is_offered_a_report_on_their_own_card(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30, list="uschess-quick")
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30, list="uschess-quick")
    own = {"list": "uschess-blitz"}
    assert REPORT in all_of(await club.dana.slash(club.channel, "rating history", **own))[1]
    assert REPORT not in all_of(await club.dana.slash(club.channel, "rating history", player=club.eli, **own))[1]


async def test_somebody_elses_missing_norms_are_not_answered_by_a_report(club: SimulatedClub) -> None:
    text, labels = all_of(await club.dana.slash(club.channel, "norms", player=club.eli))
    assert text == "Eli has no event on a US Chess list here yet."
    assert REPORT not in labels


async def test_what_is_not_empty_has_no_such_buttons(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500 L1600", games=0)
    for command in ("leaderboard", "rating show", "rating history", "me", "norms"):
        _, labels = all_of(await club.dana.slash(club.channel, command))
        assert REPORT not in labels, command
    assert not set(all_of(await club.td.slash(club.channel, "leaderboard"))[1]) & set(DIRECTORS)


@pytest.mark.both_databases
async def test_a_directors_first_file_needs_no_second_command(club: SimulatedClub) -> None:
    """One command and three presses: the button, the form, Store it."""
    empty = await club.td.slash(club.channel, "events")
    form = await club.td.click(empty.response, label="Import a file")
    preview = await club.td.submit_modal(form, {"files": ("club.csv", TABLE)})
    assert preview.response.ephemeral
    await club.td.click(preview.response, label="Store it")
    assert await stored(club) == 1


async def test_two_files_of_the_form_become_one_event(club: SimulatedClub) -> None:
    form = await press_anywhere(club, club.td, import_file_button())
    a, b = b"Fenn, Rosa 1800 2; 420\nQuill, Ada 1675 1; 400\n", b"Moss, Ivy 1500 2; 400\nReed, Sam 1400 1; 380\n"
    preview = await club.td.submit_modal(form, {"files": [("a.t", a), ("b.t", b)]})
    assert "2 sections" in all_of(preview)[0]


async def test_a_member_cannot_import(club: SimulatedClub) -> None:
    text, _ = all_of(await press_anywhere(club, club.dana, import_file_button()))
    assert "(TD)" in text
    assert await stored(club) == 0


async def test_own_lists_are_filled_as_their_system_is(club: SimulatedClub) -> None:
    await found_list(club, name="Table tennis", system="elo")
    assert REPORT in all_of(await club.dana.slash(club.channel, "leaderboard", list="elo:Table tennis"))[1]
