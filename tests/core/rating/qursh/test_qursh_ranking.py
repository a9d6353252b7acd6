"""Rankings of events: by hand, real ones where they are at hand, and what holds for all of them."""

from dataclasses import replace
from datetime import date
from statistics import fmean, pstdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qursh_factories import division, divisions, fast, histories, history_of

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.files.recognise import read_event_file
from core.rating.qursh.cells import CELLS
from core.rating.qursh.history import SHIPPED, History
from core.rating.qursh.ranking import (
    Contestant,
    Division,
    Ranking,
    Unscored,
    best_out_of_the_money,
    chance_deviation,
    class_winners,
    division_of_crosstable,
    divisions_of_file,
    rank_event,
    seat_of,
)
from tests.core.golden_cases import FILES

EVEN = history_of(dict.fromkeys(range(CELLS), range(-500, 500)))
"""Every margin from -500 to 499 once in every cell: 10 points are one percent."""

FOUR = division(
    [1800, 1675, 1600, 900],
    [(1, 1, 2, 420, 400), (1, 3, 4, 400, 400), (2, 1, 3, 300, 500), (2, 2, 4, 450, 350)],
)


def lines(ranking: Ranking) -> list[tuple[int | None, str, float | None, int]]:
    return [(row.rank, row.player.name, row.score, row.games) for row in ranking.rows]


def test_scores_are_means_of_whole_percents() -> None:
    """Of 1000 games 500 + m are below m, and half of one: 20 points are 52.05, 100 are 60.05, -200 are 30.05."""
    assert lines(rank_event([FOUR], EVEN)) == [
        (1, "Player 3", 60.0, 2),  # 50 and 100 - 30
        (2, "Player 2", 54.0, 2),  # 48 and 60
        (3, "Player 4", 45.0, 2),
        (4, "Player 1", 41.0, 2),
    ]


def test_the_exact_percents_are_an_option() -> None:
    ranking = rank_event([FOUR], EVEN, exact=True)
    assert lines(ranking)[0] == (1, "Player 3", 60.0, 2)  # 50.05 and 69.95
    assert lines(ranking)[3] == (4, "Player 1", 41.05, 2)
    assert ranking.exact


def test_a_game_is_kept_with_how_it_was_placed() -> None:
    (first, *_) = rank_event([FOUR], EVEN).rows
    tie, win = first.scored
    assert (tie.round, tie.opponent.name, tie.margin, tie.tenths) == (1, "Player 4", 0, 500)
    assert (win.round, win.opponent.name, win.margin, win.tenths) == (2, "Player 1", 200, 700)
    assert win.placed.games == 1000


def test_the_record_has_ties_byes_and_forfeits() -> None:
    byes = (
        Bye(3, 1, ByeKind.FULL_POINT, points=50),
        Bye(3, 2, ByeKind.FORFEIT_LOSS, points=-50),
        Bye(3, 3, ByeKind.UNPLAYED, points=0),
        Bye(3, 4, ByeKind.HALF_POINT),
    )
    ranking = rank_event([replace(FOUR, byes=byes, rounds=3)], EVEN)
    records = {row.player.number: row.record for row in ranking.rows}
    assert records[1] == (2, 1, 20 - 200 + 50)
    assert records[2] == (1, 2, -20 + 100 - 50)
    assert records[3] == (1.5, 0.5, 200)
    assert records[4] == (1, 2, -100)


def test_equal_scores_share_a_rank_and_stand_by_their_sum_and_name() -> None:
    # 1 and 2 draw level twice; 3 and 4 once.
    games = [(1, 1, 2, 400, 400), (2, 2, 1, 400, 400), (1, 3, 4, 400, 400)]
    ranking = rank_event([division([1500] * 4, games)], EVEN)
    assert lines(ranking) == [(1, f"Player {n}", 50.0, 2 if n < 3 else 1) for n in (1, 2, 3, 4)]


def test_all_divisions_are_in_one_list() -> None:
    other = division([1200, 1100], [(1, 1, 2, 700, 300), (2, 1, 2, 700, 300)], name="B")
    ranking = rank_event([FOUR, other], EVEN)
    assert [(row.division, row.rank) for row in ranking.rows][:2] == [("B", 1), ("A", 2)]
    assert ranking.games == 6


def test_games_that_cannot_be_compared_are_left_out_and_counted() -> None:
    games = (
        Game(1, 1, 2, 1.0, None, 400, 380),
        Game(2, 1, 3, 1.0, None, 400, 380),  # unrated
        Game(3, 1, 2, 1.0),  # a result alone
        Game(4, 1, 2, 1.0, None, 100, 0),  # a forfeit
        Game(5, 1, 2, 1.0, None, 400, 380, rated=False),
    )
    ranking = rank_event([replace(division([1500, 1400, None], []), games=games, rounds=2)], EVEN)
    assert ranking.games == 1
    assert dict(ranking.unscored) == dict.fromkeys(Unscored, 1)
    assert [row.player.number for row in ranking.rows] == [1, 2]
    (unrated,) = ranking.others
    assert (unrated.rank, unrated.score, unrated.chance) == (None, None, None)


