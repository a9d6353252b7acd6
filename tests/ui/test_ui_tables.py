"""Tables that stand straight, and figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import any_text, fast
from wcwidth import wcswidth

from bot.ui.framework.text import fit, number, plain, points, rating, signed, table, width
from core.words import counted

aligns = st.sampled_from("<>")


@fast
@given(any_text, st.integers(1, 40), aligns)
def test_a_name_takes_exactly_its_columns(text: str, columns: int, align: str) -> None:
    assert wcswidth(fit(plain(text, 100), columns, align)) == columns


@fast
@given(any_text.filter(lambda text: wcswidth(text) >= 0), st.integers(1, 40), aligns)
def test_any_text_that_has_a_width_takes_exactly_its_columns(text: str, columns: int, align: str) -> None:
    assert wcswidth(fit(text, columns, align)) == columns


@fast
@given(any_text, st.integers(1, 40))
def test_a_cut_name_leaves_no_isolate_open(text: str, columns: int) -> None:
    shown = fit(plain(text, 100), columns)
    assert shown.count("\u2068") == shown.count("\u2069")


@pytest.mark.parametrize(
    ("text", "columns", "align", "shown"),
    [
        ("abc", 5, "<", "abc  "),
        ("abc", 5, ">", "  abc"),
        ("abc", 3, "<", "abc"),
        ("abcd", 3, "<", "ab…"),
        ("日本語", 6, "<", "日本語"),
        ("日本語", 5, "<", "日本…"),
        ("日本語", 4, "<", "日… "),
        ("日本語", 4, ">", " 日…"),
        ("日", 1, "<", "…"),
        ("e\u0301\u0302x", 2, "<", "e\u0301\u0302x"),
        ("\u2068דנהל\u2069", 3, "<", "\u2068דנ\u2069…"),
        ("", 2, "<", "  "),
    ],
    ids=ascii,
)
def test_text_is_padded_or_cut_to_its_columns(text: str, columns: int, align: str, shown: str) -> None:
    assert fit(text, columns, align) == shown


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("❤\ufe0f", 2), ("\u2068א\u2069", 1)]
)
def test_the_width_is_what_a_monospaced_font_takes(text: str, columns: int) -> None:
    assert width(text) == columns


def test_a_table_is_a_code_block_with_its_columns_aligned() -> None:
    made = table(("#", "Player", "Pts"), [("1", "Dana", "2½"), ("10", "Eli", "½")], (2, -6, 3))
    assert made == "```\n # Player Pts\n 1 Dana    2½\n10 Eli      ½\n```"


cells = st.tuples(any_text, any_text, st.integers(0, 999_999).map(str))


@fast
@given(st.lists(cells, max_size=12), st.integers(1, 12), st.integers(1, 20))
def test_every_line_of_a_table_is_equally_wide(rows: list[tuple[str, str, str]], first: int, second: int) -> None:
    shown = [(plain(one), plain(two), figure) for one, two, figure in rows]
    lines = table(("Name", "Other", "Games"), shown, (first, -second, 6)).split("\n")
    assert lines[0] == lines[-1] == "```"
    assert len(lines) == len(rows) + 3
    assert {wcswidth(line) for line in lines[1:-1]} == {first + 1 + second + 1 + 6}


@fast
@given(st.lists(cells, max_size=12))
def test_a_last_column_of_names_ends_without_spaces(rows: list[tuple[str, str, str]]) -> None:
    shown = [(figure, plain(one)) for one, _, figure in rows]
    lines = table(("Games", "Name"), shown, (6, -20)).split("\n")[1:-1]
    for line, (figure, _) in zip(lines[1:], shown, strict=True):
        assert line[:7] == figure.rjust(6) + " "
        assert wcswidth(line) <= 27
        assert line == line.rstrip()


def test_a_row_with_a_cell_too_many_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="zip"):
        table(("a", "b"), [("1", "2", "3")], (1, 1))


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (2.2410, 4, "2.2410"),
        (0.0, 2, "0.00"),
        (-0.004, 2, "0.00"),
        (-0.006, 2, "-0.01"),
        (60, 4, "60.0000"),
    ],
)
def test_a_number_has_a_fixed_count_of_decimals(value: float, decimals: int, shown: str) -> None:
    assert number(value, decimals) == shown


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (35.4203, 4, "+35.4203"),
        (-12.5, 2, "-12.50"),
        (0.0, 2, "±0.00"),
        (-0.001, 2, "±0.00"),
        (0.001, 2, "±0.00"),
        (7, 0, "+7"),
    ],
)
def test_a_change_shows_its_sign(value: float, decimals: int, shown: str) -> None:
    assert signed(value, decimals) == shown


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (1470.0, 2, "1470"),
        (1470.0, 4, "1470"),
        (1505.4203, 4, "1505.4203"),
        (1510.268, 2, "1510.27"),
        (1510.001, 2, "1510.00"),
        (1510.4, 0, "1510"),
        (100, 0, "100"),
    ],
)
def test_a_whole_rating_has_no_decimals_unless_the_rules_print_four(value: float, decimals: int, shown: str) -> None:
    assert rating(value, decimals) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(0, "0"), (0.5, "½"), (1.0, "1"), (2.5, "2½"), (10.5, "10½"), (60.0, "60"), (59.5, "59½")]
)
def test_points_are_written_as_players_write_them(value: float, shown: str) -> None:
    assert points(value) == shown


@pytest.mark.parametrize(("amount", "shown"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (21, "21 games")])
def test_an_amount_agrees_with_its_noun(amount: int, shown: str) -> None:
    assert counted(amount, "game") == shown


@fast
@given(st.floats(-4000, 4000), st.integers(0, 4))
def test_no_figure_has_a_negative_zero_or_an_exponent(value: float, decimals: int) -> None:
    for shown in (number(value, decimals), rating(value, decimals), signed(value, decimals)):
        assert "e" not in shown
        assert not (shown.startswith("-") and float(shown) == 0)
        assert abs(float(shown.lstrip("±")) - value) <= 0.5 * 10**-decimals + 1e-9
