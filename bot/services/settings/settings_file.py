"""A club's settings as a file: written, looked at in another club or later, taken in with one Undo.

Ids of roles and channels are those of one server: elsewhere they are left out, and roles are found by name or made.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.services.alive.live_boards import MOST_BOARDS
from bot.services.clock import parse_zone, zone
from bot.services.club_settings import Gone
from bot.services.confirmation import MOST_MINUTES, Confirm, ConfirmReports
from bot.services.context import Actor, SelfReport, Services
from bot.services.imports.target_lists import FideFiles
from bot.services.outbox.boards import boards_json
from bot.services.players.identity.claims import WhoConfirms
from bot.services.players.leaderboard import BoardOrder
from bot.services.settings.settings_page import SEE, SettingsPage
from bot.services.settings_undo import BOARDS, CHANGED, ROLES, difference, put, roles_json, settings_of, tables_of
from bot.services.transaction import Done, Write, dry_run, read_as_director, write_each_time, write_once
from bot.store.alive import roles
from bot.store.alive.roles import BY_CLASS, BY_TITLE, RoleRule
from bot.store.database import Connection
from bot.store.kept import imports
from bot.store.kept.alive import alive
from bot.store.rows import AuditEntry, Club
from core.club_rules import ClubRules
from core.errors import InputError, NotFoundError, RatingError
from core.formats.common.names import clean_name
from core.lists import RatingList
from core.oracle.config import OracleConfig
from core.words import counted

KIND, VERSION = "crosstable-settings", 1
MOST_BYTES, MOST_RULES, MOST_HOURS, MOST_SHOWN = 256 * 1024, 100, 720, 30
NO_FILE = "This is no file of settings: take one that the button File gives."

Existing = Mapping[str, int]
"""The ids of the server's roles that may be given, by name without case."""


@dataclass(frozen=True, slots=True)
class FilePreview:
    """What a file of settings would do. left_out: what of it is not taken, and why."""

    before: SettingsPage
    after: SettingsPage
    left_out: tuple[str, ...]
    pending_id: int
    digest: str


async def write_settings(services: Services, actor: Actor) -> bytes:
    """Return a club's settings as a file; directors only."""

    def work(connection: Connection, club: Club) -> bytes:
        kept = settings_of(club)
        found = {
            "kind": KIND,
            "version": VERSION,
            "server": str(club.id),
            "settings": {name: value for name, value in kept.items() if "." not in name},
            "house_rules": club.house_rules.to_json(),
            "roles": roles_json(roles.rules(connection, club.id)),
            "live_boards": boards_json(connection, club.id),
        }
        return json.dumps(found, indent=1, ensure_ascii=False).encode()

    return await read_as_director(services, actor, SEE, work)


async def look_at_settings(services: Services, actor: Actor, data: bytes, existing: Existing) -> FilePreview:
    """Keep a file of settings until it is confirmed, and return what it would do; directors only."""

    def keep(write: Write) -> int:
        options = {"what": "settings"}
        return imports.keep(write.connection, write.club.id, data, options, write.actor.member.user_id, write.now)

    def work(write: Write) -> FilePreview:
        before = _page(write.connection, write.club, services)
        values, left_out = _values(write, data, existing)
        club = put(write, values)
        after = _page(write.connection, club, services)
        return FilePreview(before, after, tuple(left_out), 0, imports.digest_of(data))

    found = await dry_run(services, actor, work, director_to=SEE)
    return replace(found, pending_id=await write_each_time(services, actor, keep, director_to=SEE))


async def store_settings(services: Services, actor: Actor, pending_id: int, digest: str, existing: Existing) -> Club:
    """Take in a file that waits, all of it or nothing; directors only."""

    def work(write: Write) -> Done[Club]:
        found = imports.find(write.connection, write.club.id, pending_id, digest, write.now)
        if found is None or found.options.get("what") != "settings":
            raise NotFoundError("That file is from before, or is stored already: give it again.")
        values, _ = _values(write, found.data, existing)
        before = tables_of(write.connection, write.club.id)
        changed = put(write, values)
        details = difference(write.club, changed)
        for name in before.keys() & values.keys():
            details["before"][name], details["after"][name] = before[name], values[name]
        imports.forget(write.connection, pending_id)
        return Done(changed, write.club.id, details)

    def again(write: Write, entry: AuditEntry) -> Club:
        return write.club

    return await write_once(services, actor, CHANGED, work, again=again, director_to=SEE)


def _page(connection: Connection, club: Club, services: Services) -> SettingsPage:
    return SettingsPage(club, services.now().astimezone(zone(club.time_zone)), alive(connection, club.id))


def _values(write: Write, data: bytes, existing: Existing) -> tuple[dict[str, Any], list[str]]:
    """Return what a file asks for, as it is put, and what of it is left out; raise InputError for no such file."""
    read = _read(data)
    is_here = read.get("server") == str(write.club.id)
    left_out: list[str] = []
    try:
        values = _settings(write.club, read["settings"], left_out, is_here=is_here)
        rules = _house_rules(write.club, read["house_rules"], left_out)
        values["house_rules"] = rules.to_json()
        before = roles.rules(write.connection, write.club.id)
        new = _roles(write.club, read["roles"], existing, is_here=is_here)
        if roles_json(new) != roles_json(before):
            values[ROLES] = roles_json(new)
        boards = _boards(read.get("live_boards", []))
        if boards and not is_here:
            left_out.append(f"{counted(len(boards), 'live board')}: choose the channels with /club live")
        elif is_here and boards != boards_json(write.connection, write.club.id):
            values[BOARDS] = boards
    except RatingError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # whatever a file may hold
        raise InputError(NO_FILE) from error
    return values, left_out


