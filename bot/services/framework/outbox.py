"""Messages to Discord: queued with the cause, sent by one process."""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from bot.services.framework.context import Services
from bot.services.framework.recalculation.replay import ListResult
from bot.store.club import clubs
from bot.store.database.rows import Club, Standing
from bot.store.database.transactions import Connection
from bot.store.evenings import evenings
from bot.store.messages import live_boards, outbox, roles
from bot.store.messages.outbox import Outgoing
from bot.store.messages.roles import BY_CLASS, Rated, RoleRule
from bot.store.ratings import standings
from core.lists import RatingList
from core.rating.rating_system import TitledSystem
from core.rating.systems import system_of

# Live boards replaced as a whole.


BOARD, REMOVE = "board", "unpost"
"""Kinds: a board by id; a message to delete, by channel and id."""


def boards_json(connection: Connection, club_id: int) -> list[dict[str, Any]]:
    """Return live boards as the audit stores them."""
    return [
        {"list": one.rating_list.value, "order": one.order, "top": one.top, "channel": one.channel_id}
        for one in live_boards.of_club(connection, club_id)
    ]


def put_boards(connection: Connection, club_id: int, wanted: Iterable[Mapping[str, Any]], now: datetime) -> None:
    new = {(one["list"], one["order"], one["top"], one["channel"]): one for one in wanted}
    for old in live_boards.of_club(connection, club_id):
        if new.pop((old.rating_list.value, old.order, old.top, old.channel_id), None) is None:
            live_boards.remove(connection, old.id)
            outbox.drop(connection, club_id, BOARD, [str(old.id)])
            if old.message_id is not None:
                outbox.put(connection, club_id, REMOVE, f"{old.channel_id}:{old.message_id}", now)
    for one in new.values():
        added = live_boards.add(connection, club_id, RatingList(one["list"]), one["order"], one["top"], one["channel"])
        outbox.put(connection, club_id, BOARD, str(added), now)
    clubs.follow(connection, club_id, BOARD, follows=bool(live_boards.of_club(connection, club_id)))


def refresh_boards(connection: Connection, club_id: int, now: datetime) -> None:
    """Queue an update of all live boards; unchanged ones are not edited."""
    for one in live_boards.of_club(connection, club_id):
        outbox.put(connection, club_id, BOARD, str(one.id), now)


def refresh_panel(connection: Connection, club_id: int, now: datetime) -> None:
    """Queue an update of the club panel, which shows the evenings that run."""
    for one in live_boards.of_club(connection, club_id):
        if one.is_panel:
            outbox.put(connection, club_id, BOARD, str(one.id), now)


# Moves for all followers: one row per recalculation, processed after the answer (`bot.services.messages.followers`).


MOVED = "moved"

CARD, EVERY_ROUND = "evening-card", "all"
"""Kind: an evening's cards, by id; the suffix means all rounds' boards."""

