"""The players of a club, on Discord or not."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, delete, exists, func, insert, or_, select, true, update

from bot.store.database.club_conditions import IS_PRESENT, mine
from bot.store.database.names import PLAYER, player_of, sees_hidden
from bot.store.database.rows import Player
from bot.store.database.tables import claim, entered_rating, metadata, player, standing
from bot.store.database.transactions import Connection
from core.event.background import Background
from core.event.similarity import SimilarNames, written_like
from core.lists import RatingList
from core.words import bare_name, name_key, search_key

_OF_USER = select(*PLAYER, player.c.left_at, player.c.named).where(
    player.c.club_id == bindparam("club"), player.c.user_id == bindparam("user")
)
_ADD = insert(player)

_NAMES: Any = bindparam("names", expanding=True)
_BY_FOLDED_NAMES = (
    select(*PLAYER, player.c.folded)
    .where(player.c.club_id == bindparam("club"), player.c.folded.in_(_NAMES), IS_PRESENT)
    .order_by(player.c.id)
)
_BY_FILE_NAMES = (
    select(*PLAYER, player.c.folded, player.c.known_as)
    .where(
        player.c.club_id == bindparam("club"),
        player.c.known_as.in_(_NAMES) | (player.c.folded.in_(_NAMES) & player.c.user_id.is_(None)),
        IS_PRESENT,
    )
    .order_by(player.c.id)
)


def count(connection: Connection, club_id: int) -> int:
    query = select(func.count()).select_from(player).where(player.c.club_id == club_id, IS_PRESENT)
    return int(connection.execute(query).scalar_one())


def by_user(connection: Connection, club_id: int, user_id: int) -> Player | None:
    row = connection.execute(_OF_USER, {"club": club_id, "user": user_id}).first()
    return None if row is None else player_of(connection, row)


def by_users(connection: Connection, club_id: int, user_ids: Collection[int]) -> dict[int, Player]:
    query = select(*PLAYER).where(player.c.club_id == club_id, player.c.user_id.in_(user_ids))
    return {row.user_id: player_of(connection, row) for row in connection.execute(query)}


def users_among(connection: Connection, club_id: int, user_ids: Collection[int]) -> frozenset[int]:
    query = select(player.c.user_id).where(player.c.club_id == club_id, player.c.user_id.in_(user_ids))
    return frozenset(connection.execute(query).scalars())


def name_columns(name: str) -> dict[str, str]:
    return {"name": name, "folded": name_key(name), "search": search_key(name)[:400]}


def ensure(connection: Connection, club_id: int, user_id: int, name: str, now: datetime) -> Player:
    """Return a Discord user's player, created, renamed or marked present as needed.

    A name given by a director stays. Needs the club's lock.
    """
    found = connection.execute(_OF_USER, {"club": club_id, "user": user_id}).first()
    if found is not None:
        called = found.name if found.named else name
        if found.name != called or found.left_at is not None:
            now_called = {**name_columns(called), "left_at": None}
            this = player.c.id == found.id
            connection.execute(update(player).where(player.c.club_id == club_id, this).values(**now_called))
        return Player(found.id, user_id, called)
    values = {"club_id": club_id, "user_id": user_id, **name_columns(name), "created_at": now}
    created = connection.execute(insert(player).values(**values).returning(player.c.id))
    return Player(created.scalar_one(), user_id, name)


def hidden_among(connection: Connection, ids: Collection[int]) -> frozenset[int]:
    query = select(player.c.id).where(mine(connection, player, hidden=True), player.c.id.in_(ids))
    return frozenset(connection.execute(query).scalars())


def set_background(connection: Connection, player_id: int, born: date | None, *, adult: bool) -> bool:
    """Store a player's birth date or inferred age; return whether it changed."""
    this = mine(connection, player, id=player_id)
    known = connection.execute(select(player.c.born, player.c.adult).where(this)).one()
    if (known.born, known.adult) == (born, adult):
        return False
    connection.execute(update(player).where(this).values(born=born, adult=adult))
    return True


