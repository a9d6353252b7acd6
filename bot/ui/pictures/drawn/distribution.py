"""Bars: how a club's ratings are spread and where somebody stands among them, or how much was played month by month."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.ui.pictures.fonts import Box, box_of, fitted, text_width
from bot.ui.pictures.parts import LEFT, RIGHT, footer
from bot.ui.pictures.scene import HEIGHT, Item, Line, Rect, Scene, Text
from bot.ui.pictures.theme import BLUE, FAINT, GROUND, INK, QUIET_BAR, RULE, SOFT

_BOTTOM, _TOP_OF_BARS, _TOP_BELOW_PILL, _LEAST_BAR = 560, 250, 276, 6
_PILL_TOP, _PILL_HEIGHT = 172, 54
_GAP = 8


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars beside each other, written out.

    own: the place of one's own bar, None for nobody's. here: what stands above it, and how far into it, 0 to 1.
    labels: what stands below the edges of bars, by edge, from 0; or, `under`, below their middles.
    figure, figure_says: the large figure at the right.
    """

    title: str
    subtitle: str
    counts: Sequence[int]
    labels: Sequence[tuple[float, str]]
    footer_left: str
    footer_right: str
    own: int | None = None
    here: tuple[str, float] | None = None
    figure: str = ""
    figure_says: str = ""
    alternative: str = ""


def bars_scene(bars: Bars) -> Scene:
    """Return the picture, 1,080 x 680."""
    says = text_width(bars.figure_says, 32) if bars.figure_says else 0
    wide_figure = text_width(bars.figure, 80, 800) if bars.figure else 0
    items: list[Item] = [
        Text(LEFT, 92, fitted(bars.title, RIGHT - LEFT - wide_figure - 40, 56, 700), 56, 700, INK),
        Text(LEFT, 140, fitted(bars.subtitle, RIGHT - LEFT - says - 22, 32), 32, 500, SOFT),
    ]
    if bars.figure:
        items.append(Text(RIGHT, 104, bars.figure, 80, 800, BLUE, "right"))
        items.append(Text(RIGHT, 146, bars.figure_says, 32, 500, SOFT, "right"))
    step = (RIGHT - LEFT) / max(1, len(bars.counts))
    items += _bars(bars, step)
    items.append(Line(LEFT, _BOTTOM, RIGHT, _BOTTOM, RULE, 3))
    items += _labels(bars.labels, step)
    items += footer(HEIGHT, bars.footer_right, bars.footer_left or " ")
    return Scene(tuple(items), bars.alternative)


def _bars(bars: Bars, step: float) -> Iterator[Item]:
    shown = None
    if bars.here is not None and bars.own is not None:
        shown = _pill(bars.here[0], LEFT + (bars.own + bars.here[1]) * step)
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
        assert bars.here is not None
        x = LEFT + (bars.own + bars.here[1]) * step
        end = tops[bars.own] - 48
        if end - 8 > _PILL_TOP + _PILL_HEIGHT + 6:
            yield Line(x, _PILL_TOP + _PILL_HEIGHT + 8, x, end, INK, 5, dash=(1, 11))
        yield from shown


def _tops(counts: Sequence[int], highest: float) -> list[float]:
    """Return where the bars begin; none but those of nothing are flat."""
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
    """Yield the labels below the axis, every second or third where they would touch."""
    texts = [Text(LEFT + at * step, 608, label, 32, 500, FAINT, "center") for at, label in labels]
    for every in range(1, len(texts) + 1):
        kept = texts[::every]
        boxes = [box_of(text) for text in kept]
        if all(right.left - left.right >= 24 for left, right in pairwise(boxes)):
            break
    else:
        return
    for text in kept:
        if box_of(text).left >= LEFT and box_of(text).right <= RIGHT:
            yield Line(text.x, _BOTTOM, text.x, _BOTTOM + 12, RULE, 3)
            yield text
