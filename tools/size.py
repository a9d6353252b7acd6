"""Print the size of bot, cogs and core: tokens, functions, circles of imports, rooms and arrows, vague names.

Usage: python tools/size.py [--json]. The same figures on every Python: an f-string is one token.
"""

import ast
import io
import json
import sys
import tokenize
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("bot", "cogs", "core")
PLACES = ("core", "bot.services", "bot.store", "bot.ui")
_VAGUE = (
    "one found moved written known asked done shown said told kept made seen given taken look looked where what whom"
    " who others some each thing things way again behind before after here there"
)
VAGUE = frozenset(_VAGUE.split())
"""Ordinary words as names of values. As parts of names they are not counted."""

COUNTED = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)
_BEGINS = {getattr(tokenize, name, None) for name in ("FSTRING_START", "TSTRING_START")}
_ENDS = {getattr(tokenize, name, None) for name in ("FSTRING_END", "TSTRING_END")}


def tokens_in(text: str) -> int:
    count = depth = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _BEGINS:
            count += depth == 0
            depth += 1
        elif token.type in _ENDS:
            depth -= 1
        elif not depth:
            count += token.type in COUNTED
    return count


def modules_in(root: Path) -> dict[str, Path]:
    """Return every module of the program by its dotted name."""
    modules = {}
    for top in TOPS:
        for path in sorted((root / top).rglob("*.py")):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            modules[name.removesuffix(".__init__")] = path
    return modules


def imports_in(tree: ast.AST, modules: dict[str, Path]) -> set[str]:
    """Return the modules that a module imports, also inside functions and for types alone."""
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                imported.add(name if name in modules else node.module)
    return imported & modules.keys()


def circles_in(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return groups of modules that import each other, largest first."""
    reached = {module: _reached(graph, module) for module in graph}
    circles = {tuple(sorted(other for other in reached[module] if module in reached[other])) for module in graph}
    return sorted((list(circle) for circle in circles if len(circle) > 1), key=len, reverse=True)


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for module in graph[waiting.pop()] - reached:
            reached.add(module)
            waiting.append(module)
    return reached


def arrows_in(graph: dict[str, set[str]], place: str) -> tuple[int, int]:
    """Return how many rooms a package has, and how many pairs of them import one from the other."""
    prefix = f"{place}."
    room = {module: module.removeprefix(prefix).split(".")[0] for module in graph if module.startswith(prefix)}
    arrows = set()
    for module in room:
        arrows |= {(room[module], room[other]) for other in graph[module] if other in room}
    return len(set(room.values())), len([first for first, second in arrows if first != second])


def measure(root: Path) -> dict[str, Any]:
    modules = modules_in(root)
    figures = Counter[str](files=len(modules))
    names = vague = 0
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        graph[module] = imports_in(tree, modules) - {module}
        figures["lines"] += text.count("\n")
        figures["tokens"] += tokens_in(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                figures["functions"] += 1
            elif isinstance(node, ast.Name | ast.arg):
                names += 1
                vague += (node.id if isinstance(node, ast.Name) else node.arg) in VAGUE
            elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
                figures["comprehensions with two fors"] += len(node.generators) > 1
    rooms = {place: arrows_in(graph, place) for place in PLACES}
    return {
        **figures,
        "vague names of 1,000": round(1000 * vague / max(names, 1), 1),
        "circles": circles_in(graph),
        "rooms and arrows": rooms,
    }


def main() -> None:
    figures = measure(ROOT)
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    for place, (rooms, arrows) in figures.pop("rooms and arrows").items():
        print(f"{place:30} {rooms:>10} rooms {arrows:>5} arrows")
    print(f"{'circles':30} {figures.pop('circles') or 'none'}")
    for name, figure in figures.items():
        print(f"{name:30} {figure:>10,}")


if __name__ == "__main__":
    main()
