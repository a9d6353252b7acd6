"""Frozen rows of an evening."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from bot.store.database.rows import Player
from core.event.crosstable import TimeControl
from core.lists import RatingList

TYPED = "typed"
"""An unpaired evening's method: members report what they played."""


class EveningStatus(StrEnum):
    """An evening's status; a divided one is played in its sections."""

    OPEN = "open"
    DIVIDED = "divided"
    CLOSED = "closed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening; rating_list: None if the time control or club decides.

    tie_breaks: for `parse_order`; None: usual. prizes: for `core.files.typed.prizes`. prize_people: card numbers by
    prize or group. starts_at, place: of Discord's scheduled event scheduled_id. sections: dividing ratings, highest
    first. forbidden: two numbers and a last round (None: all). fixed: number and board. all_meet_in: the round that
    ignores forbidden pairs. part_of, under: the divided evening, and the section's upper limit. check_in: before round
    1. forfeit_minutes: until no-shows forfeit; 0: never. teams: "boards" of a match, and "teams": names with numbers in
    board order. play_off: "numbers" of players who were tied, best first, "by": play-off or lot, "after": a round.
    """

    id: int
    name: str
    day: date
    rating_list: RatingList | None
    time_control: TimeControl | None
    status: EveningStatus
    event_id: int | None
    created_at: datetime
    method: str = TYPED
    rounds: int | None = None
    most: int | None = None
    confirm_minutes: int = 15
    check_in: bool = False
    forfeit_minutes: int = 0
    lot: int = 0
    posts_in: int | None = None
    tie_breaks: str | None = None
    tie_breaks_reason: str | None = None
    prizes: str | None = None
    prize_people: dict[str, list[int]] | None = None
    prize_sharing: str | None = None
    sections: str | None = None
    part_of: int | None = None
    under: int | None = None
    starts_at: datetime | None = None
    place: str | None = None
    scheduled_id: int | None = None
    forbidden: list[list[Any]] | None = None
    fixed: list[list[int]] | None = None
    accelerated: bool = False
    all_meet_in: int | None = None
    teams: dict[str, Any] | None = None
    play_off: list[dict[str, Any]] | None = None
    series_id: int | None = None
    every: int | None = None

    @property
    def bounds(self) -> tuple[int, ...] | None:
        return None if self.sections is None else tuple(map(int, self.sections.split(",")))

    @property
    def is_paired(self) -> bool:
        return self.method != TYPED


@dataclass(frozen=True, slots=True)
class Part:
    """A section of an evening. round: the last published, else 0. is_played: whether it is being played."""

    id: int
    name: str
    under: int | None
    status: EveningStatus
    most: int | None
    players: int
    round: int
    is_played: bool


@dataclass(frozen=True, slots=True)
class LiveEventEntrant:
    """An entrant with the displayed rating on the main list; None if unrated.

    from_round, until_round: rounds to be paired in. waits: on the waiting list. seed: pairing number, None before the
    first draft. ready_at: waiting for a free game since. mark_departed: left the server. missing: yet to check in.
    here_in: the last round with a note of presence.
    """

    number: int
    player: Player
    displayed: int | None
    provisional: bool
    from_round: int = 1
    until_round: int | None = None
    waits: bool = False
    seed: int | None = None
    ready_at: datetime | None = None
    mark_departed: bool = False
    missing: bool = False
    here_in: int | None = None

    @property
    def is_in(self) -> bool:
        return not self.waits and not self.missing

    @property
    def has_withdrawn(self) -> bool:
        return self.until_round is not None

    def plays_in(self, round_number: int) -> bool:
        """Return whether they are paired in a round, requested byes aside."""
        ended = self.until_round is not None and round_number > self.until_round
        return self.is_in and self.from_round <= round_number and not ended


@dataclass(frozen=True, slots=True)
class LiveEventResult:
    """A game, forfeit or bye.

    second: None for a bye. points: the first's; a forfeit's winner is first. played: False for forfeits and byes.
    """

    round: int
    first: int
    second: int | None
    points: float
    played: bool
    reported_by: int
    reported_at: datetime
    confirmed_at: datetime | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def sign(self) -> str:
        if self.second is None:
            return {1.0: "bye", 0.5: "half bye"}.get(self.points, "zero bye")
        if not self.played:
            return "+/-" if self.points == 1 else "-/-"
        return {1.0: "1-0", 0.5: "½-½"}.get(self.points, "0-1")

    def agrees_with(self, other: "LiveEventResult") -> bool:
        """Return whether two reports of a round agree, in either order of names."""
        return _normalised(self) == _normalised(other)


def _normalised(result: LiveEventResult) -> tuple[Any, ...]:
    first, second, points = result.first, result.second, result.points
    if second is not None and second < first and result.played:
        first, second, points = second, first, 1 - points
    elif second is not None and second < first and points == 0:
        first, second = second, first  # neither came
    return result.round, first, second, points, result.played


@dataclass(frozen=True, slots=True)
class Series:
    """Evenings that repeat.

    plan: columns of the last evening. weeks: between two; 0 if ended. at: minutes of the club's day. missed_on: a day
    without an evening, until that is posted.
    """

    id: int
    plan: dict[str, Any]
    weeks: int
    at: int
    next_on: date
    missed_on: date | None
    posts_in: int | None
    evening_id: int | None
    scheduled_id: int | None
    created_by: int

    @property
    def name(self) -> str:
        return str(self.plan["name"])


# Rows of a paired evening: rounds, pairings, reports, byes.


class RoundStatus(StrEnum):
    """The status of a round: draft (only directors see it), published, closed."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class PairingKind(StrEnum):
    """What an entrant has in a round: a game, a pairing's bye, a requested bye, or an empty seat of the other team."""

    GAME = "G"
    PAIRED_BYE = "U"
    HALF_BYE = "H"
    FULL_BYE = "F"
    ZERO_BYE = "Z"
    UNOPPOSED = "X"


