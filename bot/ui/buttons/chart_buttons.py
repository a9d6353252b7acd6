"""Charts of ratings, and the button that draws one."""

import re
from functools import partial
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.history.rating_history import HistoryQuery, rating_history_of
from bot.services.history.report import HistoryReport
from bot.store.rows import Player
from bot.ui.framework.answers import defer, edit_answer
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.items import NamedButton
from bot.ui.wording.histories import why_no_picture
from core.lists import RatingList

_LIST = "|".join(re.escape(one.value) for one in RatingList)


class Chart(NamedButton, template=rf"chart:(?P<player>{KEY}):(?P<list>{_LIST})"):
    """Draw a player's rating on a list over time, for whoever presses."""

    name, label = "chart", "Chart"

    def __init__(self, player_id: int, rating_list: str) -> None:
        super().__init__(player_id, rating_list)
        self.player_id, self.rating_list = player_id, RatingList(rating_list)

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        who = Player(self.player_id, None, "")
        await reply_history(interaction, await rating_history_of(services, actor, who, HistoryQuery(self.rating_list)))


def chart_button(player_id: int, rating_list: RatingList) -> Chart:
    """Return the button under an answer about a player's rating."""
    return Chart(player_id, rating_list.value)


async def reply_history(interaction: discord.Interaction[Any], report: HistoryReport) -> None:
    """Answer in the place of the "thinking": a picture, or words where there is none."""
    from bot.ui.cards.history import PICTURE, picture_embeds, scene_of, words_embed
    from bot.ui.pictures.door import picture_of

    drawn = None
    if why_no_picture(report) is None:
        guild = interaction.guild
        drawn = await picture_of(partial(scene_of, report, "" if guild is None else guild.name))
    if drawn is None:
        await edit_answer(interaction, content=None, embed=words_embed(report))
        return
    embeds = picture_embeds(report, drawn.in_full)
    await edit_answer(interaction, content=None, embeds=embeds, attachments=[drawn.file(PICTURE)])
