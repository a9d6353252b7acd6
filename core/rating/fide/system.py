"""FIDE ratings: events wait for the list that `publish` makes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import repeat
from types import MappingProxyType
from typing import Any, NamedTuple

from core.errors import InputError, RatingError, RuleError
from core.event.background import NOTHING_KNOWN, Background, ExternalRating, ExternalSystem
from core.event.crosstable import Crosstable, Entrant, EventKind, Seat, TimeControl
from core.event.dated import A_MONTH, Span
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.fide import periods, rules
from core.rating.fide.periods import (
    EventChange,
    EventFigure,
    GameChange,
    Hundredths,
    LeftOut,
    OpponentGame,
    Published,
    estimate,
    event_change,
    explain_event,
    explain_performance,
    last_figure,
    list_for,
    points_of,
    pool_games,
)
from core.rating.fide.rules import (
    DATED,
    EDITIONS,
    ENOUGH_GAMES,
    SIMPLIFIED_2017,
    Edition,
    Reason,
    edition_for,
    edition_named,
    expected_hundredths,
    first_of_month,
    lists_for,
)
from core.rating.fide.state import (
    HIGHEST_RATING,
    LOWEST_RATING,
    PendingEvent,
    PlayerState,
    PoolEvent,
    enter_rating,
    simplified_performance,
    tournament_performance,
)
from core.rating.outcome import Award, DisplayedRating, Outcome, Step
from core.rating.rating_system import NO_BACKGROUNDS, Bounds, PublishedSystem, TitledSystem
from core.words import displayed


@dataclass(frozen=True, slots=True)
class EventTerms:
    """An event's rules, list, first and last day."""

    edition: Edition
    rating_list: RatingList
    began: date
    ended: date


class OwnRating(NamedTuple):
    """The rating that counts for a player, and why; None if unrated."""

    rating: int
    reason: Reason = Reason.OWN_RATING


class PlayerResult(NamedTuple):
    """A player's event, which waits for its list.

    before, after: same published rating. event: added to the state. games: all, also left out ones.
    """

    terms: EventTerms
    before: PlayerState
    after: PlayerState
    background: Background
    own: OwnRating | None
    games: tuple[GameChange, ...]
    change: EventChange | None
    event: PendingEvent | PoolEvent

    @property
    def edition(self) -> Edition:
        return self.terms.edition

    @property
    def opponents(self) -> list[int]:
        return [game.rating for game in self.games if game.left_out is None and game.rating is not None]

    @property
    def score(self) -> float:
        return self.event.score

    @property
    def is_by_game(self) -> bool:
        """Return whether later lists than the first day's gave the player's own rating."""
        own = [(game.rating or 0) + game.difference for game in self.games if game.difference is not None]
        return self.own is not None and any(rating != self.own.rating for rating in own)

    @property
    def expected(self) -> Hundredths | None:
        """Return the expected score in hundredths of a game point; None if unrated."""
        return None if self.change is None else self.change.expected

    @property
    def above(self) -> Hundredths | None:
        """Return score minus expected score in hundredths of a game point; None if unrated."""
        return None if self.change is None else self.change.above

    @property
    def performance(self) -> float:
        """Return TPR over counted games; whole unless simplified."""
        if self.edition.simplified and 0 < self.score < len(self.opponents):
            return simplified_performance(self.opponents, self.score)
        return tournament_performance(self.opponents, self.score)

    @property
    def listed_on(self) -> date:
        return list_for(self.terms.ended)

    @property
    def estimate(self) -> Published:
        return estimate(self.after, self.terms.rating_list, self.listed_on, self.background)

    @property
    def figure(self) -> EventFigure | None:
        """Return its own change on that list; None if unrated or no game counts."""
        waits = isinstance(self.event, PendingEvent) and self.event.games
        return last_figure(self.after, self.terms.rating_list, self.background) if waits else None

    @property
    def steps(self) -> tuple[Step, ...]:
        reason = None if self.own is None else self.own.reason
        event = explain_event(self.terms.rating_list, self.edition, self.games, self.change, reason)
        performance = [explain_performance(self.edition, self.opponents, self.score)] if self.opponents else []
        return (*event, *self.estimate.steps, *performance)


