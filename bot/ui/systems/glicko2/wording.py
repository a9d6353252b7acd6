"""Sentences of Glicko-2, in the paper's symbols."""

from core.rating.glicko2 import Reason

# Figures as in bot/ui/wording/steps.py.
WORDS: dict[str, str] = {
    Reason.START: "Unrated at the start of the month: r = **{value}**, RD {0}, σ {1}",
    Reason.PERIOD_START: "At the start of the month: r = **{value}**, RD {0}, σ {1}",
    Reason.SCALED_RATING: "μ = (r − 1500) / {1} with r = {0}: **{value}**",
    Reason.SCALED_DEVIATION: "φ = RD / {1} with RD = {0}: **{value}**",
    Reason.GAME_EXPECTANCY: "Round {#0}: E against {1} with RD {2}, where g = {3}: **{value}**",
    Reason.SIDES: "The player's side has a mean of {0}, the other side of {1} with RD {2} (root mean square): "
    "every game counts as against a rating as far away, **{value}**",
    Reason.EARLIER_GAMES: "Beside the {#0} games of this event the month has **{#value}** earlier games, "
    "which count with them",
    Reason.VARIANCE: "v, the variance from {#0} games: **{value}**",
    Reason.DELTA: "Δ = v Σ g (s − E) = {0} × {1} = **{value}**",
    Reason.VOLATILITY: "σ', the volatility where f(x) is zero, from σ = {0} with τ = {1}: **{value}**",
    Reason.PERIOD_DEVIATION: "φ* = √(φ² + σ'²) = √({0}² + {1}²) = **{value}**",
    Reason.NEW_DEVIATION: "φ' = 1 / √(1 / φ*² + 1 / v) with φ* = {0} and v = {1}: **{value}**",
    Reason.NEW_SCALED_RATING: "μ' = μ + φ'² Σ g (s − E) = {0} + {1}² × {2} = **{value}**",
    Reason.DEVIATION: "RD' = {1} φ' with φ' = {0}: **{value}**",
    Reason.NEW_RATING: "r' = {1} μ' + 1500 with μ' = {0}: **{value}**",
    Reason.PERFORMANCE: "Performance in this event: {½0} of {#1} games are expected at **{value}**",
    Reason.PERFORMANCE_CLEAN: "Performance: no rating has an expected score of {½0} of {#1} games. "
    "Instead, 400 from the opponents' mean: **{value}**",
}
