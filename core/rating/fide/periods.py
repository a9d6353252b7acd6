"""Publish a list: sum events, multiply by K, round once (B.02 8.3.4)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from itertools import repeat
from typing import NamedTuple

from core.errors import InputError
from core.event.background import NOTHING_KNOWN, Background
from core.lists import RatingList
from core.rating.fide.rules import (
    P_TO_DP,
    Edition,
    FirstRatingRule,
    KFactor,
    LimitRule,
    Reason,
    capped,
    edition_for,
    edition_named,
    expected_hundredths,
    first_of_month,
    k_factor,
    nearest_half_away,
)
from core.rating.fide.state import (
    FEWEST_GAMES,
    FirstRating,
    PendingEvent,
    PlayerState,
    PoolEvent,
    average_of_opponents,
    counted_events,
    first_rating,
    score_percentage,
    simplified_hundredths,
    simplified_performance,
    tournament_performance,
)
from core.rating.outcome import CommonReason, DisplayedRating, Step
from core.words import counted

# An event's change. Sums of expected scores are in hundredths.


FAR_APART = 600
"""From this difference on, rapid and blitz games of a player above 2600 are not rated (since December 2024)."""

FAR_APART_ABOVE = 2600

Hundredths = int | float


class LeftOut(StrEnum):
    """Why a played game does not count."""

    UNRATED = "unrated"
    BELOW_FLOOR = "below-floor"
    FAR_APART = "far-apart"
    MATCH_UNRATED = "match-unrated"
    MATCH_DECIDED = "match-decided"


class OpponentGame(NamedTuple):
    """A played game; rating: None for unrated. left_out: why it cannot count."""

    round: int
    rating: int | None
    score: float | None = None
    left_out: LeftOut | None = None


class GameChange(NamedTuple):
    """A counted game.

    difference: own minus opponent's rating; counted: limited by the rules. expected: hundredths.
    """

    round: int
    rating: int | None
    score: float | None
    difference: int | None
    counted: int | None
    expected: Hundredths
    left_out: LeftOut | None

    @property
    def above(self) -> Hundredths | None:
        """Return score minus expected score in hundredths; None if unknown or omitted."""
        return None if self.score is None or self.left_out is not None else 100 * self.score - self.expected


class EventChange(NamedTuple):
    """A rated player's event, before K.

    own: R. counting: games that count. expected: sum, hundredths.
    """

    own: int
    games: tuple[GameChange, ...]
    counting: int
    score: float
    expected: Hundredths

    @property
    def above(self) -> Hundredths:
        """Return score minus expected score in hundredths, to be multiplied by K."""
        # scores are half points: doubled, they are whole
        return 50 * int(2 * self.score) - self.expected


def event_change(
    own: int,
    games: Sequence[OpponentGame],
    edition: Edition,
    rating_list: RatingList,
    total: float | None = None,
    owns: Sequence[int] = (),
) -> EventChange:
    """Return an event's change for a player rated `own` (B.02 8.3).

    total: where single results are unknown. owns: the player's rating at each game, of an event over 30 days. Raise
    InputError for missing results.
    """
    limit = edition.limit_on(rating_list)
    far_apart_counts = edition.far_apart_counts or rating_list is RatingList.FIDE_STANDARD
    in_full = _counting_in_full(owns or repeat(own), games, limit)
    first, widest = own, limit.widest_for(own)
    rows, counting = [], 0
    expected_sum: Hundredths = 0
    # 100,000 rows a list: half the time of the named tuple's __new__
    make, expect = tuple.__new__, simplified_hundredths if edition.simplified else expected_hundredths
    for place, (round_number, rating, score, left_out) in enumerate(games):
        if rating is None:
            rows.append(GameChange(round_number, None, score, None, None, 0, left_out or LeftOut.UNRATED))
            continue
        if owns and owns[place] != own:
            own = owns[place]
            widest = limit.widest_for(own)
        difference = own - rating
        if (
            not far_apart_counts
            and left_out is None
            and abs(difference) >= FAR_APART
            and max(own, rating) > FAR_APART_ABOVE
        ):
            left_out = LeftOut.FAR_APART
        if difference > widest and place not in in_full:
            counted = widest
        elif difference < -widest:
            counted = -widest
        else:
            counted = difference
        if left_out is not None:
            rows.append(GameChange(round_number, rating, score, difference, counted, 0, left_out))
            continue
        expected = expect(counted)
        rows.append(make(GameChange, (round_number, rating, score, difference, counted, expected, None)))
        counting += 1
        expected_sum += expected
    return EventChange(first, tuple(rows), counting, points_of(rows, total), expected_sum)


def pool_games(games: Sequence[OpponentGame]) -> list[GameChange]:
    """Return an unrated player's games against rated opponents, toward a first rating."""
    rows = []
    for game in games:
        left_out = (game.left_out or LeftOut.UNRATED) if game.rating is None else game.left_out
        rows.append(GameChange(game.round, game.rating, game.score, None, None, 0, left_out))
    return rows


