"""The records of a yearbook, each worked out by hand."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.services.ratings import club_year
from bot.services.ratings.club_year import Amount, Rivalry
from bot.store.ratings.periods import EventOfYear, GameOfYear, MoveOfYear
from core.event.crosstable import EventKind
from core.lists import RatingList
from tests.depth import examples

REGULAR = RatingList.USCHESS_REGULAR
ALL = frozenset(range(1, 10))


def game(first: int | None, second: int | None, result: float | None, event: int = 1) -> GameOfYear:
    return GameOfYear(event, first, second, result)


def move(player: int, before: float | None, after: float, event: int = 1, **more: float) -> MoveOfYear:
    games = int(more.get("games", 1))
    return MoveOfYear(REGULAR, event, player, before, after, games, more.get("score"), more.get("performance"))


def swiss(event: int = 1, kind: EventKind = EventKind.TOURNAMENT) -> EventOfYear:
    return EventOfYear(event, date(2026, 11, 21), event, "Swiss", kind, frozenset((REGULAR,)))


def test_a_run_ends_with_a_draw_and_goes_on_over_events() -> None:
    """1 wins three, draws, then wins four over two events; three is the least that is told."""
    played = [game(1, 2, 1), game(2, 1, 0), game(1, 3, 1), game(1, 2, 0.5)]
    played += [game(1, 2, 1, 2), game(1, 3, 1, 2), game(1, 4, 1, 3), game(5, 1, 0, 3)]
    assert club_year.longest_runs(played, ALL) == [Amount(1, 4)]


def test_equals_are_counted_with_those_who_may_be_named_first() -> None:
    everybody = [game(first, second, 1) for first in range(1, 8) for second in range(first + 1, 8)]
    found = club_year.most_games(everybody, [5, 1, 2, 3, 4, 6, 7])
    assert found == [Amount(player, 6, 6) for player in (5, 1, 2, 3, 4)]


def test_an_unknown_result_neither_ends_a_run_nor_counts() -> None:
    played = [game(1, 2, 1), game(1, 2, None), game(1, 2, 1), game(1, 2, 1)]
    assert club_year.longest_runs(played, ALL) == [Amount(1, 3)]


def test_the_closest_rivalry_is_the_most_even_then_the_longest() -> None:
    even = [game(1, 2, 1), game(2, 1, 1), game(1, 2, 0.5), game(2, 1, 0.5)]
    longer = [game(3, 4, 1), game(4, 3, 1)] * 3
    one_sided = [game(5, 6, 1)] * 9
    too_few = [game(7, 8, 0.5)] * 3
    assert club_year.rivalries([*even, *longer, *one_sided, *too_few], ALL) == [
        Rivalry(3, 4, 3, 0, 3),
        Rivalry(1, 2, 1, 2, 1),
        Rivalry(5, 6, 9, 0, 0),
    ]


def test_the_greatest_upset_has_the_ratings_before_the_event() -> None:
    """1264 beat 1732: 468 points; a win of 100 points below is none, and so is a draw."""
    moves = [move(1, 1264, 1300), move(2, 1732, 1700), move(3, 1632, 1600), move(4, 1532, 1540)]
    played = [game(2, 1, 0), game(4, 3, 1), game(1, 3, 0.5)]
    (upset,) = club_year.upsets(played, moves, REGULAR, ALL, 150)
    assert (upset.winner, upset.loser, upset.own, upset.other, upset.difference) == (1, 2, 1264, 1732, 468)


def test_the_best_performance_takes_five_games_and_is_each_ones_best() -> None:
    moves = [
        move(1, 1500, 1520, 1, games=5, score=4, performance=1700),
        move(1, 1520, 1530, 2, games=6, score=5, performance=1750),
        move(2, 1500, 1600, 1, games=4, score=4, performance=2000),
        move(3, 1500, 1500, 1, games=5, score=2, performance=1710),
    ]
    found = club_year.best_performances(moves, REGULAR, ALL)
    assert [(one.player_id, one.rating, one.event_id) for one in found] == [(1, 1750, 2), (3, 1710, 1)]


def test_a_norm_is_nearly_made_half_a_point_short() -> None:
    """Four opponents of 1400 after the event: 3rd Category (1400) expects 4 × 0.5 = 2 and takes more than 3: 3½.

    The 4th (1200) expects 4 × 0.25 = 1 and takes 2½. So 3 points make the 4th, and are half a point short of the 3rd.
    """
    opponents = [2, 3, 4, 5]
    moves = [move(1, 1390, 1420, games=4, score=3), *(move(one, 1400, 1400) for one in opponents)]
    played = [game(1, one, 1 if one < 5 else 0) for one in opponents]
    (near,) = club_year.near_norms(played, moves, {1: swiss()}, frozenset((1,)))
    assert (near.player_id, near.award.level, near.short) == (1, 1400, 0.5)
    # A match gives no norm, an opponent whom the club does not know has no rating, and 2 points are a whole one short.
    assert club_year.near_norms(played, moves, {1: swiss(kind=EventKind.MATCH)}, frozenset((1,))) == []
    assert club_year.near_norms(played, moves[:-1], {1: swiss()}, frozenset((1,))) == []
    far = [move(1, 1390, 1420, games=4, score=1.5), *moves[1:]]
    assert club_year.near_norms(played, far, {1: swiss()}, frozenset((1,))) == []


games_drawn = st.lists(
    st.builds(
        game,
        st.sampled_from((1, 2, 3, None)),
        st.sampled_from((4, 5, 6)),
        st.sampled_from((0.0, 0.5, 1.0, None)),
        st.integers(1, 3),
    ),
    max_size=40,
)


@examples()
@given(games_drawn, st.sets(st.integers(1, 6)))
def test_nobody_is_named_who_may_not_be(played: list[GameOfYear], named: set[int]) -> None:
    moves = [move(player, 1000 + 200 * player, 1500.0, event, games=5, score=3, performance=1500)
             for player in range(1, 7) for event in (1, 2, 3)]  # fmt: skip
    events = {event: swiss(event) for event in (1, 2, 3)}
    told = {one.player_id for one in club_year.most_games(played, named)}
    told |= {one.player_id for one in club_year.longest_runs(played, named)}
    told |= {one.player_id for one in club_year.best_performances(moves, REGULAR, named)}
    told |= {one.player_id for one in club_year.near_norms(played, moves, events, named)}
    told |= {who for one in club_year.rivalries(played, named) for who in (one.first, one.second)}
    told |= {who for one in club_year.upsets(played, moves, REGULAR, named, 150) for who in (one.winner, one.loser)}
    assert told <= named


@examples()
@given(games_drawn)
def test_a_rivalry_has_all_games_of_its_two(played: list[GameOfYear]) -> None:
    for pair in club_year.rivalries(played, ALL):
        met = [one for one in played if {one.first, one.second} == {pair.first, pair.second} and one.result is not None]
        assert pair.games == len(met)
