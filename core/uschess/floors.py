"""Rating floors (US Chess 2025, rating floors)."""

from core.uschess.rounding import displayed

LOWEST_RATING = 100.0
LIFE_MASTER_FLOOR = 2200.0
LIFE_MASTER_GAMES = 300


def absolute_floor(points: float, events_of_three: int) -> float:
    """Return AF = min(150, 100 + 4W + 2D + N_R), counted after the event.

    points: game points W + D/2 of all rated games, of which 4W + 2D is the fourfold.
    events_of_three: N_R, events in which the player had at least three rated games.
    """
    return min(150.0, 100.0 + 4 * points + events_of_three)


def peak_floor(peak_established: float, lowered: int = 0) -> float | None:
    """Return the floor that the highest established rating earns, or None below 1200.

    lowered: points by which results in matches have lowered it.
    """
    level = min((displayed(peak_established) - 200) // 100 * 100, 2100) - lowered
    return float(level) if level >= 1200 else None
