"""A revision is never edited once it is committed: databases were made by it, and no later run mends them."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

import bot.store.migrations

FOLDER = Path(bot.store.migrations.__file__).parent
HOW = "a new revision is listed in released.json by its digest"


def digest(path: Path) -> str:
    """Return a file's SHA-256, whichever line ends a checkout gave it."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def faults(folder: Path) -> list[str]:
    """Say which revisions are not as they were released."""
    released = json.loads((folder / "released.json").read_text(encoding="utf-8"))
    files = {path.name.split("_")[0]: path for path in sorted((folder / "versions").glob("[0-9]*.py"))}
    found = [f"{revision} is missing: take its file back" for revision in sorted(released.keys() - files.keys())]
    for revision, path in files.items():
        if revision not in released:
            found.append(f"{path.name} is not listed: {HOW} {digest(path)}")
        elif released[revision] != digest(path):
            found.append(f"{path.name} was changed: take it back and write a new revision")
    return found


def test_every_released_revision_is_as_it_was_released() -> None:
    assert faults(FOLDER) == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__")))


def test_line_ends_are_no_change(copy: Path) -> None:
    for path in (copy / "versions").glob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert faults(copy) == []


def test_a_changed_revision_is_refused(copy: Path) -> None:
    (path,) = (copy / "versions").glob("0004_*.py")
    path.write_text(path.read_text(encoding="utf-8").replace("length=16", "length=17"), encoding="utf-8")
    assert faults(copy) == [f"{path.name} was changed: take it back and write a new revision"]


def test_a_missing_revision_is_refused(copy: Path) -> None:
    (path,) = (copy / "versions").glob("0002_*.py")
    path.unlink()
    assert faults(copy) == ["0002 is missing: take its file back"]


def test_a_revision_that_is_not_listed_is_refused(copy: Path) -> None:
    path = copy / "versions" / "9999_something_more.py"
    path.write_text("revision = '9999'\n", encoding="utf-8")
    assert faults(copy) == [f"9999_something_more.py is not listed: {HOW} {digest(path)}"]
