"""/td export and import: the seed's CSV, whole or not at all."""

import asyncio
from dataclasses import asdict, replace
from math import exp
from typing import Any

import pytest
from oracle_club import FIRST_POOL, match, name_keeper, ratings, reported, three_matches
from sqlalchemy import func, select

from bot.services.framework.context import Actor
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.ratings.oracle.exchange import MOST_PLAYERS, confirm_roster, preview_roster, undo_roster
from bot.store.database.tables import audit, entered_rating, journal, player, standing
from core.errors import NotFoundError
from core.files.oracle_csv import read_oracle_csv
from tests.conftest import SimulatedClub, details, lines_of, rows, said, text_of, twice
from tests.file_answers import part_of
from tests.flows import export_pool, found_list, set_pool, set_settings, show_td

HEADER = "player_id,name,type,rating,bt_strength,games,wins\n"
# What the seed's program writes, with s of 1.236304 and so on: vectors/oracle.json, csv, export_text.
SEEDS = (
    HEADER + "0,Keeper,1,50,1.000000,4,1\n1,Alice,0,55,1.236304,3,2\n2,AggroBot,2,44,0.864022,2,0\n"
    "3,Hybrid-01,6,59,1.432617,3,2\n"
)


async def upload(club: SimulatedClub, text: str, **options: Any) -> Any:
    return await club.td.slash(club.channel, "td import", file=("pool.csv", text.encode()), **options)


async def exported(club: SimulatedClub) -> bytes:
    answer = await club.td.slash(club.channel, "td export", what="pool")
    assert answer.response.ephemeral
    (file,) = answer.response.attachments
    data: bytes = await file.read()
    return data


async def test_the_seeds_table_is_looked_at_and_then_taken_in(club: SimulatedClub) -> None:
    """p_vs_keeper of the same import in vectors/oracle.json: 0.552834, 0.463526, 0.588920."""
    looked = await upload(club, SEEDS)
    assert looked.response.ephemeral
    assert "👤 4 new players, 0 known here" in text_of(looked)
    assert "The Keeper is **Keeper** and becomes this pool's." in text_of(looked)
    assert await rows(club.services.database, select(player.c.id)) == []

    taken = await club.td.click(looked.response, label="Store it")

    assert not taken.response.ephemeral
    found = {name: round(rating, 4) for name, rating in (await ratings(club)).items()}
    assert found == {"Keeper": 50.0, "Alice": 55.2834, "AggroBot": 46.3526, "Hybrid-01": 58.892}
    kinds = dict(tuple(row) for row in await rows(club.services.database, select(player.c.name, player.c.kind)))
    assert kinds == {"Keeper": "ai_keeper", "Alice": None, "AggroBot": "ai_aggressive", "Hybrid-01": "ai_hybrid"}
    assert (
        "That table has already been imported, or the preview has expired"
        in (await club.td.click(looked.response, label="Store it")).followups[0].content
    )


async def test_a_second_delivery_of_a_confirmation_changes_nothing(club: SimulatedClub) -> None:
    await match(club, "Alice", wins=1, losses=1, kind="human", by=club.td)
    td = club.actor(club.td)
    director = Actor(td.club_id, td.member, 4711, manager=True)
    looked = await preview_roster(club.services, director, FIRST_POOL, SEEDS.encode())
    first = await twice(lambda: confirm_roster(club.services, director, looked.pending_id or 0))
    assert [(one.line.name, one.is_new, one.before) for one in first.lines][:2] == [
        ("Keeper", False, None),
        ("Alice", False, 50.0),
    ]
    assert len(await rows(club.services.database, select(entered_rating.c.id))) == 4
    with pytest.raises(NotFoundError, match="That table has already been imported, or the preview has expired"):
        await confirm_roster(club.services, replace(director, interaction_id=4712), looked.pending_id or 0)


async def test_a_name_finds_its_player_and_keeper_finds_the_pools_keeper(club: SimulatedClub) -> None:
    await name_keeper(club, "Borealis")
    await match(club, "Borealis", wins=3, losses=1)
    looked = await upload(club, HEADER + "0,Keeper,1,50,1.0,90,45\n1,dana,0,40,,40,12\n")
    text = text_of(looked)
    assert "👤 0 new players, 2 known here" in text
    assert "**Taken for:** Keeper → Borealis" in text
    assert [line[0] for line in lines_of(text) if line[-2:] == ["40.0", "40"]] == ["Dana"]
    await club.td.click(looked.response, label="Store it")
    assert {name: round(rating, 6) for name, rating in (await ratings(club)).items()} == {
        "Borealis": 50.0,
        "Dana": 40.0,
    }


