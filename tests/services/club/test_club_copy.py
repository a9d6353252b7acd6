"""A whole club out and in again."""

import asyncio
import io
import json
import random
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, select

from bot.services.club.club_copy import (
    MOST_FROM_DISCORD,
    READERS,
    WORDS,
    export_whole,
    import_club,
    import_whole,
    pack,
    preview_club,
    to_csv,
    unpack,
)
from bot.services.club.privacy import erase, forget_player
from bot.services.evenings.close import change_evening
from bot.services.evenings.lifecycle import Plan, new_evening, save_message_location
from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import AlreadyDoneError, write_for_club
from bot.services.framework.whole_clubs import verify_club
from bot.services.people.merge import merge_players
from bot.services.ratings.qursh import load_for_club
from bot.services.ratings.seasons import NewSeason, begin_season, end_season
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.services.ratings.uschess import demote_title
from bot.store.club import club_copy
from bot.store.database import migrate
from bot.store.database.tables import club, event, metadata, outbox, player, series
from bot.store.database.transactions import Database
from bot.store.ratings.seasons import SeasonRatings
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.lists import RatingList
from core.tournament.pairing.methods import method_named
from tests.conftest import person, rows
from tests.depth import chosen
from tests.services.framework.folding_checks import report
from tests.soak.operations import OPERATIONS, begin, end, end_by_the_hour, reopen, take_season_back
from tests.soak.walk import CLUB, Walk, walk_at_random

COPY = 77

WITHOUT_SEASONS = {
    operation: weight
    for operation, weight in OPERATIONS.items()
    if operation not in (begin, end, end_by_the_hour, reopen, take_season_back)
}
"""Those of the test's own must not overlap with any."""


def later() -> datetime:
    """Return a moment of another month."""
    return datetime(2026, 12, 24, 18, tzinfo=UTC)


async def add_one_of_each(walk: Walk) -> None:
    services, regular = walk.services, RatingList.USCHESS_REGULAR

    for name in ("Dana", "Nia", "Nia's twin"):
        request = SetRatingRequest(person(name), 2000.0, 30, regular, day=walk.today())
        await set_rating(services, walk.actor("Tess"), request)
        await report(services, walk.actor(name), "W2300 W2300 D2300 W2300", walk.today(), rating_list=regular)
    ids = {row.name: row.id for row in await walk.rows(select(player.c.id, player.c.name))}
    await merge_players(services, walk.actor("Tess"), ids["Nia"], ids["Nia's twin"], "one person")
    await demote_title(services, walk.actor("Tess"), person("Dana"), regular, "asked")
    ((event_id,),) = await walk.rows(
        select(event.c.id).where(event.c.voided.is_(False)).order_by(event.c.seq.desc()).limit(1)
    )
    await correct_event(services, walk.actor("Tess"), event_id, [EventEdit(name="Renamed")], "a slip")
    for moved, ratings in ((RatingList.ELO, SeasonRatings.AFRESH), (regular, SeasonRatings.CARRY_OVER)):
        written = NewSeason("Season", None, walk.today(), moved, ratings, 1)
        begun = await begin_season(services, walk.actor("Tess"), written)
        await end_season(services, walk.actor("Tess"), begun.season.name)
    repeated = await new_evening(services, walk.actor("Tess"), "Friday", None, Plan(method_named("swiss"), 3))
    starts = f"{services.now() + timedelta(days=3):%Y-%m-%d} 19:00"
    await change_evening(services, walk.actor("Tess"), repeated.evening.id, "Friday", starts, "Town Hall", 1)
    await load_for_club(services, CLUB, b"rating_hi,rating_lo,score_hi,score_lo\n1500,1400,400,350\n", "here")


@cache
def walked(seed: int, folder: Path) -> bytes:
    """Return the zip of a club in which eight people did whatever writes, at random."""

    async def make() -> bytes:
        database = Database(f"sqlite:///{folder / f'{seed}.db'}")
        await migrate.upgrade(database)
        try:
            walk = await walk_at_random(database, seed, 40, WITHOUT_SEASONS)
            await add_one_of_each(walk)
            return await export_whole(walk.services, CLUB)
        finally:
            await database.close()

    with ThreadPoolExecutor(1) as thread:  # a test has a loop of its own
        return thread.submit(asyncio.run, make()).result()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("walks")


@pytest.fixture
def exported(folder: Path) -> bytes:
    return walked(1, folder)


@pytest.fixture
def services(database: Database, exported: bytes) -> Services:
    return at_its_time(database, exported)


def at_its_time(database: Database, data: bytes) -> Services:
    made_at = datetime.fromisoformat(json.loads(parts(data)["manifest.json"])["made_at"])
    return Services(database, lambda: made_at)


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def without_time_and_club(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = dict(parts(data))
    manifest = json.loads(found["manifest.json"])
    del manifest["made_at"], manifest["club"]
    return found | {"manifest.json": manifest}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(1, chosen(2, 12)))
