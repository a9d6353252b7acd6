"""Players of a section in a rating report or in SwissSys' files: ids, ratings, states."""

import re
from collections.abc import Iterable

from core.errors import InputError
from core.event_file import FilePlayer
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.common.names import shorten

MEMBER_ID = re.compile(r"[0-9]{8}")
LEAST_RATING, MOST_RATING = 100, 3000
_NO_ID = "00000000"
_LONGEST_ID = 20
_RATING = re.compile(r"([0-9]{1,4})(?:\.[0-9]*)?(?:[pP/]([0-9]{1,4}))?")
_STATE = re.compile(r"[A-Za-z]{2}")


def member_id(text: str) -> str | None:
    """Return a membership number, of whatever length; None where there is none (section 3, D_MEM_ID)."""
    return None if text in ("", _NO_ID, "0") else text[:_LONGEST_ID]


def state_of(text: str) -> str | None:
    """Return a state's two letters, None for anything else."""
    return text.upper() if _STATE.fullmatch(text) else None


def rating_of(text: str, where: str, remarks: Remarks) -> tuple[float | None, int | None]:
    """Return a rating and the games behind it, as in 1210P7; None for the unrated, and with a remark for no rating."""
    if text in ("", "0", "-") or text.upper() in ("UNR", "UNR.", "UNRATED", "NEW"):
        return None, None
    match = _RATING.fullmatch(text)
    if match is None or not LEAST_RATING <= int(match[1]) <= MOST_RATING:
        remarks.add(f'{where}: "{shorten(text)}" is no rating from {LEAST_RATING} to {MOST_RATING}: read as unrated.')
        return None, None
    return float(match[1]), None if match[2] is None else int(match[2])


def check_members(players: Iterable[FilePlayer], label: str, remarks: Remarks) -> None:
    """Remark on ids that are missing or of a wrong shape; raise InputError for one that stands in a section twice."""
    seen: dict[str, int] = {}
    for player in players:
        where = f"{label}, player {player.number} ({shorten(player.name)})"
        if player.uschess_id is None:
            remarks.add(f"{where} has no US Chess id.")
            continue
        if player.uschess_id in seen:
            raise InputError(
                f"{label}: players {seen[player.uschess_id]} and {player.number} have the same US Chess id "
                f"{shorten(player.uschess_id)}: correct the report."
            )
        seen[player.uschess_id] = player.number
        if not MEMBER_ID.fullmatch(player.uschess_id):
            remarks.add(f"{where}: {shorten(player.uschess_id)} is no US Chess id, which has 8 digits.")
