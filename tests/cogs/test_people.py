"""One option for people: 500 members with nicknames, players who are not on Discord, leavers; hide and delete."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from bot.app import CrosstableBot
from bot.services.framework.context import Member, Services
from bot.store.database.tables import player
from tests.conftest import SimulatedClub, card_of, details, rows, said
from tests.flows import edit_player, hide_player, on_page, oracle_match, set_pool, show_td

FILE = b"number,name,rating,games,1\n1,Ann Other,1800,30,W2\n2,Bob Cart,1700,30,L1\n"


async def imported(club: SimulatedClub) -> None:
    dry = await club.td.slash(club.channel, "td import", file=("e.csv", FILE), name="Swiss", date="2026-11-01")
    await club.td.click(dry.response, label="Store it")


USER = 6
"""The type of an option with Discord's own picker."""


async def offered(club: SimulatedClub, command: str, option: str, typed: str) -> list[str]:
    choices = await club.td.autocomplete(club.channel, command, option, typed)
    return [choice["name"].split(" #")[0] for choice in choices]


def by_option(club: SimulatedClub) -> dict[str, list[str]]:
    names = {"member", "player", "opponent", "keep", "gone", "keeper"}
    commands = [one for one in club.env.bot.tree.walk_commands() if hasattr(one, "parameters")]
    found = {
        one.qualified_name: [
            part.display_name for part in one.parameters if part.display_name in names and part.type.value != USER
        ]
        for one in commands
    }
    del found["qursh margin"]  # its opponent is a rating
    return {command: options for command, options in found.items() if options}


@pytest.mark.long
async def test_no_option_that_is_a_person_takes_members_of_the_server_only(club: SimulatedClub) -> None:
    commands = [one for one in club.env.bot.tree.walk_commands() if hasattr(one, "parameters")]
    # Beside Discord's own member picker there is always an option for every player of the club.
    picking = {one.qualified_name: one for one in commands if any(each.type.value == USER for each in one.parameters)}
    assert sorted(picking) == []
    for command in picking.values():
        assert {"member", "player"} <= {each.display_name for each in command.parameters}
    await imported(club)
    for command, names in by_option(club).items():
        for name in names:
            typed = "ann o" if name != "opponent" or command == "match" else "@ann"
            assert any("Ann Other" in choice for choice in await offered(club, command, name, typed)), (command, name)


class TestFiveHundred:
    async def test_anybody_is_found_by_name_nickname_user_name_id_and_mention(self, club: SimulatedClub) -> None:
        await imported(club)
        for number in range(500):
            user = club.env.create_user(f"user{number:03}x", global_name=f"Member {number}")
            club.guild.add_member(user, nick=f"Nick {number}" if number % 2 else None)
        user = club.env.create_user("zelda99", global_name="Zelda Quick")
        zelda = club.guild.add_member(user, nick="The Rook")
        for typed in ("the ro", "zelda q", "zelda99"):
            assert await offered(club, "td rating", "player", typed) == ["The Rook (on this server)"]
        assert len(await offered(club, "td rating", "player", "nick 1")) == 25
        for number, written in enumerate(("@The Rook", "zelda99", f"<@{zelda.id}>", str(zelda.id)), start=1):
            options = {"rating": 1500.0 + number, "games": 30, "date": f"2026-10-0{number}"}
            answer = await club.td.slash(club.channel, "td rating", player=written, **options)
            assert f"{1500 + number}" in card_of(answer)
        query = select(player.c.name, player.c.user_id).where(player.c.user_id == zelda.id)
        assert [tuple(row) for row in await rows(club.services.database, query)] == [("The Rook", zelda.id)]
        # Somebody without Discord is rated by the same option.
        answer = await club.td.slash(club.channel, "td rating", player="ann other", rating=1900.0, games=40)
        assert "1900" in card_of(answer)
        (choice,) = await club.td.autocomplete(club.channel, "rating show", "player", "zelda99")
        assert choice["name"].startswith("The Rook (1504)")

    async def test_eighty_names_become_members_by_one_press_and_one_request(self, club: SimulatedClub) -> None:
        for number in range(500):
            club.guild.add_member(club.env.create_user(f"user{number:03}x", global_name=f"Member Number {number}"))
        lines = ["number,name,rating,games,1"]
        for number in range(1, 81):
            cell = f"W{number + 1}" if number % 2 else f"L{number - 1}"
            # Written last name first, as federations do; nine in ten are members.
            name = f"Stranger {number}" if number % 10 == 0 else f'"{number}, Member Number"'
            lines.append(f"{number},{name},{1000 + number},30,{cell}")
        sent = len(club.env.http_requests)
        file = ("e.csv", "\n".join(lines).encode())
        dry = await club.td.slash(club.channel, "td import", file=file, name="Big Swiss")
        dry = await club.td.click(dry.response, label="Settle 72 names")
        taken = await club.td.click(dry.response, label="Match 72 exact names")
        await club.td.click(taken.response, label="Store it")
        linked = select(player.c.id).where(player.c.user_id.is_not(None))
        assert len(await rows(club.services.database, linked)) == 72
        asked = [one for one in club.env.http_requests[sent:] if one.path.endswith("/members")]
        assert len(asked) == 1

    async def test_what_is_nobody_or_several_is_one_sentence(self, club: SimulatedClub) -> None:
        for name in ("twin1", "twin2"):
            club.guild.add_member(club.env.create_user(name, global_name="Twin"))
        several = await said(club.td.slash(club.channel, "rating show", player="Twin"))
        assert several == '"Twin" could be Twin, Twin. Pick one from the list.'
        nobody = await said(club.td.slash(club.channel, "rating show", player="Nobody"))
        assert nobody == '"Nobody" is not a player of this club. Pick one from the list.'
        bot = club.env.bot.user
        for written in (f"<@{2**63}>", "<@12345678901234567>", "1" * 18, f"<@{bot.id}>"):
            assert await said(club.td.slash(club.channel, "td rating", player=written, rating=1500.0, games=3))


