"""Sections for the tests: small ones by hand, and random ones that our code and the oracle can both read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st
from plain_section import PlainPlayer, PlainSection, PlainSource, plain_bonus_multiplier, plain_section
from uschess_factories import DAY_2026, DUAL, ESTABLISHED, SLOW, ratings

from core.event.background import NOTHING_KNOWN, Background, ExternalRating, ExternalSystem
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.lists import RatingList
from core.rating.uschess.rated import RatedPlayer
from core.rating.uschess.rules import edition_for
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import rate_ratings

REGULAR = RatingList.USCHESS_REGULAR


@dataclass(frozen=True)
class Seat:
    """A player of a section: a state and a background, or only a rating where the event does not move it.

    record: of the state, as drawn: "wins" or "losses", None for any other.
    """

    state: PlayerState | None = None
    background: Background = NOTHING_KNOWN
    rating: float | None = None
    record: str | None = None


@dataclass(frozen=True)
class Section:
    """A section; games are (round, seat, seat, score of the first), byes (round, seat, kind), seats from nought.

    numbers: the seats' pairing numbers; None numbers them from 1.
    """

    seats: tuple[Seat, ...]
    games: tuple[tuple[int, int, int, float], ...]
    byes: tuple[tuple[int, int, ByeKind], ...] = ()
    day: date = DAY_2026
    rating_list: RatingList = REGULAR
    time_control: TimeControl | None = None
    kind: EventKind = EventKind.TOURNAMENT
    numbers: tuple[int, ...] | None = None

    def number(self, seat: int) -> int:
        return seat + 1 if self.numbers is None else self.numbers[seat]

    def crosstable(self) -> Crosstable:
        entrants = [
            Entrant(self.number(seat), who.rating, player=seat, rated=who.state is not None)
            for seat, who in enumerate(self.seats)
        ]
        games = [Game(played, self.number(one), self.number(other), score) for played, one, other, score in self.games]
        byes = [Bye(played, self.number(seat), kind) for played, seat, kind in self.byes]
        return Crosstable(self.day, tuple(entrants), tuple(games), tuple(byes), self.kind, self.time_control)

    def states(self) -> dict[int, PlayerState]:
        return {seat: who.state for seat, who in enumerate(self.seats) if who.state is not None}

    def backgrounds(self) -> dict[int, Background]:
        return {seat: who.background for seat, who in enumerate(self.seats)}

    def rate(self, crosstable: Crosstable | None = None) -> dict[int, RatedPlayer]:
        played = crosstable or self.crosstable()
        rated = rate_ratings(played, self.rating_list, self.states(), edition_for(self.day), self.backgrounds())
        return {seat: rated[self.number(seat)] for seat in range(len(self.seats)) if self.number(seat) in rated}

    def ratings(self, crosstable: Crosstable | None = None) -> dict[int, float]:
        return {seat: player.rating for seat, player in self.rate(crosstable).items()}

    def plain(self) -> PlainSection:
        players = [self._plain_player(seat, who) for seat, who in enumerate(self.seats)]
        dual = self.rating_list is REGULAR and self.time_control == DUAL
        return plain_section(players, plain_bonus_multiplier(self.day), dual)

    def _plain_player(self, seat: int, who: Seat) -> PlainPlayer:
        results = [(other, score) for _, one, other, score in self.games if one == seat]
        results += [(one, 1 - score) for _, one, other, score in self.games if other == seat]
        if who.state is None:
            return PlainPlayer(100.0 if who.rating is None else who.rating, moved=False, results=results)
        born = who.background.born
        return PlainPlayer(
            rating=who.state.rating,
            games=who.state.games,
            record=who.record,
            age=None if born is None else (self.day - born).days / 365.25,
            adult=who.background.adult,
            sources=[self._plain_source(source) for source in who.background.ratings],
            points=who.state.points,
            events=who.state.events_of_three,
            peak=who.state.peak,
            results=results,
        )

    def _plain_source(self, source: ExternalRating) -> PlainSource:
        """Read a source as section 2 does for an over-the-board list: ten games for Regular and FIDE above 2000."""
        converted, most = source.rating, 5
        if source.system is ExternalSystem.FIDE:
            converted = -1073 + 1.5667 * source.rating if source.rating <= 2000 else 20 + 1.02 * source.rating
        if source.system is ExternalSystem.USCHESS_REGULAR or (
            source.system is ExternalSystem.FIDE and source.rating > 2000
        ):
            most = 10
        credited = most if source.games is None else min(most, source.games)
        return PlainSource(converted, credited, (self.day - source.day).days)


def fixed(rating: float | None) -> Seat:
    return Seat(rating=rating)


def player(rating: float, games: int = ESTABLISHED, **more: Any) -> Seat:
    return Seat(PlayerState(rating=rating, games=games, **more))


def newcomer(*elsewhere: ExternalRating, born: date | None = None, adult: bool = True) -> Seat:
    return Seat(PlayerState(), Background(born, adult, elsewhere))


def section(seats: Iterable[Seat], games: Sequence[tuple[int, int, float]], **more: Any) -> Section:
    """Return a section of games (seat, seat, score of the first)."""
    numbered = [(number, *game) for number, game in enumerate(games, start=1)]
    return Section(tuple(seats), tuple(numbered), **more)


# What hypothesis draws.

_SYSTEMS = (
    ExternalSystem.USCHESS_REGULAR,
    ExternalSystem.USCHESS_QUICK,
    ExternalSystem.ONLINE_BLITZ,
    ExternalSystem.FIDE,
)


@st.composite
def _backgrounds(draw: st.DrawFn, day: date) -> Background:
    born = draw(st.none() | st.integers(0, 15_000).map(lambda days: day - timedelta(days=days)))
    known = [system for system in _SYSTEMS if system is not ExternalSystem.FIDE or day >= date(2024, 3, 1)]
    systems = draw(st.lists(st.sampled_from(known), unique=True, max_size=2)) if draw(st.booleans()) else []
    elsewhere = [
        ExternalRating(
            system,
            draw(st.integers(1000, 2700)),
            day - timedelta(days=draw(st.integers(0, 3000))),
            draw(st.none() | st.integers(0, 12)),
        )
        for system in systems
    ]
    return Background(born, draw(st.booleans()), tuple(elsewhere))


@st.composite
def seats(draw: st.DrawFn, day: date = DAY_2026) -> Seat:
    """Draw anybody who may sit down."""
    kind = draw(st.sampled_from(["fixed", "newcomer", "provisional", "wins", "losses", "established", "strong"]))
    if kind == "fixed":
        return fixed(draw(ratings))
    if kind == "newcomer":
        return Seat(PlayerState(), draw(_backgrounds(day)))
    rating = draw(st.floats(2200, 2800) if kind == "strong" else ratings)
    if kind == "provisional":
        return player(rating, games=draw(st.integers(0, 25)))
    if kind in ("wins", "losses"):
        known, credited = draw(st.integers(1, 60)), draw(st.sampled_from([0, 0, 5]))
        points = float(known) if kind == "wins" else 0.0
        state = PlayerState(rating, known + credited, credited, known_games=known, points=points)
        return Seat(state, record=kind)
    peak = draw(st.none() | st.floats(rating, 3000))
    return player(rating, games=draw(st.integers(26, 400)), peak=peak)


@st.composite
def sections(draw: st.DrawFn, seated: st.SearchStrategy[Seat] | None = None) -> Section:
    """Draw a section of two to six players in up to four rounds."""
    day = draw(st.dates(date(2013, 5, 1), date(2026, 12, 31)))
    who = draw(st.lists(seats(day) if seated is None else seated, min_size=2, max_size=6))
    games: list[tuple[int, int, int, float]] = []
    byes: list[tuple[int, int, ByeKind]] = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(len(who))))
        pairs = draw(st.integers(0, len(who) // 2))
        for one, other in zip(order[0 : 2 * pairs : 2], order[1 : 2 * pairs : 2], strict=True):
            games.append((number, one, other, draw(st.sampled_from([0, 0.5, 1]))))
        for seat in order[2 * pairs :]:
            kind = draw(st.none() | st.sampled_from(ByeKind))
            byes += [] if kind is None else [(number, seat, kind)]
    rating_list, control = draw(
        st.sampled_from([(REGULAR, DUAL), (REGULAR, SLOW), (REGULAR, None), (RatingList.USCHESS_QUICK, DUAL)])
    )
    return Section(tuple(who), tuple(games), tuple(byes), day, rating_list, control)


def joined(one: Section, other: Section) -> Section:
    """Return a section of two halves that never met."""
    shift = len(one.seats)
    games = [(number, first + shift, second + shift, score) for number, first, second, score in other.games]
    byes = [(number, seat + shift, kind) for number, seat, kind in other.byes]
    return replace(one, seats=one.seats + other.seats, games=(*one.games, *games), byes=(*one.byes, *byes))


def shuffled(crosstable: Crosstable, random: Any) -> Crosstable:
    """Return the same facts in another order, every other game told by the other side."""

    def sample(things: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(random.sample(things, len(things)))

    turned = [
        game
        if game.score is None or random.random() < 0.5
        else Game(game.round, game.second, game.first, 1 - game.score)
        for game in crosstable.games
    ]
    return replace(crosstable, entrants=sample(crosstable.entrants), games=sample(turned), byes=sample(crosstable.byes))
