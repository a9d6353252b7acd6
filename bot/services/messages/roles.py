"""Roles by class and title: rules, preview and updates."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import JOBS, Job, in_each_club
from bot.services.framework.outbox import (
    ALL,
    FOLLOWS,
    ROLE,
    Moved,
    check_all_roles,
    put_differences,
    roles_of,
    rules_for,
)
from bot.services.framework.setting_kinds import CHANGED, ROLES, put, roles_json
from bot.services.framework.transaction import ClubWrite, Read, Write, club_job, read, use_case, write_for_club
from bot.services.framework.waiting import Waiting
from bot.services.messages.followers import follows
from bot.services.people.merge import mark_left
from bot.store.club import clubs, files
from bot.store.database.rows import Club
from bot.store.database.transactions import Connection
from bot.store.messages import outbox, roles
from bot.store.messages.roles import BY_CLASS, BY_TITLE, RoleRule
from core.errors import InputError, NotFoundError
from core.files.common.text import clean_name, shorten
from core.lists import RatingList
from core.rating.rating_system import TitledSystem
from core.rating.systems import system_of

WHAT = "set the roles that follow ratings"
ROLES_OFF = "off"
MOST_RULES, NAME_CHARACTERS = 12, 100


@dataclass(frozen=True, slots=True)
class RolePlan:
    """A director's request.

    by: class, title or off (ends both). create: missing roles. remove: delete roles the bot created. names: least
    rating or title code, and name, highest first.
    """

    rating_list: RatingList
    by: str
    create: bool = False
    provisional: bool = False
    remove: bool = False
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RolePreview:
    """A plan's effect. rules: with member counts.

    missing: roles that do not exist. gone: ending rules. pending_id, digest: of the plan. td_role_id: the
    directors' role, which no rating gives.
    """

    plan: RolePlan
    rules: tuple[tuple[RoleRule, int], ...]
    gone: tuple[RoleRule, ...]
    pending_id: int
    digest: str

    @property
    def missing(self) -> list[str]:
        return [rule.name for rule, _ in self.rules if rule.role_id is None and not rule.made_here]

    @property
    def members(self) -> int:
        return sum(members for _, members in self.rules)


def usual_plan(plan: RolePlan) -> RolePlan:
    """Return a plan with the system's usual names; raise InputError if it has none."""
    system = system_of(plan.rating_list)
    if plan.by == BY_TITLE:
        if not isinstance(system, TitledSystem):
            raise InputError(f"{plan.rating_list.label} has no titles. Choose roles by class.")
        return replace(plan, names=tuple(system.title_names.items()))
    if plan.by == BY_CLASS:
        return replace(plan, names=tuple((f"{low:g}", name) for low, name in system.classes(plan.rating_list)))
    return plan


def read_names(text: str, plan: RolePlan) -> RolePlan:
    """Return a plan with written names, one role per line; raise InputError for invalid ones."""
    names: dict[str, str] = {}
    system = system_of(plan.rating_list)
    codes = system.title_names if isinstance(system, TitledSystem) else {}
    for line in filter(None, map(str.strip, text.splitlines())):
        mark, _, rest = line.partition(" ")
        name = clean_name(rest, NAME_CHARACTERS)
        is_mark = mark in codes if plan.by == BY_TITLE else mark.isascii() and mark.isdecimal() and len(mark) <= 4
        if not is_mark or not name:
            example = f"{next(iter(codes))} {next(iter(codes.values()))}" if plan.by == BY_TITLE else "1400 Class C"
            raise InputError(f'"{shorten(line)}" is not a role. Write one per line, for example {example}.')
        key = mark if plan.by == BY_TITLE else str(int(mark))
        if key in names:
            raise InputError(f"{mark} is listed twice. Write each once.")
        if name.casefold() in {other.casefold() for other in names.values()}:
            raise InputError(f"Two roles are called {name}. Give each its own name.")
        names[key] = name
    if not 1 <= len(names) <= MOST_RULES:
        raise InputError(f"Write 1 to {MOST_RULES} roles, one per line.")
    if plan.by == BY_CLASS:
        return replace(plan, names=tuple(sorted(names.items(), key=lambda one: -int(one[0]))))
    return replace(plan, names=tuple((code, names[code]) for code in codes if code in names))


PLANNED = Waiting(
    "roles",
    RolePlan,
    WHAT,
    "That preview is out of date, or already stored. Choose Roles in /td settings again.",
)


async def preview_roles(services: Services, actor: Actor, plan: RolePlan, existing: Mapping[str, int]) -> RolePreview:
    """Store a plan and return its effect; directors only. existing: ids of usable roles by folded name."""
    pending_id, digest = await PLANNED.keep(services, actor, b"", plan)
    return await _look_at_plan(services, actor, plan, existing, pending_id, digest)


@read(director_to=WHAT)
def _look_at_plan(look: Read, plan: RolePlan, existing: Mapping[str, int], pending_id: int, digest: str) -> RolePreview:
    return _preview(look.connection, look.club, plan, existing, pending_id, digest)


@use_case(CHANGED, director_to=WHAT)
def set_roles(write: Write, pending_id: int, digest: str, existing: Mapping[str, int]) -> RolePreview:
    plan = PLANNED.find(write, pending_id, digest).options
    found = _preview(write.connection, write.club, plan, existing, pending_id, digest)
    if found.missing:
        raise InputError(f"There is no role {found.missing[0]}. Create it, or use create: True.")
    before = roles.rules(write.connection, write.club.id)
    if plan.by == ROLES_OFF:
        new = [rule for rule in before if rule.rating_list is not plan.rating_list]
    else:
        others = [rule for rule in before if (rule.rating_list, rule.by) != (plan.rating_list, plan.by)]
        new = [*others, *(rule for rule, _ in found.rules)]
    put(write, {ROLES: roles_json(new)}, remove=plan.by != ROLES_OFF or plan.remove)
    files.forget(write.connection, pending_id)
    write.note(write.club.id, {"before": {ROLES: roles_json(before)}, "after": {ROLES: roles_json(new)}})
    return found


