"""Elo by its K: a club chooses one, and an event may name another."""

from dataclasses import dataclass

from core.errors import InputError


@dataclass(frozen=True, slots=True)
class Edition:
    """A set of rules. key: what is stored. k: the most that one game can move a rating, in rating points."""

    key: str
    title: str
    k: int


ELO_32, ELO_20, ELO_10 = (Edition(f"elo-{k}", f"Elo, K {k}", k) for k in (32, 20, 10))
EDITIONS = (ELO_32, ELO_20, ELO_10)
USUAL = ELO_32


def edition_named(key: str) -> Edition:
    """Return rules by their key; raise InputError with the keys there are."""
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    raise InputError(
        f'There are no Elo rules "{key[:40]}": choose one of {", ".join(edition.key for edition in EDITIONS)}.'
    )
