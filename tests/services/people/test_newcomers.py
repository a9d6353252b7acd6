"""People who came new with what is undone."""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.services.evenings.close import reopen_evening
from bot.services.evenings.entries import Newcomer, add_entrants, withdraw
from bot.services.evenings.lifecycle import Plan, cancel_evening, new_evening
from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.events.imports.import_event import confirm_import, preview_import
from bot.services.events.imports.options import ImportOptions
from bot.services.events.same_games import StoredAlready
from bot.services.events.void import undo_event, undo_file
from bot.services.framework.context import Actor, Services
from bot.services.framework.find_player import known_players
from bot.services.people.claims import link_player
from bot.services.people.edit import Edit, edit_player
from bot.services.people.merge import merge_players, undo_merge
from bot.services.people.roster.report import RosterOptions
from bot.services.people.roster.take_in import confirm, preview_roster, undo_roster
from bot.services.ratings.set_rating import SetRatingRequest, set_rating, undo_rating
from bot.store.database.rows import Player
from bot.store.database.tables import audit, event, player
from bot.store.people import profiles
from core.errors import NotFoundError
from core.event.corrections import EntrantChange
from core.lists import RatingList
from core.tournament.pairing.methods import method_named
from tests.conftest import Actors, Clock, rows

pytestmark = pytest.mark.both_databases

HEAD = "number,name,rating,games,1\n"
OPEN = f"{HEAD}1,Ann Adder,1800,40,W2\n2,Bo Beech,1700,40,L1\n"
CUP = f"{HEAD}1,Ann Adder,,,W2\n2,Cy Cedar,1600,40,L1\n"
_LAST_EVENT = select(event.c.id).order_by(event.c.id.desc()).limit(1)
PLAN = Plan(method_named("swiss"))
FOUR = """number,name,rating,games,1,2,3
1,Ann Adder,1800,40,W2,W3,W4
2,Bo Beech,1700,40,L1,W4,D3
3,Cy Cedar,1600,40,W4,L1,D2
4,Di Dove,1500,40,L3,L2,L1
"""
CORRECTED = FOUR.replace("Bo Beech", "Zoltan Quist")


class Directed:
    """What a director does in a club, each a moment after the other."""

    def __init__(self, services: Services, actors: Actors, clock: Clock) -> None:
        self.services, self.actors, self.clock = services, actors, clock

    def td(self) -> Actor:
        self.clock.move(1)
        return self.actors("Tess", manager=True)

    async def import_file(self, text: str, name: str = "Open", **more: Any) -> int:
        options = ImportOptions(name=name, day=date(2026, 11, 14))
        looked = await preview_import(self.services, self.td(), text.encode(), options)
        await confirm_import(self.services, self.td(), looked.pending_id or 0, **more)
        found = await rows(self.services.database, _LAST_EVENT)
        return int(found[0].id)

    async def import_roster(self, text: str) -> int:
        looked = await preview_roster(self.services, self.td(), text.encode(), RosterOptions())
        return (await confirm(self.services, self.td(), looked.pending_id or 0, looked.digest)).import_id

    async def undo(self, event_id: int) -> int:
        return (await undo_event(self.services, self.td(), event_id)).newcomers_removed

    async def offered(self) -> list[str]:
        """Return whom the suggestions of a director have."""
        found = await known_players(self.services, self.td(), None, "", 25)
        return sorted(one.player.name for one in found)

    async def player(self, name: str) -> Player:
        (row,) = await rows(self.services.database, select(player.c.id, player.c.user_id).where(player.c.name == name))
        return Player(row.id, row.user_id, name)


@pytest.fixture
def club(services: Services, actor: Actors, clock: Clock) -> Directed:
    return Directed(services, actor, clock)


async def test_newcomers_go_with_the_undo_of_their_event(club: Directed) -> None:
    first = await club.import_file(OPEN)
    assert await club.offered() == ["Ann Adder", "Bo Beech"]
    assert await club.undo(first) == 2
    assert await club.offered() == []


async def test_all_newcomers_go_with_the_undo_of_a_file(club: Directed) -> None:
    first = await club.import_file(OPEN)
    assert [report.newcomers_removed for report in await undo_file(club.services, club.td(), first)] == [2]
    assert await club.offered() == []


