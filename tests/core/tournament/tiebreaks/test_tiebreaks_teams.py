"""Team tie-breaks, against an independent program and events worked by hand."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.event.teams import TeamEvent, best_scores, team_event
from core.files.chess.trf_read import read_trf
from core.files.chess.trf_teams import team_event_of
from core.tournament.tiebreaks.field import Terms
from core.tournament.tiebreaks.team_parts import explain_team
from core.tournament.tiebreaks.teams import TEAM_TIE_BREAKS, parse_team_order, team_standings
from tests.core.golden_cases import GOLDEN, golden


def of_case(case: dict[str, Any]) -> TeamEvent:
    if "event" in case:
        file = read_trf((GOLDEN / "tiebreaks" / case["event"]).read_bytes())
        event = team_event_of(file.sections[0], file.began or date.min)
    else:
        event = by_boards([(one, two, three, boards) for one, two, three, boards in case["matches"]])
    assert event is not None
    return event


def by_boards(matches: list[tuple[int, int, int, list[float]]]) -> TeamEvent | None:
    """Return an event of teams with as many members as boards; a member has ten times the team's number."""
    teams = sorted({team for _, one, other, _ in matches for team in (one, other)})
    boards = range(1, len(matches[0][3]) + 1)
    entrants = tuple(Entrant(10 * team + board, team=f"T{team}", board=board) for team in teams for board in boards)
    games = tuple(
        Game(round_number, 10 * one + board, 10 * other + board, score, board % 2 == 1)
        for round_number, one, other, scores in matches
        for board, score in enumerate(scores, start=1)
    )
    return team_event(Crosstable(date(2026, 9, 5), entrants, games))


@pytest.mark.parametrize("case", golden("tiebreaks/teams"))
def test_a_team_tie_break_is_as_published(case: dict[str, Any]) -> None:
    rows = team_standings(of_case(case), (case["code"],), Terms(preset=case.get("preset", False)))
    if "rank" in case:
        assert {row.number: row.rank for row in rows} == {int(team): rank for team, rank in case["rank"].items()}
    ours = {row.number: row.values[0] for row in rows}
    for team, value in case.get("expected", {}).items():
        assert abs(ours[int(team)] - Fraction(str(value))) <= Fraction(1, 200)


@pytest.mark.parametrize("case", [case for case in golden("tiebreaks/teams") if "expected" in case.values[0]])
def test_the_parts_of_a_team_tie_break_add_up_to_what_is_published(case: dict[str, Any]) -> None:
    event, terms = of_case(case), Terms(preset=case.get("preset", False))
    for team, value in case["expected"].items():
        parts = explain_team(event, (case["code"],), terms, int(team), 0)
        ours = sum((part.value for part in parts if part.counted), Fraction(0))
        assert abs(ours - Fraction(str(value))) <= Fraction(1, 200), parts


def test_every_team_tie_break_is_explained_by_its_parts() -> None:
    """Worked by hand: team 1 beats 2 by 3 to 1 and loses to 3 by 1½ to 2½; team 2 draws with 4."""
    event = by_boards([(1, 1, 2, [1, 1, 1, 0]), (2, 1, 3, [1, 0.5, 0, 0]), (2, 2, 4, [0.5] * 4)])
    assert event is not None

    def words(code: str) -> list[str]:
        parts = explain_team(event, (code,), Terms(), 1, 0)
        return [f"{part.label} {part.opponent or ''} {part.value} {part.words}" for part in parts if part.counted]

    assert words("GP") == ["R1 2 3 game points", "R2 3 3/2 game points"]
    assert words("USAT") == ["R1 2 3/2 3 × final score ½", "R2 3 3/2 1½ × final score 1"]
    assert words("BH:MP") == ["R1 2 1 score 1", "R2 3 2 score 2"]
    assert words("EMGSB") == ["R1 2 3 3 × score 1", "R2 3 3 1½ × score 2"]
    assert words("EGMSB") == ["R1 2 6 2 × score 3", "R2 3 0 0 × score 2½"]
    assert words("WIN") == ["R1 2 1 won"]
    assert words("BC") == ["B1  2 2 × board 1", "B2  3 1½ × board 2", "B3  3 1 × board 3", "B4  0 0 × board 4"]
    assert words("TBR") == ["B1  2 points of the board"]
    assert words("EDE") == ["R2 3 0 lost to one of the tied"]
    assert {code for code in TEAM_TIE_BREAKS if words(code)} == {*TEAM_TIE_BREAKS}


def test_us_amateur_team_counts_game_points_times_final_match_scores() -> None:
    # Team 1 beat team 2 (one match point in the end) by 3 to 1 and lost to team 3 (2 points) by 1½ to 2½.
    event = by_boards([(1, 1, 2, [1, 1, 1, 0]), (2, 1, 3, [1, 0.5, 0, 0]), (3, 2, 3, [0.5] * 4), (2, 2, 4, [0.5] * 4)])
    assert event is not None
    rows = {row.number: row for row in team_standings(event, ("USAT", "GP", "H2H"))}
    assert rows[1].values[0] == 3 * Fraction(2, 2) + Fraction(3, 2) * Fraction(3, 2)
    assert rows[1].values[1] == Fraction(9, 2)


