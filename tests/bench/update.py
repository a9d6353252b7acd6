"""`/rating update` against the smallest honest command that stores a row, in the same bot and the same run."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import aiosqlite
import discord
from discord import app_commands

from bot.app import CrosstableBot
from bot.services.context import Actor, Member, Services
from bot.services.players.set_rating import SetRatingRequest, set_rating
from tests.bench.databases import databases
from tests.bench.discord_load import Load, load
from tests.bench.measure import Figure, Times, ms, p99, ratio_of, settle_memory, show
from tests.bench.update_parts import parts_of, without_discord

OPPONENTS, SCORE = "974 951 2471 1585", "3"
MEMBERS = 50
AIM = "<= 1.5"

OURS, SMALLEST, LOCKED = "rating update", "smallest", "smallest-alone"
NAMES = {
    OURS: "/rating update",
    SMALLEST: "smallest command",
    LOCKED: "smallest command, own transaction",
}


async def run(*, quick: bool) -> None:
    singles, bursts, looks = (20, 2, 10) if quick else (500, 12, 200)
    async with databases() as maker:
        services = await maker.new("sqlite")
        bot = CrosstableBot(services, shard_count=1)
        async with smallest_commands(maker.folder / "smallest.db") as commands:
            for command in commands:
                bot.tree.add_command(command)
            async with load(bot) as club:
                members = [club.add_member(f"Member {number}") for number in range(MEMBERS)]
                await _store_ratings(services, club, members)
                await _warm_up(club, members)
                settle_memory()
                one = await _one_in_flight(club, members, singles)
                many = await _many_in_flight(club, members, bursts)
                parts = await parts_of(lambda turn: _send(club, [members[turn % MEMBERS]], OURS), looks)
                member = Member(members[0].id, members[0].user.name)
                alone = await without_discord(services, club.guild.id, member, OPPONENTS, float(SCORE), looks)
    show(
        "update: /rating update against the smallest command that stores a row, from emission to answer",
        [*_compared(one, "1 in flight"), *_compared(many, f"{MEMBERS} in flight")],
        "Smallest: defer, INSERT and COMMIT on one aiosqlite connection (WAL, synchronous=FULL), an embed.",
        f"With {MEMBERS} in flight one connection shares its commits: the first stores what the others have written.",
        '"Own transaction" keeps the others out between INSERT and COMMIT, as ours does.',
        f"{singles} commands each one by one, {bursts} bursts of {MEMBERS} each, taking turns; ratio = ours / theirs",
    )
    show(
        "update: where our time goes, 1 in flight",
        [*parts, Figure("record_own_event called without Discord", ms(median(alone)))],
        f"Medians of {looks} commands, apart from the comparison, as looking costs time; ratio = share of the whole.",
    )


@asynccontextmanager
async def smallest_commands(path: Path) -> AsyncIterator[list[app_commands.Command[Any, ..., Any]]]:
    """Give the smallest command that defers, stores a row durably and answers with an embed; plain, and locked."""
    async with aiosqlite.connect(path) as database:
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.execute("CREATE TABLE report (id INTEGER PRIMARY KEY, user_id, opponents TEXT, score TEXT)")
        lock = asyncio.Lock()

        async def store(interaction: discord.Interaction[Any], opponents: str, score: str) -> None:
            row = (interaction.user.id, opponents, score)
            await database.execute("INSERT INTO report (user_id, opponents, score) VALUES (?, ?, ?)", row)
            await database.commit()

        def answer(score: str) -> discord.Embed:
            return discord.Embed(title="Stored", description=f"Score {score}")

        @app_commands.command(name=SMALLEST, description="Store a row")
        async def smallest(interaction: discord.Interaction[Any], opponents: str, score: str) -> None:
            await interaction.response.defer()
            await store(interaction, opponents, score)
            await interaction.followup.send(embed=answer(score))

        @app_commands.command(name=LOCKED, description="Store a row in a transaction of its own")
        async def smallest_alone(interaction: discord.Interaction[Any], opponents: str, score: str) -> None:
            await interaction.response.defer()
            async with lock:
                await store(interaction, opponents, score)
            await interaction.followup.send(embed=answer(score))

        yield [smallest, smallest_alone]


async def _store_ratings(services: Services, club: Load, members: list[Any]) -> None:
    for number, member in enumerate(members, start=1):
        director = Actor(club.guild.id, Member(1, "Tess"), interaction_id=number, manager=True)
        await set_rating(services, director, SetRatingRequest(Member(member.id, member.user.name), 1470, 25))


async def _send(club: Load, members: list[Any], command: str) -> list[float]:
    # Never the same event twice: that would be asked about, and not stored.
    opponents = f"{800 + next(_events) % 1000} {OPPONENTS.partition(' ')[2]}"
    return await club.send(members, command, opponents=opponents, score=SCORE)


_events = itertools.count()


async def _warm_up(club: Load, members: list[Any]) -> None:
    for command in NAMES:
        await _send(club, members, command)
        for member in members[:10]:
            await _send(club, [member], command)


async def _one_in_flight(club: Load, members: list[Any], count: int) -> dict[str, Times]:
    times: dict[str, list[float]] = {OURS: [], SMALLEST: []}
    for turn in range(count):
        for command, taken in times.items():
            taken += await _send(club, [members[turn % MEMBERS]], command)
    return dict(times)


async def _many_in_flight(club: Load, members: list[Any], bursts: int) -> dict[str, Times]:
    times: dict[str, list[float]] = {OURS: [], SMALLEST: [], LOCKED: []}
    for _ in range(bursts):
        for command, taken in times.items():
            taken += await _send(club, members, command)
    return dict(times)


def _compared(times: dict[str, Times], load: str) -> Iterator[Figure]:
    ours = times[OURS]
    for command, taken in times.items():
        name = f"{load}: {NAMES[command]}"
        if command == OURS:
            yield Figure(f"{name}, median", ms(median(ours)))
            yield Figure(f"{name}, p99", ms(p99(ours)))
            continue
        yield Figure(f"{name}, median", ms(median(taken)), ratio_of(ours, taken), AIM if command == SMALLEST else "")
        yield Figure(f"{name}, p99", ms(p99(taken)), p99(ours) / p99(taken))
