"""A Scrabble game that six turns without points have ended is a game."""

import pytest

from core.files.recognise import read_event_file

COCO = "Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada,{0},Bo,{1}\n"
PAIRINGS = "round,player1,player2,score1,score2\n1,Ada,Bo,{0},{1}\n2,Ada,Bo,400,300\n"
TSH = "Ada 1500 2 2; {0} 400\nBo 1400 1 1; {1} 300\n"


@pytest.mark.parametrize("form", [COCO, PAIRINGS, TSH])
@pytest.mark.parametrize(
    ("points", "theirs", "is_game"),
    [(-6, -10, True), (12, -8, True), (-7, -7, True), (50, 0, False), (100, 0, False), (50, -50, False),
     (0, 0, False), (-50, -50, False), (401, 400, True)],
)  # fmt: skip
def test_which_scores_are_those_of_a_game(form: str, points: int, theirs: int, is_game: bool) -> None:
    (section,) = read_event_file(form.format(points, theirs).encode()).sections
    assert any(game.round == 1 for game in section.games) is is_game
    if is_game:
        (game,) = [game for game in section.games if game.round == 1]
        assert (game.first_points, game.second_points) == (points, theirs)
