"""A displayed rating has one rounding, halves up: `core.words.displayed`. Nothing else in the source rounds one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.words import displayed

ROOT = Path(__file__).parents[1]
NOT_A_RATING = {
    "points[0]": "of a game",
    "points[1]": "of a game",
    "game.points": "of a game",
    "game.theirs": "of a game",
    "book.average.average": "of a game",
    "value": "points of a game",
    "report.table.even": "of a game",
    "abs(report.even_margin)": "of a game",
    "cell.mean": "of a game",
    "cell.deviation": "of a game",
    "mean": "of a game",
    "deviation": "of a game",
    "chance": "in percent",
    "box_of(item).left": "pixels",
    "left": "pixels",
    "top": "pixels",
    "item.y": "pixels",
    "place[0]": "pixels",
    "right - left": "pixels",
    "bottom - top": "pixels",
    "item.x - item.radius": "pixels",
    "item.y - item.radius": "pixels",
    "table.curve.mean - reach": "of a game",
    "table.curve.mean + reach": "of a game",
    "count": "rounds",
    "log_strength": "an exponent",
}
"""What is rounded elsewhere, and what it is."""


def rounded(source: str) -> Iterator[str]:
    """Return what a module rounds to whole numbers; nobody multiplies a rating to show it."""
    for node in ast.walk(ast.parse(source)):
        for value in _rounded_by(node):
            if not any(isinstance(part, ast.Mult | ast.Div | ast.Pow) for part in ast.walk(value)):
                yield ast.unparse(value)


def _rounded_by(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.FormattedValue) and node.format_spec and ".0f" in ast.unparse(node.format_spec):
        yield node.value
    if not isinstance(node, ast.Call):
        return
    name, more = ast.unparse(node.func).rpartition(".")[2], node.args[1:]
    if (name == "round" and not more) or (name == "number" and [ast.unparse(one) for one in more] == ["0"]):
        yield node.args[0]
    if name in ("int", "floor") and node.args and ast.unparse(node.args[0]).endswith("+ 0.5"):
        yield node.args[0]


def test_nothing_else_rounds_a_rating() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {value}"
        for folder in ("bot", "cogs", "core")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for value in rounded(path.read_text(encoding="utf-8"))
        if value not in NOT_A_RATING
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "round(one.rating)",
        'f"{floor.rating:.0f}"',
        'f"{here - there:+.0f}"',
        "number(outcome.performance, 0)",
        "math.floor(rating + 0.5)",
        "int((entrant.rating or 0) + 0.5)",
        "func.floor(rating + 0.5)",
    ],
)
def test_a_rounding_is_seen(source: str) -> None:
    assert list(rounded(source))


@pytest.mark.parametrize("source", ["round(100 * chance)", "round(rating, 2)", 'f"{rating:.2f}"', "displayed(rating)"])
def test_what_is_no_rounding_of_a_rating_is_passed_over(source: str) -> None:
    assert list(rounded(source)) == []


@pytest.mark.parametrize(
    ("rating", "shown"),
    # Halves up, the even and the odd; 0.6 / 1.6 through a logarithm and back is a little less than 37.5.
    [(1512.5, 1513), (1513.5, 1514), (1512.4999, 1512), (-0.5, 0), (37.49999999999999, 38)],
)
def test_halves_go_up(rating: float, shown: int) -> None:
    assert displayed(rating) == shown
