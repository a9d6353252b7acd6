"""Two people head to head: score, wins and draws as a bar, the latest games, the chance of the next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.parts import LEFT, RIGHT, Who, avatar
from bot.ui.pictures.scene import WIDTH, Align, Item, Rect, Scene, Text
from bot.ui.pictures.theme import BLUE, DRAW_BAR, FAINT, GROUND, INK, ORANGE, SOFT

_HEIGHT = 600
_NAME_SIZES = (46, 40, 36)
_BAR_TOP, _BAR_HEIGHT, _BAR_GAP, _BAR_LEAST = 366, 60, 6, 20
_BOX_LEFT, _BOX_TOP, _BOX, _BOX_STEP = 180, 454, 56, 66
_SIGNS = {1.0: "1", 0.5: "½", 0.0: "0"}


class BarPart(NamedTuple):
    """How much of the bar, in the words and, where these find no room, in a figure."""

    share: float
    words: str
    figure: str


@dataclass(frozen=True, slots=True)
class VersusFigures:
    """What a head to head shows, written out, from the first one's side.

    ratings: None where they have none on the list. parts: of the bar: the first one's, nobody's, the second one's.
    latest: oldest first.
    next_game: who has which chance. last_line: the greatest upset, or what there is in its place.
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
        name, size = who.shown(WIDTH / 2 - 40 - 190, _NAME_SIZES, 700)
        in_full += who.left_out(name)
        items += avatar(who, edge, 106, 60, colour)
        items.append(Text(inner, 98, name, size, 700, INK, "left" if is_first else "right"))
        if rating is not None:
            items.append(Text(inner, 150, rating, 42, 700, colour, "left" if is_first else "right"))
    items += [
        Text(WIDTH / 2, 296, figures.score, 112, 800, INK, "center"),
        Text(WIDTH / 2, 340, fitted(figures.subtitle, RIGHT - LEFT, 32), 32, 500, SOFT, "center"),
        *_bar(figures.parts),
        *_latest(figures),
        Text(LEFT, 566, fitted(figures.last_line, RIGHT - LEFT, 32), 32, 500, SOFT),
    ]
    return Scene(tuple(items), figures.alternative, height=_HEIGHT, in_full=tuple(in_full))


def _bar(parts: tuple[BarPart, BarPart, BarPart]) -> Iterator[Item]:
    """Yield the parts of the bar that are not empty."""
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
            taken = text_width(text, 36, 700)
            if taken + 24 > wide:
                continue
            align: Align = side if taken + 48 <= wide else "center"
            at = {"left": x + 24, "center": x + wide / 2, "right": x + wide - 24}[align]
            yield Text(at, _BAR_TOP + 43, text, 36, 700, ink, align)
            break
        x += wide + _BAR_GAP


def _latest(figures: VersusFigures) -> Iterator[Item]:
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
