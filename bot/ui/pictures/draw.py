"""Draw scenes as a PNG.

Pillow is imported with the first picture.
"""

from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from bot.ui.pictures.fonts import box_of, face, runs_of
from bot.ui.pictures.scene import (
    Area,
    Dash,
    Dot,
    Item,
    Line,
    Mark,
    Photo,
    Point,
    Polyline,
    Rect,
    Scene,
    Shape,
    Text,
    channels,
)

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw


CORNERS: dict[Shape, tuple[Point, ...]] = {
    "square": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "triangle": tuple((sin(2 * pi * at / 3), -cos(2 * pi * at / 3)) for at in range(3)),
    "down": tuple((sin(2 * pi * at / 3), cos(2 * pi * at / 3)) for at in range(3)),
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
}


def dashes(points: tuple[Point, ...], dash: Dash) -> list[tuple[Point, ...]]:
    pieces: list[tuple[Point, ...]] = []
    piece: list[Point] = []
    is_on, left = True, dash[0]
    for (x1, y1), (x2, y2) in pairwise(points):
        length, at = hypot(x2 - x1, y2 - y1), 0.0
        if is_on and not piece:
            piece = [(x1, y1)]
        while length - at > left:
            at += left
            place = (x1 + (x2 - x1) * at / length, y1 + (y2 - y1) * at / length)
            if is_on:
                pieces.append((*piece, place))
            is_on = not is_on
            piece, left = ([place], dash[0]) if is_on else ([], dash[1])
        left -= length - at
        if is_on:
            piece.append((x2, y2))
    return [*pieces, tuple(piece)] if len(piece) > 1 else pieces


COMPRESSION = 1
"""Of zlib: level 5 takes twice the time for a tenth less."""
_SCALE = 2
"""Drawn larger and reduced, to smooth edges. Text is not."""

_PALETTE = 256
_MOST_ABOVE, _MOST_BELOW = 1.08, 0.42
"""A text's reach above and below its baseline, in sizes."""

_LARGEST_PHOTO, _MOST_PHOTO_PIXELS = 256 << 10, 1024 * 1024
Colour = tuple[int, int, int, int]


