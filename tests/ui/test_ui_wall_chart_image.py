"""The wall chart as images: what fits where, what can be drawn, and nothing left behind."""

import asyncio
import gc
import struct
import sys

import pytest
from hypothesis import given
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from ui_factories import any_text, fast
from wall_chart_factories import PUBLISHED, crosstable, published_section, section, sections

from bot.services.events.section import SectionReport
from bot.ui.wall_chart.fonts import _characters, drawn_name, fitted, text_width
from bot.ui.wall_chart.image import _NO_GAME, _STRIPE, _STYLES, wall_chart_images
from bot.ui.wall_chart.layout import CELL_GAP, RATING_SIZE, layout_of, rating_parts
from bot.ui.wall_chart.rows import wall_chart_of
from core.crosstable import Bye, ByeKind, Game
from tests.depth import chosen, examples


def size_of(image: bytes) -> tuple[int, int]:
    """Return width and height from a PNG's first chunk."""
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def everybody_meets(players: int, rounds: int) -> SectionReport:
    """Return a section in which neighbours play in every round."""
    games = [Game(played, one, one + 1, 1.0) for played in range(1, rounds + 1) for one in range(1, players, 2)]
    return section(crosstable(*[f"Player {number}" for number in range(1, players + 1)], games=games))


@pytest.mark.parametrize("case", PUBLISHED, ids=[case["id"] for case in PUBLISHED])
def test_a_published_section_is_one_image_for_a_phone(case: dict[str, object]) -> None:
    (image,) = wall_chart_images(published_section(case, rated="novice" in str(case["id"])))
    width, height = size_of(image)
    assert width <= 1080
    assert height < 2 * width


@pytest.mark.parametrize(
    ("players", "rounds", "images"),
    [(0, 0, 1), (1, 1, 1), (60, 7, 1), (61, 7, 2), (130, 5, 3), *chosen([], [(64, 7, 2), (500, 5, 9)])],
)
def test_at_most_sixty_players_share_an_image(players: int, rounds: int, images: int) -> None:
    """500 = 8 x 56 + 52: nine of about the same height, where eight would have to hold 63."""
    drawn = wall_chart_images(everybody_meets(players, rounds))
    heights = [size_of(image)[1] for image in drawn]
    assert len(drawn) == images
    assert max(heights) - min(heights) <= 10 * 84


def test_one_message_takes_the_images_and_the_rest_is_left_to_the_text() -> None:
    drawn = wall_chart_images(everybody_meets(100, 3), most=1)
    assert len(drawn) == 1
    (sixty,) = wall_chart_images(everybody_meets(60, 3))
    assert size_of(drawn[0])[1] == size_of(sixty)[1]


@pytest.mark.parametrize(
    ("rounds", "widest", "lines"), [(1, 1080, 1), (7, 1080, 1), (8, 1080, 2), (14, 1080, 2), (40, 2000, 3)]
)
def test_many_rounds_wrap_and_then_widen(rounds: int, widest: int, lines: int) -> None:
    layout = layout_of(wall_chart_of(everybody_meets(20, rounds)))
    assert layout.width <= widest
    assert layout.lines == lines
    assert layout.shown == rounds


def test_rounds_for_which_there_is_no_room_are_left_to_the_text() -> None:
    chart = wall_chart_of(everybody_meets(2, 300))
    assert layout_of(chart).shown < 300
    assert size_of(wall_chart_images(everybody_meets(2, 300))[0])[0] <= 2000


@examples(0.4)
@given(sections())
def test_nothing_stands_on_anything_else(report: SectionReport) -> None:
    chart = wall_chart_of(report)
    layout = layout_of(chart)
    assert layout.width <= (1080 if len(chart.rounds) <= 7 else 2000)
    assert layout.name_left + layout.name_width < layout.cells_left
    assert layout.cells_left + layout.on_a_line * (layout.cell_width + CELL_GAP) < layout.total_right
    assert layout.lines * (layout.cell_height + CELL_GAP) <= layout.row_height
    for line in chart.lines:
        before, after, change = rating_parts(line)
        below = text_width(before + change, RATING_SIZE) + text_width(after, RATING_SIZE, bold=True)
        assert below <= layout.name_width + 1


@examples(0.2)
@given(sections(most_players=20, most_rounds=12))
def test_any_section_is_drawn_without_a_warning(report: SectionReport) -> None:
    """Warnings are errors in the tests: a sign that the font lacks would be one."""
    rounds = len(wall_chart_of(report).rounds)
    for image in wall_chart_images(report):
        width, height = size_of(image)
        assert width <= (1080 if rounds <= 7 else 2000)
        assert height <= 6_500


@fast
@given(any_text)
def test_a_name_keeps_only_what_the_font_has(text: str) -> None:
    for bold in (False, True):
        assert {ord(character) for character in drawn_name(text, bold)} <= _characters(bold)


@fast
@given(any_text)
def test_a_cut_name_fits(text: str) -> None:
    assert text_width(fitted(drawn_name(text), 200, 30), 30) <= 200


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("$x^2$ **bold** _it_ @everyone", "$x^2$ **bold** _it_ @everyone"),
        ("Łukasz Öztürk-Иванов", "Łukasz Öztürk-Иванов"),
        ("דנה לוי", "דנה לוי"),
        ("Dana 🎉🎉", "Dana"),
        ("Dana 山田", "Dana □□"),
        ("ｗｉｄｅ", "wide"),
        ("山田太郎", ""),
        ("\u202eabc", "abc"),
    ],
    ids=ascii,
)
def test_a_name_is_drawn_as_itself_as_far_as_the_font_goes(name: str, drawn: str) -> None:
    assert drawn_name(name) == drawn


def test_a_formula_in_a_name_is_no_formula() -> None:
    """Broken mathematics, which matplotlib would refuse to draw, in every place where people's words stand."""
    broken = r"$\frac{$ $\undefined$ $"
    event = crosstable(broken, "Ben", games=[Game(1, 1, 2, 0.5)])
    (image,) = wall_chart_images(section(event, name=broken))
    assert size_of(image)[0] <= 1080


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_results_are_readable_and_told_apart_without_colour() -> None:
    """WCAG 2.2 asks for a contrast of 4.5 of text on its ground, and of 3 between what means different things."""
    for fill, _, ink in (*_STYLES.values(), _NO_GAME):
        assert contrast(fill, ink) >= 4.5
    win, draw, loss = (_STYLES[letter] for letter in "WDL")
    assert contrast(win[0], draw[0]) >= 3
    assert contrast(win[0], loss[0]) >= 3
    assert contrast(loss[1], _STRIPE) >= 3


async def test_images_are_drawn_in_threads_and_leave_nothing_behind() -> None:
    report = section(crosstable("Ann", "Ben", "Cat", games=[Game(1, 1, 2, 1.0)], byes=[Bye(1, 3, ByeKind.HALF_POINT)]))
    gc.collect()
    gc.disable()
    try:
        drawn = await asyncio.gather(*(asyncio.to_thread(wall_chart_images, report) for _ in range(8)))
        left = [one for one in gc.get_objects() if isinstance(one, RendererAgg)]
    finally:
        gc.enable()
    assert len({images[0] for images in drawn}) == 1
    assert left == []
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Figure)]
    assert "matplotlib.pyplot" not in sys.modules
