"""What is written about a person: membership numbers, federation, birth date or year."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.event.background import ADULT_YEARS, ExternalRating, ExternalSystem
from core.files.common.dates import find_day, parse_day
from core.files.common.text import plain_text, shorten


class Age(NamedTuple):
    """A birth date; if unknown, whether the player counts as an adult."""

    born: date | None
    adult: bool


def parse_age(text: str, today: date) -> Age:
    """Read a birth date, or the word adult or child."""
    word = text.strip().casefold()
    if word in ("adult", "child"):
        return Age(None, word == "adult")
    born = find_day(text, date(today.year - 120, 1, 1), today, None)
    if born is None:
        raise InputError(
            f'"{shorten(text)}" is not a birth date. Write one, for example 2012-05-30, or adult, or child.'
        )
    if born > today or today.year - born.year > 120:
        raise InputError(f"{born.isoformat()} cannot be a birth date. Write year-month-day, for example 2012-05-30.")
    return Age(born, True)


_BROUGHT = re.compile(r"(?P<rating>[0-9]{1,4}(?:\.[0-9]{1,2})?)(?:\s*/\s*(?P<games>[0-9]{1,5}))?")


def parse_brought(text: str) -> tuple[float, int | None]:
    """Read a rating such as 1620, or 1620/12 with its games."""
    match = _BROUGHT.fullmatch(plain_text(text).strip())
    if match is None:
        raise InputError(
            f'"{shorten(text)}" is not a rating. Write one, for example 1620, or 1620/12 with the number of games.'
        )
    return float(match["rating"]), None if match["games"] is None else int(match["games"])


class WrittenEntrant(NamedTuple):
    """A player for an evening. rating, with its games; birth: of a newcomer."""

    name: str
    is_new: bool = False
    rating: tuple[float, int | None] | None = None
    birth: "Birth | None" = None


MOST_ENTRANTS_WRITTEN = 100
_BIRTH = re.compile(r"adult|child|[0-9]{4}-.*", re.IGNORECASE)
_LISTED = re.compile(r"[0-9]{1,3}[.)] +")
_DETAIL = re.compile(
    r"new|adult|child|[0-9]{3,4}(?:\.[0-9]{1,2})?(?:/[0-9]{1,5})?|[0-9]{4}-[0-9]{2}-[0-9]{2}", re.IGNORECASE
)
_ENTRANT = "Write one player per line, a newcomer with a rating, for example Ada Blank 1450, or Ada Blank new."


def parse_entrants(text: str, today: date) -> tuple[WrittenEntrant, ...]:
    """Read players, one per line; newcomers as "Ada Blank 1450" or "Ada Blank, new, 2012" with the birth."""
    lines = [_LISTED.sub("", " ".join(line.split()), count=1) for line in re.split(r"[;\n\r]+", plain_text(text))]
    found = [entrant for line in lines if line for entrant in _entrants_in(line, today)]
    if not found:
        raise InputError(f"The players are missing. {_ENTRANT}")
    if len(found) > MOST_ENTRANTS_WRITTEN:
        raise InputError(f"At most {MOST_ENTRANTS_WRITTEN} players are added at once. Add them in two parts.")
    return tuple(found)


def _entrants_in(line: str, today: date) -> Iterator[WrittenEntrant]:
    names, details = [part.strip() for part in line.split(",") if part.strip()], list[str]()
    while len(names) > 1 and (names[-1][0].isdigit() or _DETAIL.fullmatch(names[-1])):
        details.insert(0, names.pop())
    if len(names) > 1 and all(" " in name for name in names):
        # Ada Blank 1450, Bo Cart: several; not Blank, Ada
        if details:
            raise InputError(f'"{shorten(line)}" is more than one player. {_ENTRANT}')
        for name in names:
            yield from _entrants_in(name, today)
        return
    if len(names) > 2:
        raise InputError(f'"{shorten(line)}" is not clear. {_ENTRANT}')
    words = ", ".join(names).split(" ")
    while len(words) > 1 and _DETAIL.fullmatch(words[-1]):
        details.insert(0, words.pop())
    yield _entrant_of(" ".join(words), details, today)


def _entrant_of(name: str, details: list[str], today: date) -> WrittenEntrant:
    is_new, rating = bool(details), None
    if details and not _BIRTH.fullmatch(details[0]):
        first = details.pop(0)
        rating = None if first.casefold() == "new" else parse_brought(first)
    if len(details) > 1:
        raise InputError(f'"{shorten(name)}" is followed by too much. {_ENTRANT}')
    return WrittenEntrant(name, is_new, rating, parse_birth(details[0], today) if details else None)


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
    """Return ratings such as "FIDE 1850, online-quick 1600/24 2025-03-01": rating/games, day (default: today)."""
    found: dict[ExternalSystem, ExternalRating] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", plain_text(text)))):
        match = _ENTRY.fullmatch(part)
        system = None if match is None else _SYSTEMS.get(match["system"].casefold().replace(" ", "-"))
        if match is None or system is None:
            known = ", ".join(name if name not in ("fide", "cfc") else name.upper() for name in _SYSTEMS)
            raise InputError(
                f'"{shorten(part)}" is not another rating. Write, for example, FIDE 1850 or online-quick 1600/24; '
                f"known are {known}."
            )
        rating = int(match["rating"])
        if not 100 <= rating <= 3000:
            raise InputError(f"{rating} is not a rating. Write one between 100 and 3000.")
        if system in found:
            raise InputError(f"{system.label} is listed twice. Write each rating once.")
        day = today if match["day"] is None else parse_day(match["day"], today)
        games = None if match["games"] is None else int(match["games"])
        found[system] = ExternalRating(system, float(rating), day, games)
    if not found:
        raise InputError("The option elsewhere has no rating. Write, for example, FIDE 1850.")
    return tuple(found.values())


NOTHING = ""
"""Means that there is none now."""

FIDE_TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")

_NOTHING_WORDS = frozenset({"none", "-", "nothing"})
_USCHESS = re.compile(r"[0-9]{8}")
_FIDE = re.compile(r"[1-9][0-9]{2,9}")
_NASPA = re.compile(r"[A-Z]{2}[0-9]{6}")
_FEDERATION = re.compile(r"[A-Z]{3}")
_STATE = re.compile(r"[A-Z]{2}")
_MONTH = re.compile(r"[12][0-9]{3}-(?:0[1-9]|1[0-2])")
_YEAR = re.compile(r"[0-9]{4}")


class Birth(NamedTuple):
    """A birth date, or the year, or neither; and whether the player counts as an adult."""

    born: date | None
    adult: bool
    year: int | None


def parse_uschess_id(text: str) -> str:
    return _number(text, _USCHESS, "US Chess id. Write its 8 digits, for example 12345678")


def parse_fide_id(text: str) -> str:
    return _number(text, _FIDE, "FIDE id. Write its digits, for example 2020009")


def parse_naspa_id(text: str) -> str:
    return _number(text, _NASPA, "NASPA id. Write two letters and six digits, for example AA000123")


def parse_federation(text: str) -> str:
    return _number(text, _FEDERATION, "federation. Write its three letters, for example USA")


def parse_state(text: str) -> str:
    return _number(text, _STATE, "state. Write its two letters, for example WV")


def parse_membership(text: str) -> str:
    """Read a month such as 2027-08."""
    return _number(text, _MONTH, "month. Write year and month, for example 2027-08")


def parse_title(text: str) -> str:
    written = text.strip().upper()
    if written.casefold() in _NOTHING_WORDS:
        return NOTHING
    if written not in FIDE_TITLES:
        raise InputError(
            f'"{shorten(text)}" is not a FIDE title. Write {", ".join(FIDE_TITLES)}, or none to remove it.'
        )
    return written


def parse_birth(text: str, today: date) -> Birth:
    word = plain_text(text).strip()
    if word.casefold() in _NOTHING_WORDS:
        return Birth(None, True, None)
    if _YEAR.fullmatch(word):
        year = int(word)
        if not 0 <= today.year - year <= 120:
            raise InputError(f"{year} cannot be a year of birth. Write one, for example 2012.")
        return Birth(None, today.year - year > ADULT_YEARS, year)
    try:
        age = parse_age(text, today)
    except InputError as error:
        if "no birth date" in error.message:
            message = (
                f'"{shorten(text)}" is not a birth date. Write one, for example 2012-05-30, a year, adult or child.'
            )
            raise InputError(message) from None
        raise
    return Birth(age.born, age.adult, None)


def _number(text: str, pattern: re.Pattern[str], wanted: str) -> str:
    if text.strip().casefold() in _NOTHING_WORDS:
        return NOTHING
    written = re.sub(r"\s+", "", plain_text(text)).upper()
    if not pattern.fullmatch(written):
        raise InputError(f'"{shorten(text)}" is not a valid {wanted}, or none to remove it.')
    return written


_ON_CARD = {"uschess_id": _USCHESS, "expires": _MONTH, "state": _STATE}


def parse_us_chess(text: str) -> dict[str, str]:
    """Return uschess_id, expires and state from text in any order."""
    found = {"uschess_id": NOTHING, "expires": NOTHING, "state": NOTHING}
    for part in re.sub(r"\b([0-9]{4}) (?=[0-9]{4}\b(?!-))", r"\1", plain_text(text)).upper().replace(",", " ").split():
        column = next((column for column, pattern in _ON_CARD.items() if pattern.fullmatch(part)), None)
        if column is None:
            raise InputError(
                f'"{shorten(part)}" is not a US Chess id, month or state. Write them with a space between, for example '
                "12345678 2027-08 WV."
            )
        found[column] = part
    return found
