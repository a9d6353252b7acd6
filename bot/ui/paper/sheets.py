"""What is printed: tables and result slips."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table.

    aligns: < > or ^ for each column. Cells may have several lines. keep: columns on every page of a wide table.
    """

    title: str
    facts: str
    head: Sequence[str]
    aligns: str
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    keep: int = 2


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip that two players fill in. sides: label and name. results: to tick, or to write."""

    title: str
    place: str
    sides: Sequence[tuple[str, str]]
    results: Sequence[str]


SLIPS_ON_A_PAGE = 4
