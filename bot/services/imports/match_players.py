"""Who the players of a file are in the club: by membership number, then by the whole name; the others are new."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from bot.services.context import Member
from bot.services.someone import ServerMember, Someone
from bot.services.transaction import Write
from bot.store.database import Connection
from bot.store.people import players, profiles
from bot.store.rows import Player
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer
from core.formats.typed.persons import (
    parse_federation,
    parse_fide_id,
    parse_naspa_id,
    parse_state,
    parse_title,
    parse_uschess_id,
)
from core.likeness.names_meant import written_like
from core.likeness.similar_names import SimilarNames
from core.search_key import first_name_first, name_key, search_key

NEW_PLAYER = 0
"""What a director chooses for somebody who is none of those suggested."""

MEMBERSHIPS = ("uschess_id", "fide_id", "naspa_id")
"""Columns that name a person in one organisation."""

SUGGESTIONS, SIMILAR, MOST_NAMES = 5, 0.75, 5_000


@dataclass(frozen=True, slots=True)
class Matched:
    """A player of the file as the club knows them; `is_new` when the import adds them.

    suggestions: who they may be, where nobody has decided yet: players of the club who say that the id is theirs, or
        of a similar name, and members of the server who are no players yet.
    named: whether the first of them, and no other, has exactly that name, or says that the id is theirs.
    """

    file: FilePlayer
    player: Player
    is_new: bool
    suggestions: tuple[Someone, ...] = ()
    named: bool = False


def match_players(
    write: Write,
    found: Sequence[FilePlayer],
    chosen: Mapping[int, int] = MappingProxyType({}),
    server: Sequence[ServerMember] = (),
) -> dict[int, Matched]:
    """Return the club's players by pairing number, and add those it does not know yet.

    chosen: by pairing number, the player whom the director chose, a member of the server by the negative of their
        Discord id, or `NEW_PLAYER`. server: the members of the server who may be somebody of the file.

    Raise InputError for a player who would stand there twice.
    """
    connection, club_id = write.connection, write.club.id
    by_id = {
        column: people
        for column in MEMBERSHIPS
        if (people := players.by_membership(connection, club_id, column, _numbers(found, column).keys()))
    }
    written = [name_key(player.name) for player in found]
    names, times = set(written), Counter(written)
    by_name = players.by_file_names(connection, club_id, names)
    members = players.by_folded_names(connection, club_id, names)
    matched: dict[int, Matched] = {}
    newcomers: list[tuple[FilePlayer, tuple[Someone, ...], bool]] = []
    taken: dict[int, FilePlayer] = {}
    new: dict[str, FilePlayer] = {}
    # Whom the director chose may have been merged since.
    decided = players.resolve_merged(connection, club_id, [key for key in chosen.values() if key != NEW_PLAYER])
    similar = _Similar(connection, club_id)
    on_server = _OnServer(connection, club_id, server)
    said = _said(connection, club_id, found)
    for player, called in zip(found, written, strict=True):
        choice = chosen.get(player.number, NEW_PLAYER)
        namesakes: Sequence[Player] = () if player.number in chosen else by_name.get(called, ())
        alike = written_like(player.name, namesakes, attrgetter("name"))
        # The same words in another order may be somebody else, where two of the file have them.
        named = alike or (namesakes if times[called] == 1 else ())
        known = _by_id(player, by_id) or decided.get(choice) or (named[0] if len(named) == 1 else None)
        if known is None and choice < 0:
            # By the time that it is stored they may be a player, of another name.
            known = players.by_user(connection, club_id, -choice)
            known = known or players.ensure(connection, club_id, -choice, first_name_first(player.name), write.now)
        if known is not None and choice == known.id:
            _confirm_id(connection, club_id, player, known)
        if known is not None and choice != NEW_PLAYER:
            players.know_as(connection, known.id, called)
        suggestions: tuple[Someone, ...] = ()
        exact = 0
        if known is None and player.number not in chosen:
            namesakes = (*(alike or namesakes), *members.get(called, ()))
            sure = _each_once((*said.get(player.number, ()), *namesakes, *on_server.called(called)))
            suggestions = _each_once((*sure, *similar.to(player.name), *on_server.similar_to(player.name)))
            exact = len(sure)
        if known is None:
            namesake = new.setdefault(first_name_first(player.name).casefold(), player)
            if namesake is not player and not _are_told_apart(player, namesake):
                raise InputError(
                    f"{_where(player)}{player.name} stands there twice: give each their own name, or a US Chess id."
                )
            newcomers.append((player, suggestions, exact == 1))
            continue
        if known.id in taken:
            raise InputError(
                f"{_where(player)}{player.name} and {taken[known.id].name} are both {known.name} in this club: "
                "give each their own name."
            )
        taken[known.id] = player
        matched[player.number] = Matched(player, known, is_new=False)
    added = players.add_many(connection, club_id, [_details(player) for player, _, _ in newcomers], write.now)
    for (player, suggestions, is_named), key in zip(newcomers, added, strict=True):
        stored = Player(key, None, first_name_first(player.name))
        matched[player.number] = Matched(player, stored, True, suggestions, is_named)
    return {player.number: matched[player.number] for player in found}


def _are_told_apart(one: FilePlayer, other: FilePlayer) -> bool:
    """Tell whether two people of a name have different membership numbers of one organisation."""
    pairs = ((getattr(one, column), getattr(other, column)) for column in MEMBERSHIPS)
    return any(mine is not None and theirs is not None and mine != theirs for mine, theirs in pairs)


class _Similar:
    """Finds players of a club with a similar name; reads their names once, when first asked."""

    def __init__(self, connection: Connection, club_id: int) -> None:
        self._connection, self._club_id = connection, club_id
        self._by_name: dict[str, list[Player]] = {}
        self._names: SimilarNames | None = None

    def to(self, name: str) -> tuple[Player, ...]:
        if self._names is None:
            # Those whom this import has added are not there yet when it is asked first.
            self._by_name = players.names(self._connection, self._club_id, MOST_NAMES)
            self._names = SimilarNames(self._by_name, SIMILAR)
        close = self._names.to_name(name, SUGGESTIONS)
        return tuple(known for name in close for known in self._by_name[name])[:SUGGESTIONS]


def _by_id(player: FilePlayer, by_id: Mapping[str, Mapping[str, Player]]) -> Player | None:
    """Return whom a membership number names; the number of the file's own organisation comes first."""
    for column, people in by_id.items():
        known = people.get(getattr(player, column) or "")
        if known is not None:
            return known
    return None


