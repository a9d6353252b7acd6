"""Reads golden cases; the figures and their sources are in tests/golden."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = GOLDEN / "files"
"""Files of real events, without their people."""


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of a file such as "uschess/k_factor"."""
    return tomllib.loads((GOLDEN / f"{name}.toml").read_text(encoding="utf-8"))["case"]


def golden(name: str) -> list[ParameterSet]:
    """Return the cases of a file for `pytest.mark.parametrize("case", ...)`, each under its own id."""
    return [pytest.param(case, id=case["id"]) for case in cases(name)]


def golden_case(name: str, case_id: str) -> dict[str, Any]:
    """Return one case by its id."""
    return next(case for case in cases(name) if case["id"] == case_id)
