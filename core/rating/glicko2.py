"""Glicko-2: rating, deviation and volatility by rating periods of a calendar month.

Source: M. E. Glickman, Example of the Glicko-2 system, 30 November 2013; clauses are its steps. After each event the
month so far is recalculated from its first day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cached_property
from math import exp, fsum, log, pi, sqrt
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, score_in
from core.event.dated import Span
from core.event.entered_rating import EnteredRating
from core.event.sides import Strengths, strengths_of
from core.lists import OwnList, RatingList, Sets
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.outcome import DisplayedRating, Step
from core.rating.rating_system import AsOpponent, Bounds, PlainSystem, SeasonalSystem
from core.words import displayed


@dataclass(frozen=True, slots=True)
class Edition:
    """A set of rules. key: what is stored. tau: how much a volatility may change (paper, step 1)."""

    key: str
    title: str
    tau: float


GLICKO_2 = Edition("glicko-2", "Glicko-2, Glickman 2013, τ 0.5", 0.5)
EDITIONS = (GLICKO_2,)


def edition_named(key: str) -> Edition:
    """Raise InputError for an unknown key."""
    if key == GLICKO_2.key:
        return GLICKO_2
    raise InputError(f'There are no Glicko-2 rules "{key[:40]}". Remove rules, or choose {GLICKO_2.key}.')


MIDDLE, SCALE = 1500.0, 173.7178
"""Step 2: mu = (r - 1500)/173.7178, phi = RD/173.7178."""

START_DEVIATION, START_VOLATILITY = 350.0, 0.06
"""Step 1: of an unrated player, who begins at 1500."""

EPSILON = 0.000001
"""Step 5.1: where the iteration ends."""


class GlickoRating(NamedTuple):
    """Rating r and deviation RD in rating points, and volatility sigma."""

    rating: float
    deviation: float
    volatility: float

    @property
    def mu(self) -> float:
        return (self.rating - MIDDLE) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


class Result(NamedTuple):
    """A game: opponent's rating and deviation at the period's beginning; score 0 to 1."""

    rating: float
    deviation: float
    score: float


@dataclass(frozen=True, slots=True)
class Update:
    """An update for a period, in the paper's names. surplus: sum of g(phi_j)(s_j - E_j)."""

    v: float
    surplus: float
    delta: float
    volatility: float
    phi_star: float
    phi: float
    mu: float

    @property
    def player(self) -> GlickoRating:
        """Return the player after the period (step 8)."""
        return GlickoRating(SCALE * self.mu + MIDDLE, SCALE * self.phi, self.volatility)


NEWCOMER = GlickoRating(MIDDLE, START_DEVIATION, START_VOLATILITY)


def weight(deviation: float) -> float:
    """Return g(phi) of an opponent's deviation (step 3)."""
    phi = deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def expected_score(rating: float, opponent: float, deviation: float) -> float:
    """Return E(mu, mu_j, phi_j), in game points (step 3)."""
    return 1 / (1 + exp(-weight(deviation) * (rating - opponent) / SCALE))


