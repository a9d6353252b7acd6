"""A whole club out and in again: the same to the last bit, with a chain that neither time nor forgetting breaks."""

import asyncio
import io
import json
import random
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from folding_checks import report
from sqlalchemy import JSON, select

from bot.services.club_copy.export import export_whole
from bot.services.club_copy.take_in import MOST_UNPACKED, import_club, import_whole
from bot.services.context import Actor, Services
from bot.services.events.amend import Amendment, amend_event
from bot.services.players.identity.merge import merge_players
from bot.services.players.identity.remove import delete_player
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.privacy.forget import WORD, forget_player
from bot.services.qursh.history import load_for_club
from bot.services.seasons.begin import NewSeason, begin_season
from bot.services.seasons.end import end_season
from bot.services.upkeep.verify import verify_club
from bot.services.uschess.demote_title import demote_title
from bot.store import migrate
from bot.store.club_copy import decisions, values
from bot.store.database import Database
from bot.store.events.seasons import SeasonRatings
from bot.store.people import players
from bot.store.tables import club, event, metadata, player
from core.club_file import digest_of, heads, sha256, to_csv
from core.club_zip import ClubZip, pack, unpack
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.lists import RatingList
from tests.conftest import person, rows
from tests.depth import chosen
from tests.soak.operations import OPERATIONS, begin, end, end_by_the_hour, reopen, take_season_back
from tests.soak.walk import CLUB, Walk, walk_at_random
from tests.store.outside import run_tool

COPY = 77

WITHOUT_SEASONS = {
    operation: weight
    for operation, weight in OPERATIONS.items()
    if operation not in (begin, end, end_by_the_hour, reopen, take_season_back)
}
"""Those of the test's own must not overlap with any."""


def later() -> datetime:
    """Return a moment of another month: what has become due must not matter."""
    return datetime(2026, 12, 24, 18, tzinfo=UTC)


async def add_one_of_each(walk: Walk) -> None:
    """Store one of everything that a copy carries."""
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
    await amend_event(services, walk.actor("Tess"), event_id, Amendment("a slip", name="Renamed"))
    for moved, ratings in ((RatingList.ELO, SeasonRatings.AFRESH), (regular, SeasonRatings.CARRY_OVER)):
        written = NewSeason("Season", None, walk.today(), moved, ratings, 1)
        begun = await begin_season(services, walk.actor("Tess"), written)
        await end_season(services, walk.actor("Tess"), begun.season.id)
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
    """Return the services at the time of the walk: a month later more of it would be due."""
    return at_its_time(database, exported)


def at_its_time(database: Database, data: bytes) -> Services:
    return Services(database, lambda: datetime.fromisoformat(unpack(data)[0].made_at))


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
    """Of another kind of database too: the walk is SQLite's."""
    exported = walked(seed, folder)
    services = at_its_time(database, exported)
    for club_id in (COPY, COPY + 1):
        taken = await import_whole(Services(database, later), club_id, exported)
        copied = await export_whole(services, club_id)
        assert without_time_and_club(copied) == without_time_and_club(exported)
        assert taken.digest == unpack(copied)[1] == unpack(exported)[1]
        assert await verify_club(Services(database, later), club_id) == []
    for table in decisions.CARRIED:
        assert json.loads(parts(exported)[f"facts/{table.name}.json"]), table.name


@pytest.mark.long
async def test_a_later_file_begins_with_the_same_links_and_forgetting_breaks_none(
    services: Services, exported: bytes
) -> None:
    await import_whole(services, CLUB, exported)
    first, _ = unpack(exported)
    await forget_player(services, Actor(CLUB, person("Dana"), 10**6), None, WORD)
    forgotten, _ = unpack(await export_whole(services, CLUB))
    assert forgotten.links == first.links
    dana = person("Dana").user_id
    assert str(dana) in str(first.tables)
    assert str(dana) not in str(forgotten.tables) + str(forgotten.audit)
    (before,) = [row for row in first.tables["player"] if row["user_id"] == dana]
    (after,) = [row for row in forgotten.tables["player"] if row["id"] == before["id"]]
    assert after["name"].startswith("Former player ")

    await report(services, Actor(CLUB, person("Eli"), 10**6 + 1), "W1500 L1600", services.today(None))
    more, _ = unpack(await export_whole(services, CLUB))
    assert more.links[: len(first.links)] == first.links
    assert len(more.links) > len(first.links)
    assert heads(more.links)[len(first.links) - 1] == heads(first.links)[-1]


