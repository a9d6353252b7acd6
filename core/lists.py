"""Rating lists: a system and a speed, or a name that a club chose. A player has one rating on each."""

import re
from enum import StrEnum


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
    ORACLE_2 = "oracle-2"
    ORACLE_3 = "oracle-3"
    ELO = "elo"
    GLICKO_2 = "glicko-2"

    @classmethod
    def _missing_(cls, value: object) -> "RatingList | None":
        """Return a club's own list; the same object each time, as lists are compared with `is`."""
        if not isinstance(value, str) or not _OWN.fullmatch(value) or value != " ".join(value.split()):
            return None
        own = str.__new__(cls, value)
        own._name_ = own._value_ = value
        return _MADE.setdefault(value, own)

    @property
    def label(self) -> str:
        """Return the list's name as people write it."""
        return _LABELS.get(self) or self.value.partition(":")[2]

    @property
    def is_own(self) -> bool:
        """Return whether it is a list of a club's own."""
        return self not in _LABELS

    @property
    def base(self) -> "RatingList":
        """Return the list that every club has of the same system; the list itself if every club has it."""
        return RatingList(self.value.partition(":")[0])

    @property
    def order(self) -> tuple[int, str]:
        """Return the place among all lists: a club's own are after the list of their system."""
        return _PLACES[self.base], self.value


LONGEST_NAME = 23
"""With the longest key of a system, the 32 characters that the database stores."""

OWN_SYSTEMS = (RatingList.ELO, RatingList.GLICKO_2, RatingList.ORACLE)
"""Whose lists a club may found; each key names the system."""

OWN_NAME = rf"[^\W_](?:[^\W_]|[ .,'’&×+/()-]){{0,{LONGEST_NAME - 1}}}"
"""A name that no Markdown and no mention can be made of."""

_OWN_LIST = f"(?:{'|'.join(OWN_SYSTEMS)}):{OWN_NAME}"
_OWN = re.compile(_OWN_LIST)
_MADE: dict[str, RatingList] = {}

LIST_PATTERN = f"{'|'.join(map(re.escape, RatingList))}|{_OWN_LIST}"
"""What a button's id holds of a list."""

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
    RatingList.ORACLE_2: "Oracle, pool 2",
    RatingList.ORACLE_3: "Oracle, pool 3",
    RatingList.ELO: "Elo",
    RatingList.GLICKO_2: "Glicko-2",
}
