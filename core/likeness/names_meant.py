"""Whom a typed name means among people who are at hand."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from core.search_key import first_name_first, name_key, search_key

_Person = TypeVar("_Person")


def written_like(name: str, people: Sequence[_Person], name_of: Callable[[_Person], str]) -> list[_Person]:
    """Return those whose name is written so, but for case and "Last, First"."""
    written = first_name_first(name).casefold()
    return [one for one in people if first_name_first(name_of(one)).casefold() == written]


def names_meant(name: str, people: Sequence[_Person], name_of: Callable[[_Person], str]) -> list[_Person]:
    """Return those of the whole name, written so if any is; else those whose name has the words; else that begin so."""
    key = name_key(name)
    whole = [one for one in people if name_key(name_of(one)) == key]
    if whole:
        return written_like(name, whole, name_of) or whole
    words = search_key(name).split()
    for end in (" ", ""):
        found = [one for one in people if all(f" {word}{end}" in f"{search_key(name_of(one))} " for word in words)]
        if found and words:
            return found
    return []
