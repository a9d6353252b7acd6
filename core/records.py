"""Make frozen records where thousands are made at once.

A frozen dataclass stores each field through `object.__setattr__`, which is most of the time that its making takes. A
twin with the same slots stores them as usual and becomes the frozen class at the end: with 17 fields in a quarter of
the time, and `dataclasses.replace` in less than half.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, Field, field, fields, make_dataclass
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar

MANY = 500
"""People in an event from which the collector's walks through what comes about show."""

P = ParamSpec("P")
Record = TypeVar("Record")


def quick(cls: Callable[P, Record]) -> Callable[P, Record]:
    """Return what makes a frozen record with slots as its class would; raise TypeError for any other class."""

    def become(made: Any) -> None:
        made.__class__ = cls

    made: Callable[P, Record] = _twin(cls, {"__post_init__": become})
    return made


def quick_replace(cls: Callable[P, Record]) -> Callable[..., Record]:
    """Return what does as `dataclasses.replace` for such a record; raise TypeError for any other class."""
    draft = _twin(cls, {})
    values_of = attrgetter(*(one.name for one in _fields_of(cls)))

    def replace(record: Record, **changes: Any) -> Record:
        changed = draft(*values_of(record))
        for name, value in changes.items():
            setattr(changed, name, value)
        changed.__class__ = cls
        made: Record = changed
        return made

    return replace


@contextmanager
def uncollected(people: int) -> Iterator[None]:
    """Keep the garbage collector out while an event of many is rated: it would walk all results again and again."""
    if people < MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _fields_of(cls: Any) -> tuple[Field[Any], ...]:
    found = fields(cls)
    if len(found) < 2 or "__slots__" not in vars(cls) or hasattr(cls, "__post_init__"):
        raise TypeError(f"{cls.__name__} has no slots, or checks what it is made of: make it by its own name.")
    return found


def _twin(cls: Any, namespace: dict[str, Any]) -> Any:
    """Return a class of the same slots that is not frozen."""
    alike = []
    for one in _fields_of(cls):
        default: Any = field(default_factory=one.default_factory) if one.default_factory is not MISSING else one.default
        alike.append((one.name, Any, field() if default is MISSING else default))
    return make_dataclass(cls.__name__, alike, slots=True, namespace=namespace)