def update(player: GlickoRating, results: Sequence[Result], tau: float) -> Update:
    """Return a player's update by a period's games (steps 3 to 7), at least one."""
    mu, phi = player.mu, player.phi
    weights = [weight(result.deviation) for result in results]
    expected = [expected_score(player.rating, result.rating, result.deviation) for result in results]
    v = 1 / fsum(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    surplus = fsum(g * (result.score - e) for g, e, result in zip(weights, expected, results, strict=True))
    delta = v * surplus
    sigma = volatility(player.volatility, phi, v, delta, tau)
    phi_star = sqrt(phi * phi + sigma * sigma)
    after = 1 / sqrt(1 / (phi_star * phi_star) + 1 / v)
    return Update(v, surplus, delta, sigma, phi_star, after, mu + after * after * surplus)


def idle(player: GlickoRating) -> GlickoRating:
    """Return a player after an idle period: the deviation grows (step 6)."""
    phi = sqrt(player.phi**2 + player.volatility**2)
    return player._replace(deviation=SCALE * phi)


def volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5), by the paper's Illinois algorithm."""
    a = log(sigma * sigma)
    square, spread = delta * delta, phi * phi + v

    def f(x: float) -> float:
        power = exp(x)
        return power * (square - spread - power) / (2 * (spread + power) ** 2) - (x - a) / (tau * tau)

    low = a
    if square > spread:
        high = log(square - spread)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/systems/glicko2/wording.py."""

    START = "glicko2-start"  # deviation, volatility
    PERIOD_START = "glicko2-period-start"  # deviation, volatility
    SIDES = "glicko2-sides"  # both sides' means, the other's deviation
    EARLIER_GAMES = "glicko2-earlier-games"  # games of the event
    GAME_EXPECTANCY = "glicko2-game-expectancy"  # round, opponent's rating, deviation, g
    SCALED_RATING = "glicko2-scaled-rating"  # r, scale
    SCALED_DEVIATION = "glicko2-scaled-deviation"  # RD, scale
    VARIANCE = "glicko2-variance"  # games
    DELTA = "glicko2-delta"  # v, sum of g(s - E)
    VOLATILITY = "glicko2-volatility"  # sigma, tau
    PERIOD_DEVIATION = "glicko2-period-deviation"  # phi, sigma'
    NEW_DEVIATION = "glicko2-new-deviation"  # phi*, v
    NEW_SCALED_RATING = "glicko2-new-scaled-rating"  # mu, phi', sum of g(s - E)
    DEVIATION = "glicko2-deviation"  # phi', scale
    NEW_RATING = "glicko2-new-rating"  # mu', scale
    PERFORMANCE = "glicko2-performance"  # S, games
    PERFORMANCE_CLEAN = "glicko2-performance-clean"  # S, games


_SOURCE = "Glicko-2 2013"


def steps_of(result: "PlayerResult") -> tuple[Step, ...]:
    start, moved, games = result.start, result.update, len(result.games)
    first = Reason.START if result.before.start is None else Reason.PERIOD_START
    steps = [Step(f"{_SOURCE}, step 1", first, start.rating, (start.deviation, start.volatility))]
    steps.append(Step(f"{_SOURCE}, step 2", Reason.SCALED_RATING, start.mu, (start.rating, SCALE)))
    steps.append(Step(f"{_SOURCE}, step 2", Reason.SCALED_DEVIATION, start.phi, (start.deviation, SCALE)))
    if result.sides is not None:
        steps.append(Step(f"{_SOURCE}, sides", Reason.SIDES, result.sides.opponent_of(start.rating), result.sides))
    for game in result.games:
        met = (game.round, game.rating, game.deviation, weight(game.deviation))
        steps.append(Step(f"{_SOURCE}, step 3", Reason.GAME_EXPECTANCY, game.expected, met))
    if result.earlier:
        steps.append(Step(f"{_SOURCE}, step 3", Reason.EARLIER_GAMES, result.earlier, (games,)))
    steps.append(Step(f"{_SOURCE}, step 3", Reason.VARIANCE, moved.v, (len(result.after.results),)))
    steps.append(Step(f"{_SOURCE}, step 4", Reason.DELTA, moved.delta, (moved.v, moved.surplus)))
    steps.append(
        Step(f"{_SOURCE}, step 5", Reason.VOLATILITY, moved.volatility, (start.volatility, result.edition.tau))
    )
    steps.append(Step(f"{_SOURCE}, step 6", Reason.PERIOD_DEVIATION, moved.phi_star, (start.phi, moved.volatility)))
    steps.append(Step(f"{_SOURCE}, step 7", Reason.NEW_DEVIATION, moved.phi, (moved.phi_star, moved.v)))
    figures = (start.mu, moved.phi, moved.surplus)
    steps.append(Step(f"{_SOURCE}, step 7", Reason.NEW_SCALED_RATING, moved.mu, figures))
    steps.append(Step(f"{_SOURCE}, step 8", Reason.DEVIATION, moved.player.deviation, (moved.phi, SCALE)))
    steps.append(Step(f"{_SOURCE}, step 8", Reason.NEW_RATING, moved.player.rating, (moved.mu, SCALE)))
    clean = result.score in (0, games)
    reason = Reason.PERFORMANCE_CLEAN if clean else Reason.PERFORMANCE
    steps.append(Step(f"{_SOURCE}, performance", reason, result.performance, (result.score, games)))
    return tuple(steps)


LOWEST_RATING, HIGHEST_RATING = 100.0, 4000.0
"""Limits of typed ratings; results may lead beyond."""


@dataclass(frozen=True)
class PlayerState:
    """A player's state; by default unrated.

    start: at the beginning of `month`. results: of the month. games: of the career.
    """

    start: GlickoRating | None = None
    month: date | None = None
    results: tuple[Result, ...] = ()
    games: int = 0

    @cached_property
    def now(self) -> GlickoRating | None:
        if self.start is None or not self.results:
            return self.start
        return update(self.start, self.results, GLICKO_2.tau).player

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        if self.start is not None:
            data["start"] = list(self.start)
        if self.month is not None:
            data["month"] = self.month.isoformat()
        if self.results:
            data["results"] = [list(result) for result in self.results]
        if self.games:
            data["games"] = self.games
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        return cls(
            start=GlickoRating(*data["start"]) if "start" in data else None,
            month=date.fromisoformat(data["month"]) if "month" in data else None,
            results=tuple(Result(*result) for result in data.get("results", ())),
            games=data.get("games", 0),
        )


def month_of(day: date) -> date:
    """Return the first day of a day's period."""
    return day.replace(day=1)


