"""A whole event: its segments one after another, each from the ratings that the one before left."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import fsum
from typing import Any

from core.crosstable import Crosstable
from core.explain import Step
from core.naspa.editions import Edition
from core.naspa.explanation import steps_of
from core.naspa.formula import performance_rating
from core.naspa.seats import in_segment, seats_of
from core.naspa.segment import SegmentResult, rate_segment
from core.naspa.segments import segments_of
from core.naspa.state import PlayerState


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's event; `steps` says how the rating came about."""

    edition: Edition
    before: PlayerState
    after: PlayerState
    segments: tuple[SegmentResult, ...]

    @property
    def rating(self) -> float:
        """Return the rating after the event."""
        return self.segments[-1].rating

    @property
    def expected(self) -> float:
        """Return the expected wins, each game by the ratings of its segment."""
        return fsum(segment.expected for segment in self.segments)

    @property
    def score(self) -> float:
        return sum(segment.wins for segment in self.segments)

    @property
    def games(self) -> int:
        return sum(len(segment.games) for segment in self.segments)

    @property
    def opponents(self) -> list[float]:
        """Return the opponents' ratings, one for each game, as the segments counted them."""
        return [game.rating for segment in self.segments for game in segment.games]

    @property
    def performance(self) -> int:
        """Return the rating at which the score was to be expected."""
        return performance_rating(self.opponents, self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about, one step at a time."""
        return steps_of(self.segments, self.edition, self.opponents, self.score, self.performance)


def rate_crosstable(
    crosstable: Crosstable, states: Mapping[Any, PlayerState], edition: Edition
) -> dict[int, PlayerResult]:
    """Return the results of everybody who played and whose rating the event moves, by pairing number.

    states: before the event, by `Entrant.player`, of everybody whose rating it moves.
    Raise InputError or RuleError, naming the player, where the facts do not allow it.
    """
    seats = seats_of(crosstable, states)
    segments: dict[int, list[SegmentResult]] = {}
    for rounds in segments_of(crosstable.rounds):
        rated = rate_segment([in_segment(seat, rounds) for seat in seats], rounds, edition)
        for place, result in rated.items():
            segments.setdefault(place, []).append(result)
            played = len(result.games) if edition.counts_segments else 0
            seats[place] = replace(seats[place], rating=result.rating, career_games=seats[place].career_games + played)
    results = {}
    for place, found in segments.items():
        entrant = crosstable.entrants[place]
        before = states[entrant.player]
        games = before.games + sum(len(segment.games) for segment in found)
        results[entrant.number] = PlayerResult(edition, before, PlayerState(found[-1].rating, games), tuple(found))
    return results
