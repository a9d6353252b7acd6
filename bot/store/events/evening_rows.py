"""What leaves the store of an evening: frozen rows."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from bot.store.rows import Player
from core.crosstable import TimeControl
from core.lists import RatingList

TYPED = "typed"
"""The method of an evening that is not paired: members report what they played."""


class EveningStatus(StrEnum):
    """What has become of an evening; one that is divided is played in its sections."""

    OPEN = "open"
    DIVIDED = "divided"
    CLOSED = "closed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening; rating_list is None where the time control or the club decides.

    tie_breaks: as `core.tiebreaks.standings.parse_order` reads them; None for the usual of its method.
    tie_breaks_reason: why they changed after the first round was published.
    prizes: as `core.formats.typed.prizes` reads them; None for none. prize_sharing: a `core.prizes` one.
    starts_at, place: for a scheduled event of Discord, whose id is scheduled_id while there is one.
    prize_people: numbers on the card, by the group that they are in or the prize that a director gives them.
    sections: the ratings below which a section begins, highest first, with commas; None for no sections.
    forbidden: two numbers on the card and the last round in which they shall not meet, None for all. fixed: a number
        and a board each. all_meet_in: the round that is paired as if everybody might meet.
    part_of: the evening of which it is a section. under: the rating below which its players are; None in the highest.
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

    @property
    def bounds(self) -> tuple[int, ...] | None:
        """Return the ratings below which its sections begin, highest first; None for no sections."""
        return None if self.sections is None else tuple(map(int, self.sections.split(",")))

    @property
    def is_paired(self) -> bool:
        """Tell whether the bot says who meets whom."""
        return self.method != TYPED


@dataclass(frozen=True, slots=True)
class Part:
    """A section of an evening. players: how many play in it. round: the last that was published, 0 before the first.

    is_played: whether that round is still being played.
    """

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
    """Who has joined, with the displayed rating on the evening's main list; None for an unrated player.

    from_round, until_round: the rounds in which they are paired; until_round is None before they withdraw.
    waits: whether they are on the waiting list. seed: the pairing number, None before the first round is drafted.
    ready_at: since when they wait for a game, in free pairing; None where they do not.
    mark_departed: whether they have left the server.
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

    def plays_in(self, round_number: int) -> bool:
        """Tell whether they are to be paired in a round, asked byes apart."""
        ended = self.until_round is not None and round_number > self.until_round
        return not self.waits and self.from_round <= round_number and not ended


@dataclass(frozen=True, slots=True)
class LiveEventResult:
    """A game, a game that was not played, or a bye.

    second: the opponent's number; None for a bye.
    points: the first's. A forfeit stands with its winner first; one without a winner has 0.
    played: False for forfeits and byes.
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
        """Return the entrants whose round it is."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def sign(self) -> str:
        """Return the result as it stands between the two names, or behind the one."""
        if self.second is None:
            return {1.0: "bye", 0.5: "half bye"}.get(self.points, "zero bye")
        if not self.played:
            return "+/-" if self.points == 1 else "-/-"
        return {1.0: "1-0", 0.5: "½-½"}.get(self.points, "0-1")

    def agrees_with(self, other: "LiveEventResult") -> bool:
        """Tell whether two reports of a round agree, whoever stands first in them."""
        return _normalised(self) == _normalised(other)


def _normalised(result: LiveEventResult) -> tuple[Any, ...]:
    """Return what a result says, with the lower number first."""
    first, second, points = result.first, result.second, result.points
    if second is not None and second < first and result.played:
        first, second, points = second, first, 1 - points
    elif second is not None and second < first and points == 0:
        first, second = second, first  # neither came
    return result.round, first, second, points, result.played


# What leaves the store of a paired evening: rounds, pairings, reports, byes.


class RoundStatus(StrEnum):
    """How far a round is: seen by directors alone, played, over."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class PairingKind(StrEnum):
    """What an entrant has in a round: a game, a bye that the pairing gave, or one that was asked."""

    GAME = "G"
    PAIRED_BYE = "U"
    HALF_BYE = "H"
    FULL_BYE = "F"
    ZERO_BYE = "Z"


class GameResult(StrEnum):
    """The result of a pairing, from the side of who begins."""

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
        """Return the points of who begins in a game; None where none was played."""
        return _SCORES.get(self)

    @property
    def turned(self) -> "GameResult":
        """Return the same result from the other side."""
        return _TURNED.get(self, self)

    @property
    def sign(self) -> str:
        """Return how it stands between two names."""
        return "½-½" if self is GameResult.DRAW else f"{self.value[0]}/{self.value[1]}" if not self.is_played else self


_SCORES = {GameResult.WIN: 1.0, GameResult.DRAW: 0.5, GameResult.LOSS: 0.0}
_TURNED = {
    GameResult.WIN: GameResult.LOSS,
    GameResult.LOSS: GameResult.WIN,
    GameResult.FORFEIT_WIN: GameResult.FORFEIT_LOSS,
    GameResult.FORFEIT_LOSS: GameResult.FORFEIT_WIN,
}


class ReportState(StrEnum):
    """What has become of a report; who decides is a director."""

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
    """Who meets whom on a board; first begins. A bye has board 0 and no second. id: 0 before it is stored.

    goes_on: in a knockout, the entrant who does where the game does not say; play_off: the score that decided it.
    paired_at: in free pairing, where games stand in no round of everybody's, and board is the game's number.
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
        """Return the entrants whose round it is."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_game(self) -> bool:
        return self.kind is PairingKind.GAME


@dataclass(frozen=True, slots=True)
class Report:
    """One version of what was said of a pairing. id: 0 before it is stored."""

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
        """Return what it says, to compare with another."""
        return self.result, self.first_points, self.second_points


@dataclass(frozen=True, slots=True)
class AskedBye:
    """A round that an entrant asked not to play. kind: H, F or Z."""

    number: int
    round: int
    kind: PairingKind
    asked_by: int
