"""Players who turned out to be somebody else."""

from typing import Any

import pytest

from bot.services.framework.context import Services
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.transactions import Connection, Database
from bot.store.people import merges, players, profiles
from core.lists import RatingList
from tests.conftest import Actors, now, person

CLUB = 500


@pytest.fixture
async def ids(services: Services, actor: Actors) -> dict[str, int]:
    """Let Ann, Ben and Cy be there."""
    await set_rating(services, actor("Tess", manager=True), SetRatingRequest(person("Zoe"), 1500.0, 30))

    def add(connection: Connection) -> dict[str, int]:
        added = {}
        for number, name in enumerate(("Ann", "Ben", "Cy"), start=1):
            new = players.add_unlinked(connection, CLUB, name, now(), uschess_id=f"1000000{number}", fide_id=None)
            added[name] = new.id
        profiles.change(connection, added["Ben"], {"merged_into": added["Ann"]})
        profiles.change(connection, added["Cy"], {"merged_into": added["Ben"]})
        return added

    return await services.database.write(add, club=CLUB)


async def test_no_way_of_finding_players_finds_them(database: Database, ids: dict[str, int]) -> None:
    def found(connection: Connection) -> list[Any]:
        return [
            [one.name for name in ("ann", "ben", "cy") for one in players.named(connection, CLUB, name)],
            list(players.by_folded_names(connection, CLUB, ["ann", "ben", "cy"])),
            [one.name for one in players.by_membership(connection, CLUB, "uschess_id", NUMBERS).values()],
            [one.name for one, *_ in players.search(connection, CLUB, RatingList.USCHESS_REGULAR, "", 25)],
        ]

    assert await database.read(found, club=CLUB) == [["Ann"], ["ann"], ["Ann"], ["Zoe", "Ann"]]


NUMBERS = ["10000001", "10000002", "10000003"]


async def test_their_names_are_still_known_by_number(database: Database, ids: dict[str, int]) -> None:
    known = await database.read(lambda connection: players.by_ids(connection, CLUB, ids.values()), club=CLUB)
    assert {key: one.name for key, one in known.items()} == {key: name for name, key in ids.items()}


async def test_whom_they_turned_out_to_be_is_found_through_any_number_of_merges(
    database: Database, ids: dict[str, int]
) -> None:
    asked = [*ids.values(), 999]
    kept = await database.read(lambda connection: players.resolve_merged(connection, CLUB, asked), club=CLUB)
    assert {key: one.name for key, one in kept.items()} == dict.fromkeys(ids.values(), "Ann")
    assert (
        await database.read(lambda connection: players.resolve_merged(connection, CLUB + 1, asked), club=CLUB + 1) == {}
    )


async def test_a_profile_is_its_own_clubs_and_a_new_name_is_found_without_case(
    database: Database, ids: dict[str, int]
) -> None:
    await database.write(lambda connection: profiles.change(connection, ids["Ann"], {"name": "Änne"}), club=CLUB)
    (found,) = await database.read(lambda connection: players.named(connection, CLUB, "ÄNNE"), club=CLUB)
    assert found.id == ids["Ann"]
    assert (
        await database.read(lambda connection: profiles.find(connection, CLUB + 1, ids["Ann"]), club=CLUB + 1) is None
    )


async def test_who_has_nothing_shares_nothing_and_moves_nothing(database: Database, ids: dict[str, int]) -> None:
    def work(connection: Connection) -> tuple[Any, ...]:
        ann, ben = ids["Ann"], ids["Ben"]
        return (
            merges.has_facts(connection, ann),
            merges.shared(connection, ann, ben),
            merges.rated_facts(connection, CLUB, ann),
            merges.move(connection, ben, ann),
        )

    nothing: dict[str, list[Any]] = {kind: [] for kind in merges._COLUMNS}
    assert await database.write(work, club=CLUB) == (False, None, {}, nothing)
