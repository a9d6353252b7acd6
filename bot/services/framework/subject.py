"""The subject of a command: a player, or a server member who is none yet."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from bot.services.framework.context import Member
from bot.store.database.rows import Player
from bot.store.database.transactions import Connection
from bot.store.people import players
from core.files.common.text import shorten
from core.words import name_key, search_key

Someone = Player | Member


@dataclass(frozen=True, slots=True)
class ServerMember:
    """A server member; names: nickname, display name and user name, folded."""

    member: Member
    names: tuple[str, ...]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(map(name_key, self.names))

    def is_called(self, words: str) -> bool:
        wanted = search_key(words).split()
        return bool(wanted) and any(all(word in search_key(name) for word in wanted) for name in self.names)


AskServer = Callable[[Collection[str]], Awaitable[Sequence[ServerMember]]]


def find_someone(connection: Connection, club_id: int, who: Someone) -> Player | None:
    """Return the player meant; None for a member who is not a player."""
    if isinstance(who, Player):
        return players.resolve_merged(connection, club_id, [who.id]).get(who.id)
    return players.by_user(connection, club_id, who.user_id)


def newcomer(who: Someone) -> Player:
    return Player(0, who.user_id, who.name)


def could_be(written: str, found: Sequence[Player]) -> str:
    """Return the question which of several players is meant, with the numbers to write."""
    names = " or ".join(f"{one.name} (#{one.id})" for one in found)
    return f'"{shorten(written)}" could be {names}. Write the number, for example #{found[0].id}.'


def unknown_player(written: str) -> str:
    return f'"{shorten(written)}" is not a player of this club. Pick one from the list.'


def did_you_mean(connection: Connection, club_id: int, written: str) -> str | None:
    text = written.strip().removeprefix("@")
    found = players.partly_named(connection, club_id, text) or players.alike(connection, club_id, text)
    names = " or ".join(f"{one.name} (#{one.id})" for one in found)
    return f'"{shorten(written)}" is not a full name here. Did you mean {names}? Write the number.' if names else None
