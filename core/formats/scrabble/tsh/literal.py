"""Literals of JavaScript: objects, arrays, texts and numbers, read by hand and never run.

Beyond JSON there are undefined, keys without quotes, texts in single quotes, holes in arrays, comments, and commas
before a closing bracket. Nothing else of the language is read.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.warnings import fault

Value: TypeAlias = "bool | int | float | str | list[Value] | ParsedObject | None"

# Possessive: what has been read is never tried in another way, so that no text takes long.
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
    """A mark has itself as its kind, such as ","; a text is in `text` without its quotes and escapes."""

    kind: str
    text: str


def read_literal(text: str, start: int) -> tuple[Value, int]:
    """Return the value that begins at `start`, and where it ends; raise InputError with the line for what is none."""
    if text.count("\\") > _MOST_ESCAPES:
        raise InputError(f"The file has more than {_MOST_ESCAPES} escaped characters: upload one event at a time.")
    reading = _Reading(text, start)
    return reading.value(reading.token(), 0), reading.position


class _Reading:
    """A text as far as it has been read."""

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
            raise fault(self._here(), f"there are more than {_DEEPEST} brackets in each other, as in no tournament.")
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
        """Return what comes after a value: the end, or the first token of the next one behind a comma."""
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
        return fault(self._here(), f'"{shorten(token.text[:100])}" does not belong there: save the file again.')

    def _broken(self) -> InputError:
        if self._left < 0:
            return InputError(f"The file has more than {_MOST_TOKENS} values: upload one event at a time.")
        blank = _BLANK.match(self._text, self.position)
        self.position = blank.end() if blank else self.position
        rest = self._text[self.position : self.position + 40]
        if not rest:
            return fault(self._here(), "the file breaks off: save it again.")
        return fault(self._here(), f'"{shorten(rest)}" is nothing that can be read here: save the file again.')


def _unescaped(text: str) -> str:
    plain = _ESCAPE.sub(_character, text)
    # Two halves of a character become one, and a half alone is none.
    return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None:
        return _ESCAPED.get(match[4], match[4])
    return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else _NO_CHARACTER
