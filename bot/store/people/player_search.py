"""Finding players while somebody types."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import and_, func, or_, select, true

from bot.store.database import Connection
from bot.store.rows import Player
from bot.store.tables import player, standing
from core.likeness.similar_names import SimilarNames
from core.lists import RatingList
from core.search_key import search_key

MOST_NAMES, _ALIKE, _WORDS = 5_000, 0.7, 20
"""How many names are looked at for similar ones; how alike two words are, and how many are."""

_NUMBERS = (player.c.uschess_id, player.c.fide_id, player.c.naspa_id)


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
    *,
    hidden: bool = False,
) -> Sequence[Offered]:
    """Return players by a part of their name, by membership number, and those who are one of these users.

    Every typed word stands in the name, in any order. Names that begin with what was typed come first, then whoever
    has played most. hidden: include hidden players.
    """
    key = search_key(words)
    if words.strip() and not key:  # punctuation alone
        return []
    named = and_(true(), *(player.c.search.contains(word, autoescape=True) for word in key.split()))
    # An apostrophe or a hyphen may be left out or typed as a space.
    joined = func.replace(player.c.search, " ", "").contains(key.replace(" ", ""), autoescape=True)
    matches = [named, joined, player.c.user_id.in_(users)]
    number = words.strip().upper()
    if number:
        matches += [column == number for column in _NUMBERS]
    on_list = (
        (standing.c.club_id == club_id) & (standing.c.list == rating_list.value) & (standing.c.player_id == player.c.id)
    )
    query = (
        select(player.c.id, player.c.user_id, player.c.name, standing.c.shown, player.c.left_at)
        .select_from(player.outerjoin(standing, on_list))
        .where(player.c.club_id == club_id, player.c.merged_into.is_(None), or_(*matches))
        .order_by(
            player.c.search.startswith(key or " ", autoescape=True).desc(),
            standing.c.games.desc().nulls_last(),
            player.c.name,
            player.c.id,
        )
        .limit(most)
    )
    if not hidden:
        query = query.where(player.c.hidden.is_(False))
    rows = connection.execute(query)
    return [Offered(Player(row.id, row.user_id, row.name), row.shown, row.left_at is not None) for row in rows]


def alike(connection: Connection, club_id: int, name: str, most: int = 4) -> Sequence[Player]:
    """Return the players whose name has a word like each word of a text; nobody who is hidden."""
    query = select(player.c.id, player.c.user_id, player.c.name, player.c.search).where(
        player.c.club_id == club_id, player.c.merged_into.is_(None), player.c.hidden.is_(False)
    )
    people: dict[str, set[Player]] = {}
    for row in connection.execute(query.order_by(player.c.id).limit(MOST_NAMES)):
        for word in row.search.split():
            people.setdefault(word, set()).add(Player(row.id, row.user_id, row.name))
    names = SimilarNames(people, _ALIKE)
    near = [set().union(*(people[one] for one in names.to(word, _WORDS))) for word in search_key(name).split()]
    return sorted(set.intersection(*near), key=lambda one: (one.name, one.id))[:most] if near else []
