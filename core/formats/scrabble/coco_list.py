"""CoCo's rating list `.dat`: everybody's games, rating, last day and deviation, and no event at all.

    NICK     Name                Games Rat  LastplayedNew Dev
         CA  Ada Quill              20 2062 20200217   86.6

The first nine columns have a nickname of four letters and, from the sixth on, the state.
"""

import re

from core.crosstable import Board
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.formats.common.names import shorten
from core.formats.common.tables import decode
from core.formats.common.text_lines import TextLine, text_lines
from core.formats.common.warnings import clean, fault
from core.formats.scrabble.coco_rated import MOST_PLAYERS, NO_GAMES

FORMAT = "CoCo rating list (.dat)"
_HEADER = re.compile(r"NICK[ \t]+Name[ \t]+Games[ \t]+Rat", re.IGNORECASE)
_LONGEST_LINE = 1_000
_PLAYER = re.compile(
    r"(?P<before>.{9})(?P<name>.*?\S)[ \t]+(?P<games>[0-9]{1,5})[ \t]+(?P<rating>[0-9]{1,4})[ \t]+[0-9]{8}"
    r"(?:[ \t]+[0-9]{1,4}(?:\.[0-9]{1,20})?)?[ \t]*"
)
_STATE = slice(5, 8)


def is_coco_list(text: str) -> bool:
    """Tell by its header whether a text is such a list."""
    return _HEADER.match(text[:_LONGEST_LINE].lstrip()) is not None


def read_coco_list(data: bytes) -> FileEvent:
    """Read who is in the list; raise InputError with the line for what is no player."""
    _, *rows = [line for line in text_lines(decode(data)) if line.text.strip()]
    if not rows:
        raise InputError("There are no players below the header: upload the whole list.")
    if len(rows) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players: upload an event, for a list is nothing to rate.")
    players = tuple(_player(number, row) for number, row in enumerate(rows, start=1))
    why = f"a rating list has no games: {NO_GAMES}"
    sections = (FileSection(players, ()),)
    return FileEvent(FORMAT, sections, board=Board.SCRABBLE, remarks=(Remark(None, why),), without_games=why)


def _player(number: int, line: TextLine) -> FilePlayer:
    match = _PLAYER.fullmatch(line.text[:_LONGEST_LINE])
    name = clean(match["name"]) if match else ""
    if match is None or not name:
        raise fault(
            line.number,
            f'"{shorten(line.text[:200])}" is no player: write the name from the tenth column on, then games, '
            "rating, last day and deviation.",
        )
    state = match["before"][_STATE].strip()
    return FilePlayer(
        number,
        name,
        float(match["rating"]) or None,
        int(match["games"]),
        state=state if state.isalpha() else None,
        line=line.number,
    )
