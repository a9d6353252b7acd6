"""The font that comes with matplotlib: what it can draw, and how wide that is.

No font of the machine is looked for, so that an image looks the same everywhere.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path

from matplotlib import get_data_path
from matplotlib.font_manager import FontProperties, get_font

from bot.ui.framework.text import clean

_FOLDER = Path(get_data_path(), "fonts", "ttf")
_REGULAR, _BOLD = _FOLDER / "DejaVuSans.ttf", _FOLDER / "DejaVuSans-Bold.ttf"
_MISSING, _ELLIPSIS = "□", "…"
_LONGEST = 100


@lru_cache
def font(size: float, bold: bool = False) -> FontProperties:
    """Return a font; size: in pixels of an image of 72 dots an inch."""
    return FontProperties(fname=_BOLD if bold else _REGULAR, size=size)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the pixels that a line of text takes."""
    face = get_font(str(_BOLD if bold else _REGULAR))
    face.set_size(size, 72)
    face.set_text(text)
    return face.get_width_height()[0] / 64


def drawn_name(name: str, bold: bool = False) -> str:
    """Return a name in characters that the font has; empty where it has next to none.

    A letter of another script becomes a box, a symbol or a mark is left out.
    """
    known = _characters(bold)
    shown = "".join(_drawn(character, known) for character in clean(name, _LONGEST))
    shown = " ".join(shown.split())
    return shown if any(character != _MISSING and character.isalnum() for character in shown) else ""


def fitted(text: str, most: float, size: float, bold: bool = False) -> str:
    """Return text cut to so many pixels."""
    if text_width(text, size, bold) <= most:
        return text
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + _ELLIPSIS, size, bold) <= most:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


def _drawn(character: str, known: frozenset[int]) -> str:
    if ord(character) in known:
        return character
    # Wide letters, ligatures and the like are drawn as what they stand for.
    simple = unicodedata.normalize("NFKC", character)
    if all(ord(part) in known for part in simple):
        return simple
    kind = unicodedata.category(character)[0]
    if kind == "Z":
        return " "
    return _MISSING if kind in "LN" else ""


@lru_cache
def _characters(bold: bool) -> frozenset[int]:
    return frozenset(get_font(str(_BOLD if bold else _REGULAR)).get_charmap())
