"""Measure how the house is built: `python tools/measure_house.py [folder ...]` prints one column for each folder.

A folder is a checkout, such as one that `git worktree add /tmp/before COMMIT` makes. Nothing is imported or run.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

TOPS = ("bot", "cogs", "core")
NOT_OURS = "migrations/versions"
SYSTEMS = ("uschess", "fide", "naspa", "qursh", "oracle", "elo", "glicko2")
FLOORS = ("core", "bot.store", "bot.services", "bot.ui", "cogs")
"""From the inmost out: whoever imports from a later one imports outward."""

HALLS = (
    "bot",
    "bot.services",
    "bot.store",
    "bot.ui",
    "cogs",
    "core",
    "core.formats",
    "core.formats.chess",
    "core.fide",
)
"""Folders of rooms: a file that lies in one of them, beside the rooms, is a room of its own."""

NO_SYSTEM = ("core.lists", "core.systems", "core.rating_system", "bot.ui.systems", "bot.services.systems")
"""What knows that there are systems, and is none."""

PER_SYSTEM = {"PlayerState", "PlayerResult", "Edition", "EventTerms", "Detail"}
"""The vocabulary that every system spells on purpose."""

_MEMBERSHIP = re.compile(
    r"\b(?:not )?in \(?(?:[a-z_]+\.)*[A-Z_]*LISTS\b|\b(?:is|is not|==|!=) RatingList\.|\bin PUBLISHED\b"
)


@dataclass(frozen=True)
class Module:
    """A file: its dotted name, its folder, its text and its tree."""

    name: str
    folder: str
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.name if self.folder in HALLS else self.folder

    @property
    def lines(self) -> int:
        return self.text.count("\n")


def modules_of(root: Path) -> list[Module]:
    """Return the product's modules; neither tests nor the migrations, which are frozen."""
    found = []
    for top in TOPS:
        for path in sorted((root / top).rglob("*.py")):
            inner = path.relative_to(root)
            if NOT_OURS not in inner.as_posix():
                text = path.read_text(encoding="utf-8")
                name = ".".join(inner.with_suffix("").parts).removesuffix(".__init__")
                found.append(Module(name, ".".join(inner.parent.parts), text, ast.parse(text)))
    return found


def arrows_of(modules: list[Module]) -> set[tuple[str, str]]:
    """Return which module imports which, those under `if TYPE_CHECKING` and in functions included."""
    names = {module.name for module in modules}
    arrows = set()
    for module in modules:
        for node in ast.walk(module.tree):
            targets: list[str] = []
            if isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                targets = [f"{node.module}.{alias.name}" for alias in node.names] + [node.module]
                targets = [target for target in targets[:-1] if target in names] or targets[-1:]
            arrows |= {(module.name, target) for target in targets if target in names and target != module.name}
    return arrows


def circles_of(arrows: set[tuple[str, str]]) -> list[set[str]]:
    """Return the groups of rooms that can each reach the others (Tarjan's strongly connected components)."""
    beyond: dict[str, set[str]] = defaultdict(set)
    for start, end in arrows:
        beyond[start].add(end)

    def reached(start: str) -> set[str]:
        seen, waiting = set(), [start]
        while waiting:
            for following in beyond[waiting.pop()] - seen:
                seen.add(following)
                waiting.append(following)
        return seen

    reach = {room: reached(room) for room in {room for arrow in arrows for room in arrow}}
    groups: list[set[str]] = []
    for room, far in reach.items():
        if room in far and not any(room in group for group in groups):
            groups.append({other for other in far if room in reach[other]})
    return groups


