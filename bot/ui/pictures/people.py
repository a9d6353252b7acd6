"""Pictures of a player's card, and of two players head to head."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.parts import LEFT, RIGHT, Who, avatar, change_items, footer, form_boxes, pill
from bot.ui.pictures.scene import (
    BLUE,
    DRAW_BAR,
    FAINT,
    GROUND,
    HEIGHT,
    INK,
    ORANGE,
    PANEL,
    SOFT,
    WIDTH,
    YELLOW,
    Align,
    Area,
    Dot,
    Item,
    Polyline,
    Rect,
    Scene,
    Text,
)

_NAME_SIZES = (60, 52, 44)
_NAME_LEFT, _PILL_TOP = 208, 126
_PANEL_RIGHT, _PANEL_TEXT = RIGHT - 30, 362
_LINE_LEFT, _LINE_RIGHT, _LINE_TOP, _LINE_BOTTOM = 78.0, 608.0, 276.0, 374.0
_TILE_TOP, _APART, _LONG_FIGURE = 434, 18, 9


@dataclass(frozen=True, slots=True)
class FurtherList:
    """A rating on another list."""

    rating: str
    name: str


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A card's figures.

    title, champion: the pills. line: ratings, oldest first. line_of: the unit of its points. change, cause: the last
    one. facts: such as peak, floor.
    """

    who: Who
    rating: str
    list_name: str
    title: str | None
    class_name: str | None
    champion: str | None
    line: Sequence[float]
    line_of: str
    change: int | None
    cause: str
    facts: str
    rank: str
    games: str
    form: Sequence[float]
    score: str
    further: Sequence[FurtherList]
    footer: str
    alternative: str = ""


def card_scene(card: CardFigures) -> Scene:
    """Return the picture of a card, 1,080 x 680."""
    who, colour = card.who, card.who.tint()
    items: list[Item] = [Rect(0, 0, WIDTH, 10, fill=colour), *avatar(who, 114, 112, 66, colour)]
    space = RIGHT - _NAME_LEFT - text_width(card.rating, 96, 800) - 28
    name, size = who.shown(space, _NAME_SIZES, 700)
    items += [
        Text(_NAME_LEFT, 104, name, size, 700, INK),
        Text(RIGHT, 112, card.rating, 96, 800, INK, "right"),
        Text(RIGHT, 160, card.list_name, 32, 500, SOFT, "right"),
        *_pills(card, RIGHT - text_width(card.list_name, 32) - 24),
        Rect(LEFT, 212, RIGHT - LEFT, 202, fill=PANEL, radius=20),
        Text(_LINE_LEFT, 254, card.line_of, 32, 500, FAINT),
        *_line(card.line, colour),
        *_latest(card),
    ]
    items += _tiles(card)
    items += [*_further(card.further), *footer(HEIGHT, card.footer)]
    return Scene(tuple(items), card.alternative, in_full=who.left_out(name))


def _tiles(card: CardFigures) -> Iterator[Item]:
    figures = [("Rank", card.rank), ("Games", card.games)]
    figures += [("Form", "")] if card.form else []
    figures += [("Score", card.score)] if card.score else []
    wide = (RIGHT - LEFT - (len(figures) - 1) * _APART) / len(figures)
    for at, (label, figure) in enumerate(figures):
        left = LEFT + at * (wide + _APART)
        yield Rect(left, _TILE_TOP, wide, 116, fill=PANEL, radius=20)
        yield Text(left + wide / 2, 478, label, 30, 500, FAINT, "center")
        if label == "Form":
            yield from form_boxes(left + wide / 2, 494, card.form)
            continue
        size = 36 if len(figure) >= _LONG_FIGURE else 42
        yield Text(left + wide / 2, 528, figure, size, 700, INK, "center")


def _pills(card: CardFigures, right: float) -> Iterator[Item]:
    """Yield the pills that fit; the champion's is dropped first."""
    x = float(_NAME_LEFT)
    for text, ink, ground in (
        (card.title, GROUND, YELLOW),
        (card.class_name, INK, PANEL),
        (card.champion, GROUND, ORANGE),
    ):
        if text is None:
            continue
        shape, words = pill(x, _PILL_TOP, text, ink, ground)
        assert isinstance(shape, Rect)
        if x + shape.width <= right:
            yield from (shape, words)
            x += shape.width + 14


def _line(values: Sequence[float], colour: str) -> Iterator[Item]:
    low, high = min(values, default=0.0), max(values, default=0.0)
    span, step = high - low or 1.0, (_LINE_RIGHT - _LINE_LEFT) / max(1, len(values) - 1)
    middle = (_LINE_TOP + _LINE_BOTTOM) / 2
    points = tuple(
        (
            _LINE_RIGHT - (len(values) - 1 - at) * step,
            _LINE_BOTTOM - (value - low) / span * (_LINE_BOTTOM - _LINE_TOP) if high > low else middle,
        )
        for at, value in enumerate(values)
    )
    if len(points) > 1:
        yield Area(points, _LINE_BOTTOM + 10, colour)
        yield Polyline(points, colour)
    if points:
        x, y = points[-1]
        yield Dot(x, y, 18, fill=colour, opacity=0.3)
        yield Dot(x, y, 11, fill=INK, edge=colour, edge_width=5)


