"""The three files of a rating report: what they are called and which columns they have (sections 1 and 3)."""

import re

from core.formats.chess.uschess_report.dbf import DbfField, DbfTable

HEADER, SECTIONS, DETAILS = "THEXPORT", "TSEXPORT", "TDEXPORT"
NAME_OF_PREFIX = {"H_": HEADER, "S_": SECTIONS, "D_": DETAILS}
LAYOUT = "2C"
CELL_WIDTH = 7
MOST_SECTIONS, MOST_PLAYERS, MOST_ROUNDS, MOST_ROUNDS_READ = 99, 9_999, 32, 99
NAME_WIDTH = 30
_ROUND = re.compile(r"D_RND([0-9]{2})")

HEADER_FIELDS = tuple(
    DbfField(name, width)
    for name, width in (
        *(("H_FORMAT", 5), ("H_PROGRAM", 10), ("H_EVENT_ID", 12), ("H_NAME", 35), ("H_TOT_SECT", 2)),
        *(("H_BEG_DATE", 8), ("H_END_DATE", 8), ("H_AFF_ID", 8), ("H_CITY", 21), ("H_STATE", 2), ("H_ZIPCODE", 10)),
        *(("H_COUNTRY", 21), ("H_SENDCROS", 1), ("H_CTD_ID", 8), ("H_ATD_ID", 8), ("H_OTHER_TD", 255)),
    )
)
SECTION_FIELDS = tuple(
    DbfField(name, width)
    for name, width in (
        *(("S_EVENT_ID", 12), ("S_SEC_NUM", 2), ("S_SEC_NAME", 30), ("S_R_SYSTEM", 1), ("S_TIMECTL", 40)),
        *(("S_CTD_ID", 8), ("S_ATD_ID", 8), ("S_TRN_TYPE", 1), ("S_TOT_RNDS", 2), ("S_LST_PAIR", 4)),
        *(("S_BEG_DATE", 8), ("S_END_DATE", 8), ("S_SCH_LVL", 1), ("S_GR_PRIX", 1), ("S_GP_PTS", 3), ("S_FIDE", 1)),
    )
)
_PLAYER_FIELDS = tuple(
    DbfField(name, width)
    for name, width in (
        *(("D_EVENT_ID", 12), ("D_SEC_NUM", 2), ("D_PAIR_NUM", 4), ("D_MEM_ID", 8), ("D_NAME", NAME_WIDTH)),
        *(("D_STATE", 2), ("D_RATING", 4)),
    )
)


def detail_fields(rounds: int) -> tuple[DbfField, ...]:
    """Return the columns of TDEXPORT in the 2C layout."""
    return _PLAYER_FIELDS + tuple(DbfField(f"D_RND{number:02}", CELL_WIDTH) for number in range(1, rounds + 1))


def round_columns(table: DbfTable) -> list[str]:
    """Return the columns of the rounds, in the order of the rounds, up to the first that is missing."""
    names = {field.name for field in table.fields if _ROUND.fullmatch(field.name)}
    columns: list[str] = []
    while (name := f"D_RND{len(columns) + 1:02}") in names:
        columns.append(name)
    return columns


def has_names_and_colours(details: DbfTable) -> bool:
    """Tell the 2C layout from TA by its columns, never by the files' names or dates (section 1)."""
    return details.has("D_NAME") or details.width("D_RND01") == CELL_WIDTH
