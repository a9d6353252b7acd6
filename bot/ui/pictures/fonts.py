"""Text in pictures: split by font, measured and shortened.

Pillow is imported with the first text.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.ui.pictures.font_files import INTER, FontFile, missing_folders, own_fonts, system_fonts
from bot.ui.pictures.scene import Text

if TYPE_CHECKING:
    from PIL.ImageFont import Axis, FreeTypeFont

ELLIPSIS = "…"
ASCENT, DESCENT = 0.77, 0.23
"""Reach of capitals with accents and of descenders, in sizes."""

_LARGE = 60
_SHORT = 4
_BOLD = 600
_SHAPED = (
    (0x0590, 0x08FF),  # Hebrew, Arabic, Syriac, Thaana, N'Ko
    (0x0900, 0x109F),  # the scripts of India, Thai, Lao, Tibetan, Burmese
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0x1900, 0x1AAF),
    (0x1B00, 0x1C4F),
    (0xA800, 0xAAFF),
    (0xFB1D, 0xFDFF),
    (0xFE70, 0xFEFF),
    (0x10800, 0x11FFF),
)
"""Scripts with shaping, or from right to left."""

_HAN = "\u4e2d"
_JOINERS = "\u200c\u200d"
_SIGNS = {"HEART": "♥", "STAR": "★"}
_SIGN = "◆"
"""An emoji without a sign of its own."""

_FLAG = 0x1F1E6
_ENTERED_RATING = ("Ps", "Pi")
_DRESSED = ("<wide>", "<narrow>", "<font>")


class Run(NamedTuple):
    """Characters in one font."""

    text: str
    font: FontFile


@dataclass(frozen=True, slots=True)
class Box:
    """The area of a text."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box", apart: float = 0) -> bool:
        return (
            self.left < other.right + apart
            and other.left < self.right + apart
            and self.top < other.bottom + apart
            and other.top < self.bottom + apart
        )


def box_of(text: Text) -> Box:
    wide = text_width(text.text, text.size, text.weight, tabular=text.tabular)
    left = text.x - {"left": 0, "center": wide / 2, "right": wide}[text.align]
    return Box(left, text.y - ASCENT * text.size, left + wide, text.y + DESCENT * text.size)


@lru_cache(maxsize=1)
def can_shape() -> bool:
    from PIL import features

    return bool(features.check("raqm"))


def can_draw(text: str) -> bool:
    """Return whether every letter can be drawn, apart from symbols and emoji."""
    shown = unicodedata.normalize("NFC", text)
    letters = [character for character in shown if _must_be_drawn(character)]
    return bool(letters) and all(map(_drawn, letters))


@lru_cache(maxsize=8192)
def text_width(text: str, size: float, weight: int = 500, *, tabular: bool = False) -> float:
    wide = 0.0
    for run in runs_of(text):
        font, features = face(run, size, weight, tabular=tabular)
        wide += font.getlength(run.text, features=features)
    return wide


def fitted(text: str, most: float, size: float, weight: int = 500) -> str:
    """Return text cut to at most a width in pixels."""
    if text_width(text, size, weight) <= most:
        return text
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(_cut(text, middle), size, weight) <= most:
            low = middle
        else:
            high = middle - 1
    return _cut(text, low)


def _cut(text: str, length: int) -> str:
    """Cut a text with an ellipsis; a letter keeps its marks."""
    while length and length < len(text) and unicodedata.category(text[length])[0] == "M":
        length -= 1
    return text[:length].rstrip(f" ,·-{_JOINERS}") + ELLIPSIS


@lru_cache(maxsize=8192)
def runs_of(text: str) -> tuple[Run, ...]:
    """Return a text in runs of one font each, from left to right as drawn."""
    runs: list[tuple[str, FontFile]] = []
    waiting = ""
    for character in unicodedata.normalize("NFC", text):
        if character in _JOINERS or unicodedata.category(character) in _ENTERED_RATING:
            waiting += character  # joins the following text
            continue
        for shown in _drawn(character):
            _add(runs, waiting, shown)
            waiting = ""
    for shown in waiting:
        _add(runs, "", shown)
    found = [Run(*run) for run in runs]
    return tuple(reversed(found) if _is_right_to_left(text) else found)


def _add(runs: list[tuple[str, FontFile]], before: str, shown: str) -> None:
    """Add a character to the last run, or begin another. before: its opening brackets and joiners."""
    before_font = runs[-1][1] if runs else None
    font = _font_of(shown)
    # Marks stay with letters, spaces and points with words.
    if before_font is not None and before_font.has(shown) and unicodedata.category(shown)[0] in "MZP":
        font = before_font
    elif font is None or unicodedata.category(shown)[0] == "M":
        return
    before = "".join(one for one in before if font.has(one))
    if font is before_font:
        runs[-1] = (runs[-1][0] + before + shown, font)
    else:
        runs.append((before + shown, font))


