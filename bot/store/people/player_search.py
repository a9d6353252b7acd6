"""Finding players while somebody types.

`name_part` has the first eight letters of every name from each letter on. Of those who have what is typed, however many
they are, the best known are found by their numbers of games alone, and no more than their rows are read. Letters that
very many have are looked for from the best known player on, where they are met soon.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, bindparam, func, literal, not_, or_, select, union_all

from bot.store.database import Connection
from bot.store.one_club import unindexed
from bot.store.prepared import Prepared
from bot.store.rows import Player
from bot.store.tables import name_part, player, standing
from core.lists import RatingList

FEW, SOME, MANY = 300, 2_000, 8_000
"""Up to so many players, all their rows are read and sorted. Up to so many, the games of each are looked up. Up to so
many, their ids are met on the way from the best known player on; of more, the names are."""

SPARE = 15
"""How many more than asked for are taken at first: some are hidden, or begin with the letters and stand before."""

LETTERS = 8
"""The length of a part."""

_START = b"\x00"
"""What the part at the start of a name begins with, where it stands a second time."""

_NUMBERS = ("uschess_id", "fide_id", "naspa_id")
_IS_OFFERED = player.c.merged_into.is_(None)
"""Whoever turned out to be somebody else is offered no more."""

_WITH_PART = select(name_part.c.player_id).where(
    name_part.c.club_id == bindparam("club"), name_part.c.part >= bindparam("low"), name_part.c.part < bindparam("high")
)
_COUNT = Prepared(
    select(func.count().label("players")).select_from(_WITH_PART.limit(bindparam("most", type_=Integer)).subquery())
)


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
    having = sought.having(_windows(words.casefold()))
    if having is not None and having.players <= FEW:
        return sought.found(most, ids=having.ids)
    first = sought.best(most, sought.having([_START + words.casefold()[:LETTERS].encode()]), sought.starts)
    if len(first) == most:
        return first
    return [*first, *sought.best(most - len(first), having, not_(sought.starts))]


class _Having(NamedTuple):
    """Those who have what was typed, and perhaps others: the query of their ids, and how many they are."""

    ids: Any
    players: int


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

    def having(self, windows: Iterator[bytes] | Sequence[bytes]) -> _Having | None:
        """Return whoever has the part that fewest have, and who is found exactly; None where many have each."""
        found: _Having | None = None
        for part in windows:
            which = {"club": self._club_id, "low": part, "high": part + b"\xff", "most": MANY + 1}
            players = _COUNT.rows(self._connection, which)[0].players
            if players <= MANY and (found is None or players < found.players):
                found = _Having(union_all(_WITH_PART.params(which), *self.exactly()), players)
            if found is not None and found.players <= FEW:
                break
        return found

    def best(self, most: int, having: _Having | None, which: Any) -> list[Offered]:
        """Return the best known of some."""
        if having is None:
            return self.best_known(most, which)
        taken = most + SPARE
        while True:
            known = self._known(having, taken)
            if len(known) < taken:  # all who are rated: whoever is not comes behind them
                return self.found(most, which, ids=having.ids)
            # Of those who have played as many games as the last one some are missing, and their names decide.
            certain = [one.player_id for one in known if one.games > known[-1].games]
            found = self.found(most, which, ids=certain)
            if len(found) == most:
                return found
            taken *= 4

    def _known(self, having: _Having, most: int) -> Sequence[Any]:
        """Return the ids and games of the best known who are rated."""
        player_id, games = standing.c.player_id, standing.c.games
        if self._connection.dialect.name == "sqlite":
            # It has no figures of its tables: what is not to be gone along stands after a sign.
            if having.players <= SOME:
                games = unindexed(games)
            else:
                player_id = unindexed(player_id)
        query = select(standing.c.player_id, standing.c.games).where(self._on_list, player_id.in_(having.ids))
        return self._connection.execute(query.order_by(games.desc(), standing.c.player_id).limit(most)).all()

    def found(self, most: int, *which: Any, ids: Any | None = None) -> list[Offered]:
        """Return whom it finds of some. ids: those who may be, or their query."""
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
