"""Eight people at once do whatever writes, at random."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Select, func, select, text

from bot.services.events.imports.options import ImportOptions
from bot.services.framework.context import Actor, Services
from bot.services.framework.season_figures import board_of, differences
from bot.services.framework.whole_clubs import verify_club
from bot.store.club import clubs
from bot.store.database.tables import audit, entered_rating, entrant, event, player
from bot.store.database.transactions import Connection, Database
from bot.store.ratings import seasons
from core.errors import RatingError
from core.lists import RatingList
from tests.conftest import person
from tests.services.framework.independent_boards import boards_that_differ
from tests.services.framework.independent_fold import disagreements
from tests.services.framework.independent_steps import explained_otherwise

DIRECTORS = ["Tess", "Theo"]
MEMBERS = [*DIRECTORS, "Dana", "Eli", "Ivy", "Jon", "Kim", "Leo"]
AT_ONCE = 8
TWICE = 10
"""Every tenth operation is delivered twice."""

BEGIN = datetime(2026, 1, 5, 12, tzinfo=UTC)
CLUB = 500


class NothingThere(Exception):
    """What an operation is about is not there yet."""


@dataclass
class Walk:
    """A club at a time of its own; done and refused: how many operations of each kind ended how."""

    database: Database
    random: Random
    services: Services = field(init=False)
    at: datetime = BEGIN
    interactions: int = 0
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    files: list[tuple[bytes, ImportOptions]] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.services = Services(self.database, lambda: self.at)

    def today(self) -> date:
        return self.services.today(None)

    def actor(self, name: str) -> Actor:
        self.interactions += 1
        return Actor(CLUB, person(name), self.interactions, frozenset(), name in DIRECTORS)

    async def rows(self, query: Select[Any]) -> Sequence[Any]:
        return await self.database.read(lambda connection: connection.execute(query).all(), club=CLUB)

    def choice(self, found: Sequence[Any]) -> Any:
        """Return one of what there is; raise NothingThere where that is nothing."""
        if not found:
            raise NothingThere
        return self.random.choice(found)

    async def one_of(self, query: Select[Any]) -> int:
        """Return one of the ids that a query finds, rather a late one."""
        found = sorted(key for (key,) in await self.rows(query))
        key: int = self.choice(found[-12:] if self.random.random() < 0.7 else found)
        return key


Operations = Mapping[Callable[[Walk], Awaitable[tuple[str, Callable[[Actor], Awaitable[Any]]]]], int]


async def walk_at_random(database: Database, seed: int, steps: int, operations: Operations, every: int = 0) -> Walk:
    """Take so many steps from a seed, verifying after every so many."""
    walk = Walk(database, Random(seed))
    kinds, weights = list(operations), list(operations.values())
    late: list[tuple[str, Callable[[], Awaitable[Any]]]] = []
    taken = verified = 0
    while taken < steps:
        batch, late = late, []
        for _ in range(AT_ONCE):
            (kind,) = walk.random.choices(kinds, weights)
            try:
                who, deliver = await kind(walk)
            except (NothingThere, RatingError):
                walk.refused[kind.__name__] += 1
                continue
            taken += 1
            actor = walk.actor(who)
            batch.append((kind.__name__, _delivery(deliver, actor)))
            if taken % TWICE == 0:
                again = batch if walk.random.random() < 0.5 else late
                again.append((kind.__name__, _delivery(deliver, actor)))
        walk.random.shuffle(batch)
        for (name, _), error in zip(batch, await asyncio.gather(*(_sentence(one) for _, one in batch)), strict=True):
            (walk.refused if error else walk.done)[name] += 1
            walk.log.append(f"{walk.at:%m-%d} {name}: {error or 'done'}")
        walk.at += timedelta(days=walk.random.choice([0, 0, 0, 1, 3, 12]))
        if every and taken - verified >= every:
            verified = taken
            await check(walk)
    await check(walk)
    await walk.services.engine.close()
    return walk


def _delivery(deliver: Callable[[Actor], Awaitable[Any]], actor: Actor) -> Callable[[], Awaitable[Any]]:
    return lambda: deliver(actor)


async def _sentence(deliver: Callable[[], Awaitable[Any]]) -> str | None:
    try:
        await deliver()
    except RatingError as error:
        return error.message
    return None


async def check(walk: Walk) -> None:
    """Fail where anything stored is not what the facts give."""
    differences = [str(one) for one in await verify_club(walk.services, CLUB)]
    assert not differences, "\n".join([*walk.log[-40:], *differences[:20]])
    said = await walk.database.read(lambda connection: disagreements(connection, CLUB), club=CLUB)
    assert not said, "\n".join([*walk.log[-40:], *said[:20]])
    said = await walk.database.read(lambda connection: explained_otherwise(connection, CLUB), club=CLUB)
    assert not said, "\n".join([*walk.log[-40:], *said[:20]])
    days = [walk.today() - timedelta(days=back) for back in (0, 20, 100)]
    said = await walk.database.read(lambda connection: boards_that_differ(connection, CLUB, days), club=CLUB)
    assert not said, "\n".join([*walk.log[-40:], *said[:20]])
    assert await walk.database.read(_noted_twice, club=CLUB) == []
    assert await walk.database.read(_gone_and_counting, club=CLUB) == []
    assert await walk.database.read(_left_over, club=CLUB) == []
    assert await walk.database.read(_boards_without_a_note, club=CLUB) == []


def _boards_without_a_note(connection: Connection) -> list[str]:
    wrong = []
    for season in seasons.of_club(connection, CLUB):
        if season.ended_at is not None:
            now = board_of(connection, clubs.find(connection, CLUB), season)
            different = differences(seasons.stored_board(connection, season.id), now)
            if different != (None if season.corrected is None else season.corrected[1]):
                wrong.append(f"{season}: {different}")
    return wrong


def _gone_and_counting(connection: Connection) -> list[int]:
    gone = select(player.c.id).where(player.c.club_id == CLUB, player.c.voided)
    counts = select(event.c.id).where(event.c.club_id == CLUB, ~event.c.voided)
    stands = select(entrant.c.player_id).where(entrant.c.club_id == CLUB, entrant.c.event_id.in_(counts))
    rated = select(entered_rating.c.player_id).where(entered_rating.c.club_id == CLUB, ~entered_rating.c.voided)
    query = gone.where(player.c.id.in_(stands) | player.c.id.in_(rated))
    return list(connection.execute(query).scalars())


def _left_over(connection: Connection) -> list[int]:

    def ids(query: str) -> set[int]:
        return set(connection.execute(text(query.replace("CLUB", str(CLUB)))).scalars())

    in_event = "SELECT player_id FROM entrant JOIN event ON event.id = event_id WHERE event.club_id = CLUB AND "
    found = ids("SELECT id FROM player WHERE club_id = CLUB AND user_id IS NULL AND merged_into IS NULL AND NOT voided")
    found &= ids(f"{in_event} event.created_at = (SELECT created_at FROM player WHERE id = player_id)")
    found -= ids(f"{in_event} (NOT event.voided OR waits_until IS NOT NULL)")
    for table in ("entered_rating", "demotion"):
        found -= ids(f"SELECT player_id FROM {table} WHERE club_id = CLUB AND NOT voided")
    for table, column in _NAMING:
        found -= ids(f"SELECT {column} FROM {table} WHERE club_id = CLUB")
    found -= ids("SELECT subject_id FROM audit WHERE club_id = CLUB AND action IN ('edit-player', 'link-player')")
    rules = clubs.find(connection, CLUB).house_rules
    return sorted(found - {rules.oracle_for(pool).keeper_player for pool in RatingList})  # a pool keeps its Keeper


_NAMING = (
    *(("claim", "player_id"), ("season_board", "player_id"), ("evening_entrant", "player_id")),
    *(("merge", "target_id"), ("merge", "merged_id"), ("challenge", "from_id"), ("challenge", "to_id")),
)


def _noted_twice(connection: Connection) -> list[int]:
    query = select(audit.c.interaction_id).group_by(audit.c.interaction_id).having(func.count() > 1)
    return list(connection.execute(query.where(audit.c.interaction_id.is_not(None))).scalars())
