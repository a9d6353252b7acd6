"""Settings that many commands need."""

import re
from dataclasses import dataclass
from datetime import date

from bot.services.framework.clock import paper_of
from bot.services.framework.context import Services
from bot.services.framework.transaction import Read, read
from bot.store.club import clubs
from bot.store.database.club_choices import Paper, SiteAccess, SitePart
from bot.store.database.rows import Club
from bot.store.ratings import standings
from core.lists import RatingList
from core.rating.rating_system import ClubPool
from core.rating.systems import system_of


@read()
def default_list(read: Read) -> RatingList:
    return read.club.default_list


@read()
def lists_in_use(read: Read) -> list[RatingList]:
    default, rules = read.club.default_list, read.club.house_rules
    used = standings.lists_in_use(read.connection, read.club.id)
    own = set(rules.own_lists)
    return [default, *(one for one in rules.all_lists if one is not default and one in (own if one.is_own else used))]


@read()
def lists_of_club(read: Read) -> list[RatingList]:
    rules = read.club.house_rules
    return list(dict.fromkeys((*rules.own_lists, *rules.all_lists)))


@read()
def is_director(read: Read) -> bool:
    return read.is_director


@read()
def paper_in_use(read: Read) -> Paper:
    return paper_of(read.club)


@dataclass(frozen=True, slots=True)
class Fills:
    """How somebody can fill a list: whether by a report of their own, and whether by files and evenings."""

    reports: bool
    directs: bool


@read()
def who_fills(look: Read, rating_list: RatingList | None) -> Fills:
    is_reported = not isinstance(system_of(rating_list or look.club.default_list), ClubPool)
    return Fills(is_reported and look.actor.may_self_report(look.club), look.is_director)


async def today_in(services: Services, club_id: int | None) -> date:
    if club_id is None:
        return services.today(None)
    return services.today(
        await services.database.read(lambda connection: clubs.find(connection, club_id), club=club_id)
    )


# The address of a club's web pages.


def folder_of(club: Club, key: str) -> str:
    """Return the folder of a club's pages; nobody can guess its key."""
    words = re.sub(r"[^a-z0-9]+", "-", (club.site_name or "").casefold()).strip("-")
    return f"{words}-{key}" if words else key


def site_folder(look: Read, part: SitePart | None = None) -> str | None:
    """Return the folder of the club's web pages; None if they are off, or do not show that part."""
    shown = part is None or look.club.site_parts is None or part in look.club.site_parts
    if look.club.site == SiteAccess.OFF or not shown:
        return None
    return folder_of(look.club, clubs.site_key(look.connection, look.club.id))


@read()
def web_folder(look: Read, part: SitePart) -> str | None:
    return site_folder(look, part)
