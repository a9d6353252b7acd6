"""Glicko-2's cards."""

from collections.abc import Iterable, Sequence

from bot.services.events.report import EventReport, ListReport
from bot.services.players.rating_card import PlayerCard
from bot.ui.framework.text import count, number, rating
from bot.ui.glicko2 import rating_card
from bot.ui.system_cards import Cards
from bot.ui.wording.entry_lines import rank_line
from bot.ui.wording.event_lines import GameLine
from core.glicko2.event import TYPED_DEVIATION, PlayerResult
from core.glicko2.state import PlayerState
from core.outcome import Outcome


class Glicko2Cards(Cards):
    """What is said of ratings with a deviation and a volatility."""

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return rating_card.full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return len(result.games)

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return rating_card.game_lines(report)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        return [rating_card.deviation_line(moved.outcome.detail)]

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        """Return the opponents as they were at the beginning of the month."""
        result: PlayerResult = moved.outcome.detail
        heading = f"**Opponents at the beginning of the month; RD {TYPED_DEVIATION:g} for a rating as given**"
        return [f"{heading}\n{rating_card.game_table(report, result, len(result.games))}"]

    def player_lines(self, card: PlayerCard) -> list[str]:
        """Return the rating with its deviation and volatility, and the rank."""
        state: PlayerState = card.state
        now = state.now
        assert now is not None
        kind = "provisional" if card.standing.provisional else "established"
        low, high = now.rating - 2 * now.deviation, now.rating + 2 * now.deviation
        return [
            f"## {card.standing.displayed}",
            f"{rating(now.rating, 2)} exactly · {kind}, {count(state.games, 'rated game')}",
            f"Deviation **{number(now.deviation, 1)}**: with a chance of 95 % between {low:.0f} and {high:.0f}",
            f"Volatility {number(now.volatility, 5)} · {rank_line(card)}",
        ]


CARDS = Glicko2Cards()
