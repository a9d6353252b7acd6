"""An event rated into its period: everybody against the ratings of the period's first day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any, NamedTuple

from core.crosstable import Crosstable, Entrant, score_in
from core.errors import InputError
from core.explain import Step
from core.glicko2.editions import Edition
from core.glicko2.explanation import steps_of
from core.glicko2.formula import GlickoRating, Result, Update, expected_score, update
from core.glicko2.state import PlayerState, at_beginning, month_of

TYPED_DEVIATION = 50.0
"""Of somebody of whom a rating alone is known: a settled player's."""

_CLEAN = 400.0
"""What a clean score is put above or below the opponents' mean."""


class RatedGame(NamedTuple):
    """A game as it was counted. opponent: the pairing number. expected: in game points."""

    round: int
    opponent: int
    rating: float
    deviation: float
    score: float | None
    expected: float


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What an event did to one player; `steps` says how it came about.

    before, after: `before` as it stood, the month before included. start: at the beginning of the period.
    games: of the event. update: of the period so far, this event included.
    """

    edition: Edition
    before: PlayerState
    after: PlayerState
    start: GlickoRating
    games: tuple[RatedGame, ...]
    score: float
    update: Update

    @property
    def expected(self) -> float:
        """Return the expected score in game points."""
        return fsum(game.expected for game in self.games)

    @property
    def earlier(self) -> int:
        """Return how many games of the period were played at events before this one."""
        return len(self.after.results) - len(self.games)

    @property
    def performance(self) -> float:
        """Return the rating at which the score was to be expected."""
        return performance(self.games, self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about, one step at a time."""
        return steps_of(self)


def performance(games: Sequence[RatedGame], score: float) -> float:
    """Return the rating that is expected to score this; 400 from the opponents' mean for a clean score."""
    ratings = [game.rating for game in games]
    if score in (0, len(games)):
        return fsum(ratings) / len(games) + (_CLEAN if score > 0 else -_CLEAN)
    low, high = min(ratings) - 8000.0, max(ratings) + 8000.0
    while low < (middle := (low + high) / 2) < high:
        expected = fsum(expected_score(middle, game.rating, game.deviation) for game in games)
        low, high = (low, middle) if expected > score else (middle, high)
    return middle


def rate_crosstable(
    crosstable: Crosstable, states: Mapping[Any, PlayerState], edition: Edition
) -> dict[int, PlayerResult]:
    """Return the results of everybody who played and whose rating the event moves, by pairing number.

    states: before the event, by `Entrant.player`, of everybody whose rating it moves.
    Raise InputError for an opponent of whom no rating is known.
    """
    month, played = month_of(crosstable.date), crosstable.played()
    begun = {player: at_beginning(state, month) for player, state in states.items()}
    results = {}
    for entrant in crosstable.entrants:
        games = played[entrant.number]
        if not entrant.rated or not games:
            continue
        state = begun[entrant.player]
        start = state.start
        assert start is not None
        rated = []
        for game in games:
            rating, deviation = _figures(game.opponent, begun)
            expected = expected_score(start.rating, rating, deviation)
            rated.append(RatedGame(game.round, game.opponent.number, rating, deviation, game.score, expected))
        score = score_in(entrant, [game.score for game in games])
        # Where only the total is told, every game counts its mean.
        single = entrant.score is None
        counted = [
            Result(game.rating, game.deviation, game.score if single and game.score is not None else score / len(rated))
            for game in rated
        ]
        after = replace(state, results=(*state.results, *counted), games=state.games + len(rated))
        moved = update(start, after.results, edition.tau)
        before = states[entrant.player]
        results[entrant.number] = PlayerResult(edition, before, after, start, tuple(rated), score, moved)
    return results


def _figures(entrant: Entrant, begun: Mapping[Any, PlayerState]) -> tuple[float, float]:
    """Return the rating and the deviation that somebody counts with: the club's, or as given with the event."""
    if entrant.rated:
        start = begun[entrant.player].start
        assert start is not None
        return start.rating, start.deviation
    if entrant.rating is None:
        raise InputError(f"Player {entrant.number} has no rating: write one, such as 1500.")
    return entrant.rating, TYPED_DEVIATION if entrant.deviation is None else entrant.deviation