@pytest.mark.long
async def test_the_number_of_a_deleted_player_is_given_to_nobody(services: Services, database: Database) -> None:
    async def add(club_id: int, name: str) -> None:
        await database.write(lambda connection: players.add_unlinked(connection, club_id, name, later()), club=club_id)

    tess = Actor(CLUB, person("Tess"), 1, manager=True)
    await set_rating(services, tess, SetRatingRequest(person("Dana"), 1500.0, 30, RatingList.USCHESS_REGULAR))
    await add(CLUB, "Vera")
    before, _ = unpack(await export_whole(services, CLUB))
    assert [row["id"] for row in before.tables["player"]] == [1, 2]
    ((vera,),) = await rows(database, select(player.c.id).where(player.c.name == "Vera"))
    await delete_player(services, Actor(CLUB, person("Tess"), 2, manager=True), vera, "twice")
    await add(CLUB, "Walt")
    after, _ = unpack(await export_whole(services, CLUB))
    assert [(row["id"], row["name"]) for row in after.tables["player"]] == [(1, "Dana"), (3, "Walt")]
    assert after.links[: len(before.links)] == before.links
    await import_whole(services, COPY, await export_whole(services, CLUB))
    assert without_time_and_club(await export_whole(services, COPY)) == without_time_and_club(
        await export_whole(services, CLUB)
    )


def changed(data: bytes, **other: Any) -> bytes:
    """Return a file whose maker made everything in it fit again."""
    whole, _ = unpack(data)
    fields = {name: getattr(whole, name) for name in ClubZip.__dataclass_fields__}
    return pack(ClubZip(**fields | other))


@pytest.mark.sampled(2)
async def test_a_file_that_was_changed_is_refused_and_stores_nothing(
    services: Services, database: Database, exported: bytes
) -> None:
    data = exported
    whole, _ = unpack(data)

    def first(table: str, **columns: Any) -> dict[str, Any]:
        found = whole.tables[table]
        return {"tables": {**whole.tables, table: [{**found[0], **columns}, *found[1:]]}}

    standings = [dict(row) for row in whole.derived["standing"]]
    standings[0]["rating"] += 1
    broken = {
        "is not what the facts give": {"derived": {**whole.derived, "standing": standings}},
        "worked out otherwise": {"fold_version": 1},
        "what the chain tells of it": first("opening", rating=2222.0),
        "player.name cannot be": first("player", name="x" * 101),
        "player.name is empty": first("player", name=None),
        "player.born cannot be": first("player", born="1999-13-01"),
        "player 9999 is named": first("player", merged_into=9999),
        "player.user_id cannot be": first("player", user_id=2**63),
        "two rows of player": first("player", id=whole.tables["player"][1]["id"]),
        "The file contradicts itself": first("event", kind="no kind"),
        "is not allowed for confirm_results": {"settings": {**whole.settings, "confirm_results": "anybody"}},
        "is not allowed for usual_rules": {
            "settings": {**whole.settings, "house_rules": {"usual_rules": {"elo": "none of these"}}}
        },
        "does not begin with a club": {"links": whole.links[1:]},
        "is in the chain and not in the file": {
            "tables": {**whole.tables, "opening": [], "amendment": [], "merge": []}
        },
    }
    for words, other in broken.items():
        with pytest.raises(InputError) as refusal:
            await import_whole(services, COPY, changed(data, **other))
        assert words in refusal.value.message or words == "The file contradicts itself", words
        assert await rows(database, select(club.c.id).where(club.c.id == COPY)) == [], words


