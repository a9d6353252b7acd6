"""FIDE's rating list, TXT or XML, optionally zipped: only wanted ids, streamed.

TXT columns are found by their header, also in older lists and those of one speed.
"""

import io
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import IO, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from core.errors import InputError
from core.event.entered_rating import EnteredRating
from core.event.event_file import Remark
from core.files.common.packed import BROKEN
from core.files.common.tables import MOST_BYTES
from core.files.common.text import NAME_CHARACTERS, clean_name
from core.files.roster.table import RosterFile, RosterLine, read_roster
from core.files.typed.persons import FIDE_TITLES
from core.lists import RatingList

FORMAT = "FIDE rating list"
MOST_UNPACKED, MOST_PLAYERS = 1_500_000_000, 3_000_000
MOST_BROKEN = 0.001
"""The share of lines that may be broken."""

_LONGEST_LINE = 1_000
_PIECE = 65_536
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_SHORT_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
_SPEEDS = (RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ)
_COMBINED = {"srtng": 0, "rrtng": 1, "brtng": 2}
_COMBINED_K = {"sk": 0, "rk": 1, "bk": 2}
_XML = ("rating", "rapid_rating", "blitz_rating"), ("k", "rapid_k", "blitz_k")
NEITHER = "The file is not a FIDE rating list. Download the combined list (TXT or XML) from FIDE's ratings site."

FEW_GAMES, K_OF_FEW = 5, "40"
"""Games that stand for fewer than 30, as K 40 means."""
REACHED, K_OF_REACHED = 2400.0, "10"
"""K 10 means that the rating has reached 2400."""
ONE_SPEED = "the list does not say which of FIDE's ratings it has. Ratings ignored. Upload the combined list"


def is_fide_list(data: bytes) -> bool:
    try:
        with opened(io.BytesIO(data)) as file:
            return _looks_so(file.read(400))
    except InputError:
        return False
    except BROKEN:
        return True  # reading decides which


def _looks_so(beginning: bytes) -> bool:
    start = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start[:9].lower() == b"id number" or b"<playerslist" in start


def read_fide_list(data: bytes, wanted: Collection[str]) -> RosterFile:
    with opened(io.BytesIO(data)) as file:
        return read_stream(file, wanted)


def read_packed(file: IO[bytes], wanted: Collection[str]) -> RosterFile:
    with opened(file) as stream:
        return read_stream(stream, wanted)


def opened(file: IO[bytes], endings: tuple[str, ...] = (".txt", ".xml")) -> IO[bytes]:
    start = file.read(4)
    file.seek(0)
    if start != b"PK\x03\x04":
        return file
    try:
        archive = zipfile.ZipFile(file)
        members = [one for one in archive.infolist() if one.filename.lower().endswith(endings)]
        if len(members) != 1:
            named = ", ".join(endings[:-1]) + f" or {endings[-1]}"
            raise InputError(f"The zip must contain one file that ends in {named}, not {len(members)}.")
        return archive.open(members[0])
    except BROKEN:
        raise InputError("The zip is damaged. Download it again.") from None


def read_stream(file: IO[bytes], wanted: Collection[str]) -> RosterFile:
    ids = frozenset(wanted)
    try:
        beginning = file.read(400)
        if not _looks_so(beginning):
            raise InputError(NEITHER)
        pieces = _pieces(beginning, file)
        return _read_xml(pieces, ids) if b"<playerslist" in beginning else _read_text(pieces, ids)
    except BROKEN:
        raise InputError("The zip is incomplete. Download it again.") from None


def _pieces(beginning: bytes, file: IO[bytes]) -> Iterator[bytes]:
    total, piece = 0, beginning
    while piece:
        total += len(piece)
        if total > MOST_UNPACKED:
            raise InputError("The list is larger than FIDE's has ever been. Download it again.")
        yield piece
        piece = file.read(_PIECE)


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        lines = (rest + piece).split(b"\n")
        rest = lines.pop()
        if len(rest) > _LONGEST_LINE:
            raise InputError(NEITHER)
        yield from lines
    yield rest


def _read_text(pieces: Iterable[bytes], wanted: frozenset[str]) -> RosterFile:
    lines = _lines(pieces)
    header = next(lines).removeprefix(b"\xef\xbb\xbf").decode("latin-1").rstrip()
    columns, month = _columns(header)
    ids = {one.encode() for one in wanted}
    place = columns["id"]
    found: list[RosterLine] = []
    seen = broken = 0
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        seen += 1
        key = line[place].strip()
        if not key.isdigit():
            broken += 1
        elif key in ids:
            cells = {name: _decoded(line, column) for name, column in columns.items()}
            found.append(_person(number, cells))
        if seen > MOST_PLAYERS:
            raise InputError("The list has more players than FIDE's has ever had. Download it again.")
    if broken > MOST_BROKEN * seen:
        raise InputError(NEITHER)
    return _file(found, seen, month, is_combined="rating1" in columns)


def _decoded(line: bytes, column: slice) -> str:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        text = line.decode("latin-1")
    return text[column].strip()


_HEADINGS = {
    "id number": "id", "idnumber": "id", "name": "name", "fed": "fed", "sex": "sex", "tit": "tit", "title": "tit",
    "b-day": "born", "born": "born", "flag": "flag", "k": "k0",
    **{word: f"rating{place}" for word, place in _COMBINED.items()},
    **{word: f"k{place}" for word, place in _COMBINED_K.items()},
}  # fmt: skip
_HEADING = re.compile(r"ID Number|GamesBorn|[^ ]+", re.IGNORECASE)
_OF_MONTH = re.compile(r"([a-z]{3})([0-9]{2})", re.IGNORECASE)


