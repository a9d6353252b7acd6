"""Help: topics, which the cogs of their commands declare, and the menu of topics."""

from typing import Any, NamedTuple

import discord

from bot.declarations import Declared
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.buttons import DAMAGED, Press, Who, chosen_word, lasting, menu
from bot.ui.framework.layout import LEVEL
from bot.ui.framework.server import leads
from core.errors import InputError


class Topic(NamedTuple):
    """A page of /help: at most 120 words, one phone screen. place: in the menu."""

    place: int
    key: str
    title: str
    text: str

    @property
    def is_for_directors(self) -> bool:
        return "/td" in self.text


TOPICS: Declared[Topic] = Declared()


def topic(place: int, key: str, title: str, text: str) -> None:
    TOPICS.add(key, Topic(place, key, title, text))


ONLY_DIRECTORS = "This topic is for the club's directors. Ask one of them, or choose another topic."


async def reply_help(interaction: discord.Interaction[Any], key: str | None) -> None:
    """Answer with a topic (default: where to begin)."""
    is_director = await leads(interaction)
    page = _page(key or ("directors" if is_director else "start"), is_director=is_director)
    await reply(interaction, *page, ephemeral=True)


@menu("help-topic", Who.EVERYONE, outside=True)
async def topic_menu(press: Press) -> None:
    key = chosen_word(press.values)
    if key not in TOPICS:
        raise InputError(DAMAGED)
    await acknowledge(press.interaction)
    embed, view = _page(key, is_director=await leads(press.interaction))
    await edit_answer(press.interaction, embed=embed, view=view)


def _page(key: str, *, is_director: bool) -> tuple[discord.Embed, discord.ui.View]:
    topics = [one for one in sorted(TOPICS.values()) if is_director or not one.is_for_directors]
    options = [discord.SelectOption(label=one.title, value=one.key, default=one.key == key) for one in topics]
    text = TOPICS[key].text if TOPICS[key] in topics else ONLY_DIRECTORS
    choose = discord.ui.Select[discord.ui.View](custom_id=topic_menu.id(), placeholder="Another topic", options=options)
    embed = discord.Embed(title=TOPICS[key].title, description=text, colour=LEVEL)
    return embed, lasting(choose)
