"""The cells by name, as people write them: "above 1500, 101-150", or "all ratings, above 300"."""

from core.errors import InputError
from core.qursh.cells import GROUPS, POOLED, Grid
from core.qursh.history import History


def cell_names(grid: Grid) -> list[str]:
    """Return every cell's name, the highest group first, all ratings together last."""
    return [f"{group}, {name}" for group in (*reversed(GROUPS), POOLED) for name in grid.names]


def find_cell(history: History, name: str) -> tuple[int | None, int]:
    """Return the group, None for all ratings together, and the bin of a cell; raise InputError for no cell."""
    group, comma, apart = (part.strip().casefold() for part in name.partition(","))
    names = history.grid.names
    if not comma or group not in (*GROUPS, POOLED) or apart not in names:
        raise InputError('There is no such cell in the table: choose one that is offered, such as "above 1500, 0-50".')
    return None if group == POOLED else GROUPS.index(group), names.index(apart)
