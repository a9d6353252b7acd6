"""Every path, dotted name and door that the texts for developers name is there."""

import importlib
import re
from pathlib import Path

import pytest

from tests.conftest import SimulatedClub
from tools.write_commands import commands_page, permissions_page

ROOT = Path(__file__).parents[1]
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TOPS = ("bot", "cogs", "core", "tests", "tools", "docs")

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
_PATH = re.compile(rf"(?:{'|'.join(TOPS)})/[\w./-]*|[\w-]+\.(?:md|toml)")
_DOTTED = re.compile(r"(?:bot|cogs|core|tests)(?:\.\w+)+")
_DOOR = re.compile(r"make ([a-z]+)")


def named_in(text: str) -> tuple[set[str], set[str], set[str]]:
    """Return the paths, the dotted names and the doors of the Makefile that a text names."""
    codes = _CODE.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    words = {word for code in codes for word in code.split()} | set(
        re.findall(r"\b(?:bot|cogs|core|tests)/[\w/]+/", text)
    )
    paths = {word for word in words if _PATH.fullmatch(word)}
    dotted = {word for word in words if _DOTTED.fullmatch(word)}
    return paths, dotted, set(_DOOR.findall(" ".join(codes)))


def is_there(dotted: str) -> bool:
    """Tell whether a dotted name is a module, or something in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_what_a_text_names_is_there(text: Path) -> None:
    paths, dotted, doors = named_in(text.read_text(encoding="utf-8"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []
    assert sorted(name for name in dotted if not is_there(name)) == []
    assert sorted(door for door in doors if f"\n{door}:" not in makefile) == []


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_links_lead_somewhere(text: Path) -> None:
    links = [link for link in _LINK.findall(text.read_text(encoding="utf-8")) if "://" not in link]
    assert sorted(link for link in links if not (text.parent / link).exists()) == []


def test_the_texts_name_something_of_each_kind() -> None:
    found = [named_in(text.read_text(encoding="utf-8")) for text in TEXTS]
    assert all(any(kinds[kind] for kinds in found) for kind in range(3))


def test_a_name_that_is_gone_is_found_out() -> None:
    paths, dotted, doors = named_in("`core/gone.py` and `core.crosstable.Gone`: `make nothing`")
    assert (paths, doors) == ({"core/gone.py"}, {"nothing"})
    assert [is_there(name) for name in sorted(dotted)] == [False]
    assert is_there("core.crosstable.Crosstable")


async def test_the_pages_of_commands_and_buttons_are_what_discord_shows(club: SimulatedClub) -> None:
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert page == commands_page(club.env.bot.tree), "run `python tools/write_commands.py`"
    page = (ROOT / "docs/permissions.md").read_text(encoding="utf-8")
    assert page == permissions_page(page), "run `python tools/write_commands.py`"
