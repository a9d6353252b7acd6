"""Direct messages to members whose rating somebody else moved."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.services.framework.actions import rating_action
from bot.services.framework.clock import next_time
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.outbox import Moved
from bot.services.framework.transaction import AlreadyDoneError, ClubWrite, Write, club_job, repeatable, use_case
from bot.services.messages.followers import follows
from bot.store.club import clubs
from bot.store.club.audit_log import Subject
from bot.store.database.rows import Player
from bot.store.database.transactions import Connection
from bot.store.messages import outbox
from bot.store.people import players, profiles
from bot.store.people.profiles import EACH, NoticedEvent, Wishes
from bot.store.ratings import standings
from core.errors import NotFoundError
from core.lists import RatingList

# Members' wishes: notices, challenges, names, private cards.


NOTICE = "notice"
"""A follower of ratings; and the kind, by player."""


@dataclass(frozen=True, slots=True)
class WishesChange:
    """What a member wrote; None keeps what is."""

    notices: str | None = None
    challenged: bool | None = None
    announced: bool | None = None
    card_private: bool | None = None
    on_site: bool | None = None


@repeatable()
def change_wishes(write: Write, change: WishesChange) -> Wishes:
    player = write.ensure(write.actor.member)
    names = ("notices", "challenged", "announced", "card_private", "on_site")
    written = {name: value for name in names if (value := getattr(change, name)) is not None}
    if written:
        profiles.change_wishes(write.connection, player.id, written)
    if change.notices is not None:
        _turned(write, player.id)
    return profiles.wishes_of(write.connection, player.id)


@club_job
def stop_notices(write: ClubWrite, user_id: int, *, closed: bool = False) -> None:
    player = players.by_user(write.connection, write.club.id, user_id)
    if player is not None:
        profiles.change_wishes(write.connection, player.id, {"notices": profiles.CLOSED if closed else profiles.OFF})
        _turned(write, player.id)


async def closed_messages(services: Services) -> set[tuple[int, int]]:
    """Return users with closed messages who do not know yet, by club."""
    return set(await services.database.read(profiles.closed_to_messages, club=None))


def _turned(write: ClubWrite, player_id: int) -> None:
    outbox.drop(write.connection, write.club.id, NOTICE, [str(player_id)])
    clubs.follow(write.connection, write.club.id, NOTICE, follows=profiles.anybody(write.connection, write.club.id))


OBJECTION = "objection"
"""Kind and audit name: what a member says is wrong."""

SECONDS_TO_WAIT = 60

MONDAY, MORNING = 0, 9


@dataclass(frozen=True, slots=True)
class ListNotice:
    """What moved on one list, in displayed ratings."""

    rating_list: RatingList
    before: int | None
    after: int | None
    provisional: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to a member. by: the Discord user who moved the rating, with their player's name."""

    player: Player
    lists: Sequence[ListNotice]
    events: Sequence[NoticedEvent]
    by: int | None = None
    called: str | None = None


@follows(NOTICE)
def follow_notices(write: ClubWrite, moved: Sequence[Moved]) -> None:
    connection, club = write.connection, write.club
    everybody = frozenset[int]().union(*(one.players.keys() for one in moved))
    for to in profiles.addressees(connection, everybody):
        mine = [one for one in moved if to.player_id in one.players and one.by != to.user_id]
        if not mine:
            continue
        waiting = outbox.find(connection, club.id, NOTICE, str(to.player_id))
        due = next_time(club, write.now, MORNING, MONDAY)
        if to.notices == EACH:
            due = write.now + timedelta(seconds=SECONDS_TO_WAIT)
        details = _with({} if waiting is None else waiting.details, mine, to.player_id)
        outbox.put(connection, club.id, NOTICE, str(to.player_id), due, details)


def _with(known: dict[str, Any], moved: Sequence[Moved], player_id: int) -> dict[str, Any]:
    lists, events, by = dict(known.get("lists", {})), set(known.get("events", ())), known.get("by")
    for one in moved:
        lists.setdefault(one.rating_list.value, one.players[player_id])
        events |= one.events
        by = one.by
    return {"lists": lists, "events": sorted(events), "by": by}


async def notice_of(services: Services, club_id: int, player_id: int, details: dict[str, Any]) -> Notice | None:
    """Return a member's notice; None if unwanted or nothing changed."""

    def work(connection: Connection) -> Notice | None:
        to = profiles.addressees(connection, [player_id])
        if not to:
            return None
        by = details["by"]
        mover = None if by is None else players.by_user(connection, club_id, by)
        lists = [_moved(connection, club_id, player_id, RatingList(key), was) for key, was in details["lists"].items()]
        return Notice(
            player=players.by_ids(connection, club_id, [player_id])[player_id],
            lists=[one for one in lists if one.before != one.after],
            events=profiles.events_with(connection, player_id, details["events"]),
            by=by,
            called=None if mover is None else mover.name,
        )

    found = await services.database.read(work, club=club_id)
    return found if found is not None and found.lists else None


def _moved(
    connection: Connection, club_id: int, player_id: int, rating_list: RatingList, before: int | None
) -> ListNotice:
    standing = standings.find(connection, club_id, rating_list, player_id)
    if standing is None:
        return ListNotice(rating_list, before, None, provisional=False)
    return ListNotice(rating_list, before, standing.displayed, standing.provisional)


@repeatable()
def object_to_notice(write: Write, reason: str) -> None:
    player = players.by_user(write.connection, write.club.id, write.actor.member.user_id)
    if player is None:
        raise NotFoundError("You are no longer a player of that club.")
    subject = f"{player.id}:{write.actor.interaction_id}"
    outbox.put(write.connection, write.club.id, OBJECTION, subject, write.now, {"reason": reason})


@dataclass(frozen=True, slots=True)
class Objection:
    """A member's objection. channel_id: the directors' channel, or None."""

    player: Player
    reason: str
    channel_id: int | None


async def objection_of(services: Services, club_id: int, subject: str, reason: str) -> Objection | None:
    """Return an objection; None if the player is gone. Without a channel it stays in the audit."""
    player_id, interaction_id = map(int, subject.split(":"))

    def look(connection: Connection) -> Objection | None:
        player = players.by_ids(connection, club_id, [player_id]).get(player_id)
        channel_id = clubs.find(connection, club_id).td_channel_id
        return None if player is None else Objection(player, reason, channel_id)

    found = await services.database.read(look, club=club_id)
    if found is not None and found.channel_id is None and found.player.user_id is not None:
        actor = Actor(club_id, Member(found.player.user_id, found.player.name), interaction_id)
        with contextlib.suppress(AlreadyDoneError):
            await _note_objection(services, actor, player_id, reason)
    return found


@use_case(rating_action(OBJECTION, "disputed the rating of", Subject.PLAYER))
def _note_objection(write: Write, player_id: int, reason: str) -> None:
    write.note(player_id, {"reason": reason})
