"""What a merge takes over and gives back beside the facts, and that it is done once."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.people.claims import link_player
from bot.services.people.merge import MergeReport, merge_players, undo_merge
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import audit, entrant, evening, evening_entrant, merge, player, standing
from bot.store.database.transactions import Connection, Database
from bot.store.people import players, profiles
from bot.store.people.merges import OPEN
from bot.store.people.profiles import Profile, Wishes
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.files.typed.opponents import parse_opponents
from tests.conftest import TODAY, Actors, now, person, rows
from tests.services.framework.folding_checks import CLUB, record_section

REASON = "one person, two spellings"


class Club:
    """A club whose players are named."""

    def __init__(self, services: Services, actor: Actors) -> None:
        self.services, self.actor = services, actor

    @property
    def td(self) -> Actor:
        return self.actor("Tess", manager=True)

    async def rated(self, name: str, rating: float = 1500.0, **options: Any) -> int:
        """Let a member be there with a rating."""
        report = await set_rating(self.services, self.td, SetRatingRequest(person(name), rating, 30, **options))
        return report.player.id

    async def unlinked(self, name: str, **values: Any) -> int:
        await self.rated("Zoe")

        def add(connection: Connection) -> int:
            added = players.add_unlinked(connection, CLUB, name, now(), uschess_id=None, fide_id=None)
            profiles.change(connection, added.id, values)
            return added.id

        return await self.services.database.write(add, club=CLUB)

    async def change(self, player_id: int, **values: Any) -> None:
        await self.services.database.write(lambda connection: profiles.change(connection, player_id, values), club=CLUB)

    async def profile(self, player_id: int) -> Profile:
        found = await self.services.database.read(
            lambda connection: profiles.find(connection, CLUB, player_id), club=CLUB
        )
        assert found is not None
        return found

    async def merge(self, keep: int, gone: int) -> MergeReport:
        return await merge_players(self.services, self.td, keep, gone, REASON)

    async def undo(self, merged: MergeReport) -> MergeReport:
        return await undo_merge(self.services, self.td, merged.merge_id)

    async def ratings(self, database: Database) -> dict[str, float]:
        query = select(player.c.name, standing.c.rating).join(standing, standing.c.player_id == player.c.id)
        return {row.name: row.rating for row in await rows(database, query)}


@pytest.fixture
def the_club(services: Services, actor: Actors) -> Club:
    return Club(services, actor)


FULL = {
    "user_id": 77,
    "uschess_id": "12345678",
    "fide_id": "2020009",
    "naspa_id": "AA000123",
    "federation": "USA",
    "state": "WV",
    "expires": "2027-08",
    "sex": "w",
    "title": "WIM",
    "born": TODAY - timedelta(4193),
}


async def test_what_the_one_who_stays_has_not_is_taken_over_and_given_back(the_club: Club) -> None:
    keep, gone = await the_club.unlinked("Dana Lee"), await the_club.unlinked("Lee, Dana", **FULL)
    before = await the_club.profile(keep), await the_club.profile(gone)
    merged = await the_club.merge(keep, gone)
    kept = await the_club.profile(keep)
    assert {name: getattr(kept, name) for name in FULL} == FULL
    assert kept.name == "Dana Lee"
    assert (await the_club.profile(gone)).user_id is None
    undone = await the_club.undo(merged)
    assert (await the_club.profile(keep), await the_club.profile(gone)) == before
    assert not undone.unlinked


async def test_what_the_one_who_stays_has_remains(the_club: Club) -> None:
    own = {"user_id": 78, "uschess_id": "87654321", "federation": "CAN", "born_year": 1990}
    keep = await the_club.unlinked("Dana Lee", **own)
    gone = await the_club.unlinked("Lee, Dana", **{**FULL, "born": None, "born_year": 1980})
    merged = await the_club.merge(keep, gone)
    kept = await the_club.profile(keep)
    assert {name: getattr(kept, name) for name in own} == own
    assert (kept.fide_id, kept.naspa_id, kept.sex) == ("2020009", "AA000123", "w")
    await the_club.undo(merged)
    kept, parted = await the_club.profile(keep), await the_club.profile(gone)
    assert (kept.fide_id, kept.naspa_id, kept.sex) == (None, None, None)
    assert (parted.user_id, parted.uschess_id) == (77, "12345678")


async def test_later_edits_stay_and_taken_values_are_not_restored(the_club: Club) -> None:
    keep, gone = await the_club.unlinked("Dana Lee"), await the_club.unlinked("Lee, Dana", **FULL)
    merged = await the_club.merge(keep, gone)
    await the_club.change(keep, user_id=None, uschess_id="11111111", born=None, born_year=1999)
    await the_club.unlinked("Fay", user_id=77, uschess_id="12345678")
    undone = await the_club.undo(merged)
    kept, parted = await the_club.profile(keep), await the_club.profile(gone)
    assert (kept.uschess_id, kept.born_year, kept.fide_id) == ("11111111", 1999, None)
    assert (parted.uschess_id, parted.fide_id, parted.user_id) == (None, "2020009", None)
    assert undone.unlinked


async def test_an_age_that_is_taken_over_rates_the_first_event_again(the_club: Club) -> None:
    """A loss to 1800 leaves the initial rating: 1300 for an adult, 50 x 4193/365.25 = 573.99 for the date."""
    lost = EventSubmission(parse_opponents("L1800"), games=0)
    report = await record_own_event(the_club.services, the_club.actor("Dana"), lost)
    gone = await the_club.unlinked("Lee, Dana", born=FULL["born"])
    merged = await the_club.merge(report.player.id, gone)
    (change,) = [change for change in merged.changes if change.day is None]
    assert (change.before, round(change.after or 0, 2)) == (1300, 573.99)
    undone = await the_club.undo(merged)
    (change,) = [change for change in undone.changes if change.day is None]
    assert (round(change.before or 0, 2), change.after) == (573.99, 1300)


async def test_delivered_twice_it_is_done_once(the_club: Club) -> None:
    keep, gone = await the_club.rated("Dana", 1500.0), await the_club.rated("Eli", 1600.0)
    services = the_club.services
    again = the_club.actor("Tess", manager=True, interaction=4711)
    first = await merge_players(services, again, keep, gone, REASON)
    with pytest.raises(AlreadyDoneError):
        await merge_players(services, again, keep, gone, REASON)
    assert len(await rows(services.database, select(merge))) == 1
    back = the_club.actor("Tess", manager=True, interaction=4712)
    await undo_merge(services, back, first.merge_id)
    with pytest.raises(AlreadyDoneError):
        await undo_merge(services, back, first.merge_id)
    assert await the_club.ratings(services.database) == {"Dana": 1500, "Eli": 1600}
    noted = await rows(services.database, select(audit).order_by(audit.c.id))
    assert [row.action for row in noted][-2:] == ["merge-players", "undo-merge"]
    assert all(row.details["reason"] == REASON for row in noted[-2:])


async def test_refusals_change_nothing(the_club: Club) -> None:
    keep, gone, third = await the_club.rated("Dana"), await the_club.rated("Eli"), await the_club.rated("Fay")
    services = the_club.services
    with pytest.raises(NotAllowedError):
        await merge_players(services, the_club.actor("Dana"), keep, gone, REASON)
    with pytest.raises(InputError, match="two different"):
        await the_club.merge(keep, keep)
    with pytest.raises(NotFoundError, match="no such player"):
        await the_club.merge(keep, 999)
    stranger = Actor(CLUB + 1, person("Tess"), 9001, manager=True)
    with pytest.raises(NotFoundError, match="no such player"):
        await merge_players(services, stranger, keep, gone, REASON)
    assert await rows(services.database, select(merge)) == []
    merged = await the_club.merge(keep, gone)
    with pytest.raises(NotFoundError, match=r"Eli was merged into Dana"):
        await the_club.merge(third, gone)
    with pytest.raises(NotFoundError, match=r"Eli was merged into Dana"):
        await the_club.merge(gone, third)
    with pytest.raises(NotAllowedError):
        await undo_merge(services, the_club.actor("Dana"), merged.merge_id)
    with pytest.raises(NotFoundError):
        await undo_merge(services, Actor(CLUB + 1, person("Tess"), 9002, manager=True), merged.merge_id)
    await the_club.undo(merged)
    with pytest.raises(NotFoundError, match="That merge has already been undone"):
        await the_club.undo(merged)


async def test_merges_of_merged_players_are_undone_from_the_last(the_club: Club) -> None:
    first, second, third = await the_club.rated("Dana"), await the_club.rated("Eli"), await the_club.rated("Fay")
    inner = await the_club.merge(second, first)
    outer = await the_club.merge(third, second)
    assert await the_club.ratings(the_club.services.database) == {"Fay": 1500}
    with pytest.raises(RuleError, match="Eli has been merged into another player"):
        await the_club.undo(inner)
    await the_club.undo(outer)
    await the_club.undo(inner)
    assert set(await the_club.ratings(the_club.services.database)) == {"Dana", "Eli", "Fay"}


async def test_a_shared_event_prevents_a_merge_until_it_is_void(the_club: Club) -> None:
    services = the_club.services
    section = partial(record_section, services=services, names=["Dana", "Eli"], games=[(1, 1, 2, 0.5)])
    event_id, ids = await services.database.write(lambda connection: section(connection), club=CLUB)
    with pytest.raises(RuleError, match="Dana and Eli both played in Section of 2026-11-21"):
        await the_club.merge(ids["Dana"], ids["Eli"])
    await undo_event(services, the_club.td, event_id)
    await the_club.merge(ids["Dana"], ids["Eli"])
    # The void event keeps both: one player cannot play themselves.
    found = await rows(services.database, select(entrant.c.player_id).order_by(entrant.c.number))
    assert [row.player_id for row in found] == [ids["Dana"], ids["Eli"]]


async def test_a_merge_moves_an_open_evening_and_refuses_a_shared_one(the_club: Club) -> None:
    keep, gone = await the_club.rated("Dana"), await the_club.rated("Eli")
    services = the_club.services

    def sit(connection: Connection, evening_id: int, *seated: int) -> None:
        values = {"id": evening_id, "club_id": CLUB, "name": "Friday", "date": TODAY, "status": OPEN, "created_by": 1}
        connection.execute(insert(evening).values(**values, created_at=now()))
        for number, player_id in enumerate(seated, start=1):
            seat = {"club_id": CLUB, "evening_id": evening_id, "number": number, "player_id": player_id}
            connection.execute(insert(evening_entrant).values(**seat))

    async def seated() -> list[int]:
        return [row.player_id for row in await rows(services.database, select(evening_entrant.c.player_id))]

    await services.database.write(lambda connection: sit(connection, 1, gone), club=CLUB)
    merged = await the_club.merge(keep, gone)
    assert await seated() == [keep]
    await the_club.undo(merged)
    assert await seated() == [gone]
    await services.database.write(lambda connection: sit(connection, 2, keep, gone), club=CLUB)
    with pytest.raises(RuleError, match="Dana and Eli both played in Friday of 2026-11-21"):
        await the_club.merge(keep, gone)


async def test_a_members_empty_row_gives_way_to_a_link(the_club: Club) -> None:
    services = the_club.services
    player_id = await the_club.unlinked("Lee, Dana", fide_id="2020009")
    own = await the_club.unlinked("Dana", user_id=person("Dana").user_id, federation="USA")
    report = await link_player(services, the_club.td, player_id, person("Dana"), None)
    linked = await the_club.profile(player_id)
    assert (linked.user_id, linked.federation, linked.fide_id) == (person("Dana").user_id, "USA", "2020009")
    assert (await the_club.profile(own)).merged_into == player_id
    assert report.was is None


async def test_a_link_delivered_twice_is_done_once(the_club: Club) -> None:
    services = the_club.services
    player_id = await the_club.unlinked("Lee, Dana")
    again = the_club.actor("Tess", manager=True, interaction=4713)
    await link_player(services, again, player_id, person("Dana"), REASON)
    with pytest.raises(AlreadyDoneError):
        await link_player(services, again, player_id, person("Dana"), REASON)
    with pytest.raises(NotAllowedError):
        await link_player(services, the_club.actor("Eli"), player_id, None, None)


async def test_what_a_member_wants_goes_along_with_them_and_back(the_club: Club) -> None:
    keep = await the_club.unlinked("Lee, Dana")
    gone = await the_club.rated("Dana", 1600.0)
    await the_club.change(gone, notices="each", announced=False, challenged=False, card_private=True, on_site=False)
    merged = await the_club.merge(keep, gone)

    async def wishes(player_id: int) -> Wishes:
        return await the_club.services.database.read(
            lambda connection: profiles.wishes_of(connection, player_id), club=CLUB
        )

    assert await wishes(keep) == Wishes("each", challenged=False, announced=False, card_private=True, on_site=False)
    await the_club.undo(merged)
    assert await wishes(keep) == Wishes("off", challenged=True, announced=True, card_private=False, on_site=True)
    assert await wishes(gone) == Wishes("each", challenged=False, announced=False, card_private=True, on_site=False)
