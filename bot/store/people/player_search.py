"""Finding players while somebody types.

`name_part` has the first eight letters of every name from each letter on, and `known_part` those of players who have
played much, by how much. So the best known of those who have what is typed are met among a few hundred, however many
they are. Letters that very many have whose games are alike are looked for from the best known player on, where they are
met soon. Every statement is compiled once: there are half a dozen to each letter that somebody types.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    Integer,
    LargeBinary,
    and_,
    bindparam,
    false,
    func,
    not_,
    or_,
    select,
    true,
    union_all,
)

from bot.store.database import Connection
from bot.store.one_club import unindexed
from bot.store.prepared import Prepared
from bot.store.rows import Player
from bot.store.tables import KNOWN_FROM, games_count, known_part, name_part, player, standing
from core.lists import RatingList

FEW, SOME, MANY = 100, 2_000, 8_000
"""Up to so many players, all their rows are read and sorted. Up to so many, the games of each are looked up. Up to so
many, their ids are met on the way from the best known player on; of more, the names are."""

SPARE = 5
"""How many more than asked for are taken at first: some are hidden, or begin with the letters and stand before."""

_LOOKUP_BY_STEP = 5
"""To look up somebody's games takes eight times as long as to pass a player of the board, of whom 40 are to be met."""

_ROOM = 40
"""The ids that the shortest statement takes by name; longer ones take four times as many, and so on."""

_STATEMENTS = 64
"""Of each kind so many are kept: they differ by how many members of the server are called so."""

LETTERS = 8
"""The length of a part."""

_START = b"\x00"
"""What the part at the start of a name begins with, where it stands a second time."""

_NUMBERS = ("uschess_id", "fide_id", "naspa_id")
_IS_OFFERED = player.c.merged_into.is_(None)
"""Whoever turned out to be somebody else is offered no more."""

_CLUB: Any = bindparam("club")
_MOST = bindparam("most", type_=Integer)
# With the club, the key of a standing is whole; without it, each player found would read every standing.
_ON_LIST = (standing.c.club_id == _CLUB) & (standing.c.list == bindparam("list"))
_STARTS = player.c.folded.like(bindparam("start"), escape="/")


class Offered(NamedTuple):
    """A player to choose; shown: their displayed rating on a list."""

    player: Player
    shown: int | None
    has_left: bool


class _Which(Enum):
    """Of those who are found: all, those whose names begin with the letters, the others."""

    ALL, STARTING, OTHERS = range(3)


_CONDITIONS: dict[_Which, tuple[Any, ...]] = {
    _Which.ALL: (),
    _Which.STARTING: (_STARTS,),
    _Which.OTHERS: (not_(_STARTS),),
}


class _Exactly(NamedTuple):
    """What else than a name somebody is found by: how many users' ids, and whether a membership number."""

    users: int
    number: bool

    def conditions(self) -> list[Any]:
        users = [player.c.user_id.in_([bindparam(f"user{at}") for at in range(self.users)])] if self.users else []
        return users + [player.c[column] == bindparam("number") for column in _NUMBERS if self.number]

    def beside(self, named: Any) -> Any:
        """Return a query of players' ids with those who are found exactly."""
        return union_all(
            named, *(select(player.c.id).where(player.c.club_id == _CLUB, one) for one in self.conditions())
        )


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
    folded = words.casefold()
    windows, start = list(_windows(folded)), _START + folded[:LETTERS].encode()
    few, starting = sought.few(windows, start)
    if few is not None:
        return sought.found(most, few)
    first: list[Offered] = []
    if starting is None:
        first = sought.best(most, _Which.STARTING, [start])
    elif starting.players:  # whoever is found exactly is among the others
        first = sought.found(most, starting, _Which.STARTING)
    if len(first) == most:
        return first
    return [*first, *sought.best(most - len(first), _Which.OTHERS, windows)]


