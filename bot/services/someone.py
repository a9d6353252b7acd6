"""Who a command is about: a player of the club, on Discord or not, or a member of the server who is none yet."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from bot.services.context import Member
from bot.store.database import Connection
from bot.store.people import players
from bot.store.rows import Player

Someone = Player | Member


@dataclass(frozen=True, slots=True)
class ServerMember:
    """A member of the server; names: nickname, display name and user name, without case, those that there are."""

    member: Member
    names: tuple[str, ...]

    def is_called(self, words: str) -> bool:
        """Tell whether any of the names has these words, in lower case."""
        return any(words in name for name in self.names)


AskServer = Callable[[Collection[str]], Awaitable[Sequence[ServerMember]]]
"""Asks Discord who may be called so."""


def find_someone(connection: Connection, club_id: int, who: Someone) -> Player | None:
    """Return the player who is meant, as the club knows them now; None for a member who is none yet."""
    if isinstance(who, Player):
        return players.resolve_merged(connection, club_id, [who.id]).get(who.id)
    return players.by_user(connection, club_id, who.user_id)


def newcomer(who: Someone) -> Player:
    """Return the player that somebody would be whom the club does not know, without an id."""
    return Player(0, who.user_id, who.name)
