"""The sentences of NASPA's formula."""

from core.rating.naspa import Reason

# Figures as in bot/ui/wording/steps.py.
WORDS: dict[str, str] = {
    Reason.SEGMENT: "Rounds {#0} to {#1}, {#2} games, from **{value}**",
    Reason.GAME_EXPECTANCY: "Round {#0}: expected against {1} = **{value}**",
    Reason.EXPECTED_WINS: "Expected wins in {#0} games: **{value}**",
    Reason.EXCESS_WINS: "Wins − expected = {½0} − {1} = **{value}**",
    Reason.MULTIPLIER: "{#1} points a win (after {#3} career games): {0} + {#1} × {2} = **{value}**",
    Reason.CLUB_THIRD: "A local club's event counts a third of {0}: **{value}**",
    Reason.ACCELERATION: "Acceleration adds once more the part of the gain of {0} above 5 points "
    "per game, {1}: **{value}**",
    Reason.FLOOR: "{0} is below the lowest rating and becomes **{value}**",
    Reason.FEEDBACK: "Feedback, 1/20 of the opponents' acceleration for each game against them: **{value}**",
    Reason.RATING: "Rating after it, from {0}: {1} is rounded to **{value}**",
    Reason.NEWCOMER: "First rating, rounds {#0} to {#1}: from the mean of the opponents in {#2} games against "
    "rated ones (1500 without any), **{value}**",
    Reason.NEWCOMER_WINS: "{½0} of {#1} games won count as **{value}**, 5% or 95%",
    Reason.NEWCOMER_PERFORMANCE: "Performance: {0} wins of {#1} are expected at **{value}**",
    Reason.NEWCOMER_LIFTED: "A first rating of {0} is raised to **{value}**",
    Reason.NEWCOMER_CAP: "The rating is at most the strongest rated opponent's (1500 without any), {0}, and "
    "400 × {½1} / {#2}: **{value}**",
    Reason.NEWCOMER_MEAN: "The ratings of newcomers who met did not settle: the mean of 50 rounds, **{value}**",
    Reason.NEWCOMER_RATING: "First rating: {0} is rounded to **{value}**",
    Reason.PERFORMANCE: "Performance: {½0} of {#1} games are expected at **{value}**",
}
