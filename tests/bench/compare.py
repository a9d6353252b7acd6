"""Figures of a run as JSON, and what is slower in this run than in an earlier one."""

import json
import platform
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import shown

NOISE = 0.25
"""By how much two runs differ on a machine that others use too; a figure with a spread has its own, if that is more."""

_UNITS = {"ms": 1e-3, "us": 1e-6, "ns": 1e-9, "s": 1.0}


def write(path: Path) -> None:
    """Write what was shown, with the machine."""
    figures = [
        {"title": title, "what": one.what, "value": one.value, "spread": one.spread, "ratio": one.ratio}
        for title, of_table in shown
        for one in of_table
    ]
    made = {"python": platform.python_version(), "machine": platform.machine(), "figures": figures}
    path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def slower_than(path: Path) -> list[str]:
    """Return a line for each figure that is slower by more than the noise than the one of the same name in a file."""
    old = {(one["title"], one["what"]): one for one in json.loads(path.read_text(encoding="utf-8"))["figures"]}
    return list(_slower(old))


def _slower(old: dict[tuple[str, str], dict[str, str]]) -> Iterator[str]:
    for title, figures in shown:
        for now in figures:
            before = old.get((title, now.what))
            then, here = seconds(before["value"]) if before else None, seconds(now.value)
            if before is None or not then or here is None:
                continue
            noise = max(NOISE, _half(now.spread, here), _half(before["spread"], then))
            if here > then * (1 + noise):
                yield f"{title}: {now.what}: {before['value']} -> {now.value}, {here / then:.2f} x"


def seconds(text: str) -> float | None:
    """Read a time such as 4.63 ms; None for anything else."""
    number, _, unit = text.partition(" ")
    try:
        return float(number) * _UNITS[unit]
    except (KeyError, ValueError):
        return None


def _half(spread: str, value: float) -> float:
    """Return how wide a spread is, as a share of the value."""
    ends = [seconds(end) for end in spread.split("–")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return 0.0
    return (ends[1] - ends[0]) / value