def _counting_in_full(owns: Iterable[int], games: Sequence[OpponentGame], limit: LimitRule) -> Collection[int]:
    """Return the games whose large difference is not limited in the player's favour.

    2022 to February 2024: only the largest (our reading).
    """
    if limit.upgrades is None:
        return ()
    above = [
        (own - game.rating, -place)
        for place, (own, game) in enumerate(zip(owns, games, strict=False))
        if game.rating is not None and game.left_out is None and own - game.rating > limit.widest
    ]
    return {-place for _, place in sorted(above, reverse=True)[limit.upgrades :]}


def points_of(rows: Sequence[GameChange], total: float | None) -> float:
    """Return the points from counted games; raise InputError if unknown."""
    counting = [row for row in rows if row.left_out is None]
    if total is None:
        points = _sum(counting, "There are games without a result. Give the results or the total score.")
    else:
        left = [row for row in rows if row.left_out is not None] if len(counting) < len(rows) else []
        points = total - _sum(left, _missing_results_text(left)) if counting else 0.0
    if not 0 <= points <= len(counting):
        raise InputError(
            f"A score must be between 0 and the {counted(len(counting), 'game')} that count, not {points:g}."
        )
    return points


def _missing_results_text(rows: Sequence[GameChange]) -> str:
    unknown = [str(row.round) for row in rows if row.score is None]
    if len(unknown) == 1:
        which = f"Round {unknown[0]} does not count for FIDE. Remove that game"
    else:
        which = f"Rounds {', '.join(unknown)} do not count for FIDE. Remove those games"
    return f"{which}, or give every result; a total score does not tell what was scored there."


def _sum(rows: Sequence[GameChange], unknown: str) -> float:
    points = 0.0
    for row in rows:
        if row.score is None:
            raise InputError(unknown)
        points += row.score
    return points


@dataclass(frozen=True, slots=True)
class EventFigure:
    """One event's unrounded change on a list.

    k: of the list before. used: limited by all games. change: hundredths.
    """

    event: PendingEvent
    k: KFactor
    used: int
    change: int | Fraction

    @property
    def points(self) -> float:
        return float(self.change) / 100


def figures_of(
    state: PlayerState,
    rating_list: RatingList,
    day: date,
    background: Background,
    events: Sequence[PendingEvent],
    base: int,
) -> tuple[EventFigure, ...]:
    """Return each event's change on a list: with the previous list's K, limited by all games.

    base: the rating that is changed.
    """
    peak = base if state.peak is None else max(state.peak, base)
    games = sum([event.games for event in events])
    list_before = first_of_month(day, -1)
    figures = []
    for event in events:
        edition = edition_named(event.rules)
        k = k_factor(edition.k_on(rating_list), base, peak, state.games, background, list_before)
        used = k.value if edition.simplified else capped(k.value, games)
        above = event.above if isinstance(event.above, int) else Fraction(event.above)
        figures.append(EventFigure(event, k, used, used * above))
    return tuple(figures)


def k_shown(state: PlayerState, rating_list: RatingList, day: date, background: Background) -> KFactor | None:
    """Return the K of the list in force on a day; None for an unrated player."""
    if state.rating is None:
        return None
    peak = state.rating if state.peak is None else state.peak
    rules = edition_for(day).k_on(rating_list)
    return k_factor(rules, state.rating, peak, state.games, background, first_of_month(day))


