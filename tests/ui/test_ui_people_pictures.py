"""Cards of people, head to head and bars."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_checks import check_scene
from ui_factories import drawn_events, names

from bot.ui.pictures.club import Bars, FrontPage, YearLine, YearPage, bars_scene, front_scene, year_scene
from bot.ui.pictures.draw import draw
from bot.ui.pictures.parts import Who
from bot.ui.pictures.people import BarPart, CardFigures, FurtherList, VersusFigures, card_scene, versus_scene
from bot.ui.pictures.scene import BLUE, INK, ORANGE, QUIET_BAR, Dot, Polyline, Rect, Scene, Text

SMALLER = (30,)
"""Letters in boxes, the footer, tiles' labels and counts above bars: what the specification names below 32."""

LINE = (1500, 1512, 1612, 1590, 1560, 1570, 1530, 1515, 1495, 1505, 1480, 1497, 1478, 1488, 1465, 1470, 1558)
NORA = CardFigures(
    who=Who("Nora Quill", 12),
    rating="1558",
    list_name="US Chess Regular",
    title="4th Category",
    class_name="Class C",
    champion=None,
    line=LINE,
    line_of="last 17 events",
    change=88,
    cause="Saturday Swiss",
    facts="peak 1612 · floor 1400",
    rank="25th of 84",
    games="29",
    form=(1, 1, 0.5, 0, 1),
    score="62%",
    further=(FurtherList("1611", "FIDE Rapid"), FurtherList("1499", "NASPA (estimate)"), FurtherList("61", "Oracle")),
    footer="Riverside Chess Club · 22 Nov 2026",
    alternative="Nora Quill: 1558",
)
TWO = VersusFigures(
    sides=(Who("Nora Quill", 1), Who("Idris Vale", 2)),
    ratings=("1558", "1732"),
    score="7½ – 4½",
    subtitle="12 games since 2024 · 3.2 expected",
    parts=(BarPart(6, "6 wins", "6"), BarPart(3, "3 draws", "3"), BarPart(3, "3 wins", "3")),
    latest=(1, 0.5, 1, 0, 1, 1, 0.5, 1),
    next_game="next: Nora 27%",
    last_line="Biggest win: Nora at 1488 against 1741 · 11 Jul 2026",
    alternative="Nora Quill 1558 against Idris Vale 1732",
)
SPREAD = Bars(
    title="Where you stand",
    subtitle="US Chess Regular · 84 active members",
    counts=(2, 5, 9, 13, 14, 11, 9, 7, 5, 4, 2, 2, 1),
    labels=tuple((2 * at + 1, str(1000 + 200 * at)) for at in range(6)),
    footer_left="median 1391",
    footer_right="Riverside Chess Club · 22 Nov 2026",
    own=6,
    own_mark=("you 1558", 0.58),
    figure="70%",
    figure_caption="of the club is below you",
    alternative="Ratings of 84 active members",
)


def text_of(scene: Scene, words: str) -> Text:
    (found,) = [text for text in scene.texts if text.text == words]
    return found


class TestCard:
    def test_the_parts_stand_where_the_specification_says(self) -> None:
        """look.md, 2.4."""
        scene = card_scene(NORA)
        check_scene(scene, SMALLER)
        assert (scene.width, scene.height) == (1080, 680)
        name, rating = text_of(scene, "Nora Quill"), text_of(scene, "1558")
        assert (name.x, name.y, name.size, name.weight) == (208, 104, 60, 700)
        assert (rating.x, rating.y, rating.size, rating.weight, rating.align) == (1032, 112, 96, 800, "right")
        assert text_of(scene, "US Chess Regular").y == 160
        assert Rect(48, 212, 984, 202, fill="#1E2530", radius=20) in scene.items
        (line,) = [item for item in scene.items if isinstance(item, Polyline)]
        assert line.points[0][0] == 78
        assert line.points[-1][0] == 608
        assert min(y for _, y in line.points) == 276
        assert max(y for _, y in line.points) == 374
        assert [item.x for item in scene.items if isinstance(item, Rect) and item.y == 434] == [48, 298.5, 549, 799.5]
        assert text_of(scene, "25th of 84").size == 36
        assert text_of(scene, "29").size == 42
        assert scene.in_full == ()

    def test_tiles_with_nothing_to_say_are_left_out(self) -> None:
        """A first rating without games here: rank and games share the width of 984."""
        scene = card_scene(replace(NORA, form=(), score=""))
        assert [item.width for item in scene.items if isinstance(item, Rect) and item.y == 434] == [483, 483]
        assert not {"Form", "Score", "–"} & {text.text for text in scene.texts}

    def test_nothing_is_smaller_than_eleven_pixels_on_a_phone_of_400(self) -> None:
        assert min(text.size for text in card_scene(NORA).texts) * 400 / 1080 >= 11

    @drawn_events
    @given(
        names,
        st.one_of(st.none(), names),
        st.lists(st.integers(0, 3500), max_size=17),
        st.one_of(st.none(), st.integers(-900, 900)),
        st.lists(st.sampled_from((0, 0.5, 1)), max_size=5),
    )
    def test_any_card_lies_within_the_picture(
        self, name: str, title: str | None, line: list[int], change: int | None, form: list[float]
    ) -> None:
        card = replace(NORA, who=Who(name, 123456), title=title, line=line, change=change, form=form, cause=name)
        scene = card_scene(card)
        check_scene(scene, SMALLER)
        assert scene == card_scene(card)

    def test_an_unread_colour_gives_way_to_blue(self) -> None:
        """Black on the ground has a contrast of 1.1; the yellow of the theme has 14.1."""
        for chosen, drawn in (("#000000", BLUE), ("#F7E76B", "#F7E76B"), (None, BLUE)):
            first = card_scene(replace(NORA, who=Who("Nora Quill", 12, colour=chosen))).items[0]
            assert isinstance(first, Rect)
            assert first.fill == drawn

    @pytest.mark.parametrize(
        ("name", "letters"),
        [
            ("Nora Quill", "NQ"),
            ("Castellan Prado-Valera, Emilia", "EC"),
            ("Cher", "C"),
            ("สมชาย ใจดี", "สจ"),
            ("(((", "#"),
        ],
    )
    def test_initials_are_those_of_first_and_last_name(self, name: str, letters: str) -> None:
        assert Who(name, 5).initials == letters

    def test_it_is_small_enough(self) -> None:
        assert len(draw(card_scene(NORA))) <= 150_000


