"""A rated section as JSON of US Chess' ratings API: its standings, with the documents of its section and event.

Read are a page of standings as it is saved, several documents in a zip, and one object with all:

    {"event": {...}, "sections": [{"section": {...}, "standings": [{"pairingNumber": 1, ...}, ...]}, ...]}
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from core.errors import InputError, RatingError
from core.event.crosstable import EventKind
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.event.published import PublishedRating
from core.files.chess.csv_table import PrintedCell, games_of_chart
from core.files.chess.uschess_report import Remarks, member_id, read_control, state_of
from core.files.common.dates import EARLIEST_DAY, day_in
from core.files.common.packed import is_zip, unpacked
from core.files.common.people import readable_name
from core.files.common.text import SOME_SITE, one_line, shorten
from core.lists import RatingList
from core.rating.uschess.rules import lists_for
from core.words import counted

FORMAT = "US Chess rated section"
MOST_PLAYERS, MOST_ROUNDS, MOST_SECTIONS = 2_000, 99, 100
_MARK = b'"roundOutcomes"'

Record = Mapping[str, Any]

_LISTS = {"R": RatingList.USCHESS_REGULAR, "Q": RatingList.USCHESS_QUICK, "B": RatingList.USCHESS_BLITZ}
_SPEEDS = {"R": "regular", "Q": "quick", "B": "blitz", "D": "dual"}
"""Speeds by the section's system, if its time control is unknown."""
_ONLINE = {"OR", "OQ", "OB"}
_ABROAD = {"F", "G", "A"}
_RESULTS = {"Win": "W", "Loss": "L", "Draw": "D", "WinAsym": "W", "LossAsym": "L", "DrawAsym": "D"}
_BYES = {
    "WinForfeit": "X",
    "Forfeit": "F",
    "DrawForfeit": "H",
    "ByeFull": "B",
    "ByeHalf": "H",
    "Unpaired": "U",
    "NotReported": "U",
    "ReportNoResult": "U",
}
_CHANGED = "US Chess has changed the form of its documents. Upload the crosstable as text or CSV instead."
NO_JSON = "The JSON is damaged or cut off. Save it again."


def is_uschess_section(data: bytes) -> bool:
    """Return whether a file or zip has standings of US Chess' ratings API."""
    if not is_zip(data):
        return _looks_so(data) and _MARK in data
    try:
        contents = [member.content for member in unpacked(data)]
    except InputError:
        return False
    return all(map(_looks_so, contents)) and any(_MARK in content for content in contents)


def _looks_so(data: bytes) -> bool:
    return data[:100].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


@dataclass(slots=True)
class _Documents:
    """A file's documents. sections: document (empty if unknown) and standings."""

    event: Record = field(default_factory=dict)
    sections: list[tuple[Record, list[Record]]] = field(default_factory=list)


def read_uschess_section(data: bytes) -> FileEvent:
    found = _documents(data)
    remarks = Remarks()
    rated = [(document, standings) for document, standings in found.sections if _is_rated(document, remarks)]
    if not rated:
        raise InputError(remarks.all()[0].text)
    sections = [_section(document, standings, remarks, alone=len(rated) == 1) for document, standings in rated]
    days = [_day(document, "endDate") for document, _ in found.sections]
    began = [_day(document, "startDate") for document, _ in found.sections]
    online = any(_is_online(document) for document, _ in found.sections)
    return FileEvent(
        FORMAT,
        tuple(sections),
        name=_text(found.event, "name") or None,
        began=_day(found.event, "startDate") or min((day for day in began if day is not None), default=None),
        day=_day(found.event, "endDate") or max((day for day in days if day is not None), default=None),
        city=_text(found.event, "city") or None,
        federation="USA",
        remarks=remarks.all(),
        site=SOME_SITE if online else None,
    )


# The documents of a file


def _documents(data: bytes) -> _Documents:
    found = _Documents()
    loose: list[Record] = []
    pages: list[Record] = []
    for document in _parsed(data):
        if isinstance(document, list):
            loose += _records(document)
        elif "standings" in document or _is_envelope(document):
            _open(document, found)
        elif _has_standings(document):
            pages.append(document)
        elif "ratingSystem" in document or "roundCount" in document:
            found.sections.append((document, []))
        else:
            found.event = document
    loose += _of_pages(pages)
    if loose:
        alone = [standings for _, standings in found.sections if not standings]
        if len(found.sections) > 1 or (found.sections and not alone):
            raise InputError("The standings of several sections cannot be told apart. Upload one section at a time.")
        if alone:
            alone[0].extend(loose)
        else:
            found.sections.append(({}, loose))
    found.sections = [one for one in found.sections if one[1]]
    if not found.sections:
        raise InputError("There are no standings in the file. Save the standings of the section too.")
    if len(found.sections) > MOST_SECTIONS:
        raise InputError(f"There are more than {MOST_SECTIONS} sections. Upload one section at a time.")
    return found


