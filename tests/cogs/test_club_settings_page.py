"""/td settings as a page."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.club.settings.change import undo_settings
from bot.store.database.tables import audit
from bot.store.database.tables import club as club_table
from bot.ui.buttons.settings import SETTING_FORMS
from core.errors import RuleError
from tests.conftest import SimulatedClub, card_of, rows, said
from tests.flows import fill_in, on_page, set_settings
from tests.said_scenes import asked_to_give_up, director_by_role


async def page_of(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "td settings")


async def form(club: SimulatedClub, key: str, page: Any = None) -> Any:
    page = page or await page_of(club)
    return await club.td.select(page.response, [key], custom_id="settings-change")


async def fill(club: SimulatedClub, key: str, values: dict[str, Any]) -> Any:
    return await fill_in(club.td, await form(club, key), **values)


def lines(answer: Any) -> list[str]:
    return card_of(answer).strip().splitlines()


FILLED: dict[str, tuple[dict[str, Any], str]] = {
    "directors": ({"td_role": "role"}, "**Directors** Arbiters"),
    "list": ({"default_list": "elo"}, "**Rating list** Elo"),
    "reports": (
        {"self_report": "role", "reporter_role": "role"},
        "**Members report** with Arbiters, and directors",
    ),
    "results": (
        {"confirm_results": "director", "confirm_hours": "48", "confirm_minutes": "15"},
        "**Results** confirmed by a director, or after 48 h",
    ),
    "no_shows": (
        {"check_in": True, "forfeit_minutes": "30"},
        "**New evenings** players check in before round 1; no-shows forfeit after 30 min",
    ),
    "own": (
        {"confirm_reports": "everything", "rate_opponents": True},
        "**Members' own reports** count for nothing until confirmed; the opponent who confirms is rated too",
    ),
    "claims": ({"claims": "agree"}, "**Who is who** confirmed by a director, unless name and id agree"),
    "queue": ({"td_channel": "channel"}, "**Directors' messages** waiting reports, daily in <#{channel}>"),
    "official": ({"official": True}, "**Official ratings** compared with US Chess' each month"),
    "zone": ({"time_zone": "asia/tokyo"}, "**Time zone** Asia/Tokyo, 21:00 there"),
    "files": ({"fide_files": "only"}, "**Files with FIDE ratings** change only FIDE's lists"),
    "rules": ({"rules": ["elo:elo-10"]}, "**Rules** Elo, K 10"),
    "provisional": (
        {"provisional_players": ["uschess-regular:hidden"]},
        "**Provisional players** US Chess Regular: hidden",
    ),
    "paper": ({"paper": "letter"}, "**Paper** US Letter"),
    "gone": ({"gone": "at once"}, "**Members who left** hidden from boards at once"),
    "news": (
        {"channel": "channel", "when": "weekly", "hour": "7"},
        "**Announcements** <#{channel}>, weekly at 07:00",
    ),
    "site": (
        {"site": "link", "site_name": "Riverside", "site_parts": ["boards", "events"], "site_ids": False},
        "**Web pages** for people who have the link; leaderboards, events and seasons",
    ),
    "codes": (
        {"lifetime_titles": "off"},
        "**Titles of the 1990s** hidden, but calculated",
    ),
}


def test_every_form_is_filled_in_once() -> None:
    assert set(FILLED) == {key for key, form in SETTING_FORMS.items() if form.changes}


@pytest.mark.both_databases
async def test_every_setting_is_changed_in_its_form_in_place_and_goes_back(club: SimulatedClub) -> None:
    page = await page_of(club)
    before, handles = lines(page), {"role": club.td_role, "channel": club.channel}
    for key, (values, line) in FILLED.items():
        given = {
            name: [handles[value]] if value in ("channel",) or name.endswith("role") else value
            for name, value in values.items()
        }
        shown = await form(club, key, page)
        changed = await fill_in(club.td, shown, **given)
        assert changed.response.id == page.response.id  # edited in place
        expected = line.format(channel=club.channel.id)
        assert expected in lines(changed), key
        undone = await club.td.click(changed.response, label="Undo")
        assert undone.response.id == page.response.id
        assert lines(undone) == before, key
    actions = [action for (action,) in await rows(club.services.database, select(audit.c.action).order_by(audit.c.id))]
    assert actions == ["settings", "undo-settings"] * len(FILLED)


async def test_a_form_shows_what_is_set_now(club: SimulatedClub) -> None:
    await set_settings(club, td_role=club.td_role, time_zone="Asia/Tokyo", confirm_hours=37)
    shown = {key: str((await form(club, key)).modal) for key in ("directors", "zone", "results")}
    assert str(club.td_role.id) in shown["directors"]
    assert "Asia/Tokyo" in shown["zone"]
    assert "37" in shown["results"]


async def test_a_role_or_channel_is_taken_out_by_an_empty_field(club: SimulatedClub) -> None:
    await set_settings(club, td_role=club.td_role, td_channel=club.channel)
    assert "**Directors** who may manage the server" in lines(await fill(club, "directors", {}))
    assert "Directors' messages" not in card_of(await fill(club, "queue", {}))


@pytest.mark.parametrize(
    ("key", "values", "sentence"),
    [
        (
            "results",
            {"confirm_results": "both", "confirm_hours": "0", "confirm_minutes": "15"},
            "whole number from 1 to 720",
        ),
        (
            "results",
            {"confirm_results": "both", "confirm_hours": "two", "confirm_minutes": "15"},
            "whole number from 1 to 720",
        ),
        ("results", {"confirm_results": "both", "confirm_hours": "2", "confirm_minutes": "0"}, "from 1 to 1440"),
        ("zone", {"time_zone": "Nowhere"}, '"Nowhere" is not a time zone'),
        ("reports", {"self_report": "role"}, "The reporters' role is missing"),
    ],
)
async def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    club: SimulatedClub, key: str, values: dict[str, Any], sentence: str
) -> None:
    before = lines(await page_of(club))
    refused = await fill(club, key, values)
    messages = [one.content for one in (refused.response, *refused.followups) if one is not None and one.content]
    assert len(messages) == 1
    assert sentence in messages[0]
    assert lines(await page_of(club)) == before


async def test_permission_is_asked_at_every_press(club: SimulatedClub) -> None:
    page = await page_of(club)
    shown = await form(club, "zone", page)
    club.env.backend.get_guild(club.guild.id).members[club.td.id].role_ids.clear()
    refusal = "Only a tournament director (TD) can see or change the settings. Ask one of them."
    assert await said(club.td.submit_modal(shown, {"time_zone": "Asia/Tokyo"})) == refusal
    assert await said(club.td.select(page.response, ["zone"], custom_id="settings-change")) == refusal
    assert await said(club.td.click(page.response, label="Titles of the 1990s")) == refusal


@pytest.mark.usefixtures("trusting")
async def test_titles_of_the_1990s_are_hidden_everywhere_and_kept(club: SimulatedClub) -> None:
    """Seed 002's list prints 1580*c0 for Dana; the codes are there again when they are turned on."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1580.0, games=30, date="2026-01-01")
    update = {"opponents": "1400 1400 1400 1400", "score": "2.5"}

    async def details() -> Any:
        card = await club.dana.slash(club.channel, "rating show")
        return await club.dana.click(card.response, custom_id="card-details:1:uschess-regular")

    async def answers() -> list[str]:
        found = [
            await club.dana.slash(club.channel, "rating show"),
            await details(),
            await club.dana.slash(club.channel, "leaderboard"),
            await club.dana.slash(club.channel, "norms"),
            await club.dana.slash(club.channel, "rating estimate", **update),
            await club.dana.slash(club.channel, "rating estimate", opponents="1400 1400 1400 1400", target=1600),
            await club.dana.slash(club.channel, "events", event="1"),
        ]
        pictures = ["".join(str(each.description) for each in one.response.attachments) for one in found]
        cards = [card_of(one) + str(one.response.embeds[0].footer.text) for one in found]
        return [card + picture for card, picture in zip(cards, pictures, strict=True)]

    def with_codes(texts: list[str]) -> list[bool]:
        return [any(word in text for word in ("c0", "c2", "ifetime", "Certified")) for text in texts]

    await club.dana.slash(club.channel, "rating update", **update)
    assert all(with_codes(await answers())[1:5])
    page = await page_of(club)
    off = await club.td.submit_modal(
        await club.td.click(page.response, label="Titles of the 1990s"), {"lifetime_titles": "off"}
    )
    assert not any(with_codes(await answers()))
    again = await club.dana.slash(club.channel, "rating update", **update)
    assert with_codes([card_of(again)]) == [False]
    refused = await said(on_page(club.td, club.channel, club.dana, "Lower title", reason="asked"))
    assert "turned off here" in refused
    await club.td.click(off.response, label="Undo")
    assert "c4" in (await answers())[1]  # what was earned meanwhile counts


