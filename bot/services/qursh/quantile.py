"""One game, or a pair of ratings, among the games of the table in use; or a cell of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.services.context import Actor, Services
from bot.services.qursh.history import history_of
from core.qursh.cell_names import find_cell
from core.qursh.history import SHIPPED, History
from core.qursh.quantile import Quantile, margin_for, quantile
from core.qursh.tables import Distribution, distribution

if TYPE_CHECKING:
    from core.qursh.pairs import PairTable


@dataclass(frozen=True, slots=True)
class Person:
    """A player whose rating was typed in."""

    name: str
    rating: float


@dataclass(frozen=True, slots=True)
class QuantileSide:
    """A player of a game that was typed in."""

    name: str
    rating: float
    points: int


@dataclass(frozen=True, slots=True)
class QuantileReport:
    """A game with its place; even_margin: what the higher rated player's 50 percent take, in points."""

    first: QuantileSide
    second: QuantileSide
    placed: Quantile
    distribution: Distribution
    even_margin: float
    history: History


@dataclass(frozen=True, slots=True)
class PairReport:
    """What margins are worth between two players; the higher rated one first, the first of equals."""

    higher: Person
    lower: Person
    table: "PairTable"
    distribution: Distribution
    history: History


@dataclass(frozen=True, slots=True)
class CellReport:
    """A cell of the table in use with its margins in columns."""

    distribution: Distribution
    history: History


async def cell_named(services: Services, actor: Actor, name: str) -> CellReport:
    """Return a cell of the table in use by its name; raise InputError for one that it has not."""
    history = await _history(services, actor)
    return CellReport(distribution(history, *find_cell(history, name)), history)


async def place_pair(services: Services, actor: Actor | None, first: Person, second: Person) -> PairReport:
    """Return what margins are worth between two ratings, outside a club by the table that is shipped."""
    from core.qursh.pairs import pair_table

    higher, lower = (first, second) if first.rating >= second.rating else (second, first)
    history = await _history(services, actor)
    table = pair_table(history, higher.rating, lower.rating)
    placed = table.games[0]
    return PairReport(higher, lower, table, distribution(history, placed.group, placed.bin_number), history)


async def place_game(
    services: Services, actor: Actor | None, first: QuantileSide, second: QuantileSide
) -> QuantileReport:
    """Return where a game lies; it is stored nowhere."""
    history = await _history(services, actor)
    placed = quantile(history, first.rating, second.rating, first.points, second.points)
    higher, lower = max(first.rating, second.rating), min(first.rating, second.rating)
    return QuantileReport(
        first=first,
        second=second,
        placed=placed,
        distribution=distribution(history, placed.group, placed.bin_number, placed.margin),
        even_margin=margin_for(history, higher, lower),
        history=history,
    )


async def _history(services: Services, actor: Actor | None) -> History:
    if actor is None:
        return SHIPPED
    club_id = actor.club_id
    return await services.database.read(lambda connection: history_of(connection, club_id), club=club_id)