class GameResult(StrEnum):
    """The result of a pairing for the player who begins."""

    WIN = "1-0"
    DRAW = "½"
    LOSS = "0-1"
    FORFEIT_WIN = "+-"
    FORFEIT_LOSS = "-+"
    NOBODY = "--"

    @property
    def is_played(self) -> bool:
        return self in _SCORES

    @property
    def score(self) -> float | None:
        """Return the points of the player who begins; None if not played."""
        return _SCORES.get(self)

    @property
    def turned(self) -> "GameResult":
        return _TURNED.get(self, self)

    @property
    def sign(self) -> str:
        return "½-½" if self is GameResult.DRAW else f"{self.value[0]}/{self.value[1]}" if not self.is_played else self


_SCORES = {GameResult.WIN: 1.0, GameResult.DRAW: 0.5, GameResult.LOSS: 0.0}
_TURNED = {
    GameResult.WIN: GameResult.LOSS,
    GameResult.LOSS: GameResult.WIN,
    GameResult.FORFEIT_WIN: GameResult.FORFEIT_LOSS,
    GameResult.FORFEIT_LOSS: GameResult.FORFEIT_WIN,
}


class ReportState(StrEnum):
    """The state of a report."""

    REPORTED = "reported"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    DECIDED = "decided"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Round:
    """A round. facts: digest of what it was paired from. corrected: after a later round was paired."""

    number: int
    status: RoundStatus
    facts: str
    drafted_by: int
    published_at: datetime | None = None
    closed_at: datetime | None = None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom on a board; first begins.

    A bye has board 0 and no second. id: 0 before it is stored. goes_on, play_off: who advances after a draw, by what
    score. paired_at: in free pairing, where board is the game's number.
    """

    round: int
    board: int
    first: int
    second: int | None
    kind: PairingKind = PairingKind.GAME
    by_hand: bool = False
    id: int = 0
    goes_on: int | None = None
    play_off: str | None = None
    paired_at: datetime | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_game(self) -> bool:
        return self.kind is PairingKind.GAME


@dataclass(frozen=True, slots=True)
class Report:
    """One version of a pairing's report. id: 0 before it is stored."""

    pairing_id: int
    version: int
    result: GameResult
    reported_by: int
    reported_at: datetime
    state: ReportState = ReportState.REPORTED
    state_by: int | None = None
    state_at: datetime | None = None
    first_points: int | None = None
    second_points: int | None = None
    note: str | None = None
    id: int = 0

    @property
    def content(self) -> tuple[GameResult, int | None, int | None]:
        return self.result, self.first_points, self.second_points


@dataclass(frozen=True, slots=True)
class AskedBye:
    """A requested bye. kind: H, F or Z."""

    number: int
    round: int
    kind: PairingKind
    asked_by: int
