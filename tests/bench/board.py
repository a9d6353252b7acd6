"""The leaderboard at a thousand, a hundred thousand and a million standings."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from bot.store.schema import triggers
from sqlalchemy import Connection, Table

from bot.services.context import Actor, Member, Services
from bot.services.players.leaderboard import PAGE_SIZE, BoardOrder, BoardPage, BoardQuery, leaderboard, page_with
from bot.store.derived import standings as store
from bot.store.tables import board, club, figure_count, journal, player, standing
from core.lists import RatingList
from tests.bench.databases import CLUB, KINDS, TODAY, Databases, databases, now
from tests.bench.measure import Figure, Times, ms, ratio_of, settle_memory, show, spread

LIST = RatingList.USCHESS_REGULAR
FULL, QUICK = (1_000, 100_000, 1_000_000), (1_000, 2_000, 10_000)
WHICH = ("first page", "middle page", "page with a middle player", "last page")
ORDERS = tuple(BoardOrder)
AROUND = 20
"""How many neighbours of the middle are asked for in turn, so that not one page alone is warm."""

AIM = "<= 1.5"


@dataclass(frozen=True, slots=True)
class Standings:
    """Players 1 to n of one club; every tenth is inactive, and half of the others have played this month.

    gains: of their last event, after the one that gave them their first rating.
    middle: the ids of active players around the middle of the board.
    on_every_board: somebody active who has gained a little this month, and so has a peak.
    """

    players: int
    ratings: Any
    games: Any
    gains: Any
    middle: tuple[int, ...]
    on_every_board: int

    @classmethod
    def draw(cls, players: int) -> "Standings":
        random = np.random.default_rng(players)
        ratings = np.round(np.clip(random.normal(1500, 350, players), 100, 2900), 2)
        active = np.flatnonzero(np.arange(1, players + 1) % 10 != 0)
        order = active[np.argsort(-ratings[active], kind="stable")]
        half = len(order) // 2
        middle = tuple(int(index) + 1 for index in order[half - AROUND // 2 : half + AROUND // 2])
        games, gains = random.integers(1, 400, players), np.round(random.normal(0, 25, players), 2)
        rising = active[(games[active] % 2 == 1) & (gains[active] > 1)]
        return cls(players, ratings, games, gains, middle, int(rising[0]) + 1)

    def rows(self) -> Iterator[tuple[Table, Sequence[str], Iterator[tuple[Any, ...]]]]:
        """Return the rows of the tables, parents first, the counts apart: table, columns, values."""
        ids = range(1, self.players + 1)
        shown = np.floor(self.ratings + 0.5).astype(int)
        is_active = np.arange(1, self.players + 1) % 10 != 0
        name, long_ago = LIST.value, TODAY - timedelta(days=500)
        yield (
            club,
            ("id", "facts", "default_list", "self_report", "created_at"),
            iter([(CLUB, self.players, name, "everyone", now())]),
        )
        names = self.names()
        yield (
            player,
            ("id", "club_id", "user_id", "name", "folded", "created_at"),
            (
                (number, CLUB, user_of(number), text, text.lower(), now())
                for number, text in zip(ids, names, strict=True)
            ),
        )
        columns = ("club_id", "list", "player_id", "rating", "shown", "games", "provisional", "active", "date", "seq")
        figures = zip(ids, self.ratings.tolist(), shown.tolist(), self.games.tolist(), is_active.tolist(), strict=True)
        entry = (
            "club_id",
            "list",
            "player_id",
            "date",
            "seq",
            "before",
            "after",
            "games_before",
            "games_after",
            "state",
        )
        moves = zip(
            ids, self.ratings.tolist(), self.gains.tolist(), self.games.tolist(), is_active.tolist(), strict=True
        )
        yield (
            journal,
            entry,
            (
                (CLUB, name, number, day, seq, before, after, 0, games, "{}")
                for number, rating, gain, games, active in moves
                for day, seq, before, after in (
                    (long_ago, number, None, rating - gain),
                    (_day(games) if active else long_ago, self.players + number, rating - gain, rating),
                )
            ),
        )
        yield (
            standing,
            (*columns, "state"),
            (
                (CLUB, name, number, rating, display, games, games <= 25, active,
                 _day(games) if active else long_ago, self.players + number, "{}")
                for number, rating, display, games, active in figures
            ),
        )  # fmt: skip
        yield board, ("club_id", "list", "swept_on"), iter([(CLUB, name, TODAY)])

    def names(self) -> Iterator[str]:
        return (f"Player {number}" for number in range(1, self.players + 1))

    def counts(self) -> list[tuple[bool, int, int]]:
        """Return how many players stand at each displayed rating: active, displayed rating, players."""
        shown = np.floor(self.ratings + 0.5).astype(int)
        is_active = np.arange(1, self.players + 1) % 10 != 0
        return [
            (active, int(value), int(count))
            for active in (True, False)
            for value, count in zip(*np.unique(shown[is_active == active], return_counts=True), strict=True)
        ]


def _day(games: int) -> date:
    """Return the last day of somebody who plays: of this month for half of them, of the two before for the others."""
    return TODAY - timedelta(days=games % TODAY.day if games % 2 else TODAY.day + games % 71)


def user_of(player_id: int) -> int:
    return 10**17 + player_id


def fill_sqlite(path: Path, standings: Standings) -> None:
    """Fill a migrated file as fast as SQLite goes; indexes are built at the end."""
    # As SQLAlchemy writes them.
    sqlite3.register_adapter(date, date.isoformat)
    sqlite3.register_adapter(datetime, lambda at: at.replace(tzinfo=None).isoformat(" ", "microseconds"))
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000;")
    made = connection.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
        " AND tbl_name IN ('player', 'standing', 'journal') ORDER BY type"
    ).fetchall()
    for kind, name, _ in made:
        connection.execute(f"DROP {kind} {name}")
    for table, columns, rows in standings.rows():
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({marks})", rows)
    for _, _, sql in made:
        connection.execute(sql)
    connection.commit()
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


async def fill_postgres(services: Services, standings: Standings) -> None:
    """Fill a migrated database by COPY, without the checks of foreign keys; indexes are built at the end."""

    def copy(connection: Connection) -> None:
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0")
        indexes = connection.exec_driver_sql(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ('player', 'standing', 'journal')"
            " AND starts_with(indexname, 'ix')"
        ).all()
        for name, _ in indexes:
            connection.exec_driver_sql(f"DROP INDEX {name}")
        cursor: Any = connection.connection.cursor()
        for table, columns, rows in standings.rows():
            with cursor.copy(f"COPY {table.name} ({', '.join(columns)}) FROM STDIN") as target:
                for row in rows:
                    target.write_row(row)
        for _, statement in indexes:
            connection.exec_driver_sql(statement)

    await services.database.write(copy, club=None)


async def fill(maker: Databases, kind: str, standings: Standings) -> Services:
    """Return the services of a new database with these standings."""
    services = await maker.new(kind)
    if services.database.file is not None:
        await services.database.close()  # nobody else may hold the file
        await asyncio.to_thread(fill_sqlite, services.database.file, standings)
        services = maker.open(f"sqlite:///{services.database.file}")
    else:
        await fill_postgres(services, standings)

    def keep(connection: Connection) -> None:
        """Fill what the product's own hand keeps, and its triggers, of which none was there."""
        if connection.dialect.name == "sqlite":
            filled = [kept for kept in triggers.KEPT if kept is not figure_count]  # kept while the figures are filled
        else:
            # Without triggers: a count that one transaction moves a thousand times has as many versions to go through.
            connection.exec_driver_sql("SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0")
            filled = triggers.KEPT
        store._count(connection, CLUB, LIST, standings.counts())
        for kept in filled:
            triggers._fill(connection, kept.name)

    await services.database.write(keep, club=None)
    if kind == "postgres":
        await asyncio.to_thread(maker.vacuum)
    return services