_LEFT_OUT = {
    LeftOut.UNRATED: Reason.GAME_UNRATED,
    LeftOut.BELOW_FLOOR: Reason.GAME_BELOW_FLOOR,
    LeftOut.FAR_APART: Reason.GAME_FAR_APART,
    LeftOut.MATCH_UNRATED: Reason.GAME_MATCH_UNRATED,
    LeftOut.MATCH_DECIDED: Reason.GAME_MATCH_DECIDED,
}


def explain_event(
    rating_list: RatingList,
    edition: Edition,
    games: Sequence[GameChange],
    change: EventChange | None,
    own: Reason | None,
) -> list[Step]:
    """Return an event's steps before K.

    change: None for an unrated player. own: where the player's own rating comes from.
    """
    clause = _clause(rating_list, "8.3" if change is not None else "8.2")
    steps = []
    if change is not None and own is not None:
        steps.append(Step(clause, own, change.own))
    rated = None if change is None else change.own
    for game in games:
        if rated is not None and game.rating is not None and game.difference not in (None, rated - game.rating):
            rated = game.rating + (game.difference or 0)
            steps.append(Step(clause, Reason.OWN_AT_GAME, rated, (game.round,)))
        steps.append(_explain_game(clause, edition, game))
    if change is not None:
        expected = change.expected / 100
        steps.append(Step(clause, CommonReason.EXPECTED_SCORE, expected, (change.counting,)))
        steps.append(Step(clause, CommonReason.SCORE_MINUS_EXPECTED, change.above / 100, (change.score, expected)))
    return steps


def _explain_game(clause: str, edition: Edition, game: GameChange) -> Step:
    if game.left_out is not None:
        compared = game.left_out is LeftOut.FAR_APART and game.rating is not None and game.difference is not None
        figures = (game.round, game.rating, game.difference) if compared else (game.round,)
        return Step(clause, _LEFT_OUT[game.left_out], 0.0, figures)  # type: ignore[arg-type]  # compared
    assert game.rating is not None
    if game.difference is None or game.counted is None:
        return Step(clause, Reason.POOL_GAME, game.rating, (game.round,))
    figures = (game.round, game.rating, game.difference)
    if edition.simplified:
        return Step(clause, Reason.GAME_SIMPLIFIED, game.expected / 100, figures)
    if game.counted != game.difference:
        return Step(clause, Reason.GAME_LIMITED, game.expected / 100, (*figures, game.counted))
    return Step(clause, Reason.GAME, game.expected / 100, figures)


def explain_list(
    rating_list: RatingList,
    base: int,
    figures: Sequence[EventFigure],
    change: int | Fraction,
    rounded: int,
    floor: int,
) -> tuple[Step, ...]:
    clause = _clause(rating_list, "8.3")
    steps: list[Step] = []
    games = sum(figure.event.games for figure in figures)
    shown = None
    for figure in figures:
        k = figure.k
        # Events by the same rules have the same K.
        if k != shown:
            steps.append(Step(clause, k.reason, k.value, k.figures))
            if figure.used != k.value:
                steps.append(Step(clause, Reason.K_CAPPED, figure.used, (k.value, games)))
            shown = k
        inputs = (figure.used, figure.event.above / 100)
        steps.append(Step(clause, Reason.EVENT_CHANGE, figure.points, inputs))
    points = float(change) / 100
    steps.append(Step(clause, Reason.LIST_CHANGE, points, (len(figures), games)))
    clause = _clause(rating_list, "8.3.4")
    steps.append(Step(clause, Reason.ROUNDED, rounded, (points,)))
    steps.append(Step(clause, Reason.LIST_RATING, base + rounded, (base, rounded)))
    if base + rounded < floor:
        steps.append(Step(_clause(rating_list, ""), Reason.BELOW_FLOOR, floor, (base + rounded,)))
    return tuple(steps)


