"""Which backups are kept: the last of each day, week, month and year, for as many of these as there are to be."""

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from core.errors import InputError

Backup = TypeVar("Backup")

_PERIODS: dict[str, Callable[[datetime], Hashable]] = {
    "d": lambda at: at.date(),
    "w": lambda at: at.isocalendar()[:2],
    "m": lambda at: (at.year, at.month),
    "y": lambda at: at.year,
}


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days, weeks, months and years keep their last backup, by letter; only those count that have one."""

    counts: tuple[tuple[str, int], ...]

    @classmethod
    def read(cls, written: str) -> "Retention":
        """Read such as 7d,4w,6m; raise InputError with what to write instead."""
        parts = [re.fullmatch(r"([1-9]\d{0,3})([dwmy])", part.strip()) for part in written.split(",")]
        counts = tuple((part[2], int(part[1])) for part in parts if part is not None)
        if len(counts) < len(parts) or len({letter for letter, _ in counts}) < len(counts):
            raise InputError(
                f"{written!r} does not say which backups to keep: write such as 7d,4w,6m for the last of each of seven"
                " days, four weeks and six months."
            )
        return cls(counts)

    def dropped(self, backups: Iterable[tuple[datetime, Backup]]) -> list[Backup]:
        """Return which backups go, oldest first; the newest of all stays."""
        newest_first = sorted(backups, key=lambda one: one[0], reverse=True)
        kept = {0}
        for letter, count in self.counts:
            last: dict[Hashable, int] = {}
            for number, (at, _) in enumerate(newest_first):
                last.setdefault(_PERIODS[letter](at), number)
            kept.update(list(last.values())[:count])
        return [backup for number, (_, backup) in enumerate(newest_first) if number not in kept][::-1]
