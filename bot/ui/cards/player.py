"""A player's card."""

from bot.services.players.rating_card import PlayerCard
from bot.ui.systems import CARDS


def player_card_lines(card: PlayerCard) -> list[str]:
    """Return what a player's system has to say of their rating, and their latest events on its list."""
    cards = CARDS[card.rating_list]
    lines = cards.player_lines(card)
    lines.append(
        "\n**Latest**\n"
        + "\n".join(f"- {cards.entry_line(entry, card.listed_on.get(entry.place))}" for entry in card.entries)
    )
    return lines
