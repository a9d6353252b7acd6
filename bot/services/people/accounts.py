"""Accounts at Lichess and chess.com that members link: their online ratings, which move no list."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from bot.connect import accounts
from bot.connect.accounts import Account, OnlineRating
from bot.connect.client import ConnectError, NothingThereError, Service
from bot.services.framework.actions import player_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import JOBS, Job, Turn
from bot.services.framework.transaction import ClubWrite, Write, club_job, use_case
from bot.store.people import profiles
from core.errors import InputError

log = logging.getLogger(__name__)

SITES = (Service.LICHESS, Service.CHESSCOM)
NAMES = {Service.LICHESS: re.compile(r"[\w-]{2,30}", re.ASCII), Service.CHESSCOM: re.compile(r"[\w-]{3,25}", re.ASCII)}

KEPT_FOR = timedelta(days=7)

MOST_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """An account with its ratings on a day."""

    site: Service
    name: str
    ratings: tuple[OnlineRating, ...]
    day: date


def linked_accounts(online: Mapping[str, Any] | None) -> tuple[LinkedAccount, ...]:
    return tuple(
        LinkedAccount(
            site,
            stored["name"],
            tuple(OnlineRating(*figures) for figures in stored["ratings"]),
            date.fromisoformat(stored["day"]),
        )
        for site in SITES
        if (stored := (online or {}).get(site.value)) is not None
    )


async def link_accounts(services: Services, actor: Actor, names: Mapping[Service, str]) -> tuple[LinkedAccount, ...]:
    """Link the actor's accounts, and unlink those with an empty name; raise ConnectError for an unknown one."""
    for site, name in names.items():
        if name and not NAMES[site].fullmatch(name):
            raise InputError(f'"{name}" is not a name at {site.label}. Write only the name, for example quietrook.')
    if any(names.values()):
        services.connections.count(actor.club_id, actor.member.user_id, services.now())
    found = {
        site: await accounts.account(services.connections, site, name) if name else None for site, name in names.items()
    }
    return await _store(services, actor, found)


@use_case(player_action("link-account", "linked or unlinked the accounts of"))
def _store(write: Write, found: Mapping[Service, Account | None]) -> tuple[LinkedAccount, ...]:
    own = write.ensure(write.actor.member)
    online = dict(profiles.online_of(write.connection, own.id) or {})
    for site, account in found.items():
        online.pop(site.value, None)
        if account is not None:
            _check_free(write, own.id, site, account)
            online[site.value] = _as_json(account, write.today)
    profiles.change(write.connection, own.id, {"online": online or None})
    write.note(own.id)
    return linked_accounts(online)


def _check_free(write: Write, player_id: int, site: Service, account: Account) -> None:
    for other_id, online in profiles.with_accounts(write.connection, write.club.id):
        name = (online.get(site.value) or {}).get("name", "")
        if other_id != player_id and name.casefold() == account.name.casefold():
            raise InputError(f"Another player here has linked {account.name} at {site.label}. Ask a director (TD).")


def _as_json(account: Account, day: date) -> dict[str, Any]:
    ratings = [[one.speed, one.rating, one.games, one.provisional] for one in account.ratings]
    return {"name": account.name, "ratings": ratings, "day": day.isoformat()}


async def renew_accounts(services: Services) -> int:
    """Ask again for online ratings older than a week; return for how many accounts."""
    today = services.today(None)
    stored = await services.database.read(profiles.accounts_everywhere, club=None)
    due = [
        (club_id, player_id, linked)
        for club_id, player_id, online in stored
        for linked in linked_accounts(online)
        if services.connections.has(linked.site) and linked.day <= today - KEPT_FOR
    ]
    done, resting = 0, set()
    for club_id, player_id, linked in due[:MOST_AT_ONCE]:
        if linked.site in resting:
            continue
        try:
            account = await accounts.account(services.connections, linked.site, linked.name)
        except NothingThereError:
            account = Account(linked.name, ())
        except ConnectError:
            resting.add(linked.site)
            continue
        await _renew(services, club_id, player_id, linked, account)
        done += 1
    if done:
        log.info("renewed online ratings: accounts=%d", done)
    return done


JOBS.add("accounts", Job(renew_accounts, Turn.ASKING))


@club_job
def _renew(write: ClubWrite, player_id: int, linked: LinkedAccount, account: Account) -> None:
    online = dict(profiles.online_of(write.connection, player_id) or {})
    stored = online.get(linked.site.value)
    if stored is not None and stored["name"] == linked.name:  # may be unlinked meanwhile
        online[linked.site.value] = _as_json(account, write.today)
        profiles.change(write.connection, player_id, {"online": online})
