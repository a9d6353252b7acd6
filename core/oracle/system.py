"""The Oracle system as the fold sees it: an event's facts and the players' states in, explained results out.

A fold moves nobody who did not play, but where a club rebalances everybody as the seed's program does: then each state
is measured by the Keeper's before it is used.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.background import Background
from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable
from core.errors import InputError, RuleError
from core.explain import Step
from core.lists import RatingList
from core.opening import Opening
from core.oracle.calibration import Recalibrated, calibrate, has_games, recalibrate
from core.oracle.config import Rebalancing
from core.oracle.event import PlayerResult, rate_crosstable
from core.oracle.matches import MatchRecord, records_of
from core.oracle.performance import performance
from core.oracle.reasons import Reason
from core.oracle.scale import ELO_POINTS, SCALE, displayed, log_strength_of, tier, win_probability
from core.oracle.state import PlayerState, measured, open_rating
from core.outcome import DisplayedRating, Outcome
from core.rating_system import NO_BACKGROUNDS, Bounds, CalibratedSystem, ClubPool, Scale, SeasonalSystem

LISTS = (RatingList.ORACLE, RatingList.ORACLE_2, RatingList.ORACLE_3)
"""The pools: each has its own players, Keeper and settings."""

RULES = "oracle"


@dataclass(frozen=True, slots=True)
class CalibratedOutcome:
    """What a calibration did to one player, as the fold writes it down."""

    detail: Recalibrated
    rules: str = RULES

    @property
    def before(self) -> DisplayedRating | None:
        return displayed_rating(self.detail.before)

    @property
    def after(self) -> DisplayedRating | None:
        return displayed_rating(self.detail.after)

    @property
    def state(self) -> PlayerState:
        return self.detail.after

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.detail.steps


def displayed_rating(state: PlayerState) -> DisplayedRating | None:
    """Return what a leaderboard shows of a state; None for somebody idle."""
    if not state.is_rated:
        return None
    rating = state.rating
    return DisplayedRating(rating, displayed(rating), state.games, state.provisional and not state.is_keeper)


class Oracle(CalibratedSystem, ClubPool, SeasonalSystem):
    """Oracle ratings: Bradley-Terry with a Keeper at 50."""

    key = "oracle"
    ratings = "Oracle ratings"
    lists = LISTS
    board = None
    typed_ratings = Bounds(1, 99)
    class_marks = tuple(range(90, 0, -10))
    scale = Scale("Oracle", jump=5, ends=Bounds(0, SCALE))
    reasons = Reason
    state_type = PlayerState
    middle = SCALE / 2

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        return displayed_rating(state)

    def expected_score(self, rating: float, opponent: float) -> float:
        return win_probability(log_strength_of(rating) - log_strength_of(opponent))

    def strength(self, rating: float) -> float:
        return ELO_POINTS * log_strength_of(rating)

    def expected_between(self, strength: float, opponent: float) -> float:
        return win_probability((strength - opponent) / ELO_POINTS)

    def class_of(self, rating: float) -> str:
        return tier(rating)

    def counts_draws(self, rating_list: RatingList, house_rules: ClubRules) -> bool:
        return house_rules.oracle_for(rating_list).counts_draws

    def benchmark(self, rating_list: RatingList, house_rules: ClubRules) -> int | None:
        config = house_rules.oracle_for(rating_list)
        return config.keeper_player if config.rebalancing is Rebalancing.ALL else None

    def measured(self, state: PlayerState, benchmark: PlayerState) -> PlayerState:
        return measured(state, benchmark)

    def why_not_report(self, rating_list: RatingList) -> str:
        return f"{rating_list.label} rates both sides of a match: report it with /oracle match."

    def why_not_typed(self, rating_list: RatingList) -> str:
        return f"{rating_list.label} rates players of the club: write their names, such as @Dana."

    def floor(self, state: PlayerState, rating_list: RatingList) -> float:
        """Return the rating below which a player cannot fall."""
        return 0.0

    def apply_opening(
        self, state: PlayerState, opening: Opening, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> PlayerState:
        """Return the state after a starting rating or a correction."""
        return open_rating(state, opening, house_rules.oracle_for(rating_list))

    def can_be_rating(self, rating_list: RatingList, rating: float, day: date) -> bool:
        return 0 < rating < SCALE

    def why_not_open(self, player: int, rating_list: RatingList, rating: float, rules: ClubRules) -> str | None:
        if rules.oracle_for(rating_list).keeper_player == player and log_strength_of(rating) != 0:
            return "The Keeper's rating is 50 by definition: set the others' instead."
        return None

    def why_not_merge(self, gone: int, name: str, rules: ClubRules) -> str | None:
        for pool in LISTS:
            if rules.oracle_for(pool).keeper_player == gone:
                return f"{name} is the Keeper of {pool.label}: keep {name}, or name another with /oracle settings."
        return None

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance([(log_strength_of(rating), 1) for rating in opponents], score)

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, Outcome]:
        """Rate everybody who played and whose rating the event moves, match after match.

        states: the state before the event of every rated player, by `Entrant.player`.
        """
        if rules not in (None, RULES):
            raise InputError(f'There are no Oracle rules called "{rules}": leave rules out.')
        if crosstable.kind.is_abroad:
            raise RuleError("Events abroad are a matter of US Chess: leave kind out for Oracle ratings.")
        results = rate_crosstable(crosstable, states, house_rules.oracle_for(rating_list))
        # Games that are not rated move nobody, nor do drawn ones where the club does not count draws.
        if not results and not crosstable.games:
            raise InputError("There is no played game to rate: give at least one opponent.")
        players = {entrant.number: entrant.player for entrant in crosstable.entrants}
        return {players[number]: self._outcome(result) for number, result in results.items()}

    def calibrate_club(
        self,
        crosstables: Iterable[Crosstable],
        rating_list: RatingList,
        states: Mapping[Any, PlayerState],
        day: date,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, CalibratedOutcome]:
        """Recalculate everybody's rating from all events so far; whoever is not in the answer keeps theirs.

        Without a game, as where the only match was taken back since, nobody is in it.
        """
        config = house_rules.oracle_for(rating_list)
        records: list[MatchRecord] = []
        names: dict[Any, str] = {}
        for crosstable in crosstables:
            records += records_of(crosstable, config)
            names |= {entrant.player: entrant.name for entrant in crosstable.entrants if entrant.name}
        if not has_games(records, config):
            return {}
        found = recalibrate(states, calibrate(records, config, names), day, config)
        return {player: CalibratedOutcome(detail) for player, detail in found.items()}

    def _outcome(self, result: PlayerResult) -> Outcome:
        after = displayed_rating(result.after)
        assert after is not None
        return Outcome(
            before=displayed_rating(result.before),
            after=after,
            expected=result.expected,
            score=result.score,
            performance=result.performance,
            rules=RULES,
            norms=(),
            titles=(),
            state=result.after,
            detail=result,
        )


SYSTEM = Oracle()
rate_event = SYSTEM.rate_event
