"""A crosstable as CSV or TSV, one line per player:

    number, name, rating, games, id, born, 1, 2, 3, ...

A round is W4, D4 or L4; X or F (forfeit); B, H, Z or U; empty for none. A round robin may have players as columns.
A column is a round by its heading, or by cells that answer each other (W4 in line 1, L1 in line 4).
pre and post (also q pre, b post) are ratings before and after, as US Chess published them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.crosstable import Bye, ByeKind, Game
from core.event.event_file import LOOK_AT, UNREAD, FileEvent, FilePlayer, FileSection, Remark
from core.event.published import PublishedRating
from core.files.chess.round_robin import SUPPOSED, games_of_cycles, is_round_robin
from core.files.common.dates import day_in
from core.files.common.tables import TableRow, decode, first_line, read_rows, unguarded, without_titles
from core.files.common.text import ParseWarnings, shorten
from core.files.common.totals import check_points, points_of
from core.lists import RatingList
from core.words import counted

# A wall chart: every game is listed twice, and both sides are compared.


_SCORES = {"W": 1.0, "D": 0.5, "L": 0.0}
_BYES = {kind.value: kind for kind in ByeKind}
_OTHER_SIDE = {"W": "L", "L": "W", "D": "D"}
_WORDS = {"W": "a win", "D": "a draw", "L": "a loss"}
RESULTS = "W, D or L with the opponent's number; X or F (forfeit); B, H, Z or U (no game)"


class PrintedCell(NamedTuple):
    """A round of a player.

    letter: W, D, L or a `ByeKind`. began: whether White; None if unknown.
    """

    letter: str
    opponent: int | None = None
    began: bool | None = None

    def __str__(self) -> str:
        return self.letter if self.opponent is None else f"{self.letter}{self.opponent}"


def games_of_chart(chart: Mapping[int, Sequence[PrintedCell | None]]) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    """Return games and byes of a wall chart; raise InputError for a contradiction.

    chart: cells by pairing number; None for an empty round.
    """
    games, byes = [], []
    for number, cells in chart.items():
        for round_number, cell in enumerate(cells, start=1):
            if cell is None:
                continue
            if cell.letter in _BYES:
                _check_forfeit(chart, number, round_number, cell)
                byes.append(Bye(round_number, number, _BYES[cell.letter], cell.opponent))
                continue
            if cell.letter not in _SCORES:
                raise InputError(f'{_where(number, round_number)}: "{cell}" is not a result. Write {RESULTS}.')
            if cell.opponent is None:
                problem = f"{_WORDS[cell.letter]} without an opponent"
                raise InputError(f"{_where(number, round_number)}: {problem}. Write the opponent's number.")
            _check_mutual(chart, number, round_number, cell)
            if number < cell.opponent:
                games.append(Game(round_number, number, cell.opponent, _SCORES[cell.letter], cell.began))
    games.sort(key=attrgetter("first"))
    games.sort(key=attrgetter("round"))
    return tuple(games), tuple(byes)


def _where(number: int, round_number: int) -> str:
    return f"Player {number}, round {round_number}"


def _cell_of(chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int) -> PrintedCell | None:
    cells = chart[number]
    return cells[round_number - 1] if round_number <= len(cells) else None


def _check_opponent(
    chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int, opponent: int
) -> None:
    if opponent != number and opponent in chart:
        return
    wrong = (
        "a player cannot play against themselves"
        if opponent == number
        else f"there is no player {opponent} in this event"
    )
    raise InputError(f"{_where(number, round_number)}: {wrong}. Write the opponent's number.")


def _check_mutual(
    chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int, cell: PrintedCell
) -> None:
    opponent = cell.opponent
    assert opponent is not None
    _check_opponent(chart, number, round_number, opponent)
    theirs = _cell_of(chart, opponent, round_number)
    if theirs is None or theirs.letter not in _SCORES or theirs.opponent != number:
        found = "nothing" if theirs is None else str(theirs)
        where = _where(number, round_number)
        raise InputError(f"{where} has {cell}, but player {opponent} has {found} in that round. Correct one of them.")
    if theirs.letter != _OTHER_SIDE[cell.letter]:
        raise InputError(
            f"{_where(number, round_number)} has {_WORDS[cell.letter]} against player {opponent}, who has "
            f"{_WORDS[theirs.letter]}. Correct one of them."
        )


def _check_forfeit(
    chart: Mapping[int, Sequence[PrintedCell | None]], number: int, round_number: int, cell: PrintedCell
) -> None:
    if cell.opponent is None:
        return
    _check_opponent(chart, number, round_number, cell.opponent)
    theirs = _cell_of(chart, cell.opponent, round_number)
    if theirs is not None and theirs.letter in _SCORES and theirs.opponent == number:
        raise InputError(
            f"{_where(number, round_number)} has {cell}, not played, but player {cell.opponent} has {theirs} there. "
            "Correct one of them."
        )


FORMAT = "crosstable (CSV)"
MOST_PLAYERS, MOST_ROUNDS = 2_000, 99
MOST_IN_ROUND_ROBIN = 40


def _words_of(when: str, letter: str, name: str) -> tuple[str, ...]:
    plain = (when, f"{when} rating", f"{when}-rating")
    return (*plain, *(f"{whose} {word}" for whose in (letter, name) for word in plain))


_PUBLISHED = {
    RatingList.USCHESS_REGULAR: ("rating", "post"),
    RatingList.USCHESS_QUICK: ("quick pre", "quick post"),
    RatingList.USCHESS_BLITZ: ("blitz pre", "blitz post"),
}

_COLUMNS = {
    "number": (
        *("number", "no", "no.", "nr", "nr.", "#", "pair", "pairing number", "pair num", "rk.", "rk", "rank", "rg."),
        *("pl.", "pl", "place", "snr", "sno", "pos", "pos.", "m-ce", "rang", "platz"),
    ),
    "name": (
        *("name", "player", "player name", "nom", "nombre", "nome", "nazwisko", "spieler", "jugador", "joueur"),
        *("teilnehmer", "participant"),
    ),
    "rating": (
        *("rating", "rtg", "elo", "rtgi", "eloi", "rtng", "ranking", "twz", "nwz"),
        *_words_of("pre", "r", "regular"),
    ),
    "post": _words_of("post", "r", "regular"),
    "quick pre": _words_of("pre", "q", "quick")[3:],
    "quick post": _words_of("post", "q", "quick")[3:],
    "blitz pre": _words_of("pre", "b", "blitz")[3:],
    "blitz post": _words_of("post", "b", "blitz")[3:],
    "federation": ("fed", "fed.", "feder", "federation", "land"),
    "games": ("games",),
    "fide id": ("fide id", "intl id"),
    "id": ("id", "uschess id", "us chess id", "uscf id"),
    "born": ("born", "birth date", "birthday"),
}
_ROUND_WORDS = (
    r"(?:rounds?|rnd|rd|r|runde|ronda|ronde|rodada|runda|turno|tour|kolo|krog|kierros|omgang|omgång|kör|forduló|тур)"
)
_ROUND = re.compile(
    rf"(?:{_ROUND_WORDS}\.?)?\s*#?\s*([0-9]{{1,3}})\.?|([0-9]{{1,2}})(?:st|nd|rd|th|\.)?\s*(?:{_ROUND_WORDS}\.?)?"
)
_CELL = re.compile(r"-*([A-Za-z])\s*([0-9]{1,5})?\s*[WBwb]?-*")
_OTHER_CELL = re.compile(r"([0-9]{1,4})\s*([wbsWBS])\s*([10½+-]|0[.,]5)|-([1½0+]|0[.,]5)")
_PENDING = re.compile(r"[0-9]{1,4}\s*[wbs]|0*[1-9][0-9]{0,3}\s*:")
_SWISSPERFECT_CELL = re.compile(r"([0-9]{0,4})\s*:\s*([WDL+=-]?)", re.IGNORECASE)
_OTHER_RESULTS = {"1": "W", "½": "D", "0": "L", "0.5": "D", "+": "X", "-": "F"}
_OTHER_BYES = {"1": "B", "½": "H", "0.5": "H", "+": "X"}
_TOTALS = (
    *("pts", "pts.", "points", "total pts", "punkte", "pkt.", "pkt", "puntos", "punti", "pontos", "body", "score"),
    *("total", "tb1", "tb 1"),
)
_ANSWER = re.compile(
    r"-*[WDL=½]\s*(?P<letters>[0-9]{1,5})\s*[WB]?-*|(?P<colours>[0-9]{1,4})\s*[WBS]\s*(?:[10½]|0[.,]5)"
    r"|(?P<signs>[0-9]{1,4})\s*:\s*[WDL]",
    re.IGNORECASE,
)
"""A game with its opponent, as no other column has it."""
_NO_NAME = re.compile(r"chess-results|last update|crosstable|ranking|https?:", re.IGNORECASE)
_BLANKS = {"", "-", "--", "0"}
_BARE = re.compile(r"[10½=+-]{1,20}|0[.,]5")
_BYE_LETTERS = {kind.value for kind in ByeKind}


class _Table(NamedTuple):
    """A crosstable's parts. rounds: columns by number. unread: headings of further columns that look like results."""

    titles: list[str]
    columns: dict[str, int]
    rounds: dict[int, int]
    rows: list[TableRow]
    total: int | None
    unread: tuple[str, ...]


