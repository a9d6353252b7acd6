"""FIDE's list of each month, from an address of this machine or a file: once a month, and only wanted ids."""

import io
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from sqlalchemy import select

from bot.connect.client import ConnectError, download
from bot.services.people.roster.monthly import MonthlyList
from bot.store.database.tables import federation_entry
from core.errors import InputError, RatingError
from tests.cogs.test_player_import import taken_in
from tests.conftest import SimulatedClub, rows
from tests.core.files.test_fide_list import COMBINED, line, packed, text_list


def whole_list() -> bytes:
    others = [line(COMBINED, **{"ID Number": f"9{number:07d}"}) for number in range(2, 50)]
    return packed(list_txt=text_list(COMBINED, *others, line(COMBINED)))


@asynccontextmanager
async def served(*answers: bytes | int) -> AsyncIterator[tuple[str, list[str]]]:
    """Serve one answer after the other, the last one for ever: a body, or a status."""
    asked: list[str] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        asked.append(request.headers["User-Agent"])
        given = answers[min(len(asked), len(answers)) - 1]
        if isinstance(given, int):
            return web.Response(status=given, headers={"Location": "https://example.org/"})
        return web.Response(body=given)

    app = web.Application()
    app.router.add_get("/list.zip", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield f"http://127.0.0.1:{port}/list.zip", asked
    finally:
        await runner.cleanup()


async def kept(club: SimulatedClub) -> list[Any]:
    return [row.number for row in await rows(club.services.database, select(federation_entry.c.number))]


@pytest.mark.both_databases
async def test_the_list_is_downloaded_once_a_month(club: SimulatedClub) -> None:
    await taken_in(club, "name,fide id\nAda Quill,90000001\nBo Cart,80000001\n")
    async with served(whole_list()) as (address, asked):
        monthly = MonthlyList(address)
        found = await monthly.load(club.services)
        assert found is not None
        assert (found.players, found.clubs) == (49, {club.guild.id: 1})
        assert await kept(club) == ["90000001"]
        assert await monthly.load(club.services) is None
        # After a restart too: the stored month says that it is loaded.
        assert await MonthlyList(address).load(club.services) is None
        assert len(asked) == 1
        assert asked[0].startswith("Crosstable/")


async def test_nothing_is_asked_where_no_club_has_ids(club: SimulatedClub) -> None:
    async with served(whole_list()) as (address, asked):
        assert await MonthlyList(address).load(club.services) is None
        assert asked == []


async def test_a_failure_is_tried_again_the_next_day(club: SimulatedClub) -> None:
    await taken_in(club, "name,fide id\nAda Quill,90000001\n")
    async with served(500, whole_list()) as (address, asked):
        monthly = MonthlyList(address)
        with pytest.raises(ConnectError, match="status 500"):
            await monthly.load(club.services)
        assert await monthly.load(club.services) is None
        assert len(asked) == 1
        tomorrow = club.services.now() + timedelta(days=1)
        assert await monthly.load(replace(club.services, now=lambda: tomorrow)) is not None


def bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("list.txt", "w") as member:
        member.write(b"ID Number      Name\n")
        for _ in range(20):
            member.write(b"\n" * 1_000_000)
    return file.getvalue()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (404, "status 404"),
        (302, "status 302"),
        (b"<html>moved</html>", "not a FIDE rating list"),
        (whole_list()[:200], "zip"),
        (bomb(), "not a FIDE rating list"),
        (packed(a_txt=b"x", b_txt=b"y"), "one file"),
        (text_list(COMBINED, *[line(COMBINED, **{"ID Number": "what"})] * 5), "not a FIDE rating list"),
    ],
)
async def test_wrong_answers_are_a_sentence_and_store_nothing(
    club: SimulatedClub, answer: bytes | int, sentence: str
) -> None:
    await taken_in(club, "name,fide id\nAda Quill,90000001\n")
    async with served(answer) as (address, _):
        with pytest.raises(RatingError, match=sentence):
            await MonthlyList(address).load(club.services)
    assert await kept(club) == []


async def test_a_download_that_does_not_end_is_cut(tmp_path: Path) -> None:
    async with served(b"x" * 2_000_000) as (address, _):
        with pytest.raises(ConnectError, match="more than 1 MiB"):
            await download(address, tmp_path / "list", most=1024 * 1024)


async def test_a_service_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConnectError, match="cannot be downloaded"):
        await download("http://127.0.0.1:9/list.zip", tmp_path / "list")


async def test_a_file_of_the_machine_does_the_same(club: SimulatedClub, tmp_path: Path) -> None:
    await taken_in(club, "name,fide id\nAda Quill,90000001\n")
    with pytest.raises(InputError, match="FIDE_LIST cannot be read"):
        await MonthlyList(str(tmp_path / "list.zip")).load(club.services)
    (tmp_path / "list.zip").write_bytes(whole_list())
    found = await MonthlyList(str(tmp_path / "list.zip")).load(club.services)
    assert found is not None
    assert found.players == 49
