"""No module of the program uses a private name of another one, or of a package."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = [path for folder in ("bot", "core", "cogs") for path in sorted((ROOT / folder).rglob("*.py"))]


PUBLIC = {"_asdict", "_exit", "_fields", "_mapping", "_replace"}
"""Names that are documented all the same."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def private_names(source: str) -> Iterator[str]:
    """Yield the private names that a module takes from others."""
    modules: set[str] = set()
    nodes = list(ast.walk(ast.parse(source)))
    for node in nodes:
        if isinstance(node, ast.Import):
            modules.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
            yield from (alias.name for alias in node.names if any(map(is_private, alias.name.split("."))))
        elif isinstance(node, ast.ImportFrom):
            modules.update(alias.asname or alias.name for alias in node.names)
            names = [*str(node.module or "").split("."), *(alias.name for alias in node.names)]
            yield from filter(is_private, names)
    for node in nodes:
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            inmost = node.value
            while isinstance(inmost, ast.Attribute):
                inmost = inmost.value
            if isinstance(inmost, ast.Name) and inmost.id in modules:
                yield ast.unparse(node)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from a.b import _c", ["_c"]),
        ("from a._b import c", ["_b"]),
        ("import a\na.b._c()", ["a.b._c"]),
        ("import a._b", ["a._b"]),
        ("from a import b\nb._c = 1", ["b._c"]),
        ("from __future__ import annotations\nself._a = b._c\nimport a\na.__name__", []),
    ],
)
def test_private_names_are_found(source: str, found: list[str]) -> None:
    assert list(private_names(source)) == found


def test_the_program_uses_no_private_name_of_another_module() -> None:
    used = [f"{path.relative_to(ROOT)}: {name}" for path in FILES for name in private_names(path.read_text("utf-8"))]
    assert used == []