def is_csv_table(text: str) -> bool:
    """Return whether text has such a header, below a few title lines at most."""
    return _table(text) is not None


def is_without_results(text: str) -> bool:
    table = _table(text)
    if table is None or not table.rows:
        return False
    return all(row.cell(at) in _BLANKS for row in table.rows for at in table.rounds.values())


def is_standings(text: str) -> bool:
    _, table = without_titles(text, _has_totals)
    return any(map(_has_totals, read_rows(first_line(table)) if first_line(table) else ()))


def _has_totals(row: TableRow) -> bool:
    return _has_name(row) and any(cell.casefold() in _TOTALS for cell in row.cells)


def _has_name(row: TableRow) -> bool:
    return len(row.cells) > 1 and "name" in _header(row)[0]


def _has_rounds(row: TableRow) -> bool:
    return _has_name(row) and any(number is not None for _, number in _header(row)[1])


def _table(text: str) -> _Table | None:
    """Return the table below the first header with rounds; else the first whose cells are rounds."""
    for is_header in (_has_rounds, _has_name):
        titles, below = without_titles(text, is_header)
        first = first_line(below)
        if not first or not any(map(is_header, read_rows(first))):
            continue
        header, *rows = _until_the_end(read_rows(below), has_titles=bool(titles))
        columns, others = _header(header)
        numbers = [row.cell(columns.get("number")).removesuffix(".") for row in rows]
        places = {number or str(at + 1): at for at, number in enumerate(numbers)}
        rounds, unread = _rounds(rows, others, places)
        if rounds:
            words = [cell.casefold() for cell in header.cells]
            total = next((words.index(word) for word in _TOTALS if word in words), None)
            return _Table(titles, columns, rounds, rows, total, tuple(header.cells[at] for at in unread))
    return None


