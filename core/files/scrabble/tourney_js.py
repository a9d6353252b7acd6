"""Parse JavaScript literals: JSON, undefined, unquoted keys, single quotes, holes, comments, trailing commas."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from core.errors import InputError
from core.event.event_file import FileEvent, FileSection
from core.files.common.tables import decode, number_text, plain
from core.files.common.text import ParseWarnings, fault, shorten
from core.files.scrabble.tsh import (
    GAP,
    KEPT,
    PlayerLine,
    TshConfig,
    check_amount,
    config_of,
    player_of,
    section_of,
    tsh_event,
)

Value: TypeAlias = "bool | int | float | str | list[Value] | ParsedObject | None"

# Possessive: never tried in another way, so that no text takes long.
BLANK = r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?>(?s:.*?)\*/))*+"
_KINDS = (
    r"(?P<mark>[\[\]{},:])",
    r"(?P<number>-?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,3})?(?![\w$.]))",
    r"(?P<word>[A-Za-z_$][\w$]{0,99}(?![\w$]))",
    r'"(?P<double>(?:[^"\\\n]++|\\(?s:.))*+)"',
    r"'(?P<single>(?:[^'\\\n]++|\\(?s:.))*+)'",
)
_TOKEN = re.compile(f"{BLANK}(?:{'|'.join(_KINDS)})")
_BLANK = re.compile(BLANK)
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|((?s:.)))")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS: dict[str, bool | None] = {"undefined": None, "null": None, "NaN": None, "true": True, "false": False}
_NO_CHARACTER = "\ufffd"
_DEEPEST = 40
_MOST_TOKENS, _MOST_ESCAPES = 300_000, 100_000


@dataclass(frozen=True, slots=True)
class ParsedObject:
    """An object; `line` is where it begins."""

    line: int
    fields: dict[str, Value]


class _Token(NamedTuple):
    """A mark's kind is itself, such as ",". text: without quotes and escapes."""

    kind: str
    text: str


def read_literal(text: str, start: int) -> tuple[Value, int]:
    if text.count("\\") > _MOST_ESCAPES:
        raise InputError(f"The file has more than {_MOST_ESCAPES} escaped characters. Upload one event at a time.")
    reading = _Reading(text, start)
    return reading.value(reading.token(), 0), reading.position


class _Reading:
    def __init__(self, text: str, position: int) -> None:
        self.position = position
        self._text = text
        self._left = _MOST_TOKENS
        self._line, self._counted = 1, 0

    def token(self) -> _Token:
        match = _TOKEN.match(self._text, self.position)
        self._left -= 1
        if match is None or self._left < 0:
            raise self._broken()
        self.position = match.end()
        kind = match.lastgroup or ""
        text = match[kind]
        if kind == "mark":
            return _Token(text, text)
        if kind in ("double", "single"):
            return _Token("text", _unescaped(text) if "\\" in text else text)
        return _Token(kind, text)

    def value(self, token: _Token, depth: int) -> Value:
        if depth == _DEEPEST and token.kind in ("{", "["):
            raise fault(
                self._here(), f"there are more than {_DEEPEST} nested brackets. Upload the file as tsh wrote it."
            )
        if token.kind == "{":
            return ParsedObject(self._here(), self._fields(depth + 1))
        if token.kind == "[":
            return self._array(depth + 1)
        if token.kind == "text":
            return token.text
        if token.kind == "number":
            return int(token.text) if token.text.lstrip("-").isdigit() else float(token.text)
        if token.text in _WORDS:
            return _WORDS[token.text]
        raise self._unexpected(token)

    def _fields(self, depth: int) -> dict[str, Value]:
        fields: dict[str, Value] = {}
        token = self.token()
        while token.kind != "}":
            if token.kind not in ("text", "word", "number"):
                raise self._unexpected(token)
            self._expect(":")
            fields[token.text] = self.value(self.token(), depth)
            token = self._after("}")
        return fields

    def _array(self, depth: int) -> list[Value]:
        values: list[Value] = []
        token = self.token()
        while token.kind != "]":
            if token.kind == ",":  # a hole
                values.append(None)
                token = self.token()
                continue
            values.append(self.value(token, depth))
            token = self._after("]")
        return values

    def _after(self, end: str) -> _Token:
        token = self.token()
        if token.kind == end:
            return token
        if token.kind != ",":
            raise self._unexpected(token)
        return self.token()

    def _expect(self, mark: str) -> None:
        token = self.token()
        if token.kind != mark:
            raise self._unexpected(token)

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted, self.position)
        self._counted = self.position
        return self._line

    def _unexpected(self, token: _Token) -> InputError:
        return fault(self._here(), f'"{shorten(token.text[:100])}" is in the wrong place. Save the file again.')

    def _broken(self) -> InputError:
        if self._left < 0:
            return InputError(f"The file has more than {_MOST_TOKENS} values. Upload one event at a time.")
        blank = _BLANK.match(self._text, self.position)
        self.position = blank.end() if blank else self.position
        rest = self._text[self.position : self.position + 40]
        if not rest:
            return fault(self._here(), "the file is incomplete. Save it again.")
        return fault(self._here(), f'"{shorten(rest)}" cannot be read. Save the file again.')


