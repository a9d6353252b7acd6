"""Who the players of a file are in the club: by membership number, then by exact name; the others are new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bot.services.transaction import Write
from bot.store.database import Connection
from bot.store.people import players
from bot.store.rows import Player
from bot.store.sqlite.long_work import leave_if_long
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
from core.similar_names import SimilarNames

NEW_PLAYER = 0
"""What a director chooses for somebody who is none of those suggested."""

MEMBERSHIPS = ("uschess_id", "fide_id", "naspa_id")
"""Columns that name a person in one organisation."""

SUGGESTIONS, SIMILAR, MOST_NAMES = 5, 0.75, 5_000


@dataclass(frozen=True, slots=True)
class Matched:
    """A player of the file as the club knows them; `is_new` when the import adds them.

    suggestions: players of the club with a similar name, where nobody has decided yet.
    """

    file: FilePlayer
    player: Player
    is_new: bool
    suggestions: tuple[Player, ...] = ()


def match_players(
    write: Write, found: Sequence[FilePlayer], chosen: Mapping[int, int] = MappingProxyType({})
) -> dict[int, Matched]:
    """Return the club's players by pairing number, and add those it does not know yet.

    chosen: by pairing number, the player whom the director chose, or `NEW_PLAYER`.

    Raise InputError for a name that several players have, and for a player who would stand there twice.
    """
    connection, club_id = write.connection, write.club.id
    leave_if_long(connection, len(found))
    by_id = {
        column: players.by_membership(connection, club_id, column, [number for number in numbers if number])
        for column, numbers in ((one, [getattr(player, one) for player in found]) for one in MEMBERSHIPS)
    }
    names = {name for player in found for name in written_names(player.name)}
    by_name = players.by_folded_names(connection, club_id, names)
    matched: dict[int, Matched] = {}
    taken: dict[int, FilePlayer] = {}
    new: dict[str, FilePlayer] = {}
    # Whom the director chose may have been merged since.
    decided = players.resolve_merged(connection, club_id, [key for key in chosen.values() if key != NEW_PLAYER])
    similar = _Similar(connection, club_id)
    for player in found:
        known = _by_id(player, by_id) or _by_name(player, by_name)
        known = known or decided.get(chosen.get(player.number, NEW_PLAYER))
        suggestions: tuple[Player, ...] = ()
        if known is None and player.number not in chosen:
            suggestions = similar.to(player)
        if known is None:
            namesake = new.setdefault(player.name.casefold(), player)
            if namesake is not player and (player.uschess_id is None or player.uschess_id == namesake.uschess_id):
                raise InputError(
                    f"{_where(player)}{player.name} stands there twice: give each their own name, or a US Chess id."
                )
            added = players.add_unlinked(connection, club_id, player.name, write.now, **_details(player))
            if player.born is not None:
                players.set_background(connection, added.id, player.born, adult=True)
            matched[player.number] = Matched(player, added, True, suggestions)
            continue
        if known.id in taken:
            raise InputError(
                f"{_where(player)}{player.name} and {taken[known.id].name} are both {known.name} in this club: "
                "give each their own name."
            )
        taken[known.id] = player
        matched[player.number] = Matched(player, known, is_new=False)
    return matched


class _Similar:
    """Finds players of a club with a similar name; reads their names once, when first asked."""

    def __init__(self, connection: Connection, club_id: int) -> None:
        self._connection, self._club_id = connection, club_id
        self._by_name: dict[str, list[Player]] = {}
        self._names: SimilarNames | None = None

    def to(self, player: FilePlayer) -> tuple[Player, ...]:
        if self._names is None:
            # Those whom this import has added are not there yet when it is asked first.
            self._by_name = players.names(self._connection, self._club_id, MOST_NAMES)
            self._names = SimilarNames(self._by_name, SIMILAR)
        close = self._names.to(written_names(player.name)[-1], SUGGESTIONS)
        return tuple(known for name in close for known in self._by_name[name])[:SUGGESTIONS]


def _by_id(player: FilePlayer, by_id: Mapping[str, Mapping[str, Player]]) -> Player | None:
    """Return whom a membership number names; the number of the file's own organisation comes first."""
    found = (by_id[column].get(getattr(player, column) or "") for column in MEMBERSHIPS)
    return next((known for known in found if known is not None), None)


def _details(player: FilePlayer) -> dict[str, Any]:
    """Return what a file tells of somebody new, by column."""
    details: dict[str, Any] = {column: known_detail(player, column) for column in _READ}
    details |= {"sex": player.sex, "born_year": player.born_year}
    return {column: value for column, value in details.items() if value is not None}


_READ = {
    "uschess_id": parse_uschess_id,
    "fide_id": parse_fide_id,
    "naspa_id": parse_naspa_id,
    "federation": parse_federation,
    "title": parse_title,
    "state": parse_state,
}


def known_detail(told: FilePlayer | FileEvent, column: str) -> str | None:
    """Return what a file says in words of a player or the event, None where the club would know nothing of it."""
    try:
        return _READ[column](getattr(told, column) or "none") or None
    except InputError:
        return None


def _by_name(player: FilePlayer, by_name: dict[str, list[Player]]) -> Player | None:
    for name in written_names(player.name):
        known = by_name.get(name, [])
        if len(known) > 1:
            raise InputError(
                f"{_where(player)}{len(known)} players of this club are called {player.name}: "
                "write the US Chess id in a column id, or another name."
            )
        if known:
            return known[0]
    return None


def written_names(name: str) -> list[str]:
    """Return a name without case as written, and as "First Last" where it is written "Last, First"."""
    folded = [name.casefold()]
    last, comma, first = name.partition(",")
    if comma and first.strip():
        folded.append(f"{first.strip()} {last.strip()}".casefold())
    return folded


def _where(player: FilePlayer) -> str:
    return "" if player.line is None else f"Line {player.line}: "