def _header(row: TableRow) -> tuple[dict[str, int], list[tuple[int, int | None]]]:
    """Return the known columns, and all others with the round that the heading names."""
    columns: dict[str, int] = {}
    others: list[tuple[int, int | None]] = []
    for index, cell in enumerate(row.cells):
        word = cell.casefold()
        known = next((name for name, words in _COLUMNS.items() if word in words), None)
        match = _ROUND.fullmatch(word)
        number = 0 if match is None else int(match[1] or match[2])
        if known is not None and known not in columns:
            columns[known] = index
        elif word not in _TOTALS:
            others.append((index, number or None))
    return columns, others


def _rounds(
    rows: Sequence[TableRow], others: Sequence[tuple[int, int | None]], places: Mapping[str, int]
) -> tuple[dict[int, int], list[int]]:
    """Return columns by round, and the columns that look like results and are not read.

    A round without its number, or with one that is there already, follows the one before it.
    """
    found: list[tuple[int, int | None]] = []
    unread: list[int] = []
    named: set[int] = set()
    players = _players_as_columns(rows, others)
    for index, number in others:
        cells = [row.cell(index) for row in rows]
        games, answered = _answered(cells, places)
        if index in players:
            found.append((index, None))
        elif number is not None and number not in named and not players:
            named.add(number)
            found.append((index, number))
        elif answered and 2 * answered >= games:
            found.append((index, number))
        elif games or (number is not None and any(map(_BARE.fullmatch, cells))):
            unread.append(index)
    numbers: list[int] = []
    for _, number in found:
        numbers.append(number or (numbers[-1] + 1 if numbers else 1))
    if len(set(numbers)) < len(numbers):
        numbers = list(range(1, len(numbers) + 1))
    return dict(zip(numbers, [index for index, _ in found], strict=True)), unread


def _players_as_columns(rows: Sequence[TableRow], others: Sequence[tuple[int, int | None]]) -> Sequence[int]:
    """Return the columns of a round robin, whatever their headings; empty for none."""
    if not 2 < len(rows) <= MOST_IN_ROUND_ROBIN:
        return ()
    columns = [index for index, _ in others]
    numbered = [index for index, number in others if number is not None]
    found = numbered if is_round_robin(rows, numbered) else []
    start = columns.index(found[-1]) + 1 if found else 0
    while start + len(rows) <= len(columns):
        run = columns[start : start + len(rows)]
        if is_round_robin(rows, run):
            found = [*found, *run]  # each further one is another cycle
            start += len(rows)
        elif found:
            break
        else:
            start += 1
    return found


