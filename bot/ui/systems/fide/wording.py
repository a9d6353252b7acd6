"""Sentences and short texts of FIDE's reasons."""

from core.rating.fide.norms.result import RatingTitle
from core.rating.fide.periods import LeftOut
from core.rating.fide.rules import HIGH_RATING, JUNIOR_AGE, JUNIOR_RATING, KFactor, Reason, games_to_next
from core.rating.fide.state import FEWEST_GAMES, FirstRating
from core.rating.outcome import Award
from core.words import counted

OFFICIAL = "For estimation only; official: www.fide.com, handbook.fide.com"
"""In every card's footer."""

# Figures as in bot/ui/wording/steps.py.
WORDS: dict[str, str] = {
    Reason.OWN_RATING: "Own rating, from the list of the event's first day: **{#value}**",
    Reason.OWN_AT_GAME: "From round {#0} on, own rating from the list at the game: **{#value}**",
    Reason.OWN_CURRENT: "Unrated on the first day and rated since, the present rating counts: **{#value}**",
    Reason.OWN_BORROWED: "Unrated on this list, the FIDE rating held elsewhere counts: **{#value}**",
    Reason.GAME: "Round {#0}: against {#1}, D = {#2}, the table expects **{value}**",
    Reason.GAME_LIMITED: "Round {#0}: against {#1}, D = {#2} counts as {#3}, the table expects **{value}**",
    Reason.GAME_SIMPLIFIED: "Round {#0}: against {#1}, 1 / (1 + 10^(−D/400)) with D = {#2} is **{value}**",
    Reason.GAME_UNRATED: "Round {#0}: the opponent is unrated; it counts for **{#value}** games",
    Reason.GAME_BELOW_FLOOR: "Round {#0}: the opponent's rating is too low for a list of FIDE's; it counts for "
    "**{#value}** games",
    Reason.GAME_FAR_APART: "Round {#0}: against {#1}, D = {#2}: games 600 apart with a player above 2600 count "
    "for **{#value}** games",
    Reason.GAME_MATCH_UNRATED: "Round {#0}: a match with an unrated player counts for **{#value}** games",
    Reason.GAME_MATCH_DECIDED: "Round {#0}: played after the match was decided, it counts for **{#value}** games",
    Reason.K_FLAT: "K in rapid and blitz until September 2022: **{#value}**",
    Reason.K_HIGH: "K of players once rated 2400 or more (highest {#0}): **{#value}**",
    Reason.K_JUNIOR: "K of a junior ({#0} years) who has never been rated 2300: **{#value}**",
    Reason.K_NEW: "K below 30 rated games ({#0} so far): **{#value}**",
    Reason.K_USUAL: "K after {#0} rated games, never rated 2400: **{#value}**",
    Reason.K_HIGH_NOW: "K of a player rated {#0}, 2400 or above: **{#value}**",
    Reason.K_USUAL_NOW: "K of a player rated {#0}, under 2400: **{#value}**",
    Reason.K_CAPPED: "K times the games of a list is at most 700: {#0} with {#1} games becomes **{#value}**",
    Reason.EVENT_CHANGE: "An event's K (S − E) = {#0} × {1} = **{value}**",
    Reason.LIST_CHANGE: "All {#0} events of the list, {#1} games: **{value}**",
    Reason.ROUNDED: "Rounded once, .5 away from zero: {0} becomes **{#value}**",
    Reason.LIST_RATING: "Rating on the list: {#0} and {#1} give **{#value}**",
    Reason.BELOW_FLOOR: "{#0} is below **{#value}**: the player is unrated from this list on",
    Reason.POOL_GAME: "Round {#0}: toward a first rating, against **{#value}**",
    Reason.POOL_LOST: "The first event went without a point: its {#0} games count for **{#value}** games",
    Reason.FIRST_GAMES: "Unrated, {½0} points against rated opponents so far, in games: **{#value}**",
    Reason.FIRST_AVERAGE: "Ra over {#0} games, with two hypothetical opponents of 1800: **{value}**",
    Reason.FIRST_AVERAGE_2017: "Ra over {#0} games: **{value}**",
    Reason.FIRST_ADDED: "dp of the table for p = {#0}%: **{#value}**",
    Reason.FIRST_ADDED_2017: "20 points for each of {#0} half points above 50%: **{#value}**",
    Reason.FIRST_RATING: "Ru, {0} and {#1} to the nearest whole number: **{#value}**",
    Reason.FIRST_CAP: "A first rating is at most 2200: {#0} becomes **{#value}**",
    Reason.FIRST_FEW_GAMES: "Five games are needed; to the {#0} so far are missing **{#value}**",
    Reason.FIRST_TOO_LOW: "{#0} is below **{#value}**: the games keep counting, with those to come",
    Reason.PERFORMANCE: "Performance: Ra {#0} and dp {#2} for p = {#1}% give **{#value}**",
    Reason.PERFORMANCE_SIMPLIFIED: "Performance: {0} + 400 log₁₀({½1} / {½2}) = **{value}**",
}

_K_REASONS = {
    Reason.K_FLAT: "one K for all in rapid and blitz until September 2022",
    Reason.K_HIGH: "rated {0}: 2400 or more",
    Reason.K_JUNIOR: "a junior of {0} never rated 2300",
    Reason.K_NEW: "{0} rated games, fewer than 30",
    Reason.K_USUAL: "{0} rated games, never rated 2400",
    Reason.K_HIGH_NOW: "rated {0}: 2400 or above",
    Reason.K_USUAL_NOW: "rated {0}: under 2400",
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
    text = _K_REASONS[k.reason]
    return text.format(*k.figures)


def k_next(k: KFactor) -> str:
    missing = games_to_next(k)
    if missing is not None:
        return f"{missing} more to another K"
    if k.reason is Reason.K_JUNIOR:
        return f"until the end of the year of {JUNIOR_AGE}, or {JUNIOR_RATING}"
    if k.reason is Reason.K_USUAL:
        return f"until {HIGH_RATING} is reached"
    return "for good"


def unpublished_text(first: FirstRating) -> str:
    if first.games < FEWEST_GAMES:
        return f"{first.games} of {FEWEST_GAMES} games toward a first rating"
    return f"{first.rating} so far, but a first rating must be {first.floor} or more"


def title_name(award: Award) -> str:
    return f"{_TITLES[award.code]} ({award.code})" if award.code in _TITLES else award.code


def missing_text(title: RatingTitle) -> str:
    """Return what a title by rating still needs: CM 2200 (146 points, 3 games to go)."""
    missing = [counted(title.rating_missing, "point")] if title.rating_missing else []
    missing += [counted(title.games_missing, "game")] if title.games_missing else []
    return f"{title.title.value} {title.rating} ({', '.join(missing)} to go)"
