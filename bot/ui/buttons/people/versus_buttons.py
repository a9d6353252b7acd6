"""Two players head to head, and the button that compares whoever presses it with somebody."""

import asyncio
from typing import Any, cast

import discord

from bot.services.context import Actor, Services
from bot.services.players.identity.find import find_by_user
from bot.services.someone import Someone
from bot.store.rows import Player
from bot.ui.cards.pictures import FILE, reply_picture
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.custom_ids import KEY, chosen_number
from bot.ui.framework.items import KeyButton, LastingItem
from bot.ui.framework.layout import answer
from bot.ui.framework.looks import look_of
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import NotFoundError
from core.lists import RatingList

_UserMenu = discord.ui.UserSelect[discord.ui.View]


async def reply_versus(
    interaction: discord.Interaction[Any],
    who: Someone | None,
    opponent: Someone,
    rating_list: RatingList | None = None,
    *,
    ephemeral: bool = False,
) -> None:
    """Show two players head to head, the first by default whoever asks."""
    from bot.services.people.versus import versus
    from bot.ui.cards.people.versus import versus_embed, versus_figures
    from bot.ui.pictures.door import Picture
    from bot.ui.pictures.drawn.versus import versus_scene

    report = await versus(services_of(interaction), actor_of(interaction), who, opponent, rating_list)
    await defer(interaction, ephemeral=ephemeral)
    first, second = await asyncio.gather(*(look_of(interaction, side.user_id) for side in report.sides))
    figures = versus_figures(report, (first, second))

    def say(drawn: Picture | None) -> discord.Embed:
        return versus_embed(report) if drawn is None else versus_embed(report, picture=FILE, beside=drawn.in_full)

    await reply_picture(interaction, lambda: versus_scene(figures), say)


class Compare(KeyButton, template=rf"compare:(?P<key>{KEY})"):
    """Compare whoever presses with somebody; on one's own card, choose with whom."""

    name, label = "compare", "Compare"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        me = await find_by_user(services, actor, actor.member.user_id)
        if me is None or me.id != self.key:
            await reply_versus(interaction, None, Player(self.key, None, "That player"), ephemeral=True)
            return
        view = discord.ui.View(timeout=None)
        view.add_item(CompareWith(self.key))
        view.stop()
        await reply(interaction, answer(["Compare with whom?"]), view, ephemeral=True)


class CompareWith(LastingItem[_UserMenu], template=rf"compare-with:(?P<player>{KEY})"):
    """Choose the member with whom a player is compared."""

    def __init__(self, player_id: int) -> None:
        menu: _UserMenu = discord.ui.UserSelect(custom_id=f"compare-with:{player_id}", placeholder="A member")
        super().__init__(menu)
        self.player = Player(player_id, None, "That player")

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        user_id = chosen_number(cast("dict[str, Any]", interaction.data).get("values"))
        other = await find_by_user(services_of(interaction), actor_of(interaction), user_id)
        if other is None:
            raise NotFoundError("They are no player of this club yet: they start with /rating update.")
        await reply_versus(interaction, self.player, other, ephemeral=True)


VERSUS_ITEMS = (Compare, CompareWith)
