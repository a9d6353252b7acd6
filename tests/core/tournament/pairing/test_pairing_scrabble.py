"""King of the Hill, Swiss by record and spread, Fontes."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import RuleError
from core.event.crosstable import Bye, ByeKind
from core.tournament.pairing.methods import method_named
from core.tournament.pairing.scrabble import fontes_groups, pair_by_record, pair_king_of_the_hill, standing
from core.tournament.pairing.snapshot import ForbiddenPair, Pairing, seated, who_begins
from tests.core.tournament.pairing.pairing_factories import after, played, snapshot
from tests.depth import examples


def meetings(pairings: tuple[Pairing, ...]) -> set[frozenset[int | None]]:
    return {frozenset(pairing) for pairing in pairings}


def test_the_standing_goes_by_wins_then_spread_then_rating() -> None:
    games = [played(1, 5, 6, 1, 20), played(1, 4, 3, 1, 90), played(1, 1, 2, 0.5)]
    byes = [Bye(1, 7, ByeKind.FULL_POINT), Bye(1, 8, ByeKind.FORFEIT_LOSS), Bye(1, 9, ByeKind.FULL_POINT, points=10)]

    assert standing(snapshot(9, games, byes, round=2)) == [4, 7, 5, 9, 1, 2, 6, 8, 3]


def test_equal_wins_and_spread_are_ranked_by_rating() -> None:
    facts = snapshot(4, [played(1, 1, 2, 0.5), played(1, 3, 4, 0.5)], round=2)
    upward = tuple(replace(one, rating=1000.0 + one.number) for one in facts.crosstable.entrants)
    assert standing(replace(facts, crosstable=replace(facts.crosstable, entrants=upward))) == [4, 3, 2, 1]


def test_the_hill_is_neighbours() -> None:
    games = [played(1, 1, 8, 0, -90), played(1, 7, 2, 1, 60), played(1, 3, 6, 1, 30), played(1, 4, 5, 1, 10)]

    # 8, 7, 3, 4, then 5, 6, 2, 1.
    assert meetings(pair_king_of_the_hill(snapshot(8, games, round=2))) == {
        frozenset({8, 7}),
        frozenset({3, 4}),
        frozenset({5, 6}),
        frozenset({2, 1}),
    }


def test_of_equally_near_pairings_the_best_starts_are_taken() -> None:
    games = [played(1, 1, 6, 0, -50), played(1, 2, 5, 1, 70), played(1, 3, 4, 1, 30)]

    # In the standing 2, 6, 3, 4, 1, 5, and 3 has met 4: five places apart in all is the least. 1, 2 and 3 began.
    pairings = pair_king_of_the_hill(snapshot(6, games, round=2))
    rank = {number: place for place, number in enumerate([2, 6, 3, 4, 1, 5])}
    assert sum(abs(rank[first] - rank[second]) for first, second in pairings if second) == 5
    assert {pairing.first for pairing in pairings} == {4, 5, 6}


def test_neighbours_who_met_do_not_meet_again() -> None:
    games = [played(1, 1, 2, 1, 50), played(1, 3, 4, 0.5)]

    # In the standing: 1, 3, 4, 2.
    assert meetings(pair_king_of_the_hill(snapshot(4, games, round=2))) == {frozenset({1, 3}), frozenset({4, 2})}
    games = [played(1, 1, 3, 1, 50), played(1, 2, 4, 0, -10)]
    # 1, 4, 2, 3: and again without a repeat.
    assert meetings(pair_king_of_the_hill(snapshot(4, games, round=2))) == {frozenset({1, 4}), frozenset({2, 3})}
    games += [played(2, 1, 4, 1, 50), played(2, 3, 2, 0, -10)]
    # 1, 2, 4, 3: two pairs have met, and only 1-2, 3-4 is left.
    assert meetings(pair_king_of_the_hill(snapshot(4, games, round=3))) == {frozenset({1, 2}), frozenset({3, 4})}
    games += [played(3, 1, 2, 0, -200), played(3, 3, 4, 1, 10)]
    with pytest.raises(RuleError, match=r"Round 4 cannot be paired without a repeat. Drop"):
        pair_king_of_the_hill(snapshot(4, games, round=4))


def test_by_record_the_upper_half_of_equal_wins_meets_the_lower() -> None:
    assert meetings(pair_by_record(snapshot(8))) == {frozenset({number, number + 4}) for number in range(1, 5)}


def test_an_odd_group_gives_its_last_to_the_next() -> None:
    games = [played(1, 1, 4, 1, 90), played(1, 2, 5, 1, 60), played(1, 3, 6, 1, 30)]

    # Winners 1, 2 and 3, of whom 3 goes down; losers 6, 5, 4. 3 leads them, and has met 6, so the halves may stand.
    assert meetings(pair_by_record(snapshot(6, games, round=2))) == {
        frozenset({1, 2}),
        frozenset({3, 5}),
        frozenset({6, 4}),
    }


def test_a_forbidden_pair_gives_the_nearest_pairing_of_equal_wins() -> None:
    pairings = pair_by_record(snapshot(4, forbidden=(ForbiddenPair(1, 3),)))

    assert meetings(pairings) in ({frozenset({1, 4}), frozenset({2, 3})}, {frozenset({1, 2}), frozenset({3, 4})})


def test_the_bye_is_the_lowest_ones_who_has_had_the_fewest() -> None:
    assert pair_king_of_the_hill(snapshot(5))[-1] == Pairing(5, None)
    had = snapshot(5, [played(1, 1, 2), played(1, 3, 4)], [Bye(1, 5, ByeKind.FULL_POINT)], round=2)
    # 4 and 2 lost by nothing: the lower rated of them.
    assert pair_king_of_the_hill(had)[-1] == Pairing(4, None)


def test_who_has_begun_less_begins_then_who_did_not_when_they_last_met() -> None:
    begun = snapshot(4, [played(1, 1, 3), played(2, 4, 2)], round=3)
    assert who_begins(begun, 1, 2) == who_begins(begun, 2, 1) == Pairing(2, 1)
    met = snapshot(4, [played(1, 1, 2), played(2, 2, 3), played(2, 4, 1), played(3, 3, 1)], round=4)
    assert who_begins(met, 1, 2) == who_begins(met, 2, 1) == Pairing(2, 1)


def test_a_lot_is_repeatable_and_different_lots_decide_differently() -> None:
    drawn = {who_begins(snapshot(2, lot=lot), 1, 2) for lot in range(20)}

    assert drawn == {Pairing(1, 2), Pairing(2, 1)}
    assert len({who_begins(snapshot(2, lot=7), one, 3 - one) for one in (1, 2)}) == 1


@pytest.mark.parametrize("players", range(4, 30))
def test_fontes_groups_have_one_player_of_each_quarter(players: int) -> None:
    groups = fontes_groups(list(range(1, players + 1)))

    assert sorted(number for group in groups for number in group) == list(range(1, players + 1))
    whole, left = divmod(players, 4)
    assert sorted(map(len, groups)) == sorted([3] + [4] * whole if left == 3 else [4] * (whole - 1) + [4 + left])
    count = len(groups)
    assert all({(number - 1) // count for number in group} >= {0, 1, 2} for group in groups)


@given(
    st.sampled_from(["scrabble-koth", "scrabble-swiss", "fontes"]),
    st.integers(4, 14),
    st.lists(st.sampled_from([1.0, 0.5, 0.0, None]), min_size=49, max_size=49),
    st.sets(st.integers(1, 14), max_size=3),
)
# One is away for a round: in the next two are left over who have met.
@example("fontes", 13, [1.0] * 49, {9})
@examples(0.6)
def test_every_round_pairs_everybody_once_without_repeats(
    key: str, players: int, results: list[float | None], absent: set[int]
) -> None:
    method, before = method_named(key), snapshot(players)
    met: set[frozenset[int]] = set()
    for number in range(min(4, players - 1)):
        boards = seated(before, method.plan(before).pairings)
        seen = [one for board in boards for one in board[1:] if one]
        assert sorted(seen) == list(before.playing)
        assert sum(board.second is None for board in boards) == len(before.playing) % 2
        row = dict(enumerate(results[7 * number : 7 * number + 7]))
        for place, board in enumerate(boards):
            if board.second is not None and row[place] is not None:
                assert frozenset((board.first, board.second)) not in met
                met.add(frozenset((board.first, board.second)))
        # Who is away for a round comes back: with few players left, a round may have no pairing without a repeat.
        away = frozenset(absent) if number == 1 and players > 11 else frozenset[int]()
        before = after(before, boards, row, absent=away)