async def test_the_pool_is_an_option_and_a_menu_of_the_preview(club: SimulatedClub) -> None:
    for pool in ("Second", "Third"):
        await found_list(club, pool)
        await set_pool(club, f"oracle:{pool}", keeper="Keeper")
    looked = await upload(club, SEEDS, list="oracle:Second")
    assert looked.response.embeds[0].author.name == "Second"
    menu = part_of(looked.response, "oracle-pool:")
    chosen = await club.td.select(looked.response, ["oracle:Third"], custom_id=menu)
    assert chosen.response.embeds[0].author.name == "Third"
    await club.td.click(chosen.response, label="Store it")
    assert {row.list for row in await rows(club.services.database, select(entered_rating.c.list))} == {"oracle:Third"}
    assert '"US Chess Regular" is not an Oracle list.' in await said(upload(club, SEEDS, list="uschess-regular"))


@pytest.mark.parametrize(
    ("rows_of_file", "sentence"),
    [
        ("1,Ada,0,50,1.0,3,1\n", "There is no Keeper. Give one player the type 1, or the name Keeper."),
        ("0,Keeper,1,50,1.0,0,0\n1,Ada,1,50,1.0,3,1\n", "Line 3: a second player of type 1, after line 2"),
        ("0,Keeper,1,50,1.0,0,0\n1,Ada,9,50,1.0,3,1\n", "Line 3: there is no kind of player 9"),
        ("0,Keeper,1,50,1.0,0,0\n1,Ada,0,50,1.0,3.5,1\n", 'Line 3: games "3.5" is not a whole number'),
        ("0,Keeper,1,50,1.0,0,0\n1,Ada,0,50,1.0,3000000000,1\n", 'Line 3: games "3000000000" is more than a billion'),
        ("0,Keeper,1,50,1.0,0,0\n1,Ada,0,50,1.0,3,-1\n", 'Line 3: wins "-1" is not a whole number'),
        ("0,Keeper,1,50,1.0,0,0\n1,Ada,0,,,3,1\n", "Line 3: the player has neither a bt_strength nor a rating"),
    ],
)
async def test_a_bad_table_is_refused_with_its_line_and_nothing_is_taken_in(
    club: SimulatedClub, rows_of_file: str, sentence: str
) -> None:
    assert sentence in await said(upload(club, HEADER + rows_of_file))
    for table in (player, entered_rating):
        ((count,),) = await rows(club.services.database, select(func.count()).select_from(table))
        assert count == 0


@pytest.mark.long
async def test_a_table_of_more_players_than_a_club_takes_is_refused(club: SimulatedClub) -> None:
    more = "".join(f"{number},p{number},0,50,1,0,0\n" for number in range(1, MOST_PLAYERS + 1))
    assert "The table has more than 10000 players" in await said(upload(club, HEADER + "0,Keeper,1,50,1,0,0\n" + more))


@pytest.mark.both_databases
async def test_a_pool_is_written_to_the_last_bit_and_read_back(club: SimulatedClub) -> None:
    """guide_test3 by mean score: strengths 1.7431397726861468 and 1.05747047006808."""
    await three_matches(club)
    table = read_oracle_csv(await exported(club))
    found = {line.name: (line.games, line.wins, line.losses) for line in table.players}
    assert found == {"Dana": (40, 27, 13), "Eli": (40, 16, 24), "Keeper": (40, 17, 23)}
    strengths = {line.name: exp(line.log_strength) for line in table.players}
    expected = {"Dana": 1.7431397726861468, "Eli": 1.05747047006808, "Keeper": 1.0}
    assert strengths == pytest.approx(expected, rel=1e-12)
    assert table.keeper.name == "Keeper"


async def test_what_was_taken_in_can_be_written_out_and_taken_in_again(club: SimulatedClub) -> None:
    await club.td.click((await upload(club, SEEDS)).response, label="Store it")
    before = await ratings(club)
    text = (await exported(club)).decode()
    await club.td.click((await upload(club, text)).response, label="Store it")
    after = await ratings(club)
    assert after == pytest.approx(before, rel=1e-12)


