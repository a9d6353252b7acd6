"""The one edition of the rules, by name."""

from dataclasses import dataclass

from core.errors import InputError


@dataclass(frozen=True, slots=True)
class Edition:
    """A set of rules. key: what is stored. tau: how much a volatility may change (paper, step 1)."""

    key: str
    title: str
    tau: float


GLICKO_2 = Edition("glicko-2", "Glicko-2, Glickman 2013, τ 0.5", 0.5)
EDITIONS = (GLICKO_2,)


def edition_named(key: str) -> Edition:
    """Return rules by their key; raise InputError with the keys there are."""
    if key == GLICKO_2.key:
        return GLICKO_2
    raise InputError(f'There are no Glicko-2 rules "{key[:40]}": leave rules out, or choose {GLICKO_2.key}.')
