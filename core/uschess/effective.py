"""Effective number of games (US Chess 2025, section 3)."""

from math import sqrt

from core.uschess.editions import EffectiveGamesRule


def effective_games_cap(rating: float, rule: EffectiveGamesRule = EffectiveGamesRule.SINCE_2013) -> float:
    """Return N*, the most games that a rating can be based on."""
    if rule is EffectiveGamesRule.UNTIL_2013:
        return 50 / sqrt(1 + (2200 - rating) ** 2 / 100_000) if rating <= 2200 else 50.0
    if rating > 2355:
        return 50.0
    cap = 50 / sqrt(0.662 + 0.00000739 * (2569 - rating) ** 2)
    # The informal calculator of 2020 takes one off; the document does not.
    return cap - 1 if rule is EffectiveGamesRule.MINUS_ONE else cap
