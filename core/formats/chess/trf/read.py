"""A tournament report file (TRF), the format that federations send to FIDE, read from its bytes.

TRF06, TRF16 and TRF26 (FIDE handbook C.04, annex 2; Council, 12 May 2025), with what real files do otherwise: other
line ends, encodings and dates, short titles, rulers, stray lines, the extensions of pairing programs.
"""

from core.background import ExternalSystem
from core.crosstable import EventKind
from core.errors import InputError
from core.event_file import FileEvent, FileSection
from core.formats.chess.trf.conduct import read_conduct, with_their_points
from core.formats.chess.trf.extras import fill_byes, with_extras
from core.formats.chess.trf.header import check_counts, check_rounds, read_header, round_days
from core.formats.chess.trf.players import PlayerLine, read_players
from core.formats.chess.trf.points import fill_half_points
from core.formats.chess.trf.records import edition, is_trf, records_of
from core.formats.chess.trf.rounds import facts_of
from core.formats.common.tables import MOST_ROWS, decode
from core.formats.common.warnings import ParseWarnings, fault

__all__ = ["MOST_BYTES", "MOST_PLAYERS", "is_trf", "read_trf"]

MOST_BYTES = 4 * 1024 * 1024
"""2,000 players with 99 rounds are half of it."""
MOST_PLAYERS = 2_000


def read_trf(data: bytes) -> FileEvent:
    """Read a tournament report file; raise InputError with the line for one that contradicts itself."""
    text = decode(data)
    if len(data) > MOST_BYTES:
        raise InputError("The file has more than 4 MiB: a tournament report is smaller, upload one event at a time.")
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The file has more than {MOST_ROWS} lines: upload one event at a time.")
    doubts = ParseWarnings()
    records = records_of(text, doubts)
    lines = records.get("001", [])
    if not lines:
        raise InputError("There are no players in the file: a tournament report has a line 001 for each.")
    if len(lines) > MOST_PLAYERS:
        raise fault(
            lines[MOST_PLAYERS].number, f"there are more than {MOST_PLAYERS} players: upload one section at a time."
        )
    players = read_players(lines, doubts)
    header = read_header(records, [mine.player.name for mine in players.values()], doubts)
    kind = edition(records, letters=_has_letters(players), slashed=header.slashed or _has_slashes(players))
    fill_byes(players, records, doubts)
    fill_half_points(players, records, doubts)
    games, byes = facts_of(players, doubts)
    conduct = read_conduct(records, players, round_days(records), doubts)
    found = with_extras(players, records, doubts)
    check_counts(records, len(found), sum(player.rating is not None for player in found), doubts)
    section = FileSection(
        players=found,
        games=tuple(games),
        byes=with_their_points(byes, conduct),
        kind=EventKind.MATCH if header.is_match and len(found) == 2 else EventKind.TOURNAMENT,
        time_control=header.time_control,
        written_control=header.written_control,
        rounds_planned=header.rounds_planned,
        conduct=conduct,
    )
    check_rounds(records, section.rounds_planned, section.rounds, doubts)
    return FileEvent(
        format=kind,
        sections=(section,),
        name=header.name,
        began=header.began,
        day=header.day,
        city=header.city,
        federation=header.federation,
        ratings_of=ExternalSystem.FIDE,
        site=header.site,
        remarks=doubts.remarks(),
    )


def _has_letters(players: dict[int, PlayerLine]) -> bool:
    codes = {cell.code for mine in players.values() for cell in mine.cells if cell is not None}
    return any(code.isalpha() for code in codes)


def _has_slashes(players: dict[int, PlayerLine]) -> bool:
    return any(mine.slashed for mine in players.values())
