"""Write the US Chess rating report in layout 2C (uschess-files)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game, GameType, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.chess.uschess_report import (
    DETAILS,
    HEADER,
    HEADER_FIELDS,
    LAYOUT,
    LEAST_RATING,
    MEMBER_ID,
    MOST_PLAYERS,
    MOST_RATING,
    MOST_ROUNDS,
    MOST_SECTIONS,
    NAME_WIDTH,
    SECTION_FIELDS,
    SECTIONS,
    DbfField,
    Remarks,
    bye_text,
    check_members,
    detail_fields,
    fitted,
    pack,
    placeholder_name,
    played_text,
    rating_system,
    read_control,
    report_name,
    spelled,
    to_ascii,
    write_dbf,
)
from core.files.common.dates import EARLIEST_DAY
from core.files.common.text import one_line, shorten
from core.words import counted, displayed

# The rows of TDEXPORT as they are written (sections 3 and 4)


_SURPLUS = "U0"


def check_section(section: FileSection, label: str, *, without_colours: bool) -> None:
    """Raise InputError, beginning with the label, for a section that a report cannot hold."""
    numbers = sorted(player.number for player in section.players)
    if not 1 <= len(numbers) <= MOST_PLAYERS:
        raise InputError(f"{label} has {len(numbers)} players: a report has 1 to {MOST_PLAYERS}.")
    if numbers != list(range(1, len(numbers) + 1)):
        raise InputError(f"{label}: number its players from 1 to {len(numbers)}, each once.")
    rounds = [game.round for game in section.games] + [bye.round for bye in section.byes]
    if not rounds or min(rounds) < 1 or max(rounds) > MOST_ROUNDS:
        raise InputError(f"{label} does not have from 1 to {MOST_ROUNDS} rounds, as a report requires.")
    try:
        Crosstable(date.min, tuple(Entrant(number) for number in numbers), section.games, section.byes)
    except InputError as error:
        raise InputError(f"{label}: {error.message}") from None
    for game in section.games:
        where = f"{label}, round {game.round}, {game.first} against {game.second}"
        if game.score is None or not game.rated:
            raise InputError(f"{where}: the game is disputed or has no result. Decide it before you report the event.")
        if game.first_began is None and not without_colours:
            raise InputError(f"{where}: White is unknown. Add the colours, or choose a report without colours.")


def member_rows(
    section: FileSection, label: str, number: int, columns: int, remarks: Remarks, *, cut_names: bool
) -> list[list[str]]:
    players = sorted(section.players, key=lambda player: player.number)
    check_members(players, label, remarks)
    cells = _cells(section)
    surplus = [_SURPLUS] * (columns - section.rounds)
    return [
        [
            *("", str(number), str(player.number)),
            *_member(player, f"{label}, player {player.number}", remarks, cut_names=cut_names),
            *cells[player.number],
            *surplus,
        ]
        for player in players
    ]


def _cells(section: FileSection) -> dict[int, list[str]]:
    cells = {player.number: [_SURPLUS] * section.rounds for player in section.players}
    for game in section.games:
        assert game.score is not None
        cells[game.first][game.round - 1] = played_text(game.score, game.second, game.first_began)
        cells[game.second][game.round - 1] = played_text(1 - game.score, game.first, _second_began(game))
    for bye in section.byes:
        # Forfeits too without opponent, as SwissSys writes them (section 4).
        cells[bye.entrant][bye.round - 1] = bye_text(bye.kind)
    return cells


def _second_began(game: Game) -> bool | None:
    return None if game.first_began is None else not game.first_began


def _member(player: FilePlayer, where: str, remarks: Remarks, *, cut_names: bool) -> Sequence[str]:
    member = player.uschess_id or ""
    if member and not MEMBER_ID.fullmatch(member):
        raise InputError(f'{where}: "{shorten(one_line(member))}" is not a US Chess id. Write 8 digits, or none.')
    if member == "00000000":  # the 2C word for "unavailable"
        raise InputError(f"{where}: 00000000 is nobody's US Chess id. Write theirs, or none.")
    state = to_ascii(player.state or "", where).upper()
    if state and not (len(state) == 2 and state.isalpha()):
        raise InputError(f'{where}: "{shorten(state)}" is not a state. Write two letters, or none.')
    return member, _name(player, where, remarks, cut=cut_names), state, _rating(player, where)


def _name(player: FilePlayer, where: str, remarks: Remarks, *, cut: bool) -> str:
    if player.name in ("", placeholder_name(player.number, player.uschess_id)):
        remarks.add(f"{where} has no name.")
        return ""
    name = report_name(player.name, where)
    if "," not in player.name and "," in name:
        remarks.add(f"{where} is written as {shorten(name)}. Write the name with a comma if that is wrong.")
    if cut and len(name) > NAME_WIDTH:
        remarks.add(f"{where}: the name was shortened to {name[:NAME_WIDTH].rstrip()}.")
        name = name[:NAME_WIDTH].rstrip()
    try:
        fitted(name, DbfField("the name", NAME_WIDTH))
    except InputError as error:
        raise InputError(f"{where}: {error.message}") from None
    return name


def _rating(player: FilePlayer, where: str) -> str:
    if player.rating is None:
        return "0"
    if not LEAST_RATING <= player.rating <= MOST_RATING:
        raise InputError(
            f"{where}: {player.rating:g} is not a rating from {LEAST_RATING} to {MOST_RATING}. Correct it."
        )
    return str(displayed(player.rating))


_AFFILIATE = re.compile(r"A[0-9]{7}")
_STATE = re.compile(r"[A-Z]{2}")
_ZIP_CODE = re.compile(r"[0-9]{5}(-[0-9]{4})?")
_FIRST_YEAR, _LAST_YEAR = 1980, 2107  # of what a zip can say


@dataclass(frozen=True, slots=True)
class ReportDetails:
    """What a report needs beside the results.

    affiliate: A and 7 digits. chief, assistant, others: directors' ids. city: default the event's.
    time_controls: by section; None for `spelled`. blitz: letter; US Chess is only known to accept D.
    cut_names: above 30 letters. without_colours: allow missing ones.
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
    """A zip, and what its director should know."""

    data: bytes
    remarks: tuple[Remark, ...]