@read(director_to=WHAT)
def roles_to_come(look: Read) -> int:
    connection, club = look.connection, look.club
    waiting = outbox.of_kind(connection, club.id, "role")
    return sum(one.subject.isdigit() and one.paused is None for one in waiting)


def _preview(
    connection: Connection, club: Club, plan: RolePlan, existing: Mapping[str, int], pending_id: int, digest: str
) -> RolePreview:
    before = roles.rules(connection, club.id)
    if plan.by == ROLES_OFF:
        gone = [rule for rule in before if rule.rating_list is plan.rating_list]
        if not gone:
            raise NotFoundError(f"No roles follow {plan.rating_list.label} here.")
        return RolePreview(plan, (), tuple(gone), pending_id, digest)
    same = [rule for rule in before if (rule.rating_list, rule.by) == (plan.rating_list, plan.by)]
    made = {rule.role_id for rule in before if rule.made_here}
    rules = [_rule(plan, mark, name, existing, same, made) for mark, name in plan.names]
    if club.td_role_id is not None and club.td_role_id in {rule.role_id for rule in rules}:
        raise InputError(
            "A rating would make members directors. Give that class another name than your directors' role."
        )
    people = roles.rated(connection, club.id, [plan.rating_list])
    # Numbers instead of ids, which new roles lack.
    numbered = [replace(rule, id=number) for number, rule in enumerate(rules)]
    counted = Counter(rule.id for one in people for rule in rules_for(numbered, one))
    kept = {rule.role_id for rule in rules}
    gone = [rule for rule in same if rule.role_id not in kept]
    return RolePreview(
        plan,
        tuple((rule, counted[number]) for number, rule in enumerate(rules)),
        tuple(gone),
        pending_id,
        digest,
    )


def _rule(
    plan: RolePlan,
    mark: str,
    name: str,
    existing: Mapping[str, int],
    same: Sequence[RoleRule],
    made: Collection[int | None],
) -> RoleRule:
    ids = set(existing.values())
    had = next((rule for rule in same if rule.name == name and rule.role_id in ids), None)
    role_id = existing.get(name.casefold()) if had is None else had.role_id
    return RoleRule(
        id=0,
        rating_list=plan.rating_list,
        by=plan.by,
        name=name,
        low=float(mark) if plan.by == BY_CLASS else None,
        title=mark if plan.by == BY_TITLE else None,
        provisional=plan.provisional,
        role_id=role_id,
        made_here=plan.create if role_id is None else role_id in made,
    )


# Role updates in Discord.


@dataclass(frozen=True, slots=True)
class RoleOrder:
    """The roles a member should have. rules: all of the club."""

    wanted: frozenset[int]
    rules: Sequence[RoleRule]


@follows(FOLLOWS)
def follow_roles(write: ClubWrite, moved: Sequence[Moved]) -> None:
    """Queue role updates for players with a new class or title."""
    lists = {rule.rating_list for rule in roles.rules(write.connection, write.club.id)}
    players = {player_id for one in moved if one.rating_list in lists for player_id in one.players}
    if players:
        put_differences(write.connection, write.club.id, write.now, players)


@club_job
def look_at_everybody(write: ClubWrite) -> int:
    return put_differences(write.connection, write.club.id, write.now)


async def order_for(services: Services, club_id: int, user_id: int) -> RoleOrder:
    """Return a member's roles; none for non-players and hidden ones."""

    def work(connection: Connection) -> RoleOrder:
        rules = roles.rules(connection, club_id)
        people = roles.rated(connection, club_id, {rule.rating_list for rule in rules}, user_id=user_id)
        wanted = roles_of(rules, people[0]) if people else frozenset[int]()
        return RoleOrder(wanted, rules)

    return await services.database.read(work, club=club_id)


async def has_roles(services: Services, club_id: int, user_id: int, has: frozenset[int]) -> None:
    await services.database.write(lambda connection: roles.keep_given(connection, club_id, user_id, has), club=club_id)


async def mark_departed(services: Services, club_id: int, user_id: int) -> None:
    await has_roles(services, club_id, user_id, frozenset())
    await mark_left(services, club_id, [user_id], left=True)


async def rules_of(services: Services, club_id: int) -> Sequence[RoleRule]:
    return await services.database.read(lambda connection: roles.rules(connection, club_id), club=club_id)


async def store_role(services: Services, club_id: int, rule: RoleRule, role_id: int) -> bool:
    return await services.database.write(
        lambda connection: roles.keep_role(connection, club_id, rule.id, role_id), club=club_id
    )


async def look_soon(services: Services, club_id: int, subject: str = ALL) -> None:
    def work(connection: Connection) -> None:
        outbox.put(connection, club_id, ROLE, subject, services.now())

    await services.database.write(work, club=club_id)


async def look_in_every_club(services: Services) -> None:
    async def one(club_id: int) -> None:
        await write_for_club(services, club_id, lambda write: check_all_roles(write.connection, write.club, write.now))

    found = await services.database.read(lambda connection: clubs.with_follower(connection, FOLLOWS), club=None)
    await in_each_club("updating roles", found, one)


JOBS.add("roles", Job(look_in_every_club))
