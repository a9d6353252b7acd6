"""The sentence for every reason that core gives. Figures have four decimals here: this is the exact side."""

import re

from bot.ui.framework.text import points
from core.explain import Reason, Step
from core.uschess.lifetime import LifetimeBlock
from core.uschess.norms import NormBlock

# {value} is the step's figure, {#value} one that is always a whole number; {0}, {1}, ... are its inputs in the order
# that core.explain.Reason names;
# {#0} is an input that is a count or a round, {½0} one that is game points.
WORDS: dict[Reason, str] = {
    Reason.INITIAL_RATING: "Unrated, of unknown age: the calculation starts from **{value}**",
    Reason.INITIAL_AGE: "Unrated: 50 points for each of {0} years, at most 1300: **{value}**",
    Reason.INITIAL_SOURCE: "Rating elsewhere, {0} on the US Chess scale: weight G × S = {#1} × {5} = **{value}** "
    "({#2} days old; against {3} for the age, Z = {4})",
    Reason.INITIAL_BLEND: "Unrated here: those ratings blended by weight, {0} in all: **{value}**",
    Reason.INITIAL_GAMES: "It counts for as many games as the weights make, {0} rounded up, at most 10: **{value}**",
    Reason.EFFECTIVE_GAMES_CAP: "N\\*, the most games a rating of {0} can count for: **{value}**",
    Reason.EFFECTIVE_GAMES: "N', effective games = the smaller of {#0} games and N\\* {1}: **{value}**",
    Reason.GAME_EXPECTANCY: "Round {#0}: We against {1} = **{value}**",
    Reason.GAME_PROVISIONAL_EXPECTANCY: "Round {#0}: PWe against {1} = **{value}**",
    Reason.EXPECTED_SCORE: "E, expected score over {#0} games: **{value}**",
    Reason.SCORE_MINUS_EXPECTED: "S − E = {½0} − {1} = **{value}**",
    Reason.K_FACTOR: "K = 800 / (N' {0} + m {#1}) = **{value}**",
    Reason.K_FACTOR_REDUCED: "K above 2200, from R {2}, N' {0} and m {#1}: **{value}**",
    Reason.K_CHANGE: "K (S − E) = {0} × {1} = **{value}**",
    Reason.BONUS_THRESHOLD: "Bonus from B √max(m, 4) on, with B = {#0} and m = {#1}: **{value}**",
    Reason.BONUS: "Bonus = what {0} is above {1}: **{value}**",
    Reason.NO_BONUS_FEW_GAMES: "No bonus: {#0} rated games, it takes 3",
    Reason.NO_BONUS_REPEATED_OPPONENT: "No bonus: an opponent was met too often",
    Reason.NO_BONUS_MATCH: "No bonus in a match",
    Reason.STANDARD_RATING: "R + K (S − E) + bonus = {0} + {1} + {2} = **{value}**",
    Reason.SPECIAL_FEW_GAMES: "Special formula, for a rating based on {#0} games (8 or fewer); N' = **{value}**",
    Reason.SPECIAL_ALL_WINS: "Special formula, for all {#0} earlier games were won; N' = **{value}**",
    Reason.SPECIAL_ALL_LOSSES: "Special formula, for all {#0} earlier games were lost; N' = **{value}**",
    Reason.SPECIAL_PRIOR_RATING: "R₀', the rating before as the formula takes it ({0}): **{value}**",
    Reason.SPECIAL_ADJUSTED_SCORE: "S', adjusted score, from S {½0} and N' {1}: **{value}**",
    Reason.SPECIAL_ZERO_LOW: "N' PWe(R, R₀') + Σ PWe(R, Rᵢ) reaches S' at **{value}**",
    Reason.SPECIAL_ZERO_HIGH: "and leaves it at **{value}**",
    Reason.SPECIAL_RATING: "The solution nearest to R₀' {0}: **{value}**",
    Reason.SPECIAL_CAP: "{0} is capped at **{value}**",
    Reason.CLAMP_100: "{0} is lifted to **{value}**",
    Reason.FLOOR_ABSOLUTE: "Absolute floor, 100 + 4 × {½0} points + {#1} events of 3 games, at most 150: **{value}**",
    Reason.FLOOR_PEAK: "Floor from the highest established rating, {0}: **{value}**",
    Reason.FLOOR_IMPOSED: "Floor that was set for this player: **{value}**",
    Reason.FLOOR_LIFE_MASTER: "Original Life Master's floor, after {#0} games above 2200: **{value}**",
    Reason.FLOOR_APPLIED: "{0} is below the floor and becomes **{value}**",
    Reason.FLOOR_LOWERED_BY_MATCH: "A match took the rating below its floor of {0}, now **{value}**",
    Reason.MATCH_LIMIT_SINGLE: "One match changes at most 50 points: {0} becomes **{value}**",
    Reason.MATCH_LIMIT_180_DAYS: "Matches change at most 100 in 180 days, net so far {1}: {0} becomes **{value}**",
    Reason.MATCH_LIMIT_3_YEARS: "Matches change at most 200 in three years, net so far {1}: {0} becomes **{value}**",
    Reason.PERFORMANCE_LOGISTIC: "Performance (logistic): expected {½0} of {#1} at **{value}**",
    Reason.PERFORMANCE_LINEAR: "Performance (linear): expected {½0} of {#1} at **{value}**",
    Reason.PERFORMANCE_FLAT: "In the linear mode every rating from {0} to {1} fits; the highest is taken: **{value}**",
    Reason.PERFORMANCE_ALL: "Performance: all won, 400 above the best opponent {0}, at most 2700: **{value}**",
    Reason.PERFORMANCE_NONE: "Performance: none scored, 400 below the weakest opponent {0}, at least 100: **{value}**",
    Reason.NEW_RATING: "New rating, from {0}: **{value}**",
    Reason.FIDE_OWN_RATING: "Own rating, from the list of the event's first day: **{#value}**",
    Reason.FIDE_OWN_CURRENT: "Unrated on the first day and rated since, the present rating counts: **{#value}**",
    Reason.FIDE_OWN_BORROWED: "Unrated on this list, the FIDE rating held elsewhere counts: **{#value}**",
    Reason.FIDE_GAME: "Round {#0}: against {#1}, D = {#2}, the table expects **{value}**",
    Reason.FIDE_GAME_LIMITED: "Round {#0}: against {#1}, D = {#2} counts as {#3}, the table expects **{value}**",
    Reason.FIDE_GAME_SIMPLIFIED: "Round {#0}: against {#1}, 1 / (1 + 10^(−D/400)) with D = {#2} is **{value}**",
    Reason.FIDE_GAME_UNRATED: "Round {#0}: the opponent is unrated; it counts for **{#value}** games",
    Reason.FIDE_GAME_BELOW_FLOOR: "Round {#0}: the opponent's rating is too low for a list of FIDE's; it counts for "
    "**{#value}** games",
    Reason.FIDE_GAME_FAR_APART: "Round {#0}: against {#1}, D = {#2}: games 600 apart with a player above 2600 count "
    "for **{#value}** games",
    Reason.FIDE_GAME_MATCH_UNRATED: "Round {#0}: a match with an unrated player counts for **{#value}** games",
    Reason.FIDE_GAME_MATCH_DECIDED: "Round {#0}: played after the match was decided, it counts for **{#value}** games",
    Reason.FIDE_K_FLAT: "K in rapid and blitz until September 2022: **{#value}**",
    Reason.FIDE_K_HIGH: "K of whoever has been rated 2400 or more (highest {#0}): **{#value}**",
    Reason.FIDE_K_JUNIOR: "K of a junior ({#0} years) who has never been rated 2300: **{#value}**",
    Reason.FIDE_K_NEW: "K below 30 rated games ({#0} so far): **{#value}**",
    Reason.FIDE_K_USUAL: "K after {#0} rated games, never rated 2400: **{#value}**",
    Reason.FIDE_K_CAPPED: "K times the games of a list is at most 700: {#0} with {#1} games becomes **{#value}**",
    Reason.FIDE_EVENT_CHANGE: "An event's K (S − E) = {#0} × {1} = **{value}**",
    Reason.FIDE_LIST_CHANGE: "All {#0} events of the list, {#1} games: **{value}**",
    Reason.FIDE_ROUNDED: "Rounded once, .5 away from zero: {0} becomes **{#value}**",
    Reason.FIDE_LIST_RATING: "Rating on the list: {#0} and {#1} make **{#value}**",
    Reason.FIDE_BELOW_FLOOR: "{#0} is below **{#value}**: the player is unrated from this list on",
    Reason.FIDE_POOL_GAME: "Round {#0}: toward a first rating, against **{#value}**",
    Reason.FIDE_POOL_LOST: "The first event went without a point: its {#0} games count for **{#value}** games",
    Reason.FIDE_FIRST_GAMES: "Unrated: {½0} points against rated opponents so far, in games: **{#value}**",
    Reason.FIDE_FIRST_AVERAGE: "Ra over {#0} games, with two hypothetical opponents of 1800: **{value}**",
    Reason.FIDE_FIRST_AVERAGE_2017: "Ra over {#0} games: **{value}**",
    Reason.FIDE_FIRST_ADDED: "dp of the table for p = {#0} %: **{#value}**",
    Reason.FIDE_FIRST_ADDED_2017: "20 points for each of {#0} half points above 50 %: **{#value}**",
    Reason.FIDE_FIRST_RATING: "Ru, {0} and {#1} to the nearest whole number: **{#value}**",
    Reason.FIDE_FIRST_CAP: "A first rating is at most 2200: {#0} becomes **{#value}**",
    Reason.FIDE_FIRST_FEW_GAMES: "It takes five games; to the {#0} so far are missing **{#value}**",
    Reason.FIDE_FIRST_TOO_LOW: "{#0} is below **{#value}**: the games go on counting, with those to come",
    Reason.FIDE_PERFORMANCE: "Performance: Ra {#0} and dp {#2} for p = {#1} % make **{#value}**",
    Reason.FIDE_PERFORMANCE_SIMPLIFIED: "Performance: {0} + 400 log₁₀({½1} / {½2}) = **{value}**",
    Reason.NASPA_SEGMENT: "Rounds {#0} to {#1}, {#2} games, from **{value}**",
    Reason.NASPA_GAME_EXPECTANCY: "Round {#0}: expected against {1} = **{value}**",
    Reason.NASPA_EXPECTED_WINS: "Expected wins in {#0} games: **{value}**",
    Reason.NASPA_EXCESS_WINS: "Wins − expected = {½0} − {1} = **{value}**",
    Reason.NASPA_MULTIPLIER: "{#1} points a win (after {#3} career games): {0} + {#1} × {2} = **{value}**",
    Reason.NASPA_CLUB_THIRD: "A local club's event counts a third of {0}: **{value}**",
    Reason.NASPA_ACCELERATION: "Acceleration: what a gain of {0} has above 5 points a game, {1}, is added again: "
    "**{value}**",
    Reason.NASPA_FLOOR: "{0} is below the lowest rating and becomes **{value}**",
    Reason.NASPA_FEEDBACK: "Feedback: 1/20 of the opponents' acceleration, for each game against them: **{value}**",
    Reason.NASPA_RATING: "Rating after it, from {0}: {1} is rounded to **{value}**",
    Reason.NASPA_NEWCOMER: "First rating, rounds {#0} to {#1}: from the mean of the opponents in {#2} games against "
    "rated ones (1500 without any), **{value}**",
    Reason.NASPA_NEWCOMER_WINS: "{½0} of {#1} games won count as **{value}**, 5 % or 95 %",
    Reason.NASPA_NEWCOMER_PERFORMANCE: "Performance: {0} wins of {#1} are expected at **{value}**",
    Reason.NASPA_NEWCOMER_LIFTED: "A first rating of {0} is lifted to **{value}**",
    Reason.NASPA_NEWCOMER_CAP: "It is at most the strongest rated opponent's (1500 without any), {0}, and "
    "400 × {½1} / {#2}: **{value}**",
    Reason.NASPA_NEWCOMER_MEAN: "Newcomers who met each other never settled: the mean of 50 rounds, **{value}**",
    Reason.NASPA_NEWCOMER_RATING: "First rating: {0} is rounded to **{value}**",
    Reason.NASPA_PERFORMANCE: "Performance: {½0} of {#1} games are expected at **{value}**",
    Reason.ORACLE_EXPECTED: "From round {#0}, {#1} games of {2} against {3}: expected **{value}**",
    Reason.ORACLE_MULTIPLIER: "A, the mean of both players' multipliers after {#0} and {#1} games: **{value}**",
    Reason.ORACLE_OWN_MULTIPLIER: "A after {#0} games, the opponent's being unknown: **{value}**",
    Reason.ORACLE_CHANGE_IN_ORDER: "Game by game, {0} points against {1} expected, A {2}: ln(s/s') moves by "
    "**{value}**",
    Reason.ORACLE_CHANGE_BY_MEAN: "The order is not told, each game counts the mean of {0} points, against {1} "
    "expected, A {2}: ln(s/s') moves by **{value}**",
    Reason.ORACLE_MOVED_HALF: "Each player takes half: ln s = {0} + {1} = **{value}**",
    Reason.ORACLE_MOVED_WHOLE: "The Keeper stays, so all of it is taken: ln s = {0} + {1} = **{value}**",
    Reason.ORACLE_KEEPER: "The Keeper's rating is by definition **{value}**",
    Reason.ORACLE_RATING: "100 s / (s + 1) with ln s = {0}: **{value}**",
    Reason.ORACLE_ERROR: "Standard error of ln s, from Σ P (1 − P) = {0} over {#1} games: about **{value}**",
    Reason.ORACLE_INTERVAL: "With a chance of 95 % the rating lies between {0} and **{value}**",
    Reason.ORACLE_PERFORMANCE: "Performance: {0} of {#1} games are expected at **{value}**",
    Reason.ORACLE_CALIBRATED: "Set anew from all matches at once, {#0} of them this player's games: ln s = {1}, "
    "**{value}**",
}

