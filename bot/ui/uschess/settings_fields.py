"""What a club's settings say of the lifetime titles."""

from collections.abc import Iterator

from core.uschess.lifetime_tables import Evidence, LifetimeTables

_MARKS = {Evidence.ATTESTED: "", Evidence.RECONSTRUCTED: "?", Evidence.CLUB: "!"}
_LEGEND = "*? reconstructed, for the tables of 1998 are lost; ! set by the club; `standard` brings the usual ones back*"


def settings_fields(tables: LifetimeTables) -> Iterator[tuple[str, str]]:
    """Return the tables that a club may replace, each with the option that changes it."""
    yield "Deltas of the lifetime titles · lifetime_deltas", _deltas(tables)
    yield "Letters of the lifetime titles · lifetime_letters", _letters(tables)


def _deltas(tables: LifetimeTables) -> str:
    rows = [f"`{row.rounds}={row.delta / 1000:g}`{_MARKS[row.evidence]}" for row in tables.deltas]
    return f"{' '.join(rows)}, the last one for more rounds too\n{_LEGEND}"


def _letters(tables: LifetimeTables) -> str:
    return " ".join(f"`{row.level}={row.letter}`{_MARKS[row.evidence]}" for row in tables.titles)
