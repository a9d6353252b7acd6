"""Every golden case says where its figures come from, and can be told apart from the others of its file."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.toml"))


def faults(document: dict[str, Any]) -> list[str]:
    """Say what is wrong with a golden file: nothing when every case is named once and has a source."""
    cases = document.get("case", [])
    found = [] if isinstance(cases, list) and cases else ["no [[case]] at all"]
    found += [f'"{key}" stands outside the cases' for key in document if key != "case"]
    if found:
        return found
    for position, case in enumerate(cases, start=1):
        for key in ("id", "source"):
            if not isinstance(case.get(key), str) or not case[key].strip():
                found.append(f"case {position} ({case.get('id')}) has no {key}")
    named = Counter(case.get("id") for case in cases)
    return found + [f'"{name}" names {count} cases' for name, count in named.items() if count > 1]


def test_there_are_golden_files() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HERE).as_posix())
def test_every_case_has_a_source_and_an_id_of_its_own(path: Path) -> None:
    assert faults(tomllib.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no [[case]] at all"),
        ('[[case]]\nid = "a"\n', "case 1 (a) has no source"),
        ('[[case]]\nid = "a"\nsource = "  "\n', "case 1 (a) has no source"),
        ('[[case]]\nid = "a"\nsource = 7\n', "case 1 (a) has no source"),
        ('[[case]]\nsource = "a page"\n', "case 1 (None) has no id"),
        ('[[case]]\nid = "a"\nsource = "x"\n[[case]]\nid = "a"\nsource = "y"\n', '"a" names 2 cases'),
        ('[[cases]]\nid = "a"\nsource = "x"\n', '"cases" stands outside the cases'),
    ],
)
def test_a_faulty_file_is_refused(text: str, fault: str) -> None:
    assert fault in faults(tomllib.loads(text))
