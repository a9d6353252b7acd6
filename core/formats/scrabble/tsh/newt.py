"""tourney.js, in which tsh publishes a tournament for web pages: `newt=` and an object of JavaScript.

Its divisions have players, of whom the first in the list is nobody, so that everybody stands at the place of their
number; pairings, scores and the further fields are those of the division file.
"""

import re
from collections.abc import Sequence

from core.errors import InputError
from core.event_file import FileEvent, FileSection
from core.formats.common.cells import number_text, plain
from core.formats.common.names import shorten
from core.formats.common.tables import decode
from core.formats.common.warnings import ParseWarnings, fault
from core.formats.scrabble.tsh.config import TshConfig, config_of
from core.formats.scrabble.tsh.lines import GAP, KEPT, PlayerLine, player_of
from core.formats.scrabble.tsh.literal import BLANK, ParsedObject, Value, read_literal
from core.formats.scrabble.tsh.read import tsh_event
from core.formats.scrabble.tsh.sections import check_amount, section_of

FORMAT = "tsh tourney.js"
_START = re.compile(rf"{BLANK}(?:(?:var|let|const)[ \t]++|window\.)?newt{BLANK}={BLANK}(?=\{{)")
_END = re.compile(f"{BLANK};?{BLANK}")
_SETTINGS = ("event_name", "event_date", "max_rounds", "bye_spread", "entry")
_LONGEST = 400


def is_newt(text: str) -> bool:
    """Tell by how it begins whether a text is such a file."""
    return _START.match(text) is not None


def read_newt(data: bytes) -> FileEvent:
    """Read a tourney.js; raise InputError with the line for one that is broken or contradicts itself."""
    text = decode(data)
    start = _START.match(text)
    if start is None:
        raise InputError("A tourney.js of tsh begins with newt={: save the file again, and upload it as it is.")
    root, end = read_literal(text, start.end())
    rest = _END.match(text, end)
    if rest is None or rest.end() < len(text):
        line = text.count("\n", 0, end) + 1
        raise fault(line, "something follows after the tournament, which is not read: upload the file as tsh wrote it.")
    doubts = ParseWarnings()
    config = _config(_fields(root).get("config"), doubts)
    divisions = [(_text(division.fields.get("name")), _players(division)) for division in _divisions(root)]
    check_amount(sum(len(players) for _, players in divisions))
    sections: list[FileSection] = []
    for name, players in divisions:
        if players:
            lines = [_player(number, player, doubts) for number, player in enumerate(players, start=1)]
            sections.append(section_of(lines, name, config, doubts))
    if not sections:
        raise InputError("There are no players in this tourney.js: upload it again when the divisions have some.")
    return tsh_event(FORMAT, tuple(sections), config, doubts.remarks())


def _config(value: Value, doubts: ParseWarnings) -> TshConfig:
    line = value.line if isinstance(value, ParsedObject) else 1
    given = {key: setting for key, setting in _fields(value).items() if key in _SETTINGS and setting is not None}
    return config_of({key: (line, _text(setting)) for key, setting in given.items()}, {}, doubts)


def _divisions(root: Value) -> list[ParsedObject]:
    found = []
    for value in _list(_fields(root).get("divisions")):
        if isinstance(value, ParsedObject):
            found.append(value)
        elif value is not None:
            raise InputError(f'"{shorten(_text(value))}" is no division: upload the file as tsh wrote it.')
    return found


def _players(division: ParsedObject) -> list[ParsedObject]:
    """Return the players in the order of their numbers; raise InputError where one is not at their place."""
    values = _list(division.fields.get("players"))
    found = []
    for number, value in enumerate(values[1:] if values[:1] == [None] else values, start=1):
        if not isinstance(value, ParsedObject):
            raise fault(division.line, f"player {number} is missing: upload the file as tsh wrote it.")
        own = value.fields.get("id")
        if own is not None and own != number:
            raise fault(
                value.line, f"player {shorten(_text(own))} stands at place {number}: upload the file as tsh wrote it."
            )
        found.append(value)
    return found


def _player(number: int, player: ParsedObject, doubts: ParseWarnings) -> PlayerLine:
    given, etc = player.fields, _fields(player.fields.get("etc"))
    name = _text(given.get("name")).strip()
    if not name:
        raise fault(player.line, f"player {number} has no name: write one in tsh, and save the file again.")
    fields = {key: _joined(key, etc.get(key)) for key in KEPT}
    return player_of(
        player.line,
        name,
        "0" if given.get("rating") is None else _text(given["rating"]),
        _words(given.get("pairings")),
        _words(given.get("scores")),
        {key: words for key, words in fields.items() if words},
        doubts,
    )


def _joined(key: str, value: Value) -> str:
    """Return a further field as the division file has it; of p12 alone every place counts."""
    return " ".join(_words([one for one in _list(value) if key == "p12" or one is not None]))


def _words(value: Value) -> list[str]:
    return [GAP if one is None else _text(one) for one in _list(value)]


def _text(value: Value) -> str:
    """Return a value in words, cut where it is longer than anything that a division file has."""
    if isinstance(value, str):
        return plain(value[:_LONGEST])
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_text(value)
    return "" if value is None else "?"


def _list(value: Value) -> Sequence[Value]:
    """Return an array as it is, and any other value as an array of one."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def _fields(value: Value) -> dict[str, Value]:
    return value.fields if isinstance(value, ParsedObject) else {}
