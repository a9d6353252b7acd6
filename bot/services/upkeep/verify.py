"""Hold everything derived against a fold from scratch, club by club; nothing is changed."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from math import isclose
from typing import Any

from bot.services.clock import day_of
from bot.services.context import Services
from bot.services.upkeep.from_scratch import calculate
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import club_rows as derived
from bot.store.derived.club_rows import Row, Rows
from bot.store.rows import Club
from core.systems import SYSTEMS

MISSING = "no such row"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that the facts do not give, or the other way round.

    key: what the row is told apart by. column: None where the whole row is there on one side alone.
    """

    table: str
    key: tuple[tuple[str, Any], ...]
    column: str | None
    stored: Any
    folded: Any

    def __str__(self) -> str:
        row = ", ".join(f"{name} {value}" for name, value in self.key)
        if self.column is None:
            return f"{self.table}: {row}: {_short(self.stored)} is stored, {_short(self.folded)} is folded"
        return f"{self.table}: {row}: {self.column} is {_short(self.stored)}, folded it is {_short(self.folded)}"


@dataclass(frozen=True, slots=True)
class Verified:
    """A club that was folded from scratch; problem: why that could not be done."""

    club_id: int
    differences: Sequence[Difference] = ()
    problem: str | None = None

    @property
    def is_good(self) -> bool:
        return not self.differences and self.problem is None


async def verify_everywhere(
    services: Services, only: int | None = None, check: Callable[[Club], object] | None = None
) -> AsyncIterator[Verified]:
    """Verify all clubs, one transaction each; one that cannot be verified does not keep the next from it.

    only: this club alone, if there is one. check: raises an error for a club whose settings are wrong.
    """
    there = await services.database.read(derived.all_clubs, club=None)
    for club_id in there if only is None else {only}.intersection(there):
        try:
            if check is not None:
                check(await services.database.read(partial(clubs.find, club_id=club_id), club=club_id))
            yield Verified(club_id, await verify_club(services, club_id))
        except Exception as error:  # whatever a club's facts do to the calculators is that club's own
            reason = (str(error).splitlines() or [""])[0]
            yield Verified(club_id, problem=f"cannot be verified: {type(error).__name__}: {reason}")


async def verify_club(services: Services, club_id: int) -> Sequence[Difference]:
    """Return in what the derived rows of a club differ from what its facts give, calculated from scratch."""
    return await services.database.read(partial(_verify, services, club_id), club=club_id)


def _verify(services: Services, club_id: int, connection: Connection) -> list[Difference]:
    club = clubs.find(connection, club_id)
    today = day_of(club, services.now())
    calculated = calculate(connection, club, SYSTEMS, today)
    stored = {name: derived.read(connection, name, club_id, list(SYSTEMS)) for name in calculated}
    _forgive_not_swept(stored["standing"], calculated["standing"], derived.swept_on(connection, club_id), today)
    return [
        difference
        for name, rows in calculated.items()
        for difference in _differences(name, derived.KEYS[name], stored[name], rows)
    ]


def _forgive_not_swept(stored: Rows, folded: Rows, swept: dict[str, date], today: date) -> None:
    """Leave those as they are whom nobody has looked at since: a board is swept once a day, when it is asked for."""
    for key, row in folded.items():
        was, on = stored.get(key), swept.get(key[0], date.min)
        if was is not None and (on > today or (on < today and was["active"])):  # after today: the clock was ahead
            row["active"] = was["active"]


def _differences(table: str, names: tuple[str, ...], stored: Rows, folded: Rows) -> Iterator[Difference]:
    for key in sorted(stored.keys() | folded.keys(), key=repr):
        named = tuple(zip(names, key, strict=True))
        one, other = stored.get(key), folded.get(key)
        if one is None or other is None:
            yield Difference(table, named, None, _told(one), _told(other))
            continue
        about = tuple((name, one[name]) for name in ("event_id",) if one.get(name) is not None)
        for column in one:
            if not is_same(one[column], other[column]):
                yield Difference(table, named + about, column, one[column], other[column])


def is_same(one: Any, other: Any) -> bool:
    """Tell whether values are the same but for the last bits of numbers.

    Another processor may give those otherwise: a club may have been folded before it moved here.
    """
    if one == other:
        return True
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=_LAST_BITS, abs_tol=_LAST_BITS)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    return False


_LAST_BITS = 1e-12


def _told(row: Row | None) -> Any:
    """Return a row in short; None for none."""
    if row is None:
        return MISSING
    return " ".join(f"{name}={row[name]}" for name in _TELLING if row.get(name) is not None) or "a row"


_TELLING = ("event_id", "opening_id", "list_fact_id", "before", "after", "rating", "players", "code")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"


_MOST_CHARACTERS = 120
