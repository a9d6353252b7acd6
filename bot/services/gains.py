"""What an event brings a player: at once, or with the list that it waits for."""

from bot.services.systems import PUBLISHED
from core.fide.player import PlayerResult
from core.lists import RatingList
from core.outcome import Outcome, Rank


def rating_after(rating_list: RatingList, outcome: Outcome) -> Rank | None:
    """Return the rating that an event leads to; where it waits, that of the coming list; None for an unrated player."""
    if rating_list not in PUBLISHED:
        return outcome.after
    result: PlayerResult = outcome.detail
    return result.estimate.after


def change_by(rating_list: RatingList, outcome: Outcome) -> float | None:
    """Return by how much an event by itself moves a rating; None for a player who was unrated, or is after it."""
    if rating_list in PUBLISHED:
        result: PlayerResult = outcome.detail
        return None if result.figure is None else result.figure.points
    if outcome.before is None or outcome.after is None:
        return None
    return outcome.after.rating - outcome.before.rating
