"""What is to be done in Discord for roles: rows of the outbox, put with the change that asks for them."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from bot.store import clubs
from bot.store.alive import outbox, roles
from bot.store.alive.roles import BY_CLASS, Rated, RoleRule
from bot.store.database import Connection
from bot.store.rows import Club
from core.rating_system import TitledSystem
from core.systems import SYSTEMS

ROLE, FOLLOWS = "role", "roles"
"""The kind of row, and the name among what follows ratings."""

MAKE, ALL, GONE = "make", "all", "gone:"
"""Subjects: roles that are to be made, everybody to be looked at, a role to be deleted; else a member's Discord id."""

SECONDS_A_MEMBER = 2

ABOUT_WHO = frozenset(
    {
        *("claim-player", "confirm-id", "decide-claim", "edit-player", "forget", "hide-player", "import-roster"),
        *("link-player", "merge-players", "undo-claim", "undo-import-roster", "undo-merge"),
    }
)
"""The audit's names of what may change who a member is, or who may be seen."""


def put_rules(
    connection: Connection, club_id: int, new: Sequence[RoleRule], now: datetime, *, remove: bool = True
) -> None:
    """Store a club's rules and let Discord follow. remove: delete the roles of the bot's own that no rule gives."""
    kept = {rule.role_id for rule in new}
    gone = [rule for rule in roles.rules(connection, club_id) if rule.role_id is not None and rule.role_id not in kept]
    roles.replace(connection, club_id, new)
    clubs.follow(connection, club_id, FOLLOWS, follows=bool(new))
    waiting = [one.subject for one in outbox.of_kind(connection, club_id, ROLE) if not one.subject.startswith(GONE)]
    outbox.drop(connection, club_id, ROLE, waiting)
    roles.forget_given(connection, club_id, [rule.role_id for rule in gone if rule.role_id is not None])
    for rule in gone:
        if remove and rule.made_here:
            outbox.put(connection, club_id, ROLE, f"{GONE}{rule.role_id}", now)
    if new:
        outbox.put(connection, club_id, ROLE, MAKE, now)


def look_again(connection: Connection, club: Club, now: datetime) -> None:
    """Let everybody's roles be looked at, after a change of who is a player or may be seen; costs no request."""
    if FOLLOWS in club.followed:
        outbox.put(connection, club.id, ROLE, ALL, now)


def put_differences(
    connection: Connection, club_id: int, now: datetime, player_ids: Collection[int] | None = None
) -> int:
    """Let every member move who is to have other roles than they were given last: all, or those of some players.

    One member every two seconds. Return how many there are.
    """
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
    """Return the roles that the rules give somebody."""
    return frozenset(rule.role_id for rule in rules_for(rules, one) if rule.role_id is not None)


def rules_for(rules: Iterable[RoleRule], one: Rated) -> list[RoleRule]:
    """Return the rules that somebody falls under: of each list one class and one title at most."""
    found: dict[tuple[str, str], RoleRule] = {}
    for rule in rules:
        key = (rule.rating_list.value, rule.by)
        if key not in found and _falls_under(rule, one):
            found[key] = rule
    return list(found.values())


def _falls_under(rule: RoleRule, one: Rated) -> bool:
    """Tell whether somebody falls under a rule; of the classes of a list the first one counts, which is the highest."""
    system, standing = SYSTEMS[rule.rating_list], one.standings.get(rule.rating_list)
    if standing is not None and standing[1] and not rule.provisional:
        return False
    if rule.by == BY_CLASS:
        return standing is not None and rule.low is not None and standing[0] >= rule.low
    state = system.unrated() if standing is None else system.load(dict(standing[2]))
    return isinstance(system, TitledSystem) and system.title_held(state, rule.rating_list, one.title) == rule.title