def _latest(card: CardFigures) -> Iterator[Item]:
    if card.change is None:
        yield Text(_PANEL_RIGHT, 276, "new", 56, 800, BLUE, "right")
    else:
        yield from change_items(_PANEL_RIGHT, 276, card.change, 56)
    yield Text(_PANEL_RIGHT, 318, fitted(card.cause, _PANEL_TEXT, 32), 32, 500, SOFT, "right")
    if card.facts:
        yield Text(_PANEL_RIGHT, 384, fitted(card.facts, _PANEL_TEXT, 32), 32, 500, SOFT, "right")


def _further(lists: Sequence[FurtherList]) -> Iterator[Item]:
    x = float(LEFT)
    for one in lists:
        figure = text_width(one.rating, 40, 700)
        end = x + figure + 16 + text_width(one.name, 32)
        if end > RIGHT:
            return
        yield Text(x, 610, one.rating, 40, 700, INK)
        yield Text(x + figure + 16, 610, one.name, 32, 500, SOFT)
        x = end + 44


_HEIGHT = 600
_VERSUS_NAME_SIZES = (46, 40, 36)
_BAR_TOP, _BAR_HEIGHT, _BAR_GAP, _BAR_LEAST = 366, 60, 6, 20
_BOX_LEFT, _BOX_TOP, _BOX, _BOX_STEP = 180, 454, 56, 66
_SIGNS = {1.0: "1", 0.5: "½", 0.0: "0"}


class BarPart(NamedTuple):
    """A part of the bar; a narrow one has its figure only."""

    share: float
    words: str
    figure: str


@dataclass(frozen=True, slots=True)
class VersusFigures:
    """Head-to-head figures, the first player's side.

    ratings: None without one. parts: first player, draws, second player. latest: oldest first.
    """

    sides: tuple[Who, Who]
    ratings: tuple[str | None, str | None]
    score: str
    subtitle: str
    parts: tuple[BarPart, BarPart, BarPart]
    latest: Sequence[float]
    next_game: str
    last_line: str
    alternative: str = ""


def versus_scene(figures: VersusFigures) -> Scene:
    """Return the picture, 1,080 x 600."""
    items: list[Item] = [
        Rect(0, 0, WIDTH / 2, 10, fill=BLUE),
        Rect(WIDTH / 2, 0, WIDTH / 2, 10, fill=ORANGE),
        Text(WIDTH / 2, 128, "vs", 36, 600, FAINT, "center"),
    ]
    in_full: list[str] = []
    first, second = figures.sides
    for who, rating, colour in zip((first, second), figures.ratings, (BLUE, ORANGE), strict=True):
        is_first = colour == BLUE
        edge, inner = (108, 190) if is_first else (WIDTH - 108, WIDTH - 190)
        name, size = who.shown(WIDTH / 2 - 40 - 190, _VERSUS_NAME_SIZES, 700)
        in_full += who.left_out(name)
        items += avatar(who, edge, 106, 60, colour)
        items.append(Text(inner, 98, name, size, 700, INK, "left" if is_first else "right"))
        if rating is not None:
            items.append(Text(inner, 150, rating, 42, 700, colour, "left" if is_first else "right"))
    items += [
        Text(WIDTH / 2, 296, figures.score, 112, 800, INK, "center"),
        Text(WIDTH / 2, 340, fitted(figures.subtitle, RIGHT - LEFT, 32), 32, 500, SOFT, "center"),
        *_bar(figures.parts),
        *_latest_games(figures),
        Text(LEFT, 566, fitted(figures.last_line, RIGHT - LEFT, 32), 32, 500, SOFT),
    ]
    return Scene(tuple(items), figures.alternative, height=_HEIGHT, in_full=tuple(in_full))


def _bar(parts: tuple[BarPart, BarPart, BarPart]) -> Iterator[Item]:
    looks: tuple[tuple[str, str, Align], ...] = (
        (BLUE, GROUND, "left"),
        (DRAW_BAR, INK, "center"),
        (ORANGE, GROUND, "right"),
    )
    shown = [(part, *look) for part, look in zip(parts, looks, strict=True) if part.share > 0]
    spare = RIGHT - LEFT - _BAR_GAP * (len(shown) - 1) - _BAR_LEAST * len(shown)
    total, x = sum(part.share for part in parts), float(LEFT)
    for part, colour, ink, side in shown:
        wide = _BAR_LEAST + spare * part.share / total
        yield Rect(x, _BAR_TOP, wide, _BAR_HEIGHT, fill=colour, radius=min(14, wide / 2))
        for text in (part.words, part.figure):
            width = text_width(text, 36, 700)
            if width + 24 > wide:
                continue
            align: Align = side if width + 48 <= wide else "center"
            at = {"left": x + 24, "center": x + wide / 2, "right": x + wide - 24}[align]
            yield Text(at, _BAR_TOP + 43, text, 36, 700, ink, align)
            break
        x += wide + _BAR_GAP


def _latest_games(figures: VersusFigures) -> Iterator[Item]:
    right = RIGHT
    if figures.next_game:
        yield Text(right, 494, figures.next_game, 32, 600, INK, "right")
    if not figures.latest:
        return
    yield Text(LEFT, 494, "Latest", 32, 500, SOFT)
    for at, result in enumerate(figures.latest):
        fill, ink = {1.0: (BLUE, GROUND), 0.0: (ORANGE, GROUND)}.get(result, (DRAW_BAR, INK))
        x = _BOX_LEFT + at * _BOX_STEP
        yield Rect(x, _BOX_TOP, _BOX, _BOX, fill=fill, radius=12)
        yield Text(x + _BOX / 2, _BOX_TOP + 40, _SIGNS[result], 34, 800, ink, "center")