class _Having(NamedTuple):
    """Those whose names have a part, and how many they are, or a few more than are asked about."""

    part: bytes
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
        self._connection, self._club = connection, {"club": club_id}
        folded, number = words.casefold(), words.strip().upper()
        self._exactly = _Exactly(len(users), bool(number))
        self._exact: dict[str, Any] = {f"user{at}": user for at, user in enumerate(users)}
        if number:
            self._exact["number"] = number
        self._list = {"list": rating_list.value}
        letters = folded.replace("/", "//").replace("%", "/%").replace("_", "/_")
        self._named = {"start": f"{letters}%", "letters": f"%{letters}%", "hidden": hidden}

    def few(self, windows: Sequence[bytes], start: bytes) -> tuple[_Having | None, _Having | None]:
        """Return those who have one of the parts, then those who have the other; None where they are many."""
        first, *more = windows
        # Many who have a part of a long word have not the whole of it, and would be passed on the way to others.
        few = 3 * FEW if more else FEW
        asked = {**self._club, **_ranged(first), "start_low": start, "start_high": start + b"\xff", "most": few + 1}
        row = _COUNT_BOTH.rows(self._connection, asked)[0]
        having = _Having(first, row.players) if row.players <= few else self._having(more, few)
        return having, _Having(start, row.starting) if row.starting <= few else None

    def _having(self, windows: Sequence[bytes], most: int) -> _Having | None:
        """Return whoever has the part that fewest have; None where more have each."""
        asked = {**self._club, "most": most + 1}
        counted = (
            _Having(part, _COUNT.rows(self._connection, {**asked, **_ranged(part)})[0].players) for part in windows
        )
        few = min(counted, key=lambda having: having.players, default=None)
        return few if few is not None and few.players <= most else None

    def best(self, most: int, which: _Which, windows: Sequence[bytes]) -> list[Offered]:
        """Return the best known of the many whose names have these parts."""
        found = self._best_of_known(most, which, windows[0])
        if found is not None:
            return found
        having = self._having(windows, MANY)
        if having is None:
            return self._along_the_board(most, which)
        taken = most + SPARE
        while True:
            known = self._known(having.part, taken, along=having.players > SOME)
            if len(known) < taken:  # all who are rated: whoever is not comes behind them
                return self.found(most, having, which)
            found = self._found_of(known, most, which)
            if len(found) == most:
                return found
            taken *= 4

    def _best_of_known(self, most: int, which: _Which, part: bytes) -> list[Offered] | None:
        """Return the best known by way of those who have played much; None where these are too few, or too many."""
        given = {**self._club, **self._list, **_ranged(part)}
        row = _COUNT_KNOWN.rows(self._connection, {**given, "most": FEW})[0]
        for at_least, players in zip(reversed(KNOWN_FROM), row, strict=True):
            if players < most:
                continue
            along = False
            if players == FEW:  # or more
                tier = {**given, "most": SOME + 1, "at_least": at_least}
                players = _COUNT_PLAYED.rows(self._connection, tier)[0].players
                if players > SOME:
                    return None
                played = _PLAYED.rows(self._connection, {**self._club, **self._list, "at_least": at_least})[0].players
                along = played < players**2 / _LOOKUP_BY_STEP
            taken = most + SPARE
            while True:
                known = self._known(part, taken, at_least, along=along)
                found = self._found_of(known, most, which, all_told=len(known) < taken)
                if len(found) == most:
                    return found
                if len(known) < taken:
                    break
                taken *= 4
        return None

    def _known(self, part: bytes, most: int, at_least: int | None = None, *, along: bool) -> Sequence[Any]:
        """Return the ids and games of the best known who are rated.

        at_least: of those who have played so many. along: by meeting them from the best known player on, not by looking
        the games of each up.
        """
        given = {**self._club, **self._list, **_ranged(part), **self._exact, "most": most}
        if at_least is not None:
            given["at_least"] = at_least
        return _known(self._exactly, at_least is not None, along).rows(self._connection, given)

    def _found_of(self, known: Sequence[Any], most: int, which: _Which, *, all_told: bool = False) -> list[Offered]:
        """Return whom it finds of the best known.

        Of those who have played as many games as the last one some may be missing, and their names decide. all_told:
        they are not.
        """
        certain = [one.player_id for one in known if all_told or one.games > known[-1].games]
        room = _ROOM
        while room < len(certain):
            room *= 4
        # One statement does for several numbers of ids.
        ids = {f"id{at}": player_id for at, player_id in enumerate([*certain, *[0] * (room - len(certain))])}
        return self._offered(_found(self._exactly, which, ids=room), {**self._club, **ids, "most": most})

    def found(self, most: int, having: _Having | None, which: _Which = _Which.ALL) -> list[Offered]:
        """Return whom it finds of those whose names have a part; None for everybody."""
        given = {**self._club, "most": most, **({} if having is None else _ranged(having.part))}
        return self._offered(_found(self._exactly, which, parts=having is not None), given)

    def _along_the_board(self, most: int, which: _Which) -> list[Offered]:
        """Return whom it finds of some, along the standings by games."""
        given = {**self._club, **self._list, **self._named, **self._exact, "passed": most - 1}
        last = _last_of_walk(self._exactly, which).first(self._connection, given)
        if last is None:
            return self.found(most, None, which)
        # All of those with as many games as the last one: their names put them in order.
        return self._offered(
            _found(self._exactly, which, walked=True), {**self._club, "games": last.games, "most": most}
        )

    def _offered(self, found: Prepared, given: dict[str, Any]) -> list[Offered]:
        rows = found.rows(self._connection, {**given, **self._list, **self._named, **self._exact})
        return [Offered(Player(row.id, row.user_id, row.name), row.shown, row.left_at is not None) for row in rows]


def _ranged(part: bytes) -> dict[str, bytes]:
    return {"low": part, "high": part + b"\xff"}


