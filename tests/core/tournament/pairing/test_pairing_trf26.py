"""The text for the engine, column by column."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game
from core.tournament.pairing.snapshot import ForbiddenPair, Pairing, Snapshot, group_a, virtual_points
from core.tournament.pairing.trf26 import conduct_before, engine_text
from tests.core.tournament.pairing.pairing_factories import played, snapshot
from tests.depth import examples

TEXT = """\
012 Crosstable
142 5
152 B
162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5
192 FIDE_DUTCH
001    1      P1                                2000                             1.5    1     2 w 1     3 b =
001    2      P2                                1993                             1.0    2     1 b 0     5 w +
001    3      P3                                1986                             1.0    3     4 b D     1 w =
001    4      P4                                1979                             1.0    4     3 w D  0000 - U
001    5      P5                                1972                             0.5    5  0000 - H     2 b -
001    6      P6                                1965                             0.0    6  0000 - Z  0000 - Z
240 F 003 0002
240 Z 003 0005 0006
250      01.0 001 001 0001 0004
250      01.0 002 002 0001 0004
250      00.5 003 003 0001 0004
260 003 003    1    4
"""


def event() -> Snapshot:
    return snapshot(
        6,
        [
            played(1, 1, 2, 1),
            Game(1, 3, 4, 0.5, first_began=False, rated=False),
            played(2, 3, 1, 0.5),
            Game(3, 1, 4, None),  # of the round to pair: nothing of it counts
        ],
        [
            Bye(1, 5, ByeKind.HALF_POINT),
            Bye(2, 2, ByeKind.FORFEIT_WIN, 5),
            Bye(2, 5, ByeKind.FORFEIT_LOSS, 2),
            Bye(2, 4, ByeKind.FULL_POINT),
            Bye(2, 6, ByeKind.UNPLAYED),
        ],
        round=3,
        absent=frozenset({5, 6}),
        asked={2: ByeKind.FULL_POINT, 5: ByeKind.HALF_POINT},
        forbidden=(ForbiddenPair(4, 1), ForbiddenPair(1, 6, until=2)),
        white_first=False,
        half_point_bye=True,
        accelerated=True,
    )


def test_every_record_fills_its_columns() -> None:
    assert engine_text(event()).text == TEXT


def test_the_same_facts_are_the_same_text_in_any_order_and_under_any_name() -> None:
    before = event()
    table = before.crosstable
    people = tuple(replace(one, name="Ann", player=one.number * 17) for one in reversed(table.entrants))
    other = replace(table, entrants=people, games=table.games[::-1], byes=table.byes[::-1])

    assert engine_text(replace(before, crosstable=other)).text == TEXT


def test_numbers_with_gaps_are_closed_up_and_come_back() -> None:
    part = engine_text(snapshot(9).of({2, 5, 9}))

    assert [line[4:8] for line in part.text.splitlines() if line.startswith("001")] == ["   1", "   2", "   3"]
    assert part.pairings([(3, 1), (2, 0)]) == (Pairing(9, 2), Pairing(5, None))


@given(st.text(), st.text())
@examples()
def test_no_name_is_ever_in_the_text(one: str, other: str) -> None:
    before = event()
    named = [replace(entrant, name=one + other) for entrant in before.crosstable.entrants]
    table = replace(before.crosstable, entrants=tuple(named))

    assert engine_text(replace(before, crosstable=table)).text == TEXT


def test_a_round_without_all_its_results_is_refused_with_who_is_missing() -> None:
    with pytest.raises(InputError, match=r"Round 1 has no result of Player 1 against Player 2. Report it first\."):
        snapshot(2, [Game(1, 1, 2, None)], round=2)


def test_the_accelerated_group_and_its_points_are_those_of_the_handbook() -> None:
    # C.04.5.1: 161 players, and nine rounds.
    assert group_a(161) == 82
    assert virtual_points(9) == (1, 1, 1, 0.5, 0.5)


@pytest.mark.parametrize(
    ("players", "late", "last"),
    [
        (8, set(), 4),
        # Who comes later does not move the end of the group; who comes in above it moves its number.
        (9, {9}, 4),
        (9, {1}, 5),
        (12, {1, 6, 11, 12}, 5),
    ],
)
def test_latecomers_do_not_move_the_end_of_the_accelerated_group(players: int, late: set[int], last: int) -> None:
    began = [number for number in range(1, players + 1) if number not in late]
    games = [played(1, one, other, 1) for one, other in zip(began[:4], began[4:], strict=True)]
    byes = [Bye(1, number, ByeKind.ZERO_POINT) for number in sorted(late)]
    facts = snapshot(players, games, byes, round=2, rounds=9, accelerated=True, late=frozenset(late))
    records = [line for line in engine_text(facts).text.splitlines() if line.startswith("250")]
    assert {line[-4:] for line in records} == {f"{last:04d}"}
    assert {one.last for one in conduct_before(facts).accelerated} == {last}
