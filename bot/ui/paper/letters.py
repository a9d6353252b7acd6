"""Text in a PDF, in the pictures' fonts.

Text in TrueType fonts stays text; other text becomes a picture with invisible text for search.
"""

import io
from functools import lru_cache

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from bot.ui.pictures import fonts
from bot.ui.pictures.draw import draw
from bot.ui.pictures.font_files import INTER, FontFile
from bot.ui.pictures.scene import Scene, Text

BASE = str(INTER)

_NOT_DRAWN = "(see the HTML file)"
_INK = "#000000"
_PIXELS = 6


@lru_cache(maxsize=256)
def font_name(font: FontFile) -> str | None:
    """Return a font's name in the PDF; None if it is not TrueType."""
    name = str(font.path)
    try:
        pdfmetrics.registerFont(TTFont(name, name, subfontIndex=font.index))
    except (TTFError, OSError):
        return None
    return name


@lru_cache(maxsize=8192)
def _pieces(text: str) -> list[tuple[str, str]] | None:
    """Return texts with their fonts; None if a picture is needed."""
    found = []
    for run in fonts.runs_of(text):
        name = None if any(map(fonts.is_shaped, run.text)) else font_name(run.font)
        if name is None:
            return None
        found.append((run.text, name))
    return found


@lru_cache(maxsize=8192)
def text_width(text: str, size: float) -> float:
    """Return the width of a line in points."""
    pieces = _pieces(_shown(text))
    if pieces is None:
        return fonts.text_width(_shown(text), size * _PIXELS) / _PIXELS
    return float(sum(pdfmetrics.stringWidth(piece, name, size) for piece, name in pieces))


def wrapped(text: str, size: float, most: float) -> list[str]:
    """Return text in lines of at most a width in points."""
    lines = []
    while text_width(text, size) > most and len(text) > 1:
        cut = next(end for end in range(len(text) - 1, 0, -1) if end == 1 or text_width(text[:end], size) <= most)
        space = text.rfind(" ", 1, cut + 1)
        cut = space if space > 0 else cut
        lines.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*lines, text]


def write(canvas: Canvas, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
    """Write a line from its left end. bold: with a stroke around letters."""
    text = _shown(text)
    pieces = _pieces(text)
    if pieces is None:
        _write_picture(canvas, x, y, text, size)
        return
    canvas.setLineWidth(size / 30)
    for piece, name in pieces:
        line = canvas.beginText(x, y)
        line.setFont(name, size)
        line.setTextRenderMode(2 if bold else 0)
        line.textOut(piece)
        line.setTextRenderMode(0)
        canvas.drawText(line)
        x += pdfmetrics.stringWidth(piece, name, size)


def _shown(text: str) -> str:
    return text if not text.strip() or fonts.runs_of(text) else _NOT_DRAWN


def _write_picture(canvas: Canvas, x: float, y: float, text: str, size: float) -> None:
    wide, high = text_width(text, size), size * 1.5
    pixels = size * _PIXELS
    item = Text(0, round(pixels * 1.1), text, pixels, 400, _INK)
    scene = Scene((item,), text, round(wide * _PIXELS) + 1, round(high * _PIXELS), "#ffffff")
    image = ImageReader(io.BytesIO(draw(scene)))
    # white is transparent: rules show through
    place = x, y - high + size * 1.1, scene.width / _PIXELS, scene.height / _PIXELS
    canvas.drawImage(image, *place, mask=(255,) * 6)
    meant = text.encode("utf-16-be").hex().upper()
    canvas.addLiteral(f"/Span <</ActualText <FEFF{meant}>>> BDC")
    line = canvas.beginText(x, y)
    line.setFont(BASE, size)
    line.setTextRenderMode(3)
    line.setHorizScale(100 * wide / pdfmetrics.stringWidth("x", BASE, size))
    line.textOut("x")
    line.setHorizScale(100)
    line.setTextRenderMode(0)
    canvas.drawText(line)
    canvas.addLiteral("EMC")
