"""Names in pictures: in every script that the machine has a font for, and never as boxes."""

import itertools
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from PIL import Image, ImageFont
from ui_factories import any_text, names

from bot.ui.pictures import font_files, fonts
from bot.ui.pictures.draw import _stamp, draw
from bot.ui.pictures.font_files import INTER, read_font
from bot.ui.pictures.fonts import can_draw, fitted, font_remarks, runs_of, text_width
from bot.ui.pictures.parts import drawn_name, fitted_name
from bot.ui.pictures.scene import INK, Scene, Text
from tests.depth import examples


@pytest.fixture
def anew() -> Iterator[None]:
    """Find the fonts anew, before and after: what the test changes is forgotten."""
    fonts.forget()
    _stamp.cache_clear()
    yield
    fonts.forget()
    _stamp.cache_clear()


@pytest.fixture
def unshaped(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("PIL.features.check", lambda _feature: False)


@pytest.fixture
def bare(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As without the packages of fonts."""
    monkeypatch.setattr(font_files, "PACKAGES", ())
    monkeypatch.setattr(font_files, "_system_paths", list)


WORLD = (
    "Łukasz Żółć", "Nguyễn Thị Hương", "Ὀδυσσεύς", "Шахов Пётр", "José Ñandú", "अनिल कुमार", "สมชาย ใจดี",
    "محمد علي", "தமிழ்ச்செல்வி", "తెలుగు", "דוד כהן", "王小明", "山田太郎", "김철수",
)  # fmt: skip


@pytest.mark.parametrize("name", WORLD, ids=ascii)
def test_the_names_of_the_world_are_drawn_whole(name: str) -> None:
    """With the packages of pyproject.toml; Hebrew is of the machine, and of a machine without it the test is silent."""
    if name == "דוד כהן" and not can_draw(name):
        pytest.skip("no Hebrew font on this machine")
    assert drawn_name(name, number=5) == (name, True)


@examples()
@given(any_text)
def test_no_character_is_drawn_as_a_box(text: str) -> None:
    """What a font draws for a character that it lacks is compared with each that is drawn."""
    for run in runs_of(text):
        font = ImageFont.truetype(str(run.font.path), 40, layout_engine=ImageFont.Layout.BASIC)
        box = bytes(font.getmask("\uffff", "L"))
        for character in run.text:
            if not character.isspace() and character.isprintable():
                assert not box or bytes(font.getmask(character, "L")) != box, (run.font.path.name, ascii(character))


@examples()
@given(names)
def test_what_is_drawn_of_somebody_can_be_drawn(name: str) -> None:
    drawn = drawn_name(name, number=5)
    assert can_draw(drawn.text)
    assert text_width(fitted_name(drawn.text, 200, 32, 600), 32, 600) <= 200
    assert text_width(fitted(drawn.text, 200, 32, 600), 32, 600) <= 200


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("name", "called", "drawn"),
    [
        ("Dana Lee", None, "Dana Lee"),
        ("山田 太郎 (Taro)", "taro99", "Taro"),
        ("अनिल Kumar", None, "Kumar"),
        ("山田太郎", "Taro", "Taro"),
        ("山田太郎", "山田", "#5"),
        ("山田太郎", None, "#5"),
        ("王 5", None, "#5"),
        ("王 B", "🎉", "#5"),
    ],
    ids=ascii,
)
def test_without_a_font_the_latin_part_the_discord_name_or_the_number(
    name: str, called: str | None, drawn: str
) -> None:
    assert drawn_name(name, called, number=5) == (drawn, name == drawn)


@pytest.mark.usefixtures("unshaped")
@pytest.mark.parametrize("name", ["अनिल कुमार", "สมชาย ใจดี", "محمد علي", "தமிழ்ச்செல்வி", "తెలుగు", "דוד כהן"], ids=ascii)
def test_a_script_that_cannot_be_shaped_is_not_drawn(name: str) -> None:
    assert drawn_name(name, "Anil", number=5) == ("Anil", False)
    assert drawn_name(f"{name} (Anil)", number=5) == ("Anil", False)
    assert drawn_name("Шахов Пётр", number=5).whole


@pytest.mark.usefixtures("unshaped")
def test_what_cannot_be_drawn_on_this_machine_is_said() -> None:
    assert "Names in Indic, Thai and Arabic script are not drawn: install libfribidi0." in font_remarks()


@pytest.mark.usefixtures("bare")
def test_a_machine_without_chinese_letters_says_what_to_install() -> None:
    (line,) = font_remarks()
    assert line.startswith("Chinese, Japanese and Korean names are not drawn: install crosstable[cjk]")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Dana 🎉🎉", "Dana ◆◆"),
        ("Dana 💛 🌟", "Dana ♥ ★"),
        ("Dana 👍🏽", "Dana ◆"),
        ("Dana 🇩🇪", "Dana DE"),
        ("♔ Dana ♔", "◆ Dana ◆"),
        ("ｗｉｄｅ", "wide"),
        ("𝓝𝓸𝓻𝓪", "Nora"),
        ("\u202eabc", "abc"),
        ("$x^2$ **bold** @everyone", "$x^2$ **bold** @everyone"),
    ],
    ids=ascii,
)
def test_signs_stand_for_emoji_and_letters_for_fancy_letters(name: str, drawn: str) -> None:
    assert drawn_name(name).text.replace("♔", "◆") == drawn
    assert drawn_name(name).whole


def test_a_script_is_not_torn_at_its_spaces_and_marks() -> None:
    assert [run.text for run in runs_of("अनिल कुमार")] == ["अनिल कुमार"]
    assert [run.text for run in runs_of("محمد علي")] == ["محمد علي"]
    # From right to left: what is written second is on the left.
    assert [run.text for run in runs_of("محمد (Ali)")] == ["(Ali)", "محمد "]
    assert [run.text for run in runs_of("Anil अनिल")] == ["Anil ", "अनिल"]


@pytest.mark.parametrize(
    ("name", "most", "short"),
    [
        ("Castellan Prado-Valera, Emilia", 350, "Castellan Prado-V., E."),
        ("Castellan Prado-Valera, Emilia Maria", 540, "Castellan Prado-Valera, Emilia M."),
        ("Emilia Maria Castellan", 300, "Emilia M. Castellan"),
        (", Emilia Maria Castellan", 300, "Emilia M. Castellan"),
        ("Emilia Maria Castellan,", 300, "Emilia M. Castellan"),
        ("Nora Quill", 300, "Nora Quill"),
    ],
)
def test_second_names_become_initials(name: str, most: float, short: str) -> None:
    assert fitted_name(name, most, 32, 600) == short


def test_figures_of_a_column_are_of_one_width() -> None:
    for length in (4, 5):
        assert len({text_width(figure * length, 32, 600, tabular=True) for figure in "0123456789"}) == 1
    assert len({text_width(figure * 5, 32, 600) for figure in "18"}) == 2


@pytest.mark.usefixtures("anew")
def test_there_is_a_picture_even_without_any_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(font_files, "PACKAGES", ())
    monkeypatch.setattr(font_files, "INTER", tmp_path / "Inter.ttf")
    monkeypatch.setattr(font_files, "_system_paths", lambda: sorted(tmp_path.iterdir()))
    assert drawn_name("Dana", number=5).text == "#5"
    scene = Scene((Text(10, 50, "Dana", 32, 600, INK),), "Dana", 100, 80)
    assert Image.open(BytesIO(draw(scene))).size == (100, 80)


@pytest.mark.usefixtures("bare")
def test_further_folders_are_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    monkeypatch.undo()
    monkeypatch.setattr(font_files, "PACKAGES", ())
    monkeypatch.setattr(font_files, "_SYSTEM", ())
    fonts.forget()
    assert not can_draw("สมชาย")
    (source,) = (font.path for font in packaged("fontpkg_noto_sans_thai"))
    (folder / "Thai.ttf").write_bytes(source.read_bytes())
    (folder / "broken.ttf").write_bytes(b"\x00\x01\x00\x00\xff\xff")
    font_files.add_folders([folder, tmp_path / "nowhere"])
    try:
        fonts.forget()
        assert can_draw("สมชาย")
    finally:
        font_files.add_folders([])


def packaged(package: str) -> list[font_files.FontFile]:
    return [font for path in font_files._of_package(package) if (font := read_font(path)) is not None]


def test_the_characters_of_a_font_are_read_from_its_file() -> None:
    """Inter's own list of glyphs has A to Z, Cyrillic and half points, and no Thai."""
    inter = read_font(INTER)
    assert inter is not None
    assert all(map(inter.has, "AZaz0½▲▼−ЖΩẾ"))
    assert not any(map(inter.has, "สअ王\uffff"))
    assert all(one < other for one, other in itertools.pairwise(inter.starts))


@pytest.mark.parametrize("mark", ["\u2029", "\x1c", "\u0085", "\u2028"])
def test_a_name_with_a_mark_between_paragraphs_is_measured(mark: str) -> None:
    """Raqm lays out one paragraph: a name with a mark between two is drawn all the same."""
    assert text_width(f"Nora{mark}Quill and more", 32, 600) >= text_width("NoraQuill and more", 32, 600)
