"""How a stored event came in."""

from enum import StrEnum


class EventSource(StrEnum):
    """What `Event.source` says.

    REPORT: typed by a member; it moves nobody but its player. FILE: imported. LIVE: kept in Discord as an evening.
    MATCH: of two players of a pool, or who challenged each other.
    """

    REPORT = "report"
    FILE = "file"
    LIVE = "evening"
    MATCH = "match"