def draw(scene: Scene) -> bytes:
    from PIL import Image

    image = _image_of(scene)
    if not any(isinstance(item, Photo) for item in scene.items):
        # a palette: half the size or less, and half the time
        image = image.quantize(_PALETTE, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    buffer = BytesIO()
    image.save(buffer, format="PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


def _image_of(scene: Scene) -> "Image":
    from PIL import Image

    if all(isinstance(item, Text) or _is_plain(item) for item in scene.items):
        image = Image.new("RGB", (scene.width, scene.height), channels(scene.ground))
        for item in scene.items:
            if isinstance(item, Rect):
                tile = _tile(replace(item, x=0, y=0))
                image.paste(tile, (int(item.x), int(item.y)), tile)
    else:
        image = _smoothed(scene)
    for text in scene.texts:
        _draw_text(image, text, scene.ground)
    for item in scene.items:
        if isinstance(item, Photo):
            _draw_photo(image, item)
    return image


def _is_plain(item: Item) -> bool:
    """Return whether a box lies on whole pixels: only its corners need smoothing."""
    return isinstance(item, Rect) and item.opacity == 1 and item.x % 1 == item.y % 1 == 0


def _smoothed(scene: Scene) -> "Image":
    from PIL import Image, ImageDraw

    canvas = Image.new("RGB", (scene.width * _SCALE, scene.height * _SCALE), channels(scene.ground))
    pen = ImageDraw.Draw(canvas, "RGBA")
    for item in scene.items:
        if isinstance(item, Area):
            _draw_area(canvas, item)
        else:
            _draw_shape(pen, item)
    return canvas.reduce(_SCALE)


def _draw_shape(pen: "ImageDraw", item: Item) -> None:
    match item:
        case Rect():
            _draw_rect(pen, item)
        case Line():
            _stroke(pen, ((item.x1, item.y1), (item.x2, item.y2)), _paint(item.colour, item.opacity), item)
        case Polyline():
            _stroke(pen, item.points, _paint(item.colour, item.opacity), item)
        case Dot():
            _draw_dot(pen, item)
        case Mark():
            _draw_mark(pen, item)


def _paint(colour: str, opacity: float = 1) -> Colour:
    return (*channels(colour), round(255 * opacity))


def _draw_rect(pen: "ImageDraw", item: Rect) -> None:
    # Pillow includes the second corner.
    corners = [_SCALE * item.x, _SCALE * item.y]
    corners += [_SCALE * (item.x + item.width) - 1, _SCALE * (item.y + item.height) - 1]
    pen.rounded_rectangle(
        corners,
        radius=_SCALE * item.radius,
        fill=None if item.fill is None else _paint(item.fill, item.opacity),
        outline=None if item.edge is None else _paint(item.edge, item.opacity),
        width=round(_SCALE * item.edge_width),
    )


@lru_cache(maxsize=256)
def _tile(item: Rect) -> "Image":
    """Return a box with smooth corners, cached."""
    from PIL import Image, ImageDraw

    size = (max(round(_SCALE * item.width), _SCALE), max(round(_SCALE * item.height), _SCALE))
    tile = Image.new("RGBA", size, (0, 0, 0, 0))
    _draw_rect(ImageDraw.Draw(tile), item)
    return tile.reduce(_SCALE)


def _circle(pen: "ImageDraw", x: float, y: float, radius: float, **how: object) -> None:
    corners = [_SCALE * (x - radius), _SCALE * (y - radius), _SCALE * (x + radius) - 1, _SCALE * (y + radius) - 1]
    pen.ellipse(corners, **how)  # type: ignore[arg-type]


def _draw_dot(pen: "ImageDraw", item: Dot) -> None:
    fill = None if item.fill is None else _paint(item.fill, item.opacity)
    edge = None if item.edge is None else _paint(item.edge, item.opacity)
    _circle(pen, item.x, item.y, item.radius, fill=fill, outline=edge, width=round(_SCALE * item.edge_width))


def _draw_mark(pen: "ImageDraw", item: Mark) -> None:
    layers = [(item.radius, item.fill), (item.hole, item.rim or item.fill)]
    if item.rim is not None:
        layers.insert(0, (item.radius + item.rim_width, item.rim))
    for radius, colour in layers:
        if radius <= 0:
            continue
        if item.shape == "circle":
            _circle(pen, item.x, item.y, radius, fill=_paint(colour))
        else:
            places = [(item.x + radius * x, item.y + radius * y) for x, y in CORNERS[item.shape]]
            pen.polygon([_scaled(place) for place in places], fill=_paint(colour))


def _stroke(pen: "ImageDraw", points: tuple[Point, ...], paint: Colour, item: Line | Polyline) -> None:
    width = max(round(_SCALE * item.width), 1)
    for piece in [points] if item.dash is None else dashes(points, item.dash):
        # round joints and ends, except where they would show through
        if len(piece) > 1:
            pen.line([_scaled(place) for place in piece], fill=paint, width=width, joint="curve")
        if isinstance(item, Polyline) and item.opacity == 1:
            for x, y in (piece[0], piece[-1]):
                _circle(pen, x, y, item.width / 2, fill=paint)


def _draw_area(canvas: "Image", item: Area) -> None:
    from PIL import Image, ImageDraw

    if len(item.points) < 2:
        return
    left, right = _SCALE * item.points[0][0], _SCALE * item.points[-1][0]
    top, bottom = _SCALE * min(y for _, y in item.points), _SCALE * item.bottom
    size = (max(round(right - left), 1), max(round(bottom - top), 1))
    shape = Image.new("L", size, 0)
    corners = [(x * _SCALE - left, y * _SCALE - top) for x, y in item.points]
    ImageDraw.Draw(shape).polygon([*corners, (right - left, size[1]), (0, size[1])], fill=255)
    first, last = round(255 * item.opacity), round(255 * item.bottom_opacity)
    levels = [round(first + (last - first) * at / max(size[1] - 1, 1)) for at in range(size[1])]
    fading = Image.new("L", (1, size[1]))
    fading.putdata(levels)
    mask = Image.new("L", size, 0)
    mask.paste(fading.resize(size), mask=shape)
    canvas.paste(Image.new("RGB", size, channels(item.colour)), (round(left), round(top)), mask)


def _draw_text(image: "Image", item: Text, ground: str) -> None:
    stamp = _stamp(item.text, item.size, item.weight, item.tabular, 0)
    if stamp is None:
        return
    left = round(box_of(item).left)
    if item.halo:
        wide = _stamp(item.text, item.size, item.weight, item.tabular, item.halo)
        assert wide is not None
        image.paste(channels(ground), (left + wide.left, round(item.y) + wide.top), wide.mask)
    image.paste(channels(item.colour), (left + stamp.left, round(item.y) + stamp.top), stamp.mask)


class _Stamp(NamedTuple):
    """A text's mask. left, top: offset from the baseline's start."""

    mask: "Image"
    left: int
    top: int


@lru_cache(maxsize=4096)
def _stamp(text: str, size: float, weight: int, tabular: bool, halo: float) -> _Stamp | None:
    """Return a text's mask, cached."""
    from PIL import Image, ImageDraw

    pieces, x = [], 0.0
    for run in runs_of(text):
        font, features = face(run, size, weight, tabular=tabular)
        left, top, right, bottom = font.getbbox(run.text, anchor="ls", features=features, stroke_width=halo)
        pieces.append((x, run, font, features, (x + left, top, x + right, bottom)))
        x += font.getlength(run.text, features=features)
    if not pieces:
        return None
    edges = list(zip(*(box for *_, box in pieces), strict=True))
    first, wide = floor(min(edges[0])) - 1, ceil(max(edges[2])) + 1 - floor(min(edges[0])) + 1
    # Stacked marks do not reach neighbouring rows.
    highest = max(floor(min(edges[1])) - 1, -ceil(_MOST_ABOVE * size + halo))
    high = min(ceil(max(edges[3])) + 1, ceil(_MOST_BELOW * size + halo)) - highest
    mask = Image.new("L", (max(wide, 1), max(high, 1)), 0)
    pen = ImageDraw.Draw(mask)
    for x, run, font, features, _ in pieces:
        place = (x - first, -highest)
        pen.text(place, run.text, fill=255, font=font, anchor="ls", features=features, stroke_width=halo)
    return _Stamp(mask, first, highest)


def _draw_photo(image: "Image", item: Photo) -> None:
    from PIL import Image, ImageOps

    size = round(2 * item.radius)
    try:
        with Image.open(BytesIO(item.data), formats=("PNG", "JPEG", "WEBP", "GIF")) as opened:
            if len(item.data) > _LARGEST_PHOTO or opened.width * opened.height > _MOST_PHOTO_PIXELS:
                return
            photo = ImageOps.fit(opened.convert("RGB"), (size, size))
    except Exception:  # Pillow raises many errors for a broken file
        return
    image.paste(photo, (round(item.x - item.radius), round(item.y - item.radius)), _disc(size))


@lru_cache(maxsize=8)
def _disc(size: int) -> "Image":
    from PIL import Image, ImageDraw

    disc = Image.new("L", (4 * size, 4 * size), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, 4 * size - 1, 4 * size - 1), fill=255)
    return disc.reduce(4)


def _scaled(place: Point) -> Point:
    return _SCALE * place[0], _SCALE * place[1]
