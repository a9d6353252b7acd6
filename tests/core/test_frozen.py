"""What `@frozen` makes behaves as what `@dataclass(frozen=True, slots=True)` makes of the same class."""

import copy
import pickle
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import partial
from typing import Any

import pytest

from core.frozen import frozen


class Plain:
    number: int
    name: str = "nobody"
    others: Sequence[int] = field(default_factory=list)
    secret: str = field(default="", repr=False)
    seen: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("below zero")

    def next(self) -> int:
        return self.number + 1


Ours: Any = frozen(type("Ours", (), {**vars(Plain), "__qualname__": "Ours"}))
Theirs: Any = dataclass(frozen=True, slots=True)(type("Theirs", (), {**vars(Plain), "__qualname__": "Theirs"}))


@frozen
class Titled(Ours):  # type: ignore[misc]
    title: str = "GM"

    def __repr__(self) -> str:
        return f"{self.title} {self.number}"


@frozen
class Empty:
    pass


@pytest.mark.parametrize("made", [Ours, Theirs])
def test_it_behaves_as_a_frozen_dataclass_with_slots(made: Any) -> None:
    one, same, other = made(1, others=(2,), seen=3), made(1, "nobody", (2,)), made(1, "Ann")
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != (1, "nobody", (2,), "", 3)
    assert repr(one) == f"{made.__name__}(number=1, name='nobody', others=(2,), seen=3)"
    assert made(1).others == []
    assert made(1).others is not made(1).others
    assert replace(one, name="Bea").next() == 2
    assert [part.name for part in fields(made)] == list(made.__match_args__)
    for change in (partial(setattr, one, "number", 2), partial(delattr, one, "name")):
        with pytest.raises(FrozenInstanceError):
            change()
    with pytest.raises((AttributeError, TypeError)):  # a dataclass with slots says TypeError for a name it has not
        one.unknown = 1
    for wrong in (made, partial(made, 1, number=1), partial(made, 1, unknown=2)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="below zero"):
        made(-1)
    for copied in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (type(copied), copied, copied.seen) == (made, one, 3)


def test_what_is_inherited_or_defined_in_the_class_stays() -> None:
    titled = Titled(1, "Ann", title="IM")
    assert repr(titled) == "IM 1"
    assert titled == replace(Titled(1, "Ann"), title="IM")
    assert titled != Ours(1, "Ann")
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
    assert repr(Empty()) == "Empty()"
