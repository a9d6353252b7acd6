"""A director's choices for a file, and what the file does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from bot.services.events.imports.matching import Landing
from bot.services.events.report import SectionReport
from bot.services.events.same_games import Recognised
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.framework.subject import Someone
from bot.store.database.rows import Player
from core.event.crosstable import TimeControl
from core.event.dated import Span
from core.event.event_file import FileEvent, FilePlayer, UnsureDay
from core.files.common.dates import DayOrder
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """A director's choices; None leaves it to the file or club.

    undated: the day of a file without one. order: of day and month in its dates.
    span: what one event of a dated list is. lists: main one first.
    why: reason to overrule a list's rules. chosen: player by "section:number".
    """

    rating_list: RatingList | None = None
    name: str | None = None
    day: date | None = None
    time_control: TimeControl | None = None
    rules: str | None = None
    undated: date | None = None
    order: DayOrder | None = None
    span: Span | None = None
    lists: tuple[RatingList, ...] = ()
    why: str | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)

    @property
    def chosen_lists(self) -> tuple[RatingList, ...]:
        return self.lists or (() if self.rating_list is None else (self.rating_list,))

    def chosen_in(self, section: int) -> dict[int, int]:
        split = [(key.split(":"), player) for key, player in self.chosen.items()]
        return {int(number): player for (place, number), player in split if int(place) == section}


class AmbiguousName(NamedTuple):
    """An entrant by section and number who may be one of several people.

    named: whether only the first has exactly the name, or claims the id.
    """

    section: int
    file: FilePlayer
    suggestions: tuple[Someone, ...]
    named: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The effect of a file.

    pending_id, digest: of a preview, else None and empty. new: new players in order. guessed: number of ratings
    without games. taken: players with another name in the club. people: by id. later: later events whose ratings
    moved. doubts: similar names. landings: by section. why: reason to overrule. replaces: stored events it
    replaces. undated: whether the day is unknown. kept: what the file does not say and stays as stored. own_lists:
    the club's. unsure: a date that may be another. order: how it was read; None for unknown. spans: how many events
    each choice makes of a dated list, the usual one first. span: the one in force.
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
    kept: tuple[str, ...] = ()
    own_lists: tuple[RatingList, ...] = ()
    unsure: UnsureDay | None = None
    order: DayOrder | None = None
    spans: Mapping[Span, int] = field(default_factory=dict)
    span: Span = Span.EVENT

    @property
    def is_split(self) -> bool:
        """Return whether a dated list becomes several events."""
        return self.span is not Span.EVENT

    @property
    def asks_day(self) -> bool:
        """Return whether a director must choose between two days."""
        return self.unsure is not None and self.unsure.other is not None and self.order is None

    @property
    def asks(self) -> bool:
        return any(landing.asks for landing in self.landings)

    @property
    def against(self) -> str | None:
        """Return why the rules would not rate it, unless overruled."""
        if self.asks or self.why is not None:
            return None
        return next((landing.against for landing in self.landings if landing.against is not None), None)
