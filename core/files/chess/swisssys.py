"""SwissSys' two JSON files: its own, and the report for the web."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.uschess_report import (
    BYES,
    FORFEITS,
    MOST_PLAYERS,
    MOST_ROUNDS_READ,
    MOST_SECTIONS,
    NOTHING,
    PLAYED,
    Remarks,
    ReportCell,
    check_members,
    federation_of,
    member_id,
    placeholder_name,
    rating_of,
    read_control,
    state_of,
)
from core.files.chess.uschess_report_read import MOST_CELLS, Results, SectionChart, is_double, results_of
from core.files.common.dates import EARLIEST_DAY, Calendar, DayOrder, day_in
from core.files.common.people import readable_name
from core.files.common.tables import decode_in_code_page
from core.files.common.text import one_line, shorten
from core.words import counted

# Values may be missing, null or of another type (section 7). Personal data are never read.


Record = Mapping[str, object]

MOST_BYTES = 4 * 1024 * 1024
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_AMERICAN = Calendar(DayOrder.MONTH)
_WHOLE = re.compile(r"-?[0-9]{1,6}")
_MISREAD = re.compile("[ÂÃ]")


def decode(data: bytes) -> str:
    """Return text in UTF-8, or else in a code page."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return decode_in_code_page(data).text


def parse(data: bytes) -> Record:
    if len(data) > MOST_BYTES:
        raise InputError(f"The file has more than {MOST_BYTES // 1024 // 1024} MiB. Upload the file of one event.")
    try:
        root = json.loads(decode(data), strict=False)  # raw control characters stand inside its strings
    except (ValueError, RecursionError):
        raise InputError("The SwissSys file is damaged or cut off. Export it again.") from None
    if not isinstance(root, dict):
        raise InputError("The file is not a SwissSys file. Export the event from SwissSys again.")
    return root


def text(record: Record, key: str) -> str:
    """Return a text, or a number as text, or empty."""
    return text_of(record.get(key))


