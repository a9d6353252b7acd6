"""The wall chart as pictures."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from hypothesis import given
from picture_checks import check_scene
from PIL import Image
from ui_factories import names
from wall_chart_factories import (
    PUBLISHED,
    REGULAR,
    crosstable,
    moved,
    published_cells,
    published_section,
    section,
    sections,
    standing,
)

from bot.services.events.report import SectionReport
from bot.ui.pictures import scene as theme
from bot.ui.pictures.draw import draw
from bot.ui.pictures.scene import Rect, Scene, Text
from bot.ui.pictures.wall_chart import (
    CELL_SIZES,
    FIGURE_SIZE,
    HEADER_SIZE,
    MOST_SHEETS,
    NO_GAME,
    SCORE_SIZE,
    STYLES,
    ChartPictures,
)
from bot.ui.wording.wall_chart import ExtraColumn, wall_chart_of
from core.event.crosstable import Bye, ByeKind, Game
from tests.depth import chosen, examples

SMALLER = {*CELL_SIZES, FIGURE_SIZE, HEADER_SIZE, 30, SCORE_SIZE, HEADER_SIZE / 2}
"""The sizes below 32 that the specification names for wall charts, and those of a cell with long labels."""


def pictures_of(report: SectionReport, extra: ExtraColumn | None = None) -> ChartPictures:
    return ChartPictures(wall_chart_of(report, extra))


def everybody_meets(players: int, rounds: int, *called: str) -> SectionReport:
    """Return a section in which neighbours play in every round, the first of two winning."""
    games = [Game(played, one, one + 1, 1.0) for played in range(1, rounds + 1) for one in range(1, players, 2)]
    everybody = [*called, *(f"Player {number}" for number in range(len(called) + 1, players + 1))]
    return section(crosstable(*everybody, games=games))


def rated(players: int, rounds: int) -> SectionReport:
    """Return the same with ratings of four figures that move by two."""
    bare = everybody_meets(players, rounds)
    outcomes = {number: moved(standing(1500 + number), standing(1520 + number)) for number in range(1, players + 1)}
    return section(bare.crosstable, {number: f"Player {number}" for number in outcomes}, {REGULAR: outcomes})


def said(scene: Scene) -> list[str]:
    return [text.text for text in scene.texts]


def cells_of(scene: Scene) -> Iterator[Rect]:
    return (item for item in scene.items if isinstance(item, Rect) and item.edge is not None)


@examples(0.3)
@given(sections())
def test_every_page_of_any_section_can_be_read(report: SectionReport) -> None:
    pictures = pictures_of(report)
    shown = []
    for at in range(pictures.pages):
        scene = pictures.page(at)
        check_scene(scene, SMALLER)
        assert (scene.width, scene.height) == (1080, 680) or pictures.pages == 1
        shown += [text.text for text in scene.texts if text.x == 82]
    labels = [re.findall(r"[\d–]+|\(\d+\)", line.label) for line in wall_chart_of(report).lines]
    assert shown == [part for label in labels for part in label]
    assert pictures.page(0) == pictures_of(report).page(0)


@pytest.mark.long
@examples(0.15)
@given(sections())
def test_every_picture_for_a_file_can_be_read(report: SectionReport) -> None:
    extra = ExtraColumn("QURSH", {entrant.number: "100.00" for entrant in report.crosstable.entrants})
    for scene in (
        *pictures_of(report).sheets(),
        *pictures_of(report, extra).sheets(),
        pictures_of(report, extra).page(0),
    ):
        check_scene(scene, SMALLER)
        assert scene.width <= 2400


@pytest.mark.parametrize("case", PUBLISHED, ids=[case["id"] for case in PUBLISHED])
def test_every_result_stands_as_us_chess_published_it_by_place(case: dict[str, object]) -> None:
    """The published chart names opponents by their rows, which are its places too where nothing is sorted anew."""
    report = published_section(case, rated=False)
    pictures = pictures_of(report)
    order = [line.number for line in wall_chart_of(report).lines]
    published = {line["row"]: published_cells(line) for line in case["players"]}  # type: ignore[attr-defined]
    (sheet,) = pictures.sheets()
    labels = [text.text for text in sheet.texts if text.align == "center" and text.weight == 700]
    wanted = []
    for number in order:
        for cell in published[number]:
            opponent = cell.lstrip("WDLBHXFUZ")
            wanted.append(cell[0] + (str(order.index(int(opponent)) + 1) if opponent else ""))
    assert labels == wanted


def test_the_layout_is_that_of_the_specification() -> None:
    """look/wallchart.png: four rounds, ten rows, the change at 644, the rating at 548, cells from 674 to 946."""
    scene = pictures_of(rated(18, 4)).page(0)
    texts = list(scene.texts)
    assert [(text.x, text.y, text.size, text.weight) for text in texts[:2]] == [(48, 70, 46, 700), (48, 112, 30, 500)]
    assert said(scene)[1] == "20 November 2026 · US Chess Regular · 18 players"
    assert "1 / 2" in said(scene)
    assert {text.x for text in texts if text.text == "▲ 20"} == {644}
    assert {text.x for text in texts if text.text == "1521"} == {548}
    cells = list(cells_of(scene))
    assert len(cells) == 40
    assert {(cell.x, cell.width, cell.height) for cell in cells} == {(x, 62, 40) for x in (674, 744, 814, 884)}
    assert min(cell.y for cell in cells) == 183
    assert {text.x for text in texts if text.text == "4" and text.x > 600} == {1032, 915}


@pytest.mark.parametrize(
    ("rounds", "has_rating", "has_change", "cell", "rows"),
    [(4, True, True, 62, 10), (6, True, False, 62, 10), (8, False, False, 62, 10), (9, False, False, 46, 10)],
)
def test_room_is_made_in_order(rounds: int, has_rating: bool, has_change: bool, cell: int, rows: int) -> None:
    """With names of full length and opponents of one figure: the change goes, the rating goes, cells shrink."""
    report = everybody_meets(8, rounds, "Castellan Prado-Valera, Emilia Maria")
    outcomes = {number: moved(standing(1500 + number), standing(1520 + number)) for number in range(1, 9)}
    known = {number: report.name_of(number) for number in outcomes}
    layout = pictures_of(section(report.crosstable, known, {REGULAR: outcomes})).layout
    assert (layout.rating_right is not None, layout.change_right is not None) == (has_rating, has_change)
    assert (layout.cell_width, layout.rows, layout.lines) == (cell, rows, 1)


@pytest.mark.parametrize(("rounds", "lines", "rows"), [(11, 1, 10), (12, 2, 6), (22, 2, 6), (23, 3, 3)])
def test_beyond_eleven_rounds_a_row_has_several_lines(rounds: int, lines: int, rows: int) -> None:
    layout = pictures_of(rated(8, rounds)).layout
    assert (layout.lines, layout.rows, layout.shown) == (lines, rows, rounds)


def test_rounds_for_which_there_is_no_room_are_left_to_the_files() -> None:
    pictures = pictures_of(everybody_meets(2, 300))
    assert pictures.layout.shown < 300
    assert f"{pictures.layout.shown} of 300" in said(pictures.page(0))[1]


@pytest.mark.parametrize(("players", "pages"), [(0, 1), (1, 1), (10, 1), (11, 2), (40, 4), (41, 6), (160, 17)])
def test_a_long_chart_begins_with_a_summary(players: int, pages: int) -> None:
    """41 players: the first twenty, then 10, 10, 10, 10, 1."""
    pictures = pictures_of(everybody_meets(players, 5))
    assert pictures.pages == pages
    if players <= 40:
        assert not pictures.has_summary
        return
    summary = pictures.page(0)
    check_scene(summary, SMALLER)
    assert not list(cells_of(summary))
    # The winners, who share the first place, are the odd numbers.
    assert {"1", "Player 1", "Player 39"} <= set(said(summary))
    assert not {"Player 2", "Player 41"} & set(said(summary))


def test_a_page_shows_whom_it_is_found_for() -> None:
    pictures = pictures_of(everybody_meets(60, 3))
    for number in (1, 2, 33, 60):
        at = pictures.page_of(number)
        assert at is not None
        assert f"Player {number}" in said(pictures.page(at))
    assert pictures.page_of(61) is None
    assert pictures.page(99) == pictures.page(pictures.pages - 1)


@pytest.mark.parametrize(("players", "sheets"), [(1, 1), (60, 1), (61, 2), *chosen([], [(130, 3), (500, 7)])])
def test_at_most_sixty_rows_share_a_picture_for_a_file(players: int, sheets: int) -> None:
    scenes = pictures_of(everybody_meets(players, 7)).sheets()
    assert len(scenes) == min(sheets, MOST_SHEETS)
    assert max(scene.height for scene in scenes) - min(scene.height for scene in scenes) <= 2 * 49


def test_results_are_told_apart_without_colour() -> None:
    """WCAG 2.2 asks for a contrast of 3 between what means different things, and of 4.5 for its letters."""
    for fill, _, ink in (*STYLES.values(), NO_GAME):
        assert theme.contrast(fill, ink) >= 4.5
    win, draw_, loss = (STYLES[letter] for letter in "WDL")
    assert theme.contrast(win[0], draw_[0]) >= 3
    assert theme.contrast(win[0], loss[0]) >= 3
    assert theme.contrast(loss[1], loss[0]) >= 3


def test_scrabble_shows_points_below_the_letter_and_spread_below_the_total() -> None:
    event = crosstable(
        "Ann", "Ben", "Cat",
        games=[Game(1, 1, 2, 1.0, None, 412, 388), Game(2, 3, 1, 0.0, None, 300, 420)],
        byes=[Bye(1, 3, ByeKind.FULL_POINT, points=50)],
    )  # fmt: skip
    scene = pictures_of(section(event), ExtraColumn("QURSH", {1: "61.50"})).page(0)
    texts = said(scene)
    for text in ("W3", "412", "388", "420", "300", "B", "+50", "+144", "−24", "−70", "QURSH", "61.50"):
        assert text in texts, text
    check_scene(scene, SMALLER)


def test_names_that_cannot_be_drawn_are_counted_and_told_in_full() -> None:
    """Ogham is of no font that we have: the row's number replaces it, and the name is in the message."""
    broken = "\U0001d800\U0001d801 \U00016a40\U00016a41"
    scene = pictures_of(everybody_meets(2, 1, broken)).page(0)
    if scene.in_full:
        assert scene.in_full == (broken,)
        assert "#1" in said(scene)
    assert broken in scene.alternative


def test_an_event_without_players_or_name_is_a_picture() -> None:
    scene = pictures_of(section(crosstable(), name=None)).page(0)
    check_scene(scene, SMALLER)
    assert scene.height >= 250


@examples(0.3)
@given(names)
def test_a_title_of_any_kind_fits(name: str) -> None:
    check_scene(pictures_of(section(crosstable("Ann"), name=name)).page(0), SMALLER)


def test_the_picture_is_opaque_of_its_size_and_small() -> None:
    """The largest page: sixty players and nine rounds, at most 250 kB."""
    pictures = pictures_of(rated(60, 9))
    for scene in (pictures.page(0), pictures.page(1)):
        data = draw(scene)
        image = Image.open(BytesIO(data))
        assert image.size == (1080, 680)
        assert image.mode in ("P", "RGB")
        assert len(data) <= 250_000
    image = Image.open(BytesIO(draw(pictures.page(1)))).convert("RGB")
    cell = next(cells_of(pictures.page(1)))
    inside = image.getpixel((round(cell.x) + 5, round(cell.y) + 6))
    assert all(abs(one - other) <= 3 for one, other in zip(inside, theme.channels(theme.TEAL), strict=True))
    assert isinstance(next(pictures.page(1).texts), Text)
