"""Every link, path, name and command in documents and help texts works."""

import importlib
import io
import re
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.cli.commands import parser
from bot.practice.page import WELCOME
from bot.ui.buttons.help import TOPICS
from tests.conftest import SimulatedClub
from tools.take_pictures import page as gallery_page
from tools.write_commands import buttons_page, commands_page

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
DOCUMENTS += sorted((ROOT / "docs").glob("*.md"))
DEVELOPERS = ("architecture", "adding-a-command", "adding-a-format", "adding-a-system", "club-file")
TOPS = ("bot", "cogs", "core", "tests", "tools", "docs")

_CODE = re.compile(r"`([^`\n]+)`")
_FENCED = re.compile(r"^```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
_PATH = re.compile(rf"(?:{'|'.join(TOPS)})/[\w./-]*|[\w-]+\.(?:md|toml)")
_DOTTED = re.compile(r"(?:bot|cogs|core|tests)(?:\.\w+)+")
_MAKE = re.compile(r"make ([a-z][a-z-]*)")
_PROGRAM = re.compile(r"crosstable ([a-z][a-z-]*)([^#\n]*)")
_SLASH = re.compile(r"/[a-z]+(?: [a-z]+)*")
_OPTION = re.compile(r"(?<![\w/])([a-z_]+\d?): ")
_BOLD = re.compile(r"(^(?:[*•-] |\d\. )?)?\*\*([^*\n]+)\*\*", re.MULTILINE)
HTTP_PATHS = {"/live", "/ready", "/metrics"}


def code_in(text: str) -> list[str]:
    fenced = [line for block in _FENCED.findall(text) for line in block.splitlines()]
    return _CODE.findall(_FENCED.sub("", text)) + fenced


def is_importable(dotted: str) -> bool:
    """Return whether a dotted name is a module."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


def broken_names(text: str) -> list[str]:
    """Return the paths, dotted names, make targets and program's commands in a text that do not exist."""
    code = code_in(text)
    words = {word for span in code for word in span.split()}
    words |= set(re.findall(r"\b(?:bot|cogs|core|tests)/[\w/]+/", text))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    broken = [word for word in words if _PATH.fullmatch(word) and not (ROOT / word).exists()]
    broken += [word for word in words if _DOTTED.fullmatch(word) and not is_importable(word)]
    broken += [target for target in _MAKE.findall("\n".join(code)) if f"\n{target}:" not in makefile]
    known = parser().format_help()
    for name, rest in _PROGRAM.findall("\n".join(code)):
        wrong = set(re.findall("--[a-z-]+", rest)) - set(program_options(name))
        broken += [name] if f"    {name} " not in known else wrong
    return sorted(broken)


def program_options(command: str) -> list[str]:
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(printed), suppress(SystemExit):
        parser().parse_args([command, "--help"])
    return re.findall("--[a-z-]+", printed.getvalue())


def broken_links(path: Path) -> list[str]:
    """Return the relative links of a document that lead nowhere."""
    broken = []
    for target, anchor in _LINK.findall(path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        found = path.parent / target if target else path
        if not found.exists() or (anchor and anchor not in anchors(found)):
            broken.append(f"{target}#{anchor}")
    return broken


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_commands(tree: app_commands.CommandTree[Any], text: str) -> list[str]:
    """Return the slash commands of a text that do not exist."""
    known = {f"/{command.qualified_name}": command for command in tree.walk_commands()}
    broken = []
    for span in code_in(text):
        if (found := _SLASH.match(span)) is None or span in HTTP_PATHS:
            continue
        words = found[0].split()
        name = next((name for n in range(len(words), 0, -1) if (name := " ".join(words[:n])) in known), None)
        command = known.get(name or "")
        rest = span.removeprefix(name or "")
        options = {option.display_name for option in getattr(command, "parameters", ())}
        is_group_with_more = isinstance(command, app_commands.Group) and rest.strip(" …")
        if command is None or is_group_with_more or set(_OPTION.findall(rest)) - options:
            broken.append(span)
    return broken


def unknown_labels(text: str) -> list[str]:
    """Return the bold phrases inside the lines of a guide, such as buttons, that the program never shows."""
    sources = source_of("bot", "cogs", "core")
    labels = {bold[2] for bold in _BOLD.finditer(text) if bold[1] is None and bold[2][-1] not in ".:?"}
    return sorted(label for label in labels if f'"{label}' not in sources)


def source_of(*tops: str) -> str:
    paths = [path for top in tops for path in sorted((ROOT / top).rglob("*.py"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def unknown_identifiers(text: str) -> list[str]:
    """Return the identifiers in a text, such as a class with its method."""
    known = set(re.findall(r"\w+", source_of("bot", "cogs", "core", "tests") + (ROOT / "Makefile").read_text("utf-8")))
    named = {span for span in code_in(text) if re.fullmatch(r"@?[A-Za-z_][\w.]*\w", span)}
    return sorted(span for span in named if not set(re.findall(r"\w+", span)) <= known | {"pyproject", "toml"})


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_only_what_exists(path: Path) -> None:
    assert broken_names(path.read_text(encoding="utf-8")) == []
    assert broken_links(path) == []


@pytest.mark.parametrize("name", ["members", "directors", "permissions", "PRIVACY", "formats", "gallery"])
def test_buttons_in_guides_exist(name: str) -> None:
    assert unknown_labels((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", *(f"docs/{name}.md" for name in DEVELOPERS)])
def test_identifiers_in_developers_documents_exist(name: str) -> None:
    assert unknown_identifiers((ROOT / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("topic", TOPICS)
def test_buttons_and_names_in_help_exist(topic: str) -> None:
    assert unknown_labels(TOPICS[topic].text) == []
    assert broken_names(TOPICS[topic].text) == []


def test_documents_named_in_texts_exist() -> None:
    paths = [ROOT / ".env.example", *(path for path in (ROOT / "deploy").iterdir() if path.is_file())]
    texts = [source_of("bot", "cogs", "core"), *(path.read_text(encoding="utf-8") for path in paths)]
    named = {name for text in texts for name in re.findall(r"docs/[\w-]+\.\w+", text)}
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


async def test_commands_in_documents_and_help_exist_with_their_options(club: SimulatedClub) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    texts |= {topic.key: topic.text for topic in TOPICS.values()} | {"practice": WELCOME}
    broken = {name: broken_commands(club.env.bot.tree, text) for name, text in texts.items()}
    assert {name: found for name, found in broken.items() if found} == {}


async def test_a_wrong_command_option_or_name_is_found(club: SimulatedClub, tmp_path: Path) -> None:
    tree = club.env.bot.tree
    assert broken_commands(tree, "`/rating gone` `/rating update score: 3` `/rating update points: 3` `/live`") == [
        "/rating gone",
        "/rating update points: 3",
    ]
    text = (
        "`core/gone.py` `core.event.crosstable.Gone` `core.event.crosstable.Crosstable` `make nothing`\n"
        "```\ncrosstable gone\n"
        "crosstable backup FOLDER --keep 3 --gone\n```\n"
    )
    assert broken_names(text) == ["--gone", "core.event.crosstable.Gone", "core/gone.py", "gone", "nothing"]
    gone = "_".join(("no", "such", "method"))  # in one word it would be in the code
    assert unknown_identifiers(f"`RatingSystem.rank` `RatingSystem.{gone}`") == [f"RatingSystem.{gone}"]
    assert unknown_labels("Press **Calculation** or **Guess**.") == ["Guess"]
    page = tmp_path / "page.md"
    page.write_text("# One *and* two\n[here](#one-and-two) [there](#three) [gone](gone.md)", encoding="utf-8")
    assert broken_links(page) == ["#three", "gone.md#"]


async def test_generated_pages_are_up_to_date(club: SimulatedClub) -> None:
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert page == commands_page(club.env.bot.tree), "run `python tools/write_commands.py`"
    page = (ROOT / "docs/buttons.md").read_text(encoding="utf-8")
    assert page == buttons_page(), "run `python tools/write_commands.py`"
    assert (ROOT / "docs/gallery.md").read_text(encoding="utf-8") == gallery_page()
