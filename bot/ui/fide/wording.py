"""FIDE's reasons in a few words; the whole sentences are in bot/ui/wording/steps.py."""

from bot.ui.framework.text import count
from core.explain import Reason
from core.fide.change import LeftOut
from core.fide.first_rating import FEWEST_GAMES, FirstRating
from core.fide.k_factor import HIGH_RATING, JUNIOR_AGE, JUNIOR_RATING, KFactor, games_to_next
from core.fide.norms.progress import RatingTitle
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

NO_POINT = "a first event without a point does not count"

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


def unpublished_text(first: FirstRating) -> str:
    """Say why games make no first rating that a list shows: they are too few, or it is too low."""
    if first.games < FEWEST_GAMES:
        return f"{first.games} of {FEWEST_GAMES} games toward a first rating"
    return f"{first.rating} so far, but a first rating takes {first.floor}"


def title_name(award: Award) -> str:
    """Return the name of a FIDE title."""
    return f"{_TITLES[award.code]} ({award.code})"


def to_go_text(title: RatingTitle) -> str:
    """Return what a title by rating still takes: CM 2200 (146 points, 3 games to go)."""
    missing = [count(title.rating_missing, "point")] if title.rating_missing else []
    missing += [count(title.games_missing, "game")] if title.games_missing else []
    return f"{title.title.value} {title.rating} ({', '.join(missing)} to go)"