def test_a_game_that_ended_below_zero_is_one() -> None:
    """Six turns without points ended it at -6 to -10: 4 points, of 1000 games 504 below and half of one, 50.45."""
    ranking = rank_event([division([1500, 1400], [(1, 1, 2, -6, -10)])], EVEN)
    assert ranking.games == 1
    assert [(row.player.number, row.score) for row in ranking.rows] == [(1, 50.0), (2, 50.0)]
    assert ranking.rows[0].scored[0].margin == 4


@pytest.mark.parametrize("points", [(100, 0), (50, -50), (-50, -50), (0, 0)])
def test_what_stands_for_a_forfeit_is_none(points: tuple[int, int]) -> None:
    games = (Game(1, 1, 2, 1.0, None, *points), Game(2, 1, 2, 1.0, None, 400, 380), Game(3, 1, 2, 1.0, None, 400, 380))
    ranking = rank_event([replace(division([1500, 1400], []), games=games, rounds=3)], EVEN)
    assert dict(ranking.unscored) == {Unscored.FORFEIT: 1}


def test_half_of_the_rounds_have_to_be_scored() -> None:
    games = [(number, 1, 2, 400, 380) for number in range(1, 5)] + [(5, 2, 3, 400, 380), (6, 2, 3, 400, 380)]
    ranking = rank_event([division([1500] * 3, games)], EVEN)
    assert {row.player.number for row in ranking.rows} == {1, 2}  # 4 and 6 of 6
    assert [(row.player.number, row.games) for row in ranking.others] == [(3, 2)]


def test_luck_alone_is_told() -> None:
    # The deviation of percents that are all as likely is 100 / sqrt(12) = 28.87; over 21 games 6.30.
    assert chance_deviation(1) == pytest.approx(28.87, abs=0.005)
    assert chance_deviation(21) == pytest.approx(6.3, abs=0.005)
    assert rank_event([FOUR], EVEN).rows[0].chance == chance_deviation(2)


def test_class_winners_are_the_best_of_the_file_s_classes() -> None:
    players = tuple(replace(player, rating_class="AB"[player.number > 2]) for player in FOUR.players)
    winners = class_winners(rank_event([replace(FOUR, players=players)], EVEN))
    assert {name: [row.player.number for row in rows] for name, rows in winners.items()} == {"A": [2], "B": [3]}


def test_without_classes_the_groups_of_ratings_are_taken() -> None:
    winners = class_winners(rank_event([FOUR], EVEN))
    assert {name: [row.player.number for row in rows] for name, rows in winners.items()} == {
        "above 1500": [3],
        "up to 1000": [4],
    }


def test_the_best_out_of_the_money_has_won_nothing_else() -> None:
    ranking = rank_event([FOUR], EVEN)
    assert [row.player.number for row in best_out_of_the_money(ranking, {("A", 3)})] == [2]
    assert best_out_of_the_money(ranking, {seat_of(row) for row in ranking.rows}) == ()
    level = rank_event([division([1500, 1500], [(1, 1, 2, 400, 400)])], EVEN)
    assert len(best_out_of_the_money(level, ())) == 2


@pytest.mark.parametrize(
    ("field", "match"),
    [
        ([], "The event has no games. Upload"),
        ([division([1500, 1400], [])], "The event has no games. Upload"),
        ([replace(FOUR, games=tuple(Game(1, 1, 2, 1.0) for _ in range(2)))], "no scores\\. Upload a file with both"),
        ([division([1500, 1400], [(1, 1, 2, 35, -35), (2, 1, 2, -80, 80)])], "spreads instead of scores. Upload"),
        (
            [division([None, None], [(1, 1, 2, 400, 380)])],
            "Nobody in the event has a rating",
        ),
    ],
)
def test_an_event_that_cannot_be_ranked_is_refused_with_what_to_do(field: list[Division], match: str) -> None:
    with pytest.raises(InputError, match=match):
        rank_event(field, EVEN)


@pytest.mark.parametrize(
    ("names", "missing"),
    [("A", ()), ("AB", ()), ("B", ("A",)), ("AD", ("B", "C")), ("a", ())],
)
def test_a_division_that_seems_to_be_missing_is_named(names: str, missing: tuple[str, ...]) -> None:
    assert rank_event([replace(FOUR, name=name) for name in names], EVEN).missing == missing


def test_a_division_without_scores_is_named_and_the_others_are_ranked() -> None:
    ranking = rank_event([FOUR, division([1500, 1400], [], name="B")], EVEN)
    assert ranking.missing == ("B",)
    assert len(ranking.rows) == 4
    unnamed = rank_event([replace(FOUR, name="Expert"), replace(FOUR, name=None)], EVEN)
    assert unnamed.missing == ()