def at_beginning(state: PlayerState, month: date, newcomer: GlickoRating = NEWCOMER) -> PlayerState:
    """Return the state at the start of a period; each idle period widens the deviation."""
    if state.month is None:
        return replace(state, start=newcomer if state.start is None else state.start, month=month)
    periods = 12 * (month.year - state.month.year) + month.month - state.month.month
    if periods <= 0:
        return state
    player = state.now
    assert player is not None
    for _ in range(periods - bool(state.results)):
        player = idle(player)
    return PlayerState(player, month, (), state.games)


def enter_rating(state: PlayerState, entered: EnteredRating) -> PlayerState:
    """Return the state after an entered rating; raise RuleError for a peak or floor.

    Results of the period are taken as included.
    """
    if not LOWEST_RATING <= entered.rating <= HIGHEST_RATING:
        raise RuleError(
            f"A Glicko-2 rating must be between {LOWEST_RATING:g} and {HIGHEST_RATING:g}, not {entered.rating:g}."
        )
    if entered.games is not None and entered.games < 0:
        raise RuleError(f"{entered.games} is not a number of games. Write 0 or more.")
    if entered.peak is not None or entered.floor is not None:
        raise RuleError("Glicko-2 has no floors. Remove peak and floor.")
    now = state.now
    if entered.games is None and now is not None:
        return replace(state, start=now._replace(rating=float(entered.rating)), results=())
    games = state.games if entered.games is None else entered.games
    start = GlickoRating(float(entered.rating), deviation_after(games), START_VOLATILITY)
    return PlayerState(start, state.month, (), games)


def deviation_after(games: int) -> float:
    """Return a newcomer's deviation after even games against settled opponents.

    Not in the paper: each adds 1/4 to 1/phi^2 (steps 3 and 7 with g = 1, E = 1/2).
    """
    phi = START_DEVIATION / SCALE
    return SCALE / sqrt(1 / (phi * phi) + games / 4)


TYPED_DEVIATION = 50.0
"""Of a player with only a rating known: a settled player's."""

_CLEAN = 400.0
"""A clean score's distance from the opponents' mean."""


class RatedGame(NamedTuple):
    """A counted game. opponent: pairing number. expected: in game points."""

    round: int
    opponent: int
    rating: float
    deviation: float
    score: float | None
    expected: float


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's event.

    games: of the event. update: of the period so far. sides: of a match of two sides.
    """

    edition: Edition
    before: PlayerState
    after: PlayerState
    start: GlickoRating
    games: tuple[RatedGame, ...]
    score: float
    update: Update
    sides: Strengths | None = None

    @property
    def expected(self) -> float:
        return fsum(game.expected for game in self.games)

    @property
    def earlier(self) -> int:
        return len(self.after.results) - len(self.games)

    @property
    def performance(self) -> float:
        return performance(self.games, self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        return steps_of(self)


def performance(games: Sequence[RatedGame], score: float) -> float:
    """Return the performance rating; 400 from the opponents' mean for a clean score."""
    ratings = [game.rating for game in games]
    if score in (0, len(games)):
        return fsum(ratings) / len(games) + (_CLEAN if score > 0 else -_CLEAN)
    low, high = min(ratings) - 8000.0, max(ratings) + 8000.0
    while low < (middle := (low + high) / 2) < high:
        expected = fsum(expected_score(middle, game.rating, game.deviation) for game in games)
        low, high = (low, middle) if expected > score else (middle, high)
    return middle