def explain_first_rating(
    rating_list: RatingList, first: FirstRating | None, lost: PoolEvent | None
) -> tuple[Step, ...]:
    """Return the steps toward a first rating; `lost`: a first event without a point."""
    clause = _clause(rating_list, "8.2")
    steps: list[Step] = []
    if lost is not None:
        steps.append(Step(clause, Reason.POOL_LOST, 0.0, (len(lost.opponents),)))
    if first is None:
        return tuple(steps)
    games, average = first.games, float(first.average)
    steps.append(Step(clause, Reason.FIRST_GAMES, games, (first.score,)))
    if first.rule is FirstRatingRule.SINCE_2024:
        steps.append(Step(clause, Reason.FIRST_AVERAGE, average, (games,)))
    else:
        steps.append(Step(clause, Reason.FIRST_AVERAGE_2017, average, (games,)))
    above = int(2 * first.score) - games
    if first.rule is FirstRatingRule.SINCE_2017 and above >= 0:
        steps.append(Step(clause, Reason.FIRST_ADDED_2017, first.added, (above,)))
    else:
        steps.append(Step(clause, Reason.FIRST_ADDED, first.added, (first.percentage,)))
    steps.append(Step(clause, Reason.FIRST_RATING, first.uncapped, (average, first.added)))
    if first.rating != first.uncapped:
        steps.append(Step(clause, Reason.FIRST_CAP, first.rating, (first.uncapped,)))
    if games < FEWEST_GAMES:
        steps.append(Step(clause, Reason.FIRST_FEW_GAMES, FEWEST_GAMES - games, (games,)))
    elif first.rating < first.floor:
        steps.append(Step(clause, Reason.FIRST_TOO_LOW, first.floor, (first.rating,)))
    return tuple(steps)


def explain_performance(edition: Edition, opponents: Sequence[int], score: float) -> Step:
    lost = len(opponents) - score
    if edition.simplified and score > 0 and lost > 0:
        value = simplified_performance(opponents, score)
        figures: tuple[float, ...] = (sum(opponents) / len(opponents), score, lost)
        return Step(edition.title, Reason.PERFORMANCE_SIMPLIFIED, value, figures)
    percent = score_percentage(opponents, score)
    figures = (average_of_opponents(opponents), percent, P_TO_DP[percent])
    return Step("FIDE C.07, 10.2", Reason.PERFORMANCE, tournament_performance(opponents, score), figures)


def _clause(rating_list: RatingList, section: str) -> str:
    """Return the chapter, with B.02's section for the standard list."""
    if rating_list is not RatingList.FIDE_STANDARD:
        return "FIDE B.02, rapid and blitz"
    return f"FIDE B.02, {section}" if section else "FIDE B.02"


REPORT_DAYS = 3
"""An event must end this many days before its list."""


@dataclass(frozen=True, slots=True)
class Published:
    """One player on one list.

    through: last day of counted events. base: the rating that the change is added to.
    change: hundredths. pool, first: of an unrated player. lost: a first event without points.
    """

    rating_list: RatingList
    day: date
    through: date
    edition: Edition
    previous: PlayerState
    state: PlayerState
    base: int | None = None
    events: tuple[EventFigure, ...] = ()
    change: int | Fraction = 0
    rounded: int = 0
    pool: tuple[PoolEvent, ...] = ()
    first: FirstRating | None = None
    lost: PoolEvent | None = None

    @property
    def points(self) -> float:
        return float(self.change) / 100

    @property
    def before(self) -> DisplayedRating | None:
        return self.previous.rank

    @property
    def after(self) -> DisplayedRating | None:
        return self.state.rank

    @property
    def rules(self) -> str:
        return self.edition.key

    @property
    def games(self) -> int:
        return sum(figure.event.games for figure in self.events) + (self.first.games if self.first else 0)

    @property
    def score(self) -> float:
        return sum(figure.event.score for figure in self.events) + (self.first.score if self.first else 0.0)

    @property
    def expected(self) -> float | None:
        """Return the expected score in game points; None if unrated."""
        if self.base is None:
            return None
        return sum(100 * figure.event.score - figure.event.above for figure in self.events) / 100

    @property
    def calculated(self) -> int | None:
        """Return the new rating, even below the floor; None without one."""
        if self.base is not None:
            return self.base + self.rounded
        return None if self.first is None else self.first.rating

    @property
    def k(self) -> KFactor | None:
        """Return the K of the list before; None if no event of a rated player counts."""
        return self.events[-1].k if self.events else None

    @property
    def used_k(self) -> int | None:
        return self.events[-1].used if self.events else None

    @property
    def steps(self) -> tuple[Step, ...]:
        if self.base is not None:
            return explain_list(self.rating_list, self.base, self.events, self.change, self.rounded, self.edition.floor)
        return explain_first_rating(self.rating_list, self.first, self.lost)


def list_for(ended: date) -> date:
    """Return the first list on which an event counts, at least three days later."""
    return first_of_month(ended + timedelta(days=REPORT_DAYS - 1), 1)


