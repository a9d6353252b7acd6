"""Read the header of a tournament report file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import ByeKind, TimeControl
from core.event.event_file import FilePlayer, UnsureDay
from core.files.common.dates import (
    Calendar,
    DayOrder,
    WrittenDay,
    is_placeholder,
    parse_written_day,
    read_days,
)
from core.files.common.text import SOME_SITE, ParseWarnings, clean, fault, shorten, site_as_federation, site_of
from core.files.typed.rules import parse_time_control, speed_of
from core.words import counted

# TRF16 (FIDE C.04, annex 2) and TRF26 (Council, 12 May 2025). Columns count from 1, slices from 0.


# The player record, 001; national rating records have the same columns, as far as 79.
NUMBER, SEX, TITLE, NAME = slice(4, 8), slice(9, 10), slice(10, 13), slice(14, 47)
RATING, FEDERATION, FIDE_ID, BORN = slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79)
POINTS, RANK = slice(80, 84), slice(85, 89)
FIRST_ROUND, ROUND_WIDTH = 91, 10
MOST_ROUNDS = 99

GAME_CODES = {
    "1": (1.0, True),
    "=": (0.5, True),
    "0": (0.0, True),
    "W": (1.0, False),
    "D": (0.5, False),
    "L": (0.0, False),
}
"""Score, and whether the game is rated: W, D and L lasted less than a move."""
BYE_CODES = {
    "+": ByeKind.FORFEIT_WIN,
    "-": ByeKind.FORFEIT_LOSS,
    "H": ByeKind.HALF_POINT,
    "F": ByeKind.FULL_POINT,
    "U": ByeKind.FULL_POINT,
    "Z": ByeKind.ZERO_POINT,
}
RESULTS = "1, = or 0 (rated), W, D or L (not rated), + or - (forfeit), H, F, U or Z (bye)"

TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
"""The short forms of TRF06."""

_HEADER_TAGS = {"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122", "132"}
_TAGS_OF_2026 = {
    *("142", "152", "162", "172", "182", "192", "202", "212", "222", "352", "362"),
    *("240", "250", "260", "299", "300", "310", "320", "330", "801", "802"),
}
_REPEATED_TAGS = {"001", "112", "013"} | {tag for tag in _TAGS_OF_2026 if not tag.endswith("2") or tag == "802"}
_EXTENSIONS = {
    *("XXR", "XXZ", "XXS", "XXC", "XXA", "XXP"),  # JaVaFo
    *("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),  # bbpPairings
    "DAT",  # Tornelo
}
_NUMERIC_TAGS = _HEADER_TAGS | _TAGS_OF_2026 | {"001", "013", "112"}
_NATIONAL = re.compile(r"[A-Z]{3} [ 0-9]{0,3}[0-9]")
_RULER = re.compile(r"[0-9\s]+")
_SHORT = 100
_LONGEST_LINE = 12_000  # 2,000 players in a list of byes


class FileLine(NamedTuple):
    """A line of the file; `number` counts from 1."""

    number: int
    text: str


def records_of(text: str, doubts: ParseWarnings) -> dict[str, list[FileLine]]:
    """Return the lines by tag, national ratings under "NRS"; comments and stray lines are skipped."""
    records: dict[str, list[FileLine]] = {}
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole.rstrip()
        tag = line[:3]
        if not line or tag == "###":
            continue
        if tag != "001":
            line = line[:_LONGEST_LINE]
        is_record = not line[3:4].strip()
        if is_record and (tag in _NUMERIC_TAGS or tag in _EXTENSIONS):
            here = records.setdefault(tag, [])
            if here and tag not in _REPEATED_TAGS and tag not in _EXTENSIONS:
                doubts.add(
                    number, "a second record", f"a second record {tag}: the first, in line {here[0].number}, counts"
                )
            else:
                here.append(FileLine(number, line))
        elif _NATIONAL.match(line):
            records.setdefault("NRS", []).append(FileLine(number, line))
        elif not _RULER.fullmatch(line):
            doubts.add(number, "no known record", f'"{shorten(line[:_SHORT])}" is not a known record. Ignored')
    return records


def edition(records: dict[str, list[FileLine]], letters: bool, slashed: bool) -> str:
    """Return the name of the format's edition.

    letters: byes as H, F, U, Z; slashed: dates as YYYY/MM/DD; both since 2016.
    """
    if "NRS" in records or any(tag in records for tag in _TAGS_OF_2026):
        return "TRF26"
    if any(tag in records for tag in _EXTENSIONS):
        return "TRF16 with pairing extensions"
    return "TRF16" if letters or slashed else "TRF06"


def is_trf(text: str) -> bool:
    if _PLAYER.search(text):
        return True
    return len({match[1] for match in _HEADER.finditer(text)} & _HEADER_TAGS) > 1


_PLAYER = re.compile(r"^001 (?=[ 0-9]{0,3}[0-9])[ 0-9]{4} ", re.MULTILINE)
_HEADER = re.compile(r"^(0[1-9]2|1[0-3]2)(?= |$)", re.MULTILINE)


def whole(text: str) -> int | None:
    written = text.strip()
    return int(written) if len(written) <= 6 and written.isascii() and written.isdigit() else None


def numbers(text: str) -> list[int]:
    return [number for word in dict.fromkeys(text.split()) if (number := whole(word))]


_FEDERATION = re.compile(r"(?:.*\()?([A-Za-z]{3})\)?")
_PERIOD = re.compile(r"(?:\d{1,3}/)?(\d{1,5})(?:\+(\d{1,3}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Header:
    """The header.

    slashed: days are YYYY/MM/DD. site: where it was played online. unsure: a date that may be another.
    """

    name: str | None
    city: str | None
    federation: str | None
    began: date | None
    day: date | None
    time_control: TimeControl | None
    written_control: str | None
    rounds_planned: int | None
    is_match: bool
    slashed: bool
    site: str | None
    unsure: UnsureDay | None


def read_header(
    records: Mapping[str, list[FileLine]], names: Sequence[str], calendar: Calendar, doubts: ParseWarnings
) -> Header:
    """Read the header; what is not understood becomes a doubt. names: of the players."""
    (began, day), unsure = _days(records, calendar, doubts)
    rounds = [day for day in round_days(records) if day is not None]
    began, day = began or min(rounds, default=None), day or max(rounds, default=None)
    if began is not None and day is not None and day < began:
        line = _first(records, "052") or _first(records, "042")
        doubts.add(line.number if line else 1, "days", f"the event ends on {day}, before it begins on {began}")
    control = _coded_control(records, doubts) or _written_control(records, doubts)
    return Header(
        name=_text(records, "012"),
        city=_text(records, "022"),
        federation=_federation(records, doubts),
        began=began,
        day=day,
        time_control=control,
        written_control=None if control else _text(records, "122") or _text(records, "222"),
        rounds_planned=_planned(records, doubts),
        is_match="match" in (_text(records, "092") or "").casefold(),
        slashed=any(re.match(r"\d{4}/", _text(records, tag) or "") for tag in ("042", "052")),
        site=_site(records, names),
        unsure=unsure,
    )


def check_counts(records: Mapping[str, list[FileLine]], players: int, rated: int, doubts: ParseWarnings) -> None:
    """Doubt other numbers of players in the header (records 062 and 072)."""
    for tag, count, noun in (("062", players, "players"), ("072", rated, "rated players")):
        line = _first(records, tag)
        match = re.match(r"\d{1,6}", line.text[4:].strip(), re.ASCII) if line else None
        if line and match and int(match[0]) != count:
            doubts.add(line.number, "counts", f"the header says {match[0]} {noun}, the file has {count}")


def _site(records: Mapping[str, list[FileLine]], names: Sequence[str]) -> str | None:
    found = site_of(_text(records, tag) for tag in ("012", "022", "102", "112", "122"))
    federation = _text(records, "032")
    if found is None and (federation is None or _FEDERATION.fullmatch(federation) is None):
        found = site_as_federation(federation, names)
    months = any(re.match(r"[A-Za-z]{3}", _text(records, tag) or "") for tag in ("042", "052"))
    if found is None and months and ("XXC" in records or "XXP" in records):
        found = SOME_SITE
    return found


def _first(records: Mapping[str, list[FileLine]], tag: str) -> FileLine | None:
    return records[tag][0] if tag in records else None


def _text(records: Mapping[str, list[FileLine]], tag: str) -> str | None:
    line = _first(records, tag)
    return clean(line.text[4:]) or None if line else None


def _federation(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> str | None:
    text = _text(records, "032")
    if text is None:
        return None
    match = _FEDERATION.fullmatch(text)
    if match is None:
        doubts.add(
            records["032"][0].number,
            "federations",
            f'"{shorten(text)}" is not a federation code of three letters. Ignored',
        )
        return None
    return match[1].upper()


def _days(
    records: Mapping[str, list[FileLine]], calendar: Calendar, doubts: ParseWarnings
) -> tuple[tuple[date | None, date | None], UnsureDay | None]:
    """Return first and last day (042, 052); of several readings, the shortest event, else as the club writes."""
    written = {tag: _day(records, tag, doubts) for tag in ("042", "052")}
    began, ended = ([day.day, day.other or day.day] if day else [None, None] for day in written.values())
    pairs = list(zip(began, ended, strict=True))

    def length(pair: tuple[date | None, date | None]) -> int:
        first, last = pair
        days = (last - first).days if first and last else 0
        return days if days >= 0 else 100_000 - days

    texts = [text for tag, day in written.items() if day is not None and (text := _text(records, tag)) is not None]
    unsure = read_days(texts).unsure
    if unsure is not None and length(pairs[0]) != length(pairs[1]):
        unsure = None
    best = pairs[1] if unsure is not None and calendar.order is DayOrder.MONTH else min(pairs, key=length)
    for (tag, day), chosen in zip(written.items(), best, strict=True):
        if day is not None and not day.sure:
            doubts.add(records[tag][0].number, "dates", f'"{_text(records, tag)}" is read as {chosen}')
    return best, unsure


def _day(records: Mapping[str, list[FileLine]], tag: str, doubts: ParseWarnings) -> WrittenDay | None:
    text = _text(records, tag)
    if text is None or is_placeholder(text):
        return None
    line = records[tag][0].number
    written = parse_written_day(text)
    if written is None or written.day is None:
        doubts.add(line, "dates", f'"{shorten(text)}" is not a date. Ignored. Write YYYY/MM/DD')
        return None
    return written


def round_days(records: Mapping[str, list[FileLine]]) -> list[date | None]:
    """Return the days of record 132, only in the regulations' form YY/MM/DD."""
    line = _first(records, "132")
    found: list[date | None] = []
    for start in range(FIRST_ROUND, len(line.text) if line else 0, ROUND_WIDTH):
        assert line is not None
        match = re.fullmatch(r"(\d\d)/(\d\d)/(\d\d)", line.text[start : start + ROUND_WIDTH].strip(), re.ASCII)
        written = parse_written_day(f"20{match[0]}") if match else None
        found.append(written.day if written is not None and written.sure else None)
    return found


