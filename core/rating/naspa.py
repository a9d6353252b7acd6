"""Estimated ratings of the North American Scrabble Players Association.

Sources, "NASPA": John Chew's tsh (Ratings::Elo, nsa2008 and naspa2024), which decides; NASPA, "Initial rating"; Marc
Levesque, "Ratings Calculation".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import pairwise
from math import exp, fsum
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, GameType, score_in
from core.event.entered_rating import EnteredRating
from core.lists import OwnList, RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.outcome import DisplayedRating, Step
from core.rating.rating_system import Bounds, PlainSystem, Scale
from core.words import counted, displayed


@dataclass(frozen=True, slots=True)
class Edition:
    """A set of rules.

    counts_segments: earlier segments count as career games. club: a third of the change, at most 50, no acceleration.
    """

    key: str
    title: str
    since: date | None
    counts_segments: bool
    club: bool = False


NASPA_2008 = Edition("naspa-2008", "NASPA 2008 (estimate)", date.min, counts_segments=False)
# tsh has the change as "naspa2024", without a day.
NASPA_2024 = Edition("naspa-2024", "NASPA 2024 (estimate)", date(2024, 1, 1), counts_segments=True)
NASPA_CLUB = Edition("naspa-club", "NASPA local club (estimate)", None, counts_segments=True, club=True)
EDITIONS = (NASPA_2008, NASPA_2024, NASPA_CLUB)


def edition_for(day: date) -> Edition:
    return [edition for edition in EDITIONS if edition.since is not None and edition.since <= day][-1]


def edition_named(key: str) -> Edition:
    """Raise InputError for an unknown key."""
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    names = ", ".join(edition.key for edition in EDITIONS)
    raise InputError(f'There are no NASPA rules "{key[:40]}". Choose one of {names}.')


SCALE = 0.0031879
"""Per rating point (NASPA, expected wins)."""

FEW_CAREER_GAMES = 50
_BOUNDARIES = (1800, 2000)
_MULTIPLIERS = {True: (30, 24, 15), False: (20, 16, 10)}
"""By rating, for fewer than 50 career games and for more (NASPA, multipliers)."""

HIGHEST_PERFORMANCE = 3000
_LEAST_SHARE = 0.05


class Stretch(NamedTuple):
    """Part of a change with one multiplier. excess: in games; ratings before and after."""

    multiplier: int
    excess: float
    before: float
    after: float


def expected_wins(rating: float, opponent: float) -> float:
    """Return the expected score of one game, 0 to 1."""
    return 1 / (1 + exp(-SCALE * (rating - opponent)))


def multiplier(rating: float, career_games: int) -> int:
    """Return K, rating points per game won beyond expectation."""
    band = sum(rating >= boundary for boundary in _BOUNDARIES)
    return _MULTIPLIERS[career_games < FEW_CAREER_GAMES][band]


def stretches(rating: float, career_games: int, excess: float) -> tuple[Stretch, ...]:
    """Return the change by parts where it crosses a boundary.

    A falling rating leaves its band at 1799 or 1999, as in tsh, but never ends above the start.
    """
    found: list[Stretch] = []
    while True:
        k = multiplier(rating, career_games)
        reached = rating + k * excess
        edge = _edge(rating, excess)
        if edge is None or (reached <= edge if excess > 0 else reached >= edge):
            found.append(Stretch(k, excess, rating, reached))
            return tuple(found)
        used = (edge - rating) / k
        found.append(Stretch(k, used, rating, edge))
        excess -= used
        rating = edge


def _edge(rating: float, excess: float) -> int | None:
    if excess > 0:
        return next((boundary for boundary in _BOUNDARIES if boundary > rating), None)
    return next((boundary - 1 for boundary in reversed(_BOUNDARIES) if boundary <= rating), None)


def clipped_wins(wins: float, games: int) -> float:
    """Return wins clipped to 5% to 95% of the games (NASPA, initial rating)."""
    if wins == 0:
        return games * _LEAST_SHARE
    return games * (1 - _LEAST_SHARE) if wins == games else wins


def performance_rating(opponents: Sequence[float], wins: float) -> int:
    """Return the whole rating, 0 to 3000, that expects these wins, by NASPA's bisection."""
    aim = clipped_wins(wins, len(opponents))
    low, high, middle = 0, HIGHEST_PERFORMANCE, 0
    while high - low > 1:
        middle = (low + high) // 2
        if expected_total(middle, opponents) < aim:
            low = middle
        else:
            high = middle
    return middle


