"""Find a player by name, nickname, number, mention or membership number."""

import re
from collections.abc import Sequence

from bot.services.framework.context import Actor, Services
from bot.services.framework.subject import (
    AskServer,
    ServerMember,
    Someone,
    could_be,
    did_you_mean,
    unknown_player,
)
from bot.services.framework.transaction import Read, read, read_for
from bot.store.database.rows import Player
from bot.store.database.transactions import Connection
from bot.store.people import players, profiles
from bot.store.people.players import Offered
from bot.store.people.profiles import Profile
from core.errors import NotFoundError
from core.files.common.people import user_in
from core.files.common.text import shorten
from core.lists import RatingList
from core.words import name_key

_NUMBER = re.compile(r"#(?P<id>[0-9]{1,18})")


def get_active_player(connection: Connection, club_id: int, player_id: int) -> Profile:
    """Return a player; raise NotFoundError for a missing or merged one."""
    profile = profiles.find(connection, club_id, player_id)
    if profile is None or profile.voided:
        raise NotFoundError("There is no such player in this club. Pick one from the list.")
    if profile.merged_into is not None:
        named = players.by_ids(connection, club_id, (profile.id, profile.merged_into))
        who = named[profile.merged_into].name if profile.merged_into in named else "another player"
        raise NotFoundError(f"{named[profile.id].name} was merged into {who} (#{profile.merged_into}). Choose {who}.")
    return profile


@read()
def find_player(look: Read, written: str) -> Player:
    """Return the player meant by #number, member, membership number or name.

    Raise NotFoundError for none or several.
    """
    return in_part(look.connection, look.club.id, written)


async def find_someone_called(
    services: Services, actor: Actor, written: str, ask: AskServer, *, partly: bool, exact: bool = False
) -> Someone:
    """Return the player or server member meant. partly, exact: as for `in_part`."""
    called_so = await read_for(services, actor, lambda connection: player_meant(connection, actor.club_id, written))
    if called_so is not None:
        return called_so
    text = written.strip().removeprefix("@")
    called = [one.member for one in await ask([text]) if name_key(text) in one.keys] if text else []
    if len(called) > 1:
        names = ", ".join(member.name for member in called)
        raise NotFoundError(f'"{shorten(written)}" could be {names}. Pick one from the list.')
    if not called:
        # Full names first, on the server too.
        return await read_for(
            services, actor, lambda connection: in_part(connection, actor.club_id, written, partly=partly, exact=exact)
        )
    own = await read_for(
        services, actor, lambda connection: players.by_user(connection, actor.club_id, called[0].user_id)
    )
    return called[0] if own is None else own


def in_part(connection: Connection, club_id: int, written: str, *, partly: bool = True, exact: bool = False) -> Player:
    """Return the player meant; raise NotFoundError with similar names.

    A word of the name is enough if only one player has it. partly: accept beginnings of words too. exact: neither.
    """
    found = player_meant(connection, club_id, written, partly=partly)
    if found is not None:
        return found
    only = players.partly_named(connection, club_id, written.strip().removeprefix("@"), 2, whole=True)
    if len(only) == 1 and not exact:
        return only[0]
    raise NotFoundError(did_you_mean(connection, club_id, written) or unknown_player(written))


def player_meant(connection: Connection, club_id: int, written: str, *, partly: bool = False) -> Player | None:
    """Return the player meant, like `find_player`, or None. partly: accept part of a name."""
    text = written.strip()
    number, user = _NUMBER.fullmatch(text), user_in(text)
    if number is not None:
        profile = get_active_player(connection, club_id, int(number["id"]))
        return players.by_ids(connection, club_id, [profile.id])[profile.id]
    found: Sequence[Player] = ()
    if user is not None:
        member = players.by_user(connection, club_id, user)
        found = () if member is None else (member,)
    elif text:
        name = text.removeprefix("@")
        found = _by_membership(connection, club_id, text) or players.named(connection, club_id, name)
        if partly and not found:
            found = players.partly_named(connection, club_id, name)
    if len(found) > 1:
        raise NotFoundError(could_be(text, found))
    return found[0] if found else None


def _by_membership(connection: Connection, club_id: int, text: str) -> Sequence[Player]:
    by_id: dict[int, Player] = {}
    for column in profiles.IDS:
        for player in players.by_membership(connection, club_id, column, [text.upper()]).values():
            by_id[player.id] = player
    return list(by_id.values())


@read()
def find_by_user(look: Read, user_id: int) -> Player | None:
    return players.by_user(look.connection, look.club.id, user_id)


@read()
def name_keys(look: Read) -> frozenset[str]:
    return players.name_keys(look.connection, look.club.id, players.MOST_NAMES)


@read()
def users_known(look: Read, user_ids: Sequence[int]) -> frozenset[int]:
    return players.users_among(look.connection, look.club.id, user_ids)


@read()
def known_players(
    look: Read, rating_list: RatingList | None, words: str, most: int, called: Sequence[ServerMember] = ()
) -> Sequence[Offered]:
    connection, club = look.connection, look.club
    users = [one.member.user_id for one in called]
    return players.search(connection, club.id, rating_list or club.default_list, words, most, users)