NORM_BLOCKS: dict[NormBlock, str] = {
    NormBlock.NOT_REGULAR: "norms come from Regular events only",
    NormBlock.MATCH: "a match gives no norms",
    NormBlock.ABROAD: "an event abroad gives no US Chess norms",
    NormBlock.FEW_GAMES: "a norm takes 4 played games",
    NormBlock.REPEATED_OPPONENT: "an opponent was met more than twice",
}

LIFETIME_BLOCKS: dict[LifetimeBlock, str] = {
    LifetimeBlock.MATCH: "a match gives none",
    LifetimeBlock.PROVISIONAL: "it takes an established rating (more than 25 games)",
    LifetimeBlock.NO_TITLE: "a title has to be there before the event",
    LifetimeBlock.FEW_ROUNDS: "it takes four rounds",
    LifetimeBlock.FEW_GAMES: "it takes 4 rated games",
    LifetimeBlock.FEW_POINTS: "it takes 2 points from played games",
}


_ONE_OF = re.compile(
    r"(?<![0-9.,−-])((?:\*\*)?1(?:\*\*)? (?:rated |earlier |career |half )?)"
    r"(game|event|point|year|opponent|win|round)s\b"
)
"""One of a thing, where the sentence has its plural."""


def sentence(step: Step) -> str:
    """Return a step in words, without its clause."""
    text = WORDS[step.reason].replace("{value}", f"{step.value:.4f}").replace("{#value}", f"{step.value:g}")
    for index, figure in enumerate(step.inputs):
        text = text.replace(f"{{{index}}}", f"{figure:.4f}")
        text = text.replace(f"{{#{index}}}", f"{figure:g}")
        text = text.replace(f"{{½{index}}}", points(figure))
    return _ONE_OF.sub(r"\1\2", text)
