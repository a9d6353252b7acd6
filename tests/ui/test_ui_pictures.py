"""Scenes drawn as PNG, off the event loop, two at a time, and never at the start of the program."""

import asyncio
import subprocess
import sys
import threading
import time
from io import BytesIO

import pytest
from PIL import Image

from bot.ui.pictures import rendering, scene
from bot.ui.pictures.draw import dashes, draw
from bot.ui.pictures.rendering import picture_of, pictures_of
from bot.ui.pictures.scene import Area, Dot, Line, Mark, Photo, Polyline, Rect, Scene, Text

LINE = ((100.0, 400.0), (300.0, 260.0), (640.0, 380.0), (980.0, 200.0))
EVERYTHING = (
    Rect(48, 212, 984, 202, scene.PANEL, 20),
    Rect(60.5, 220, 40, 20, None, 4, scene.FALL, 2, 0.5),
    Area(LINE, 560, scene.BLUE),
    Polyline(LINE, scene.BLUE, 6),
    Polyline(LINE, scene.ORANGE, 5, (3, 11)),
    Line(48, 600, 1032, 600, scene.RULE, 2),
    Dot(980, 200, 20, scene.BLUE, opacity=0.3),
    Dot(980, 200, 11, scene.INK, scene.BLUE, 5),
    *(Mark(700 + 40 * at, 300, 12, shape, colour) for at, (colour, shape) in enumerate(scene.LINES)),  # type: ignore[arg-type]
    Mark(640, 380, 14, "diamond", scene.YELLOW, scene.GROUND, 4, 8),
    Text(48, 92, "Nora Quill", 56, 700, scene.INK),
    Text(1032, 104, "1558", 80, 800, scene.INK, "right", tabular=True),
    Text(430, 330, "3rd Category", 32, 600, scene.YELLOW, halo=10),
    Photo(114, 112, 66, b"no picture at all"),
)
SCENE = Scene(EVERYTHING, "A picture of everything")


@pytest.fixture
def opened() -> Image.Image:
    return Image.open(BytesIO(draw(SCENE)))


def test_a_picture_is_opaque_of_its_size_and_small(opened: Image.Image) -> None:
    assert opened.format == "PNG"
    assert opened.size == (1080, 680)
    assert opened.mode in ("RGB", "P")
    assert "transparency" not in opened.info
    assert len(draw(SCENE)) <= 150_000


def test_what_is_drawn_stands_where_the_scene_says(opened: Image.Image) -> None:
    image = opened.convert("RGB")
    for place, colour in (
        ((5, 5), scene.GROUND),
        ((1020, 400), scene.PANEL),
        ((500, 600), scene.RULE),
        ((300, 260), scene.BLUE),
        ((980, 200), scene.INK),
        ((988, 200), scene.BLUE),
        ((740, 300), scene.ORANGE),
        ((640, 370), scene.YELLOW),
    ):
        assert image.getpixel(place) == scene.channels(colour), place
    # The area fades: nearly a third of the blue below the line, next to none at the bottom.
    above, below = image.getpixel((960, 240)), image.getpixel((960, 556))
    assert above[2] - below[2] > 40


def test_the_same_scene_is_the_same_picture() -> None:
    assert draw(SCENE) == draw(SCENE)


def test_a_photo_is_a_circle_and_a_broken_one_leaves_what_lies_under_it() -> None:
    buffer = BytesIO()
    Image.new("RGB", (256, 256), (200, 10, 10)).save(buffer, "PNG")
    under = (Dot(200, 200, 60, scene.BLUE), Text(200, 215, "NQ", 50, 800, scene.GROUND, "center"))
    for data, middle, corner in (
        (buffer.getvalue(), (200, 10, 10), scene.channels(scene.GROUND)),
        (buffer.getvalue()[:-40] + b"x" * 40, None, scene.channels(scene.GROUND)),
        (b"", None, scene.channels(scene.GROUND)),
    ):
        image = Image.open(BytesIO(draw(Scene((*under, Photo(200, 200, 60, data)), "x", 400, 400)))).convert("RGB")
        assert image.getpixel((145, 145)) == corner
        if middle is not None:
            assert image.getpixel((200, 160)) == middle
    bomb = BytesIO()
    Image.new("1", (5000, 5000)).save(bomb, "PNG")
    image = Image.open(BytesIO(draw(Scene((*under, Photo(200, 200, 60, bomb.getvalue())), "x", 400, 400))))
    assert image.convert("RGB").getpixel((160, 200))[2] > 200


def test_dashes_go_round_corners() -> None:
    """Along 10 + 10 pixels, 4 on and 2 off: 0-4, 6-10-10 (at the corner), 12-16, 18-20."""
    pieces = dashes(((0, 0), (10, 0), (10, 10)), (4, 2))
    assert pieces[0] == ((0, 0), (4.0, 0.0))
    assert pieces[1][0] == (6.0, 0.0)
    assert pieces[1][-1] == (10.0, 0.0)
    assert pieces[2] == ((10.0, 2.0), (10.0, 6.0))
    assert pieces[3] == ((10.0, 8.0), (10, 10))


async def test_a_picture_goes_with_its_words() -> None:
    scene = Scene(EVERYTHING, "w" * 2000, in_full=("山田 [太郎]",))
    picture = await picture_of(lambda: scene)
    assert picture is not None
    file = picture.file("card.png")
    assert (file.filename, len(file.description or "")) == ("card.png", 1024)
    assert picture.in_full == "1 name in full: 山田 \\[太郎\\]"


async def test_a_picture_that_fails_is_answered_in_words(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Scene:
        raise ValueError("a layout with a mistake")

    assert await picture_of(broken) is None
    assert "a layout with a mistake" in caplog.text


async def test_two_are_drawn_at_a_time_and_whoever_waits_too_long_gets_words(monkeypatch: pytest.MonkeyPatch) -> None:
    running, most, go = 0, 0, threading.Event()

    def layout() -> Scene:
        nonlocal running, most
        running += 1
        most = max(most, running)
        go.wait(20)
        running -= 1
        return Scene((), "nothing", 10, 10)

    monkeypatch.setattr(rendering, "LONGEST_WAIT", 0.2)
    late = await asyncio.gather(*(picture_of(layout) for _ in range(3)))
    assert late == [None, None, None]
    monkeypatch.setattr(rendering, "LONGEST_WAIT", 20)
    go.set()
    good = await asyncio.gather(*(picture_of(layout) for _ in range(3)))
    assert all(good)
    assert most == rendering.AT_ONCE == 2


@pytest.mark.long
async def test_the_event_loop_goes_on_meanwhile() -> None:
    asked = asyncio.create_task(pictures_of(lambda: [SCENE] * 4))
    turns, longest = 0, 0.0
    while not asked.done():
        before = time.thread_time()
        await asyncio.sleep(0)
        turns, longest = turns + 1, max(longest, time.thread_time() - before)
    assert len(asked.result()) == 4
    assert turns > 1


def test_starting_the_program_draws_nothing() -> None:
    script = (
        "import pkgutil, sys, bot.app, bot.ui.pictures, bot.ui.buttons.presses, cogs\n"
        "[__import__(f'cogs.{found.name}') for found in pkgutil.iter_modules(cogs.__path__)]\n"
        "[__import__(f'bot.ui.pictures.{found.name}') for found in pkgutil.iter_modules(bot.ui.pictures.__path__)]\n"
        "print(*({'PIL', 'matplotlib', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
