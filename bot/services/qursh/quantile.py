"""One game, placed among those of the table in use."""

from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.qursh.history import history_of
from bot.store.database import Connection
from core.qursh.history import History
from core.qursh.quantile import Quantile, margin_for, quantile
from core.qursh.tables import Distribution, distribution


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


async def place_game(services: Services, actor: Actor, first: QuantileSide, second: QuantileSide) -> QuantileReport:
    """Return where a game lies; it is stored nowhere."""

    def work(connection: Connection) -> History:
        return history_of(connection, actor.club_id)

    history = await services.database.read(work, club=actor.club_id)
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
