"""FIDE as the fold sees it: an event's facts and the players' states in, explained results out.

An event changes no rating: it waits for its list, which `publish` brings out.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from core.background import NOTHING_KNOWN, Background, ExternalSystem
from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable, TimeControl
from core.errors import InputError, RuleError
from core.fide import periods, speeds
from core.fide.editions import DATED, EDITIONS, Edition, edition_for, edition_named
from core.fide.k_factor import ENOUGH_GAMES
from core.fide.months import first_of_month
from core.fide.performance import tournament_performance
from core.fide.periods import Published
from core.fide.player import PlayerResult
from core.fide.reasons import Reason
from core.fide.section import rate_section, ratings_allowed
from core.fide.state import HIGHEST_RATING, LOWEST_RATING, PlayerState, open_rating
from core.fide.tables import expected_hundredths
from core.lists import RatingList
from core.opening import Opening
from core.outcome import Award, DisplayedRating, Outcome
from core.rating_system import NO_BACKGROUNDS, Bounds, PublishedSystem, TitledSystem

LISTS = (RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ)

TITLE_SYSTEM = "fide"
"""The scheme of FIDE's titles."""

TITLES_BY_RATING = ((2200, "CM"), (2300, "FM"))
"""Titles that take a standard rating alone, once, and 30 games; lowest first. Those for women are apart."""


def edition_of(crosstable: Crosstable, rules: str | None) -> Edition:
    """Return the edition that rates an event: the named one, or the one in force on its first day."""
    return edition_for(crosstable.began or crosstable.date) if rules is None else edition_named(rules)


class Fide(PublishedSystem, TitledSystem):
    """FIDE ratings: what an event brings waits for its list."""

    key = "fide"
    ratings = "FIDE ratings"
    lists = LISTS
    editions = EDITIONS
    federation, membership = "FID", "fide_id"
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    reasons = Reason
    state_type = PlayerState
    class_marks = (2400, 2200, 2000, 1800, 1600)
    title_names = MappingProxyType(
        {
            "GM": "Grandmaster",
            "IM": "International Master",
            "WGM": "Woman Grandmaster",
            "FM": "FIDE Master",
            "WIM": "Woman International Master",
            "CM": "Candidate Master (FIDE)",
            "WFM": "Woman FIDE Master",
            "WCM": "Woman Candidate Master",
        }
    )
    in_files = ExternalSystem.FIDE
    # Rapid and blitz begin with the standard rating, and nothing with theirs.
    background_of = MappingProxyType({RatingList.FIDE_STANDARD: ExternalSystem.FIDE})

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        """Return what a leaderboard shows of a state; None while unrated."""
        return state.rank

    def floor(self, state: PlayerState, rating_list: RatingList) -> float:
        """Return the rating below which a player is unrated, by the rules now in force."""
        return float(DATED[-1].floor)

    def peak(self, state: PlayerState) -> int | None:
        return state.peak

    def expected_score(self, rating: float, opponent: float) -> float:
        """Return PD by FIDE's table; a rating is whole there."""
        return expected_hundredths(round(rating) - round(opponent)) / 100

    def titles(self, state: PlayerState, rating_list: RatingList) -> tuple[Award, ...]:
        """Return the titles that a player has by rating alone, lowest first; those by norms are apart."""
        if rating_list is not RatingList.FIDE_STANDARD or state.peak is None or state.games < ENOUGH_GAMES:
            return ()
        return tuple(Award(TITLE_SYSTEM, rating, code) for rating, code in TITLES_BY_RATING if state.peak >= rating)

    def title_held(self, state: PlayerState, rating_list: RatingList, told: str | None) -> str | None:
        """Return the highest of the title that is told and those by rating."""
        held = {award.code for award in self.titles(state, rating_list)} | {told}
        return next((code for code in self.title_names if code in held), None)

    def needs_player_background(self, state: PlayerState) -> bool:
        """Return whether rating a player takes what is known of them beside their results: the age may decide K."""
        return True

    def apply_opening(
        self, state: PlayerState, opening: Opening, rating_list: RatingList, house_rules: ClubRules = DEFAULT_RULES
    ) -> PlayerState:
        """Return the state after a starting rating or a correction."""
        return open_rating(state, opening)

    def opening_of(self, state: PlayerState) -> Opening | None:
        if state.rating is None:
            return None
        return Opening(float(state.rating), state.games, None if state.peak is None else float(state.peak))

    def lists_for(
        self, control: TimeControl, usual: RatingList, began: date, highest: int | None = None
    ) -> tuple[RatingList, ...]:
        return speeds.lists_for(control, highest, edition_for(began))

    def check_typed(self, rating: float, day: date, rules: str | None = None) -> None:
        """Raise InputError for a rating that no list by the rules of that day has."""
        edition = edition_for(day) if rules is None else edition_named(rules)
        if rating != int(rating) or not edition.floor <= rating <= HIGHEST_RATING:
            raise InputError(f"{rating:g} is not a FIDE rating: write a whole number {ratings_allowed(edition)}.")

    def can_convert(self, system: ExternalSystem, day: date) -> bool:
        return system is self.in_files

    def can_be_rating(self, rating_list: RatingList, rating: float, day: date) -> bool:
        return rating == int(rating) and edition_for(day).floor <= rating <= HIGHEST_RATING

    def rating_after(self, outcome: Outcome) -> DisplayedRating | None:
        """Return the rating of the coming list."""
        result: PlayerResult = outcome.detail
        return result.estimate.after

    def change_by(self, outcome: Outcome) -> float | None:
        result: PlayerResult = outcome.detail
        return None if result.figure is None else result.figure.points

    def demote(self, state: PlayerState) -> PlayerState:
        """Raise RuleError: no FIDE title can be lowered."""
        raise RuleError("FIDE titles are for life: there is none to lower.")

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return tournament_performance([round(rating) for rating in opponents], score)

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, Outcome]:
        """Rate everybody who played and whose rating the event moves; the ratings stay as published.

        states: the state before the event of every rated player, by `Entrant.player`.
        backgrounds: age, and for unrated players the ratings held elsewhere.
        """
        results = rate_section(crosstable, rating_list, states, edition_of(crosstable, rules), backgrounds)
        if not results and not crosstable.games:
            raise InputError("There is no played game to rate: give at least one opponent.")
        return {
            entrant.player: self._outcome(results[entrant.number])
            for entrant in crosstable.entrants
            if entrant.number in results
        }

    def list_for(self, day: date) -> date:
        return periods.list_for(day)

    def last_day_for(self, day: date) -> date:
        return periods.last_day_for(day)

    def coming_day(self, today: date) -> date:
        return first_of_month(today, 1)

    def publish(
        self,
        state: PlayerState,
        rating_list: RatingList,
        day: date,
        through: date,
        background: Background = NOTHING_KNOWN,
    ) -> Published | None:
        """Publish the list of a day for one player: all that ended until `through`; None where nothing changes."""
        return periods.publish(state, rating_list, day, through, background)

    def estimate(
        self, state: PlayerState, rating_list: RatingList, day: date, background: Background = NOTHING_KNOWN
    ) -> Published:
        """Return what publishing the list of a day would give now."""
        return periods.estimate(state, rating_list, day, background)

    def _outcome(self, result: PlayerResult) -> Outcome:
        return Outcome(
            before=result.before.rank,
            after=result.after.rank,
            expected=None if result.expected is None else result.expected / 100,
            score=result.score,
            performance=float(result.performance),
            rules=result.edition.key,
            norms=(),
            titles=(),
            state=result.after,
            detail=result,
        )


SYSTEM = Fide()
rate_event = SYSTEM.rate_event