def _parsed(data: bytes) -> list[Any]:
    return [_json(member.content) for member in unpacked(data)] if is_zip(data) else [_json(data)]


def _json(data: bytes) -> Any:
    try:
        document = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise InputError(NO_JSON) from None
    if not isinstance(document, dict | list):
        raise InputError(_CHANGED)
    return document


def _no_constant(_: str) -> Any:
    raise ValueError


def _is_envelope(document: Record) -> bool:
    return any(isinstance(one, dict) and "standings" in one for one in _list(document, "sections"))


def _has_standings(document: Record) -> bool:
    return any(isinstance(one, dict) and "roundOutcomes" in one for one in _list(document, "items"))


def _open(document: Record, found: _Documents) -> None:
    if isinstance(document.get("event"), dict):
        found.event = document["event"]
    for one in _records(document["sections"]) if _is_envelope(document) else [document]:
        standings = one.get("standings")
        lines = _records(standings if isinstance(standings, list) else [standings])
        if all("items" in page for page in lines):
            lines = _of_pages(lines)
        section = one.get("section")
        found.sections.append((section if isinstance(section, dict) else {}, lines))


def _of_pages(pages: Sequence[Record]) -> list[Record]:
    """Return the lines of all pages in order; raise InputError if one is missing."""
    lines: list[Record] = []
    more = False
    for page in sorted(pages, key=lambda page: _whole(page, "offset") or 0):
        if (_whole(page, "offset") or 0) != len(lines):
            more = True
            break
        lines += _records(_list(page, "items"))
        more = page.get("hasNextPage") is True
    if more:
        raise InputError(
            f"The file has the first {counted(len(lines), 'player')} of the section. Save each of the other pages of "
            "its standings once, and upload all together."
        )
    return lines


def _records(values: object) -> list[Record]:
    if not isinstance(values, list) or not all(isinstance(one, dict) for one in values):
        raise InputError(_CHANGED)
    return values


def _list(record: Record, key: str) -> list[Any]:
    value = record.get(key)
    return value if isinstance(value, list) else []


def _text(record: Record, key: str) -> str:
    value = record.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return one_line(value)[:200] if isinstance(value, str) else ""


def _whole(record: Record, key: str) -> int | None:
    value = record.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6 else None


def _day(record: Record, key: str) -> date | None:
    day = day_in(_text(record, key))
    return None if day is None or day < EARLIEST_DAY else day


# A section


def _is_online(section: Record) -> bool:
    return section.get("isOnline") is True or _text(section, "ratingSystem") in _ONLINE


def _called(section: Record) -> str:
    return _text(section, "name") or f"Section {_whole(section, 'number') or ''}".strip()


def _is_rated(section: Record, remarks: Remarks) -> bool:
    """Return whether it was rated over the board or online; remark on others."""
    system = _text(section, "ratingSystem")
    if system in _ABROAD:
        remarks.add(f"{_called(section)} was played abroad and is ignored. Report such an event with /rating update.")
    elif system and system not in _SPEEDS and system not in _ONLINE:
        remarks.add(f'{_called(section)} has the rating system "{shorten(system)}" and is ignored.')
    else:
        return True
    return False


def _section(section: Record, standings: list[Record], remarks: Remarks, *, alone: bool) -> FileSection:
    name = _called(section)
    if len(standings) > MOST_PLAYERS:
        raise InputError(f"{name} has more than {MOST_PLAYERS} players. Upload a smaller section.")
    system = _text(section, "ratingSystem") or _system_of(standings)
    where = "" if alone else f"{name}: "
    numbers = _numbers(standings)
    chart = {numbers[place]: _cells(line, standings, numbers, where, remarks) for place, line in enumerate(standings)}
    try:
        games, byes = games_of_chart(chart)
    except InputError as error:
        raise InputError(f"{where}{error.message}") from None
    control = read_control(_text(section, "timeControl")) if _text(section, "timeControl") else None
    lists = tuple(moved for key, moved in _LISTS.items() if key == system or (system == "D" and key in "RQ"))
    if control is not None and lists and not _is_rated_as(control, lists):
        remarks.add(f"{where}the time control {control} does not fit the section's rating system {system}. Ignored.")
        control = None
    played = Counter(number for game in games for number in (game.first, game.second))
    players = tuple(
        _player(line, number, played[number], system) for line, number in zip(standings, numbers, strict=True)
    )
    is_match = _text(section, "format") == "Match" and len(players) == 2
    return FileSection(
        players,
        games,
        byes,
        name=None if alone and not _text(section, "name") else name,
        kind=EventKind.MATCH if is_match else EventKind.TOURNAMENT,
        time_control=control,
        written_control=None if control is not None else _SPEEDS.get(system),
        rounds_planned=_whole(section, "roundCount") or None,
    )


def _is_rated_as(control: Any, lists: Sequence[RatingList]) -> bool:
    try:
        return set(lists_for(control)) == set(lists)
    except RatingError:
        return False