def text_of(value: object) -> str:
    if isinstance(value, str):
        return one_line(_repaired(value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15:
        return str(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return ""


def _repaired(value: str) -> str:
    if _MISREAD.search(value):
        with suppress(UnicodeError):
            return value.encode("cp1252").decode("utf-8")
    return value


def whole(record: Record, key: str) -> int | None:
    """Return a whole number, as a number or as text, or None."""
    return whole_of(record.get(key))


def whole_of(value: object) -> int | None:
    written = text_of(value)
    return int(written) if _WHOLE.fullmatch(written) else None


def records(record: Record, key: str) -> list[Record]:
    value = record.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def values(record: Record, key: str) -> Sequence[object]:
    value = record.get(key)
    return value if isinstance(value, list) else ()


def day_of(written: str) -> date | None:
    day = day_in(written, _AMERICAN)
    return None if day is None or day < EARLIEST_DAY else day


def check_size(sections: Sequence[Record], players_key: str, results_key: str) -> None:
    """Raise InputError for more than any event has."""
    if len(sections) > MOST_SECTIONS:
        raise InputError(f"The file has more than {MOST_SECTIONS} sections. Upload the file of one event.")
    cells = 0
    for section in sections:
        players = records(section, players_key)
        if len(players) > MOST_PLAYERS:
            raise InputError(f"A section has more than {MOST_PLAYERS} players. Upload the file of one event.")
        cells += sum(1 + len(values(player, results_key)) for player in players)
    if cells > MOST_CELLS:
        raise InputError(f"The file has more than {MOST_CELLS} results. Upload the file of one event.")


def player_of(number: int, record: Record, keys: Mapping[str, str], label: str, remarks: Remarks) -> FilePlayer:
    """Return a player. keys: names of id, fide_id, rating and the rest."""
    member = member_id(text(record, keys["id"]))
    rating, games = rating_of(text(record, keys["rating"]), f"{label}, player {number}", remarks)
    fide = text(record, keys["fide_id"])
    return FilePlayer(
        number=number,
        name=readable_name(text(record, keys["name"]))[:100] or placeholder_name(number, member),
        rating=rating,
        games=games,
        uschess_id=member,
        fide_id=fide if fide.isdecimal() and fide.isascii() and int(fide[:15]) > 0 else None,
        title=text(record, keys["title"])[:10] or None,
        state=state_of(text(record, keys["state"])),
        team=text(record, keys["team"])[:60] or None,
    )


def results_of_cells(
    cells: Mapping[int, list[ReportCell]],
    rounds: int,
    label: str,
    remarks: Remarks,
    *,
    double: bool = False,
) -> tuple[Results, bool]:
    """Return games and byes, and whether a column has two games."""
    even = {number: row[:rounds] + [NOTHING] * (rounds - len(row)) for number, row in sorted(cells.items())}
    double = double or is_double(even)
    if double:
        remarks.add(f"{label} has two games in one column: their order and the colours of the second are assumed.")
    return results_of(SectionChart(even, label, places(label), remarks, double=double)), double


def places(label: str) -> Callable[[int, int], str]:
    return lambda number, column: f"{label}, player {number}, round {column}"


def rounds_of(written: int | None, most: int, label: str, remarks: Remarks) -> int:
    rounds = most if written is None or written < 0 else written
    if max(rounds, most) > MOST_ROUNDS_READ:
        raise InputError(f"{label} has more than {MOST_ROUNDS_READ} rounds. Upload the file of one event.")
    if most > rounds:
        remarks.add(f"{label}: round {rounds + 1} is not finished. Ignored.")
    return rounds


# SwissSys' own file (section 7.1)


NATIVE_FORMAT = "SwissSys file"
_NATIVE_KEYS = {
    "name": "Name", "id": "ID", "rating": "Rating", "fide_id": "ID2", "title": "Player title", "state": "State",
    "team": "Team",
}  # fmt: skip
_LETTERS = {"+": "W", "-": "L", "=": "D"}
_NOT_PLAYED_YET = "~"
_PARTS = 7


def read_native(root: Record) -> FileEvent:
    overview = root.get("Overview")
    overview = overview if isinstance(overview, dict) else {}
    sections = [section for section in records(root, "Sections") if records(section, "Players")]
    if not sections:
        raise InputError("There are no players in the SwissSys file. Upload it when the event has begun.")
    check_size(sections, "Players", "Results")
    remarks = Remarks()
    return FileEvent(
        format=NATIVE_FORMAT,
        sections=tuple(
            _native_section(section, f"Section {number}", overview, remarks)
            for number, section in enumerate(sections, start=1)
        ),
        name=text(overview, "Tournament title")[:100] or None,
        began=day_of(text(overview, "Starting date")),
        day=day_of(text(overview, "Ending date")),
        city=text(overview, "Event city")[:60] or None,
        federation=federation_of(text(overview, "Event country")),
        remarks=remarks.all(),
    )


def _native_section(section: Record, label: str, overview: Record, remarks: Remarks) -> FileSection:
    players: list[FilePlayer] = []
    cells: dict[int, list[ReportCell]] = {}
    where = places(label)
    for record in records(section, "Players"):
        number = whole(record, "Pair number")
        if number is None or number < 1:
            raise InputError(f"{label}: player {len(players) + 1} in the file has no pairing number. Export it again.")
        if number in cells:
            raise InputError(f"{label}: player {number} is listed twice. Export the file again.")
        players.append(player_of(number, record, _NATIVE_KEYS, label, remarks))
        tokens = values(record, "Results")
        if len(tokens) > MOST_ROUNDS_READ:
            raise InputError(f"{label} has more than {MOST_ROUNDS_READ} rounds. Upload the file of one event.")
        cells[number] = [_cell(token, where(number, column)) for column, token in enumerate(tokens, start=1)]
    players.sort(key=lambda player: player.number)
    check_members(players, label, remarks)
    rounds = rounds_of(whole(section, "Rounds played"), max(map(len, cells.values())), label, remarks)
    pending = sum(cell.letter == _NOT_PLAYED_YET for row in cells.values() for cell in row[:rounds])
    if pending:
        remarks.add(f"{label}: {counted(pending, 'game')} of the rounds played without a result.")
    known = {
        number: [NOTHING if cell.letter == _NOT_PLAYED_YET else cell for cell in row] for number, row in cells.items()
    }
    results, double = results_of_cells(known, rounds, label, remarks)
    planned = whole(section, "Final round")
    written = text(section, "Section time control") or text(overview, "Tournament time controls")
    control = _control(written, label, remarks)
    read = FileSection(
        players=tuple(players),
        games=results.games,
        byes=results.byes,
        name=(text(section, "Section name") or text(section, "Section title"))[:100] or None,
        time_control=control,
        written_control=None if control else written or None,
        rounds_planned=planned * (1 + double) if planned and 1 <= planned <= MOST_ROUNDS_READ else None,
    )
    if section.get("Exclude from ratings") is True:
        remarks.add(f"{label} is excluded from ratings. Its games are stored but not rated.")
        return replace(read, games=tuple(replace(game, rated=False) for game in read.games))
    return read


def _cell(token: object, where: str) -> ReportCell:
    written = one_line(token.replace("\0", " ")) if isinstance(token, str) else ""
    if not written:
        return NOTHING
    parts = [part.strip() for part in written.split(";")]
    code = _LETTERS.get(parts[0], parts[0].upper())
    known = code in PLAYED or code in BYES or code == _NOT_PLAYED_YET
    opponent = parts[1] if len(parts) > 1 else ""
    if len(parts) != _PARTS or not known or not opponent.removeprefix("-").isdecimal() or len(opponent) > 6:
        raise InputError(f'{where}: "{shorten(written)}" is not a result that SwissSys writes. Export the file again.')
    met = max(int(opponent), 0) or None  # -1 or 0 where there is none
    if code in PLAYED:
        return ReportCell(code, met, parts[2] if parts[2] in ("W", "B") else None)
    return ReportCell(code, met if code in FORFEITS else None)


def _control(written: str, label: str, remarks: Remarks) -> TimeControl | None:
    control = read_control(written)
    if control is None:
        problem = f'the time control "{shorten(written)}" cannot be read' if written else "no time control is given"
        remarks.add(f"{label}: {problem}.")
    return control


# SwissSys' web report (section 7.2)


WEB_FORMAT = "SwissSys web report"
_WEB_KEYS = {
    "name": "name", "id": "id1", "rating": "rating", "fide_id": "id2", "title": "player_title", "state": "state",
    "team": "team",
}  # fmt: skip
_DOUBLE_RESULTS = {"(2-0)", "(0-2)", "(1-1)", "(1.5-0.5)", "(0.5-1.5)"}
# The white player's letter for a pairing's result; rare others are not checked.
_LETTER_OF_RESULT = {
    "(1-0)": "W", "(0-1)": "L", "(0.5-0.5)": "D", "(1X-0F)": "X", "(0F-1X)": "F", "(0F-0F)": "F",
    "(2-0)": "$", "(0-2)": "L", "(1.5-0.5)": "#", "(0.5-1.5)": "D",
}  # fmt: skip
_FAULTS_TOLERATED = 20  # one in so many


class _Pairing(NamedTuple):
    column: int
    white: int
    black: int
    result: str


def read_web(root: Record) -> FileEvent:
    sections = [section for section in records(root, "sections") if records(section, "players")]
    if not sections:
        raise InputError("There are no players in the SwissSys report. Upload it when the event has begun.")
    check_size(sections, "players", "results")
    remarks = Remarks()
    remarks.add("SwissSys' web report has no time control.")
    return FileEvent(
        format=WEB_FORMAT,
        sections=tuple(
            _web_section(section, f"Section {number}", remarks) for number, section in enumerate(sections, start=1)
        ),
        name=text(root, "tournament")[:100] or None,
        day=day_of(text(root, "date")),
        city=text(root, "city")[:60] or None,
        federation=federation_of(text(root, "country")),
        remarks=remarks.all(),
    )


def _web_section(section: Record, label: str, remarks: Remarks) -> FileSection:
    rows = records(section, "players")
    rounds = _rounds(section, rows, label, remarks)
    raw = [_cells(row, rounds, number, label) for number, row in enumerate(rows, start=1)]
    pairings = _pairings(section, rounds)
    numbers = _numbers(section, raw, pairings, label)
    cells = dict(zip(numbers, raw, strict=True))
    _add_colours(cells, pairings, label, remarks)
    players = sorted(
        (player_of(number, row, _WEB_KEYS, label, remarks) for number, row in zip(numbers, rows, strict=True)),
        key=lambda player: player.number,
    )
    check_members(players, label, remarks)
    double = any(pairing.result in _DOUBLE_RESULTS for pairing in pairings)
    results, double = results_of_cells(cells, rounds, label, remarks, double=double)
    return FileSection(
        players=tuple(players),
        games=results.games,
        byes=results.byes,
        name=text(section, "section")[:100] or None,
    )


def _rounds(section: Record, rows: Sequence[Record], label: str, remarks: Remarks) -> int:
    paired = max(len(values(row, "results")) for row in rows)
    played = whole(section, "rounds_played")
    if section.get("latest_pairing_is_draft") is True and paired:
        played = paired - 1 if played is None else min(played, paired - 1)
    return rounds_of(played, paired, label, remarks)


def _cells(row: Record, rounds: int, place: int, label: str) -> list[ReportCell]:
    letters, colours, opponents = (values(row, key) for key in ("results", "colors", "ops"))
    cells = []
    for column in range(min(rounds, len(letters))):
        letter = _at(letters, column).upper()
        opponent = whole_of(opponents[column]) if column < len(opponents) else None
        met = opponent if opponent is not None and opponent > 0 else None
        if letter in PLAYED:
            colour = _at(colours, column).upper()
            cells.append(ReportCell(letter, met, colour if colour in ("W", "B") else None))
        elif letter in BYES:
            cells.append(ReportCell(letter, met if letter in FORFEITS else None))
        elif letter:
            where = places(label)(place, column + 1)
            raise InputError(
                f'{where}: "{shorten(letter)}" is not a result that SwissSys writes. Export the file again.'
            )
        else:
            cells.append(NOTHING)
    return cells + [NOTHING] * (rounds - len(cells))


def _at(items: Sequence[object], place: int) -> str:
    return text_of(items[place]) if place < len(items) else ""


def _pairings(section: Record, rounds: int) -> list[_Pairing]:
    found = []
    for column, record in enumerate(records(section, "rounds")[:rounds], start=1):
        for pairing in records(record, "pairings"):
            white, black = whole(pairing, "white"), whole(pairing, "black")
            if white and black and white > 0 and black > 0:  # 0 for the black of a bye
                found.append(_Pairing(column, white, black, text(pairing, "result").replace(" ", "")))
    return found


def _numbers(
    section: Record, raw: Sequence[Sequence[ReportCell]], pairings: Sequence[_Pairing], label: str
) -> list[int]:
    by_place = list(range(1, len(raw) + 1))
    standings = [place for place in (whole_of(value) for value in values(section, "standings")) if place]
    ways = [by_place, standings] if sorted(standings) == by_place and standings != by_place else [by_place]
    counted = [(_faults(dict(zip(numbers, raw, strict=True)), pairings), numbers) for numbers in ways]
    (faults, games), numbers = min(counted, key=lambda way: way[0][0])
    if faults * _FAULTS_TOLERATED > games:
        raise InputError(f"{label}: the players, opponents and pairings contradict each other. Export the file again.")
    return numbers


def _faults(cells: Mapping[int, Sequence[ReportCell]], pairings: Sequence[_Pairing]) -> tuple[int, int]:
    faults = games = 0
    for number, row in cells.items():
        for column, cell in enumerate(row):
            if cell.letter in PLAYED and cell.opponent is not None:
                games += 1
                theirs = cells.get(cell.opponent)
                faults += theirs is None or theirs[column].opponent != number
    for pairing in pairings:
        white, black = cells.get(pairing.white), cells.get(pairing.black)
        games += 1
        faults += white is None or black is None or not _fits(pairing, white[pairing.column - 1])
    return faults, games


def _fits(pairing: _Pairing, white: ReportCell) -> bool:
    if white.letter in PLAYED:
        return white.opponent == pairing.black and white.colour in ("W", None)
    return white.opponent in (None, pairing.black)


def _add_colours(
    cells: dict[int, list[ReportCell]], pairings: Sequence[_Pairing], label: str, remarks: Remarks
) -> None:
    where = places(label)
    for pairing in pairings:
        place = pairing.column - 1
        white, black = cells.get(pairing.white), cells.get(pairing.black)
        if white is None or black is None or not _fits(pairing, white[place]):
            remarks.add(f"{label}, round {pairing.column}: the pairing and the results name different players.")
            continue
        for row, colour in ((white, "W"), (black, "B")):
            if row[place].letter in PLAYED and row[place].colour is None:
                row[place] = row[place]._replace(colour=colour)
        letter = _LETTER_OF_RESULT.get(pairing.result)
        if letter is not None and letter != white[place].letter:
            remarks.add(
                f"{where(pairing.white, pairing.column)}: the pairing says {pairing.result}, the player's own results "
                f"say {white[place].letter}. The results count."
            )


_NATIVE = ("Overview", "Sections")
_WEB = ("sections", "tournament")
_WEB_PLAYERS = "rounds_paired"


def is_swisssys(text: str | bytes) -> bool:
    if isinstance(text, bytes):
        text = decode(text)
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return False
    return _names(text, *_NATIVE) or _names(text, *_WEB, _WEB_PLAYERS)


def _names(text: str, *keys: str) -> bool:
    return all(f'"{key}"' in text for key in keys)


def read_swisssys(data: bytes) -> FileEvent:
    root = parse(data)
    # Only the root's keys distinguish them.
    if all(key in root for key in _NATIVE):
        return read_native(root)
    if all(key in root for key in _WEB):
        return read_web(root)
    raise InputError("The file is not a SwissSys file. Export the event from SwissSys again.")
