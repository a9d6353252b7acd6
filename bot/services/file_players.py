"""Who the players of a file are in the club: by membership number, then by exact name; the others are new."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import Services
from bot.store import players
from bot.store.database import Connection
from bot.store.rows import Player
from core.errors import InputError
from core.event_file import FilePlayer


@dataclass(frozen=True, slots=True)
class Matched:
    """A player of the file as the club knows them; `is_new` when the import adds them."""

    file: FilePlayer
    player: Player
    is_new: bool


def match_players(
    connection: Connection, services: Services, club_id: int, found: Sequence[FilePlayer]
) -> dict[int, Matched]:
    """Return the club's players by pairing number, and add those it does not know yet. Needs the club's lock.

    Raise InputError for a name that several players have, and for a player who would stand there twice.
    """
    by_id = players.by_membership(
        connection, club_id, "uschess_id", [player.uschess_id for player in found if player.uschess_id]
    )
    names = {name for player in found for name in _names(player.name)}
    by_name = players.by_folded_names(connection, club_id, names)
    matched: dict[int, Matched] = {}
    taken: dict[int, FilePlayer] = {}
    new: dict[str, FilePlayer] = {}
    for player in found:
        known = by_id.get(player.uschess_id or "") or _by_name(player, by_name)
        if known is None:
            namesake = new.setdefault(player.name.casefold(), player)
            if namesake is not player and (player.uschess_id is None or player.uschess_id == namesake.uschess_id):
                raise InputError(
                    f"{_where(player)}{player.name} stands there twice: give each their own name, or a US Chess id."
                )
            added = players.add_unlinked(
                connection,
                club_id,
                player.name,
                services.now(),
                uschess_id=player.uschess_id,
                fide_id=player.fide_id,
            )
            if player.born is not None:
                players.set_background(connection, added.id, player.born, adult=True)
            matched[player.number] = Matched(player, added, is_new=True)
            continue
        if known.id in taken:
            raise InputError(
                f"{_where(player)}{player.name} and {taken[known.id].name} are both {known.name} in this club: "
                "give each their own name."
            )
        taken[known.id] = player
        matched[player.number] = Matched(player, known, is_new=False)
    return matched


def _by_name(player: FilePlayer, by_name: dict[str, list[Player]]) -> Player | None:
    for name in _names(player.name):
        known = by_name.get(name, [])
        if len(known) > 1:
            raise InputError(
                f"{_where(player)}{len(known)} players of this club are called {player.name}: "
                "write the US Chess id in a column id, or another name."
            )
        if known:
            return known[0]
    return None


def _names(name: str) -> list[str]:
    """Return a name without case as written, and as "First Last" where it is written "Last, First"."""
    folded = [name.casefold()]
    last, comma, first = name.partition(",")
    if comma and first.strip():
        folded.append(f"{first.strip()} {last.strip()}".casefold())
    return folded


def _where(player: FilePlayer) -> str:
    return "" if player.line is None else f"Line {player.line}: "
