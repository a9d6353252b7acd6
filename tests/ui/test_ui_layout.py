"""Lines of answers: figures are in columns whatever they are, and no line is longer than Discord allows."""

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.framework.layout import (
    PADDING,
    answer,
    cell_lines,
    change_text,
    code_cells,
    figure_line,
    heading,
    over_limits,
)
from bot.ui.framework.text import width
from tests.depth import examples

CELL = st.text(st.sampled_from("0123456789 ½▲▼=P*山`ก"), max_size=6)


def test_heading_and_figure() -> None:
    assert heading("Nora Quill", "US Chess Regular") == "### Nora Quill · US Chess Regular"
    assert figure_line("1470 → 1558") == "# 1470 → 1558"


@pytest.mark.parametrize(
    ("change", "decimals", "said"),
    [(88, 0, "▲ 88"), (-9.4, 0, "▼ 9"), (0.3, 0, "="), (-0.04, 1, "="), (2.25, 2, "▲ 2.25")],
)
def test_a_change(change: float, decimals: int, said: str) -> None:
    assert change_text(change, decimals) == said


def test_digits_are_under_digits_and_marks_follow_them() -> None:
    rows = [("1", "2028", "*A2"), ("9", "986", "P"), ("10", "900", "")]
    shown = [cell.replace(PADDING, "_") for cell in code_cells(rows, ">>|")]
    assert shown == ["`_1_2028*A2`", "`_9__986P__`", "`10__900___`"]


def test_a_column_without_anything_takes_no_room() -> None:
    assert code_cells([("1", "", "2"), ("3", "", "4")], ">|>", edges=True) == [
        f"`{PADDING}{a}{PADDING}{b}{PADDING}`" for a, b in ("12", "34")
    ]


def test_the_name_stands_last_and_whole() -> None:
    name = "Castellan Prado-Villaverde, Eloy Maximiliano de la Santísima"
    assert cell_lines([(("7",), name), (("10",), "")], ">") == [f"`{PADDING}7` {name}", "`10`"]


@examples()
@given(
    st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=10),
    st.sampled_from([">>|", "<>>", ">|<"]),
    st.booleans(),
)
def test_all_cells_of_a_page_are_equally_wide(rows: list[tuple[str, str, str]], align: str, edges: bool) -> None:
    cells = code_cells(rows, align, edges=edges)
    assert len({width(cell) for cell in cells}) == 1
    assert all(cell[0] == cell[-1] == "`" and "`" not in cell[1:-1] and " " not in cell for cell in cells)


def test_an_answer_has_its_small_print_below() -> None:
    embed = answer(["### A", "# 1"], footer=["rules of 2025", "", "as given"], picture="card.png")
    assert (embed.description, embed.footer.text) == ("### A\n# 1", "rules of 2025 · as given")
    assert (embed.title, embed.image.url) == (None, "attachment://card.png")


async def test_what_discord_refuses_is_told_of_both_kinds() -> None:
    view = discord.ui.View()
    for number in range(25):
        view.add_item(discord.ui.Button(label=str(number)))
    assert over_limits([answer(["x" * 4096])], view) == []
    assert over_limits([answer(["x" * 4097])]) == ["description: 4097"]
    assert over_limits([answer(["x" * 3001]), answer(["x" * 3000])]) == ["6001 characters of embeds"]

    layout = discord.ui.LayoutView()
    layout.add_item(discord.ui.Container(*(discord.ui.TextDisplay("x" * 400) for _ in range(10))))
    assert over_limits([], layout) == []
    layout.add_item(discord.ui.TextDisplay("x"))
    over = ["an embed beside components of the second version", "4001 characters"]
    assert over_limits([answer(["a"])], layout) == over
