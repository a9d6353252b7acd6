"""Rating lists: a system and a speed. A player has one rating on each."""

from enum import StrEnum


class RatingList(StrEnum):
    """The lists that this version rates; the value is what the database stores."""

    USCHESS_REGULAR = "uschess-regular"
    USCHESS_QUICK = "uschess-quick"
    USCHESS_BLITZ = "uschess-blitz"

    @property
    def label(self) -> str:
        """Return the list's name as people write it."""
        return _LABELS[self]


_LABELS = {
    RatingList.USCHESS_REGULAR: "US Chess Regular",
    RatingList.USCHESS_QUICK: "US Chess Quick",
    RatingList.USCHESS_BLITZ: "US Chess Blitz",
}
