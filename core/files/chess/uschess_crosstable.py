"""US Chess' crosstable as text, two lines per player, one header per section:

Pair | Player Name                     |Total|Round|Round|
Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
-----------------------------------------------------------
   1 | ADA BLANK                       |2.0  |W   2|W   3|
  OH | 12345678 / R: 1650   ->1671     |N:3  |W    |B    |
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.errors import InputError
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.event.published import Published, PublishedRating
from core.files.chess.csv_table import RESULTS, PrintedCell, games_of_chart
from core.files.common.tables import MOST_COLUMNS, MOST_ROWS, decode
from core.files.common.text import ParseWarnings, clean, fault, shorten
from core.files.common.totals import check_points, points_of
from core.lists import RatingList

FORMAT = "US Chess crosstable"
MOST_PLAYERS = 2_000

_HEADER = re.compile(r"^[ \t]*Pair[ \t]*\|[ \t]*Player Name\b[^|\n]*\|.*Round", re.IGNORECASE | re.MULTILINE)
_RULE = re.compile(r"[-=_+|\s]*")
_CELL = re.compile(r"-*([WLDXFBHZU])\s*([0-9]{1,5})?-*", re.IGNORECASE)
_DETAILS = re.compile(
    r"(?P<id>[0-9]{8})?\s*/?\s*"
    r"(?:(?P<system>[A-Z]{1,2}):\s*(?P<before>Unrated|[0-9]{1,4}(?:[ ]*P[0-9]{1,3})?)?\s*->"
    r"(?:\s*(?P<after>[0-9]{1,4}(?:[ ]*P[0-9]{1,3})?)\s*$|.*))?",
    re.IGNORECASE,
)
_LISTS = {"R": RatingList.USCHESS_REGULAR, "Q": RatingList.USCHESS_QUICK, "B": RatingList.USCHESS_BLITZ}
_SECTION = re.compile(r"Section\s+[0-9]*\s*[-:–]?\s*(?P<name>.*)", re.IGNORECASE)
_NO_NAME = re.compile(r"cross ?table|uschess|uscf|msa\b|https?:|^section\b|^note", re.IGNORECASE)


def is_bars(text: str) -> bool:
    return _HEADER.search(text[:200_000]) is not None


@dataclass(slots=True)
class _Found:
    """A player's two lines. cells, colours: by round."""

    line: int
    number: int
    name: str
    cells: list[str]
    points: float | None = None
    state: str | None = None
    uschess_id: str | None = None
    rating: float | None = None
    games: int | None = None
    published: Published = ()
    colours: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Section:
    title: str | None
    players: list[_Found] = field(default_factory=list)


def read_bars(data: bytes) -> FileEvent:
    text = decode(data)
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The file has more than {MOST_ROWS} lines. Upload one event at a time.")
    titles: list[str] = []
    sections: list[_Section] = []
    for line, raw in enumerate(text.split("\n"), start=1):
        if _RULE.fullmatch(raw):
            continue
        if _HEADER.match(raw):
            title = titles[-1] if titles else None
            sections.append(_Section(title))
        elif raw.count("|") > MOST_COLUMNS:
            raise fault(line, f"there are more than {MOST_COLUMNS} columns. Upload one event at a time.")
        elif "|" in raw and sections:
            _take(sections[-1], line, [cell.strip() for cell in raw.split("|")])
        elif "|" not in raw:
            titles.append(clean(raw))
    if not any(section.players for section in sections):
        raise InputError("There are no players below the header. Copy the whole crosstable.")
    found = [section for section in sections if section.players]
    doubts = ParseWarnings()
    return FileEvent(
        FORMAT,
        tuple(_section(section, doubts, alone=len(found) == 1) for section in found),
        name=next((title for title in titles if not _NO_NAME.search(title)), None),
        remarks=doubts.remarks(),
    )


def _take(section: _Section, line: int, cells: Sequence[str]) -> None:
    if re.fullmatch(r"[0-9]{1,5}", cells[0]):
        if len(section.players) >= MOST_PLAYERS:
            raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one section at a time.")
        name = clean(cells[1]) if len(cells) > 1 else ""
        if not name:
            raise fault(line, "the player has no name. Write one.")
        points = points_of(cells[2]) if len(cells) > 2 else None
        section.players.append(_Found(line, int(cells[0]), name, list(cells[3:]), points))
    elif section.players and not section.players[-1].colours and len(cells) > 1:
        _take_details(section.players[-1], line, cells)
        section.players[-1].colours = list(cells[3:]) or [""]


def _take_details(player: _Found, line: int, cells: Sequence[str]) -> None:
    match = _DETAILS.fullmatch(clean(cells[1]))
    if match is None:
        raise fault(line, f'"{shorten(cells[1])}" is not an id with a rating, such as 12345678 / R: 1650 ->1671.')
    before = (match["before"] or "").upper().replace(" ", "")
    if before and before != "UNRATED":
        rating, _, games = before.partition("P")
        player.rating, player.games = float(rating) or None, int(games) if games else None
    moved = _LISTS.get((match["system"] or "").upper())
    if moved is not None and match["after"]:
        after, _, games = match["after"].upper().replace(" ", "").partition("P")
        player.published = ((moved, PublishedRating(player.rating, float(after), int(games) if games else None)),)
    player.uschess_id = match["id"]
    player.state = cells[0].upper() if re.fullmatch(r"[A-Za-z]{2}", cells[0]) else None


def _section(section: _Section, doubts: ParseWarnings, *, alone: bool) -> FileSection:
    chart: dict[int, list[PrintedCell | None]] = {}
    lines: dict[int, int] = {}
    for player in section.players:
        if lines.setdefault(player.number, player.line) != player.line:
            raise fault(player.line, f"player {player.number} is listed twice. Give each player a different number.")
        chart[player.number] = list(_cells(player))
    try:
        games, byes = games_of_chart(chart)
    except InputError as error:
        number = re.match(r"Player ([0-9]+)", error.message)
        raise (error if number is None else fault(lines[int(number[1])], error.message)) from None
    given = {player.number: player.points for player in section.players}
    check_points(given, lines, games, byes, doubts)
    named = _SECTION.fullmatch(section.title or "")
    return FileSection(
        tuple(_player(player) for player in section.players),
        games,
        byes,
        name=None if alone or named is None else named["name"] or section.title,
    )


def _player(found: _Found) -> FilePlayer:
    return FilePlayer(
        number=found.number,
        name=found.name,
        rating=found.rating,
        games=found.games,
        uschess_id=found.uschess_id,
        state=found.state,
        published=found.published,
        line=found.line,
    )


def _cells(player: _Found) -> Iterator[PrintedCell | None]:
    for place, text in enumerate(player.cells):
        if not text.strip("-"):
            yield None
            continue
        match = _CELL.fullmatch(text)
        if match is None:
            raise fault(player.line, f'"{shorten(text)}" is not a result. Write {RESULTS}.')
        letter, opponent = match[1].upper(), int(match[2]) if match[2] and int(match[2]) else None
        colour = player.colours[place][:1].upper() if place < len(player.colours) else ""
        began = {"W": True, "B": False}.get(colour) if letter in "WDL" else None
        yield PrintedCell(letter, opponent if letter in "WDLXF" else None, began)