def rate_player(
    state: PlayerState,
    own: OwnRating | None,
    games: Sequence[OpponentGame],
    terms: EventTerms,
    total: float | None = None,
    background: Background = NOTHING_KNOWN,
    owns: Sequence[int] = (),
) -> PlayerResult:
    """Rate one player's event; the state is unchanged if no game counts.

    own: None if unrated. total: where single results are unknown. owns: at each game, of an event over 30 days. Raise
    InputError for unknown points.
    """
    event: PendingEvent | PoolEvent
    after = state
    if own is None:
        rows = tuple(pool_games(games))
        opponents = tuple([row.rating for row in rows if row.left_out is None and row.rating is not None])
        event = PoolEvent(terms.ended, opponents, points_of(rows, total), terms.edition.key)
        if opponents:
            after = state._replace(pool=(*state.pool, event))
        return PlayerResult(terms, state, after, background, None, rows, None, event)
    change = event_change(own.rating, games, terms.edition, terms.rating_list, total, owns)
    borrowed = own.rating if own.reason is Reason.OWN_BORROWED else None
    event = PendingEvent(terms.ended, change.counting, change.score, change.above, terms.edition.key, borrowed)
    if change.counting:
        after = state._replace(pending=(*state.pending, event))
    return PlayerResult(terms, state, after, background, own, change.games, change, event)


# Rate an event (B.02 8.3) by the ratings of its first day, in one pass; over 30 days, of each game's day (B.01 1.4.6).


_NO_GAME_COUNTS = {
    LeftOut.UNRATED: "the opponents are unrated",
    LeftOut.BELOW_FLOOR: "the opponents' ratings are too low for a FIDE list, which has ratings {ratings}",
    LeftOut.FAR_APART: "the players are 600 points or more apart",
    LeftOut.MATCH_UNRATED: "a match counts only between rated players",
    LeftOut.MATCH_DECIDED: "the match was decided",
}


class EntrantRating(NamedTuple):
    """An entrant's rating for the opponents, or why there is none; and for the entrant."""

    faced: int | None
    unrated: LeftOut | None = None
    own: OwnRating | None = None


def ratings_allowed(edition: Edition) -> str:
    named, _, _ = edition.title.partition(" (")
    return f"from {edition.floor} to {HIGHEST_RATING} (rules: {named})"


def rate_section(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    backgrounds: Mapping[Any, Background],
) -> dict[int, PlayerResult]:
    """Return the results of rated players with a counted game.

    Raise InputError or RuleError, naming the player.
    """
    terms = EventTerms(edition, rating_list, crosstable.began or crosstable.date, crosstable.date)
    lines = [_line(entrant, states, terms, backgrounds) for entrant in crosstable.entrants]
    later = _lines_by_round(crosstable, states, terms, backgrounds)
    _check_control(crosstable, terms, lines)
    seats = zip(crosstable.entrants, lines, crosstable.seats(), strict=True)
    moved = [(entrant, line, seat) for entrant, line, seat in seats if entrant.rated and seat.rounds]
    # why games against each cannot count, where already known
    unrated = [line.unrated if line.faced is None else None for line in lines]
    faced_at, unrated_at = [line.faced for line in lines].__getitem__, unrated.__getitem__
    results, left_out = {}, None
    make = tuple.__new__
    places = {entrant.number: place for place, entrant in enumerate(crosstable.entrants)}
    for entrant, line, seat in moved:
        owns: list[int] = []
        if later and line.own is not None:
            mine = [later.get(number, lines)[places[entrant.number]].own or line.own for number in seat.rounds]
            owns = [own.rating for own in mine]
        try:
            if crosstable.kind is EventKind.MATCH:
                games = _match_games(line, seat, [later.get(number, lines) for number in seat.rounds])
            elif later:
                games = _games_by_day(seat, [later.get(number, lines) for number in seat.rounds])
            else:
                # 100,000 rows a list: no loop in Python
                opponents = seat.opponents
                columns = zip(
                    seat.rounds, map(faced_at, opponents), seat.scores, map(unrated_at, opponents), strict=True
                )
                games = list(map(make, repeat(OpponentGame), columns))
            background = backgrounds.get(entrant.player, NOTHING_KNOWN)
            result = rate_player(states[entrant.player], line.own, games, terms, entrant.score, background, owns)
        except RatingError as error:
            if len(moved) == 1:
                raise
            raise type(error)(f"Player {entrant.number}: {error.message}") from error
        if result.after is not result.before:
            results[entrant.number] = result
        elif left_out is None:
            left_out = result.games[0].left_out
    if not results and left_out is not None:
        why = _NO_GAME_COUNTS[left_out].format(ratings=ratings_allowed(edition))
        raise RuleError(f"FIDE does not rate these games: {why}.")
    return results


