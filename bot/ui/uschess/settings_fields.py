"""What a club's settings say of the lifetime titles."""

from collections.abc import Iterator

from core.uschess.lifetime_tables import Evidence, LifetimeTables


def own_tables(tables: LifetimeTables) -> Iterator[tuple[str, str]]:
    """Return the tables that a club may replace, each as it would type what it has set."""
    own = Evidence.CLUB
    yield "deltas", " ".join(f"{row.rounds}={row.delta / 1000:g}" for row in tables.deltas if row.evidence is own)
    yield "letters", " ".join(f"{row.level}={row.letter}" for row in tables.titles if row.evidence is own)


def settings_fields(tables: LifetimeTables) -> Iterator[tuple[str, str]]:
    """Return the tables that the club has set."""
    for name, text in own_tables(tables):
        if text:
            yield f"{name.capitalize()} of the titles of the 1990s", f"`{text}`, the rest as usual"