async def test_announcements_and_live_boards_have_forms_on_the_page(club: SimulatedClub) -> None:
    news = {"channel": [club.channel], "when": "weekly", "hour": "7"}
    changed = await fill(club, "news", news)
    assert f"**Announcements** <#{club.channel.id}>, weekly at 07:00" in lines(changed)
    undone = await club.td.click(changed.response, label="Undo")
    assert "announcements" in lines(undone)[-1]
    board = {"channel": [club.channel], "list": "elo", "order": "rating", "top": "10"}
    assert f"**Live boards** Elo in <#{club.channel.id}>" in lines(await fill(club, "boards", board))
    ended = await fill(club, "boards", {**board, "channel": [], "top": "off"})
    assert "live boards" in lines(ended)[-1]
    for key, values, words in (
        ("news", {**news, "hour": "24"}, "from 0 to 23"),
        ("boards", {**board, "channel": []}, "No channel is chosen. Choose one for the leaderboard."),
    ):
        shown = await club.td.slash(club.channel, "td settings", page=key)
        assert words in await said(fill_in(club.td, shown, **values))


@pytest.mark.both_databases
async def test_a_director_by_role_is_asked_before_they_are_none(club: SimulatedClub) -> None:
    member, asked = await asked_to_give_up(club)
    assert asked.followups[0].content == "You would no longer be a tournament director (TD). Nothing was changed."
    assert await directors(club) == club.td_role.id
    await member.click(asked.followups[0], label="Change the role")
    assert asked.followups[0].content == (
        "The directors' role is changed. You are no longer a tournament director (TD)."
    )
    assert await directors(club) is None


async def test_a_page_opened_by_the_command_asks_too(club: SimulatedClub) -> None:
    member = await director_by_role(club)
    other = club.guild.create_role("Others")
    asked = await set_settings(club, by=member, td_role=other)
    assert "no longer be a tournament director" in (asked.response.content or asked.followups[0].content)
    assert await directors(club) == club.td_role.id
    managed = await set_settings(club, td_role=other)
    assert "**Directors** Others" in card_of(managed)


async def test_an_undo_that_takes_the_role_of_who_presses_is_refused(club: SimulatedClub) -> None:
    member = await director_by_role(club)
    (change,) = await rows(club.services.database, select(audit.c.interaction_id))
    actor = replace(club.actor(member), role_ids=frozenset({club.td_role.id}))
    with pytest.raises(RuleError, match="Ask somebody who can manage the server"):
        await undo_settings(club.services, actor, change.interaction_id)
    assert await directors(club) == club.td_role.id


async def directors(club: SimulatedClub) -> int | None:
    (found,) = await rows(club.services.database, select(club_table.c.td_role_id))
    return found.td_role_id
