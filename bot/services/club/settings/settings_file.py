"""A club's settings as a file, for another server too.

Other servers' ids are skipped; roles are found by name or created.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.services.club.settings.change import SEE, SettingsPage, store
from bot.services.club.settings.table import COLUMNS, check_directors, check_rules
from bot.services.framework.clock import zone
from bot.services.framework.context import Actor, Services
from bot.services.framework.outbox import boards_json
from bot.services.framework.setting_kinds import (
    BOARDS,
    CHANGED,
    HIGHEST_ID,
    ROLES,
    Choice,
    Lists,
    Number,
    ServerId,
    Setting,
    Switch,
    difference,
    roles_json,
    settings_of,
    tables_of,
)
from bot.services.framework.transaction import Read, Write, preview, read, use_case
from bot.services.framework.waiting import NoOptions, Waiting
from bot.services.messages.live_boards import MOST_BOARDS
from bot.services.ratings.leaderboard import BoardOrder
from bot.store.database.club_choices import NewsWhen, SelfReport
from bot.store.database.rows import Club
from bot.store.messages import roles
from bot.store.messages.live_boards import active_features
from bot.store.messages.roles import BY_CLASS, BY_TITLE, RoleRule
from core.errors import InputError
from core.files.common.text import clean_name, shorten
from core.rating.club_rules import ClubRules
from core.rating.oracle.config import OracleConfig
from core.words import counted

KIND, VERSION = "crosstable-settings", 1
MOST_BYTES, MOST_RULES, MOST_SHOWN = 256 * 1024, 100, 30
NO_FILE = "This is not a settings file. Upload one from the button File."

_LIST = Setting("list", "", Lists())
_BOARD = (
    _LIST,
    Setting("order", "", Choice({order: order for order in BoardOrder})),
    Setting("top", "", Number(1, MOST_SHOWN)),
    Setting("channel", "", Number(1, HIGHEST_ID)),
)
_ROLE = (
    _LIST,
    Setting("by", "", Choice({BY_CLASS: "by class of rating", BY_TITLE: "by title"})),
    Setting("provisional", "", Switch()),
    Setting("role", "", ServerId("role")),
)

Existing = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class FilePreview:
    """The effect of a settings file. left_out: skipped parts with reasons."""

    before: SettingsPage
    after: SettingsPage
    left_out: tuple[str, ...]
    pending_id: int
    digest: str


@read(director_to=SEE)
def write_settings(read: Read) -> bytes:
    settings = settings_of(read.club)
    found = {
        "kind": KIND,
        "version": VERSION,
        "server": str(read.club.id),
        "settings": {setting.name: settings[setting.name] for setting in COLUMNS},
        "house_rules": read.club.house_rules.to_json(),
        "roles": roles_json(roles.rules(read.connection, read.club.id)),
        "live_boards": boards_json(read.connection, read.club.id),
    }
    return json.dumps(found, indent=1, ensure_ascii=False).encode()


UPLOADED = Waiting("settings", NoOptions, SEE, "That preview is out of date, or already stored. Upload the file again.")


async def look_at_settings(services: Services, actor: Actor, data: bytes, existing: Existing) -> FilePreview:
    found = await _preview(services, actor, data, existing)
    pending_id, digest = await UPLOADED.keep(services, actor, data, NoOptions())
    return replace(found, pending_id=pending_id, digest=digest)


@preview(director_to=SEE)
def _preview(write: Write, data: bytes, existing: Existing) -> FilePreview:
    before = _page(write, write.club)
    columns, left_out = _read_columns(write, data, existing)
    after = _page(write, store(write, columns))
    return FilePreview(before, after, tuple(left_out), 0, "")


@use_case(CHANGED, director_to=SEE)
def store_settings(write: Write, pending_id: int, digest: str, existing: Existing) -> Club:
    found = UPLOADED.take(write, pending_id, digest)
    columns, _ = _read_columns(write, found.data, existing)
    before = tables_of(write.connection, write.club.id)
    changed = store(write, columns)
    details = difference(write.club, changed)
    for name in before.keys() & columns.keys():
        details["before"][name], details["after"][name] = before[name], columns[name]
    write.note(changed.id, details)
    return changed


def _page(write: Write, club: Club) -> SettingsPage:
    return SettingsPage(club, write.now.astimezone(zone(club.time_zone)), active_features(write.connection, club.id))


def _read_columns(write: Write, data: bytes, existing: Existing) -> tuple[dict[str, Any], list[str]]:
    read = _read(data)
    is_here = read.get("server") == str(write.club.id)
    left_out: list[str] = []
    try:
        columns = _settings(write.club, read["settings"], left_out, is_here=is_here)
        columns["house_rules"] = _house_rules(write.club, read["house_rules"], left_out).to_json()
        before = roles.rules(write.connection, write.club.id)
        new = _roles(write.club, read["roles"], existing, is_here=is_here)
        if roles_json(new) != roles_json(before):
            columns[ROLES] = roles_json(new)
        boards = _boards(read.get("live_boards", []))
        if boards and not is_here:
            left_out.append(f"{counted(len(boards), 'live board')}: choose the channels with /td settings")
        elif is_here and boards != boards_json(write.connection, write.club.id):
            columns[BOARDS] = boards
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # whatever a file may hold
        raise InputError(NO_FILE) from error
    return columns, left_out


def _read(data: bytes) -> dict[str, Any]:
    try:
        read = json.loads(data)
        json.dumps(read, ensure_ascii=False).encode()  # raises for half a character
    except (ValueError, RecursionError) as error:
        raise InputError(NO_FILE) from error
    if not isinstance(read, dict) or read.get("kind") != KIND or len(data) > MOST_BYTES:
        raise InputError(NO_FILE)
    if read.get("version") != VERSION:
        raise InputError("This settings file is from a newer Crosstable. Update this bot first.")
    return read


def _settings(club: Club, written: Mapping[str, Any], left_out: list[str], *, is_here: bool) -> dict[str, Any]:
    given = {**written}
    for setting in COLUMNS:
        if isinstance(setting.kind, ServerId) and not is_here and given.pop(setting.name, None) is not None:
            left_out.append(f"the {_WHOSE[setting.name]}, which is another server's")
    columns = {setting.name: setting.check(given[setting.name]) for setting in COLUMNS if setting.name in given}
    check_directors(club, columns)
    if columns.get("news_channel_id", club.news_channel_id) is None:
        columns["news_when"] = NewsWhen.OFF.value
    if columns.get("self_report") == SelfReport.ROLE and columns.get("reporter_role_id", club.reporter_role_id) is None:
        columns["self_report"] = SelfReport.DIRECTORS.value
        left_out.append("who may report by role: only directors until you choose the role")
    return columns


_WHOSE = {
    "td_role_id": "directors' role",
    "reporter_role_id": "reporters' role",
    "td_channel_id": "directors' channel",
    "news_channel_id": "channel of announcements",
}


def _house_rules(club: Club, written: Mapping[str, Any], left_out: list[str]) -> ClubRules:
    rules, own = check_rules(written), club.house_rules
    oracle = _with_keeper_of(own.oracle, rules.oracle)
    pools = {}
    for pool, config in rules.oracle_pools.items():
        if pool in own.oracle_pools:
            pools[pool] = _with_keeper_of(own.oracle_pools[pool], config)
        else:
            left_out.append(f"{pool.label}: open it with /td settings, page Oracle, which names its Keeper")
    kept = {pool: config for pool, config in own.oracle_pools.items() if pool not in pools}
    return replace(rules, oracle=oracle, oracle_pools={**kept, **pools}, codes=own.codes)


def _with_keeper_of(own: OracleConfig, config: OracleConfig) -> OracleConfig:
    return replace(config, keeper_player=own.keeper_player, keeper_name=own.keeper_name)


def _boards(written: Any) -> list[dict[str, Any]]:
    boards = [{setting.name: setting.check(one[setting.name]) for setting in _BOARD} for one in written]
    if len(boards) > MOST_BOARDS or len({(one["list"], one["order"]) for one in boards}) < len(boards):
        raise InputError(
            f"A club has up to {MOST_BOARDS} live boards, one of each list and order. The file has others."
        )
    return boards


def _roles(club: Club, written: Any, existing: Existing, *, is_here: bool) -> list[RoleRule]:
    rules = []
    for one in written:
        rule = RoleRule.from_json(one | {setting.name: setting.check(one[setting.name]) for setting in _ROLE})
        name = clean_name(rule.name, 100)
        by_class = rule.low is not None and 0 <= rule.low <= 9999 and rule.title is None
        by_title = rule.title is not None and 0 < len(rule.title) <= 8 and rule.low is None
        if not name or not (by_class if rule.by == BY_CLASS else by_title):
            raise InputError(f'"{shorten(name)}" is not a role. Give its name, and low from 0 to 9999 or a title.')
        same = rule.role_id if is_here and rule.role_id in existing.values() else existing.get(name.casefold())
        if same is not None and same == club.td_role_id:
            raise InputError(f"{name} is your directors' role, which no rating can give. Rename it in the file.")
        made = Switch().check(rule.made_here) if same is not None and is_here else same is None
        checked = replace(rule, name=name, role_id=same, made_here=made)
        rules.append(checked)
    if len(rules) > MOST_RULES:
        raise InputError(f"The file has {len(rules)} roles. A club has up to {MOST_RULES}.")
    return rules