def rate_crosstable(
    crosstable: Crosstable,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    newcomer: GlickoRating = NEWCOMER,
    *,
    by_share: bool = False,
) -> dict[int, PlayerResult]:
    """Return the results of the rated players by pairing number.

    states: before the event, by `Entrant.player`. newcomer: as which unrated players begin. by_share: whether a
    score is the share of the points. Raise InputError for an opponent without a rating.
    """
    month, played = month_of(crosstable.date), crosstable.by_share() if by_share else crosstable.played()
    begun = {player: at_beginning(state, month, newcomer) for player, state in states.items()}
    sides = strengths_of(crosstable, lambda one: _figures(one, begun))
    results = {}
    for entrant in crosstable.entrants:
        games = played[entrant.number]
        if not entrant.rated or not games:
            continue
        state = begun[entrant.player]
        start = state.start
        assert start is not None
        rated, strengths = [], sides.get(entrant.number)
        for game in games:
            rating, deviation = (
                _figures(game.opponent, begun)
                if strengths is None
                else (strengths.opponent_of(start.rating), strengths.deviation)
            )
            expected = expected_score(start.rating, rating, deviation)
            rated.append(RatedGame(game.round, game.opponent.number, rating, deviation, game.score, expected))
        score = score_in(replace(entrant, score=None) if by_share else entrant, [game.score for game in games])
        # Where only the total is given, every game counts its mean.
        single = entrant.score is None or by_share
        counted = [
            Result(game.rating, game.deviation, game.score if single and game.score is not None else score / len(rated))
            for game in rated
        ]
        after = replace(state, results=(*state.results, *counted), games=state.games + len(rated))
        moved = update(start, after.results, edition.tau)
        before = states[entrant.player]
        results[entrant.number] = PlayerResult(edition, before, after, start, tuple(rated), score, moved, strengths)
    return results


def _figures(entrant: Entrant, begun: Mapping[Any, PlayerState]) -> tuple[float, float]:
    if entrant.rated:
        start = begun[entrant.player].start
        assert start is not None
        return start.rating, start.deviation
    if entrant.rating is None:
        raise InputError(f"{entrant.called} has no rating. Write one, for example 1500.")
    return entrant.rating, TYPED_DEVIATION if entrant.deviation is None else entrant.deviation


LISTS = (RatingList.GLICKO_2,)

SETTLED_DEVIATION = 110.0
"""A larger deviation is provisional; the limit is not the paper's."""


class Glicko2(PlainSystem, SeasonalSystem):
    """Glicko-2 ratings, for any game."""

    key = "glicko2"
    ratings = "Glicko-2 ratings"
    lists = LISTS
    editions = EDITIONS
    reasons = Reason
    board = None
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    has_provisional = True
    typed_games = 50  # the deviation of `deviation_after`: a settled player's, about 49
    state_type = PlayerState
    middle = NEWCOMER.rating
    rates_sides = True
    log_span = Span.MONTH  # its rating period

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        now = state.now
        if now is None:
            return None
        return DisplayedRating(now.rating, displayed(now.rating), state.games, now.deviation > SETTLED_DEVIATION)

    def as_opponent(self, state: PlayerState, day: date) -> AsOpponent | None:
        """Return rating and deviation at the beginning of the day's period."""
        if state.start is None:
            return None
        start = at_beginning(state, month_of(day)).start
        assert start is not None
        return AsOpponent(start.rating, start.deviation)

    def expected_against(self, own: AsOpponent, opponent: AsOpponent) -> float:
        return expected_score(
            own.rating, opponent.rating, TYPED_DEVIATION if opponent.deviation is None else opponent.deviation
        )

    def apply_entered(
        self,
        state: PlayerState,
        entered: EnteredRating,
        rating_list: RatingList,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> PlayerState:
        return enter_rating(state, entered)

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance([RatedGame(0, 0, rating, TYPED_DEVIATION, None, 0.0) for rating in opponents], score)

    def rate(
        self, crosstable: Crosstable, states: Mapping[Any, Any], rules: str | None, own: OwnList | None = None
    ) -> Mapping[int, PlayerResult]:
        edition = GLICKO_2 if rules is None else edition_named(rules)
        if own is None:
            return rate_crosstable(crosstable, states, edition)
        newcomer = NEWCOMER._replace(rating=float(own.start))
        return rate_crosstable(crosstable, states, edition, newcomer, by_share=own.sets is Sets.POINTS)


SYSTEM = Glicko2()
