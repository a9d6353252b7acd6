"""Writes the US Chess rating report in the layout 2C (uschess-files): strict, nothing is cut or guessed in silence."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from core.crosstable import EventKind, GameType, TimeControl
from core.errors import InputError, RuleError
from core.event_file import FileEvent, FileSection, Remark
from core.formats.chess.uschess_report.controls import rating_system, read_control, spelled
from core.formats.chess.uschess_report.dbf import write_dbf
from core.formats.chess.uschess_report.fields import (
    DETAILS,
    HEADER,
    HEADER_FIELDS,
    LAYOUT,
    MOST_SECTIONS,
    SECTION_FIELDS,
    SECTIONS,
    detail_fields,
)
from core.formats.chess.uschess_report.members import check_section, member_rows
from core.formats.chess.uschess_report.players import MEMBER_ID
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.chess.uschess_report.text import to_ascii
from core.formats.chess.uschess_report.zip import pack
from core.formats.common.days import EARLIEST
from core.formats.common.names import shorten
from core.formats.common.text_lines import clean
from core.words import counted

_AFFILIATE = re.compile(r"A[0-9]{7}")
_STATE = re.compile(r"[A-Z]{2}")
_ZIP_CODE = re.compile(r"[0-9]{5}(-[0-9]{4})?")
_FIRST_YEAR, _LAST_YEAR = 1980, 2107  # of what a zip can say


@dataclass(frozen=True, slots=True)
class ReportDetails:
    """What a report needs and a file of results does not tell.

    written_on: the day that stands in the files. affiliate: A and 7 digits. chief, assistant, others: ids of the
    directors, 8 digits. city: that of the event where it is None. state, zip_code: as the post writes them; may be
    empty outside the United States. program: what wrote the report, up to 10 letters.
    time_controls: by section, to spell a time control otherwise than `spelled` does; None leaves it to that.
    blitz: the letter for blitz; US Chess is only known to accept D.
    cut_names: whether a name of more than 30 letters is cut. without_colours: whether games may lack them.
    """

    written_on: date
    affiliate: str
    chief: str
    assistant: str = ""
    others: tuple[str, ...] = ()
    city: str | None = None
    state: str = ""
    zip_code: str = ""
    country: str = "USA"
    program: str = "CROSSTABLE"
    scholastic: bool = False
    time_controls: tuple[str | None, ...] = ()
    blitz: Literal["D", "B"] = "D"
    cut_names: bool = False
    without_colours: bool = False


class WrittenReport(NamedTuple):
    """A zip, and what its director should know of it, such as members without an id."""

    data: bytes
    remarks: tuple[Remark, ...]


def write_uschess_report(event: FileEvent, details: ReportDetails) -> WrittenReport:
    """Write a finished event; raise InputError, with section and player, for what the report cannot hold."""
    if event.board is not GameType.CHESS:
        raise InputError("US Chess rates chess alone: this event cannot be reported to it.")
    if not 1 <= len(event.sections) <= MOST_SECTIONS:
        raise InputError(f"The event has {len(event.sections)} sections: a report takes from 1 to {MOST_SECTIONS}.")
    if not _FIRST_YEAR <= details.written_on.year <= _LAST_YEAR:
        raise InputError(f"A report is written between {_FIRST_YEAR} and {_LAST_YEAR}: correct its day.")
    remarks = Remarks()
    labels = [f"Section {number}" for number in range(1, len(event.sections) + 1)]
    for section, label in zip(event.sections, labels, strict=True):
        check_section(section, label, without_colours=details.without_colours)
    days = _days(event)
    columns = max(section.rounds for section in event.sections)
    section_rows, rows = [], []
    for number, (section, label) in enumerate(zip(event.sections, labels, strict=True), start=1):
        section_rows.append(_section_row(section, number, label, days, details))
        rows += member_rows(section, label, number, columns, remarks, cut_names=details.cut_names)
    if any(game.first_began is None for section in event.sections for game in section.games):
        remarks.add("There are games without colours: US Chess may ask for them.")
    tables = (
        (HEADER, HEADER_FIELDS, [_header_row(event, days, details)]),
        (SECTIONS, SECTION_FIELDS, section_rows),
        (DETAILS, detail_fields(columns), rows),
    )
    files = {f"{name}.DBF": write_dbf(fields, values, details.written_on) for name, fields, values in tables}
    return WrittenReport(pack(files, details.written_on), remarks.all())


def _days(event: FileEvent) -> tuple[str, str]:
    day = event.day or event.began
    began = event.began or day
    if day is None or began is None:
        raise InputError("The event has no date: give the day on which it ended.")
    if began < EARLIEST:
        raise InputError(f"The event began on {began}, before there were ratings: correct the day.")
    if began > day:
        raise InputError(f"The event ends on {day}, before it begins on {began}: correct one of the days.")
    return f"{began:%Y%m%d}", f"{day:%Y%m%d}"


def _header_row(event: FileEvent, days: tuple[str, str], details: ReportDetails) -> list[str]:
    name = to_ascii(event.name or "", "The event's name")
    if not name:
        raise InputError("The event has no name: give it one.")
    if not _AFFILIATE.fullmatch(details.affiliate):
        raise InputError(f'"{_shown(details.affiliate)}" is no affiliate: write A and 7 digits, such as A6000000.')
    directors = (details.chief, *filter(None, (details.assistant,)), *details.others)
    for director in directors:
        if not MEMBER_ID.fullmatch(director):
            raise InputError(f'"{_shown(director)}" is no id of a director: write the 8 digits of the US Chess id.')
    at_home = details.country == "USA"
    if not _STATE.fullmatch(details.state) and (details.state or at_home):
        raise InputError(f'"{_shown(details.state)}" is no state: write two capital letters, such as WA.')
    if at_home and not _ZIP_CODE.fullmatch(details.zip_code):
        raise InputError(f'"{_shown(details.zip_code)}" is no zip code: write 5 digits, such as 98000.')
    city = to_ascii(event.city or "" if details.city is None else details.city, "The city")
    country = to_ascii(details.country, "The country")
    if not city or not country:
        raise InputError("The report needs the city and the country of the event: give both.")
    return [
        *(LAYOUT, details.program, "", name, str(len(event.sections)), *days, details.affiliate),
        *(city, details.state, details.zip_code, country, "N", details.chief, details.assistant),
        ",".join(details.others),
    ]


def _section_row(
    section: FileSection, number: int, label: str, days: tuple[str, str], details: ReportDetails
) -> list[str]:
    control, written = _control(section, number, label, details)
    try:
        system = rating_system(control)
    except RuleError as error:
        raise InputError(f"{label}: {error.message}") from None
    name = to_ascii(section.name or label, f"{label}: its name")
    return [
        *("", str(number), name, details.blitz if system == "B" else system, written),
        *(details.chief, details.assistant, _type(section, label), str(section.rounds), str(len(section.players))),
        *(*days, "S" if details.scholastic else "N", "N", "0", "N"),
    ]


def _control(section: FileSection, number: int, label: str, details: ReportDetails) -> tuple[TimeControl, str]:
    """Return a section's time control and how it is written; raise InputError where there is none."""
    wished = details.time_controls[number - 1] if number <= len(details.time_controls) else None
    if wished is None:
        if section.time_control is None:
            raise InputError(f"{label} has no time control: give one, such as G/60;d5.")
        return section.time_control, spelled(section.time_control)
    control = read_control(wished)
    if control is None:
        raise InputError(f'{label}: "{_shown(wished)}" is not a time control: write one such as G/60;d5.')
    if section.time_control not in (None, control):
        raise InputError(f'{label} was played at {section.time_control}, not at "{_shown(wished)}": correct one.')
    return control, clean(wished)


def _type(section: FileSection, label: str) -> str:
    """Return the letter of the kind; S is safe for a round robin too, which is written by rounds (section 6)."""
    if section.kind is EventKind.TOURNAMENT:
        return "S"
    if section.kind is not EventKind.MATCH:
        raise InputError(f"{label} was rated abroad: US Chess gets no report of it.")
    if len(section.players) != 2:
        raise InputError(f"{label} is a match with {counted(len(section.players), 'player')}: a match has two.")
    return "M"


def _shown(text: str) -> str:
    return shorten(clean(text))
