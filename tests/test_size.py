"""The program stays as small as pyproject.toml says, and no modules import each other."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools.size import ROOT, arrows_in, circles_in, measure, tokens_in


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    return measure(ROOT)


@pytest.fixture(scope="module")
def bound() -> dict[str, Any]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["tool"]["crosstable"]["size"]


@pytest.mark.parametrize("figure", ["tokens", "functions"])
def test_the_program_is_no_larger_than_its_bound(figures: dict[str, Any], bound: dict[str, Any], figure: str) -> None:
    print(f"{figure}: {figures[figure]:,} of {bound[figure]:,}")
    assert figures[figure] <= bound[figure]


def test_vague_names_do_not_become_more(figures: dict[str, Any], bound: dict[str, Any]) -> None:
    assert figures["vague names of 1,000"] <= bound["vague_names_of_1000"]


def test_no_modules_import_each_other(figures: dict[str, Any], bound: dict[str, Any]) -> None:
    assert figures["circles"] == bound["circles"]


def test_a_circle_of_imports_is_found_also_inside_functions(tmp_path: Path) -> None:
    modules = {
        "core/a.py": "from core.b import B\n",
        "core/b.py": "def late():\n    from core import c\n",
        "core/c.py": "from core.a import A\n",
        "core/d.py": "from core.a import A\n",
    }
    for name, text in modules.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert measure(tmp_path)["circles"] == [["core.a", "core.b", "core.c"]]


def test_an_arrow_is_counted_once_for_two_rooms() -> None:
    graph = {"core.a.x": {"core.b.y"}, "core.a.z": {"core.b.y", "core.a.x"}, "core.b.y": set[str]()}
    assert arrows_in(graph, "core") == (2, 1)
    assert circles_in(graph) == []


@pytest.mark.parametrize(("text", "count"), [("a = 1\n", 3), ('f"{a} {b!r}"\n', 1), ("# nothing\n", 0)])
def test_an_f_string_is_one_token_on_every_python(text: str, count: int) -> None:
    assert tokens_in(text) == count
