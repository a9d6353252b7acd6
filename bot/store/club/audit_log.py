"""The audit as directors read it: who did what to what."""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import String, cast, func, literal, select

from bot.store.database.club_conditions import same
from bot.store.database.names import EVENT_NAME
from bot.store.database.tables import (
    audit,
    challenge,
    claim,
    demotion,
    entered_rating,
    evening,
    event,
    list_fact,
    merge,
    player,
    season,
)
from bot.store.database.transactions import Connection
from core.event.similarity import UNNAMED


class Subject(Enum):
    """The kind of subject a number refers to."""

    EVENT = "event"
    EVENING = "evening"
    PLAYER = "player"
    ENTERED_RATING = "entered_rating"
    DEMOTION = "demotion"
    CLAIM = "claim"
    MERGE = "merge"
    LIST = "list"
    SEASON = "season"
    CHALLENGE = "challenge"
    NOTHING = "nothing"


class Entry(NamedTuple):
    """A line of the audit."""

    at: datetime
    actor_id: int
    action: str
    subject_id: int | None
    details: Any


def page(
    connection: Connection, club_id: int, actions: Collection[str], actor_id: int | None, most: int, offset: int
) -> Sequence[Entry]:
    """Return entries, latest first; actor_id: only a Discord user's."""
    query = select(audit.c.at, audit.c.actor_id, audit.c.action, audit.c.subject_id, audit.c.details)
    query = query.where(_chosen(club_id, actions, actor_id)).order_by(audit.c.id.desc())
    return [Entry(*row) for row in connection.execute(query.limit(most).offset(offset))]


def count(connection: Connection, club_id: int, actions: Collection[str], actor_id: int | None) -> int:
    query = select(func.count()).select_from(audit).where(_chosen(club_id, actions, actor_id))
    return int(connection.execute(query).scalar_one())


def _chosen(club_id: int, actions: Collection[str], actor_id: int | None) -> Any:
    chosen = (audit.c.club_id == club_id) & audit.c.action.in_(actions)
    return chosen if actor_id is None else chosen & (audit.c.actor_id == actor_id)


def names(connection: Connection, club_id: int, subject: Subject, ids: Collection[int]) -> dict[int, str]:
    """Return the names of subjects of one kind by id; deleted and nameless ones are missing."""
    if subject is Subject.NOTHING or not ids:
        return {}
    query = _NAMES[subject]
    table = query.selected_columns[0].table
    found = connection.execute(query.where(table.c.id.in_(ids), table.c.club_id == club_id))
    return {row[0]: str(row[1]) for row in found if row[1] is not None}


_NAMES: dict[Subject, Any] = {
    Subject.EVENT: select(event.c.id, func.coalesce(EVENT_NAME, literal(UNNAMED) + cast(event.c.date, String))),
    Subject.EVENING: select(evening.c.id, evening.c.name),
    Subject.PLAYER: select(player.c.id, player.c.name),
    Subject.ENTERED_RATING: select(entered_rating.c.id, player.c.name).join(
        player, same(player.c.id, entered_rating.c.player_id)
    ),
    Subject.DEMOTION: select(demotion.c.id, player.c.name).join(player, same(player.c.id, demotion.c.player_id)),
    Subject.MERGE: select(merge.c.id, player.c.name).join(player, same(player.c.id, merge.c.target_id)),
    Subject.CLAIM: select(claim.c.id, player.c.name).join(player, same(player.c.id, claim.c.player_id)),
    Subject.LIST: select(list_fact.c.id, list_fact.c.date),
    Subject.CHALLENGE: select(challenge.c.id, player.c.name).join(player, same(player.c.id, challenge.c.to_id)),
    Subject.SEASON: select(season.c.id, season.c.name),
}
