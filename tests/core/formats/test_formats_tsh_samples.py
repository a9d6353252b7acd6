"""Real files of tsh, AUPAIR, CoCo and Woogles, where their folder is at hand: the counts are those of SOURCES.md."""

from pathlib import Path

import pytest
from pairings_events import facts, told

from core.crosstable import ByeKind
from core.errors import InputError
from core.event_file import FileEvent
from core.formats.common.tables import decode
from core.formats.common.zips import ZippedFile
from core.formats.pairings.read import read_pairings
from core.formats.pairings.write import write_pairings_csv
from core.formats.recognise import read_event_file
from core.formats.scrabble.aupair import is_aupair, read_aupair
from core.formats.scrabble.tsh.files import read_tsh_files
from core.formats.scrabble.tsh.newt import is_newt, read_newt
from core.formats.scrabble.tsh.read import is_tsh, read_tsh
from core.formats.scrabble.tsh.write import write_tsh

SAMPLES = Path(__file__).parents[4] / "shared" / "samples"

pytestmark = pytest.mark.skipif(not SAMPLES.exists(), reason="the real files are not at hand")

TSH = {
    # 38 players, 18 rounds: 684 cells are 283 games, 10 cells of forfeits against an opponent, 108 without one.
    "tsh/e4c5-18rounds/a.t": [(38, 283, 118, 18)],
    # 24 players, 23 rounds, no bye.
    "tsh/jvc56-2023-24players/a.t": [(24, 276, 0, 23)],
    "tsh/woogles-archive/wtf5-archive.tsh": [(4, 8, 0, 4), (8, 16, 0, 4)],
}
AUPAIR = {
    "other/hoodriver.tou": [(20, 200, 0, 20)],
    # 35 players, 22 rounds: 770 cells are 373 games and 24 byes.
    "other/isropn20.tou": [(35, 373, 24, 22)],
    "other/wtf5-woogles.tou": [(4, 8, 0, 4), (8, 16, 0, 4)],
}


def read(path: str) -> FileEvent:
    data = (SAMPLES / path).read_bytes()
    text = decode(data)
    assert (is_tsh(text), is_aupair(text)) == (path in TSH, path in AUPAIR)
    return read_tsh(data) if path in TSH else read_aupair(data)


@pytest.mark.parametrize("path", [*TSH, *AUPAIR])
def test_a_real_file_has_the_counts_that_are_stated(path: str) -> None:
    event = read(path)
    assert [told(section) for section in event.sections] == (TSH | AUPAIR)[path]


@pytest.mark.parametrize("path", [*TSH, *AUPAIR])
def test_a_real_file_written_and_read_again_has_the_same_facts(path: str) -> None:
    event = read(path)
    assert facts(read_pairings(write_pairings_csv(event))) == facts(event)
    assert facts(read_tsh(write_tsh(event))) == facts(event)


@pytest.mark.parametrize("folder", ["tsh", "other"])
def test_no_real_file_is_forgotten(folder: str) -> None:
    others = {"other/wtf5-woogles-standings.csv", "tsh/e4c5-18rounds/config.tsh"}
    files = {path.relative_to(SAMPLES).as_posix() for path in (SAMPLES / folder).rglob("*.*")}
    kinds = {path for path in files if path.endswith((".t", ".tsh", ".tou", ".csv"))}
    assert kinds - {*TSH, *AUPAIR} <= others


def test_the_byes_of_the_long_event_are_told_apart() -> None:
    byes = read("tsh/e4c5-18rounds/a.t").sections[0].byes
    counts = {kind: sum(bye.kind is kind for bye in byes) for kind in ByeKind}
    # Two of 50 and nine of 1; 95 of 0; one of -50 and one of -1; five against an opponent.
    assert (counts[ByeKind.FULL_POINT], counts[ByeKind.UNPLAYED]) == (11, 95)
    assert (counts[ByeKind.FORFEIT_WIN], counts[ByeKind.FORFEIT_LOSS]) == (5, 7)


def test_real_settings_tell_the_event_of_the_division_beside_them() -> None:
    folder = SAMPLES / "tsh" / "e4c5-18rounds"
    config = (folder / "config.tsh").read_bytes()
    event = read_tsh_files([ZippedFile(name, (folder / name).read_bytes()) for name in ("a.t", "config.tsh")])
    assert event.name is not None
    assert event.day is not None
    assert (event.day.isoformat(), event.sections[0].name, event.sections[0].rounds_planned) == ("2020-02-19", "a", 18)
    assert [told(section) for section in event.sections] == TSH["tsh/e4c5-18rounds/a.t"]
    alone = read_tsh(config)
    assert (alone.name, alone.day, [section.name for section in alone.sections]) == (event.name, event.day, ["a"])
    assert "upload a.t together" in str(alone.remarks[-1])


def test_a_real_tourney_has_everybody_and_every_game() -> None:
    data = (SAMPLES / "other" / "tsh-newt-tourney-2026.js").read_bytes()
    assert is_newt(decode(data))
    event = read_newt(data)
    # Division B: 12 players, 11 rounds played of 22 without a bye.
    assert [(section.name, *told(section)) for section in event.sections] == [("B", 12, 66, 0, 11)]
    assert event.day is not None
    assert (event.day.isoformat(), event.sections[0].rounds_planned) == ("2026-02-16", 22)
    game = next(game for game in event.sections[0].games if (game.round, game.first) == (1, 1))
    assert (game.second, game.first_points, game.second_points, game.first_began) == (4, 372, 384, True)
    assert facts(read_tsh(write_tsh(event))) == facts(event)
    assert "pix/" not in repr(event)


def test_real_results_are_those_of_the_points() -> None:
    games = read("other/isropn20.tou").sections[0].games
    spreads = [(game.first_points or 0) - (game.second_points or 0) for game in games]
    assert [game.score for game in games] == [(spread > 0) + 0.5 * (spread == 0) for spread in spreads]


@pytest.mark.parametrize("name", ["20200217_HoodRiver.RT", "20200217_HoodRiver.dat", "wtf5-woogles-standings.csv"])
def test_a_real_file_without_games_says_what_to_upload_instead(name: str) -> None:
    with pytest.raises(InputError, match=r"(?:no|without) games: .*(?:upload|export)"):
        read_event_file((SAMPLES / "other" / name).read_bytes())
