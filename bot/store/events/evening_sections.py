"""Sections of an evening: evenings of their own, which share the entrants' numbers."""

from collections.abc import Collection, Sequence

from sqlalchemy import func, select, update

from bot.store.conditions import mine, same
from bot.store.database import Connection
from bot.store.events.evening_round_rows import RoundStatus
from bot.store.events.evening_rows import EveningStatus, Part
from bot.store.tables import evening, evening_bye, evening_entrant, evening_round


def parts(connection: Connection, evening_id: int) -> Sequence[Part]:
    """Return the sections of an evening, highest first."""
    players = (
        select(func.count())
        .where(same(evening_entrant.c.evening_id, evening.c.id), evening_entrant.c.waits.is_(False))
        .scalar_subquery()
    )
    shown = same(evening_round.c.evening_id, evening.c.id) & (evening_round.c.status != RoundStatus.DRAFT.value)
    last = select(func.coalesce(func.max(evening_round.c.round), 0)).where(shown).scalar_subquery()
    playing = evening_round.c.status == RoundStatus.PUBLISHED.value
    played = select(func.count()).where(same(evening_round.c.evening_id, evening.c.id), playing).scalar_subquery()
    columns = (evening.c.id, evening.c.name, evening.c.under, evening.c.status, evening.c.most)
    query = select(*columns, players, last, played).where(mine(connection, evening, part_of=evening_id))
    return [
        Part(row[0], row[1], row[2], EveningStatus(row[3]), row[4], row[5], row[6], row[7] > 0)
        for row in connection.execute(query.order_by(evening.c.id))
    ]


def move(connection: Connection, numbers: Collection[int], from_id: int, to_id: int) -> None:
    """Let entrants be those of another evening, with the byes that they asked, without a pairing number yet."""
    if not numbers:
        return
    entrants, byes = evening_entrant.c, evening_bye.c
    theirs = (mine(connection, evening_entrant), entrants.evening_id == from_id, entrants.number.in_(numbers))
    connection.execute(update(evening_entrant).where(*theirs).values(evening_id=to_id, seed=None))
    asked = (mine(connection, evening_bye), byes.evening_id == from_id, byes.number.in_(numbers))
    connection.execute(update(evening_bye).where(*asked).values(evening_id=to_id))
