"""What a chart shows of a journal."""

from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from bot.services.ratings.history import PlayerRecord, Since, Track, Window, track_of, window_of
from bot.store.database.rows import FactPosition, Player, Standing
from bot.store.ratings.journals import Earned, Moved
from core.lists import RatingList
from core.rating.fide.state import PlayerState as FidePlayer
from core.rating.outcome import Award
from core.rating.systems import system_of
from core.rating.uschess.state import PlayerState

REGULAR, FIDE = RatingList.USCHESS_REGULAR, RatingList.FIDE_STANDARD
FIRST, TODAY = date(2026, 1, 1), date(2026, 11, 21)
EVERYTHING = Window("everything")


def place(number: int) -> FactPosition:
    """Return the place of the fact of a number, ten days apart."""
    return FactPosition(FIRST + timedelta(10 * number), number)


def moved(number: int, state: PlayerState | FidePlayer, *, event: bool = True, of_list: bool = False) -> Moved:
    rating_list = REGULAR if isinstance(state, PlayerState) else FIDE
    games = state.games
    played = 4 if event else 0
    event_id, name = (number, f"Event {number}") if event else (None, None)
    is_set = not event and not of_list
    kept = system_of(rating_list).dump(state)
    return Moved(place(number), event_id, name, is_set, of_list, games - played, games, kept)


def ratings(*values: float, games: int = 40, peak: float | None = None) -> list[Moved]:
    found, highest = [], peak
    for number, value in enumerate(values):
        highest = max(value, highest or 0) if games > 25 else highest
        found.append(moved(number, PlayerState(rating=value, games=games, peak=highest)))
        games += 4
    return found


def track(
    moves: Sequence[Moved],
    window: Window = EVERYTHING,
    *,
    norms: Sequence[Earned] = (),
    titles: Sequence[Earned] = (),
    on: RatingList = REGULAR,
    listed_on: dict[FactPosition, date] | None = None,
    standing: Standing | None = None,
) -> Track:
    told = PlayerRecord(Player(1, None, "Nora"), on, moves, norms, titles, listed_on or {}, standing)
    found = track_of(told, window, TODAY)
    assert found is not None
    return found


def earned(number: int, level: int, scheme: str = "uschess") -> Earned:
    return Earned(place(number), Award(scheme, level, "x"))


def test_a_point_is_a_rating_as_an_event_left_it() -> None:
    found = track(ratings(1470.4, 1558.2, 1549))
    assert [(point.displayed, point.change, point.game) for point in found.points] == [
        (1470, None, 40),
        (1558, 88, 44),
        (1549, -9, 48),
    ]
    assert found.points[1].events == (("Event 1", place(1).date),)
    assert (found.shown, found.events, found.change) == (1549, 3, 79)


def test_the_provisional_stretch_ends_with_the_26th_game() -> None:
    """4, 8, ... 24 games are provisional; 28 are more than 25 (US Chess 2025, established ratings)."""
    found = track(ratings(*(1000 + 10 * at for at in range(8)), games=4))
    assert [point.provisional for point in found.points] == [True] * 6 + [False] * 2
    assert found.peak is not None
    assert found.peak.rating == 1070


def test_a_peak_below_a_provisional_rating_is_called_the_established_one() -> None:
    fell = track(ratings(1470, 1460, 1450, 1440, 1430, 1420, 1455, 1440, games=4)).peak
    assert fell is not None
    assert (fell.name, fell.rating) == ("established peak", 1455)
    rose = track(ratings(1400, 1410, 1420, 1430, 1440, 1450, 1470, games=4)).peak
    assert rose is not None
    assert (rose.name, rose.rating) == ("peak", 1470)


def test_whoever_was_never_established_has_no_peak() -> None:
    assert track(ratings(1500, 1400, games=4)).peak is None


def test_the_first_of_equal_peaks_counts_and_an_entered_one_has_no_point() -> None:
    found = track(ratings(1500, 1600, 1590, 1600))
    assert found.peak is not None
    assert found.peak.at is found.points[1]
    entered = track(ratings(1500, 1600, peak=1712.0)).peak
    assert entered is not None
    assert (entered.rating, entered.at) == (1712, None)


def test_the_floor_holds_from_the_day_on_which_the_peak_gave_it() -> None:
    """A peak of 1612 gives 1412, of which whole hundreds count: 1400; 1599 gives 1300 (US Chess 2025, floors)."""
    floor = track(ratings(1500, 1599, 1612, 1580)).floor
    assert floor is not None
    assert (floor.rating, floor.since.displayed) == (1400, 1612)


def test_nobody_has_a_floor_that_everybody_has() -> None:
    assert track([moved(0, FidePlayer(rating=1900, games=60), event=False)], on=FIDE).floor is None


def test_a_lowered_title_is_no_point() -> None:
    moves = ratings(1500, 1520)
    demotion = Moved(place(2), None, None, False, False, 44, 44, moves[-1].state)
    assert len(track([*moves, demotion]).points) == 2


def test_jumps_are_the_two_greatest_beyond_40_points_and_twice_the_median() -> None:
    found = track(ratings(1500, 1510, 1600, 1590, 1540, 1530, 1620))  # +10 +90 -10 -50 -10 +90: the median is 30
    assert [found.points[at].change for at in found.jumps] == [90, 90]
    assert found.jumps == (6, 2)  # of equal ones the later first
    assert track(ratings(1500, 1539, 1500, 1505)).jumps == ()  # 39 is too little
    assert track(ratings(1500, 1550, 1500, 1550)).jumps == ()  # 50 three times is no jump: the median is 50


def test_a_jump_is_an_event_of_an_established_rating() -> None:
    entered = moved(1, PlayerState(rating=1700, games=44, peak=1700), event=False)
    assert track([*ratings(1500), entered]).jumps == ()
    assert track(ratings(1500, 1700, games=8)).jumps == ()