def backward(arrows: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the arrows between rooms that import each other, each way one."""
    return sorted(arrow for arrow in arrows if arrow[::-1] in arrows)


def outward(arrows: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the imports that leave a floor for one further out."""
    return sorted((start, end) for start, end in arrows if _floor(start) < _floor(end))


def _floor(module: str) -> int:
    return next((at for at, floor in enumerate(FLOORS) if f"{module}.".startswith(f"{floor}.")), len(FLOORS))


def classes_of(modules: list[Module]) -> dict[str, set[str]]:
    """Return the public classes by name, each with the rooms that define it."""
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(module.folder)
    return found


def functions_of(modules: list[Module]) -> Iterator[tuple[int, str]]:
    """Yield the length in lines and the name of every function."""
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                yield node.end_lineno - node.lineno + 1, f"{module.name}.{node.name}"


def is_of_a_system(module: Module) -> bool:
    """Tell whether a module belongs to one rating system, or is where they are entered."""
    parts = module.name.split(".")
    return any(part == system or part.startswith(f"{system}_") for part in parts[1:] for system in SYSTEMS) and (
        "uschess_report" not in parts and not module.name.startswith("core.formats")
    )


def memberships_of(modules: list[Module]) -> list[str]:
    """Return where code outside the systems asks whether a list is a certain system's."""
    return [
        f"{module.name}:{number}"
        for module in modules
        if not is_of_a_system(module) and module.name not in NO_SYSTEM
        for number, line in enumerate(module.text.splitlines(), start=1)
        if _MEMBERSHIP.search(line) and not line.lstrip().startswith(("#", '"', "import ", "from "))
    ]


def generic_to_system(arrows: set[tuple[str, str]], modules: list[Module]) -> list[tuple[str, str]]:
    """Return the imports of a single system by code that belongs to none."""
    ours = {module.name: is_of_a_system(module) for module in modules}
    return sorted((start, end) for start, end in arrows if not ours[start] and ours[end] and start not in NO_SYSTEM)


def folders_of(modules: list[Module]) -> dict[str, int]:
    """Return how many files lie in each room, `__init__.py` apart."""
    count: dict[str, int] = defaultdict(int)
    for module in modules:
        count[module.folder] += module.name != module.folder
    return dict(count)


def measures(modules: list[Module]) -> dict[str, str]:
    """Return the figures, by what they are of."""
    arrows = arrows_of(modules)
    room = {module.name: module.room for module in modules}
    between = {(room[start], room[end]) for start, end in arrows if room[start] != room[end]}
    folders = folders_of(modules)
    outside = {
        name: count
        for name, count in folders.items()
        if not re.match(r"core\.(?:uschess|fide|oracle|naspa|qursh)", name)
    }
    lengths = sorted(functions_of(modules))
    shared = {name for name, rooms in classes_of(modules).items() if len(rooms) > 1 and name not in PER_SYSTEM}
    sizes = [module.lines for module in modules]
    fullest = sorted(outside.items(), key=lambda item: -item[1])[:3]
    return {
        "files": str(len(modules)),
        "lines": f"{sum(sizes):,}",
        "median and longest file": f"{median(sizes):g}, {max(sizes)}",
        "folders": str(sum(count > 0 for count in folders.values())),
        "fullest folders but for core's systems": ", ".join(f"{name} {count}" for name, count in fullest),
        "folders with more than 15 files, core's systems apart": str(sum(count > 15 for count in outside.values())),
        "imports between modules": str(len(arrows)),
        "rooms": str(len(set(room.values()))),
        "arrows between rooms": str(len(between)),
        "rooms of bot/services, arrows between them": _within("bot.services", between),
        "rooms of bot/ui, arrows between them": _within("bot.ui", between),
        "pairs of rooms that import each other": str(len(backward(between)) // 2),
        "rooms caught in circles": str(sum(map(len, circles_of(between)))),
        "imports outward (core < store < services < ui < cogs)": str(
            sum(1 for start, end in outward(arrows) if _floor(start) < len(FLOORS) > _floor(end))
        ),
        "imports of one system by generic code": str(len(generic_to_system(arrows, modules))),
        "tests of list membership outside systems": str(len(memberships_of(modules))),
        "public class names in more than one package": str(len(shared)),
        "functions": f"{len(lengths):,}",
        "mean function": f"{mean(length for length, _ in lengths):.1f} lines",
        "longest function": f"{lengths[-1][0]} lines ({lengths[-1][1]})",
    }


def _within(hall: str, arrows: set[tuple[str, str]]) -> str:
    within = {arrow for arrow in arrows if all(room.startswith(f"{hall}.") for room in arrow)}
    return f"{len({room for arrow in within for room in arrow})}, {len(within)}"


def main() -> None:
    roots = [Path(name) for name in sys.argv[1:]] or [Path(__file__).parents[1]]
    columns = [measures(modules_of(root)) for root in roots]
    print("| what | " + " | ".join(root.resolve().name for root in roots) + " |")
    print("|---|" + "---|" * len(roots))
    for what in columns[0]:
        print(f"| {what} | " + " | ".join(column[what] for column in columns) + " |")
    modules = modules_of(roots[-1])
    print(f"\nFiles by folder in {roots[-1].resolve().name}:")
    for name, count in sorted(folders_of(modules).items()):
        print(f"  {name:<32} {count:>3}")
    arrows = arrows_of(modules)
    room = {module.name: module.room for module in modules}
    between = {(room[start], room[end]) for start, end in arrows if room[start] != room[end]}
    print("\nRooms that import each other:")
    for start, end in backward(between):
        because = [f"{a} -> {b}" for a, b in sorted(arrows) if (room[a], room[b]) == (start, end)]
        print(f"  {start} -> {end}: {'; '.join(because[:4])}")
    print("\nClasses of one name: ", end="")
    shared = {name: rooms for name, rooms in classes_of(modules).items() if len(rooms) > 1 and name not in PER_SYSTEM}
    print("; ".join(f"{name} ({', '.join(sorted(rooms))})" for name, rooms in sorted(shared.items())) or "none")
    print("\nList membership outside systems: " + (", ".join(memberships_of(modules)) or "none"))
    print("\nImports of one system by generic code:")
    for start, end in generic_to_system(arrows, modules):
        print(f"  {start} -> {end}")


if __name__ == "__main__":
    main()
