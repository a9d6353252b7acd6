"""Finding players while somebody types.

As fast with a million players as with a thousand: `name_part` has the first eight letters of every name from each
letter on, so that those of few players are read along it. Words that are in many names are looked for from the
best known player on, where they are met soon.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, func, literal, not_, or_, select, union_all

from bot.store.database import Connection
from bot.store.rows import Player
from bot.store.tables import name_part, player, standing
from core.lists import RatingList

FEW = 2000
"""Up to so many players are sorted; with more, the search begins with the best known."""

LETTERS = 8
"""The length of a part."""

_START = b"\x00"
"""What the part at the start of a name begins with, where it stands a second time."""

_NUMBERS = ("uschess_id", "fide_id", "naspa_id")
_IS_OFFERED = player.c.merged_into.is_(None)
"""Whoever turned out to be somebody else is offered no more."""


class Offered(NamedTuple):
    """A player to choose; shown: their displayed rating on a list."""

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
    """Return players whose name contains the words, whose id they are, or who are one of these users; best known first.

    hidden: those too who are hidden.
    """
    sought = _Sought(connection, club_id, rating_list, words, users, hidden)
    few = sought.few(_windows(words.casefold()))
    if few is not None:
        return sought.found(most, ids=union_all(few, *sought.exactly()))
    starting = sought.few([_START + words.casefold()[:LETTERS].encode()])
    if starting is None:
        first = sought.best_known(most, sought.starts)
    else:
        first = sought.found(most, sought.starts, ids=starting)
    if len(first) == most:
        return first
    return [*first, *sought.best_known(most - len(first), not_(sought.starts))]


def _windows(folded: str) -> Iterator[bytes]:
    """Return parts that a name with these letters has: those at the end first, which were typed to tell it apart."""
    if len(folded) <= LETTERS:
        yield folded.encode() or _START  # without letters everybody, and each of them once
        return
    for end in range(len(folded), LETTERS, -LETTERS):
        yield folded[end - LETTERS : end].encode()
    yield folded[:LETTERS].encode()


class _Sought:
    """What is looked for, and where."""

    def __init__(
        self,
        connection: Connection,
        club_id: int,
        rating_list: RatingList,
        words: str,
        users: Collection[int],
        hidden: bool,
    ) -> None:
        self._connection, self._club_id = connection, club_id
        folded, number = words.casefold(), words.strip().upper()
        # With the club, the key of a standing is whole; without it, each player found would read every standing.
        self._on_list = (standing.c.club_id == club_id) & (standing.c.list == rating_list.value)
        self._exact: list[Any] = [player.c.user_id.in_(users)] if users else []
        self._exact += [player.c[column] == number for column in _NUMBERS] if number else []
        self.starts = player.c.folded.startswith(folded, autoescape=True)
        self._is_found = and_(
            or_(player.c.folded.contains(folded, autoescape=True), *self._exact),
            or_(player.c.hidden.is_(False), literal(hidden)),
            _IS_OFFERED,
        )

    def exactly(self) -> list[Any]:
        """Return the queries of the ids of players who are found by something else than their name."""
        return [select(player.c.id).where(player.c.club_id == self._club_id, one) for one in self._exact]

    def few(self, windows: Iterator[bytes] | Sequence[bytes]) -> Any | None:
        """Return the query of the ids of whoever has the first part that few have; None where many have each."""
        for part in windows:
            having = (
                name_part.c.club_id == self._club_id,
                name_part.c.part >= part,
                name_part.c.part < part + b"\xff",
            )
            ids = select(name_part.c.player_id).where(*having)
            counted = select(func.count()).select_from(ids.limit(FEW + 1).subquery())
            if self._connection.execute(counted).scalar_one() <= FEW:
                return ids
        return None

    def found(self, most: int, *which: Any, ids: Any | None = None) -> list[Offered]:
        """Return whom it finds of some. ids: the query of those who may be."""
        # By their ids then, and never by an index of the club, which SQLite would prefer.
        of_club = (player.c.club_id if ids is None else player.c.club_id + 0) == self._club_id
        among = () if ids is None else (player.c.id.in_(ids),)
        joined = player.outerjoin(standing, self._on_list & (standing.c.player_id == player.c.id))
        query = (
            select(player.c.id, player.c.user_id, player.c.name, standing.c.shown, player.c.left_at)
            .select_from(joined)
            .where(of_club, self._is_found, *among, *which)
            .order_by(self.starts.desc(), standing.c.games.desc().nulls_last(), player.c.name, player.c.id)
            .limit(most)
        )
        rows = self._connection.execute(query)
        return [Offered(Player(row.id, row.user_id, row.name), row.shown, row.left_at is not None) for row in rows]

    def best_known(self, most: int, which: Any) -> list[Offered]:
        """Return whom it finds of some, along the standings by games."""
        met = select(player.c.id).where(player.c.id == standing.c.player_id, self._is_found, which)
        walked = select(standing.c.games).where(self._on_list, met.correlate(standing).exists())
        last = walked.order_by(standing.c.games.desc(), standing.c.player_id).offset(most - 1).limit(1)
        games = self._connection.execute(last).scalar_one_or_none()
        if games is None:
            return self.found(most, which)
        # All of those with as many games as the last one: their names put them in order.
        among = select(standing.c.player_id).where(
            self._on_list, standing.c.games >= games, met.correlate(standing).exists()
        )
        return self.found(most, which, ids=among)
