"""Rating lists: a system and a speed. A player has one rating on each."""

from enum import StrEnum


class RatingList(StrEnum):
    """Every list that a club may keep; the value is what the database stores."""

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

    @property
    def label(self) -> str:
        """Return the list's name as people write it."""
        return _LABELS[self]


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
