"""An event rated all at once: everybody's games against the ratings that were there before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.crosstable import Crosstable, Entrant, score_in
from core.elo.editions import Edition
from core.elo.explanation import steps_of
from core.elo.formula import START, change, expected_score, expected_total, performance
from core.elo.state import PlayerState
from core.errors import InputError
from core.explain import Step


class RatedGame(NamedTuple):
    """A game as it was counted. opponent: the pairing number. rating: the opponent's. expected: in game points."""

    round: int
    opponent: int
    rating: float
    score: float | None
    expected: float


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What an event did to one player; `steps` says how it came about.

    start: the rating that the games counted from, 1500 for a newcomer.
    """

    edition: Edition
    before: PlayerState
    after: PlayerState
    start: float
    games: tuple[RatedGame, ...]
    score: float

    @property
    def expected(self) -> float:
        """Return the expected score in game points."""
        return expected_total(self.start, [game.rating for game in self.games])

    @property
    def change(self) -> float:
        """Return what the event moved, in rating points."""
        return change(self.edition.k, self.score, self.expected)

    @property
    def performance(self) -> float:
        """Return the rating at which the score was to be expected."""
        return performance([game.rating for game in self.games], self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about, one step at a time."""
        return steps_of(self)


def rate_crosstable(
    crosstable: Crosstable, states: Mapping[Any, PlayerState], edition: Edition
) -> dict[int, PlayerResult]:
    """Return the results of everybody who played and whose rating the event moves, by pairing number.

    states: before the event, by `Entrant.player`, of everybody whose rating it moves.
    Raise InputError for an opponent of whom no rating is known.
    """
    played = crosstable.played()
    results = {}
    for entrant in crosstable.entrants:
        games = played[entrant.number]
        if not entrant.rated or not games:
            continue
        before = states[entrant.player]
        start = START if before.rating is None else before.rating
        rated = []
        for game in games:
            rating = _rating_of(game.opponent, states)
            rated.append(RatedGame(game.round, game.opponent.number, rating, game.score, expected_score(start, rating)))
        score = score_in(entrant, [game.score for game in games])
        moved = change(edition.k, score, expected_total(start, [game.rating for game in rated]))
        after = PlayerState(start + moved, before.games + len(games))
        results[entrant.number] = PlayerResult(edition, before, after, start, tuple(rated), score)
    return results


def _rating_of(entrant: Entrant, states: Mapping[Any, PlayerState]) -> float:
    """Return the rating that somebody counts with: the club's, or as given with the event."""
    if entrant.rated:
        known = states[entrant.player].rating
        return START if known is None else known
    if entrant.rating is None:
        raise InputError(f"Player {entrant.number} has no rating: write one, such as 1500.")
    return entrant.rating
