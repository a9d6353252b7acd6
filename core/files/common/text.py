"""Sanitise text: remove hidden, reordering and stacked characters."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.errors import InputError
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.common.tables import MOST_ROWS
from core.words import counted

MOST_MARKS, MOST_LATIN_MARKS, MOST_SPACING_MARKS = 3, 2, 4
"""On one letter: Arabic, Hebrew and Tibetan need three, Latin after composing two, Burmese four beside it."""

NAME_CHARACTERS = 100
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9
_LATIN_MARKS = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]")
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def clean_name(text: str, most: int | None = None) -> str:
    """Return text on one line in NFC without hidden or stacked characters.

    most: characters; longer text ends in "…".
    """
    shown = " ".join(text.split()) if text.isascii() and text.isprintable() else _evened(text)
    if most is not None and len(shown) > most:
        shown = shown[: most - 1].rstrip(f" {_NON_JOINER}{_JOINER}") + "…"
    return shown


def shorten(text: str, most: int = 40) -> str:
    """Return text short and harmless enough for an error."""
    text = clean_name(text[: 100 * most])
    return text if len(text) <= most else text[: most - 1] + "…"


def _evened(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    marks = latin = spacing = 0
    for place, character in enumerate(composed):
        kind = unicodedata.category(character)
        if kind in _HIDDEN:
            if _joins(character, kept[-1:], composed[place + 1 : place + 2]):
                kept.append(character)
            else:
                kept.append(" ")
                marks = latin = spacing = 0
        elif kind[0] != "M":
            kept.append(character)
            marks = latin = spacing = 0
        elif kind == "Mc":
            spacing += 1
            if spacing <= MOST_SPACING_MARKS:
                kept.append(character)
        else:
            marks += 1
            latin += _LATIN_MARKS.match(character) is not None
            if marks <= MOST_MARKS and latin <= MOST_LATIN_MARKS:
                kept.append(character)
    # What stood between two characters may have kept them apart.
    shown = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    # A leading mark would join what stands before the name.
    while shown and unicodedata.category(shown[0])[0] == "M":
        shown = shown[1:].lstrip()
    return shown


def _joins(character: str, before: list[str], after: str) -> bool:
    if character not in (_NON_JOINER, _JOINER) or not before:
        return False
    if unicodedata.combining(before[0]) == _VIRAMA:
        return True
    return character == _NON_JOINER and _is_arabic(before[0]) and after != "" and _is_arabic(after)


def _is_arabic(character: str) -> bool:
    return unicodedata.bidirectional(character) == "AL"


def harmless(event: FileEvent) -> FileEvent:
    """Return an event with all words sanitised; an empty name becomes the player's number."""
    return replace(
        event,
        sections=tuple(map(_section, event.sections)),
        name=_words(event.name),
        city=_words(event.city),
        remarks=tuple(remark._replace(text=clean_name(remark.text)) for remark in event.remarks),
    )


def _section(section: FileSection) -> FileSection:
    return replace(section, players=tuple(map(_player, section.players)), name=_words(section.name))


def _player(player: FilePlayer) -> FilePlayer:
    words = (player.name, player.title or "", player.state or "", player.team or "", player.rating_class or "")
    if all(word.isascii() and word.isprintable() for word in words):
        return player
    return replace(
        player,
        name=_words(player.name) or f"Player {player.number}",
        title=_words(player.title),
        state=_words(player.state),
        team=_words(player.team),
        rating_class=_words(player.rating_class),
    )


def _words(text: str | None) -> str | None:
    return None if text is None else clean_name(text, NAME_CHARACTERS) or None


class TextLine(NamedTuple):
    """A line of the file; `number` counts from 1."""

    number: int
    text: str


def text_lines(text: str) -> list[TextLine]:
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The file has more than {MOST_ROWS} lines. Upload one event at a time.")
    return [TextLine(number, line) for number, line in enumerate(text.split("\n"), start=1)]


def one_line(text: str) -> str:
    """Return text with control and invisible characters as spaces."""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(text.split())


class ParseWarnings:
    """Collects remarks; beyond five of a kind they are counted."""

    MOST_ALIKE = 5

    def __init__(self) -> None:
        self._kinds: dict[str, list[Remark]] = {}
        self._more: dict[str, list[int]] = {}

    def add(self, line: int, kind: str, text: str) -> None:
        """Keep a remark. kind: is followed by "more lines"."""
        alike = self._kinds.setdefault(kind, [])
        if len(alike) < self.MOST_ALIKE:
            alike.append(Remark(line, text, kind))
        else:
            self._more.setdefault(kind, []).append(line)

    def remarks(self) -> tuple[Remark, ...]:
        found = [remark for alike in self._kinds.values() for remark in alike]
        for kind, lines in self._more.items():
            more = f"{kind} in {counted(len(lines), 'more line')}, the last of them {max(lines)}"
            found.append(Remark(min(lines), more, kind, len(lines)))
        return tuple(sorted(found, key=lambda remark: remark.line or 0))


def clean(text: str, most: int = 100) -> str:
    """Return text with single blanks, cut to `most` characters."""
    return " ".join(text[: 4 * most].split())[:most].rstrip()


def fault(line: int, text: str) -> InputError:
    return InputError(f"Line {line}: {text}")


_HOSTS = re.compile(r"(?<![a-z0-9-])(lichess\.org|chess\.com|woogles\.io)(?!-|\.?[a-z0-9])", re.IGNORECASE)
_NAMES = {"lichess.org": "lichess", "chess.com": "chess.com", "woogles.io": "Woogles"}
_FEDERATIONS = {"lichess": "lichess", "chess.com": "chess.com", "woogles": "Woogles"}

SOME_SITE = "a website"


def site_of(texts: Iterable[str | None]) -> str | None:
    for text in texts:
        match = _HOSTS.search(text or "")
        if match is not None:
            return _NAMES[match[1].lower()]
    return None


def site_as_federation(written: str | None, names: Sequence[str]) -> str | None:
    if not written:
        return None
    known = _FEDERATIONS.get(written.strip().casefold())
    if known is not None:
        return known
    # People have two names; users of a site have one word.
    are_users = len(names) > 1 and not any(re.search(r"[\s,]", name.strip()) for name in names)
    return SOME_SITE if are_users else None


_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(map(ord, "‐‑‒–—−﹣"), "-")
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")


def plain_text(text: str) -> str:
    """Return text with plain digits, signs, dashes and letters."""
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text.translate(_PLAIN))


_AGAINST = r"(?:to|against|with|over|vs\.?|v\.?)"
RESULT_WORDS = (
    ("w", rf"(?:beats?|beaten|defeat(?:s|ed)|def\.|w[io]ns?(?: {_AGAINST})?)"),
    ("l", rf"(?:lost|loses?|loss)(?: {_AGAINST})?"),
    ("d", rf"(?:drew|draws?|drawn|tied)(?: {_AGAINST})?"),
)
"""A result's words by its letter, with the word that leads to the opponent."""
_WHOLE_WORDS = [(letter, re.compile(rf"\b{words}\b", re.IGNORECASE)) for letter, words in RESULT_WORDS]


def letters_for_words(text: str) -> str:
    """Return results with letters for words; three capitals are a code, as WIN."""
    for letter, words in _WHOLE_WORDS:
        text = words.sub(lambda word, letter=letter: word[0] if re.fullmatch("[A-Z]{3}", word[0]) else letter, text)  # type: ignore[misc]
    return text
