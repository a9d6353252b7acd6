"""Names and other words of people made harmless, wherever they come from: files, options, Discord.

Characters that hide, reorder or break lines go; marks do not pile up. What the world's scripts need stays.
"""

import re
import unicodedata
from dataclasses import replace

from core.event_file import FileEvent, FilePlayer, FileSection

MOST_MARKS, MOST_LATIN_MARKS, MOST_SPACING_MARKS = 3, 2, 4
"""On one letter: Arabic, Hebrew and Tibetan need three, Latin after composing two, Burmese four beside it."""

NAME_CHARACTERS = 100
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9
_LATIN_MARKS = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]")
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def clean_name(text: str, most: int | None = None) -> str:
    """Return words on one line in NFC, without what hides, reorders or piles up; empty where nothing is left.

    most: so many characters; longer ones end in "…".
    """
    shown = " ".join(text.split()) if text.isascii() and text.isprintable() else _evened(text)
    if most is not None and len(shown) > most:
        shown = shown[: most - 1].rstrip(f" {_NON_JOINER}{_JOINER}") + "…"
    return shown


def shorten(text: str, most: int = 40) -> str:
    """Return text on one line, harmless and short enough to be repeated in an error."""
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
    # What stood between two characters may have kept them from being one.
    shown = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    # A mark at the beginning would join whatever stands before the name.
    while shown and unicodedata.category(shown[0])[0] == "M":
        shown = shown[1:].lstrip()
    return shown


def _joins(character: str, before: list[str], after: str) -> bool:
    """Tell whether a joiner is part of how a script is written: behind a virama, or between Arabic letters."""
    if character not in (_NON_JOINER, _JOINER) or not before:
        return False
    if unicodedata.combining(before[0]) == _VIRAMA:
        return True
    return character == _NON_JOINER and _is_arabic(before[0]) and after != "" and _is_arabic(after)


def _is_arabic(character: str) -> bool:
    return unicodedata.bidirectional(character) == "AL"


def harmless(event: FileEvent) -> FileEvent:
    """Return an event with every name and word in it made harmless; a name of nothing becomes the player's number."""
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