def test_head_to_head_parts_teams_with_equal_match_points() -> None:
    event = by_boards([(1, 1, 2, [1, 1]), (1, 3, 4, [1, 1]), (2, 1, 3, [0, 0]), (2, 2, 4, [1, 1]), (3, 3, 2, [0, 0])])
    assert event is not None
    assert [row.number for row in team_standings(event, ("H2H",))][:3] == [2, 3, 1]


def test_an_order_of_teams_is_read_with_its_modifiers() -> None:
    assert parse_team_order("mpvgp, EDE/P, emgsb/c1 bh") == ("MPvGP", "EDE", "EMGSB/C1", "BH:MP")
    assert parse_team_order("none") == ()


@pytest.mark.parametrize("text", ["", "ARO", "EDE/C1", "BH:XX", ",".join(["GP"] * 11)])
def test_an_unknown_order_of_teams_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_team_order(text)


def test_every_team_tie_break_has_a_value_for_everybody() -> None:
    file = read_trf((GOLDEN / "tiebreaks" / "seven_teams.trf").read_bytes())
    event = team_event_of(file.sections[0])
    assert event is not None
    rows = team_standings(event, tuple(TEAM_TIE_BREAKS))
    assert sorted(row.number for row in rows) == list(range(1, 8))
    assert all(len(row.values) == len(TEAM_TIE_BREAKS) for row in rows)


def test_members_who_meet_several_teams_have_no_matches() -> None:
    entrants = tuple(Entrant(number, team="AB"[number > 3]) for number in range(1, 7))
    games = (Game(1, 1, 2, 1.0), Game(1, 3, 4, 0.5), Game(1, 5, 6, 1.0))
    event = team_event(Crosstable(date(2026, 9, 5), entrants, games))
    assert event is not None
    assert event.matches is None
    assert best_scores(event, 2) == {1: 1.5, 2: 1.5}


def test_no_game_points_come_from_a_team_that_is_out_of_the_table() -> None:
    """C.05: team 4 lost 0-2 to team 1 and left after one of three matches; all else is drawn, 1-1 on the boards."""
    matches = [(1, 1, 4, [1.0, 1.0]), (1, 2, 3, [0.5, 0.5]), (2, 1, 2, [0.5, 0.5]), (3, 1, 3, [0.5, 0.5])]
    event = by_boards(matches)
    assert event is not None
    for order in (("GP",), ("EMGSB",), ("BC",), ("TBR",)):
        rows = team_standings(event, order, Terms(preset=True, out=frozenset({4})))
        assert [(row.number, row.rank, row.match_points, row.game_points, row.out) for row in rows] == [
            (1, 1, 2, 2, False),
            (2, 1, 2, 2, False),
            (3, 1, 2, 2, False),
            (4, 4, 0, 0, True),
        ]
        assert len({row.values for row in rows if not row.out}) == 1


def test_a_match_of_equal_forfeits_is_drawn_and_one_nobody_came_to_is_lost_by_both() -> None:
    """Each of teams 1 and 2 wins a board by forfeit; nobody of 3 and 4 came."""
    won, lost = ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS
    byes = [Bye(1, 11, won, 21), Bye(1, 21, lost, 11), Bye(1, 12, lost, 22), Bye(1, 22, won, 12)]
    byes += [
        Bye(1, number, lost, other) for one in (1, 2) for number, other in ((30 + one, 40 + one), (40 + one, 30 + one))
    ]
    entrants = tuple(Entrant(10 * team + one, team=f"T{team}", board=one) for team in (1, 2, 3, 4) for one in (1, 2))
    event = team_event(Crosstable(date(2026, 9, 5), entrants, (), tuple(byes)))
    assert event is not None
    points = {row.number: (row.match_points, row.game_points) for row in team_standings(event, ())}
    assert points == {1: (1, 1), 2: (1, 1), 3: (0, 0), 4: (0, 0)}


def test_a_match_with_an_open_board_counts_nothing_yet() -> None:
    """Team 1 has won board 1 of round 2, and board 2 is being played: no match point, no game point, no bye."""
    event = by_boards([(1, 1, 2, [1.0, 0.5]), (1, 3, 4, [0.5, 0.5]), (2, 1, 3, [1.0]), (2, 2, 4, [0.0, 0.0])])
    assert event is not None
    table = event.table
    playing = Game(2, 12, 32, None, True, rated=False)
    event = team_event(Crosstable(table.date, table.entrants, (*table.games, playing)))
    assert event is not None
    rows = {row.number: row for row in team_standings(event, ("BH:MP",))}
    assert {number: (row.match_points, row.game_points) for number, row in rows.items()} == {
        1: (2, Fraction(3, 2)),
        2: (0, Fraction(1, 2)),
        3: (1, 1),
        4: (3, 3),
    }
    # Team 1 has met team 2 alone, which has no match point.
    assert rows[1].values == (0,)
    assert [part.label for part in explain_team(event, ("BH:MP",), Terms(), 1, 0)] == ["R1"]
