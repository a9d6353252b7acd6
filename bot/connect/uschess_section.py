"""Fetch a rated section of US Chess by its event and number, as one document that the reader of such files reads."""

import json
import re
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from bot.connect.client import ConnectError, Connections, NothingThereError, Service, changed_answer
from core.errors import InputError
from core.files.common.text import shorten
from core.words import counted

MOST_PAGES = 20
"""Of 100 players each: more than a section can have."""
EXAMPLE = "202411123456-1"
_SIZE = 100
_EVENT, _SECTION, _STANDINGS = "rated-events/{}", "rated-events/{}/sections/{}", "rated-events/{}/sections/{}/standings"
_WRITTEN = re.compile(r"([0-9]{12})(?:\s*[-./ ]\s*([0-9]{1,3}))?")


class _Document(BaseModel, extra="allow"):
    """What is checked of a document; the rest is kept as it came."""


class _Listed(_Document):
    number: int


class _Event(_Document):
    id: str
    name: str
    status: Literal["Entry", "Correction", "Rated", "Archived"] | None = None
    sections: list[_Listed]


class _Section(_Document):
    number: int
    name: str
    ratingSystem: str
    endDate: str | None = None


class _Record(_Document):
    ratingSystem: str
    postRating: int
    postRatingDecimal: float


class _Outcome(_Document):
    roundNumber: int
    outcome: str
    color: str


class _Line(_Document):
    pairingNumber: int
    memberId: str | None
    firstName: str
    lastName: str
    ratings: list[_Record]
    roundOutcomes: list[_Outcome]


class _Standings(BaseModel):
    items: list[_Line]
    offset: int
    hasNextPage: bool


class SectionNumber(NamedTuple):
    """A section as directors write it. section: None for the only one of the event."""

    event: str
    section: int | None


def section_number(written: str) -> SectionNumber:
    """Read an event and section, for example 202411123456-1; raise InputError."""
    match = _WRITTEN.fullmatch(written.strip())
    if match is None:
        raise InputError(
            f'"{shorten(written.strip())}" is not an event and section of US Chess. Write the 12 digits of the event, '
            f"a dash and the section, for example {EXAMPLE}."
        )
    return SectionNumber(match[1], None if match[2] is None else int(match[2]))


async def rated_section(connections: Connections, wanted: SectionNumber) -> bytes:
    """Return a section's documents as one JSON file, the same whenever nothing changed; raise ConnectError."""
    event = await _event(connections, wanted.event)
    number = _chosen(event, wanted)
    try:
        section = await connections.get(Service.USCHESS, _SECTION, (wanted.event, str(number)), _Section)
        lines = await _lines(connections, wanted.event, number)
    except NothingThereError:
        raise _no_section(event, number) from None
    if section.number != number:
        raise _another(f"section {number}")
    if not any(line.ratings for line in lines):
        raise _not_rated(wanted.event)
    documents = {"section": _kept(section), "standings": [_kept(line) for line in lines]}
    return json.dumps({"event": _kept(event), "sections": [documents]}, ensure_ascii=False).encode()


async def _event(connections: Connections, number: str) -> _Event:
    try:
        event = await connections.get(Service.USCHESS, _EVENT, number, _Event)
    except NothingThereError:
        raise NothingThereError(f"US Chess has no event {number}. Check the number.") from None
    if event.id != number:
        raise _another(f"event {number}")
    if event.status == "Entry":
        raise _not_rated(number)
    return event


def _chosen(event: _Event, wanted: SectionNumber) -> int:
    numbers = [one.number for one in event.sections]
    if wanted.section is None and len(numbers) == 1:
        return numbers[0]
    if wanted.section is None:
        raise InputError(
            f"Event {event.id} has {counted(len(numbers), 'section')}. Add the number of one, "
            f"for example {event.id}-{min(numbers, default=1)}."
        )
    if wanted.section not in numbers:
        raise _no_section(event, wanted.section)
    return wanted.section


async def _lines(connections: Connections, event: str, section: int) -> list[_Line]:
    lines: list[_Line] = []
    for _ in range(MOST_PAGES):
        query = {"Offset": str(len(lines)), "Size": str(_SIZE)}
        page = await connections.get(Service.USCHESS, _STANDINGS, (event, str(section)), _Standings, query)
        if page.offset != len(lines):
            raise changed_answer(Service.USCHESS, _STANDINGS, "fields=offset")
        lines += page.items
        if not page.hasNextPage or not page.items:
            return lines
    raise ConnectError(f"Section {section} of event {event} is too large to fetch. Upload a file with /td import.")


def _no_section(event: _Event, section: int) -> NothingThereError:
    has = counted(len(event.sections), "section")
    return NothingThereError(f"Event {event.id} has no section {section} at US Chess. The event has {has}.")


def _not_rated(event: str) -> ConnectError:
    return ConnectError(f"US Chess has not rated event {event} yet. Try again once its ratings are published.")


def _another(asked: str) -> ConnectError:
    return ConnectError(f"US Chess did not return {asked}. Nothing was stored.")


def _kept(document: _Document) -> dict[str, Any]:
    return document.model_dump(exclude_unset=True)
