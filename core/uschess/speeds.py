"""Which list a time control belongs to (US Chess 2025, section 1): main minutes plus increment seconds."""

from core.crosstable import TimeControl
from core.errors import RuleError
from core.lists import RatingList

DUAL_RATED_FROM, DUAL_RATED_TO = 30, 65


def lists_for(control: TimeControl) -> tuple[RatingList, ...]:
    """Return the over-the-board lists that an event moves; raise RuleError for one too fast to be rated."""
    total = control.minutes + control.seconds
    if total < 5:
        raise RuleError(f"{control} is too fast to be rated: minutes plus seconds must make at least 5.")
    if total <= 10:
        return (RatingList.USCHESS_BLITZ,)
    if total < DUAL_RATED_FROM:
        return (RatingList.USCHESS_QUICK,)
    if total <= DUAL_RATED_TO:
        return (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
    return (RatingList.USCHESS_REGULAR,)


def is_dual_rated(control: TimeControl | None) -> bool:
    """Tell whether an event with this time control is rated as Regular and as Quick; unknown counts as no."""
    return control is not None and DUAL_RATED_FROM <= control.minutes + control.seconds <= DUAL_RATED_TO
