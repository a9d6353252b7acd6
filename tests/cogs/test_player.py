"""/rating show and edit, and how players are named in options."""

import json
from typing import Any

import pytest
from sqlalchemy import select
from wcwidth import wcswidth

from bot.services.framework.transaction import AlreadyDoneError
from bot.services.people.edit import Edit
from bot.services.people.edit import edit_player as change_player
from bot.store.database.tables import audit, player
from core.errors import NotAllowedError
from core.files.typed.persons import Birth
from tests.conftest import SimulatedClub, card_of, details, rows, said, stored
from tests.file_answers import part_of, rest_are_new
from tests.flows import edit_player, set_settings

# A draw of equals leaves both where they are.
FILE = "number,name,rating,games,id,1\n1,Ann Blank,1500,40,12345678,D2\n2,Ben Cart,1500,12,,D1\n"
PHONE_COLUMNS = 31


async def imported(club: SimulatedClub, text: str = FILE, **options: Any) -> Any:
    file = ("event.csv", text.encode())
    preview = await club.td.slash(club.channel, "td import", file=file, name="Winter Open", **options)
    if part_of(preview.response, "settle:") is not None:
        await rest_are_new(club.td, preview)
    return await club.td.click(preview.response, label="Store it")


async def show(club: SimulatedClub, name: str | None = None) -> str:
    options = {} if name is None else {"player": name}
    return card_of(await details(club.eli, club.channel, "rating show", **options))


async def edit(club: SimulatedClub, by: Any, **options: Any) -> str:
    answer = await edit_player(by, club.channel, **options)
    assert answer.ephemeral
    return card_of(answer)


async def number_of(club: SimulatedClub, name: str) -> int:
    query = select(player.c.id).where(player.c.name == name)
    return int((await rows(club.services.database, query))[0].id)