def test_norms_are_marked_until_their_title_replaces_them() -> None:
    norms = [earned(at, 1200) for at in range(5)] + [earned(5, 1400)]
    found = track(ratings(*range(1500, 1506)), norms=norms, titles=[earned(3, 1200)])
    assert [(mark.at, mark.award.level, mark.is_title) for mark in found.marks] == [
        (0, 1200, False),
        (1, 1200, False),
        (2, 1200, False),
        (3, 1200, True),
        (5, 1400, False),
    ]


def test_of_two_titles_at_once_the_higher_is_marked() -> None:
    titles = [earned(1, 1200), earned(1, 1400)]
    assert [mark.award.level for mark in track(ratings(1500, 1510), titles=titles).marks] == [1400]


def test_titles_of_the_1990s_stay_quiet() -> None:
    quiet = [earned(1, 1400, "lifetime")]
    assert track(ratings(1500, 1510), norms=quiet, titles=quiet).marks == ()


def test_a_rating_that_was_set_counts_no_games_and_says_so() -> None:
    entered = moved(1, PlayerState(rating=1600, games=200, peak=1600), event=False)
    later = moved(2, PlayerState(rating=1610, games=204, peak=1610))
    points = track([*ratings(1500), entered, later]).points
    assert [(point.game, point.entered) for point in points] == [(40, False), (40, True), (44, False)]


class TestPublishedLists:
    """A rating that waits for its list moves on the list's day alone."""

    MOVES = (
        moved(0, FidePlayer(rating=1900, games=60, peak=1900), event=False),
        moved(1, FidePlayer(rating=1900, games=60, peak=1900)),
        moved(2, FidePlayer(rating=1900, games=60, peak=1900)),
        moved(4, FidePlayer(rating=1925, games=68, peak=1925), event=False, of_list=True),
        moved(5, FidePlayer(rating=1925, games=68, peak=1925)),
    )

    def test_its_points_are_the_lists_with_the_events_that_they_count(self) -> None:
        listed = {place(1): place(4).date, place(2): place(4).date, place(5): date(2026, 4, 1)}
        found = track(self.MOVES, on=FIDE, listed_on=listed)
        assert found.steps
        assert [(point.displayed, point.change) for point in found.points] == [(1900, None), (1925, 25)]
        assert [name for name, _ in found.points[1].events] == ["Event 1", "Event 2"]
        assert found.events == 3


class TestPartOfIt:
    """A window shows what happened in it, and how the rating stood when it began."""

    WINDOW = Window("some of it", place(2).date - timedelta(5), place(3).date)

    def test_it_begins_with_the_rating_that_stood(self) -> None:
        found = track(ratings(1500, 1510, 1530, 1520, 1600), self.WINDOW)
        assert [point.displayed for point in found.points] == [1530, 1520]
        assert found.before is not None
        assert (found.before.displayed, found.before.day, found.before.events) == (1510, self.WINDOW.first, ())
        assert (found.shown, found.change, found.events) == (1520, 10, 2)

    def test_its_first_and_last_days_are_in_it(self) -> None:
        window = Window("two days", place(1).date, place(2).date)
        assert len(track(ratings(1500, 1510, 1530, 1520), window).points) == 2

    def test_nothing_may_have_happened_in_it(self) -> None:
        found = track(ratings(1500), Window("later", place(3).date, place(4).date))
        assert (found.points, found.shown) == ((), 1500)

    def test_before_the_first_rating_there_is_nothing(self) -> None:
        told = PlayerRecord(Player(1, None, "Nora"), REGULAR, ratings(1500), (), (), {}, None)
        assert track_of(told, Window("earlier", None, FIRST - timedelta(1)), TODAY) is None

    def test_marks_and_jumps_are_counted_from_its_first_point(self) -> None:
        moves = ratings(1500, 1510, 1530, 1680, 1690)
        found = track(moves, Window("later", place(2).date), titles=[earned(1, 1200), earned(3, 1400)])
        assert [(mark.at, mark.award.level) for mark in found.marks] == [(1, 1400)]
        assert [found.points[at].change for at in found.jumps] == [150]

    def test_a_peak_outside_is_told_all_the_same(self) -> None:
        found = track(ratings(1700, 1510, 1530), Window("later", place(1).date))
        assert found.peak is not None
        assert found.peak.rating == 1700
        assert found.peak.at not in found.points


def test_somebody_whom_others_have_moved_stands_where_they_stand_now() -> None:
    """Where all are measured by one player, a rating moves without a fact of its own."""
    state = system_of(RatingList.ELO).dump(system_of(RatingList.ELO).unrated())
    moves = [
        Moved(place(0), 1, "Match", False, False, 0, 4, {**state, "rating": 50.2, "games": 4}),
    ]
    standing = Standing(1, 53.4, 53, 4, False, True, place(0), {})
    found = track(moves, on=RatingList.ELO, standing=standing)
    assert [(point.day, point.displayed, point.change) for point in found.points] == [
        (place(0).date, 50, None),
        (TODAY, 53, 3),
    ]


@pytest.mark.parametrize(
    ("since", "today", "first"),
    [
        (Since.YEAR, date(2026, 11, 21), date(2025, 11, 21)),
        (Since.TWO_YEARS, date(2026, 11, 21), date(2024, 11, 21)),
        (Since.YEAR, date(2028, 2, 29), date(2027, 3, 1)),
        (Since.EVERYTHING, date(2026, 11, 21), None),
    ],
)
def test_a_stretch_begins_on_the_same_day_of_an_earlier_year(since: Since, today: date, first: date | None) -> None:
    assert window_of(since, today) == Window(since.value, first, today)
