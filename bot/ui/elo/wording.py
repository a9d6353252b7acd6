"""Sentences of Elo."""

from core.elo import Reason

# Figures as in bot/ui/wording/steps.py.
WORDS: dict[str, str] = {
    Reason.START: "Without a rating so far, somebody begins at **{value}**",
    Reason.GAME_EXPECTANCY: "Round {#0}: expected against {1}, 1 / (1 + 10^((Ri − R) / 400)): **{value}**",
    Reason.CHANGE: "K (W − We) = {#0} × ({½1} − {2}) = **{value}**",
    Reason.NEW_RATING: "R + K (W − We) = {0} + {1} = **{value}**",
    Reason.PERFORMANCE: "The rating that is expected to score {½0} of {#1} games against these opponents: **{value}**",
    Reason.PERFORMANCE_CLEAN: "No rating is expected to score {½0} of {#1} games; "
    "400 from the opponents' mean stands for it: **{value}**",
}
