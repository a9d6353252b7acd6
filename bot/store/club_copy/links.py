"""The chain of a club's facts, as it is stored."""

from collections.abc import Sequence

from sqlalchemy import insert, select, update

from bot.store.conditions import mine
from bot.store.database import Connection
from bot.store.tables import chain
from core.club_file import PLAYER, Link


def chain_of(connection: Connection, club_id: int) -> list[Link]:
    """Return the links of a club's chain, in order."""
    return [link for link, _ in links_with_subjects(connection, club_id)]


def links_with_subjects(connection: Connection, club_id: int) -> list[tuple[Link, int | None]]:
    """Return the links, each with the id of the player to whom it gives a number."""
    rows = connection.execute(select(chain).where(chain.c.club_id == club_id).order_by(chain.c.position))
    return [(Link(row.kind, row.number, row.digest), row.subject_id) for row in rows]


def add(connection: Connection, club_id: int, start: int, links: Sequence[tuple[Link, int | None]]) -> None:
    """Add links from a position on. Needs the club's lock."""
    rows = [
        {"club_id": club_id, "position": position, **link._asdict(), "subject_id": subject}
        for position, (link, subject) in enumerate(links, start=start)
    ]
    if rows:
        connection.execute(insert(chain), rows)


def forget_subjects(connection: Connection, player_ids: Sequence[int]) -> None:
    """Let the numbers of players who are deleted be nobody's: SQLite may give their ids again."""
    of_players = (mine(connection, chain, kind=PLAYER), chain.c.subject_id.in_(player_ids))
    connection.execute(update(chain).where(*of_players).values(subject_id=None))
