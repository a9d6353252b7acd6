"""Read members of US Chess from its ratings API."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pydantic import BaseModel, Field

from bot.connect.client import ConnectError, Connections, Service
from core.event.entered_rating import EnteredRating
from core.lists import RatingList

LISTS = {"R": RatingList.USCHESS_REGULAR, "Q": RatingList.USCHESS_QUICK, "B": RatingList.USCHESS_BLITZ}
MOST_PAGES = 5
_SIZE = 100
"""The most that a page holds, whatever is asked."""
LATELY = timedelta(days=366)
"""How far back a member's sections are asked for."""


class _Rating(BaseModel):
    ratingSystem: str
    rating: int | None = Field(default=None, ge=0, le=4000)
    gamesPlayed: int | None = Field(default=None, ge=0)
    isProvisional: bool
    floor: int | None = Field(default=None, ge=0, le=4000)


class _Member(BaseModel):
    id: str
    firstName: str
    lastName: str
    status: str
    expirationDate: str | None = None
    ratings: list[_Rating]


class _SupplementRating(BaseModel):
    source: str
    rating: int | None = Field(default=None, ge=0, le=4000)
    provisionalGameCount: int | None = Field(default=None, ge=0)


class _Supplement(BaseModel):
    ratingSupplementDate: str
    ratings: list[_SupplementRating]


class _Supplements(BaseModel):
    items: list[_Supplement]
    hasNextPage: bool


class _Record(BaseModel):
    ratingSystem: str
    postRating: int = Field(ge=0, le=4000)
    postProvisionalGameCount: int | None = Field(default=None, ge=0)


class _Event(BaseModel):
    endDate: str


class _PlayedSection(BaseModel):
    endDate: str | None = None
    ratingRecords: list[_Record]
    event: _Event


class _PlayedSections(BaseModel):
    items: list[_PlayedSection]
    hasNextPage: bool


@dataclass(frozen=True, slots=True)
class Member:
    """A member as US Chess shows them today.

    ratings: with games, where they are provisional. expires: month of the membership, for example 2027-08.
    """

    number: str
    name: str
    status: str
    expires: str | None
    ratings: Mapping[RatingList, EnteredRating]


@dataclass(frozen=True, slots=True)
class Supplement:
    """Official ratings. day: from which they are valid."""

    day: date
    ratings: Mapping[RatingList, EnteredRating]


@dataclass(frozen=True, slots=True)
class Latest:
    """A member's rating after the newest rated section. day: its last one."""

    day: date
    rating: EnteredRating


async def member(connections: Connections, number: str) -> Member:
    found = await connections.get(Service.USCHESS, "members/{}", number, _Member)
    if found.id != number:
        raise ConnectError(f"US Chess returned a member other than {number}. Nothing was stored.")
    ratings = {
        LISTS[one.ratingSystem]: EnteredRating(
            one.rating, one.gamesPlayed if one.isProvisional else None, floor=one.floor or None
        )
        for one in found.ratings
        if one.rating and one.ratingSystem in LISTS
    }
    name = " ".join(f"{found.firstName} {found.lastName}".split())
    expires = None if found.expirationDate is None else _day(found.expirationDate)
    return Member(
        number,
        name.title() if name.isupper() else name,
        found.status,
        None if expires is None else f"{expires:%Y-%m}",
        ratings,
    )


async def official_ratings(connections: Connections, number: str, today: date) -> Supplement | None:
    """Return a member's ratings of the newest supplement that is valid today, or None; raise ConnectError."""
    newest: tuple[date, _Supplement] | None = None
    offset = 0
    for _ in range(MOST_PAGES):
        query = {"Offset": str(offset), "Size": str(_SIZE)}
        page = await connections.get(Service.USCHESS, "members/{}/rating-supplements", number, _Supplements, query)
        for one in page.items:
            day = _day(one.ratingSupplementDate)
            if day <= today and (newest is None or day > newest[0]):
                newest = day, one
        offset += len(page.items)
        if not page.hasNextPage or not page.items:
            break
    if newest is None:
        return None
    day, found = newest
    ratings = {
        LISTS[one.source]: EnteredRating(one.rating, one.provisionalGameCount)
        for one in found.ratings
        if one.rating and one.source in LISTS
    }
    return Supplement(day, ratings)


async def latest_ratings(connections: Connections, number: str, today: date) -> dict[RatingList, Latest]:
    """Return a member's ratings after the newest section of the last year, by list; raise ConnectError.

    The profile's rating may be older than these.
    """
    found: dict[RatingList, Latest] = {}
    offset = 0
    for _ in range(MOST_PAGES):
        query = {"OnOrAfterDate": (today - LATELY).isoformat(), "Offset": str(offset), "Size": str(_SIZE)}
        page = await connections.get(Service.USCHESS, "members/{}/sections", number, _PlayedSections, query)
        for one in page.items:
            day = _day(one.endDate or one.event.endDate)
            for record in one.ratingRecords:
                moved = LISTS.get(record.ratingSystem)
                if moved is not None and record.postRating and (moved not in found or found[moved].day < day):
                    found[moved] = Latest(day, EnteredRating(record.postRating, record.postProvisionalGameCount))
        offset += len(page.items)
        if not page.hasNextPage or not page.items:
            break
    return found


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written[:10])
    except ValueError:
        raise ConnectError("US Chess answers with a date that cannot be read. Tell the bot's operator.") from None
