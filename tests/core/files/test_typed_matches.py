"""The result of a match as people write it."""

import pytest

from core.errors import InputError
from core.files.typed.matches import SET_FROM, MatchGames, parse_match, parse_won

W, D, L = 1.0, 0.5, 0.0
THREE = ((11, 7), (9, 11), (11, 5))


def played(*results: float) -> MatchGames:
    return MatchGames(results, in_order=False)


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("3-1", played(W, W, W, L)),
        ("3–1", played(W, W, W, L)),
        ("3:1", played(W, W, W, L)),
        ("2½-½", played(W, W, D)),
        ("2½–½", played(W, W, D)),
        ("2.5 - 0.5", played(W, W, D)),
        ("2,5-1,5", played(W, W, D, L)),
        ("2 1/2 - 1/2", played(W, W, D)),
        ("½-½", played(D)),
        ("1-2-1", played(W, D, D, L)),
        ("10-8", played(*[W] * 10, *[L] * 8)),
        ("WDL", MatchGames((W, D, L))),
        ("11-7", MatchGames((W,), sets=((11, 7),))),
        ("7–11", MatchGames((L,), sets=((7, 11),))),
        ("11-7, 9-11, 11-5", MatchGames((W, L, W), sets=THREE)),
        ("11–7 9–11 11–5", MatchGames((W, L, W), sets=THREE)),
    ],
)
def test_a_match_is_read_as_people_write_it(text: str, games: MatchGames) -> None:
    assert parse_match(text, 20, SET_FROM) == games
    if "/" not in text:
        assert parse_won(text, 0, 0, 20, SET_FROM) == games


def test_one_pair_is_a_set_where_sets_are_played_and_else_games() -> None:
    assert parse_match("11-7", 20, None) == played(*[W] * 11, *[L] * 7)
    assert parse_match("6-4", 20, 1) == MatchGames((W,), sets=((6, 4),))
    assert parse_match("10-10", 20, 1) == played(*[W] * 10, *[L] * 10)


@pytest.mark.parametrize(
    ("won", "losses", "draws", "games"),
    [
        ("2", 1, 0, played(W, W, L)),
        ("2", 0, 3, played(W, W, D, D, D)),
        ("2½", 0, 0, played(W, W, D)),
        ("2.5", 1, 1, played(W, W, D, L)),
        ("½", 1, 0, played(D, L)),
        ("10", 0, 0, played(*[W] * 10)),
    ],
)
def test_games_won_are_read_with_losses_and_draws(won: str, losses: int, draws: int, games: MatchGames) -> None:
    assert parse_won(won, losses, draws, 20, SET_FROM) == games


@pytest.mark.parametrize(
    ("won", "losses", "draws", "sentence"),
    [
        ("3-1", 1, 0, '"3-1" is the whole result. Remove the options losses and draws.'),
        ("2½", 0, 2, '"2½" is not a number of games. Write, for example, 2, or the whole result'),
        ("1001", 0, 0, '"1001" is not a number of games.'),
        ("many", 0, 0, '"many" is not a number of games. Write, for example, 2, or all sets: 11-7 9-11 11-5.'),
        ("2½-1", 0, 0, '"2½-1" is not a number of games.'),
        ("11-11, 11-7", 0, 0, "Nobody won the set 11-11."),
    ],
)
def test_what_is_no_result_is_one_sentence(won: str, losses: int, draws: int, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_won(won, losses, draws, 20, SET_FROM)
    assert refused.value.message.startswith(sentence)
