"""What every picture must be like, read from its scene."""

from collections.abc import Collection

from bot.ui.pictures.draw import _stamp
from bot.ui.pictures.fonts import box_of, runs_of
from bot.ui.pictures.scene import (
    LEAST_CONTRAST,
    LEAST_SIZE,
    Area,
    Dot,
    Line,
    Mark,
    Photo,
    Polyline,
    Rect,
    Scene,
    Text,
    contrast,
    mixed,
)

Edges = tuple[float, float, float, float]


def check_scene(scene: Scene, smaller: Collection[float] = ()) -> None:
    """Check what holds for every scene; smaller: the sizes below 32 that the specification names for it."""
    inked = [(text, edges) for text in scene.texts if (edges := ink_of(text)) is not None]
    for item in scene.items:
        left, top, right, bottom = edges_of(item)
        assert -0.5 <= left <= right <= scene.width + 0.5, item
        assert -0.5 <= top <= bottom <= scene.height + 0.5, item
    for text, _ in inked:
        assert text.size >= LEAST_SIZE or text.size in smaller, text
        ground = ground_under(scene, text)
        assert contrast(text.colour, ground) >= LEAST_CONTRAST, (text, ground)
        for run in runs_of(text.text):
            assert all(map(run.font.has, run.text)), text
    inked.sort(key=lambda pair: pair[1][1])
    for at, (text, edges) in enumerate(inked):
        for other, others in inked[at + 1 :]:
            if others[1] >= edges[3]:
                break
            assert others[0] >= edges[2] or edges[0] >= others[2], (text, other)
    assert scene.alternative.strip()


def ink_of(text: Text) -> Edges | None:
    """Return left, top, right and bottom of what is drawn of a text."""
    stamp = _stamp(text.text, text.size, text.weight, text.tabular, 0)
    bounds = None if stamp is None else stamp.mask.getbbox()
    if stamp is None or bounds is None:
        return None
    x, y = round(box_of(text).left) + stamp.left, round(text.y) + stamp.top
    return x + bounds[0], y + bounds[1], x + bounds[2], y + bounds[3]


def edges_of(item: object) -> Edges:
    match item:
        case Text():
            return ink_of(item) or (0, 0, 0, 0)
        case Rect():
            return item.x, item.y, item.x + item.width, item.y + item.height
        case Line():
            xs, ys = sorted((item.x1, item.x2)), sorted((item.y1, item.y2))
            return xs[0], ys[0], xs[1], ys[1]
        case Polyline() | Area():
            xs, ys = ([place[axis] for place in item.points] for axis in (0, 1))
            return min(xs), min(ys), max(xs), max(ys)
        case Dot() | Mark() | Photo():
            radius = item.radius
            return item.x - radius, item.y - radius, item.x + radius, item.y + radius
    raise AssertionError(item)


def ground_under(scene: Scene, text: Text) -> str:
    """Return the colour of what lies under the middle of a text."""
    edges = ink_of(text)
    if edges is None or text.halo:
        return scene.ground
    x, y, ground = (edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2, scene.ground
    for item in scene.items:
        if isinstance(item, Rect | Dot | Mark) and item.fill is not None:
            left, top, right, bottom = edges_of(item)
            if left <= x <= right and top <= y <= bottom:
                ground = mixed(item.fill, ground, getattr(item, "opacity", 1))
    return ground