class TestShow:
    async def test_a_player_who_is_not_on_discord_has_a_card_for_everybody(self, club: SimulatedClub) -> None:
        """40 games and a drawn one: established at 1500, and no lifetime points earned."""
        await imported(club)
        answer = await details(club.eli, club.channel, "rating show", player="Ann Blank")
        assert answer.ephemeral
        embed = answer.response.embeds[0]
        assert embed.title == "Ann Blank"
        assert ["US", "Chess", "Regular", "1500", "41"] in [line.split() for line in card_of(answer).splitlines()]
        assert "12345678" not in card_of(answer)
        assert answer.followups == []
        assert "Not on Discord" in card_of(answer)
        assert "1 event played" in card_of(answer)
        assert "2026-11-21 Winter Open: 1500 → **1500** (±0.00)" in card_of(answer)
        assert "1500P13" in await show(club, "ben cart")

    async def test_every_list_stands_on_it(self, club: SimulatedClub) -> None:
        """Lifetime titles begin 100 below the rating, in hundreds: 1575 with 1400, c0, and 1602 with 1500, C0."""
        await set_settings(club, lifetime_titles="on")
        for system, rating in (("uschess-regular", 1575.0), ("uschess-quick", 1602.0), ("uschess-blitz", 1400.0)):
            games = 12 if system == "uschess-blitz" else 30
            await club.td.slash(club.channel, "td rating", player=club.dana, rating=rating, games=games, list=system)
        text = await show(club, "Dana")
        lines = [line.split() for line in text.splitlines()]
        assert ["US", "Chess", "Regular", "1575*c0", "30"] in lines
        assert ["US", "Chess", "Quick", "1602*C0", "30"] in lines
        assert ["US", "Chess", "Blitz", "1400P12", "12"] in lines
        block = text.split("```")[1].strip("\n").splitlines()
        assert all(wcswidth(line) <= PHONE_COLUMNS for line in block)
        assert f"On Discord: <@{club.dana.id}>" in text
        assert "0 events played" in text

    async def test_ids_and_the_year_of_birth_are_for_directors_and_oneself(self, club: SimulatedClub) -> None:
        await edit(club, club.dana, born="2012-05-30", fide_id="2020009", federation="ger")
        text = await show(club, "Dana")
        assert "Federation **GER**" in text
        assert "2012" not in text
        assert "2020009" not in text
        assert "No rating here yet" in text
        for who in (club.td, club.dana):
            answer = await details(who, club.channel, "rating show", player="Dana")
            assert "2020009" not in card_of(answer)
            (alone,) = answer.followups
            assert alone.ephemeral
            assert alone.embeds[0].description == "FIDE **2020009 \\(not confirmed\\)** · Born **2012**"

    async def test_left_out_it_is_oneself(self, club: SimulatedClub) -> None:
        assert "You are not a player of this club yet" in await said(club.dana.slash(club.channel, "rating show"))
        await club.dana.slash(club.channel, "rating update", opponents="D1500", games=0)
        assert "1 event played" in card_of(await details(club.dana, club.channel, "rating show"))

    @pytest.mark.parametrize("name", ["Ann Blank", "ann blank", "Ann", "12345678", "#{}"], ids=str)
    async def test_players_are_named_in_many_ways(self, club: SimulatedClub, name: str) -> None:
        await imported(club)
        number = await number_of(club, "Ann Blank")
        answer = await details(club.eli, club.channel, "rating show", player=name.format(number))
        assert answer.response.embeds[0].title == "Ann Blank"

    async def test_a_member_may_be_mentioned(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", opponents="D1500", games=0)
        assert f"<@{club.dana.id}>" in await show(club, f"<@{club.dana.id}>")

    @pytest.mark.parametrize("name", ["Nobody", "#999", "<@123>", "87654321", "  "])
    async def test_somebody_unknown_is_one_sentence(self, club: SimulatedClub, name: str) -> None:
        await imported(club)
        assert "Pick one from the list" in await said(details(club.eli, club.channel, "rating show", player=name))

    @pytest.mark.long
    async def test_namesakes_are_told_apart_by_their_numbers(self, club: SimulatedClub) -> None:
        await imported(club)
        await imported(club, FILE.replace("Ann Blank", "Ann Blunt").replace("12345678", "12345679"), date="2026-11-20")
        first, second = await number_of(club, "Ann Blank"), await number_of(club, "Ann Blunt")
        sentence = await said(club.eli.slash(club.channel, "rating show", player="Ann"))
        assert f"could be Ann Blank (#{first}) or Ann Blunt (#{second})" in sentence
        choices = await club.eli.autocomplete(club.channel, "rating show", "player", "ann")
        assert [choice["name"] for choice in choices] == [f"Ann Blank (1500) #{first}", f"Ann Blunt (1500) #{second}"]
        assert [choice["value"] for choice in choices] == [f"#{first}", f"#{second}"]

    async def test_another_clubs_player_is_nobody_here(self, club: SimulatedClub) -> None:
        await imported(club)
        number = await number_of(club, "Ann Blank")
        other = club.other_server()
        await other.dana.slash(other.channel, "rating update", opponents="D1500", games=0)
        assert "no such player" in await said(other.dana.slash(other.channel, "rating show", player=f"#{number}"))


class TestEdit:
    async def test_a_member_edits_their_own_ids_federation_and_birth_date(self, club: SimulatedClub) -> None:
        text = await edit(
            club,
            club.dana,
            uschess_id="1234 5678",
            naspa_id="aa000123",
            federation="usa",
            born="2012",
        )
        assert "US Chess id: none → **12345678**" in text
        assert "NASPA id: none → **AA000123**" in text
        assert "Federation: none → **USA**" in text
        assert "Born: none → **2012**" in text
        (noted,) = await rows(club.services.database, select(audit).where(audit.c.action == "edit-player"))
        assert noted.actor_id == club.dana.id

    async def test_an_id_is_taken_out_by_the_word_none(self, club: SimulatedClub) -> None:
        await edit(club, club.dana, fide_id="2020009", born="2012-05-30")
        text = await edit(club, club.dana, fide_id="none", born="none")
        assert "FIDE id: 2020009 → **none**" in text
        assert "Born: 2012 → **none**" in text

    async def test_the_birth_date_itself_is_told_nobody(self, club: SimulatedClub) -> None:
        await edit(club, club.dana, born="2012-05-30")
        assert await edit(club, club.dana, born="2012-06-01") == "Born: **2012**, corrected"
        noted = await rows(club.services.database, select(audit.c.details))
        assert "2012-0" not in json.dumps([row.details for row in noted])

    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_a_changed_birth_date_rates_the_first_rating_again(self, club: SimulatedClub) -> None:
        """A loss to 1800 leaves the initial rating: 1300 at an unknown age, 50 x 4193/365.25 = 573.99 on that day."""
        await club.dana.slash(club.channel, "rating update", opponents="L1800", games=0)
        text = await edit(club, club.dana, born="2015-05-30")
        assert "Dana, rating now: 1300 → **573.99**" in text
        assert "574P1" in await show(club, "Dana")
        # A year tells only that somebody of 11 is no adult: 750.
        assert "573.99 → **750**" in await edit(club, club.dana, born="2015")
        assert "750 → **1300**" in await edit(club, club.dana, born="1990")

    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_a_director_edits_anybody(self, club: SimulatedClub) -> None:
        await imported(club)
        text = await edit(club, club.td, player="Ben Cart", name="Benjamin Cart", sex="m", reason="new card")
        assert "Reason: new card" in text
        (noted,) = await rows(club.services.database, select(audit.c.details).where(audit.c.action == "edit-player"))
        assert noted.details["reason"] == "new card"
        await edit(club, club.td, player="Benjamin Cart", uschess_id="12345679")
        assert "Name: Ben Cart → **Benjamin Cart**" in text
        assert "Sex: none → **m**" in text
        await imported(club, FILE.replace("Ben Cart,1500,12,", "B. Cart,,,12345679"), date="2026-11-20")
        assert "2 events played" in await show(club, "benjamin cart")

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            ({"uschess_id": "1234567"}, '"1234567" is not a US Chess id, month or state.'),
            ({"uschess_id": "1234567a"}, "is not a US Chess id"),
            ({"fide_id": "12x"}, '"12x" is not a valid FIDE id'),
            ({"naspa_id": "000123"}, '"000123" is not a valid NASPA id'),
            ({"federation": "Germany"}, '"Germany" is not a valid federation. Write its three letters'),
            ({"born": "yesterday"}, '"yesterday" is not a birth date'),
            ({"born": "2027"}, "2027 cannot be a year of birth"),
            ({"born": "2026-11-22"}, "2026-11-22 cannot be a birth date"),
            ({}, "Nothing was changed"),
            ({"fide_id": "none"}, "Nothing was changed"),
        ],
        ids=str,
    )
    async def test_what_is_wrong_is_one_sentence_and_stores_nothing(
        self, club: SimulatedClub, options: dict[str, str], sentence: str
    ) -> None:
        assert sentence in await said(edit_player(club.dana, club.channel, **options))
        assert await stored(club) == 0

    async def test_a_member_edits_nobody_else(self, club: SimulatedClub) -> None:
        await imported(club)
        dana, ann = club.actor(club.dana), await number_of(club, "Ann Blank")
        with pytest.raises(NotAllowedError, match="can edit another player"):
            await change_player(club.services, dana, ann, Edit({"federation": "USA"}), None)
        for what in ({"name": "Queen"}, {"sex": "w"}, {"title": "GM"}):
            with pytest.raises(NotAllowedError, match="can edit a name, sex or title"):
                await change_player(club.services, club.actor(club.dana), None, Edit(what), None)
        assert "Federation" not in await show(club, "Ann Blank")

    @pytest.mark.both_databases
    async def test_an_id_has_one_owner_in_a_club(self, club: SimulatedClub) -> None:
        await imported(club)
        number = await number_of(club, "Ann Blank")
        refused = edit_player(club.dana, club.channel, uschess_id="12345678")
        assert f"Ann Blank (#{number}) already has the US Chess id 12345678" in await said(refused)
        other = club.other_server()
        assert "**12345678**" in await edit(other, other.dana, uschess_id="12345678")

    async def test_a_name_that_a_director_gives_stays_whatever_discord_says(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", opponents="D1500", games=0)
        assert "Name: Dana → **Dana Lee**" in await edit(club, club.td, player="Dana", name="Dana Lee")
        await club.dana.slash(club.channel, "rating update", opponents="W1700")
        assert "2 events played" in await show(club, "Dana Lee")
        # Files know her by it too, without a question.
        dry = ("event.csv", FILE.replace("Ann Blank,1500,40,12345678", "Dana Lee,1500,40,").encode())
        preview = await club.td.slash(club.channel, "td import", file=dry, name="Winter Open")
        assert "👤 1 new player, 1 known here" in card_of(preview)

    async def test_delivered_twice_it_is_done_once(self, club: SimulatedClub) -> None:
        asked = club.actor(club.dana)
        change = Edit({"federation": "USA"}, Birth(None, False, 2015))
        await change_player(club.services, asked, None, change, None)
        with pytest.raises(AlreadyDoneError):
            await change_player(club.services, asked, None, change, None)
        assert len(await rows(club.services.database, select(audit))) == 1


async def test_a_member_comes_before_a_player_whose_name_only_begins_so(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.add("Joe Quill"), rating=1500.0, games=30)
    club.add("Joe")
    answer = await club.td.slash(club.channel, "td rating", player="Joe", rating=1600.0, games=30)
    assert answer.response.embeds[0].author.name.startswith("Joe ·")
    shown = await club.td.slash(club.channel, "rating show", player="Joe Q")
    assert "Joe Quill" in shown.response.attachments[0].description