def expected_total(rating: float, opponents: Iterable[float]) -> float:
    """Return the expected wins, independent of the opponents' order."""
    return fsum(expected_wins(rating, opponent) for opponent in opponents)


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/systems/naspa/wording.py."""

    SEGMENT = "naspa-segment"  # first round, last round, games
    GAME_EXPECTANCY = "naspa-game-expectancy"  # round, opponent
    EXPECTED_WINS = "naspa-expected-wins"  # games
    EXCESS_WINS = "naspa-excess-wins"  # wins, expected
    MULTIPLIER = "naspa-multiplier"  # before, K, excess wins, career games
    CLUB_THIRD = "naspa-club-third"  # change
    ACCELERATION = "naspa-acceleration"  # change, 5 x games
    FLOOR = "naspa-floor"  # before
    FEEDBACK = "naspa-feedback"
    RATING = "naspa-rating"  # before the segment, unrounded
    NEWCOMER = "naspa-newcomer"  # first round, last round, games against rated opponents
    NEWCOMER_WINS = "naspa-newcomer-wins"  # wins, games
    NEWCOMER_PERFORMANCE = "naspa-newcomer-performance"  # wins counted, games
    NEWCOMER_LIFTED = "naspa-newcomer-lifted"  # before
    NEWCOMER_CAP = "naspa-newcomer-cap"  # strongest opponent, wins, games
    NEWCOMER_MEAN = "naspa-newcomer-mean"
    NEWCOMER_RATING = "naspa-newcomer-rating"  # unrounded
    PERFORMANCE = "naspa-performance"  # wins, games


LONGEST, MOST_IN_TWO = 16, 35


class Rounds(NamedTuple):
    """The rounds of a segment, both included."""

    first: int
    last: int

    def covers(self, number: int) -> bool:
        return self.first <= number <= self.last


def segments_of(rounds: int) -> tuple[Rounds, ...]:
    count = 1 if rounds <= LONGEST else 2 if rounds <= MOST_IN_TWO else 3
    lasts = [-(-rounds * part // count) for part in range(count + 1)]
    return tuple(Rounds(before + 1, last) for before, last in pairwise(lasts))


LOWEST_RATING, HIGHEST_RATING = 1.0, 3000.0
"""The floor is tsh's (NASPA, floor); the rest limits typed ratings."""


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player's state; by default unrated.

    rating: whole. games: of the career.
    """

    rating: float | None = None
    games: int = 0

    @property
    def established(self) -> bool:
        return self.rating is not None and self.games >= FEW_CAREER_GAMES

    def to_json(self) -> dict[str, Any]:
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
    """Return the state after an entered rating; raise RuleError if invalid."""
    if not LOWEST_RATING <= entered.rating <= HIGHEST_RATING:
        raise RuleError(f"A NASPA rating must be between 1 and 3000, not {entered.rating:g}.")
    if entered.games is not None and entered.games < 0:
        raise RuleError(f"{entered.games} is not a number of games. Write 0 or more.")
    if entered.peak is not None or entered.floor is not None:
        raise RuleError("NASPA ratings have no floors. Remove peak and floor.")
    games = state.games if entered.games is None else entered.games
    return replace(state, rating=float(entered.rating), games=games)


class Meeting(NamedTuple):
    """A seat's game: the opponent's place among the seats, own score if known."""

    round: int
    place: int
    score: float | None


@dataclass(frozen=True, slots=True)
class Seat:
    """An entrant in a segment or event.

    moved: rated by the event. wins: ties count half.
    """

    number: int
    rating: float | None
    career_games: int
    moved: bool
    meetings: tuple[Meeting, ...]
    wins: float


def seats_of(crosstable: Crosstable, states: Mapping[Any, PlayerState]) -> list[Seat]:
    """Return all seats with their games; raise InputError if invalid."""
    places = {entrant.number: place for place, entrant in enumerate(crosstable.entrants)}
    played = crosstable.played()
    seats = []
    for entrant in crosstable.entrants:
        games = played[entrant.number]
        meetings = tuple(Meeting(game.round, places[game.opponent.number], game.score) for game in games)
        if not entrant.rated or not games:
            rating = _as_given(entrant, games[0].round) if games else None
            seats.append(Seat(entrant.number, rating, 0, False, meetings, 0.0))
            continue
        wins = score_in(entrant, [game.score for game in games])
        if not 0 <= wins <= len(games):
            raise InputError(
                f"{entrant.called}: a score must be between 0 and the {counted(len(games), 'game')} played, "
                f"not {wins:g}."
            )
        state = states[entrant.player]
        seats.append(Seat(entrant.number, state.rating, state.games, True, meetings, wins))
    return seats


def in_segment(seat: Seat, rounds: Rounds) -> Seat:
    """Return a seat with one segment's games; raise RuleError if invalid."""
    meetings = tuple(meeting for meeting in seat.meetings if rounds.covers(meeting.round))
    if meetings == seat.meetings:
        return seat
    wins = 0.0
    for meeting in meetings if seat.moved else ():
        if meeting.score is None:
            raise RuleError(
                f"Player {seat.number}: more than 16 rounds are rated in parts. Give the result of every game."
            )
        wins += meeting.score
    return replace(seat, meetings=meetings, wins=wins)


