"""The one card of a player."""

import re
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import update

from bot.store.database.tables import player
from tests.conftest import SimulatedClub, card_of, said
from tests.flows import edit_player, head_to_head, on_page, oracle_match, report_for, set_pool

PNG = b"\x89PNG"


def picture(answer: Any) -> Any:
    (attached,) = answer.response.attachments
    return attached


def labels(answer: Any) -> list[str]:
    return [part["label"] for row in answer.response.components for part in row["components"] if "label" in part]


async def change(club: SimulatedClub, name: str, **values: Any) -> None:
    """Set columns of a player."""

    def work(connection: Any) -> None:
        connection.execute(update(player).where(player.c.name == name).values(**values))

    await club.services.database.write(work, club=None)


async def played(club: SimulatedClub) -> None:
    """Enter 1470 after 25 games for Dana and Eli's 1520, and rate a report of Dana's."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=25, date="2026-01-01")
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1520.0, games=25, date="2026-01-01")
    await report_for(club.td, club.channel, club.dana, opponents="W@Eli D1500 L1600 W1400", event="Saturday Swiss")


async def test_the_card_is_a_picture_with_its_words_for_who_cannot_see_it(club: SimulatedClub) -> None:
    await played(club)
    answer = await club.eli.slash(club.channel, "rating show", player="Dana")
    assert not answer.ephemeral
    embed = answer.response.embeds[0]
    assert embed.image.url.startswith("attachment://") or "picture.png" in embed.image.url
    attached = picture(answer)
    assert attached.filename == "picture.png"
    words = attached.description
    assert words.startswith("Dana: ")
    assert len(words) <= 1024
    for part in (
        "US Chess Regular",
        "at Saturday Swiss",
        "1st of 1",
        "29 games",
        "won, drawn, lost, won",
        "scored 62%",
    ):
        assert part in words, words
    assert labels(answer)[:5] == ["Chart", "Games", "Events", "Norms", "Compare"]
    assert labels(answer)[-1] == "Details"


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.pictures.rendering.draw", mock.Mock(side_effect=OSError("no fonts")))


@pytest.mark.usefixtures("no_pictures")
async def test_where_it_cannot_be_drawn_it_has_heading_figure_and_three_lines(club: SimulatedClub) -> None:
    """2.5 points of four games: 62% when halves go to the even figure."""
    await played(club)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1300.0, games=10, list="uschess-quick")
    answer = await club.eli.slash(club.channel, "rating show", player="Dana")
    club.forgive()
    assert answer.response.attachments == []
    name, figure, moved, facts, further = card_of(answer).splitlines()
    assert name == "### Dana"
    assert figure.startswith("# 15")
    assert figure.endswith("  US Chess Regular")
    assert moved.startswith("▲ ")
    assert moved.endswith(" at Saturday Swiss · 1st of 1 · 29 games")
    assert facts.startswith("peak 15")
    assert further == "`1300P` US Chess Quick"


@pytest.mark.long
async def test_another_list_is_chosen_in_place_by_who_asked_and_apart_by_others(club: SimulatedClub) -> None:
    await played(club)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1300.0, games=10, list="uschess-quick")
    answer = await club.eli.slash(club.channel, "rating show", player="Dana")
    menu = next(part for row in answer.response.components for part in row["components"] if "options" in part)
    assert [option["label"].rpartition(" ")[0] for option in menu["options"]] == ["US Chess Regular", "US Chess Quick"]
    theirs = await club.td.select(answer.response, ["uschess-quick"], custom_id=menu["custom_id"])
    assert theirs.ephemeral
    assert "1300 provisional, US Chess Quick" in picture(theirs).description
    await club.eli.select(answer.response, ["uschess-quick"], custom_id=menu["custom_id"])
    (shown,) = club.channel.last_message.attachments
    assert "1300 provisional, US Chess Quick" in shown.description


async def test_games_are_pages_latest_first_and_end_with_who_it_is(club: SimulatedClub) -> None:
    await played(club)
    await club.dana.slash(club.channel, "rating update", opponents="W1000 " * 9, date="2026-11-20", event="Long One")
    card = await club.eli.slash(club.channel, "rating show", player="Dana")
    games = await club.eli.click(card.response, label="Games")
    assert games.ephemeral
    first = card_of(games).splitlines()
    assert first[0] == "### Dana · US Chess Regular"
    assert first[1] == "`1-0` a player 1400 · Saturday Swiss, 4"
    assert first[4] == "`1-0` Eli 1520 · Saturday Swiss, 1"
    assert first[5] == "`1-0` a player 1000 · Long One, 9"
    assert len(first) == 11
    second = await club.eli.click(games.response, label="▶")
    text = card_of(second if second.response is not None else games)
    assert text.splitlines()[-1] == "`1-0` a player 1000 · Long One, 1"


@pytest.mark.long
async def test_norms_compare_and_details_open_for_who_presses(club: SimulatedClub) -> None:
    await played(club)
    card = await club.eli.slash(club.channel, "rating show", player="Dana")
    norms = await club.eli.click(card.response, label="Norms")
    assert norms.ephemeral
    details = await club.eli.click(card.response, label="Details")
    assert details.ephemeral
    assert "exactly · established, 29 rated games" in card_of(details)
    compared = await club.eli.click(card.response, label="Compare")
    assert compared.ephemeral
    assert picture(compared).description.startswith("Eli 1520P against Dana 15")
    chosen = await club.dana.click(card.response, label="Compare")
    assert "Compare with whom?" in card_of(chosen)


@pytest.mark.long
async def test_a_private_card_is_for_them_and_directors(club: SimulatedClub) -> None:
    await played(club)
    await change(club, "Dana", card_private=True)
    assert "Only directors" in await said(club.eli.slash(club.channel, "rating show", player="Dana"))
    for who in (club.dana, club.td):
        assert picture(await who.slash(club.channel, "rating show", player="Dana"))
    # Whoever has played them has seen as much as a head to head shows: it is below one's own card.
    own = await club.eli.slash(club.channel, "rating show")
    asked = await club.eli.click(own.response, label="Compare")
    assert picture(await club.eli.select(asked.response, [club.dana]))
    fay = club.add("Fay")
    assert "Only directors" in await said(head_to_head(club, fay, "Eli", "Dana"))


async def test_no_id_and_no_birth_is_on_the_picture_of_a_director(club: SimulatedClub) -> None:
    await played(club)
    await edit_player(club.dana, club.channel, born="2012-05-30", fide_id="2020009")
    answer = await club.td.slash(club.channel, "rating show", player="Dana")
    assert "2020009" not in picture(answer).description
    assert "2012" not in picture(answer).description
    details = await club.td.click(answer.response, label="Details")
    assert "2020009" in details.response.embeds[1].description
    games = await club.td.click(answer.response, label="Games")
    assert "FIDE 2020009" in games.response.embeds[0].footer.text
    others = await club.eli.click(answer.response, label="Games")
    assert "2020009" not in others.response.embeds[0].footer.text


@pytest.mark.usefixtures("no_pictures")
async def test_a_pool_shows_the_interval_where_others_have_peak_and_floor(club: SimulatedClub) -> None:
    await set_pool(club, keeper="Keeper")
    await oracle_match(club.td, club.channel, f"{club.dana.mention}, Keeper", wins=12, losses=8)
    answer = await club.eli.slash(club.channel, "rating show", list="oracle", player="Dana")
    club.forgive()
    assert " v. Keeper" in card_of(answer)
    assert "peak" not in card_of(answer)
    assert labels(answer)[:4] == ["Chart", "Games", "Events", "Compare"]


async def test_a_list_that_is_unknown_in_an_old_message_is_a_sentence(club: SimulatedClub) -> None:
    await played(club)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1300.0, games=10, list="uschess-quick")
    answer = await club.eli.slash(club.channel, "rating show", player="Dana")
    menu = next(part for row in answer.response.components for part in row["components"] if "options" in part)
    await on_page(club.td, club.channel, club.dana, "Undo last report")
    sentence = await said(club.eli.select(answer.response, ["uschess-quick"], custom_id=menu["custom_id"]))
    assert sentence == "Dana has no US Chess Quick rating here yet. Ratings start with /rating update."


@pytest.mark.both_databases
async def test_the_card_says_what_the_rating_was_a_year_ago(club: SimulatedClub) -> None:
    """1470 was entered in October 2025; the clock says 21 November 2026."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=30, date="2025-10-01")
    await report_for(club.td, club.channel, club.dana, opponents="W1500 W1500", event="Saturday Swiss")
    answer = await club.dana.slash(club.channel, "rating show")
    line = answer.response.embeds[0].description.splitlines()[0]
    assert re.fullmatch(r"This time last year \*\*1470\*\* · ▲ \d+ since", line), line


async def test_the_card_says_nothing_of_last_year_where_there_was_no_rating(club: SimulatedClub) -> None:
    await played(club)
    answer = await club.dana.slash(club.channel, "rating show")
    assert "last year" not in (answer.response.embeds[0].description or "")