def _answered(cells: Sequence[str], places: Mapping[str, int]) -> tuple[int, int]:
    """Return how many cells of a column are games with an opponent, and how many the opponent's cell confirms."""
    opponents: dict[int, int] = {}
    for at, text in enumerate(cells):
        match = _ANSWER.fullmatch(text)
        if match is not None:
            opponents[at] = places.get(match["letters"] or match["colours"] or match["signs"], -1)
    return len(opponents), sum(opponents.get(other) == at for at, other in opponents.items() if other != at)


def read_csv_table(data: bytes) -> FileEvent:
    table = _table(decode(data))
    if table is None:
        raise InputError(
            "Line 1: the header needs a column name and one for each round. Write number,name,rating,1,2,3."
        )
    titles, columns, rounds, rows, total, unread = table
    if max(rounds) > MOST_ROUNDS:
        raise InputError(f"There are more than {MOST_ROUNDS} rounds. Upload the later ones as a separate event.")
    if len(rows) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one section at a time.")
    remarks = [Remark(None, UNREAD.format(shorten(name), "1"), LOOK_AT) for name in unread]
    doubts = ParseWarnings()
    players: list[FilePlayer] = []
    chart: dict[int, list[PrintedCell | None]] = {}
    lines: dict[int, int] = {}
    printed: dict[str, PrintedCell | None] = dict.fromkeys(_BLANKS)
    in_order = [rounds.get(number) for number in range(1, max(rounds) + 1)]
    cycles = [in_order[at : at + len(rows)] for at in range(0, len(in_order), max(len(rows), 1))]
    all_meet = all(is_round_robin(rows, cycle) for cycle in cycles)
    for place, row in enumerate(rows, start=1):
        player = _player(row, columns, place, remarks)
        if player.number in lines:
            raise InputError(
                f"Line {row.line}: player {player.number} is listed twice, first in line {lines[player.number]}. "
                "Give each player a different number."
            )
        players.append(player)
        lines[player.number] = row.line
        if not all_meet:
            chart[player.number] = [_cell(row, index, printed, doubts) for index in in_order]
    if not players:
        raise InputError("There are no players below the header. Write one line per player.")
    if all_meet:
        games, byes = games_of_cycles(rows, cycles, [player.number for player in players])
        remarks.append(Remark(None, SUPPOSED))
    else:
        try:
            games, byes = games_of_chart(chart)
        except InputError as error:
            raise InputError(_with_line(error.message, lines)) from None
    given = {player.number: points_of(row.cell(total)) for player, row in zip(players, rows, strict=True)}
    check_points(given, lines, games, byes, doubts)
    return FileEvent(
        FORMAT,
        (FileSection(tuple(players), games, byes),),
        name=next((title for title in titles if not _NO_NAME.search(title)), None),
        ratings_of=ExternalSystem.FIDE if any("chess-results" in title.casefold() for title in titles) else None,
        remarks=(*remarks, *doubts.remarks()),
    )


def _until_the_end(rows: list[TableRow], *, has_titles: bool) -> list[TableRow]:
    while has_titles and rows and sum(map(bool, rows[-1].cells)) == 1:
        rows.pop()
    return rows


def _player(row: TableRow, columns: dict[str, int], place: int, remarks: list[Remark]) -> FilePlayer:
    number = _whole(row, columns, "number", 1, 99_999)
    name = unguarded(row.cell(columns["name"]))
    if not name:
        raise InputError(f"Line {row.line}: the player has no name. Write one.")
    rating, provisional = _rating(row, columns, "rating")
    games = _whole(row, columns, "games", 0, 100_000)
    if games is not None and provisional is not None and games != provisional:
        remarks.append(
            Remark(row.line, f"the rating is based on {counted(provisional, 'game')}, the games say {games}: {games}")
        )
    return FilePlayer(
        number=place if number is None else number,
        name=name[:100],
        rating=rating,
        games=provisional if games is None else games,
        uschess_id=unguarded(row.cell(columns.get("id"))) or None,
        born=_born(row, columns),
        fide_id=_fide_id(row, columns),
        federation=_federation(row, columns),
        published=tuple(_published(row, columns)),
        line=row.line,
    )


def _published(row: TableRow, columns: dict[str, int]) -> Iterator[tuple[RatingList, PublishedRating]]:
    for moved, (pre, post) in _PUBLISHED.items():
        after, games = _rating(row, columns, post)
        if after is not None:
            yield moved, PublishedRating(_rating(row, columns, pre)[0], after, games)