def write_uschess_report(event: FileEvent, details: ReportDetails) -> WrittenReport:
    if event.board is not GameType.CHESS:
        raise InputError("US Chess rates only chess. This event cannot be reported to it.")
    if not 1 <= len(event.sections) <= MOST_SECTIONS:
        raise InputError(f"The event has {len(event.sections)} sections: a report has 1 to {MOST_SECTIONS}.")
    if not _FIRST_YEAR <= details.written_on.year <= _LAST_YEAR:
        raise InputError(f"A report is written between {_FIRST_YEAR} and {_LAST_YEAR}. Correct its day.")
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
        raise InputError("The event has no date. Give the day on which it ended.")
    if began < EARLIEST_DAY:
        raise InputError(f"The event began on {began}, before there were ratings. Correct the day.")
    if began > day:
        raise InputError(f"The event ends on {day}, before it begins on {began}. Correct one of the days.")
    return f"{began:%Y%m%d}", f"{day:%Y%m%d}"


def _header_row(event: FileEvent, days: tuple[str, str], details: ReportDetails) -> list[str]:
    name = to_ascii(event.name or "", "The event's name")
    if not name:
        raise InputError("The event has no name. Give it one.")
    if not _AFFILIATE.fullmatch(details.affiliate):
        raise InputError(
            f'"{_shown(details.affiliate)}" is not an affiliate. Write A and 7 digits, for example A6000000.'
        )
    directors = (details.chief, *filter(None, (details.assistant,)), *details.others)
    for director in directors:
        if not MEMBER_ID.fullmatch(director):
            raise InputError(f'"{_shown(director)}" is not a US Chess id. Write the director\'s 8 digits.')
    at_home = details.country == "USA"
    if not _STATE.fullmatch(details.state) and (details.state or at_home):
        raise InputError(f'"{_shown(details.state)}" is not a state. Write two capital letters, for example WA.')
    if at_home and not _ZIP_CODE.fullmatch(details.zip_code):
        raise InputError(f'"{_shown(details.zip_code)}" is not a zip code. Write 5 digits, for example 98000.')
    city = to_ascii(event.city or "" if details.city is None else details.city, "The city")
    country = to_ascii(details.country, "The country")
    if not city or not country:
        raise InputError("The report needs the city and the country of the event. Give both.")
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
    wished = details.time_controls[number - 1] if number <= len(details.time_controls) else None
    if wished is None:
        if section.time_control is None:
            raise InputError(f"{label} has no time control. Write one in the form, for example G/60;d5.")
        return section.time_control, spelled(section.time_control)
    control = read_control(wished)
    if control is None:
        raise InputError(f'{label}: "{_shown(wished)}" is not a time control. Write one, for example G/60;d5.')
    if section.time_control not in (None, control):
        raise InputError(
            f'{label} was played at {section.time_control}, not at "{_shown(wished)}". Correct one of them.'
        )
    return control, one_line(wished)


def _type(section: FileSection, label: str) -> str:
    """Return the letter of the kind; S is safe for a round robin too (section 6)."""
    if section.kind is EventKind.TOURNAMENT:
        return "S"
    if section.kind is not EventKind.MATCH:
        raise InputError(f"{label} was rated abroad. Events abroad are not reported to US Chess.")
    if len(section.players) != 2:
        raise InputError(f"{label} is a match with {counted(len(section.players), 'player')}. A match has two.")
    return "M"


def _shown(text: str) -> str:
    return shorten(one_line(text))
