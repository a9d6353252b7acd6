"""Taking times side by side, and printing them one figure a line."""

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from bot.app import GARBAGE

Times = Sequence[float]
"""Seconds."""


def settle_memory() -> None:
    """Do what the bot does once it is ready."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


def side_by_side(rounds: int, calls: int, **work: Callable[[], object]) -> dict[str, Times]:
    """Return the CPU time of a call in each round."""
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, call in work.items():
            start = time.process_time()
            for _ in range(calls):
                call()
            times[name].append((time.process_time() - start) / calls)
    return dict(times)


def p99(times: Times) -> float:
    return sorted(times)[min(len(times) - 1, round(0.99 * (len(times) - 1)))]


@dataclass(frozen=True, slots=True)
class Figure:
    """A line: what was measured, the value as text, and how it compares.

    aim: in words, such as "<= 1.5", for a ratio that has one.
    """

    what: str
    value: str
    ratio: float | None = None
    aim: str = ""
    spread: str = ""

    def met(self) -> str:
        if self.ratio is None or not self.aim:
            return ""
        sign, limit = self.aim.split()
        return "met" if (self.ratio <= float(limit) if sign == "<=" else self.ratio >= float(limit)) else "missed"


def show(title: str, figures: Iterable[Figure], *notes: str) -> None:
    rows = [
        (line.what, line.value, line.spread, "" if line.ratio is None else f"{line.ratio:.2f}", line.aim, line.met())
        for line in figures
    ]
    rows.insert(0, ("figure", "value", "half within", "ratio", "aim", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    print(f"\n{title}")
    for note in notes:
        print(f"  {note}")
    for index, (what, *cells) in enumerate(rows):
        line = what.ljust(widths[0]) + "".join(
            f"  {cell.rjust(width)}" for cell, width in zip(cells, widths[1:], strict=True)
        )
        print(line.rstrip())
        if index == 0:
            print("-" * (sum(widths) + 10))


def spread(times: Times) -> str:
    ordered = sorted(times)
    return f"{ms(ordered[len(ordered) // 4])}–{ms(ordered[len(ordered) * 3 // 4])}"


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def us(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us"


def ratio_of(ours: Times, theirs: Times) -> float:
    return median(ours) / median(theirs)