@pytest.mark.long
async def test_the_card_is_of_any_list(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1400.0, games=30, list="uschess-quick")
    await set_pool(club, keeper="Keeper")
    await oracle_match(club.td, club.channel, f"{club.dana.mention}, Keeper", wins=3, losses=1)
    shown = await details(club.eli, club.channel, "rating show", player="Dana")
    assert card_of(shown).startswith("## 1500")
    pool = card_of(await details(club.eli, club.channel, "rating show", list="oracle", player="Dana"))
    for text in (card_of(shown), pool):
        assert "US Chess Quick" in text
        assert f"On Discord: <@{club.dana.id}>" in text


class TestLeavers:
    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_who_leaves_is_marked_and_who_comes_back_is_the_same_player(self, club: SimulatedClub) -> None:
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
        club.guild.remove_member(club.dana)
        await club.env.settle()
        shown = await details(club.eli, club.channel, "rating show", player="Dana")
        assert "Left this server on 2026-11-21" in card_of(shown)
        assert await offered(club, "td rating", "player", "dana") == ["Dana (1500), left"]
        assert "1500" in card_of(await club.eli.slash(club.channel, "leaderboard"))
        await club.td.slash(club.channel, "td rating", player="Dana", rating=1510.0)
        club.guild.add_member(club.dana.user)
        await club.env.settle()
        shown = await details(club.eli, club.channel, "rating show", player="Dana")
        assert f"On Discord: <@{club.dana.id}>" in card_of(shown)
        assert "## 1510" in card_of(shown)

    @pytest.mark.long
    async def test_without_the_intent_a_daily_look_finds_them(self, club: SimulatedClub, services: Services) -> None:
        await club.env.restart_bot(CrosstableBot(services, shard_count=1, members=False))
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
        await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30)
        club.guild.remove_member(club.dana)
        await club.env.settle()
        assert "On Discord" in card_of(await details(club.eli, club.channel, "rating show", player="Dana"))
        await club.env.bot.members_cog.look()
        assert "Left this server" in card_of(await details(club.eli, club.channel, "rating show", player="Dana"))
        assert "On Discord" in card_of(await details(club.eli, club.channel, "rating show", player="Eli"))
        club.guild.add_member(club.dana.user)
        await club.env.bot.members_cog.look()
        assert "On Discord" in card_of(await details(club.eli, club.channel, "rating show", player="Dana"))
        # Members are still found by the beginnings of their user names.
        user = club.env.create_user("zelda99", global_name="Zelda Quick")
        club.guild.add_member(user)
        assert await offered(club, "td rating", "player", "zelda") == ["Zelda Quick (on this server)"]


class TestHideAndDelete:
    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_a_hidden_player_is_the_directors_alone_and_keeps_everything(self, club: SimulatedClub) -> None:
        await imported(club)
        hide: dict[str, Any] = {"player": "Ann Other", "reason": "asked for it"}
        await show_td(club, club.dana, club.eli)
        assert "Only a tournament director" in await said(hide_player(club.eli, club.channel, **hide))
        answer = await hide_player(club.td, club.channel, **hide)
        assert answer.ephemeral
        assert "shown only to directors" in card_of(answer)
        assert "Ann Other" not in card_of(await club.eli.slash(club.channel, "leaderboard"))
        assert await club.eli.autocomplete(club.channel, "rating show", "player", "ann") == []
        assert "no such player" in await said(club.eli.slash(club.channel, "rating show", player="Ann Other"))
        assert await offered(club, "rating show", "player", "ann") != []
        assert "hidden" in card_of(await details(club.td, club.channel, "rating show", player="Ann Other"))
        page = await club.td.slash(club.channel, "td player", player="Ann Other")
        assert "Hide player" not in str(page.response.components)
        await hide_player(club.td, club.channel, player="Ann Other", hidden=False)
        assert "Ann Other" in card_of(await club.eli.slash(club.channel, "leaderboard"))

    @pytest.mark.both_databases
    async def test_a_player_without_facts_is_deleted_and_no_other(self, club: SimulatedClub) -> None:
        await imported(club)
        gone = {"reason": "a typo"}
        refused = await said(on_page(club.td, club.channel, "Ann Other", "Delete player", **gone))
        assert "Hide them instead" in refused
        await edit_player(club.eli, club.channel, federation="USA")
        await show_td(club, club.dana)
        assert "Only a tournament director" in await said(
            on_page(club.dana, club.channel, "Eli", "Delete player", **gone)
        )
        assert "is deleted" in card_of(await on_page(club.td, club.channel, "Eli", "Delete player", **gone))
        names = {row.name for row in await rows(club.services.database, select(player.c.name))}
        assert names == {"Ann Other", "Bob Cart"}
        await club.dana.slash(club.channel, "rating update", opponents="W1500", games=0)
        await club.dana.slash(club.channel, "rating undo")
        assert "in a voided event" in await said(on_page(club.td, club.channel, "Dana", "Delete player", **gone))


async def test_the_actor_of_a_member_keeps_their_name(club: SimulatedClub, make_bot: Callable[[], Any]) -> None:
    """Whom a director names by a mention is called here as on the server, nickname first."""
    user = club.env.create_user("zelda99", global_name="Zelda Quick")
    zelda = club.guild.add_member(user, nick="The Rook")
    await club.td.slash(club.channel, "td rating", player=zelda, rating=1500.0, games=30)
    assert Member(zelda.id, "The Rook").name in card_of(await club.eli.slash(club.channel, "leaderboard"))
