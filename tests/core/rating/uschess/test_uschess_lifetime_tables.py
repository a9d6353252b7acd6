"""The tables of the lifetime titles, and what is known of each row."""

from typing import Any

import pytest

from core.errors import InputError
from core.rating.uschess.lifetime import (
    DELTAS,
    TITLES,
    Evidence,
    LifetimeEvent,
    LifetimeTitle,
    delta_of,
    rate_lifetime,
    title_of,
    title_of_letter,
)

A, R = Evidence.ATTESTED, Evidence.RECONSTRUCTED


def played(rounds: int) -> LifetimeEvent:
    """Return an event of so many games against equals, half of them won."""
    return rate_lifetime(LifetimeTitle(1700), [1700] * rounds, rounds / 2, rounds, 1700, established=True)


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
    assert delta_of(rounds).delta == delta


@pytest.mark.parametrize("level", [0, 900, 950, 1050, 1750, 2950, 3000, -1000])
def test_a_level_without_a_title_is_refused(level: int) -> None:
    with pytest.raises(InputError, match=f"no lifetime title of {level}"):
        title_of(level)


@pytest.mark.parametrize("row", TITLES, ids=lambda row: row.letter)
def test_a_title_is_found_by_level_and_by_letter(row: Any) -> None:
    assert title_of(row.level) == title_of_letter(row.letter) == row


def test_an_unknown_letter_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(InputError, match=r'"z" is not a title.s letter\. The letters are e E d D c C b B a A x X'):
        title_of_letter("z")


@pytest.mark.parametrize(("rounds", "rests"), [(4, True), (5, False), (6, False), (7, True), (8, True), (12, True)])
def test_an_event_tells_whether_its_delta_is_reconstructed(rounds: int, rests: bool) -> None:
    event = played(rounds)
    assert event.tests
    assert event.delta is not None
    assert (event.delta.evidence is R) is rests
