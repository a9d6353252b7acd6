"""A rating that was set is taken back."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.transaction import AlreadyDoneError
from bot.services.ratings.set_rating import undo_last, undo_rating
from bot.store.database.tables import audit, entered_rating, journal, standing
from core.errors import NotFoundError
from tests.conftest import SimulatedClub, card_of, rows, said
from tests.flows import on_page, set_floor, set_settings, show_td


async def set_rating(club: SimulatedClub, rating: float = 2500.0, by: Any = None, **options: Any) -> Any:
    options = {"player": club.dana, "games": 100} | options
    return await (by or club.td).slash(club.channel, "td rating", rating=rating, **options)


async def derived(club: SimulatedClub) -> list[tuple[Any, ...]]:
    """Return all that is folded out of the facts."""
    found = []
    for table in (journal, standing):
        columns = [column for column in table.c if column.name != "id"]
        query = select(*columns).order_by(table.c.player_id, table.c.list, table.c.date, table.c.seq)
        found += [tuple(map(str, row)) for row in await rows(club.services.database, query)]
    return found


async def last_entered_rating(club: SimulatedClub) -> int:
    found = await rows(
        club.services.database, select(entered_rating.c.id).order_by(entered_rating.c.id.desc()).limit(1)
    )
    return int(found[0].id)


async def test_the_button_takes_a_wrong_starting_rating_off_every_board(club: SimulatedClub) -> None:
    answer = await set_rating(club)
    undone = await club.td.click(answer.response, label="Undo")
    assert undone.response.embeds[0].title == "Undone: Rating set"
    text = undone.followups[0].embeds[0].description
    assert "The 2500 that was set from 2026-05-22 on no longer counts." in text
    assert "Dana, rating now: 2500 → **unrated**" in text
    assert await derived(club) == []
    assert "No rating here yet" in card_of(await club.dana.slash(club.channel, "rating show"))


async def test_a_rating_without_games_says_so(club: SimulatedClub) -> None:
    answer = await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=0, list="elo")
    assert answer.response.embeds[0].description == "## unrated → 1500\nNo rated games yet, from 2026-05-22 on."


async def test_a_correction_goes_and_what_follows_is_as_before(club: SimulatedClub) -> None:
    await set_rating(club, 1500.0, games=30, date="2026-10-01")
    await club.dana.slash(club.channel, "rating update", opponents="W1600 L1500", date="2026-11-01", event="City Open")
    before = await derived(club)
    answer = await set_rating(club, 2400.0, games=30, date="2026-10-15")
    assert await derived(club) != before
    undone = await club.td.click(answer.response, label="Undo")
    assert "Dana, rating now: " in undone.followups[0].embeds[0].description
    assert await derived(club) == before


async def test_only_who_is_a_director_now_may(club: SimulatedClub) -> None:
    await set_settings(club, td_role=club.td_role)
    former = club.add("Gus", club.td_role)
    await show_td(club, former)
    answer = await set_rating(club, by=former)
    club.env.backend.get_guild(club.guild.id).members[former.id].role_ids.clear()
    for member in (club.dana, club.eli, former):
        pressed = await member.click(answer.response, label="Undo")
        assert "Only a tournament director (TD) can undo a rating that a director set" in pressed.followups[0].content
    assert "no reported event" in await said(club.dana.slash(club.channel, "rating undo"))
    other = club.other_server()
    with pytest.raises(NotFoundError, match="already been undone"):
        await undo_rating(club.services, replace(other.actor(other.td), manager=True), await last_entered_rating(club))
    assert await derived(club) != []


@pytest.mark.both_databases
async def test_pressed_many_times_at_once_it_is_taken_back_once(club: SimulatedClub) -> None:
    await set_rating(club)
    entered_rating_id = await last_entered_rating(club)
    presses = [replace(club.actor(club.td), manager=True) for _ in range(8)]
    done = await asyncio.gather(
        *(undo_rating(club.services, press, entered_rating_id) for press in presses), return_exceptions=True
    )
    assert sorted(isinstance(one, NotFoundError) for one in done) == [False, *[True] * 7]
    written = await rows(club.services.database, select(audit.c.id).where(audit.c.action == "undo-rating"))
    assert len(written) == 1


class TestRatingUndo:
    async def test_a_director_takes_back_what_came_in_last_for_a_member(self, club: SimulatedClub) -> None:
        await set_rating(club, 1500.0, games=30)
        await club.dana.slash(club.channel, "rating update", opponents="W1600", event="City Open")
        await set_rating(club, 2400.0)
        said_last = [await self.undone(club) for _ in range(3)]
        assert "The 2400 that was set" in said_last[0]
        assert "**City Open** no longer counts" in said_last[1]
        assert "The 1500 that was set" in said_last[2]
        assert await derived(club) == []
        sentence = await said(on_page(club.td, club.channel, club.dana, "Undo last report"))
        assert "Dana has no reported event to undo" in sentence

    async def undone(self, club: SimulatedClub) -> str:
        answer = await on_page(club.td, club.channel, club.dana, "Undo last report")
        return str(answer.response.embeds[0].description)

    async def test_a_rating_brought_with_an_event_goes_with_it(self, club: SimulatedClub) -> None:
        await club.dana.slash(club.channel, "rating update", opponents="W1600", rating=1500.0, games=30, event="Open")
        text = await self.undone(club)
        assert "**Open** no longer counts. Initial ratings reported with it are removed too." in text
        assert await derived(club) == []

    async def test_a_second_delivery_takes_nothing_more_back(self, club: SimulatedClub) -> None:
        await set_rating(club, 1500.0, games=30)
        await set_rating(club, 2400.0)
        director = replace(club.actor(club.td), manager=True)
        dana = club.actor(club.dana).member
        await undo_last(club.services, director, dana)
        with pytest.raises(AlreadyDoneError):
            await undo_last(club.services, director, dana)
        assert "The 1500 that was set" in await self.undone(club)


async def test_a_floor_is_set_in_the_place_of_the_rating_without_one(club: SimulatedClub) -> None:
    """1500 and a floor of 1400 hold before an event of the same day that was reported in between."""
    answer = await set_rating(club, 1500.0, games=30, date="2026-11-01", reason="state list")
    await club.dana.slash(club.channel, "rating update", opponents="W1600 L1500", date="2026-11-01", event="City Open")
    ratings = select(journal.c.seq, journal.c.after).order_by(journal.c.seq)
    folded = [tuple(row) for row in await rows(club.services.database, ratings)]
    floored = await set_floor(club, answer, floor="1400")
    assert card_of(floored).startswith("## unrated → 1500")
    assert "Reason: state list" in card_of(floored)
    assert [tuple(row) for row in await rows(club.services.database, ratings)] == folded
    found = await rows(
        club.services.database, select(entered_rating.c.floor, entered_rating.c.voided).order_by(entered_rating.c.id)
    )
    assert [tuple(row) for row in found] == [(None, True), (1400.0, False)]
    undone = await club.td.click(floored.response, label="Undo")
    assert "The 1500 that was set from 2026-11-01 on no longer counts." in undone.followups[0].embeds[0].description


@pytest.mark.parametrize(
    ("limits", "part"),
    [
        ({"floor": "1500"}, "below the floor of 1500"),
        ({"peak": "1400"}, "cannot be below the rating"),
        ({"peak": "1941"}, "below the floor of 1700"),
        ({"floor": "high"}, '"high" is not a rating. Write a number, for example 1800.'),
        ({"floor": "nan"}, "not a rating"),
        ({}, "Neither a floor nor a peak is written."),
    ],
)
async def test_a_floor_that_cannot_be_changes_nothing(club: SimulatedClub, limits: dict[str, str], part: str) -> None:
    answer = await set_rating(club, 1470.0, games=30)
    before = await derived(club)
    refused = await set_floor(club, answer, **limits)
    (sentence,) = refused.followups or [refused.response]
    assert part in sentence.content
    assert await derived(club) == before
