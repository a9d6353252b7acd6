"""Results of an evening in every form that people type."""

import pytest

from core.files.typed.results import ME, Written, parse_results_list

WIN, DRAW, LOSS = Written.WIN, Written.DRAW, Written.LOSS


@pytest.mark.parametrize(
    ("text", "first", "second", "result"),
    [
        ("I beat Eli", ME, "Eli", WIN),
        ("beat Eli", ME, "Eli", WIN),
        ("I lost to Hana Ito", ME, "Hana Ito", LOSS),
        ("lost to Eli", ME, "Eli", LOSS),
        ("drew with Eli", ME, "Eli", DRAW),
        ("W Eli", ME, "Eli", WIN),
        ("d Eli", ME, "Eli", DRAW),
        ("L Eli", ME, "Eli", LOSS),
        ("won against Eli", ME, "Eli", WIN),
        ("Won Kim beat Eli", "Won Kim", "Eli", WIN),
        ("Dana won against Eli", "Dana", "Eli", WIN),
        ("Dana draw Eli", "Dana", "Eli", DRAW),
        ("Dana １－０ Eli", "Dana", "Eli", WIN),
        ("１：Dana ½－½ Eli", "Dana", "Eli", DRAW),
        ("lukasz - bo draw", "lukasz - bo", None, DRAW),
        ("lukasz-bo draw", "lukasz-bo", None, DRAW),
        ("Dana and Eli drew", "Dana and Eli", None, DRAW),
        ("lukasz – bo =", "lukasz - bo", None, DRAW),
    ],
)
def test_a_game_is_read(text: str, first: str, second: str | None, result: Written) -> None:
    (line,) = parse_results_list(text)
    assert (line.first.name, line.second and line.second.name, line.result) == (first, second, result)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Dana 2-1 Eli", (2, 1)),
        ("Dana 11:7 Eli", (11, 7)),
        ("Dana 0-3 Eli", (0, 3)),
        ("Dana 3-0 Eli", (3, 0)),
        ("Dana 9:11 Eli", (9, 11)),
        ("Dana 2-2 Eli", (2, 2)),
        ("Dana Eli 21-19", (21, 19)),
        ("Dana 1-10 Eli", (1, 10)),
        ("Dana 412-387 Eli", (412, 387)),
        ("Dana 1-0 Eli", None),
        ("Dana 0:1 Eli", None),
    ],
)
def test_a_score_is_read(text: str, points: tuple[int, int] | None) -> None:
    (line,) = parse_results_list(text)
    assert line.points == points
    if points is not None:
        assert line.result is (WIN if points[0] > points[1] else LOSS if points[0] < points[1] else DRAW)