def face(run: Run, size: float, weight: int, *, tabular: bool = False) -> "tuple[FreeTypeFont, list[str] | None]":
    bold = _bold_of(run.font) if weight >= _BOLD else run.font
    font = bold if all(map(bold.has, run.text)) else run.font
    # short figures and capitals need no slow shaping
    needs_none = len(run.text) <= _SHORT and run.text.isascii() and not tabular
    shaped = can_shape() and not needs_none
    return _face(font, size, weight, shaped=shaped), ["tnum"] if tabular and shaped and font.path == INTER else None


@lru_cache(maxsize=256)
def _face(font: FontFile, size: float, weight: int, *, shaped: bool) -> "FreeTypeFont":
    from PIL import ImageFont

    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    found = ImageFont.truetype(str(font.path), size, font.index, layout_engine=engine)
    try:
        axes = found.get_variation_axes()
    except OSError:
        return found
    found.set_variation_by_axes([_axis(axis, size, weight) for axis in axes])
    return found


def _axis(axis: "Axis", size: float, weight: int) -> float:
    words = str(axis["name"]).lower()
    wanted = weight if "weight" in words else (24 if size >= _LARGE else 14) if "optical" in words else axis["default"]
    return min(max(wanted or 0, axis["minimum"] or 0), axis["maximum"] or 0)


@lru_cache(maxsize=64)
def _bold_of(font: FontFile) -> FontFile:
    """Return the system's bold font beside a regular one, if any."""
    for word in ("-Regular", "_Regular", ""):
        if word in font.path.stem:
            stem = font.path.stem.replace(word, "-Bold") if word else f"{font.path.stem}-Bold"
            path = font.path.with_name(stem + font.path.suffix)
            bold = next((one for one in system_fonts() if one.path == path), None) if path.exists() else None
            return bold or font
    return font


def _must_be_drawn(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"


@lru_cache(maxsize=8192)
def _drawn(character: str) -> str:
    """Return what is drawn for a character: itself, a substitute, a space, or nothing."""
    if unicodedata.category(character) == "Cc":  # raqm fails on them in some fonts
        return ""
    if unicodedata.bidirectional(character) == "B":  # raqm lays out one paragraph only
        return " "
    simple = unicodedata.normalize("NFKC", character)
    is_simple = simple != character and all(_font_of(part) for part in simple)
    # Letters without a font are replaced by plain ones.
    if is_simple and unicodedata.decomposition(character).startswith(_DRESSED):
        return simple
    if any(font.has(character) for font in own_fonts()) and _is_shapable(character):
        return character
    if is_simple:
        return simple
    if unicodedata.category(character)[0] == "Z":
        return " "
    # Only letters come from the system's fonts.
    if unicodedata.category(character) == "So":
        return _sign_for(character)
    return character if unicodedata.category(character)[0] in "LNMP" and _font_of(character) else ""


def _sign_for(character: str) -> str:
    """Return the drawn sign of an emoji; of a flag, its letter."""
    if _FLAG <= ord(character) < _FLAG + 26:
        return chr(ord("A") + ord(character) - _FLAG)
    name = unicodedata.name(character, "")
    return next((sign for word, sign in _SIGNS.items() if word in name), _SIGN)


@lru_cache(maxsize=8192)
def _font_of(character: str) -> FontFile | None:
    if not _is_shapable(character):
        return None
    return next((font for font in _all_fonts() if font.has(character)), None)


def _all_fonts() -> Iterator[FontFile]:
    yield from own_fonts()
    yield from system_fonts()


def _is_shapable(character: str) -> bool:
    return can_shape() or not is_shaped(character)


def is_shaped(character: str) -> bool:
    code = ord(character)
    return code >= _SHAPED[0][0] and any(low <= code <= high for low, high in _SHAPED)


def _is_right_to_left(text: str) -> bool:
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def font_remarks() -> list[str]:
    """Yield the scripts that cannot be drawn here, and what to install."""
    remarks = []
    if not INTER.exists():
        remarks.append("Inter, the font of pictures, is missing: install Crosstable again.")
    if not can_shape():
        remarks.append("Names in Indic, Thai and Arabic script are not drawn: install libfribidi0.")
    if _font_of(_HAN) is None:
        remarks.append("Chinese, Japanese and Korean names are not drawn: install crosstable[cjk] or fonts-noto-cjk.")
    return [*remarks, *(f"FONT_DIRS: {folder} is not a folder." for folder in missing_folders())]


def forget() -> None:
    for cached in (can_shape, text_width, runs_of, _face, _bold_of, _drawn, _font_of, own_fonts, system_fonts):
        cached.cache_clear()
