"""Bins of the rating difference as people write them: the edges at which QURSH's own are cut, such as 25 75 400 500."""

import re

from core.errors import InputError
from core.qursh.cells import SEED_GRID, Grid, finer_grid

ANNOUNCED = "as announced"
SUGGESTED = {
    ANNOUNCED: "0-50, 51-100, 101-150, 151-200, 201-300, above 300",
    "25 75 125 175 225 250 275": "every 25 points up to 300",
    "400 500": "what is above 300 in three",
    "25 75 125 175 225 250 275 400 500": "both",
}
"""What is offered, each with what it makes."""


def parse_bins(text: str) -> Grid:
    """Return the bins that a text asks for; raise InputError for what is no list of edges."""
    if text.strip().casefold() == ANNOUNCED:
        return SEED_GRID
    words = re.split(r"[\s,;]+", text.strip())
    if not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words):
        raise InputError(f'Write the edges of further bins, such as 25 75 400 500, or "{ANNOUNCED}".')
    return finer_grid(int(word) for word in words)
