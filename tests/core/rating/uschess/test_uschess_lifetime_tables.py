"""The tables of the lifetime titles, what is known of each row, and a club's own letters and deltas."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uschess_factories import fast

from core.errors import InputError
from core.rating.uschess.lifetime import (
    DELTAS,
    STANDARD_TABLES,
    TITLES,
    Evidence,
    LifetimeEvent,
    LifetimeTables,
    LifetimeTitle,
    rate_lifetime,
    read_code,
    write_code,
)

A, R, CLUB = Evidence.ATTESTED, Evidence.RECONSTRUCTED, Evidence.CLUB


def played(rounds: int, tables: LifetimeTables = STANDARD_TABLES) -> LifetimeEvent:
    """Return an event of so many games against equals, half of them won."""
    return rate_lifetime(
        LifetimeTitle(1700), [1700] * rounds, rounds / 2, rounds, 1700, established=True, tables=tables
    )


def in_force(tables: LifetimeTables, up_to: int = 25) -> list[tuple[int, Evidence]]:
    """Return the deltas for four rounds and more."""
    return [(tables.delta(rounds).delta, tables.delta(rounds).evidence) for rounds in range(4, up_to + 1)]


def through_json(tables: LifetimeTables) -> LifetimeTables:
    return LifetimeTables.from_json(json.loads(json.dumps(tables.to_json())))


# The document has "c2" for 1400, "B0" for 1700 and "a0" for 1800, and no other letter.
def test_the_letters_of_the_document_are_marked_as_attested() -> None:
    attested = [(row.level, row.letter) for row in TITLES if row.evidence is A]
    assert attested == [(1400, "c"), (1700, "B"), (1800, "a")]
    assert all(row.evidence in (A, R) for row in TITLES)


# Five rounds are the example of Barry Bishop (0.6), six those with opponents of 1800 (0.5).
def test_the_deltas_of_the_document_are_marked_as_attested() -> None:
    assert [(row.rounds, row.delta) for row in DELTAS if row.evidence is A] == [(5, 600), (6, 500)]
    assert [row.rounds for row in DELTAS if row.evidence is R] == [4, 7]


def test_the_letters_go_through_the_classes_in_pairs() -> None:
    # By the pattern of c, B and a: lower case is Certified, upper case Advanced.
    classes = {row.level: row.letter for row in TITLES if row.level < 2000}
    assert "".join(classes.values()) == "eEdDcCbBaA"
    assert all(row.name.startswith("Certified" if row.letter.islower() else "Advanced") for row in TITLES[:10])


def test_every_title_has_a_level_a_name_and_a_letter_of_its_own() -> None:
    for column in ("level", "name", "letter"):
        assert len({getattr(row, column) for row in TITLES}) == 20


@pytest.mark.parametrize(("rounds", "delta"), [(4, 300), (5, 600), (6, 500), (7, 500), (9, 500), (30, 500)])
def test_a_delta_is_that_of_the_rounds_and_the_last_one_holds_on(rounds: int, delta: int) -> None:
    assert STANDARD_TABLES.delta(rounds).delta == delta


@pytest.mark.parametrize("level", [0, 900, 950, 1050, 1750, 2950, 3000, -1000])
def test_a_level_without_a_title_is_refused(level: int) -> None:
    with pytest.raises(InputError, match=f"no lifetime title of {level}"):
        STANDARD_TABLES.title(level)


@pytest.mark.parametrize("row", TITLES, ids=lambda row: row.letter)
def test_a_title_is_found_by_level_and_by_letter(row: Any) -> None:
    assert STANDARD_TABLES.title(row.level) == STANDARD_TABLES.of_letter(row.letter) == row


def test_an_unknown_letter_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(InputError, match=r'"z" is not a title.s letter\. The letters are e E d D c C b B a A x X'):
        STANDARD_TABLES.of_letter("z")


@pytest.mark.parametrize(("rounds", "rests"), [(4, True), (5, False), (6, False), (7, True), (8, True), (12, True)])
def test_an_event_tells_whether_its_delta_is_reconstructed(rounds: int, rests: bool) -> None:
    event = played(rounds)
    assert event.tests
    assert event.delta is not None
    assert (event.delta.evidence is R) is rests


# A club's deltas


@pytest.mark.parametrize("rounds", [4, 7])
def test_a_delta_that_the_club_has_set_is_no_reconstruction(rounds: int) -> None:
    event = played(rounds, STANDARD_TABLES.with_deltas({rounds: 700}))
    assert event.delta is not None
    assert (event.delta.delta, event.delta.evidence) == (700, CLUB)


def test_a_clubs_delta_decides() -> None:
    # Bishop's 3 of 5 stand 0.699 above the level of 1700.
    for delta, highest in ((699, 1700), (700, None)):
        event = rate_lifetime(
            LifetimeTitle(1700),
            [1720, 1750, 1800, 1770, 1600],
            3,
            5,
            1700,
            established=True,
            tables=STANDARD_TABLES.with_deltas({5: delta}),
        )
        assert event.highest == highest


def test_deltas_that_are_not_set_stay() -> None:
    tables = STANDARD_TABLES.with_deltas({5: 650})
    assert in_force(tables, 8) == [(300, R), (650, CLUB), (500, A), (500, R), (500, R)]


def test_a_gap_is_filled_from_the_row_before() -> None:
    tables = STANDARD_TABLES.with_deltas({10: 300})
    standard = [(300, R), (600, A), (500, A), (500, R), (500, R), (500, R)]
    assert in_force(tables, 12) == [*standard, (300, CLUB), (300, CLUB), (300, CLUB)]


def test_a_gap_after_a_clubs_own_delta_holds_that_one() -> None:
    tables = STANDARD_TABLES.with_deltas({7: 450, 10: 300})
    assert in_force(tables, 10)[3:] == [(450, CLUB), (450, CLUB), (450, CLUB), (300, CLUB)]
    assert through_json(tables) == tables


def test_a_later_delta_is_merged_with_the_earlier_ones() -> None:
    tables = STANDARD_TABLES.with_deltas({4: 700}).with_deltas({7: 400})
    assert in_force(tables, 7) == [(700, CLUB), (600, A), (500, A), (400, CLUB)]
    assert tables.with_deltas({4: 350}).delta(4).delta == 350


@pytest.mark.parametrize("rounds", [3, 0, -1, 21, 100])
def test_a_delta_for_a_number_of_rounds_without_norms_is_refused(rounds: int) -> None:
    with pytest.raises(InputError, match=f"4 to 20 rounds, not {rounds}"):
        STANDARD_TABLES.with_deltas({rounds: 500})


@pytest.mark.parametrize(("delta", "written"), [(-1, "-0.001"), (3001, "3.001")])
def test_a_delta_outside_nought_and_three_points_is_refused(delta: int, written: str) -> None:
    with pytest.raises(InputError, match=f"delta for 5 rounds must be between 0 and 3, not {written}"):
        STANDARD_TABLES.with_deltas({5: delta})


@pytest.mark.parametrize("delta", [0, 3000])
def test_the_limits_themselves_are_deltas(delta: int) -> None:
    assert STANDARD_TABLES.with_deltas({5: delta}).delta(5).delta == delta


# A club's letters


def test_a_club_may_give_some_titles_other_letters() -> None:
    tables = STANDARD_TABLES.with_letters({2000: "p", 2100: "P"})
    assert (tables.title(2000).letter, tables.title(2000).evidence) == ("p", CLUB)
    assert tables.title(2000).name == "Certified Expert"
    assert tables.title(1700) == STANDARD_TABLES.title(1700)
    assert write_code(LifetimeTitle(2100, 4), tables) == "P4"
    assert read_code("P4", tables) == LifetimeTitle(2100, 4)
    with pytest.raises(InputError, match='"x" is not a title'):
        read_code("x0", tables)


def test_later_letters_are_merged_with_the_earlier_ones() -> None:
    tables = STANDARD_TABLES.with_letters({2000: "p"}).with_letters({2100: "P"})
    assert (tables.title(2000).letter, tables.title(2100).letter) == ("p", "P")


def test_two_titles_may_swap_their_letters() -> None:
    tables = STANDARD_TABLES.with_letters({2600: "T", 2700: "t"})
    assert (tables.of_letter("T").level, tables.of_letter("t").level) == (2600, 2700)


@pytest.mark.parametrize("letters", [{2000: "a"}, {2000: "p", 2100: "p"}])
def test_two_titles_with_one_letter_are_refused(letters: dict[int, str]) -> None:
    with pytest.raises(InputError, match="would both be"):
        STANDARD_TABLES.with_letters(letters)


@pytest.mark.parametrize("letter", ["", "ab", "1", "*", " ", "é", "ß", "ª"])
def test_what_is_not_one_letter_is_refused(letter: str) -> None:
    with pytest.raises(InputError, match="is not one letter"):
        STANDARD_TABLES.with_letters({2000: letter})


@pytest.mark.parametrize("level", [900, 1750, 3000])
def test_a_letter_for_a_level_without_a_title_is_refused(level: int) -> None:
    with pytest.raises(InputError, match=f"no lifetime title of {level}"):
        STANDARD_TABLES.with_letters({level: "p"})


def test_a_refusal_changes_nothing() -> None:
    with pytest.raises(InputError):
        STANDARD_TABLES.with_letters({2000: "a"})
    with pytest.raises(InputError):
        STANDARD_TABLES.with_deltas({5: 9000})
    assert LifetimeTables() == STANDARD_TABLES
    assert (STANDARD_TABLES.titles, STANDARD_TABLES.deltas) == (TITLES, DELTAS)


# As JSON


def test_the_documents_own_tables_are_written_as_nothing() -> None:
    assert STANDARD_TABLES.to_json() == {"letters": {}, "deltas": {}}
    assert LifetimeTables.from_json({}) == through_json(STANDARD_TABLES) == STANDARD_TABLES


def test_what_the_club_has_set_is_written_and_nothing_else() -> None:
    tables = STANDARD_TABLES.with_letters({2000: "p"}).with_deltas({4: 350, 9: 400})
    assert tables.to_json() == {"letters": {"2000": "p"}, "deltas": {"4": 350, "9": 400}}
    assert through_json(tables) == tables


def test_a_gap_that_is_filled_is_not_written() -> None:
    # Only seven and ten rounds are the club's own; what eight and nine hold on from them is found again.
    tables = STANDARD_TABLES.with_deltas({7: 450, 10: 300})
    assert tables.to_json()["deltas"] == {"7": 450, "10": 300}


def test_swapped_letters_read_back() -> None:
    tables = STANDARD_TABLES.with_letters({2600: "T", 2700: "t"})
    assert through_json(tables) == tables


changes = st.lists(st.dictionaries(st.integers(4, 20), st.integers(0, 3000), min_size=1, max_size=4), max_size=3)


@fast
@given(changes)
def test_tables_read_back_as_they_were_however_they_were_set(history: list[dict[int, int]]) -> None:
    tables = STANDARD_TABLES
    for deltas in history:
        tables = tables.with_deltas(deltas)
    assert in_force(through_json(tables)) == in_force(tables)


@fast
@given(changes)
def test_the_latest_of_each_delta_is_what_holds(history: list[dict[int, int]]) -> None:
    tables, latest = STANDARD_TABLES, dict[int, int]()
    for deltas in history:
        tables, latest = tables.with_deltas(deltas), latest | deltas
    for rounds, delta in latest.items():
        assert (tables.delta(rounds).delta, tables.delta(rounds).evidence) == (delta, CLUB)