def ages(connection: Connection, ids: Collection[int]) -> dict[int, Background]:
    columns = (player.c.id, player.c.born, player.c.adult, player.c.born_year)
    rows = connection.execute(select(*columns).where(mine(connection, player), player.c.id.in_(ids)))
    return {row.id: Background(born=row.born, adult=row.adult, born_year=row.born_year) for row in rows}


def add_unlinked(connection: Connection, club_id: int, name: str, now: datetime, **details: Any) -> Player:
    """Add a player who is not on Discord, with further columns."""
    values = {"club_id": club_id, **name_columns(name), "created_at": now, **details}
    created = connection.execute(insert(player).values(**values).returning(player.c.id))
    return Player(created.scalar_one(), None, name)


def add_many(connection: Connection, club_id: int, people: Sequence[Mapping[str, Any]], now: datetime) -> list[int]:
    """Add players with these columns, at least their names; return ids in order. Needs the club's lock."""
    if not people:
        return []
    columns = dict.fromkeys(column for one in people for column in one)
    nothing: dict[str, Any] = {"adult": True}
    values = [
        {column: one.get(column, nothing.get(column)) for column in columns}
        | {"club_id": club_id, **name_columns(one["name"]), "created_at": now}
        for one in people
    ]
    highest = connection.execute(select(func.max(player.c.id)).where(player.c.club_id == club_id)).scalar() or 0
    connection.execute(_ADD, values)
    # Nobody else adds players while the club is locked, and they are numbered in order.
    added = select(player.c.id).where(player.c.club_id == club_id, player.c.id > highest)
    return list(connection.execute(added.order_by(player.c.id)).scalars())


def remove_unused(connection: Connection, club_id: int, ids: Collection[int]) -> frozenset[int]:
    """Delete which of these players nothing is stored about; return them. Needs the club's lock."""
    theirs = select(player.c.id).where(player.c.club_id == club_id, player.c.id.in_(ids))
    unused = set(connection.execute(theirs).scalars())
    counts = {entered_rating.name: entered_rating.c.voided.is_(False)}
    keys = [key.parent for table in metadata.sorted_tables for key in table.foreign_keys if key.column is player.c.id]
    for key in (*keys, player.c.merged_into):
        found = select(key).where(key.table.c.club_id == club_id, key.in_(unused))
        if key.table.name in counts:
            found = found.where(counts[key.table.name])
        unused -= set(connection.execute(found.distinct()).scalars())
    connection.execute(
        delete(entered_rating).where(entered_rating.c.club_id == club_id, entered_rating.c.player_id.in_(unused))
    )
    connection.execute(delete(player).where(player.c.club_id == club_id, player.c.id.in_(unused)))
    return frozenset(unused)


def by_membership(connection: Connection, club_id: int, column: str, numbers: Collection[str]) -> dict[str, Player]:
    """Return players by confirmed membership number; column: uschess_id, fide_id or naspa_id."""
    if not numbers:
        return {}
    number = player.c[column]
    theirs = (player.c.club_id == club_id, number.in_(numbers), IS_PRESENT, is_confirmed(column))
    rows = connection.execute(select(*PLAYER, number.label("number")).where(*theirs))
    return {row.number: player_of(connection, row) for row in rows}


def claimants_of(
    connection: Connection, club_id: int, column: str, numbers: Collection[str]
) -> dict[str, list[Player]]:
    if not numbers:
        return {}
    number = player.c[column]
    theirs = (player.c.club_id == club_id, number.in_(numbers), IS_PRESENT, ~is_confirmed(column))
    found: dict[str, list[Player]] = {}
    for row in connection.execute(select(*PLAYER, number.label("number")).where(*theirs).order_by(player.c.id)):
        found.setdefault(row.number, []).append(player_of(connection, row))
    return found


def is_confirmed(column: str) -> Any:
    return player.c.unconfirmed.is_(None) | player.c.unconfirmed.not_like(f"%{column}%")


def by_folded_names(connection: Connection, club_id: int, names: Collection[str]) -> dict[str, list[Player]]:
    found: dict[str, list[Player]] = {}
    for row in connection.execute(_BY_FOLDED_NAMES, {"club": club_id, "names": list(names)}):
        found.setdefault(row.folded, []).append(player_of(connection, row))
    return found


