"""A FIDE list as a table for spreadsheets."""

from bot.services.fide.lists import FideList
from core.formats.common.cells import Value, table_bytes

HEADER = ("name", "before", "after", "sum", "events")


def list_file(found: FideList) -> bytes:
    """Return a list as CSV: everybody's rating before and after, the sum of their events and how many there are."""
    rows: list[tuple[Value, ...]] = [HEADER]
    for line in found.lines:
        before, after = line.published.before, line.published.after
        rows.append(
            (
                line.player.name,
                None if before is None else before.displayed,
                None if after is None else after.displayed,
                line.published.points if line.published.events else None,
                len(line.events),
            )
        )
    return table_bytes(rows)
