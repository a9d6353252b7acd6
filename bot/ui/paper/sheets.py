"""What is printed: tables and result slips."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table.

    aligns: a sign for each column: < > or ^. Cells may have several lines.
    keep: how many columns stand again on every page where the table is wider than one.
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
    """A slip that two players fill in. sides: what each is called, and the name. results: to tick, or to write."""

    title: str
    place: str
    sides: Sequence[tuple[str, str]]
    results: Sequence[str]


SLIPS_ON_A_PAGE = 4
