"""Which list a time control belongs to: minutes plus seconds of increment, the time for 60 moves (B.02 1)."""

from core.crosstable import TimeControl
from core.errors import RuleError
from core.fide.editions import DATED, Edition
from core.lists import RatingList

STANDARD_FROM = 60
BLITZ_TO, TOO_FAST_TO = 10, 3


def lists_for(control: TimeControl, highest: int | None, edition: Edition = DATED[-1]) -> tuple[RatingList, ...]:
    """Return the list that an event moves; raise RuleError for one that FIDE does not rate.

    highest: the highest rating among the players, who may need more time; None where all are unrated.
    """
    total = control.minutes + control.seconds
    if total <= TOO_FAST_TO:
        raise RuleError(f"{control} is too fast to be rated: minutes plus seconds must make more than {TOO_FAST_TO}.")
    if total <= BLITZ_TO:
        return (RatingList.FIDE_BLITZ,)
    if total < STANDARD_FROM:
        return (RatingList.FIDE_RAPID,)
    for strong, least in edition.slow_enough:
        if highest is not None and highest >= strong and total < least:
            raise RuleError(
                f"{control} is too fast to be rated as {RatingList.FIDE_STANDARD.label} with a player of {strong} or "
                f"more, and too slow for another list: minutes plus seconds must make at least {least}. "
                "Leave the time control out where FIDE has approved it."
            )
    return (RatingList.FIDE_STANDARD,)