def by_file_names(connection: Connection, club_id: int, names: Collection[str]) -> dict[str, list[Player]]:
    """Return players by the folded names that files use.

    A member's Discord name counts only once a director named them so.
    """
    found: dict[str, list[Player]] = {}
    for row in connection.execute(_BY_FILE_NAMES, {"club": club_id, "names": list(names)}):
        theirs = {row.known_as, row.folded if row.user_id is None else None}
        for name in theirs.intersection(names):
            found.setdefault(name, []).append(player_of(connection, row))
    return found


def know_as(connection: Connection, player_id: int, folded: str) -> None:
    theirs = (mine(connection, player, id=player_id), player.c.user_id.is_not(None))
    connection.execute(update(player).where(*theirs).values(known_as=folded))


def know(connection: Connection, player_id: int) -> None:
    """Store a member's current name as known to directors, unless they have one."""
    is_new = (mine(connection, player, id=player_id), player.c.user_id.is_not(None), player.c.known_as.is_(None))
    connection.execute(update(player).where(*is_new).values(known_as=player.c.folded))


def names(connection: Connection, club_id: int, most: int) -> dict[str, list[Player]]:
    """Return players by folded names, in written word order."""
    query = select(*PLAYER, player.c.search).where(player.c.club_id == club_id, IS_PRESENT)
    found: dict[str, list[Player]] = {}
    for row in connection.execute(query.order_by(player.c.id).limit(most)):
        found.setdefault(row.search.strip(), []).append(player_of(connection, row))
    return found


def name_keys(connection: Connection, club_id: int, most: int) -> frozenset[str]:
    query = select(player.c.folded).where(player.c.club_id == club_id, IS_PRESENT)
    return frozenset(connection.execute(query.order_by(player.c.id).limit(most)).scalars())


def by_ids(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, Player]:
    rows = connection.execute(select(*PLAYER).where(player.c.club_id == club_id, player.c.id.in_(ids)))
    return {row.id: player_of(connection, row) for row in rows}


def resolve_merged(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, Player]:
    these = (player.c.club_id == club_id, player.c.id.in_(ids), player.c.voided.is_(False))
    query = select(*PLAYER, player.c.merged_into).where(*these)
    rows = connection.execute(query).all()
    found = {row.id: player_of(connection, row) for row in rows if row.merged_into is None}
    merged = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    if merged:
        now = resolve_merged(connection, club_id, set(merged.values()))
        found |= {key: now[into] for key, into in merged.items() if into in now}
    return found


def named(connection: Connection, club_id: int, name: str, most: int = 5) -> Sequence[Player]:
    key = name_key(name)
    query = select(*PLAYER).where(player.c.club_id == club_id, player.c.folded == key, IS_PRESENT)
    found = [player_of(connection, row) for row in connection.execute(query.order_by(player.c.name, player.c.id))]
    return (written_like(name, found, attrgetter("name")) or found)[:most]


def partly_named(
    connection: Connection, club_id: int, name: str, most: int = 5, *, whole: bool = False
) -> Sequence[Player]:
    """Return players whose name has every word of a text, or words that begin so. whole: only the former."""
    words = search_key(bare_name(name)).split()
    spaced = player.c.search.concat(" ")
    seen = IS_PRESENT if sees_hidden(connection) else IS_PRESENT & player.c.hidden.is_(False)
    for end in (" ",) if whole else (" ", ""):
        has_all = (spaced.contains(f" {word}{end}", autoescape=True) for word in words)
        query = select(*PLAYER).where(player.c.club_id == club_id, seen, *has_all)
        rows = connection.execute(query.order_by(player.c.name, player.c.id).limit(most)).all() if words else ()
        if rows:
            return [player_of(connection, row) for row in rows]
    return []


# Finding players while somebody types.


MOST_NAMES, _ALIKE, _WORDS = 5_000, 0.7, 20

_SEARCH_NUMBERS = (player.c.uschess_id, player.c.fide_id, player.c.naspa_id)


