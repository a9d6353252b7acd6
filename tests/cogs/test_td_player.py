"""/td player: a director's page of one player, and what its buttons do."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import audit, player
from tests.conftest import SimulatedClub, card_of, rows, said
from tests.flows import edit_player, fill_in, hide_player, merge_players, on_page, show_td
from tests.said_scenes import imported

ALWAYS = ["Edit profile", "Edit ids", "Merge a duplicate", "Delete player"]


async def page_of(club: SimulatedClub, name: Any = "Ada Blank") -> Any:
    return await club.td.slash(club.channel, "td player", player=name)


def labels(answer: Any) -> list[str]:
    return [part["label"] for row in answer.response.components for part in row["components"]]


def shown(form: Any) -> dict[str, str]:
    return {part["component"]["custom_id"]: part["component"].get("value", "") for part in form.modal["components"]}


async def kept(club: SimulatedClub, *columns: str) -> tuple[Any, ...]:
    query = select(*(player.c[name] for name in columns)).where(player.c.name == "Ada Blank")
    return tuple((await rows(club.services.database, query))[0])


@pytest.mark.sqlite_only("PostgreSQL does not use a number of a preview again")
async def test_the_page_shows_who_a_player_is_and_what_can_be_done(club: SimulatedClub) -> None:
    await imported(club)
    await edit_player(club.td, club.channel, player="Ada Blank", fide_id="2020009", born="2012-05-30", sex="w")
    page = await page_of(club)
    assert page.ephemeral
    assert card_of(page).splitlines()[:4] == [
        "### Ada Blank",
        "Not on Discord",
        "Sex **w**",
        "FIDE **2020009** · Born **2012**",
    ]
    assert page.response.embeds[0].footer.text == "Player #1 · 1 event played"
    assert set(ALWAYS) | {"Link to a member", "Hide player", "Forget player"} <= set(labels(page))
    assert {"Unlink", "Show player", "Split"}.isdisjoint(labels(page))


async def test_what_cannot_be_done_has_no_button(club: SimulatedClub) -> None:
    await imported(club)
    await hide_player(club.td, club.channel, "Ada Blank")
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    await merge_players(club.td, club.channel, "Ada Blank", duplicate="Dana", reason="one person")
    page = await page_of(club)
    assert set(ALWAYS) | {"Unlink", "Show player", "Split"} <= set(labels(page))
    assert {"Link to a member", "Hide player", "Forget player"}.isdisjoint(labels(page))


async def test_members_neither_open_the_page_nor_add_anybody(club: SimulatedClub) -> None:
    await imported(club)
    await show_td(club, club.dana)
    for whom in ("Ada Blank", club.eli):
        refused = club.dana.slash(club.channel, "td player", player=whom)
        assert "Only a tournament director (TD) can change players" in await said(refused)


async def test_a_member_who_is_no_player_yet_is_added(club: SimulatedClub) -> None:
    page = await page_of(club, club.eli)
    assert f"<@{club.eli.id}> is not a player of this club yet." in card_of(page)
    await club.td.click(page.response, label="Add to club")
    (added,) = await rows(club.services.database, select(player.c.name, player.c.user_id))
    assert tuple(added) == ("Eli", club.eli.id)
    assert set(ALWAYS) <= set(labels(page))
    (noted,) = await rows(club.services.database, select(audit.c.action, audit.c.actor_id))
    assert tuple(noted) == ("add-player", club.td.id)


class TestForms:
    async def test_they_show_what_is_kept_but_the_birth_date(self, club: SimulatedClub) -> None:
        await imported(club)
        ids = {"uschess_id": "12345678", "expires": "2027-08", "state": "WV", "naspa_id": "AA000123", "title": "WIM"}
        await edit_player(club.td, club.channel, player="Ada Blank", federation="USA", born="2012-05-30", **ids)
        page = await page_of(club)
        profile = shown(await club.td.click(page.response, label="Edit profile"))
        assert profile == {"name": "Ada Blank", "born": "", "sex": "", "federation": "USA", "reason": ""}
        numbers = shown(await club.td.click(page.response, label="Edit ids"))
        assert numbers["uschess"] == "12345678 2027-08 WV"
        assert (numbers["fide"], numbers["naspa"], numbers["title"]) == ("", "AA000123", "WIM")

    async def test_an_emptied_field_takes_out_and_an_empty_birth_date_does_not(self, club: SimulatedClub) -> None:
        await imported(club)
        await edit_player(club.td, club.channel, player="Ada Blank", federation="USA", born="2012-05-30")
        await edit_player(club.td, club.channel, player="Ada Blank", uschess_id="12345678", expires="2027-08")
        await on_page(club.td, club.channel, "Ada Blank", "Edit profile", federation="")
        await on_page(club.td, club.channel, "Ada Blank", "Edit ids", uschess="2027-09")
        assert str((await kept(club, "born"))[0]) == "2012-05-30"
        assert await kept(club, "federation", "uschess_id", "expires") == (None, None, "2027-09")

    async def test_the_page_is_shown_as_it_is_then(self, club: SimulatedClub) -> None:
        await imported(club)
        page = await page_of(club)
        form = await club.td.click(page.response, label="Edit profile")
        answer = await fill_in(club.td, form, federation="GER", reason="a passport")
        assert answer.ephemeral
        assert card_of(answer) == "Federation: none → **GER**\nReason: a passport"
        asked = [one for one in club.env.http_requests if one.path.endswith(f"/messages/{page.response.id}")]
        assert "Federation **GER**" in str(asked[-1].json)

    @pytest.mark.parametrize(
        ("label", "values", "sentence"),
        [
            ("Edit profile", {"born": "soon"}, '"soon" is not a birth date'),
            ("Edit ids", {"title": "XM"}, '"XM" is not a FIDE title'),
            ("Edit ids", {"uschess": "12345678 Ohio"}, '"OHIO" is not a US Chess id, month or state.'),
            ("Edit profile", {}, "Nothing was changed"),
            ("Merge a duplicate", {"duplicate": "Nobody", "reason": "typo"}, '"Nobody" is not a player of this club'),
            ("Merge a duplicate", {"duplicate": "Ada Blank", "reason": "typo"}, "Both are already one player"),
            ("Merge a duplicate", {"duplicate": "Bob Blank", "reason": " "}, "The reason is blank."),
            ("Delete player", {"reason": "a typo"}, "Hide them instead"),
        ],
    )
    async def test_what_is_wrong_is_one_sentence_and_changes_nothing(
        self, club: SimulatedClub, label: str, values: dict[str, str], sentence: str
    ) -> None:
        await imported(club)
        before = await rows(club.services.database, select(player).order_by(player.c.id))
        assert sentence in await said(on_page(club.td, club.channel, "Ada Blank", label, **values))
        assert await rows(club.services.database, select(player).order_by(player.c.id)) == before

    async def test_nobody_is_deleted_before_the_form_is_sent(self, club: SimulatedClub) -> None:
        await edit_player(club.dana, club.channel, federation="USA")
        page = await page_of(club, "Dana")
        form = await club.td.click(page.response, label="Delete player")
        assert len(await rows(club.services.database, select(player.c.id))) == 1
        gone = await fill_in(club.td, form, reason="a typo")
        assert "Dana (#1) is deleted" in card_of(gone)
        assert await rows(club.services.database, select(player.c.id)) == []

    async def test_a_link_is_to_a_person(self, club: SimulatedClub) -> None:
        await imported(club)
        page = await page_of(club)
        form = await club.td.click(page.response, label="Link to a member")
        refused = fill_in(club.td, form, member=[club.env.create_user("helper", bot=True)])
        assert "Bots have no ratings here." in await said(refused)
