"""Sentences of US Chess: calculation steps, norms, codes and titles."""

from core.rating.outcome import Award
from core.rating.uschess.lifetime import (
    DELTAS,
    TITLES,
    DeltaRow,
    LifetimeBlock,
    LifetimeTitle,
    points_to_next,
    title_of,
    write_code,
)
from core.rating.uschess.norms import LEVELS, NormBlock, NormLevel
from core.rating.uschess.rules import Reason
from core.rating.uschess.system import LIFETIME, NATIONAL_MASTER, ORIGINAL_LIFE_MASTER, TITLE_SYSTEM
from core.words import counted

# Figures as in bot/ui/wording/steps.py.
WORDS: dict[str, str] = {
    Reason.INITIAL_RATING: "Unrated, age unknown: the calculation starts from **{value}**",
    Reason.INITIAL_AGE: "Unrated: 50 points for each of {0} years, at most 1300: **{value}**",
    Reason.INITIAL_SOURCE: "Rating elsewhere, {0} on the US Chess scale: weight G × S = {#1} × {5} = **{value}** "
    "({#2} days old; against {3} for the age, Z = {4})",
    Reason.INITIAL_BLEND: "Unrated here, the average of these ratings by weight, {0} in all: **{value}**",
    Reason.INITIAL_GAMES: "Counts for as many games as the weights give, {0} rounded up, at most 10: **{value}**",
    Reason.EFFECTIVE_GAMES_CAP: "N\\*, the most games a rating of {0} can count for: **{value}**",
    Reason.EFFECTIVE_GAMES: "N', effective games = the smaller of {#0} games and N\\* {1}: **{value}**",
    Reason.GAME_EXPECTANCY: "Round {#0}: We against {1} = **{value}**",
    Reason.GAME_PROVISIONAL_EXPECTANCY: "Round {#0}: PWe against {1} = **{value}**",
    Reason.K_FACTOR: "K = 800 / (N' {0} + m {#1}) = **{value}**",
    Reason.K_FACTOR_REDUCED: "K above 2200, from R {2}, N' {0} and m {#1}: **{value}**",
    Reason.K_CHANGE: "K (S − E) = {0} × {1} = **{value}**",
    Reason.BONUS_THRESHOLD: "Bonus from B √max(m, 4) on, with B = {#0} and m = {#1}: **{value}**",
    Reason.BONUS: "Bonus = {0} − {1} = **{value}**",
    Reason.NO_BONUS_FEW_GAMES: "No bonus: {#0} rated games of the 3 required",
    Reason.NO_BONUS_REPEATED_OPPONENT: "No bonus: an opponent was met too often",
    Reason.NO_BONUS_MATCH: "No bonus in a match",
    Reason.STANDARD_RATING: "R + K (S − E) + bonus = {0} + {1} + {2} = **{value}**",
    Reason.SPECIAL_FEW_GAMES: "Special formula, for a rating based on {#0} games (8 or fewer); N' = **{value}**",
    Reason.SPECIAL_ALL_WINS: "Special formula, because all {#0} earlier games were won; N' = **{value}**",
    Reason.SPECIAL_ALL_LOSSES: "Special formula, because all {#0} earlier games were lost; N' = **{value}**",
    Reason.SPECIAL_PRIOR_RATING: "R₀', the rating before as the formula uses it ({0}): **{value}**",
    Reason.SPECIAL_ADJUSTED_SCORE: "S', adjusted score, from S {½0} and N' {1}: **{value}**",
    Reason.SPECIAL_ZERO_LOW: "N' PWe(R, R₀') + Σ PWe(R, Rᵢ) reaches S' at **{value}**",
    Reason.SPECIAL_ZERO_HIGH: "and leaves it at **{value}**",
    Reason.SPECIAL_RATING: "The solution nearest to R₀' {0}: **{value}**",
    Reason.SPECIAL_CAP: "{0} is capped at **{value}**",
    Reason.CLAMP_100: "{0} is raised to **{value}**",
    Reason.FLOOR_ABSOLUTE: "Absolute floor, 100 + 4 × {½0} points + {#1} events of 3 games, at most 150: **{value}**",
    Reason.FLOOR_PEAK: "Floor from the highest established rating, {0}: **{value}**",
    Reason.FLOOR_IMPOSED: "Floor that was set for this player: **{value}**",
    Reason.FLOOR_LIFE_MASTER: "Original Life Master's floor, after {#0} games above 2200: **{value}**",
    Reason.FLOOR_APPLIED: "{0} is below the floor and becomes **{value}**",
    Reason.FLOOR_LOWERED_BY_MATCH: "A match took the rating below its floor of {0}, now **{value}**",
    Reason.MATCH_LIMIT_SINGLE: "One match changes at most 50 points: {0} becomes **{value}**",
    Reason.MATCH_LIMIT_180_DAYS: "Matches change at most 100 in 180 days (net so far {1}): {0} becomes **{value}**",
    Reason.MATCH_LIMIT_3_YEARS: "Matches change at most 200 in three years (net so far {1}): {0} becomes **{value}**",
    Reason.PERFORMANCE_LOGISTIC: "Performance (logistic): expected {½0} of {#1} at **{value}**",
    Reason.PERFORMANCE_LINEAR: "Performance (linear): expected {½0} of {#1} at **{value}**",
    Reason.PERFORMANCE_FLAT: "In the linear mode every rating from {0} to {1} fits; the highest is taken: **{value}**",
    Reason.PERFORMANCE_DESCENT: "The calculator's own descent, from {0}: it stops after {#1} steps at **{value}**",
    Reason.PERFORMANCE_ALL: "Performance: all won, 400 above the best opponent {0}, at most 2700: **{value}**",
    Reason.PERFORMANCE_NONE: "Performance: none scored, 400 below the weakest opponent {0}, at least 100: **{value}**",
}

