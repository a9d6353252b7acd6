"""The pages of a yearbook: one large figure and whose it is, and the next four below."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.names import drawn_name, fitted_name
from bot.ui.pictures.parts import LEFT, RIGHT, footer
from bot.ui.pictures.scene import HEIGHT, WIDTH, Item, Rect, Scene, Text
from bot.ui.pictures.theme import BLUE, FAINT, INK, PANEL, SOFT, TEAL, YELLOW

_WIDEST_FIGURE, _ROW_TOP, _ROW = 260, 462, 48
_TILE_TOP, _TILE_HEIGHT, _TILE, _APART = 372, 190, 232.5, 18


@dataclass(frozen=True, slots=True)
class YearLine:
    """A record: its figure, whose it is, and what it was."""

    figure: str
    names: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class YearPage:
    """A page of records, the best first: five at most."""

    title: str
    subtitle: str
    lines: Sequence[YearLine]
    footer: str
    number: str
    alternative: str = ""


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The first page: what it is of, whose, and how much there was."""

    title: str
    club: str
    facts: Sequence[tuple[str, str]]
    footer: str
    alternative: str = ""


def front_scene(page: FrontPage) -> Scene:
    """Return the first page, 1,080 x 680."""
    items: list[Item] = [
        Rect(0, 0, WIDTH, 10, fill=YELLOW),
        Text(LEFT, 150, "Yearbook", 56, 700, SOFT),
        Text(LEFT, 268, fitted(page.title, RIGHT - LEFT, 120, 800), 120, 800, INK),
        Text(LEFT, 330, fitted(page.club, RIGHT - LEFT, 46, 700), 46, 700, YELLOW),
    ]
    for at, (label, figure) in enumerate(page.facts):
        left = LEFT + at * (_TILE + _APART)
        size = 72 if text_width(figure, 72, 800) <= _TILE - 40 else 48
        items += [
            Rect(left, _TILE_TOP, _TILE, _TILE_HEIGHT, fill=PANEL, radius=20),
            Text(left + _TILE / 2, _TILE_TOP + 64, label, 32, 500, FAINT, "center"),
            Text(left + _TILE / 2, _TILE_TOP + 144, figure, size, 800, INK, "center"),
        ]
    return Scene((*items, *footer(HEIGHT, page.footer)), page.alternative)


def year_scene(page: YearPage) -> Scene:
    """Return a page of records, 1,080 x 680."""
    best, *others = page.lines
    in_full: list[str] = []
    items: list[Item] = [
        Rect(0, 0, WIDTH, 10, fill=YELLOW),
        Text(LEFT, 92, fitted(page.title, RIGHT - LEFT, 56, 700), 56, 700, INK),
        Text(LEFT, 140, fitted(page.subtitle, RIGHT - LEFT, 32), 32, 500, SOFT),
        Text(LEFT, 282, fitted(best.figure, RIGHT - LEFT, 120, 800), 120, 800, _colour(best)),
        Text(LEFT, 348, _names(best, RIGHT - LEFT, 46, 700, in_full), 46, 700, INK),
    ]
    if best.detail:
        items.append(Text(LEFT, 396, fitted(best.detail, RIGHT - LEFT, 32), 32, 500, SOFT))
    items += _others(others, in_full)
    return Scene((*items, *footer(HEIGHT, page.number, page.footer)), page.alternative, in_full=tuple(in_full))


def _colour(line: YearLine) -> str:
    return TEAL if line.figure.startswith("▲") else BLUE


def _others(lines: Sequence[YearLine], in_full: list[str]) -> Iterator[Item]:
    """Yield the next ones: figures under figures, the names, and the details that find room."""
    figures = [fitted(line.figure, _WIDEST_FIGURE, 34, 700) for line in lines]
    column = LEFT + max((text_width(figure, 34, 700) for figure in figures), default=0)
    left = column + 28
    for at, (line, figure) in enumerate(zip(lines, figures, strict=True)):
        y = _ROW_TOP + at * _ROW
        yield Text(column, y, figure, 34, 700, SOFT, "right")
        name = _names(line, RIGHT - left, 34, 600, in_full)
        yield Text(left, y, name, 34, 600, INK)
        free = RIGHT - left - text_width(name, 34, 600) - 28
        if line.detail and text_width(line.detail, 32) <= free:
            yield Text(RIGHT, y, line.detail, 32, 500, FAINT, "right")


def _names(line: YearLine, most: float, size: int, weight: int, in_full: list[str]) -> str:
    """Return the names of a line within so many pixels; those that are not drawn whole go into `in_full`."""
    between = " – " if len(line.names) > 1 else ""
    drawn = [drawn_name(name) for name in line.names]
    shown = [one.text for one in drawn]
    if text_width(between.join(shown), size, weight) > most:
        each = (most - text_width(between, size, weight) * (len(shown) - 1)) / len(shown)
        shown = [fitted_name(text, each, size, weight) for text in shown]
    in_full += [
        name for name, one, text in zip(line.names, drawn, shown, strict=True) if not one.whole or text != one.text
    ]
    return between.join(shown)
