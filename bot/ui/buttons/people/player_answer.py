"""A player's card, the same one for every command that shows a player."""

from typing import Any

import discord

from bot.services.oracle.board import pool_card
from bot.services.players.profile import profile_card
from bot.services.players.rating_card import player_card
from bot.services.someone import Someone
from bot.ui.buttons.people.claim_buttons import asked_first
from bot.ui.cards.people.player import latest_lines, player_card_lines
from bot.ui.cards.people.profile import private_embed, profile_embed
from bot.ui.framework.actors import actor_of, services_of
from bot.ui.framework.answers import afterwards, reply
from bot.ui.oracle.player_card import pool_card_lines
from bot.ui.wording.entry_lines import rank_line
from core.errors import NotFoundError
from core.lists import RatingList
from core.oracle.system import LISTS as POOLS


async def reply_player(
    interaction: discord.Interaction[Any],
    who: Someone | None,
    rating_list: RatingList | None,
    *,
    rated: bool = False,
) -> None:
    """Show a player, by default whoever asks, with most about one list, by default the club's.

    rated: whether it is a rating that is asked for, so that somebody without one is told how to begin.

    What is not for everybody goes to whoever asks alone, where they may see it.
    """
    services, actor = services_of(interaction), actor_of(interaction)
    try:
        card = await profile_card(services, actor, who)
    except NotFoundError:
        if await asked_first(interaction, who):
            return
        if rated:
            await player_card(services, actor, who, rating_list)  # says how to begin
        raise
    which = rating_list or card.main
    lines: list[str] = []
    if which is None and rated:
        if card.profile.user_id == actor.member.user_id and await asked_first(interaction, None):
            return
        await player_card(services, actor, who, None)  # says that there is none, and how to begin
    if which in POOLS:
        lines = pool_card_lines(await pool_card(services, actor, which, who))
        if any(one is which for one, _ in card.ratings):  # a Keeper needs no game
            rated_there = await player_card(services, actor, who, which)
            lines += [rank_line(rated_there), latest_lines(rated_there)]
    elif which is not None:
        lines = player_card_lines(await player_card(services, actor, who, which))
    await reply(interaction, profile_embed(card, lines, which))
    private = private_embed(card)
    if private is not None:
        await afterwards(interaction.followup.send(embed=private, ephemeral=True), "ids cannot be shown")
    if card.profile.user_id == actor.member.user_id:
        await asked_first(interaction, None, further=True)