async def test_out_in_and_out_again_is_the_same_to_the_last_bit(database: Database, seed: int, folder: Path) -> None:
    exported = walked(seed, folder)
    services = at_its_time(database, exported)
    for club_id in (COPY, COPY + 1):
        await import_whole(Services(database, later), club_id, exported)
        copied = await export_whole(services, club_id)
        assert without_time_and_club(copied) == without_time_and_club(exported)
        assert await verify_club(Services(database, later), club_id) == []
    for table in club_copy.CARRIED:
        assert json.loads(parts(exported)[f"facts/{table.name}.json"]), table.name


@pytest.mark.long
async def test_who_was_forgotten_is_in_no_later_file(services: Services, exported: bytes) -> None:
    await import_whole(services, CLUB, exported)
    await forget_player(services, Actor(CLUB, person("Dana"), 10**6), None)
    first, forgotten = unpack(exported), unpack(await export_whole(services, CLUB))
    dana = person("Dana").user_id
    assert str(dana) in str(first.tables)
    assert str(dana) not in str(forgotten.tables) + str(forgotten.audit)


def changed(data: bytes, **other: Any) -> bytes:
    return pack(replace(unpack(data), **other), "2026-01-01T00:00:00+00:00")


@pytest.mark.sampled(2)
async def test_a_file_that_was_changed_is_refused_and_stores_nothing(
    services: Services, database: Database, exported: bytes
) -> None:
    whole = unpack(exported)

    def first(table: str, **columns: Any) -> dict[str, Any]:
        found = whole.tables[table]
        return {"tables": {**whole.tables, table: [{**found[0], **columns}, *found[1:]]}}

    standings = [dict(row) for row in whole.derived["standing"]]
    standings[0]["rating"] += 1
    number, entered = whole.tables["player"][1]["id"], whole.tables["entered_rating"][0]
    broken: list[tuple[str, dict[str, Any]]] = [
        ("is not what the facts give", {"derived": {**whole.derived, "standing": standings}}),
        ("is not what the facts give", first("entered_rating", rating=entered["rating"] + 1)),
        ("player.name has the invalid value", first("player", name="x" * 101)),
        ("player.name is empty", first("player", name=None)),
        ("player.born has the invalid value", first("player", born="1999-13-01")),
        ("player.created_at has the invalid value", first("player", created_at="2026-01-01T00:00:00")),
        ("player 9999 is missing", first("player", merged_into=9999)),
        ("player.user_id has the invalid value", first("player", user_id=2**63)),
        ("two rows of player", first("player", id=number)),
        ("no list", {"settings": {**whole.settings, "default_list": "no list"}}),
        ("The file is incomplete", {"settings": []}),
        ("The file is incomplete", {"settings": {**whole.settings, "house_rules": []}}),
        ("nobody", {"settings": {**whole.settings, "claims": "nobody"}}),
        ("24", {"settings": {**whole.settings, "news_hour": 24}}),
        ("Europe/Nowhere", {"settings": {**whole.settings, "time_zone": "Europe/Nowhere"}}),
    ]
    broken += [
        (f'"no word" is not allowed for {table}.{column}', first(table, **{column: "no word"}))
        for table, column in WORDS
    ]
    broken += [(f"{table}.{column} cannot be", first(table, **{column: {"x": "y"}})) for table, column in READERS]
    broken += [
        ("player.title cannot be", first("player", title="ZZ")),
        ("player.title cannot be", first("player", title="gm")),
        ("player.federation cannot be", first("player", federation="\0\0")),
        ("player.state cannot be", first("player", state="W1")),
        ("player.expires cannot be", first("player", expires="2027-13")),
        ("player.uschess_id cannot be", first("player", uschess_id="1234")),
        ("player.unconfirmed cannot be", first("player", unconfirmed="name")),
    ]
    for words, other in broken:
        if words.startswith("event.title_norms"):
            other = first("event", title_norms={"format": "no format"})
        with pytest.raises(InputError) as refusal:
            await import_whole(services, COPY, changed(exported, **other))
        assert words in refusal.value.message, (words, refusal.value.message)
        assert await rows(database, select(club.c.id).where(club.c.id == COPY)) == [], words
    files = parts(exported)
    half = files["facts/player.json"].replace(b'"name":"', b'"name":"\\ud800', 1)
    with pytest.raises(InputError, match="contradicts itself"):
        await import_whole(services, COPY, zipped(files | {"facts/player.json": half}))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("confirm_hours", 0, '"0" is not allowed for confirm_hours. Choose a whole number from 1 to 720.'),
        ("confirm_hours", "5", '"5" is not allowed for confirm_hours.'),
        ("confirm_results", "someone", "Choose one of both, director, none."),
        ("rate_opponents", 1, '"1" is not allowed for rate_opponents. Choose true or false.'),
        ("default_list", ["elo"], "is not allowed for default_list."),
        ("td_role_id", 2**63, "is not allowed for td_role. Choose a role of this server."),
        ("time_zone", "Nowhere", '"Nowhere" is not a time zone'),
        ("house_rules", {"usual_rules": {"x": 1}}, "is not allowed for usual_rules."),
        ("house_rules", {"usual_rules": {"elo": "no-such-rules"}}, "is not allowed for usual_rules."),
        ("house_rules", {"oracle": {"a_max": "many"}}, '"many" is not allowed for a_max. Choose a number above 0.'),
        ("house_rules", {"oracle": {"draws": "half", "bare_scores": "x"}}, '"x" is not allowed for bare_scores.'),
        ("house_rules", {"qursh": {"edges": [1], "own_list": None, "own_since": "2026-01-01"}}, "Bins cannot end at 1"),
    ],
)
def test_a_setting_that_is_not_allowed_is_named(exported: bytes, name: str, value: Any, words: str) -> None:
    whole = unpack(exported)
    part = "server" if name in whole.server else "settings"
    with pytest.raises(InputError) as refusal:
        unpack(changed(exported, **{part: {**getattr(whole, part), name: value}}))
    assert words in refusal.value.message


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.mark.long
def test_what_is_no_such_zip_says_what_to_use(exported: bytes) -> None:
    other = zipped({"0.json": b"{}"}, zipfile.ZIP_LZMA)
    for bad in (b"", b"no zip", exported[:-40], exported[: len(exported) // 2], other):
        with pytest.raises(InputError, match="not a club's zip"):
            unpack(bad)
    draw = random.Random(20261123)
    for seed in (exported, zipped({"0.json": b"{}"}, zipfile.ZIP_STORED), zipped({"0.json": b"{}" * 50})):
        for _ in range(chosen(200, 20_000)):
            damaged = bytearray(seed)
            for _ in range(draw.randint(1, 6)):
                damaged[draw.randrange(len(damaged))] = draw.randrange(256)
            with suppress(InputError):
                unpack(bytes(damaged))


@pytest.mark.long
def test_a_hostile_file_is_refused_before_it_fills_the_memory(exported: bytes) -> None:
    files = parts(exported)
    large = b"[" + b"{}," * 2_000_000 + b"{}]"
    manifest = json.loads(files["manifest.json"])

    def with_manifest(**changes: Any) -> bytes:
        return zipped(files | {"manifest.json": json.dumps(manifest | changes).encode()})

    refused = {
        "larger": (
            zipped({"0.json": bytes(2**26)}),
            zipped(files | {"bomb.json": random.Random(1).randbytes(2**20) * 64}),
            zipped(files | {"facts/game.json": large, "facts/event.json": large}),
        ),
        "not a club's zip": (with_manifest(program="another"), zipped({"manifest.json": b"[]"})),
        "Update Crosstable": (with_manifest(format=3),),
        "rates differently": (with_manifest(fold_version=1),),
        "is incomplete|cannot be read": (
            with_manifest(club={"id": float("inf"), "server": {}}),
            zipped(files | {"audit.json": b"[" * 900 + b"]" * 900}),
            zipped(files | {"audit.json": b"[" * 90_000 + b"]" * 90_000}),
            zipped(files | {"audit.json": b"5"}),
            zipped({name: content for name, content in files.items() if name != "facts/game.json"}),
        ),
    }
    for words, bad in refused.items():
        for data in bad:
            with pytest.raises(InputError, match=words):
                unpack(data, MOST_FROM_DISCORD)


async def test_a_file_of_the_version_before_is_imported(services: Services, exported: bytes) -> None:
    files = parts(exported)
    manifest = json.loads(files["manifest.json"]) | {"format": 1, "files": {}, "digest": "0", "chain": {"links": 1}}
    old = zipped(files | {"manifest.json": json.dumps(manifest).encode(), "chain.json": b"[]", "README.txt": b""})
    await import_whole(services, COPY, old)
    assert without_time_and_club(await export_whole(services, COPY)) == without_time_and_club(exported)


@pytest.mark.long
async def test_only_an_empty_club_takes_one_in_and_only_for_a_director(
    services: Services, database: Database, exported: bytes
) -> None:
    data = exported
    both = await asyncio.gather(*(import_whole(services, CLUB, data) for _ in "ab"), return_exceptions=True)
    (refused,) = [one for one in both if isinstance(one, RuleError)]
    assert "Import a whole club into an empty one." in refused.message
    assert len(await rows(database, select(player.c.id).where(player.c.club_id == CLUB))) == len(
        unpack(data).tables["player"]
    )
    with pytest.raises(NotAllowedError):
        await preview_club(services, Actor(COPY, person("Dana"), 10**6), data)
    tess = Actor(COPY, person("Tess"), 10**6, manager=True)
    looked = await preview_club(services, tess, data)
    await import_club(services, tess, looked.pending_id, looked.digest)
    with pytest.raises(AlreadyDoneError):  # the same click, delivered again
        await import_club(services, tess, looked.pending_id, looked.digest)
    with pytest.raises(NotFoundError, match="nothing to export"):
        await export_whole(services, 4711)


@pytest.mark.long
async def test_ids_of_a_server_come_along_to_the_same_server_alone(
    services: Services, database: Database, exported: bytes
) -> None:
    whole = unpack(exported)
    data = changed(exported, server={**whole.server, "td_role_id": 99})
    await import_whole(services, CLUB, data)
    await import_whole(services, COPY, data)
    found = await rows(database, select(club.c.id, club.c.td_role_id).order_by(club.c.id))
    assert [tuple(row) for row in found] == [(COPY, None), (CLUB, 99)]


def test_every_table_is_decided() -> None:
    undecided = club_copy.undecided()
    assert not undecided, (
        f"{', '.join(undecided)}: say in bot/store/club/club_copy.py whether a club's copy carries it (facts and"
        " settings yes; messages, and what waits for a click, no)"
    )
    assert club_copy.undecided(["a_new_table"]) == ["a_new_table"]
    assert club_copy.LEFT_OUT.keys().isdisjoint({table.name for table in club_copy.CARRIED})


def test_every_column_that_names_a_row_is_known() -> None:
    for table in (*club_copy.CARRIED, club):
        columns = club_copy.columns_of(table) if table is not club else club_copy.SETTINGS
        for column in columns:
            where = (table.name, column.name)
            told = f"{column}: say in bot/store/club/club_copy.py"
            if isinstance(column.type, JSON):
                decided = club_copy.JSON_WITH_NUMBERS.keys() | club_copy.JSON_WITHOUT
                assert where in decided, f"{told} whether it names rows"
            elif column.name.endswith("_id"):
                known = club_copy.target_of(table, column) is not None or where in club_copy.NO_REFERENCES
                assert known, f"{told} which table's row it is"
    named = {column.name for table in metadata.sorted_tables for column in table.columns}
    assert club_copy.HERE_ALONE | club_copy.SETTINGS_LEFT_OUT | set(club_copy.OF_SERVER) <= named


def test_no_text_becomes_a_formula_in_a_spreadsheet() -> None:
    written = to_csv(["name", "score"], [{"name": "=1+1", "score": -0.5}, {"name": "@x, y", "score": None}])
    assert written == "name,score\n'=1+1,-0.5\n\"'@x, y\",\n"


@pytest.mark.parametrize("to", [CLUB, COPY])
async def test_an_evening_that_repeats_comes_along_and_its_channel_to_the_same_server(
    services: Services, database: Database, to: int
) -> None:
    tess = Actor(CLUB, person("Tess"), 1, manager=True)
    opened = await new_evening(services, tess, "Friday", RatingList("elo"), Plan(method_named("swiss"), 3))
    key = opened.evening.id
    await save_message_location(services, replace(tess, interaction_id=2), key, 55, 66)
    starts = "2026-11-26 19:00"
    await change_evening(services, replace(tess, interaction_id=3), key, "Friday", starts, "Town Hall", 2)
    data = await export_whole(services, CLUB)
    whole = unpack(data)
    (row,) = whole.tables["series"]
    for bad in ({"weeks": 0}, {"at": 1440}, {"plan": {**row["plan"], "rounds": "three"}}, {"plan": {"name": "Friday"}}):
        with pytest.raises(InputError):
            unpack(changed(data, tables={**whole.tables, "series": [row | bad]}))
    if to == CLUB:
        await write_for_club(services, CLUB, erase)
        assert await rows(database, select(series.c.id)) == []
    await import_whole(services, to, data)
    (found,) = await rows(database, select(series).where(series.c.club_id == to))
    assert (found.plan["name"], found.plan["method"], found.plan["place"]) == ("Friday", "swiss", "Town Hall")
    assert (found.weeks, found.at, found.next_on.isoformat()) == (2, 19 * 60, "2026-12-10")
    assert (found.posts_in, found.evening_id) == (55 if to == CLUB else None, None)
    waiting = await rows(database, select(outbox.c.kind).where(outbox.c.club_id == to))
    assert [one.kind for one in waiting] == ["evening-repeat"]
