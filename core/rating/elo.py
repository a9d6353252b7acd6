"""Elo ratings: logistic expected score, one K, each event at once.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present (1978), 1.6 and 8.4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import fsum
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, score_in
from core.event.entered_rating import EnteredRating
from core.event.sides import Strengths, strengths_of
from core.lists import OwnList, RatingList, Sets
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.outcome import CommonReason, DisplayedRating, Step
from core.rating.rating_system import Bounds, PlainSystem, SeasonalSystem
from core.words import displayed


@dataclass(frozen=True, slots=True)
class Edition:
    """A set of rules. k: the most rating points per game."""

    key: str
    title: str
    k: int


def edition_of(k: int) -> Edition:
    return Edition(f"elo-{k}", f"Elo, K {k}", k)


ELO_32, ELO_20, ELO_10 = (edition_of(k) for k in (32, 20, 10))
EDITIONS = (ELO_32, ELO_20, ELO_10)
USUAL = ELO_32


def edition_named(key: str) -> Edition:
    """Raise InputError for an unknown key."""
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    raise InputError(
        f'"{key[:40]}" is not an edition of Elo. Choose one of {", ".join(edition.key for edition in EDITIONS)}.'
    )


SCALE = 400.0
"""Rating points for odds of ten to one."""

START = 1500.0
"""Where a player without a rating begins."""

_CLEAN = 400.0
"""A clean score's distance from the opponents' mean."""


def expected_score(rating: float, opponent: float) -> float:
    """Return We, the expected score in one game, in game points (Elo 8.43)."""
    return 1 / (1 + 10 ** ((opponent - rating) / SCALE))


def expected_total(rating: float, opponents: Sequence[float]) -> float:
    """Return the expected score against several opponents, in game points."""
    return fsum(expected_score(rating, opponent) for opponent in opponents)


def change(k: float, score: float, expected: float) -> float:
    """Return K(W - We), in rating points (Elo 1.62)."""
    return k * (score - expected)


def performance(opponents: Sequence[float], score: float) -> float:
    """Return the rating whose expected score is this score; for a clean score, the opponents' mean ± 400.

    Bisected to the last bit but one.
    """
    if is_clean(score, len(opponents)):
        return fsum(opponents) / len(opponents) + (_CLEAN if score > 0 else -_CLEAN)
    low, high = min(opponents) - 4000.0, max(opponents) + 4000.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if expected_total(middle, opponents) > score else (middle, high)
    return middle


def is_clean(score: float, games: int) -> bool:
    return score in (0, games)


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/systems/elo/wording.py."""

    START = "elo-start"
    SIDES = "elo-sides"  # both sides' means
    GAME_EXPECTANCY = "elo-game-expectancy"  # round, Ri
    CHANGE = "elo-change"  # K, S, E
    NEW_RATING = "elo-new-rating"  # before, change
    PERFORMANCE = "elo-performance"  # S, games
    PERFORMANCE_CLEAN = "elo-performance-clean"  # S, games


_SOURCE = "Elo 1978"


def steps_of(result: "PlayerResult") -> tuple[Step, ...]:
    steps, games = [], len(result.games)
    if result.before.rating is None:
        steps.append(Step(f"{_SOURCE}, start", Reason.START, result.start))
    if result.sides is not None:
        met = result.sides.opponent_of(result.start)
        steps.append(Step(f"{_SOURCE}, sides", Reason.SIDES, met, (result.sides.own, result.sides.other)))
    for game in result.games:
        steps.append(Step(f"{_SOURCE}, 8.43", Reason.GAME_EXPECTANCY, game.expected, (game.round, game.rating)))
    steps.append(Step(f"{_SOURCE}, 8.43", CommonReason.EXPECTED_SCORE, result.expected, (games,)))
    figures = (result.edition.k, result.score, result.expected)
    steps.append(Step(f"{_SOURCE}, 1.62", Reason.CHANGE, result.change, figures))
    assert result.after.rating is not None
    steps.append(Step(f"{_SOURCE}, 1.62", Reason.NEW_RATING, result.after.rating, (result.start, result.change)))
    clean = is_clean(result.score, games)
    reason = Reason.PERFORMANCE_CLEAN if clean else Reason.PERFORMANCE
    steps.append(Step(f"{_SOURCE}, performance", reason, result.performance, (result.score, games)))
    return tuple(steps)


LOWEST_RATING, HIGHEST_RATING = 100.0, 3500.0
"""Limits of typed ratings; results may lead beyond."""


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player's state; by default unrated.

    rating: unrounded. games: rated games.
    """

    rating: float | None = None
    games: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the fields that differ from an unrated player's."""
        data: dict[str, Any] = {}
        if self.rating is not None:
            data["rating"] = self.rating
        if self.games:
            data["games"] = self.games
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        return cls(**data)


