"""Brackets: published ones, and what holds of every knockout however it is played."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import Bye, ByeKind
from core.tournament.pairing.methods import Match, bracket, bracket_of, knockout_rounds, pair_knockout, rounds_survived
from core.tournament.pairing.snapshot import Snapshot
from tests.core.tournament.pairing.pairing_factories import played, snapshot
from tests.depth import examples


def test_sixteen_stand_as_in_a_published_bracket() -> None:
    # A region of the NCAA basketball championship, as printed every March: who meets in the first round, and which
    # winners meet next.
    printed = [[{1, 16}, {8, 9}], [{5, 12}, {4, 13}], [{6, 11}, {3, 14}], [{7, 10}, {2, 15}]]
    places = bracket(16)
    games = [{*places[at : at + 2]} for at in range(0, 16, 2)]

    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]  # any quarter-finals with seeds: 1-8, 4-5, 2-7, 3-6
    for pair in printed:
        found = [games[at : at + 2] for at in range(0, 8, 2) if pair[0] in games[at : at + 2]]
        assert all(game in found[0] for game in pair)
    halves = [{number for game in half for number in game} for half in (games[:4], games[4:])]
    assert {frozenset(half) for half in halves} == {
        frozenset({1, 16, 8, 9, 5, 12, 4, 13}),
        frozenset({6, 11, 3, 14, 7, 10, 2, 15}),
    }


def test_the_bracket_shows_who_is_known_and_a_draw_that_waits() -> None:
    before = snapshot(6, [played(1, 3, 6), played(1, 4, 5, 0.5)], [Bye(1, 1, ByeKind.FULL_POINT)], round=2)

    first, second, final = bracket_of(before)
    assert first == (
        Match(1, None, 1, is_over=True),
        Match(4, 5, drawn=True),
        Match(2, None, 2, is_over=True),
        Match(3, 6, 3, is_over=True),
    )
    assert second == (Match(1, None), Match(2, 3))
    assert final == (Match(None, None),)
    assert rounds_survived(before) == ({1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}, frozenset({6}))


def test_who_has_gone_home_with_nobody_against_them_is_out() -> None:
    # 1 and 4 did not come to the first round; 2, alone in the final, had gone home too.
    byes = [Bye(1, 1, ByeKind.ZERO_POINT), Bye(1, 4, ByeKind.ZERO_POINT), Bye(2, 2, ByeKind.ZERO_POINT)]
    _, final = bracket_of(snapshot(4, [played(1, 2, 3)], byes, round=3))

    assert final == (Match(None, 2, None, is_over=True),)


@given(st.integers(2, 64), st.randoms(use_true_random=False), st.sets(st.integers(1, 64), max_size=4))
@examples()
def test_however_it_goes_everybody_plays_on_once_and_one_is_left(players: int, chance: object, gone: set[int]) -> None:
    before: Snapshot = snapshot(players)
    rounds = knockout_rounds(players)
    still = set(range(1, players + 1))
    for number in range(1, rounds + 1):
        absent = frozenset(gone & still) if number > 1 else frozenset()
        pairings = pair_knockout(replace(before, absent=absent))
        seen = [one for pairing in pairings for one in pairing if one is not None]
        assert sorted(seen) == sorted(still - absent)  # everybody who is in, once
        if number < rounds:
            assert all({1, 2} != {*pairing} for pairing in pairings)
        games, byes, sent = [], [Bye(number, one, ByeKind.ZERO_POINT) for one in absent], set(before.sent_on)
        for first, second in pairings:
            if second is None:
                byes.append(Bye(number, first, ByeKind.FULL_POINT))
                if number == 1:
                    assert first <= (1 << rounds) - players  # byes go to the top seeds
                continue
            score = chance.choice((0, 0.5, 1))  # type: ignore[attr-defined]
            games.append(played(number, first, second, score))
            loser = {0: first, 1: second}.get(score)
            if loser is None:
                loser = chance.choice((first, second))  # type: ignore[attr-defined]
                sent.add((number, first if loser == second else second))
            still.discard(loser)
        still -= absent
        table = before.crosstable
        table = replace(table, games=(*table.games, *games), byes=(*table.byes, *byes))
        before = replace(before, crosstable=table, round=number + 1, sent_on=frozenset(sent))
    survived, out = rounds_survived(before)
    assert len(still) <= 1
    assert out == set(survived) - still
    assert all(survived[one] == rounds for one in still)
    assert all(survived[one] < rounds for one in out)
