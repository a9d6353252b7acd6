"""Help: a topic, and the menu of topics."""

from typing import Any

import discord

from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.buttons import DAMAGED, Press, Who, chosen_word, lasting, menu
from bot.ui.framework.layout import LEVEL
from bot.ui.wording.help_texts import HELP
from core.errors import InputError


async def reply_help(interaction: discord.Interaction[Any], topic: str) -> None:
    await reply(interaction, *_page(topic), ephemeral=True)


@menu("help-topic", Who.EVERYONE, outside=True)
async def topic_menu(press: Press) -> None:
    topic = chosen_word(press.values)
    if topic not in HELP:
        raise InputError(DAMAGED)
    await acknowledge(press.interaction)
    embed, view = _page(topic)
    await edit_answer(press.interaction, embed=embed, view=view)


def _page(topic: str) -> tuple[discord.Embed, discord.ui.View]:
    title, text = HELP[topic]
    options = [discord.SelectOption(label=other, value=key, default=key == topic) for key, (other, _) in HELP.items()]
    choose = discord.ui.Select[discord.ui.View](custom_id=topic_menu.id(), placeholder="Another topic", options=options)
    return discord.Embed(title=title, description=text, colour=LEVEL), lasting(choose)