def zipped(method: int, *contents: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for number, content in enumerate(contents):
            archive.writestr(f"{number}.json", content)
    return packed.getvalue()


@pytest.mark.long
def test_what_is_no_such_zip_says_what_to_take(exported: bytes) -> None:
    data = exported
    for bad in (b"", b"no zip", data[:-40], data[: len(data) // 2], zipped(zipfile.ZIP_LZMA, b"{}")):
        with pytest.raises(InputError, match="This is no zip"):
            unpack(bad)
    for bomb in (zipped(zipfile.ZIP_DEFLATED, bytes(2**26)), zipped(zipfile.ZIP_STORED, *[b""] * 201)):
        with pytest.raises(InputError, match="larger than a club's"):
            unpack(bomb)
    draw = random.Random(20261123)
    for seed in (data, zipped(zipfile.ZIP_STORED, b"{}"), zipped(zipfile.ZIP_DEFLATED, b"{}" * 50)):
        for _ in range(chosen(200, 20_000)):
            damaged = bytearray(seed)
            for _ in range(draw.randint(1, 6)):
                damaged[draw.randrange(len(damaged))] = draw.randrange(256)
            with suppress(InputError):
                unpack(bytes(damaged))
    files = parts(data)
    for name, words in (("facts/game.csv", "facts/game.csv is not what"), ("manifest.json", "manifest.json")):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for other, content in files.items():
                archive.writestr(other, content[:-2] if other == name else content)
        with pytest.raises(InputError, match=words):
            unpack(packed.getvalue())
    newer = json.loads(files["manifest.json"]) | {"format": 2}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("manifest.json", json.dumps(newer))
    with pytest.raises(InputError, match="format 2: update Crosstable"):
        unpack(packed.getvalue())


def fitting(files: Mapping[str, bytes], **manifest: Any) -> bytes:
    """Return a file whose manifest fits whatever is in it."""
    digests = {name: sha256(content) for name, content in sorted(files.items()) if name != "manifest.json"}
    told = json.loads(files["manifest.json"]) | {"files": digests, "digest": digest_of(digests)} | manifest
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (files | {"manifest.json": json.dumps(told).encode()}).items():
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.mark.long
def test_a_hostile_file_is_refused_in_a_sentence_before_it_fills_the_memory(exported: bytes) -> None:
    files = parts(exported)
    large = files | {"facts/game.json": b"[" + b"{}," * 2_000_000 + b"{}]"}
    refused = {
        "larger": (
            fitting(files | {"bomb": random.Random(1).randbytes(2**20) * 64}),
            fitting(large | {"facts/event.json": large["facts/game.json"]}),
        ),
        "lacks what": (
            fitting(files, club={"id": float("inf"), "server": {}}),
            fitting(files | {"audit.json": b"[" * 900 + b"]" * 900}),
            fitting(files | {"chain.json": b"5"}),
            fitting({name: content for name, content in files.items() if name != "facts/game.json"}),
        ),
        "does not say what": (fitting(files | {"../../facts/x.json": b"[ ]", "facts//etc/passwd.json": b"[ ]"}),),
    }
    for words, bad in refused.items():
        for data in bad:
            with pytest.raises(InputError, match=words):
                unpack(data, MOST_UNPACKED)


@pytest.mark.long
async def test_only_an_empty_club_takes_one_in_and_only_for_a_director(
    services: Services, database: Database, exported: bytes
) -> None:
    data = exported
    both = await asyncio.gather(*(import_whole(services, CLUB, data) for _ in "ab"), return_exceptions=True)
    (refused,) = [one for one in both if isinstance(one, RuleError)]
    assert "an empty one only" in refused.message
    assert len(await rows(database, select(player.c.id).where(player.c.club_id == CLUB))) == len(
        unpack(data)[0].tables["player"]
    )
    with pytest.raises(NotAllowedError):
        await import_club(services, Actor(COPY, person("Dana"), 10**6), data)
    tess = Actor(COPY, person("Tess"), 10**6, manager=True)
    taken = await import_club(services, tess, data)
    assert await import_club(services, tess, data) == taken  # the same click, delivered again
    with pytest.raises(NotFoundError, match="nothing to export"):
        await export_whole(services, 4711)


@pytest.mark.long
async def test_ids_of_a_server_come_along_to_the_same_server_alone(
    services: Services, database: Database, exported: bytes
) -> None:
    whole, _ = unpack(exported)
    data = changed(exported, server={**whole.server, "td_role_id": 99})
    await import_whole(services, CLUB, data)
    await import_whole(services, COPY, data)
    found = await rows(database, select(club.c.id, club.c.td_role_id).order_by(club.c.id))
    assert [tuple(row) for row in found] == [(COPY, None), (CLUB, 99)]


@pytest.mark.long
def test_the_tool_checks_a_file_with_nothing_but_core(exported: bytes, tmp_path: Path) -> None:
    data = exported
    (tmp_path / "club.zip").write_bytes(data)
    good = run_tool("club.zip", folder=tmp_path)
    assert (good.returncode, good.stderr) == (0, "")
    assert unpack(data)[1] in good.stdout
    whole, _ = unpack(data)
    standings = [dict(row) for row in whole.derived["standing"]]
    standings[-1]["games"] += 1
    (tmp_path / "other.zip").write_bytes(changed(data, derived={**whole.derived, "standing": standings}))
    bad = run_tool("other.zip", folder=tmp_path)
    assert bad.returncode == 1
    assert "standing" in bad.stdout
    (tmp_path / "later.zip").write_bytes(data)
    assert run_tool("later.zip", "club.zip", folder=tmp_path).returncode == 0
    other = changed(data, links=[whole.links[0], *whole.links[2:], whole.links[1]])
    (tmp_path / "not-earlier.zip").write_bytes(other)
    assert "begin" in run_tool("later.zip", "not-earlier.zip", folder=tmp_path).stdout


def test_every_table_is_decided() -> None:
    undecided = decisions.undecided()
    assert not undecided, (
        f"{', '.join(undecided)}: say in bot/store/club_copy/decisions.py whether a club's copy carries it (facts and"
        " settings yes; messages, and what waits for a click, no)"
    )
    assert decisions.undecided(["a_new_table"]) == ["a_new_table"]
    assert decisions.LEFT_OUT.keys().isdisjoint({table.name for table in decisions.CARRIED})


def test_every_column_that_names_a_row_is_known() -> None:
    for table in (*decisions.CARRIED, club):
        columns = decisions.columns_of(table) if table is not club else decisions.SETTINGS
        for column in columns:
            where = (table.name, column.name)
            told = f"{column}: say in bot/store/club_copy/decisions.py"
            if isinstance(column.type, JSON):
                assert where in decisions.JSON_WITH_NUMBERS | decisions.JSON_WITHOUT, f"{told} whether it names rows"
            elif column.name.endswith("_id"):
                known = decisions.target_of(table, column) is not None or where in decisions.NO_REFERENCES
                assert known, f"{told} which table's row it is"
    assert set(values.JSON) == decisions.JSON_WITH_NUMBERS
    named = {column.name for table in metadata.sorted_tables for column in table.columns}
    assert decisions.HERE_ALONE | decisions.SETTINGS_LEFT_OUT | set(decisions.OF_SERVER) <= named


def test_no_text_becomes_a_formula_in_a_spreadsheet() -> None:
    written = to_csv(["name", "score"], [{"name": "=1+1", "score": -0.5}, {"name": "@x, y", "score": None}])
    assert written == b"name,score\n'=1+1,-0.5\n\"'@x, y\",\n"