def _lines_by_round(
    crosstable: Crosstable, states: Mapping[Any, PlayerState], terms: EventTerms, backgrounds: Mapping[Any, Background]
) -> dict[int, list[EntrantRating]]:
    """Return everybody's ratings at the games of an event over 30 days, by round, where its day is known."""
    if terms.ended - terms.began < A_MONTH:  # both days count
        return {}
    months = {number: first_of_month(day) for number, day in enumerate(crosstable.days, start=1) if day is not None}
    lines = {
        month: [_line(one, states, replace(terms, began=month), backgrounds) for one in crosstable.entrants]
        for month in set(months.values())
    }
    return {number: lines[month] for number, month in months.items()}


def _games_by_day(seat: Seat, lines: Sequence[Sequence[EntrantRating]]) -> list[OpponentGame]:
    """Return a seat's games. lines: of each game's day."""
    games = []
    for number, other, score, there in zip(seat.rounds, seat.opponents, seat.scores, lines, strict=True):
        line = there[other]
        games.append(OpponentGame(number, line.faced, score, line.unrated if line.faced is None else None))
    return games


def _line(
    entrant: Entrant, states: Mapping[Any, PlayerState], terms: EventTerms, backgrounds: Mapping[Any, Background]
) -> EntrantRating:
    line = _as_stored(entrant, states, terms, backgrounds) if entrant.rated else _as_given(entrant, terms)
    if line.faced is not None and line.faced < terms.edition.floor:
        # typed, or by older rules: no list has such a rating
        return line._replace(faced=None, unrated=LeftOut.BELOW_FLOOR)
    return line


def _as_stored(
    entrant: Entrant, states: Mapping[Any, PlayerState], terms: EventTerms, backgrounds: Mapping[Any, Background]
) -> EntrantRating:
    state = states[entrant.player]
    faced = state.in_force(terms.began)
    if state.rating is None:
        held = (*entrant.external_ratings, *backgrounds.get(entrant.player, NOTHING_KNOWN).ratings)
        borrowed = _standard_rating(held, terms)
        own = None if borrowed is None else OwnRating(borrowed, Reason.OWN_BORROWED)
        return EntrantRating(borrowed if faced is None else faced, LeftOut.UNRATED, own)
    if faced is None:
        # Published meanwhile: rated for themselves, but not for opponents (B.02 8.2.4).
        return EntrantRating(None, LeftOut.UNRATED, OwnRating(state.rating, Reason.OWN_CURRENT))
    return EntrantRating(faced, None, OwnRating(faced))


def _standard_rating(held: Iterable[ExternalRating], terms: EventTerms) -> int | None:
    for other in held:
        if other.system is ExternalSystem.FIDE and terms.edition.floor <= other.rating <= HIGHEST_RATING:
            return int(other.rating)
    return None


def _as_given(entrant: Entrant, terms: EventTerms) -> EntrantRating:
    rating = entrant.rating_on(terms.rating_list)
    if rating is None:
        return EntrantRating(_standard_rating(entrant.external_ratings, terms), LeftOut.UNRATED)
    if rating != int(rating) or rating > HIGHEST_RATING:
        allowed = ratings_allowed(terms.edition)
        raise InputError(f"Player {entrant.number}: {rating:g} is not a FIDE rating. Write a whole number {allowed}.")
    return EntrantRating(int(rating))


def _check_control(crosstable: Crosstable, terms: EventTerms, lines: Iterable[EntrantRating]) -> None:
    control = crosstable.time_control
    if control is None or crosstable.overruled is not None:
        return
    ratings = [rating for line in lines for rating in (line.faced, line.own and line.own.rating) if rating]
    right = lists_for(control, max(ratings, default=None), terms.edition)
    if terms.rating_list not in right:
        allowed = " or ".join(rating_list.label for rating_list in right)
        raise RuleError(f"A time control of {control} is rated as {allowed}, not as {terms.rating_list.label}.")


