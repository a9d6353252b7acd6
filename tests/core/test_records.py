"""Records made quickly are those that their class makes."""

import gc
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.records import MANY, quick, quick_replace, uncollected
from tests.depth import examples


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    rating: float | None = None
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Checked:
    number: int
    other: int

    def __post_init__(self) -> None:
        raise AssertionError


@dataclass(frozen=True)
class WithDict:
    number: int
    other: int


_line, _replaced = quick(Line), quick_replace(Line)


@examples()
@given(st.integers(), st.none() | st.floats(allow_nan=False), st.lists(st.text()))
def test_a_record_is_the_class_own(number: int, rating: float | None, names: list[str]) -> None:
    plain, made = Line(number, rating, names), _line(number, rating=rating, names=names)
    assert type(made) is Line
    assert made == plain
    assert repr(made) == repr(plain)
    assert pickle.loads(pickle.dumps(made)) == plain
    assert _line(number) == Line(number)
    assert _line(number).names is not _line(number).names
    assert _replaced(plain, rating=1.0) == replace(plain, rating=1.0)
    assert plain.rating == rating
    for frozen in (made, _replaced(plain, number=1)):
        with pytest.raises(FrozenInstanceError):
            frozen.number = 2  # type: ignore[misc]


@pytest.mark.parametrize("cls", [Checked, WithDict])
def test_a_class_that_does_more_is_refused(cls: type) -> None:
    for maker in (quick, quick_replace):
        with pytest.raises(TypeError):
            maker(cls)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(AttributeError):
        _replaced(Line(1), rank=1)
    with pytest.raises(TypeError):
        _line(1, rank=1)  # type: ignore[call-arg]


def test_the_collector_is_back_after_an_event_of_many_whatever_happens() -> None:
    def fail() -> None:
        with uncollected(MANY):
            raise LookupError(gc.isenabled())

    with pytest.raises(LookupError, match="False"):
        fail()
    assert gc.isenabled()
    with uncollected(MANY - 1):
        assert gc.isenabled()
