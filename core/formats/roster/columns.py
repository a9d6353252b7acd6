"""The header of a roster: which column tells what, by the names that people write."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.errors import InputError
from core.formats.common.cells import unguarded
from core.formats.common.tables import first_line, read_rows
from core.lists import RatingList


class Part(StrEnum):
    """What a column tells of a rating; the value ends the name of the column."""

    RATING = "rating"
    GAMES = "games"
    PEAK = "peak"
    FLOOR = "floor"


_PERSON = {
    "name": ("name", "player", "player name", "full name", "member", "member name"),
    "first": ("first name", "first", "given name", "forename"),
    "last": ("last name", "last", "surname", "family name"),
    "discord": (
        *("discord", "discord id", "discord name", "discord user", "discord username", "discord user id"),
        *("discord tag", "discord handle", "user id", "username"),
    ),
    "uschess_id": (
        *("us chess id", "uschess id", "uscf id", "us chess number", "us chess no", "uscf no", "uscf number", "id"),
        *("us chess member id", "us chess", "uschess", "uscf", "member id"),
    ),
    "fide_id": ("fide id", "fide no", "fide number", "fide id number", "fin", "fide", "id number", "fideid"),
    "naspa_id": ("naspa id", "naspa no", "naspa number", "naspa"),
    "born": (
        *("born", "birth", "birthday", "birth date", "birthdate", "date of birth", "dob", "b day"),
        *("birth year", "year of birth", "yob", "birth year or date"),
    ),
    "federation": ("federation", "fed", "country", "nation"),
    "sex": ("sex", "gender", "m f"),
    "title": ("title", "fide title", "tit"),
}
"""Names of columns by what they tell of a person, in lower case and without signs."""

_LISTS = {
    RatingList.USCHESS_REGULAR: ("us chess regular", "uschess regular", "uscf regular", "regular", "uscf", "us chess"),
    RatingList.USCHESS_QUICK: ("us chess quick", "uschess quick", "uscf quick", "quick"),
    RatingList.USCHESS_BLITZ: ("us chess blitz", "uschess blitz", "uscf blitz"),
    RatingList.FIDE_STANDARD: ("fide standard", "fide std", "fide classical", "fide", "standard"),
    RatingList.FIDE_RAPID: ("fide rapid", "rapid"),
    RatingList.FIDE_BLITZ: ("fide blitz",),
    RatingList.NASPA: ("naspa estimate", "naspa"),
    RatingList.GLICKO_2: ("glicko 2", "glicko2", "glicko"),
    RatingList.ORACLE: ("oracle", "oracle pool 1"),
}
"""Further names of lists; each goes by its label too."""

_PARTS = {
    Part.RATING: ("rating", "rtg", "elo", ""),
    Part.GAMES: ("games", "gms", "rated games", "no of games", "games played"),
    Part.PEAK: ("peak", "highest", "best", "peak rating", "highest rating", "best rating"),
    Part.FLOOR: ("floor", "rating floor"),
}
_OWN_LIST_NAMED = {RatingList.ELO}
"""Whose name people also write for a rating of any list: it takes "Elo rating" to be meant."""


@dataclass(frozen=True, slots=True)
class RatingColumn:
    """What a column tells of the ratings on a list; rating_list: None where the column names none."""

    rating_list: RatingList | None
    part: Part


def plain_header(text: str) -> str:
    """Return a column's name in lower case, its words apart by one blank, without signs."""
    return " ".join(re.sub(r"[^\w]+|_", " ", text.casefold()).split())


def _rating_columns() -> dict[str, RatingColumn]:
    columns: dict[str, RatingColumn] = {}
    for part, words in _PARTS.items():
        for word in words:
            if word:
                columns[word] = RatingColumn(None, part)
            for moved in RatingList:
                for name in (plain_header(moved.label), *_LISTS.get(moved, ())):
                    if word or moved not in _OWN_LIST_NAMED:
                        columns[f"{name} {word}".strip()] = RatingColumn(moved, part)
    return columns


_RATINGS = _rating_columns()
_PERSONS = {word: column for column, words in _PERSON.items() for word in words}


def column_of(header: str, cells: Sequence[str]) -> str | RatingColumn | None:
    """Return what a column tells: a field of a person by its key, or a rating; None for an unknown one.

    cells: what stands in it, which decides whether a federation's name alone stands over numbers or ratings.
    """
    word = plain_header(header)
    person, rating = _PERSONS.get(word), _RATINGS.get(word)
    if person is not None and rating is not None:
        return rating if all(len(cell) <= 4 or re.search(r"[pP/.,]", cell) for cell in cells) else person
    return person if person is not None else rating


def is_roster(text: str) -> bool:
    """Tell whether a text begins with the header of a list of people: a name, and something more of each."""
    try:
        (row,) = read_rows(first_line(text))
    except (InputError, ValueError):  # no row, or no table
        return False
    known = [column_of(unguarded(cell), ()) for cell in row.cells if cell]
    return bool({"name", "last"} & {one for one in known if isinstance(one, str)}) and sum(map(bool, known)) > 1