def check_rounds(
    records: Mapping[str, list[FileLine]], planned: int | None, rounds: int, doubts: ParseWarnings
) -> None:
    """Doubt an unfinished event, or more rounds than planned (142, XXR)."""
    line = _first(records, "142") or _first(records, "XXR")
    if line and planned is not None and planned != rounds:
        doubts.add(line.number, "counts", f"the plan is {counted(planned, 'round')}, the file has {rounds}")


def _planned(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> int | None:
    line = _first(records, "142") or _first(records, "XXR")
    if line is None or not line.text[4:].strip():
        return None
    rounds = whole(line.text[4:])
    if rounds is None:
        doubts.add(line.number, "numbers", f'"{shorten(line.text[4:100])}" is not a number of rounds. Ignored')
    return rounds or None


def _coded_control(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> TimeControl | None:
    """Read record 222, in seconds: 5400+30, or periods to be added, 40/6000+30:900+30."""
    text = _text(records, "222")
    if text is None:
        return None
    periods = [_PERIOD.fullmatch(period) for period in text.replace(" ", "").split(":")]
    main = sum(int(period[1]) for period in periods if period)
    increments = {int(period[2] or 0) for period in periods if period}
    if not all(periods) or main % 60 or not 0 < main // 60 < 1000 or len(increments) != 1:
        doubts.add(
            records["222"][0].number,
            "time controls",
            f'"{shorten(text)}" is not a time control in seconds that is the same for all moves. Ignored',
        )
        return None
    return TimeControl(main // 60, increments.pop())


def _written_control(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> TimeControl | None:
    text = _text(records, "122")
    if text is None:
        return None
    try:
        return parse_time_control(text)
    except InputError:
        if speed_of(text) is None:
            text = f'the time control "{shorten(text)}" is not understood'
            doubts.add(records["122"][0].number, "time controls", text)
        return None


_KNOWN = GAME_CODES.keys() | BYE_CODES.keys() | {""}
_COLOURS = {"w": "w", "b": "b", "-": "", "": ""}
_WITHOUT_OPPONENT = {"1": "F", "W": "F", "=": "H", "D": "H", "0": "Z", "L": "Z"}
_BYES = frozenset("FHUZ")
_WORDS = {"F": "full-point", "H": "half-point", "Z": "zero-point"}


class RoundCell(NamedTuple):
    """A round of a player, TRF26 columns 92 to 99.

    opponent: 0 for none. code: in capitals, or empty.
    """

    opponent: int
    colour: str
    code: str


class _Doubtful(NamedTuple):
    cell: RoundCell
    kind: str
    text: str


class CellReader:
    """Reads cells, each text once."""

    def __init__(self, doubts: ParseWarnings) -> None:
        self._doubts = doubts
        self._seen: dict[str, RoundCell] = {}
        self._doubtful: dict[str, _Doubtful] = {}

    def cells(self, line: int, text: str) -> list[RoundCell | None]:
        """Return a line's cells, None for blank ones."""
        cells: list[RoundCell | None] = []
        seen = self._seen
        for start in range(FIRST_ROUND, len(text), ROUND_WIDTH):
            written = text[start : start + ROUND_WIDTH]
            cell = seen.get(written)
            if cell is None and not written.isspace():
                cell = self._new(line, len(cells) + 1, written)
            cells.append(cell)
        return cells

    def _new(self, line: int, round_number: int, written: str) -> RoundCell:
        read = self._doubtful.get(written) or _read(line, round_number, written)
        if isinstance(read, RoundCell):
            self._seen[written] = read
            return read
        self._doubtful[written] = read
        self._doubts.add(line, read.kind, f"round {round_number}: {read.text}")
        return read.cell


def _read(line: int, round_number: int, written: str) -> RoundCell | _Doubtful:
    start = FIRST_ROUND + ROUND_WIDTH * (round_number - 1)
    opponent = whole(written[:4].strip() or "0")
    between = written[4:5] + written[6:7] + written[8:]
    if opponent is None or between.strip():
        raise fault(
            line,
            f'round {round_number} has "{shorten(written)}". Write the opponent in columns {start + 1} to '
            f"{start + 4}, the colour in {start + 6}, the result in {start + 8}.",
        )
    code = written[7:8].strip().upper()
    if code not in _KNOWN:
        raise fault(line, f'round {round_number}: "{shorten(code)}" is not a result. Write {RESULTS}.')
    colour = _COLOURS.get(written[5:6].strip().lower())
    if code in GAME_CODES and not opponent:
        bye = _WITHOUT_OPPONENT[code]
        text = f'a result "{code}" without an opponent is read as a {_WORDS[bye]} bye'
        return _Doubtful(RoundCell(0, "", bye), "results without an opponent", text)
    if code in _BYES and opponent:
        text = f'a bye, "{code}", has no opponent. Number {opponent} ignored'
        return _Doubtful(RoundCell(0, "", code), "byes with an opponent", text)
    if colour is None:
        text = f'"{shorten(written[5])}" is not a colour (w or b). Treated as unknown'
        return _Doubtful(RoundCell(opponent, "", code), "unknown colours", text)
    return RoundCell(opponent, colour, code)


def is_blank(cells: Sequence[RoundCell | None], place: int) -> bool:
    """Return whether a round (place: from 0) is empty."""
    cell = cells[place] if place < len(cells) else None
    return cell is None or not (cell.code or cell.opponent)


def set_cell(cells: list[RoundCell | None], place: int, cell: RoundCell) -> None:
    """Set a round (place: from 0), also beyond the last."""
    cells.extend([None] * (place + 1 - len(cells)))
    cells[place] = cell


_SEXES = {"m": "m", "w": "w", "f": "w"}
_BETWEEN = ((52, "rating"), (56, "federation"), (68, "FIDE number"))
_USUAL_RATINGS = range(100, 3501)
_SHORTEST_FIDE_ID = 6


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of the file.

    points, rank: as written. cells: per round. slashed: the birth date is YYYY/MM/DD.
    """

    player: FilePlayer
    line: int
    points: float | None
    rank: int | None
    cells: list[RoundCell | None]
    slashed: bool


def read_players(lines: Sequence[FileLine], doubts: ParseWarnings) -> dict[int, PlayerLine]:
    reader = CellReader(doubts)
    players: dict[int, PlayerLine] = {}
    for line in lines:
        read = _player(line, reader, doubts)
        number = read.player.number
        if number in players:
            raise fault(
                line.number,
                f"player {number} is also in line {players[number].line}. Give each player a different number.",
            )
        players[number] = read
    return players


def _player(line: FileLine, reader: CellReader, doubts: ParseWarnings) -> PlayerLine:
    number, text = whole(line.text[NUMBER]), line.text
    if not number:
        raise fault(
            line.number,
            f'"{shorten(text[NUMBER])}" is not a starting number. Write it in columns 5 to 8, from 1 upward.',
        )
    name = text[NAME]
    if not text.isascii() and not _is_aligned(text):
        # Some programs count bytes of UTF-8 instead of letters.
        in_bytes = text.encode().decode("latin-1")
        if _is_aligned(in_bytes):
            text, name = in_bytes, in_bytes[NAME].encode("latin-1").decode(errors="ignore")
    if len(text) > FIRST_ROUND + MOST_ROUNDS * ROUND_WIDTH:
        raise fault(line.number, f"there are more than {MOST_ROUNDS} rounds. Delete everything after column 1081.")
    _check_columns(line.number, text)
    name = clean(name)
    if not name:
        raise fault(line.number, f"player {number} has no name. Write it in columns 15 to 47.")
    born, year = _born(line.number, text, doubts)
    player = FilePlayer(
        number=number,
        name=name,
        rating=_rating(line.number, text, doubts),
        fide_id=_fide_id(line.number, text, doubts),
        born=born,
        born_year=year,
        federation=_player_federation(line.number, text, doubts),
        sex=_sex(line.number, text, doubts),
        title=_title(text),
        line=line.number,
    )
    points = _points(line.number, text, doubts)
    cells = reader.cells(line.number, text)
    return PlayerLine(player, line.number, points, whole(text[RANK]) or None, cells, text[BORN][4:5] == "/")


def _is_aligned(text: str) -> bool:
    between = "".join(text[place : place + 1] for place, _ in _BETWEEN) + text[FIRST_ROUND - 2 : FIRST_ROUND]
    return not between.strip() and not "".join(text[FIRST_ROUND + step :: ROUND_WIDTH] for step in (4, 6, 8, 9)).strip()


def _check_columns(line: int, text: str) -> None:
    if text[47:49].isdigit():
        raise fault(line, "the rating begins in column 48. Move it one column to the right.")
    for place, before in _BETWEEN:
        if text[place : place + 1].strip():
            raise fault(
                line,
                f'column {place + 1} has "{shorten(text[place])}", but must be blank after the {before}. '
                "Move the fields after the name until it is.",
            )


def _rating(line: int, text: str, doubts: ParseWarnings) -> float | None:
    written = text[RATING].strip()
    rating = whole(written or "0")
    if rating is None:
        raise fault(line, f'"{shorten(written)}" is not a rating. Write one in columns 49 to 52, or 0 for unrated.')
    if rating and rating not in _USUAL_RATINGS:
        doubts.add(line, "unusual ratings", f"a rating of {rating} is unusual")
    return float(rating) if rating else None


def _fide_id(line: int, text: str, doubts: ParseWarnings) -> str | None:
    written = text[FIDE_ID].strip()
    if not written.strip("0"):
        return None
    if not (written.isascii() and written.isdigit()) or len(written.lstrip("0")) < _SHORTEST_FIDE_ID:
        doubts.add(line, "no FIDE id", f'"{shorten(written)}" is not a FIDE id of six digits or more. Ignored')
        return None
    return written.lstrip("0")


def _born(line: int, text: str, doubts: ParseWarnings) -> tuple[date | None, int | None]:
    written = text[BORN].strip()
    if is_placeholder(written):
        return None, None
    read = parse_written_day(written)
    # Two digits do not tell the century.
    if read is None or not re.search(r"\d{4}", written, re.ASCII):
        doubts.add(line, "birth dates", f'"{shorten(written)}" is not a birth date. Ignored. Write YYYY/MM/DD')
        return None, None
    if not read.sure:
        doubts.add(line, "birth dates", f'the birth date "{shorten(written)}" is read as {read.day}')
    return (None, read.year) if read.day is None else (read.day, None)


def _player_federation(line: int, text: str, doubts: ParseWarnings) -> str | None:
    written = text[FEDERATION].strip()
    if not written:
        return None
    if not re.fullmatch(r"[A-Za-z]{3}", written):
        doubts.add(line, "federations", f'"{shorten(written)}" is not a federation code of three letters. Ignored')
        return None
    return written.upper()


def _sex(line: int, text: str, doubts: ParseWarnings) -> str | None:
    written = text[SEX].strip()
    sex = _SEXES.get(written.lower())
    if written and sex is None:
        doubts.add(
            line, "unknown letters for the sex", f'"{shorten(written)}" in column 10 is neither m nor w. Ignored'
        )
    return sex


def _title(text: str) -> str | None:
    written = clean(text[TITLE]).upper()
    return TITLES.get(written, written) or None


def _points(line: int, text: str, doubts: ParseWarnings) -> float | None:
    written = text[POINTS].strip().replace(",", ".").replace("½", ".5")
    if not written:
        return None
    if not re.fullmatch(r"\d{1,4}|\d{0,3}\.\d{0,2}", written, re.ASCII) or written == ".":
        doubts.add(line, "unreadable points", f'the points "{shorten(written)}" are not a number. Ignored')
        return None
    return float(written)