DAYS_OF_NEWS = 31
"""The age of news, with a day more for time zones."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What a recalculation moved on a list.

    players: previous displayed ratings, None if unrated. events: removed and recently rated ones. by: the Discord
    user, or None.
    """

    rating_list: RatingList
    players: Mapping[int, int | None]
    events: frozenset[int]
    by: int | None
    at: datetime

    @classmethod
    def of(cls, done: ListResult, by: int | None, at: datetime) -> Self:
        players = {
            player_id: None if old is None else old.displayed
            for player_id, old in done.before.items()
            if _is_other(old, done.after.get(player_id))
        }
        latest = at.date() - timedelta(days=DAYS_OF_NEWS)
        rated = {entry.event_id for entry in done.new}
        events = {entry.event_id for entry in done.new if entry.place.date >= latest}
        events |= {entry.event_id for entry in done.old} - rated
        return cls(done.rating_list, players, frozenset(event for event in events if event is not None), by, at)

    def to_json(self) -> dict[str, Any]:
        return {
            "list": self.rating_list.value,
            "players": [[player_id, shown] for player_id, shown in self.players.items()],
            "events": sorted(self.events),
            "by": self.by,
            "at": self.at.isoformat(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            RatingList(data["list"]),
            dict(data["players"]),
            frozenset(data["events"]),
            data["by"],
            datetime.fromisoformat(data["at"]),
        )


def put_moved(
    connection: Connection, club: Club, folded: Mapping[RatingList, ListResult], by: int | None, now: datetime
) -> None:
    if not club.followers:
        return
    moved = [Moved.of(done, by, now) for done in folded.values()]
    details = [one.to_json() for one in moved if one.players or one.events]
    if details:
        # Each recalculation of a transaction has its own row.
        outbox.put(connection, club.id, MOVED, secrets.token_hex(16), now, details)


def put_shown_otherwise(connection: Connection, club: Club, player_id: int, by: int | None, now: datetime) -> None:
    """Queue updates after a player's name or visibility changed, also for cards and pairings."""
    for evening_id in evenings.played_by(connection, player_id):
        outbox.put(connection, club.id, CARD, f"{evening_id}:{EVERY_ROUND}", now)
    if not club.followers:
        return
    on_lists = standings.of_player(connection, club.id, player_id, club.house_rules.all_lists)
    moved = [Moved(one, {player_id: at.displayed}, frozenset(), by, now) for one, at in on_lists.items()]
    if moved:
        outbox.put(connection, club.id, MOVED, secrets.token_hex(16), now, [one.to_json() for one in moved])


def _is_other(old: Standing | None, new: Standing | None) -> bool:
    return _seen(old) != _seen(new)


def _seen(standing: Standing | None) -> tuple[Any, ...] | None:
    if standing is None:
        return None
    titles = (standing.title_level, standing.title_points)
    return (standing.displayed, standing.games, standing.provisional, standing.active, standing.place.date, *titles)


# The queue for the sending process. Each step is its own transaction, without the club's lock.


SECONDS_CLAIMED = 120

MINUTES_TO_RETRY = (1, 5, 15, 60)

NOTE, PAUSED = "note", "paused"
"""Kind and subject of the directors' note."""

SECONDS_TO_NOTE = 60


async def due(services: Services) -> Sequence[tuple[int, str]]:
    return await services.database.read(lambda connection: outbox.due(connection, services.now()), club=None)


async def claim(services: Services, club_id: int, kind: str) -> Outgoing | None:
    now = services.now()
    until = now + timedelta(seconds=SECONDS_CLAIMED)
    return await services.database.write(
        lambda connection: outbox.claim(connection, club_id, kind, now, until), club=club_id
    )


async def done(services: Services, one: Outgoing) -> None:
    await services.database.write(lambda connection: outbox.sent(connection, one), club=one.club_id)


async def later(services: Services, one: Outgoing, seconds: float) -> None:
    at = services.now() + timedelta(seconds=seconds)
    await services.database.write(lambda connection: outbox.postpone(connection, one, at), club=one.club_id)


async def failed(services: Services, one: Outgoing, reason: str, *, may_pass: bool) -> bool:
    """Postpone a failed message with backoff; return whether it is paused. may_pass: retry hourly for ever instead."""
    if one.tries >= len(MINUTES_TO_RETRY) and not may_pass:
        await pause(services, one, reason)
        return True
    minutes = MINUTES_TO_RETRY[min(one.tries, len(MINUTES_TO_RETRY) - 1)]
    at = services.now() + timedelta(minutes=minutes)
    await services.database.write(lambda connection: outbox.retry(connection, one, at), club=one.club_id)
    return False


async def pause(services: Services, one: Outgoing, reason: str) -> None:
    """Pause a message until its cause is fixed; directors see it once, and it is tried again each day."""
    at, again_at = services.now() + timedelta(seconds=SECONDS_TO_NOTE), services.now() + timedelta(days=1)

    def stop(connection: Connection) -> None:
        outbox.pause(connection, one, reason, again_at)
        if outbox.paused(connection, one.club_id, unnoted=True):
            outbox.put(connection, one.club_id, NOTE, PAUSED, at)

    await services.database.write(stop, club=one.club_id)


async def try_paused(services: Services, club_id: int) -> int:
    """Try paused messages again, because something changed on the server; return how many."""
    if not await services.database.read(lambda connection: outbox.paused(connection, club_id), club=club_id):
        return 0
    now = services.now()
    return await services.database.write(lambda connection: outbox.try_paused(connection, club_id, now), club=club_id)


async def remember(services: Services, club_id: int, work: Callable[[Connection], None]) -> None:
    """Record where something was sent, without the club's lock."""
    await services.database.write(work, club=club_id)


async def unnoted(services: Services, club_id: int) -> tuple[int | None, Sequence[Outgoing]]:
    """Return the directors' channel and the paused messages they do not know of."""

    def work(connection: Connection) -> tuple[int | None, Sequence[Outgoing]]:
        channel_id = clubs.find(connection, club_id).td_channel_id
        return channel_id, outbox.paused(connection, club_id, unnoted=True)

    return await services.database.read(work, club=club_id)


async def note(services: Services, club_id: int, known: Sequence[Outgoing]) -> None:
    """Record that directors know of paused messages."""
    ids = [one.id for one in known]
    await services.database.write(lambda connection: outbox.note(connection, ids), club=club_id)


# Role updates in Discord.


ROLE, FOLLOWS = "role", "roles"
"""Kind, and the follower's name."""

MAKE, ALL, DELETED = "make", "all", "gone:"
"""Subjects: roles to create, all members, a role to delete; else a Discord id."""

SECONDS_A_MEMBER = 2


def put_rules(
    connection: Connection, club_id: int, new: Sequence[RoleRule], now: datetime, *, remove: bool = True
) -> None:
    """Replace a club's role rules. remove: delete the bot's roles without a rule."""
    kept = {rule.role_id for rule in new}
    ended = [rule for rule in roles.rules(connection, club_id) if rule.role_id is not None and rule.role_id not in kept]
    roles.replace(connection, club_id, new)
    clubs.follow(connection, club_id, FOLLOWS, follows=bool(new))
    waiting = [one.subject for one in outbox.of_kind(connection, club_id, ROLE) if not one.subject.startswith(DELETED)]
    outbox.drop(connection, club_id, ROLE, waiting)
    roles.forget_given(connection, club_id, [rule.role_id for rule in ended if rule.role_id is not None])
    for rule in ended:
        if remove and rule.made_here:
            outbox.put(connection, club_id, ROLE, f"{DELETED}{rule.role_id}", now)
    if new:
        outbox.put(connection, club_id, ROLE, MAKE, now)


def check_all_roles(connection: Connection, club: Club, now: datetime) -> None:
    if FOLLOWS in club.followed:
        outbox.put(connection, club.id, ROLE, ALL, now)


def put_differences(
    connection: Connection, club_id: int, now: datetime, player_ids: Collection[int] | None = None
) -> int:
    """Queue members whose roles must change, one per two seconds; return how many."""
    rules = roles.rules(connection, club_id)
    lists = {rule.rating_list for rule in rules}
    wanted = {
        one.user_id: roles_of(rules, one) for one in roles.rated(connection, club_id, lists, player_ids=player_ids)
    }
    users = None if player_ids is None else roles.users_of(connection, club_id, player_ids)
    given = roles.given(connection, club_id, users)
    others = [user for user in {**wanted, **given} if wanted.get(user, frozenset()) != given.get(user, frozenset())]
    due = [one.due_at for one in outbox.of_kind(connection, club_id, ROLE) if one.subject.isdigit()]
    at = max([now, *(one + timedelta(seconds=SECONDS_A_MEMBER) for one in due)])
    for place, user in enumerate(others):
        outbox.put(connection, club_id, ROLE, str(user), at + timedelta(seconds=SECONDS_A_MEMBER * place))
    return len(others)


def roles_of(rules: Iterable[RoleRule], one: Rated) -> frozenset[int]:
    return frozenset(rule.role_id for rule in rules_for(rules, one) if rule.role_id is not None)


def rules_for(rules: Iterable[RoleRule], one: Rated) -> list[RoleRule]:
    """Return the rules a member meets: at most one class and one title per list."""
    found: dict[tuple[str, str], RoleRule] = {}
    for rule in rules:
        key = (rule.rating_list.value, rule.by)
        if key not in found and _falls_under(rule, one):
            found[key] = rule
    return list(found.values())


def _falls_under(rule: RoleRule, one: Rated) -> bool:
    system, standing = system_of(rule.rating_list), one.standings.get(rule.rating_list)
    if standing is not None and standing[1] and not rule.provisional:
        return False
    if rule.by == BY_CLASS:
        return standing is not None and rule.low is not None and standing[0] >= rule.low
    state = system.unrated() if standing is None else system.load(dict(standing[2]))
    return isinstance(system, TitledSystem) and system.title_held(state, rule.rating_list, one.title) == rule.title