def enter_rating(state: PlayerState, entered: EnteredRating) -> PlayerState:
    """Return the state after an entered rating; raise RuleError for a peak or floor."""
    if not LOWEST_RATING <= entered.rating <= HIGHEST_RATING:
        raise RuleError(
            f"An Elo rating must be between {LOWEST_RATING:g} and {HIGHEST_RATING:g}, not {entered.rating:g}."
        )
    if entered.games is not None and entered.games < 0:
        raise RuleError(f"{entered.games} is not a number of games. Write 0 or more.")
    if entered.peak is not None or entered.floor is not None:
        raise RuleError("Elo's ratings have no floors. Remove peak and floor.")
    games = state.games if entered.games is None else entered.games
    return replace(state, rating=float(entered.rating), games=games)


class RatedGame(NamedTuple):
    """A counted game. opponent: pairing number. rating: the opponent's."""

    round: int
    opponent: int
    rating: float
    score: float | None
    expected: float


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's event.

    start: the rating before, 1500 or the list's start for a newcomer. sides: of a match of two sides.
    """

    edition: Edition
    before: PlayerState
    after: PlayerState
    start: float
    games: tuple[RatedGame, ...]
    score: float
    sides: Strengths | None = None

    @property
    def expected(self) -> float:
        """Return the expected score in game points."""
        return expected_total(self.start, [game.rating for game in self.games])

    @property
    def change(self) -> float:
        """Return the event's change in rating points."""
        return change(self.edition.k, self.score, self.expected)

    @property
    def performance(self) -> float:
        return performance([game.rating for game in self.games], self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        return steps_of(self)


def rate_crosstable(
    crosstable: Crosstable,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    newcomer: float = START,
    *,
    by_share: bool = False,
) -> dict[int, PlayerResult]:
    """Return the results of the rated players by pairing number.

    states: before the event, by `Entrant.player`. newcomer: where unrated players begin. by_share: whether a score
    is the share of the points. Raise InputError for an opponent without a rating.
    """
    played = crosstable.by_share() if by_share else crosstable.played()
    sides = strengths_of(crosstable, lambda one: (_rating_of(one, states, newcomer), 0.0))
    results = {}
    for entrant in crosstable.entrants:
        games = played[entrant.number]
        if not entrant.rated or not games:
            continue
        before = states[entrant.player]
        start, strengths = newcomer if before.rating is None else before.rating, sides.get(entrant.number)
        rated = []
        for game in games:
            rating = _rating_of(game.opponent, states, newcomer) if strengths is None else strengths.opponent_of(start)
            rated.append(RatedGame(game.round, game.opponent.number, rating, game.score, expected_score(start, rating)))
        score = score_in(replace(entrant, score=None) if by_share else entrant, [game.score for game in games])
        moved = change(edition.k, score, expected_total(start, [game.rating for game in rated]))
        after = PlayerState(start + moved, before.games + len(games))
        results[entrant.number] = PlayerResult(edition, before, after, start, tuple(rated), score, strengths)
    return results


def _rating_of(entrant: Entrant, states: Mapping[Any, PlayerState], newcomer: float) -> float:
    if entrant.rated:
        known = states[entrant.player].rating
        return newcomer if known is None else known
    if entrant.rating is None:
        raise InputError(f"{entrant.called} has no rating. Write one, for example 1500.")
    return entrant.rating


LISTS = (RatingList.ELO,)


class Elo(PlainSystem, SeasonalSystem):
    """Elo's ratings, plain, for any game."""

    key = "elo"
    ratings = "Elo ratings"
    lists = LISTS
    editions = EDITIONS
    club_editions = EDITIONS
    reasons = Reason
    board = None
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    typed_games = 0
    state_type = PlayerState
    middle = START
    rates_sides = True

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        if state.rating is None:
            return None
        return DisplayedRating(state.rating, displayed(state.rating), state.games, provisional=False)

    def apply_entered(
        self,
        state: PlayerState,
        entered: EnteredRating,
        rating_list: RatingList,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> PlayerState:
        return enter_rating(state, entered)

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance(opponents, score)

    def rate(
        self, crosstable: Crosstable, states: Mapping[Any, Any], rules: str | None, own: OwnList | None = None
    ) -> Mapping[int, PlayerResult]:
        if own is None:
            return rate_crosstable(crosstable, states, USUAL if rules is None else edition_named(rules))
        edition = edition_of(own.k) if rules is None else edition_named(rules)
        return rate_crosstable(crosstable, states, edition, float(own.start), by_share=own.sets is Sets.POINTS)


SYSTEM = Elo()
