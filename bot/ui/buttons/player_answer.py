"""A player's card, the same one for every command that shows a player."""

from typing import Any

import discord

from bot.services.oracle.board import pool_card
from bot.services.players.profile import profile_card
from bot.services.players.rating_card import player_card
from bot.services.someone import Someone
from bot.ui.buttons.claim_buttons import asked_first
from bot.ui.cards.player import player_card_lines
from bot.ui.cards.profile import private_embed, profile_embed
from bot.ui.framework.actors import actor_of, services_of
from bot.ui.framework.answers import afterwards, reply
from bot.ui.oracle.player_card import pool_card_lines
from core.errors import NotFoundError
from core.lists import RatingList
from core.oracle.system import LISTS as POOLS


async def reply_player(
    interaction: discord.Interaction[Any], who: Someone | None, rating_list: RatingList | None
) -> None:
    """Show a player, by default whoever asks, with most about one list, by default the club's.

    What is not for everybody goes to whoever asks alone, where they may see it.
    """
    services, actor = services_of(interaction), actor_of(interaction)
    try:
        card = await profile_card(services, actor, who)
    except NotFoundError:
        if await asked_first(interaction, who):
            return
        raise
    which = rating_list or card.main
    lines: list[str] = []
    if which in POOLS:
        lines = pool_card_lines(await pool_card(services, actor, which, who))
    elif which is not None:
        lines = player_card_lines(await player_card(services, actor, who, which))
    await reply(interaction, profile_embed(card, lines, None if which is None else which.label))
    private = private_embed(card)
    if private is not None:
        await afterwards(interaction.followup.send(embed=private, ephemeral=True), "ids cannot be shown")
    if card.profile.user_id == actor.member.user_id:
        await asked_first(interaction, None, further=True)