async def run(*, quick: bool) -> None:
    rounds, sizes = (5, QUICK) if quick else (40, FULL)
    drawn = {size: Standings.draw(size) for size in sizes}
    async with databases() as maker:
        for kind in KINDS:
            boards = {}
            start = time.perf_counter()
            for size, standings in drawn.items():
                boards[size] = await fill(maker, kind, standings)
            filled = time.perf_counter() - start
            settle_memory()
            # PostgreSQL works in processes of its own, which the wall's time has in it.
            clock = time.process_time if kind == "sqlite" else time.perf_counter
            times = await _measure(boards, drawn, rounds, clock)
            figures = []
            for page in product(ORDERS, WHICH):
                smallest = times[sizes[0], page]
                for size in sizes:
                    last = size == sizes[-1]
                    taken = times[size, page]
                    compared = None if taken is smallest else ratio_of(taken, smallest)
                    name = f"by {page[0].value}: {page[1]}, {size:,}"
                    figures.append(Figure(name, ms(median(taken)), compared, AIM if last else "", spread(taken)))
            show(
                f"board on {kind}: a page of ten, with ranks, by standings in the club; ratio = to {sizes[0]:,}",
                figures,
                f"(filled in {filled:.0f} s; medians of {rounds} pages, the sizes taking turns:"
                f" {'CPU' if kind == 'sqlite' else 'with the time of the server'})",
            )


Page = tuple[BoardOrder, str]


async def _measure(
    boards: dict[int, Services], drawn: dict[int, Standings], rounds: int, clock: Callable[[], float]
) -> dict[tuple[int, Page], Times]:
    times: dict[tuple[int, Page], list[float]] = {key: [] for key in product(boards, product(ORDERS, WHICH))}
    pages: dict[tuple[int, BoardOrder], int] = {}
    for turn in range(-3, rounds):  # the first three warm up
        for size, services in boards.items():
            at = turn % AROUND
            actor = Actor(CLUB, Member(user_of(drawn[size].middle[at]), "Dana"), interaction_id=1)
            for order in ORDERS:
                last = pages.get((size, order), 0)
                middle = max(0, last // 2 + at - AROUND // 2)
                reads: tuple[Callable[[], Awaitable[BoardPage]], ...] = (
                    partial(leaderboard, services, actor, LIST, order),
                    partial(leaderboard, services, actor, LIST, order, page=middle),
                    partial(_own_page, services, actor, order, drawn[size]),
                    partial(leaderboard, services, actor, LIST, order, page=last),
                )
                for which, read in zip(WHICH, reads, strict=True):
                    start = clock()
                    found = await read()
                    taken = clock() - start
                    pages[size, order] = found.pages - 1
                    if len(found.lines) < PAGE_SIZE and which != WHICH[-1]:
                        raise ValueError(f"by {order.value}, {which} of {size:,}: {len(found.lines)} lines")
                    if turn >= 0:
                        times[size, (order, which)].append(taken)
    return dict(times)


async def _own_page(services: Services, actor: Actor, order: BoardOrder, standings: Standings) -> BoardPage:
    """Return the page of somebody in the middle; by gain and by peak of whoever is on that board."""
    if order in (BoardOrder.GAIN, BoardOrder.PEAK):
        actor = Actor(CLUB, Member(user_of(standings.on_every_board), "Dana"), interaction_id=1)
    return await page_with(services, actor, BoardQuery(LIST, order))