def _unescaped(text: str) -> str:
    plain = _ESCAPE.sub(_character, text)
    # Two halves of a character become one; a single half is none.
    return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None:
        return _ESCAPED.get(match[4], match[4])
    return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else _NO_CHARACTER


# tourney.js, in which tsh publishes a tournament for web pages: `newt=` and an object of JavaScript.
#
# Its divisions have players, of whom the first in the list is nobody, so that everybody stands at the place of their
# number; pairings, scores and the further fields are those of the division file.


FORMAT = "tsh tourney.js"
_START = re.compile(rf"{BLANK}(?:(?:var|let|const)[ \t]++|window\.)?newt{BLANK}={BLANK}(?=\{{)")
_END = re.compile(f"{BLANK};?{BLANK}")
_SETTINGS = ("event_name", "event_date", "max_rounds", "bye_spread", "entry")
_LONGEST = 400


def is_newt(text: str) -> bool:
    return _START.match(text) is not None


def read_newt(data: bytes) -> FileEvent:
    text = decode(data)
    start = _START.match(text)
    if start is None:
        raise InputError("A tourney.js of tsh begins with newt={. Upload the file as tsh wrote it.")
    root, end = read_literal(text, start.end())
    rest = _END.match(text, end)
    if rest is None or rest.end() < len(text):
        line = text.count("\n", 0, end) + 1
        raise fault(line, "there is text after the tournament. Upload the file as tsh wrote it.")
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
        raise InputError("There are no players in this tourney.js. Upload it again when the divisions have some.")
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
            raise InputError(f'"{shorten(_text(value))}" is not a division. Upload the file as tsh wrote it.')
    return found


def _players(division: ParsedObject) -> list[ParsedObject]:
    values = _list(division.fields.get("players"))
    found = []
    for number, value in enumerate(values[1:] if values[:1] == [None] else values, start=1):
        if not isinstance(value, ParsedObject):
            raise fault(division.line, f"player {number} is missing. Upload the file as tsh wrote it.")
        own = value.fields.get("id")
        if own is not None and own != number:
            raise fault(
                value.line, f"player {shorten(_text(own))} is at place {number}. Upload the file as tsh wrote it."
            )
        found.append(value)
    return found


def _player(number: int, player: ParsedObject, doubts: ParseWarnings) -> PlayerLine:
    given, etc = player.fields, _fields(player.fields.get("etc"))
    name = _text(given.get("name")).strip()
    if not name:
        raise fault(player.line, f"player {number} has no name. Write one in tsh, and save the file again.")
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
    return " ".join(_words([one for one in _list(value) if key == "p12" or one is not None]))


def _words(value: Value) -> list[str]:
    return [GAP if one is None else _text(one) for one in _list(value)]


def _text(value: Value) -> str:
    if isinstance(value, str):
        return plain(value[:_LONGEST])
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_text(value)
    return "" if value is None else "?"


def _list(value: Value) -> Sequence[Value]:
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def _fields(value: Value) -> dict[str, Value]:
    return value.fields if isinstance(value, ParsedObject) else {}