def _as_given(entrant: Entrant, first_round: int) -> float:
    if entrant.rating is None:
        raise InputError(f"The opponent of round {first_round} has no rating. Write a rating instead.")
    if not LOWEST_RATING <= entrant.rating <= HIGHEST_RATING:
        raise InputError(
            f"{entrant.called}, round {first_round}: a rating must be between 1 and 3000, not {entrant.rating:g}."
        )
    return entrant.rating


# First ratings (NASPA, initial rating): iterated performances; after 50 unsettled rounds, the mean of 50 more. Without
# rated opponents the cap is 1500, as in tsh's German list; tsh's own rule would reach 3000.


START, LOWEST, POINTS_FOR_ALL = 1500.0, 500.0, 400.0
ITERATIONS = 50


class FirstRating(NamedTuple):
    """A newcomer's unrounded rating.

    start: mean of rated opponents, or 1500. clipped: counted wins. cap: strongest + 400 x share of wins.
    mean: of iterations that did not settle.
    """

    start: float
    rated_opponents: int
    clipped: float
    performance: int
    strongest: float
    cap: float
    rating: float
    mean: bool = False


def first_ratings(seats: Sequence[Seat]) -> dict[int, FirstRating]:
    newcomers = {place: seat for place, seat in enumerate(seats) if seat.rating is None and seat.meetings}
    starts = {place: _start(seat, seats) for place, seat in newcomers.items()}
    current = starts
    for _ in range(ITERATIONS):
        found = _iterate(newcomers, seats, starts, current)
        settled = all(first.rating == current[place] for place, first in found.items())
        current = {place: first.rating for place, first in found.items()}
        if settled:
            return found
    sums: dict[int, list[float]] = {place: [] for place in newcomers}
    for _ in range(ITERATIONS):
        found = _iterate(newcomers, seats, starts, current)
        current = {place: first.rating for place, first in found.items()}
        for place, rating in current.items():
            sums[place].append(rating)
    return {place: first._replace(rating=fsum(sums[place]) / ITERATIONS, mean=True) for place, first in found.items()}


