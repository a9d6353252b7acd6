"""A player's card."""

import discord

from bot.services.players.rating_card import PlayerCard
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import plain
from bot.ui.systems import CARDS


def player_card_embed(card: PlayerCard) -> discord.Embed:
    """Return a player's rating with what their system has to say of it, and their latest events."""
    cards = CARDS[card.rating_list]
    lines = cards.player_lines(card)
    lines.append(
        "\n**Latest**\n"
        + "\n".join(f"- {cards.entry_line(entry, card.listed_on.get(entry.place))}" for entry in card.entries)
    )
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL)
    if cards.official:
        embed.set_footer(text=" · ".join(cards.official))
    embed.set_author(name=f"{plain(card.player.name)} · {card.rating_list.label}")
    return embed