class TestVersus:
    def test_the_parts_of_the_bar_are_in_the_ratio_of_the_games(self) -> None:
        """972 px are left of 984 by two gaps of 6; each part has 20 at least, and 912 are shared 6 : 3 : 3."""
        scene = versus_scene(TWO)
        check_scene(scene, SMALLER)
        assert (scene.width, scene.height) == (1080, 600)
        widths = [item.width for item in scene.items if isinstance(item, Rect) and item.y == 366]
        assert widths == pytest.approx([476, 248, 248])
        boxes = [item for item in scene.items if isinstance(item, Rect) and item.y == 454]
        assert [box.fill for box in boxes].count(BLUE) == 5
        assert [box.fill for box in boxes].count(ORANGE) == 1

    @pytest.mark.long
    @drawn_events
    @given(names, names, st.tuples(*[st.integers(0, 999)] * 3).filter(any), st.booleans())
    def test_any_two_lie_within_the_picture(
        self, first: str, second: str, counts: tuple[int, int, int], rated: bool
    ) -> None:
        wins, draws, losses = counts
        parts = (
            BarPart(wins, f"{wins} wins", str(wins)),
            BarPart(draws, f"{draws} draws", str(draws)),
            BarPart(losses, f"{losses} wins", str(losses)),
        )
        figures = replace(
            TWO,
            sides=(Who(first, 1), Who(second, 2)),
            parts=parts,
            score=f"{wins}½ – {losses}½",
            ratings=TWO.ratings if rated else (None, None),
        )
        check_scene(versus_scene(figures), SMALLER)


class TestBars:
    def test_your_bar_is_blue_below_the_pill(self) -> None:
        scene = bars_scene(SPREAD)
        check_scene(scene, SMALLER)
        bars = [item for item in scene.items if isinstance(item, Rect) and item.fill in (BLUE, QUIET_BAR)]
        assert [bar.fill for bar in bars].index(BLUE) == 6
        assert len(bars) == 13
        (pill,) = [item for item in scene.items if isinstance(item, Rect) and item.fill == INK]
        assert (pill.y, pill.height) == (172, 54)
        assert pill.x < bars[6].x + bars[6].width / 2 < pill.x + pill.width

    @drawn_events
    @given(st.lists(st.integers(0, 5000), min_size=1, max_size=16), st.integers(0, 15), st.floats(0, 0.999))
    def test_any_bars_lie_within_the_picture(self, counts: list[int], own: int, into: float) -> None:
        at = min(own, len(counts) - 1)
        labels = [(edge, str(900 + 100 * edge)) for edge in range(len(counts) + 1)]
        bars = replace(SPREAD, counts=counts, labels=labels, own=at, own_mark=("you 1558", into))
        check_scene(bars_scene(bars), SMALLER)

    def test_nobody_is_marked_where_nobody_asks(self) -> None:
        scene = bars_scene(replace(SPREAD, own=None, own_mark=None, figure="", figure_caption=""))
        check_scene(scene, SMALLER)
        assert not [item for item in scene.items if isinstance(item, Dot) or getattr(item, "fill", None) == BLUE]


class TestYearbook:
    @drawn_events
    @given(
        st.lists(st.tuples(names, names, st.booleans(), st.text("0123456789½ –▲", max_size=20)), min_size=1, max_size=5)
    )
    def test_any_page_lies_within_the_picture(self, drawn: list[tuple[str, str, bool, str]]) -> None:
        lines = [YearLine(figure, (one, other)[: 1 + two], f"to {one}") for one, other, two, figure in drawn]
        check_scene(year_scene(YearPage("Greatest gain", "2026 · FIDE", lines, "First Club", "2 of 9", "x")), SMALLER)

    def test_the_front_page_has_its_four_figures(self) -> None:
        facts = [("Events", "84"), ("Games", "134200"), ("Players", "96"), ("Newcomers", "17")]
        scene = front_scene(FrontPage("Autumn 2026 of the whole region", "First Club", facts, "1 Jan to 31 Dec", "x"))
        check_scene(scene, SMALLER)
        assert {"84", "134200", "96", "17"} <= {text.text for text in scene.texts}
