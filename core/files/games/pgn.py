"""Read the headers of a PGN file: who played whom, the result, the date and the round. Moves are ignored.

PGN standard of 1994, sections 8.1 and 9; sites add Variant, UTCDate, UTCTime, WhiteTitle, WhiteFideId and, for games
over the board that they only relay, BroadcastName. A game without moves whose Termination says so is a forfeit.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from core.event.crosstable import ByeKind, TimeControl
from core.event.event_file import FileEvent, Remark
from core.files.common.dates import ANYWHERE, Calendar, read_days
from core.files.common.packed import ZippedFile, base_name, naming_file, remarks_of_file
from core.files.common.people import is_nobody
from core.files.common.tables import decode
from core.files.common.text import ParseWarnings, clean, fault, one_line, shorten, site_of
from core.files.games.results import RowResult, parse_result
from core.files.games.single_games import ListedGame, ListedPlayer, check_amount, event_of_games

FORMAT = "PGN"
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "1/2": 0.5}
CHESS = {"", "standard", "chess", "normal", "from position", "fromposition"}

_BEGINS = re.compile(r'(?:\s|%[^\n]*+\n)*+\[[A-Za-z0-9_]{1,40}\s+"')
_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]{1,40})\s+"((?:[^"\\]|\\.)*+)"')
_ADDRESS = re.compile(r"\s*https?://\S+")
_OWN_ADDRESS = re.compile(r"https?://[^/\s]+/\S+")
_NOBODY = {"", "?", "-"}
_NO_MOVES = re.compile(r"\{[^}]*\}|\$[0-9]+|[0-9]+\.+|1-0|0-1|1/2-1/2|[*!?+#]")
"""Comments, numbers, signs and results among moves."""
_RELAYED = re.compile(r"/(?:broadcast|study|events)/")
_UNPLAYED = {"unplayed", "forfeit"}
_UNPLAYED_BYES = {
    1.0: (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS),
    0.5: (ByeKind.HALF_POINT, ByeKind.HALF_POINT),
    0.0: (ByeKind.FORFEIT_LOSS, ByeKind.FORFEIT_WIN),
}
_MOVE = re.compile(r"(?<!\S)[0-9]{1,3}\s?\.+\s?[a-hKQRBNO0]")
_ROUND = re.compile(r"([0-9]{1,3})(?:\.[0-9.]{1,10})?")
_CONTROL = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,4}))?")

Tags = Mapping[str, str]


class _Headers(NamedTuple):
    """The tags of a game. line: of the first, from 1. moves: as written."""

    line: int
    tags: Tags
    has_moves: bool
    moves: str


def is_pgn(text: str) -> bool:
    return _BEGINS.match(text) is not None


def read_pgn(data: bytes, calendar: Calendar = ANYWHERE) -> FileEvent:
    return read_pgn_files([ZippedFile("", data)], calendar)


def read_pgn_files(files: Sequence[ZippedFile], calendar: Calendar = ANYWHERE) -> FileEvent:
    """Read files together, for example one of each round; their games are joined by the name of the event."""
    read = [(one_line(base_name(file.name)), list(_headers(decode(file.content)))) for file in files]
    check_amount(sum(len(headers) for _, headers in read))
    have_moves = any(one.has_moves for _, headers in read for one in headers)
    days, unsure = read_days((_when(one.tags) for _, headers in read for one in headers), calendar)
    remarks: list[Remark] = []
    listed: list[tuple[str, ListedGame]] = []
    sites: list[str | None] = []
    for name, headers in read:
        doubts = ParseWarnings()
        for one in headers:
            with naming_file(name):
                game = _game(one, days.get(_when(one.tags)), doubts)
            if game is None:
                continue
            if have_moves and not one.has_moves and game.score is not None:
                doubts.add(one.line, "games without moves", "the game has no moves. Rated as played")
            listed.append((one.tags.get("UTCTime") or one.tags.get("Time") or "", game))
            sites.append(None if _is_relayed(one.tags) else one.tags.get("Site"))
        remarks += remarks_of_file(name, doubts)
    # Sites list the latest game first.
    listed.sort(key=lambda one: (one[1].day or date.min, one[0]))
    event = event_of_games(FORMAT, [game for _, game in listed], site_of(sites), remarks)
    return replace(event, unsure=unsure)


def _when(tags: Tags) -> str:
    """Return a game's date: the players' own, else that of Greenwich with its time."""
    local, elsewhere = tags.get("Date", ""), tags.get("UTCDate", "")
    if not elsewhere or (local and "?" not in local):
        return local
    time = tags.get("UTCTime", "")
    return f"{elsewhere} {time}Z" if time else elsewhere


def _is_relayed(tags: Tags) -> bool:
    """Return whether a site only shows the game, which was not played there."""
    return "BroadcastName" in tags or _RELAYED.search(tags.get("Site", "")) is not None


def _headers(text: str) -> Iterator[_Headers]:
    tags: dict[str, str] = {}
    moves: list[str] = []
    first, has_moves = 1, False
    for number, line in enumerate(text.split("\n"), start=1):
        found = _TAG.match(line)
        if found is None:
            if line.strip():
                moves.append(line)
            has_moves = has_moves or _MOVE.search(line) is not None
            continue
        if moves or found[1] in tags:
            if tags:
                yield _Headers(first, tags, has_moves, " ".join(moves))
            tags, moves, has_moves = {}, [], False
        first = first if tags else number
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
    if tags:
        yield _Headers(first, tags, has_moves, " ".join(moves))


def _game(headers: _Headers, day: date | None, doubts: ParseWarnings) -> ListedGame | None:
    line, tags, has_moves, _ = headers
    result = tags.get("Result", "*").strip()
    outcome = RowResult(SCORES[result]) if result in SCORES else parse_result(result)
    variant = tags.get("Variant", "").strip().casefold()
    white, black = (_player(tags, side) for side in ("White", "Black"))
    if result == "*":
        doubts.add(line, "games without a result", "the game has no result. Skipped")
    elif variant not in CHESS:
        doubts.add(line, "other variants", f'"{shorten(variant)}" is not chess. Skipped')
    elif any(one.name in _NOBODY or is_nobody(one.name) for one in (white, black)):
        doubts.add(line, "games without a name", "a player has no name. Skipped")
    elif outcome is None or (outcome.is_played and result not in SCORES):
        raise fault(line, f'"{shorten(result)}" is not a result. Write 1-0, 0-1 or 1/2-1/2, or * for none.')
    else:
        if outcome.score is not None and not has_moves and tags.get("Termination", "").casefold() in _UNPLAYED:
            outcome = RowResult(None, _UNPLAYED_BYES[outcome.score])
        return _listed(headers, day, white, black, outcome)
    return None


def _listed(
    headers: _Headers, day: date | None, white: ListedPlayer, black: ListedPlayer, outcome: RowResult
) -> ListedGame:
    tags = headers.tags
    numbered = _ROUND.fullmatch(tags.get("Round", "").strip())
    section = clean(_ADDRESS.sub("", tags.get("BroadcastName") or tags.get("Event", ""))).strip("?")
    moves = " ".join(_NO_MOVES.sub(" ", headers.moves).split())
    return ListedGame(
        line=headers.line,
        section=section,
        white=white,
        black=black,
        score=outcome.score,
        unplayed=outcome.byes,
        day=day,
        round=0 if numbered is None else int(numbered[1]),
        control=time_control(tags.get("TimeControl", "")),
        key=_key(tags, (section, white.name.casefold(), black.name.casefold(), day), moves),
        moves=moves,
    )


def _key(tags: Tags, about: tuple[object, ...], moves: str) -> tuple[object, ...] | None:
    """Return what tells a game: its round, start or address; else its moves; None if it has none of them."""
    address = _OWN_ADDRESS.search(tags.get("Site", ""))
    place = tags.get("Round", "").strip(), tags.get("UTCTime") or tags.get("Time"), address and address[0]
    if place[0] in _NOBODY and not any(place[1:]):
        return (*about, moves) if moves else None
    return (*about, *place)


def _player(tags: Tags, side: str) -> ListedPlayer:
    rating, fide_id = tags.get(f"{side}Elo", "").strip(), tags.get(f"{side}FideId", "").strip()
    return ListedPlayer(
        clean(tags.get(side, "")),
        float(rating) if re.fullmatch(r"[1-9][0-9]{2,3}", rating) else None,
        clean(tags.get(f"{side}Title", ""), 10).strip("-") or None,
        fide_id if re.fullmatch(r"[1-9][0-9]{3,11}", fide_id) else None,
    )


def time_control(seconds: str) -> TimeControl | None:
    """Return 300+3, written in seconds; None for periods of moves and parts of a minute."""
    found = _CONTROL.fullmatch(seconds.strip())
    if found is None or int(found[1]) % 60 or not int(found[1]):
        return None
    return TimeControl(int(found[1]) // 60, int(found[2] or 0))