def _start(seat: Seat, seats: Sequence[Seat]) -> float:
    rated = _rated_opponents(seat, seats)
    return fsum(rated) / len(rated) if rated else START


def _rated_opponents(seat: Seat, seats: Sequence[Seat]) -> list[float]:
    ratings = [seats[meeting.place].rating for meeting in seat.meetings]
    return [rating for rating in ratings if rating is not None]


def _iterate(
    newcomers: Mapping[int, Seat], seats: Sequence[Seat], starts: Mapping[int, float], current: Mapping[int, float]
) -> dict[int, FirstRating]:
    found = {}
    for place, seat in newcomers.items():
        rated = _rated_opponents(seat, seats)
        others = [current[meeting.place] for meeting in seat.meetings if seats[meeting.place].rating is None]
        games = len(seat.meetings)
        performance = performance_rating([*rated, *others], seat.wins)
        strongest = max(rated) if rated else START
        # The share of wins is not clipped here.
        cap = strongest + POINTS_FOR_ALL * seat.wins / games
        rating = min(max(performance, LOWEST), cap)
        clipped = clipped_wins(seat.wins, games)
        found[place] = FirstRating(starts[place], len(rated), clipped, performance, strongest, cap, rating)
    return found


ACCELERATED_ABOVE = 5.0
"""Points per game; gains beyond count twice (NASPA, acceleration)."""

FEEDBACK = 1 / 20
"""An opponent's acceleration per game against them (NASPA, feedback)."""

CLUB_DIVISOR, CLUB_LIMIT = 3, 50.0


class RatedGame(NamedTuple):
    """A counted game: the opponent's number and rating in the segment."""

    round: int
    opponent: int
    rating: float
    score: float | None


class Change(NamedTuple):
    """A rated player's change.

    gain: the base change, or a third in a club. floored: below the floor without extras. rating: rounded.
    """

    stretches: tuple[Stretch, ...]
    gain: float
    acceleration: float
    feedback: float
    floored: bool
    unrounded: float
    rating: float


@dataclass(frozen=True, slots=True)
class SegmentResult:
    """A player's segment; change: FirstRating for a newcomer."""

    rounds: Rounds
    before: float | None
    career_games: int
    games: tuple[RatedGame, ...]
    wins: float
    expected: float
    change: Change | FirstRating
    rating: float


def rate_segment(seats: Sequence[Seat], rounds: Rounds, edition: Edition) -> dict[int, SegmentResult]:
    first = first_ratings(seats)
    known = [first[place].rating if place in first else seat.rating for place, seat in enumerate(seats)]
    moved = {place: seat for place, seat in enumerate(seats) if seat.moved and seat.meetings}
    games = {place: _games(seat, seats, known) for place, seat in moved.items()}
    expected = {place: expected_total(_rating(known[place]), [game.rating for game in games[place]]) for place in moved}
    changes = _changes(moved, expected, edition)
    return {
        place: SegmentResult(
            rounds,
            seat.rating,
            seat.career_games,
            games[place],
            seat.wins,
            expected[place],
            first[place] if place in first else changes[place],
            float(displayed(first[place].rating)) if place in first else changes[place].rating,
        )
        for place, seat in moved.items()
    }


def acceleration(gain: float, games: int) -> float:
    """Return the points added to a gain of more than 5 per game."""
    return max(gain - ACCELERATED_ABOVE * games, 0.0)


def _rating(rating: float | None) -> float:
    assert rating is not None  # everybody with a game has one, newcomers their first
    return rating


def _games(seat: Seat, seats: Sequence[Seat], known: Sequence[float | None]) -> tuple[RatedGame, ...]:
    return tuple(
        RatedGame(meeting.round, seats[meeting.place].number, _rating(known[meeting.place]), meeting.score)
        for meeting in seat.meetings
    )