def _whole(row: TableRow, columns: dict[str, int], column: str, least: int, most: int) -> int | None:
    text = row.cell(columns.get(column))
    if not text:
        return None
    match = re.fullmatch(r"([0-9]{1,6})\.?", text)
    if match is None or not least <= int(match[1]) <= most:
        raise InputError(f'Line {row.line}: {column} "{shorten(text)}" is not a number from {least} to {most}.')
    return int(match[1])


def _rating(row: TableRow, columns: dict[str, int], column: str) -> tuple[float | None, int | None]:
    text = row.cell(columns.get(column))
    if text.casefold() in ("", "-", "0", "unr", "unr.", "unrated", "nr"):
        return None, None
    match = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,9})?)(?:[pP/]([0-9]{1,4}))?", text)
    if match is None or not 100 <= float(match[1]) <= 3000:
        raise InputError(
            f'Line {row.line}: "{shorten(text)}" is not a rating. Write one between 100 and 3000, or nothing.'
        )
    return float(match[1]), None if match[2] is None else int(match[2])


def _born(row: TableRow, columns: dict[str, int]) -> date | None:
    text = row.cell(columns.get("born"))
    if not text:
        return None
    born = day_in(text)
    if born is None:
        raise InputError(
            f'Line {row.line}: born "{shorten(text)}" is not a date. Write year-month-day, for example 2012-05-30.'
        )
    return born


def _fide_id(row: TableRow, columns: dict[str, int]) -> str | None:
    text = row.cell(columns.get("fide id"))
    return text if re.fullmatch(r"[1-9][0-9]{3,11}", text) else None


def _federation(row: TableRow, columns: dict[str, int]) -> str | None:
    text = row.cell(columns.get("federation"))
    return text.upper() if re.fullmatch(r"[A-Za-z]{3}", text) else None


def _cell(
    row: TableRow, index: int | None, printed: dict[str, PrintedCell | None], doubts: ParseWarnings
) -> PrintedCell | None:
    text = row.cell(index)
    if text in printed:
        return printed[text]
    if _PENDING.fullmatch(text):
        doubts.add(row.line, "games without a result", f'"{shorten(text)}" has no result yet. Ignored')
        return None
    # =2 and ½2 are draws with number 2, as many crosstables print them.
    if other := _OTHER_CELL.fullmatch(text):
        cell = printed[text] = _other_cell(other)
        return cell
    if match := _SWISSPERFECT_CELL.fullmatch(text):
        cell = printed[text] = _swissperfect_cell(match)
        return cell
    match = _CELL.fullmatch(re.sub("^[=½]", "D", text))
    letter = "" if match is None else match[1].upper()
    if match is None or (letter not in "WDL" and letter not in _BYE_LETTERS):
        raise InputError(f'Line {row.line}: "{shorten(text)}" is not a result. Write {RESULTS}.')
    opponent = int(match[2]) if match[2] and int(match[2]) else None
    cell = printed[text] = PrintedCell(letter, opponent if letter in "WDLXF" else None)
    return cell


def _swissperfect_cell(match: re.Match[str]) -> PrintedCell | None:
    """Return 3:W, or a round without a rated game: 0:+, 0:= and 0:- (or W, D, L) count 1, ½ and 0; 3:+ is a forfeit."""
    letter, opponent = match[2].upper(), int(match[1] or 0) or None
    if letter in ("W", "D", "L") and (opponent or not match[1]):
        return PrintedCell(letter, opponent)
    if opponent is None or letter == "=":
        kind = _SWISSPERFECT_BYES.get(letter)
        return PrintedCell(kind) if kind else None
    return PrintedCell("X" if letter == "+" else "F", opponent)


_SWISSPERFECT_BYES = {"+": "B", "=": "H", "-": "Z", "W": "B", "D": "H", "L": "Z"}


def _other_cell(match: re.Match[str]) -> PrintedCell | None:
    if match[1] is None:
        bye = _OTHER_BYES.get(match[4].replace(",", "."))
        return PrintedCell(bye) if bye else None
    letter = _OTHER_RESULTS[match[3].replace(",", ".")]
    return PrintedCell(letter, int(match[1]), match[2] in "wW" if letter in "WDL" else None)


def _with_line(message: str, lines: dict[int, int]) -> str:
    match = re.match(r"Player ([0-9]+)", message)
    return f"Line {lines[int(match[1])]}: {message}" if match and int(match[1]) in lines else message
