"""The lines of the check list that a norm is held against."""

from enum import StrEnum
from typing import NamedTuple


class NormItem(StrEnum):
    """What is checked. The UI owns the sentence for each; core owns the figures.

    The comment behind an item names what there is and what is needed, or allowed at most.
    """

    RATED = "rated"
    REGISTERED = "registered"
    ROUNDS_A_DAY = "rounds-a-day"  # rounds on any day, at most
    MINUTES_A_DAY = "minutes-a-day"  # minutes of play on any day with games of 60 moves, at most
    TIME_CONTROL = "time-control"  # minutes for 60 moves
    ARBITERS = "arbiters"
    ARBITERS_DO_NOT_PLAY = "arbiters-do-not-play"
    FORMAT = "format"
    UNCHANGED = "unchanged"
    GAMES = "games"  # games that count
    ALL_ROUNDS = "all-rounds"  # rounds that have passed, rounds of the event
    SCORE = "score"  # points
    TITLE_HOLDERS = "title-holders"  # opponents
    REQUIRED_TITLES = "required-titles"  # opponents; where all are met twice, different ones
    PLAYERS = "players"  # in a double round robin
    FOREIGN_FEDERATIONS = "foreign-federations"  # federations
    OWN_FEDERATION = "own-federation"  # opponents, at most
    ONE_FEDERATION = "one-federation"  # opponents, at most
    AVERAGE = "average"  # rating points
    PERFORMANCE = "performance"  # rating points
    WOMEN = "women"

    @property
    def number(self) -> int:
        """Return which of the ten points of the check list it belongs to; points 2 and 4 are about what is counted."""
        return _POINTS[self][0]

    @property
    def clause(self) -> str:
        """Return the rule that asks for it."""
        return f"FIDE B.01, {_POINTS[self][1]}"

    @property
    def is_limit(self) -> bool:
        """Return whether what is needed is a maximum."""
        return self in _LIMITS


_POINTS = {
    NormItem.RATED: (1, "1.4"),
    NormItem.REGISTERED: (1, "1.1.1"),
    NormItem.ROUNDS_A_DAY: (1, "1.1.3"),
    NormItem.MINUTES_A_DAY: (1, "1.1.2"),
    NormItem.TIME_CONTROL: (1, "1.1.3"),
    NormItem.ARBITERS: (1, "1.1.5"),
    NormItem.ARBITERS_DO_NOT_PLAY: (1, "1.1.6"),
    NormItem.FORMAT: (1, "1.4.2e"),
    NormItem.UNCHANGED: (1, "1.4.2d"),
    NormItem.GAMES: (3, "1.4.1"),
    NormItem.ALL_ROUNDS: (4, "1.4.1e"),
    NormItem.SCORE: (5, "1.4.8b"),
    NormItem.TITLE_HOLDERS: (6, "1.4.5a"),
    NormItem.REQUIRED_TITLES: (7, "1.4.5"),
    NormItem.PLAYERS: (7, "1.4.5"),
    NormItem.FOREIGN_FEDERATIONS: (8, "1.4.3"),
    NormItem.OWN_FEDERATION: (8, "1.4.4"),
    NormItem.ONE_FEDERATION: (8, "1.4.4"),
    NormItem.AVERAGE: (9, "1.4.8a"),
    NormItem.PERFORMANCE: (10, "1.4.8"),
    NormItem.WOMEN: (10, "0.5"),
}

FEDERATION_ITEMS = frozenset({NormItem.FOREIGN_FEDERATIONS, NormItem.OWN_FEDERATION, NormItem.ONE_FEDERATION})
"""What an exemption waives."""

_LIMITS = (NormItem.ROUNDS_A_DAY, NormItem.MINUTES_A_DAY, NormItem.OWN_FEDERATION, NormItem.ONE_FEDERATION)


class CheckState(StrEnum):
    """How a line of the check list came out."""

    PASSED = "passed"
    FAILED = "failed"
    TO_CONFIRM = "to-confirm"  # what it hangs on is not known here: the arbiter confirms it
    WAIVED = "waived"  # failed, and the event is exempt


class NormCheck(NamedTuple):
    """A line of the check list; `have` and `need` in the units that `NormItem` names, None where there is no figure."""

    item: NormItem
    state: CheckState
    have: float | None = None
    need: float | None = None

    @property
    def missing(self) -> float:
        """Return by how much it falls short, or exceeds what is allowed; 0 when it does not."""
        if self.have is None or self.need is None:
            return 0
        return max(0, self.have - self.need if self.item.is_limit else self.need - self.have)


def at_least(item: NormItem, have: float, need: float, unknown: float = 0) -> NormCheck:
    """Return a check of a minimum; `unknown` more may be there."""
    if have >= need:
        return NormCheck(item, CheckState.PASSED, have, need)
    state = CheckState.TO_CONFIRM if have + unknown >= need else CheckState.FAILED
    return NormCheck(item, state, have, need)


def at_most(item: NormItem, have: float, limit: float, unknown: float = 0) -> NormCheck:
    """Return a check of a maximum; `unknown` more may be there."""
    if have > limit:
        return NormCheck(item, CheckState.FAILED, have, limit)
    state = CheckState.TO_CONFIRM if have + unknown > limit else CheckState.PASSED
    return NormCheck(item, state, have, limit)


def asserted(item: NormItem, fact: bool | None) -> NormCheck:
    """Return a check of something that somebody says: right, wrong, or not told."""
    if fact is None:
        return NormCheck(item, CheckState.TO_CONFIRM)
    return NormCheck(item, CheckState.PASSED if fact else CheckState.FAILED)
