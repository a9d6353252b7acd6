"""What holds of any event's standings."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from tiebreaks_events import all_terms, swiss_events

from core.event.crosstable import ByeKind, Crosstable
from core.tournament.tiebreaks.field import Terms
from core.tournament.tiebreaks.standings import TIE_BREAKS, explain, standings
from tests.depth import examples

CODES = list(TIE_BREAKS) + [f"{code}/{cut}" for code, one in TIE_BREAKS.items() for cut in sorted(one.cuts)]
orders = st.lists(st.sampled_from(CODES), max_size=5, unique=True)
_SUMS = [code for code in CODES if TIE_BREAKS[code.partition("/")[0]].total is None]


@examples()
@given(swiss_events(), orders, all_terms, st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_entry(
    table: Crosstable, order: list[str], terms: Terms, chance
) -> None:
    shuffled = [list(table.entrants), list(table.games), list(table.byes)]
    for facts in shuffled:
        chance.shuffle(facts)
    entrants, games, byes = map(tuple, shuffled)
    other = replace(table, entrants=entrants, games=games, byes=byes)
    assert standings(other, order, terms) == standings(table, order, terms)


@examples()
@given(swiss_events(), orders, all_terms)
def test_ranks_are_shared_and_leave_gaps(table: Crosstable, order: list[str], terms: Terms) -> None:
    rows = standings(table, order, terms)
    assert sorted(row.number for row in rows) == [entrant.number for entrant in table.entrants]
    for place, row in enumerate(rows, start=1):
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.rank <= place
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@examples()
@given(swiss_events(), all_terms)
def test_points_are_those_of_games_and_byes(table: Crosstable, terms: Terms) -> None:
    known = sum(game.score is not None for game in table.games)
    worth = {
        ByeKind.FULL_POINT: terms.bye_worth,
        ByeKind.HALF_POINT: Fraction(1, 2),
        ByeKind.FORFEIT_WIN: Fraction(1),
    }
    byes = sum((worth.get(bye.kind, Fraction(0)) for bye in table.byes), Fraction(0))
    assert sum(row.points for row in standings(table, (), terms)) == known + byes


@examples()
@given(swiss_events(), st.sampled_from(_SUMS), all_terms)
def test_what_is_explained_adds_up(table: Crosstable, code: str, terms: Terms) -> None:
    for row in standings(table, (code,), terms):
        counted = [one.value for one in explain(table, row.number, code, (code,), terms) if one.counted]
        if row.values[0] is not None:
            assert sum(counted, Fraction(0)) == row.values[0]
        else:
            assert counted == [] or TIE_BREAKS[code].among is not None


@examples()
@given(swiss_events(), st.sampled_from(CODES), all_terms)
def test_every_explanation_can_be_read(table: Crosstable, code: str, terms: Terms) -> None:
    for entrant in table.entrants:
        for one in explain(table, entrant.number, code, (code,), terms):
            assert one.words
            assert one.rule
            assert "{" not in one.words
