"""A league match as a director types it, one line a board: "Ann Lee 1 - 0 Bo Kim"; "Gus Hill + -" against nobody.

It becomes a list of games with their teams, as core/files/games/read.py reads it.
"""

import csv
import io
import re
from collections import Counter

from core.errors import InputError
from core.files.common.text import plain_text, shorten
from core.files.games.results import parse_result

_POINTS = r"(?:1/2|0[.,]5|[01½=])"
_BOARD = re.compile(r"[0-9]{1,3}[.:)] *(?=\S)")
_LINE = re.compile(
    rf"(?:(?P<home>.*?)\s+)??(?P<result>{_POINTS} ?[-:] ?{_POINTS}|[+-] ?[-:/]? ?[+-]|½|=)(?:\s+(?P<away>.*))?"
)
_NOBODY = {"", "-", "nobody", "bye"}
_HEADER = ("home team", "home", "away team", "away", "result")


def league_file(home: str, away: str, boards: str) -> bytes:
    """Return a match as a CSV file; raise InputError quoting a faulty line, or for a team without a name."""
    home, away = (" ".join(plain_text(name).split()) for name in (home, away))
    if not home or not away:
        raise InputError("A team has no name. Write both teams' names, for example Rooks and Knights.")
    if home.casefold() == away.casefold():
        raise InputError(f'Both teams are called "{shorten(home)}". Write two different names.')
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(_HEADER)
    lines = [" ".join(line.split()) for line in plain_text(boards).splitlines()]
    rows = [_row(position, line, home, away) for position, line in enumerate(filter(None, lines), start=1)]
    named = Counter(name.casefold() for _, ours, _, theirs, _ in rows for name in (ours, theirs) if name)
    twice = next((name for row in rows for name in row[1::2] if named[name.casefold()] > 1), None)
    if twice is not None:
        raise InputError(f'"{shorten(twice)}" is on two boards. Write every player once.')
    writer.writerows(rows)
    return written.getvalue().encode()


def _row(position: int, line: str, home: str, away: str) -> tuple[str, str, str, str, str]:
    match = _LINE.fullmatch(_BOARD.sub("", line, count=1))
    ours, theirs = ("", "") if match is None else ((match[side] or "").strip() for side in ("home", "away"))
    ours, theirs = ("" if name.casefold() in _NOBODY else name for name in (ours, theirs))
    if match is None or parse_result(match["result"]) is None or not (ours or theirs):
        raise InputError(
            f'Board {position}: "{shorten(line)}" is not two players with a result between them. '
            "Write, for example, Ann Lee 1 - 0 Bo Kim, or Ann Lee + - for a forfeit."
        )
    return home, ours, away, theirs, match["result"].replace(" ", "")
