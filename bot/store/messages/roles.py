"""Rules by which roles follow ratings and titles, and the roles given last."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.database.club_conditions import same
from bot.store.database.tables import player, role_given, role_rule, standing
from bot.store.database.transactions import Connection
from core.lists import RatingList

BY_CLASS, BY_TITLE = "class", "title"


@dataclass(frozen=True, slots=True)
class RoleRule:
    """A role that follows a list.

    low: least displayed rating of a class. title: its code. by: class or title. role_id: None before creation.
    made_here: by the bot.
    """

    id: int
    rating_list: RatingList
    by: str
    name: str
    low: float | None
    title: str | None
    provisional: bool
    role_id: int | None
    made_here: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "list": self.rating_list.value,
            "by": self.by,
            "name": self.name,
            "low": self.low,
            "title": self.title,
            "provisional": self.provisional,
            "role": self.role_id,
            "made": self.made_here,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RoleRule":
        return cls(
            id=0,
            rating_list=RatingList(data["list"]),
            by=data["by"],
            name=data["name"],
            low=data["low"],
            title=data["title"],
            provisional=data["provisional"],
            role_id=data["role"],
            made_here=data["made"],
        )


@dataclass(frozen=True, slots=True)
class Rated:
    """A player on the server: declared FIDE title, and standing on each list."""

    user_id: int
    title: str | None
    standings: Mapping[RatingList, tuple[float, bool, Mapping[str, Any]]]


def rules(connection: Connection, club_id: int) -> Sequence[RoleRule]:
    query = select(role_rule).where(role_rule.c.club_id == club_id).order_by(role_rule.c.id)
    return [
        RoleRule(
            row.id,
            RatingList(row.list),
            row.by,
            row.name,
            row.low,
            row.title,
            row.provisional,
            row.role_id,
            row.made_here,
        )
        for row in connection.execute(query)
    ]


def replace(connection: Connection, club_id: int, new: Iterable[RoleRule]) -> None:
    connection.execute(delete(role_rule).where(role_rule.c.club_id == club_id))
    values = [
        {
            "club_id": club_id,
            "list": rule.rating_list.value,
            "by": rule.by,
            "name": rule.name,
            "low": rule.low,
            "title": rule.title,
            "provisional": rule.provisional,
            "role_id": rule.role_id,
            "made_here": rule.made_here,
        }
        for rule in new
    ]
    for one in values:
        connection.execute(insert(role_rule).values(**one))


def keep_role(connection: Connection, club_id: int, rule_id: int, role_id: int) -> bool:
    this = (role_rule.c.club_id == club_id, role_rule.c.id == rule_id, role_rule.c.role_id.is_(None))
    return connection.execute(update(role_rule).where(*this).values(role_id=role_id)).rowcount == 1


def rated(
    connection: Connection,
    club_id: int,
    lists: Collection[RatingList],
    *,
    user_id: int | None = None,
    player_ids: Collection[int] | None = None,
) -> list[Rated]:
    """Return visible players on the server by Discord id: all, one, or some."""
    theirs = [
        player.c.club_id == club_id,
        player.c.user_id.is_not(None),
        player.c.left_at.is_(None),
        player.c.merged_into.is_(None),
        player.c.hidden.is_(False),
        player.c.card_private.is_(False),
    ]
    if user_id is not None:
        theirs.append(player.c.user_id == user_id)
    if player_ids is not None:
        theirs.append(player.c.id.in_(player_ids))
    people = connection.execute(select(player.c.id, player.c.user_id, player.c.title).where(*theirs)).all()
    found: dict[int, dict[RatingList, tuple[float, bool, Mapping[str, Any]]]] = defaultdict(dict)
    columns = (standing.c.player_id, standing.c.list, standing.c.shown, standing.c.provisional, standing.c.state)
    query = select(*columns).join(player, same(player.c.id, standing.c.player_id))
    on_lists = (standing.c.club_id == club_id, standing.c.list.in_([one.value for one in lists]), *theirs)
    for row in connection.execute(query.where(*on_lists)):
        found[row.player_id][RatingList(row.list)] = (row.shown, row.provisional, row.state)
    return [Rated(row.user_id, row.title, found[row.id]) for row in people]


def users_of(connection: Connection, club_id: int, player_ids: Collection[int]) -> set[int]:
    query = select(player.c.user_id).where(
        player.c.club_id == club_id, player.c.id.in_(player_ids), player.c.user_id.is_not(None)
    )
    return set(connection.execute(query).scalars())


def given(connection: Connection, club_id: int, user_ids: Collection[int] | None = None) -> dict[int, frozenset[int]]:
    query = select(role_given.c.user_id, role_given.c.role_id).where(role_given.c.club_id == club_id)
    if user_ids is not None:
        query = query.where(role_given.c.user_id.in_(user_ids))
    found: dict[int, set[int]] = defaultdict(set)
    for row in connection.execute(query):
        found[row.user_id].add(row.role_id)
    return {user_id: frozenset(roles) for user_id, roles in found.items()}


def keep_given(connection: Connection, club_id: int, user_id: int, roles: Collection[int]) -> None:
    theirs = (role_given.c.club_id == club_id, role_given.c.user_id == user_id)
    connection.execute(delete(role_given).where(*theirs))
    if roles:
        values = [{"club_id": club_id, "user_id": user_id, "role_id": role_id} for role_id in sorted(roles)]
        connection.execute(insert(role_given), values)


def forget_given(connection: Connection, club_id: int, role_ids: Collection[int]) -> None:
    connection.execute(delete(role_given).where(role_given.c.club_id == club_id, role_given.c.role_id.in_(role_ids)))