NORM_BLOCKS: dict[NormBlock, str] = {
    NormBlock.NOT_REGULAR: "norms come from Regular events only",
    NormBlock.MATCH: "a match gives no norms",
    NormBlock.ABROAD: "an event abroad gives no US Chess norms",
    NormBlock.FEW_GAMES: "a norm requires 4 played games",
    NormBlock.REPEATED_OPPONENT: "an opponent was met more than twice",
}

LIFETIME_BLOCKS: dict[LifetimeBlock, str] = {
    LifetimeBlock.MATCH: "a match gives none",
    LifetimeBlock.PROVISIONAL: "an established rating is required (more than 25 games)",
    LifetimeBlock.NO_TITLE: "a title is required before the event",
    LifetimeBlock.FEW_ROUNDS: "four rounds are required",
    LifetimeBlock.FEW_GAMES: "4 rated games are required",
    LifetimeBlock.FEW_POINTS: "2 points from played games are required",
}


def code_text(title: LifetimeTitle | None) -> str:
    return f"`{write_code(title)}`" if title is not None else "blank"


def title_name(level: int) -> str:
    return f"{title_of(level).name} ({level})"


def way_to_next(title: LifetimeTitle) -> str:
    missing = points_to_next(title)
    if missing is None:
        return "the highest title"
    return f"{counted(missing, 'point')} to **{title_name(title.level + 100)}**"


def points_text(title: LifetimeTitle) -> str:
    """Return the points toward two lifetime titles; US Chess does not publish the second."""
    above = [row for row in TITLES if row.level > title.level][:2]
    toward = [
        f"{counted(points, 'point')} toward {title_name(row.level)}"
        for row, points in zip(above, (title.first, title.second), strict=False)
    ]
    return ", ".join(toward) or "the highest title"


def delta_text(row: DeltaRow) -> str:
    return f"{row.delta / 1000:g}"


def rounds_text(row: DeltaRow) -> str:
    """Return a number of rounds: 5 rounds, 7 rounds or more."""
    return counted(row.rounds, "round") + (" or more" if row == DELTAS[-1] else "")


_TITLES = {level.rating: level.title for level in LEVELS}
_TITLES_WITHOUT_NORMS = {NATIONAL_MASTER: "National Master", ORIGINAL_LIFE_MASTER: "Original Life Master"}


def norm_name(level: NormLevel) -> str:
    return f"{level.title} ({level.rating})"


def award_name(award: Award) -> str:
    if award.scheme == LIFETIME:
        return f"{title_name(award.level)}, lifetime title"
    if award.scheme == TITLE_SYSTEM:
        return f"{_TITLES[award.level]} ({award.level})"
    return _TITLES_WITHOUT_NORMS[award.scheme]
