"""What a file of pairings tells of the event and of each section, in its third table: division, key, value."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from core.crosstable import EventKind, GameType, TimeControl
from core.event_file import FileEvent
from core.formats.common.cells import Value, unguarded
from core.formats.common.names import shorten
from core.formats.common.tables import TableRow
from core.formats.common.warnings import clean, fault

_CONTROL = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class SectionDetails:
    """What is known of a section beyond its players and games."""

    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    rounds_planned: int | None = None


@dataclass(frozen=True, slots=True)
class PairingsDetails:
    """What is known of an event; sections by the name of the division."""

    name: str | None = None
    began: date | None = None
    day: date | None = None
    board: GameType | None = None
    city: str | None = None
    federation: str | None = None
    sections: dict[str, SectionDetails] = field(default_factory=dict)

    def of(self, division: str) -> SectionDetails:
        return self.sections.get(division, SectionDetails())


def read_details(rows: Sequence[TableRow]) -> PairingsDetails:
    """Read the table; raise InputError with the line for a value that is none."""
    texts: dict[str, str] = {}
    days: dict[str, date] = {}
    board: GameType | None = None
    sections: dict[str, SectionDetails] = {}
    for row in rows:
        division, key, value = (unguarded(row.cell(index)) for index in range(3))
        key = key.casefold()
        if not value:
            continue
        try:
            if key in ("kind", "time control", "rounds"):
                sections[clean(division)] = _changed(sections.get(clean(division), SectionDetails()), key, value)
            elif key in ("began", "day"):
                days[key] = date.fromisoformat(value)
            elif key == "board":
                board = GameType(value.casefold())
            elif key in ("name", "city", "federation"):
                texts[key] = clean(value)
            else:
                raise ValueError
        except ValueError:
            raise fault(row.line, f'{shorten(key)} "{shorten(value)}" cannot be read: correct or delete it.') from None
    return PairingsDetails(
        name=texts.get("name"),
        began=days.get("began"),
        day=days.get("day"),
        board=board,
        city=texts.get("city"),
        federation=texts.get("federation"),
        sections=sections,
    )


def _changed(details: SectionDetails, key: str, value: str) -> SectionDetails:
    """Return details with one more value; raise ValueError for one that is none."""
    kind, time_control, rounds = details.kind, details.time_control, details.rounds_planned
    if key == "kind":
        kind = EventKind(value.casefold())
    elif key == "rounds":
        if not re.fullmatch(r"[0-9]{1,4}", value):
            raise ValueError
        rounds = int(value)
    elif match := _CONTROL.fullmatch(value):
        time_control = TimeControl(int(match[1]), int(match[2]))
    else:
        raise ValueError
    return SectionDetails(kind, time_control, rounds)


def details_rows(event: FileEvent, divisions: Sequence[str]) -> list[list[Value]]:
    """Return the rows of the table; divisions: what each section is called in the file."""
    rows: list[list[Value]] = [
        ["", "name", event.name],
        ["", "began", event.began.isoformat() if event.began else None],
        ["", "day", event.day.isoformat() if event.day else None],
        ["", "board", event.board.value],
        ["", "city", event.city],
        ["", "federation", event.federation],
    ]
    for section, division in zip(event.sections, divisions, strict=True):
        rows.append([division, "kind", None if section.kind is EventKind.TOURNAMENT else section.kind.value])
        rows.append([division, "time control", str(section.time_control) if section.time_control else None])
        rows.append([division, "rounds", section.rounds_planned])
    return [row for row in rows if row[2] not in (None, "")]
