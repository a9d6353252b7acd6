"""Help: topics, which the cogs of their commands declare, and the menu of topics."""

from typing import Any, NamedTuple

import discord

from bot.declarations import Declared
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.buttons import DAMAGED, Press, Who, chosen_word, lasting, menu
from bot.ui.framework.layout import LEVEL
from core.errors import InputError


class Topic(NamedTuple):
    """A page of /help: at most 120 words, one phone screen. place: in the menu."""

    place: int
    key: str
    title: str
    text: str


TOPICS: Declared[Topic] = Declared()


def topic(place: int, key: str, title: str, text: str) -> None:
    TOPICS.add(key, Topic(place, key, title, text))


async def reply_help(interaction: discord.Interaction[Any], key: str) -> None:
    await reply(interaction, *_page(key), ephemeral=True)


@menu("help-topic", Who.EVERYONE, outside=True)
async def topic_menu(press: Press) -> None:
    key = chosen_word(press.values)
    if key not in TOPICS:
        raise InputError(DAMAGED)
    await acknowledge(press.interaction)
    embed, view = _page(key)
    await edit_answer(press.interaction, embed=embed, view=view)


def _page(key: str) -> tuple[discord.Embed, discord.ui.View]:
    options = [
        discord.SelectOption(label=other.title, value=other.key, default=other.key == key)
        for other in sorted(TOPICS.values())
    ]
    choose = discord.ui.Select[discord.ui.View](custom_id=topic_menu.id(), placeholder="Another topic", options=options)
    embed = discord.Embed(title=TOPICS[key].title, description=TOPICS[key].text, colour=LEVEL)
    return embed, lasting(choose)