def _changes(moved: dict[int, Seat], expected: dict[int, float], edition: Edition) -> dict[int, Change]:
    parts, gains, accelerations = {}, {}, {}
    for place, seat in moved.items():
        if seat.rating is None:
            continue
        parts[place] = stretches(seat.rating, seat.career_games, seat.wins - expected[place])
        gain = parts[place][-1].after - seat.rating
        gains[place] = gain / CLUB_DIVISOR if edition.club else gain
        accelerations[place] = 0.0 if edition.club else acceleration(gain, len(seat.meetings))
    changes = {}
    for place, gain in gains.items():
        before = _rating(moved[place].rating)
        feedback = FEEDBACK * sum(sorted(accelerations.get(meeting.place, 0.0) for meeting in moved[place].meetings))
        without = before + gain + accelerations[place]
        unrounded = max(without, LOWEST_RATING) + feedback
        rating = float(displayed(unrounded))
        if edition.club:
            rating = min(max(rating, before - CLUB_LIMIT), before + CLUB_LIMIT)
        changes[place] = Change(
            parts[place], gain, accelerations[place], feedback, without < LOWEST_RATING, unrounded, rating
        )
    return changes


_SOURCE = "NASPA (estimate)"


def steps_of(
    segments: Sequence[SegmentResult], edition: Edition, opponents: Sequence[float], wins: float, performance: float
) -> tuple[Step, ...]:
    steps: list[Step] = []
    for segment in segments:
        if isinstance(segment.change, FirstRating):
            _explain_first(segment, segment.change, steps)
        else:
            _explain_change(segment, segment.change, edition, steps)
    steps.append(Step(f"{_SOURCE}, performance", Reason.PERFORMANCE, performance, (wins, len(opponents))))
    return tuple(steps)


def _explain_games(segment: SegmentResult, rating: float, steps: list[Step]) -> None:
    clause = f"{_SOURCE}, expected wins"
    for game in segment.games:
        expected = expected_wins(rating, game.rating)
        steps.append(Step(clause, Reason.GAME_EXPECTANCY, expected, (game.round, game.rating)))
    steps.append(Step(clause, Reason.EXPECTED_WINS, segment.expected, (len(segment.games),)))


def _explain_change(segment: SegmentResult, change: Change, edition: Edition, steps: list[Step]) -> None:
    before = segment.before
    assert before is not None
    games = len(segment.games)
    rounds = (segment.rounds.first, segment.rounds.last, games)
    steps.append(Step(f"{_SOURCE}, segments", Reason.SEGMENT, before, rounds))
    _explain_games(segment, before, steps)
    clause = f"{_SOURCE}, multipliers"
    excess = segment.wins - segment.expected
    steps.append(Step(clause, Reason.EXCESS_WINS, excess, (segment.wins, segment.expected)))
    for part in change.stretches:
        used = (part.before, part.multiplier, part.excess, segment.career_games)
        steps.append(Step(clause, Reason.MULTIPLIER, part.after, used))
    if edition.club:
        whole = change.stretches[-1].after - before
        steps.append(Step(f"{_SOURCE}, clubs", Reason.CLUB_THIRD, change.gain, (whole,)))
    if change.acceleration:
        figures = (change.gain, ACCELERATED_ABOVE * games)
        steps.append(Step(f"{_SOURCE}, acceleration", Reason.ACCELERATION, change.acceleration, figures))
    if change.floored:
        without = before + change.gain + change.acceleration
        steps.append(Step(f"{_SOURCE}, floor", Reason.FLOOR, LOWEST_RATING, (without,)))
    if change.feedback:
        steps.append(Step(f"{_SOURCE}, feedback", Reason.FEEDBACK, change.feedback))
    steps.append(Step(f"{_SOURCE}, rounding", Reason.RATING, change.rating, (before, change.unrounded)))


