"""Challenges: proposed matches of two players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import func, insert, or_, select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.rows import MessagePlace
from bot.store.database.tables import challenge, event, player
from bot.store.database.transactions import Connection
from core.lists import RatingList


class ChallengeStatus(StrEnum):
    """The status of a challenge. Stored until it is accepted; then its match says whether it is reported or done."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    REPORTED = "reported"
    DONE = "done"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A proposed match. until: when it lapses unanswered. white_first: of the challenger."""

    id: int
    from_id: int
    to_id: int
    rating_list: RatingList
    games: int
    white_first: bool
    note: str | None
    until: datetime
    status: ChallengeStatus
    event_id: int | None = None
    place: MessagePlace | None = None


def add(connection: Connection, club_id: int, new: Challenge, interaction_id: int, at: datetime) -> int:
    values = {
        "club_id": club_id,
        "from_id": new.from_id,
        "to_id": new.to_id,
        "list": new.rating_list.value,
        "games": new.games,
        "white_first": new.white_first,
        "note": new.note,
        "until": new.until,
        "status": new.status.value,
        "created_at": at,
        "interaction_id": interaction_id,
    }
    key: int = connection.execute(insert(challenge).values(**values).returning(challenge.c.id)).scalar_one()
    return key


def find(connection: Connection, club_id: int, challenge_id: int) -> Challenge | None:
    query = _challenges().where(challenge.c.club_id == club_id, challenge.c.id == challenge_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _challenge(row)


def unanswered(connection: Connection, club_id: int, from_id: int, now: datetime) -> int:
    query = (
        select(func.count())
        .select_from(challenge)
        .where(challenge.c.club_id == club_id, challenge.c.from_id == from_id, _waits(now))
    )
    return int(connection.execute(query).scalar_one())


def of_player(connection: Connection, club_id: int, player_id: int, now: datetime) -> Sequence[Challenge]:
    query = _challenges().where(
        challenge.c.club_id == club_id,
        or_(challenge.c.from_id == player_id, challenge.c.to_id == player_id),
        or_(_waits(now), challenge.c.status == ChallengeStatus.ACCEPTED.value),
    )
    found = [_challenge(row) for row in connection.execute(query.order_by(challenge.c.id.desc()))]
    return [one for one in found if one.status is not ChallengeStatus.DONE]


def of_event(connection: Connection, club_id: int, event_id: int) -> int | None:
    query = select(challenge.c.id).where(challenge.c.club_id == club_id, challenge.c.event_id == event_id)
    key: int | None = connection.execute(query.limit(1)).scalar()
    return key


def settle(connection: Connection, challenge_id: int, status: ChallengeStatus) -> None:
    connection.execute(
        update(challenge).where(mine(connection, challenge, id=challenge_id)).values(status=status.value)
    )


def report(connection: Connection, challenge_id: int, event_id: int) -> None:
    connection.execute(update(challenge).where(mine(connection, challenge, id=challenge_id)).values(event_id=event_id))


def change(connection: Connection, challenge_id: int, white_first: bool, until: datetime) -> None:
    values = {"white_first": white_first, "until": until}
    connection.execute(update(challenge).where(mine(connection, challenge, id=challenge_id)).values(**values))


def keep_place(connection: Connection, club_id: int, challenge_id: int, place: MessagePlace) -> None:
    mine = (challenge.c.club_id == club_id, challenge.c.id == challenge_id)
    connection.execute(update(challenge).where(*mine).values(channel_id=place.channel_id, message_id=place.message_id))


def takes_challenges(connection: Connection, player_id: int) -> bool:
    query = select(player.c.challenged).where(mine(connection, player, id=player_id))
    return bool(connection.execute(query).scalar())


def _waits(now: datetime) -> Any:
    return (challenge.c.status == ChallengeStatus.OPEN.value) & (challenge.c.until > now)


def _challenges() -> Any:
    played = same(event.c.id, challenge.c.event_id)
    return select(challenge, event.c.voided, event.c.waits_until).outerjoin(event, played)


def _challenge(row: Any) -> Challenge:
    status, place = ChallengeStatus(row.status), None
    if status is ChallengeStatus.ACCEPTED and row.event_id is not None:
        undone = ChallengeStatus.ACCEPTED if row.voided else ChallengeStatus.DONE
        status = undone if row.waits_until is None else ChallengeStatus.REPORTED
    if row.message_id is not None:
        place = MessagePlace(row.channel_id, row.message_id)
    return Challenge(
        id=row.id,
        from_id=row.from_id,
        to_id=row.to_id,
        rating_list=RatingList(row.list),
        games=row.games,
        white_first=row.white_first,
        note=row.note,
        until=row.until,
        status=status,
        event_id=row.event_id,
        place=place,
    )
