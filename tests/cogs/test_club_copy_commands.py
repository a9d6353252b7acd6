"""/td export and /td import through the real commands."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.__main__ import main
from bot.store.database.tables import audit, pending_import, player
from tests.conftest import SimulatedClub, rows, said
from tests.flows import everybody_on_board

ZIP = "club.zip"


async def exported(club: SimulatedClub) -> bytes:
    answer = await club.td.slash(club.channel, "td export", what="club")
    assert answer.response.ephemeral
    (file,) = answer.response.attachments
    data: bytes = await file.read()
    return data


async def played(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500 L1600", rating=1500.0, games=30, event="=Cup")
    await club.eli.slash(club.channel, "rating update", opponents="W900", games=0)


@pytest.mark.both_databases
async def test_a_club_goes_over_into_an_empty_one_and_into_no_other(club: SimulatedClub) -> None:
    await played(club)
    data = await exported(club)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert b"'=Cup" in archive.read("facts/event.csv")
        assert b'"=Cup"' in archive.read("facts/event.json")
    other = club.other_server()

    asked = await other.td.slash(other.channel, "td import", file=(ZIP, data))
    assert asked.response.ephemeral
    assert "2 players and 2 events" in asked.response.embeds[0].description
    assert "An import cannot be undone." in asked.response.embeds[0].description
    assert await rows(club.services.database, select(player.c.id).where(player.c.club_id == other.guild.id)) == []

    taken = await other.td.click(asked.response, label="Import club")

    assert not taken.response.ephemeral
    card = taken.response.embeds[0]
    assert card.title == "The club is here"
    assert "2 players and 2 events" in card.description
    shown = [(await everybody_on_board(one.td, one.channel)).response.embeds[0].description for one in (club, other)]
    assert shown[0] == shown[1]
    assert "already imported" in await said(other.td.click(asked.response, label="Import club"))
    again = await said(other.td.slash(other.channel, "td import", file=(ZIP, data)))
    assert again == "This club already has players or events. Import a whole club into an empty one."
    assert await rows(club.services.database, select(pending_import.c.id)) == []
    noted = {row.action for row in await rows(club.services.database, select(audit.c.action))}
    assert {"export-club", "import-club"} <= noted


async def test_whoever_is_in_two_clubs_by_a_copy_is_one_member_in_each(club: SimulatedClub) -> None:
    await played(club)
    other = club.other_server()
    asked = await other.td.slash(other.channel, "td import", file=(ZIP, await exported(club)))
    await other.td.click(asked.response, label="Import club")
    found = await rows(club.services.database, select(player.c.user_id, player.c.club_id))
    assert len(found) == len(set(found)) == 4


@pytest.mark.parametrize(
    ("file", "words"),
    [((ZIP, b"PK no zip"), "not a known result file"), (("x.csv", b"a,b\n"), "not a known result file")],
)
async def test_what_is_no_such_file_is_one_sentence(club: SimulatedClub, file: Any, words: str) -> None:
    assert words in await said(club.td.slash(club.channel, "td import", file=file))


async def test_a_club_without_anything_has_nothing_to_export(club: SimulatedClub) -> None:
    assert "nothing to export" in await said(club.td.slash(club.channel, "td export", what="club"))


@pytest.mark.long
async def test_the_operators_way_from_one_database_into_another(
    club: SimulatedClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(club)
    (tmp_path / ZIP).write_bytes(await exported(club))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> int:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(main, arguments).result()

    assert run("migrate") == 0
    assert run("import", ZIP, "--club", "9") == 0
    assert "Club 9: 2 players, 2 events. The ratings are those in the file." in capsys.readouterr().out
    assert run("import", ZIP, "--club", "10") == 0
    assert run("export", "all") == 0
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["10.zip", "9.zip"]
    assert (tmp_path / "all" / "9.zip").stat().st_mode & 0o777 == 0o600
    assert run("export", "one", "--club", "9") == 0
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["9.zip"]
    monkeypatch.setenv("DATABASE_URL", "sqlite:///other.db")
    assert run("migrate") == 0
    capsys.readouterr()
    assert run("import", "all") == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == ["Club 10", "Club 9"]
    for arguments, words in (
        (("export", "all"), "already exists"),
        (("import", "all"), "10.zip: This club already has players or events"),
        (("import", "all", "--club", "9"), "is neither a zip nor a folder of zips"),
        (("export", "others", "--club", "11"), "nothing to export"),
        (("import", "none.zip"), "Cannot read or write none.zip"),
    ):
        assert run(*arguments) == 1
        said = capsys.readouterr().err
        assert words in said
        assert said.count("\n") == 1


async def test_files_that_wait_do_not_keep_a_club_out(club: SimulatedClub) -> None:
    await played(club)
    data, other = await exported(club), club.other_server()
    await other.td.slash(other.channel, "td import", file=("r.csv", b"name\nAda Quill\n"))
    asked = await other.td.slash(other.channel, "td import", file=(ZIP, data))
    assert (await other.td.click(asked.response, label="Import club")).response.embeds[0].title == "The club is here"
