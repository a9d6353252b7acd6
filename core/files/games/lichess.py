"""Read a lichess tournament's games (ndjson); name lichess' files without games.

Fields by lichess.org/api: players, winner, status, variant, clock.
"""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, tzinfo
from typing import Any

from core.errors import InputError
from core.event.event_file import FileEvent
from core.files.common.dates import ANYWHERE, Calendar
from core.files.common.tables import decode, first_line
from core.files.common.text import ParseWarnings, clean, fault, shorten, text_lines
from core.files.games.pgn import CHESS, time_control
from core.files.games.single_games import ListedGame, ListedPlayer, check_amount, event_of_games

FORMAT = "lichess games (ndjson)"
STANDINGS = (
    "The file has standings of lichess, without games. Upload the games of the tournament as PGN or ndjson, or the TRF "
    "file of a Swiss."
)
_UNFINISHED = {"created", "started", "aborted", "nostart", "unknownfinish"}
_SCORES = {"white": 1.0, "black": 0.0, None: 0.5}
_HEADER = re.compile(r'"?Rank"?\s*,\s*"?Title"?\s*,\s*"?Username"?\s*,', re.IGNORECASE)

Record = Mapping[str, Any]


def is_lichess(text: str) -> bool:
    line = first_line(text)
    if _HEADER.match(line):
        return True
    found = _record(line) if line.lstrip().startswith("{") else None
    return found is not None and (_is_game(found) or _is_rank(found))


def _record(line: str) -> Record | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_game(record: Record) -> bool:
    return isinstance(record.get("players"), dict) and {"white", "black"} <= record["players"].keys()


def _is_rank(record: Record) -> bool:
    return {"rank", "username"} <= record.keys()


def read_lichess(data: bytes, calendar: Calendar = ANYWHERE) -> FileEvent:
    """Read the games; raise InputError for standings."""
    text, doubts = decode(data), ParseWarnings()
    listed: list[tuple[int, ListedGame]] = []
    for line, words in text_lines(text):
        if not words.strip():
            continue
        record = _record(words)
        if _HEADER.match(words) or (record is not None and _is_rank(record)):
            raise InputError(STANDINGS)
        if record is None or not _is_game(record):
            raise fault(line, "that is not a game of lichess. Export the games again, as ndjson.")
        check_amount(len(listed))
        game = _game(line, record, calendar.zone, doubts)
        if game is not None:
            listed.append((_number(record.get("createdAt")) or 0, game))
    listed.sort(key=lambda one: one[0])  # the latest game comes first
    return event_of_games(FORMAT, [game for _, game in listed], "lichess", doubts.remarks())


def _game(line: int, record: Record, zone: tzinfo, doubts: ParseWarnings) -> ListedGame | None:
    variant, status, winner = (str(record.get(key) or "").casefold() for key in ("variant", "status", "winner"))
    white, black = (_player(record["players"][side]) for side in ("white", "black"))
    if status in _UNFINISHED:
        doubts.add(line, "games without a result", "the game has no result. Skipped")
    elif variant not in CHESS:
        doubts.add(line, "other variants", f'"{shorten(variant)}" is not chess. Skipped')
    elif white is None or black is None:
        doubts.add(line, "games without a name", "a player has no name, for example the computer. Skipped")
    elif (winner or None) not in _SCORES:
        raise fault(line, f'"{shorten(winner)}" is not a winner. Winners are white, black or nobody.')
    else:
        control = _control(record.get("clock"))
        key = str(record.get("id") or record.get("createdAt")), white.name, black.name
        return ListedGame(line, "", white, black, _SCORES[winner or None], _day(record, zone), 0, control, key=key)
    return None


def _player(side: Any) -> ListedPlayer | None:
    user = side.get("user") if isinstance(side, dict) else None
    if not isinstance(user, dict) or not isinstance(user.get("name"), str) or not clean(user["name"]):
        return None
    name, title, rating = user["name"], user.get("title"), _number(side.get("rating"))
    return ListedPlayer(
        clean(name), None if rating is None else float(rating), clean(title, 10) if isinstance(title, str) else None
    )


def _control(clock: Any) -> Any:
    if not isinstance(clock, dict):
        return None
    return time_control(f"{_number(clock.get('initial')) or 0}+{_number(clock.get('increment')) or 0}")


def _day(record: Record, zone: tzinfo) -> date | None:
    milliseconds = _number(record.get("createdAt"))
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, zone).date()


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 4_102_444_800_000 else None