async def test_a_file_comes_in_again_after_its_undo(club: Directed) -> None:
    await club.undo(await club.import_file(OPEN))
    again = await club.import_file(OPEN)
    assert await club.offered() == ["Ann Adder", "Bo Beech"]
    await club.undo(again)
    assert await club.offered() == []


@pytest.mark.parametrize("first_undone", [0, 1])
async def test_who_played_elsewhere_stays_until_that_is_undone_too(club: Directed, first_undone: int) -> None:
    events = [await club.import_file(OPEN), await club.import_file(CUP, "Cup")]
    await club.undo(events.pop(first_undone))
    assert await club.offered() == [["Ann Adder", "Cy Cedar"], ["Ann Adder", "Bo Beech"]][first_undone]
    await club.undo(events.pop())
    assert await club.offered() == []


async def test_who_came_with_a_roster_stays_when_an_event_goes(club: Directed) -> None:
    roster = await club.import_roster("name,sex\nAnn Adder,w\n")
    await club.undo(await club.import_file(OPEN))
    assert await club.offered() == ["Ann Adder"]
    await undo_roster(club.services, club.td(), roster)
    assert await club.offered() == []


@pytest.mark.parametrize("first", ["roster", "event"])
async def test_whoever_a_roster_brought_goes_with_the_last_of_it(club: Directed, first: str) -> None:
    roster = await club.import_roster("name,sex\nAnn Adder,w\nBo Beech,m\n")
    played = await club.import_file(OPEN)
    undo = {"roster": lambda: undo_roster(club.services, club.td(), roster), "event": lambda: club.undo(played)}
    await undo.pop(first)()
    assert await club.offered() == ["Ann Adder", "Bo Beech"]
    for last in undo.values():
        await last()
    assert await club.offered() == []


async def test_an_undo_works_where_the_audit_has_no_details(club: Directed) -> None:
    roster = await club.import_roster("name,sex\nAda Quill,w\n")
    await undo_roster(club.services, club.td(), roster)
    bare = update(audit).where(audit.c.club_id == club.actors.club_id).values(details=None)
    await club.services.database.write(lambda one: one.execute(bare), club=club.actors.club_id)
    assert await club.undo(await club.import_file(OPEN)) == 2


async def linked(club: Directed) -> None:
    await link_player(club.services, club.td(), (await club.player("Ann Adder")).id, club.actors("Ann").member, None)


async def edited(club: Directed) -> None:
    who = await club.player("Ann Adder")
    await edit_player(club.services, club.td(), who.id, Edit({"fide_id": "1503014"}), None)


async def rated(club: Directed) -> None:
    who = await club.player("Ann Adder")
    await set_rating(club.services, club.td(), SetRatingRequest(who, 1500.0, 20, rating_list=RatingList.USCHESS_BLITZ))


async def told_by_a_roster(club: Directed) -> None:
    await club.import_roster("name,sex\nAnn Adder,w\n")


async def entered(club: Directed) -> None:
    card = await new_evening(club.services, club.td(), "Friday", None, PLAN)
    await add_entrants(club.services, club.td(), card.evening.id, [await club.player("Ann Adder")])


More = Callable[[Directed], Awaitable[None]]


@pytest.mark.parametrize("more", [linked, edited, rated, told_by_a_roster, entered])
@pytest.mark.parametrize("brought", ["event", "roster"])
async def test_whoever_has_something_left_stays(club: Directed, more: More, brought: str) -> None:
    if brought == "event":
        first = await club.import_file(OPEN)
        await more(club)
        assert await club.undo(first) == 1
    else:
        first = await club.import_roster("name,id\nAnn Adder,10000001\nBo Beech,10000002\n")
        await more(club)
        await undo_roster(club.services, club.td(), first)
    assert await club.offered() == ["Ann Adder"]


async def test_a_rating_that_is_taken_back_leaves_nothing(club: Directed) -> None:
    first = await club.import_file(OPEN)
    who = await club.player("Ann Adder")
    asked = SetRatingRequest(who, 1500.0, 20, rating_list=RatingList.USCHESS_BLITZ)
    opened = await set_rating(club.services, club.td(), asked)
    await club.undo(first)
    assert await club.offered() == ["Ann Adder"]
    await undo_rating(club.services, club.td(), opened.entered_rating_id)
    assert await club.offered() == []


