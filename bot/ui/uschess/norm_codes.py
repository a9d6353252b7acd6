"""Norm codes and lifetime titles in words."""

from bot.ui.framework.text import count
from core.uschess.lifetime import LifetimeTitle, points_to_next, write_code
from core.uschess.lifetime_tables import DeltaRow, LifetimeTables


def code_text(title: LifetimeTitle | None, tables: LifetimeTables) -> str:
    """Return a norm code set apart from the text; a word for a blank one."""
    return f"`{write_code(title, tables)}`" if title is not None else "blank"


def title_name(level: int, tables: LifetimeTables) -> str:
    return f"{tables.title(level).name} ({level})"


def way_to_next(title: LifetimeTitle, tables: LifetimeTables) -> str:
    """Say how many points the next lifetime title takes."""
    missing = points_to_next(title)
    if missing is None:
        return "the highest title there is"
    return f"{count(missing, 'point')} to **{title_name(title.level + 100, tables)}**"


def points_text(title: LifetimeTitle, tables: LifetimeTables) -> str:
    """Say how many points there are toward each of the next two lifetime titles, of which the second go unpublished."""
    above = [row for row in tables.titles if row.level > title.level][:2]
    toward = [
        f"{count(points, 'point')} toward {title_name(row.level, tables)}"
        for row, points in zip(above, (title.first, title.second), strict=False)
    ]
    return ", ".join(toward) or "the highest title there is"


def delta_text(row: DeltaRow) -> str:
    """Return a delta in points, with the decimals that it has: a club's may have three."""
    return f"{row.delta / 1000:g}"


def rounds_text(row: DeltaRow, tables: LifetimeTables) -> str:
    """Say for how many rounds a delta is: 5 rounds, 8 to 9 rounds, 7 rounds or more."""
    further = [other.rounds for other in tables.deltas if other.rounds > row.rounds]
    if not further:
        return f"{count(row.rounds, 'round')} or more"
    last = min(further) - 1  # a row holds until the next one
    return count(row.rounds, "round") if last == row.rounds else f"{row.rounds} to {last} rounds"
