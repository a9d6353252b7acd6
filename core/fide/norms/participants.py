"""What a list of the participants tells of an event (FIDE B.01, 1.4.3d and 1.5.6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.fide.norms.counts import UNRATED
from core.fide.norms.federations import NOT_FIDE, STATELESS, check_federation
from core.fide.norms.titles import MASTERS, PlayerTitle
from core.fide.rounding import average_rating

MOST_ROUNDS_MISSED = 1
FEWEST_FOREIGN_RATED = 20
FEWEST_FEDERATIONS = 3
FEWEST_MASTERS = 10
FEWEST_PARTICIPANTS = 40
FEWEST_AVERAGE = 2000


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody in the event.

    rating: None when unrated. missed: rounds without a pairing, except allocated byes; a forfeit win is no missed one.
    """

    federation: str | None = None
    rating: int | None = None
    title: PlayerTitle | None = None
    missed: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        check_federation(self.federation)


class LargeSwiss(NamedTuple):
    """The fewest in any round, by those who missed no more than one (1.4.3d).

    foreign: rated players from elsewhere than the host federation. federations: of theirs. masters: GM, IM, WGM, WIM.
    """

    foreign: int
    federations: int
    masters: int

    @property
    def exempts(self) -> bool:
        return (
            self.foreign >= FEWEST_FOREIGN_RATED
            and self.federations >= FEWEST_FEDERATIONS
            and self.masters >= FEWEST_MASTERS
        )


class Field(NamedTuple):
    """The fewest participants and the lowest average rating of any round (1.5.6)."""

    participants: int
    average: int

    @property
    def is_large(self) -> bool:
        return self.participants >= FEWEST_PARTICIPANTS and self.average >= FEWEST_AVERAGE


def large_swiss(participants: Sequence[Participant], host: str, rounds: int) -> LargeSwiss:
    """Return what a Swiss offers in its poorest round toward an exemption; `host` is the host federation."""
    foreign = [
        player
        for player in participants
        if len(player.missed) <= MOST_ROUNDS_MISSED
        and player.rating is not None
        and player.federation is not None
        and player.federation not in (host, STATELESS, NOT_FIDE)
    ]
    by_round = [[player for player in foreign if number not in player.missed] for number in range(1, rounds + 1)]
    return LargeSwiss(
        min(len(players) for players in by_round),
        min(len({player.federation for player in players}) for players in by_round),
        min(sum(player.title in MASTERS for player in players) for players in by_round),
    )


def field_of(participants: Sequence[Participant], rounds: int) -> Field:
    """Return the size and strength of an individual Swiss in its poorest rounds, which one norm of a title must have.

    Players without a rating count as unrated opponents do: the text is silent.
    """
    regular = [player for player in participants if len(player.missed) <= MOST_ROUNDS_MISSED]
    by_round = [[player for player in regular if number not in player.missed] for number in range(1, rounds + 1)]
    averages = [
        average_rating([UNRATED if player.rating is None else player.rating for player in players]) if players else 0
        for players in by_round
    ]
    return Field(min(len(players) for players in by_round), min(averages))
