"""Points that a file gives each player, beside the results that were read."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from core.event.crosstable import Bye, ByeKind, Game
from core.files.common.text import ParseWarnings
from core.words import counted

CONTRADICTED = "points that contradict the results"
"""A kind of remark that is shown before a file is stored."""
_POINTS = re.compile(r"([0-9]{1,3})?(?:[.,]([05])0*)?\s*(½|1/2)?")
_BYES = {ByeKind.FULL_POINT: 1.0, ByeKind.FORFEIT_WIN: 1.0, ByeKind.HALF_POINT: 0.5}


def points_of(text: str) -> float | None:
    """Read points as 2, 2.5, 2,5 or 2½; None if they are none."""
    match = _POINTS.fullmatch(text)
    if not text or match is None:
        return None
    return int(match[1] or 0) + 0.5 * (match[2] == "5" or match[3] is not None)


def check_points(
    given: Mapping[int, float | None],
    lines: Mapping[int, int],
    games: Iterable[Game],
    byes: Iterable[Bye],
    doubts: ParseWarnings,
) -> None:
    """Doubt each player whose points differ from the results. given, lines: by pairing number."""
    made: dict[int, float] = defaultdict(float)
    for game in games:
        made[game.first] += game.score or 0.0
        made[game.second] += 0.0 if game.score is None else 1 - game.score
    for bye in byes:
        made[bye.entrant] += _BYES.get(bye.kind, 0.0)
    for number, points in given.items():
        if points is not None and abs(points - made[number]) > 0.001:
            doubt_points(lines[number], points, made[number], doubts)


def doubt_points(line: int, points: float, made: float, doubts: ParseWarnings) -> None:
    doubts.add(line, CONTRADICTED, f"the file gives {counted(points, 'point')}, the results give {made:g}")
