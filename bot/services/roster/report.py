"""What a roster would do, or did: everybody in it, as they are new, changed, as before, or doubtful."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from bot.services.players.edit import LABELS
from bot.store.rows import Player
from core.event_file import Remark
from core.formats.roster.lines import RosterLine
from core.lists import RatingList
from core.opening import Opening

BORN = "born"


@dataclass(frozen=True, slots=True)
class RosterOptions:
    """What the director chose. roster: marks a waiting file as a roster.

    known_only: whether people whom the club does not have are passed over. day: from which the ratings count.
    overwrite: whether the file's word counts where something else is kept already.
    members: who the members of the server are whom the file names, by what it says: id and display name.
    by_name: whether somebody whom the file does not name on Discord is the member of their name.
    chosen: who somebody of the file is, by line; 0 for somebody new.
    """

    roster: bool = True
    known_only: bool = False
    day: date | None = None
    overwrite: bool = False
    by_name: bool = False
    members: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    chosen: Mapping[str, int] = field(default_factory=dict)


class Standing(StrEnum):
    """How somebody of the file stands to the club."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the file says otherwise, in words: what it is, as it is kept, and as the file has it."""

    label: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the file. player: as the club knows them, None for somebody new.

    changes: what is different afterwards. kept: what the file says otherwise and stays, for nobody asked for it.
    doubt: why the line is left out; suggestions: who it may be.
    values: columns to be set. openings: ratings to be set.
    unfound: what the file says they are called on Discord, where no one member of the server is.
    is_namesake: whether a member of the server is called so, whom nobody has said to be them.
    """

    told: RosterLine
    player: Player | None = None
    changes: tuple[Difference, ...] = ()
    kept: tuple[Difference, ...] = ()
    doubt: str | None = None
    suggestions: tuple[Player, ...] = ()
    values: Mapping[str, str | int | date | bool | None] = field(default_factory=dict)
    openings: Mapping[RatingList, Opening] = field(default_factory=dict)
    is_namesake: bool = False
    unfound: str | None = None

    @property
    def name(self) -> str:
        """Return what they are called, in the club or in the file."""
        return self.player.name if self.player is not None else self.told.name or self.told.discord or "nobody"

    @property
    def standing(self) -> Standing:
        if self.doubt is not None:
            return Standing.DOUBTFUL
        if self.player is None:
            return Standing.NEW
        return Standing.CHANGED if self.changes else Standing.SAME


@dataclass(frozen=True, slots=True)
class RosterReport:
    """A roster as it was, or would be, taken in.

    counts: how many are new, changed, the same, doubtful. people: everybody of the file, in a dry run.
    kept: how many differences stay as they are. passed: of the file, whom the club does not have.
    day: from which the ratings of the file count; None without a rating.
    pending_id, digest: of the dry run that waits for a confirmation. import_id: by which it is taken back.
    """

    format: str
    counts: Mapping[Standing, int]
    kept: int
    passed: int
    overwrite: bool = False
    by_name: bool = False
    people: tuple[Person, ...] = ()
    remarks: tuple[Remark, ...] = ()
    day: date | None = None
    pending_id: int | None = None
    digest: str = ""
    import_id: int = 0

    @property
    def guessed(self) -> int:
        """Return how many ratings come without their games, and count as established."""
        told = (
            (one.told.ratings[moved].games, opening) for one in self.people for moved, opening in one.openings.items()
        )
        return sum(games is None and opening.games is not None for games, opening in told)

    @property
    def namesakes(self) -> int:
        """Return how many are called as a member of the server is, whom nobody has said to be them."""
        return sum(one.is_namesake for one in self.people)


def label_of(column: str | RatingList) -> str:
    """Return what a column of a player, or a list, is called."""
    return column.label if isinstance(column, RatingList) else LABELS.get(column, "Discord")