@pytest.mark.long
@pytest.mark.both_databases
async def test_every_figure_of_a_table_comes_there_and_back(club: SimulatedClub) -> None:
    """Seed 004, "CSV persistence: Easy export/import": wins, losses, draws and the doubt among them."""
    table = (
        HEADER.strip() + ",losses,draws,theta,se,confidence\n"
        "2,Dana,0,60,1.5,20,12,7,1,,0.75,46.3\n3,Fay,0,55,1.25,6,3,1,2,,,\n1,Keeper,1,50,1.0,26,8,15,3,,0.0,81.0\n"
    )
    await club.td.click((await upload(club, table)).response, label="Store it")
    first = await exported(club)
    found = {line.name: line for line in read_oracle_csv(first).players}
    assert {name: (one.games, one.wins, one.losses, one.draws) for name, one in found.items()} == {
        "Dana": (20, 12, 7, 1), "Fay": (6, 3, 1, 2), "Keeper": (26, 8, 15, 3),
    }  # fmt: skip
    assert [found[name].confidence for name in ("Dana", "Fay", "Keeper")] == [46.3, 50.0, 81.0]
    assert found["Dana"].standard_error == pytest.approx(0.75)

    await club.td.click((await upload(club, first.decode())).response, label="Store it")
    for again in read_oracle_csv(await exported(club)).players:
        same = asdict(found[again.name])
        for figure in ("log_strength", "standard_error"):
            assert getattr(again, figure) == pytest.approx(same.pop(figure), rel=1e-12)
        assert same.items() <= asdict(again).items()
    card = text_of(await details(club.td, club.channel, "rating show", list="oracle", player="Dana"))
    assert "record **12-7-1**" in card
    board = lines_of(text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle")))
    assert [line[-1] for line in board if "Fay" in line] == ["3-1-2"]

    await match(club, "Keeper", wins=1, losses=0, member="Dana", by=club.td)
    line = next(one for one in read_oracle_csv(await exported(club)).players if one.name == "Dana")
    assert (line.games, line.wins) == (21, 13)
    assert line.confidence == pytest.approx(46.3 * 0.95)


async def test_a_player_of_a_table_without_games_stays_in_the_pool(club: SimulatedClub) -> None:
    """The seed's program registers players at the Keeper's rating: its table and its leaderboard show them."""
    await club.td.click((await upload(club, SEEDS + "4,Idle,0,50,1.000000,0,0\n")).response, label="Store it")
    assert (await ratings(club))["Idle"] == 50.0
    assert {line.name for line in read_oracle_csv(await exported(club)).players} >= {"Idle", "Alice", "Keeper"}

    # Whose match waits is entered by it, and not by a table that only names them.
    await set_settings(club, confirm_reports="everything")
    await reported(club, "Keeper", wins=3, losses=1)
    waiting = (await exported(club)).decode()
    assert ",Dana,0,50,1.0,0,0," in waiting
    await club.td.click((await upload(club, waiting)).response, label="Store it")
    assert "Dana" not in await ratings(club)
    assert ",Dana,0,50,1.0,0,0," in (await exported(club)).decode()


async def test_the_seeds_seven_columns_are_read_and_written(club: SimulatedClub) -> None:
    """What the seed's program exports, imported and exported again: its own bytes, but for AggroBot's stale 44."""
    await club.td.click((await upload(club, SEEDS)).response, label="Store it")
    answer = await export_pool(club.td, club.channel, "Seven columns")
    (file,) = answer.response.attachments
    rows_of = [line.split(",", 1)[1] for line in (await file.read()).decode().splitlines()]
    expected = [line.split(",", 1)[1] for line in SEEDS.replace(",44,", ",46,").splitlines()]
    assert sorted(rows_of) == sorted(expected)


async def test_a_table_without_a_keeper_is_written_with_a_remark(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=60.0, games=30, list="oracle")
    answer = await club.td.slash(club.channel, "td export", what="pool")
    assert "The table has no Keeper, so it cannot be imported" in text_of(answer)


class TestUndo:
    """A table over a pool that has matches: what it replaces is said before, and comes back exactly."""

    TABLE = HEADER + "0,Keeper,1,50,1.0,40,20\n1,Dana,0,90,9.0,20,11\n2,Fay,0,60,1.5,20,11\n"

    async def derived(self, club: SimulatedClub) -> list[tuple[Any, ...]]:
        """Return all that is folded out of the facts."""
        found = []
        for table in (journal, standing):
            columns = [column for column in table.c if column.name != "id"]
            query = select(*columns).order_by(table.c.player_id, table.c.date, table.c.seq)
            found += [tuple(map(str, row)) for row in await rows(club.services.database, query)]
        return found

    @pytest.mark.both_databases
    async def test_the_dry_run_says_what_is_replaced_and_undo_brings_it_back(self, club: SimulatedClub) -> None:
        """Of the seed's third test: Dana won 27 of 40, the Keeper 17 of 40."""
        await three_matches(club)
        before = await self.derived(club)
        looked = await upload(club, self.TABLE)
        text = text_of(looked)
        assert "Replaces the records of 2 players**: 44 wins so far, " in text
        assert "Dana 27-13 → " in text
        assert await self.derived(club) == before

        taken = await club.td.click(looked.response, label="Store it")
        assert "Replaces the records of 2 players" in text_of(taken)
        assert await self.derived(club) != before
        undone = await club.td.click(taken.response, label="Undo")

        assert await self.derived(club) == before
        said_below = undone.followups[0].embeds[0].description
        assert "The table no longer counts: 3 initial ratings removed." in said_below
        assert "Dana, rating now: 90.00 → **63.55**" in said_below
        assert "Fay, rating now: 60.00 → **unrated**" in said_below

    async def test_waiting_matches_are_listed_with_the_table(self, club: SimulatedClub) -> None:
        await name_keeper(club)
        await set_settings(club, confirm_reports="everything")
        waits = await reported(club, "Keeper", wins=12, losses=8)
        looked = await upload(club, self.TABLE)
        assert "⚠️ **Matches wait** that were reported before the table" in text_of(looked)
        assert "**Whose:** Keeper; Dana" in text_of(looked)
        taken = await club.td.click(looked.response, label="Store it")
        assert "**Matches wait**" in text_of(taken)
        await club.td.click(waits.response, label="Confirm")
        assert (await ratings(club))["Dana"] == pytest.approx(90.0)
        await club.td.click(taken.response, label="Undo")
        assert round((await ratings(club))["Dana"]) == 59  # what the match by itself brings

    @pytest.mark.long
    async def test_an_imported_keeper_goes_unless_somebody_played_him_since(self, club: SimulatedClub) -> None:
        taken = await club.td.click((await upload(club, SEEDS)).response, label="Store it")
        await club.td.click(taken.response, label="Undo")
        assert await self.derived(club) == []
        await match(club, "keeper", wins=1)
        assert (await ratings(club))["Keeper"] == 50.0

        taken = await club.td.click((await upload(club, SEEDS)).response, label="Store it")
        await match(club, "Keeper", wins=1)
        await club.td.click(taken.response, label="Undo")
        assert (await ratings(club))["Keeper"] == 50.0

    @pytest.mark.long
    async def test_matches_that_came_later_count_on(self, club: SimulatedClub) -> None:
        """As without the table: vectors/oracle.json, guide_test3."""
        await name_keeper(club)
        await match(club, "Keeper", wins=15, losses=5)
        taken = await club.td.click((await upload(club, self.TABLE)).response, label="Store it")
        await match(club, "Keeper", by=club.eli, wins=8, losses=12)
        await match(club, f"<@{club.eli.id}>", wins=12, losses=8)
        await club.td.click(taken.response, label="Undo")
        found = await ratings(club)
        assert found["Dana"] == pytest.approx(100 * 1.7431397726861468 / 2.7431397726861468, rel=1e-12)

    @pytest.mark.long
    async def test_directors_alone_take_it_back_and_once(self, club: SimulatedClub) -> None:
        await set_settings(club, td_role=club.td_role)
        former = club.add("Gus", club.td_role)
        await three_matches(club)
        await show_td(club, former)
        looked = await former.slash(club.channel, "td import", file=("pool.csv", self.TABLE.encode()))
        taken = await former.click(looked.response, label="Store it")
        club.env.backend.get_guild(club.guild.id).members[former.id].role_ids.clear()
        for member in (club.dana, former):
            pressed = await member.click(taken.response, label="Undo")
            assert "Only a tournament director (TD) can undo an imported table" in pressed.followups[0].content
        (noted,) = await rows(
            club.services.database, select(audit.c.interaction_id).where(audit.c.action == "import-pool")
        )
        other = club.other_server()
        with pytest.raises(NotFoundError, match="cannot be undone with this button"):
            await undo_roster(club.services, replace(other.actor(other.td), manager=True), noted.interaction_id)
        presses = [replace(club.actor(club.td), manager=True) for _ in range(8)]
        done = await asyncio.gather(
            *(undo_roster(club.services, press, noted.interaction_id) for press in presses), return_exceptions=True
        )
        (press,) = [press for press, one in zip(presses, done, strict=True) if not isinstance(one, BaseException)]
        assert all(isinstance(one, NotFoundError) for one in done if isinstance(one, BaseException))
        with pytest.raises(AlreadyDoneError):
            await undo_roster(club.services, press, noted.interaction_id)