class Offered(NamedTuple):
    """A player to choose. shown: the displayed rating on a list."""

    player: Player
    shown: int | None
    has_left: bool


def search(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    words: str,
    most: int,
    users: Collection[int] = (),
) -> Sequence[Offered]:
    """Return players by part of a name, membership number or Discord user.

    Every word must be in the name; names that begin so come first, then most games. Only directors find hidden players.
    """
    key = search_key(words)
    if words.strip() and not key:  # punctuation alone
        return []
    named = and_(true(), *(player.c.search.contains(word, autoescape=True) for word in key.split()))
    # apostrophes and hyphens may be missing or typed as spaces
    joined = func.replace(player.c.search, " ", "").contains(key.replace(" ", ""), autoescape=True)
    matches = [named, joined, player.c.user_id.in_(users)]
    number = words.strip().upper()
    if number:
        matches += [column == number for column in _SEARCH_NUMBERS]
    on_list = (
        (standing.c.club_id == club_id) & (standing.c.list == rating_list.value) & (standing.c.player_id == player.c.id)
    )
    query = (
        select(*PLAYER, standing.c.shown, player.c.left_at)
        .select_from(player.outerjoin(standing, on_list))
        .where(player.c.club_id == club_id, IS_PRESENT, or_(*matches))
        .order_by(
            player.c.search.startswith(key or " ", autoescape=True).desc(),
            standing.c.games.desc().nulls_last(),
            player.c.name,
            player.c.id,
        )
        .limit(most)
    )
    if not sees_hidden(connection):
        query = query.where(player.c.hidden.is_(False))
    rows = connection.execute(query)
    return [Offered(player_of(connection, row), row.shown, row.left_at is not None) for row in rows]


def alike(connection: Connection, club_id: int, name: str, most: int = 4) -> Sequence[Player]:
    """Return visible players with a similar word for each word."""
    query = select(*PLAYER, player.c.search).where(player.c.club_id == club_id, IS_PRESENT, player.c.hidden.is_(False))
    people: dict[str, set[Player]] = {}
    for row in connection.execute(query.order_by(player.c.id).limit(MOST_NAMES)):
        for word in row.search.split():
            people.setdefault(word, set()).add(player_of(connection, row))
    names = SimilarNames(people, _ALIKE)
    near = [set().union(*(people[one] for one in names.to(word, _WORDS))) for word in search_key(name).split()]
    return sorted(set.intersection(*near), key=lambda one: (one.name, one.id))[:most] if near else []


# Hide, depart, return and delete players.


def hide(connection: Connection, player_id: int, *, hidden: bool) -> None:
    connection.execute(update(player).where(mine(connection, player, id=player_id)).values(hidden=hidden))


def set_left(connection: Connection, club_id: int, user_ids: Collection[int], left_at: datetime | None) -> int:
    """Mark members as departed or present; return how many changed."""
    known = player.c.left_at.is_(None) if left_at is not None else player.c.left_at.is_not(None)
    theirs = (player.c.club_id == club_id, player.c.user_id.in_(user_ids), known)
    return connection.execute(update(player).where(*theirs).values(left_at=left_at)).rowcount


def users(connection: Connection, club_id: int) -> Sequence[tuple[int, bool]]:
    query = select(player.c.user_id, player.c.left_at).where(player.c.club_id == club_id, player.c.user_id.is_not(None))
    return [(row.user_id, row.left_at is not None) for row in connection.execute(query.order_by(player.c.user_id))]


def is_named(connection: Connection, player_id: int) -> bool:
    naming = (
        column
        for table in metadata.sorted_tables
        if table is not claim
        for column in table.c
        if any(key.column is player.c.id for key in column.foreign_keys)
    )
    named = (
        exists().where(mine(connection, one.table, **{one.name: player_id})) for one in (*naming, player.c.merged_into)
    )
    return any(connection.execute(select(one)).scalar() for one in named)


def remove(connection: Connection, player_id: int) -> None:
    connection.execute(delete(claim).where(mine(connection, claim, player_id=player_id)))
    connection.execute(delete(player).where(mine(connection, player, id=player_id)))
