"""A player's card, the same one for every command that shows a player."""

from typing import Any

import discord

from bot.services.people.person import person_card
from bot.services.players.rating_card import player_card
from bot.services.someone import Someone
from bot.ui.buttons.people.card_buttons import details_of, show_card
from bot.ui.buttons.people.claim_buttons import asked_first
from bot.ui.cards.people.profile import private_embed
from bot.ui.framework.answers import afterwards, defer, reply
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import NotFoundError
from core.lists import RatingList
from core.oracle.system import LISTS as POOLS


async def reply_player(
    interaction: discord.Interaction[Any],
    who: Someone | None,
    rating_list: RatingList | None,
    *,
    rated: bool = False,
    picture: bool = True,
) -> None:
    """Show a player, by default whoever asks, on one list, by default their main one.

    rated: whether it is a rating that is asked for, so that somebody without one is told how to begin.
    picture: whether the card is drawn; in words otherwise, and where it cannot be.
    """
    services, actor = services_of(interaction), actor_of(interaction)
    try:
        card = await person_card(services, actor, who, rating_list)
    except NotFoundError:
        if await asked_first(interaction, who):
            return
        if rated:
            await player_card(services, actor, who, rating_list)  # says how to begin
        raise
    is_own = card.profile.profile.user_id == actor.member.user_id
    if card.rated is None and rated and card.which not in POOLS:
        if card.which is None and is_own and await asked_first(interaction, None):
            return
        await player_card(services, actor, who, rating_list)  # says that there is none, and how to begin
    if card.rated is None:
        await reply(interaction, await details_of(interaction, card.profile, card.which))
        private = private_embed(card.profile)
        if private is not None:
            await afterwards(interaction.followup.send(embed=private, ephemeral=True), "ids cannot be shown")
    else:
        await defer(interaction)
        await show_card(interaction, card, picture=picture)
    if is_own:
        await asked_first(interaction, None, further=True)
