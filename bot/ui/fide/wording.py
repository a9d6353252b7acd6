"""FIDE's reasons in a few words; the whole sentences are in bot/ui/wording.py."""

from core.explain import Reason
from core.fide.change import LeftOut
from core.fide.k_factor import HIGH_RATING, JUNIOR_AGE, JUNIOR_RATING, KFactor, games_to_next
from core.outcome import Award

# {0} is the first of the figures that core.explain.Reason names.
_K_REASONS = {
    Reason.FIDE_K_FLAT: "one K for all in rapid and blitz until September 2022",
    Reason.FIDE_K_HIGH: "rated {0}: 2400 or more",
    Reason.FIDE_K_JUNIOR: "a junior of {0} never rated 2300",
    Reason.FIDE_K_NEW: "{0} rated games, fewer than 30",
    Reason.FIDE_K_USUAL: "{0} rated games, never rated 2400",
}

LEFT_OUT = {
    LeftOut.UNRATED: "an unrated opponent",
    LeftOut.BELOW_FLOOR: "a rating too low for a FIDE list",
    LeftOut.FAR_APART: "600 points apart, with a player above 2600",
    LeftOut.MATCH_UNRATED: "a match with an unrated player",
    LeftOut.MATCH_DECIDED: "after the match was decided",
}

_TITLES = {"CM": "Candidate Master", "FM": "FIDE Master"}


def k_reason(k: KFactor) -> str:
    """Say why a player has this K."""
    text = _K_REASONS[k.reason]
    return text.format(*k.figures)


def k_next(k: KFactor) -> str:
    """Say until when a player keeps a K."""
    missing = games_to_next(k)
    if missing is not None:
        return f"{missing} more to another K"
    if k.reason is Reason.FIDE_K_JUNIOR:
        return f"until the end of the year of {JUNIOR_AGE}, or {JUNIOR_RATING}"
    if k.reason is Reason.FIDE_K_USUAL:
        return f"until {HIGH_RATING} is reached"
    return "for good"


def title_name(award: Award) -> str:
    """Return the name of a FIDE title."""
    return f"{_TITLES[award.code]} ({award.code})"
