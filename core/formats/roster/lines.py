"""What a list of people tells of each: who they are, and their ratings by list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

from core.event_file import Remark
from core.lists import RatingList
from core.opening import Opening

DETAILS = ("uschess_id", "fide_id", "naspa_id", "federation", "sex", "title")
"""What is told of a person in a word, by column of a player."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A person of the file, and the line where they stand.

    name: None in a list that goes by numbers alone. discord: a Discord user's id, or a name there.
    details: by column, those that are told. born: birth date; born_year where only that is told.
    ratings: by list; games is None where the file does not tell them.
    """

    line: int
    name: str | None = None
    discord: str | None = None
    details: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    born: date | None = None
    born_year: int | None = None
    ratings: Mapping[RatingList, Opening] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A whole file.

    format: what it was recognised as, in words. month: of a federation's list that tells it.
    is_federations: whether it lists strangers too, so that only those whom the club has are looked at.
    passed: how many of its people were passed over, for nobody wanted them.
    """

    format: str
    lines: tuple[RosterLine, ...]
    remarks: tuple[Remark, ...] = ()
    is_federations: bool = False
    passed: int = 0
    month: date | None = None
