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

    tie_breaks: as `core.tiebreaks.registry.parse_order` reads them; None for the usual of its method.
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
    is_gone: whether they have left the server.
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
    is_gone: bool = False

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

    def says_the_same_as(self, other: "LiveEventResult") -> bool:
        """Tell whether two reports of a round agree, whoever stands first in them."""
        return _told(self) == _told(other)


def _told(result: LiveEventResult) -> tuple[Any, ...]:
    """Return what a result says, with the lower number first."""
    first, second, points = result.first, result.second, result.points
    if second is not None and second < first and result.played:
        first, second, points = second, first, 1 - points
    elif second is not None and second < first and points == 0:
        first, second = second, first  # neither came
    return result.round, first, second, points, result.played