def _explain_first(segment: SegmentResult, first: FirstRating, steps: list[Step]) -> None:
    clause = f"{_SOURCE}, initial rating"
    games = len(segment.games)
    figures = (segment.rounds.first, segment.rounds.last, first.rated_opponents)
    steps.append(Step(clause, Reason.NEWCOMER, first.start, figures))
    if first.clipped != segment.wins:
        steps.append(Step(clause, Reason.NEWCOMER_WINS, first.clipped, (segment.wins, games)))
    steps.append(Step(clause, Reason.NEWCOMER_PERFORMANCE, first.performance, (first.clipped, games)))
    if first.performance < LOWEST:
        steps.append(Step(clause, Reason.NEWCOMER_LIFTED, LOWEST, (first.performance,)))
    if max(first.performance, LOWEST) > first.cap:
        steps.append(Step(clause, Reason.NEWCOMER_CAP, first.cap, (first.strongest, segment.wins, games)))
    if first.mean:
        steps.append(Step(clause, Reason.NEWCOMER_MEAN, first.rating))
    _explain_games(segment, first.rating, steps)
    steps.append(Step(f"{_SOURCE}, rounding", Reason.NEWCOMER_RATING, segment.rating, (first.rating,)))


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's event."""

    edition: Edition
    before: PlayerState
    after: PlayerState
    segments: tuple[SegmentResult, ...]

    @property
    def rating(self) -> float:
        return self.segments[-1].rating

    @property
    def expected(self) -> float:
        return fsum(segment.expected for segment in self.segments)

    @property
    def score(self) -> float:
        return sum(segment.wins for segment in self.segments)

    @property
    def games(self) -> int:
        return sum(len(segment.games) for segment in self.segments)

    @property
    def opponents(self) -> list[float]:
        return [game.rating for segment in self.segments for game in segment.games]

    @property
    def performance(self) -> int:
        return performance_rating(self.opponents, self.score)

    @property
    def steps(self) -> tuple[Step, ...]:
        return steps_of(self.segments, self.edition, self.opponents, self.score, self.performance)


def rate_crosstable(
    crosstable: Crosstable, states: Mapping[Any, PlayerState], edition: Edition
) -> dict[int, PlayerResult]:
    """Return the results of the rated players by pairing number.

    states: before the event, by `Entrant.player`. Raise InputError or RuleError, naming the player.
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


LISTS = (RatingList.NASPA,)


class Naspa(PlainSystem):
    """Scrabble ratings by an estimate of NASPA's formula."""

    key = "naspa"
    ratings = "NASPA's ratings"
    lists = LISTS
    editions = EDITIONS
    club_editions = EDITIONS
    has_provisional = True
    established_games = FEW_CAREER_GAMES
    class_marks = (2000, 1800, 1600, 1400, 1200, 1000, 800)
    board = GameType.SCRABBLE
    membership = "naspa_id"
    month_first = True
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    scale = Scale("NASPA", jump=40)
    reasons = Reason
    state_type = PlayerState

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        """Return the displayed rating, provisional below 50 career games."""
        if state.rating is None:
            return None
        return DisplayedRating(state.rating, displayed(state.rating), state.games, not state.established)

    def expected_score(self, rating: float, opponent: float) -> float:
        return expected_wins(rating, opponent)

    def apply_entered(
        self,
        state: PlayerState,
        entered: EnteredRating,
        rating_list: RatingList,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> PlayerState:
        return enter_rating(state, entered)

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance_rating(opponents, score)

    def rate(
        self, crosstable: Crosstable, states: Mapping[Any, Any], rules: str | None, own: OwnList | None = None
    ) -> Mapping[int, PlayerResult]:
        edition = edition_for(crosstable.date) if rules is None else edition_named(rules)
        return rate_crosstable(crosstable, states, edition)


SYSTEM = Naspa()
rate_event = SYSTEM.rate_event
