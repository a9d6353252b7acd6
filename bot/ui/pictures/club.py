"""Bars (a club's ratings, or games by month), and the pages of a yearbook."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.ui.pictures.fonts import Box, box_of, fitted, text_width
from bot.ui.pictures.parts import LEFT, RIGHT, drawn_name, fitted_name, footer
from bot.ui.pictures.scene import (
    BLUE,
    FAINT,
    GROUND,
    HEIGHT,
    INK,
    PANEL,
    QUIET_BAR,
    RULE,
    SOFT,
    TEAL,
    WIDTH,
    YELLOW,
    Item,
    Line,
    Rect,
    Scene,
    Text,
)

_BOTTOM, _TOP_OF_BARS, _TOP_BELOW_PILL, _LEAST_BAR = 560, 250, 276, 6
_PILL_TOP, _PILL_HEIGHT = 172, 54
_GAP = 8


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars beside each other.

    own: place of the member's bar. here: text above it, and its position in it, 0 to 1. labels: by edge, or with
    `under` by bar. figure, figure_says: at the right.
    """

    title: str
    subtitle: str
    counts: Sequence[int]
    labels: Sequence[tuple[float, str]]
    footer_left: str
    footer_right: str
    own: int | None = None
    own_mark: tuple[str, float] | None = None
    figure: str = ""
    figure_caption: str = ""
    alternative: str = ""


def bars_scene(bars: Bars) -> Scene:
    """Return the picture, 1,080 x 680."""
    caption_width = text_width(bars.figure_caption, 32) if bars.figure_caption else 0
    wide_figure = text_width(bars.figure, 80, 800) if bars.figure else 0
    items: list[Item] = [
        Text(LEFT, 92, fitted(bars.title, RIGHT - LEFT - wide_figure - 40, 56, 700), 56, 700, INK),
        Text(LEFT, 140, fitted(bars.subtitle, RIGHT - LEFT - caption_width - 22, 32), 32, 500, SOFT),
    ]
    if bars.figure:
        items.append(Text(RIGHT, 104, bars.figure, 80, 800, BLUE, "right"))
        items.append(Text(RIGHT, 146, bars.figure_caption, 32, 500, SOFT, "right"))
    step = (RIGHT - LEFT) / max(1, len(bars.counts))
    items += _bars(bars, step)
    items.append(Line(LEFT, _BOTTOM, RIGHT, _BOTTOM, RULE, 3))
    items += _labels(bars.labels, step)
    items += footer(HEIGHT, bars.footer_right, bars.footer_left or " ")
    return Scene(tuple(items), bars.alternative)


def _bars(bars: Bars, step: float) -> Iterator[Item]:
    shown = None
    if bars.own_mark is not None and bars.own is not None:
        shown = _pill(bars.own_mark[0], LEFT + (bars.own + bars.own_mark[1]) * step)
    tops = _tops(bars.counts, _TOP_OF_BARS)
    if shown is not None and any(
        box_of(_count(at, bars, step, top)).meets(_box(shown[0]), 2) for at, top in enumerate(tops)
    ):
        tops = _tops(bars.counts, _TOP_BELOW_PILL)
    for at, (count, top) in enumerate(zip(bars.counts, tops, strict=True)):
        left, is_own = LEFT + at * step, at == bars.own
        if count:
            colour = BLUE if is_own else QUIET_BAR
            radius = min(8, (_BOTTOM - top) / 2)
            yield Rect(left + _GAP / 2, top, step - _GAP, _BOTTOM - top, fill=colour, radius=radius)
            label = _count(at, bars, step, top)
            if step >= text_width(label.text, 30, 600) + 2:
                yield label
    if shown is not None:
        assert bars.own is not None
        assert bars.own_mark is not None
        x = LEFT + (bars.own + bars.own_mark[1]) * step
        end = tops[bars.own] - 48
        if end - 8 > _PILL_TOP + _PILL_HEIGHT + 6:
            yield Line(x, _PILL_TOP + _PILL_HEIGHT + 8, x, end, INK, 5, dash=(1, 11))
        yield from shown


def _tops(counts: Sequence[int], highest: float) -> list[float]:
    most = max(counts, default=0) or 1
    return [_BOTTOM - (max(_LEAST_BAR, (_BOTTOM - highest) * count / most) if count else 0) for count in counts]


def _count(at: int, bars: Bars, step: float, top: float) -> Text:
    colour = INK if at == bars.own else SOFT
    return Text(LEFT + (at + 0.5) * step, top - 12, f"{bars.counts[at]}", 30, 600, colour, "center")


def _pill(words: str, x: float) -> tuple[Rect, Text]:
    wide = text_width(words, 34, 700) + 36
    left = min(max(x - wide / 2, LEFT), RIGHT - wide)
    return (
        Rect(left, _PILL_TOP, wide, _PILL_HEIGHT, fill=INK, radius=_PILL_HEIGHT / 2),
        Text(left + wide / 2, _PILL_TOP + 39, words, 34, 700, GROUND, "center"),
    )


def _box(rect: Rect) -> Box:
    return Box(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)


def _labels(labels: Sequence[tuple[float, str]], step: float) -> Iterator[Item]:
    """Yield the labels below the axis, thinned if they would touch."""
    texts = [Text(LEFT + at * step, 608, label, 32, 500, FAINT, "center") for at, label in labels]
    for every in range(1, len(texts) + 1):
        shown = texts[::every]
        boxes = [box_of(text) for text in shown]
        if all(right.left - left.right >= 24 for left, right in pairwise(boxes)):
            break
    else:
        return
    for text in shown:
        if box_of(text).left >= LEFT and box_of(text).right <= RIGHT:
            yield Line(text.x, _BOTTOM, text.x, _BOTTOM + 12, RULE, 3)
            yield text


_WIDEST_FIGURE, _ROW_TOP, _ROW = 260, 462, 48
_TILE_TOP, _TILE_HEIGHT, _TILE, _APART = 372, 190, 232.5, 18


@dataclass(frozen=True, slots=True)
class YearLine:
    """A record: its figure, its holder, and an explanation."""

    figure: str
    names: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class YearPage:
    """A page of at most five records, best first."""

    title: str
    subtitle: str
    lines: Sequence[YearLine]
    footer: str
    number: str
    alternative: str = ""


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The first page of a yearbook."""

    title: str
    club: str
    facts: Sequence[tuple[str, str]]
    footer: str
    alternative: str = ""


def front_scene(page: FrontPage) -> Scene:
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
    """Yield the other records, with details if there is room."""
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
    """Return names within a width; shortened ones are added to `in_full`."""
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