def _match_games(mine: EntrantRating, seat: Seat, lines: Sequence[Sequence[EntrantRating]]) -> list[OpponentGame]:
    """Return a match's games. lines: of each game's day."""
    if len(set(seat.opponents)) > 1:
        raise InputError("A match has one opponent. Remove the kind, or name the same opponent for every game.")
    points, lost, games = 0.0, 0.0, []
    for round_number, score, there in zip(seat.rounds, seat.scores, lines, strict=True):
        theirs = there[seat.opponents[0]].faced
        unrated = theirs is None or (mine.own is None and mine.faced is None)
        decided = 2 * max(points, lost) > len(seat.rounds)
        left_out = LeftOut.MATCH_UNRATED if unrated else LeftOut.MATCH_DECIDED if decided else None
        games.append(OpponentGame(round_number, theirs, score, left_out))
        if score is not None:
            points, lost = points + score, lost + 1 - score
    return games


LISTS = (RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ)

TITLE_SYSTEM = "fide"
"""The scheme of FIDE's titles."""

TITLES_BY_RATING = ((2200, "CM"), (2300, "FM"))
"""Titles by one standard rating and 30 games, lowest first."""


def edition_of(crosstable: Crosstable, rules: str | None) -> Edition:
    return edition_for(crosstable.began or crosstable.date) if rules is None else edition_named(rules)


class Fide(PublishedSystem, TitledSystem):
    """FIDE ratings: what an event brings waits for its list."""

    key = "fide"
    ratings = "FIDE ratings"
    lists = LISTS
    editions = EDITIONS
    club_editions = (SIMPLIFIED_2017,)
    federation, membership = "FID", "fide_id"
    log_span = Span.MONTH  # as its lists
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
    # Rapid and blitz begin with the standard rating.
    background_of = MappingProxyType({RatingList.FIDE_STANDARD: ExternalSystem.FIDE})

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        return state.rank

    def floor(self, state: PlayerState, rating_list: RatingList) -> float:
        """Return the rating below which a player is unrated, by today's rules."""
        return float(DATED[-1].floor)

    def peak(self, state: PlayerState) -> int | None:
        return state.peak

    def expected_score(self, rating: float, opponent: float) -> float:
        """Return PD by FIDE's table; a rating is whole there."""
        return expected_hundredths(displayed(rating) - displayed(opponent)) / 100

    def titles(self, state: PlayerState, rating_list: RatingList) -> tuple[Award, ...]:
        """Return the titles by rating only, lowest first."""
        if rating_list is not RatingList.FIDE_STANDARD or state.peak is None or state.games < ENOUGH_GAMES:
            return ()
        return tuple(Award(TITLE_SYSTEM, rating, code) for rating, code in TITLES_BY_RATING if state.peak >= rating)

    def title_held(self, state: PlayerState, rating_list: RatingList, fide_title: str | None) -> str | None:
        held = {award.code for award in self.titles(state, rating_list)} | {fide_title}
        return next((code for code in self.title_names if code in held), None)

    def needs_player_background(self, state: PlayerState) -> bool:
        return True

    def apply_entered(
        self,
        state: PlayerState,
        entered: EnteredRating,
        rating_list: RatingList,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> PlayerState:
        return enter_rating(state, entered)

    def entered_rating_of(self, state: PlayerState) -> EnteredRating | None:
        if state.rating is None:
            return None
        return EnteredRating(float(state.rating), state.games, None if state.peak is None else float(state.peak))

    def lists_for(
        self, control: TimeControl, usual: RatingList, began: date, highest: int | None = None
    ) -> tuple[RatingList, ...]:
        return rules.lists_for(control, highest, edition_for(began))

    def check_typed(self, rating: float, day: date, rules: str | None = None) -> None:
        """Raise InputError for a rating that no list of that day's rules has."""
        edition = edition_for(day) if rules is None else edition_named(rules)
        if rating != int(rating) or not edition.floor <= rating <= HIGHEST_RATING:
            raise InputError(f"{rating:g} is not a FIDE rating. Write a whole number {ratings_allowed(edition)}.")

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
        raise RuleError("FIDE titles are for life and cannot be lowered.")

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return tournament_performance([displayed(rating) for rating in opponents], score)

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> dict[Any, Outcome]:
        """Rate the rated players; ratings stay as published."""
        edition = edition_of(crosstable, self.rules_for(rating_list, rules, house_rules))
        results = rate_section(crosstable, rating_list, states, edition, backgrounds)
        if not results and not crosstable.games:
            raise InputError("No played games. Give at least one opponent.")
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
        return periods.publish(state, rating_list, day, through, background)

    def estimate(
        self, state: PlayerState, rating_list: RatingList, day: date, background: Background = NOTHING_KNOWN
    ) -> Published:
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
