"""Read the headers of a PGN file: who played whom, the result, the date and the round. Moves are ignored.

PGN standard of 1994, sections 8.1 and 9; sites add Variant, UTCDate, UTCTime, WhiteTitle and WhiteFideId.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date

from core.event.crosstable import TimeControl
from core.event.event_file import FileEvent
from core.files.common.tables import decode
from core.files.common.text import ParseWarnings, clean, fault, parse_written_day, shorten, site_of
from core.files.games.single_games import ListedGame, ListedPlayer, check_amount, event_of_games

FORMAT = "PGN"
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "1/2": 0.5}
CHESS = {"", "standard", "chess", "normal", "from position", "fromposition"}

_BEGINS = re.compile(r'(?:\s|%[^\n]*+\n)*+\[[A-Za-z0-9_]{1,40}\s+"')
_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]{1,40})\s+"((?:[^"\\]|\\.)*+)"')
_ADDRESS = re.compile(r"\s*https?://\S+")
_NOBODY = {"", "?", "-"}
_ROUND = re.compile(r"([0-9]{1,3})(?:\.[0-9.]{1,10})?")
_CONTROL = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,4}))?")

Tags = Mapping[str, str]


def is_pgn(text: str) -> bool:
    return _BEGINS.match(text) is not None


def read_pgn(data: bytes) -> FileEvent:
    doubts = ParseWarnings()
    listed: list[tuple[str, ListedGame]] = []
    sites: list[str | None] = []
    for games, (line, tags) in enumerate(_headers(decode(data)), start=1):
        check_amount(games)
        game = _game(line, tags, doubts)
        if game is not None:
            listed.append((tags.get("UTCTime") or tags.get("Time") or "", game))
            sites.append(tags.get("Site"))
    # Sites list the latest game first.
    listed.sort(key=lambda one: (one[1].day or date.min, one[0]))
    return event_of_games(FORMAT, [game for _, game in listed], site_of(sites), doubts)


def _headers(text: str) -> Iterator[tuple[int, Tags]]:
    """Yield the tags of each game with the line of the first."""
    tags: dict[str, str] = {}
    first, in_moves = 1, False
    for number, line in enumerate(text.split("\n"), start=1):
        found = _TAG.match(line)
        if found is None:
            in_moves = in_moves or bool(line.strip())
            continue
        if in_moves or found[1] in tags:
            if tags:
                yield first, tags
            tags, in_moves = {}, False
        first = first if tags else number
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
    if tags:
        yield first, tags


def _game(line: int, tags: Tags, doubts: ParseWarnings) -> ListedGame | None:
    result = tags.get("Result", "*").strip()
    variant = tags.get("Variant", "").strip().casefold()
    white, black = (_player(tags, side) for side in ("White", "Black"))
    if result == "*":
        doubts.add(line, "games without a result", "the game has no result. Skipped")
    elif variant not in CHESS:
        doubts.add(line, "other variants", f'"{shorten(variant)}" is not chess. Skipped')
    elif white.name in _NOBODY or black.name in _NOBODY:
        doubts.add(line, "games without a name", "a player has no name. Skipped")
    elif result not in SCORES:
        raise fault(line, f'"{shorten(result)}" is not a result. Write 1-0, 0-1 or 1/2-1/2, or * for none.')
    else:
        return _listed(line, tags, white, black, SCORES[result])
    return None


def _listed(line: int, tags: Tags, white: ListedPlayer, black: ListedPlayer, score: float) -> ListedGame:
    written = tags.get("UTCDate") or tags.get("Date") or ""
    found, numbered = parse_written_day(written), _ROUND.fullmatch(tags.get("Round", "").strip())
    return ListedGame(
        line=line,
        section=clean(_ADDRESS.sub("", tags.get("Event", ""))).strip("?"),
        white=white,
        black=black,
        score=score,
        day=None if found is None else found.day,
        round=0 if numbered is None else int(numbered[1]),
        control=time_control(tags.get("TimeControl", "")),
    )


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
