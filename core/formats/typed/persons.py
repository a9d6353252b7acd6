"""What is written about a person: membership numbers, federation, birth date or year."""

import re
from datetime import date
from typing import NamedTuple

from core.ages import ADULT_YEARS
from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.typed_text import plain_text
from core.formats.typed.newcomers import parse_age

NOTHING = ""
"""What is read where somebody writes that there is none any more."""

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
    """A birth date; or the year alone, or neither; and whether the player then counts as an adult."""

    born: date | None
    adult: bool
    year: int | None


def parse_uschess_id(text: str) -> str:
    """Read a US Chess id."""
    return _number(text, _USCHESS, "US Chess id: write its 8 digits, such as 12345678")


def parse_fide_id(text: str) -> str:
    """Read a FIDE id."""
    return _number(text, _FIDE, "FIDE id: write its digits, such as 2020009")


def parse_naspa_id(text: str) -> str:
    """Read a NASPA id."""
    return _number(text, _NASPA, "NASPA id: write two letters and six digits, such as AA000123")


def parse_federation(text: str) -> str:
    """Read a federation by its three letters."""
    return _number(text, _FEDERATION, "federation: write its three letters, such as USA")


def parse_state(text: str) -> str:
    """Read a state by its two letters."""
    return _number(text, _STATE, "state: write its two letters, such as WV")


def parse_membership(text: str) -> str:
    """Read the month until which a membership runs, as 2027-08."""
    return _number(text, _MONTH, "month: write year and month, such as 2027-08")


def parse_title(text: str) -> str:
    """Read a title of FIDE."""
    written = text.strip().upper()
    if written.casefold() in _NOTHING_WORDS:
        return NOTHING
    if written not in FIDE_TITLES:
        raise InputError(
            f'"{shorten(text)}" is no title of FIDE: write {", ".join(FIDE_TITLES)}; or none to take it out.'
        )
    return written


def parse_birth(text: str, today: date) -> Birth:
    """Read a birth date, a year of birth, or the word adult or child where neither is told.

    From a year alone it follows for a first rating only whether the player is an adult today.
    """
    word = plain_text(text).strip()
    if word.casefold() in _NOTHING_WORDS:
        return Birth(None, True, None)
    if _YEAR.fullmatch(word):
        year = int(word)
        if not 0 <= today.year - year <= 120:
            raise InputError(f"{year} cannot be a year of birth: write one such as 2012.")
        return Birth(None, today.year - year > ADULT_YEARS, year)
    try:
        age = parse_age(text, today)
    except InputError as error:
        if "no birth date" in error.message:
            message = f'"{shorten(text)}" is no birth date: write one such as 2012-05-30, a year, adult or child.'
            raise InputError(message) from None
        raise
    return Birth(age.born, age.adult, None)


def _number(text: str, pattern: re.Pattern[str], wanted: str) -> str:
    """Return what is written, in capitals and without blanks; NOTHING for the word none."""
    if text.strip().casefold() in _NOTHING_WORDS:
        return NOTHING
    written = re.sub(r"\s+", "", plain_text(text)).upper()
    if not pattern.fullmatch(written):
        raise InputError(f'"{shorten(text)}" is no {wanted}; or none to take it out.')
    return written
