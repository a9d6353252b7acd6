"""A club's list at a glance, and the buttons that show it: where somebody stands, how much is played."""

import re
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.cards.leaderboard import WHERE
from bot.ui.cards.pictures import FILE, reply_picture
from bot.ui.framework.answers import defer
from bot.ui.framework.items import NamedButton
from bot.ui.framework.server.actors import actor_of, services_of
from core.lists import RatingList

_LIST = rf"(?P<list>{'|'.join(re.escape(one.value) for one in RatingList)})"


async def reply_chart(
    interaction: discord.Interaction[Any], rating_list: RatingList | None, *, ephemeral: bool = False
) -> None:
    """Show how the ratings of a list are spread, by default the club's usual one, and where whoever asks stands."""
    from bot.services.club_year.chart import club_chart
    from bot.ui.cards.club.club_chart import chart_embed, spread_bars
    from bot.ui.pictures.door import Picture
    from bot.ui.pictures.drawn.distribution import bars_scene

    chart = await club_chart(services_of(interaction), actor_of(interaction), rating_list)
    await defer(interaction, ephemeral=ephemeral)
    bars = spread_bars(chart, _club(interaction))

    def say(drawn: Picture | None) -> discord.Embed:
        return chart_embed(chart, picture=None if drawn is None else FILE)

    await reply_picture(interaction, lambda: bars_scene(bars), say, persistent(Activity(chart.rating_list.value)))


def _club(interaction: discord.Interaction[Any]) -> str:
    return interaction.guild.name if interaction.guild is not None else ""


class ListButton(NamedButton, template=r"list-button"):
    """A button about a rating list."""

    def __init__(self, rating_list: str) -> None:
        super().__init__(rating_list)
        self.rating_list = RatingList(rating_list)


class WhereAmI(ListButton, template=rf"{WHERE}:{_LIST}"):
    """Show whoever presses where they stand among all."""

    name, label = WHERE, "Where am I"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await reply_chart(interaction, self.rating_list, ephemeral=True)


class Activity(ListButton, template=rf"activity:{_LIST}"):
    """Show how much is played, month by month."""

    name, label = "activity", "Games a month"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        from bot.services.club_year.chart import club_chart
        from bot.ui.cards.club.club_chart import activity_bars, activity_embed
        from bot.ui.pictures.door import Picture
        from bot.ui.pictures.drawn.distribution import bars_scene

        chart = await club_chart(services, actor, self.rating_list)
        await defer(interaction, ephemeral=True)
        bars = activity_bars(chart, _club(interaction))

        def say(drawn: Picture | None) -> discord.Embed:
            return activity_embed(chart, picture=None if drawn is None else FILE)

        await reply_picture(interaction, lambda: bars_scene(bars), say)


CHART_ITEMS = (WhereAmI, Activity)
