"""Elo's cards."""

from collections.abc import Iterable, Sequence

from bot.services.events.report import EventReport, ListReport
from bot.services.players.rating_card import PlayerCard
from bot.ui.elo import rating_card
from bot.ui.framework.text import count, rating
from bot.ui.system_cards import Cards
from bot.ui.wording.entry_lines import rank_line
from bot.ui.wording.event_lines import GameLine
from core.elo.event import PlayerResult
from core.outcome import Outcome


class EloCards(Cards):
    """What is said of Elo's plain ratings."""

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return rating_card.full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return len(result.games)

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return rating_card.game_lines(report)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        """Return the opponents as they were counted."""
        result: PlayerResult = moved.outcome.detail
        return [f"**Opponents, as they were counted**\n{rating_card.game_table(report, result, len(result.games))}"]

    def player_lines(self, card: PlayerCard) -> list[str]:
        """Return the rating, its games and the rank."""
        standing = card.standing
        known = f"{rating(standing.rating, 2)} exactly · {count(standing.games, 'rated game')}"
        return [f"## {standing.displayed}", known, rank_line(card)]


CARDS = EloCards()