def _system_of(standings: Sequence[Record]) -> str:
    """Return the rating records' system, for a section without document."""
    systems = {_text(one, "ratingSystem") for line in standings for one in _records(_list(line, "ratings"))}
    known = sorted(systems & {*_LISTS, *_ONLINE})
    return "D" if known == ["Q", "R"] else known[0] if known else "R"


def _numbers(standings: Sequence[Record]) -> list[int]:
    """Return pairing numbers; if not unique, places in the standings."""
    for key in ("pairingNumber", "ordinal"):
        numbers = [_whole(line, key) or 0 for line in standings]
        if all(numbers) and len(set(numbers)) == len(numbers):
            return numbers
    return list(range(1, len(standings) + 1))


def _cells(
    line: Record, standings: Sequence[Record], numbers: Sequence[int], where: str, remarks: Remarks
) -> list[PrintedCell | None]:
    cells: dict[int, PrintedCell] = {}
    called = _name(line)
    for outcome in _records(_list(line, "roundOutcomes")):
        number = _whole(outcome, "roundNumber")
        if number is None or not 1 <= number <= MOST_ROUNDS or number in cells:
            raise InputError(f"{where}{shorten(called)} has a round that is not a number from 1 to {MOST_ROUNDS}.")
        word = _text(outcome, "outcome")
        opponent = _opponent(outcome, standings, numbers)
        letter = _RESULTS.get(word) or _BYES.get(word)
        if letter is None:
            raise InputError(_CHANGED)
        if word.endswith("Asym") and not _is_opposite(word, outcome, line, opponent, standings, numbers):
            remarks.add(f"{where}round {number}, {called}: each side has a result of its own. Not rated here.")
            letter = "U"
        if word in ("NotReported", "ReportNoResult"):
            remarks.add(f"{where}round {number}, {called}: no result was reported.")
        colour = {"White": True, "Black": False}.get(_text(outcome, "color"))
        cells[number] = PrintedCell(
            letter, opponent if letter in "WDLXF" else None, colour if letter in "WDL" else None
        )
    return [cells.get(number) for number in range(1, max(cells, default=0) + 1)]


def _opponent(outcome: Record, standings: Sequence[Record], numbers: Sequence[int]) -> int | None:
    for mine, theirs in (("opponentPlayerId", "playerId"), ("opponentMemberId", "memberId")):
        known = _text(outcome, mine)
        if known:
            return next((numbers[at] for at, line in enumerate(standings) if _text(line, theirs) == known), -1)
    for mine, theirs in (("opponentPairingNumber", "pairingNumber"), ("opponentOrdinal", "ordinal")):
        number = _whole(outcome, mine)
        if number:
            return next((numbers[at] for at, line in enumerate(standings) if _whole(line, theirs) == number), -1)
    return None


def _is_opposite(
    word: str, outcome: Record, line: Record, opponent: int | None, standings: Sequence[Record], numbers: Sequence[int]
) -> bool:
    """Return whether the opponent has the other side of a result."""
    if opponent is None or opponent not in numbers:
        return False
    theirs = next(
        (
            _text(one, "outcome")
            for one in _records(_list(standings[numbers.index(opponent)], "roundOutcomes"))
            if one.get("roundNumber") == outcome.get("roundNumber")
        ),
        "",
    )
    opposite = {"W": "L", "L": "W", "D": "D"}
    return _RESULTS.get(theirs) == opposite[_RESULTS[word]]


def _name(line: Record) -> str:
    """Return the name, which the documents have in capitals."""
    first, last = _text(line, "firstName"), _text(line, "lastName")
    return readable_name(f"{last}, {first}" if first and last else last or first)


def _player(line: Record, number: int, played: int, system: str) -> FilePlayer:
    published = tuple(_published(line))
    main = dict(published).get(_LISTS["R" if system == "D" else system[-1]])
    games = None if main is None or main.games is None else max(main.games - played, 0)
    member = member_id(_text(line, "memberId"))
    return FilePlayer(
        number=number,
        name=_name(line) or member or f"Player {number}",
        rating=None if main is None else main.before,
        games=None if main is None or main.before is None else games,
        uschess_id=member,
        fide_id=_text(line, "fideId") or None,
        state=state_of(_text(line, "stateRep")),
        published=published,
    )


def _published(line: Record) -> Iterator[tuple[RatingList, PublishedRating]]:
    for record in _records(_list(line, "ratings")):
        moved = _LISTS.get(_text(record, "ratingSystem"))
        after = _rating(record, "postRating")
        if moved is not None and after is not None:
            games = _whole(record, "postProvisionalGameCount")
            yield moved, PublishedRating(_rating(record, "preRating"), after, games)


def _rating(record: Record, key: str) -> float | None:
    for name in (f"{key}Decimal", key):
        value = record.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 4000:
            return float(value)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or value > 4000):
            raise InputError(_CHANGED)
    return None
