"""A player's card."""

from bot.services.players.rating_card import PlayerCard
from bot.ui.systems import CARDS
from bot.ui.wording.unconfirmed import MARK, ON_CARD


def player_card_lines(card: PlayerCard) -> list[str]:
    """Return what a player's system has to say of their rating, and their latest events on its list."""
    return [*CARDS[card.rating_list].player_lines(card), latest_lines(card)]


def latest_lines(card: PlayerCard) -> str:
    """Return a player's latest events on a list."""
    cards = CARDS[card.rating_list]
    lines = [f"- {cards.entry_line(card, entry)}" for entry in card.entries]
    reported = [f"**{MARK}** {ON_CARD}"] if card.rests_on_reports else []
    return "\n".join([*reported, "\n**Latest**", *lines])
