"""Sections by rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.typed.rules import parse_sections
from core.tournament.pairing.snapshot import section_names, section_of_rating
from tests.depth import examples

BOUNDS = st.sets(st.integers(10, 3000), min_size=1, max_size=19).map(lambda some: tuple(sorted(some, reverse=True)))


@examples()
@given(BOUNDS, st.one_of(st.none(), st.integers(0, 3500)))
def test_a_rating_is_below_the_bound_of_its_section_alone(bounds: tuple[int, ...], rating: int | None) -> None:
    place = section_of_rating(rating, bounds)
    assert place == len(bounds) if rating is None else all(rating < bound for bound in bounds[:place])
    assert rating is None or all(rating >= bound for bound in bounds[place:])


@examples()
@given(BOUNDS)
def test_what_sections_are_called_is_read_again(bounds: tuple[int, ...]) -> None:
    assert parse_sections(", ".join(section_names(bounds))) == bounds


@pytest.mark.parametrize(
    "text", ["", "open", "abc", "1600 and 1200", "0", "12345", ",".join(map(str, range(100, 120)))]
)
def test_what_is_no_sections_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_sections(text)