def _read(data: bytes) -> dict[str, Any]:
    try:
        read = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(NO_FILE) from error
    if not isinstance(read, dict) or read.get("kind") != KIND or len(data) > MOST_BYTES:
        raise InputError(NO_FILE)
    if read.get("version") != VERSION:
        raise InputError("This file of settings is from a newer Crosstable: update this one first.")
    return read


def _one_of(kind: type[Any]) -> Callable[[Any], Any]:
    return lambda value: kind(value).value


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(value)
        return value

    return check


def _yes_no(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(value)
    return value


_HIGHEST_ID = 2**63 - 1
_CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "default_list": _one_of(RatingList),
    "self_report": _one_of(SelfReport),
    "confirm_results": _one_of(Confirm),
    "confirm_hours": _whole(1, MOST_HOURS),
    "confirm_minutes": _whole(1, MOST_MINUTES),
    "confirm_reports": _one_of(ConfirmReports),
    "fide_files": _one_of(FideFiles),
    "claims": _one_of(WhoConfirms),
    "gone": _one_of(Gone),
    "time_zone": parse_zone,
    "rate_opponents": _yes_no,
    "lifetime_titles": _yes_no,
}
_IDS = {"td_role_id": "directors' role", "reporter_role_id": "reporters' role", "td_channel_id": "directors' channel"}


def _settings(club: Club, written: Mapping[str, Any], left_out: list[str], *, is_here: bool) -> dict[str, Any]:
    """Return the columns that a file asks for, each checked."""
    values = {name: check(written[name]) for name, check in _CHECKS.items() if name in written}
    for name, words in _IDS.items():
        told = written.get(name)
        if is_here:
            values[name] = None if told is None else _whole(1, _HIGHEST_ID)(told)
        elif told is not None:
            left_out.append(f"the {words}, which is another server's")
    if values.get("td_role_id") == club.id:
        raise InputError(NO_FILE)
    if values.get("self_report") == SelfReport.ROLE and values.get("reporter_role_id", club.reporter_role_id) is None:
        values["self_report"] = SelfReport.DIRECTORS.value
        left_out.append("who may report by role: directors alone until you choose the role")
    return values


def _house_rules(club: Club, written: Mapping[str, Any], left_out: list[str]) -> ClubRules:
    """Return the rules of a file; who the Keepers are stays, for they are players of one club."""
    rules, own = ClubRules.from_json(written), club.house_rules
    oracle = _with_keeper_of(own.oracle, rules.oracle)
    pools = {}
    for pool, config in rules.oracle_pools.items():
        if pool in own.oracle_pools:
            pools[pool] = _with_keeper_of(own.oracle_pools[pool], config)
        else:
            left_out.append(f"{pool.label}: open it with /oracle settings, which names its Keeper")
    kept = {pool: config for pool, config in own.oracle_pools.items() if pool not in pools}
    return replace(rules, oracle=oracle, oracle_pools={**kept, **pools}, codes=own.codes)


def _with_keeper_of(own: OracleConfig, config: OracleConfig) -> OracleConfig:
    return replace(config, keeper_player=own.keeper_player, keeper_name=own.keeper_name)


def _boards(written: Any) -> list[dict[str, Any]]:
    """Return the live boards of a file, each checked."""
    boards = [
        {
            "list": RatingList(one["list"]).value,
            "order": BoardOrder(one["order"]).value,
            "top": _whole(1, MOST_SHOWN)(one["top"]),
            "channel": _whole(1, _HIGHEST_ID)(one["channel"]),
        }
        for one in written
    ]
    if len(boards) > MOST_BOARDS or len({(one["list"], one["order"]) for one in boards}) < len(boards):
        raise ValueError(len(boards))
    return boards


def _roles(club: Club, written: Any, existing: Existing, *, is_here: bool) -> list[RoleRule]:
    """Return the rules of roles of a file, with the roles of this server: those of that name, else to be made."""
    rules = []
    for rule in map(RoleRule.from_json, written):
        name = clean_name(rule.name, 100)
        if rule.by not in (BY_CLASS, BY_TITLE) or not name or (rule.low is None) is not (rule.by == BY_TITLE):
            raise ValueError(rule)
        if rule.low is not None and not 0 <= rule.low <= 9999:
            raise ValueError(rule)
        if rule.title is not None and not 0 < len(rule.title) <= 8:
            raise ValueError(rule)
        same = rule.role_id if is_here and rule.role_id in existing.values() else existing.get(name.casefold())
        if same is not None and same == club.td_role_id:
            raise InputError(f"{name} is your directors' role, which no rating gives: rename it in the file.")
        made = _yes_no(rule.made_here) if same is not None and is_here else same is None
        checked = replace(rule, name=name, provisional=_yes_no(rule.provisional), role_id=same, made_here=made)
        rules.append(checked)
    if len(rules) > MOST_RULES:
        raise ValueError(len(rules))
    return rules
