"""Values of SwissSys' JSON files, which may be missing, null or of another type than expected (section 7).

Only what is named is ever read: mail addresses, telephone numbers, birth dates, passcodes and notes, which these files
hold too, go no further than the parser.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date

from core.errors import InputError
from core.event_file import FilePlayer
from core.formats.chess.uschess_report.cells import NOTHING, ReportCell
from core.formats.chess.uschess_report.details import MOST_CELLS
from core.formats.chess.uschess_report.fields import MOST_PLAYERS, MOST_ROUNDS_READ, MOST_SECTIONS
from core.formats.chess.uschess_report.games import Results, SectionChart, is_double, results_of
from core.formats.chess.uschess_report.players import member_id, rating_of, state_of
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.chess.uschess_report.text import placeholder_name, readable_name
from core.formats.common.code_pages import decode_in_code_page
from core.formats.common.days import EARLIEST
from core.formats.common.text_lines import clean

Record = Mapping[str, object]

MOST_BYTES = 4 * 1024 * 1024
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = (
    re.compile(r"(?P<year>[0-9]{4})[-/](?P<month>[0-9]{1,2})[-/](?P<day>[0-9]{1,2})"),
    re.compile(r"(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})/(?P<year>[0-9]{4}|[0-9]{2})"),
    re.compile(r"(?P<day>[0-9]{1,2})-(?P<month>[A-Za-z]{3})[a-z]*-(?P<year>[0-9]{4}|[0-9]{2})"),
)
_WHOLE = re.compile(r"-?[0-9]{1,6}")
_MISREAD = re.compile("[ÂÃ]")


def decode(data: bytes) -> str:
    """Return text in UTF-8, or else in a code page."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return decode_in_code_page(data).text


def parse(data: bytes) -> Record:
    """Return the root of a file; raise InputError for what is no JSON, or too large."""
    if len(data) > MOST_BYTES:
        raise InputError(f"The file has more than {MOST_BYTES // 1024 // 1024} MiB: upload the file of one event.")
    try:
        root = json.loads(decode(data), strict=False)  # raw control characters stand inside its strings
    except (ValueError, RecursionError):
        raise InputError("The SwissSys file is damaged or cut off: export it again.") from None
    if not isinstance(root, dict):
        raise InputError("That is no SwissSys file: export the event from SwissSys again.")
    return root


def text(record: Record, key: str) -> str:
    """Return a text, or a number as text; empty where there is none."""
    return text_of(record.get(key))


def text_of(value: object) -> str:
    """Return what stands in a list as `text` does."""
    if isinstance(value, str):
        return clean(_repaired(value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15:
        return str(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return ""


def _repaired(value: str) -> str:
    """Return UTF-8 that was taken for Windows' encoding on its way as it was meant: ½ for Â½."""
    if _MISREAD.search(value):
        with suppress(UnicodeError):
            return value.encode("cp1252").decode("utf-8")
    return value


def whole(record: Record, key: str) -> int | None:
    """Return a whole number, as a number or as text; None where there is none."""
    return whole_of(record.get(key))


def whole_of(value: object) -> int | None:
    """Return what stands in a list as `whole` does."""
    written = text_of(value)
    return int(written) if _WHOLE.fullmatch(written) else None


def records(record: Record, key: str) -> list[Record]:
    """Return a list of objects, without anything else that stands in it."""
    value = record.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def values(record: Record, key: str) -> Sequence[object]:
    """Return a list, empty where there is none."""
    value = record.get(key)
    return value if isinstance(value, list) else ()


def day_of(written: str) -> date | None:
    """Return a date as SwissSys has written it in one version or another; None for any other."""
    for pattern in _DAYS:
        match = pattern.fullmatch(written)
        if match is None:
            continue
        year = int(match["year"]) + (2000 if len(match["year"]) == 2 else 0)
        month = match["month"].lower()
        if month.isalpha() and month not in _MONTHS:
            return None
        number = _MONTHS.index(month) + 1 if month.isalpha() else int(month)
        with suppress(ValueError):
            day = date(year, number, int(match["day"]))
            return day if day >= EARLIEST else None
    return None


def check_size(sections: Sequence[Record], players_key: str, results_key: str) -> None:
    """Raise InputError for a file with more than any event has."""
    if len(sections) > MOST_SECTIONS:
        raise InputError(f"The file has more than {MOST_SECTIONS} sections: upload the file of one event.")
    cells = 0
    for section in sections:
        players = records(section, players_key)
        if len(players) > MOST_PLAYERS:
            raise InputError(f"A section has more than {MOST_PLAYERS} players: upload the file of one event.")
        cells += sum(1 + len(values(player, results_key)) for player in players)
    if cells > MOST_CELLS:
        raise InputError(f"The file has more than {MOST_CELLS} results: upload the file of one event.")


def player_of(number: int, record: Record, keys: Mapping[str, str], label: str, remarks: Remarks) -> FilePlayer:
    """Return a player; `keys` names where id, fide_id, rating and the other facts stand."""
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
    """Return a section's games and byes, and whether a column held two games; longer rows are cut, shorter filled."""
    even = {number: row[:rounds] + [NOTHING] * (rounds - len(row)) for number, row in sorted(cells.items())}
    double = double or is_double(even)
    if double:
        remarks.add(f"{label} has two games in a column: their order and the colours of the second are supposed.")
    return results_of(SectionChart(even, label, places(label), remarks, double=double)), double


def places(label: str) -> Callable[[int, int], str]:
    """Return what says in words where a cell stands."""
    return lambda number, column: f"{label}, player {number}, round {column}"


def rounds_of(written: int | None, most: int, label: str, remarks: Remarks) -> int:
    """Return how many rounds were played; a later one, which is under way, is left out with a remark."""
    rounds = most if written is None or written < 0 else written
    if max(rounds, most) > MOST_ROUNDS_READ:
        raise InputError(f"{label} has more than {MOST_ROUNDS_READ} rounds: upload the file of one event.")
    if most > rounds:
        remarks.add(f"{label}: round {rounds + 1} is under way or only paired, and left out.")
    return rounds
