"""What the tests of rating reports share: invented events, and files built by hand from the description.

Nothing here comes from the writer that is tested: the container is packed a second time, from section 2.
"""

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date

from core.event.crosstable import Bye, ByeKind, EventKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.uschess_report_read import read_uschess_report
from core.files.chess.uschess_report_write import ReportDetails

DETAILS = ReportDetails(
    written_on=date(2026, 11, 20),
    affiliate="A9999999",
    chief="90000099",
    state="WA",
    zip_code="98000",
    program="CLUBBOT",
)

Widths = Sequence[tuple[str, int]]

TH_2C: Widths = (
    *(("H_FORMAT", 5), ("H_PROGRAM", 10), ("H_EVENT_ID", 12), ("H_NAME", 35), ("H_TOT_SECT", 2), ("H_BEG_DATE", 8)),
    *(("H_END_DATE", 8), ("H_AFF_ID", 8), ("H_CITY", 21), ("H_STATE", 2), ("H_ZIPCODE", 10), ("H_COUNTRY", 21)),
    *(("H_SENDCROS", 1), ("H_CTD_ID", 8), ("H_ATD_ID", 8), ("H_OTHER_TD", 255)),
)
TS_2C: Widths = (
    *(("S_EVENT_ID", 12), ("S_SEC_NUM", 2), ("S_SEC_NAME", 30), ("S_R_SYSTEM", 1), ("S_TIMECTL", 40)),
    *(("S_CTD_ID", 8), ("S_ATD_ID", 8), ("S_TRN_TYPE", 1), ("S_TOT_RNDS", 2), ("S_LST_PAIR", 4), ("S_BEG_DATE", 8)),
    *(("S_END_DATE", 8), ("S_SCH_LVL", 1), ("S_GR_PRIX", 1), ("S_GP_PTS", 3), ("S_FIDE", 1)),
)
TD_2C: Widths = (
    *(("D_EVENT_ID", 12), ("D_SEC_NUM", 2), ("D_PAIR_NUM", 4), ("D_MEM_ID", 8), ("D_NAME", 30), ("D_STATE", 2)),
    ("D_RATING", 4),
)
TH_TA: Widths = (
    *(("H_EVENT_ID", 9), ("H_NAME", 35), ("H_TOT_SECT", 2), ("H_BEG_DATE", 8), ("H_END_DATE", 8), ("H_RCV_DATE", 8)),
    *(("H_ENT_DATE", 8), ("H_AFF_ID", 8), ("H_CITY", 21), ("H_STATE", 2), ("H_ZIPCODE", 10), ("H_COUNTRY", 21)),
    *(("H_SENDCROS", 1), ("H_SCHOLAST", 1), ("H_SECREC01", 7)),
)
TS_TA: Widths = (
    *(("S_EVENT_ID", 9), ("S_SEC_NUM", 2), ("S_SEC_NAME", 10), ("S_K_FACTOR", 1), ("S_R_SYSTEM", 1), ("S_CTD_ID", 8)),
    *(("S_ATD_ID", 8), ("S_TRN_TYPE", 1), ("S_TOT_RNDS", 2), ("S_LST_PAIR", 4), ("S_DTLREC01", 7), ("S_OPER", 2)),
    ("S_STATUS", 1),
)
TD_TA: Widths = (
    *(("D_EVENT_ID", 9), ("D_SEC_NUM", 2), ("D_PAIR_NUM", 4), ("D_REC_SEQ", 1), ("D_MEM_ID", 8)),
    *((f"D_RND{number:02}", 5) for number in range(1, 11)),
)


def container(fields: Widths, rows: Sequence[Mapping[str, str]], *, tail: bytes = b"\x1a") -> bytes:
    """Pack a dBase III file of text columns by section 2."""
    length = 1 + sum(width for _, width in fields)
    data = bytearray(struct.pack("<BBBBIHH20x", 3, 126, 11, 20, len(rows), 32 * len(fields) + 33, length))
    for name, width in fields:
        data += name.encode().ljust(11, b"\0") + b"C" + bytes(4) + bytes([width, 0]) + bytes(14)
    data += b"\x0d"
    for row in rows:
        assert all(len(row.get(name, "")) <= width for name, width in fields)
        assert set(row) <= {name for name, _ in fields}
        data += b" " + b"".join(row.get(name, "").encode("latin-1").ljust(width) for name, width in fields)
    return bytes(data) + tail


