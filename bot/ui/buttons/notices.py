"""The buttons of a notice: pressed in a direct message, where no club is known but by their ids."""

from typing import Any

import discord

from bot.services.alive.notices import object_to_notice
from bot.services.alive.wishes import stop_notices
from bot.services.context import Actor
from bot.services.players.profile import profile_card
from bot.ui.cards.notice import objected_embed
from bot.ui.cards.people.profile import profile_embed
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.buttons import Press, Who, button, form
from bot.ui.framework.server.actors import member_of

REASON_CHARACTERS = 200


def _actor(interaction: discord.Interaction[Any], club_id: int) -> Actor:
    """Return who asks, of the club that the message is about; a director is only a member here."""
    return Actor(club_id, member_of(interaction.user), interaction.id)


@button("notice-card", "Card", Who.EVERYONE, outside=True)
async def notice_card_button(press: Press, club_id: int) -> None:
    """Show one's own card."""
    await defer(press.interaction, ephemeral=True)
    card = await profile_card(press.services, _actor(press.interaction, club_id), None)
    await reply(press.interaction, profile_embed(card))


@button("notice-wrong", "That is wrong", Who.EVERYONE, outside=True)
async def notice_wrong_button(press: Press, club_id: int) -> None:
    """Open the form in which a member says what is wrong with a rating."""
    reason: Any = discord.ui.Label(
        text="A director reads it",
        component=discord.ui.TextInput(
            custom_id="reason", style=discord.TextStyle.paragraph, max_length=REASON_CHARACTERS
        ),
    )
    await notice_form.open_with(press.interaction, [reason], club_id)


@button("notice-stop", "Stop these", Who.EVERYONE, outside=True)
async def notice_stop_button(press: Press, club_id: int) -> None:
    """Get no more of these messages."""
    await stop_notices(press.services, club_id, press.user_id)
    await press.interaction.response.send_message(
        "No more of these: `/player notify` in the club begins them again.", ephemeral=True
    )


@form("notice-form", "What is wrong?", Who.EVERYONE, outside=True)
async def notice_form(press: Press, club_id: int) -> None:
    """Keep what is wrong, and let the directors read it."""
    await object_to_notice(press.services, _actor(press.interaction, club_id), press.written("reason"))
    await reply(press.interaction, objected_embed(), ephemeral=True)
