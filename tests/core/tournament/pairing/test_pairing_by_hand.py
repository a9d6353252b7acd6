"""Boards made by hand, pairing numbers and the order of boards."""

import pytest

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind
from core.tournament.pairing.by_hand import DoubtKind, doubts_about, require_boards
from core.tournament.pairing.snapshot import Board, ForbiddenPair, Pairing, Seed, pairing_numbers, seated
from tests.core.tournament.pairing.pairing_factories import played, snapshot


def test_what_the_rules_forbid_is_doubted() -> None:
    before = snapshot(
        7,
        [played(1, 1, 2), played(2, 1, 3), played(1, 4, 5), played(2, 6, 5)],
        [Bye(1, 7, ByeKind.FULL_POINT)],
        round=3,
        forbidden=(ForbiddenPair(2, 6),),
    )

    doubts = doubts_about(before, [Pairing(1, 2), Pairing(6, 2), Pairing(3, 5), Pairing(7, None), Pairing(4, None)])

    assert [(doubt.kind, doubt.numbers) for doubt in doubts] == [
        (DoubtKind.REPEAT, (1, 2)),
        (DoubtKind.THIRD_WHITE, (1,)),
        (DoubtKind.FORBIDDEN, (6, 2)),
        (DoubtKind.THIRD_BLACK, (5,)),
        (DoubtKind.SECOND_BYE, (7,)),
    ]
    assert doubts[0].sentence({1: "Ann", 2: "Bob"}) == "Ann and Bob have met before."


def test_three_more_of_a_colour_are_doubted_though_they_are_not_in_a_row() -> None:
    games = [played(1, 1, 2), played(2, 1, 3), played(3, 4, 1), played(4, 1, 5), played(5, 2, 3)]

    assert [doubt.kind for doubt in doubts_about(snapshot(6, games, round=6), [Pairing(1, 6)])] == [
        DoubtKind.MANY_WHITES
    ]


@pytest.mark.parametrize(
    ("pairings", "sentence"),
    [
        ([Pairing(1, 2)], "Player 3 has no pairing in round 1"),
        ([Pairing(1, 2), Pairing(3, 1)], "Player 1 is paired twice in round 1"),
        ([Pairing(1, 2), Pairing(3, 4)], "Player 4 does not play in round 1"),
    ],
)
def test_a_round_that_is_none_is_refused(pairings: list[Pairing], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        require_boards(snapshot(4, absent=frozenset({4})), pairings)


def test_a_whole_round_is_taken() -> None:
    require_boards(snapshot(4, absent=frozenset({4})), [Pairing(2, 1), Pairing(3, None)])


def test_numbers_go_by_rating_then_title_then_name() -> None:
    seeds = [
        Seed("e", None, "GM", "Eve"),
        Seed("d", 1500, None, "dan"),
        Seed("c", 1500, None, "Cid"),
        Seed("b", 1500, "WGM", "Zoe"),
        Seed("a", 2000, None, "Abe"),
        Seed("i", 1500, "IM", "Zoe"),
    ]

    assert [*pairing_numbers(seeds)] == ["a", "i", "b", "c", "d", "e"]


def test_latecomers_are_numbered_by_rating_until_round_four() -> None:
    given = {"a": 1, "b": 2}
    seeds = [Seed("a", 2000), Seed("b", 1500), Seed("c", 1800)]

    assert pairing_numbers(seeds, 4, given) == {"a": 1, "c": 2, "b": 3}
    assert pairing_numbers(seeds, 5, given) == {"a": 1, "b": 2, "c": 3}


def test_boards_go_by_score_then_sum_then_number_and_byes_are_last() -> None:
    games = [played(1, 1, 2, 0.5), played(1, 3, 4), played(1, 5, 6)]
    before = snapshot(7, games, round=2)

    boards = seated(before, [Pairing(7, None), Pairing(2, 1), Pairing(4, 5), Pairing(6, 3)])

    assert boards == (Board(1, 6, 3), Board(2, 4, 5), Board(3, 2, 1), Board(None, 7, None))


def test_a_fixed_board_is_kept_and_the_others_close_up() -> None:
    before = snapshot(8, fixed={3: 1, 4: 6, 8: 9})

    boards = seated(before, [Pairing(1, 5), Pairing(2, 6), Pairing(7, 3), Pairing(4, 8)])

    assert boards == (Board(1, 7, 3), Board(2, 1, 5), Board(3, 2, 6), Board(6, 4, 8))
