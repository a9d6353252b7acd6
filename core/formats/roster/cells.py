"""The cells of a roster: numbers, days and words as people and spreadsheets write them."""

import re
from collections.abc import Callable
from datetime import date

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.warnings import ParseWarnings, fault
from core.formats.common.written_days import parse_written_day, says_nothing
from core.formats.typed.persons import (
    parse_federation,
    parse_fide_id,
    parse_naspa_id,
    parse_title,
    parse_uschess_id,
)

_SEXES = {
    **dict.fromkeys(("m", "male", "man", "boy"), "m"),
    **dict.fromkeys(("w", "f", "female", "woman", "girl"), "w"),
}
_NOTHING = {"", "-", "--", "0", "n/a", "na", "none", "unr", "unr.", "unrated", "new"}
_RATING = re.compile(r"([0-9]{1,4}(?:[.,][0-9]{1,9})?)(?:\s*[pP/]\s*([0-9]{1,4}))?\*?")
_WHOLE = re.compile(r"([0-9]{1,6})(?:[.,]0+)?")

MOST_GAMES = 100_000


def is_nothing(text: str) -> bool:
    """Tell whether a cell says that there is nothing to say."""
    return text.casefold() in _NOTHING


def read_detail(column: str, text: str, line: int, doubts: ParseWarnings) -> str | None:
    """Read a word about a person; raise InputError with the line for a membership number that is none."""
    if is_nothing(text):
        return None
    if column == "sex":
        sex = _SEXES.get(text.casefold().strip("."))
        if sex is None:
            doubts.add(line, "no sex", f'"{shorten(text)}" is not m or w: left out')
        return sex
    read = _DETAILS[column]
    # A spreadsheet makes 12345678.0 of a number.
    text = re.sub(r"^([0-9]+)\.0+$", r"\1", text)
    try:
        return read(text) or None
    except InputError as error:
        if column in ("title", "federation"):
            doubts.add(line, f"no {column}", f'"{shorten(text)}" is no {column} of FIDE\'s: left out')
            return None
        raise fault(line, error.message.removesuffix("; or none to take it out.").rstrip(".") + ".") from None


_DETAILS: dict[str, Callable[[str], str]] = {
    "uschess_id": parse_uschess_id,
    "fide_id": parse_fide_id,
    "naspa_id": parse_naspa_id,
    "federation": parse_federation,
    "title": parse_title,
}


def read_born(text: str, line: int, doubts: ParseWarnings) -> tuple[date | None, int | None]:
    """Read a birth date or year; raise InputError with the line for what is neither."""
    if is_nothing(text) or says_nothing(text):
        return None, None
    read = parse_written_day(re.sub(r"^([0-9]{4})\.0+$", r"\1", text))
    if read is None or not re.search(r"[0-9]{4}", text):
        raise fault(line, f'"{shorten(text)}" is no birth date: write one such as 2012-05-30, or the year.')
    if not read.sure:
        doubts.add(line, "birth dates", f'the birth date "{shorten(text)}" is taken as {read.day}')
    return (read.day, None) if read.day is not None else (None, read.year)


def read_rating(text: str, line: int) -> tuple[float, int | None] | None:
    """Read a rating, and the games behind it as in 1210P7; None for unrated."""
    if is_nothing(text):
        return None
    match = _RATING.fullmatch(text)
    if match is None:
        raise fault(line, f'"{shorten(text)}" is no rating: write a number such as 1650, or nothing.')
    return float(match[1].replace(",", ".")), None if match[2] is None else int(match[2])


def read_whole(text: str, line: int, what: str) -> int | None:
    """Read a number of games; None where there is none."""
    if text.casefold() in _NOTHING - {"0"}:
        return None
    match = _WHOLE.fullmatch(text)
    if match is None or int(match[1]) > MOST_GAMES:
        raise fault(line, f'{what} "{shorten(text)}" is no whole number from 0 to {MOST_GAMES}.')
    return int(match[1])