def zipped(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def player_row(number: int, cells: Sequence[str], section: int = 1, **facts: str) -> dict[str, str]:
    """Return a row of TDEXPORT in 2C, of an invented player who has an id."""
    row = {
        "D_SEC_NUM": str(section),
        "D_PAIR_NUM": str(number),
        "D_MEM_ID": f"9{section:02}{number:05}",
        "D_NAME": f"PLAYER, {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number % 26]}",
        "D_RATING": "1500",
    }
    return row | {f"D_RND{place:02}": cell for place, cell in enumerate(cells, start=1)} | facts


def section_row(number: int = 1, rounds: int = 1, players: int = 2, **facts: str) -> dict[str, str]:
    return {
        "S_SEC_NUM": str(number),
        "S_SEC_NAME": "Open",
        "S_R_SYSTEM": "R",
        "S_TIMECTL": "G/90;d5",
        "S_TRN_TYPE": "S",
        "S_TOT_RNDS": str(rounds),
        "S_LST_PAIR": str(players),
    } | facts


def header_row(sections: int = 1, **facts: str) -> dict[str, str]:
    return {
        "H_FORMAT": "2C",
        "H_NAME": "Tide Table Quads",
        "H_TOT_SECT": str(sections),
        "H_BEG_DATE": "20261114",
        "H_END_DATE": "20261114",
        "H_COUNTRY": "USA",
    } | facts


def report(
    details: Sequence[Mapping[str, str]],
    sections: Sequence[Mapping[str, str]] | None = None,
    header: Mapping[str, str] | None = None,
    columns: int | None = None,
) -> bytes:
    """Return a zipped report in 2C; by default of one section that has as many rounds as the rows have cells."""
    rounds = columns or max(sum(name.startswith("D_RND") for name in row) for row in details)
    sections = [section_row(rounds=rounds, players=len(details))] if sections is None else sections
    widths = (*TD_2C, *((f"D_RND{number:02}", 7) for number in range(1, rounds + 1)))
    return zipped({
        "THEXPORT.DBF": container(TH_2C, [header or header_row(len(sections))]),
        "TSEXPORT.DBF": container(TS_2C, sections),
        "TDEXPORT.DBF": container(widths, details),
    })  # fmt: skip


def table(*rows: str, kind: str = "S", **facts: str) -> FileEvent:
    """Read a report of one section from its cells, a player a row: table("W2W|H0", "L1B|U0")."""
    details = [player_row(number, row.split("|")) for number, row in enumerate(rows, start=1)]
    rounds = rows[0].count("|") + 1
    return read_uschess_report(
        report(details, [section_row(rounds=rounds, players=len(rows), S_TRN_TYPE=kind, **facts)])
    )


def remarks_of(event: FileEvent) -> str:
    return "\n".join(map(str, event.remarks))


def member(number: int, name: str, rating: float | None, member_id: str | None, state: str | None) -> FilePlayer:
    return FilePlayer(number, name, rating, uschess_id=member_id, state=state, line=None)


HARBOR_LANTERN = FileEvent(
    "by hand",
    (
        FileSection(
            (
                member(1, "Marlow, Ida", 1810, "90000011", "WA"),
                member(2, "Quill, Tobias", 1655, "90000022", "WA"),
                member(3, "Fenn, Rosa", 1490, "90000033", "OR"),
                member(4, "Östby, Nils", None, None, None),
            ),
            (Game(1, 1, 3, 1.0, True), Game(2, 1, 2, 0.5, False), Game(2, 3, 4, 1.0, True), Game(3, 2, 3, 1.0, False)),
            (
                *(Bye(1, 2, ByeKind.HALF_POINT), Bye(1, 4, ByeKind.FULL_POINT)),
                *(Bye(3, 1, ByeKind.FORFEIT_WIN, 4), Bye(3, 4, ByeKind.FORFEIT_LOSS, 1)),
            ),
            "Open",
            time_control=TimeControl(90, 5),
            rounds_planned=3,
        ),
        FileSection(
            (
                member(1, "Quill, Tobias", 1655, "90000022", "WA"),
                member(2, "Fenn, Rosa", 1490, "90000033", "OR"),
            ),
            (Game(1, 1, 2, 0.5, True),),
            name="Extra Games",
            time_control=TimeControl(45, 5),
            rounds_planned=1,
        ),
    ),
    "Harbor Lantern Open",
    date(2026, 11, 14),
    date(2026, 11, 14),
    city="Lantern Bay",
    federation="USA",
)

_ELEVEN = (
    ["W2W", "L2B", "D2W", "D2B", "W2W", "L2B", "D2W", "W2B", "D2W", "L2B", "W2W"],
    ["L1B", "W1W", "D1B", "D1W", "L1B", "W1W", "D1B", "L1W", "D1B", "W1W", "L1B"],
)

ELEVEN_ROUNDS = FileEvent(
    "by hand",
    (
        FileSection(
            (member(1, "Pell, Juno", 2104, "90000044", "TX"), member(2, "Sable, Odo", 2098, "90000055", "TX")),
            tuple(
                Game(number, 1, 2, {"W": 1.0, "D": 0.5, "L": 0.0}[cell[0]], cell[2] == "W")
                for number, cell in enumerate(_ELEVEN[0], start=1)
            ),
            name="Match",
            kind=EventKind.MATCH,
            time_control=TimeControl(60, 5),
            rounds_planned=11,
        ),
    ),
    "Eleven Rounds",
    date(2026, 11, 15),
    date(2026, 11, 15),
    city="Lantern Bay",
    federation="USA",
)


def ta_cell(text: str) -> str:
    """Return a 2C cell as TA has it: the opponent right-justified in four places, without the colour."""
    return text[0] + text[1:].strip("WB").rjust(4)


def ta_zip(event_id: str, details: Sequence[Mapping[str, str]], rounds: int, players: int, kind: str) -> bytes:
    """Return a zipped report of one section in the layout TA."""
    return zipped({
        "thexport_club.dbf": container(TH_TA, [{
            "H_EVENT_ID": event_id, "H_NAME": "Old Layout", "H_TOT_SECT": " 1", "H_BEG_DATE": "20261115",
            "H_END_DATE": "20261115", "H_CITY": "Lantern Bay", "H_COUNTRY": "USA", "H_SECREC01": "      1",
        }]),
        "tsexport_club.dbf": container(TS_TA, [{
            "S_EVENT_ID": event_id, "S_SEC_NUM": " 1", "S_SEC_NAME": "Open", "S_K_FACTOR": "F", "S_R_SYSTEM": "R",
            "S_TRN_TYPE": kind, "S_TOT_RNDS": f"{rounds:2}", "S_LST_PAIR": f"{players:4}", "S_DTLREC01": "      1",
            "S_OPER": "XX", "S_STATUS": "#",
        }]),
        "tdexport_club.dbf": container(TD_TA, details),
    })  # fmt: skip


def ta_row(event_id: str, number: int, sequence: int, member_id: str, cells: Sequence[str]) -> dict[str, str]:
    """Return a row of TDEXPORT in TA, the rounds beyond the cells filled with 0."""
    filled = [ta_cell(cell) for cell in cells] + ["    0"] * (10 - len(cells))
    return {
        "D_EVENT_ID": event_id,
        "D_SEC_NUM": " 1",
        "D_PAIR_NUM": f"{number:4}",
        "D_REC_SEQ": str(sequence),
        "D_MEM_ID": member_id,
    } | {f"D_RND{place:02}": cell for place, cell in enumerate(filled, start=1)}


OLD_HARBOR_LANTERN = ta_zip(
    "261114001",
    [
        ta_row("261114001", 1, 1, "90000011", ["W3W", "D2B", "X0"]),
        ta_row("261114001", 2, 1, "90000022", ["H0", "D1W", "W3B"]),
        ta_row("261114001", 3, 1, "90000033", ["L1B", "W4W", "L2W"]),
        ta_row("261114001", 4, 1, "", ["B0", "L3B", "F0"]),
    ],
    3, 4, "S",
)  # fmt: skip

OLD_ELEVEN_ROUNDS = ta_zip(
    "261115001",
    [
        ta_row("261115001", number, sequence, member_id, cells)
        for number, member_id, row in ((1, "90000044", _ELEVEN[0]), (2, "90000055", _ELEVEN[1]))
        for sequence, cells in ((1, row[:10]), (2, row[10:]))
    ],
    11, 2, "M",
)  # fmt: skip
