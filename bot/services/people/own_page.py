"""A member's own page: player, wishes, reports."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.events.report import EventSource
from bot.services.framework.find_player import get_active_player
from bot.services.framework.identity import Candidate, possible_players
from bot.services.framework.transaction import Read, read
from bot.store.database.rows import Event
from bot.store.events import facts
from bot.store.people import players, profiles
from bot.store.people.profiles import Profile, Wishes

MOST_REPORTS = 10


@dataclass(frozen=True, slots=True)
class OwnPage:
    """The actor's data.

    profile, wishes: None without a player. reports: the latest undoable ones. may_be: unlinked players whom the actor
    may be.
    """

    profile: Profile | None = None
    wishes: Wishes | None = None
    reports: Sequence[Event] = ()
    may_be: Sequence[Candidate] = ()


@read()
def own_page(look: Read) -> OwnPage:
    connection, club, user_id = look.connection, look.club, look.actor.member.user_id
    own = players.by_user(connection, club.id, user_id)
    if own is None:
        return OwnPage(may_be=possible_players(look))
    sources = (EventSource.REPORT, EventSource.MATCH)
    reported = facts.reported(connection, club.id, own.id, sources, user_id, MOST_REPORTS)
    undoable = [one for one in reported if one.source != EventSource.MATCH or one.waits_until is not None]
    return OwnPage(
        get_active_player(connection, club.id, own.id),
        profiles.wishes_of(connection, own.id),
        undoable,
        possible_players(look),
    )
