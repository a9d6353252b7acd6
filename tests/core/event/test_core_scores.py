"""Records of Scrabble scores: by hand, and against each other."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.event.scores import (
    ScoredGame,
    best_comeback,
    closest_games_counted,
    lucky_stiff,
    player_scores,
    score_records,
    scored_game,
    scored_games,
    tuff_luck,
)
from tests.depth import examples

DAY = datetime.date(2026, 11, 20)


def event(*games: tuple[int, int, int, int, int], byes: tuple[Bye, ...] = (), players: int = 4) -> Crosstable:
    """Return an event of games: round, first, second and their points."""
    played = [
        Game(number, one, other, (own > theirs) + 0.5 * (own == theirs), None, own, theirs)
        for number, one, other, own, theirs in games
    ]
    return Crosstable(DAY, tuple(Entrant(number) for number in range(1, players + 1)), tuple(played), byes)


EVENING = event(
    (1, 1, 2, 412, 388), (1, 3, 4, 501, 350), (2, 1, 3, 390, 470), (2, 4, 2, 366, 365), (3, 1, 4, 520, 300),
    (3, 2, 3, 430, 428),
)  # fmt: skip


def test_records_are_those_of_an_evening_by_hand() -> None:
    found = score_records(scored_games(EVENING))
    assert found.high_win == ScoredGame(1, 4, 520, 300, 3)
    assert found.high_loss == ScoredGame(2, 3, 430, 428, 3)
    assert found.low_win == ScoredGame(4, 2, 366, 365, 2)
    assert found.high_combined == ScoredGame(3, 1, 470, 390, 2)
    assert found.largest_spread == ScoredGame(1, 4, 520, 300, 3)
    assert found.closest == ScoredGame(4, 2, 366, 365, 2)


def test_of_equal_games_the_earliest_is_the_record() -> None:
    found = score_records(scored_games(event((1, 1, 2, 400, 300), (2, 3, 4, 400, 300))))
    assert found.high_win is not None
    assert found.high_win.where == 1


def test_a_tie_is_neither_won_nor_lost_but_the_closest_game() -> None:
    found = score_records(scored_games(event((1, 1, 2, 400, 400))))
    assert (found.high_win, found.high_loss, found.low_win) == (None, None, None)
    assert found.closest == ScoredGame(1, 2, 400, 400, 1)
    (one, other) = player_scores(scored_games(event((1, 1, 2, 400, 400))))
    assert (one.wins, other.wins, one.luck) == (0.5, 0.5, 0)


def test_averages_and_luck_by_hand() -> None:
    """3 has 501 and 470 and 428 for, 350, 390 and 430 against: +76⅓ a game, Φ(0.6638) = 0.7466 (printed tables)."""
    by_player = {one.who: one for one in player_scores(scored_games(EVENING))}
    third = by_player[3]
    assert (third.games, third.wins) == (3, 2)
    assert third.average == pytest.approx(466.333, abs=0.001)
    assert third.against == 390
    assert third.luck == pytest.approx(2 - 3 * 0.7466, abs=0.001)
    assert [one.who for one in player_scores(scored_games(EVENING))] == [3, 1, 2, 4]


@pytest.mark.parametrize("points", [(0, 400), (-50, 50), (11, 7), (2, 1)])
def test_forfeits_and_other_games_scores_are_no_records(points: tuple[int, int]) -> None:
    assert scored_game(1, 2, *points, 1) is None


def test_lucky_stiff_and_tuff_luck_have_the_closest_games() -> None:
    games = [ScoredGame(1, 2, 400, 400 - spread, 1) for spread in (50, 1, 20, 3)]
    assert lucky_stiff(games, 3) == (1, 24)
    assert tuff_luck(games, 3) == (2, 24)
    assert lucky_stiff(games, 5) is None
    assert [closest_games_counted(rounds) for rounds in (4, 11, 12, 23)] == [3, 3, 6, 6]


def test_the_best_comeback_is_from_the_rank_after_a_round() -> None:
    """After round 2 player 2 has no win; after round 3 one and -23, and player 4 one and -370: from 4th to 3rd."""
    found = best_comeback(event(
        (1, 1, 2, 412, 388), (1, 3, 4, 501, 350), (2, 1, 3, 390, 470), (2, 2, 4, 365, 366), (3, 1, 4, 520, 300),
        (3, 2, 3, 430, 428),
    ))  # fmt: skip
    assert found == (2, 2, 4, 3)


@pytest.mark.parametrize(
    "crosstable",
    [
        event((1, 1, 2, 400, 300), (1, 3, 4, 400, 300)),
        event((1, 1, 2, 400, 300), (2, 1, 2, 300, 400), (3, 1, 2, 300, 400)),
    ],
    ids=["one round", "players without anything"],
)
def test_no_comeback_where_rounds_are_few_or_incomplete(crosstable: Crosstable) -> None:
    assert best_comeback(crosstable) is None


def test_byes_count_for_ranks_as_tsh_counts_them() -> None:
    """1 loses by 90 and has a bye of 50: 3rd of three after round 2, behind 3 with a bye and a loss by 80."""
    byes = (
        Bye(1, 3, ByeKind.FULL_POINT, points=50),
        Bye(2, 1, ByeKind.FULL_POINT, points=50),
        Bye(3, 2, ByeKind.FULL_POINT, points=50),
    )
    found = best_comeback(event((1, 1, 2, 300, 390), (2, 2, 3, 380, 300), (3, 1, 3, 500, 200), byes=byes, players=3))
    assert found is not None
    assert (found.number, found.after, found.before_rank) == (1, 2, 3)


GAMES = st.lists(
    st.builds(scored_game, st.integers(1, 5), st.integers(6, 9), st.integers(1, 700), st.integers(1, 700), st.just(1)),
    max_size=30,
).map(lambda found: [one for one in found if one is not None])


@examples()
@given(GAMES)
def test_records_bound_all_games(games: list[ScoredGame]) -> None:
    found = score_records(games)
    for game in games:
        assert found.high_combined is not None
        assert found.closest is not None
        assert found.high_combined.combined >= game.combined
        assert found.closest.spread <= game.spread
        if game.spread:
            assert found.high_win is not None
            assert found.high_win.high >= game.high


@examples()
@given(GAMES)
def test_wins_and_spreads_of_all_players_balance(games: list[ScoredGame]) -> None:
    players = player_scores(games)
    assert sum(one.wins for one in players) == len(games)
    assert sum(one.games * (one.average - one.against) for one in players) == pytest.approx(0, abs=1e-6)


@examples()
@given(GAMES, st.sets(st.integers(1, 9)))
def test_nobody_is_named_who_may_not_be(games: list[ScoredGame], named: set[int]) -> None:
    found = score_records(games, named)
    assert found.high_win is None or found.high_win.winner in named
    assert found.high_loss is None or found.high_loss.loser in named
    for game in (found.high_combined, found.largest_spread, found.closest):
        assert game is None or {game.winner, game.loser} <= named
