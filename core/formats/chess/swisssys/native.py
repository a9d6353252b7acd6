"""SwissSys' own file, .sjson: an overview and sections, each player with one token for each round (section 7.1)."""

from dataclasses import replace

from core.crosstable import TimeControl
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection
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
    values,
    whole,
)
from core.formats.chess.uschess_report.cells import BYES, FORFEITS, NOTHING, PLAYED, ReportCell
from core.formats.chess.uschess_report.controls import read_control
from core.formats.chess.uschess_report.fields import MOST_ROUNDS_READ
from core.formats.chess.uschess_report.players import check_members
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.chess.uschess_report.values import federation_of
from core.formats.common.names import shorten
from core.formats.common.text_lines import clean
from core.words import counted

FORMAT = "SwissSys file"
_KEYS = {
    "name": "Name", "id": "ID", "rating": "Rating", "fide_id": "ID2", "title": "Player title", "state": "State",
    "team": "Team",
}  # fmt: skip
_LETTERS = {"+": "W", "-": "L", "=": "D"}
_NOT_PLAYED_YET = "~"
_PARTS = 7


def read_native(root: Record) -> FileEvent:
    """Read a file's root; raise InputError, with section, player and round, where it contradicts itself."""
    overview = root.get("Overview")
    overview = overview if isinstance(overview, dict) else {}
    sections = [section for section in records(root, "Sections") if records(section, "Players")]
    if not sections:
        raise InputError("There are no players in the SwissSys file: upload it when the event has begun.")
    check_size(sections, "Players", "Results")
    remarks = Remarks()
    return FileEvent(
        format=FORMAT,
        sections=tuple(
            _section(section, f"Section {number}", overview, remarks)
            for number, section in enumerate(sections, start=1)
        ),
        name=text(overview, "Tournament title")[:100] or None,
        began=day_of(text(overview, "Starting date")),
        day=day_of(text(overview, "Ending date")),
        city=text(overview, "Event city")[:60] or None,
        federation=federation_of(text(overview, "Event country")),
        remarks=remarks.all(),
    )


def _section(section: Record, label: str, overview: Record, remarks: Remarks) -> FileSection:
    players: list[FilePlayer] = []
    cells: dict[int, list[ReportCell]] = {}
    where = places(label)
    for record in records(section, "Players"):
        number = whole(record, "Pair number")
        if number is None or number < 1:
            raise InputError(f"{label}: player {len(players) + 1} in the file has no pairing number: export it again.")
        if number in cells:
            raise InputError(f"{label}: player {number} stands there twice: export the file again.")
        players.append(player_of(number, record, _KEYS, label, remarks))
        tokens = values(record, "Results")
        if len(tokens) > MOST_ROUNDS_READ:
            raise InputError(f"{label} has more than {MOST_ROUNDS_READ} rounds: upload the file of one event.")
        cells[number] = [_cell(token, where(number, column)) for column, token in enumerate(tokens, start=1)]
    players.sort(key=lambda player: player.number)
    check_members(players, label, remarks)
    rounds = rounds_of(whole(section, "Rounds played"), max(map(len, cells.values())), label, remarks)
    pending = sum(cell.letter == _NOT_PLAYED_YET for row in cells.values() for cell in row[:rounds])
    if pending:
        remarks.add(f"{label}: {counted(pending, 'result')} of rounds that count as played missing.")
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
        remarks.add(f"{label} is excluded from ratings: its games are kept, and not rated.")
        return replace(read, games=tuple(replace(game, rated=False) for game in read.games))
    return read


def _cell(token: object, where: str) -> ReportCell:
    """Read code;opponent;colour;board;x;y;points; nothing, or NUL, is a round that is not used."""
    written = clean(token.replace("\0", " ")) if isinstance(token, str) else ""
    if not written:
        return NOTHING
    parts = [part.strip() for part in written.split(";")]
    code = _LETTERS.get(parts[0], parts[0].upper())
    known = code in PLAYED or code in BYES or code == _NOT_PLAYED_YET
    opponent = parts[1] if len(parts) > 1 else ""
    if len(parts) != _PARTS or not known or not opponent.removeprefix("-").isdecimal() or len(opponent) > 6:
        raise InputError(f'{where}: "{shorten(written)}" is no result that SwissSys writes: export the file again.')
    met = max(int(opponent), 0) or None  # -1 or 0 where there is none
    if code in PLAYED:
        return ReportCell(code, met, parts[2] if parts[2] in ("W", "B") else None)
    return ReportCell(code, met if code in FORFEITS else None)


def _control(written: str, label: str, remarks: Remarks) -> TimeControl | None:
    control = read_control(written)
    if control is None:
        what = f'the time control "{shorten(written)}" cannot be read' if written else "there is no time control"
        remarks.add(f"{label}: {what}.")
    return control
