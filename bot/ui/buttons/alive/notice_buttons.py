"""The buttons of a notice: pressed in a direct message, where no club is known but by their ids."""

import re
from typing import Any

import discord

from bot.services.alive.notices import object_to_notice
from bot.services.alive.wishes import stop_notices
from bot.services.context import Actor
from bot.services.players.profile import profile_card
from bot.ui.cards.notice import objected_embed
from bot.ui.cards.people.profile import profile_embed
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.custom_ids import KEY, written_in
from bot.ui.framework.items import KeyButton
from bot.ui.framework.server.actors import member_of, services_of

FORM = "notice-form"
REASON_CHARACTERS = 200


def _actor(interaction: discord.Interaction[Any], club_id: int) -> Actor:
    """Return who asks, of the club that the message is about; a director is only a member here."""
    return Actor(club_id, member_of(interaction.user), interaction.id)


class NoticeCard(KeyButton, template=rf"notice-card:(?P<key>{KEY})"):
    """Show a member their own card."""

    name, label = "notice-card", "Card"

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await defer(interaction, ephemeral=True)
        card = await profile_card(services_of(interaction), _actor(interaction, self.key), None)
        await reply(interaction, profile_embed(card))


class NoticeWrong(KeyButton, template=rf"notice-wrong:(?P<key>{KEY})"):
    """Say what is wrong with a rating, for its member."""

    name, label = "notice-wrong", "That is wrong"

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        form = WrongForm(self.key)
        form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
        await interaction.response.send_modal(form)


class WrongForm(discord.ui.Modal):
    """Asks what is wrong with a rating."""

    reason = discord.ui.Label["WrongForm"](
        text="A director reads it",
        component=discord.ui.TextInput(
            custom_id="reason", style=discord.TextStyle.paragraph, max_length=REASON_CHARACTERS
        ),
    )

    def __init__(self, club_id: int) -> None:
        super().__init__(title="What is wrong?", custom_id=f"{FORM}:{club_id}", timeout=None)


class NoticeStop(KeyButton, template=rf"notice-stop:(?P<key>{KEY})"):
    """Want no more of these messages, for their member."""

    name, label = "notice-stop", "Stop these"

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await stop_notices(services_of(interaction), self.key, interaction.user.id)
        await interaction.response.send_message(
            "No more of these: `/player notify` in the club begins them again.", ephemeral=True
        )


async def submit_objection(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Keep what is wrong, and let the directors read it."""
    actor = _actor(interaction, int(match["key"]))
    await object_to_notice(services_of(interaction), actor, written_in(interaction, "reason"))
    await reply(interaction, objected_embed(), ephemeral=True)


NOTICE_ITEMS = (NoticeCard, NoticeWrong, NoticeStop)

NOTICE_FORMS = {rf"{FORM}:(?P<key>{KEY})": submit_objection}
"""What becomes of the form, by the pattern of its id."""
