"""Rating lists: a system and a speed, or a name that a club chose. A player has one rating on each."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from core.errors import InputError


class RatingList(StrEnum):
    """Every list that a club may keep; the value is what the database stores.

    Iteration gives the lists that every club has. A list of a club's own is a system's key and a name: "elo:Go 9x9".
    """

    USCHESS_REGULAR = "uschess-regular"
    USCHESS_QUICK = "uschess-quick"
    USCHESS_BLITZ = "uschess-blitz"
    FIDE_STANDARD = "fide-standard"
    FIDE_RAPID = "fide-rapid"
    FIDE_BLITZ = "fide-blitz"
    NASPA = "naspa"
    ORACLE = "oracle"
    ELO = "elo"
    GLICKO_2 = "glicko-2"

    @classmethod
    def _missing_(cls, value: object) -> "RatingList | None":
        """Return a club's own list, always the same object: lists are compared with `is`."""
        if not isinstance(value, str) or not _OWN.fullmatch(value) or value != " ".join(value.split()):
            return None
        own = str.__new__(cls, value)
        own._name_ = own._value_ = value
        return _MADE.setdefault(value, own)

    @property
    def label(self) -> str:
        return _LABELS.get(self) or self.value.partition(":")[2]

    @property
    def slug(self) -> str:
        """Return a name for files and addresses: letters, digits and hyphens."""
        if not self.is_own:
            return self.value
        words = re.sub("[^a-z0-9]+", "-", self.value.lower()).strip("-")
        return f"{words}-{hashlib.sha256(self.value.encode()).hexdigest()[:8]}"

    @property
    def is_own(self) -> bool:
        return self not in _LABELS

    @property
    def base(self) -> "RatingList":
        """Return the list of the same system that every club has, perhaps itself."""
        return RatingList(self.value.partition(":")[0])

    @property
    def order(self) -> tuple[int, str]:
        return _PLACES[self.base], self.value


LONGEST_NAME = 23
"""With the longest key, the 32 characters of the column."""

OWN_SYSTEMS = (RatingList.ELO, RatingList.GLICKO_2, RatingList.ORACLE)
"""Systems of clubs' own lists; each key names the system."""

OWN_NAME = rf"[^\W_](?:[^\W_]|[ .,'’&×+/()-]){{0,{LONGEST_NAME - 1}}}"
"""No Markdown and no mention fits in such a name."""

_OWN_LIST = f"(?:{'|'.join(OWN_SYSTEMS)}):{OWN_NAME}"
_OWN = re.compile(_OWN_LIST)
_MADE: dict[str, RatingList] = {}

LIST_PATTERN = f"{'|'.join(map(re.escape, RatingList))}|{_OWN_LIST}"
"""A list in a button's id."""

_PLACES = {one: place for place, one in enumerate(RatingList)}

_LABELS = {
    RatingList.USCHESS_REGULAR: "US Chess Regular",
    RatingList.USCHESS_QUICK: "US Chess Quick",
    RatingList.USCHESS_BLITZ: "US Chess Blitz",
    RatingList.FIDE_STANDARD: "FIDE Standard",
    RatingList.FIDE_RAPID: "FIDE Rapid",
    RatingList.FIDE_BLITZ: "FIDE Blitz",
    RatingList.NASPA: "NASPA (estimate)",
    RatingList.ORACLE: "Oracle",
    RatingList.ELO: "Elo",
    RatingList.GLICKO_2: "Glicko-2",
}


class Sets(StrEnum):
    """How a match of several games, or sets, is rated."""

    GAME = "game"
    MATCH = "match"
    POINTS = "points"

    def rated(
        self, results: Sequence[float], points: Sequence[tuple[int, int]] = ()
    ) -> tuple[tuple[float, ...], tuple[int, int] | None]:
        """Return the counting results of a match and the points of both (None if each game counts, or one is drawn).

        points: of each game, where known.
        """
        if self is Sets.GAME:
            return tuple(results), None
        mine, theirs = sum(results), sum(1 - result for result in results)
        winner = 1.0 if mine > theirs else 0.0 if mine < theirs else 0.5
        if self is Sets.POINTS and points:
            return (winner,), (sum(own for own, _ in points), sum(other for _, other in points))
        if self is Sets.POINTS:  # points are whole numbers: a share of games with draws is one of half games
            halves = 2 if 0.5 in results else 1
            return (winner,), (int(halves * mine), int(halves * theirs))
        return (winner,), None if 0.5 in results else (int(mine), int(theirs))  # 2½ – ½ would be another score


def set_results(sets: Sequence[tuple[int, int]]) -> tuple[float, ...]:
    """Return who won each set, 1 or 0, of the points of both."""
    return tuple(float(own > other) for own, other in sets)


MOST_LISTS = 25
"""Of a club's own: a Discord menu's options."""

HIGHEST_K, LOWEST_START, HIGHEST_START = 200, 100, 3500
ORACLE_START = 50
"""By definition: the Keeper's rating."""


@dataclass(frozen=True, slots=True)
class OwnList:
    """Settings of a list of a club's own; raise InputError for invalid ones. k: Elo's. start: of newcomers."""

    k: int = 32
    start: int = 1500
    sets: Sets = Sets.GAME
    closed: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.k <= HIGHEST_K:
            raise InputError(f"K is {self.k}. Write a whole number from 1 to {HIGHEST_K}, for example 24.")
        if self.start != ORACLE_START and not LOWEST_START <= self.start <= HIGHEST_START:
            raise InputError(
                f"The start is {self.start}. Write a whole number from {LOWEST_START} to {HIGHEST_START}, "
                "for example 1000."
            )

    def to_json(self) -> dict[str, Any]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(_USUAL, name)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "OwnList":
        return cls(**{**data, "sets": Sets(data.get("sets", Sets.GAME))})


_USUAL = OwnList()


def own_list(system: RatingList, name: str) -> RatingList:
    """Return the list of a name; raise InputError for an impossible name."""
    written = " ".join(name.split())
    if len(written) > LONGEST_NAME:
        raise InputError(f"That name has {len(written)} characters. Write at most {LONGEST_NAME}.")
    if written.casefold() in {text.casefold() for one in RatingList for text in (one.value, one.label)}:
        raise InputError(f"Every club has a list called {written}. Write another name, for example Table tennis.")
    try:
        return RatingList(f"{system.value}:{written}")
    except ValueError:
        raise InputError(
            "A list's name begins with a letter or digit and has no emoji, mentions or formatting. "
            "Write, for example, Table tennis."
        ) from None


def settings_for(rating_list: RatingList, settings: OwnList) -> OwnList:
    """Return settings without those that the system does not have; raise InputError for what it cannot do."""
    if rating_list.base is not RatingList.ORACLE:
        if settings.start == ORACLE_START:
            raise InputError(f"The start is {ORACLE_START}. Write a whole number from 100 up, for example 1000.")
        return settings
    if settings.sets is Sets.POINTS:
        raise InputError("Oracle rates wins and losses, not shares of points. Choose per match or per game.")
    return replace(settings, k=OwnList().k, start=ORACLE_START)
