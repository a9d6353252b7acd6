"""`crosstable fide-list`: FIDE's whole list, loaded by the operator, looked at by a director."""

from pathlib import Path

import pytest
from sqlalchemy import select

from bot.__main__ import main
from bot.services.people.roster.export import load_fide_list, load_uschess_list
from bot.store.database.tables import federation_entry, player
from tests.cogs.test_player_import import ratings, shown, taken_in
from tests.conftest import SimulatedClub, rows, said
from tests.core.files.test_fide_list import COMBINED, line, packed, text_list
from tests.flows import roster_template


def whole_list(tmp_path: Path) -> Path:
    others = [line(COMBINED, **{"ID Number": f"9{number:07d}"}) for number in range(2, 50)]
    path = tmp_path / "players_list.zip"
    path.write_bytes(packed(list_txt=text_list(COMBINED, *others, line(COMBINED))))
    return path


@pytest.mark.both_databases
async def test_a_director_looks_at_what_the_operator_has_loaded(club: SimulatedClub, tmp_path: Path) -> None:
    other = club.other_server()
    await taken_in(club, "name,fide id\nAda Quill,90000001\nBo Cart,80000001\n")
    found = await load_fide_list(club.services, whole_list(tmp_path))
    assert (found.players, found.clubs) == (49, {club.guild.id: 1})
    kept = await rows(club.services.database, select(federation_entry.c.club_id, federation_entry.c.number))
    assert [tuple(row) for row in kept] == [(club.guild.id, "90000001")]
    assert await ratings(club, "fide-standard") == {}

    answer = await roster_template(club)
    assert "FIDE's list of 2026-11-21 is loaded" in shown(answer)
    looked = await club.td.click(answer.response, label="Look at FIDE's list")
    assert "0 new · 1 changed · 0 as before · 0 doubtful" in shown(looked)
    await club.td.click(looked.response, label="Store it")
    assert await ratings(club, "fide-standard") == {"Ada Quill": (2305, 50)}
    assert await ratings(club, "fide-rapid") == {"Ada Quill": (2250, 50)}
    titles = await rows(club.services.database, select(player.c.title).where(player.c.fide_id == "90000001"))
    assert [row.title for row in titles] == ["WIM"]

    empty = await roster_template(other)
    assert "FIDE's list" not in shown(empty)


async def test_the_button_says_where_no_list_is_loaded(club: SimulatedClub, tmp_path: Path) -> None:
    await taken_in(club, "name,fide id\nAda Quill,90000001\n")
    await load_fide_list(club.services, whole_list(tmp_path))
    answer = await roster_template(club)
    await club.services.database.write(lambda connection: connection.execute(federation_entry.delete()), club=None)
    assert "No FIDE list" in await said(club.td.click(answer.response, label="Look at FIDE's list"))


def test_the_command_says_what_it_found_or_why_it_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["migrate"]) == 0
    capsys.readouterr()
    assert main(["import", "--kind", "fide-list", str(whole_list(tmp_path))]) == 0
    said = "Loaded FIDE's list of 20"
    out = capsys.readouterr().out
    assert out.startswith(said)
    assert ": 49 players, 0 of them in 0 clubs. " in out
    assert out.endswith("Directors preview it with /td setup, Get template.\n")
    (tmp_path / "list.txt").write_text("hello")
    assert main(["import", "--kind", "fide-list", "list.txt"]) == 1
    assert "The file is not a FIDE rating list" in capsys.readouterr().err
    assert main(["import", "--kind", "fide-list", "nowhere.txt"]) == 1
    assert "Cannot read or write nowhere.txt" in capsys.readouterr().err


@pytest.mark.both_databases
async def test_a_list_of_us_chess_is_compared_with_the_clubs_ratings(club: SimulatedClub, tmp_path: Path) -> None:
    await taken_in(club, "name,id,us chess regular\nNora Quill,30000001,1500\nAda Vale,30000002,1204\n")
    path = tmp_path / "list.tsv"
    path.write_text("id\tname\tregular\n30000001\tQUILL\t1512\n30000002\tVALE\t1204\n40000000\tOTT\t1300\n")
    found = await load_uschess_list(club.services, path)
    assert (found.players, found.clubs) == (3, {club.guild.id: 2})
    kept = await rows(club.services.database, select(federation_entry.c.number, federation_entry.c.source))
    assert {tuple(row) for row in kept} == {(one, "US Chess' rating list") for one in ("30000001", "30000002")}


def test_the_command_refuses_a_list_without_a_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["migrate"]) == 0
    (tmp_path / "list.tsv").write_text("30000001\tQUILL\t1512\n")
    assert main(["import", "--kind", "uschess-list", "list.tsv"]) == 1
    assert "has no header" in capsys.readouterr().err
