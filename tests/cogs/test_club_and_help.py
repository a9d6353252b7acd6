"""/td settings and /help."""

import re

import pytest

from bot.ui.buttons.help import TOPICS
from tests.conftest import SimulatedClub, card_of, said
from tests.flows import set_settings, show_td


@pytest.mark.both_databases
async def test_a_director_sees_and_changes_the_settings(club: SimulatedClub) -> None:
    first = await club.td.slash(club.channel, "td settings")
    assert first.ephemeral
    assert "**Rating list** US Chess Regular" in card_of(first)
    await set_settings(club, default_list="uschess-blitz", self_report="directors")
    second = await club.td.slash(club.channel, "td settings")
    assert "**Rating list** US Chess Blitz\n**Members report** no: directors only" in card_of(second)
    answer = await club.td.slash(club.channel, "rating update", opponents="W1500", games=0)
    assert "US Chess Blitz" in str(answer.response.embeds[0].to_dict())


async def test_the_settings_of_one_server_are_not_anothers(club: SimulatedClub) -> None:
    await set_settings(club, default_list="uschess-blitz")
    other = club.other_server()
    seen = await other.td.slash(other.channel, "td settings")
    assert "**Rating list** US Chess Regular" in card_of(seen)


async def test_a_role_is_needed_for_reports_by_role(club: SimulatedClub) -> None:
    assert "The reporters' role is missing" in await said(set_settings(club, self_report="role"))


async def test_members_are_refused_even_where_an_admin_shows_them_the_command(club: SimulatedClub) -> None:
    await show_td(club, club.dana)
    assert "Only a tournament director (TD)" in await said(club.dana.slash(club.channel, "td settings"))


async def test_help_begins_where_whoever_asks_does(club: SimulatedClub) -> None:
    await set_settings(club, td_role=club.td_role)
    begins = {
        who: (await member.slash(club.channel, "help")).response.embeds[0].title
        for who, member in {"manager": club.td, "TD": club.add("Helper", club.td_role), "member": club.dana}.items()
    }
    evening = "Directors: the first evening"
    assert begins == {"manager": evening, "TD": evening, "member": "Report an event"}


async def test_the_directors_topic_goes_by_the_order_of_the_evening() -> None:
    named = re.findall(r"`(/[a-z]+(?: [a-z]+(?!:))?)", TOPICS["directors"].text)
    first = list(dict.fromkeys(name.strip() for name in named))
    assert first == ["/td setup", "/td", "/td import", "/td evening", "/events", "/td correct", "/td void",
                     "/td queue", "/td settings"]  # fmt: skip


async def test_help_shows_another_topic_in_the_same_message(club: SimulatedClub) -> None:
    answer = await club.td.slash(club.channel, "help")
    shown = answer.response
    for _, key, title, text in TOPICS.values():
        await club.td.select(shown, [key], custom_id="help-topic")
        assert (shown.embeds[0].title, shown.embeds[0].description) == (title, text)


async def test_help_opens_a_topic_by_its_option(club: SimulatedClub) -> None:
    answer = await club.dana.slash(club.channel, "help", topic="scrabble")
    assert answer.ephemeral
    assert answer.response.embeds[0].title == TOPICS["scrabble"].title
