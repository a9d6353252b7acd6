"""Whose ratings a member may move: their own, in what they reported themselves. A director moves everybody's."""

from collections.abc import Collection, Iterable

from bot.services.context import Actor
from bot.services.events.sources import EventSource
from bot.services.fold.replay import Fold
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.rows import BareEntry, Club
from core.errors import NotAllowedError


def check_others_stay(
    club: Club, actor: Actor, player_id: int, done: Iterable[Fold], what: str, *, also: Collection[int] = ()
) -> None:
    """Raise NotAllowedError where a member's own doing has moved somebody else's rating.

    The caller's transaction is rolled back by it. what: the end of a sentence, such as "undo it".
    also: whose ratings it may move beside the player's.
    """
    if not actor.is_director(club) and any(entry.player_id not in (player_id, *also) for _, entry in _moved(done)):
        raise NotAllowedError(
            f"That would change other people's ratings in an event that a director rated: ask a TD to {what}."
        )


def check_official_events_stay(
    connection: Connection, club: Club, actor: Actor, player_id: int, done: Iterable[Fold]
) -> None:
    """Raise NotAllowedError where what a member told of themselves has moved ratings in an event of a director.

    Their own rating there is a director's matter too: the others of the event were rated against it.
    """
    if actor.is_director(club):
        return
    for folded, entry in _moved(done):
        if entry.player_id != player_id or _is_official(connection, club, actor, folded, entry):
            raise NotAllowedError(
                "An event that a tournament director (TD) rated rests on your age: ask a TD to correct it with "
                "/player edit."
            )


def _moved(done: Iterable[Fold]) -> Iterable[tuple[Fold, BareEntry]]:
    """Return the journal entries of before that came out otherwise, or are gone."""
    for folded in done:
        again = {(entry.player_id, entry.place): entry for entry in folded.new}
        for entry in folded.old:
            new = again.get((entry.player_id, entry.place))
            if new is None or (new.after, new.games_after) != (entry.after, entry.games_after):
                yield folded, entry


def _is_official(connection: Connection, club: Club, actor: Actor, folded: Fold, entry: BareEntry) -> bool:
    """Tell whether an entry comes from an event that somebody else reported, or a list that counted such events."""
    if entry.event_id is not None:
        event = facts.find_event(connection, club.id, entry.event_id)
        return event is None or event.source != EventSource.REPORT or event.reported_by != actor.member.user_id
    if entry.list_fact_id is None:
        return False
    played = facts.events_of(connection, club.id, entry.player_id, MOST_LOOKED_AT, folded.rating_list)
    return any(event.source != EventSource.REPORT or event.reported_by != actor.member.user_id for event in played)


MOST_LOOKED_AT = 500
