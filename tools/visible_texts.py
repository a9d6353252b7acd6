"""Print the texts that people may read: `python tools/visible_texts.py [folder]`, or of two folders what differs.

They are taken from the code: strings of cogs/ and bot/ui/ that are no docstring, no key and no id, and elsewhere what
errors and remarks say. What is filled in stands as {}. Files may move without a difference.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SHOWN = ("cogs", "bot/ui")
"""Where every text is for people."""

ELSEWHERE = ("bot", "core")
"""Where raises, remarks and labels are."""

SAYS = {"Remark", "add", "fault", "doubt", "write", "print", "warning", "error", "info", "exit"}
"""Calls that carry a sentence."""


def texts_of(root: Path) -> Counter[str]:
    """Return the texts of a checkout, each with how often it stands there."""
    found: Counter[str] = Counter()
    for top in (*SHOWN, *ELSEWHERE):
        for path in sorted((root / top).rglob("*.py")):
            inner = path.relative_to(root).as_posix()
            shown = inner.startswith(tuple(f"{folder}/" for folder in SHOWN))
            if "migrations/" in inner or (top in ELSEWHERE and shown):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found.update(_all_texts(tree) if shown else _said_texts(tree))
    return found


def _all_texts(tree: ast.Module) -> Iterator[str]:
    """Yield every text for people of a module; a command's docstring is its description."""
    aside = _asides(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef) and _is_command(node):
            yield from filter(None, [ast.get_docstring(node)])
    yield from _texts(tree, aside)


def _said_texts(tree: ast.Module) -> Iterator[str]:
    """Yield what a module raises or remarks, and its labels."""
    aside = _asides(tree)
    for node in ast.walk(tree):
        is_said = isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SAYS
        if isinstance(node, ast.Raise) or is_said:
            yield from _texts(node, aside)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            yield from (text for text in _texts(node.value, aside) if text.count(" ") > 2)


def _texts(tree: ast.AST, aside: set[int]) -> Iterator[str]:
    if id(tree) in aside:
        return
    if isinstance(tree, ast.JoinedStr):
        yield from filter(_is_words, ["".join(_part(value) for value in tree.values)])
        for value in tree.values:
            if isinstance(value, ast.FormattedValue):
                yield from _texts(value.value, aside)
    elif isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield from filter(_is_words, [tree.value])
    else:
        for child in ast.iter_child_nodes(tree):
            yield from _texts(child, aside)


def _part(value: ast.expr) -> str:
    return str(value.value) if isinstance(value, ast.Constant) else "{}"


def _is_words(text: str) -> bool:
    """Tell whether a text is for people, and no key, id or pattern."""
    return any(letter.isalpha() for letter in text) and (" " in text.strip() or text[:1].isupper())


def _asides(tree: ast.Module) -> set[int]:
    """Return the strings that say something to developers: docstrings, and those below constants."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _is_command(node: ast.AsyncFunctionDef | ast.FunctionDef) -> bool:
    return any("command" in ast.unparse(decorator) for decorator in node.decorator_list)


def main() -> None:
    found = [texts_of(Path(name)) for name in sys.argv[1:3] or [str(Path(__file__).parents[1])]]
    if len(found) == 1:
        print("\n".join(repr(text) for text in sorted(found[0])))
        return
    before, after = (set(texts) for texts in found)
    print(f"{len(before & after):,} texts as they were; {len(before - after)} gone, {len(after - before)} new")
    for sign, texts in (("-", before - after), ("+", after - before)):
        print("\n".join(f"{sign} {text!r}" for text in sorted(texts)))


if __name__ == "__main__":
    main()
