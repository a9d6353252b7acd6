"""Sentences of Elo."""

from core.rating.elo import Reason

# Figures as in bot/ui/wording/steps.py.
WORDS: dict[str, str] = {
    Reason.START: "An unrated player starts at **{value}**",
    Reason.SIDES: "The player's side has a mean of {0}, the other side of {1}: "
    "every game counts as against a rating as far away, **{value}**",
    Reason.GAME_EXPECTANCY: "Round {#0}: expected against {1}, 1 / (1 + 10^((Ri − R) / 400)): **{value}**",
    Reason.CHANGE: "K (W − We) = {#0} × ({½1} − {2}) = **{value}**",
    Reason.NEW_RATING: "R + K (W − We) = {0} + {1} = **{value}**",
    Reason.PERFORMANCE: "The rating with an expected score of {½0} of {#1} games against these opponents: **{value}**",
    Reason.PERFORMANCE_CLEAN: "No rating has an expected score of {½0} of {#1} games. "
    "Instead, 400 from the opponents' mean: **{value}**",
}
