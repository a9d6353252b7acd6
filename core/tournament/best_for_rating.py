"""Who did best for their rating: score minus expected score, both of ratings before the event, and the part of luck."""

from collections.abc import Iterable, Mapping
from math import fsum, sqrt
from typing import Any, NamedTuple

from core.event.crosstable import Crosstable, Entrant, EventKind
from core.event.sides import strengths_of
from core.lists import RatingList, Sets
from core.rating.club_rules import ClubRules
from core.rating.outcome import Compared, Outcome
from core.rating.rating_system import AsOpponent
from core.rating.systems import system_of

LEAST_COMPARED = 3
"""Fewer rated players are not compared."""


def luck(expected: float, games: int) -> float:
    """Return the score's standard deviation if the rating is right and no game is drawn.

    Draws and unequal opponents make it smaller.
    """
    chance = min(max(expected / games, 0.0), 1.0) if games else 0.0
    return sqrt(games * chance * (1 - chance))


class ForRating(NamedTuple):
    """A player's score and expected score. number: in the crosstable."""

    number: int
    scored: float
    expected: float
    games: int

    @classmethod
    def of(cls, number: int, compared: Compared) -> "ForRating":
        return cls(number, compared.scored, compared.expected, compared.games)

    @property
    def above(self) -> float:
        """Return the difference as shown, to two decimals; equals share."""
        return round(self.scored - self.expected, 2)

    @property
    def luck(self) -> float:
        return luck(self.expected, self.games)


def best_for_rating(found: Iterable[ForRating]) -> list[ForRating]:
    return sorted((one for one in found if one.above > 0), key=lambda one: (-one.above, one.number))


def with_compared(
    outcomes: Mapping[Any, Outcome],
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, Any],
    rules: ClubRules,
) -> dict[Any, Outcome]:
    """Return outcomes with what each player is compared by. states: before the event."""
    compared = compared_in(crosstable, rating_list, states, rules)
    return {player: outcome._replace(compared=compared.get(player)) for player, outcome in outcomes.items()}


def compared_in(
    crosstable: Crosstable, rating_list: RatingList, states: Mapping[Any, Any], rules: ClubRules
) -> dict[Any, Compared]:
    """Return scores and expected scores in games of two players with ratings before the event, by `Entrant.player`.

    states: before the event.
    """
    system, before = system_of(rating_list), _before(crosstable, rating_list, states)
    by_share = rules.sets_of(rating_list) is Sets.POINTS
    played = crosstable.by_share() if by_share else crosstable.played()
    if crosstable.kind is EventKind.SIDES and len(before) < len(crosstable.entrants):
        return {}
    sides = strengths_of(crosstable, lambda one: (before[one.number].rating, before[one.number].deviation or 0.0))
    counts_draws = system.counts_draws(rating_list, rules)
    found = {}
    for entrant in crosstable.entrants:
        own, games = before.get(entrant.number), played[entrant.number]
        if not entrant.rated or own is None:
            continue
        counted = [game for game in games if game.opponent.number in before and (counts_draws or game.score != 0.5)]
        score = _score(entrant, [game.score for game in counted], is_whole=len(counted) == len(games))
        if not counted or score is None:
            continue
        if (side := sides.get(entrant.number)) is not None:
            opponents = [AsOpponent(side.opponent_of(own.rating), side.deviation)] * len(counted)
        else:
            opponents = [before[game.opponent.number] for game in counted]
        expectancies = tuple(system.expected_against(own, opponent) for opponent in opponents)
        found[entrant.player] = Compared(score, fsum(expectancies), len(counted), () if by_share else expectancies)
    return found


def _before(crosstable: Crosstable, rating_list: RatingList, states: Mapping[Any, Any]) -> dict[int, AsOpponent]:
    """Return the ratings before an event by pairing number."""
    system, found = system_of(rating_list), {}
    for entrant in crosstable.entrants:
        given = entrant.rating_on(rating_list)
        if entrant.rated:
            known = system.as_opponent(states[entrant.player], crosstable.date)
        else:
            known = None if given is None else AsOpponent(given, entrant.deviation)
        if known is not None:
            found[entrant.number] = known
    return found


def _score(entrant: Entrant, scores: list[float | None], *, is_whole: bool) -> float | None:
    """Return the score of these games, or None. is_whole: whether they are all, which a known total is of."""
    known = [score for score in scores if score is not None]
    if len(known) == len(scores):
        return fsum(known)
    return entrant.score if is_whole else None