TSH = (
    b"Ash, Dana 1800 2 3 0 2; 420 300 50 410; class A; lifeg 80\n"
    b"Birch, Eli 1675 1 4 3 1; 400 450 390 405; class A\n"
    b"Cedar, Ann 1600 4 1 2 0; 400 500 380 -50; class B\n"
    b"Dogwood, Bo 0 3 2 0 0; 400 350 50 0; class B\n"
)


def test_a_tsh_file_is_ranked() -> None:
    (found,) = divisions_of_file(read_event_file(TSH))
    assert [player.rating_class for player in found.players] == ["A", "A", "B", "B"]
    ranking = rank_event([found], SHIPPED)
    assert dict(ranking.unscored) == {Unscored.UNRATED: 2}
    assert {row.player.name: row.games for row in (*ranking.rows, *ranking.others)} == {
        "Ash, Dana": 3,
        "Birch, Eli": 3,
        "Cedar, Ann": 2,
        "Dogwood, Bo": 0,
    }


def test_a_tsh_file_of_spreads_is_refused() -> None:
    spreads = b"Ash, Dana 1800 2 2 2; 35 -80 12; class A\nBirch, Eli 1675 1 1 1; -35 80 -12; class A\n"
    with pytest.raises(InputError, match="spreads instead of scores"):
        rank_event(divisions_of_file(read_event_file(spreads)), SHIPPED)


def test_a_stored_event_is_ranked_with_the_ratings_that_are_known() -> None:
    table = Crosstable(
        date(2026, 11, 20),
        (Entrant(1, 1500, player=7, name="Dana"), Entrant(2, None, player=8), Entrant(3, 1200)),
        (Game(1, 1, 2, 1.0, None, 400, 390), Game(2, 1, 3, 1.0, None, 400, 300)),
    )
    found = division_of_crosstable(table, "A", {2: 1450})
    assert found.players == (
        Contestant(1, "Dana", 1500, player=7),
        Contestant(2, "Player 2", 1450, player=8),
        Contestant(3, "Player 3", 1200),
    )
    assert len(rank_event([found], SHIPPED).rows) == 3


def test_the_real_long_event_is_as_plausible_as_measured() -> None:
    """spec/qursh.md, section 1: in 23 rounds the best has 60 to 63 and the players' scores deviate by 6.3."""
    ranking = rank_event(divisions_of_file(read_event_file((FILES / "division.t").read_bytes())), SHIPPED)
    scores = [row.score or 0 for row in ranking.rows]
    assert len(scores) == 24
    assert all(row.games == 23 for row in ranking.rows)
    assert 60 <= round(max(scores)) <= 63
    assert pstdev(scores) == pytest.approx(6.3, abs=0.05)
    assert fmean(scores) == pytest.approx(50, abs=0.005)


# What holds for every event.


@fast
@given(histories(), st.lists(divisions(), min_size=1, max_size=3), st.booleans(), st.booleans())
def test_an_event_sums_to_fifty_a_game(history: History, field: list[Division], grouped: bool, exact: bool) -> None:
    if not any(player.rating for found in field for player in found.players):
        return
    ranking = rank_event(field, history, grouped=grouped, exact=exact)
    rows = (*ranking.rows, *ranking.others)
    assert sum(row.total for row in rows) == pytest.approx(100 * ranking.games)
    assert sum(game.tenths for row in rows for game in row.scored) == 1000 * ranking.games
    left = sum(count for _, count in ranking.unscored)
    assert ranking.games + left == sum(len(found.games) for found in field)
    assert sum(row.record.spread for row in rows) == 0


@fast
@given(histories(), divisions(), st.randoms(use_true_random=False))
def test_the_order_of_players_and_games_never_matters(history: History, field: Division, random: Any) -> None:
    if not any(player.rating for player in field.players):
        return
    players, games = list(field.players), list(field.games)
    random.shuffle(players)
    random.shuffle(games)
    games = [
        game
        if random.random() < 0.5
        else replace(
            game,
            first=game.second,
            second=game.first,
            score=None if game.score is None else 1 - game.score,
            first_points=game.second_points,
            second_points=game.first_points,
        )
        for game in games
    ]
    again = rank_event([replace(field, players=tuple(players), games=tuple(games))], history)
    assert lines(again) == lines(rank_event([field], history))


@fast
@given(histories(), divisions(), st.data())
def test_a_point_more_never_lowers_the_score(history: History, field: Division, data: Any) -> None:
    place = data.draw(st.integers(0, len(field.games) - 1))
    game = field.games[place]
    if any(not player.rating for player in field.players):
        return
    better = (
        *field.games[:place],
        replace(game, first_points=(game.first_points or 0) + 30),
        *field.games[place + 1 :],
    )

    def score(found: Ranking) -> int | None:
        return next(row.hundredths for row in (*found.rows, *found.others) if row.player.number == game.first)

    before, after = score(rank_event([field], history)), score(rank_event([replace(field, games=better)], history))
    assert before is not None
    assert after is not None
    assert before <= after
