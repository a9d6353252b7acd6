"""Whose card and charts somebody may see."""

from bot.services.context import Actor
from bot.services.players.identity.merging import get_active_player
from bot.services.someone import Someone, find_someone
from bot.store.database import Connection
from bot.store.people.profiles import Profile
from bot.store.rows import Club, Player
from core.errors import NotAllowedError, NotFoundError

_NO_SUCH = "There is no such player in this club: choose one that is offered as you type."


def visible_player(connection: Connection, club: Club, actor: Actor, who: Someone | None) -> Profile:
    """Return a player of the club, by default whoever asks, whose card and charts they may see.

    Raise NotFoundError for one who is no player, or is hidden from them; NotAllowedError for a private card.
    """
    player = find_someone(connection, club.id, who or actor.member)
    if player is None and isinstance(who, Player):
        raise NotFoundError(_NO_SUCH)
    if player is None:
        raise NotFoundError(
            "You are no player of this club yet: start with /rating update."
            if who is None
            else f"{who.name} is no player of this club yet: they can start with /rating update."
        )
    profile = get_active_player(connection, club.id, player.id)
    if may_see_all(profile, club, actor):
        return profile
    if profile.hidden:
        raise NotFoundError(_NO_SUCH)
    if profile.card_private:
        raise NotAllowedError(f"{profile.name} shows their card to nobody but directors.")
    return profile


def may_see_all(profile: Profile, club: Club, actor: Actor) -> bool:
    """Tell whether somebody may see everything of a player: directors, and oneself."""
    return profile.user_id == actor.member.user_id or actor.is_director(club)