def _with_part(table: Any, *more: Any, bounds: tuple[str, str] = ("low", "high")) -> Any:
    """Return the query of the ids of those who have a part. more: conditions on the table. bounds: the parameters."""
    low, high = (bindparam(name, type_=LargeBinary) for name in bounds)
    return select(table.c.player_id).where(table.c.club_id == _CLUB, *more, table.c.part >= low, table.c.part < high)


def _who_played(at_least: Any) -> Any:
    """Return that query of those who have played so many games."""
    on_list = known_part.c.list == bindparam("list")
    return _with_part(known_part, on_list, known_part.c.at_least == at_least)


def _counted(query: Any) -> Any:
    return select(func.count().label("players")).select_from(query.limit(_MOST).subquery())


_COUNT = Prepared(_counted(_with_part(name_part)))
_COUNT_BOTH = Prepared(
    select(
        _counted(_with_part(name_part)).scalar_subquery().label("players"),
        _counted(_with_part(name_part, bounds=("start_low", "start_high"))).scalar_subquery().label("starting"),
    )
)
_COUNT_PLAYED = Prepared(_counted(_who_played(bindparam("at_least"))))
_PLAYED = Prepared(
    select(func.coalesce(func.sum(games_count.c.players), 0).label("players")).where(
        games_count.c.club_id == _CLUB,
        games_count.c.list == bindparam("list"),
        games_count.c.active.in_([true(), false()]),  # it stands before the games in the key
        games_count.c.games >= bindparam("at_least"),
    )
)
_COUNT_KNOWN = Prepared(
    select(*(_counted(_who_played(games)).scalar_subquery().label(f"from_{games}") for games in reversed(KNOWN_FROM)))
)


def _is_found(exactly: _Exactly) -> Any:
    named = player.c.folded.like(bindparam("letters"), escape="/")
    shown = or_(player.c.hidden.is_(False), bindparam("hidden", type_=Boolean))
    return and_(or_(named, *exactly.conditions()), shown, _IS_OFFERED)


@lru_cache(_STATEMENTS)
def _known(exactly: _Exactly, much: bool, along: bool) -> Prepared:
    """Return the statement that reads who of some is best known. along: on the way from the best known player on."""

    def made(dialect: str) -> Any:
        player_id, games = standing.c.player_id, standing.c.games
        if dialect == "sqlite":
            # It has no figures of its tables: what is not to be gone along stands after a sign.
            if along:
                player_id = unindexed(player_id)
            else:
                games = unindexed(games)
        # Whoever is found exactly may have played less than the others.
        conditions = [games >= bindparam("at_least")] if much else []
        ids = exactly.beside(_who_played(bindparam("at_least")) if much else _with_part(name_part))
        query = select(standing.c.player_id, standing.c.games).where(_ON_LIST, player_id.in_(ids), *conditions)
        return query.order_by(games.desc(), standing.c.player_id).limit(_MOST)

    return Prepared(made)


def _met(exactly: _Exactly, which: _Which) -> Any:
    """Return the condition that a standing is somebody's who is found."""
    met = select(player.c.id).where(player.c.id == standing.c.player_id, _is_found(exactly), *_CONDITIONS[which])
    return met.correlate(standing).exists()


@lru_cache(_STATEMENTS)
def _last_of_walk(exactly: _Exactly, which: _Which) -> Prepared:
    """Return the statement that reads how many games the last one offered has played, from the best known player on."""
    walked = select(standing.c.games).where(_ON_LIST, _met(exactly, which))
    passed = bindparam("passed", type_=Integer)
    return Prepared(walked.order_by(standing.c.games.desc(), standing.c.player_id).offset(passed).limit(1))


@lru_cache(_STATEMENTS)
def _found(
    exactly: _Exactly, which: _Which, *, parts: bool = False, ids: int | None = None, walked: bool = False
) -> Prepared:
    """Return the statement that reads whom it finds, in order.

    parts, ids, walked: of those who have a part, of so many ids, of those who have played so many games; of everybody.
    """
    among = None
    if parts:
        among = exactly.beside(_with_part(name_part))
    elif ids is not None:
        among = [bindparam(f"id{at}") for at in range(ids)]
    elif walked:
        among = select(standing.c.player_id).where(
            _ON_LIST, standing.c.games >= bindparam("games"), _met(exactly, which)
        )
    # By their ids then, and never by an index of the club, which SQLite would prefer.
    of_club = (player.c.club_id if among is None else player.c.club_id + 0) == _CLUB
    conditions = () if among is None else (player.c.id.in_(among),)
    joined = player.outerjoin(standing, _ON_LIST & (standing.c.player_id == player.c.id))
    return Prepared(
        select(player.c.id, player.c.user_id, player.c.name, standing.c.shown, player.c.left_at)
        .select_from(joined)
        .where(of_club, _is_found(exactly), *conditions, *_CONDITIONS[which])
        .order_by(_STARTS.desc(), standing.c.games.desc().nulls_last(), player.c.name, player.c.id)
        .limit(_MOST)
    )
