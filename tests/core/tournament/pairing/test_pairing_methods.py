"""The registry, what it refuses in which words, and knockouts."""

from dataclasses import replace

import pytest

from core.errors import InputError, RuleError
from core.event.crosstable import Bye, ByeKind
from core.tournament.pairing.methods import METHODS, bracket, knockout_rounds, method_named, pair_knockout
from core.tournament.pairing.snapshot import Pairing
from tests.core.tournament.pairing.pairing_factories import played, snapshot


@pytest.mark.parametrize(
    ("key", "players", "rounds", "sentence"),
    [
        (
            "swiss",
            6,
            6,
            "6 players can play at most 5 rounds without a repeat. Choose round robin or 5 rounds.",
        ),
        ("swiss", 1, 1, "Swiss (FIDE Dutch) needs 2 players, but there is 1. Wait for more, or choose another method."),
        (
            "swiss",
            401,
            9,
            "Swiss (FIDE Dutch) accepts at most 400 players, but there are 401. Make sections, under Directors.",
        ),
        (
            "round-robin",
            25,
            None,
            "Round robin accepts at most 24 players, but there are 25. Make sections, under Directors.",
        ),
        ("round-robin", 6, 6, "Round robin with 6 players has 5 rounds, not 6."),
        (
            "knockout",
            65,
            None,
            "Knockout accepts at most 64 players, but there are 65. Make sections, under Directors.",
        ),
        ("quads", 3, None, "Quads needs 4 players, but there are 3. Wait for more, or choose another method."),
    ],
)
def test_what_cannot_be_paired_is_said_before_anybody_is(
    key: str, players: int, rounds: int | None, sentence: str
) -> None:
    with pytest.raises(RuleError) as refused:
        method_named(key).require(players, rounds)

    assert refused.value.message == sentence


@pytest.mark.parametrize(
    ("key", "players", "rounds"),
    [("swiss", 6, 5), ("swiss", 200, 9), ("round-robin", 24, 23), ("double-round-robin", 3, 6), ("knockout", 64, 6)],
)
def test_what_can_be_paired_is_not_refused(key: str, players: int, rounds: int) -> None:
    method_named(key).require(players, rounds)


def test_methods_have_keys_of_their_own_and_an_unknown_one_is_told() -> None:
    assert len({method.key for method in METHODS}) == len(METHODS)
    with pytest.raises(InputError, match=r"There is no pairing method typed. Choose one of swiss, "):
        method_named("typed")


def test_the_draw_is_the_usual_one() -> None:
    # Of any knockout with eight seeds: 1-8, 4-5, 2-7, 3-6, so that the best four meet in the semifinals.
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert [knockout_rounds(players) for players in (1, 2, 3, 4, 5, 8, 9, 64)] == [0, 1, 2, 2, 3, 3, 4, 6]


@pytest.mark.parametrize("players", [2, 3, 5, 6, 7, 8, 13, 33, 64])
def test_with_every_favourite_winning_the_two_best_meet_in_the_final(players: int) -> None:
    before = snapshot(players)
    for round_number in range(1, knockout_rounds(players) + 1):
        pairings = pair_knockout(before)
        best = min(len(before.entrants), 1 << (knockout_rounds(players) - round_number + 1))
        assert {number for pairing in pairings for number in pairing if number} == set(range(1, best + 1))
        games = [played(round_number, *sorted(one)) for one in pairings if one.second is not None]
        byes = [Bye(round_number, one.first, ByeKind.FULL_POINT) for one in pairings if one.second is None]
        if round_number == 1:
            # The byes go to the top seeds.
            assert sorted(bye.entrant for bye in byes) == list(range(1, len(byes) + 1))
        table = before.crosstable
        table = replace(table, games=(*table.games, *games), byes=(*table.byes, *byes))
        before = replace(before, crosstable=table, round=round_number + 1)


def test_a_draw_waits_for_who_goes_on() -> None:
    drawn = snapshot(4, [played(1, 1, 4, 0.5), played(1, 2, 3, 0)], round=2)

    with pytest.raises(RuleError, match=r"Round 1: Player 1 and Player 4 drew\. Enter who advances"):
        pair_knockout(drawn)
    decided = replace(drawn, sent_on=frozenset({(1, 4)}))
    assert {frozenset(pairing) for pairing in pair_knockout(decided)} == {frozenset({4, 3})}


def test_a_forfeit_advances_the_opponent_and_a_double_forfeit_nobody() -> None:
    byes = [
        Bye(1, 1, ByeKind.FORFEIT_LOSS, 4),
        Bye(1, 4, ByeKind.FORFEIT_WIN, 1),
        Bye(1, 2, ByeKind.FORFEIT_LOSS, 3),
        Bye(1, 3, ByeKind.FORFEIT_LOSS, 2),
    ]

    assert pair_knockout(snapshot(4, byes=byes, round=2)) == (Pairing(4, None),)
    assert pair_knockout(snapshot(4, absent=frozenset({1})))[1:] == (Pairing(4, None),)