async def test_a_merge_keeps_both_until_it_is_undone(club: Directed) -> None:
    first, second = await club.import_file(OPEN), await club.import_file(CUP, "Cup")
    kept, gone = await club.player("Bo Beech"), await club.player("Cy Cedar")
    merge = await merge_players(club.services, club.td(), kept.id, gone.id, "one person")
    await club.undo(first)
    await club.undo(second)
    assert await club.offered() == ["Bo Beech"]
    await undo_merge(club.services, club.td(), merge.merge_id)
    assert await club.offered() == []


async def test_newcomers_of_a_replaced_event_return_with_it(club: Directed) -> None:
    await club.import_file(FOUR)
    before = await club.player("Bo Beech")
    again = await club.import_file(CORRECTED, if_stored=StoredAlready.REPLACED)
    assert await club.offered() == ["Ann Adder", "Cy Cedar", "Di Dove", "Zoltan Quist"]
    assert await club.undo(again) == 1
    assert await club.offered() == ["Ann Adder", "Bo Beech", "Cy Cedar", "Di Dove"]
    assert await club.player("Bo Beech") == before


async def test_who_returns_has_no_id_that_is_another_ones_by_now(club: Directed) -> None:
    await club.import_file(FOUR)
    bo = await club.player("Bo Beech")
    own = {"fide_id": "1503014"}  # as a TRF would have brought it
    await club.services.database.write(lambda one: profiles.change(one, bo.id, own), club=club.actors.club_id)
    again = await club.import_file(CORRECTED, if_stored=StoredAlready.REPLACED)
    ann = await club.player("Ann Adder")
    await edit_player(club.services, club.td(), ann.id, Edit({"fide_id": "1503014"}), None)
    await club.undo(again)
    theirs = await rows(club.services.database, select(player.c.name, player.c.fide_id))
    assert [row.name for row in theirs if row.fide_id] == ["Ann Adder"]
    assert "Bo Beech" in await club.offered()


async def test_who_is_gone_is_no_choice_by_number(club: Directed) -> None:
    first = await club.import_file(OPEN)
    who = await club.player("Ann Adder")
    await club.undo(first)
    with pytest.raises(NotFoundError):
        await set_rating(club.services, club.td(), SetRatingRequest(who, 1500.0, 20))


async def test_a_newcomer_who_is_taken_out_of_an_event_goes(club: Directed) -> None:
    three = f"{HEAD[:-1]},2\n1,Ann Adder,1800,40,W2,W3\n2,Bo Beech,1700,40,L1,\n3,Cy Cedar,1500,30,,L1\n"
    first = await club.import_file(three)
    out = EventEdit(member=await club.player("Cy Cedar"), entrant=EntrantChange.REMOVE)
    await correct_event(club.services, club.td(), first, [out], "was not there")
    assert await club.offered() == ["Ann Adder", "Bo Beech"]


class TestEvenings:
    """Newcomers whom a director enters by name."""

    async def opened(self, club: Directed, *names: str) -> int:
        card = await new_evening(club.services, club.td(), "Friday", None, PLAN)
        for name in names:
            await add_entrants(club.services, club.td(), card.evening.id, [Newcomer(name)])
        return card.evening.id

    async def test_they_go_with_a_cancelled_evening_and_return_with_it(self, club: Directed) -> None:
        evening = await self.opened(club, "Ann Adder", "Bo Beech")
        assert await club.offered() == ["Ann Adder", "Bo Beech"]
        await cancel_evening(club.services, club.td(), evening, sure=True)
        assert await club.offered() == []
        await reopen_evening(club.services, club.td(), evening)
        assert await club.offered() == ["Ann Adder", "Bo Beech"]

    async def test_who_is_withdrawn_before_a_round_goes_alone(self, club: Directed) -> None:
        evening = await self.opened(club, "Ann Adder", "Bo Beech")
        await withdraw(club.services, club.td(), evening, 1)
        assert await club.offered() == ["Bo Beech"]
        assert len(await rows(club.services.database, select(player))) == 1
