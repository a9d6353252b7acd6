"""Tournament report files of real events."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from core.event.crosstable import ByeKind
from core.event.event_file import FileEvent
from core.files.chess.trf_read import is_trf, read_trf
from core.files.chess.trf_write import write_trf26
from tests.core.golden_cases import FILES, golden

sampled = pytest.mark.parametrize("case", golden("formats_trf"))


def sample(case: dict[str, Any]) -> bytes:
    return (FILES / case["file"]).read_bytes()


@sampled
def test_a_real_file_has_its_counted_players_games_and_byes(case: dict[str, Any]) -> None:
    event = read_trf(sample(case))
    (section,) = event.sections
    assert len(section.players) == case["players"]
    assert sum(player.rating is not None for player in section.players) == case["rated"]
    assert section.rounds == case["rounds"]
    assert len({player.team for player in section.players} - {None}) == case["teams"]
    assert 2 * len(section.games) == case["game_records"]
    games = Counter(game.score for game in section.games)
    byes = Counter(bye.kind for bye in section.byes)
    codes = {
        "1": games[1.0] + games[0.0],
        "0": games[1.0] + games[0.0],
        "=": 2 * games[0.5],
        "+": byes[ByeKind.FORFEIT_WIN],
        "-": byes[ByeKind.FORFEIT_LOSS],
        "U": byes[ByeKind.FULL_POINT],
        "Z": byes[ByeKind.ZERO_POINT],
    }
    if not case["differs"]:
        codes["H"] = byes[ByeKind.HALF_POINT]
    assert {code: count for code, count in codes.items() if count} == case["codes"]


@sampled
def test_half_points_are_found_where_points_are_not_the_sum(case: dict[str, Any]) -> None:
    remarks = [remark.text for remark in read_trf(sample(case)).remarks]
    assert sum("a half point is only in the points" in text for text in remarks) == case["differs"]
    assert not any("the results give" in text for text in remarks)


@sampled
def test_a_real_file_is_recognised_with_its_edition(case: dict[str, Any]) -> None:
    data = sample(case)
    assert is_trf(data.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n"))
    assert read_trf(data).format == "TRF06"


@sampled
def test_a_real_file_written_and_read_again_tells_the_same(case: dict[str, Any]) -> None:
    event = read_trf(sample(case))
    again = read_trf(write_trf26(event))
    assert facts(again) == facts(event)
    # Its doubts are settled, but for an event that is not over.
    assert [remark for remark in again.remarks if "the plan is" not in remark.text] == []


def facts(event: FileEvent) -> tuple[object, ...]:
    (section,) = event.sections
    players = {replace(player, line=None) for player in section.players}
    return players, set(section.games), set(section.byes), section.time_control, event.began, event.day, event.name
