"""What a director chose for a file, and what it does, or would do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from bot.services.events.section import SectionReport
from bot.services.fold.changes import RatingChange
from bot.services.imports.replace import Recognised
from bot.services.imports.target_lists import Landing
from bot.services.someone import Someone
from bot.store.rows import Player
from core.crosstable import TimeControl
from core.event_file import FileEvent, FilePlayer
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the director chose; None leaves it to the file or the club.

    undated: the day of a file without one, which is the day when it was looked at.
    lists: chosen in the dry run, the main one first. why: the director's reason to overrule what the lists' rules say.
    chosen: who somebody of the file is, by "section:number", both as in the file.
    """

    rating_list: RatingList | None = None
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    rules: str | None = None
    undated: date | None = None
    lists: tuple[RatingList, ...] = ()
    why: str | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)

    @property
    def chosen_lists(self) -> tuple[RatingList, ...]:
        return self.lists or (() if self.rating_list is None else (self.rating_list,))

    def chosen_in(self, section: int) -> dict[int, int]:
        """Return who was chosen for the players of a section, by pairing number."""
        split = [(key.split(":"), player) for key, player in self.chosen.items()]
        return {int(number): player for (place, number), player in split if int(place) == section}


LOOK_AT = "look at"
"""The kind of a remark that a director should act on before the file is stored."""


class AmbiguousName(NamedTuple):
    """Somebody of the file, by section and pairing number, who may be one of these people.

    named: whether the first of them, and no other, has exactly the name, or says that the id is theirs.
    """

    section: int
    file: FilePlayer
    suggestions: tuple[Someone, ...]
    named: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """A file as it was, or would be, stored.

    pending_id, digest: of the dry run that waits for a confirmation; None and empty when it is stored.
    new: the players whom the club did not know, in the order of the file.
    guessed: how many ratings came without the games behind them.
    taken: players of the file whom the club calls otherwise, with who they were taken for.
    people: everybody in it, by id.
    later: later events whose ratings moved because this one came after them.
    doubts: names that are new here but similar to somebody's.
    landings: where each section lands, in their order. why: the reason to overrule the rules, where there is one.
    replaces: the stored events that look like its sections, in whose place they come.
    undated: whether neither the file nor the director says which day it was.
    """

    file: FileEvent
    day: date
    sections: tuple[SectionReport, ...]
    people: dict[int, Player]
    new: tuple[Player, ...] = ()
    guessed: int = 0
    taken: tuple[tuple[str, Player], ...] = ()
    later: tuple[RatingChange, ...] = ()
    doubts: tuple[AmbiguousName, ...] = ()
    pending_id: int | None = None
    digest: str = ""
    landings: tuple[Landing, ...] = ()
    why: str | None = None
    replaces: tuple[Recognised, ...] = ()
    undated: bool = False

    @property
    def asks(self) -> bool:
        """Tell whether a director has to choose the lists first."""
        return any(landing.asks for landing in self.landings)

    @property
    def against(self) -> str | None:
        """Return why the rules would not rate it so, where no reason to overrule them has been given."""
        if self.asks or self.why is not None:
            return None
        return next((landing.against for landing in self.landings if landing.against is not None), None)
