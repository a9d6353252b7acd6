"""The table `.RT` that CoCo's program makes of an event: records and new ratings, of which no game can be made.

    Harbour Open
    2020-02-17
    Section A
    NAME                  RECORD     SPREAD  OLD RAT  NEW RAT  NEW DEV
    Ada Quill             15.0-5.0      1332     2063     2062     86.6
    Bo Brook              1.0-19.0     -2688     1332     1152     86.6

    Bo Brook              is unrated

The lines below a section's table name those who had no rating before the event.
"""

import re
from dataclasses import replace

from core.crosstable import Board
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.formats.common.names import shorten
from core.formats.common.tables import decode
from core.formats.common.text_lines import TextLine, text_lines
from core.formats.common.warnings import clean, fault
from core.formats.common.written_days import parse_written_day

FORMAT = "CoCo ratings of an event (.RT)"
MOST_PLAYERS = 2_000
NO_GAMES = "to have an event rated, upload its .tou file, or its results as CSV"
_WITHOUT_GAMES = f"the table has records without games: {NO_GAMES}"
_HEADER = re.compile(r"[ \t]*NAME[ \t]+RECORD[ \t]+SPREAD[ \t]+OLD RAT", re.IGNORECASE)
_SECTION = re.compile(r"Section(?:[ \t]+(.*))?")
_UNRATED = "is unrated"
_LINES_LOOKED_AT = 20
_LONGEST_LINE = 1_000
_RECORD = re.compile(r"[0-9]{1,3}(?:\.[05])?-[0-9]{1,3}(?:\.[05])?")
_SPREAD = re.compile(r"-?[0-9]{1,6}")
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,20})?")
_CELLS = (_RECORD, _SPREAD, _NUMBER, _NUMBER, _NUMBER)


def is_coco_rated(text: str) -> bool:
    """Tell by its header whether a text is such a table."""
    return any(_HEADER.match(line) for line in text[:20_000].split("\n")[:_LINES_LOOKED_AT])


def read_coco_rated(data: bytes) -> FileEvent:
    """Read who was in each section, with the rating before; raise InputError with the line for what is no player."""
    head: list[str] = []
    sections: list[tuple[str | None, dict[str, FilePlayer]]] = []
    for number, whole in text_lines(decode(data)):
        text = whole[:_LONGEST_LINE].strip()
        if not text:
            continue
        if head and (match := _SECTION.fullmatch(text)):
            sections.append((clean(match[1] or "") or None, {}))
        elif _HEADER.match(text):
            sections = sections or [(None, {})]
        elif sections:
            _enter(sections[-1][1], TextLine(number, text))
        else:
            head.append(text)
    found = [FileSection(tuple(players.values()), (), name=name) for name, players in sections if players]
    if not found:
        raise InputError("There are no players in this table of ratings: upload the whole file.")
    if sum(len(section.players) for section in found) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players: upload one section at a time.")
    days = [day for day in map(parse_written_day, head[1:3]) if day is not None]
    return FileEvent(
        FORMAT,
        tuple(found),
        name=clean(head[0]) if head else None,
        day=days[0].day if days else None,
        board=Board.SCRABBLE,
        remarks=(Remark(None, _WITHOUT_GAMES),),
        without_games=_WITHOUT_GAMES,
    )


def _enter(players: dict[str, FilePlayer], line: TextLine) -> None:
    """Read a player, or that one of those above had no rating before."""
    if line.text.endswith(_UNRATED):
        name = clean(line.text.removesuffix(_UNRATED))
        if name not in players:
            raise fault(line.number, f'"{shorten(name)}" is not in the section above: upload the whole file.')
        # What stands there as the old rating was made of the event itself.
        players[name] = replace(players[name], rating=None)
        return
    written, *cells = line.text.rsplit(maxsplit=len(_CELLS))
    if len(cells) < len(_CELLS) or not all(map(re.Pattern.fullmatch, _CELLS, cells)):
        raise fault(
            line.number,
            f'"{shorten(line.text)}" is no player: write the name, record, spread, old and new rating, and deviation.',
        )
    name = clean(written)
    if name in players:
        raise fault(line.number, f'"{shorten(name)}" stands there twice, first in line {players[name].line}.')
    players[name] = FilePlayer(len(players) + 1, name, float(cells[2]) or None, line=line.number)