def _columns(header: str) -> tuple[dict[str, slice], date | None]:
    starts: list[tuple[int, str]] = []
    month = None
    for match in _HEADING.finditer(header):
        word, at = match[0].lower(), match.start()
        of_month = _OF_MONTH.fullmatch(word)
        if word == "gamesborn":
            starts += [(at, "games"), (at + 5, "born")]
        elif of_month is not None and of_month[1].upper() in _MONTHS:
            month = date(2000 + int(of_month[2]), _MONTHS.index(of_month[1].upper()) + 1, 1)
            starts.append((at, "of a month"))
        else:
            starts.append((at, _HEADINGS.get(word, f"unused {at}")))
    ends = [at for at, _ in starts[1:]] + [len(header) + 20]
    columns = {name: slice(at, end) for (at, name), end in zip(starts, ends, strict=True)}
    if not columns.keys() >= {"id", "name"}:
        raise InputError(NEITHER)
    return columns, month


def _read_xml(pieces: Iterable[bytes], wanted: frozenset[str]) -> RosterFile:
    parser: XMLPullParser[Element] = XMLPullParser(("start", "end"))
    found: list[RosterLine] = []
    seen, root, before, combined = 0, None, b"", False
    try:
        for piece in pieces:
            # Entities can expand without end: refused before parsing.
            if b"<!DOCTYPE" in before + piece or b"<!ENTITY" in before + piece:
                raise InputError("The XML declares a document type, which FIDE's list does not. Download it again.")
            before = piece[-16:]
            parser.feed(piece)
            for event, element in cast(Iterator[tuple[str, Element]], parser.read_events()):
                root = element if root is None else root
                if event != "end" or element.tag != "player":
                    continue
                seen += 1
                combined = combined or element.find(_XML[0][1]) is not None
                if (element.findtext("fideid") or "").strip() in wanted:
                    found.append(_person(seen, _xml_cells(element)))
                root.clear()
                if seen > MOST_PLAYERS:
                    raise InputError("The list has more players than FIDE's has ever had. Download it again.")
        parser.close()
    except ParseError:
        raise InputError("The XML is incomplete. Download it again.") from None
    return _file(found, seen, None, is_combined=combined)


def _xml_cells(element: Element) -> dict[str, str]:
    def text(name: str) -> str:
        return (element.findtext(name) or "").strip()

    cells = {"id": text("fideid"), "name": text("name"), "fed": text("country"), "sex": text("sex")}
    cells |= {"tit": text("title"), "born": text("birthday")}
    if element.find(_XML[0][1]) is None:
        return cells
    for prefix, names in zip(("rating", "k"), _XML, strict=True):
        cells |= {f"{prefix}{place}": text(name) for place, name in enumerate(names)}
    return cells


def _person(number: int, cells: Mapping[str, str]) -> RosterLine:
    def get(name: str) -> str:
        return cells.get(name, "")

    title = _SHORT_TITLES.get(get("tit").upper(), get("tit").upper())
    details = {"fide_id": get("id"), "federation": get("fed").upper(), "sex": {"M": "m", "F": "w"}.get(get("sex"), "")}
    details["title"] = title if title in FIDE_TITLES else ""
    if not re.fullmatch(r"[A-Z]{3}", details["federation"]):
        details["federation"] = ""
    born = re.match(r"[0-9]{4}", get("born")) or re.search(r"[0-9]{4}$", get("born"))
    year = int(born[0]) if born and 1850 <= int(born[0]) <= 2100 else None
    ratings = {}
    for place, moved in enumerate(_SPEEDS):
        rating = get(f"rating{place}")
        if rating.isdigit() and int(rating):
            ratings[moved] = _entered_rating(float(rating), get(f"k{place}"))
    given = {column: text for column, text in details.items() if text}
    return RosterLine(number, clean_name(get("name"), NAME_CHARACTERS) or None, None, given, None, year, ratings)


def _entered_rating(rating: float, k: str) -> EnteredRating:
    peak = max(rating, REACHED) if k == K_OF_REACHED else None
    return EnteredRating(rating, FEW_GAMES if k == K_OF_FEW else None, peak)


def _file(found: list[RosterLine], seen: int, month: date | None, *, is_combined: bool) -> RosterFile:
    if not seen:
        raise InputError(NEITHER)
    remarks = () if is_combined else (Remark(None, ONE_SPEED),)
    return RosterFile(FORMAT, tuple(found), remarks, True, seen - len(found), month)


def read_people(
    data: bytes,
    usual: RatingList,
    fide_ids: Collection[str],
    own: Sequence[RatingList] = (),
    *,
    chosen: bool = True,
) -> RosterFile:
    """Read a roster, or a federation's list for these FIDE ids; raise InputError.

    usual, chosen: see `read_roster`. own: the club's own lists.
    """
    if len(data) > MOST_BYTES:
        raise InputError(
            "The file has more than 10 MiB. Upload a list with only your players, or ask the operator to "
            "load FIDE's whole list."
        )
    if is_fide_list(data):
        return read_fide_list(data, fide_ids)
    return read_roster(data, usual, own, chosen=chosen)