def last_day_for(day: date) -> date:
    return day - timedelta(days=REPORT_DAYS)


def publish(
    state: PlayerState, rating_list: RatingList, day: date, through: date, background: Background = NOTHING_KNOWN
) -> Published | None:
    """Publish a list for one player; None without a change. Idempotent."""
    published = _publish(state, rating_list, day, through, background)
    return None if published.state == state else published


def estimate(
    state: PlayerState, rating_list: RatingList, day: date, background: Background = NOTHING_KNOWN
) -> Published:
    return _publish(state, rating_list, day, last_day_for(day), background)


def last_figure(
    state: PlayerState, rating_list: RatingList, background: Background = NOTHING_KNOWN
) -> EventFigure | None:
    """Return the change of the latest waiting event; None without one."""
    if not state.pending:
        return None
    # after everything that waited
    return estimate(state, rating_list, list_for(state.pending[-1].ended), background).events[-1]


def waiting_lists(
    state: PlayerState, rating_list: RatingList, background: Background = NOTHING_KNOWN
) -> tuple[Published, ...]:
    """Return a player's coming lists as published now, the next first."""
    lists = []
    while state.pending:
        day = min(list_for(event.ended) for event in state.pending)
        lists.append(estimate(state, rating_list, day, background))
        state = lists[-1].state
    return tuple(lists)


def _publish(
    state: PlayerState, rating_list: RatingList, day: date, through: date, background: Background
) -> Published:
    edition = edition_for(day)
    taken = [event for event in state.pending if event.ended <= through]
    if state.rating is not None or taken:
        return _publish_rated(state, rating_list, day, through, background, edition, taken)
    return _publish_unrated(state, rating_list, day, through, edition)


def _publish_rated(
    state: PlayerState,
    rating_list: RatingList,
    day: date,
    through: date,
    background: Background,
    edition: Edition,
    taken: Sequence[PendingEvent],
) -> Published:
    base = state.rating
    if base is None:
        # The standard rating stood in for one on this list.
        base = next(event.borrowed for event in taken if event.borrowed is not None)
    figures = figures_of(state, rating_list, day, background, taken, base)
    change = sum(figure.change for figure in figures)
    rounded = nearest_half_away(change.numerator, 100 * change.denominator)
    rating: int | None = base + rounded
    assert rating is not None
    games = state.games + sum(event.games for event in taken)
    left = tuple(event for event in state.pending if event.ended > through)
    if rating < edition.floor:
        # Unrated from here on; what remains was rated against a rating that is gone.
        rating, left = None, ()
    after = state.published(day, rating, games=games, pending=left, pool=())
    return Published(rating_list, day, through, edition, state, after, base, figures, change, rounded)


def _publish_unrated(
    state: PlayerState, rating_list: RatingList, day: date, through: date, edition: Edition
) -> Published:
    pool = counted_events(state.pool, day, through)
    lost = state.pool[0] if state.pool and state.pool[0].score == 0 and state.pool[0].ended <= through else None
    if not pool:
        return Published(rating_list, day, through, edition, state, state, lost=lost)
    opponents = [opponent for event in pool for opponent in event.opponents]
    rule = edition_named(pool[-1].rules).first_rating
    first = first_rating(rule, opponents, sum(event.score for event in pool), edition.floor)
    after = state
    if first.is_published:
        late = [event for event in state.pool if event.ended > through]
        pending = tuple(_as_rated(event, first.rating, rating_list) for event in late)
        games = state.games + first.games
        after = state.published(day, first.rating, games=games, pending=(*state.pending, *pending), pool=())
    return Published(rating_list, day, through, edition, state, after, pool=pool, first=first, lost=lost)


def _as_rated(event: PoolEvent, rating: int, rating_list: RatingList) -> PendingEvent:
    """Return a newcomer's later event, which counts with the rating published in between (B.02 8.2.4)."""
    games = [OpponentGame(number, opponent) for number, opponent in enumerate(event.opponents, start=1)]
    # Single results are not kept: none can be left out for being far apart.
    edition = replace(edition_named(event.rules), far_apart_counts=True)
    change = event_change(rating, games, edition, rating_list, event.score)
    return PendingEvent(event.ended, change.counting, change.score, change.above, event.rules)
