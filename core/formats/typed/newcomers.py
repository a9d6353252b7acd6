"""What a newcomer writes for a first rating: the age, and ratings held elsewhere."""

import re
from datetime import date
from typing import NamedTuple

from core.background import ExternalRating, ExternalSystem
from core.errors import InputError
from core.formats.common.days import find_day, parse_day
from core.formats.common.names import shorten
from core.formats.common.typed_text import plain_text


class Age(NamedTuple):
    """A birth date; or, where it is not told, whether the player counts as an adult."""

    born: date | None
    adult: bool


def parse_age(text: str, today: date) -> Age:
    """Read a birth date, or the word adult or child where it is not told."""
    word = text.strip().casefold()
    if word in ("adult", "child"):
        return Age(None, word == "adult")
    born = find_day(text, date(today.year - 120, 1, 1), today, None)
    if born is None:
        raise InputError(f'"{shorten(text)}" is no birth date: write one such as 2012-05-30, or adult, or child.')
    if born > today or today.year - born.year > 120:
        raise InputError(f"{born.isoformat()} cannot be a birth date: write year-month-day, such as 2012-05-30.")
    return Age(born, True)


_BROUGHT = re.compile(r"(?P<rating>[0-9]{1,4}(?:\.[0-9]{1,2})?)(?:\s*/\s*(?P<games>[0-9]{1,5}))?")


def parse_brought(text: str) -> tuple[float, int | None]:
    """Read a rating that somebody brings along, such as 1620, or 1620/12 with the games behind it."""
    match = _BROUGHT.fullmatch(plain_text(text).strip())
    if match is None:
        raise InputError(
            f'"{shorten(text)}" is no rating: write one such as 1620, or 1620/12 with the games behind it.'
        )
    return float(match["rating"]), None if match["games"] is None else int(match["games"])


_SYSTEMS = {
    "fide": ExternalSystem.FIDE,
    "cfc": ExternalSystem.CFC,
    "regular": ExternalSystem.USCHESS_REGULAR,
    "quick": ExternalSystem.USCHESS_QUICK,
    "blitz": ExternalSystem.USCHESS_BLITZ,
    "online-regular": ExternalSystem.ONLINE_REGULAR,
    "online-quick": ExternalSystem.ONLINE_QUICK,
    "online-blitz": ExternalSystem.ONLINE_BLITZ,
}
_ENTRY = re.compile(
    r"(?P<system>[a-z]+(?:[- ][a-z]+)?)\s*:?\s*(?P<rating>[0-9]{3,4})"
    r"(?:/(?P<games>[0-9]{1,5}))?(?:\s+(?P<day>[0-9]+[./ -].*|[a-z]{3,9}\.? [0-9]{1,2}\b.*))?",
    re.IGNORECASE,
)


def parse_external_ratings(text: str, today: date) -> tuple[ExternalRating, ...]:
    """Read ratings held elsewhere, such as "FIDE 1850, online-quick 1600/24 2025-03-01".

    After a slash, the games behind the rating; then the day it dates from, today where it is left out.
    """
    found: dict[ExternalSystem, ExternalRating] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", plain_text(text)))):
        match = _ENTRY.fullmatch(part)
        system = None if match is None else _SYSTEMS.get(match["system"].casefold().replace(" ", "-"))
        if match is None or system is None:
            known = ", ".join(name if name not in ("fide", "cfc") else name.upper() for name in _SYSTEMS)
            raise InputError(
                f'"{shorten(part)}" is no rating held elsewhere: write such as FIDE 1850 or online-quick 1600/24; '
                f"known are {known}."
            )
        rating = int(match["rating"])
        if not 100 <= rating <= 3000:
            raise InputError(f"{rating} is not a rating: write one between 100 and 3000.")
        if system in found:
            raise InputError(f"{system.label} stands there twice: write each rating once.")
        day = today if match["day"] is None else parse_day(match["day"], today)
        games = None if match["games"] is None else int(match["games"])
        found[system] = ExternalRating(system, float(rating), day, games)
    if not found:
        raise InputError("No rating is written in elsewhere: write such as FIDE 1850.")
    return tuple(found.values())
