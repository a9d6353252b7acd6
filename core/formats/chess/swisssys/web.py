"""SwissSys' web report, which NA Chess Hub publishes too: standings, players and pairings (section 7.2)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import InputError
from core.event_file import FileEvent, FileSection
from core.formats.chess.swisssys.values import (
    Record,
    check_size,
    day_of,
    places,
    player_of,
    records,
    results_of_cells,
    rounds_of,
    text,
    text_of,
    values,
    whole,
    whole_of,
)
from core.formats.chess.uschess_report.cells import BYES, FORFEITS, NOTHING, PLAYED, ReportCell
from core.formats.chess.uschess_report.players import check_members
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.chess.uschess_report.values import federation_of
from core.formats.common.names import shorten

FORMAT = "SwissSys web report"
_KEYS = {
    "name": "name", "id": "id1", "rating": "rating", "fide_id": "id2", "title": "player_title", "state": "state",
    "team": "team",
}  # fmt: skip
_DOUBLE_RESULTS = {"(2-0)", "(0-2)", "(1-1)", "(1.5-0.5)", "(0.5-1.5)"}
# What the white player's letter must be for a pairing's result; others, which are rare, are not checked.
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
    """Read a report's root; raise InputError, with section, player and round, where it contradicts itself."""
    sections = [section for section in records(root, "sections") if records(section, "players")]
    if not sections:
        raise InputError("There are no players in the SwissSys report: upload it when the event has begun.")
    check_size(sections, "players", "results")
    remarks = Remarks()
    remarks.add("SwissSys' web report tells no time control.")
    return FileEvent(
        format=FORMAT,
        sections=tuple(
            _section(section, f"Section {number}", remarks) for number, section in enumerate(sections, start=1)
        ),
        name=text(root, "tournament")[:100] or None,
        day=day_of(text(root, "date")),
        city=text(root, "city")[:60] or None,
        federation=federation_of(text(root, "country")),
        remarks=remarks.all(),
    )


def _section(section: Record, label: str, remarks: Remarks) -> FileSection:
    rows = records(section, "players")
    rounds = _rounds(section, rows, label, remarks)
    raw = [_cells(row, rounds, number, label) for number, row in enumerate(rows, start=1)]
    pairings = _pairings(section, rounds)
    numbers = _numbers(section, raw, pairings, label)
    cells = dict(zip(numbers, raw, strict=True))
    _add_colours(cells, pairings, label, remarks)
    players = sorted(
        (player_of(number, row, _KEYS, label, remarks) for number, row in zip(numbers, rows, strict=True)),
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
    """Return a player's cells from the four parallel lists, of which `boards` tells nothing."""
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
            raise InputError(f'{where}: "{shorten(letter)}" is no result that SwissSys writes: export the file again.')
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
    """Return the pairing number of each player in the file; raise InputError where neither way fits the games.

    SwissSys lists the players by pairing number, FreePair by their standing.
    """
    by_place = list(range(1, len(raw) + 1))
    standings = [place for place in (whole_of(value) for value in values(section, "standings")) if place]
    ways = [by_place, standings] if sorted(standings) == by_place and standings != by_place else [by_place]
    counted = [(_faults(dict(zip(numbers, raw, strict=True)), pairings), numbers) for numbers in ways]
    (faults, games), numbers = min(counted, key=lambda way: way[0][0])
    if faults * _FAULTS_TOLERATED > games:
        raise InputError(f"{label}: its players, opponents and pairings do not fit together: export the file again.")
    return numbers


def _faults(cells: Mapping[int, Sequence[ReportCell]], pairings: Sequence[_Pairing]) -> tuple[int, int]:
    """Return how many opponents and pairings do not fit, and how many there are."""
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
    """Take colours that the players' lists lack from the pairings, and remark on results that differ there."""
    where = places(label)
    for pairing in pairings:
        place = pairing.column - 1
        white, black = cells.get(pairing.white), cells.get(pairing.black)
        if white is None or black is None or not _fits(pairing, white[place]):
            remarks.add(f"{label}, round {pairing.column}: a pairing names other players than their results do.")
            continue
        for row, colour in ((white, "W"), (black, "B")):
            if row[place].letter in PLAYED and row[place].colour is None:
                row[place] = row[place]._replace(colour=colour)
        letter = _LETTER_OF_RESULT.get(pairing.result)
        if letter is not None and letter != white[place].letter:
            remarks.add(
                f"{where(pairing.white, pairing.column)}: the pairing says {pairing.result}, the player's own results "
                f"say {white[place].letter}, which counts."
            )