def _numbers(found: Sequence[FilePlayer], column: str) -> dict[str, int]:
    """Return the pairing numbers of a file's players by their membership numbers."""
    return {told: player.number for player in found if (told := getattr(player, column))}


def _details(player: FilePlayer) -> dict[str, Any]:
    """Return what a file tells of somebody new, by column, the name at least."""
    told = zip(_READ, _TOLD(player), strict=True)
    details: dict[str, Any] = {column: _known(column, said) for column, said in told if said}
    details |= {
        "name": first_name_first(player.name),
        "sex": player.sex,
        "born_year": player.born_year,
        "born": player.born,
    }
    return {column: value for column, value in details.items() if value is not None}


_READ = {
    "uschess_id": parse_uschess_id,
    "fide_id": parse_fide_id,
    "naspa_id": parse_naspa_id,
    "federation": parse_federation,
    "title": parse_title,
    "state": parse_state,
}
_TOLD = attrgetter(*_READ)


def known_detail(told: FilePlayer | FileEvent, column: str) -> str | None:
    """Return what a file says in words of a player or the event, None where the club would know nothing of it."""
    said = getattr(told, column)
    return _known(column, said) if said else None


def _known(column: str, said: str) -> str | None:
    try:
        return _READ[column](said) or None
    except InputError:
        return None


def _said(connection: Connection, club_id: int, found: Sequence[FilePlayer]) -> dict[int, tuple[Player, ...]]:
    """Return by pairing number who says that an id of the file is theirs, which nobody has confirmed."""
    saying: dict[int, tuple[Player, ...]] = {}
    for column in MEMBERSHIPS:
        numbers = _numbers(found, column)
        for number, people in players.saying(connection, club_id, column, list(numbers)).items():
            saying[numbers[number]] = (*saying.get(numbers[number], ()), *people)
    return saying


def _confirm_id(connection: Connection, club_id: int, player: FilePlayer, known: Player) -> None:
    """Take for confirmed what somebody said of an id, where a director has said that the file means them."""
    profile = profiles.find(connection, club_id, known.id)
    if profile is None:
        return
    same = {
        column
        for column in profile.unconfirmed_ids
        if getattr(player, column) == getattr(profile, column)
        and not players.by_membership(connection, club_id, column, [getattr(profile, column)])
    }
    if same:
        profiles.change(connection, known.id, {"unconfirmed": profiles.said(profile.unconfirmed_ids - same)})


def _each_once(found: Iterable[Someone]) -> tuple[Someone, ...]:
    by_key = {(isinstance(one, Player), one.id if isinstance(one, Player) else one.user_id): one for one in found}
    return tuple(by_key.values())[:SUGGESTIONS]


class _OnServer:
    """Finds members of the server, none of them a player of the club yet, by their names."""

    def __init__(self, connection: Connection, club_id: int, server: Sequence[ServerMember]) -> None:
        known = players.users_among(connection, club_id, [one.member.user_id for one in server]) if server else ()
        self._by_key: dict[str, list[Member]] = {}
        self._by_name: dict[str, list[Member]] = {}
        for one in server:
            if one.member.user_id not in known:
                for key in one.keys:
                    self._by_key.setdefault(key, []).append(one.member)
                for name in one.names:
                    self._by_name.setdefault(search_key(name).strip(), []).append(one.member)
        self._names: SimilarNames | None = None

    def called(self, key: str) -> Sequence[Member]:
        """Return who has the whole name, as `name_key` folds it."""
        return self._by_key.get(key, ())

    def similar_to(self, name: str) -> tuple[Member, ...]:
        if self._names is None:
            self._names = SimilarNames(self._by_name, SIMILAR)
        close = self._names.to_name(name, SUGGESTIONS)
        return tuple(member for name in close for member in self._by_name[name])


def _where(player: FilePlayer) -> str:
    return "" if player.line is None else f"Line {player.line}: "
