"""Ask US Chess about members and sections, outside every transaction, and store what it says."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.connect import uschess
from bot.connect.client import ConnectError, NothingThereError, Service
from bot.connect.uschess import Latest, Supplement
from bot.connect.uschess_section import rated_section, section_number
from bot.services.events.imports.import_event import may_import
from bot.services.framework.context import Actor, Services
from bot.services.framework.every_club import in_each_club
from bot.services.framework.find_player import get_active_player
from bot.services.framework.transaction import Read, check_director, read
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.services.people.official.compare import (
    ACCEPT,
    USCHESS,
    Comparison,
    comparison_of,
    store_official,
)
from bot.store.club import clubs
from bot.store.database.transactions import Connection
from bot.store.people import federations, players
from bot.store.people.profiles import Profile
from core.errors import InputError, NothingYetError
from core.files.roster.table import RosterLine
from core.lists import RatingList

log = logging.getLogger(__name__)

SOURCE = "US Chess' ratings API"
FIRST_DAY = 2
"""The day of a month on which its supplement is asked for."""

MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class LookUp:
    """What US Chess says of a player. official: of the newest supplement. latest: after the newest sections."""

    profile: Profile
    member: uschess.Member
    official: Supplement | None
    latest: Mapping[RatingList, Latest]


async def look_up(services: Services, actor: Actor, player_id: int | None) -> LookUp:
    """Return what US Chess says of a player (default: the actor), and store the official figures.

    Raise ConnectError if it does not answer. Somebody else's: directors only.
    """
    profile, number = await _number_of(services, actor, player_id)
    services.connections.count(actor.club_id, actor.member.user_id, services.now())
    member = await uschess.member(services.connections, number)
    official = await uschess.official_ratings(services.connections, number, services.today(None))
    latest = await _latest(services, number)
    if official is not None and USCHESS not in profile.unconfirmed_ids:
        await _keep(services, actor.club_id, number, official, member)
    return LookUp(profile, member, official, latest)


async def _latest(services: Services, number: str) -> Mapping[RatingList, Latest]:
    """Return the ratings after the newest sections; none if that fails, as long careers do, and the rest is shown."""
    try:
        return await uschess.latest_ratings(services.connections, number, services.today(None))
    except ConnectError as error:
        log.warning("latest ratings not read: reason=%s", type(error).__name__)
        return {}


@read()
def _number_of(look: Read, player_id: int | None) -> tuple[Profile, str]:
    connection, club, actor = look.connection, look.club, look.actor
    if player_id is None:
        own = players.by_user(connection, club.id, actor.member.user_id)
        if own is None:
            raise NothingYetError("You are not a player of this club yet. Start with /rating update.")
        player_id = own.id
    profile = get_active_player(connection, club.id, player_id)
    if profile.user_id != actor.member.user_id:
        look.require_director("look up another player")
    if profile.uschess_id is None:
        raise InputError(f"{profile.name} has no US Chess id here. Enter it first.")
    return profile, profile.uschess_id


async def _keep(
    services: Services, club_id: int, number: str, official: Supplement | None, member: uschess.Member | None = None
) -> None:
    today = services.today(None)
    details = {USCHESS: number}
    if member is not None and member.expires is not None:
        details["expires"] = member.expires
    line = RosterLine(0, None, None, details, None, None, {} if official is None else official.ratings)
    month = today.replace(day=1) if official is None else official.day
    await store_official(services, club_id, USCHESS, month, SOURCE, [line], today)


# A whole club, when a director asks, or once a month.


@dataclass(frozen=True, slots=True)
class Asked:
    """How many members a service was asked about. unknown: those it does not know. left: not asked yet.

    problem: why it stopped.
    """

    asked: int
    unknown: int
    left: int
    problem: str | None = None


async def ask_for_club(services: Services, actor: Actor) -> Asked:
    await check_director(services, actor, ACCEPT)
    if not services.connections.has(Service.USCHESS):
        raise InputError(
            "Look-ups at US Chess are turned off. Ask the bot's operator to turn them on (CONNECT=uschess)."
        )
    return await _ask_about(services, actor.club_id)


async def _ask_about(services: Services, club_id: int) -> Asked:
    today = services.today(None)
    waiting = await _unasked(services, club_id, today)
    asked = unknown = 0
    for number in waiting[:MOST_AT_ONCE]:
        try:
            services.connections.count_for_club(club_id, services.now())
            official = await uschess.official_ratings(services.connections, number, today)
        except NothingThereError:
            official, unknown = None, unknown + 1
        except ConnectError as error:
            log.warning("official ratings: stopped: club=%d asked=%d left=%d", club_id, asked, len(waiting) - asked)
            return Asked(asked, unknown, len(waiting) - asked, error.message)
        await _keep(services, club_id, number, official)
        asked += 1
    if asked:
        log.info("official ratings: club=%d asked=%d unknown=%d", club_id, asked, unknown)
    return Asked(asked, unknown, len(waiting) - asked)


async def _unasked(services: Services, club_id: int, today: date) -> Sequence[str]:
    first = today.replace(day=1)
    found = await services.database.read(
        lambda connection: federations.unasked(connection, club_id, USCHESS, first), club=club_id
    )
    return [number for _, number in found]


@dataclass(frozen=True, slots=True)
class MonthCompared:
    """A club whose members were all asked about. channel_id: the directors', or None."""

    club_id: int
    channel_id: int | None
    comparison: Comparison


async def ask_monthly(services: Services) -> list[MonthCompared]:
    """Ask for every club that wants it, after the day of the supplement; return those that are now complete."""
    if not services.connections.has(Service.USCHESS) or services.today(None).day < FIRST_DAY:
        return []
    done: list[MonthCompared] = []

    async def ask(club_id: int) -> None:
        asked = await _ask_about(services, club_id)
        if asked.asked and not asked.left:
            await bring_up_to_date(services, club_id)
            done.append(await _complete(services, club_id))

    wanted = await services.database.read(federations.comparing_clubs, club=None)
    await in_each_club("asking for official ratings", wanted, ask)
    return done


async def _complete(services: Services, club_id: int) -> MonthCompared:
    def work(connection: Connection) -> MonthCompared:
        club = clubs.find(connection, club_id)
        return MonthCompared(club_id, club.td_channel_id, comparison_of(connection, club, services.today(club)))

    return await services.database.read(work, club=club_id)


async def fetch_section(services: Services, actor: Actor, written: str) -> bytes:
    """Return a rated section as the file that would be uploaded; directors only. Raise InputError, ConnectError.

    written: its event and number, for example 202411123456-1.
    """
    await may_import(services, actor)
    wanted = section_number(written)
    services.connections.count(actor.club_id, actor.member.user_id, services.now())
    data = await rated_section(services.connections, wanted)
    log.info("rated section fetched: club=%d bytes=%d", actor.club_id, len(data))
    return data
